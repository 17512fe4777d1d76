"""What a rounded shape is made of: the inner polygon (the core), an outer edge beside each inner one, and an arc of a
corner circle around each inner vertex.

The outer edge is the inner edge moved out along its normal by the radius r; between two of them the boundary follows
the corner circle through the angle that the normals turn by, which is the exterior angle of the corner. All corners
together turn once, so the layer adds

    to the length of the boundary   2 pi r
    to the area                     perimeter * r + pi r^2      (Steiner)

A point has no edges and one arc, the whole circle; a segment has two edges and two half circles. Without the arcs,
the outer edges extended until they meet end in tips: the sharper the corner, the further out.

Source: Rounding collider corners.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from geometry import polygon
from geometry.primitives.kinds import require_convex
from geometry.ray_cast import extended_outline
from geometry.shape import Convex
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, following, length, sealed


@dataclass(frozen=True, slots=True, eq=False)
class InnerPolygon:
    """The core: a polygon, a segment or a point."""

    points: Points  # (n, 2)
    perimeter: float  # once around: of a segment there and back
    area: float
    radius: float  # of the layer to come


@dataclass(frozen=True, slots=True, eq=False)
class OuterEdge:
    """An inner edge moved out by the radius."""

    edge: int
    inner_start: Vector
    inner_end: Vector
    start: Vector
    end: Vector
    normal: Vector  # unit, outward
    length: float
    area: float  # of the strip between the inner edge and this one: length * radius


@dataclass(frozen=True, slots=True, eq=False)
class CornerArc:
    """The part of a corner circle that belongs to the boundary."""

    vertex: int
    center: Vector
    radius: float
    start_angle: float  # radians, of the normal of the edge that arrives; 0 for a point
    turn: float  # radians, counter-clockwise: the exterior angle
    length: float
    area: float  # of the sector


@dataclass(frozen=True, slots=True, eq=False)
class Anatomy:
    """All parts, and what they come to."""

    inner: InnerPolygon
    edges: tuple[OuterEdge, ...]
    arcs: tuple[CornerArc, ...]
    perimeter: float
    area: float
    tips: Points | None  # (n, 2) where extended outer edges meet; None where they never do
    area_to_tips: float | None  # of the outline through the tips


AnatomyStep = InnerPolygon | OuterEdge | CornerArc | Anatomy


@steppable
def anatomy(shape: Convex) -> Steps[AnatomyStep, Anatomy]:
    """The parts of a shape: its core, its outer edges in order, its corner arcs in order, then the totals."""
    require_convex("anatomy", "a Convex", shape, "the shape")
    core, radius = shape.points, shape.radius
    sides = following(core) - core if len(core) > 1 else np.empty((0, 2))
    lengths = [length(side) for side in sides]
    inner = InnerPolygon(core, math.fsum(lengths), _area(core), radius)
    yield inner
    edges = []
    for i, size in enumerate(lengths):
        normal = shape.normals[i]
        p, q = core[i], core[(i + 1) % len(core)]
        out = radius * normal
        edge = OuterEdge(i, p, q, sealed(p + out), sealed(q + out), normal, size, size * radius)
        edges.append(edge)
        yield edge
    arcs = []
    for i, center in enumerate(core):
        start, turn = _corner(shape, i)
        arc = CornerArc(i, center, radius, start, turn, radius * turn, radius * radius * turn / 2.0)
        arcs.append(arc)
        yield arc
    # All exterior angles together are one turn; 2 pi itself has no rounding from the corners.
    perimeter = inner.perimeter + math.tau * radius
    area = inner.area + inner.perimeter * radius + math.pi * radius * radius
    tips = extended_outline(shape)
    answer = Anatomy(inner, tuple(edges), tuple(arcs), perimeter, area, tips, None if tips is None else _area(tips))
    yield answer
    return answer


def _corner(shape: Convex, vertex: int) -> tuple[float, float]:
    """The direction of the normal before a vertex, and the angle to the normal after it."""
    if len(shape.points) == 1:
        return 0.0, math.tau
    arriving, leaving = shape.normals[vertex - 1], shape.normals[vertex]
    start, end = (math.atan2(float(n[1]), float(n[0])) for n in (arriving, leaving))
    return start, (end - start) % math.tau


def _area(outline: Points) -> float:
    """0 for a point or a segment."""
    return abs(polygon.signed_area(outline)) if len(outline) > 2 else 0.0
