"""Two moving circles with their velocities added: what this faulty rule says, in words and in every view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geometry.vector import Vector, cross, length
from lessons.stories.grouping import whole
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import coords, fixed, tint

BESIDE = 11.0  # pixels between two arrows on one line
RIGHT, WRONG = r"\examined{\boldsymbol{v}}", r"\faulty{\boldsymbol{w}}"  # two vectors, so two letters
NORMAL = r"\examined{\hat n}"
SUM = r"\A{\boldsymbol{v}_A}+\B{\boldsymbol{v}_B}"
SOLVED = rf"The rule solves the same quadratic with its own ${WRONG}$. So its roots belong to another motion."


def added(page: Page, moment: Moment[Any]) -> Page:
    """In place of the relative velocity the sum."""
    scene = moment.scene
    a, b, total = (coords(each) for each in (scene.v, scene.v_b, scene.v + scene.v_b))
    gains, by_rule = fixed(length(scene.v - scene.v_b)), fixed(length(scene.v + scene.v_b))
    idea = f"This rule adds the velocities. Seen from B, A moves by {gains} in all. By the sum it would be {by_rule}."
    page = replace(page, idea=idea, formula=rf"{WRONG}={SUM}", rows=())
    page = page.says(rf"${WRONG}$ = {a} + {b} = **{total}**.")
    return page.row(f"${WRONG}$", f"${SUM}$", total, ink=Ink.FAULTY)


def by_sum(page: Page, moment: Moment[Any]) -> Page:
    """What the right steps tell of the sum: its numbers are the rule's, and so is its answer."""
    idea, t = SOLVED, moment.faulty.fraction
    if moment.is_last:
        true = whole(moment).trace.result.fraction
        idea = (
            rf"With ${WRONG}={SUM}$ the rule finds no impact. But in the world, at t = {fixed(true)} A and B touch."
            if t is None
            else rf"With ${WRONG}={SUM}$ the rule finds an impact at t = {fixed(t)}. But in the world, at that "
            f"time A and B {gap_told(moment.scene.against.gap(t))}."
        )
    rows = tuple(
        replace(row, cells=tuple(_pink(cell) for cell in row.cells), ink=Ink.FAULTY if row.ink else row.ink)
        for row in page.rows
    )
    formula = _pink(page.formula)
    if WRONG not in formula:  # of numbers alone: they are the rule's
        formula = rf"\faulty{{{formula}}}"
    return replace(page, idea=idea, formula=formula, sentence=tint(_pink(page.sentence), Ink.FAULTY), rows=rows)


def _pink(text: str) -> str:
    """With the sum for v, and its own normal."""
    return text.replace(RIGHT, WRONG).replace(NORMAL, NORMAL.replace("examined", "faulty"))


def gap_told(gap: float) -> str:
    return f"are {fixed(gap)} apart" if gap > 0.0 else f"overlap by {fixed(-gap)}"


def believed(scene: Any) -> Any:
    """What the rule sees from B: w for v."""
    return replace(scene.against, v=scene.v + scene.v_b)


def added_told(scene: Any) -> str:
    """What the sum of the velocities would mean."""
    at = believed(scene)
    if length(at.v) == 0.0:
        return "For the rule A stands still."
    near = at.gap(at.nearest()) + at.radius
    if near > at.radius:
        return f"For the rule the centres pass at {fixed(near)}, more than R = {fixed(at.radius)}."
    return f"For the rule, the centres are then R = {fixed(at.radius)} apart."


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both circles at the time of impact that the faulty rule reports."""
    scene, t = moment.scene, moment.faulty.fraction
    if t is None:
        top = scene.end + (0.0, scene.r_a)  # for the rule A goes on to its end
        canvas.label("no impact reported", top, Ink.FAULTY, toward=(0.6, 1.0), style=TextStyle.BOLD)
        return
    for shape in (scene.a_at(t), scene.b_at(t)):
        marks.ghost(canvas, shape, Ink.FAULTY, Line.DOTTED)
    up = scene.a_at(t).points[0] + (0.0, scene.r_a)
    words = f"t = {fixed(t)}: {gap_told(scene.against.gap(t)).removeprefix('are ')}"
    canvas.label(words, up, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)


def draw_seen(canvas: Canvas, moment: Moment[Any], is_solved: bool) -> None:
    """The sum of both velocities from c; once it is solved with, where it touches or how far it passes."""
    scene, at = moment.scene, moment.scene.against
    total = scene.v + scene.v_b
    if length(total) > 0.0:
        is_beside = on_one_line(total, at.v) and not is_solved  # what it finds lies on its own path, not beside it
        shift = BESIDE * canvas.pixel * left(total) if is_beside else 0.0 * total
        canvas.arrow(scene.c - shift, scene.c - shift + total, Ink.FAULTY, line=Line.MEASURE)
        if is_solved and moment.faulty.fraction is not None:
            touch = scene.c + moment.faulty.fraction * total
            canvas.dot(touch - shift, Ink.FAULTY)
            if moment.is_last:
                measures.unit_arrow(canvas, touch - shift, at.p - touch, ink=Ink.FAULTY)
        if is_solved and 0.0 < length(at.v) < length(total):
            canvas.arrow(scene.c, scene.c + at.v, Ink.EXAMINED, line=Line.MEASURE)  # shorter than the sum: on it
    if is_solved:
        _draw_passing(canvas, believed(scene))
    name = r"$\boldsymbol{w}$" + ("" if length(total) > 0.0 else " = 0")
    canvas.label(name, scene.c + total, Ink.FAULTY, toward=(0.4, -1.0))


def _draw_passing(canvas: Canvas, by_sum: Any) -> None:
    """How near the centre would pass B by the sum, where that is too far for contact."""
    near = by_sum.at(by_sum.nearest())
    far = length(near - by_sum.p)
    if far > by_sum.radius and length(by_sum.v) > 0.0:
        measures.measure(canvas, by_sum.p, near, Ink.FAULTY, f"**{fixed(far)}**")


def draw_gap(canvas: Canvas, moment: Moment[Any], high: float) -> None:
    """The gap that the rule believes in, as far as the chart is high, and where it is 0."""
    at, wrong = believed(moment.scene), moment.faulty.fraction
    times = np.linspace(0.0, 1.0, 81)
    gaps = at.gaps(times)
    canvas.stroke(np.stack((times, gaps), axis=1)[gaps <= high], Ink.FAULTY, line=Line.DOTTED)
    if wrong is not None:
        canvas.dot((wrong, 0.0), Ink.FAULTY)
        place, toward = (wrong, 0.0), (-1.0, -1.0)
    else:
        place, toward = (0.75, min(at.gap(0.75), high)), (0.0, -1.0)
    canvas.label(moment.compare, place, Ink.FAULTY, toward=toward, style=TextStyle.BOLD)


def left(v: Vector) -> Vector:
    """The unit vector to the left of a motion; up for none."""
    return np.array((-v[1], v[0])) / length(v) if length(v) > 0.0 else np.array((0.0, 1.0))


def on_one_line(v: Vector, w: Vector) -> bool:
    """Nearly: the arrow of the one would cover that of the other."""
    return abs(cross(v, w)) <= 0.05 * length(v) * length(w)
