"""What boxes around shapes asks: a corner of the box before it is drawn, what one gap proves, and a point that only
the boxes share."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, separation
from geometry.outline import edge_normals, signed_area
from geometry.primitives.aabb import Enclosed, SidesCompared, VertexTaken
from geometry.sat.separating_axis import Owner
from viz.lesson import projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

NEAR = 0.07  # world length that an answer may be off
NEAR_ANGLE = math.radians(6.0)  # that an angle may be off
CIRCLE = 72  # places on the circle of a vertex
OTHER = 20.0  # degrees, either way: another angle of a shape, whose box is shown
SAME = 1e-9  # world area: of two boxes that are as large
GRID = 24  # places along a side of the overlap of two boxes that are tried for a point of neither shape
PROVED, BOTH, DECIDES = "they are apart", "a gap on y is needed too", "y decides"
ENOUGH, OPEN = "they overlap: x is enough", "nothing: the axes disagree"


def question(moment: Moment[Any]) -> Prediction | None:
    """The corner of A's box before all its vertices are taken, or of that of a round B; the angle at which A's box is
    smallest, of polygons that are apart in boxes that overlap. Of boxes with a gap what it proves; of boxes
    that overlap around shapes that do not, a point of both."""
    step, a, b = moment.step, moment.scene.a.world, moment.scene.b.world
    if moment.compare or not isinstance(step, VertexTaken | Enclosed | SidesCompared):
        return None
    match step:
        case SidesCompared() if step.is_gap and (step.axis == 0 or not moment.trace.steps[moment.index - 1].is_gap):
            return _proof(step)
        case SidesCompared(1) if moment.trace.result.overlap.separation < 0.0 < separation(a, b):
            return _shared(a, b)
        case VertexTaken(index) if (
            not (moment.index or b.radius) and index and (step.high < a.bounds().high - NEAR).all()
        ):
            return _corner(a, "A")
        case Enclosed(Owner.A) if b.radius and not moment.trace.result.overlap.separation > 0.0:
            return _corner(b, "B")
        case Enclosed(Owner.A) if moment.trace.result.overlap.separation < 0.0 < separation(a, b) and not a.radius:
            return _angle(moment.scene.a)
    return None


def _angle(body: Any) -> Place:
    """A vertex on its circle around the middle of A, dragged to where A's box is smallest: an edge lies level."""
    a = body.world
    k, middle = int(a.points[:, 0].argmax()), body.pose.position
    arm = a.points[k] - middle
    edges = np.roll(a.points, -1, axis=0) - a.points
    flush = [quarter * math.pi / 2.0 - math.atan2(*edge[::-1]) for edge in edges.tolist() for quarter in range(4)]
    least = min(_size(body.turned(angle).world) for angle in flush)
    best = [angle for angle in flush if _size(body.turned(angle).world) <= least * (1.0 + 1e-9)]

    def judge(points: Points) -> Verdict:
        x, y = np.array(points[0]) - middle
        angle = math.atan2(y, x) - math.atan2(arm[1], arm[0])
        nearest = min(best, key=lambda each: abs(math.remainder(angle - each, math.tau)))
        is_right = abs(math.remainder(angle - nearest, math.tau)) <= NEAR_ANGLE
        turned = body.turned(nearest if is_right else angle).world
        filled, at = f"{100.0 * abs(signed_area(turned.points)) / _size(turned):.0f} %", xy(turned.points[k])
        draw = partial(_draw_turned, turned, is_right, f"A fills {filled}")
        if is_right:
            told = f"An edge of A is parallel to an axis: A fills {filled} of its AABB, the most of all angles."
            return Verdict(True, told, remarks=(Remark(at, "smallest", True),), draw=draw)
        told = f"At this angle A fills {filled} of its AABB. Another angle leaves less of it empty."
        return Verdict(False, told, "Not the smallest", (Remark(at, "not the smallest"),), draw=draw)

    ways = [(math.cos(t), math.sin(t)) for t in (np.arange(CIRCLE + 1) * math.tau / CIRCLE).tolist()]
    path = tuple(xy(middle + math.hypot(*arm) * np.array(way)) for way in ways)
    text = f"Rotate A: drag vertex {k} along the circle to where the area of the AABB of A is smallest."
    right = min(best, key=lambda each: abs(math.remainder(each, math.tau)))
    end = xy(body.turned(right).world.points[k])
    return Place(text, judge, (xy(a.points[k]),), (end,), "world", along=(path,), names=(f"vertex {k}",))


