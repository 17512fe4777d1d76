"""What bilateral advancement asks: where t2 stops on the curve, and when a gap that is open at both ends is least."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from geometry import separation
from geometry.time_of_impact.bilateral_advancement import DeepestFound, PushBack
from geometry.time_of_impact.separation_function import SeparationFunction
from lessons.motion.bilateral_brackets import side
from lessons.motion.bilateral_figure import axes_of, is_open_at_both
from lessons.motion.bilateral_floor import begins, floor_points, least_at
from lessons.motion.bilateral_scene import SAG, TIMES, Rooted, is_floor, last_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.02  # of the whole time: a placed point as near as this to the right one is right
ALIKE = 0.01  # world length: gaps that differ by less are the same to the eye
NAMED = 0.1  # of the whole time: up to here the number of g(0) is near
NEAREST, SOON = 0.05, 1e-3  # of the whole time: as near as this to where g is least; where it is seen to fall
REACHED = 257  # ends of a bracket that are tried
SAG_NEAR = 0.1  # of how far a floor lies below its chord
DEEP = 0.35  # of what is free below a floor: so high the ring's way down ends


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
    """About the first floor of a search that is too low: how long a bracket it would prove, or how low it lies."""
    scene, step = moment.scene, moment.step
    first = next((each for each in scene.steps if is_floor(each) and each.decision is PushBack.HALVE), None)
    if (
        not scene.asks
        or first is None
        or last_of(step) is not first
        or moment.compare
        or moment.parent
        or not begins(moment)
    ):
        return None
    return _asked_sag(moment, first) if scene.asks == SAG else _asked_reach(scene, first)


def _asked_reach(scene: Rooted, low: DeepestFound) -> Place:
    """How long the bracket may be at most; the floor of the time that is placed is drawn when it is judged."""
    least, reach = scene.target - scene.tolerance, reach_of(scene, low)
    words = "How long may the bracket be, so that its lower bound is nowhere below the limit? Drag $t_2$ there."
    path = ((low.first.fraction, least), (low.last.fraction, least))
    return Place(
        words,
        partial(_judge_reach, scene, low),
        path[1:],
        ((reach, least),),
        "g",
        (path,),
        (lambda at: f"$t_2$ = {fixed(at[0], 3)}",),
        is_time=True,
    )


def reach_of(scene: Rooted, low: DeepestFound) -> float:
    """The latest end of a bracket with the same start that the floor proves."""
    function, least = scene.functions[low.iteration - 1], scene.target - scene.tolerance
    (start, g), half = (low.first.fraction, low.first.separation), function.curvature / 2.0
    times = np.linspace(start, low.last.fraction, REACHED)[1:]
    long = times - start
    rise = (function.over(times) - g) / long
    at = np.clip((long - rise / half) / 2.0, 0.0, long)  # where the floor of each bracket is least
    proved = g + rise * at - half * at * (long - at) >= least
    return float(times[proved].max(initial=start))


def _judge_reach(scene: Rooted, low: DeepestFound, points: Points) -> Verdict:
    """A time near the latest that is proved; of any other the floor of its bracket is drawn."""
    function, t, reach = scene.functions[low.iteration - 1], points[0][0], reach_of(scene, low)
    is_near = abs(t - reach) <= NEAR
    last = function.deepest(reach if is_near else max(t, low.first.fraction + SOON))
    mine = replace(low, last=last, floor=function.floor(low.first, last))
    draw = partial(_draw_reach, function, mine, is_near)
    if is_near:
        told = f"A bracket up to $t_2$ = {fixed(reach, 3)} is proved. The search takes the middle: that is simpler."
        right = Remark((reach, scene.target - scene.tolerance), f"up to {fixed(reach, 3)}", right=True)
        return Verdict(True, told, remarks=(right,), draw=draw)
    least, at = fixed(mine.floor, 3), (t, scene.target - scene.tolerance)
    if t > reach:
        told = f"With this $t_2$ the lower bound falls to {least}, below the limit."
        return Verdict(False, told, "Too long", (Remark(at, "too long"),), draw=draw)
    told = f"With this $t_2$ the least value of the lower bound is {least}: the bracket may be longer."
    return Verdict(False, told, "Too short", (Remark(at, "too short"),), draw=draw)


def _draw_reach(function: SeparationFunction, mine: DeepestFound, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "g":
        canvas.stroke(floor_points(function, mine), Ink.TEXT if is_right else Ink.FAULTY, line=Line.DASHED)


def _asked_sag(moment: Moment[Rooted], low: DeepestFound) -> Place:
    """How low the floor lies where it is lowest: the numbers of its formula are all known."""
    t, chord, lowest = lowest_of(moment.scene, low)
    down = axes_of(moment).y[0]
    path = ((t, chord), (t, down + DEEP * (lowest - down)))
    words = (
        f"The lower bound is lowest at $t$ = {fixed(t, 3)}. Drag the ring as far below the chord as the formula says."
    )
    return Place(
        words,
        partial(_judge_sag, moment.scene, low),
        path[:1],
        ((t, lowest),),
        "g",
        (path,),
        (lambda at: f"{fixed(chord - at[1])} below",),
        is_time=True,
    )


def lowest_of(scene: Rooted, low: DeepestFound) -> tuple[float, float, float]:
    """When a floor is lowest, and how high its chord and it are there."""
    t, lowest = least_at(scene.functions[low.iteration - 1], low), low.floor
    (t1, g1), (t2, g2) = ((each.fraction, each.separation) for each in (low.first, low.last))
    return t, g1 + (g2 - g1) * (t - t1) / (t2 - t1), lowest


def _judge_sag(scene: Rooted, low: DeepestFound, points: Points) -> Verdict:
    t, chord, lowest = lowest_of(scene, low)
    deep, sag = chord - points[0][1], chord - lowest
    if abs(deep - sag) <= max(SAG_NEAR * sag, ALIKE):
        told = f"$\\frac{{K}}{{2}}(t-t_1)(t_2-t)$ = {fixed(sag)}: the lower bound falls to {fixed(low.floor, 3)}, "
        told += f"{side(low)} the limit."
        return Verdict(True, told, remarks=(Remark((t, lowest), f"{fixed(sag)} below", right=True),))
    told = f"This is {fixed(deep)} below the chord. Half of $K$, times $t-t_1$, times $t_2-t$, is "
    told += "more." if deep < sag else "less."
    head = "Not low enough" if deep < sag else "Too low"
    return Verdict(False, told, head, (Remark((t, points[0][1]), f"{fixed(deep)} below"),))


def _placed(words: str, judge: Callable[[Points], Verdict], scene: Rooted, right: float) -> Place:
    """A ring at the height of the target, which tells nothing, and a clock that follows it."""
    level = scene.target
    path = ((0.0, level), (1.0, level))
    return Place(
        words, judge, path[:1], ((right, level),), "g", (path,), (lambda at: f"$t$ = {fixed(at[0])}",), is_time=True
    )


def _judge_stop(scene: Rooted, points: Points) -> Verdict:
    t, stop = points[0][0], scene.jumps[0][1]
    g, target = scene.functions[0].deepest(t).separation, fixed(scene.target)
    draw = partial(_draw_stop, (t, g))
    if abs(t - stop) <= NEAR:
        at = (stop, scene.target)
        apart = fixed(separation(*scene.at(stop)), 3)
        there = fixed(scene.functions[0].deepest(stop).separation, 3)
        told = f"At $t$ = {fixed(stop)} $g$ is {there}, nearly $s_0$. A and B are still {apart} apart: no contact "
        told += "so far."
        return Verdict(True, told, remarks=(Remark(at, f"$t$ = {fixed(stop)}", right=True),))
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
    at, words = ((t, g), f"g = {fixed(g, 3)}") if t > NAMED else ((t, scene.target), "too early")  # there g(0) stands
    return Verdict(False, told, "Too early", (Remark(at, words),), draw=draw)


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
