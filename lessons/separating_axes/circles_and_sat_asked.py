"""What circles and SAT asks: the vertex that gives the extra axis, and where the circle would just touch it."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry import Convex, separation
from geometry.feature import FeatureKind, FeatureRef
from lessons.separating_axes.circles_and_sat_figure import nearest
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.06  # of the radius: a circle this near to touching just touches


def _is_asked(moment: Moment[Any]) -> bool:
    a, b = moment.scene.a.world, moment.scene.b.world
    return len(a.points) > 2 and a.radius == 0.0 and len(b.points) == 1


def nearest_vertex(moment: Moment[Any]) -> Click | None:
    """Which vertex gives the extra axis, before it is tested."""
    if not _is_asked(moment):
        return None
    a, c = moment.scene.a.world, moment.scene.b.world.points[0]
    k, far = nearest(moment)
    refs = [FeatureRef("A", FeatureKind.VERTEX, i) for i in range(len(a.points))]
    distances = [math.dist(vertex, c) for vertex in a.points]
    right = frozenset(ref for ref, d in zip(refs, distances, strict=True) if d <= far + 1e-9)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in refs:
            return Verdict(False, "An edge normal of A has been tested already. Click a vertex of A.", "Not a vertex")
        d, at = distances[answer.index], a.points_xy[answer.index]
        shown = Remark(at, fixed(d), answer in right, to=(float(c[0]), float(c[1])))
        if answer in right:
            return Verdict(True, f"Vertex {k} is the nearest to the centre, {fixed(far)} away.", remarks=(shown,))
        because = f"Vertex {answer.index} is {fixed(d)} from B's centre; another vertex is nearer. "
        because += "Only the nearest can show the gap."
        return Verdict(False, because, "Not the nearest", (shown,))

    text = "No edge normal shows a gap. Click the vertex whose line to B's centre can still show one."
    return Click(text, judge, right, kinds=frozenset((FeatureKind.VERTEX,)))


def just_touching(moment: Moment[Any]) -> Place | None:
    """Where the centre would have to be for B to touch the nearest vertex."""
    if not _is_asked(moment):
        return None
    a, b = moment.scene.a.world, moment.scene.b.world
    k, far = nearest(moment)
    (x, y), (u, v) = a.points_xy[k], b.points_xy[0]
    way = ((u - x) / far, (v - y) / far)
    wanted = (x + b.radius * way[0], y + b.radius * way[1])

    def judge(points: Points) -> Verdict:
        moved = b.moved((points[0][0] - u, points[0][1] - v))
        s, d = separation(a, moved), math.dist(points[0], (x, y))
        draw = partial(_draw_circle, moved, abs(d - b.radius) <= NEAR * b.radius)
        if abs(d - b.radius) > NEAR * b.radius:
            because = (
                f"There the centre is {fixed(d)} from vertex {k}. B touches the vertex where that is the radius."
            )
            return Verdict(False, because, "Not touching it", (Remark(points[0], f"{fixed(d)} away"),), draw=draw)
        if s < -NEAR * b.radius:
            because = f"The distance is right, but there B overlaps A by {fixed(-s)}. Stay beside the corner."
            return Verdict(False, because, "Inside A", (Remark(points[0], "overlap"),), draw=draw)
        because = f"The centre is {fixed(d)} from vertex {k}, as far as the radius {fixed(b.radius)}: s = 0 there."
        return Verdict(True, because, remarks=(Remark(points[0], "just touching", True),), draw=draw)

    text = f"Drag the ring to a place for B's centre where B would just touch vertex {k}."
    start: Pair = (u + 0.6 * b.radius * way[1], v - 0.6 * b.radius * way[0])
    return Place(text, judge, start=(start,), right=(wanted,), pane="world", names=("c",))


def _draw_circle(shape: Convex, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, shape, Ink.ANSWER if is_right else Ink.FAULTY, Line.END if is_right else Line.DOTTED)
