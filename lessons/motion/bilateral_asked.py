"""What bilateral advancement asks: where t2 stops on the curve, and when a gap that is open at both ends is least."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from geometry import separation
from geometry.time_of_impact.bilateral_advancement import DeepestFound, PushBack
from lessons.motion.bilateral_brackets import compared
from lessons.motion.bilateral_figure import is_open_at_both
from lessons.motion.bilateral_floor import begins
from lessons.motion.bilateral_scene import TIMES, Rooted, is_floor
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.02  # of the whole time: a placed point as near as this to the right one is right
ALIKE = 0.01  # world length: gaps that differ by less are the same to the eye
NAMED = 0.1  # of the whole time: up to here the number of g(0) is near
NEAREST, SOON = 0.05, 1e-3  # of the whole time: as near as this to where g is least; where it is seen to fall
SAG = 1e-3  # world length: a floor that is less far below both ends has its least value at one of them
JUMPS, HALVED = "t₁ jumps to t₂", "the bracket is halved"


def question(scene: Rooted) -> Prediction | None:
    """About the first axis."""
    if is_open_at_both(scene):
        start, end = (fixed(scene.functions[0].deepest(t).separation, 3) for t in (0.0, 1.0))
        words = f"$g$ is {start} at t = 0 and {end} at t = 1. Drag the ring (B moves with it) to where $g$ is least."
        return _placed(words, partial(_judge_least, scene), scene, _least(scene))
    if scene.decisions(1) != [PushBack.ROOT, PushBack.ADVANCE]:
        return None
    target = fixed(scene.target)
    words = f"Until which time does this one axis prove A and B more than $s_0$ = {target} apart? Drag the ring."
    return _placed(words, partial(_judge_stop, scene), scene, scene.jumps[0][1])


def bound_question(moment: Moment[Rooted]) -> Prediction | None:
    """About the first floor of a search that sags below both ends of its bracket: any other needs no second look."""
    scene, step = moment.scene, moment.step
    sags = next((each for each in scene.steps if is_floor(each) and _sags(each)), None)
    if sags is None or step is not sags or moment.compare or moment.parent is not None or not begins(moment):
        return None
    text = (
        r"Below $s_0-\varepsilon$ a lower bound proves nothing. Does $t_1$ jump to $t_2$, or is the bracket halved?"
    )
    is_low = sags.decision is PushBack.HALVE
    right = HALVED if is_low else JUMPS
    where = f"The least value of the lower bound is {fixed(sags.floor, 3)}, {compared(scene, sags)}"
    told = "the bracket is halved" if is_low else "$t_1$ jumps to $t_2$"
    wrong = (
        r"Look at the lowest point of the lower bound: it is below $s_0-\varepsilon$. In this bracket it "
        "proves nothing."
        if is_low
        else r"Look at the lowest point of the lower bound: it is not below $s_0-\varepsilon$. A and B are "
        "apart in all of the bracket."
    )
    return Choose(
        text,
        lambda given: Verdict(True, f"{where}: {told}.") if given == right else Verdict(False, wrong, "Look again"),
        (JUMPS, HALVED),
        frozenset((right,)),
    )


def _sags(found: DeepestFound) -> bool:
    return found.floor < min(found.first.separation, found.last.separation) - SAG


def _placed(words: str, judge: Callable[[Points], Verdict], scene: Rooted, right: float) -> Place:
    """A ring at the height of the target, which tells nothing, and a clock that follows it."""
    level = scene.target
    path = ((0.0, level), (1.0, level))
    return Place(
        words, judge, path[:1], ((right, level),), "g", (path,), (lambda at: f"t = {fixed(at[0])}",), is_time=True
    )


def _judge_stop(scene: Rooted, points: Points) -> Verdict:
    t, stop = points[0][0], scene.jumps[0][1]
    g, target = scene.functions[0].deepest(t).separation, fixed(scene.target)
    draw = partial(_draw_stop, (t, g))
    if abs(t - stop) <= NEAR:
        at = (stop, scene.target)
        apart = fixed(separation(*scene.at(stop)), 3)
        told = f"$g$ falls to $s_0$ = {target} at t = {fixed(stop)}. A and B are {apart} apart: no contact so far."
        return Verdict(True, told, remarks=(Remark(at, f"t = {fixed(stop)}", right=True),))
    gap = float(np.interp(t, TIMES, scene.gaps))
    if t > stop and abs(gap - scene.target) <= scene.tolerance:
        told = (
            f"Here A and B are as near as that: $s$ = {fixed(gap, 3)}. But the strip closed before, "
            f"$g$ = {fixed(g, 3)}: this is the root of $s$, not of $g$."
        )
        return Verdict(False, told, "Not the strip", (Remark((t, g), f"g = {fixed(g, 3)}"),), draw=draw)
    if t > stop:
        told = f"Here $g$ = {fixed(g, 3)} is below $s_0$ = {target}: A and B may have met before."
        return Verdict(False, told, "Too late", (Remark((t, g), f"g = {fixed(g, 3)}"),), draw=draw)
    told = f"Here $g$ = {fixed(g, 3)} is still above $s_0$ = {target}: this axis proves A and B apart for longer."
    words = f"g = {fixed(g, 3)}" if t > NAMED else "still apart"  # before, its number stands there already
    return Verdict(False, told, "Too early", (Remark((t, g), words),), draw=draw)


def _draw_stop(at: tuple[float, float], canvas: Canvas, pane: str) -> None:
    if pane == "g":
        canvas.stroke((at, (at[0], 0.0)), Ink.FAULTY, line=Line.DOTTED)


def _least(scene: Rooted) -> float:
    """Near when the gap along the first axis is least: the middle of all times at which it is as good as that."""
    curve = scene.along(1)
    return float(TIMES[curve <= curve.min() + ALIKE].mean())


def _judge_least(scene: Rooted, points: Points) -> Verdict:
    """Whether the gap along the axis is least there; a wrong answer tells whether it falls or grows at that time."""
    t, least, function = points[0][0], _least(scene), scene.functions[0]
    if abs(t - least) <= NEAREST:
        low = fixed(float(scene.along(1).min()), 3)  # not at the middle: there g may be higher again
        told = f"Near t = {fixed(least)} $g$ is least, {low}. Apart at both ends does not prove apart in between."
        return Verdict(True, told, remarks=(Remark((least, scene.target), f"near t = {fixed(least)}", right=True),))
    early, g = min(t, 1.0 - SOON), function.deepest(t).separation
    falls = function.deepest(early + SOON).separation < function.deepest(early).separation
    told = f"Here $g$ = {fixed(g, 3)} {'falls' if falls else 'grows'}: along $\\hat n$ the nearest end of B moves "
    told += "towards A." if falls else "away from A."
    if falls == (t > least):
        told += f" But {'before' if t > least else 'later'} an end of B comes nearer."
    head = "It has been less" if t > least else "It becomes less"
    return Verdict(False, told, head, (Remark((t, g), f"g = {fixed(g, 3)}"),), draw=partial(_draw_stop, (t, g)))
