"""The picture of one axis test: the feature that offers the axis, both shadows, and the gap or overlap between them.

Shared by every lesson on separating axes.
"""

from __future__ import annotations

import numpy as np

from geometry import Convex, Interval, Outcome, Owner, Vector, support, support_ties
from geometry.sat.separating_axis import Axis, AxisSkipped, AxisTested, Decided
from geometry.vector import left_of, length, readonly, right_of
from lessons.first_edition import marks
from lessons.first_edition.axis_captions import feature, gap_or_overlap
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink

CLEARANCE = 40.0  # pixels between the shapes and the axis drawn beside them
LEVEL = 1e-9  # a side this nearly level is taken for level
LANE = 6.0  # pixels from the axis to the middle of a shadow


def two_shapes(canvas: Canvas, a: Convex, b: Convex) -> None:
    """A and B, lettered."""
    marks.shape(canvas, a, Ink.A, "A")
    marks.shape(canvas, b, Ink.B, "B")


def search_step(canvas: Canvas, a: Convex, b: Convex, step: AxisTested | AxisSkipped | Decided) -> None:
    """One step of the search for a gap, the shapes apart."""
    match step:
        case AxisSkipped(axis, same_as):
            parallel_edge(canvas, a, b, axis, same_as)
        case AxisTested():
            axis_test(canvas, a, b, step)
        case Decided(found):
            axis_test(canvas, a, b, found.best, decided=True)
            if found.outcome is Outcome.SEPARATED:
                separating_line(canvas, a, b, found.best)


def axis_test(canvas: Canvas, a: Convex, b: Convex, tested: AxisTested, *, decided: bool = False) -> None:
    """Everything about one axis. Once the test is `decided` the arrow is the normal from A to B."""
    n = tested.axis.direction
    base, aside = _beside(canvas, a, b, n)
    canvas.unbounded(base, n, Ink.AXIS)
    left = 1.0 if float(aside @ left_of(n)) > 0.0 else -1.0
    corners = []
    for shape, shadow, lane, projector, bar, dot in (
        (a, tested.projection_a, -LANE, Ink.PROJECTOR_A, Ink.SHADOW_A, Ink.A),
        (b, tested.projection_b, LANE, Ink.PROJECTOR_B, Ink.SHADOW_B, Ink.B),
    ):
        for end, way in ((shadow.low, -n), (shadow.high, n)):
            # Of an edge that faces along the axis, the corner nearer to it: the shorter line to look at.
            corner = max(support_ties(shape, way), key=lambda tied: float(tied.point @ aside)).point
            canvas.stroke((corner, base + end * n), projector)
            corners.append((corner, dot))
        marks.shadow_bar(canvas, base, n, shadow, bar, left * lane)
    owner(canvas, a, b, tested.axis, aside, arrow=not decided)
    if decided:
        faced = [tied.point for tied in support_ties(a, tested.normal)]
        marks.normal_arrow(canvas, readonly(np.mean(faced, axis=0)), tested.normal, feature(tested.axis))
    for corner, dot in corners:
        canvas.dot(corner, dot)
    ink, words = gap_or_overlap(tested)
    marks.dimension(canvas, base, n, tested.between, ink, words, left * 22.0)


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


def parallel_edge(canvas: Canvas, a: Convex, b: Convex, axis: Axis, same_as: Axis) -> None:
    """An axis that is skipped, and the edge whose axis it repeats."""
    base, aside = _beside(canvas, a, b, axis.direction)
    canvas.unbounded(base, axis.direction, Ink.AXIS)
    owner(canvas, a, b, axis, aside)
    also(canvas, a, b, same_as, "tested already")
    middle = float((a.centroid + b.centroid) @ axis.direction) / 2.0
    canvas.label("the same axis", base + middle * axis.direction, Ink.QUIET, toward=aside)


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
