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
from geometry.vector import following
from lessons.queries.scenes import P, Q, U, V, named
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.regions import IN_USE, nearest_regions
from viz.lesson.text import fixed

STEP = 0.25  # between isolines
RINGS, ROUND = 24, 17  # isolines outside; directions of each of their arcs
GLOW = 6  # of them with light between
NO_CLAMP, UNSIGNED, ALONG = "no clamp", "no inside test", "push along p and q"
STAGES = ("Project", "Clamp", "Nearest", "Inside?", "Radius", "Answer")
TELLS = {NO_CLAMP: 2, UNSIGNED: 3, ALONG: 4}  # from which stage on a faulty rule's answer differs
KINDS = (EdgeProjected, FootClamped, None, InsideTested, PushedOut, PointQuery)
NAMED = 2, 4  # isolines with their number


def along(edge: EdgeProjected) -> float:
    """f: 0 at the edge's start, 1 at its end."""
    return edge.along / math.dist(edge.start_xy, edge.end_xy)


def edges_of(moment: Moment[Any]) -> list[FootClamped]:
    """What was found on every edge of the core."""
    outer = moment if moment.parent is None else moment.parent
    return list(outer.trace.steps[1].part.steps)


def stage_of(moment: Moment[Any]) -> str:
    """All feet on the main track; one at a time where they are stepped into."""
    step = moment.step
    if isinstance(step, FootClamped):
        return "Nearest" if moment.parent is None else "Clamp"
    return STAGES[KINDS.index(type(step.first if isinstance(step, Grouped) else step))]


def tells(moment: Moment[Any]) -> bool:
    """Whether the rule that is compared has come to where it goes wrong."""
    return STAGES.index(stage_of(moment)) >= TELLS[moment.compare]


def edge_in_view(moment: Moment[Any]) -> FootClamped:
    """The edge that was stepped into; of all edges the one whose foot is furthest off its middle."""
    whole = edges_of(moment)
    if moment.parent is not None:
        return whole[moment.index]
    return max(whole, key=lambda each: abs(along(each.projected) - 0.5))


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and p, and what this step finds."""
    scene, step, shape, stage = moment.scene, moment.step, moment.scene.a.world, stage_of(moment)
    if stage in ("Nearest", "Radius", "Answer"):
        _contours(canvas, scene, is_signed=stage != "Nearest")
    if stage == "Nearest":
        _regions(canvas, scene)
    away = shape.centroid + 0.35 * (shape.centroid - scene.p) / max(1.0, math.dist(scene.p, shape.centroid))
    marks.shape(canvas, shape, Ink.A, "A", letter_at=away)
    if scene.r:
        canvas.stroke(scene.core.points, Ink.A, closed=len(scene.core.points) > 2, line=Line.DASHED)
    match stage, step:
        case "Project" | "Clamp", _:
            _feet(canvas, moment, is_clamped=stage == "Clamp")
        case "Nearest", _:
            nearest = edges_of(moment)[-1].nearest_so_far
            measures.measure(canvas, scene.p, nearest.foot, Ink.GAP, f"$d$ = {fixed(nearest.distance)}")
            _answer(canvas, scene.p, nearest.foot)
        case _, InsideTested():
            _inside(canvas, scene, step)
        case _, PushedOut():
            _pushed(canvas, scene, step, moment.time)
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
        _faulty(canvas, scene, moment.faulty)


def _answer(canvas: Canvas, p: Any, q: Any) -> None:
    marks.answer(canvas, q)
    canvas.symbol(Q, q, Ink.ANSWER, toward=(q[1] - p[1], p[0] - q[0]) if math.dist(p, q) else (1.0, 0.0))


# The contour map. It belongs to the shape: dragging p costs nothing.


def _ring(core: Convex, by: float) -> NDArray[np.float64]:
    """The outline `by` outside the core, or inside it where `by` is negative: points (m, 2)."""
    if by <= 0.0:
        return erosion(core.points, circle(-by)) if len(core.points) > 2 and by < 0.0 else np.empty((0, 2))
    heading = np.arctan2(core.normals[:, 1], core.normals[:, 0])
    turn = (heading - np.roll(heading, 1)) % math.tau
    angles = np.roll(heading, 1)[:, None] + turn[:, None] * np.linspace(0.0, 1.0, ROUND)
    out = np.stack((np.cos(angles), np.sin(angles)), axis=2)
    return (core.points[:, None] + by * out).reshape(-1, 2)


def _lines(rings: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Closed outlines as segments (m, 4)."""
    return np.concatenate([np.concatenate((ring, np.roll(ring, -1, axis=0)), axis=1) for ring in rings])


