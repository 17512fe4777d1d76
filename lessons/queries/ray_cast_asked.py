"""What the ray cast asks: the line that it crosses first or last, where it is behind all of them, the tip of a sharp
corner, and the middle of the chord in a corner circle."""

from __future__ import annotations

import math
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
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.1  # of t
PART = 0.02  # of the range of t
SHARP, LONG = 2.0, 8.0  # times r: how far the tip of a corner lies that is asked for
TIP, MIDDLE = 0.12, 0.25  # of the distance of a tip, and of r: so near is right
BEYOND = 1.05  # times t of A's far end: what is still in the figure


def question(moment: Moment[Any]) -> Prediction | None:
    step, scene = moment.step, moment.scene
    if moment.compare or moment.parent is not None or moment.trace.result.outcome is not Outcome.HIT:
        return None
    if is_quick(step) and not scene.r:
        return _first(moment)
    if is_fronts(step) and not scene.r:
        return _behind_all(moment)
    if is_quick(step):
        return _last(moment) or _tip(moment)
    is_first = isinstance(step, OvershootTested) and not (_last(moment) or _tip(moment))  # one for each scene
    return _chord(moment) if is_first else None


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

    text = "A is hidden. Inside A the ray is behind **every** edge. Drag the rings to both ends of this part."
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


def _last(moment: Moment[Any]) -> Place | None:
    """Of a start in a pocket: the last entry is behind p, though the ray meets A ahead of it."""
    fronts, span = sorted((t, face.edge) for t, face in fronts_of(moment)), latest(moment, SpanTested)
    if len(fronts) < 2 or fronts[-1][0] >= 0.0 or span is None:
        return None
    ray, (t_in, last), (low, high) = moment.scene.ray, fronts[-1], (2.0 * fronts[-1][0], span.projection.high)
    face = next(each for t, each in fronts_of(moment) if each.edge == last)
    rail = xy(ray.origin + (low - NEAR) * ray.direction), xy(ray.origin + high * ray.direction)

    def judge(points: Points) -> Verdict:
        t = float((points[0] - ray.origin) @ ray.direction)
        if abs(t - t_in) <= NEAR:
            because = f"The line of edge {last} is crossed last, at $t$ = {fixed(t_in)}, already behind $p$."
            return Verdict(True, because, draw=partial(_entered, face))
        because = f"Here the line of the ray is still in front of edge {last}: extend this edge."
        if t > t_in:
            because = (
                "Already before this ring the line of the ray is behind every edge. Extend the edges to both sides."
            )
        return Verdict(False, because, "Not the last entry", (Remark(points[0], f"t = {fixed(t)}"),))

    text = "Extend the front edges of A. Drag the ring to the **last** entry on the line of the ray."
    start, right = (xy(ray.origin + t * ray.direction) for t in (0.5 * high, t_in))
    return Place(text, judge, (start,), (right,), "world", (rail,))


def _entered(face: FaceConsidered, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.unbounded(face.start, face.end - face.start, Ink.ANSWER, line=Line.DASHED)


def _tip(moment: Moment[Any]) -> Place | None:
    """Of a sharp corner whose arc is hit: how far the lines of its edges reach beyond the arc."""
    arc, scene = moment.first(ArcTested), moment.scene
    if arc is None or len(scene.core.points) < 3:
        return None
    core, k = scene.core, arc.vertex
    before, after = core.normals[k - 1], core.normals[k]
    reach = scene.r / float(((before + after) / math.hypot(*(before + after))) @ after)
    if not SHARP * scene.r <= reach <= LONG * scene.r:
        return None
    tip = core.points[k] + reach * (before + after) / math.hypot(*(before + after))
    middle = core.points[k] + scene.r * (before + after) / math.hypot(*(before + after))
    edges = tuple(
        (u + scene.r * n, v + scene.r * n) for (u, v), n in ((core.edges[j], core.normals[j]) for j in (k - 1, k))
    )

    def judge(points: Points) -> Verdict:
        ((x, y),) = points
        off, beyond = math.dist((x, y), tip), reach - scene.r
        draw = partial(_edges, edges, off <= TIP * reach)
        if off <= TIP * reach:
            because = f"The lines meet {fixed(beyond)} beyond the arc. A last entry can lie that far from A."
            return Verdict(True, because, remarks=(Remark((x, y), "tip", True),), draw=draw)
        far = [abs(float((points[0] - u) @ n)) for (u, _), n in zip(edges, (before, after), strict=True)]
        because = f"The ring is {fixed(max(far))} away from the line of one of the two edges. The tip is on both."
        return Verdict(False, because, "Not on both lines", (Remark((x, y), "not the tip"),), draw=draw)

    j = (k - 1) % len(core.points)
    text = f"Extend edges {j} and {k} without end. Drag the ring to the tip, where their lines meet."
    return Place(text, judge, (xy(middle + 0.5 * scene.r * left_of(middle - core.points[k])),), (xy(tip),), "world")


def _edges(edges: Sequence[Any], is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        for u, v in edges:
            ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
            canvas.unbounded(u, v - u, ink, line=line)


def _chord(moment: Moment[Any]) -> Place | None:
    """The middle of the chord that a corner circle cuts out of the ray: b in the formula of the next step."""
    tested, arc = moment.first(OvershootTested), moment.first(ArcTested)
    if tested is None or arc is None or tested.corner != arc.vertex or arc.half_chord < NEAR:
        return None
    ray, k = moment.scene.ray, arc.vertex
    low, high = arc.forward - 2.0 * arc.radius, arc.forward + 2.0 * arc.radius
    rail = xy(ray.origin + max(low, 0.0) * ray.direction), xy(ray.origin + high * ray.direction)

    def judge(points: Points) -> Verdict:
        t = float((points[0] - ray.origin) @ ray.direction)
        is_right = abs(t - arc.forward) <= MIDDLE * arc.radius
        draw = partial(_perpendicular, arc, xy(ray.origin + t * ray.direction), is_right)
        if is_right:
            because = f"The middle is the foot of the perpendicular from v{k}, at $t$ = {fixed(arc.forward)}."
            return Verdict(True, because, draw=draw)
        if t < arc.forward - arc.half_chord:
            because = "The ray has not reached the circle yet."
        else:
            because = f"From here to v{k} is not the shortest way: it is not perpendicular to the ray."
        return Verdict(False, because, "Not the middle", (Remark(points[0], "not the middle"),), draw=draw)

    text = f"The circle around v{k} cuts a chord out of the ray. Drag the ring to the **middle** of this chord."
    start = xy(ray.origin + max(0.0, 0.9 * low) * ray.direction)
    return Place(text, judge, (start,), (xy(ray.origin + arc.forward * ray.direction),), "world", (rail,))


def _perpendicular(arc: ArcTested, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The corner circle, and the line from the ring to its centre."""
    if pane == "world":
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        marks.circle(canvas, arc.center, arc.radius, ink, Line.CURVE if is_right else Line.DOTTED)
        canvas.stroke((at, xy(arc.center)), ink, line=Line.DASHED if is_right else Line.DOTTED)
