"""What the lesson on a moving point and a wall asks: what is left of the height, and what becomes of t and f."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry import Outcome
from geometry.swept_circle.point_segment import CrossProducts
from lessons.motion.ray_segment_scales import WHOLE
from lessons.motion.ray_segment_words import C, P, Q, V
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.text import equation, fixed

NEAR = 0.05  # of the height: so far from the right place an answer may be


def _asked_time(moment: Moment[Any]) -> float:
    """The time that is asked about: the end where the motion is too short, earlier where it passes the wall."""
    step = moment.step
    if abs(step.change) < abs(step.height):
        return 1.0
    return 0.5 if moment.trace.result.outcome is Outcome.HIT else 0.25


def height_left(moment: Moment[Any]) -> Place | None:
    """How far the point is from the wall's line after a part of the motion: up the bar of the motion."""
    step, t = moment.step, _asked_time(moment)
    h, h_v = step.height, -step.change
    left = h - t * h_v
    clear = t == 1.0 or abs(left - (1.0 - t) * h) > 1.5 * NEAR * abs(h)
    if moment.compare or step.parallel or h * h_v <= 0.0 or left / h < 0.1 or not clear:
        return None
    x = WHOLE * max(abs(h), abs(h_v))
    return Place(
        f"How far from the wall’s line is the point at $t$ = {fixed(t)}? Drag the point from the base "
        "up along $h_v$.",
        partial(_judge_height, moment.scene, (h, h_v, t), x),
        start=((x, 0.0),),
        right=((x, t * h_v),),
        pane="ratios",
        along=(((x, 0.0), (x, h)),),
        names=(lambda at: f"{fixed(abs(h - at[1]))} left",),
    )


def _judge_height(scene: Any, told: tuple[float, float, float], x: float, points: Points) -> Verdict:
    h, h_v, t = told
    y, covered = points[0][1], t * h_v
    part = "A quarter" if t == 0.25 else "Half"
    asked = f"The whole motion covers $h_v$ = {fixed(abs(h_v))}. How much of it is covered by $t$ = {fixed(t)}?"
    is_right = abs(y - covered) <= NEAR * abs(h)
    draw = partial(_then, scene, t, is_right)
    if is_right:
        y = covered
        share = f"{part} of the motion covers {part.lower()} of" if t < 1.0 else "The whole motion covers"
        because = f"{share} $h_v$: " + equation(
            "{h} − {covered} = {left}.", lambda h, covered: h - covered, result="left", h=abs(h), covered=abs(covered)
        )
    elif abs(y) <= 0.01 * abs(h):
        because = f"{fixed(abs(h))} is the distance at the start. {asked}"
    elif t < 1.0 and abs(y - t * h) <= NEAR * abs(h):
        because = f"{part} of $h$ would be covered if the whole motion covered $h$. "
        because += f"It covers $h_v$ = {fixed(abs(h_v))}."
    else:
        because = f"There the point has covered {fixed(abs(y))}. {asked}"
    words = f"{fixed(abs(h - y))} left" if is_right else f"not at t = {fixed(t)}"
    remark = Remark((x, y), words, right=is_right, to=(x, h) if is_right else None)
    return Verdict(is_right, because, "" if is_right else "Not the place at that time", remarks=(remark,), draw=draw)


