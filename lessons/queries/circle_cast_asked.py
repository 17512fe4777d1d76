"""What the circle cast asks: where on its path the circle first touches A, where its centre goes around a sharp
corner, and what of A it touches."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Outcome, point_query, separation
from geometry.faulty.circle_cast import squared
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.point_query import vertex_normal
from geometry.vector import cross, dot, length
from lessons.queries.circle_cast_figure import gap_along, nearest
from lessons.queries.scenes import RayAsked, Started, ref
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Draw, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

START = 0.2  # of the path: where the centre lies at first
NEAR = 0.05  # of the path, in world lengths
SHARP = 1.5  # radii: a corner whose edges, moved out by the radius, meet farther away than this
ABOUT = 0.08  # world length that the centre may be off at a corner
LEAST = 0.01  # more than the least gap of the path: as good as nearest


def question(moment: Moment[Any]) -> Prediction | None:
    """Of a sharp corner that is hit where the centre goes around it; else the place on a sharp A, also where there is
    none; what is touched on a rounded one, where it is less plain."""
    found, scene = moment.trace.result, moment.scene
    if moment.compare or moment.parent is not None:
        return None
    if scene.r_a == 0.0:
        is_far = min(scene.ray.length, found.cast.distance or math.inf) > 4.0 * NEAR
        is_far = is_far or found.outcome is Outcome.OVERLAPPED
        hit = found.cast.feature if found.outcome is Outcome.HIT else None
        if hit is not None and hit.is_vertex and meeting(scene, hit.index) > SHARP * scene.r:
            return _corner(scene, hit.index) if isinstance(moment.step, Started) else None
        return _place(moment) if isinstance(moment.step, Started) and is_far else None
    return _click(moment) if isinstance(moment.step, RayAsked) and found.outcome is Outcome.HIT else None


def _place(moment: Moment[Any]) -> Place:
    scene, found = moment.scene, moment.trace.result
    a, ray, r = scene.a.world, scene.ray, scene.r
    passes = found.outcome is Outcome.SEPARATED
    end = math.dist(nearest(a, ray)[1], ray.origin) if passes else 0.0  # where no ray hits
    stop = end if found.cast.distance is None else found.cast.distance
    least = gap_along(a, ray, r)
    place = ray.at(stop / ray.length)

    def judge(points: Points) -> Verdict:
        t = math.dist(points[0], ray.origin)
        s = separation(a, Convex([points[0]], r))
        right = s <= least + LEAST if passes else abs(t - stop) <= NEAR
        draw = partial(_circle, place if right else points[0], r, right)
        if right:
            return Verdict(True, _why(moment), draw=draw)
        remark = (Remark(points[0], f"s = {fixed(s)}"),)
        if passes:
            because = f"Here a gap of {fixed(s)} is left. Elsewhere on its path B is nearer to A."
            return Verdict(False, because, "Not the nearest", remark, draw=draw)
        if t > stop:
            here = f"it overlaps A by {fixed(-s)}" if s < 0.0 else "it has passed through a part of A"
            return Verdict(False, f"Here {here}: the first contact was before.", "Too far", remark, draw=draw)
        because = (
            f"The centre is {fixed(s + r)} from A. At the first contact it is $r$ = {fixed(r)} away: a gap of "
            f"{fixed(s)} is left."
        )
        return Verdict(False, because, "Too early", remark, draw=draw)

    path = (xy(ray.origin), xy(ray.at(1.0)))
    text = "Drag the centre of B to the first contact with A. If B misses A, drag it to where B is nearest to A."
    start = xy(ray.at(min(START, 0.5 * (found.fraction or 1.0))))  # clear of B's own marks
    return Place(text, judge, (start,), (xy(place),), "world", (path,), names=("p(t)",))


def _why(moment: Moment[Any]) -> str:
    scene, found = moment.scene, moment.trace.result
    if found.outcome is Outcome.OVERLAPPED:
        return "B overlaps A already at the start: no contact is earlier than $t$ = 0."
    if found.outcome is Outcome.SEPARATED:
        gap = gap_along(scene.a.world, scene.ray, scene.r)
        return f"B misses A: even where it is nearest, a gap of {fixed(gap)} is left."
    t, r = fixed(found.cast.distance), fixed(scene.r)
    return f"At $t$ = {t} the centre is at distance $r$ = {r} from A, for the first time."


def meeting(scene: Any, vertex: int) -> float:
    """How far from a corner its two edges would meet, if they were moved out by the radius."""
    a = scene.a.world
    return float(scene.r / max(dot(vertex_normal(a, vertex), a.normals[vertex]), 1e-9))


def _corner(scene: Any, vertex: int) -> Place:
    """Where the outline of the grown shape crosses the bisector of a corner."""
    a, r = scene.a.world, scene.r
    corner, out, far = a.points[vertex], vertex_normal(a, vertex), meeting(scene, vertex)

    def judge(points: Points) -> Verdict:
        d = float(dot(points[0] - corner, out))
        if abs(d - r) <= ABOUT:
            why = (
                f"The copy touches only the corner there. So its centre is $r$ = {fixed(r)} away and moves on an arc."
            )
            return Verdict(True, why, draw=partial(_around, scene, vertex))
        draw, remark = partial(_off_corner, scene, points[0], corner), (Remark(points[0], f"s = {fixed(d - r)}"),)
        if d < r:
            return Verdict(False, f"Here the copy overlaps A by {fixed(r - d)}.", "Too near", remark, draw=draw)
        left = f"the copy is {fixed(d - r)} from A: it does not touch the corner."
        if abs(d - far) > ABOUT:
            return Verdict(False, f"Here {left}", "Too far", remark, draw=draw)
        because = f"Both edges, moved out by $r$, meet here. But {left}"
        return Verdict(False, because, "Square corner", remark, draw=partial(_squared, draw, a, r))

    path = xy(corner), xy(corner + min(1.15 * far, 4.0 * r) * out)
    text = "A copy of B rolls around this corner of A. Drag the ring to where its centre crosses the dotted line."
    return Place(
        text,
        judge,
        (xy(corner + 1.5 * r * out),),
        (xy(corner + r * out),),
        "world",
        (path,),
        names=("centre of the copy",),
    )


def _around(scene: Any, vertex: int, canvas: Canvas, pane: str) -> None:
    """B at the corner, and the places of its centre on the way around: the outline of the grown shape there."""
    a, r = scene.a.world, scene.r
    corner, out = a.points[vertex], vertex_normal(a, vertex)
    before, after = a.normals[vertex - 1], a.normals[vertex]
    half = math.atan2(cross(before, after), dot(before, after)) / 2.0
    turns = np.linspace(-half, half, 33) + math.atan2(out[1], out[0])
    arc = corner + r * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    ends = [(a.points[k] + a.points[k + 1 - len(a.points)]) / 2.0 for k in (vertex - 1, vertex)]
    canvas.stroke((ends[0] + r * before, *arc, ends[1] + r * after), Ink.ANSWER, line=Line.END)
    _circle(corner + r * out, r, True, canvas, pane)
    measures.measure(canvas, corner, corner + r * out, Ink.ANSWER, "$r$")


def _off_corner(scene: Any, center: Any, corner: Any, canvas: Canvas, pane: str) -> None:
    """B where it was put, and the gap or the overlap."""
    _circle(center, scene.r, False, canvas, pane)
    way = np.subtract(corner, center)
    measures.measure(canvas, corner, center + scene.r * way / length(way), Ink.FAULTY)


def _squared(draw: Draw, a: Convex, r: float, canvas: Canvas, pane: str) -> None:
    marks.ghost(canvas, squared(a, r), Ink.FAULTY, Line.DOTTED, opacity=0.7)
    draw(canvas, pane)


def _circle(center: Any, r: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    ink, line = (Ink.ANSWER, Line.CURVE) if is_right else (Ink.FAULTY, Line.DOTTED)
    marks.ghost(canvas, Convex([center], r), ink, line)


def _click(moment: Moment[Any]) -> Click:
    scene, found = moment.scene, moment.trace.result
    right = ref(found.cast.feature)

    def judge(given: FeatureRef | str) -> Verdict:
        assert isinstance(given, FeatureRef)
        part = _part(scene.a.world, given)
        near = point_query(part, found.center) if len(part.points) > 1 or part.radius else None
        at = part.points[0] if near is None else near.closest
        d = math.dist(at, found.center)
        draw = partial(_reach, found.center, at, given == right)
        if given == right:
            because = f"Its distance from the centre is {fixed(d)}, just $r$. Every other point of A is farther away."
            return Verdict(True, because, draw=draw, features=frozenset((right,)))
        name = f"{'Vertex' if given.kind is FeatureKind.VERTEX else 'Edge'} {given.index}"
        because = f"{name} is {fixed(d)} from the centre: farther than $r$ = {fixed(scene.r)}."
        if d <= scene.r + 1e-6:
            because = "B touches only its end: that point belongs to the vertex, too."
        return Verdict(False, because, "Not this one", draw=draw)

    kinds = frozenset((FeatureKind.EDGE, FeatureKind.VERTEX))
    text = "The centre stops here. Click the edge or vertex of A that B touches."
    return Click(text, judge, frozenset((right,)), kinds=kinds)


def _part(a: Convex, given: FeatureRef) -> Convex:
    """An edge of A's boundary, or a vertex with its corner circle."""
    if given.kind is FeatureKind.VERTEX:
        return Convex([a.points[given.index]], a.radius)
    return Convex(a.edges[given.index])


def _reach(center: Any, at: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """From the centre to the nearest point of what was clicked."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    measures.measure(canvas, center, at, ink, fixed(math.dist(center, at)))
    if not is_right:
        marks.cross(canvas, at, "", Ink.FAULTY)
