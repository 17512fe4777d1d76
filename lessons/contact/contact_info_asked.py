"""What is asked about a contact: where its normal points, and which pairs have two contact points."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.shape import Convex
from geometry.vector import Vector
from lessons.contact.contact_info_scene import SQUARES, on_board
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Verdict
from viz.lesson.text import fixed

ARROW = 0.8  # world length of the normal that is placed
NEAR = math.radians(12.0)
DEEP = 0.05  # an overlap less deep than this is not asked about


def direction(moment: Moment[Any]) -> Place | None:
    """Where does the normal point?"""
    scene, known = moment.scene, moment.scene.known
    centred = math.hypot(*scene.place) < 0.3  # then several ways are as short
    if moment.compare or not known.points or known.separation > -DEEP or centred:
        return None
    middle = (known.on_a + known.on_b) / 2.0
    ring: Points = tuple(_at(middle, math.tau * k / 72) for k in range(73))
    angle = math.atan2(known.normal[1], known.normal[0])

    def judge(points: Points) -> Verdict:
        way = np.subtract(points[0], middle)
        off = abs(math.remainder(math.atan2(way[1], way[0]) - angle, math.tau))
        way = way / math.hypot(*way)
        push = overlap_along(scene.cell.a, scene.cell.b, way)
        if off <= NEAR:
            because = f"Moved along it by {fixed(-known.separation)}, B just touches A. No way out is shorter."
            return Verdict(
                True, because, draw=partial(_draw_push, scene, middle, known.normal, -known.separation, Ink.ANSWER)
            )
        draw = partial(_draw_push, scene, middle, way, push, Ink.FAULTY)
        if off > math.pi - NEAR:
            because = "That is the normal from B to A: it pushes B through A. The normal points from A to B."
            return Verdict(False, because, "The wrong way round", draw=draw)
        because = f"Along this direction the projections overlap by {fixed(push)}: that push is longer than needed."
        return Verdict(False, because, f"{fixed(math.degrees(off), 0)}° off", draw=draw)

    text = r"The arrow starts at the contact. Drag its tip to where $\hat n$ points."
    return Place(
        text, judge, (_at(middle, angle + 2.0),), (_at(middle, angle),), "world", (ring,), ("tip",),
        draw=partial(_draw_start, middle),
    )  # fmt: skip


def _at(middle: Vector, angle: float) -> Pair:
    return float(middle[0] + ARROW * math.cos(angle)), float(middle[1] + ARROW * math.sin(angle))


def overlap_along(a: Convex, b: Convex, way: Vector) -> float:
    """How far B is to be moved along a unit vector until its projection on it lies beyond that of A."""
    return float((a.points @ way).max() - (b.points @ way).min()) + a.radius + b.radius


def _draw_start(middle: Vector, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.dot(middle, Ink.EXAMINED)


def _draw_push(scene: Any, middle: Vector, way: Vector, push: float, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The arrow that was placed, and B pushed along it."""
    if pane == "world":
        canvas.arrow(middle, middle + ARROW * way, ink, line=Line.MEASURE)
        marks.ghost(canvas, scene.cell.b.moved(push * way), ink, Line.DOTTED if ink is Ink.FAULTY else Line.END)


def two_points(moment: Moment[Any]) -> Choose | None:
    """Which kind of B makes two contact points with this A?"""
    scene = moment.scene
    row = {column: cell for (kind, column), cell in scene.cells.items() if kind == scene.row}
    right = frozenset(column for column, cell in row.items() if len(cell.found.points) == 2)
    if moment.compare or not right or len(right) == len(row):
        return None

    def judge(column: str) -> Verdict:
        draw = partial(_draw_points, scene, (scene.row, column), Ink.ANSWER if column in right else Ink.FAULTY)
        if column in right:
            because = "Two straight edges face each other: the ends of the part they share hold it."
            return Verdict(True, because, draw=draw)
        if "circle" in (scene.row, column):
            because = "A circle is round everywhere: it meets any shape in one point."
        elif not row[column].found.points:
            because = "These two are apart: no contact point at all."
        else:
            because = "Here a corner or a round end is deepest, and no second point of its edge is near A."
        return Verdict(False, because, "Not two", draw=draw)

    text = f"Which B makes two contact points with A, the {scene.row}? There may be several: choose one."
    return Choose(text, judge, tuple(row), right)


def _draw_points(scene: Any, name: tuple[str, str], ink: Ink, canvas: Canvas, pane: str) -> None:
    """The cell that was chosen, with its points."""
    if pane == "board":
        canvas.stroke(SQUARES[name], ink, closed=True, line=Line.MEASURE)
        for p in scene.cells[name].found.points:
            canvas.dot(on_board(scene, name, p.point), ink, Point.SMALL)
