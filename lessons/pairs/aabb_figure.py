"""The figure of boxes around shapes: both boxes, and their intervals on the x axis and on the y axis."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Aabb, Convex, Interval, separation
from geometry.faulty.aabb import WrongBoxes
from geometry.primitives.aabb import AabbOverlap, Enclosed, SidesCompared, VertexTaken
from geometry.sat.closest_points import closest_points
from geometry.sat.separating_axis import Owner
from geometry.tolerance import rounding
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.projections import LANE
from viz.lesson.text import fixed

NESTED = 0.3  # between the middles: the letter of A goes towards a vertex, clear of that of B
OFF = 46.0  # pixels between the boxes and the axes
OTHERS = (-30.0, -20.0, -10.0, 10.0, 20.0, 30.0)  # degrees: other angles of A whose boxes are shown
NAMES = ((r"\mathrm{low}_{%s,%s}", 0), (r"\mathrm{high}_{%s,%s}", 1))


def corners(box: Aabb) -> list[tuple[float, float]]:
    (x0, y0), (x1, y1) = box.low.tolist(), box.high.tolist()
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The shapes, the boxes that are known, and their intervals from the comparison on."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    boxes = {each.owner: each.box for each in moment.seen if isinstance(each, Enclosed)}
    compared = [each for each in moment.seen if isinstance(each, SidesCompared)]
    for each in compared:
        shown = projections.facing_ends(each.side_a, each.side_b)
        if not isinstance(step, SidesCompared) or each is step:
            normal = np.eye(2)[each.axis]
            projections.slab(canvas, normal, shown, separation_ink(each.separation), opacity=0.16)
    if isinstance(step, AabbOverlap) and step.separation < -step.tolerance:
        low, high = np.maximum(a.bounds().low, b.bounds().low), np.minimum(a.bounds().high, b.bounds().high)
        canvas.area(corners(Aabb(low, high)), Ink.OVERLAP, opacity=0.45)
    letter = a.centroid
    if math.dist(letter, b.centroid) < NESTED:
        letter = letter + 0.7 * (a.points[0] - letter)
    marks.shape(canvas, a, Ink.A, "A", letter_at=letter)
    marks.shape(canvas, b, Ink.B, "B", numbered=False)
    if isinstance(step, VertexTaken):
        _first(canvas, step.vertex, a, b)
    if isinstance(step, Enclosed) and step.owner is Owner.A:
        _growing(canvas, moment)
    elif Owner.A in boxes:
        canvas.stroke(corners(boxes[Owner.A]), Ink.A, closed=True, line=Line.MEASURE)
    if Owner.B in boxes:
        canvas.stroke(corners(boxes[Owner.B]), Ink.B, closed=True, line=Line.END)
    if isinstance(step, Enclosed) and step.owner is Owner.B:
        _extremes(canvas, b, Ink.B)
    for owner, box in boxes.items():
        x, y = (box.low[0], box.high[1]) if owner is Owner.A else box.high.tolist()
        toward = (1.0, -0.3) if owner is Owner.A else (-1.0, 0.4)
        canvas.label(f"AABB of {owner.value}", (x, y), Ink.A if owner is Owner.A else Ink.B, toward=toward)
    if isinstance(step, Aabb):
        canvas.stroke(corners(step), Ink.EXAMINED, closed=True, line=Line.FEATURE)
        canvas.label("union", corners(step)[1], Ink.EXAMINED, toward=(-0.6, -1.0), style=TextStyle.BOLD)
        for corner, name in ((step.low, "low"), (step.high, "high")):
            canvas.dot(corner, Ink.EXAMINED)
            canvas.symbol(rf"\mathrm{{{name}}}", corner, Ink.EXAMINED, toward=corner - step.center)
    for each in compared:
        _intervals(canvas, each, boxes, is_now=each is step or isinstance(step, AabbOverlap))
    if isinstance(step, AabbOverlap):
        _gap(canvas, a, b)
    if isinstance(moment.faulty, WrongBoxes):
        _faulty(canvas, moment)


def _first(canvas: Canvas, vertex: Any, a: Convex, b: Convex) -> None:
    """Both axes, and the first vertex on them: the box is this one point."""
    low = np.minimum(a.bounds().low, b.bounds().low)
    high = np.maximum(a.bounds().high, b.bounds().high)
    for axis, n in enumerate(np.eye(2)):
        base = (low - OFF * canvas.pixel) * (1.0 - n)
        projections.axis(
            canvas, base, n, Interval(float(low[axis]) - 0.12, float(high[axis]) + 0.12), f"${'xy'[axis]}$"
        )
        foot = base + vertex[axis] * n
        canvas.stroke((vertex, foot), Ink.EXAMINED, line=Line.DASHED)
        canvas.dot(foot, Ink.EXAMINED)
        words = f"low = high = {fixed(float(vertex[axis]))}"
        canvas.label(words, foot, Ink.EXAMINED, toward=n - 1.0 if axis == 0 else n)
    canvas.dot(vertex, Ink.EXAMINED)


def _growing(canvas: Canvas, moment: Moment[Any]) -> None:
    """The box around the first vertices, as far as the clock has run; at its end the vertices that decide it, and the
    boxes of other angles."""
    a = moment.scene.a.world
    reached = moment.time * len(a.points)
    taken = a.points[: max(1, math.floor(reached + 1e-9))]
    low, high = taken.min(axis=0), taken.max(axis=0)
    if len(taken) < len(a.points):
        part, following = reached - math.floor(reached), a.points[len(taken)]
        if reached >= 1.0:
            low, high = (
                low + part * (np.minimum(low, following) - low),
                high + part * (np.maximum(high, following) - high),
            )
        canvas.dot(following, Ink.EXAMINED)
    else:
        low, high = low - a.radius, high + a.radius
        for degrees in OTHERS:
            other = moment.scene.a.turned(math.radians(degrees)).world.bounds()
            canvas.stroke(corners(other), Ink.A, closed=True, line=Line.DASHED, opacity=0.4)
        _extremes(canvas, a, Ink.A)
    canvas.stroke(corners(Aabb(low, high)), Ink.A, closed=True, line=Line.MEASURE)


def _extremes(canvas: Canvas, shape: Convex, ink: Ink) -> None:
    """The vertices that decide a side; of a rounded shape the radius from one of them to its side."""
    points = shape.points
    deciding = {int(points[:, k].argmin()) for k in (0, 1)} | {int(points[:, k].argmax()) for k in (0, 1)}
    for i in sorted(deciding):
        canvas.dot(points[i], ink)
    if shape.radius:
        start = points[int(points[:, 0].argmax())]
        measures.measure(canvas, start, start + (shape.radius, 0.0), ink)
        canvas.symbol("r", start + (shape.radius / 2.0, 0.0), ink, toward=(0.0, 1.0))


def _intervals(canvas: Canvas, compared: SidesCompared, boxes: Any, *, is_now: bool) -> None:
    """Both boxes as intervals of an axis, and what lies between their ends."""
    axis = compared.axis
    n = np.eye(2)[axis]
    low = np.minimum(boxes[Owner.A].low, boxes[Owner.B].low)
    high = np.maximum(boxes[Owner.A].high, boxes[Owner.B].high)
    base = (low - OFF * canvas.pixel) * (1.0 - n)
    side = 1.0 if axis == 0 else -1.0  # bars of A towards the boxes
    span = Interval(float(low[axis]) - 0.12, float(high[axis]) + 0.12)
    projections.axis(canvas, base, n, span, f"${'xy'[axis]}$")
    for interval, ink, lane in ((compared.side_a, Ink.A, LANE), (compared.side_b, Ink.B, -LANE)):
        projections.projection(canvas, base, n, interval, ink, lane=side * lane)
    ink = separation_ink(compared.separation)
    shown = projections.facing_ends(compared.side_a, compared.side_b)
    away = -(1.0 - n)
    if is_now:
        for interval, owner, tint, lane in ((compared.side_a, "A", Ink.A, 1.0), (compared.side_b, "B", Ink.B, 2.0)):
            for (name, end), value in zip(NAMES, (interval.low, interval.high), strict=True):
                at = base + value * n + (0.0 if lane == 1.0 else 2.0 * LANE * canvas.pixel) * away
                canvas.symbol(name % (owner, "xy"[axis]), at, tint, toward=away + (0.3 * (1.0 if end else -1.0)) * n)
    middle = base + (shown.low + shown.high) / 2.0 * n + 14.0 * side * canvas.pixel * (1.0 - n)
    words = f"$s_{'xy'[axis]}$ = {fixed(compared.separation)}"
    canvas.label(words, middle, ink, toward=side * (1.0 - n), style=TextStyle.BOLD)


def _gap(canvas: Canvas, a: Convex, b: Convex) -> None:
    """The shortest line between shapes that are apart: between their cores, without the radii."""
    gap = separation(a, b)
    if gap > rounding(a, b):
        cores = closest_points(a, b)
        way = cores.on_b - cores.on_a
        n = way / math.hypot(*way)
        start, end = cores.on_a + a.radius * n, cores.on_b - b.radius * n
        canvas.stroke((start, end), Ink.GAP, line=Line.FEATURE)
        words, middle = f"gap {fixed(gap)}", (start + end) / 2.0
        canvas.label(words, middle, Ink.GAP, toward=(1.0, -1.0), style=TextStyle.PILL, leader=True)


def _faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The box that the rule goes by, and what it says."""
    faulty = moment.faulty
    found = moment.trace.result.overlap
    is_wrong = faulty.hit is not (found.separation <= found.tolerance)
    told = "hit" if faulty.hit else f"gap {fixed(faulty.separation)}: no hit"
    if moment.compare == "stale box":
        canvas.stroke(corners(faulty.box), Ink.FAULTY, closed=True, line=Line.DOTTED)
        canvas.label(f"old box: {told}", corners(faulty.box)[3], Ink.FAULTY, toward=(1.0, 1.0))
    elif is_wrong:
        b = moment.scene.b.world.bounds()
        canvas.stroke(corners(b), Ink.FAULTY, closed=True, line=Line.DOTTED)
        canvas.label(f"one axis overlaps: {told}", corners(b)[3], Ink.FAULTY, toward=(1.0, 1.0))
