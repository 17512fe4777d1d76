"""GJK drawn: the world, difference space, and the bounds against the iteration."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, GjkDistance
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken
from geometry.minkowski.simplex import SimplexRegion, SimplexVertex, witness_points
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of, unit
from lessons.stories.gjk_known import Known, Operands, outline_of
from viz.lesson import charts, marks, measures, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

ORIGIN = (0.0, 0.0)
MOST_NAMED = 12  # vertices: a shape with more has no names at those that are not in use
ASIDE = 13.0  # pixels that the arrow of a direction stands beside the line that it lies along
V, D = r"\boldsymbol{v}", r"\hat d"


def draw_world(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """Both shapes, the pairs of vertices that the simplex is made of, and v between the witness points."""
    sides = list(zip((shapes.first, shapes.second), shapes.letters, shapes.inks, strict=True))
    for shape, letter, ink in sorted(sides, key=lambda side: side[1]):
        marks.shape(canvas, shape, ink, letter, numbered=False)
    step = moment.step
    kept, dropped = in_use(moment, known)
    used: dict[FeatureRef, None] = {}
    for vertex in (*dropped, *kept):
        # While a support point is looked for it is the one in use; else those that the nearest point lies on.
        is_shown = vertex is step.vertex if isinstance(step, SupportTaken) else vertex in kept
        ink = Ink.EXAMINED if is_shown else Ink.QUIET
        canvas.stroke((vertex.on_b, vertex.on_a), ink, line=Line.THIN if is_shown else Line.DASHED)
        if is_shown:
            along = (0.2, 0.32, 0.44)[len(used) // 2 % 3]
            side = left_of(vertex.w) if vertex.w.any() else np.array((1.0, 1.0))
            canvas.symbol(known.symbol(vertex), (1.0 - along) * vertex.on_b + along * vertex.on_a, ink, toward=side)
        for owner, index in zip(shapes.letters, vertex.pair, strict=True):
            used[FeatureRef(owner, FeatureKind.VERTEX, index)] = None
    for shape, letter, ink in sides:
        vertex_names(canvas, shape, letter, ink, used)
    if isinstance(step, SupportTaken):
        for at, sign, ink in ((step.vertex.on_a, 1.0, shapes.inks[0]), (step.vertex.on_b, -1.0, shapes.inks[1])):
            canvas.unbounded(at, left_of(step.direction), ink, line=Line.DASHED)
            symbol = D if sign > 0.0 else f"-{D}"
            measures.unit_arrow(canvas, at, sign * step.direction, symbol)
    elif not isinstance(step, SimplexStarted):
        witnesses(canvas, moment, known, shapes)


def witnesses(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """v as the segment between the points of the two shapes that it is the difference of; of round shapes the gap
    that is left between their boundaries too."""
    on_a, on_b = witness_points(known.simplex)
    if known.simplex.region is SimplexRegion.INSIDE:
        return
    canvas.stroke((on_b, on_a), Ink.GAP, line=Line.MEASURE)
    for point in (on_a, on_b):
        canvas.dot(point, Ink.GAP, Point.FILLED)
    if known.upper > 0.0:
        canvas.symbol(V, (on_a + on_b) / 2.0, Ink.GAP, toward=left_of(on_b - on_a))
    found = moment.step
    if isinstance(found, GjkDistance) and found.normal is not None and shapes.first.radius + shapes.second.radius > 0:
        swapped = shapes.is_swapped
        for core, outer, letter in zip(
            (found.core_a, found.core_b), (found.on_a, found.on_b), shapes.letters, strict=True
        ):
            if float(np.hypot(*(outer - core))) > 0.0:
                ink = Ink.A if letter == "A" else Ink.B
                canvas.symbol(f"r_{letter}", (core + outer) / 2.0, ink, toward=left_of(found.normal))
        assert found.separation is not None
        ink = Ink.GAP if found.separation > 0.0 else Ink.OVERLAP
        side = (1.0 if found.separation > 0.0 else -1.0) * left_of(found.normal)  # left of the way from A to B
        side = side if swapped else -side
        measures.measure(canvas, found.on_a, found.on_b, ink, off=22.0 if swapped else -22.0)
        middle = (found.on_a + found.on_b) / 2.0 + 26.0 * canvas.pixel * side
        canvas.symbol("s", middle, ink, toward=side)


def vertex_names(canvas: Canvas, shape: Convex, letter: str, ink: Ink, used: dict[FeatureRef, None]) -> None:
    """A shape's vertices by their names in A − B: those in use bright and ringed, the others faint and inside."""
    middle = shape.centroid
    for index, point in enumerate(shape.points):
        feature = FeatureRef(letter, FeatureKind.VERTEX, index)
        name = f"{letter.lower()}{index}"
        outward = point - middle
        if feature in used:
            canvas.dot(point, ink)
            toward = outward if outward.any() else (-1.0, 1.0)
            canvas.label(name, point, ink, toward=toward, style=TextStyle.BOLD, feature=feature)
        elif len(shape.points) <= MOST_NAMED:
            canvas.label(name, point, ink, toward=-outward, style=TextStyle.VERTEX, feature=feature)


