"""GJK in the world: both shapes, the pairs of vertices in use, and v from a point of B to one of A."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from geometry import Convex, GjkDistance
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import SimplexStarted, SupportTaken
from geometry.minkowski.simplex import SimplexRegion, SimplexVertex, witness_points
from geometry.vector import Vector, cross, left_of
from lessons.stories.gjk_figure import DECIMALS, V, name_of_direction
from lessons.stories.gjk_known import MOST_NAMED, Known, Operands
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

RADIUS = 10.0  # pixels from v to the radius of A; that of B is as far from there
SEPARATION = 34.0  # pixels from v to what the radii leave of it
PAST = 0.4  # opacity of the pairs that a simplex is of
BEYOND = 8.0  # pixels that a support line is longer than its shape
BESIDE = 34.0  # pixels from a support vertex to the arrow of the direction that it is farthest along


def draw_world(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """Both shapes, the pairs of vertices in use, what supports them, and v between the witness points."""
    step = moment.step
    for shape, letter, ink in shapes.sides:
        # While something is asked in difference space no click in the world is taken for an answer.
        marks.shape(canvas, shape, ink, "" if moment.is_open else letter, numbered=False)
        if moment.is_open:
            canvas.label(letter, shape.centroid, ink, style=TextStyle.LETTER)
        core(canvas, shape, ink)
    is_search = isinstance(step, SimplexStarted | SupportTaken) and step.direction is not None
    used = (known.newest,) if is_search else known.simplex.vertices
    for vertex in used if not isinstance(step, SimplexStarted) else ():  # quiet where the step is about their regions
        canvas.stroke((vertex.on_b, vertex.on_a), Ink.EXAMINED, line=Line.THIN, opacity=1.0 if is_search else PAST)
    vertex_names(canvas, shapes, used, all_named=is_search)
    if not is_search:
        witnesses(canvas, moment, known, shapes)
        return
    if isinstance(step, SimplexStarted):  # v is the first difference itself; its name stands off B
        (on_a, on_b), middle = (known.newest.on_a, known.newest.on_b), shapes.second.centroid
        arrow_of_v(canvas, on_a, on_b, at=0.3, side=1.0 if cross(on_b - on_a, middle - on_a) < 0.0 else -1.0)
    name, along = name_of_direction(step), left_of(step.direction)
    is_gap = isinstance(step, SupportTaken) and step.lower > 0.0
    ends = (known.newest.on_a, 1.0), (known.newest.on_b, -1.0)
    for (shape, _, ink), (at, sign) in zip(shapes.sides, ends, strict=True):
        start = at
        if is_gap:  # where the two arrows would meet: they stand on the support lines, away from the shapes
            start = at + math.copysign(BESIDE * canvas.pixel, float((at - shape.centroid) @ along)) * along
        support_line(canvas, shape, start, along, ink)
        at_most = step.lower if is_gap else math.inf  # they point at each other
        symbol = f"-{name}" if sign < 0.0 else name
        measures.unit_arrow(canvas, start, sign * step.direction, "" if is_gap else symbol, at_most=at_most)
        if is_gap:  # beside its own arrow: between the tips the names would stand at each other's
            middle = start + 0.5 * min(measures.UNIT_ARROW * canvas.pixel, 0.5 * at_most) * sign * step.direction
            canvas.symbol(symbol, middle, Ink.EXAMINED, toward=start - at)


def core(canvas: Canvas, shape: Convex, ink: Ink) -> None:
    """The core of a rounded shape, thin; and dots at vertices that no eye would see."""
    if shape.radius > 0.0 and len(shape.points) > 1:
        canvas.stroke(shape.points, ink, closed=len(shape.points) > 2, line=Line.DASHED)
    if shape.radius > 0.0 or len(shape.points) > MOST_NAMED:
        for point in shape.points:
            canvas.dot(point, ink, Point.SMALL)


def witnesses(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """v as the segment between the points of the two shapes that it is the difference of; of round shapes the gap
    that is left between their boundaries too."""
    if known.simplex.region is SimplexRegion.INSIDE:
        return
    on_a, on_b = witness_points(known.simplex)
    arrow_of_v(canvas, on_a, on_b, named=known.upper > 0.0)
    for point in (on_a, on_b):
        canvas.dot(point, Ink.GAP, Point.FILLED)
    found = moment.step
    if isinstance(found, GjkDistance) and shapes.radius == 0.0 and known.upper > 0.0:
        for (_, letter, ink), here, there in zip(shapes.sides, (on_a, on_b), (on_b, on_a), strict=True):
            canvas.label(f"{letter.lower()}*", here, ink, toward=here - there, style=TextStyle.BOLD)
    if isinstance(found, GjkDistance) and found.normal is not None and shapes.radius > 0.0:
        ends = (found.core_a, found.on_a), (found.core_b, found.on_b)
        for (shape, letter, ink), (inner, outer) in zip(shapes.sides, ends, strict=True):
            if shape.radius > 0.0:  # beside v, on the side where its name is not; an end that lies in the other above
                below = -(RADIUS if letter == "A" else 2.0 * RADIUS) * canvas.pixel * left_of(found.normal)
                measures.measure(canvas, inner + below, outer + below, ink)
                canvas.symbol(f"r_{letter}", (inner + outer) / 2.0 + below, ink, toward=-left_of(found.normal))
        assert found.separation is not None
        ink = separation_ink(found.separation)
        measures.measure(canvas, found.on_a, found.on_b, ink, off=math.copysign(SEPARATION, -found.separation))
        middle = (found.on_a + found.on_b) / 2.0 - (SEPARATION + 4.0) * canvas.pixel * left_of(found.normal)
        text = f"$s$ = **{fixed(found.separation, DECIMALS)}**"
        canvas.label(text, middle, ink, toward=-left_of(found.normal))


def arrow_of_v(
    canvas: Canvas, on_a: Vector, on_b: Vector, *, named: bool = True, at: float = 0.5, side: float = 1.0
) -> None:
    """The difference of two points where they are: as long as they are apart. `at`: where from A its name stands."""
    canvas.arrow(on_b, on_a, Ink.GAP, line=Line.MEASURE)
    if named:
        canvas.symbol(V, on_a + at * (on_b - on_a), Ink.GAP, toward=side * left_of(on_b - on_a))


def support_line(canvas: Canvas, shape: Convex, through: Vector, along: Vector, ink: Ink) -> None:
    """Beside all of its own shape, none of which lies beyond it, and no longer: it would cross the other one."""
    ends = (shape.points - through) @ along
    rest = (BEYOND * canvas.pixel + shape.radius) * along
    low, high = min(float(ends.min()), 0.0) * along - rest, max(float(ends.max()), 0.0) * along + rest
    canvas.stroke((through + low, through + high), ink, line=Line.DASHED)


def vertex_names(canvas: Canvas, shapes: Operands, used: Sequence[SimplexVertex], *, all_named: bool) -> None:
    """The vertices by their names in A − B: those in use bright and ringed, the others, if `all_named`, faint and
    inside."""
    for place, (shape, letter, ink) in enumerate(shapes.sides):
        bright = {vertex.pair[place] for vertex in used}
        mx, my = shape.centroid.tolist()
        for index, (x, y) in enumerate(shape.points_xy):
            feature, name = FeatureRef(letter, FeatureKind.VERTEX, index), f"{letter.lower()}{index}"
            if index in bright:
                canvas.dot((x, y), ink)
                away = (x - mx, y - my) if len(shape.points) > 1 else (-1.0, 1.0)
                canvas.label(name, (x, y), ink, toward=away, style=TextStyle.BOLD, feature=feature)
            elif all_named and len(shape.points) <= MOST_NAMED:
                canvas.label(name, (x, y), ink, toward=(mx - x, my - y), style=TextStyle.VERTEX, feature=feature)
