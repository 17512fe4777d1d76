"""One frame of a pile that falls, push by push: what each push does to the first pair, why that is deep again after
it, and what more iterations do about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geometry import separation
from geometry.contact.relaxation import OverlapFound, PairPushed, RoundDone, SlopLeft
from lessons.separating_axes.collision_response_figure import in_a_frame, moves_of
from lessons.separating_axes.collision_response_shares import MOST_DECIMALS
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import counted, fixed, sentence, tint

FALL = (
    "In each **frame** every free body falls by {fall}. Then an **iteration** pushes the pairs, in the order of "
    "their numbers. These are the pushes of frame 1."
)
BACK = "The push leaves {pair} at the slop, {slop}. "
NEXT = "But it moves {body} deeper into {other}: {pair} is pushed next."
AGAIN = (
    "This push moves {body} back: {pair} is deeper again. One iteration visits each pair once, and does not "
    "return to it."
)
NOT_AGAIN = "This push does not make {pair} deeper."
RAISED = 0.2  # of the height of the chart: the words of a point
TOP = 1.25  # of the greatest overlap: the top of the chart


def steps_of_frame(full: Any, scene: Any) -> list[int]:
    """Where the first frame is told: its fall, the first push, and the next one that moves a body of that pair."""
    if scene.frame is None:
        return []
    i, j = scene.frame.pair
    first = next(k for k, step in enumerate(full) if isinstance(step, OverlapFound))
    pushed = (k for k, step in enumerate(full) if isinstance(step, PairPushed) and step.round == 1 and k > first + 2)
    more = (k for k in pushed if _moves(full[k]) and {full[k].first, full[k].second} & {i, j})
    return [first, first + 2, *list(more)[:1]]


def _moves(step: PairPushed) -> bool:
    return bool(step.move_first.any() or step.move_second.any())


def name_of(moment: Moment[Any], pair: tuple[int, int]) -> str:
    """A pair by its number."""
    return f"pair {moment.scene.order[pair]}"


def is_first_push(moment: Moment[Any]) -> bool:
    return bool(moment.scene.frame.pair == (moment.step.first, moment.step.second))


def page_of_frame(moment: Moment[Any], stage: str) -> Page:
    """Of the fall, or of a push."""
    scene, step = moment.scene, moment.step
    pair, slop = scene.frame.pair, fixed(scene.slop)
    names, placed = scene.pair(*pair), scene.placed(moves_of(moment))
    depth = scene.depth_of(pair, moves_of(moment))
    told = tint(f"**{fixed(depth, MOST_DECIMALS)}**", Ink.OVERLAP)
    deep = Claim("depth", lambda: depth, lambda: max(0.0, -separation(*(placed[i] for i in pair))), 1e-6)
    first = name_of(moment, pair)
    if isinstance(step, OverlapFound):
        says = f"All free bodies fall by {fixed(scene.fall)}. {sentence(first)}, {names}, overlaps by {told}."
        return Page(stage, FALL.format(fall=fixed(scene.fall))).says(says).claiming(deep)
    here = (step.first, step.second)
    moved = [
        f"{scene.items[i].name} by {tint(f'**{fixed(float(np.hypot(*move)), MOST_DECIMALS)}**', Ink.ANSWER)}"
        for i, move in zip(here, (step.move_first, step.move_second), strict=True)
        if move.any()
    ]
    says = f"The push of {name_of(moment, here)} moves {' and '.join(moved)}. "
    if is_first_push(moment):
        idea = BACK.format(pair=first, slop=slop) + _next(moment)
        says += f"{sentence(first)} is {told} deep now."
    else:
        deeper = depth > _depth_before(moment) + 1e-9
        (body,) = (scene.items[i].name for i in here if i in pair)
        idea = (AGAIN if deeper else NOT_AGAIN).format(body=body, pair=first)
        says += f"{sentence(first)} is {told} deep{' again' if deeper else ''}."
    return Page(stage, idea).says(says).claiming(deep)


def _before(moment: Moment[Any]) -> tuple[Any, ...]:
    """The moves before a push."""
    step, moved = moment.step, list(moment.step.moved)
    moved[step.first] = moved[step.first] - step.move_first
    moved[step.second] = moved[step.second] - step.move_second
    return tuple(moved)


def _depth_before(moment: Moment[Any]) -> float:
    return float(moment.scene.depth_of(moment.scene.frame.pair, _before(moment)))


def _next(moment: Moment[Any]) -> str:
    """What the first push has made deeper, which is pushed next; else nothing."""
    scene, pair = moment.scene, moment.scene.frame.pair
    later = moment.trace.steps[moment.index + 1]
    if not isinstance(later, PairPushed):
        return ""
    other = (later.first, later.second)
    if scene.depth_of(other, moment.step.moved) <= scene.depth_of(other, _before(moment)) + 1e-9:
        return ""
    (body,) = (scene.items[i].name for i in other if i in pair)
    (into,) = (scene.items[i].name for i in other if i not in pair)
    return NEXT.format(body=body, other=into, pair=name_of(moment, other))


def is_first_of_chart(moment: Moment[Any]) -> bool:
    """Whether the chart of all frames is shown for the first time."""
    steps = enumerate(moment.trace)
    return moment.index == next(k for k, _ in steps if not in_a_frame(replace(moment, index=k)))


def axes_of_frame(moment: Moment[Any]) -> Axes:
    frame = moment.scene.frame
    return Axes((0.0, frame.at[-1]), (0.0, TOP * max(frame.depths)), "iterations in frame 1")


def head_of_chart(moment: Moment[Any]) -> tuple[str, str]:
    if not in_a_frame(moment):
        return "Deepest overlap of all pairs", ""
    pair = moment.scene.frame.pair
    return f"Overlap of {name_of(moment, pair)}, {moment.scene.pair(*pair)}, after each push of frame 1", ""


def draw_frame(canvas: Canvas, moment: Moment[Any]) -> None:
    """How deep the first pair is after each push of the first frame: down by its own, up by those of its
    neighbours."""
    scene, step, frame = moment.scene, moment.step, moment.scene.frame
    axes = axes_of_frame(moment)
    ticks = range(int(axes.x[1]) + 1)
    charts.chart_axes(canvas, axes, x_ticks=tuple(map(float, ticks)), x_text=tuple(map(str, ticks)))
    if scene.slop:
        canvas.stroke(((0.0, scene.slop), (axes.x[1], scene.slop)), Ink.INTERFACE, line=Line.DASHED)
        words = f"slop **{fixed(scene.slop)}**"
        canvas.label(words, (axes.x[1], scene.slop), Ink.INTERFACE, toward=(1.0, 0.0), fixed=True)
    points, one = list(zip(frame.at, frame.depths, strict=True)), len(frame.turns)
    known = 0 if isinstance(step, OverlapFound | SlopLeft) else one
    if is_push := isinstance(step, PairPushed):
        known = 1 + frame.turns.index((step.first, step.second))
    charts.curve(canvas, frame.at[: known + 1], frame.depths[: known + 1], Ink.ANSWER, fill=0.0)
    words = "fall" if not known else f"push of {name_of(moment, (step.first, step.second))}" if is_push else ""
    ends = [(known, f"{words}: ")]
    if isinstance(step, RoundDone):
        charts.curve(canvas, frame.at[one:], frame.depths[one:], Ink.ANSWER, fill=0.0, line=Line.THIN)
        ends = [(one, "1 iteration: "), (len(points) - 1, f"{counted(scene.iterations, 'iteration')}: ")]
    for k, words in ends:
        canvas.dot(points[k], Ink.ANSWER, Point.FILLED)
        text = words + fixed(points[k][1], MOST_DECIMALS)
        side = 1.0 if k < len(points) - 1 else -1.0
        at = (points[k][0], points[k][1] + RAISED * axes.y[1])  # clear of the curve and of the line of the slop
        canvas.label(text, at, Ink.ANSWER, toward=(side, 0.0), style=TextStyle.BOLD, fixed=True)