class Contours(NamedTuple):
    outside: Any
    inside: Any
    bands: Any


def contours(core: Convex, radius: float) -> Contours:
    """Where the signed distance from the rounded shape is a multiple of STEP, outside as segments and inside as
    outlines; and the bands between the first few outside, as triangles."""
    outside = [_ring(core, max(radius + k * STEP, 1e-9)) for k in range(RINGS)]
    inside = [_ring(core, radius - k * STEP) for k in range(1, math.ceil(core.size / STEP))]
    bands = []
    for near, far in itertools.pairwise(outside[: GLOW + 1]):
        on, further = np.roll(near, -1, axis=0), np.roll(far, -1, axis=0)
        bands.append(np.concatenate((np.hstack((near, far, further)), np.hstack((near, further, on)))))
    return Contours(_lines(outside[1:]), [ring for ring in inside if len(ring)], bands)


def _contours(canvas: Canvas, scene: Any, *, is_signed: bool) -> None:
    """The isolines, light near the boundary, and the ridge where the closest point jumps: of d, later of s."""
    core, radius = scene.core, scene.r if is_signed else 0.0
    found = core.once(contours, radius)
    for k, band in enumerate(found.bands):
        canvas.crowd(Ink.GAP, triangles=band, fill=0.16 * math.exp(-0.5 * k), framed=False)
    canvas.crowd(Ink.GAP, segments=found.outside, opacity=0.4, framed=False)
    ink = Ink.OVERLAP if is_signed else Ink.GAP
    for ring in found.inside:
        canvas.area(ring, ink, opacity=0.08)
    if found.inside:
        canvas.crowd(ink, segments=_lines(found.inside), opacity=0.7, framed=False)
    for ends in core.once(medial_axis):
        canvas.stroke(ends, Ink.TEXT, line=Line.DOTTED)
    u, n = core.points[0], core.normals[0]
    start = u + 0.3 * (core.points[1] - u)
    for k in NAMED if radius == scene.r else ():
        at = start + (radius + k * STEP) * n
        canvas.label(fixed(k * STEP, sign=is_signed), at, Ink.GAP, style=TextStyle.CAPTION, fixed=True)


def _regions(canvas: Canvas, scene: Any) -> None:
    """Borders of the Voronoi regions outside, and the region of p tinted."""
    core, near = scene.core, scene.found.feature
    for region in nearest_regions(core.points):
        is_in_use = region.vertices == _vertices(near, len(core.points)) and not scene.found.in_core
        name = named(near) if is_in_use else f"v{region.vertices[0]}"
        if is_in_use:
            canvas.region(region.through, region.normals, Ink.EXAMINED, IN_USE)
        ink, style = (Ink.EXAMINED, TextStyle.BOLD) if is_in_use else (Ink.QUIET, TextStyle.CAPTION)
        if is_in_use or len(region.vertices) == 1:
            canvas.label(f"nearest: {name}", region.middle, ink, style=style)
    for (x, y), (dx, dy), after in zip(core.points, core.normals, following(core.points), strict=True):
        for at in ((x, y), after):
            canvas.unbounded(at, (dx, dy), Ink.CONSTRUCTION, line=Line.DASHED, one_sided=True)
    if scene.found.in_core:
        n, i = core.normals, near.index
        reach = (core.points * n).sum(axis=1)
        others = [k for k in range(len(n)) if k != i]
        across, level = n[others] - n[i], reach[others] - reach[i]
        through = across * (level / (across**2).sum(axis=1))[:, None]
        canvas.region((*through, core.points[i]), (*across, n[i]), Ink.EXAMINED, IN_USE)
        canvas.label(
            f"nearest: {named(near)}",
            (scene.p + scene.found.foot) / 2.0,
            Ink.EXAMINED,
            toward=n[i - 1],
            style=TextStyle.BOLD,
        )


def _vertices(feature: Any, count: int) -> tuple[int, ...]:
    if feature.is_vertex:
        return (feature.index,)
    return tuple(sorted((feature.index, (feature.index + 1) % count)))


