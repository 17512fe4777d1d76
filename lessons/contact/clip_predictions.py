"""What is asked while an edge is clipped: which part of it stays, and which of two points is no contact."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from geometry.contact.clipping import ClipPoint, FaceCompared, PointCut
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.vector import XY
from lessons.contact.dropped_figure import lever
from lessons.stories.clip import H_MAX, h_of
from lessons.stories.clip_figure import path
from lessons.stories.clip_state import Clip, clip_of, end_name, height_at, ink_of, named, ref, shape_of, whole_run
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Choose, Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import fixed, sentence, tint

NEAR = 0.05  # of the right place: good enough
STAYS = "Which part of the incident edge stays? Drag the rings to the two ends of that part."
SHORT = "not an end"
COUNT, COUNTS = "How many ends of the incident edge will be cut off?", ("none", "one", "two")
CUT_OFF = "One end of the incident edge will be cut off. Click it."
NO_CONTACT = "One of the two points is no contact. Click it."
UNCUT = "No side plane cuts the incident edge, yet one of its ends is no contact. Click it."
TOUCHING = "A and B only touch: $h$ = 0 at both ends. How many contact points will be left?"
LEAST = "Think of {} lifted until it only touches. Set the least margin that keeps both ends then."
NEW_END = "One end will be cut off. Drag the ring to the new end of the incident edge."
NAMES_TWO = "The feature id of this contact names {} and one feature of {}. Which one?"
STEEP = 25.0  # degrees: beyond it nobody doubts which end is no contact
MARGINS = (
    0.01,
    0.2,
)  # between them a margin decides whether an end is a contact: the slider's first value and its last
NEXT_PUSH = "One push turns {} past level: it leans the other way. Where is the deepest contact then? Drag the ring."
NOT_THERE = "Not there"
CORNER = 0.15  # from an end of what is let go: as good as at it
_STARTS = 0.24, 0.56  # of the part that stays: far from both of its ends


def asked(moment: Moment[Any]) -> Prediction | None:
    """What a clip leaves; each kind of clip has a question of its own."""
    clip, cuts = clip_of(moment), whole_run(moment, PointCut)
    if clip is None or any(cut.cut is None for cut in cuts):
        return None
    if not cuts:
        waits = least_margin(moment) or clicked(moment, UNCUT)  # for the heights
        return None if waits else placed(moment)
    if all(abs(p.height) < 1e-9 for p in clip.ends):
        return _touching(moment, clip)
    is_level = abs(clip.ends[0].height - clip.ends[1].height) < 1e-9
    if len(cuts) == 2 or is_level:
        return Choose(COUNT, _judge_count(clip, len(cuts)), COUNTS, frozenset((COUNTS[len(cuts)],)))
    if clip.incident.radius > 0.0:
        return _new_end(moment, clip, cuts[0])
    if cuts[0].plane.along != 0.0:
        right: frozenset[FeatureRef | str] = frozenset((ref(clip.incident.owner, cuts[0].lost.of_incident),))
        return Click(CUT_OFF, _judge_lost(clip, cuts[0].lost), right)
    return placed(moment)


def _beyond(clip: Clip, p: ClipPoint) -> str:
    return f"$x$ = {fixed(p.along)} lies beyond {end_name(0.0 if p.along < 0.0 else clip.reference.length)}"


def _end_of(clip: Clip, p: ClipPoint) -> str:
    """The place of the side plane that a point lies beyond."""
    return fixed(0.0 if p.along < 0.0 else clip.reference.length)


def _judge_count(clip: Clip, count: int) -> Callable[[str], Verdict]:
    off = [p for p in clip.ends if not 0.0 <= p.along <= clip.reference.length]
    length = fixed(clip.reference.length)
    stays = "".join(f" $x$ = {fixed(p.along)} lies between the side planes." for p in clip.ends if p not in off)
    all_off = "both ends are cut off" if count == 2 else "this end is cut off"
    because = f"{', and '.join(_beyond(clip, p) for p in off)}: {all_off}.{stays}"

    def judge(answer: str) -> Verdict:
        right, given = answer == COUNTS[count], COUNTS.index(answer)
        remarks = tuple(Remark(p.point_xy, f"beyond ${'u' if p.along < 0.0 else 'v'}$", right) for p in off)
        if right:
            return Verdict(True, because, remarks=remarks)
        if given > count:
            kept = tuple(Remark(p.point_xy, "between the planes") for p in clip.ends if p not in off)
            return Verdict(False, f"Not all of them:{stays}", "Not this many", kept)
        other = f" Compare the other end's $x$, too: with 0, and with $L$ = {length}." if given == 0 else ""
        told = off[:1] if given == 0 else off[1:]
        also = "Not only one end: " if given else ""
        return Verdict(False, f"{also}{_beyond(clip, told[0])}.{other}", "Not this many", remarks[given:][:1])

    return judge


def _judge_lost(clip: Clip, lost: ClipPoint) -> Callable[[Any], Verdict]:
    owner = clip.incident.owner
    named_so = {ref(owner, p.of_incident): p for p in clip.ends}

    def judge(answer: FeatureRef | str) -> Verdict:
        p = named_so.get(answer) if isinstance(answer, FeatureRef) else None
        if p is lost:
            because = f"{_beyond(clip, lost)}, where $x$ = {_end_of(clip, lost)}: there the reference edge has ended."
            return Verdict(
                True, because, remarks=(Remark(lost.point_xy, f"beyond ${'u' if lost.along < 0.0 else 'v'}$", True),)
            )
        if p is not None:
            planes = f"0 and $L$ = {fixed(clip.reference.length)}"
            because = f"$x$ = {fixed(p.along)} lies between the side planes, {planes}: this end stays."
            return Verdict(False, because, "Not this one", (Remark(p.point_xy, "between the planes"),))
        return Verdict(False, "Click one of the two ends of the incident edge.", "Not this one")

    return judge


def placed(moment: Moment[Any]) -> Place | None:
    """The two ends of what will be left, where both become contacts behind the reference edge."""
    clip, judged = clip_of(moment), whole_run(moment, FaceCompared)
    if clip is None or len(judged) != 2 or not all(step.is_kept for step in judged):
        return None
    low, high = sorted((step.point for step in judged), key=lambda p: p.along)
    if high.along - low.along < 4.0 * NEAR or max(low.height, high.height) > 1e-9:
        return None  # too short to be told apart; or kept by the margin, of which nothing has been said
    line: Points = tuple(path(moment, clip, *clip.ends))
    starts = (low.along + part * (high.along - low.along) for part in _STARTS)
    start = tuple(clip.reference.at_xy(x, height_at(moment, clip, x)) for x in starts)
    return Place(
        STAYS, _judge_ends(moment, clip, low, high), start, (low.point_xy, high.point_xy), "World", (line,) * 2
    )


def _judge_ends(moment: Moment[Any], clip: Clip, low: ClipPoint, high: ClipPoint) -> Callable[[Points], Verdict]:
    owner = shape_of(moment, clip.reference.owner)

    def judge(points: Points) -> Verdict:
        at = sorted(points, key=clip.reference.along_xy)
        remarks, reasons = [], []
        for p, end in zip(at, (low, high), strict=True):
            x = clip.reference.along_xy(p)
            remark, reason = _right(clip, end), ""
            if abs(x - end.along) > NEAR:
                remark, reason = _wrong(clip, p, x, end, is_inside=owner.contains(p))
            remarks.append(remark._replace(at=p) if not reason else remark)
            reasons += [reason] if reason else []
        if not reasons:
            draw = partial(_cut_line, clip, [end for end in (low, high) if end.of_reference.is_vertex])
            return Verdict(True, _reason(clip, low, high), remarks=(_right(clip, low), _right(clip, high)), draw=draw)
        if all(remark.words == SHORT for remark in remarks):
            reasons[0] = "Both places lie between the side planes: the part that stays goes further out at both ends."
        return Verdict(False, reasons[0], f"Place the ends: {2 - len(reasons)} of 2", tuple(remarks))

    return judge


def _cut_line(clip: Clip, cuts: list[ClipPoint], canvas: Canvas, pane: str) -> None:
    """The side plane at each new end, from the reference edge to it and as far again."""
    for end in cuts if pane == "World" else ():
        reach = max(abs(end.height), 30.0 * canvas.pixel) * (-1.0 if end.height < 0.0 else 1.0)
        line = [clip.reference.at(end.along, part * reach) for part in (-0.5, 2.0)]
        canvas.stroke(line, Ink.ANSWER, line=Line.DASHED)


def _wrong(clip: Clip, p: XY, x: float, end: ClipPoint, *, is_inside: bool) -> tuple[Remark, str]:
    """What is said of a place that is no end of what stays."""
    if not -NEAR <= x <= clip.reference.length + NEAR:
        plane = f"the side plane of {end_name(0.0 if x < 0.0 else clip.reference.length)}"
        because = f"At $x$ = {fixed(x)} the edge is beyond {plane}: the reference edge does not reach there."
        if is_inside:  # up to where another edge of the owner crosses it
            because = (
                f"$x$ = {fixed(x)} is inside {clip.reference.owner.value}, but beyond {plane}. That is perpendicular "
                "to the reference edge, not along another edge."
            )
        return Remark(p, "beyond the side plane"), because
    return Remark(p, SHORT), "This place lies between the side planes, but the part that stays goes further out."


def _right(clip: Clip, end: ClipPoint) -> Remark:
    where = (
        f"cut at ${'u' if end.along == 0.0 else 'v'}$" if end.of_reference.is_vertex else ""
    )  # a vertex has its name
    return Remark(end.point_xy, where, True)


def _reason(clip: Clip, *ends: ClipPoint) -> str:
    whole = [named(clip.incident.owner, p.of_incident) for p in ends if not p.of_reference.is_vertex]
    planes = [end_name(p.along) for p in ends if p.of_reference.is_vertex]
    if not planes:
        return f"All of it stays, from {whole[0]} to {whole[1]}: no end lies beyond a side plane."
    if not whole:
        return "What lies between the two side planes stays: beyond them the reference edge has ended."
    first, second = sorted(ends, key=lambda p: p.of_reference.is_vertex)
    part = f"From {whole[0]}, $x$ = {fixed(first.along)}, to the side plane of {planes[0]}"
    return f"{part}, $x$ = {fixed(second.along)}: there the reference edge ends."


def discarded(moment: Moment[Any]) -> Click | None:
    """What `clicked` asks, before the heights, where it is not the margin that decides."""
    if whole_run(moment, PointCut):
        return clicked(moment, NO_CONTACT)
    return None if least_margin(moment) else clicked(moment, UNCUT)


def _touching(moment: Moment[Any], clip: Clip) -> Choose:
    """How many contacts two edges have that only touch, of which a side plane cuts one."""
    cuts, kept = whole_run(moment, PointCut), [step.point for step in whole_run(moment, FaceCompared) if step.is_kept]
    count, limit = len(kept), f"{H_MAX} = {fixed(float(moment.scene.margin))}"
    stays = f"$h$ = 0.00 is at most {limit}: a point that only touches is a contact, too."
    new = tuple(Remark(p.point_xy, "new end", True) for p in kept if p.of_reference.is_vertex)
    lost = tuple(Remark(cut.lost.point_xy, "cut off") for cut in cuts)
    new_end = f"The cut makes a new end at $x$ = {fixed(cuts[0].plane.along)}."
    reasons = {
        COUNTS[0]: stays,
        COUNTS[1]: f"{_beyond(clip, cuts[0].lost)} and is cut off. But the edge still has two ends.",
        COUNTS[2]: f"{new_end} Both ends have $h$ = 0.00, at most {limit}.",
    }

    def judge(answer: str) -> Verdict:
        right = answer == COUNTS[count]
        remarks = new if right else lost if answer == COUNTS[1] else ()
        return Verdict(right, reasons[answer], "" if right else "Not this many", remarks)

    return Choose(TOUCHING, judge, COUNTS, frozenset((COUNTS[count],)))


def _new_end(moment: Moment[Any], clip: Clip, cut: PointCut) -> Place:
    """Where a rounded shape's edge is cut: it leaves the other shape later, where that is round."""
    assert cut.cut is not None
    owner, new, lost = shape_of(moment, clip.reference.owner), cut.cut, cut.lost
    line: Points = tuple(path(moment, clip, *clip.ends))
    x0 = 0.4 * new.along + 0.6 * lost.along
    end, off = end_name(cut.plane.along), 1.0 if lost.along > new.along else -1.0

    def judge(points: Points) -> Verdict:
        x = clip.reference.along_xy(points[0])
        if abs(x - new.along) <= NEAR:
            because = f"The reference edge ends at {end}, $x$ = {fixed(new.along)}: the side plane stands there."
            draw = partial(_cut_line, clip, [new])
            return Verdict(True, because, remarks=(_right(clip, new),), draw=draw)
        if off * (x - new.along) < 0.0:
            because = (
                f"At $x$ = {fixed(x)} the edge still lies over the reference edge: the part that stays goes further."
            )
            return Verdict(False, because, "Not the new end", (Remark(points[0], "not an end"),))
        because = f"At $x$ = {fixed(x)} the reference edge has ended: this place lies beyond the side plane of {end}."
        if owner.contains(points[0]):
            name = clip.reference.owner.value
            because = f"$x$ = {fixed(x)} is inside {name}, but {name} is round there: the reference edge has ended."
        return Verdict(False, because, "Not the new end", (Remark(points[0], "beyond the side plane"),))

    start = clip.reference.at_xy(x0, height_at(moment, clip, x0))
    return Place(NEW_END, judge, (start,), (new.point_xy,), "World", (line,))


