"""The figure of a point query: feet on the edges, regions, and the signed distance as a contour map."""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, PointQuery, circle
from geometry.faulty.point_query import FaultyQuery
from geometry.query.erosion import erosion
from geometry.query.medial_axis import medial_axis
from geometry.query.point_query import EdgeProjected, FootClamped, InsideTested, PushedOut
from geometry.trace import Grouped
from geometry.vector import following, left_of, vector
from lessons.queries.scenes import P, Q, U, V, named, named_on
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.regions import IN_USE, nearest_regions
from viz.lesson.screen import pitch
from viz.lesson.text import fixed

STEP = 0.25  # between isolines
RINGS = 15  # isolines outside
OFF = 0.004  # of STEP: how far a piece of an isoline around a vertex may be off its arc, 0.15 px at 1920 x 1080
GLOW = 3  # of them with light between
NO_CLAMP, UNSIGNED, ALONG = "no clamp", "no inside test", "push from core to p"
STAGES = ("Project", "Clamp", "Nearest", "Inside?", "Radius", "Answer")
TELLS = {NO_CLAMP: 2, UNSIGNED: 3, ALONG: 4}  # from which stage on a faulty rule's answer differs
GROWN = 0.35  # of the distance to A: a circle that does not tell where it will touch A
KINDS = (EdgeProjected, FootClamped, None, InsideTested, PushedOut, PointQuery)
BEHIND = 0.16  # opacity of what is behind every edge
CLEAR = 0.15  # how much nearer edge 0 is than any other, where a number stands inside
NAMED = (2, 4)  # isolines with their number, outside and inside


def along(edge: EdgeProjected) -> float:
    """f: 0 at the edge's start, 1 at its end."""
    return edge.along / math.dist(edge.start_xy, edge.end_xy)


def is_inner(moment: Moment[Any]) -> bool:
    """Whether the edges are walked one by one: the query's own trace begins with all of them."""
    return not isinstance(moment.trace.steps[0], Grouped)


def edges_of(moment: Moment[Any]) -> list[FootClamped]:
    """What was found on every edge of the core."""
    outer = moment.parent if is_inner(moment) else moment
    assert outer is not None
    return list(outer.trace.steps[1].part.steps)


def feet_on(moment: Moment[Any]) -> int:
    """How many feet lie on their edges."""
    return sum(0.0 <= along(each.projected) <= 1.0 for each in edges_of(moment))


def stage_of(moment: Moment[Any]) -> str:
    """All feet on the main track; one at a time where they are stepped into."""
    step = moment.step
    if isinstance(step, FootClamped):
        return "Clamp" if is_inner(moment) else "Nearest"
    return STAGES[KINDS.index(type(step.first if isinstance(step, Grouped) else step))]


def tells(moment: Moment[Any]) -> bool:
    """Whether the rule that is compared has come to where it goes wrong."""
    return STAGES.index(stage_of(moment)) >= TELLS[moment.compare]


