"""What the Minkowski difference asks: which pair makes its highest point, where the next face ends, where a vertex
goes when a shape moves, which point tells B's shortest move."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from geometry import boundary, separation
from geometry.feature import FeatureRef
from lessons.minkowski.minkowski_difference_scene import APART, PARALLEL, TOUCHING, cell_feature, difference_named
from lessons.stories.outlines import direction, parts, solid
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, tint

SHIFT = np.array((0.6, 0.0))  # of B
NEAR = 0.12  # so far off an answer may be
TIE = 1e-6  # in height: rounding does not decide which vertex is the highest


def highest_pair(moment: Moment[Any]) -> Click | None:
    """Which vertices have the highest difference: a highest one of A and a lowest one of B; in one scene the one that
    is farthest right."""
    a, b = (shape.world.points for shape in (moment.scene.a, moment.scene.b))
    sideways = moment.scene.asks == APART
    axis, most, more = ("x", "rightmost", "farther right") if sideways else ("y", "highest", "higher")
    least, as_far = ("leftmost", "as far right") if sideways else ("lowest", "as high")
    place = 0 if sideways else 1
    heights = a[:, place][:, None] - b[:, place]
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
            why = f"{name} has {axis} = {y}. Find an a and a b that make {axis} larger."
            return Verdict(False, why, f"Another one is {more}", draw=draw)
        others = [difference_named(*pair) for pair in right if pair != (i, j)]
        also = f" {len(others)} others are {as_far}." if others else ""
        also = f" {others[0]} is {as_far}." if len(others) == 1 else also
        why = f"{name} has the greatest {axis}, {y}: the {most} a minus the {least} b.{also}"
        return Verdict(True, why, draw=draw)

    features = frozenset(cell_feature(i, j) for i, j in right)
    where = "farthest right" if sideways else "highest"
    return Click(f"Which difference lies {where} in A − B? Click its cell.", judge, features)


def _draw_pair(a: Any, b: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The arrow from b to a in the world, and from the origin in difference space."""
    ink, line = (Ink.ANSWER, Line.MEASURE) if is_right else (Ink.FAULTY, Line.DOTTED)
    if pane == "world":
        canvas.arrow(b, a, ink, line=line)
    elif pane == "space":
        canvas.arrow((0.0, 0.0), a - b, ink, line=line)
        canvas.dot(a - b, ink, Point.ANSWER if is_right else Point.CROSS)


def next_face(moment: Moment[Any]) -> Place | None:
    """After the first face, where the second one ends: the order of the directions tells which edge is copied."""
    laid, edges = moment.step.laid, moment.scene.figure.edges
    if len(laid) != 1 or len(edges) < 3:
        return None
    start, end = ((float(x), float(y)) for x, y in (edges[1].start, edges[1].end))
    text = r"The next face starts at $\boldsymbol w_1$. Drag the ring to where it ends, $\boldsymbol w_2$."
    return Place(text, partial(_judge_face, moment.scene), (start,), (end,), "space")


def _judge_face(scene: Any, points: Points) -> Verdict:
    faces = scene.figure.edges
    start, right = faces[1].start, faces[1].end - faces[1].start
    by = np.array(points[0]) - start
    draw = partial(_draw_face, start, points[0])
    name = " and ".join(tint(part.name, part.ink) for part in parts(faces[1], scene.a.world.points))
    if math.dist(by, right) < NEAR:
        theta = f"{fixed(direction(faces[1]), 0)}°"
        because = f"The least θ left is {theta}, at {name}. The face starts where the first one ends."
        return Verdict(True, because, remarks=(Remark(points[0], "next face", right=True),), draw=partial(draw, True))
    if math.dist(by, -right) < NEAR:
        because, words = "The edge points the other way: in −B each edge of B is reversed.", "reversed"
    elif (
        other := next((face for face in faces[2:] if math.dist(by, face.end - face.start) < NEAR), None)
    ) is not None:
        because = f"This face has θ = {fixed(direction(other), 0)}°. A smaller θ is left on the cards."
        words = "laid later"
    else:
        because, words = "Take the card of the next larger θ: the face is that edge of A or −B, moved.", "no edge"
    return Verdict(False, because, "Not the next face", (Remark(points[0], words),), draw=partial(draw, False))


