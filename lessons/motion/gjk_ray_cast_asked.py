"""What the GJK ray cast asks: how far the first line lets x go, what the next line does, and which one is a proof."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Miss, Outcome, linear_cast, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, SimplexKept
from geometry.vector import left_of, length
from lessons.motion.casts import ORIGIN, differs
from lessons.motion.gjk_ray_cast_ground import OWNER, draw_line
from lessons.motion.gjk_ray_cast_words import BARE_SPEED as SPEED
from lessons.motion.gjk_ray_cast_words import BARE_W as W
from lessons.motion.gjk_ray_cast_words import BARE_X as X
from lessons.motion.gjk_ray_cast_words import BARE_Y as Y
from lessons.stories.grouping import apart
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.05  # of time: so far from the right place an answer may be
TURNED, RING = 6.0, 0.5  # degrees, as far as a direction may be off; world length of its circle
YES, NO = "yes", "no"
LONG = 64.0  # times the motion: who has not met by then passes by
TIED = 1e-6  # world length: vertices that reach as far as each other


def first_advance(moment: Moment[Any]) -> Place | None:
    """The time to which the first line lets the estimate advance."""
    planes = [step for step in apart(moment.trace) if isinstance(step, PlaneFound)]
    plane = planes[0] if planes else None
    if moment.compare or is_reflected(moment.scene) or plane is None or not 0.1 < plane.next_fraction < 0.9:
        return None
    if moment.scene.figure.radius > 0.0 or not all(each.next_fraction > each.fraction for each in planes):
        return None  # another task comes later
    v = moment.scene.velocity
    x, y = (-v).tolist()
    t = plane.next_fraction
    return Place(
        r"Drag the ring to push the line along $\hat n$, until the line just has all of A − B behind it.",
        partial(_judge_advance, moment, plane),
        start=((0.8 * x, 0.8 * y) if t < 0.5 else (0.2 * x, 0.2 * y),),
        right=((t * x, t * y),),
        pane="space",
        along=((ORIGIN, (x, y)),),
        names=(partial(_time_at, v),),
        follow=lambda canvas, points: _follow(canvas, moment, plane.normal, points),
    )


def _follow(canvas: Canvas, moment: Moment[Any], n: Any, points: Points) -> None:
    """The line that the ring pushes."""
    draw_line(canvas, moment, np.array(points[0]), left_of(n), Ink.INTERFACE, Line.MEASURE)


def _time_at(v: Any, at: tuple[float, float]) -> str:
    return f"$t$ = {fixed(length(np.array(at)) / length(v))}"


def _judge_advance(moment: Moment[Any], plane: PlaneFound, points: Points) -> Verdict:
    """The line through the placed point says itself whether A − B is behind it."""
    v, n, figure = moment.scene.velocity, plane.normal, moment.scene.figure
    t, right = length(np.array(points[0])) / length(v), plane.next_fraction
    is_right = abs(t - right) <= NEAR
    left = float(n @ points[0] - (figure.points @ n).max()) - figure.radius
    because = f"A − B does not touch this line: it ends {fixed(left)} behind it, so ${X}$ may go further."
    if left < 0.0:
        because = f"A − B reaches {fixed(-left)} in front of this line: ${X}$ has gone too far."
    if is_right:
        because = f"This line touches A − B at ${W}$: nothing is in front of it. "
        because += f"${X}$ closes the distance $g$ = {fixed(plane.gap)} at speed {fixed(plane.closing)}."
    remark = Remark(points[0], f"t = {fixed(t)}", right=is_right)

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            at = -right * v if is_right else np.array(points[0])
            draw_line(canvas, moment, at, left_of(n), Ink.ANSWER if is_right else Ink.FAULTY, Line.DASHED)
            if not is_right:
                _in_front(canvas, figure.points, at, n)
            else:
                w, foot = plane.support.w, plane.estimate - plane.gap * n
                canvas.dot(w, Ink.ANSWER, Point.FILLED)
                canvas.symbol(r"\boldsymbol w", w, Ink.ANSWER, toward=-n)
                side = -1.0 if float(left_of(n) @ (at - foot)) < 0.0 else 1.0
                measures.measure(canvas, plane.estimate, foot, Ink.GAP, f"$g$ = {fixed(plane.gap)}", side=side)

    return Verdict(is_right, because, "" if is_right else "Not the supporting line", remarks=(remark,), draw=draw)


def _in_front(canvas: Canvas, points: Any, at: Any, n: Any) -> None:
    """The part of A − B in front of a line: it has to be empty."""
    off, corners = (points - at) @ n, []
    for i, (p, q) in enumerate(zip(points, np.roll(points, -1, axis=0), strict=True)):
        a, b = float(off[i]), float(off[(i + 1) % len(off)])
        if a > TIED:
            corners.append(p)
        if (a > TIED) != (b > TIED) and a != b:
            corners.append(p + a / (a - b) * (q - p))
    if len(corners) > 2:
        canvas.area([tuple(each.tolist()) for each in corners], Ink.FAULTY, opacity=0.22)


def next_line(moment: Moment[Any]) -> Prediction | None:
    """After the first iteration: the next normal, whether its line moves x, or the vertex that bears that line."""
    plane, kept = next(apart(moment.trace.steps[moment.index + 1 :])), moment.step.last
    if moment.compare or moment.index != 1 or is_reflected(moment.scene):
        return None
    if not isinstance(plane, PlaneFound) or not isinstance(kept, SimplexKept) or plane.miss is not None:
        return None
    if moment.scene.figure.radius > 0.0:
        return _next_normal(moment.step.part.steps[0], plane)
    if plane.next_fraction <= plane.fraction:
        text = rf"The next $\hat n$ points from ${Y}$ to ${X}$. Will the next line move ${X}$?"
        return Choose(text, partial(_judge_stay, plane), (YES, NO), frozenset((NO,)))
    is_hit = moment.trace.result.outcome is Outcome.HIT
    return _next_support(moment.scene.figure.points, plane) if is_hit else None


def _next_normal(before: Any, plane: PlaneFound) -> Place | None:
    """From y to where x is now, placed on a circle around y."""
    y, n = plane.closest, plane.normal
    if float(n @ before.normal) > math.cos(math.radians(2.0 * TURNED)):
        return None
    ring = tuple((float(y[0] + RING * math.cos(a)), float(y[1] + RING * math.sin(a))) for a in _TURNS)
    return Place(
        rf"${X}$ has moved. In which direction does the next $\hat n$ point, from ${Y}$? Drag the ring there.",
        partial(_judge_normal, y, plane),
        start=(tuple((y + RING * before.normal).tolist()),),
        right=(tuple((y + RING * n).tolist()),),
        pane="space",
        along=(ring,),
        names=("direction",),
    )


_TURNS = np.linspace(0.0, math.tau, 145).tolist()


def _judge_normal(y: Any, plane: PlaneFound, points: Points) -> Verdict:
    way = np.array(points[0]) - y
    way = way / (length(way) or 1.0)
    off = math.degrees(math.acos(max(-1.0, min(1.0, float(way @ plane.normal)))))
    is_right = off <= TURNED
    because = f"It points from ${Y}$ to ${X}$, which is at $t$ = {fixed(plane.fraction)} now: the line turns with it."
    if not is_right:
        because = f"Your arrow is {fixed(off, 0)}° off the direction from ${Y}$ to ${X}$."

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space" and not is_right:
            canvas.arrow(y, y + RING * way, Ink.FAULTY, line=Line.MEASURE)

    remarks = () if is_right else (Remark(points[0], "not toward x"),)
    return Verdict(is_right, because, "" if is_right else "Another direction", remarks=remarks, draw=draw)


def _judge_stay(plane: PlaneFound, answer: str) -> Verdict:
    """Where x is on the near side of the next line."""
    is_right = answer == NO
    because = f"All of A − B is behind line 2, and ${X}$ is too: {fixed(-plane.gap)} behind it. So $t$ stays."

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            canvas.unbounded(plane.plane, left_of(plane.normal), Ink.ANSWER, line=Line.DASHED)
            canvas.dot(plane.support.w, Ink.ANSWER, Point.FILLED)

    return Verdict(is_right, because, "" if is_right else "x is behind this line", draw=draw)


def which_proof(moment: Moment[Any]) -> Choose | None:
    """The one line of several that proves a miss."""
    planes = [step for step in apart(moment.seen) if isinstance(step, PlaneFound)]
    if moment.compare or moment.parent is not None or is_reflected(moment.scene) or not 1 < len(planes) < 5:
        return None
    if planes[-1].miss in (None, Miss.TOO_FAR):
        return None
    names = [f"line {plane.iteration}" for plane in planes]
    text = f"Which of these lines proves that A and B do not meet after $t$ = {fixed(planes[-1].fraction)}?"
    return Choose(text, partial(_judge_proof, moment, planes), names, frozenset(names[-1:]))


def _judge_proof(moment: Moment[Any], planes: list[PlaneFound], answer: str) -> Verdict:
    """On which side of the chosen line x goes on."""
    chosen, last = planes[int(answer.split()[1]) - 1], planes[-1]
    if chosen is last:
        because = f"${SPEED}$ = {fixed(chosen.closing)}: ${X}$ moves away from it, and all of A − B is behind it."
        return Verdict(True, because)
    behind = float(chosen.normal @ (chosen.plane - last.estimate))
    because = f"${X}$ is on this line now and goes on behind it, where A − B is."
    if behind > TIED:
        because = f"${X}$ is {fixed(behind)} behind this line now, on the side of A − B."

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            draw_line(canvas, moment, chosen.plane, left_of(chosen.normal), Ink.FAULTY, Line.DASHED)
            canvas.stroke((last.estimate, -moment.scene.velocity), Ink.FAULTY, line=Line.MEASURE)

    return Verdict(False, f"{because} So it rules nothing out from now on.", "No proof from now on", draw=draw)


def is_too_slow(moment: Moment[Any]) -> bool:
    """Whether the newest line is a proof only up to t = 1, as x comes nearer to it."""
    return moment.parent is None and isinstance(moment.step, PlaneFound) and moment.step.miss is Miss.TOO_FAR


def meet_later(moment: Moment[Any]) -> Choose | None:
    """Whether a line that proves a miss up to t = 1 proves one for ever."""
    if moment.compare or is_reflected(moment.scene) or not is_too_slow(moment):
        return None
    a, by_a, b, by_b = moment.scene.cast
    found = linear_cast(a, LONG * by_a, b, LONG * by_b)
    later = LONG * found.fraction if found.outcome is Outcome.HIT else None
    text = "If A and B move on after $t$ = 1 with the same velocities, will they meet?"
    right = NO if later is None else YES
    return Choose(text, partial(_judge_later, moment.scene, moment.step, later), (YES, NO), frozenset((right,)))


def _judge_later(scene: Any, plane: PlaneFound, later: float | None, answer: str) -> Verdict:
    """Where x, moving on, meets A − B."""
    is_right = answer == (NO if later is None else YES)
    reached = plane.fraction + plane.gap / plane.closing
    because = f"${X}$ reaches line {plane.iteration} at $t$ = {fixed(reached)}: the line is a proof until then. "
    because += "They never meet." if later is None else f"They meet at $t$ = {fixed(later)}."
    v = scene.velocity

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space" and later is not None:
            canvas.stroke((-v, -later * v), Ink.ANSWER, line=Line.DASHED)

    remarks = () if later is None else (Remark(tuple((-later * v).tolist()), f"t = {fixed(later)}", right=True),)
    head = "" if is_right else "They meet later" if later is not None else "They never meet"
    return Verdict(is_right, because, head, remarks=remarks, draw=draw)


def distance_taken(moment: Moment[Any]) -> Place | None:
    """Where x stands at the time that is a distance: what a faulty cast reports."""
    wrong, scene = moment.faulty.fraction, moment.scene
    if moment.index != 1 or moment.parent is not None or is_reflected(scene) or wrong is None:
        return None
    if not 0.1 < wrong < 0.95 or abs(wrong - scene.separation_at_start) > 1e-6 or not differs(moment):
        return None
    x, y = (-scene.velocity).tolist()
    return Place(
        f"The faulty cast takes the distance {fixed(wrong)} for a time. Where does ${X}$ stop? Drag the ring there.",
        partial(_judge_taken, scene, wrong),
        start=((0.3 * x, 0.3 * y) if wrong > 0.7 else (0.9 * x, 0.9 * y),),
        right=((wrong * x, wrong * y),),
        pane="space",
        along=((ORIGIN, (x, y)),),
        names=(f"${X}$",),
    )


def _judge_taken(scene: Any, wrong: float, points: Points) -> Verdict:
    t = length(np.array(points[0])) / length(scene.velocity)
    is_right = abs(t - wrong) <= NEAR
    s = separation(*scene.at(wrong))
    there = f"overlap by {fixed(-s)}" if s <= 0.0 else f"are {fixed(s)} apart"
    because = f"It reports $t$ = {fixed(wrong)}. But there A and B {there}: a distance is no time."
    if not is_right:
        because = (
            f"This is $t$ = {fixed(t)}. The distance {fixed(wrong)}, taken for a time, is another place on the ray."
        )
    remarks = () if is_right else (Remark(points[0], f"t = {fixed(t)}"),)
    return Verdict(is_right, because, "" if is_right else "Another time", remarks, foretells_wrong=True)


def _next_support(points: Any, plane: PlaneFound) -> Click | None:
    """The vertex of A − B that bears the next line."""
    reach = points @ plane.normal
    right = np.flatnonzero(reach > reach.max() - TIED)
    if len(right) > 1 or len(points) < 3:
        return None
    return Click(
        r"The next line is perpendicular to the next $\hat n$. Through which vertex of A − B does it go? Click it.",
        partial(_judge_support, points, plane.normal),
        frozenset((FeatureRef(OWNER, FeatureKind.VERTEX, int(right[0])),)),
    )


def _judge_support(points: Any, n: Any, answer: FeatureRef | str) -> Verdict:
    if not isinstance(answer, FeatureRef) or answer.owner != OWNER:
        why = "A supporting line goes through a vertex of A − B: click one of them."
        return Verdict(False, why, "Not a vertex of A − B")
    reach = points @ n
    k = int(answer.index)
    is_right = bool(reach[k] > reach.max() - TIED)
    ahead = float(reach.max() - reach[k])
    because = "No vertex of A − B reaches further along the arrow, so none is in front of this line."
    if not is_right:
        because = f"A − B reaches {fixed(ahead)} further along the arrow than this vertex. "
        because += "All of it must lie behind the line."

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            canvas.unbounded(points[k], left_of(n), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED)
            _in_front(canvas, points, points[k], n)

    words = "support point" if is_right else "A − B is in front"
    remark = Remark(tuple(points[k].tolist()), words, right=is_right)
    return Verdict(is_right, because, "" if is_right else "Not the support point", remarks=(remark,), draw=draw)
