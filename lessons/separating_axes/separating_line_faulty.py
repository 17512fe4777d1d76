"""What separating line says of the faulty rule, which projects on the line itself instead of on its axis."""

from __future__ import annotations

from typing import Any

from geometry import Owner
from geometry.sat.separating_axis import AxisTested
from geometry.sat.separating_line import OnAxis, SideMeasured
from geometry.vector import length
from lessons.separating_axes.separating_line_figure import crossing_of
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed, tint

ON_THE_LINE = "shadows on the line"
SAME = 1e-9
SIDES = 2  # steps that measure both shapes: the rule's answer comes after them
T = r"\faulty{\hat t}"


def shows_fault(moment: Moment[Any]) -> bool:
    """Whether the rule is compared, and has answered."""
    return isinstance(moment.faulty, AxisTested) and moment.index >= SIDES


def differs(moment: Moment[Any]) -> bool:
    return isinstance(moment.faulty, AxisTested) and moment.faulty.is_gap != moment.trace.result.separates


def answer_of(moment: Moment[Any]) -> str:
    """What the rule finds on the line, in pink."""
    s = moment.faulty.separation
    return tint(
        "no gap" if abs(s) <= SAME else f"{'a gap' if s > 0.0 else 'an overlap'} of {fixed(abs(s))}", Ink.FAULTY
    )


def mistaken(page: Page, moment: Moment[Any]) -> Page:
    """The page of a step beside the rule: its formula and answer, and what the line and its axis show instead."""
    s, is_good = moment.faulty.separation, moment.trace.result.separates
    but = "and" if (s > SAME) == is_good else "but"
    truth = "separates" if is_good else "does not separate"
    told = tint(_meeting(s), Ink.FAULTY)
    idea = (
        "**Shadows on the line**: A and B are projected on the line itself, not on the axis. The shadows "
        f"{told}, {but} the line {truth} A and B."
    )
    claim = Claim("s on the line", lambda: s, lambda: _separation(moment))
    page = Page(page.stage, idea, _formula(moment), (*page.claims, claim)).says(_instead(moment))
    if moment.index == SIDES:
        return page.row("shadows", "", "", fixed(s), faulty=True, key="shadows")
    return page


def situation(moment: Moment[Any]) -> str:
    return f"This rule projects A and B on the line itself, along $\\faulty{{\\hat t}}$: {answer_of(moment)}."


def _instead(moment: Moment[Any]) -> str:
    """What the rule answers, and what is true at this step."""
    s, step = moment.faulty.separation, moment.step
    if isinstance(step, OnAxis):
        on_axis = f"the projections {_meeting(step.separation)}"
        return f"On the line: {answer_of(moment)}. On the axis, at 90° to it, {on_axis}."
    if not moment.is_last:
        wrong = [side for side in moment.trace if isinstance(side, SideMeasured) and _sticks_out(side)]
        truth = f"{crossing_of(wrong[0])}" if wrong else "the line separates A and B"
        return f"The rule finds {answer_of(moment)}. In truth {truth}."
    if s > SAME:
        return f"On the line, {answer_of(moment)} proves that a line **perpendicular** to it fits."
    return f"The rule finds {answer_of(moment)} on the line. That proves nothing of the line itself."


def _meeting(s: float) -> str:
    """What two projections do whose separation that is."""
    if abs(s) <= SAME:
        return "just touch"
    return f"leave a gap of {fixed(s)}" if s > 0.0 else f"overlap by {fixed(-s)}"


def _sticks_out(side: SideMeasured) -> bool:
    wrong = side.greatest if side.owner is Owner.A else -side.least
    return round(wrong, 9) >= 0.0


def _spans(moment: Moment[Any]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The projections of A and of B on the line."""
    t = moment.scene.line.vector / length(moment.scene.line.vector)
    a, b = (
        (float((shape.points @ t).min()) - shape.radius, float((shape.points @ t).max()) + shape.radius)
        for shape in moment.scene.shapes
    )
    return a, b


def _is_b_later(moment: Moment[Any]) -> bool:
    a, b = _spans(moment)
    return b[0] - a[1] >= a[0] - b[1] - SAME


def _separation(moment: Moment[Any]) -> float:
    a, b = _spans(moment)
    return b[0] - a[1] if _is_b_later(moment) else a[0] - b[1]


def _formula(moment: Moment[Any]) -> str:
    """The separation on the line: of the shape that comes later along it, and of the other."""
    first, last = (r"\A{\max_A}", r"\B{\min_B}") if _is_b_later(moment) else (r"\B{\max_B}", r"\A{\min_A}")
    at = rf"\boldsymbol x\cdot{T}"
    return rf"\faulty{{s}}={last}\,{at}-{first}\,{at}"