# The steps.


def _feet(canvas: Canvas, moment: Moment[Any], *, is_clamped: bool) -> None:
    """A foot on every edge's line; those beyond an end slide to it."""
    chosen, whole = edge_in_view(moment), edges_of(moment)
    part = (1.0 if moment.parent else moment.time) if is_clamped else 0.0
    for each in whole:
        edge, is_chosen = each.projected, each is chosen
        off = each.foot - edge.on_line
        at = edge.on_line + part * off
        canvas.unbounded(edge.start, edge.end - edge.start, Ink.CONSTRUCTION, line=Line.DASHED)
        if is_clamped and off.any() and part:
            canvas.arrow(edge.on_line, at, Ink.EXAMINED, line=Line.THIN)
        canvas.stroke((moment.scene.p, at), Ink.EXAMINED if is_chosen else Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.dot(at, Ink.EXAMINED)
        if is_clamped:
            canvas.symbol(rf"{Q}_{edge.edge}", at, Ink.EXAMINED, toward=-edge.normal)
    edge = chosen.projected
    marks.highlight_edge(canvas, (edge.start, edge.end))
    for symbol, end, other in ((U, edge.start, edge.end), (V, edge.end, edge.start)):
        canvas.symbol(symbol, end, Ink.EXAMINED, toward=end - other - edge.normal)
    at = edge.on_line + part * (chosen.foot - edge.on_line)
    f = along(edge) if not part else min(max(along(edge), 0.0), 1.0) * part + along(edge) * (1.0 - part)
    canvas.label(f"$f$ = {fixed(f)}", at, Ink.EXAMINED, toward=edge.normal)


def _inside(canvas: Canvas, scene: Any, tested: InsideTested) -> None:
    """The half-plane behind every edge, laid over each other; the greatest height."""
    if not tested.heights:
        return
    core = scene.core
    for u, n in zip(core.points, core.normals, strict=True):
        canvas.region((u,), (n,), Ink.OVERLAP, 0.035)
    h = max(tested.heights)
    i = tested.heights.index(h)
    u, v, n = core.points[i], following(core.points)[i], core.normals[i]
    ink = separation_ink(h)
    marks.highlight_edge(canvas, (u, v), ink, glow=False)
    canvas.unbounded(u, v - u, ink, line=Line.DASHED)
    measures.measure(canvas, scene.p - h * n, scene.p, ink, f"$h_{i}$ = {fixed(h, sign=True)}")


def _pushed(canvas: Canvas, scene: Any, pushed: PushedOut, time: float) -> None:
    """The closest point on its way from the core to the boundary."""
    ink = Ink.OVERLAP if scene.found.in_core else Ink.GAP
    measures.measure(canvas, scene.p, pushed.foot, ink, "$d$", off=14.0)
    at = pushed.foot + time * (pushed.closest - pushed.foot)
    measures.measure(canvas, pushed.foot, pushed.closest, Ink.A, "$r$", off=14.0)
    _answer(canvas, scene.p, at)


def _faulty(canvas: Canvas, scene: Any, faulty: FaultyQuery) -> None:
    """The rule's closest point, and how wrong its distance is."""
    if faulty.closest is None:
        marks.cross(canvas, scene.p, "0 / 0: no direction", Ink.FAULTY)
        return
    error = abs(faulty.separation - scene.found.separation)
    if faulty.separation > 0.0 > scene.found.separation:
        marks.circle(canvas, scene.p, 0.5 * faulty.separation, Ink.FAULTY, Line.DOTTED)
    if faulty.edge is not None:
        u, v = scene.core.points[faulty.edge], following(scene.core.points)[faulty.edge]
        canvas.unbounded(u, v - u, Ink.FAULTY, line=Line.DOTTED)
    off = math.dist(faulty.closest, scene.found.closest)
    if error > 1e-9 or off > 1e-6:
        canvas.stroke((scene.p, faulty.closest), Ink.FAULTY, line=Line.DOTTED)
        wrong = (
            f"$s$ = {fixed(faulty.separation, sign=True)}, error {fixed(error)}"
            if error > 1e-9
            else f"error {fixed(off)}"
        )
        marks.cross(canvas, faulty.closest, wrong, Ink.FAULTY, toward=faulty.closest - scene.p)
