"""What separating line asks: which vertex of B decides, and along which axis the projections leave a gap."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Interval
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_line import LineVerdict, OnAxis
from geometry.sat.support import ends_along
from viz.lesson import measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.screen import point_at, xy
from viz.lesson.text import fixed

SAME = 1e-9
RING = 72  # places on the circle that the tip of an axis is bound to


def deciding_vertex(moment: Moment[Any]) -> Click | None:
    """Of a polygon B: its vertex of least signed distance."""
    b, n = moment.scene.b.world, moment.step.normal
    if len(b.points) < 3 or b.radius:
        return None
    along = (b.points - moment.scene.line.start) @ n
    least = float(along.min())
    refs = [FeatureRef("B", FeatureKind.VERTEX, i) for i in range(len(b.points))]
    right = frozenset(ref for ref, value in zip(refs, along, strict=True) if value <= least + SAME)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in refs:
            return Verdict(False, "Click a vertex of B: of a polygon the extreme points are vertices.", "Not of B")
        value, (x, y) = float(along[answer.index]), b.points_xy[answer.index]
        foot = (x - value * n[0], y - value * n[1])
        shown = Remark((x, y), f"δ = {fixed(value)}", answer in right, to=foot)
        if answer in right:
            because = f"Vertex {answer.index} has the least δ of B, {fixed(value)}. If it is in front, all of B is."
            return Verdict(True, because, remarks=(shown,))
        because = f"Vertex {answer.index} has δ = {fixed(value)}, but another vertex of B has less. "
        because += "B is in front only if its **least** δ is above 0."
        return Verdict(False, because, "Not the deciding one", (shown,))

    text = "Click the vertex of B that decides whether all of B lies in front of the line."
    return Click(text, judge, right, kinds=frozenset((FeatureKind.VERTEX,)))


def along_an_axis(moment: Moment[Any]) -> Place | None:
    """Of shapes that are apart: any direction along which the projections leave a gap, where that across the line is
    none."""
    scene = moment.scene
    if scene.apart <= 0.0 or next(s for s in moment.trace if isinstance(s, OnAxis)).separation > 0.0:
        return None
    best = scene.best.normal_xy
    corners = np.concatenate([shape.points for shape in scene.shapes])
    low, high = corners.min(axis=0), corners.max(axis=0)
    centre, radius = xy((low + high) / 2.0), 0.36 * float(high[1] - low[1])
    path = tuple(point_at(centre, _way(math.tau * i / RING), radius) for i in range(RING + 1))
    verdict: LineVerdict = moment.step
    tilt = math.atan2(verdict.normal[1], verdict.normal[0]) + math.radians(50.0)

    def judge(points: Points) -> Verdict:
        (x, y), size = points[0], math.dist(points[0], centre)
        n = ((x - centre[0]) / size, (y - centre[1]) / size)
        on_a, on_b = (Interval(*ends_along(shape, *n)) for shape in scene.shapes)
        s = on_a.separation(on_b)
        is_right = s > SAME
        draw = partial(_draw_axis, scene.shapes, centre, points[0], is_right)
        told = f"{'gap' if s > 0.0 else 'overlap'} {fixed(abs(s))}"
        if is_right:
            because = f"Along this axis the projections leave a gap of {fixed(s)}: a line across it fits between."
            return Verdict(True, because, remarks=(Remark(points[0], told, True),), draw=draw)
        because = f"Along this axis the projections overlap by {fixed(-s)}. Find a line that fits: "
        because += "its axis is **perpendicular** to it."
        return Verdict(False, because, "No gap on this axis", (Remark(points[0], told),), draw=draw)

    return Place(
        "Drag the ring so that the direction from the middle to it is an axis that shows a gap.",
        judge,
        start=(point_at(centre, _way(tilt), radius),),
        right=(point_at(centre, best, radius),),
        pane="world",
        along=(path,),
        names=("axis",),
        draw=partial(_draw_asked, centre),
    )


def _way(angle: float) -> Pair:
    return math.cos(angle), math.sin(angle)


def _draw_asked(centre: Pair, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.dot(centre, Ink.INTERFACE)


def _draw_axis(shapes: Any, centre: Pair, tip: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The chosen axis with both projections, and the slab between their ends."""
    if pane != "world":
        return
    ink, size = Ink.ANSWER if is_right else Ink.FAULTY, math.dist(tip, centre)
    n = ((tip[0] - centre[0]) / size, (tip[1] - centre[1]) / size)
    canvas.arrow(centre, tip, ink, line=Line.MEASURE)
    spans = [Interval(*ends_along(shape, *n)) for shape in shapes]
    projections.slab(canvas, n, projections.facing_ends(*spans), Ink.GAP if is_right else Ink.FAULTY)
    place = centre[0] * n[0] + centre[1] * n[1]
    base = xy(point_at(centre, n, -place))
    for span, shape_ink, lane in zip(spans, (Ink.A, Ink.B), (1.0, -1.0), strict=True):
        projections.projection(canvas, base, n, span, shape_ink, lane=lane * projections.LANE)
    ends = projections.facing_ends(*spans)
    measures.measure(canvas, point_at(base, n, ends.low), point_at(base, n, ends.high), ink)
