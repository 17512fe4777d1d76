"""Two moving circles in the world, A as seen from B, and the gap over time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geometry.swept_circle.circle_point import RadiiJoined
from geometry.swept_circle.steps import RelativeMotion, SweptImpact
from geometry.trace import Grouped
from geometry.vector import Vector, cross, length, unit
from lessons.motion import quadratic_figure as quadratic
from lessons.motion.moving_circle import differs
from lessons.stories.grouping import whole
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

BESIDE = 7.0  # pixels between two arrows on one line
SAMPLES = np.linspace(0.0, 1.0, 81)


def now(moment: Moment[Any]) -> float:
    """The time; nothing moves while a prediction is open, and while the camera is being locked."""
    still = moment.is_open or isinstance(whole(moment).step, RelativeMotion)
    return 0.0 if still else min(max(moment.time, 0.0), 1.0)


def fails(moment: Moment[Any]) -> bool:
    """Whether a faulty time of impact is told: from the quadratic on, before it there is none."""
    return differs(moment) and not isinstance(whole(moment).step, RadiiJoined | RelativeMotion)


def locked(moment: Moment[Any]) -> float:
    """How far the camera is locked on B: 0 before, 1 after."""
    step = whole(moment).step
    if isinstance(step, RadiiJoined):
        return 0.0
    return min(max(moment.time, 0.0), 1.0) if isinstance(step, RelativeMotion) else 1.0


def _keep_room(canvas: Canvas, moment: Moment[Any], here: int) -> None:
    """The same scale in both views, at every step: each keeps room for the larger of what either may show."""
    scene, signs = moment.scene, (-1.0, 0.0, 1.0) if moment.compare else (-1.0, 0.0)
    a, b, r_a, r_b = scene.c, scene.b.pose.position, scene.r_a, scene.r_b
    world = ((a, r_a), (scene.end, r_a), (b, r_b), (scene.end_b, r_b))
    ends = [(a + scene.v + sign * scene.v_b, r_a if sign < 0.0 else 0.0) for sign in signs]
    boxes = []
    for discs in (world, ((a, r_a), (b, r_a + r_b), (scene.end_b, 0.0), *ends)):
        low = np.min([at - r for at, r in discs], axis=0)
        high = np.max([at + r for at, r in discs], axis=0)
        boxes.append(((low + high) / 2.0, (high - low) / 2.0))
    half = np.maximum(boxes[0][1], boxes[1][1])
    middle = boxes[here][0]
    canvas.stroke((middle - half, middle + half), Ink.QUIET, opacity=0.0)


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, t = moment.scene, now(moment)
    _keep_room(canvas, moment, 0)
    for body, ends, ink, name in (
        (scene.a, scene.v, Ink.A, "A"),
        (scene.b, scene.v_b, Ink.B, "B"),
    ):
        start = body.pose.position
        quadratic.trail(canvas, start, start + t * ends, body.shape.radius, ink)
        if t > 0.0:
            marks.circle(canvas, start, body.shape.radius, ink, Line.START)
        marks.circle(canvas, start + ends, body.shape.radius, ink, opacity=0.3)
        quadratic.draw_disc(canvas, start + t * ends, body.shape.radius, ink)
        rim = start + t * ends - body.shape.radius * _left(ends)
        canvas.label(name, rim, ink, toward=-_left(ends), style=TextStyle.LETTER)
        canvas.dot(start + t * ends, ink, Point.FILLED)
    for start, v, ink, name in ((scene.c, scene.v, Ink.A, "A"), (scene.b.pose.position, scene.v_b, Ink.B, "B")):
        if isinstance(moment.step, SweptImpact):
            canvas.stroke((start, start + v), ink, line=Line.THIN)
        else:
            measures.vector_arrow(canvas, start, v, ink, rf"\boldsymbol{{v}}_{name}")
    if scene.crossing is not None and isinstance(moment.step, RadiiJoined):
        place = scene.c + scene.crossing[0] * scene.v
        canvas.dot(place, Ink.TEXT, Point.RING)
        canvas.label("crossing", place, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)
    found = moment.step
    if isinstance(found, SweptImpact) and found.point is not None and found.normal is not None:
        marks.answer(canvas, found.point)
        measures.unit_arrow(canvas, found.point, found.normal)
    _draw_faulty(canvas, moment)


def _left(v: Vector) -> Vector:
    """The unit vector to the left of a motion; up for none."""
    return np.array((-v[1], v[0])) / length(v) if length(v) > 0.0 else np.array((0.0, 1.0))


def _on_one_line(v: Vector, w: Vector) -> bool:
    """Nearly: the arrow of the one would cover that of the other."""
    return abs(cross(v, w)) <= 0.05 * length(v) * length(w)


def _draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both circles at the time of impact that the faulty rule reports."""
    if not fails(moment):
        return
    scene, t = moment.scene, moment.faulty.fraction
    if t is None:
        true = whole(moment).trace.result.fraction
        above = scene.a_at(true).points[0] + (0.0, scene.r_a)
        canvas.label("no impact reported", above, Ink.FAULTY, toward=(-0.4, 1.0), style=TextStyle.BOLD)
        return
    for shape in (scene.a_at(t), scene.b_at(t)):
        marks.ghost(canvas, shape, Ink.FAULTY, Line.DOTTED)
    up = scene.a_at(t).points[0] + (0.0, scene.r_a)
    words = f"t = {fixed(t)}: {fixed(scene.against.gap(t))} apart"
    canvas.label(words, up, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)