def _then(scene: Any, t: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The point at that time; where the answer is right with its distance from the wall's line."""
    if pane != "world":
        return
    at = scene.at(t)
    ink = Ink.ANSWER if is_right else Ink.A  # where it is at that time, whatever was answered
    if is_right:
        foot = scene.p + float((at - scene.p) @ scene.e) / float(scene.e @ scene.e) * scene.e
        canvas.stroke((at, foot), ink, line=Line.MEASURE)
        canvas.label(fixed(math.dist(at, foot)), (at + foot) / 2.0, ink, toward=scene.e, style=TextStyle.BOLD)
    canvas.dot(at, ink, Point.FILLED)
    canvas.label(f"$t$ = {fixed(t)}", at, ink, toward=-scene.v)


def motion_changed(moment: Moment[Any]) -> Choose | None:
    """What becomes of a t outside 0 and 1: above it with a v twice as long, below it with a reversed one."""
    t, found = moment.step.fraction, moment.first(CrossProducts)
    if moment.compare or moment.step.within or abs(t) < 0.1 or abs(abs(t) - 1.0) < 0.1 or found is None:
        return None
    by = 2.0 if t > 0.0 else -1.0
    back = rf"Reverse {V}: the point moves from {C} to $\boldsymbol{{c}}-\boldsymbol{{v}}$."
    what = f"Make {V} twice as long." if by > 0.0 else back
    answers = {fixed(each): each for each in (t, t / by, by * t if by > 0.0 else 1.0 - t)}
    return Choose(
        f"{what} At which $t$ is the point on the wall’s line then?",
        partial(_judge_motion, moment.scene, (found.of_wall, found.across, by), answers),
        tuple(sorted(answers, key=answers.__getitem__)),
        frozenset((fixed(t / by),)),
    )


def _judge_motion(scene: Any, told: tuple[float, float, float], answers: dict[str, float], answer: str) -> Verdict:
    of_wall, across, by = told
    is_right = answer == fixed(of_wall / across / by)
    place = scene.at(by * (of_wall / across / by if is_right else answers[answer]))
    if is_right:
        because = (
            f"$A_t$ stays and $A_v$ becomes {fixed(by * across)}: $t$ = {fixed(of_wall)} / {fixed(by * across)}."
        )
    else:
        change = "changes its sign" if by < 0.0 else "doubles"
        because = f"$A_v$ = {fixed(across)} {change}, $A_t$ = {fixed(of_wall)} stays. "
        because += f"At $t$ = {answer} the point is at the cross."

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            canvas.stroke((scene.c, place), ink, line=Line.DOTTED)
            canvas.dot(place, ink, Point.ANSWER if is_right else Point.CROSS)

    head = "" if is_right else "The old time" if answer == fixed(of_wall / across) else "Not on the line"
    return Verdict(is_right, because, head, draw=draw)


def solutions(moment: Moment[Any]) -> Choose | None:
    """How many times solve the equation of the areas where motion and wall are parallel."""
    step = moment.step
    if moment.compare or not step.parallel or abs(step.height) < 0.05:
        return None
    return Choose(
        f"Here $A_v$ = 0.00 and $A_t$ = {fixed(step.of_wall)}. How many $t$ solve $t A_v$ = $A_t$?",
        partial(_judge_solutions, step.of_wall, step.height),
        ("none", "one", "every t"),
        frozenset(("none",)),
    )


def _judge_solutions(of_wall: float, height: float, answer: str) -> Verdict:
    because = (
        f"$t$ · 0 is 0 for every $t$, never {fixed(of_wall)}: the distance from the line stays {fixed(abs(height))}."
    )
    if answer == "one":
        because = "One $t$ takes a division by $A_v$. Here it is 0: try $t$ = 0, $t$ = 0.5 and $t$ = 1 in $t$ · 0."
    elif answer != "none":
        because = (
            f"Every $t$ solves $t$ · 0 = 0, so only with {C} on the wall’s line. Here $A_t$ is {fixed(of_wall)}."
        )
    return Verdict(
        answer == "none", because, {"one": "A division by 0", "every t": "Only if c is on the line"}.get(answer, "")
    )


def wall_turned(moment: Moment[Any]) -> Choose | None:
    """What becomes of f where the wall is listed from q to p."""
    f = moment.step.place
    if moment.compare or moment.trace.result.outcome is not Outcome.HIT or not 0.0 < f < 1.0 or abs(f - 0.5) < 0.05:
        return None
    return Choose(
        f"Name the ends of the wall in the other order, {Q} first. What is $f$ then?",
        partial(_judge_turned, moment.scene, f),
        (fixed(f), fixed(-f), fixed(1.0 - f)),
        frozenset((fixed(1.0 - f),)),
    )


def _judge_turned(scene: Any, f: float, answer: str) -> Verdict:
    is_right = answer == fixed(1.0 - f)
    counted = {fixed(f): f, fixed(-f): -f, fixed(1.0 - f): 1.0 - f}[answer]
    place = scene.q - counted * scene.e
    if is_right:
        because = f"The place stays, and it is {answer} of the wall away from {Q}: 1 − {fixed(f)}."
    elif answer == fixed(f):
        because = f"{answer} counted from {Q} is at the cross. The path still meets the wall where it did."
    else:
        because = (
            f"{answer} is a place off the wall, on the far side of {Q}. The path still meets the wall where it did."
        )

    head = "" if is_right else f"Counted from {P}" if answer == fixed(f) else "Off the wall"

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            canvas.stroke((scene.q, place), ink, line=Line.FEATURE)
            canvas.dot(place, ink, Point.ANSWER if is_right else Point.CROSS)

    return Verdict(is_right, because, head, draw=draw)
