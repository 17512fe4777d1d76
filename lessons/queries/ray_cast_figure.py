"""The figure of a ray cast: the world."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, Outcome, Ray, RayCast, RayKind, Vector, ray_cast
from geometry.faulty.ray_cast import FaultyCast
from geometry.feature import FeatureKind, FeatureRef
from geometry.outcome import Miss
from geometry.query.ray_steps import ArcTested, FaceConsidered, LineTested, OriginTested, OvershootTested, SpanTested
from geometry.shape import boundary
from geometry.trace import Grouped
from geometry.vector import left_of
from lessons.queries.ray_cast_state import (
    MITRED,
    crossing,
    entry_of,
    exit_of,
    faces_of,
    fronts_of,
    in_edges,
    in_tests,
    is_fronts,
    is_quick,
    latest,
    passed_of,
    span_missed,
)
from lessons.queries.ray_cast_tests import draw_across, draw_along, draw_start, draw_together
from lessons.queries.scenes import C, P, Q, U, V
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

LONG = 8.0  # times r: a mitred corner that is longer is left out
RAYS, SPREAD, FAR = 200, 0.6, 12.0  # of the fan; to each side of the ray; how far a ray goes that hits nothing
LOWEST = 1.4  # y of the lowest row, over the axis
ALL = "all"  # the lowest row: where the ray is behind every line
LIGHT = 0.1  # opacity of its light


def range_of(moment: Moment[Any]) -> Axes:
    """Of t: all of A, the start, and the crossings that are not far. Of y: a row for A, and over it one for each
    edge."""
    ray, shape = moment.scene.ray, moment.scene.a.world
    reach = (shape.points - ray.origin) @ ray.direction
    end = ray.length if ray.kind is RayKind.SEGMENT else 0.0
    low, high = min(0.0, reach.min() - shape.radius), max(end, reach.max() + shape.radius)
    size = high - low
    crossed = [crossing(face) for face in faces_of(moment)]
    near = [t for t in crossed if t is not None and low - 0.2 * size <= t <= high + 0.2 * size]
    low, high = min(low, *near, low), max(high, *near, high)
    left = 0.35 if min(near, default=0.0) < 0.0 else 0.2  # room for the names of the crossings before p
    return Axes((float(low - left * size), float(high + 0.26 * size)), (0.0, LOWEST + len(names_of(moment)) - 0.5))


def inside_of(moment: Moment[Any], t_in: float, t_out: float) -> tuple[float, float] | None:
    """Where the ray is inside A: behind every line, and once the hit is known between the arcs, too."""
    found, ray = moment.step, moment.scene.ray
    if not moment.scene.r:
        return t_in, t_out
    if not isinstance(found, RayCast) or found.distance is None:
        return None
    back = ray_cast(
        moment.scene.a.world, Ray(ray.origin + (t_out + 1.0) * ray.direction, -ray.direction, RayKind.HALF_LINE)
    )
    return None if back.distance is None else (found.distance, t_out + 1.0 - back.distance)


def names_of(moment: Moment[Any]) -> list[str]:
    """Of the rows, from below: all edges, and each of them, of which the first is on top."""
    return [ALL, *(f"edge {i}" for i in reversed(range(len(moment.scene.a.world.normals))))]


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and the ray, and what this step finds."""
    scene, step, shape, ray = moment.scene, moment.step, moment.scene.a.world, moment.scene.ray
    p, d = ray.origin, ray.direction
    side = left_of(d) * (1.0 if (shape.centroid - p) @ left_of(d) > 0.0 else -1.0)
    if scene.fan and isinstance(step, RayCast) and scene.found.separation > 0.0:
        _fan(canvas, shape, ray)
    if moment.is_open and is_fronts(step) and not scene.r:
        _hidden(canvas, moment)  # where the ray meets its outline is asked
        return
    marks.shape(canvas, shape, Ink.A, "A", letter_at=shape.centroid + 0.3 * side, numbered=False)
    _names(canvas, scene.core, scene.r)
    if scene.r:
        canvas.stroke(scene.core.points, Ink.A, closed=len(scene.core.points) > 2, line=Line.DASHED)
    hit = step.distance if isinstance(step, RayCast) and step.outcome is Outcome.HIT else None
    _ray(canvas, ray, hit, None if hit is None else _left(moment))
    match step:
        case Grouped() | LineTested() if is_quick(step) and not in_tests(moment):
            draw_together(canvas, moment)
        case LineTested():
            draw_across(canvas, ray, step)
        case SpanTested():
            draw_along(canvas, ray, step, latest(moment, LineTested))
        case OriginTested():
            draw_start(canvas, ray, step)
        case Grouped() | FaceConsidered() if is_fronts(step) or in_edges(moment):
            _fronts(canvas, moment)
        case FaceConsidered():
            _last(canvas, moment)
        case OvershootTested():
            _overshoot(canvas, step)
        case ArcTested():
            _corner(canvas, ray, step)
        case RayCast(point=q, normal=n) if q is not None and n is not None and hit is not None:
            if not moment.compare:  # beside a faulty hit there is no room for it
                measures.unit_arrow(canvas, q, n, r"\hat n", Ink.ANSWER)
            marks.answer(canvas, q)
            canvas.symbol(Q, q, Ink.ANSWER, toward=-n + 0.8 * left_of(d))
            canvas.label(
                f"$t$ = {fixed(hit)}",
                p + (0.35 if moment.compare else 0.6) * hit * d,
                Ink.EXAMINED,
                toward=left_of(d),
            )
        case RayCast(outcome=Outcome.OVERLAPPED):
            _way_out(canvas, moment)
        case RayCast(miss=Miss.PASSING):
            _beside(canvas, moment)
        case RayCast(miss=Miss.RECEDING | Miss.TOO_FAR):
            if (ruled_out := span_missed(moment)) is not None and not moment.compare:
                draw_along(canvas, ray, ruled_out, latest(moment, LineTested))
    _start(canvas, moment)
    if isinstance(moment.faulty, FaultyCast) and not (in_tests(moment) or in_edges(moment)):
        _faulty(canvas, moment, moment.faulty.distance)


