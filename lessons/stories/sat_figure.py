"""The picture of a separating axis test: both shapes, and beside them one candidate axis with both projections."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from geometry import Convex, Interval, point
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.containment import contains
from geometry.sat.closest_points import ClosestPoints, closest_points
from geometry.sat.separating_axis import AxisSkipped, AxisTested, Decided
from geometry.sat.support import ends_along, furthest
from geometry.tolerance import PARALLEL
from lessons.stories.sat_labels import clear_names, clear_numbers
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import midway, pitch
from viz.lesson.text import fixed

CLEARANCE, OVER = 34.0, 12.0  # pixels from the shapes to the axis beside them; from them to the slab's other end
WIDE = 0.7  # the width from which on a slab is paler
FAR = 30.0  # pixels from the axis to the end of the slab, beyond both bars
BEYOND = 30.0  # pixels from the last bar to the head of the axis
ZERO, LONG = (
    13.0,
    20.0,
)  # half the length of the mark at a whole number, in pixels; of the one at 0, on its number's side
PILL = 30.0, 60.0  # pixels from the middle of s's number to what is clear of it: along a steep axis, along others
END = 24.0  # pixels from an end of s to what is clear of its number
STEEP_LEAN = 0.9  # of a number beside such an axis, away from it
STEEP = 0.6  # an axis whose direction has less than this x stands at the left of the shapes, else below them
OUTWARD = 34.0  # pixels: an edge's outward normal where n is its opposite
SHORT = 0.7  # half of it is the share of the narrower shape that n's arrow takes at most
SYMBOL, APART = 62.0, 56.0  # pixels from an edge to the symbol of n, and from there to a letter
NAME = 36.0  # pixels from an edge to the middle of its name


class Laid(NamedTuple):
    """An axis as it is drawn: along n, from A to B, beside the shapes."""

    n: Pair
    aside: Pair  # the unit vector from the shapes to the axis: downwards, or to the left
    a: Interval
    b: Interval
    reach: float  # of the shapes along `aside`
    behind: float  # against it, of the vertices between the projections' ends: so far the slab goes
    front: float  # of the same along it

    def at(self, u: float, off: float) -> Pair:
        """The point at u on the line that lies `off` along `aside`."""
        return u * self.n[0] + off * self.aside[0], u * self.n[1] + off * self.aside[1]

    @property
    def span(self) -> Pair:
        return min(self.a.low, self.b.low), max(self.a.high, self.b.high)


def laid(a: Convex, b: Convex, n: Pair) -> Laid:
    """Both projections along a unit vector, and where its axis is drawn."""
    x, y = n
    aside = (y, -x) if (x > 0.0 if abs(x) >= STEEP else y < 0.0) else (-y, x)
    on_a, on_b = Interval(*ends_along(a, x, y)), Interval(*ends_along(b, x, y))
    slab, heights, depths = projections.facing_ends(on_a, on_b), [], []
    for shape in (a, b):
        low, high = slab.low - shape.radius - 1e-9, slab.high + shape.radius + 1e-9
        inside = [(px, py) for px, py in shape.points_xy if low <= px * x + py * y <= high]
        heights += [shape.radius - px * aside[0] - py * aside[1] for px, py in inside]
        depths += [shape.radius + px * aside[0] + py * aside[1] for px, py in inside]
    reach = max(ends_along(a, *aside)[1], ends_along(b, *aside)[1])
    return Laid(n, aside, on_a, on_b, reach, max(heights), max(depths))


def shapes_of(moment: Moment[Any]) -> tuple[Convex, Convex]:
    return moment.scene.a.world, moment.scene.b.world


def shown(moment: Moment[Any]) -> AxisTested:
    """The test that the figure shows: of a skipped axis the one that it repeats, at the end the best."""
    step = moment.step
    if isinstance(step, AxisSkipped):
        return next(t for t in moment.trace if isinstance(t, AxisTested) and t.axis is step.same_as)
    best: AxisTested = step if isinstance(step, AxisTested) else step.best_so_far
    return best


def measured(tested: AxisTested) -> float:
    """The separation s that is told: 0 where rounding cannot tell it from touching."""
    return 0.0 if tested.is_touching else tested.separation


def named_edge(tested: AxisTested) -> FeatureRef | None:
    """The facing edge; where none faces the one that offers the axis; None for an axis that no edge offers."""
    axis = tested.axis
    return tested.facing or (None if axis.edge is None else FeatureRef(axis.owner.value, FeatureKind.EDGE, axis.edge))


def repeated(moment: Moment[Any], skipped: AxisSkipped) -> list[tuple[FeatureRef, FeatureRef]]:
    """The edges whose axes are not tested again, those since the step before, each with the one that was named when
    its axis was tested: of two parallel ones that which was not named comes first."""
    before, axis = moment.trace[moment.index - 1].axis, skipped.axis
    start = (before.edge or 0) + 1 if before.owner is axis.owner else 0
    shape: Convex = getattr(moment.scene, axis.owner.value.lower()).world
    pairs = []
    for i in range(start, (axis.edge or 0) + 1):
        x, y = shape.normals_xy[i]
        tested = next(t for t in moment.seen if isinstance(t, AxisTested) and is_along(t, x, y))
        edge, named = FeatureRef(axis.owner.value, FeatureKind.EDGE, i), named_edge(tested)
        assert named is not None
        if edge == named:
            edge = FeatureRef(tested.axis.owner.value, FeatureKind.EDGE, tested.axis.edge or 0)
        pairs.append((edge, named))
    return pairs


def is_along(tested: AxisTested, x: float, y: float) -> bool:
    """Whether a unit vector offers the axis that was tested."""
    u, v = tested.axis.direction_xy
    return abs(u * y - v * x) <= PARALLEL


def joined(moment: Moment[Any], tested: AxisTested) -> str:
    """What the axis of the closest points joins."""
    (a, b), (x, y) = shapes_of(moment), tested.normal_xy
    for shape, other, sign in ((a, b, 1.0), (b, a, -1.0)):
        if len(shape.points_xy) > 2 and shape.radius == 0.0 and len(other.points_xy) == 1:
            return f"vertex {furthest(shape, sign * x, sign * y)[0]} to centre"
    return "closest points"


def _circle(a: Convex, b: Convex) -> Convex | None:
    """The one circle beside a shape with sharp corners."""
    for shape, other in ((a, b), (b, a)):
        if len(shape.points_xy) > 2 and shape.radius == 0.0 and len(other.points_xy) == 1:
            return other
    return None


def draw(canvas: Canvas, moment: Moment[Any], *, is_n_clear: bool = False) -> None:
    """One step. `is_n_clear`: the direction of a circle's own axis stands beside the gap, not on the line that it
    follows."""
    a, b = shapes_of(moment)
    tested, step = shown(moment), moment.step
    for shape, shape_ink, owner in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        letter = _letter_at(canvas, moment, shape, b if owner == "A" else a)
        marks.shape(canvas, shape, shape_ink, owner, letter_at=letter)
    axis, found = laid(a, b, tested.normal_xy), measured(tested)
    off = axis.reach + CLEARANCE * canvas.pixel
    _draw_axis(canvas, (a, b), axis, off, separation_ink(found))
    _draw_ends(canvas, axis, off, found)
    if isinstance(step, AxisSkipped) and step.axis.edge is not None:
        pairs = repeated(moment, step)
        for again, named in pairs:  # the axis that is drawn is the last one's
            first = f"edge {named.index}" if named.owner == again.owner else str(named)
            n = axis.n if again == pairs[-1][0] else None
            _draw_edge(canvas, moment, again, n, f"edge {again.index}: same axis as {first}")
    elif (edge := named_edge(tested)) is not None:
        name, ink = str(edge), Ink.ANSWER if isinstance(step, Decided) else Ink.EXAMINED
        if tested.facing is None:
            name = f"{edge} faces away"
        _draw_edge(canvas, moment, edge, axis.n, name, ink)
    elif (pair := tested.axis.closest) is not None:
        p, q = _surface(a, b, pair, axis.n)
        ink = Ink.ANSWER if isinstance(step, Decided) else Ink.EXAMINED
        canvas.stroke((p, q), ink, line=Line.FEATURE)
        canvas.label(joined(moment, tested), p, ink, toward=axis.aside, style=TextStyle.BOLD, leader=True)
        start = axis.at((axis.a.high + axis.b.low) / 2.0, -axis.behind - OVER * canvas.pixel)  # clear of the points
        if (circle := _circle(a, b)) is not None:  # on the line to its centre
            centre = circle.points_xy[0]
            start = start if is_n_clear else q if circle is b else centre
            canvas.stroke((q if circle is b else p, centre), ink, line=Line.MEASURE)
            canvas.dot(centre, ink)
        measures.unit_arrow(canvas, start, axis.n, r"\hat n", ink)
    if isinstance(step, Decided) and tested.is_gap:
        middle = (axis.a.high + axis.b.low) / 2.0
        line = axis.at(middle, -axis.behind - OVER * canvas.pixel), axis.at(middle, off)
        canvas.stroke(line, Ink.GAP, line=Line.MEASURE)
        if not moment.scene.early_out and tested.axis.edge is not None:
            p, q = _surface(a, b, closest_points(a, b), axis.n)
            canvas.stroke((p, q), Ink.ANSWER, line=Line.MEASURE)
            canvas.label("distance", midway(p, q), Ink.ANSWER, toward=(-axis.aside[0], -axis.aside[1]))
    clear_numbers(canvas, (a, b))
    clear_names(canvas, (a, b), axis.n, projections.facing_ends(axis.a, axis.b))


def _letter_at(canvas: Canvas, moment: Moment[Any], shape: Convex, other: Convex) -> Pair:
    """Where the letter of a shape stands: in its middle, or, where the other shape lies inside of it, towards the
    vertex that is furthest from that; as far from the symbol of n as keeps them apart."""
    tested, (x, y) = shown(moment), shape.centroid.tolist()
    if len(shape.points_xy) > 2 and contains(shape, other):
        x, y = midway((x, y), max(shape.points_xy, key=lambda each: math.dist(each, other.centroid)))
    edge, n, px = named_edge(tested), tested.normal_xy, canvas.pixel
    if edge is None:
        down = 1.0 if n[0] > 0.0 else -1.0  # below the line to a circle's centre
        is_circle = shape is _circle(*shapes_of(moment))
        return (x + down * APART * px * n[1], y - down * APART * px * n[0]) if is_circle else (x, y)
    u, v = midway(*getattr(moment.scene, edge.owner.lower()).world.edges_xy[edge.index])
    u, v = u + SYMBOL * px * n[0], v + SYMBOL * px * n[1]
    far = math.dist((x, y), (u, v))
    if far == 0.0 or far >= APART * px:
        return x, y
    more = APART * px / far
    return u + more * (x - u), v + more * (y - v)


def _surface(a: Convex, b: Convex, pair: ClosestPoints, n: Pair) -> tuple[Pair, Pair]:
    """The closest points of both outlines, from those of the cores."""
    (x, y), (u, v) = pair.on_a, pair.on_b
    return (x + a.radius * n[0], y + a.radius * n[1]), (u - b.radius * n[0], v - b.radius * n[1])


def _draw_edge(
    canvas: Canvas, moment: Moment[Any], edge: FeatureRef, n: Pair | None, name: str, ink: Ink = Ink.EXAMINED
) -> None:
    """The edge that is named, broad if it faces the other shape (its name says no more), with the direction n if
    there is one."""
    shape: Convex = getattr(moment.scene, edge.owner.lower()).world
    ends, outward, faces = shape.edges_xy[edge.index], shape.normals_xy[edge.index], name == str(edge)
    line = Line.FEATURE if faces else Line.MEASURE
    other: Convex = getattr(moment.scene, "b" if edge.owner == "A" else "a").world
    (x, y), (u, v) = sorted(ends, key=lambda end: -end[1])
    up = math.dist((x, y), (u, v))
    lean = outward[0] + (x - u) / up, outward[1] + (y - v) / up  # a long name keeps off the outward normal
    x, y, far = 0.82 * x + 0.18 * u, 0.82 * y + 0.18 * v, NAME * canvas.pixel  # near the upper end, as its name is
    ways, size = [outward], math.hypot(outward[0], outward[1] + 1.0)
    ways = ways if faces else [(lean[0] / math.sqrt(2.0), lean[1] / math.sqrt(2.0)), *ways]
    if size > 1.0:  # else upwards is too much along the edge
        ways.append((outward[0] / size, (outward[1] + 1.0) / size))
    free = (-outward[0], -outward[1])
    for way in ways:  # the first that is not on a shape, else on its own
        beside = point((x + far * way[0], y + far * way[1]))
        if not contains(other, beside) and not contains(shape, beside):
            free = way
            break
    marks.highlight_edge(canvas, ends, ink, name, feature=edge, outward=free, line=line, glow=faces)
    if n is None:
        return
    a, b = (ends_along(each, *n) for each in shapes_of(moment))
    narrow, foot = min(a[1] - a[0], b[1] - b[0]), midway(*ends)
    if outward[0] * n[0] + outward[1] * n[1] < 0.0 and ink is Ink.EXAMINED:  # while it is tested: n̂'s opposite
        tip = foot[0] + OUTWARD * canvas.pixel * outward[0], foot[1] + OUTWARD * canvas.pixel * outward[1]
        canvas.arrow(foot, tip, Ink.QUIET, line=Line.THIN)
        canvas.label("outward", tip, Ink.QUIET, toward=outward, style=TextStyle.CAPTION)
    measures.unit_arrow(canvas, foot, n, r"\hat n", ink, at_most=SHORT * narrow)


def _draw_axis(canvas: Canvas, shapes: tuple[Convex, Convex], axis: Laid, off: float, ink: Ink) -> None:
    """The axis `off` beside the shapes with both projections, and the slab between two of their ends."""
    n, pad, top = axis.n, 24.0 * canvas.pixel, axis.behind + OVER * canvas.pixel
    is_left = -n[1] * axis.aside[0] + n[0] * axis.aside[1] > 0.0
    slab, base = projections.facing_ends(axis.a, axis.b), axis.at(0.0, off)
    far = off + FAR * canvas.pixel
    along = Interval(-top, far) if is_left else Interval(-far, top)
    projections.slab(canvas, n, slab, ink, along=along, opacity=opacity_of(axis))
    tip_at = axis.span[1] + BEYOND * canvas.pixel
    tip = axis.at(tip_at, off)
    canvas.arrow(axis.at(axis.span[0] - pad, off), tip, Ink.CONSTRUCTION, line=Line.THIN)
    canvas.label(r"axis $\hat n$", tip, Ink.QUIET, toward=n, style=TextStyle.CAPTION)
    first, step = axis.span[0] - pad, pitch(tip_at - axis.span[0] + pad)
    for whole in range(math.ceil(first / step) * step, math.ceil(tip_at), step):
        mark = axis.at(whole, off - ZERO * canvas.pixel), axis.at(whole, off + ZERO * canvas.pixel)
        canvas.stroke(mark, Ink.CONSTRUCTION, line=Line.THIN)
    if first < 0.0 < tip_at:
        _draw_zero(canvas, axis, off, slab)
    lane = -projections.LANE if is_left else projections.LANE
    for shape, each, shape_ink, side in ((shapes[0], axis.a, Ink.A, lane), (shapes[1], axis.b, Ink.B, -lane)):
        held: list[Pair | None] = []
        for end, x, y in ((each.low, -n[0], -n[1]), (each.high, *n)):
            i = furthest(shape, x, y)[0]
            px, py = shape.points_xy[i]
            at = px + shape.radius * x, py + shape.radius * y
            canvas.dot(at, shape_ink)
            held.append(None if end in (slab.low, slab.high) else at)
            if held[-1] is None and len(shape.points_xy) > 2:  # it decides: its name is never left out
                _name_vertex(canvas, at, i, shape_ink, axis)
        projections.projection(canvas, base, n, each, shape_ink, lane=side, supports=held)


def opacity_of(axis: Laid) -> float:
    """Of a slab: a wide one must not hide the shapes."""
    slab = projections.facing_ends(axis.a, axis.b)
    wide = (slab.high - slab.low) / WIDE
    return max(0.06, 0.2 / max(1.0, wide * wide))


def _draw_zero(canvas: Canvas, axis: Laid, off: float, slab: Interval) -> None:
    """The number at 0, on the side of the axis where s stands; left out where s or one of its ends stands there."""
    px = canvas.pixel
    at_s = abs(slab.low + slab.high) / 2.0 < PILL[abs(axis.n[0]) >= STEEP] * px
    if at_s or min(abs(slab.low), abs(slab.high)) < END * px:
        return
    far = axis.at(0.0, off + (FAR if slab.low < 0.0 < slab.high else LONG) * px)
    canvas.stroke((axis.at(0.0, off + ZERO * px), far), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.label("0.00", far, Ink.QUIET, toward=axis.aside, style=TextStyle.CAPTION)


def _name_vertex(canvas: Canvas, at: Pair, index: int, ink: Ink, axis: Laid) -> None:
    """A vertex at an end of the gap or overlap, in place of its faint name."""
    feature = FeatureRef("A" if ink is Ink.A else "B", FeatureKind.VERTEX, index)
    canvas.label(f"v{index}", at, ink, toward=(-axis.aside[0], -axis.aside[1]), feature=feature, leader=True)


def _draw_ends(canvas: Canvas, axis: Laid, off: float, found: float) -> None:
    """The four ends with their numbers, and s between two of them: those of the gap or overlap stand beyond the bars,
    at the ends of its borders, the other two beyond their own bar."""
    px, ink, (x, y), (u, v) = canvas.pixel, separation_ink(found), axis.n, axis.aside
    far, slab = off + FAR * px, projections.facing_ends(axis.a, axis.b)
    corners = [axis.at(each, far) for each in (slab.low, slab.high)]
    for each, corner in zip((slab.low, slab.high), corners, strict=True):
        canvas.stroke((axis.at(each, off - ZERO * px), corner), ink, line=Line.MEASURE)
    canvas.stroke(corners, ink, line=Line.MEASURE)
    canvas.label(f"$s$ = {fixed(found)}", midway(*corners), ink, toward=axis.aside, style=TextStyle.PILL)
    near = projections.LANE * px
    is_gap = found > 0.0
    for value, name, shape_ink, sign in (
        (axis.b.low, r"\min_B", Ink.B, 1.0 if is_gap else -1.0),
        (axis.a.high, r"\max_A", Ink.A, -1.0 if is_gap else 1.0),
    ):
        lean = STEEP_LEAN if abs(x) < STEEP else 0.25 + 1.5 * max(0.0, -sign * y)  # clear of the bars
        toward = sign * x + lean * u, sign * y + lean * v
        canvas.label(f"${name}$ = {fixed(value)}", axis.at(value, far - near), shape_ink, toward=toward)
    for value, name, shape_ink, sign, lane in (
        (axis.a.low, r"\min_A", Ink.A, -1.0, off - near),
        (axis.b.high, r"\max_B", Ink.B, 1.0, off + near),
    ):
        lean = math.copysign(STEEP_LEAN, lane - off) if abs(x) < STEEP else 0.0  # clear of the axis
        toward = sign * x + lean * u, sign * y + lean * v
        canvas.label(f"${name}$ = {fixed(value)}", axis.at(value, lane), shape_ink, toward=toward)
