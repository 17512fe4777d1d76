"""What is asked about a contact: its normal, also with A and B exchanged, and which row has one point."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.shape import Convex
from geometry.vector import Vector
from lessons.contact.contact_info_scene import SHAPES, SQUARES, on_board
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Verdict
from viz.lesson.text import counted, fixed

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
            because = "That leads from B to A: it pushes B through A. The shortest way out leads from A to B."
            return Verdict(False, because, "The wrong way round", draw=draw)
        because = f"Along this direction the projections overlap by {fixed(push)}: that push is longer than needed."
        return Verdict(False, because, f"{fixed(math.degrees(off), 0)}° off", draw=draw)

    text = "Which way must B move to leave A by the shortest push? Drag the arrow's tip."
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


def exchanged(moment: Moment[Any]) -> Place | None:
    """Where does the normal of B and A point?"""
    scene, known = moment.scene, moment.scene.known
    if moment.compare or not known.points or known.separation > -DEEP or scene.is_tie:
        return None
    middle = (known.on_a + known.on_b) / 2.0
    ring: Points = tuple(_at(middle, math.tau * k / 72) for k in range(73))
    angle = math.atan2(-known.normal[1], -known.normal[0])

    def judge(points: Points) -> Verdict:
        x, y = np.subtract(points[0], middle)
        off = abs(math.remainder(math.atan2(y, x) - angle, math.tau))
        if off <= NEAR:
            because = "The shortest way out is the same line. From the body that is now first it is the other way."
            return Verdict(True, because, draw=partial(_draw_arrow, middle, angle, Ink.ANSWER))
        draw = partial(_draw_arrow, middle, math.atan2(y, x), Ink.FAULTY)
        if off > math.pi - NEAR:
            because = "That is from A to B, as before. The normal points from the first argument to the second."
            return Verdict(False, because, "Not reversed", draw=draw)
        because = "The bodies have not moved, so the shortest way out lies on the same line as before."
        return Verdict(False, because, f"{fixed(math.degrees(off), 0)}° off", draw=draw)

    text = "The same function is called with B first, A second. Drag the arrow's tip to where its normal points."
    return Place(
        text, judge, (_at(middle, angle + 2.0),), (_at(middle, angle),), "world", (ring,), ("tip",),
        draw=partial(_draw_start, middle),
    )  # fmt: skip


def _draw_arrow(middle: Vector, angle: float, ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.arrow(middle, _at(middle, angle), ink, line=Line.MEASURE)


def round_row(moment: Moment[Any]) -> Choose | None:
    """Which row has no pair with two contact points?"""
    scene = moment.scene
    rows = {row: [(row, column) for column in SHAPES] for row in SHAPES}
    many = {row: [n for n in row_ if len(scene.cells[n].found.points) == 2] for row, row_ in rows.items()}
    right = frozenset(row for row in rows if not many[row])
    if moment.compare or len(right) != 1:
        return None

    def judge(row: str) -> Verdict:
        if row in right:
            because = "Every pair of this row that meets has one point: no straight edge faces another here."
            if row == "circle":
                because = "A circle is round everywhere: it meets any shape in one point."
            return Verdict(True, because, draw=partial(_draw_points, scene, rows[row], Ink.ANSWER))
        with_two = counted(len(many[row]), "pair")
        because = f"{with_two} of this row {'has' if len(many[row]) == 1 else 'have'} two: straight edges face there."
        return Verdict(False, because, "Not this row", draw=partial(_draw_points, scene, many[row], Ink.FAULTY))

    return Choose("Which row of the board has no pair with two contact points?", judge, tuple(rows), right)


def _draw_points(scene: Any, names: list[tuple[str, str]], ink: Ink, canvas: Canvas, pane: str) -> None:
    """These cells, with their points."""
    if pane != "board":
        return
    for name in names:
        canvas.stroke(SQUARES[name], ink, closed=True, line=Line.MEASURE)
        for p in scene.cells[name].found.points:
            canvas.dot(on_board(scene, name, p.point), ink, Point.SMALL)