def draw_seen(canvas: Canvas, moment: Moment[Any]) -> None:
    """B held still with both radii; A's centre as a point, and how it moves as seen from there."""
    scene, at, t = moment.scene, moment.scene.against, now(moment)
    _keep_room(canvas, moment, 1)
    quadratic.draw_ring(canvas, at, named=not isinstance(moment.step, RadiiJoined | RelativeMotion))
    quadratic.draw_disc(canvas, at.p, scene.r_b, Ink.B)
    marks.circle(canvas, at.at(t), scene.r_a, Ink.A, opacity=0.4)
    if locked(moment) == 1.0:
        marks.circle(canvas, at.at(1.0), scene.r_a, Ink.A, opacity=0.3)
    if isinstance(moment.step, RadiiJoined):
        _radii(canvas, scene)
    elif isinstance(moment.step, RelativeMotion):
        _lock(canvas, scene, locked(moment))
    else:
        quadratic.draw_path(canvas, at, moment, ends=True)
        if not moment.is_open:
            quadratic.draw_gap(canvas, at, moment)
        quadratic.draw_roots(canvas, at, moment)
        if t > 0.0:
            canvas.dot(at.at(t), Ink.A, Point.FILLED)
    if isinstance(moment.step, SweptImpact) and moment.step.normal is not None:
        centre = at.at(moment.step.fraction)
        measures.unit_arrow(canvas, centre, moment.step.normal)
    canvas.dot(scene.c, Ink.A, Point.FILLED)
    quadratic.draw_p(canvas, at)
    if differs(moment) and not isinstance(moment.step, RadiiJoined):
        total = scene.v + scene.v_b
        if length(total) > 0.0:
            start = scene.c - (BESIDE * canvas.pixel * _left(total) if _on_one_line(total, at.v) else 0.0 * total)
            canvas.arrow(start, start + total, Ink.FAULTY, line=Line.MEASURE)
        if fails(moment):
            _draw_passing(canvas, replace(at, v=total))
        name = r"$\boldsymbol{v}_A+\boldsymbol{v}_B$" + ("" if length(total) > 0.0 else " = 0")
        canvas.label(name, scene.c + total, Ink.FAULTY, toward=(0.4, -1.0))


def _draw_passing(canvas: Canvas, by_sum: Any) -> None:
    """How near the centre would pass B by the sum, where that is too far for contact."""
    near = by_sum.at(by_sum.nearest())
    far = length(near - by_sum.p)
    if far > by_sum.radius and length(by_sum.v) > 0.0:
        measures.measure(canvas, by_sum.p, near, Ink.FAULTY, f"**{fixed(far)}**")


