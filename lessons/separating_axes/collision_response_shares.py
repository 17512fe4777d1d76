"""A push shared by a pair: the move of each body, and the push as one length that the shares divide."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Vector, support
from geometry.contact.relaxation import PairPushed
from lessons.separating_axes.collision_response_gap import OUT
from lessons.separating_axes.collision_response_room import CLEAR, is_clear
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

MOST_DECIMALS = 3  # of a depth
LEAST_BAR = 30.0  # pixels: a push that is shorter is not shown as a divided bar


def decimals_of_shares(step: PairPushed) -> int:
    """Of a push and the two moves that it is divided into: as many as let the moves add up to it."""
    moves = [float(np.hypot(*move)) for move in (step.move_first, step.move_second)]
    hundredths = [round(100.0 * length) for length in (*moves, sum(moves))]
    return 2 if sum(hundredths[:2]) == hundredths[2] else MOST_DECIMALS


def upper(move: Vector) -> Vector:
    """The side of an arrow on which its name stands: above it; right of a vertical one."""
    side = np.array((-move[1], move[0])) / math.hypot(*move)
    return side if side[1] + 0.01 * side[0] > 0.0 or abs(side[1]) < 0.1 < side[0] else -side


def draw_shares(canvas: Canvas, moment: Moment[Any], placed: list[Convex], step: PairPushed) -> None:
    """Where both were, and how far each has gone: from its old centre to its new one."""
    for i, move in ((step.first, step.move_first), (step.second, step.move_second)):
        item, length = moment.scene.items[i], float(np.hypot(*move))
        if length > 0.0:
            marks.ghost(canvas, placed[i].moved(-move), item.ink, Line.START)
            centre = placed[i].centroid
            canvas.dot(centre - move, item.ink, Point.SMALL)
            canvas.arrow(centre - move, centre, Ink.ANSWER, line=Line.FEATURE)
            words = rf"$\lVert\boldsymbol d_{item.name}\rVert$ = **{fixed(length, decimals_of_shares(step))}**"
            canvas.label(words, centre - 0.5 * move, Ink.ANSWER, toward=upper(move))
    _draw_split(canvas, moment, placed, step)


def _draw_split(canvas: Canvas, moment: Moment[Any], placed: list[Convex], step: PairPushed) -> None:
    """The push as one length, divided at the shares: the first body's part and the second's, each with its fraction,
    on the side of the pair where no other body is."""
    items = [moment.scene.items[i] for i in (step.first, step.second)]
    lengths = [float(np.hypot(*move)) for move in (step.move_first, step.move_second)]
    push = sum(lengths)
    if push < LEAST_BAR * canvas.pixel:
        return
    n = (step.move_second - step.move_first) / push
    pair = [placed[i] for i in (step.first, step.second)]
    steep = abs(n[1]) > abs(n[0])
    side = _left(n) if steep else upper(n)  # where no weight of a body is written
    middle = 0.5 * (support(pair[0], n).point + support(pair[1], -n).point)
    middle = middle + (max(float(support(shape, side).point @ side) for shape in pair) - float(middle @ side)) * side
    start = middle + (2.0 if steep else 1.0) * OUT * canvas.pixel * side - 0.5 * push * n
    others = [shape for shape in placed if shape is not pair[0] and shape is not pair[1]]
    ends = (
        start - 3.0 * CLEAR * canvas.pixel * n,
        start + 0.5 * push * n,
        start + (push + 3.0 * CLEAR * canvas.pixel) * n,
    )
    if not all(is_clear(others, end, CLEAR * canvas.pixel) for end in ends):
        return  # no room
    split, end = start + lengths[0] * n, start + push * n
    for item, p, q, length, way in zip(items, (start, split), (split, end), lengths, (-n, n), strict=True):
        if length > 0.0:
            canvas.stroke((p, q), item.ink, line=Line.BAR)
        canvas.label(
            f"{item.name} **{fixed(length / push)}**", p if way is not n else q, item.ink, toward=way, fixed=True
        )
    measures.measure(canvas, start, end, Ink.ANSWER, off=math.copysign(12.0, float(n[0] * side[1] - n[1] * side[0])))
    canvas.label(
        rf"$\lVert\boldsymbol d\rVert$ = **{fixed(push, decimals_of_shares(step))}**",
        0.5 * (start + end) + 22.0 * canvas.pixel * side,
        Ink.ANSWER,
        toward=side,
        fixed=True,  # beyond the bracket, also where a title is near: a leader would cross the bar
    )


def _left(n: Vector) -> Vector:
    """The side of an upright push on the left."""
    side = np.array((-n[1], n[0]))
    return side if side[0] < 0.0 else -side
