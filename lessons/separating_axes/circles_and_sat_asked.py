"""What circles and SAT asks: the vertex that gives the extra axis, and where the circle would just touch it."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry import Convex, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import AxisTested
from lessons.separating_axes.circles_and_sat_figure import edges_of, nearest
from lessons.stories.sat import separation_of
from lessons.stories.sat_figure import shapes_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.06  # of the radius: a circle this near to touching just touches
CLEAR = 0.02  # and this much it has to overlap on every edge's axis
WAYS = 32  # directions from the vertex that are tried for such a place


def _is_asked(moment: Moment[Any]) -> bool:
    """Whether A is a polygon and B a circle, its centre not just on a vertex."""
    a, b = shapes_of(moment)
    return len(a.points) > 2 and a.radius == 0.0 and len(b.points) == 1 and nearest(moment)[1] > 0.0


def best_vertex(moment: Moment[Any]) -> Click | None:
    """Which vertex gives the extra axis, before it is tested: on the line of the nearest one s is the distance, and
    on no axis it is more."""
    if not _is_asked(moment):
        return None
    (a, b), far = shapes_of(moment), nearest(moment)[1]
    c = b.points[0]
    refs = [FeatureRef("A", FeatureKind.VERTEX, i) for i in range(len(a.points))]
    shows = [separation_of(a, b, (c - vertex) / math.dist(c, vertex)) for vertex in a.points]
    right = frozenset(ref for ref, s in zip(refs, shows, strict=True) if s >= far - b.radius - 1e-9)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in refs:
            return Verdict(False, "An edge normal of A has been tested already. Click a vertex of A.", "Not a vertex")
        s, at, is_right = shows[answer.index], a.points_xy[answer.index], answer in right
        remarks = (Remark(at, f"s = {fixed(s)}", is_right, to=b.points_xy[0]),)
        because = f"On the line from vertex {answer.index} to B's centre, s = {fixed(s)}"
        if is_right:
            because += ", the greatest: the closest points of A and B lie on it."
            return Verdict(True, because, remarks=remarks)
        because += ". Another vertex is nearer to the centre; its line gives more."
        return Verdict(False, because, "Not the greatest", remarks)

    gap = any(isinstance(step, AxisTested) and step.is_gap for step in moment.seen)
    text = "Click the vertex of A whose line to B's centre gives the greatest s."
    text = text if gap else f"No edge normal shows a gap. {text}"
    return Click(text, judge, right, kinds=frozenset((FeatureKind.VERTEX,)))


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
            because = f"There the centre is {fixed(d)} from vertex {k}. B touches it where that is the radius."
            return told(because, "Not touching it", f"{fixed(d)} away")
        if s < -NEAR * r:
            because = f"The distance is right, but there B overlaps A by {fixed(-s)}. Stay beside the corner."
            return told(because, "Inside A", "overlap")
        if edges > -CLEAR * r:
            because = f"B touches vertex {k}, but an edge normal shows it too: s = {fixed(edges)} on its axis."
            return told(because, "An edge shows it", f"edge: s = {fixed(edges)}")
        because = f"The centre is {fixed(d)} from vertex {k}: B just touches it. All edge normals show an overlap, "
        return told(f"{because}of {fixed(-edges)} or more.", "", "just touching")

    text = f"Drag the ring to where B would just touch vertex {k}, while all edge normals still show an overlap."
    way = ((u - x) / far, (v - y) / far)
    start: Pair = (u + 0.6 * r * way[1], v - 0.6 * r * way[0])
    return Place(text, judge, start=(start,), right=(wanted,), pane="world", names=("c",))


def _hidden(a: Convex, k: int, r: float) -> Pair:
    """The centre of a circle that touches vertex k, where the edges show the most overlap."""
    (x, y), (px, py), (qx, qy) = a.points_xy[k], a.normals_xy[k - 1], a.normals_xy[k]
    first, turn = math.atan2(py, px), math.atan2(px * qy - py * qx, px * qx + py * qy)
    angles = (first + turn * i / WAYS for i in range(WAYS + 1))
    return min(((x + r * math.cos(w), y + r * math.sin(w)) for w in angles), key=lambda at: edges_of(a, at, r))


def _draw_circle(shape: Convex, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, shape, Ink.ANSWER if is_right else Ink.FAULTY, Line.END if is_right else Line.DOTTED)
