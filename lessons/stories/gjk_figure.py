"""GJK drawn: the world, difference space, and the bounds against the iteration."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import GjkDistance
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken
from geometry.minkowski.simplex import SimplexRegion, SimplexVertex, witness_points
from geometry.vector import Vector, left_of, unit
from lessons.stories.gjk_known import Known, Operands
from viz.lesson import charts, marks, measures, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

ORIGIN = (0.0, 0.0)
DECIMALS = 3
MOST_NAMED = 12  # vertices: a shape with more has no names at those that are not in use
NAMED_EDGE = 90.0  # pixels: a shorter one has no name at its region, unless the origin lies there
REGION_NAME = 30.0  # pixels from a dropped vertex to the name of its region
SHORT = 30.0  # pixels: a simplex shorter than that is enlarged
LENS = (200.0, 150.0)  # pixels
HALF_PLANE = 0.1  # opacity
BESIDE = 34.0  # pixels from a support vertex to the arrow of the direction that it is farthest along
ASIDE = 13.0  # pixels that the arrow of a direction stands beside the line that it lies along
STEEP = 0.25  # of a chart's height: a first rise above that has room beside it
V, NORM, D, N = r"\boldsymbol{v}", r"\Vert\boldsymbol{v}\Vert", r"\hat d", r"\hat n"
FIRST = r"\hat d_0"  # the first direction
BOUND = rf"$\examined{{\boldsymbol{{w}}}}\cdot\gap{{{V}}}/\gap{{{NORM}}}$"  # what the line through w proves


def draw_world(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """Both shapes, the pairs of vertices in use, what supports them, and v between the witness points."""
    step = moment.step
    for shape, letter, ink in sorted(shapes.sides, key=lambda side: side[1]):
        # While something is asked in difference space no click in the world is taken for an answer.
        marks.shape(canvas, shape, ink, "" if moment.is_open else letter, numbered=False)
        if moment.is_open:
            canvas.label(letter, shape.centroid, ink, style=TextStyle.LETTER)
    is_search = isinstance(step, SimplexStarted | SupportTaken) and step.direction is not None
    used = (known.newest,) if is_search else known.simplex.vertices
    for vertex in used:
        canvas.stroke((vertex.on_b, vertex.on_a), Ink.EXAMINED, line=Line.THIN)
    vertex_names(canvas, shapes, used)
    if not is_search:
        witnesses(canvas, moment, known, shapes)
        return
    name, along = name_of_direction(step), left_of(step.direction)
    is_gap = isinstance(step, SupportTaken) and step.lower > 0.0
    ends = (known.newest.on_a, 1.0), (known.newest.on_b, -1.0)
    for (shape, _, ink), (at, sign) in zip(shapes.sides, ends, strict=True):
        canvas.unbounded(at, along, ink, line=Line.DASHED)
        if is_gap:  # where the two arrows would meet: they stand on the support lines, away from the shapes
            at = at + math.copysign(BESIDE * canvas.pixel, float((at - shape.centroid) @ along)) * along
        measures.unit_arrow(canvas, at, sign * step.direction, f"-{name}" if sign < 0.0 else name)


def name_of_direction(step: Any) -> str:
    """d-hat leads from v to the origin; where v is the origin, the edge's normal is tried."""
    return FIRST if isinstance(step, SimplexStarted) else N if step.is_across else D


