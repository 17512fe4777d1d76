"""Support points: the furthest point of a shape along a direction, and the ties.

Source: SAT explained (`getSupportPoint`), which hides ties; they decide which *edge* a contact rests on.
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from geometry.guards import require_convex
from geometry.record import VectorField, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import XY, Vector, unit


@record
class SupportPoint:
    """The furthest boundary point along a direction, and the core vertex that carries it."""

    point: VectorField  # on the boundary: vertex + radius * direction
    index: int  # of the core vertex
    value: float  # signed distance along the unit direction

    __repr__ = summary


# Cores of more vertices than this are searched by numpy: measured, the loop is quicker up to about here.
FEW_VERTICES = 48


def furthest(shape: Convex, x: float, y: float) -> tuple[int, float]:
    """The core's vertex that lies furthest along the vector (x, y), the first of several, and how far: their dot
    product. Every algorithm looks for support points here."""
    vertices = shape.points_xy
    if len(vertices) > FEW_VERTICES:
        values = shape.points @ (x, y)
        index = int(values.argmax())
        return index, float(values[index])
    i = index = 0
    most = -math.inf
    for px, py in vertices:
        value = px * x + py * y
        if value > most:
            index, most = i, value
        i += 1  # noqa: SIM113  # quicker than `enumerate`
    return index, most


def along(shape: Convex, x: float, y: float) -> list[float]:
    """The dot product of each vertex of the core with the vector (x, y): products and sums one by one, so that two
    vertices that lie equally far do so on every machine (see `transform.placed`)."""
    if len(shape.points_xy) > FEW_VERTICES:
        values: list[float] = (shape.points[:, 0] * x + shape.points[:, 1] * y).tolist()
        return values
    return [px * x + py * y for px, py in shape.points_xy]


def furthest_near(shape: Convex, x: float, y: float, start: int, blur: float) -> tuple[int, float]:
    """`furthest`, looked for from vertex `start` on, the furthest along a direction that differs little.

    Around an outline the dot products rise to the furthest one and fall again: it is found where both neighbours
    lie lower by more than `blur`, what rounding can do. Where they do not, all vertices are searched.
    """
    vertices = shape.points_xy
    if len(vertices) > FEW_VERTICES:
        return furthest(shape, x, y)
    i, last = start, len(vertices) - 1
    (px, py), (qx, qy) = vertices[i], vertices[i - last]
    most, after = px * x + py * y, qx * x + qy * y
    if after > most:
        while after > most:
            i, before, most = i + 1 if i < last else 0, most, after
            qx, qy = vertices[i - last]
            after = qx * x + qy * y
    else:
        qx, qy = vertices[i - 1]
        before = qx * x + qy * y
        while before > most:
            i, after, most = i - 1 if i > 0 else last, most, before
            qx, qy = vertices[i - 1]
            before = qx * x + qy * y
    if most - before > blur and most - after > blur:
        return i, most
    return furthest(shape, x, y)


def ends_along(shape: Convex, x: float, y: float) -> XY:
    """The shape's projection on the axis along the unit vector (x, y): its ends, the lower first."""
    vertices, r = shape.points_xy, shape.radius
    if len(vertices) > FEW_VERTICES:
        values = shape.points @ (x, y)
        return float(values.min()) - r, float(values.max()) + r
    px, py = vertices[0]
    low = high = px * x + py * y
    for px, py in vertices:
        value = px * x + py * y
        if value < low:
            low = value
        elif value > high:
            high = value
    return low - r, high + r


def support(shape: Convex, direction: ArrayLike) -> SupportPoint:
    """The furthest point of `shape` along `direction` (any length but 0); of several, the first vertex."""
    require_convex("support", "a Convex", shape, "the shape")
    n = unit(direction)
    index, value = furthest(shape, *n.tolist())
    return _carried(shape, index, n, value)


@record
class DirectionTaken:
    """The direction that is looked along, as a unit vector."""

    unit: Vector


@record
class VertexMeasured:
    """One vertex of the core, and how far it lies along the direction."""

    index: int
    value: float  # vertex . unit direction; the radius comes on top of it, the same for all
    best: int  # index of the furthest vertex so far, this one included
    best_value: float


@record
class SupportFound:
    """The furthest points: one, or two where an edge faces the direction."""

    ties: tuple[SupportPoint, ...]


@record
class RadiusAdded:
    """Of a round shape: its furthest points lie `radius` beyond the core's furthest vertices."""

    ties: tuple[SupportPoint, ...]
    radius: float


SupportStep = DirectionTaken | VertexMeasured | SupportFound | RadiusAdded


@steppable
def support_ties(shape: Convex, direction: ArrayLike) -> Steps[SupportStep, tuple[SupportPoint, ...]]:
    """Every vertex that is furthest along `direction` (not 0), up to rounding: two when an edge faces it."""
    require_convex("support_ties", "a Convex", shape, "the shape")
    n = unit(direction)
    yield DirectionTaken(n)
    values = along(shape, *n.tolist())
    best = 0
    for i, value in enumerate(values):
        if value > values[best]:
            best = i
        yield VertexMeasured(i, value, best, values[best])
    least = values[best] - rounding(shape)
    ties = tuple(_carried(shape, i, n, value) for i, value in enumerate(values) if value >= least)
    yield SupportFound(ties)
    if shape.radius > 0.0:
        yield RadiusAdded(ties, shape.radius)
    return ties


def _carried(shape: Convex, index: int, n: Vector, along: float) -> SupportPoint:
    (px, py), (x, y), r = shape.points_xy[index], n.tolist(), shape.radius
    return SupportPoint((px + r * x, py + r * y), index, along + r)
