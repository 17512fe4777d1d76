"""The picture of a separating axis test: both shapes, one candidate axis beside them with both projections, and below
them the same axis laid level, at the same scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from geometry import Convex, Interval
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import AxisSkipped, AxisTested, Decided
from geometry.sat.support import ends_along, furthest
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import midway
from viz.lesson.text import fixed

CLEARANCE = 24.0  # pixels between the shapes and the axis that is drawn beside them
OVER = 12.0  # pixels that the slab goes on beyond the shapes
DROP = 76.0  # pixels from the lowest axis of the search down to the level one
NEARLY_LEVEL = 0.8  # an axis whose direction has at least this x is joined with the level one below it


class Laid(NamedTuple):
    """An axis as it is drawn: along n, from A to B, beside the shapes."""

    n: Pair
    aside: Pair  # the unit vector from the shapes to the axis: downwards, or to the right
    a: Interval
    b: Interval
    reach: float  # of the shapes along `aside`
    behind: float  # against it, of the vertices between the projections' ends: so far the slab goes

    def at(self, u: float, off: float) -> Pair:
        """The point at u on the line that lies `off` along `aside`."""
        return u * self.n[0] + off * self.aside[0], u * self.n[1] + off * self.aside[1]

    @property
    def span(self) -> Pair:
        return min(self.a.low, self.b.low), max(self.a.high, self.b.high)


def laid(a: Convex, b: Convex, n: Pair) -> Laid:
    """Both projections along a unit vector, and where its axis is drawn."""
    x, y = n
    aside = (y, -x) if x > 1e-9 or (abs(x) <= 1e-9 and y > 0.0) else (-y, x)  # rounding must not choose the side
    reach = max(ends_along(a, *aside)[1], ends_along(b, *aside)[1])
    on_a, on_b = Interval(*ends_along(a, x, y)), Interval(*ends_along(b, x, y))
    slab = projections.between(on_a, on_b)
    heights = [
        shape.radius - px * aside[0] - py * aside[1]
        for shape in (a, b)
        for px, py in shape.points_xy
        if slab.low - shape.radius - 1e-9 <= px * x + py * y <= slab.high + shape.radius + 1e-9
    ]
    return Laid(n, aside, on_a, on_b, reach, max(heights))


def shapes_of(moment: Moment[Any]) -> tuple[Convex, Convex]:
    return moment.scene.a.world, moment.scene.b.world


def shown(moment: Moment[Any]) -> AxisTested:
    """The test that the figure shows: of a skipped axis the one that it repeats, at the end the best."""
    match moment.step:
        case AxisTested() as tested:
            return tested
        case AxisSkipped() as skipped:
            return next(t for t in moment.trace if isinstance(t, AxisTested) and t.axis is skipped.same_as)
        case step:
            best: AxisTested = step.best_so_far
            return best


def named_edge(tested: AxisTested) -> FeatureRef | None:
    """The facing edge; where none faces the one that offers the axis; None for an axis that no edge offers."""
    if tested.facing is not None or tested.axis.edge is None:
        return tested.facing
    return FeatureRef(tested.axis.owner.value, FeatureKind.EDGE, tested.axis.edge)


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    """One step."""
    a, b = shapes_of(moment)
    marks.shape(canvas, a, Ink.A, "A")
    marks.shape(canvas, b, Ink.B, "B")
    tested, step = shown(moment), moment.step
    axis = laid(a, b, tested.normal_xy)
    off = _draw_axis(canvas, (a, b), axis, separation_ink(tested.separation))
    _draw_level(canvas, moment, tested, axis, off)
    edge = named_edge(tested)
    if edge is not None:
        _draw_edge(canvas, moment, edge, axis.n, faces=tested.facing is not None)
    elif (pair := tested.axis.closest) is not None:
        canvas.stroke((pair.on_a, pair.on_b), Ink.EXAMINED, line=Line.FEATURE)
        canvas.dot(pair.on_a, Ink.A)
        canvas.dot(pair.on_b, Ink.B)
        away = (axis.aside[0], axis.aside[1])
        canvas.label("closest points", pair.on_a, Ink.EXAMINED, toward=away, style=TextStyle.BOLD, leader=True)
        measures.unit_arrow(canvas, pair.on_b, axis.n, r"\hat n")
    if isinstance(step, AxisSkipped) and step.axis.edge is not None:
        again = FeatureRef(step.axis.owner.value, FeatureKind.EDGE, step.axis.edge)
        ends, outward = _edge(moment, again)
        canvas.stroke(ends, Ink.EXAMINED, line=Line.MEASURE)
        canvas.label(f"{again}: the same axis", midway(*ends), Ink.EXAMINED, toward=outward, leader=True)
    if isinstance(step, Decided) and tested.is_gap:
        middle = (axis.a.high + axis.b.low) / 2.0
        over = OVER * canvas.pixel
        line = axis.at(middle, -axis.behind - over), axis.at(middle, off)
        canvas.stroke(line, Ink.GAP, line=Line.MEASURE)


def _edge(moment: Moment[Any], edge: FeatureRef) -> tuple[tuple[Pair, Pair], Pair]:
    """The ends of an edge and its outward normal."""
    shape: Convex = getattr(moment.scene, edge.owner.lower()).world
    return shape.edges_xy[edge.index], shape.normals_xy[edge.index]


def _draw_edge(canvas: Canvas, moment: Moment[Any], edge: FeatureRef, n: Pair, *, faces: bool) -> None:
    """The edge that is named, broad if it faces the other shape, with the axis' direction."""
    ends, outward = _edge(moment, edge)
    name, line = (str(edge), Line.FEATURE) if faces else (f"{edge} faces away", Line.OUTLINE)
    marks.highlight_edge(canvas, ends, name=name, feature=edge, outward=outward, line=line, glow=faces)
    measures.unit_arrow(canvas, midway(*ends), n, r"\hat n")


