"""What the Minkowski difference asks: which pair makes its highest point, where that goes when B moves, which point
tells B's shortest move, goals."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import boundary, separation
from geometry.feature import FeatureRef
from lessons.minkowski.minkowski_difference_scene import cell_feature, difference_named
from lessons.stories.outlines import solid
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge, Click, Place, Points, Remark, Verdict
from viz.lesson.text import counted, fixed

SHIFT = np.array((0.6, 0.0))  # of B
NEAR = 0.12  # so far off an answer may be
TIE = 1e-6  # in height: rounding does not decide which vertex is the highest
CLOSE = 0.03  # so far off a goal may be


def highest_pair(moment: Moment[Any]) -> Click | None:
    """Which vertices have the highest difference: a highest one of A and a lowest one of B."""
    a, b = (shape.world.points for shape in (moment.scene.a, moment.scene.b))
    heights = a[:, 1][:, None] - b[:, 1]
    right = [(int(i), int(j)) for i, j in np.argwhere(heights > heights.max() - TIE)]
    if len(right) * 2 > heights.size:
        return None
    cells: dict[FeatureRef | str, tuple[int, int]] = {
        cell_feature(i, j): (i, j) for i, j in np.ndindex(heights.shape)
    }

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer not in cells:
            return Verdict(False, "Click a cell of the board.", "Not a cell", counts=False)
        i, j = cells[answer]
        is_right, y = (i, j) in right, fixed(heights[i, j])
        name, draw = difference_named(i, j), partial(_draw_pair, a[i], b[j], is_right)
        if not is_right:
            why = f"{name} has y = {y}. Find an a and a b that make y larger."
            return Verdict(False, why, "Another one is higher", draw=draw)
        others = [difference_named(*pair) for pair in right if pair != (i, j)]
        also = f" {len(others)} others are as high." if others else ""
        also = f" {others[0]} is as high." if len(others) == 1 else also
        return Verdict(True, f"{name} has the greatest y, {y}: the highest a minus the lowest b.{also}", draw=draw)

    features = frozenset(cell_feature(i, j) for i, j in right)
    return Click("Which difference lies highest in A − B? Click its cell.", judge, features)


def _draw_pair(a: Any, b: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The arrow from b to a in the world, and from the origin in difference space."""
    ink, line = (Ink.ANSWER, Line.MEASURE) if is_right else (Ink.FAULTY, Line.DOTTED)
    if pane == "world":
        canvas.arrow(b, a, ink, line=line)
    elif pane == "space":
        canvas.arrow((0.0, 0.0), a - b, ink, line=line)
        canvas.dot(a - b, ink, Point.ANSWER if is_right else Point.CROSS)


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
        because = f"Each b grows by {fixed(SHIFT[0])} in x, so each a − b decreases by it."
        was, now = scene.nearest.separation, separation(scene.a.world, scene.b.world.moved(SHIFT))
        if was <= 0.0 < now:
            because += " After the move the origin would lie outside."
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
    return Verdict(
        False, because, "Not there: drag the top vertex", (remark,), draw=partial(_draw_moved, scene, by, False)
    )


def _draw_moved_b(scene: Any, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, scene.b.world.moved(SHIFT), Ink.B)
        corner = scene.b.world.points[int(scene.b.world.points[:, 0].argmax())]
        canvas.arrow(corner, corner + SHIFT, Ink.INTERFACE, line=Line.MEASURE)


def _draw_moved(scene: Any, by: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "space" and math.hypot(*by) > NEAR:  # else it lies on the outline itself
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.ghost(canvas, solid(scene.figure).moved(by), ink, line)


def nearest_point(moment: Moment[Any]) -> Place | None:
    """Which point of the outline comes to the origin by B's shortest move: v."""
    scene, found = moment.scene, moment.scene.nearest
    if abs(found.separation) < 0.15:
        return None
    outline = boundary(solid(scene.figure), 0.005)
    start = outline[int(np.hypot(*outline.T).argmax())]
    path = tuple((float(x), float(y)) for x, y in (*outline, outline[0]))
    ends = "ends the overlap" if found.separation < 0.0 else "closes the gap"
    text = f"B makes the shortest move that {ends}. Drag the ring to the point that lands on the origin."
    start, right = ((float(x), float(y)) for x, y in (start, found.point))
    return Place(text, partial(_judge_nearest, scene), (start,), (right,), "space", along=(path,))


def _judge_nearest(scene: Any, points: Points) -> Verdict:
    at, (x, y), least = np.array(points[0]), points[0], abs(scene.nearest.separation)
    far = math.hypot(x, y)
    is_right = far <= least + max(0.03, 0.05 * least)
    if is_right:
        because = f"The nearest point, {fixed(least)} away. A − B moves against B: this point lands on the origin."
        words = "nearest point"
    else:
        because = (
            f"This point lands on the origin if B moves by {fixed(far)}. A point nearer to the origin needs a "
            "shorter move."
        )
        words = f"{fixed(far)} away"
    head = "" if is_right else "Not the shortest move"
    remark = Remark((float(x), float(y)), words, right=is_right)
    return Verdict(is_right, because, head, (remark,), draw=partial(_draw_both_moved, scene, at, is_right))


def _draw_both_moved(scene: Any, by: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The move and B after it; where it is right A − B too, which moves against B."""
    if pane == "space":
        canvas.arrow((0.0, 0.0), by, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE)
    if pane == "world":
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.ghost(canvas, scene.b.world.moved(by), ink, line)
    elif is_right:
        _draw_moved(scene, -by, is_right, canvas, pane)


def goal(scene: Any) -> Challenge | None:
    """A scene to construct, by the numbers of vertices: the origin or the faces stand in a special way."""
    shapes = scene.a.world, scene.b.world
    counts, faces = sorted(len(shape.points) for shape in shapes), len(scene.figure.edges)
    if counts == [1, 1]:
        far = math.dist(*(shape.points[0] for shape in shapes))
        text, now = "Place B so that the origin is the centre of A − B.", f"now {fixed(far)} from it"
        return Challenge(text, far < CLOSE, now, "The centre of A − B is the difference of the two centres.")
    if sum(shape.radius for shape in shapes) > 0.0 or faces < 3:
        return None
    now = f"now {counted(faces, 'face')}"
    if counts == [3, 4]:
        hint = "3 + 4 = 7: two edges have to merge. Shift snaps a rotation."
        return Challenge("Rotate A or B until A − B has six faces, not seven.", faces == 6, now, hint)
    if counts == [3, 3]:
        hint = "Each edge of −B has to be parallel to one of A. Shift snaps a rotation."
        return Challenge("Rotate B until A − B has only three faces.", faces == 3, now, hint)
    if counts == [4, 4]:
        far = float(np.hypot(*scene.figure.points.T).min())
        hint = "A vertex of A − B is a vertex of A minus one of B: it is 0 where they meet."
        return Challenge(
            "Place B so that the origin is a vertex of A − B.", far < CLOSE, f"now {fixed(far)} off", hint
        )
    first, second = sorted(scene.distances)[:2]
    text = "Place B inside A so that the two nearest faces of A − B are equally far from the origin."
    is_inside = scene.nearest.separation < -0.3
    hint = "Then two shortest moves push B out of A. Compare the two least distances of the table."
    return Challenge(text, is_inside and second - first < 0.02, f"now they differ by {fixed(second - first)}", hint)
