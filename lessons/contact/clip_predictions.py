"""What is asked while an edge is clipped: which part of it stays, and which of two points is no contact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from geometry.contact.clipping import ClipPoint, FaceCompared
from geometry.feature import FeatureKind, FeatureRef
from lessons.stories.clip import h_of
from lessons.stories.clip_figure import path
from lessons.stories.clip_state import Clip, clip_of, judgements, ref
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, listed

NEAR = 0.05  # of the right place: good enough
STAYS = "Which part of the incident edge stays? Drag its two ends."
NO_CONTACT = "One of the two points is no contact. Click it."
_STARTS = 0.3, 0.7  # of the way along the whole edge: neither is right by itself


def placed(moment: Moment[Any]) -> Place | None:
    """The two ends of what will be left, where both become contacts."""
    clip, judged = clip_of(moment), judgements(moment)
    if clip is None or len(judged) != 2 or not all(step.is_kept for step in judged):
        return None
    ends = sorted((step.point for step in judged), key=lambda p: p.along)
    if ends[1].along - ends[0].along < 4.0 * NEAR:
        return None  # too short to be told apart
    line: Points = tuple((float(p[0]), float(p[1])) for p in path(moment, clip, *clip.ends))
    right: Points = tuple((float(p.point[0]), float(p.point[1])) for p in ends)
    start: Points = tuple(_on(line, part) for part in _STARTS)
    if clip.ends[0].along > clip.ends[1].along:
        start = start[::-1]
    return Place(STAYS, _judge_ends(clip, ends), start, right, "World", (line, line), ("first end", "second end"))


def _on(line: Points, part: float) -> tuple[float, float]:
    """A place on a polyline, by its index of points."""
    place = part * (len(line) - 1)
    first = min(int(place), len(line) - 2)
    (x, y), (u, v) = line[first], line[first + 1]
    rest = place - first
    return x + rest * (u - x), y + rest * (v - y)


def _judge_ends(clip: Clip, ends: list[ClipPoint]) -> Callable[[Points], Verdict]:
    def judge(points: Points) -> Verdict:
        reference = clip.reference
        at = sorted(points, key=lambda p: _along(clip, p))
        off = [_along(clip, p) - end.along for p, end in zip(at, ends, strict=True)]
        fits = [abs(each) <= NEAR for each in off]
        if all(fits):
            return Verdict(True, _reason(clip, ends), remarks=tuple(_right(clip, end) for end in ends))
        remarks, reasons = [], []
        for p, each, is_right, outward in zip(at, off, fits, (-1.0, 1.0), strict=True):
            x = _along(clip, p)
            if is_right:
                remarks.append(Remark(p, "right", True))
            elif x < -NEAR or x > reference.length + NEAR:
                remarks.append(Remark(p, "beyond the side plane"))
                reasons.append(f"At $x$ = {fixed(x)}, beyond the side plane, there is no reference edge to push on.")
            elif abs(_height(clip, p)) <= NEAR < abs(each):
                remarks.append(Remark(p, "edges cross here"))
                reasons.append(
                    "Where the edges cross is not a limit: both sides of it can be behind the face or near it."
                )
            else:
                words = "too far out" if each * outward > 0.0 else "goes on from here"
                remarks.append(Remark(p, words))
                reasons.append(f"The part that stays ends {fixed(abs(each))} from here: {_rule()}")
        head = f"Place the ends: {sum(fits)} of 2"
        return Verdict(False, reasons[0], head, tuple(remarks))

    return judge


def _right(clip: Clip, end: ClipPoint) -> Remark:
    at = (float(end.point[0]), float(end.point[1]))
    where = "the side plane" if end.of_reference.is_vertex else str(ref(clip.incident.owner, end.of_incident))
    return Remark(at, f"right: {where}", True, f"$x$ = {fixed(end.along)}")


def _rule() -> str:
    return "at a side plane, or at an end of the edge."


def _along(clip: Clip, p: tuple[float, float]) -> float:
    (x, y), (tx, ty) = clip.reference.start.tolist(), clip.reference.tangent.tolist()
    return float((p[0] - x) * tx + (p[1] - y) * ty)


def _height(clip: Clip, p: tuple[float, float]) -> float:
    (x, y), (nx, ny) = clip.reference.start.tolist(), clip.reference.normal.tolist()
    return float((p[0] - x) * nx + (p[1] - y) * ny)


def _reason(clip: Clip, ends: list[ClipPoint]) -> str:
    cut = [p for p in ends if p.of_reference.is_vertex]
    whole = [str(ref(clip.incident.owner, p.of_incident)) for p in ends if not p.of_reference.is_vertex]
    if not cut:
        return f"It ends at {listed(whole)}: no side plane cuts it."
    at = listed([f"$x$ = {fixed(p.along)}" for p in cut])
    planes = f"the side plane{'s' if len(cut) == 2 else ''}, {at}"
    return f"It ends at {planes}." if not whole else f"It ends at {planes}, and at {whole[0]}."


def clicked(moment: Moment[Any]) -> Click | None:
    """The point that the face test will discard, where it is a vertex and the other one stays."""
    clip, judged = clip_of(moment), judgements(moment)
    if clip is None or len(judged) != 2 or sum(step.is_kept for step in judged) != 1:
        return None
    (wrong,) = (step for step in judged if not step.is_kept)
    if wrong.point.of_reference.is_vertex:
        return None  # a cut point has no name of its own to be clicked by
    right: frozenset[FeatureRef | str] = frozenset((ref(clip.incident.owner, wrong.point.of_incident),))
    return Click(NO_CONTACT, _judge_click(clip, judged, wrong), right)


def _judge_click(clip: Clip, judged: list[FaceCompared], wrong: FaceCompared) -> Callable[[Any], Verdict]:
    owner = clip.incident.owner
    named = {ref(owner, step.point.of_incident): step for step in judged if step.point.of_incident.is_vertex}

    def judge(answer: FeatureRef | str) -> Verdict:
        step = named.get(answer) if isinstance(answer, FeatureRef) else None
        if step is wrong:
            at = (float(step.point.point[0]), float(step.point.point[1]))
            because = f"{h_of(step.point.height)}: it is in front of the face, in the air."
            return Verdict(True, because, remarks=(Remark(at, "in the air", True),))
        if step is not None:
            at = (float(step.point.point[0]), float(step.point.point[1]))
            because = f"{h_of(step.point.height)} is behind the face. That is what pushes."
            return Verdict(False, because, "Not this one", (Remark(at, "behind the face"),))
        if isinstance(answer, FeatureRef) and answer.kind is FeatureKind.VERTEX:
            return Verdict(False, f"{str(answer).capitalize()} is no end of the clipped edge.", "Not this one")
        return Verdict(False, "Click one of the two ends of the clipped edge.", "Not this one")

    return judge