def _size(shape: Convex) -> float:
    """The area of its box."""
    return float(np.prod(shape.bounds().extent))


def little_turned(body: Any) -> Convex:
    """A shape rotated a little, to the side on which its box is smaller."""
    ways: list[Convex] = [body.turned(math.radians(degrees)).world for degrees in (OTHER, -OTHER)]
    return ways[int(_size(ways[1]) < _size(ways[0]) - SAME)]


def _draw_turned(shape: Convex, is_right: bool, words: str, canvas: Canvas, pane: str) -> None:
    """The shape at the angle that was placed, in its box."""
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    canvas.area(shape.points, ink, opacity=0.12)
    canvas.stroke(shape.points, ink, closed=True, line=Line.MEASURE)
    (x0, y0), (x1, y1) = xy(shape.bounds().low), xy(shape.bounds().high)
    canvas.stroke(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), ink, closed=True, line=line)
    canvas.label(words, (x0, y0), ink, toward=(0.6, -1.0), style=TextStyle.BOLD)


def _corner(shape: Convex, owner: str) -> Place:
    """The upper right corner of the box of a shape."""
    right = shape.bounds().high
    x, y = (int(np.flatnonzero(shape.points[:, k] >= shape.points[:, k].max() - 1e-9)[0]) for k in (0, 1))
    told = f"The greatest x (vertex {x}) and the greatest y (vertex {y})"
    told += ", and to both the radius is added." if shape.radius else ": the corner itself need not be a vertex."
    if len(shape.points) == 1:
        told = f"From the centre it is $r$ = {fixed(shape.radius)} to the right and {fixed(shape.radius)} up."

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        is_right = math.dist(at, right) <= NEAR
        draw = partial(_draw_sides, xy(right if is_right else at), is_right, cut=() if is_right else shape.points)
        if is_right:
            return Verdict(True, told, remarks=(Remark(xy(right), coords(right), True),), draw=draw)
        nearest = int(np.hypot(*(shape.points - at).T).argmin())
        if math.dist(at, shape.points[nearest]) <= NEAR and len(shape.points) > 1:
            because = f"Vertex {nearest} has not both the greatest x and the greatest y: {owner} crosses a line."
        elif (at < right - NEAR).any():
            because = f"A part of {owner} lies above or to the right of the dotted lines: the box would cut {owner}."
        else:
            because = f"All of {owner} lies below and to the left of the lines, but a smaller box holds {owner}, too."
        return Verdict(False, because, "Not the corner", (Remark(xy(at), "not this corner"),), draw=draw)

    text = f"Drag the ring to the upper right corner of the finished AABB of {owner}."
    start = xy(shape.points[x] + (shape.radius + 0.25, -0.2))
    return Place(text, judge, start=(start,), right=(xy(right),), pane="world", names=("corner",))


def _draw_sides(at: Pair, is_right: bool, canvas: Canvas, pane: str, *, cut: Any = ()) -> None:
    """The lines along both axes through the corner that was placed, and what they would cut off a polygon."""
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    if len(cut) > 2:
        for inward in ((-1.0, 0.0), (0.0, -1.0)):
            canvas.region((at, *cut), (inward, *edge_normals(cut)), ink, 0.2)
    for way in ((-1.0, 0.0), (0.0, -1.0)):
        canvas.unbounded(at, way, ink, line=line, one_sided=True)


