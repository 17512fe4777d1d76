"""GJK in difference space: the simplex, what is known of it, and the ring between the bounds."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import GjkDistance
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken
from geometry.minkowski.simplex import SimplexRegion, SimplexVertex
from geometry.vector import Vector, left_of, unit, xy_of
from lessons.stories.gjk_asks import FIRST_TRIANGLE
from lessons.stories.gjk_known import DIFFERENCE, Known, Operands, short_edge, summing_to_one
from lessons.stories.gjk_regions import around_simplex, highest, line_up_to, long_side
from lessons.stories.grouping import whole
from viz.lesson import marks, measures, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed, tint

ORIGIN = (0.0, 0.0)
DECIMALS = 3
LENS = (200.0, 150.0)  # pixels
EMPTY = 0.1  # opacity
MEASURED = (
    90.0  # pixels: along a shorter edge its ends have room for their weights, and a length between them has none
)
PROOF = 52.0  # pixels from there to what the line proves
BELOW = 64.0  # pixels from the simplex to the direction at the end
ASIDE = 13.0  # pixels that the arrow of a direction stands beside the line that it lies along
V, D, N = r"\boldsymbol{v}", r"\hat d", r"\hat n"
FIRST = r"\hat d_0"  # the first direction


def name_of_direction(step: Any) -> str:
    """d-hat leads from v to the origin; where v is the origin, the edge's normal is tried."""
    return FIRST if isinstance(step, SimplexStarted) else N if step.is_across else D


