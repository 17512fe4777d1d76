"""The picture of a separating axis test: both shapes, one candidate axis beside them with both projections, and below
all of them the same axis laid level, at the same scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from geometry import Convex, Interval, point
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.containment import contains
from geometry.sat.closest_points import ClosestPoints, closest_points
from geometry.sat.separating_axis import AxisSkipped, AxisTested, Decided
from geometry.sat.support import ends_along, furthest
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas, Label
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import midway
from viz.lesson.text import fixed

CLEARANCE, OVER = 24.0, 12.0  # pixels from the shapes to the axis beside them; from them to the slab's other end
WIDE = 0.7  # the width from which on a slab is paler
CAPTION = 56.0  # pixels from the level axis down to its name
DROP = 70.0  # pixels from the lowest axis of the search down to the level one
SHORT = 0.7  # half of it is the share of the narrower shape that n's arrow takes at most
MOVE = 20.0  # pixels from the axis to the length of a move that is longer than the shared part
NAME = 36.0  # pixels from an edge to the middle of its name
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
    on_a, on_b = Interval(*ends_along(a, x, y)), Interval(*ends_along(b, x, y))
    slab, heights = projections.facing_ends(on_a, on_b), []
    for shape in (a, b):
        low, high = slab.low - shape.radius - 1e-9, slab.high + shape.radius + 1e-9
        inside = [(px, py) for px, py in shape.points_xy if low <= px * x + py * y <= high]
        heights += [shape.radius - px * aside[0] - py * aside[1] for px, py in inside]
    return Laid(n, aside, on_a, on_b, max(ends_along(a, *aside)[1], ends_along(b, *aside)[1]), max(heights))


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


def repeated(moment: Moment[Any], skipped: AxisSkipped) -> FeatureRef:
    """The edge whose axis is not tested again: of two parallel ones that which was not named at the test."""
    axis = skipped.axis
    edge = FeatureRef(axis.owner.value, FeatureKind.EDGE, axis.edge or 0)
    if edge == named_edge(shown(moment)):
        return FeatureRef(skipped.same_as.owner.value, FeatureKind.EDGE, skipped.same_as.edge or 0)
    return edge


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    """One step."""
    a, b = shapes_of(moment)
    marks.shape(canvas, a, Ink.A, "A")
    marks.shape(canvas, b, Ink.B, "B")
    tested, step = shown(moment), moment.step
    axis, found = laid(a, b, tested.normal_xy), measured(tested)
    off = axis.reach + CLEARANCE * canvas.pixel
    _draw_axis(canvas, (a, b), axis, off, separation_ink(found))
    _draw_level(canvas, moment, found, axis, off)
    if isinstance(step, AxisSkipped) and step.axis.edge is not None:
        again = repeated(moment, step)
        _draw_edge(canvas, moment, again, axis.n, f"{again}: the same axis")
    elif (edge := named_edge(tested)) is not None:
        name = str(edge) if tested.facing else f"{edge} faces away"
        _draw_edge(canvas, moment, edge, axis.n, name, Ink.ANSWER if isinstance(step, Decided) else Ink.EXAMINED)
    elif (pair := tested.axis.closest) is not None:
        p, q = _surface(a, b, pair, axis.n)
        ink = Ink.ANSWER if isinstance(step, Decided) else Ink.EXAMINED
        canvas.stroke((p, q), ink, line=Line.FEATURE)
        canvas.label("closest points", p, ink, toward=axis.aside, style=TextStyle.BOLD, leader=True)
        beyond = axis.at((axis.a.high + axis.b.low) / 2.0, -axis.behind - OVER * canvas.pixel)  # clear of the points
        measures.unit_arrow(canvas, beyond, axis.n, r"\hat n", ink)
    if isinstance(step, Decided) and tested.is_gap:
        middle = (axis.a.high + axis.b.low) / 2.0
        line = axis.at(middle, -axis.behind - OVER * canvas.pixel), axis.at(middle, off)
        canvas.stroke(line, Ink.GAP, line=Line.MEASURE)
        if not moment.scene.early_out and tested.axis.edge is not None:
            measures.measure(
                canvas, *_surface(a, b, closest_points(a, b), axis.n), Ink.ANSWER, fixed(found), side=-1.0
            )


def _surface(a: Convex, b: Convex, pair: ClosestPoints, n: Pair) -> tuple[Pair, Pair]:
    """The closest points of both outlines, from those of the cores."""
    (x, y), (u, v) = pair.on_a, pair.on_b
    return (x + a.radius * n[0], y + a.radius * n[1]), (u - b.radius * n[0], v - b.radius * n[1])


def _draw_edge(
    canvas: Canvas, moment: Moment[Any], edge: FeatureRef, n: Pair, name: str, ink: Ink = Ink.EXAMINED
) -> None:
    """The edge that is named, broad if it faces the other shape (its name says no more), with the direction n."""
    shape: Convex = getattr(moment.scene, edge.owner.lower()).world
    ends, outward, faces = shape.edges_xy[edge.index], shape.normals_xy[edge.index], name == str(edge)
    line = Line.FEATURE if faces else Line.MEASURE
    other: Convex = getattr(moment.scene, "b" if edge.owner == "A" else "a").world
    (x, y), (u, v) = sorted(ends, key=lambda end: -end[1])
    x, y, far = 0.82 * x + 0.18 * u, 0.82 * y + 0.18 * v, NAME * canvas.pixel  # near the upper end, as its name is
    ways, size = [outward], math.hypot(outward[0], outward[1] + 1.0)
    if size > 1.0:  # else upwards is too much along the edge
        ways.append((outward[0] / size, (outward[1] + 1.0) / size))
    free = (-outward[0], -outward[1])
    for way in ways:  # the first that is not on a shape, else on its own
        beside = point((x + far * way[0], y + far * way[1]))
        if not contains(other, beside) and not contains(shape, beside):
            free = way
            break
    marks.highlight_edge(canvas, ends, ink, name, feature=edge, outward=free, line=line, glow=faces)
    a, b = (ends_along(each, *n) for each in shapes_of(moment))
    narrow = min(a[1] - a[0], b[1] - b[0])
    measures.unit_arrow(canvas, midway(*ends), n, r"\hat n", ink, at_most=SHORT * narrow)


def _draw_axis(canvas: Canvas, shapes: tuple[Convex, Convex], axis: Laid, off: float, ink: Ink) -> None:
    """The axis `off` beside the shapes with both projections, and the slab between two of their ends."""
    n, pad, top = axis.n, 24.0 * canvas.pixel, axis.behind + OVER * canvas.pixel
    is_left = -n[1] * axis.aside[0] + n[0] * axis.aside[1] > 0.0
    slab, base = projections.facing_ends(axis.a, axis.b), axis.at(0.0, off)
    along, wide = Interval(-top, off) if is_left else Interval(-off, top), (slab.high - slab.low) / WIDE
    projections.slab(
        canvas, n, slab, ink, along=along, opacity=max(0.1, 0.2 / max(1.0, wide))
    )  # a wide one must not hide the shapes
    projections.axis(canvas, base, n, Interval(axis.span[0] - pad, axis.span[1] + pad))
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
    shared = projections.between(axis.a, axis.b)
    if slab.high - slab.low > shared.high - shared.low + 1e-9:  # one projection inside the other: the move
        first, last = (axis.at(each, off + MOVE * canvas.pixel) for each in (slab.low, slab.high))
        text = fixed(slab.high - slab.low)
        measures.measure(canvas, first, last, ink, text, side=1.0 if is_left else -1.0, style=TextStyle.BOLD)


def _name_vertex(canvas: Canvas, at: Pair, index: int, ink: Ink, axis: Laid) -> None:
    """A vertex at an end of the gap or overlap, in place of its faint name."""
    feature = FeatureRef("A" if ink is Ink.A else "B", FeatureKind.VERTEX, index)
    canvas.label(f"v{index}", at, ink, toward=(-axis.aside[0], -axis.aside[1]), feature=feature, leader=True)


def _draw_level(canvas: Canvas, moment: Moment[Any], found: float, axis: Laid, off: float) -> None:
    """The same axis laid level below all axes of the search: n points to the right, so that A lies on the left of B.
    Below an axis that is nearly level it stands in line with it."""
    a, b = shapes_of(moment)
    tests = (laid(a, b, each.normal_xy) for each in moment.trace if isinstance(each, AxisTested))
    lowest = min(each.at(u, each.reach + off - axis.reach)[1] for each in tests for u in each.span)
    name = r"axis along $\hat n$, turned level"
    y, middle = lowest - DROP * canvas.pixel_y, sum(axis.span) / 2.0
    if axis.n[0] >= NEARLY_LEVEL:
        x = axis.at(middle, off)[0] - middle
        for each, ink in ((axis.a, Ink.A), (axis.b, Ink.B)):
            for u in (each.low, each.high):
                canvas.stroke((axis.at(u, off), (x + u, y)), ink, line=Line.DOTTED, opacity=0.45)
    else:
        ends = *ends_along(a, 1.0, 0.0), *ends_along(b, 1.0, 0.0)
        x = (min(ends) + max(ends)) / 2.0 - middle
    lower = projections.NESTED if min(axis.a.high, axis.b.high) - max(axis.a.low, axis.b.low) < -found - 1e-9 else 0.0
    below = (x + middle, y - (CAPTION + lower) * canvas.pixel_y)
    projections.number_line(canvas, axis.a, axis.b, separation_ink(found), f"s = {fixed(found)}", origin=(x, y))
    canvas.label(name, below, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def draw_names(canvas: Canvas, _: str, *, decide: Sequence[tuple[FeatureRef, Pair]]) -> None:
    """The names of the vertices that an answer speaks of."""
    named = {mark.feature for mark in canvas.marks if isinstance(mark, Label) and mark.style is TextStyle.LABEL}
    for vertex, place in decide:
        if vertex not in named:
            ink = Ink.A if vertex.owner == "A" else Ink.B
            canvas.label(f"v{vertex.index}", place, ink, toward=(0.0, 1.0), feature=vertex, leader=True)


def draw_wrong(
    canvas: Canvas,
    pane: str,
    *,
    axis: Laid,
    decide: Sequence[tuple[FeatureRef, Pair]] = (),
) -> None:
    """What a wrong rule or answer measures along its axis, between two dotted lines."""
    draw_names(canvas, pane, decide=decide)
    over = OVER * canvas.pixel
    first, second = (
        (axis.at(each, -axis.behind - over), axis.at(each, axis.reach + over)) for each in (axis.a.high, axis.b.low)
    )
    canvas.area((*first, *second[::-1]), Ink.FAULTY, opacity=0.08)
    for ends in (first, second):
        canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED)
