"""What the lesson on a moving point and a wall asks: what is left of the height, and what p and q exchanged do."""

from __future__ import annotations

from functools import partial
from typing import Any

from geometry import Outcome
from lessons.motion.ray_segment_figure import PART
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

HALF = 0.5  # the time that is asked about
NEAR = 0.05  # of the height: so far from the right place an answer may be


def height_left(moment: Moment[Any]) -> Place | None:
    """How high the point is over the wall's line after half of the motion."""
    step = moment.step
    h, h_v = step.height, -step.change
    left = h - HALF * h_v
    clear = abs(left - HALF * h) > 3.0 * NEAR * abs(h)
    if moment.compare or step.parallel or h * h_v <= 0.0 or left / h < 0.1 or not clear:
        return None
    x = PART * max(abs(h), abs(h_v))
    return Place(
        "How high is the point over the wall’s line at $t$ = 0.50? Drag the ring to that height on the bar of $h$.",
        partial(_judge_height, moment.scene, h, h_v, x),
        start=((x, h),),
        right=((x, left),),
        pane="ratios",
        along=(((x, 0.0), (x, h)),),
        names=("height at t = 0.50",),
    )


def _judge_height(scene: Any, h: float, h_v: float, x: float, points: Points) -> Verdict:
    y, left = points[0][1], h - HALF * h_v
    is_right = abs(y - left) <= NEAR * abs(h)
    draw = partial(_half, scene, is_right)
    if is_right:
        because = f"Half of the motion lowers the point by half of $h_v$: {fixed(h)} − {fixed(HALF * h_v)} = "
        because, words = f"{because}{fixed(left)}.", f"{fixed(left)} over the line"
    else:
        because = (
            "The ring has lowered the point by {0}. The whole motion lowers it by $h_v$ = {1}: by how much does half?"
        )
        if abs(y - h) <= 0.01 * abs(h):
            because = (
                "Your height is the height at the start. The whole motion lowers it by $h_v$ = {1}: and half of it?"
            )
        if abs(y - HALF * h) <= NEAR * abs(h):
            because = "Half of $h$ would be left if the whole motion took all of $h$. It takes $h_v$ = {1}."
        because, words = because.format(fixed(abs(h - y)), fixed(h_v)), "not at t = 0.50"
    remark = Remark((x, left if is_right else y), words, right=is_right)
    return Verdict(is_right, because, "" if is_right else "Another height", remarks=(remark,), draw=draw)


def _half(scene: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The point after half of its motion; where the answer is right with its height."""
    if pane != "world":
        return
    at = scene.at(HALF)
    ink = Ink.ANSWER if is_right else Ink.A  # where it is at that time, whatever was answered
    if is_right:
        foot = scene.p + float((at - scene.p) @ scene.e) / float(scene.e @ scene.e) * scene.e
        canvas.stroke((at, foot), ink, line=Line.MEASURE)
    canvas.dot(at, ink, Point.FILLED)
    canvas.label("$t$ = 0.50", at, ink, toward=(0.0, 1.0))


def wall_turned(moment: Moment[Any]) -> Choose | None:
    """What becomes of f where the wall is listed from q to p."""
    f = moment.step.place
    if moment.compare or moment.trace.result.outcome is not Outcome.HIT or not 0.0 < f < 1.0 or abs(f - 0.5) < 0.05:
        return None
    return Choose(
        "List the same wall from $q$ to $p$, so that $q$ is its first end. What is $f$ then?",
        partial(_judge_turned, moment.scene, f),
        (fixed(f), fixed(-f), fixed(1.0 - f)),
        frozenset((fixed(1.0 - f),)),
    )


def _judge_turned(scene: Any, f: float, answer: str) -> Verdict:
    is_right = answer == fixed(1.0 - f)
    counted = {fixed(f): f, fixed(-f): -f, fixed(1.0 - f): 1.0 - f}[answer]
    place = scene.q - counted * scene.e
    if is_right:
        because = f"The place stays, and it is {answer} of the wall away from $q$: 1 − {fixed(f)}."
    elif answer == fixed(f):
        because = (
            f"{answer} counted from $q$ is another place: the pink one. The path still meets the wall where it did."
        )
    else:
        because = (
            f"{answer} is a place off the wall, on the far side of $q$. The path still meets the wall where it did."
        )

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            canvas.stroke((scene.q, place), ink, line=Line.FEATURE)
            canvas.dot(place, ink, Point.ANSWER if is_right else Point.CROSS)

    return Verdict(is_right, because, "" if is_right else "Another place", draw=draw)
