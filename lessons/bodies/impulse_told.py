"""How one impulse of a frame is told, wherever the impulses of a frame are stepped into."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from geometry.dynamics.step import ImpulseApplied, WarmStarted
from viz.lesson.ink import Ink
from viz.lesson.page import Claim, Page
from viz.lesson.text import counted, fixed, tint

START = "Each contact point begins with the impulse that it had in the frame before: **0** if it is new."
STOPS = "$K_n$ is the speed that an impulse of 1 gives to the point along its normal. So $v_n$ / $K_n$ stops it."
ASKED = (
    "$K_n$ is the speed that an impulse of 1 gives to the point along its normal. $v^*$ is the speed to be left: "
    "$-s/Δt$ at a gap, $-e\\,v_n$ at a bounce."
)
PARTS = "The contact points separate: $v_n$ > 0. Impulses push and never pull, so the sum $j$ never falls below 0."
HELD = "Friction comes before the normal: it stops sliding, but gives no more than μ times the point's $j$."
ITERATED = r"\answer{j}\leftarrow \max\left(0,\ \answer{j}-\frac{\examined{v_n}}{K_n}\right)"
TO_TARGET = r"\answer{j}\leftarrow \max\left(0,\ \answer{j}-\frac{\examined{v_n}-v^*}{K_n}\right)"
CONE = r"|j_t|\le \mu\, j"
AT_REST = 5e-4  # of a speed: less is written as 0


def start_page(stage: str, started: WarmStarted) -> Page:
    """What the contact points begin with."""
    known = ", ".join(fixed(each.normal) for each in started.impulses) or "none"
    begin = "begins with the impulse" if len(started.contacts) == 1 else "begin with the impulses"
    claim = Claim("j", lambda: min((each.normal for each in started.impulses), default=0.0) >= 0.0, lambda: True)
    told = f"{counted(len(started.contacts), 'contact point')} {begin} {known}."
    return Page(stage, START, claims=(claim,)).says(told)


def impulse_page(stage: str, started: WarmStarted, step: ImpulseApplied, where: str = "") -> Page:
    """One impulse of one contact point, with its numbers. `where`: the only one that there is."""
    where = where or f"Iteration {step.iteration + 1}, point {step.contact + 1}"
    change = f"from {fixed(step.before, 3)} to **{fixed(step.after, 3)}**"
    if step.is_friction:
        claim = Claim("friction", lambda: abs(step.after) <= step.limit + 1e-12, lambda: True)
        return Page(stage, HELD, CONE, (claim,)).says(f"{where}: friction $j_t$ {change}.")
    k, target = started.contacts[step.contact].normal.yielding, started.targets[step.contact]
    speed = tint(fixed(step.speed, 3), Ink.EXAMINED)
    idea, formula, asked = STOPS, ITERATED, ""
    if abs(target) > AT_REST:
        idea, formula, asked = ASKED, TO_TARGET, f"$v^*$ = {fixed(target, 3)}, "
    elif step.after == 0.0 and step.speed > AT_REST:
        idea = PARTS
    page = Page(stage, idea, formula, (sum_claim(started, step),))
    return page.says(f"{where}: $v_n$ = {speed}, {asked}$K_n$ = {fixed(k, 3)}, $j$ {change}.")


def sums(started: WarmStarted, applied: Iterable[Any]) -> list[float]:
    """The impulses of the contacts along their normals after these steps."""
    normal = [impulse.normal for impulse in started.impulses]
    for step in applied:
        if isinstance(step, ImpulseApplied) and not step.is_friction:
            normal[step.contact] = step.after
    return normal


def excess(started: WarmStarted, step: ImpulseApplied) -> float:
    """The speed along the normal that has to go: beyond what the contact allows."""
    return step.speed - started.targets[step.contact]


def sum_claim(started: WarmStarted, step: ImpulseApplied) -> Claim:
    """A sum along the normal, from the one before."""
    yielding = started.contacts[step.contact].normal.yielding
    return Claim("j", lambda: step.after, lambda: max(0.0, step.before - excess(started, step) / yielding))
