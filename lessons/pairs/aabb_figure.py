"""The figure of boxes around shapes: both boxes, and their intervals on the x axis and on the y axis."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry import Aabb, Convex, Interval, Vector, separation
from geometry.faulty.aabb import WrongBoxes
from geometry.feature import FeatureKind, FeatureRef
from geometry.primitives.aabb import AabbOverlap, Enclosed, SidesCompared, VertexTaken
from geometry.sat.closest_points import closest_points
from geometry.sat.separating_axis import Owner
from geometry.shape import boundary
from geometry.tolerance import rounding
from geometry.vector import Points
from lessons.pairs.aabb_asked import little_turned
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.projections import LANE
from viz.lesson.text import fixed

MOST_NAMED = 12  # vertices
NESTED = 0.3  # between the middles: the letter of A goes towards a vertex, clear of that of B
OFF = 44.0  # pixels between the boxes and the axes
WIDE, HIGH = 76.0, 26.0  # pixels between two lines for words between them, side by side and one above the other
PAST_NUMBERS = 40.0  # pixels from the y axis to the left, clear of its numbers
TICK = 4.0  # pixels: half of a tick of an axis
STRUCK = 11.0, 9.0  # pixels along each axis from the end of a bar, where its line would strike a number
TALL = 56.0  # pixels from the x axis down to below the names of the ends
NAMES_OFF = 21.0  # pixels between the bars and the names of their ends: past the numbers of the ticks
WAY = 22.0  # pixels from an axis: where the length is measured by which one box leaves the other
PAST_END = 0.4  # world length that the x axis goes on, clear of the names of the bars' ends
SAME = 1e-9  # world length: two places, or two lengths, that are one
PAST = 0.35  # opacity of a bar that another step is about
AXES, SO_FAR = "xy", "box so far"
STALE, EITHER = "stale box", "either axis is enough"
INKS = {Owner.A: Ink.A, Owner.B: Ink.B}


def corners(box: Aabb) -> list[Pair]:
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
            is_quiet = is_wrong(moment) or isinstance(step, AabbOverlap)  # at the end the cell counts
            is_taken = _answers(moment, each)
            ink = Ink.FAULTY if is_taken else separation_ink(each.separation)
            opacity = 0.07 if is_quiet and not is_taken else 0.16
            projections.slab(canvas, np.eye(2)[each.axis], _band(each), ink, opacity=opacity)
    if isinstance(step, AabbOverlap) and step.separation < -step.tolerance:
        low, high = np.maximum(a.bounds().low, b.bounds().low), np.minimum(a.bounds().high, b.bounds().high)
        canvas.area(corners(Aabb(low, high)), Ink.OVERLAP, opacity=0.2 if is_wrong(moment) else 0.45)
    letter = a.centroid
    if math.dist(letter, b.centroid) < NESTED:
        letter = letter + 0.8 * (a.points[0] - letter)
    if isinstance(step, Aabb):  # below the boxes, with which it shares sides
        canvas.area(corners(step), Ink.EXAMINED, opacity=0.06)
        canvas.stroke(corners(step), Ink.EXAMINED, closed=True, line=Line.FEATURE, opacity=0.85)
    marks.shape(canvas, a, Ink.A, "A", numbered=False, letter_at=letter)
    marks.shape(canvas, b, Ink.B, "B", numbered=False)
    if _builds(step, Owner.A):
        _name_vertices(canvas, a)
    if isinstance(step, Aabb):
        canvas.label("union", corners(step)[1], Ink.EXAMINED, toward=(-0.6, -1.0), style=TextStyle.BOLD)
        for corner, name in ((step.low, "low"), (step.high, "high")):
            canvas.dot(corner, Ink.EXAMINED)
            canvas.symbol(rf"\mathrm{{{name}}}", corner, Ink.EXAMINED, toward=corner - step.center)
    if isinstance(step, VertexTaken):
        boxes[Owner.A] = growing(moment, Aabb(step.low, step.high))
        taken = a.points[: step.index + 1]
        for i in _deciding(taken):
            canvas.dot(taken[i], Ink.A)
    elif _builds(step, Owner.A):
        boxes[Owner.A] = growing(moment, boxes[Owner.A])
        if moment.time == 1.0:
            _finished(canvas, moment, scene.a, Ink.A)
    for owner, box in boxes.items():
        name = "" if isinstance(step, Aabb) else SO_FAR if _is_growing(moment) else f"AABB of {owner.value}"
        _box(canvas, box, owner, name)
        if isinstance(step, Aabb):
            for corner, name in ((box.low, "low"), (box.high, "high")):
                canvas.symbol(rf"\mathrm{{{name}}}_{owner.value}", corner, INKS[owner], toward=box.center - corner)
                if min(math.dist(corner, other) for other in (step.low, step.high)) > SAME:
                    canvas.dot(corner, INKS[owner])
    if isinstance(step, Enclosed) and step.owner is Owner.B:
        _finished(canvas, moment, scene.b, Ink.B)
    for axis in (0, 1):
        _axis(canvas, moment, axis, boxes)
    for each in compared:
        _separation(canvas, each, moment)
    if isinstance(step, AabbOverlap) and (is_wrong(moment) or step.separation <= step.tolerance):
        _gap(canvas, a, b)  # where the boxes are apart it is not asked for
    if isinstance(moment.faulty, WrongBoxes):
        _faulty(canvas, moment)


def _name_vertices(canvas: Canvas, a: Convex) -> None:
    """Outside, in full size: the steps tell them by their numbers."""
    for i, vertex in enumerate(a.points) if 2 < len(a.points) <= MOST_NAMED else ():
        feature = FeatureRef("A", FeatureKind.VERTEX, i)
        canvas.label(f"v{i}", vertex, Ink.A, toward=vertex - a.centroid, feature=feature)


def _builds(step: Any, owner: Owner) -> bool:
    """Whether a step builds the box of one of the shapes."""
    return isinstance(step, VertexTaken | Enclosed) and step.owner is owner


def _is_growing(moment: Moment[Any]) -> bool:
    """Whether the box of A, the only one that is drawn, is not yet its AABB."""
    return isinstance(moment.step, VertexTaken) or (_builds(moment.step, Owner.A) and moment.time < 1.0)


def _box(canvas: Canvas, box: Aabb, owner: Owner, name: str) -> None:
    is_a = owner is Owner.A
    canvas.stroke(corners(box), INKS[owner], closed=True, line=Line.END if name == SO_FAR else Line.MEASURE)
    if name == SO_FAR:  # at a side, clear of the rings of the vertices
        canvas.area(corners(box), INKS[owner], opacity=0.1)
        canvas.label(name, box.low + (0.3 * box.extent[0], 0.0), INKS[owner], toward=(0.0, 1.0))
    elif name:
        canvas.label(name, corners(box)[3 if is_a else 2], INKS[owner], toward=(1.0, -0.3) if is_a else (-1.0, 0.4))


def _axis(canvas: Canvas, moment: Moment[Any], axis: int, boxes: Mapping[Owner, Aabb]) -> None:
    """An axis below both boxes or to the left of them: the first vertex on it, later the boxes as intervals, bright
    and with the names of their ends where this step is about them."""
    step, n = moment.step, np.eye(2)[axis]
    around = _around(moment)
    base = (around.low - OFF * canvas.pixel) * (1.0 - n)
    span = Interval(float(around.low[axis]) - 0.12, float(around.high[axis]) + (PAST_END if axis == 0 else 0.12))
    projections.axis(canvas, base, n, span)
    canvas.label(f"${AXES[axis]}$", base + span.high * n, Ink.QUIET, toward=n, style=TextStyle.CAPTION, fixed=True)
    if isinstance(step, VertexTaken):
        foot = base + step.vertex[axis] * n
        taken = moment.scene.a.world.points[: step.index + 1]
        for end in (taken[:, axis].argmin(), taken[:, axis].argmax()) if step.index else ():  # both ends of the bar
            canvas.stroke((taken[end], base + taken[end][axis] * n), Ink.A, line=Line.DASHED, opacity=0.7)
        canvas.stroke((step.vertex, foot), Ink.EXAMINED, line=Line.DASHED)
        for at in (foot, step.vertex):
            canvas.dot(at, Ink.EXAMINED)
        if not step.index:  # of a circle its centre: all that is known
            canvas.label(f"${AXES[axis]}$ = {fixed(float(step.vertex[axis]))}", foot, Ink.EXAMINED, toward=n - 1.0)
            return
    struck: list[float] = []
    intervals = {owner: Interval(float(box.low[axis]), float(box.high[axis])) for owner, box in boxes.items()}
    for owner, interval in intervals.items():
        is_compared = isinstance(step, SidesCompared) and step.axis == axis
        is_in_use = is_compared or _builds(step, owner) or isinstance(step, Aabb | AabbOverlap)
        lane = LANE * (1.0 if (axis == 0) is (owner is Owner.A) else -1.0)  # bars of A towards the boxes
        opacity = 1.0 if is_in_use else PAST
        projections.projection(canvas, base, n, interval, INKS[owner], lane=lane, opacity=opacity)
        between = None
        if _builds(step, owner):
            if isinstance(step, Enclosed):
                _projectors(canvas, moment, axis, base)
        elif is_compared or isinstance(step, AabbOverlap):
            between = projections.facing_ends(*intervals.values())
        else:
            continue
        ends = _ends(interval, between)
        struck += [end.value for end in ends]
        if between is not None and isinstance(step, AabbOverlap):  # only the two that make s
            ends = [end for end in ends if step.axis == axis and end.value in (between.low, between.high)]
        _names(canvas, base, axis, owner, ends, _is_growing(moment))
    _ticks(canvas, base, axis, Interval(span.low, float(around.high[axis]) + 0.12), struck)


def _around(moment: Moment[Any]) -> Aabb:
    """Everything that the axes keep clear of: both boxes, and that of another rule."""
    around: Aabb = moment.scene.a.world.bounds().joined(moment.scene.b.world.bounds())
    is_stale = moment.compare == STALE and isinstance(moment.faulty, WrongBoxes)
    return around.joined(moment.faulty.box) if is_stale else around


def _ticks(canvas: Canvas, base: Vector, axis: int, span: Interval, struck: Sequence[float]) -> None:
    """One a unit, with its number close to the axis; beside its tick where a bar's line would strike it."""
    n, room = np.eye(2)[axis], STRUCK[axis] * canvas.pixel
    half = TICK * canvas.pixel * (1.0 - n)
    for k in range(math.ceil(span.low), math.floor(span.high) + 1):
        at = base + k * n
        canvas.stroke((at - half, at + half), Ink.QUIET, line=Line.THIN)
        near = [value for value in struck if abs(k - value) < room]
        beside = near[0] + (room if k - near[0] > -SAME else -room) if near else k
        if any(abs(beside - value) < room - SAME for value in struck):
            continue  # no room on either side
        below = base + beside * n - 2.0 * LANE * canvas.pixel * (1.0 - n)
        canvas.label(f"{k}".replace("-", "−"), below, Ink.QUIET, toward=n - 1.0, style=TextStyle.CAPTION, fixed=True)