def _names(canvas: Canvas, core: Convex, r: float) -> None:
    """The numbers of the edges inside of A, where no line that is drawn beside A runs through them; of the vertices
    only those that are the centre of an arc."""
    if not 2 < len(core.points) <= marks.MOST_NUMBERED:
        return
    for i, ((u, v), n) in enumerate(zip(core.edges, core.normals, strict=True)):
        at, feature = 0.5 * (u + v) + r * n, FeatureRef("A", FeatureKind.EDGE, i)
        canvas.label(str(i), at, Ink.A, toward=-n, style=TextStyle.CAPTION, feature=feature)
    for i, a in enumerate(core.points if r else ()):
        feature = FeatureRef("A", FeatureKind.VERTEX, i)
        canvas.label(f"v{i}", a, Ink.A, toward=core.centroid - a, style=TextStyle.CAPTION, feature=feature)


def _hidden(canvas: Canvas, moment: Moment[Any]) -> None:
    """The ray and the lines of the front edges, without A."""
    ray = moment.scene.ray
    _ray(canvas, ray, None, None)
    _fronts(canvas, moment)
    _start(canvas, moment)


def _start(canvas: Canvas, moment: Moment[Any]) -> None:
    """p, the direction, and the end of the arrow that is held: no place of the ray's own."""
    ray = moment.scene.ray
    p, d = ray.origin, ray.direction
    canvas.glow((p,), Ink.EXAMINED)
    canvas.dot(p, Ink.EXAMINED, Point.FILLED)
    canvas.symbol(P, p, Ink.EXAMINED, toward=-d)
    measures.unit_arrow(canvas, p, d, r"\hat d")
    if ray.kind is not RayKind.SEGMENT:
        end = moment.scene.arrow.end
        canvas.label("aim", end, Ink.QUIET, toward=left_of(d), style=TextStyle.CAPTION)


def _way_out(canvas: Canvas, moment: Moment[Any]) -> None:
    """The closest point that the point query found, for a start inside."""
    tested = latest(moment, OriginTested)
    if tested is not None:
        s = f"$s$ = {fixed(tested.found.separation)}"
        measures.measure(canvas, moment.scene.ray.origin, tested.found.closest, Ink.OVERLAP, s)
        marks.answer(canvas, tested.found.closest)
        canvas.symbol(C, tested.found.closest, Ink.ANSWER, toward=tested.found.closest - moment.scene.ray.origin)


def _left(moment: Moment[Any]) -> float | None:
    """Where the ray leaves A again."""
    entry, back = entry_of(moment), exit_of(moment)
    if entry is None or entry.distance is None or back is None:
        return None
    inside = inside_of(moment, entry.distance, back[0])
    if inside is None:
        return None
    ray = moment.scene.ray
    return min(inside[1], ray.length) if ray.kind is RayKind.SEGMENT else inside[1]


def _ray(canvas: Canvas, ray: Ray, hit: float | None, left: float | None) -> None:
    """All of it, until the hit is known: then up to the hit, red inside A, and faint beyond it."""
    p, d = ray.origin, ray.direction
    if hit is not None:
        canvas.stroke((p, p + hit * d), Ink.EXAMINED, line=Line.MEASURE)
        if left is not None:
            canvas.stroke((p + hit * d, p + left * d), Ink.OVERLAP, line=Line.MEASURE)
        beyond = hit if left is None else left
        canvas.unbounded(p + max(beyond, 0.0) * d, d, Ink.GHOST, line=Line.DASHED, one_sided=True)
    elif ray.kind is RayKind.SEGMENT:
        canvas.stroke((p, ray.at(1.0)), Ink.EXAMINED, line=Line.MEASURE)
    else:
        canvas.unbounded(p, d, Ink.EXAMINED, line=Line.MEASURE, one_sided=ray.kind is RayKind.HALF_LINE)