def _draw_face(start: Any, end: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "space":
        ink, line = (Ink.ANSWER, Line.MEASURE) if is_right else (Ink.FAULTY, Line.DOTTED)
        canvas.arrow(start, end, ink, line=line)


class Moves(NamedTuple):
    """Which of A and B move together, and by what."""

    text: str
    who: str
    by: Any

    @property
    def of_a(self) -> Any:
        return self.by if "A" in self.who else 0.0 * self.by

    @property
    def of_b(self) -> Any:
        return self.by if "B" in self.who else 0.0 * self.by


def moves_of(scene: Any) -> Moves:
    """What is asked about A − B when a shape moves."""
    up = np.array((0.0, SHIFT[0]))
    return {
        APART: Moves("A moves right", "A", SHIFT),
        TOUCHING: Moves("B moves up", "B", up),
        PARALLEL: Moves("A and B both move right", "AB", SHIFT),
    }.get(scene.asks, Moves("B moves right", "B", SHIFT))


def moved_difference(moment: Moment[Any]) -> Place | None:
    """Where a vertex of A − B goes when a shape moves: with A, against B."""
    scene, figure = moment.scene, moment.scene.figure
    if len(figure.edges) < 3 or figure.radius > 0.0:
        return None
    moves, w = moves_of(scene), figure.points[int(figure.points[:, 1].argmax())]
    right, drag = w + moves.of_a - moves.of_b, "Drag the ring, a vertex of A − B, to where it goes."
    start = w
    if math.dist(w, right) < NEAR:  # where it stays the ring is not put there: the vertex has to be the only one
        start, drag = w - moves.by, "Drag the ring to where the top vertex of A − B goes."
        if (figure.points[:, 1] > w[1] - NEAR).sum() > 1:
            return None
    text = f"{moves.text} by {fixed(SHIFT[0])}. {drag}"
    start, right = ((float(x), float(y)) for x, y in (start, right))
    judge, draw = partial(_judge_move, scene, w), partial(_draw_moved_shapes, scene)
    return Place(text, judge, (start,), (right,), "space", draw=draw)


def _judge_move(scene: Any, w: Any, points: Points) -> Verdict:
    moves, by = moves_of(scene), np.array(points[0]) - w
    at, right = (float(points[0][0]), float(points[0][1])), moves.of_a - moves.of_b
    axis, far = "x" if moves.by[0] else "y", fixed(SHIFT[0])
    if math.dist(by, right) < NEAR:
        because, words = {
            "A": (f"Each a grows by {far} in {axis}, and with it each a − b.", "moved with A"),
            "B": (f"Each b grows by {far} in {axis}, so each a − b decreases by it.", "moved against B"),
            "AB": (
                f"Each a and each b grow by {far} in {axis}: no a − b changes. Only B relative to A counts.",
                "stays",
            ),
        }[moves.who]
        moved = scene.a.world.moved(moves.of_a), scene.b.world.moved(moves.of_b)
        if scene.nearest.separation <= 0.0 < separation(*moved) and moves.who == "B":
            because += " After the move the origin would lie outside."
        draw = partial(_draw_moved, scene, right, True)
        return Verdict(True, because, remarks=(Remark(at, words, right=True),), draw=draw)
    letter, other = ("A", "B") if moves.who == "A" else ("B", "A")
    if moves.who == "AB":
        because, words = f"Both a and b grow by {far} in {axis}. What is left of that in a − b?", "as if one moved"
    elif math.dist(by, -right) < 2.0 * NEAR and moves.who == "B":
        because = "That would add the move: a + b. In a − b a larger b makes the difference smaller."
        words = "as for a + b"
    elif math.dist(by, -right) < 2.0 * NEAR:
        because, words = "That is how A − B moves if B does. A larger a makes a − b larger.", "as if B moved"
    elif math.hypot(*by) < NEAR:
        because = f"{other} stays, but every {letter.lower()} changes, and with it every a − b: A − B cannot stay."
        words = "not moved"
    else:
        because = f"Only {axis} of every {letter.lower()} changes, by {far}. What becomes of x and y of a − b?"
        words = f"not by {letter}’s move"
    draw = partial(_draw_moved, scene, by, False)
    return Verdict(False, because, "Not there: drag the vertex", (Remark(at, words),), draw=draw)


def _draw_moved_shapes(scene: Any, canvas: Canvas, pane: str) -> None:
    moves = moves_of(scene)
    for shape, by, ink in ((scene.a.world, moves.of_a, Ink.A), (scene.b.world, moves.of_b, Ink.B)):
        if pane == "world" and by.any():
            marks.ghost(canvas, shape.moved(by), ink)
            corner = shape.points[int((shape.points @ by).argmax())]
            canvas.arrow(corner, corner + by, Ink.INTERFACE, line=Line.MEASURE)


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
