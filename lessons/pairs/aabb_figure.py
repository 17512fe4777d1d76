"""The figure of boxes around shapes: both boxes, and their intervals on the x axis and on the y axis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from geometry import Aabb, Convex, Interval, Vector, separation
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
WIDE, HIGH = 76.0, 26.0  # pixels between two lines for words between them, side by side and one above the other
TICK = 4.0  # pixels: half of a tick of an axis
SAME = 1e-9  # world length: two places, or two lengths, that are one
PAST = 0.35  # opacity of a bar that another step is about
AXES = "xy"
INKS = {Owner.A: Ink.A, Owner.B: Ink.B}


def corners(box: Aabb) -> list[tuple[float, float]]:
    (x0, y0), (x1, y1) = box.low.tolist(), box.high.tolist()
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The shapes, the boxes that are known, and their intervals on both axes."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    boxes = {each.owner: each.box for each in moment.seen if isinstance(each, Enclosed)}
    compared = [each for each in moment.seen if isinstance(each, SidesCompared)]
    for each in compared:
        if not isinstance(step, SidesCompared) or each is step:
            shown, opacity = projections.facing_ends(each.side_a, each.side_b), 0.07 if is_wrong(moment) else 0.16
            is_taken = _answers(moment, each)
            ink = Ink.FAULTY if is_taken else separation_ink(each.separation)
            projections.slab(canvas, np.eye(2)[each.axis], shown, ink, opacity=0.16 if is_taken else opacity)
    if isinstance(step, AabbOverlap) and step.separation < -step.tolerance:
        low, high = np.maximum(a.bounds().low, b.bounds().low), np.minimum(a.bounds().high, b.bounds().high)
        canvas.area(corners(Aabb(low, high)), Ink.OVERLAP, opacity=0.2 if is_wrong(moment) else 0.45)
    letter = a.centroid
    if math.dist(letter, b.centroid) < NESTED:
        letter = letter + 0.7 * (a.points[0] - letter)
    if isinstance(step, Aabb):  # below the boxes, with which it shares sides
        canvas.area(corners(step), Ink.EXAMINED, opacity=0.06)
        canvas.stroke(corners(step), Ink.EXAMINED, closed=True, line=Line.FEATURE, opacity=0.85)
    builds = isinstance(step, VertexTaken | Enclosed)
    marks.shape(canvas, a, Ink.A, "A", numbered=builds, letter_at=letter)
    marks.shape(canvas, b, Ink.B, "B", numbered=builds)
    if _builds(step, Owner.A) and not b.radius:  # what such a box is; that of a round B will be asked for
        _box(canvas, b.bounds(), Owner.B, named=True)
    if isinstance(step, Aabb):
        canvas.label("union", corners(step)[1], Ink.EXAMINED, toward=(-0.6, -1.0), style=TextStyle.BOLD)
        for corner, name in ((step.low, "low"), (step.high, "high")):
            canvas.dot(corner, Ink.EXAMINED)
            canvas.symbol(rf"\mathrm{{{name}}}", corner, Ink.EXAMINED, toward=corner - step.center)
    if isinstance(step, Enclosed) and step.owner is Owner.A:
        boxes[Owner.A] = _growing(canvas, moment)
    for owner, box in boxes.items():
        _box(canvas, box, owner, named=not isinstance(step, Aabb))
        if isinstance(step, Aabb):
            for corner, name in ((box.low, "low"), (box.high, "high")):
                canvas.symbol(rf"\mathrm{{{name}}}_{owner.value}", corner, INKS[owner], toward=box.center - corner)
                if min(math.dist(corner, other) for other in (step.low, step.high)) > SAME:
                    canvas.dot(corner, INKS[owner])
    if isinstance(step, Enclosed) and step.owner is Owner.B:
        _extremes(canvas, b, Ink.B)
    for axis in (0, 1):
        _axis(canvas, moment, axis, boxes)
    for each in compared:
        _separation(canvas, each, moment)
    if isinstance(step, AabbOverlap):
        _gap(canvas, a, b)
    if isinstance(moment.faulty, WrongBoxes):
        _faulty(canvas, moment)


def _builds(step: Any, owner: Owner) -> bool:
    """Whether a step builds the box of one of the shapes."""
    return isinstance(step, VertexTaken | Enclosed) and step.owner is owner


def _box(canvas: Canvas, box: Aabb, owner: Owner, *, named: bool) -> None:
    is_a = owner is Owner.A
    canvas.stroke(corners(box), INKS[owner], closed=True, line=Line.MEASURE if is_a else Line.END)
    at = (box.low[0], box.high[1]) if is_a else box.high.tolist()
    if named:
        canvas.label(f"AABB of {owner.value}", at, INKS[owner], toward=(1.0, -0.3) if is_a else (-1.0, 0.4))


def _axis(canvas: Canvas, moment: Moment[Any], axis: int, boxes: Mapping[Owner, Aabb]) -> None:
    """An axis below both boxes or to the left of them: the first vertex on it, later the boxes as intervals, bright
    and with the names of their ends where this step is about them."""
    step, n = moment.step, np.eye(2)[axis]
    around = moment.scene.a.world.bounds().joined(moment.scene.b.world.bounds())
    base = (around.low - OFF * canvas.pixel) * (1.0 - n)
    span = Interval(float(around.low[axis]) - 0.12, float(around.high[axis]) + 0.12)
    projections.axis(canvas, base, n, span, f"${AXES[axis]}$")
    _ticks(canvas, base, n, span)
    if isinstance(step, VertexTaken):
        foot = base + step.vertex[axis] * n
        canvas.stroke((step.vertex, foot), Ink.EXAMINED, line=Line.DASHED)
        for at in (foot, step.vertex):
            canvas.dot(at, Ink.EXAMINED)
        canvas.label(f"${AXES[axis]}$ = {fixed(float(step.vertex[axis]))}", foot, Ink.EXAMINED, toward=n - 1.0)
    intervals = {owner: Interval(float(box.low[axis]), float(box.high[axis])) for owner, box in boxes.items()}
    for owner, interval in intervals.items():
        is_compared = isinstance(step, SidesCompared) and step.axis == axis
        is_in_use = is_compared or _builds(step, owner) or isinstance(step, Aabb | AabbOverlap)
        lane = LANE * (1.0 if (axis == 0) is (owner is Owner.A) else -1.0)  # bars of A towards the boxes
        opacity = 1.0 if is_in_use else PAST
        projections.projection(canvas, base, n, interval, INKS[owner], lane=lane, opacity=opacity)
        if _builds(step, owner):
            _projectors(canvas, moment, axis, base)
            _names(canvas, base, axis, owner, interval, None)
        elif is_compared or isinstance(step, AabbOverlap):
            _names(canvas, base, axis, owner, interval, projections.facing_ends(*intervals.values()))


def _ticks(canvas: Canvas, base: Vector, n: Vector, span: Interval) -> None:
    """One a unit, and the zero with its number."""
    half = TICK * canvas.pixel * (1.0 - n)
    for k in range(math.ceil(span.low), math.floor(span.high) + 1):
        at = base + k * n
        canvas.stroke((at - half, at + half), Ink.QUIET, line=Line.THIN)
        if k == 0:
            below = at - 2.0 * LANE * canvas.pixel * (1.0 - n)
            canvas.label("0", below, Ink.QUIET, toward=n - 1.0, style=TextStyle.CAPTION)


def _projectors(canvas: Canvas, moment: Moment[Any], axis: int, base: Vector) -> None:
    """From the vertices that decide both ends of a finished interval to the axis."""
    step, n = moment.step, np.eye(2)[axis]
    shape = (moment.scene.a if step.owner is Owner.A else moment.scene.b).world
    if shape.radius or (step.owner is Owner.A and moment.time < 1.0):
        return
    values = shape.points[:, axis]
    for i in (int(values.argmin()), int(values.argmax())):
        canvas.stroke((shape.points[i], base + values[i] * n), INKS[step.owner], line=Line.DASHED, opacity=0.7)


def _names(
    canvas: Canvas, base: Vector, axis: int, owner: Owner, interval: Interval, between: Interval | None
) -> None:
    """The symbols of both ends of a bar; of two bars outside of what lies `between` them, whose borders run there."""
    n = np.eye(2)[axis]
    off = (0.0 if owner is Owner.A and axis == 0 else 2.0 * LANE) * canvas.pixel
    whose = AXES[axis] if between is None else f"{owner.value},{AXES[axis]}"
    for word, value, outward in (("low", interval.low, -1.0), ("high", interval.high, 1.0)):
        way = outward
        if between is not None and value in (between.low, between.high):
            way = 1.0 if value == between.high else -1.0
        at = base + value * n - off * (1.0 - n)
        canvas.symbol(rf"\mathrm{{{word}}}_{{{whose}}}", at, INKS[owner], toward=way * n - (1.0 - n))


def is_nested(compared: SidesCompared) -> bool:
    """Whether one interval holds the other: then the way out is longer than what they share."""
    a, b = compared.side_a, compared.side_b
    return (a.low < b.low and b.high < a.high) or (b.low < a.low and a.high < b.high)


def _separation(canvas: Canvas, compared: SidesCompared, moment: Moment[Any]) -> None:
    """Between the ends that face each other, or beside where that is narrow; at the end the greater one is s."""
    axis, s, step = compared.axis, compared.separation, moment.step
    n, side = np.eye(2)[axis], 1.0 if axis == 0 else -1.0
    shown = projections.facing_ends(compared.side_a, compared.side_b)
    around = moment.scene.a.world.bounds().joined(moment.scene.b.world.bounds())
    base = (around.low - OFF * canvas.pixel) * (1.0 - n)
    is_verdict = isinstance(step, AabbOverlap)
    is_greatest = is_verdict and step.axis == axis
    words = f"{'$s$ = ' if is_greatest else ''}$s_{AXES[axis]}$ = {fixed(s)}"
    room = (HIGH if axis else WIDE * (1.5 if is_greatest else 1.0)) * canvas.pixel
    is_narrow = shown.length < room
    at = base + (shown.high if is_narrow else (shown.low + shown.high) / 2.0) * n
    toward = side * (1.0 - n) + (n if is_narrow else 0.0)
    style = TextStyle.LABEL if is_verdict and not is_greatest else TextStyle.BOLD
    canvas.label(words, at + 14.0 * side * canvas.pixel * (1.0 - n), separation_ink(s), toward=toward, style=style)


def _growing(canvas: Canvas, moment: Moment[Any]) -> Aabb:
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
    return Aabb(low, high)


def _extremes(canvas: Canvas, shape: Convex, ink: Ink) -> None:
    """The vertices that decide a side; of a rounded shape the radius from one of them to its side."""
    points = shape.points
    deciding = {int(points[:, k].argmin()) for k in (0, 1)} | {int(points[:, k].argmax()) for k in (0, 1)}
    for i in sorted(deciding):
        canvas.dot(points[i], ink)
    if len(points) == 1:
        canvas.symbol("c", points[0], ink, toward=(0.0, -1.0))
    if shape.radius:
        for way, far in ((1.0, points[:, 0].argmax()), (-1.0, points[:, 0].argmin())):
            start, by = points[int(far)], np.array((way * shape.radius, 0.0))
            measures.measure(canvas, start, start + by, ink)
            canvas.symbol("r", start + by / 2.0, ink, toward=(0.0, 1.0))


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


def is_wrong(moment: Moment[Any]) -> bool:
    """Whether another rule runs, and says something else about the boxes."""
    found = moment.trace.result.overlap
    is_hit = bool(found.separation <= found.tolerance)
    return isinstance(moment.faulty, WrongBoxes) and moment.faulty.hit is not is_hit


def is_told(moment: Moment[Any]) -> bool:
    """Whether the axis that the other rule answers by has been compared."""
    seen = [each for each in moment.seen if isinstance(each, SidesCompared)]
    if moment.compare == "stale box":
        return len(seen) > (0 if moment.faulty.hit else _widest(moment.faulty.box, moment.scene.b.world.bounds())[0])
    return any(each.separation <= each.tolerance for each in seen) or len(seen) == 2


def _answers(moment: Moment[Any], compared: SidesCompared) -> bool:
    """Whether the rule that asks for one axis takes the overlap on this one for a hit, wrongly."""
    is_either = moment.compare == "either axis is enough" and is_wrong(moment)
    return is_either and compared.separation <= compared.tolerance


def _widest(a: Aabb, b: Aabb) -> tuple[int, float, float]:
    """The axis of the wider gap between two boxes, x where both are as wide, and the gap on it."""
    found = []
    for k in (0, 1):
        ends = (float(a.high[k]), float(b.low[k])), (float(b.high[k]), float(a.low[k]))
        found.append(max(ends, key=lambda each: each[1] - each[0]))
    widths = [end - start for start, end in found]
    axis = int(widths[1] > widths[0] + SAME)
    return axis, *found[axis]


def _faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The box that the rule goes by, and what it says."""
    faulty = moment.faulty
    told = "a hit" if faulty.hit else f"a gap of {fixed(faulty.separation)}"
    if moment.compare == "stale box":
        canvas.stroke(corners(faulty.box), Ink.FAULTY, closed=True, line=Line.DOTTED)
        words, b = f"old box: {told}", moment.scene.b.world.bounds()
        if faulty.hit or not is_told(moment):
            words = words if is_told(moment) else "old box"
            canvas.label(words, corners(faulty.box)[3], Ink.FAULTY, toward=(1.0, 1.0))
            return
        axis, start, end = _widest(faulty.box, b)
        n = np.eye(2)[axis]
        middle = b.center * (1.0 - n)
        measures.measure(canvas, middle + start * n, middle + end * n, Ink.FAULTY)
        at = middle + 0.5 * (start + end) * n
        canvas.label(words, at, Ink.FAULTY, toward=1.0 - n, style=TextStyle.BOLD)
    for each in moment.seen:
        if isinstance(each, SidesCompared) and _answers(moment, each):
            ends, n = projections.facing_ends(each.side_a, each.side_b), np.eye(2)[each.axis]
            around = moment.scene.a.world.bounds().joined(moment.scene.b.world.bounds())
            at = ends.low * n + around.high * (1.0 - n)
            words = f"overlap on {AXES[each.axis]}: {told}"
            canvas.label(words, at, Ink.FAULTY, toward=1.0 - 2.0 * n, style=TextStyle.BOLD)
