"""The ideas of the table of routines, and what the generic routine costs beside a pair routine."""

from __future__ import annotations

from typing import Any

from geometry.primitives.kind_table import KINDS, GenericCounted, Kind, kind_of
from viz.lesson.ink import Ink
from viz.lesson.page import Claim
from viz.lesson.text import counted, tint

GROWS = (
    "A **pair routine** tests shapes of two given kinds. A **generic routine** serves all kinds: it asks "
    "each shape's **support function** for the furthest point in a direction."
)
ROW = (
    "Each new kind meets every kind before it, and itself: one more row. For each pair of kinds one routine is "
    "written, in one order. It serves the other order too."
)
STORED = (
    "**Dispatch**: look up the cell in A's row and B's column. Its routine takes the row's shape first. If the "
    "cell is empty, **swap**: use the mirrored cell, B first."
)
REVERSED = (
    "The routine's normal points from its first shape to its second. After a **swapped** call, that is from B to A: "
    "reverse the normal. $s$ stays."
)
OUTSIDE = (
    "The table has no routine for this pair. A **generic routine** serves any two convex shapes: each kind needs "
    "only its support function."
)
GENERIC = (
    "A pair routine can be cheaper: the generic routine projects all $v_A$ + $v_B$ vertices of both **cores** (the "
    "shapes without rounding), and does so $m$ times."
)
BODIES = (
    "More bodies mean more tests, not more code. Every body may meet every other, never itself: twice the bodies, "
    "about four times the pairs."
)
ENOUGH = {  # projections that the closest points take where one shape is a circle, by the other's kind
    Kind.CAPSULE: 1,
    Kind.AABB: 2,
    Kind.OBB: 2,
}


def cost(scene: Any) -> str:
    """What the generic routine asked for, in vertices projected, and what is enough for a circle's pair routine."""
    shapes = scene.a.world, scene.b.world
    n, sizes = scene.times, [len(each.points) for each in shapes]
    times = tint(f"**{counted(n, 'time')}**", Ink.EXAMINED)
    told = f"Each core is asked {times}: {n} · ({sizes[0]} + {sizes[1]}) = {n * sum(sizes)} projections."
    kinds = [kind_of(each) for each in shapes]
    if Kind.CIRCLE not in kinds:
        return told
    other = kinds[1 - kinds.index(Kind.CIRCLE)]
    if other is Kind.CIRCLE:
        return f"{told} A pair routine needs only the distance of the centres."
    if other not in ENOUGH:
        return told
    return f"{told} A pair routine needs {counted(ENOUGH[other], 'projection')}: of the circle's centre."


def counts(step: GenericCounted, scene: Any) -> tuple[Claim, ...]:
    """The generic functions; and the formula's count against the vertices of each support point, where the
    steps tell of all."""
    functions = Claim("generic", lambda: step.generic, lambda: sum(1 for _ in KINDS[: step.kinds]) + 1)
    shapes = scene.a.world, scene.b.world
    if len(scene.asked) != scene.times:
        return (functions,)
    sizes = [len(each.points) for each in shapes]
    one_by_one = [len(each.points) for _ in scene.asked for each in shapes]
    return functions, Claim("projections", lambda: scene.times * sum(sizes), lambda: sum(one_by_one))
