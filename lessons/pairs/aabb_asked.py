"""What boxes around shapes asks: a corner of the box before it is drawn, and what one gap proves."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.primitives.aabb import SidesCompared, VertexTaken
from lessons.pairs.telling import coords
from viz.lesson import projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.07  # world length that an answer may be off
PROVED, BOTH, DECIDES = "they are apart", "a gap on y is needed too", "y decides"


def question(moment: Moment[Any]) -> Prediction | None:
    """The upper right corner of A's box; of boxes with a gap on x what that proves."""
    if moment.compare:
        return None
    match moment.step:
        case VertexTaken():
            return _corner(moment)
        case SidesCompared(0) as compared if compared.is_gap:
            return _proof(compared)
    return None


def _corner(moment: Moment[Any]) -> Place:
    a = moment.scene.a.world
    right = a.bounds().high
    first, second = (np.flatnonzero(a.points[:, k] >= a.points[:, k].max() - 1e-9).tolist() for k in (0, 1))
    x, y = first[0], second[0]
    told = f"Vertex {x} has the greatest x, vertex {y} the greatest y: the corner need not be a vertex."
    for i in set(first) & set(second):
        told = f"Vertex {i} has the greatest x and the greatest y as well."

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        is_right = math.dist(at, right) <= NEAR
        draw = partial(_draw_sides, xy(right if is_right else at), is_right)
        if is_right:
            remark = Remark(xy(right), coords(right), True)
            return Verdict(True, told, remarks=(remark,), draw=draw)
        nearest = int(np.hypot(*(a.points - at).T).argmin())
        if math.dist(at, a.points[nearest]) <= NEAR:
            because = (
                f"Vertex {nearest} does not have both the greatest x and the greatest y: A crosses a dotted line."
            )
        elif (at < right - NEAR).any():
            because = "A part of A lies above or to the right of the dotted lines: the box would cut A."
        else:
            because = "All of A lies below and to the left of the dotted lines, but a smaller box holds it too."
        return Verdict(False, because, "Not the corner", (Remark(xy(at), "not this corner"),), draw=draw)

    text = "Drag the ring to the upper right corner of the AABB of A."
    start = xy(a.points[x] + (0.25, -0.2))
    return Place(text, judge, start=(start,), right=(xy(right),), pane="world", names=("corner",))


def _draw_sides(at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The upright lines through the corner that was placed."""
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    for way in ((-1.0, 0.0), (0.0, -1.0)):
        canvas.unbounded(at, way, ink, line=line, one_sided=True)


def _proof(compared: SidesCompared) -> Choose:
    gap = projections.facing_ends(compared.side_a, compared.side_b)

    def judge(given: str) -> Verdict:
        is_right = given == PROVED
        draw = partial(_draw_wall, (gap.low + gap.high) / 2.0, is_right)
        if is_right:
            because = f"No x is in both intervals: {fixed(gap.length)} of empty space, whatever y says."
            return Verdict(True, because, draw=draw)
        because = {
            BOTH: "The upright line in the gap has all of A on one side and all of B on the other.",
            DECIDES: "Even if the intervals overlap on y, no point of A reaches across the upright line in the gap.",
        }[given]
        return Verdict(False, because, "One axis is enough", draw=draw)

    text = "On x the AABBs have a gap. What does that say about the boxes?"
    return Choose(text, judge, (PROVED, BOTH, DECIDES), frozenset((PROVED,)))


def _draw_wall(x: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """A line between the boxes."""
    canvas.unbounded((x, 0.0), (0.0, 1.0), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE)
