"""What the ray cast asks: the line that it crosses first, where it is behind all, and the corner that decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from geometry import Outcome
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.ray_steps import ArcTested, FaceConsidered, OvershootTested, SpanTested
from geometry.vector import left_of
from lessons.queries.ray_cast_figure import LOWEST, range_of
from lessons.queries.ray_cast_state import crossing, exit_of, faces_of, fronts_of, is_fronts, is_quick, latest
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.1  # of t
PART = 0.02  # of the range of t
BEYOND = 1.05  # times t of A's far end: what is still in the figure


def question(moment: Moment[Any]) -> Prediction | None:
    step, scene = moment.step, moment.scene
    if moment.compare or moment.parent is not None or moment.trace.result.outcome is not Outcome.HIT:
        return None
    if is_quick(step) and not scene.r:
        return _first(moment)
    if is_fronts(step) and not scene.r:
        return _behind_all(moment)
    return _corner(moment) if isinstance(step, FaceConsidered) else None


def _ref(kind: FeatureKind, index: int) -> FeatureRef:
    return FeatureRef("A", kind, index)


def _first(moment: Moment[Any]) -> Click | None:
    """Of two front edges or more ahead of p: the edge where the ray enters is not the first whose line it crosses."""
    ahead = sorted((t, face.edge) for t, face in fronts_of(moment) if t > 0.0)
    if len(ahead) < 2 or ahead[1][0] - ahead[0][0] < NEAR:
        return None
    faces = {_ref(FeatureKind.EDGE, face.edge): face for face in faces_of(moment)}
    (t_first, first), (t_in, last) = ahead[0], ahead[-1]

    def judge(given: FeatureRef | str) -> Verdict:
        if given not in faces:
            return Verdict(False, "A vertex has no line. Click an edge.", "Click an edge")
        face = faces[given]
        t, draw = crossing(face), partial(_line, face, moment, face.edge == first)
        if face.edge == first:
            because = (
                f"At $t$ = {fixed(t_first)} the ray crosses the line of edge {first}, beyond its end: not yet in A."
            )
            return Verdict(True, because, draw=draw)
        if t is None:
            because = f"Edge {face.edge} is parallel to the ray, which never crosses its line."
        elif t < 0.0:
            because = f"The ray starts beyond the line of edge {face.edge}: it would cross it behind $p$."
        elif face.edge == last:
            because = (
                f"At $t$ = {fixed(t_in)} the ray enters A here. But it crosses another line earlier, beyond its edge."
            )
        else:
            because = f"The ray crosses this line at $t$ = {fixed(t)}. It has crossed another one before."
        return Verdict(False, because, "Not the first line", draw=draw)

    text = "Extend every edge of A to a line. Click the edge whose line the ray crosses **first**."
    return Click(text, judge, frozenset((_ref(FeatureKind.EDGE, first),)))


def _line(face: FaceConsidered, moment: Moment[Any], is_right: bool, canvas: Canvas, pane: str) -> None:
    """The edge's line, and where the ray crosses it, unless that is far beyond A."""
    if pane != "world":
        return
    ink, t = Ink.ANSWER if is_right else Ink.FAULTY, crossing(face)
    canvas.unbounded(face.start, face.end - face.start, ink, line=Line.DASHED if is_right else Line.DOTTED)
    span, ray = latest(moment, SpanTested), moment.scene.ray
    if t is None or span is None or not 0.0 <= t <= BEYOND * span.projection.high:
        return
    at, words = ray.origin + t * ray.direction, f"$t$ = {fixed(t)}"
    if is_right:
        canvas.dot(at, ink)
        canvas.label(words, at, ink, toward=left_of(ray.direction))
    else:
        marks.cross(canvas, at, words, ink, toward=left_of(ray.direction))


