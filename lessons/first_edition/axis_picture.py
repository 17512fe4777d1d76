"""The picture of one axis test: the feature that offers the axis, both shadows, and the gap or overlap between them.

Shared by every lesson on separating axes.
"""

from __future__ import annotations

from geometry import Convex, Interval, Owner, Vector, support
from geometry.sat.separating_axis import Axis, AxisTested
from geometry.vector import left_of, length, readonly, right_of
from lessons.first_edition import marks
from lessons.first_edition.axis_captions import feature
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink

CLEARANCE = 40.0  # pixels between the shapes and the axis drawn beside them
LEVEL = 1e-9  # a side this nearly level is taken for level
LANE = 6.0  # pixels from the axis to the middle of a shadow


def two_shapes(canvas: Canvas, a: Convex, b: Convex) -> None:
    """A and B, lettered."""
    marks.shape(canvas, a, Ink.A, "A")
    marks.shape(canvas, b, Ink.B, "B")


def cast(canvas: Canvas, shape: Convex, whose: Owner, shadow: Interval, base: Vector, n: Vector) -> None:
    """One shape's shadow on the axis `base + t n`, with the dashed lines that cast it."""
    is_a = whose is Owner.A
    projector, bar = (Ink.PROJECTOR_A, Ink.SHADOW_A) if is_a else (Ink.PROJECTOR_B, Ink.SHADOW_B)
    for end, way in ((shadow.low, -n), (shadow.high, n)):
        corner = support(shape, way).point
        canvas.stroke((corner, base + end * n), projector)
        canvas.dot(corner, Ink.A if is_a else Ink.B)
    marks.shadow_bar(canvas, base, n, shadow, bar, LANE if is_a else -LANE)


def owner(canvas: Canvas, a: Convex, b: Convex, axis: Axis, aside: Vector, *, arrow: bool = True) -> None:
    """The edge, or the pair of closest points, that offers an axis, and an arrow along the axis. Words stand on the
    side away from `aside`, where the axis is drawn."""
    start_of_arrow = a.centroid
    if axis.edge is not None:
        start, end = edge(a, b, axis)
        canvas.stroke((start, end), Ink.REFERENCE)
        middle = (start + end) / 2.0
        other = (b if axis.owner is Owner.A else a).centroid
        far = max(start, end, key=lambda corner: length(corner - other))  # clear of the other shape
        canvas.label(feature(axis), far, Ink.REFERENCE, toward=far - middle + 0.3 * axis.direction)
        start_of_arrow = middle
    elif axis.closest is not None:
        pair = axis.closest
        canvas.stroke((pair.on_a, pair.on_b), Ink.REFERENCE)
        canvas.feature((pair.on_a, pair.on_b), feature(axis), Ink.REFERENCE)
        canvas.dot(pair.on_a, Ink.A)
        canvas.dot(pair.on_b, Ink.B)
        canvas.label(feature(axis), (pair.on_a + pair.on_b) / 2.0, Ink.REFERENCE, toward=-aside)
        start_of_arrow = pair.on_b
    if arrow:
        marks.normal_arrow(canvas, start_of_arrow, axis.direction, feature(axis))


def also(canvas: Canvas, a: Convex, b: Convex, axis: Axis, remark: str) -> None:
    """Another axis beside the one in question, by its edge, with a remark; nothing where no edge owns it."""
    if axis.edge is not None:
        start, end = edge(a, b, axis)
        canvas.stroke((start, end), Ink.INCIDENT)
        words = f"{feature(axis)}: {remark}"
        canvas.label(words, (start + end) / 2.0, Ink.INCIDENT, toward=axis.direction)


def separating_line(canvas: Canvas, a: Convex, b: Convex, tested: AxisTested) -> None:
    """The line that a gap proves: across the axis, through the middle of the gap."""
    n, gap = tested.axis.direction, tested.between
    _, aside = _beside(canvas, a, b, n)
    crossing = (gap.low + gap.high) / 2.0 * n
    canvas.unbounded(crossing, aside, Ink.GAP)
    top = max(support(shape, -aside).value for shape in (a, b)) + 16.0 * canvas.pixel
    canvas.label("separating line", crossing - top * aside, Ink.GAP, toward=tested.normal)


def edge(a: Convex, b: Convex, axis: Axis) -> tuple[Vector, Vector]:
    """The ends of the edge that owns an axis."""
    assert axis.edge is not None
    return (a if axis.owner is Owner.A else b).edge(axis.edge)


def _beside(canvas: Canvas, a: Convex, b: Convex, n: Vector) -> tuple[Vector, Vector]:
    """A point of the axis line along `n` drawn clear of both shapes, below them if it can be, else to their right;
    and the unit vector to that side. The point's own coordinate on the axis is 0."""
    aside = left_of(n)
    is_level = abs(float(aside[1])) <= LEVEL  # rounding must not choose the side
    if (aside[0] < 0.0) if is_level else (aside[1] > 0.0):
        aside = right_of(n)
    reach = max(support(shape, aside).value for shape in (a, b))
    return readonly((reach + CLEARANCE * canvas.pixel) * aside), aside