def least_margin(moment: Moment[Any]) -> Adjust | None:
    """Which margin would keep the end in front if the shape only touched, where one can: asked of an edge that no
    side plane cuts. Lifted, both ends are higher by the depth of the deeper one."""
    clip = clip_of(moment)
    if clip is None or clip.ends[0].height > 0.0 or clip.ends[1].height <= MARGINS[0]:
        return None
    end, lift = clip.ends[1], -clip.ends[0].height
    least = math.ceil(100.0 * (end.height + lift) - 1e-6) / 100.0
    if least > MARGINS[1] or fixed(least) != fixed(end.height + lift) or fixed(lift) == "0.00":
        return None  # or what is shown would not add up
    name = named(clip.incident.owner, end.of_incident)

    def judge(now: Any) -> Verdict:
        given = f"{H_MAX} = {fixed(now.margin)}"
        if now.margin < least - 1e-9:
            words = f"Lifted, {name} is farther in front of the reference edge than {given}: no contact there."
            return Verdict(False, words, "Too small", (Remark(end.point_xy, "too far in front"),))
        if now.margin > least + 0.005:
            return Verdict(False, f"{given} keeps both ends then, but a smaller margin does, too.", "Too large")
        told = f"Lifted by {fixed(lift)}, {name} has {h_of(end.height + lift)}, at most {given}: both ends stay."
        return Verdict(True, told, remarks=(Remark(end.point_xy, "", True),))

    text = LEAST.format(clip.incident.owner.value)
    return Adjust(text, judge, lambda now: now.with_field("margin", least), "margin")