def witnesses(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """v as the segment between the points of the two shapes that it is the difference of; of round shapes the gap
    that is left between their boundaries too."""
    if known.simplex.region is SimplexRegion.INSIDE:
        return
    on_a, on_b = witness_points(known.simplex)
    canvas.stroke((on_b, on_a), Ink.GAP, line=Line.MEASURE)
    for point in (on_a, on_b):
        canvas.dot(point, Ink.GAP, Point.FILLED)
    if known.upper > 0.0:
        canvas.symbol(V, (on_a + on_b) / 2.0, Ink.GAP, toward=left_of(on_b - on_a))
    found = moment.step
    if isinstance(found, GjkDistance) and found.normal is not None and shapes.radius > 0.0:
        ends = (found.core_a, found.on_a), (found.core_b, found.on_b)
        for (shape, letter, ink), (core, outer) in zip(shapes.sides, ends, strict=True):
            if shape.radius > 0.0:
                canvas.symbol(f"r_{letter}", (core + outer) / 2.0, ink, toward=left_of(found.normal))
        assert found.separation is not None
        ink = separation_ink(found.separation)
        measures.measure(canvas, found.on_a, found.on_b, ink, off=math.copysign(22.0, -found.separation))
        middle = (found.on_a + found.on_b) / 2.0 - 26.0 * canvas.pixel * left_of(found.normal)
        text = f"$s$ = **{fixed(found.separation, DECIMALS)}**"
        canvas.label(text, middle, ink, toward=-left_of(found.normal))


def vertex_names(canvas: Canvas, shapes: Operands, used: Sequence[SimplexVertex]) -> None:
    """The vertices by their names in A − B: those in use bright and ringed, the others faint and inside."""
    for place, (shape, letter, ink) in enumerate(shapes.sides):
        bright = {vertex.pair[place] for vertex in used}
        mx, my = shape.centroid.tolist()
        for index, (x, y) in enumerate(shape.points_xy):
            feature, name = FeatureRef(letter, FeatureKind.VERTEX, index), f"{letter.lower()}{index}"
            if index in bright:
                canvas.dot((x, y), ink)
                away = (x - mx, y - my) if len(shape.points) > 1 else (-1.0, 1.0)
                canvas.label(name, (x, y), ink, toward=away, style=TextStyle.BOLD, feature=feature)
            elif len(shape.points) <= MOST_NAMED:
                canvas.label(name, (x, y), ink, toward=(mx - x, my - y), style=TextStyle.VERTEX, feature=feature)


def draw_space(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """The outline, of which the algorithm knows only the vertices that it has found; the regions around the simplex;
    the ring between the bounds; the line that nothing lies beyond."""
    step = moment.step
    candidates: tuple[SimplexVertex, ...] = known.simplex.vertices
    if isinstance(step, SimplexReduced):
        candidates = step.candidates
        around_simplex(canvas, step, known)
    elif isinstance(step, SupportTaken):
        candidates = candidates if step.is_repeated else (*candidates, step.vertex)
        regions.half_plane(canvas, step.vertex.w, step.direction, Ink.GAP, opacity=HALF_PLANE)
    outline(canvas, shapes, step)
    regions.ring_of_bounds(canvas, ORIGIN, known.lower, known.upper)
    if known.upper <= known.lower:  # they have met
        marks.circle(canvas, ORIGIN, known.upper, Ink.GAP, Line.OUTLINE)
    simplex(canvas, known, candidates, is_search=isinstance(step, SupportTaken))
    along(canvas, moment, known)
    has_weights = not isinstance(step, SupportTaken)
    is_asked = moment.is_open and has_weights  # then the names stand still, and the remarks find places beside them
    if has_weights and (length := short_edge(known, canvas.pixel)):
        lens(canvas, known, shapes, length)
        candidates = tuple(vertex for vertex in candidates if vertex not in known.simplex.vertices)
    vertices(canvas, known, shapes, candidates, has_weights=has_weights, is_asked=is_asked)
    if isinstance(step, GjkDistance) and shapes.radius > 0.0:
        marks.circle(canvas, ORIGIN, shapes.radius, Ink.QUIET, Line.DASHED)
        canvas.label("$r_A+r_B$", (0.0, shapes.radius), Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    marks.answer(canvas, ORIGIN, "origin", toward=(0.5, -1.0))
    room = proof(canvas, step, known) if isinstance(step, SupportTaken) else long_side(known)
    bound_labels(canvas, known, step, room, is_compared=moment.faulty is not None)


def around_simplex(canvas: Canvas, step: SimplexReduced, known: Known) -> None:
    """The Voronoi regions of the simplex, that of the origin lit; each says what is nearest in it."""
    nearest = [i for i, vertex in enumerate(step.candidates) if vertex in step.simplex.vertices]
    regions.simplex_regions(canvas, [vertex.w for vertex in step.candidates], nearest)
    middle = np.mean([vertex.w for vertex in step.candidates], axis=0)
    for vertex in step.candidates:
        if vertex in step.dropped:
            away = unit(vertex.w - middle)
            at = vertex.w + REGION_NAME * canvas.pixel * away
            canvas.label(f"vertex ${known.symbol(vertex)}$", at, Ink.QUIET, toward=away, style=TextStyle.CAPTION)
    for p, q in itertools.combinations(step.candidates, 2):
        is_lit = {p.pair, q.pair} == set(step.simplex.pairs)
        place = beside_ring(known, canvas.pixel) if is_lit else (p.w + q.w) / 2.0
        if place is None or not (is_lit or math.dist(p.w_xy, q.w_xy) > NAMED_EDGE * canvas.pixel):
            continue
        out = left_of(q.w - p.w)
        away = unit(out if (place - middle) @ out > 0.0 else -out)
        name = f"edge ${known.symbol(p)}{known.symbol(q)}$"
        if is_lit:
            canvas.label(f"region of {name}", place, Ink.EXAMINED)
        else:
            canvas.label(name, place, Ink.QUIET, toward=away, style=TextStyle.CAPTION)


def long_side(known: Known) -> Vector:
    """Along the nearest edge, from v to its farther end: where there is room beside the rings. Up without an edge."""
    if known.simplex.region is not SimplexRegion.EDGE:
        return np.array((0.0, 1.0))
    p, q = (vertex.w - known.simplex.closest for vertex in known.simplex.vertices)
    return unit(p if p @ p > q @ q else q)


def beside_ring(known: Known, pixel: float) -> Vector | None:
    """In the region of the nearest edge, between the rings and the region's border, if that is wide enough."""
    far = max(float(np.hypot(*(vertex.w - known.simplex.closest))) for vertex in known.simplex.vertices)
    if far < known.upper + 2.0 * REGION_NAME * pixel:
        return None
    return 0.5 * (far + known.upper) * long_side(known) - 0.2 * known.simplex.closest


def outline(canvas: Canvas, shapes: Operands, step: Any) -> None:
    """A − B, which nobody has computed: a ghost with its vertices; at the end in the inks of A and B."""
    points = shapes.outline.points
    if not isinstance(step, GjkDistance) or len(points) <= 2:
        canvas.stroke(points, Ink.QUIET, closed=len(points) > 2, line=Line.DOTTED, opacity=0.8)
    else:
        canvas.area(points, Ink.QUIET, opacity=0.06)
        (_, _, first), (_, _, second) = shapes.sides
        for edge in shapes.outline.edges:
            for ink, line, part in ((first, Line.OUTLINE, edge.of_a), (second, Line.DASHED, edge.of_b)):
                if part is not None:
                    canvas.stroke((edge.start, edge.end), ink, line=line)
    if isinstance(step, SimplexStarted | GjkDistance) and len(points) > 2:
        name = shapes.difference + (",\nunknown to GJK" if isinstance(step, SimplexStarted) else "")
        canvas.label(name, points.mean(axis=0), Ink.QUIET, style=TextStyle.CAPTION)
    if isinstance(step, SimplexReduced):
        for index, point in enumerate(points):
            canvas.feature((point,), FeatureRef(shapes.difference, FeatureKind.VERTEX, index), Ink.EXAMINED)
            if len(points) <= 2 * MOST_NAMED:
                canvas.dot(point, Ink.QUIET, Point.SMALL)


def simplex(canvas: Canvas, known: Known, candidates: Sequence[SimplexVertex], *, is_search: bool) -> None:
    """The simplex, white; the part of it that is nearest to the origin broad and yellow, once it is known."""
    points = [vertex.w for vertex in candidates]
    if len(points) > 2:
        canvas.area(points, Ink.TEXT, opacity=0.1)
    if len(points) > 1:
        canvas.stroke(points, Ink.TEXT, closed=len(points) > 2, line=Line.OUTLINE)
    if is_search and len(points) > 2:
        for p, q in itertools.combinations(candidates, 2):
            canvas.feature((p.w, q.w), known.part(p, q), Ink.EXAMINED)
    nearest = [vertex.w for vertex in known.simplex.vertices]
    if len(nearest) == 2 and not is_search:
        canvas.stroke(nearest, Ink.EXAMINED, line=Line.FEATURE)
    if known.simplex.region is SimplexRegion.INSIDE:
        canvas.area(nearest, Ink.OVERLAP, opacity=0.2)
        canvas.stroke(nearest, Ink.OVERLAP, closed=True, line=Line.FEATURE)


def along(canvas: Canvas, moment: Moment[Any], known: Known) -> None:
    """v, from the origin to the nearest point of the simplex; the direction that leads back, and what the support
    point along it proves."""
    step, closest = moment.step, known.simplex.closest
    if known.simplex.distance > 0.0:
        canvas.stroke((ORIGIN, known.simplex.closest_xy), Ink.GAP, line=Line.MEASURE)
        canvas.symbol(V, closest / 2.0, Ink.GAP, toward=left_of(closest))
        if isinstance(step, GjkDistance) and moment.faulty is None:
            marks.pill(canvas, closest / 2.0, fixed(known.upper, DECIMALS), Ink.GAP, toward=-left_of(closest))
    if isinstance(step, SimplexStarted) and step.direction is not None:
        measures.unit_arrow(canvas, known.newest.w, step.direction, "")
        tip = known.newest.w + measures.UNIT_ARROW * canvas.pixel * step.direction
        canvas.dot(tip, Ink.INTERFACE)  # it can be taken hold of
        canvas.label(rf"first direction ${FIRST}$", tip, Ink.EXAMINED, toward=step.direction)
    elif isinstance(step, SupportTaken):
        beside = 0.0 if step.is_across else ASIDE * canvas.pixel
        beside_v(canvas, closest + beside * left_of(step.direction), step.direction, name_of_direction(step))
    elif isinstance(step, SimplexReduced) and known.upper > 0.0:  # the next direction
        toward = -unit(closest)
        beside_v(canvas, closest + ASIDE * canvas.pixel * left_of(toward), toward, D, at_most=known.upper)


def beside_v(canvas: Canvas, start: Vector, direction: Vector, name: str, *, at_most: float = math.inf) -> None:
    """A direction, its name at the tip and aside: v is on its right, and the origin ahead."""
    measures.unit_arrow(canvas, start, direction, "", at_most=at_most)
    tip = start + min(measures.UNIT_ARROW * canvas.pixel, 0.5 * at_most) * direction
    canvas.symbol(name, tip, Ink.EXAMINED, toward=direction + left_of(direction))


def proof(canvas: Canvas, step: SupportTaken, known: Known) -> Vector:
    """How far the line through w lies from the origin (negative where it lies beyond), and along the line the side
    where there is room for that: away from w."""
    foot = -step.lower * step.direction
    across = left_of(step.direction)
    side: Vector = across if (foot - step.vertex.w) @ across > 0.0 else -across
    if not step.is_across:
        measures.right_angle(canvas, foot, side, -step.direction, Ink.GAP)
    if not (step.is_across or step.is_last):
        name = "lower bound" if step.lower == known.lower else f"{BOUND}\n="
        at = foot + (1.1 if step.lower > 0.0 else 0.5) * step.upper * side  # away from the rings, or nearer
        canvas.label(f"{name} **{fixed(step.lower, DECIMALS)}**", at, Ink.GAP, toward=step.direction)
    return side


def vertices(
    canvas: Canvas,
    known: Known,
    shapes: Operands,
    candidates: Sequence[SimplexVertex],
    *,
    has_weights: bool,
    is_asked: bool,
) -> None:
    """The simplex' vertices by name, with the vertices of A and B that they come from and their weights; v's end."""
    middle = np.mean([vertex.w for vertex in candidates or known.simplex.vertices], axis=0)
    kept, shares = known.simplex.vertices, summing_to_one(known.simplex.weights)
    for vertex in candidates:
        is_dropped = has_weights and vertex not in kept
        ink = Ink.QUIET if is_dropped else Ink.EXAMINED
        toward = vertex.w - middle if len(candidates) > 1 else vertex.w
        canvas.dot(vertex.w, ink, Point.CROSS if is_dropped else Point.RING)
        canvas.feature((vertex.w,), known.part(vertex), ink)
        name = f"${known.symbol(vertex)}$"
        if not is_dropped:
            name = f"{name} = {shapes.pair_text(vertex)}"
            if has_weights and len(kept) > 1:
                weight = rf"$\lambda_{{{known.number(vertex)}}}$ = {fixed(shares[kept.index(vertex)])}"
                name = f"{name}\n{tint(weight, Ink.QUIET)}"
        toward = toward if toward.any() else (1.0, 1.0)
        canvas.label(name, vertex.w, ink, toward=toward, feature=known.part(vertex), fixed=is_asked)
    if known.simplex.region is not SimplexRegion.INSIDE:
        canvas.dot(known.simplex.closest, Ink.GAP)


def short_edge(known: Known, pixel: float) -> float:
    """The length of the simplex, where that is an edge too short for its names in the picture; else 0."""
    if known.simplex.region is not SimplexRegion.EDGE:
        return 0.0
    p, q = known.simplex.vertices
    length = math.dist(p.w_xy, q.w_xy)
    return length if length < SHORT * pixel else 0.0


def lens(canvas: Canvas, known: Known, shapes: Operands, length: float) -> None:
    """The edge that is the simplex, enlarged, in the lower corner away from A − B; of v its end."""
    small, kept = Canvas(2.0 * length / LENS[0]), known.simplex.vertices
    small.stroke([vertex.w for vertex in kept], Ink.EXAMINED, line=Line.FEATURE)
    closest = known.simplex.closest
    if known.upper > 0.0:
        end = closest - min(0.6 * length, known.upper) * unit(closest)
        small.stroke((closest, end), Ink.GAP, line=Line.MEASURE)
    vertices(small, known, shapes, kept, has_weights=True, is_asked=False)
    corner = "bottom left" if float(shapes.outline.points[:, 0].mean()) > 0.0 else "bottom right"
    canvas.inset(corner, LENS, "The nearest edge, enlarged", small.marks)


def summing_to_one(weights: Sequence[float]) -> list[float]:
    """Weights as hundredths that add up to 1: those that rounding down takes most from are rounded up."""
    parts = [math.floor(100.0 * weight) for weight in weights]
    by_loss = sorted(range(len(parts)), key=lambda i: parts[i] - 100.0 * weights[i])
    for i in by_loss[: 100 - sum(parts)]:
        parts[i] += 1
    return [part / 100.0 for part in parts]


def bound_labels(canvas: Canvas, known: Known, step: Any, room: Vector, *, is_compared: bool) -> None:
    """Each bound at its ring, unless the line through w says it; one label where they have met; none where the
    distance itself is told. `room`: the side where other words stand."""
    upper, lower = fixed(known.upper, DECIMALS), fixed(known.lower, DECIMALS)
    if known.upper <= 0.0:
        return
    if isinstance(step, GjkDistance):  # beside what a faulty loop draws there is no room for it at v
        if is_compared:
            at = known.upper * np.array((math.sqrt(0.5), -math.sqrt(0.5)))
            canvas.label(upper, at, Ink.GAP, toward=(1.0, -1.0), style=TextStyle.PILL)
        return
    text = f"both bounds {upper}" if upper == lower else f"upper bound {upper}"
    is_at_line = isinstance(step, SupportTaken) and step.lower == known.lower
    if known.lower > 0.0 and upper != lower and not is_at_line:
        text = f"{text}\nlower bound {lower}"
    at = known.upper * unit(-room - 0.8 * unit(known.simplex.closest))
    canvas.label(text, at, Ink.GAP, toward=-room)


def draw_bounds(canvas: Canvas, known: Known, axes: Axes) -> None:
    """The corridor between the bounds, from the start to the present iteration; beyond it dotted."""
    end = axes.x[1]
    ticks = [float(i) for i in range(0, round(end) + 1, max(1, round(end) // 8))]
    charts.chart_axes(canvas, axes, x_ticks=ticks, x_text=["start", *(str(round(i)) for i in ticks[1:])])
    uppers = [(float(i), upper) for i, upper in enumerate(known.uppers)]
    lowers = [(float(i), lower) for i, lower in enumerate(known.lowers[: len(uppers)])]
    now = uppers[-1][0]
    if now > 0.0:
        apart = 1 + sum(low < high for (_, low), (_, high) in zip(lowers, uppers, strict=True))
        around = dict.fromkeys((*lowers[:apart], *reversed(uppers[:apart])))
        canvas.area(list(around), Ink.GAP, opacity=0.16)
        canvas.stroke(uppers, Ink.GAP, line=Line.CURVE)
        canvas.stroke(lowers, Ink.GAP, line=Line.DOTTED)
    for points in (lowers, uppers):
        if now < end:
            canvas.stroke((points[-1], (end, points[-1][1])), Ink.GAP, line=Line.DOTTED, opacity=0.5)
        for x, y in points:
            canvas.dot((x, y), Ink.GAP, Point.FILLED if x == now else Point.RING)
    if known.iteration > now:  # the newest lower bound, before the simplex is reduced
        canvas.dot((float(known.iteration), known.lower), Ink.GAP, Point.FILLED)
    if fixed(known.lower, DECIMALS) != fixed(known.upper, DECIMALS):
        spread = f"**{fixed(known.lower, DECIMALS)} to {fixed(known.upper, DECIMALS)}**"
        aside = known.iteration + 10.0 * canvas.pixel
        measures.measure(canvas, (aside, known.upper), (aside, known.lower), Ink.GAP, spread)
    at = uppers[min(1, len(uppers) - 1)]
    canvas.label(rf"upper bound ${NORM}$", at, Ink.GAP, toward=(1.0, 0.5), style=TextStyle.CAPTION)
    first = next((i for i, lower in enumerate(known.lowers) if lower > 0.0), None)
    if first is not None:
        is_steep = first in (now, end) and known.lowers[first] > STEEP * axes.y[1]
        back = 0.4 if is_steep else 0.0  # on the way up to it, beside the corridor
        at = (first - back, (1.0 - back) * known.lowers[first])
        toward = (1.0, -0.6) if is_steep else (0.3, -1.0)
        canvas.label("lower bound", at, Ink.GAP, toward=toward, style=TextStyle.CAPTION)