def edge_in_view(moment: Moment[Any]) -> FootClamped:
    """The edge that was stepped into; of all edges the one whose foot is furthest off its middle."""
    whole = edges_of(moment)
    if is_inner(moment):
        return whole[moment.index]
    return max(whole, key=lambda each: abs(along(each.projected) - 0.5))


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and p, and what this step finds."""
    scene, step, shape, stage = moment.scene, moment.step, moment.scene.a.world, stage_of(moment)
    if stage in ("Nearest", "Radius", "Answer"):
        is_compared = isinstance(moment.faulty, FaultyQuery) and tells(moment)
        _contours(
            canvas, scene, is_signed=stage != "Nearest", has_ridge=shows_ridge(scene, stage), is_named=not is_compared
        )
    if stage == "Nearest":
        _regions(canvas, scene)
    away = shape.centroid + 0.35 * (shape.centroid - scene.p) / max(1.0, math.dist(scene.p, shape.centroid))
    marks.shape(canvas, shape, Ink.A, "A", letter_at=away, names_outside=stage != "Project")
    if scene.r:
        canvas.stroke(scene.core.points, Ink.A, closed=len(scene.core.points) > 2, line=Line.DASHED)
    match stage, step:
        case "Project" | "Clamp", _:
            _feet(canvas, moment, is_clamped=stage == "Clamp")
            if stage == "Project":
                _sought(canvas, moment)
        case "Nearest", _:
            nearest = edges_of(moment)[-1].nearest_so_far
            d = f"$d$ = {fixed(nearest.distance)}"
            measures.measure(canvas, scene.p, nearest.foot, Ink.TEXT, d, style=TextStyle.PILL)
            _answer(canvas, scene.p, nearest.foot, foot_name(scene, nearest.projected.edge))
        case _, InsideTested():
            _inside(canvas, scene, step)
        case _, PushedOut():
            _pushed(canvas, moment, step)
        case _, PointQuery():
            s, told = step.separation, f"$s$ = {fixed(step.separation, sign=True)}"
            measures.measure(canvas, scene.p, step.closest, separation_ink(s), told, style=TextStyle.PILL)
            measures.unit_arrow(canvas, step.closest, step.normal, r"\hat n", Ink.ANSWER)
            _answer(canvas, scene.p, step.closest)
    canvas.glow((scene.p,), Ink.EXAMINED)
    canvas.dot(scene.p, Ink.EXAMINED, Point.FILLED)
    canvas.symbol(
        P, scene.p, Ink.EXAMINED, toward=scene.p - scene.found.closest if scene.found.separation else (0, 1)
    )
    if isinstance(moment.faulty, FaultyQuery) and tells(moment):
        _faulty(canvas, scene, moment.faulty, is_signed=stage != "Nearest")


def shows_ridge(scene: Any, stage: str) -> bool:
    """From outside a sharp A it waits for the answer: before, it is asked where the nearest point jumps."""
    return stage != "Nearest" or scene.found.in_core or scene.r > 0.0


def _answer(canvas: Canvas, p: Any, q: Any, name: str = Q) -> None:
    marks.answer(canvas, q)
    canvas.symbol(name, q, Ink.ANSWER, toward=(q[1] - p[1], p[0] - q[0]) if math.dist(p, q) else (1.0, 0.0))


def foot_name(scene: Any, edge: int) -> str:
    """The symbol of the point of an edge; of the one segment of a capsule's core there is no number."""
    return rf"{Q}_{edge}" if len(scene.core.points) > 2 else rf"{Q}_i"


def _sought(canvas: Canvas, moment: Moment[Any]) -> None:
    """What is to be found: where a circle around p that grows first touches A; it is drawn while it is small. Not
    from inside a sharp A, of which the way out is asked."""
    p, q = moment.scene.p, moment.scene.found.closest
    if moment.compare or is_inner(moment) or (moment.scene.found.in_core and not moment.scene.r):
        return
    r = GROWN * math.dist(p, q)
    marks.circle(canvas, p, r, Ink.TEXT, Line.DOTTED)
    canvas.label("grows until it touches A", p + (0.0, r), Ink.TEXT, toward=(0.0, 1.0), style=TextStyle.CAPTION)


# The contour map.


class Contours(NamedTuple):
    """Of a shape about its pivot: isolines outside as segments (m, 4), inside as outlines, light near the boundary as
    triangles, the ridge."""

    outside: NDArray[np.float64]
    inside: list[NDArray[np.float64]]
    bands: list[NDArray[np.float64]]
    ridge: NDArray[np.float64]
    step: float  # of the distance from one isoline to the next


def contours(local: Convex, radius: float) -> Contours:
    """Where the signed distance from the core, rounded by a radius, is a multiple of STEP, of more in a large
    shape."""
    step = STEP * pitch((radius + 0.5 * float(np.ptp(local.points, axis=0).min())) / STEP)
    heading = np.arctan2(local.normals[:, 1], local.normals[:, 0])
    before = np.roll(heading, 1)
    turns = (heading - before) % math.tau

    def ring(distance: float, seen_at: float | None = None) -> NDArray[np.float64]:
        """With as many pieces as keep it within OFF of its arcs, or those of another distance."""
        most = math.sqrt(8.0 * OFF * step / (distance if seen_at is None else seen_at))  # angle of a piece
        counts = 2 + (turns / most).astype(int)
        ways = np.concatenate(
            [start + np.linspace(0.0, turn, n) for start, turn, n in zip(before, turns, counts, strict=True)]
        )
        out = np.stack((np.cos(ways), np.sin(ways)), axis=1)
        found: NDArray[np.float64] = np.repeat(local.points, counts, axis=0) + distance * out
        return found

    lit = [ring(radius + k * step, radius + GLOW * step) for k in range(GLOW + 1)]
    outside = [ring(radius + k * step) for k in range(1, RINGS)]
    inside = [ring(radius - k * step) for k in range(1, math.ceil(radius / step))]
    deep = step * math.ceil(max(radius, step) / step) - radius
    while len(local.points) > 2 and len(left := erosion(local.points, circle(deep)) if deep else local.points):
        inside.append(left)
        deep += step
    bands = []
    for near, far in itertools.pairwise(lit):
        on, further = np.roll(near, -1, axis=0), np.roll(far, -1, axis=0)
        bands.append(np.concatenate((np.hstack((near, far, further)), np.hstack((near, further, on)))))
    return Contours(_lines(outside), inside, bands, medial_axis(local), step)


