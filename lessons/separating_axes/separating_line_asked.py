"""What separating line asks: which vertex of B decides, a line that separates, and an axis that shows a gap."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Interval
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_line import SideMeasured, line_separates
from geometry.sat.support import ends_along, support_ties
from viz.lesson import measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Adjust, Click, Place, Points, Remark, Verdict
from viz.lesson.scene import Arrow
from viz.lesson.screen import point_at, xy
from viz.lesson.text import fixed

SAME = 1e-9
EVEN = 0.3  # of the gap: so much nearer to one shape a line in the middle may be
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
        assert isinstance(answer, FeatureRef)
        value, (x, y) = float(along[answer.index]), b.points_xy[answer.index]
        foot = (x - value * n[0], y - value * n[1])
        shown = Remark((x, y), f"δ = {fixed(value)}", answer in right, to=foot)
        if answer in right:
            because = f"Vertex {answer.index} has the least δ of B, {fixed(value)}. "
            because += "If this vertex is in front, all of B is."
            return Verdict(True, because, remarks=(shown,))
        because = f"Vertex {answer.index} has δ = {fixed(value)}, but another vertex of B has less. "
        because += "B is in front only if its **least** δ is above 0."
        return Verdict(False, because, "Not the deciding one", (shown,))

    text = "Click the vertex of B that decides whether all of B lies in front of the line."
    return Click(text, judge, right, owner="B")


def line_between(moment: Moment[Any]) -> Adjust | None:
    """Of shapes that are apart: a line that separates them, in the middle between them."""
    if moment.scene.apart <= 0.0:
        return None

    def judge(scene: Any) -> Verdict:
        (a, b), start = scene.shapes, scene.line.start
        sides = [step for step in line_separates.trace(a, b, start, scene.line.end) if isinstance(step, SideMeasured)]
        high, low, n = sides[0].greatest, sides[1].least, sides[0].normal
        places = [xy(support_ties(*one)[0].point) for one in ((a, n), (b, -n))]
        feet = [point_at(at, n, -d) for at, d in zip(places, (high, low), strict=True)]
        wrong = [
            Remark(at, f"{fixed(abs(d))} {where}", to=foot)
            for at, foot, d, where, is_wrong in (
                (places[0], feet[0], high, "in front", high >= -SAME),
                (places[1], feet[1], low, "behind", low <= SAME),
            )
            if is_wrong
        ]
        if wrong:
            because = "The marked piece of a shape is on the wrong side. "
            because += "Turn the line." if low - high <= SAME else "Move the line past this piece, without turning."
            return Verdict(False, because, "It does not separate", tuple(wrong))
        said = f"A ends {fixed(-high)} behind the line, B begins {fixed(low)} in front."
        if abs(low + high) > EVEN * (low - high):
            near, other = ("A", "B") if -high < low else ("B", "A")
            shown = [Remark(places[i], fixed((-high, low)[i]), to=feet[i]) for i in (0, 1)]
            because = f"It separates. {said} The line is nearer to {near}: move it towards {other}."
            return Verdict(False, because, "Not in the middle", tuple(shown))
        good = [Remark(places[i], fixed((-high, low)[i]), True, to=feet[i]) for i in (0, 1)]
        return Verdict(True, f"{said} No point can be in both.", remarks=tuple(good))

    def right(scene: Any) -> Any:
        n = scene.best.normal
        spans = [Interval(*ends_along(shape, *xy(n))) for shape in scene.shapes]
        corner = np.concatenate([shape.points for shape in scene.shapes])
        centre = (corner.min(axis=0) + corner.max(axis=0)) / 2.0
        middle = centre + ((spans[0].high + spans[1].low) / 2.0 - float(centre @ n)) * n
        along = 0.6 * math.hypot(*scene.line.vector) * np.array((-n[1], n[0]))
        return scene.with_field("line", Arrow(middle - along, middle + along))

    text = "Drag the ends of the line: all of A behind it, all of B in front, and both nearly equally far from it."
    return Adjust(text, judge, right, "line")


def along_an_axis(moment: Moment[Any]) -> Place | None:
    """Of shapes that are apart: any direction along which the projections leave a gap, where the line's own
    axis shows none."""
    scene = moment.scene
    if scene.apart <= 0.0 or moment.step.separation > 0.0:
        return None
    best = scene.best.normal_xy
    corners = np.concatenate([shape.points for shape in scene.shapes])
    low, high = corners.min(axis=0), corners.max(axis=0)
    centre, radius = xy((low + high) / 2.0), 0.36 * float(high[1] - low[1])
    path = tuple(point_at(centre, _way(math.tau * i / RING), radius) for i in range(RING + 1))
    tilt = math.atan2(moment.step.normal[1], moment.step.normal[0])  # of the axis that has just failed

    def judge(points: Points) -> Verdict:
        (x, y), size = points[0], math.dist(points[0], centre)
        n = ((x - centre[0]) / size, (y - centre[1]) / size)
        on_a, on_b = (Interval(*ends_along(shape, *n)) for shape in scene.shapes)
        s = on_a.separation(on_b)
        is_right = s > SAME
        draw = partial(_draw_axis, scene.shapes, centre, points[0], is_right)
        told = f"{'gap' if s > 0.0 else 'overlap'} {fixed(abs(s))}"
        if is_right:
            because = f"Along this axis the projections leave a gap of {fixed(s)}: a line perpendicular to it fits."
            return Verdict(True, because, remarks=(Remark(points[0], told, True),), draw=draw)
        because = f"Along this axis the projections overlap by {fixed(-s)}. See where a line fits between the "
        because += "shapes: the axis is **perpendicular** to such a line."
        return Verdict(False, because, "No gap on this axis", (Remark(points[0], told),), draw=draw)

    return Place(
        "No gap on this axis. Drag the ring: turn the axis around the dot until its projections leave a gap.",
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
