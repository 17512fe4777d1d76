"""What this lesson asks: which wall has the origin in front, and where A − B goes when B moves."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.feature import FeatureRef
from geometry.tolerance import rounding
from lessons.separating_axes.why_it_works_figure import (
    OWNER,
    deciding_of,
    move_asked,
    name_of,
    pair_of,
    ref_of,
    walls_of,
)
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NONE = "none"
FREE = 0.3  # of a difference: placed this near it has its direction and its length
NEAR = 0.12  # of B's move: a vertex placed this near is in its place


def wall_in_front(moment: Moment[Any]) -> Click:
    """Which edge of A − B has the origin in front, if any."""
    walls, near = walls_of(moment), rounding(moment.scene.a.world, moment.scene.b.world)
    in_front = frozenset(ref_of(i) for i, wall in enumerate(walls) if wall.separation > near)
    touched = any(abs(wall.separation) <= near for wall in walls)
    right: frozenset[FeatureRef | str] = in_front or frozenset((NONE,))

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer == NONE:
            if in_front:
                because = (
                    "The origin lies outside of A − B: the line of one edge has it on one side, A − B on the other."
                )
                return Verdict(False, because, "There is one")
            where = "lies on an edge and behind the others" if touched else "is behind all edges"
            return Verdict(True, f"The origin {where}, so it is in A − B: A and B share a point.")
        assert isinstance(answer, FeatureRef)
        wall = walls[answer.index]
        s, foot = wall.separation, -wall.separation * wall.normal
        told, draw = name_of(wall.edge), partial(_draw_line, wall.edge.start, wall.edge.end, answer in right)
        at = (float(foot[0]), float(foot[1]))
        if abs(s) <= near:
            because = "The origin lies on this edge's line, neither in front nor behind. "
            because += "It belongs to A − B." if not in_front else "Another edge has it in front."
            return Verdict(False, because, "On its line", (Remark((0.0, 0.0), "on the line"),), draw=draw)
        shown = Remark(at, f"{fixed(abs(s))} {'in front' if s > near else 'behind'}", answer in right, to=(0.0, 0.0))
        if answer in right:
            because = f"The origin is {fixed(s)} in front of the edge that comes from {told}."
            return Verdict(True, because, remarks=(shown,), draw=draw)
        because = f"The origin is {fixed(-s)} behind the line of this edge: on the same side as A − B."
        return Verdict(False, because, "Behind this edge", (shown,), draw=draw)

    text = f"Click an edge of A − B whose line separates the origin from A − B, or “{NONE}”."
    return Click(text, judge, right, (NONE,), owner=OWNER)


def difference_placed(moment: Moment[Any]) -> Place:
    """Where the difference of the two marked points lies."""
    p, q = pair_of(moment)
    d = p - q
    size = float(np.hypot(*d))

    def judge(points: Points) -> Verdict:
        at, (x, y) = np.array(points[0]), d.tolist()
        is_right = math.dist(at, d) <= FREE * size
        draw = partial(_draw_placed, at, is_right)
        if is_right:
            because = (
                f"a − b = ({fixed(x)}, {fixed(y)}): the vector from b to a, moved so that it starts at the origin."
            )
            return Verdict(True, because, draw=draw)
        if math.dist(at, -d) <= FREE * size:
            because = "This is b − a. The vector a − b points from b to a, as the arrow in the world does."
            return Verdict(False, because, "The opposite vector", (Remark(points[0], "b − a"),), draw=draw)
        because = f"The vector from b to a is ({fixed(x)}, {fixed(y)}). Move it so that it starts at the origin, and "
        because += "count along the numbered axes."
        return Verdict(False, because, "Another vector", (Remark(points[0], "not a − b"),), draw=draw)

    aside = 0.7 * np.array((-d[1], d[0]))
    middle = np.mean([wall.edge.start for wall in walls_of(moment)], axis=0)
    aside = aside if float(aside @ middle) > 0.0 else -aside  # to the side of A − B
    return Place(
        "Drag the ring to where a − b lies in difference space.",
        judge,
        start=((float(aside[0]), float(aside[1])),),
        right=((float(d[0]), float(d[1])),),
        pane="difference",
        names=("a − b",),
    )


def moved_vertex(moment: Moment[Any]) -> Place:
    """Where a corner of A − B goes when B moves."""
    b, w = moment.scene.b.world, deciding_of(moment).edge.start
    size, move = float(np.ptp(b.points, axis=0).max()), move_asked(b)
    wanted = w - move

    def judge(points: Points) -> Verdict:
        place = np.array(points[0])
        draw = partial(_draw_moved, moment, place - w, move, bool(math.dist(place, wanted) <= NEAR * size))
        if math.dist(place, wanted) <= NEAR * size:
            because = "Each a − b changes by minus the move of b: A − B moves the opposite way, as far as B."
            return Verdict(True, because, remarks=(Remark(points[0], "a − b", True),), draw=draw)
        because = f"This corner is a − b. The arrow, {fixed(float(np.hypot(*move)))} long, is added to b: so it is "
        because += "**subtracted** from a − b."
        is_same = float((place - w) @ move) > 1e-6 * float(move @ move)  # where it starts it has gone nowhere
        head = "Same direction as B" if is_same else "Not there"
        return Verdict(False, because, head, (Remark(points[0], "not there"),), draw=draw)

    start = w + 0.4 * size * np.array((-math.sin(0.6), math.cos(0.6)))
    return Place(
        "B moves by the arrow. Drag the ring to where the marked corner of A − B then lies.",
        judge,
        start=((float(start[0]), float(start[1])),),
        right=((float(wanted[0]), float(wanted[1])),),
        pane="difference",
        names=("corner",),
        draw=partial(_draw_asked, moment, w, move),
    )


def _draw_placed(at: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "difference":
        canvas.arrow((0.0, 0.0), at, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE)


def _draw_line(start: Vector, end: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "difference":
        canvas.unbounded(start, end - start, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED)


def _draw_asked(moment: Moment[Any], w: Vector, move: Vector, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        b = moment.scene.b.world
        along = b.points @ move
        first = b.points[int(np.flatnonzero(along >= along.max() - 1e-9)[0])]  # from a corner, clear of B's letter
        canvas.arrow(first, first + move, Ink.INTERFACE, line=Line.MEASURE)
        marks.ghost(canvas, b.moved(move), Ink.INTERFACE)
    elif pane == "difference":
        canvas.glow((w,), Ink.INTERFACE)
        canvas.dot(w, Ink.INTERFACE)


def _draw_moved(moment: Moment[Any], by: Vector, move: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """A − B, carried along with its corner."""
    if pane == "difference":
        corners = np.array([wall.edge.start for wall in walls_of(moment)]) + by
        line = Line.END if is_right else Line.DOTTED
        canvas.stroke(corners, Ink.ANSWER if is_right else Ink.FAULTY, closed=True, line=line)
