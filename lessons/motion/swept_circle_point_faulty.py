"""What the rules say that a moving circle and a point are compared with: in words, with numbers, in the figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from geometry.outcome import Outcome
from geometry.swept_circle.steps import StartMeasured, SweptImpact
from lessons.motion import quadratic_figure as figure
from lessons.motion.moving_circle import differs
from lessons.motion.quadratic import C, V, least_gap
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import fixed, tint

P = r"\B{\boldsymbol{p}}"
POINT, CENTRE = r"$\boldsymbol{p}$", r"$\boldsymbol{c}$"  # in a question and in a goal
LOWEST, CLOSING_FIRST, NO_END = "lowest root in [0, 1]", "closing before gap", "ignores t ≤ 1"
DOES = {
    LOWEST: "It does not ask for the gap.",
    CLOSING_FIRST: "The point p is inside already.",
    NO_END: "The motion ends at t = 1.",
}
RULES: Mapping[str, tuple[str, str]] = {  # idea, formula
    LOWEST: (
        rf"This rule takes the lowest root from 0 to 1. But ${P}$ is inside at the start: the first root is past, "
        "and the last root is only the exit.",
        r"\faulty{t=\min\{\,t_i:\ 0\le t_i\le 1\,\}}",
    ),
    CLOSING_FIRST: (
        "This rule asks first whether the gap gets smaller. Here it does not, so the rule stops: it never asks "
        rf"whether ${P}$ is inside.",
        r"\faulty{\beta\ge 0\ \Rightarrow\ \mathrm{no\ impact}}",
    ),
    NO_END: (
        rf"This rule takes the first root, even after $t$ = 1. But the motion ends at $t$ = 1: only on the dashed "
        rf"pink line would ${C}$ reach the circle.",
        r"\faulty{t=t_1}",
    ),
}


def by_rule(page: Page, moment: Moment[Any]) -> Page:
    """While a rule is compared that is wrong here, its answer is told in place of the right one's reason."""
    if not differs(moment):
        return page
    at, compare = moment.scene.against, moment.compare
    if compare != NO_END and isinstance(moment.step, StartMeasured):  # the very test that these rules leave out
        return page.says(tint(f"This rule does not ask this: {page.sentence}", Ink.FAULTY))
    if not isinstance(moment.step, SweptImpact):
        return page
    idea, formula = RULES[compare]
    page = replace(page, idea=idea, formula=formula, rows=())
    if compare == CLOSING_FIRST:
        inside = rf"$s$ = {fixed(at.gap(0.0))}: ${P}$ is inside"
        said = rf"$\beta$ = {fixed(at.beta)} is not negative: no impact. But {inside}."
        return page.says(tint(said, Ink.FAULTY)).row(
            r"$\beta$", rf"${V}\cdot({C}-{P})$", fixed(at.beta), ink=Ink.EXAMINED
        )
    if at.roots is None:
        return page.says(tint("Nothing moves, so the quadratic has no root.", Ink.FAULTY))
    first, last = map(fixed, at.roots)
    said = f"$t_1$ = {first} < 0, so $t$ = $t_2$ = {last}: there ${P}$ leaves the circle."
    if moment.faulty.fraction is None:
        said = f"$t_1$ = {first} < 0 and $t_2$ = {last} > 1: this rule finds no impact."
    if compare == NO_END:
        said = f"$t_1$ = {first} > 1. The least gap in the whole motion is {fixed(least_gap(at))}."
    page = page.says(tint(said, Ink.FAULTY)).row("$t_1$", "first root", first, ink=Ink.FAULTY)
    return page if compare == NO_END else page.row("$t_2$", "last root", last, ink=Ink.FAULTY)


def draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The circle at the time of impact that a faulty rule reports; for none the whole circle, let go."""
    if not differs(moment):
        return
    t, scene = moment.faulty.fraction, moment.scene
    shape = scene.a_at(1.0 if t is None else t)
    marks.ghost(canvas, shape, Ink.FAULTY, Line.DOTTED)
    if t is not None and t > 1.0:
        canvas.stroke((scene.end, shape.points[0]), Ink.FAULTY, line=Line.DASHED)
        canvas.dot(shape.points[0], Ink.FAULTY)
    if moment.compare == NO_END and isinstance(moment.step, SweptImpact):
        figure.draw_reach(canvas, scene.against)
    if moment.compare == CLOSING_FIRST and isinstance(moment.step, SweptImpact) and scene.against.offset.any():
        figure.draw_border(canvas, scene.against)
    words = "no impact reported"
    if t is not None:
        true = moment.trace.result
        is_late = true.outcome is Outcome.SEPARATED
        words = f"t = {fixed(t)}" + ("" if is_late else f", error {fixed(abs(t - true.fraction))}")
    up = shape.points[0] + (0.0, scene.r_a)
    canvas.label(words, up, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)
