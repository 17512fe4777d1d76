"""The parts of a rounded shape: its core, the core's edges moved out by the radius, and the arcs between them.

    area      = area of the core + perimeter of the core * r + pi r^2
    perimeter = perimeter of the core + 2 pi r

since the edges' normals turn once round on the way, the arcs together make one whole circle (Steiner's formula). A
capsule's core counts as an edge there and one back, a circle's as one point. Source: Rounding collider corners.
"""

from __future__ import annotations

import math

import numpy as np

from geometry.record import record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, dot, length, readonly


@record
class Core:
    """The inner polygon, segment or point."""

    area: float
    perimeter: float  # of a segment there and back


@record
class EdgeMovedOut:
    """An inner edge, and the outer edge that it becomes."""

    edge: int
    inner_start: Vector
    inner_end: Vector
    normal: Vector  # unit, outward
    start: Vector  # of the outer edge
    end: Vector
    length: float  # of both
    band: float  # area between the two: length * radius


@record
class CornerTurned:
    """The arc of a corner circle, from the end of one outer edge to the start of the next."""

    vertex: int
    center: Vector
    start_angle: float  # radians, of the normal of the edge before
    sweep: float  # radians, counter-clockwise; pi minus the inner angle
    sector: float  # area: sweep / 2 * radius^2
    turned: float  # radians so far, this arc included


@record
class ArcsJoined:
    """All arcs at one centre: a full circle."""

    turned: float  # radians: 2 pi
    length: float  # of all arcs: 2 pi r
    area: float  # of all sectors: pi r^2


@record
class RoundedParts:
    """All parts together."""

    core: Core
    bands: float  # area of all bands
    sectors: float  # area of all sectors: pi r^2
    area: float
    perimeter: float

    __repr__ = summary


AnatomyStep = Core | EdgeMovedOut | CornerTurned | ArcsJoined | RoundedParts


@steppable
def rounded_parts(shape: Convex) -> Steps[AnatomyStep, RoundedParts]:
    """The parts of a shape, one by one. Raises ValueError for anything but a Convex."""
    if not isinstance(shape, Convex):
        raise ValueError(f"rounded_parts takes a Convex, not a {type(shape).__name__}")
    points, r = shape.points, shape.radius
    lengths = [length(points[(i + 1) % len(points)] - points[i]) for i in range(len(shape.normals))]
    core = Core(_area(shape), math.fsum(lengths))
    yield core
    for i, size in enumerate(lengths):
        start, end = shape.edge(i)
        inner_end = points[(i + 1) % len(points)]
        yield EdgeMovedOut(i, points[i], inner_end, readonly(shape.normals[i]), start, end, size, size * r)
    turned = 0.0
    for i, (start_angle, sweep) in enumerate(_arcs(shape)):
        turned += sweep
        yield CornerTurned(i, points[i], start_angle, sweep, 0.5 * sweep * r * r, turned)
    bands, arcs, sectors = core.perimeter * r, turned * r, 0.5 * turned * r * r
    yield ArcsJoined(turned, arcs, sectors)
    whole = RoundedParts(core, bands, sectors, core.area + bands + sectors, core.perimeter + arcs)
    yield whole
    return whole


def shrunk(shape: Convex, by: float) -> Convex | None:
    """What is left of a core when every edge is moved in by `by` >= 0; rounded by as much again it keeps its size.

    None when no polygon is left. The radius of `shape` does not count.
    """
    left = shape.points - shape.points[0]
    tolerance = rounding(shape)
    for start, n in zip(left.copy(), shape.normals, strict=True):
        heights = (left - start) @ n + by
        kept = []
        for i in range(len(left)):
            j = (i + 1) % len(left)
            if heights[i] <= 0.0:
                kept.append(left[i])
            if heights[i] * heights[j] < 0.0:
                kept.append(left[i] + heights[i] / (heights[i] - heights[j]) * (left[j] - left[i]))
        distinct = [p for i, p in enumerate(kept) if length(p - kept[i - 1]) > tolerance]
        if len(distinct) < 3:
            return None
        left = np.array(distinct)
    try:
        return Convex(left + shape.points[0])
    except ValueError:  # as thin as rounding
        return None


def _area(shape: Convex) -> float:
    p = shape.points - shape.points[0]
    q = np.roll(p, -1, axis=0)
    return 0.5 * float((p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum()) if len(p) > 2 else 0.0


def _arcs(shape: Convex) -> list[tuple[float, float]]:
    """Start angle and sweep of the arc at every vertex."""
    if len(shape.points) == 1:
        return [(0.0, math.tau)]
    arcs = []
    for before, after in zip(np.roll(shape.normals, 1, axis=0), shape.normals, strict=True):
        turn = math.atan2(before[0] * after[1] - before[1] * after[0], dot(before, after))
        arcs.append((math.atan2(before[1], before[0]), turn if turn > 0.0 else turn + math.tau))
    return arcs