def _projectors(canvas: Canvas, moment: Moment[Any], axis: int, base: Vector) -> None:
    """From the vertices that decide both ends of a finished interval to the axis."""
    step, n = moment.step, np.eye(2)[axis]
    shape = (moment.scene.a if step.owner is Owner.A else moment.scene.b).world
    if shape.radius or (step.owner is Owner.A and moment.time < 1.0):
        return
    values = shape.points[:, axis]
    for i in (int(values.argmin()), int(values.argmax())):
        canvas.stroke((shape.points[i], base + values[i] * n), INKS[step.owner], line=Line.DASHED, opacity=0.7)


class End(NamedTuple):
    """One end of a bar, and on which side of it its name stands."""

    word: str
    value: float
    way: float


def _ends(interval: Interval, between: Interval | None) -> list[End]:
    """Both ends of a bar, named on its outer sides; of two bars outside of what lies `between` them, whose borders
    run there."""
    found = []
    for word, value, way in (("low", interval.low, -1.0), ("high", interval.high, 1.0)):
        if between is not None and value in (between.low, between.high):
            way = 1.0 if value == between.high else -1.0
        found.append(End(word, value, way))
    return found


def _names(canvas: Canvas, base: Vector, axis: int, owner: Owner, ends: Sequence[End], so_far: bool) -> None:
    """The names of both ends of a bar, each at a line from its end; the symbols are those of finished boxes."""
    n, whose = np.eye(2)[axis], f"{owner.value},{AXES[axis]}"
    if axis == 0:  # they stand inside of the pane as a whole
        canvas.area((base + n, base - n, base - TALL * canvas.pixel * (1.0 - n)), INKS[owner], opacity=0.0)
    off = (2.0 * LANE + NAMES_OFF) * canvas.pixel
    for word, value, way in ends:
        at = base + value * n - off * (1.0 - n)
        canvas.stroke((base + value * n, at), INKS[owner], line=Line.THIN)
        name = f"{word} {fixed(value)}" if so_far else rf"$\mathrm{{{word}}}_{{{whose}}}$"
        canvas.label(name, at, INKS[owner], toward=way * n - (1.0 - n))