def _proof(compared: SidesCompared) -> Choose:
    """What the first gap proves: on x, or on y after an overlap on x."""
    axis, gap = compared.axis, projections.facing_ends(compared.side_a, compared.side_b)
    letter, line = ("x", "vertical line") if axis == 0 else ("y", "level line")
    reasons = {
        BOTH: "The vertical line in the gap has all of A on one side and all of B on the other.",
        DECIDES: "Even if the intervals overlap on y, no point of A reaches across the vertical line in the gap.",
        ENOUGH: "Boxes that overlap share a point. Its y would lie in both intervals, but there is a gap.",
        OPEN: "They do not disagree: an overlap on x proves nothing, a gap on y proves that the boxes are apart.",
    }

    def judge(given: str) -> Verdict:
        is_right = given == PROVED
        draw = partial(_draw_wall, axis, (gap.low + gap.high) / 2.0, is_right)
        if is_right:
            because = f"No {letter} is in both intervals: {fixed(gap.length)} of empty space around the {line}."
            return Verdict(True, because, draw=draw)
        return Verdict(False, reasons[given], "One gap is enough", draw=draw)

    text = "On x the AABBs have a gap. What does that say about the boxes?"
    if axis:
        text = "On x the intervals overlap, on y they have a gap. What does that say about the AABBs?"
    options = (PROVED, ENOUGH, OPEN) if axis else (PROVED, BOTH, DECIDES)
    return Choose(text, judge, options, frozenset((PROVED,)))


def _draw_wall(axis: int, value: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """A line between the boxes."""
    n = np.eye(2)[axis]
    canvas.unbounded(value * n, 1.0 - n, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE)


def _shared(a: Convex, b: Convex) -> Place | None:
    """A point of both boxes and of neither shape; None where that would have to be hit to a hair."""
    low, high = np.maximum(a.bounds().low, b.bounds().low), np.minimum(a.bounds().high, b.bounds().high)
    x, y = (low + (high - low) * (np.arange(GRID) + 0.5)[:, None] / GRID).T
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    inside = np.minimum(points - low, high - points).min(axis=1)
    clear = np.minimum(np.minimum(_clearance(a, points), _clearance(b, points)), inside)
    best = int(clear.argmax())
    if clear[best] < NEAR:
        return None
    text = "Drag the ring to a point that lies in both AABBs, but in neither A nor B."
    judge, right = partial(_judge_shared, a, b), xy(points[best])
    return Place(text, judge, start=(xy(b.centroid),), right=(right,), pane="world", names=("point",))


def _clearance(shape: Convex, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far points are from a shape, at least: in front of an edge, or from a centre."""
    if len(shape.points) == 1:
        return np.asarray(np.hypot(*(points - shape.points[0]).T) - shape.radius)
    heights = (points[:, None] - shape.points) * shape.normals
    return np.asarray(heights.sum(axis=2).max(axis=1) - shape.radius)


def _judge_shared(a: Convex, b: Convex, points: Points) -> Verdict:
    at, named = np.array(points[0]), (("A", a), ("B", b))
    draw = partial(_draw_sides, points[0])
    for name, shape in named:
        if shape.contains(at):
            because = f"This point lies in {name} itself. Look for one in the empty part of its box."
            return Verdict(False, because, "Not outside of both", (Remark(points[0], f"in {name}"),))
    for name, shape in named:
        out = (at < shape.bounds().low) | (at > shape.bounds().high)
        if out.any():
            letter = "xy"[int(out.argmax())]
            because = (
                f"On the {letter} axis it is outside of the interval of {name}, so it is not in the AABB of {name}."
            )
            remark = Remark(points[0], f"outside of {name}'s AABB")
            return Verdict(False, because, "Not in both AABBs", (remark,), draw=partial(draw, False))
    because = "The AABBs share this point, A and B do not. Boxes that overlap do not prove that the shapes do."
    remark = Remark(points[0], "in both AABBs", True)
    return Verdict(True, because, remarks=(remark,), draw=partial(draw, True))