def in_use(moment: Moment[Any], known: Known) -> tuple[tuple[SimplexVertex, ...], tuple[SimplexVertex, ...]]:
    """The vertices of the simplex, a newly found one among them, and those that this step drops."""
    step = moment.step
    if isinstance(step, SupportTaken) and not step.is_repeated:
        return (*step.simplex.vertices, step.vertex), ()
    if isinstance(step, SimplexReduced):
        return step.simplex.vertices, step.dropped
    return known.simplex.vertices, ()


def draw_space(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """The outline, of which the algorithm knows only the vertices that it has found; the regions around the simplex;
    the ring between the bounds; the line that nothing lies beyond."""
    step = moment.step
    kept, dropped = in_use(moment, known)
    if isinstance(step, SimplexReduced) and len(step.candidates) > 1:
        order = [*step.candidates]
        nearest = [order.index(vertex) for vertex in step.simplex.vertices]
        regions.simplex_regions(canvas, [vertex.w for vertex in order], nearest)
        region_name(canvas, known)
    outline(canvas, shapes, is_start=isinstance(step, SimplexStarted))
    regions.ring_of_bounds(canvas, ORIGIN, known.lower, known.upper)
    if known.upper <= known.lower:  # they have met
        marks.circle(canvas, ORIGIN, known.upper, Ink.GAP, Line.OUTLINE)
    simplex(canvas, moment, known, kept, dropped)
    if isinstance(step, SupportTaken):
        canvas.unbounded(step.vertex.w, left_of(step.direction), Ink.GAP, line=Line.DASHED)
    along(canvas, moment, known)
    vertices(canvas, known, shapes, kept, dropped)
    radius = shapes.first.radius + shapes.second.radius
    if isinstance(step, GjkDistance) and radius > 0.0:
        marks.circle(canvas, ORIGIN, radius, Ink.QUIET, Line.DASHED)
        canvas.label("$r_A+r_B$", (radius, 0.0), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)
    marks.answer(canvas, ORIGIN, "origin", toward=(0.5, -1.0))
    bound_labels(canvas, known)


def region_name(canvas: Canvas, known: Known) -> None:
    """What the origin is nearest to, written in that region beside the ring, where it is wide enough."""
    if known.simplex.region is not SimplexRegion.EDGE:
        return
    p, q = (vertex.w for vertex in known.simplex.vertices)
    side = unit(q - p)
    ends = float(p @ side), float(q @ side)
    far = max(ends, key=abs)
    if abs(far) > 1.2 * known.upper:
        name = "".join(f"${known.symbol(vertex)}$" for vertex in known.simplex.vertices)
        at = math.copysign((abs(far) + known.upper) / 2.0, far) * side - 0.3 * known.simplex.closest
        canvas.label(f"nearest: edge {name}", at, Ink.EXAMINED, toward=-known.simplex.closest)


def outline(canvas: Canvas, shapes: Operands, *, is_start: bool) -> None:
    """A − B as nobody has computed it: edges in the ink of the shape that they come from, B's dashed. Its vertices
    can be clicked."""
    difference = outline_of(shapes.first, shapes.second)
    for edge in difference.edges:
        ends = (edge.start, edge.end)
        for owner, ink in zip((Owner.A, Owner.B), shapes.inks, strict=True):
            if edge.owner in (owner, None):
                line = Line.DOTTED if is_start else Line.OUTLINE if ink is Ink.A else Line.END
                canvas.stroke(ends, ink, line=line, opacity=0.6 if is_start else 0.85)
    for index, point in enumerate(difference.points):
        canvas.feature((point,), FeatureRef(shapes.difference, FeatureKind.VERTEX, index), Ink.EXAMINED)


def simplex(
    canvas: Canvas,
    moment: Moment[Any],
    known: Known,
    kept: Sequence[SimplexVertex],
    dropped: Sequence[SimplexVertex],
) -> None:
    """The simplex, white; the part of it that is nearest to the origin broad and yellow."""
    points = [vertex.w for vertex in (*kept, *dropped)]
    if len(points) > 2:
        canvas.area(points, Ink.TEXT, opacity=0.1)
    if len(points) > 1:
        canvas.stroke(points, Ink.TEXT, closed=len(points) > 2, line=Line.OUTLINE)
    nearest = [vertex.w for vertex in known.simplex.vertices]
    if len(nearest) == 2 and not isinstance(moment.step, SupportTaken):
        canvas.stroke(nearest, Ink.EXAMINED, line=Line.FEATURE)
    if known.simplex.region is SimplexRegion.INSIDE:
        canvas.area(nearest, Ink.OVERLAP, opacity=0.2)
        canvas.stroke(nearest, Ink.OVERLAP, closed=True, line=Line.FEATURE)


def along(canvas: Canvas, moment: Moment[Any], known: Known) -> None:
    """v, from the origin to the nearest point of the simplex, and the direction that leads back."""
    closest = known.simplex.closest
    step = moment.step
    if known.simplex.distance > 0.0:
        canvas.stroke(np.stack((ORIGIN, closest)), Ink.GAP, line=Line.MEASURE)
        canvas.symbol(V, closest / 2.0, Ink.GAP, toward=left_of(closest))
        if isinstance(step, GjkDistance):
            marks.pill(canvas, closest / 2.0, fixed(known.upper, 3), Ink.GAP, toward=-left_of(closest))
    direction = step.direction if isinstance(step, SupportTaken | SimplexStarted) else None
    if direction is not None:
        start = step.vertex.w if isinstance(step, SupportTaken) else step.simplex.vertices[0].w
        beside = ASIDE * canvas.pixel * left_of(direction)
        at = closest + beside if isinstance(step, SupportTaken) and not step.is_across else start
        measures.unit_arrow(canvas, at, direction, D)


def vertices(
    canvas: Canvas,
    known: Known,
    shapes: Operands,
    kept: Sequence[SimplexVertex],
    dropped: Sequence[SimplexVertex],
) -> None:
    """The simplex' vertices by name, with the vertices of A and B that they come from and their weights; v's end."""
    middle = np.mean([vertex.w for vertex in (*kept, *dropped)], axis=0)
    nearest = dict(zip((vertex.pair for vertex in known.simplex.vertices), known.simplex.weights, strict=True))
    for vertex in (*dropped, *kept):
        ink = Ink.TEXT if vertex in dropped else Ink.EXAMINED
        toward = vertex.w - middle if len(kept) + len(dropped) > 1 else vertex.w
        toward = toward if toward.any() else (1.0, 1.0)
        canvas.dot(vertex.w, ink, Point.CROSS if vertex in dropped else Point.RING)
        feature = shapes.feature(vertex)
        if feature.owner != shapes.difference:
            canvas.feature((vertex.w,), feature, ink)
        name = f"${known.symbol(vertex)}$ = {shapes.pair_text(vertex)}"
        if vertex.pair in nearest and len(nearest) > 1 and len(kept) == len(nearest):
            weight = rf"$\lambda_{{{known.number(vertex)}}}$ = {fixed(nearest[vertex.pair])}"
            name = f"{name},  {tint(weight, Ink.QUIET)}"
        canvas.label(name, vertex.w, ink, toward=toward, feature=feature)
    if known.simplex.region is not SimplexRegion.INSIDE:
        canvas.dot(known.simplex.closest, Ink.GAP)


def bound_labels(canvas: Canvas, known: Known) -> None:
    if known.upper > 0.0:
        canvas.label(f"upper bound {fixed(known.upper, 3)}", (0.0, known.upper), Ink.GAP, toward=(0.0, 1.0))
    if known.lower > 0.0:
        at = (0.7 * known.lower, -0.7 * known.lower)
        canvas.label(f"lower bound {fixed(known.lower, 3)}", at, Ink.GAP, toward=(0.6, -1.0))


def draw_bounds(canvas: Canvas, known: Known, axes: Axes) -> None:
    """The corridor between the bounds, from the start to the present iteration; beyond it dotted."""
    end, top = axes.x[1], axes.y[1]
    count = round(end)
    step = max(1, count // 8)
    ticks = [float(i) for i in range(0, count + 1, step)]
    names = ["start" if i == 0.0 else str(round(i)) for i in ticks]
    charts.chart_axes(canvas, axes, x_ticks=ticks, x_text=names)
    lowers = [(float(i), low) for i, low in enumerate(known.lowers[: len(known.uppers)])]
    uppers = clipped([(float(i), upper) for i, upper in enumerate(known.uppers)], top)
    if len(lowers) > 1:
        corridor(canvas, lowers, uppers)
        canvas.stroke(uppers, Ink.GAP, line=Line.CURVE)
        canvas.stroke(lowers, Ink.GAP, line=Line.DOTTED)
    now = float(len(known.uppers) - 1)
    for bound in (known.lowers[len(known.uppers) - 1], known.upper):
        if now < end:
            canvas.stroke(((now, bound), (end, bound)), Ink.GAP, line=Line.DOTTED, opacity=0.5)
    for i, (low, high) in enumerate(zip(known.lowers, known.uppers, strict=False)):
        for bound in (low, high):
            if bound <= top:
                canvas.dot((float(i), bound), Ink.GAP, Point.FILLED if i == now else Point.RING)
    if len(known.lowers) > len(known.uppers):  # the newest lower bound, before the simplex is reduced
        canvas.dot((float(known.iteration), known.lower), Ink.GAP, Point.FILLED)
    spread = f"{fixed(known.lower, 3)} to {fixed(known.upper, 3)}"
    aside = now + 10.0 * canvas.pixel
    measures.measure(canvas, (aside, known.upper), (aside, known.lower), Ink.GAP, f"**{spread}**")
    at = uppers[min(1, len(uppers) - 1)]
    canvas.label(rf"upper bound $\|{V}\|$", at, Ink.GAP, toward=(1.0, 0.5), style=TextStyle.CAPTION)
    if known.lower > 0.0:
        canvas.label("lower bound", lowers[-1], Ink.GAP, toward=(-0.2, -1.0), style=TextStyle.CAPTION)


def corridor(canvas: Canvas, lowers: list[tuple[float, float]], uppers: list[tuple[float, float]]) -> None:
    """The area between the bounds, as far as they are apart: an outline that meets itself cannot be filled."""
    met = next((x for (x, low), (_, high) in zip(lowers[::-1], uppers[::-1], strict=False) if high > low), 0.0) + 1.0
    around = [*(p for p in lowers if p[0] <= met), *(p for p in reversed(uppers) if p[0] <= met), (0.0, uppers[0][1])]
    canvas.area([p for p, q in zip(around, [*around[1:], around[0]], strict=True) if p != q], Ink.GAP, opacity=0.16)


def clipped(points: list[tuple[float, float]], top: float) -> list[tuple[float, float]]:
    """A falling polyline from where it comes below a level."""
    for i, ((x, y), (u, v)) in enumerate(itertools.pairwise(points)):
        if y > top >= v:
            return [(x + (u - x) * (y - top) / (y - v), top), *points[i + 1 :]]
    return points
