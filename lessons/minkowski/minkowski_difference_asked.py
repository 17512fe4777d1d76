"""What the Minkowski difference asks: where it goes when B moves, and its point that is nearest to the origin."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import boundary
from lessons.stories.outlines import solid
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.text import fixed

SHIFT = np.array((0.6, 0.0))  # of B
NEAR = 0.12  # so far off an answer may be
FINE = 1e-3  # so far the path may stray from a round outline
ORIGIN = (0.0, 0.0)


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


def nearest_point(moment: Moment[Any]) -> Place | None:
    """The point of the outline that is nearest to the origin."""
    scene = moment.scene
    depth = abs(scene.nearest.separation)
    whole = solid(scene.figure)
    if depth < 0.15 or (len(whole.points) < 3 and whole.radius == 0.0):
        return None
    path = [(float(x), float(y)) for x, y in boundary(whole, FINE)]
    start = max(path, key=lambda p: math.hypot(*p))
    x, y = scene.nearest.point.tolist()
    text = "Drag the ring along the outline to the point that is nearest to the origin."
    judge = partial(_judge_nearest, scene, depth)
    return Place(text, judge, (start,), ((x, y),), "space", ((*path, path[0]),))


def _judge_nearest(scene: Any, depth: float, points: Points) -> Verdict:
    at = (float(points[0][0]), float(points[0][1]))
    far = math.hypot(*at)
    off = far - depth
    if off <= max(0.03, 0.06 * depth):
        because = f"It is {fixed(depth)} away. A circle of this radius around the origin only touches the outline."
        remark = Remark(at, f"{fixed(depth)} away", right=True)
        return Verdict(True, because, remarks=(remark,), draw=partial(_draw_circle, far, at, Ink.ANSWER))
    is_corner = scene.figure.radius == 0.0 and min(math.dist(at, p) for p in scene.figure.points) < NEAR
    what = "This corner" if is_corner else "This point"
    because = f"{what} is {fixed(far)} away. Inside the circle through it lie nearer points of the outline."
    remark = Remark(at, f"{fixed(far)} away")
    return Verdict(False, because, "Not the nearest", (remark,), draw=partial(_draw_circle, far, at, Ink.FAULTY))


def _draw_circle(radius: float, at: tuple[float, float], ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "space":
        marks.circle(canvas, ORIGIN, radius, ink, Line.DOTTED if ink is Ink.FAULTY else Line.DASHED)
        canvas.stroke((ORIGIN, at), ink, line=Line.DASHED)