def nested(compared: SidesCompared) -> str:
    """The outer and the inner one, where one interval contains the other: then the way out is longer than what they
    share."""
    a, b = compared.side_a, compared.side_b
    if a.low < b.low and b.high < a.high:
        return "AB"
    return "BA" if b.low < a.low and a.high < b.high else ""


def _band(compared: SidesCompared) -> Interval:
    """What a comparison is about: the gap, or what both intervals have in common."""
    a, b = compared.side_a, compared.side_b
    if nested(compared):
        return Interval(max(a.low, b.low), min(a.high, b.high))
    return projections.facing_ends(a, b)


def _separation(canvas: Canvas, compared: SidesCompared, moment: Moment[Any]) -> None:
    """Between the ends that face each other, or beside where that is narrow; at the end the greater one is s."""
    axis, s, step = compared.axis, compared.separation, moment.step
    n, side = np.eye(2)[axis], 1.0 - 2.0 * axis
    shown = projections.facing_ends(compared.side_a, compared.side_b)
    base = (_around(moment).low - OFF * canvas.pixel) * (1.0 - n)
    is_verdict = isinstance(step, AabbOverlap)
    is_greatest = is_verdict and step.axis == axis
    words = f"{'$s$ = ' if is_greatest else ''}$s_{AXES[axis]}$ = {fixed(s)}"
    room = (HIGH if axis else WIDE * (1.1 if is_greatest else 1.0)) * canvas.pixel
    is_narrow = shown.length < room
    at = base + (shown.high if is_narrow else (shown.low + shown.high) / 2.0) * n
    toward = side * (1.0 - n) + (n if is_narrow else 0.0)
    style = TextStyle.LABEL if is_verdict and not is_greatest else TextStyle.BOLD
    off = PAST_NUMBERS if axis else WAY if nested(compared) else 14.0
    if nested(compared):  # the way out is longer than what both have in common
        beside = WAY * canvas.pixel * (1.0 - n)
        measures.measure(canvas, base + shown.low * n + beside, base + shown.high * n + beside, separation_ink(s))
    canvas.label(words, at + off * side * canvas.pixel * (1.0 - n), separation_ink(s), toward=toward, style=style)