def _draw_axis(canvas: Canvas, shapes: tuple[Convex, Convex], axis: Laid, ink: Ink) -> float:
    """The axis beside the shapes with both projections, and the slab between two of their ends; how far aside."""
    n, pixel = axis.n, canvas.pixel
    off, top = axis.reach + CLEARANCE * pixel, axis.behind + OVER * pixel
    is_left = -n[1] * axis.aside[0] + n[0] * axis.aside[1] > 0.0
    between = projections.between(axis.a, axis.b)
    projections.slab(canvas, n, between, ink, along=Interval(-top, off) if is_left else Interval(-off, top))
    low, high = axis.span
    pad = 24.0 * pixel
    base = axis.at(0.0, off)
    projections.axis(canvas, base, n, Interval(low - pad, high + pad))
    lane = -projections.LANE if is_left else projections.LANE
    for shape, each, shape_ink, side in ((shapes[0], axis.a, Ink.A, lane), (shapes[1], axis.b, Ink.B, -lane)):
        vertices = tuple(_supports(shape, n))
        ends = zip((each.low, each.high), vertices, strict=True)
        held = [None if end in (between.low, between.high) else at for end, at in ends]
        projections.projection(canvas, base, n, each, shape_ink, lane=side, supports=held)
        for at, kept in zip(vertices, held, strict=True):
            if kept is None:
                canvas.dot(at, shape_ink)
    return off


def _supports(shape: Convex, n: Pair) -> Iterator[Pair]:
    """The points that carry the low and the high end of a projection."""
    for x, y in ((-n[0], -n[1]), n):
        px, py = shape.points_xy[furthest(shape, x, y)[0]]
        yield px + shape.radius * x, py + shape.radius * y


def _draw_level(canvas: Canvas, moment: Moment[Any], tested: AxisTested, axis: Laid, off: float) -> None:
    """The same axis laid level below all axes of the search: n points to the right, so that A lies on the left of B,
    and 0 stands below the 0 of an axis that is nearly level already."""
    a, b = shapes_of(moment)
    pixel = canvas.pixel
    y = _lowest(moment, pixel) - DROP * canvas.pixel_y
    low, high = axis.span
    middle = (low + high) / 2.0
    joined = axis.n[0] >= NEARLY_LEVEL
    (left_a, right_a), (left_b, right_b) = ends_along(a, 1.0, 0.0), ends_along(b, 1.0, 0.0)
    x = axis.at(middle, off)[0] if joined else (min(left_a, left_b) + max(right_a, right_b)) / 2.0
    x -= middle
    if joined:
        for each, ink in ((axis.a, Ink.A), (axis.b, Ink.B)):
            for u in (each.low, each.high):
                canvas.stroke((axis.at(u, off), (x + u, y)), ink, line=Line.DOTTED, opacity=0.45)
    found = tested.separation
    text = f"s = {fixed(0.0 if tested.is_touching else found)}"
    projections.number_line(canvas, axis.a, axis.b, separation_ink(found), text, origin=(x, y))


def _lowest(moment: Moment[Any], pixel: float) -> float:
    """The lowest point of all axes that the search tests."""
    a, b = shapes_of(moment)
    axes = (laid(a, b, each.normal_xy) for each in moment.trace if isinstance(each, AxisTested))
    return min(each.at(u, each.reach + CLEARANCE * pixel)[1] for each in axes for u in each.span)