def _lines(rings: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Closed outlines as segments (m, 4)."""
    return np.concatenate([np.hstack((ring, np.roll(ring, -1, axis=0))) for ring in rings])


def _contours(canvas: Canvas, scene: Any, *, is_signed: bool, has_ridge: bool, is_named: bool) -> None:
    """The isolines, light near the boundary, and the ridge where the closest point jumps: of d, later of s. They
    belong to A: only a vertex that is dragged makes new ones."""
    core, radius = scene.core, scene.r if is_signed else 0.0
    found = scene.a.shape.once(contours, radius)

    def place(points: NDArray[np.float64]) -> NDArray[np.float64]:
        there: NDArray[np.float64] = scene.a.pose.place(points.reshape(-1, 2)).reshape(points.shape)
        return there

    around, inside_ink = (Ink.GAP, Ink.OVERLAP) if is_signed else (Ink.QUIET, Ink.QUIET)  # d has no side yet
    for k, band in enumerate(found.bands):
        canvas.crowd(around, triangles=place(band), fill=0.15 * math.exp(-0.8 * k), framed=False)
    canvas.crowd(around, segments=place(found.outside), opacity=0.4, framed=False)
    inside = [place(ring) for ring in found.inside]
    for ring in inside:
        canvas.area(ring, inside_ink, opacity=0.08)
    if inside:
        canvas.crowd(inside_ink, segments=_lines(inside), opacity=0.7, framed=False)
    ridge = place(found.ridge)
    for ends in ridge if has_ridge else ():
        canvas.stroke(ends, Ink.TEXT, line=Line.DOTTED)
    if has_ridge and is_named:
        _name_ridge(canvas, core, ridge, scene.p)
    start = core.points[0] + 0.3 * (core.points[1] - core.points[0])
    for k in NAMED if radius == scene.r else ():
        at = start + (radius + k * found.step) * core.normals[0]
        canvas.label(fixed(k * found.step, sign=is_signed), at, around, style=TextStyle.CAPTION, fixed=True)
    near_end, middle = (core.points[0] + part * (core.points[1] - core.points[0]) for part in (0.12, 0.5))
    for k in NAMED if is_signed and is_named and scene.r == radius else ():
        at = (middle if not radius else near_end) + (radius - k * found.step) * core.normals[0]
        depths = ((core.points - at) * core.normals).sum(axis=1)
        if k * found.step <= radius or (len(depths) > 2 and np.delete(depths, 0).min() > depths[0] + CLEAR):
            canvas.label(fixed(-k * found.step), at, Ink.OVERLAP, style=TextStyle.CAPTION, fixed=True)


def _name_ridge(canvas: Canvas, core: Convex, ridge: NDArray[np.float64], p: Any) -> None:
    """At its longest piece that ends at no vertex, of a ridge that has one, the first of equally long ones; A's
    letter is on the other side."""
    from_vertex = np.hypot(*np.moveaxis(ridge[:, :, None] - core.points, -1, 0)).min(axis=(1, 2)) < 1e-6
    inner = ridge if from_vertex.all() else ridge[~from_vertex]
    if len(inner):
        u, v = max(inner, key=lambda ends: round(math.dist(*ends), 9))
        at, left = (u + v) / 2.0, left_of(v - u)
        toward = left if (p - at) @ left >= -1e-9 else -left
        canvas.label("medial axis", at, Ink.TEXT, toward=toward, style=TextStyle.CAPTION)


def _regions(canvas: Canvas, scene: Any) -> None:
    """Borders of the Voronoi regions outside, and the region of p tinted."""
    core, near = scene.core, scene.found.feature
    for region in nearest_regions(core.points):
        is_near = region.vertices == _vertices(near, len(core.points))
        is_in_use = is_near and not scene.found.in_core
        name = named_on(core, near) if is_in_use else f"v{region.vertices[0]}"
        if is_near:
            canvas.region(region.through, region.normals, Ink.EXAMINED, IN_USE)
        ink, style = (Ink.EXAMINED, TextStyle.BOLD) if is_in_use else (Ink.QUIET, TextStyle.CAPTION)
        if is_in_use or len(region.vertices) == 1:
            canvas.label(f"nearest: {name}", region.middle, ink, style=style)
    for (x, y), (dx, dy), after in zip(core.points, core.normals, following(core.points), strict=True):
        for at in ((x, y), after):
            canvas.unbounded(at, (dx, dy), Ink.CONSTRUCTION, line=Line.DASHED, one_sided=True)
    if not near.is_vertex and len(core.points) > 2 and shows_ridge(scene, "Nearest"):
        _cell_inside(canvas, scene)


def _cell_inside(canvas: Canvas, scene: Any) -> None:
    """Of the nearest edge's region the part inside A: up to the medial axis."""
    core, near = scene.core, scene.found.feature
    n, i = core.normals, near.index
    reach = (core.points * n).sum(axis=1)
    others = [k for k in range(len(n)) if k != i]
    across, level = n[others] - n[i], reach[others] - reach[i]
    through = across * (level / (across**2).sum(axis=1))[:, None]
    canvas.region((*through, core.points[i]), (*across, n[i]), Ink.EXAMINED, IN_USE)
    if scene.found.in_core:
        ends = core.points[i], following(core.points)[i]
        far = max(ends, key=lambda end: math.dist(end, scene.found.foot))  # beside d, where the region is broad
        at = (scene.found.foot + far) / 2.0 - 0.3 * math.dist(scene.p, scene.found.foot) * n[i]
        canvas.label(f"nearest: {named(near)}", at, Ink.EXAMINED, style=TextStyle.BOLD)


def _vertices(feature: Any, count: int) -> tuple[int, ...]:
    if feature.is_vertex:
        return (feature.index,)
    return tuple(sorted((feature.index, (feature.index + 1) % count)))


# The steps.


def _feet(canvas: Canvas, moment: Moment[Any], *, is_clamped: bool) -> None:
    """A foot on every edge's line; those beyond an end slide to it."""
    chosen, whole = edge_in_view(moment), edges_of(moment)
    part = (1.0 if is_inner(moment) else moment.time) if is_clamped else 0.0
    for each in [chosen] if moment.is_open else whole:  # what is asked about has the figure to itself
        edge, is_chosen = each.projected, each is chosen
        off = each.foot - edge.on_line
        at = edge.on_line + part * off
        if is_chosen:
            canvas.unbounded(edge.start, edge.end - edge.start, Ink.CONSTRUCTION, line=Line.DASHED)
        elif off.any():  # the edge's line, as far as the foot on it
            canvas.stroke((each.foot, edge.on_line), Ink.GHOST, line=Line.THIN)
        if is_clamped and off.any() and part:
            canvas.arrow(edge.on_line, at, Ink.EXAMINED if is_chosen else Ink.QUIET, line=Line.THIN)
        canvas.dot(at, Ink.EXAMINED if is_chosen else Ink.QUIET, Point.FILLED)
        if is_chosen:  # it alone has its way from p: others would cross
            canvas.stroke((moment.scene.p, at), Ink.EXAMINED, line=Line.DASHED)
        if is_clamped:
            ink = Ink.EXAMINED if is_chosen else Ink.QUIET
            canvas.symbol(foot_name(moment.scene, edge.edge), at, ink, toward=-edge.normal)
    edge = chosen.projected
    marks.highlight_edge(canvas, (edge.start, edge.end))
    for symbol, end, other in ((U, edge.start, edge.end), (V, edge.end, edge.start)):
        canvas.symbol(symbol, end, Ink.EXAMINED, toward=end - other - edge.normal)
    if not is_clamped:
        for end, value in ((edge.start, "$f$ = 0"), (edge.end, "$f$ = 1")):
            canvas.label(value, end, Ink.QUIET, toward=edge.normal, style=TextStyle.CAPTION)
        toward_p = math.copysign(1.0, edge.height) * edge.normal
        measures.right_angle(canvas, edge.on_line, edge.start - edge.on_line, toward_p)
    f, at = along(edge), edge.on_line
    if part < 1.0:  # on its way to the end; there the foot point keeps the number that was clamped
        f += part * (min(max(f, 0.0), 1.0) - f)
        at = at + part * (chosen.foot - at)
    canvas.label(f"$f$ = {fixed(f)}", at, Ink.EXAMINED, toward=edge.normal)


def _inside(canvas: Canvas, scene: Any, tested: InsideTested) -> None:
    """What is behind every edge; the greatest height, and if p is in front of that edge, all that is."""
    if not tested.heights:
        measures.measure(canvas, scene.p, tested.foot, Ink.GAP, f"$d$ = {fixed(tested.distance)}")
        return
    core = scene.core
    canvas.region(core.points, core.normals, Ink.OVERLAP, BEHIND)
    h = max(tested.heights)
    i = tested.heights.index(h)
    u, v, n = core.points[i], following(core.points)[i], core.normals[i]
    ink = separation_ink(h)
    if not tested.is_inside:
        canvas.region((u,), (-n,), ink, IN_USE)
    marks.highlight_edge(canvas, (u, v), ink, glow=False)
    canvas.unbounded(u, v - u, ink, line=Line.DASHED)
    words = f"$h_{i}$ = {fixed(h, sign=True)}"
    measures.measure(canvas, scene.p - h * n, scene.p, ink, words, style=TextStyle.PILL)


def _pushed(canvas: Canvas, moment: Moment[Any], pushed: PushedOut) -> None:
    """The answer on its way from the core to the boundary: the core's own point keeps its name and its place."""
    edge = edges_of(moment)[-1].nearest_so_far.projected.edge
    scene = moment.scene
    ink = Ink.OVERLAP if scene.found.in_core else Ink.GAP
    if fixed(math.dist(scene.p, pushed.foot)) != "0.00":
        measures.measure(canvas, scene.p, pushed.foot, ink, "$d$", off=14.0)
    at = pushed.foot + moment.time * (pushed.closest - pushed.foot)
    measures.measure(canvas, pushed.foot, pushed.closest, Ink.A, "$r$", off=14.0)
    canvas.dot(pushed.foot, Ink.EXAMINED)
    canvas.symbol(foot_name(scene, edge), pushed.foot, Ink.EXAMINED, toward=pushed.foot - pushed.closest)
    if moment.time < 1.0:  # not q yet
        marks.answer(canvas, at)
    else:
        _answer(canvas, scene.p, at)


def _faulty(canvas: Canvas, scene: Any, faulty: FaultyQuery, *, is_signed: bool) -> None:
    """The rule's closest point, and how wrong its distance is."""
    if faulty.closest is None:
        marks.cross(canvas, scene.p, "0 / 0: no direction", Ink.FAULTY)
        return
    error = abs(faulty.separation - scene.found.separation)
    if faulty.separation > 0.0 > scene.found.separation:
        r = 0.5 * faulty.separation
        marks.circle(canvas, scene.p, r, Ink.FAULTY, Line.DOTTED)
        words = f"radius {fixed(r)}: reported as apart"
        on = scene.p + r * vector((-0.6, 0.8))
        canvas.stroke((scene.p, on), Ink.FAULTY, line=Line.DOTTED)
        canvas.label(words, on, Ink.FAULTY, toward=(-0.6, 0.8))
    if faulty.edge is not None:
        u, v = scene.core.points[faulty.edge], following(scene.core.points)[faulty.edge]
        canvas.unbounded(u, v - u, Ink.FAULTY, line=Line.DOTTED)
    off = math.dist(faulty.closest, scene.found.closest)
    at = faulty.closest
    if off <= 1e-6 < error:  # the place is right, the sign is not: p − s n̂ leads away from the boundary
        at = scene.p - faulty.separation * scene.found.normal
    if error > 1e-9 or off > 1e-6:
        canvas.stroke((scene.p, at), Ink.FAULTY, line=Line.DOTTED)
        wrong = (
            f"$s$ = {fixed(faulty.separation, sign=True)}, not {fixed(scene.found.separation, sign=True)}"
            if is_signed
            else f"$d$ = {fixed(abs(faulty.separation))}, not {fixed(math.dist(scene.p, scene.found.foot))}"
        )
        wrong = wrong if error > 1e-9 else f"error {fixed(off)}"
        marks.cross(canvas, at, wrong, Ink.FAULTY, toward=at - scene.p)
