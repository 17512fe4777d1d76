"""What circles and SAT asks: an axis that shows what no edge normal shows, and where the circle would just touch."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector, separation
from lessons.separating_axes.circles_and_sat_figure import edges_of, meets_circle, nearest
from lessons.stories.sat import separation_of
from lessons.stories.sat_figure import OVER, Laid, laid, shapes_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.06  # of the radius: a circle this near to touching just touches
CLOSE = 0.15  # of the radius: this near to the nearest point an answer is right
SLAB = 0.2  # opacity of what lies between the projections on an axis that is chosen
CLEAR = 0.02  # and this much it has to overlap on every edge's axis
WAYS = 32  # directions from the vertex that are tried for such a place


def _is_asked(moment: Moment[Any]) -> bool:
    """Whether A is a polygon and B a circle, its centre not just on a vertex."""
    return meets_circle(moment) and nearest(moment)[1] > 0.0


def hidden_axis(moment: Moment[Any]) -> Place | None:
    """An axis through B's centre that shows a gap, where no edge normal does: any will do, the nearest vertex gives
    the best."""
    if not _is_asked(moment):
        return None
    (a, b), (k, far) = shapes_of(moment), nearest(moment)
    c, r = b.points[0], b.radius
    if far - r <= NEAR * r or edges_of(a, c, r) > -CLEAR * r:
        return None

    def judge(points: Points) -> Verdict:
        (x, y), (u, v) = points[0], xy(c)
        size = math.hypot(u - x, v - y) or 1.0
        n = ((u - x) / size, (v - y) / size)
        s = separation_of(a, b, np.array(n))
        axis = laid(a, b, n if float((c - a.centroid) @ n) > 0.0 else (-n[0], -n[1]))
        draw = partial(_draw_slab, axis, (points[0], (2.0 * u - x, 2.0 * v - y)), s > 0.0)
        remarks = (Remark(points[0], f"$s$ = {fixed(s)}", s > 0.0),)
        if s > 0.0:
            because = (
                f"Here the projections leave a gap of {fixed(s)}: A and B are apart, and no edge normal shows it."
            )
            return Verdict(True, because, remarks=remarks, draw=draw)
        because = (
            f"On this axis the projections overlap by {fixed(-s)}. Turn the axis until a strip fits between A and B."
        )
        return Verdict(False, because, "No gap here", remarks, draw=draw)

    path = tuple(xy(point) for point in circle_at(c, r))
    best = int(((a.normals @ c) - (a.points @ a.normals.T).max(axis=0)).argmax())
    start, right = xy(c - r * a.normals[best]), xy(c + r / far * (a.points[k] - c))
    text = "Drag the ring along B until the axis through it and $\\boldsymbol{c}$ shows a gap."
    return Place(text, judge, start=(start,), right=(right,), pane="world", along=(path,), names=("axis",))


def nearest_point(moment: Moment[Any]) -> Place | None:
    """The point of A that is nearest to B's centre, where it lies on an edge: dragged along A's outline."""
    if not _is_asked(moment):
        return None
    (a, b), (vertex, _) = shapes_of(moment), nearest(moment)
    (c,), r = b.points, b.radius
    k = int(((c - a.points) * a.normals).sum(axis=1).argmax())
    n = a.normals[k]
    foot = c - float((c - a.points[k]) @ n) * n
    least = math.dist(foot, c)
    if math.dist(foot, a.points[vertex]) <= 2.0 * CLOSE * r:
        return None  # it could not be told from the vertex

    def judge(points: Points) -> Verdict:
        (at,), far = points, math.dist(points[0], xy(c))
        is_right = math.dist(at, foot) <= CLOSE * r
        draw = partial(_draw_distance, (at, xy(c)), is_right)
        if is_right:
            because = f"{fixed(least)} from $\\boldsymbol{{c}}$, between the ends of edge {k}: its normal shows the "
            because += "distance."
            return Verdict(True, because, remarks=(Remark(xy(foot), "nearest point", True),), draw=draw)
        because = (
            f"This point is {fixed(far)} from $\\boldsymbol{{c}}$. Look for a shorter line to $\\boldsymbol{{c}}$."
        )
        return Verdict(False, because, "Not the nearest", (Remark(at, f"{fixed(far)} away"),), draw=draw)

    path = tuple(xy(point) for point in (*a.points, a.points[0]))
    text = "Which point of A is nearest to $\\boldsymbol{c}$? Drag the ring along the outline of A to it."
    start, right = xy(a.points[vertex]), xy(foot)
    return Place(text, judge, (start,), (right,), "world", along=(path,), names=("point",))


def _draw_distance(ends: tuple[Pair, Pair], is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
        canvas.stroke(ends, ink, line=line)


def circle_at(c: Vector, r: float) -> Vector:
    """The path of the ring, closed."""
    angles = np.linspace(0.0, math.tau, 181)
    around: Vector = c + r * np.column_stack((np.cos(angles), np.sin(angles)))
    return around


def _draw_slab(axis: Laid, across: tuple[Pair, Pair], is_right: bool, canvas: Canvas, pane: str) -> None:
    """The axis that was chosen, all across the circle, and what lies between the projections' ends on it."""
    if pane == "world":
        ink, line = (Ink.GAP, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
        over = OVER * canvas.pixel
        canvas.stroke(across, ink, line=Line.MEASURE)
        sides = [
            (axis.at(end, -axis.behind - over), axis.at(end, axis.front + over)) for end in (axis.a.high, axis.b.low)
        ]
        canvas.area((*sides[0], *sides[1][::-1]), ink, opacity=SLAB)
        for side in sides:
            canvas.stroke(side, ink, line=line)


def just_touching(moment: Moment[Any]) -> Place | None:
    """Where the centre would have to be for B to touch the nearest vertex, while all edges still show an overlap."""
    if not _is_asked(moment):
        return None
    (a, b), (k, far) = shapes_of(moment), nearest(moment)
    (x, y), (u, v), r = a.points_xy[k], b.points_xy[0], b.radius
    wanted = _hidden(a, k, r)
    if edges_of(a, wanted, r) > -CLEAR * r:
        return None  # too flat a corner: next to nothing hides at it

    def judge(points: Points) -> Verdict:
        (at,), moved = points, b.moved((points[0][0] - u, points[0][1] - v))
        s, d, edges = separation(a, moved), math.dist(at, (x, y)), edges_of(a, at, r)
        touches = abs(d - r) <= NEAR * r

        def told(because: str, head: str, words: str) -> Verdict:
            draw = partial(_draw_circle, moved, not head)
            return Verdict(not head, because, head, (Remark(at, words, not head),), draw=draw)

        if not touches:
            because = (
                f"There the centre is {fixed(d)} from vertex {k}. B just touches it at a distance of one radius."
            )
            return told(because, "Not touching it", f"{fixed(d)} away")
        if s < -NEAR * r:
            because = f"The distance is right, but there B overlaps A by {fixed(-s)}. Stay beside the corner."
            return told(because, "Inside A", "overlap")
        if edges > -CLEAR * r:
            because = f"B touches vertex {k}, but an edge normal shows it too: $s$ = {fixed(edges)} on its axis."
            return told(because, "An edge shows it", f"edge: $s$ = {fixed(edges)}")
        because = f"The centre is {fixed(d)} from vertex {k}: B just touches it. All edge normals show an overlap, "
        return told(f"{because}of {fixed(-edges)} or more.", "", "just touching")

    text = f"Drag the ring to where B would just touch vertex {k}, while all edge normals still show an overlap."
    way = ((u - x) / far, (v - y) / far)
    start: Pair = (u + 0.6 * r * way[1], v - 0.6 * r * way[0])
    return Place(text, judge, start=(start,), right=(wanted,), pane="world", names=("c",))


def _hidden(a: Convex, k: int, r: float) -> Pair:
    """The centre of a circle that touches vertex k, where the edges show the most overlap."""
    (px, py), (qx, qy) = a.normals_xy[k - 1], a.normals_xy[k]
    first, turn = math.atan2(py, px), math.atan2(px * qy - py * qx, px * qx + py * qy)
    angles = first + turn * np.arange(WAYS + 1) / WAYS
    places = a.points[k] + r * np.column_stack((np.cos(angles), np.sin(angles)))
    along, at = a.points @ a.normals.T, places @ a.normals.T  # the separations of `edges_of`, of all places
    shown = np.maximum(at - r - along.max(axis=0), along.min(axis=0) - at - r).max(axis=1)
    return xy(places[shown.argmin()])


def _draw_circle(shape: Convex, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, shape, Ink.ANSWER if is_right else Ink.FAULTY, Line.END if is_right else Line.DOTTED)