def identified(moment: Moment[Any]) -> Choose | None:
    """With which feature the one vertex that stays makes a contact, where it is plain that only one does."""
    clip, kept = clip_of(moment), [step.point for step in whole_run(moment, FaceCompared) if step.is_kept]
    if clip is None or whole_run(moment, PointCut) or len(kept) != 1 or moment.scene.tilt <= STEEP:
        return None
    owner, vertex = clip.reference.owner, named(clip.incident.owner, kept[0].of_incident)
    edge, count = clip.reference.edge, len(shape_of(moment, owner).points)
    edge_name = tint(f"edge {edge} of {owner.value}", ink_of(owner))
    right, *others = options = f"edge {edge}", f"vertex {edge}", f"vertex {(edge + 1) % count}"

    def judge(answer: str) -> Verdict:
        if answer == right:
            return Verdict(True, f"No side plane has cut: {vertex} is a contact because it lies behind {edge_name}.")
        plane = end_name(0.0 if answer == others[0] else clip.reference.length)
        words = f"{sentence(answer)} is named only where the side plane of {plane} cuts the incident edge."
        return Verdict(False, words, "Not this one")

    text = NAMES_TWO.format(vertex, owner.value)
    return Choose(text, judge, (options[1], options[0], options[2]), frozenset((right,)))