def _behind_all(moment: Moment[Any]) -> Place | None:
    """Both ends of the part on which the ray is behind every line: the greatest entry, and the least exit."""
    (low, high), back = range_of(moment).x, exit_of(moment)
    fronts = sorted((t, face.edge) for t, face in fronts_of(moment))
    if len(fronts) < 2 or back is None:
        return None
    (t_in, front), (t_out, behind) = fronts[-1], (back[0], back[1].edge)
    near = max(NEAR, PART * (high - low))

    def judge(points: Points) -> Verdict:
        first, last = sorted(x for x, _ in points)
        are_right = abs(first - t_in) <= near, abs(last - t_out) <= near
        remarks = tuple(
            Remark((x, LOWEST), words if is_right else f"t = {fixed(x)}", is_right)
            for x, words, is_right in zip((first, last), ("last entry", "first exit"), are_right, strict=True)
        )
        if all(are_right):
            because = f"From the last entry, {fixed(t_in)}, to the first exit, {fixed(t_out)}, the ray is inside A."
            return Verdict(True, because, remarks=remarks)
        if not are_right[0]:
            because = f"At the left ring the ray is still in front of edge {front}."
            if first > t_in:
                because = "Before the left ring, too, the ray is behind every edge. Which entry comes last?"
        else:
            because = f"At the right ring the ray is already in front of edge {behind}."
            if last < t_out:
                because = "Beyond the right ring, too, the ray is behind every edge. Which exit comes first?"
        ends = [x for x, is_right in zip((first, last), are_right, strict=True) if not is_right]
        shown = partial(_in_front, faces_of(moment), ends)
        return Verdict(False, because, f"Place both ends: {sum(are_right)} of 2", remarks, draw=shown)

    text = "Inside A the ray is behind **every** edge. Drag the rings to both ends of this part."
    rail = (low, LOWEST), (high, LOWEST)
    start = (0.0, LOWEST), (high - 0.1 * (high - low), LOWEST)
    right = (t_in, LOWEST), (t_out, LOWEST)
    return Place(text, judge, start, right, "axis", (rail, rail), draw=partial(_draw_rail, rail))


def _in_front(faces: Sequence[FaceConsidered], ends: Sequence[float], canvas: Canvas, pane: str) -> None:
    """At a ring that lies wrong: which lines the ray is in front of there."""
    if pane != "axis":
        return
    top = LOWEST + len(faces)
    for x in ends:
        canvas.stroke(((x, LOWEST), (x, top + 0.4)), Ink.FAULTY, line=Line.DOTTED)
        for face in faces:
            if face.height + x * face.approach > 0.0:
                canvas.dot((x, top - face.edge), Ink.FAULTY, Point.FILLED)
                canvas.label("in front", (x, top - face.edge), Ink.FAULTY, toward=(1.0, 0.0), style=TextStyle.CAPTION)


def _draw_rail(rail: Points, canvas: Canvas, pane: str) -> None:
    if pane == "axis":
        canvas.stroke(rail, Ink.CONSTRUCTION, line=Line.DASHED)


def _corner(moment: Moment[Any]) -> Click | None:
    tested, arc = moment.first(OvershootTested), moment.first(ArcTested)
    if tested is None or arc is None or tested.corner != arc.vertex:
        return None
    ray, core, i = moment.scene.ray, moment.scene.core, tested.entry.edge
    right = _ref(FeatureKind.VERTEX, arc.vertex)

    def judge(given: FeatureRef | str) -> Verdict:
        if not isinstance(given, FeatureRef) or given.kind is not FeatureKind.VERTEX:
            return Verdict(False, "The crossing is on no edge. Click a vertex: its corner circle.", "Click a vertex")
        k = given.index
        draw = partial(_circle, core.points[k], moment.scene.r, given == right)
        if given == right:
            because = f"The crossing lies beyond v{k}, an end of edge {i}. Only the circle of v{k} can be met there."
            return Verdict(True, because, draw=draw)
        beside = abs(float((core.points[k] - ray.origin) @ left_of(ray.direction)))
        because = f"The ray passes v{k} at a distance of {fixed(beside)}"
        if beside > moment.scene.r:
            because += f", more than $r$ = {fixed(moment.scene.r)}: it misses this circle."
        elif tested.entry.edge in (k, (k - 1) % len(core.points)):
            because += f", but the crossing is beyond the other end of edge {i}."
        else:
            because += f", but v{k} is no end of edge {i}: its arc does not begin there."
        return Verdict(False, because, "Another corner", draw=draw)

    text = f"The last entry, on the line of edge {i}, is beyond the edge itself. Click the corner that the ray meets."
    return Click(text, judge, frozenset((right,)), kinds=frozenset((FeatureKind.VERTEX,)))


def _circle(center: Any, r: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        ink, line = (Ink.ANSWER, Line.CURVE) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.circle(canvas, center, r, ink, line)
        if not is_right:
            marks.cross(canvas, center, "", Ink.FAULTY)
