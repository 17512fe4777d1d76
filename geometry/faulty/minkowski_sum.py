"""Sums that are wrong, each by one idea that is often met when a shape is made larger by another one.

Source of the second: Rounding collider corners (error 9).
"""

from __future__ import annotations

import numpy as np

from geometry.minkowski.sum import minkowski_sum
from geometry.outline import signed_area
from geometry.query.erosion import erosion
from geometry.query.nearest import nearest_to_origin
from geometry.record import record
from geometry.sat.support import support
from geometry.shape import Convex
from geometry.vector import Points, Vector, readonly


@record
class FaultySum:
    """An outline that is taken for that of the sum, or for a part of it."""

    outline: Points  # (n, 2); no points for nothing
    error: float  # the greatest excess, or the area that is missing
    worst: Vector  # where it is: the vertex that is farthest outside, or the middle of what is missing
    right: Vector  # the point of the true outline nearest to that
    factor: float  # by which A is scaled; 1 where it is not


def scaled(a: Convex, b: Convex) -> FaultySum:
    """A enlarged about its centre until its nearest edge lies where the sum's does: right along that edge's normal,
    too far at every edge that is farther from the centre."""
    depths = np.array([float((p - a.centroid) @ n) for (p, _), n in zip(a.edges, a.normals, strict=True)])
    near = int(np.flatnonzero(depths <= depths.min() + 1e-9)[0])  # of equally near ones the first, on every machine
    factor = 1.0 + support(b, a.normals[near]).value / depths[near] if depths[near] > 1e-9 else 1.0
    outline = a.centroid + factor * (a.points - a.centroid)
    found = [nearest_to_origin(minkowski_sum(a.moved(-p), b)) for p in outline]
    errors = [each.separation for each in found]
    worst = int(np.argmax(np.round(errors, 9)))  # of equal ones the first, whatever rounding says
    right = readonly(outline[worst] + found[worst].point)
    return FaultySum(readonly(outline), max(errors[worst], 0.0), readonly(outline[worst]), right, float(factor))


def outline_only(a: Convex, b: Convex) -> FaultySum:
    """What B covers while it is carried along the outline of A, without the inside of A: the hole that is left."""
    hole = erosion(a.points, b) if len(a.points) > 2 else np.empty((0, 2))
    area = signed_area(hole) if len(hole) > 2 else 0.0
    middle = readonly(hole.mean(axis=0)) if area > 1e-9 else a.centroid
    return FaultySum(readonly(hole if area > 1e-9 else hole[:0]), max(area, 0.0), middle, middle, 1.0)