def _radii(canvas: Canvas, scene: Any) -> None:
    """Both radii end to end, towards A, and the point that A becomes."""
    at = scene.against
    way = unit(at.offset) if length(at.offset) > 0.0 else np.array((-1.0, 0.0))
    joint, rim = at.p + scene.r_b * way, at.p + at.radius * way
    for start, end, ink, name in ((at.p, joint, Ink.B, "r_B"), (joint, rim, Ink.A, "r_A")):
        quadratic.measured(canvas, start, end, ink, name, side=-1.0 if way[0] < 0.0 else 1.0)
    canvas.symbol(r"\boldsymbol{c}", scene.c, Ink.A, toward=(-1.0, 0.6))


def _lock(canvas: Canvas, scene: Any, part: float) -> None:
    """The camera on its way: the same share of v_B is subtracted from both motions."""
    minus, both = (r"-\boldsymbol{v}_B", r"\boldsymbol{v}") if part == 1.0 else ("", "")
    row = BESIDE * canvas.pixel * _left(scene.v) * (1.0 if scene.v[0] >= 0.0 else -1.0)  # upwards
    if not _on_one_line(scene.v, scene.v_b):
        row = 0.0 * row
    tip = scene.c + row + scene.v
    canvas.arrow(scene.c + row, tip, Ink.A)
    canvas.symbol(r"\boldsymbol{v}_A", scene.c + row + 0.3 * scene.v, Ink.A, toward=_left(scene.v))
    measures.vector_arrow(canvas, tip + row, -part * scene.v_b, Ink.B, minus, side=-1.0)
    measures.vector_arrow(canvas, scene.b.pose.position, (1.0 - part) * scene.v_b, Ink.B)
    measures.vector_arrow(canvas, scene.c, scene.v - part * scene.v_b, Ink.EXAMINED, both, side=-1.0)
    canvas.symbol(r"\boldsymbol{c}", scene.c, Ink.A, toward=(-1.0, 0.6))


# The gap over time.


def axes(at: Any) -> Axes:
    high = 1.12 * max(at.gap(0.0), at.gap(1.0), 0.3 * at.radius)
    return Axes((0.0, 1.0), (-1.08 * at.radius, high), "", "gap $s$")


def draw_gap(canvas: Canvas, moment: Moment[Any]) -> None:
    """The gap so far; once the roots are known all of it, dotted where the motion has been stopped."""
    at, t = moment.scene.against, now(moment)
    if moment.parent is not None:
        quadratic.draw_chart(canvas, at, moment, t)
        return
    ranges = axes(at)
    charts.chart_axes(canvas, ranges, y_ticks=charts.round_ticks(*ranges.y, 4))
    knows = isinstance(moment.step, Grouped | SweptImpact) and not moment.is_open
    found = quadratic.hit(moment)
    until = (found.fraction if found else 1.0) if knows else t
    if knows or t > 0.0:
        times = SAMPLES if knows else np.linspace(0.0, t, 41)
        charts.curve(canvas, times, at.gaps(times), until=until)
    start = at.gap(0.0)
    canvas.dot((0.0, start), separation_ink(start))
    if knows and found is not None:
        marks.answer(canvas, (found.fraction, 0.0), f"impact: $t_1$ = {fixed(found.fraction)}", toward=(-1.0, -0.8))
    if fails(moment) and moment.faulty.fraction is not None:
        wrong = moment.faulty.fraction
        canvas.dot((wrong, at.gap(wrong)), Ink.FAULTY)
        canvas.label(moment.compare, (wrong, at.gap(wrong)), Ink.FAULTY, toward=(1.0, 1.0), style=TextStyle.BOLD)
    charts.play_head(canvas, t, ranges, f"t = {fixed(t)}" if t > 0.0 else "")


def added_told(scene: Any) -> str:
    """What the sum of the velocities would mean."""
    total = scene.v + scene.v_b
    by_sum = replace(scene.against, v=total)
    if length(total) == 0.0:
        return "By the sum A would stand still."
    near = by_sum.gap(by_sum.nearest()) + by_sum.radius
    if near > by_sum.radius:
        return f"By the sum the centres pass at {fixed(near)}, more than R = {fixed(by_sum.radius)}."
    return f"By the sum the centres are R = {fixed(by_sum.radius)} apart then."
