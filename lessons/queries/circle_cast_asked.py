"""What the circle cast asks: where on its path the circle first touches A, and what of A it touches."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry import Convex, Outcome, point_query, separation
from geometry.feature import FeatureKind, FeatureRef
from lessons.queries.circle_cast_figure import gap_along
from lessons.queries.scenes import RayAsked, Started, ref
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

START = 0.2  # of the path: where the centre lies at first
NEAR = 0.05  # of the path, in world lengths


def question(moment: Moment[Any]) -> Prediction | None:
    """The place on a sharp A, also where there is none; what is touched on a rounded one, where it is less plain."""
    found, scene = moment.trace.result, moment.scene
    if moment.compare or moment.parent is not None:
        return None
    if scene.r_a == 0.0:
        is_far = min(scene.ray.length, found.cast.distance or math.inf) > 4.0 * NEAR
        is_far = is_far or found.outcome is Outcome.OVERLAPPED
        return _place(moment) if isinstance(moment.step, Started) and is_far else None
    return _click(moment) if isinstance(moment.step, RayAsked) and found.outcome is Outcome.HIT else None


def _place(moment: Moment[Any]) -> Place:
    scene, found = moment.scene, moment.trace.result
    a, ray, r = scene.a.world, scene.ray, scene.r
    end = ray.length if found.outcome is Outcome.SEPARATED else 0.0  # where no ray hits
    stop = end if found.cast.distance is None else found.cast.distance
    place = ray.at(stop / ray.length)

    def judge(points: Points) -> Verdict:
        t = math.dist(points[0], ray.origin)
        s = separation(a, Convex([points[0]], r))
        right = abs(t - stop) <= NEAR
        draw = partial(_circle, place if right else points[0], r, right)
        if right:
            return Verdict(True, _why(moment), draw=draw)
        remark = (Remark(points[0], f"s = {fixed(s)}"),)
        if found.outcome is Outcome.SEPARATED:
            return Verdict(False, f"Here a gap of {fixed(s)} is left.", "No contact here", remark, draw=draw)
        if t > stop:
            here = f"it overlaps A by {fixed(-s)}" if s < 0.0 else "it has passed through a part of A"
            return Verdict(False, f"Here {here}: the first contact was before.", "Too far", remark, draw=draw)
        because = (
            f"The centre is {fixed(s + r)} from A. At the first contact it is $r$ = {fixed(r)} away: a gap of "
            f"{fixed(s)} is left."
        )
        return Verdict(False, because, "Too early", remark, draw=draw)

    path = (xy(ray.origin), xy(ray.at(1.0)))
    text = "Drag the centre along its path to the first contact of B and A; to its end if B misses A."
    start = xy(ray.at(min(START, 0.5 * (found.fraction or 1.0))))  # clear of B's own marks
    return Place(text, judge, (start,), (xy(place),), "world", (path,), names=("p(t)",))


def _why(moment: Moment[Any]) -> str:
    scene, found = moment.scene, moment.trace.result
    if found.outcome is Outcome.OVERLAPPED:
        return "B overlaps A already at the start: no contact is earlier than $t$ = 0."
    if found.outcome is Outcome.SEPARATED:
        gap = gap_along(scene.a.world, scene.ray, scene.r)
        return f"B misses A: on the whole path its gap to A is at least {fixed(gap)}."
    t, r = fixed(found.cast.distance), fixed(scene.r)
    return f"At $t$ = {t} the centre is at distance $r$ = {r} from A, for the first time."


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