def clicked(moment: Moment[Any], text: str) -> Click | None:
    """The point that will be discarded for its height, where it is a vertex and the other one stays."""
    clip, judged = clip_of(moment), whole_run(moment, FaceCompared)
    wrong = [step.point for step in judged if not step.is_kept]
    if (
        moment.scene.tilt > STEEP
        or clip is None
        or len(judged) != 2
        or len(wrong) != 1
        or wrong[0].of_reference.is_vertex
    ):
        return None  # a cut point has no name of its own to be clicked by
    owner = clip.incident.owner
    right: frozenset[FeatureRef | str] = frozenset((ref(owner, wrong[0].of_incident),))
    return Click(text, _judge_click(owner, [step.point for step in judged], wrong[0], judged[0].margin), right)


def _judge_click(owner: Owner, points: list[ClipPoint], wrong: ClipPoint, margin: float) -> Callable[[Any], Verdict]:
    named_so = {ref(owner, p.of_incident): p for p in points if p.of_incident.is_vertex}

    def judge(answer: FeatureRef | str) -> Verdict:
        p = named_so.get(answer) if isinstance(answer, FeatureRef) else None
        if p is not None and p is wrong:
            because = (
                f"{h_of(p.height)}: in front of the reference edge by more than the margin {H_MAX} = {fixed(margin)}."
            )
            return Verdict(True, because, remarks=(Remark(p.point_xy, "in front", True),))
        if p is not None:
            because = f"{h_of(p.height)}: it is behind the reference edge, so A and B overlap there."
            return Verdict(False, because, "Not this one", (Remark(p.point_xy, "behind the edge"),))
        if isinstance(answer, FeatureRef) and answer.kind is FeatureKind.VERTEX:
            return Verdict(False, f"{sentence(str(answer))} is no end of the incident edge.", "Not this one")
        return Verdict(False, "Click one of the two ends of the incident edge.", "Not this one")

    return judge


