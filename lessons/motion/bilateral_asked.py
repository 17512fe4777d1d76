"""What bilateral advancement asks: where t2 stops on the curve, and what an open gap at both ends proves."""

from __future__ import annotations

from functools import partial

import numpy as np

from geometry.time_of_impact.bilateral_advancement import DeepestFound, PushBack
from lessons.motion.bilateral_figure import draw_floor, is_open_at_both
from lessons.motion.bilateral_scene import TIMES, Rooted
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.prediction import Choose, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.02  # of the whole time: a placed point as near as this to the right one is right
YES, NO = "yes, it may", "no, not yet"


def question(scene: Rooted, low: float) -> Prediction | None:
    """About the first axis. `low`: the least value that the chart shows."""
    if is_open_at_both(scene):
        end = fixed(scene.functions[0].deepest(1.0).separation)
        text = f"$g$ is above $s_0$ at both ends, at the last one {end}. May $t_1$ jump to $t_2$ = 1?"
        return Choose(text, partial(_judge_jump, scene, low), (YES, NO), frozenset((NO,)))
    if scene.decisions(1) != [PushBack.ROOT, PushBack.ADVANCE]:
        return None
    level = scene.target
    return Place(
        f"When is the strip only $s_0$ = {fixed(level)} wide? Drag the ring to that time: $t_2$ moves back to it.",
        partial(_judge_stop, scene),
        start=((1.0, level),),
        right=((scene.jumps[0][1], level),),
        pane="g",
        along=(((0.0, level), (1.0, level)),),
        names=("stop?",),
    )


def _judge_stop(scene: Rooted, points: Points) -> Verdict:
    t, stop = points[0][0], scene.jumps[0][1]
    g, target = scene.functions[0].deepest(t).separation, fixed(scene.target)
    draw = partial(_draw_stop, (t, g))
    if abs(t - stop) <= NEAR:
        at = (stop, scene.target)
        told = f"$g$ falls to the target $s_0$ = {target} at t = {fixed(stop)}. Before that the gap is open."
        return Verdict(True, told, remarks=(Remark(at, f"t = {fixed(stop)}", right=True),))
    gap = float(np.interp(t, TIMES, scene.gaps))
    if t > stop and abs(gap - scene.target) <= scene.tolerance:
        told = (
            f"Here the true gap $s$ is {fixed(gap)}. Along the kept axis $g$ is {fixed(g)}: it was at $s_0$ before."
        )
        return Verdict(False, told, "That is where s ends", (Remark((t, g), f"g = {fixed(g)}"),), draw=draw)
    if t > stop:
        told = f"Here $g$ = {fixed(g)} is below $s_0$ = {target}: A and B may have met before."
        return Verdict(False, told, "Too late", (Remark((t, g), f"g = {fixed(g)}"),), draw=draw)
    told = f"Here $g$ = {fixed(g)} is still above $s_0$ = {target}: the gap is open for longer."
    return Verdict(False, told, "Too early", (Remark((t, g), f"g = {fixed(g)}"),), draw=draw)


def _draw_stop(at: tuple[float, float], canvas: Canvas, pane: str) -> None:
    if pane == "g":
        canvas.stroke((at, (at[0], 0.0)), Ink.FAULTY, line=Line.DOTTED)


def _judge_jump(scene: Rooted, low: float, answer: str) -> Verdict:
    found = next(step for step in scene.steps if isinstance(step, DeepestFound))
    least = int(np.argmin(scene.along(1)))
    draw = partial(_draw_between, scene, found, answer == NO, low)
    if answer == NO:
        told = f"A curve that bends by K may fall to {fixed(found.floor)} in between: this **floor** is below $s_0$."
        return Verdict(True, told, draw=draw)
    told = f"Between the ends $g$ falls to {fixed(scene.along(1)[least])}: the bodies could meet there, unseen."
    return Verdict(False, told, "Open at both ends, not between", draw=draw)


def _draw_between(scene: Rooted, found: DeepestFound, right: bool, low: float, canvas: Canvas, pane: str) -> None:
    if pane != "g":
        return
    if right:
        draw_floor(canvas, scene.functions[0], found, low)
        return
    g = scene.along(1)
    at = float(TIMES[int(g.argmin())]), float(g.min())
    canvas.stroke(np.stack((TIMES, g), axis=1), Ink.FAULTY, line=Line.DOTTED)
    canvas.dot(at, Ink.FAULTY, Point.CROSS)
