"""The words of a frame of bodies at rest: stages, ideas and formulas, those of faulty rules too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Stepped
from geometry.dynamics.contacts import ContactsFound
from geometry.dynamics.step import GravityApplied, ImpulseApplied, Pushed, WarmStarted
from geometry.trace import Grouped
from lessons.bodies.impulse_told import ITERATED
from lessons.bodies.resting_scene import BIAS, EACH, ONE, ORDER, SLOP


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Time runs: the last step of this lesson."""

    seconds: float


FIRST = "Iteration 1"  # the stage
STAGES: Mapping[type, str] = {
    GravityApplied: "Gravity",
    ContactsFound: "Contacts",
    WarmStarted: "Warm start",
    Grouped: "Iterations",
    ImpulseApplied: "Iterations",
    Pushed: "Push",
    Stepped: "Move",
    Played: "Time",
}
IDEAS: Mapping[str, str] = {
    "Gravity": "Gravity gives every body the same downward speed in each frame. At rest the contacts must take all "
    "of it away again.",
    "Contacts": "Each contact point has a **feature id**: the edge and the vertex that make it. The same id as in "
    "the last frame is the same contact.",
    "Warm start": "Begin with the last frame's impulses, found by their ids: a **warm start**. At rest they are "
    "already right, or nearly.",
    FIRST: "**Sequential impulses**: an **iteration** goes from point to point and stops the speed $v_n$ there. "
    "$K_n$ is the change of $v_n$ by an impulse of 1 N·s.",
    "Iterations": "A contact stops only the speed between its two bodies. So one iteration passes only a part of "
    "a weight on. The **accumulated impulse** $j$ stays ≥ 0.",
    "Push": "Depth beyond the **slop** is pushed out of the positions, a part in each frame. The slop itself stays, "
    "so the contact stays.",
    "Move": "Move every body by its velocity and its push. Store the sums $j$ by id for the next frame.",
    "Time": "Time runs. Without a warm start every frame begins at 0 again, and its iterations end too early: the "
    "bodies keep a part of their speed.",
    "sinks": "The faster a stack sinks, the more the iterations give: soon about the whole weight. The speed itself "
    "stays; only the push holds the stack, at a depth.",
    "leans": "The speeds that are left also rotate the bodies, a little more in each frame. A stack that leans "
    "too far topples.",
}
FAULTS: Mapping[str, tuple[str, tuple[str, ...]]] = {  # and the stages at which it is told
    ONE: (
        "With the deepest point alone the body rotates about it. Next another corner is deepest: another id, so the "
        "warm start finds no impulse.",
        ("Contacts", "Time"),
    ),
    BIAS: (
        "A **bias** asks for the speed $v^*$ out of the overlap. When the overlap is gone, the body still has that "
        "speed: it is thrown.",
        (FIRST, "Iterations", "Time"),
    ),
    EACH: (
        "Here each single impulse is clamped at 0, so the sum never falls. What the warm start or an iteration gave "
        "too much, no later one takes back.",
        ("Iterations", "Time"),
    ),
    SLOP: (
        "Without slop, a push by the whole depth (not 0.2 of it) ends the contact, and with it the id. The next "
        "contact is new and begins at 0.",
        ("Push", "Time"),
    ),
    ORDER: (
        "Last point first: in iteration 1 only the floor stops a speed, no impulse passes up. The order "
        "changes the way, not the end.",
        (FIRST, "Iterations"),
    ),
}
WRONG: Mapping[str, str] = {  # formulas of the iterations
    BIAS: r"\faulty{j}\leftarrow \max\left(0,\ \faulty{j}-\frac{v_n-v^*}{K_n}\right)",
    EACH: r"\faulty{j}\leftarrow \faulty{j}+\max\left(0,\ -\frac{v_n}{K_n}\right)",
}
FORMULAS: Mapping[str, str] = {
    "Gravity": r"\examined{\Delta v}=g\,\Delta t",
    "Warm start": r"\answer{j}\leftarrow \answer{j}_{\mathrm{last\ frame}}",
    "Iterations": ITERATED,
    FIRST: ITERATED,
    "Push": r"\mathrm{push}=0.2\,\max(0,\ \overlap{\mathrm{depth}}-\mathrm{slop})",
    "Move": r"x\leftarrow x+v\,\Delta t+\mathrm{push}",
}
