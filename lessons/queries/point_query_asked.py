"""What the point query asks: from outside the nearest point, from inside the edge that is the nearest."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry import point_query
from geometry.feature import FeatureKind, FeatureRef
from lessons.queries.point_query_figure import edge_in_view, edges_of
from lessons.queries.scenes import P
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

_P = rf"$\examined{{{P}}}$"
NEAR = 0.1  # world length that an answer may be off


def question(moment: Moment[Any], stage: str) -> Prediction | None:
    scene = moment.scene
    if moment.compare or moment.parent is not None or scene.r:
        return None
    if stage == "Project" and not scene.found.in_core and scene.found.separation > 4.0 * NEAR:
        return _place(scene, moment)
    return _click(moment) if stage == "Clamp" and scene.found.in_core else None


def _place(scene: Any, moment: Moment[Any]) -> Place:
    a, p, found = scene.a.world, scene.p, scene.found

    def judge(points: Points) -> Verdict:
        at, d = points[0], math.dist(points[0], p)
        q = point_query(a, at).closest_xy
        on_a = math.dist(at, q) <= NEAR
        right = math.dist(at, found.closest) <= NEAR
        draw = partial(_circle, p, found.separation if right else d, right)
        if right:
            size = fixed(found.separation)
            because = f"The circle around {_P} with this radius, {size}, touches A and overlaps it nowhere."
            return Verdict(True, because, remarks=(Remark(xy(found.closest), "nearest", True),), draw=draw)
        lines = [abs(float((at - u) @ n)) for u, n in zip(a.points, a.normals, strict=True)]
        i = lines.index(min(lines))
        if not on_a and lines[i] <= NEAR:
            because = f"This point is on the line of edge {i}, beyond the end of the edge. It is not on A."
            return Verdict(False, because, "Not on A", (Remark(at, "beyond its end"),), draw=draw)
        if not on_a:
            because = "The ring is not on the boundary of A. Drag it onto an edge or a vertex."
            return Verdict(False, because, "Not on A", (Remark(at, "not on A"),))
        because = f"{fixed(d)} from {_P}. The circle with this radius overlaps A, so a part of A is nearer."
        return Verdict(False, because, "Not the nearest", (Remark(at, fixed(d), to=xy(p)),), draw=draw)

    tempting = edge_in_view(moment).projected.on_line
    start = xy(tempting if math.dist(tempting, found.closest) > 2.0 * NEAR else a.points[0])
    return Place(
        f"Drag the ring to the point of A that is nearest to {_P}.",
        judge,
        (start,),
        (xy(found.closest),),
        "world",
        names=("q",),
    )


def _circle(p: Any, radius: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    marks.circle(canvas, p, radius, Ink.ANSWER if is_right else Ink.FAULTY, Line.DASHED if is_right else Line.DOTTED)


def _click(moment: Moment[Any]) -> Click | None:
    scene, whole = moment.scene, edges_of(moment)
    depths = {FeatureRef("A", FeatureKind.EDGE, each.projected.edge): -each.projected.height for each in whole}
    least = min(depths.values())
    right = frozenset(edge for edge, depth in depths.items() if depth <= least + 1e-9)
    others = [depth for edge, depth in depths.items() if edge not in right]

    def judge(given: FeatureRef | str) -> Verdict:
        if given not in depths:
            return Verdict(
                False,
                "A vertex is never nearer than its two edges.",
                "Click an edge",
            )
        draw = partial(_way, scene, given.index, depths[given], given in right)
        if given in right:
            because = (
                f"{_P} is only {fixed(least)} behind it. The next one is {fixed(min(others, default=least))} away."
            )
            return Verdict(True, because, draw=draw, features=right)
        because = f"The line of edge {given.index} is {fixed(depths[given])} away. Another edge is nearer."
        return Verdict(False, because, "A longer translation", draw=draw)

    return Click(
        f"{_P} is inside A. Across which edge is the shortest translation that takes it out? Click it.", judge, right
    )


def _way(scene: Any, i: int, depth: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The way out through an edge."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    end = scene.p + depth * scene.core.normals[i]
    canvas.arrow(scene.p, end, ink, line=Line.MEASURE)
    canvas.label(fixed(depth), end, ink, toward=scene.core.normals[i])
    if not is_right:
        marks.cross(canvas, end, "", Ink.FAULTY)