def let_go(moment: Moment[Any]) -> Place | None:
    """Where the one push of a body that rocks will be next, where that is a cut; asked once the contacts are known,
    and only of the clip that is asked about from its ends on."""
    start, first, clip = moment.scene.start, asked(moment), clip_of(moment)
    if start is None or clip is None or first is None or first.text != STAYS or not start.stands:
        return None
    x0 = start.pivot[0]
    if abs(x0) < NEAR or not start.is_cut[1]:
        return None
    far = max(float(x) for x, _ in start.ends_of(start.shape))
    upper, deep = clip.incident.owner.value, named(clip.incident.owner, clip.ends[0].of_incident)

    def why(canvas: Canvas, pane: str) -> None:
        if pane == "first":
            lever(canvas, start.shape.centroid, np.zeros(2))

    def judge(points: Points) -> Verdict:
        ((x, y),) = points
        if abs(x) <= CORNER:
            because = f"Past level the cut at $u$ is deepest. Its push turns {upper} back: it rocks."
            return Verdict(True, because, remarks=(Remark((0.0, 0.0), "the next push", True),), draw=why)
        if x > 0.0:
            because = f"Here is no ground to push: this part of {upper} lies beyond the side plane and is cut off."
            return Verdict(False, because, NOT_THERE, (Remark((x, y), "no ground"),))
        if abs(x - x0) <= CORNER:
            because = f"Past level {deep} is the higher end of what is left, so it is not the deepest point."
            return Verdict(False, because, NOT_THERE, (Remark((x, y), "the higher end"),))
        because = "The deepest point of a straight part is always one of its ends."
        return Verdict(False, because, NOT_THERE, (Remark((x, y), "not an end"),))

    ground: Points = ((-start.length, 0.0), (max(far, CORNER), 0.0))
    return Place(NEXT_PUSH.format(upper), judge, ((0.6 * x0, 0.0),), ((0.0, 0.0),), "first", (ground,))