def taken_before(moment: Moment[Any]) -> tuple[int, Aabb]:
    """The last vertex of A before this step, and the box up to it."""
    before = moment.trace.steps[moment.index - 1] if moment.index else None
    k = before.index if isinstance(before, VertexTaken) else 0
    seen = moment.scene.a.world.points[: k + 1]
    return k, Aabb(seen.min(axis=0), seen.max(axis=0))


def growing(moment: Moment[Any], box: Aabb) -> Aabb:
    """The box of A on its way from the vertices before this step."""
    (_, old), t = taken_before(moment), moment.time
    return Aabb(old.low + t * (box.low - old.low), old.high + t * (box.high - old.high))


def _finished(canvas: Canvas, moment: Moment[Any], body: Any, ink: Ink) -> None:
    """The vertices that decide a box, and the shape at another angle in its box, unless one of them is asked for; the
    box of a circle is the same at all of them."""
    if not moment.is_open and len(body.world.points) > 1:
        other = little_turned(body)
        box = corners(other.bounds())
        for ring in (boundary(other, 1e-2), box):
            canvas.stroke(ring, ink, closed=True, line=Line.DASHED, opacity=0.7)
        canvas.label("at another angle", box[1], Ink.QUIET, toward=(-0.4, -1.0), style=TextStyle.CAPTION)
    _extremes(canvas, body.world, ink)


def _deciding(points: Points) -> list[int]:
    """The vertices that decide a side of the box around them."""
    return sorted({int(points[:, k].argmin()) for k in (0, 1)} | {int(points[:, k].argmax()) for k in (0, 1)})


def _extremes(canvas: Canvas, shape: Convex, ink: Ink) -> None:
    """The vertices that decide a side; of a rounded shape the radius from one of them to its side."""
    points = shape.points
    for i in _deciding(points):
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
        canvas.label(words, middle, Ink.GAP, toward=(1.0, -0.4), style=TextStyle.PILL, leader=True)


def is_wrong(moment: Moment[Any]) -> bool:
    """Whether another rule runs, and says something else about the boxes."""
    found = moment.trace.result.overlap
    is_hit = bool(found.separation <= found.tolerance)
    return isinstance(moment.faulty, WrongBoxes) and moment.faulty.hit is not is_hit


def is_told(moment: Moment[Any]) -> bool:
    """Whether the axis that the other rule answers by has been compared."""
    seen = [each for each in moment.seen if isinstance(each, SidesCompared)]
    if moment.compare == STALE:
        return len(seen) > (0 if moment.faulty.hit else _widest(moment.faulty.box, moment.scene.b.world.bounds())[0])
    return any(each.separation <= each.tolerance for each in seen) or len(seen) == 2


def _answers(moment: Moment[Any], compared: SidesCompared) -> bool:
    """Whether the rule that asks for one axis takes the overlap on this one for a hit, wrongly."""
    return moment.compare == EITHER and is_wrong(moment) and bool(compared.separation <= compared.tolerance)


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
    if moment.compare == STALE:
        canvas.stroke(corners(faulty.box), Ink.FAULTY, closed=True, line=Line.DOTTED)
        if not is_told(moment):
            canvas.label("old box of A", corners(faulty.box)[1], Ink.QUIET, toward=(1.0, 0.3))
            return
        words, b = f"old box: {told}", moment.scene.b.world.bounds()
        if faulty.hit:
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
            around = _around(moment)
            at = ends.low * n + around.high * (1.0 - n)
            words = f"overlap on {AXES[each.axis]}: {told}"
            canvas.label(words, at, Ink.FAULTY, toward=1.0 - 2.0 * n, style=TextStyle.BOLD)