def draw_space(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """The outline, of which the algorithm knows only the vertices that it has found; the regions around the simplex;
    the ring between the bounds; the line that nothing lies beyond."""
    step = moment.step
    if whole(moment).trace.result.core_distance > 0.0:
        same_view(canvas, known, shapes)
    candidates: tuple[SimplexVertex, ...] = known.simplex.vertices
    if isinstance(step, SimplexReduced):
        candidates = step.candidates
        around_simplex(canvas, step, known, named=not shapes.is_crowded)
    elif isinstance(step, SupportTaken):
        candidates = candidates if step.is_repeated else (*candidates, step.vertex)
        is_proof = step.is_across or step.lower > 0.0
        ink = Ink.GAP if is_proof else Ink.QUIET
        proved_empty(canvas, step.vertex.w, step.direction, highest(known, shapes), ink)
    elif isinstance(step, GjkDistance) and known.upper > 0.0:  # the proof: both bounds, one circle and one line
        proved_empty(canvas, known.simplex.closest, -unit(known.simplex.closest), highest(known, shapes))
        if not known.simplex.has_pair(known.newest):
            newest_w(canvas, known, shapes)
    outline(canvas, shapes, step, known)
    regions.ring_of_bounds(canvas, ORIGIN, known.lower, known.upper)
    if known.upper <= known.lower:  # they have met
        marks.circle(canvas, ORIGIN, known.upper, Ink.GAP, Line.OUTLINE)
    simplex(canvas, known, candidates, is_search=isinstance(step, SupportTaken))
    along(canvas, moment, known, shapes)
    has_weights = not isinstance(step, SupportTaken)
    is_measured = isinstance(step, SimplexReduced) and share_along(canvas, known)
    is_asked = moment.is_open and has_weights  # then the names stand still, and the remarks find places beside them
    if has_weights and (length := short_edge(known, canvas.pixel)):
        lens(canvas, known, shapes, length)
        candidates = tuple(vertex for vertex in candidates if vertex not in known.simplex.vertices)
    vertices(
        canvas,
        known,
        shapes,
        candidates,
        has_weights=has_weights,
        weighted=has_weights and not is_measured,
        is_asked=is_asked,
    )
    if isinstance(step, GjkDistance) and shapes.radius > 0.0:
        marks.circle(canvas, ORIGIN, shapes.radius, Ink.QUIET, Line.DASHED)
        canvas.label("$r_A+r_B$", (0.0, shapes.radius), Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    # A line beyond the origin is measured from there along the direction: the name stands away from that.
    is_beyond = isinstance(step, SupportTaken) and step.lower < 0.0 and not step.is_across
    aside = (math.copysign(1.0, -step.direction[0]), -0.6) if is_beyond else (0.5, -1.0)
    marks.answer(canvas, ORIGIN, "origin", toward=aside)
    is_search = isinstance(step, SupportTaken)
    room = proof(canvas, step, known, highest(known, shapes)) if is_search else long_side(known)
    bound_labels(canvas, known, step, room)


def same_view(canvas: Canvas, known: Known, shapes: Operands) -> None:
    """Unseen: what every step's view is fitted to, so that the ring is seen to close and nothing else moves; nearer
    once there are two rings."""
    rings = zip(known.lowers, known.uppers, strict=False)  # halfway the last of them has no new upper bound yet
    far = next((up for low, up in rings if low > 0.0), known.upper if known.lower > 0.0 else known.uppers[0])
    places = np.vstack((shapes.outline.points, ((-far, -far), (far, far))))
    (left, low), (right, high) = places.min(axis=0), places.max(axis=0)
    canvas.area(((left, low), (right, low), (right, high), (left, high)), Ink.CONSTRUCTION, opacity=0.0)


def proved_empty(canvas: Canvas, w: Vector, direction: Vector, top: float, ink: Ink = Ink.GAP) -> None:
    """The line that nothing of A − B lies beyond; between it and an origin beyond it a strip, wide as the bound. Both
    end at the height `top`."""
    line_up_to(canvas, w, left_of(direction), top, ink, Line.DASHED)
    if float(w @ direction) < 0.0:
        lines = (xy_of(w), ORIGIN, (0.0, top)), (xy_of(-direction), xy_of(direction), (0.0, 1.0))
        canvas.region(*lines, Ink.GAP, EMPTY)


def outline(canvas: Canvas, shapes: Operands, step: Any, known: Known) -> None:
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
        is_start = isinstance(step, SimplexStarted)
        name = f"{DIFFERENCE} of the cores" if shapes.radius > 0.0 else DIFFERENCE  # the radii come off at the end
        name = f"{name}: drawn for you,\nunknown to GJK" if is_start else name
        if is_start or shapes.radius > 0.0:  # beside what lies in it: the disc, or all of what is as small as words
            free = points[np.hypot(*(points - known.newest.w).T) > 1e-9]  # where w has no words
            canvas.label(name, free[free[:, 1].argmin()], Ink.QUIET, toward=(0.0, -1.0), style=TextStyle.CAPTION)
        else:
            canvas.label(name, name_place(shapes, known), Ink.QUIET, style=TextStyle.CAPTION)
    is_asked = isinstance(step, SimplexReduced) and step.iteration == FIRST_TRIANGLE - 1
    if is_asked:  # for one of its vertices
        for index, point in enumerate(points):
            canvas.feature((point,), FeatureRef(DIFFERENCE, FeatureKind.VERTEX, index), Ink.EXAMINED)
    if is_asked or shapes.is_crowded:
        for point in points:
            canvas.dot(point, Ink.QUIET, Point.SMALL)


def name_place(shapes: Operands, known: Known) -> Vector:
    """In the middle of the difference; beside a triangle that takes that place, between it and a far vertex."""
    points = shapes.outline.points
    middle: Vector = points.mean(axis=0)
    if known.simplex.region is not SimplexRegion.INSIDE:
        return middle
    rooms, corners = [], [vertex.w for vertex in known.simplex.vertices]
    for p, q in itertools.combinations(corners, 2):
        out = unit(left_of(q - p))
        out = -out if (np.mean(corners, axis=0) - p) @ out > 0.0 else out
        ahead = (points - p) @ out
        rooms.append((float(ahead.max()), (p + q + points[int(ahead.argmax())]) / 3.0))
    place: Vector = max(rooms, key=lambda room: room[0])[1]
    return place


def newest_w(canvas: Canvas, known: Known, shapes: Operands) -> None:
    """The last support point, where it is no part of the simplex."""
    w, name = known.newest.w, f"${known.symbol(known.newest)}$ = {shapes.pair_text(known.newest)}"
    canvas.dot(w, Ink.EXAMINED)
    canvas.label(name, w, Ink.EXAMINED, toward=known.simplex.closest)


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


def along(canvas: Canvas, moment: Moment[Any], known: Known, shapes: Operands) -> None:
    """v, from the origin to the nearest point of the simplex; the direction that leads back, and what the support
    point along it proves."""
    step, closest = moment.step, known.simplex.closest
    if known.simplex.distance > 0.0:
        canvas.arrow(ORIGIN, known.simplex.closest_xy, Ink.GAP, line=Line.MEASURE)
        canvas.symbol(V, closest / 2.0, Ink.GAP, toward=left_of(closest))
        if isinstance(step, GjkDistance):
            # At the ring, or where that is large, at v.
            at, aside = (-closest, -closest) if shapes.radius == 0.0 else (closest / 2.0, -left_of(closest))
            marks.pill(canvas, at, fixed(known.upper, DECIMALS), Ink.GAP, toward=aside)
    if isinstance(step, SimplexStarted) and step.direction is not None:
        measures.unit_arrow(canvas, known.newest.w, step.direction, "")
        tip = known.newest.w + measures.UNIT_ARROW * canvas.pixel * step.direction
        canvas.dot(tip, Ink.INTERFACE)  # it can be taken hold of
        canvas.label(rf"first direction ${FIRST}$", tip, Ink.EXAMINED, toward=step.direction)
    elif isinstance(step, SupportTaken):
        beside = 0.0 if step.is_across else ASIDE * canvas.pixel
        beside_v(canvas, closest + beside * left_of(step.direction), step.direction, name_of_direction(step))
    elif isinstance(step, GjkDistance) and known.upper > 0.0:
        if moment.faulty is None:  # the last direction, on the line through v
            place = below_simplex(known, canvas.pixel)
            measures.unit_arrow(canvas, place, -unit(closest), D)
            down = PROOF * canvas.pixel * unit(place - closest)
            says = f"no point of {shapes.name}\nbeyond this line"
            canvas.label(says, place + down, Ink.GAP, toward=-unit(closest), style=TextStyle.CAPTION)
    elif isinstance(step, SimplexReduced) and known.upper > 0.0:  # the next direction
        toward = -unit(closest)
        beside_v(canvas, closest + ASIDE * canvas.pixel * left_of(toward), toward, D, at_most=known.upper)


def below_simplex(known: Known, pixel: float) -> Vector:
    """On the line through v, perpendicular to it, below the simplex and its names, and beside the circle."""
    down = left_of(unit(known.simplex.closest))
    down = -down if down[1] > 0.0 else down
    end = max(float((vertex.w - known.simplex.closest) @ down) for vertex in known.simplex.vertices)
    place: Vector = known.simplex.closest + max(end + BELOW * pixel, known.upper) * down
    return place


def beside_v(canvas: Canvas, start: Vector, direction: Vector, name: str, *, at_most: float = math.inf) -> None:
    """A direction, its name at the tip and aside: v is on its right, and the origin ahead."""
    measures.unit_arrow(canvas, start, direction, "", at_most=at_most)
    tip = start + min(measures.UNIT_ARROW * canvas.pixel, 0.5 * at_most) * direction
    canvas.symbol(name, tip, Ink.EXAMINED, toward=direction + left_of(direction))


def proof(canvas: Canvas, step: SupportTaken, known: Known, top: float) -> Vector:
    """How far the line through w lies from the origin (negative where it lies beyond), and along the line the side
    where there is room for that: away from w."""
    foot = -step.lower * step.direction
    across = left_of(step.direction)
    side: Vector = across if (foot - step.vertex.w) @ across > 0.0 else -across
    if not step.is_across:
        measures.right_angle(canvas, foot, side, -step.direction, Ink.GAP if step.lower > 0.0 else Ink.QUIET)
        if step.lower <= 0.0:  # what it measures, beyond the origin
            canvas.stroke((ORIGIN, xy_of(foot)), Ink.QUIET, line=Line.DASHED)
    if not (step.is_across or step.is_last):
        name = "lower bound " if step.lower == known.lower else "proves only " if step.lower > 0.0 else ""
        at = foot + 1.5 * step.upper * side if step.lower > 0.0 else foot  # away from the rings, or nearer
        toward = step.direction if step.lower > 0.0 else step.direction - side
        if step.lower > 0.0 and at[1] > top:  # above the end of the line
            at, toward = foot + (top - foot[1]) / side[1] * side, 2.0 * side + step.direction
        ink = Ink.GAP if step.lower > 0.0 else Ink.QUIET  # what is negative is no bound
        canvas.label(f"{name}**{fixed(step.lower, DECIMALS)}**", at, ink, toward=toward)
    return side


def vertices(
    canvas: Canvas,
    known: Known,
    shapes: Operands,
    candidates: Sequence[SimplexVertex],
    *,
    has_weights: bool,
    weighted: bool,
    is_asked: bool,
) -> None:
    """The simplex' vertices by name, the newest with the vertices of A and B that it comes from; if `weighted` each
    with its own and its weight; v's end."""
    middle = np.mean([vertex.w for vertex in candidates or known.simplex.vertices], axis=0)
    kept, shares = known.simplex.vertices, summing_to_one(known.simplex.weights)
    for vertex in candidates:
        is_dropped = has_weights and vertex not in kept
        ink = Ink.QUIET if is_dropped else Ink.EXAMINED
        toward = vertex.w - middle if len(candidates) > 1 else vertex.w
        if len(candidates) == 2 and has_weights and known.upper > 0.0:  # clear of the edge's line and its region's
            toward = unit(toward) + 1.4 * unit(known.simplex.closest)
        canvas.dot(vertex.w, ink, Point.CROSS if is_dropped else Point.RING)
        canvas.feature((vertex.w,), known.part(vertex), ink)
        name = f"${known.symbol(vertex)}$"
        if not is_dropped and (weighted or vertex.pair == known.newest.pair):  # the older ones were told before
            name = f"{name} = {shapes.pair_text(vertex)}"
        if not is_dropped and weighted and len(kept) > 1:
            name = f"{name}\n{tint(f'weight {fixed(shares[kept.index(vertex)])}', Ink.QUIET)}"
        toward = toward if toward.any() else (1.0, 1.0)
        canvas.label(name, vertex.w, ink, toward=toward, feature=known.part(vertex), fixed=is_asked)
    if known.simplex.region is not SimplexRegion.INSIDE:
        canvas.dot(known.simplex.closest, Ink.GAP)
    if has_weights and known.simplex.region is SimplexRegion.EDGE and known.upper > 0.0:  # v is a foot
        measures.right_angle(canvas, known.simplex.closest, long_side(known), -unit(known.simplex.closest), Ink.GAP)


def share_along(canvas: Canvas, known: Known) -> bool:
    """The weight of an edge's second end: how much of the edge lies between its first and v. Whether it is drawn."""
    kept, closest = known.simplex.vertices, known.simplex.closest
    if known.simplex.region is not SimplexRegion.EDGE or known.upper <= 0.0:
        return False
    if math.dist(kept[0].w_xy, kept[1].w_xy) < MEASURED * canvas.pixel:
        return False
    start = kept[0].w
    text = fixed(summing_to_one(known.simplex.weights)[1])
    # On the other side than the origin; white, it would pass for an edge.
    aside = ASIDE * canvas.pixel * unit(closest)
    measures.measure(canvas, start + aside, closest + aside, Ink.QUIET, line=Line.THIN)
    canvas.label(text, closest + aside, Ink.TEXT, toward=unit(closest) + unit(closest - start))
    return True


def lens(canvas: Canvas, known: Known, shapes: Operands, length: float) -> None:
    """The edge that is the simplex, enlarged, in the lower corner away from A − B; of v its end."""
    small, kept = Canvas(2.0 * length / LENS[0]), known.simplex.vertices
    small.stroke([vertex.w for vertex in kept], Ink.EXAMINED, line=Line.FEATURE)
    closest = known.simplex.closest
    if known.upper > 0.0:
        end = closest - min(0.6 * length, known.upper) * unit(closest)
        small.stroke((closest, end), Ink.GAP, line=Line.MEASURE)
    vertices(small, known, shapes, kept, has_weights=True, weighted=True, is_asked=False)
    corner = "bottom left" if float(shapes.outline.points[:, 0].mean()) > 0.0 else "bottom right"
    canvas.inset(corner, LENS, "The nearest edge, enlarged", small.marks)


def bound_labels(canvas: Canvas, known: Known, step: Any, room: Vector) -> None:
    """Each bound at its ring, unless the line through w says it; one label where they have met; none where the
    distance itself is told. `room`: the side where other words stand."""
    upper, lower = fixed(known.upper, DECIMALS), fixed(known.lower, DECIMALS)
    if known.upper <= 0.0:
        return
    if isinstance(step, GjkDistance):
        return  # it is told at v
    text = f"both bounds {upper}" if upper == lower else f"upper bound {upper}"
    is_at_line = isinstance(step, SupportTaken) and step.lower == known.lower
    if known.lower > 0.0 and upper != lower and not is_at_line:
        text = f"{text}\nlower bound {lower}"
    share = 1.0 if isinstance(step, SupportTaken) else 0.4  # nearly across the origin from v: clear of the simplex
    at = known.upper * unit(-share * room - 1.2 * unit(known.simplex.closest))
    canvas.label(text, at, Ink.GAP, toward=-room if isinstance(step, SupportTaken) else at)