def reached(outline: NDArray[np.float64], p: Vector, ways: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far rays from a point outside go until they hit a convex outline; FAR for those that miss."""
    along = np.roll(outline, -1, axis=0) - outline
    normals = np.stack((along[:, 1], -along[:, 0]), axis=1)
    height, speed = ((p - outline) * normals).sum(axis=1), ways @ normals.T
    with np.errstate(divide="ignore", invalid="ignore"):
        t = height / -speed
    last = np.where(speed < 0.0, t, -np.inf).max(axis=1)
    first = np.where(speed > 0.0, t, np.inf).min(axis=1)
    found: NDArray[np.float64] = np.where((last <= first) & (last >= 0.0), last, FAR)
    return found


def _fan(canvas: Canvas, shape: Convex, ray: Ray) -> None:
    """200 rays from p as light: behind A is its shadow."""
    p = ray.origin
    angles = math.atan2(*ray.direction[::-1]) + np.linspace(-SPREAD, SPREAD, RAYS)
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    ends = p + reached(boundary(shape, 0.2 * canvas.pixel), p, ways)[:, None] * ways
    starts = np.broadcast_to(p, ends.shape)
    triangles = np.hstack((starts[1:], ends[:-1], ends[1:]))
    segments = np.hstack((starts, ends))
    canvas.crowd(Ink.EXAMINED, segments=segments, triangles=triangles, opacity=0.12, fill=LIGHT, framed=False)


def _fronts(canvas: Canvas, moment: Moment[Any]) -> None:
    """The lines of the front edges, where the ray crosses them, and how far p is in front of one."""
    ray, (low, high), fronts = moment.scene.ray, range_of(moment).x, fronts_of(moment)
    for t, face in fronts:
        canvas.unbounded(face.start, face.end - face.start, Ink.EXAMINED, line=Line.DASHED)
        if not moment.is_open or moment.scene.r:
            marks.highlight_edge(canvas, (face.start, face.end), glow=False)
        measures.unit_arrow(canvas, 0.5 * (face.start + face.end), face.normal, rf"\hat n_{face.edge}")
        if low <= t <= high:
            at = ray.origin + t * ray.direction
            canvas.dot(at, Ink.EXAMINED, Point.FILLED)
            canvas.label(f"$t_{face.edge}$ = {fixed(t)}", at, Ink.EXAMINED, toward=left_of(ray.direction))
    if fronts:
        near = min((face for _, face in fronts), key=lambda face: abs(face.height))
        foot = ray.origin - near.height * near.normal
        words = f"$h_{near.edge}$ = {fixed(near.height)}"
        measures.measure(canvas, ray.origin, foot, separation_ink(near.height), words)


def _last(canvas: Canvas, moment: Moment[Any]) -> None:
    """The last entry, the first exit, and the ray between them."""
    entry, back, ray = entry_of(moment), exit_of(moment), moment.scene.ray
    assert entry is not None and entry.distance is not None  # noqa: PT018
    start = ray.origin + entry.distance * ray.direction
    canvas.unbounded(entry.start, entry.end - entry.start, Ink.EXAMINED, line=Line.DASHED)
    if back is not None:
        end, edge = ray.origin + back[0] * ray.direction, back[1]
        canvas.unbounded(edge.start, edge.end - edge.start, Ink.OVERLAP, line=Line.DASHED)
        canvas.stroke((start, end), Ink.QUIET if moment.scene.r else Ink.OVERLAP, line=Line.FEATURE)
        canvas.dot(end, Ink.OVERLAP)
        canvas.symbol(r"t_{\mathrm{out}}", end, Ink.OVERLAP, toward=ray.direction - left_of(ray.direction))
    canvas.dot(start, Ink.EXAMINED)
    canvas.symbol(r"t_{\mathrm{in}}", start, Ink.EXAMINED, toward=-ray.direction + left_of(ray.direction))


def _beside(canvas: Canvas, moment: Moment[Any]) -> None:
    """The ray leaves through one line before it has entered through another: between them it is behind neither."""
    passed, ray = passed_of(moment), moment.scene.ray
    if passed is None:
        return
    t_out, behind, t_in, front = passed
    canvas.unbounded(behind.start, behind.end - behind.start, Ink.OVERLAP, line=Line.DASHED)
    canvas.unbounded(front.start, front.end - front.start, Ink.EXAMINED, line=Line.DASHED)
    start, end = (ray.origin + t * ray.direction for t in (t_out, t_in))
    canvas.stroke((start, end), Ink.GAP, line=Line.FEATURE)
    words = f"in front of edges {behind.edge} and {front.edge}"
    canvas.label(words, 0.5 * (start + end), Ink.GAP, toward=0.5 * (start + end) - moment.scene.a.world.centroid)
    for at, ink, name in ((start, Ink.OVERLAP, "out"), (end, Ink.EXAMINED, "in")):
        canvas.dot(at, ink)
        canvas.symbol(rf"t_{{\mathrm{{{name}}}}}", at, ink, toward=left_of(ray.direction))


def _overshoot(canvas: Canvas, step: OvershootTested) -> None:
    entry = step.entry
    marks.highlight_edge(canvas, (entry.start, entry.end))
    canvas.unbounded(entry.start, entry.end - entry.start, Ink.EXAMINED, line=Line.DASHED)
    for symbol, end, other in ((U, entry.start, entry.end), (V, entry.end, entry.start)):
        canvas.dot(end, Ink.EXAMINED)
        canvas.symbol(symbol, end, Ink.EXAMINED, toward=end - other - entry.normal)
    at = entry.start + step.along / step.edge_length * (entry.end - entry.start)
    canvas.dot(at, Ink.EXAMINED)
    canvas.label(f"$f$ = {fixed(step.along / step.edge_length)}", at, Ink.EXAMINED, toward=entry.normal)


def _corner(canvas: Canvas, ray: Ray, step: ArcTested) -> None:
    """The corner circle, and the triangle of m, r and half the chord."""
    p, d = ray.origin, ray.direction
    foot, hit = p + step.forward * d, p + step.distance * d
    marks.circle(canvas, step.center, step.radius, Ink.EXAMINED, Line.CURVE)
    away = -14.0 if step.beside > 0.0 else 14.0
    measures.measure(canvas, p, foot, Ink.EXAMINED, "$b$", off=away)
    canvas.label("$t$", p + 0.5 * step.distance * d, Ink.EXAMINED, toward=-math.copysign(1.0, away) * left_of(d))
    canvas.stroke((foot, step.center), Ink.EXAMINED, line=Line.MEASURE)
    measures.right_angle(canvas, foot, -d, step.center - foot if step.beside else left_of(d))
    canvas.label("$m$", (foot + step.center) / 2.0, Ink.EXAMINED, toward=d)
    canvas.stroke((step.center, hit), Ink.A, line=Line.MEASURE)
    canvas.label("$r$", (hit + step.center) / 2.0, Ink.A, toward=-d)
    canvas.dot(step.center, Ink.A)
    canvas.symbol(r"\boldsymbol{a}", step.center, Ink.A, toward=step.center - foot if step.beside else d)
    canvas.dot(hit, Ink.EXAMINED)


def _faulty(canvas: Canvas, moment: Moment[Any], distance: float | None) -> None:
    """The hit that the rule reports, or the ray that goes through."""
    right, ray = moment.trace.result.distance, moment.scene.ray
    if moment.compare == MITRED and moment.scene.r:
        for corner in mitred_corners(moment.scene.a.world):
            canvas.stroke(corner, Ink.FAULTY, line=Line.DOTTED)
    if distance is None and right is not None:
        if isinstance(moment.step, RayCast):  # before, the ray itself goes through
            canvas.unbounded(ray.origin, ray.direction, Ink.FAULTY, line=Line.DOTTED, one_sided=True)
        canvas.label("no hit", ray.origin + (right + 0.8) * ray.direction, Ink.FAULTY, toward=left_of(ray.direction))
    elif distance is not None and (right is None or abs(distance - right) > 1e-9):
        at = ray.origin + distance * ray.direction
        canvas.stroke((ray.origin, at), Ink.FAULTY, line=Line.DOTTED)
        error = "false hit" if right is None else f"error {fixed(abs(distance - right))}"
        below = -left_of(ray.direction) + (ray.direction if distance < 0.0 else 0.0)
        marks.cross(canvas, at, f"$t$ = {fixed(distance)}, {error}", Ink.FAULTY, toward=below)


def mitred_corners(shape: Convex) -> list[NDArray[np.float64]]:
    """Of every corner the ends of its two outer edges and between them the tip where their lines meet."""
    n, r = shape.normals, shape.radius
    before = np.roll(n, 1, axis=0)
    tips = r * (before + n) / (1.0 + (before * n).sum(axis=1))[:, None]
    return [
        np.stack((a + r * old, a + tip, a + r * new))
        for a, old, tip, new in zip(shape.points, before, tips, n, strict=True)
        if math.hypot(*tip) <= LONG * r
    ]
