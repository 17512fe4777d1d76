"""Separating axis tests that are wrong, each by one idea that is often met; beside the right one they show its cost.

Source of the ideas: SAT explained (error 4, raw normals); the others are asked in every forum.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from geometry.record import record
from geometry.sat.projection import project_on_unit
from geometry.sat.separating_axis import Axis, AxisTested, Owner, edge_axes, projections_along
from geometry.shape import Convex
from geometry.vector import Vector, length, readonly, unit, vector, xy_of


@record
class FaultyAxis:
    """What a faulty search settles on: an axis, and the true separation along it."""

    axis: Axis
    separation: float  # signed, along the axis' unit direction; what a right measurement there gives
    claimed: float  # the separation that the faulty routine reports
    normal: Vector  # unit, from A to B
    tested: int  # axes looked at, this one included


def raw_normals(a: Convex, b: Convex) -> FaultyAxis:
    """Edge normals are not divided by their length, so overlaps on the axes of long edges count too much. The axis of
    greatest claimed separation wins. Raises ValueError for shapes without an edge."""
    found: list[FaultyAxis] = []
    for axis in _edges_or_refuse(a, b):
        shape = a if axis.owner.value == "A" else b
        assert axis.edge is not None
        start, end = shape.edges[axis.edge]
        true, normal = _along(a, b, axis)
        found.append(FaultyAxis(axis, true, true * length(end - start), normal, 0))
    return _counted(max(found, key=lambda each: each.claimed), len(found))


def edges_of_a_only(a: Convex, b: Convex) -> FaultyAxis:
    """Only the edges of A offer axes, to save half of the work. Raises ValueError where A has no edge."""
    axes = [axis for axis in _edges_or_refuse(a, b) if axis.owner.value == "A"]
    if not axes:
        raise ValueError("A has no edge")
    return _greatest(a, b, axes)


def first_overlap_decides(a: Convex, b: Convex) -> FaultyAxis:
    """The search ends at the first axis that overlaps, as if one overlap proved a contact; "for all" is taken for
    "there is". Raises ValueError for shapes without an edge."""
    axes = _edges_or_refuse(a, b)
    looked = [(axis, *_along(a, b, axis)) for axis in axes]
    overlap = next((i for i, (_, found, _) in enumerate(looked) if found <= 0.0), len(looked) - 1)
    axis, found, normal = looked[overlap]
    return FaultyAxis(axis, found, found, normal, overlap + 1)


def _edges_or_refuse(a: Convex, b: Convex) -> tuple[Axis, ...]:
    axes = edge_axes(a, b)
    if not axes:
        raise ValueError("neither shape has an edge")
    return axes


def _greatest(a: Convex, b: Convex, axes: Sequence[Axis]) -> FaultyAxis:
    """The axis of greatest separation among some."""
    found = [FaultyAxis(axis, s, s, n, 0) for axis in axes for s, n in (_along(a, b, axis),)]
    return _counted(max(found, key=lambda each: each.separation), len(found))


def _along(a: Convex, b: Convex, axis: Axis) -> tuple[float, Vector]:
    """The separation along an axis, and the normal from A to B that gives it."""
    on_a, on_b = project_on_unit(a, axis.direction), project_on_unit(b, axis.direction)
    onward, backward = on_b.low - on_a.high, on_a.low - on_b.high
    return (onward, axis.direction) if onward >= backward else (backward, -axis.direction)


def _counted(found: FaultyAxis, tested: int) -> FaultyAxis:
    return FaultyAxis(found.axis, found.separation, found.claimed, found.normal, tested)


def x_and_y_only(a: Convex, b: Convex) -> FaultyAxis:
    """Only the two axes of the coordinates are tested, as for axis-aligned boxes."""
    return _greatest(a, b, [Axis(direction, Owner.ANY) for direction in ((1.0, 0.0), (0.0, 1.0))])


def shadows_on_the_line(a: Convex, b: Convex, start: ArrayLike, end: ArrayLike) -> AxisTested:
    """The line between the shapes is taken for the axis: both are projected on the line itself."""
    return projections_along(a, b, vector(end) - vector(start))


def edges_only(a: Convex, b: Convex) -> FaultyAxis:
    """Only edge normals are tested, though a shape is round. Raises ValueError for shapes without an edge."""
    return _greatest(a, b, _edges_or_refuse(a, b))


def centre_to_centre(a: Convex, b: Convex) -> FaultyAxis:
    """The axis besides those of the edges joins the centres, not the closest points. Raises ValueError for shapes
    without an edge, and where both centres are one point."""
    best, axis = edges_only(a, b), Axis(xy_of(unit(b.centroid - a.centroid, "the line of the centres")), Owner.ANY)
    s, n = _along(a, b, axis)
    return FaultyAxis(axis, s, s, n, best.tested + 1) if s > best.separation else best


@record
class BoundaryMeasured:
    """What a hit is judged by when only the nearest point of A's boundary is asked for."""

    point: Vector  # of A's boundary, nearest to B's centre
    distance: float  # from there to the centre
    is_hit: bool


def boundary_distance_only(a: Convex, b: Convex) -> BoundaryMeasured:
    """A circle B is hit if the nearest point of A's boundary lies in it: where B lies deep inside of A, none does.
    Raises ValueError where B is no circle or A has no area."""
    if len(b.points) != 1 or len(a.points) < 3 or a.radius:
        raise ValueError("only for a polygon and a circle")
    (centre,) = b.points
    starts, along = a.edges[:, 0], a.edges[:, 1] - a.edges[:, 0]
    t = np.clip(((centre - starts) * along).sum(axis=1) / (along * along).sum(axis=1), 0.0, 1.0)
    feet = starts + t[:, None] * along
    distances = np.hypot(*(feet - centre).T)
    nearest = int(distances.argmin())
    return BoundaryMeasured(readonly(feet[nearest]), float(distances[nearest]), bool(distances[nearest] <= b.radius))
