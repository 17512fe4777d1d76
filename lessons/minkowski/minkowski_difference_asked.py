"""What the Minkowski difference asks: where it goes when B moves, and what the shortest move of B is."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import separation
from lessons.stories.outlines import solid
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.text import fixed

SHIFT = np.array((0.6, 0.0))  # of B
NEAR = 0.12  # so far off an answer may be


def moved_difference(moment: Moment[Any]) -> Place | None:
    """Where a vertex of A − B goes when B moves right: to the left."""
    figure = moment.scene.figure
    if len(figure.edges) < 3 or figure.radius > 0.0:
        return None
    w = figure.points[int(figure.points[:, 1].argmax())]
    text = f"B moves right by {fixed(SHIFT[0])}. Drag the ring, the top vertex of A − B, to where it goes."
    start, right = ((float(x), float(y)) for x, y in (w, w - SHIFT))
    judge, draw = partial(_judge_move, moment.scene, w), partial(_draw_moved_b, moment.scene)
    return Place(text, judge, (start,), (right,), "space", draw=draw)


def _judge_move(scene: Any, w: Any, points: Points) -> Verdict:
    by = np.array(points[0]) - w
    if math.dist(by, -SHIFT) < NEAR:
        because = f"B is subtracted: every b grows by {fixed(SHIFT[0])} in x, so every a − b loses as much."
        remark = Remark((float(points[0][0]), float(points[0][1])), "moved against B", right=True)
        return Verdict(True, because, remarks=(remark,), draw=partial(_draw_moved, scene, -SHIFT, True))
    if math.dist(by, SHIFT) < 2.0 * NEAR:
        because, words = (
            "That would add the move: a + b. In a − b a larger b makes the difference smaller.",
            "as for a + b",
        )
    elif math.hypot(*by) < NEAR:
        because, words = (
            "A stays, but every b changes, and with it every a − b: A − B cannot stay where it is.",
            "not moved",
        )
    else:
        because = f"Only x of every b changes, by {fixed(SHIFT[0])}. What becomes of x and y of a − b?"
        words = "not by B’s move"
    remark = Remark((float(points[0][0]), float(points[0][1])), words)
    return Verdict(False, because, "Not there", (remark,), draw=partial(_draw_moved, scene, by, False))


def _draw_moved_b(scene: Any, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, scene.b.world.moved(SHIFT), Ink.B)
        corner = scene.b.world.points[int(scene.b.world.points[:, 0].argmax())]
        canvas.arrow(corner, corner + SHIFT, Ink.INTERFACE, line=Line.MEASURE)


def _draw_moved(scene: Any, by: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "space":
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.ghost(canvas, solid(scene.figure).moved(by), ink, line)


def shortest_move(moment: Moment[Any]) -> Place | None:
    """Where the shortest move that makes B just touch A takes a corner of B: along v, read off difference space."""
    scene = moment.scene
    a, b = scene.a.world, scene.b.world
    if abs(scene.nearest.separation) < 0.15:
        return None
    far = b.points[int(np.hypot(*(b.points - a.centroid).T).argmax())]
    what = "the centre of B" if len(b.points) == 1 else "a corner of B"
    text = f"By the shortest move B just touches A. Drag the ring, {what}, to where it goes."
    start, right = ((float(x), float(y)) for x, y in (far, far + scene.nearest.point))
    return Place(text, partial(_judge_shortest, scene, far), (start,), (right,), "world")


def _judge_shortest(scene: Any, start: Any, points: Points) -> Verdict:
    v, depth = scene.nearest.point, abs(scene.nearest.separation)
    by = np.array(points[0]) - start
    left, far = separation(scene.a.world, scene.b.world.moved(by)), math.hypot(*by)
    near = max(0.06, 0.1 * depth)
    is_right = abs(left) <= near and far <= depth + near
    if is_right:
        because = (
            f"From the origin to the nearest point of the outline it is {fixed(depth)}. B moves as far, the same way."
        )
        words = "just touches"
    elif far < near:
        because, words = "B has not moved, so the origin is still where it was in A − B.", "not moved"
    elif math.dist(by, -v) < 2.0 * near:
        deeper = "deeper inside" if scene.nearest.separation < 0.0 else "farther outside"
        because = f"This is the opposite way: A − B moves against B, and the origin then lies {deeper}."
        words = "the opposite way"
    elif abs(left) <= near:
        because = (
            f"They just touch, but the move is {fixed(far)} long. Another point of the outline is nearer to the "
            "origin."
        )
        words = f"{fixed(far)} long"
    else:
        where = "inside" if left < 0.0 else "outside"
        because = f"After this move the origin lies {fixed(abs(left))} {where} A − B, not on its outline."
        words = f"{'overlap' if left < 0.0 else 'gap'} {fixed(abs(left))}"
    remark = Remark((float(points[0][0]), float(points[0][1])), words, right=is_right)
    head = "" if is_right else "Not the shortest move"
    return Verdict(is_right, because, head, (remark,), draw=partial(_draw_both_moved, scene, by, is_right))


def _draw_both_moved(scene: Any, by: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """B where the answer takes it, and A − B, which moves against B."""
    if pane == "space":
        _draw_moved(scene, -by, is_right, canvas, pane)
    elif pane == "world":
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.ghost(canvas, scene.b.world.moved(by), ink, line)
