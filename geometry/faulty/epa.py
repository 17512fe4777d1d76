"""Depths that are wrong, each by one idea that is often met before a polytope is expanded to the end."""

from __future__ import annotations

import math

from geometry.minkowski.difference import minkowski_difference
from geometry.minkowski.epa import PolytopeStarted, epa
from geometry.record import record
from geometry.sat.separating_axis import separation
from geometry.shape import Convex
from geometry.vector import Vector, readonly


@record
class FaultyPenetration:
    """The move of B that is taken for the minimum translation, and what it leaves."""

    move: Vector  # of B; (0, 0) where the shapes do not overlap
    left: float  # separation after it: negative, they still overlap


def triangle_only(a: Convex, b: Convex) -> FaultyPenetration:
    """The nearest side of GJK's triangle taken for a face of A - B: it lies inside, so the push is too short."""
    started = next((step for step in epa.trace(a, b) if isinstance(step, PolytopeStarted)), None)
    if started is None or len(started.faces) < 3:
        return FaultyPenetration(readonly(0.0 * a.centroid), separation(a, b))
    face = min(started.faces, key=lambda each: each.distance)
    move = readonly(face.distance * face.normal)
    return FaultyPenetration(move, separation(a, b.moved(move)))


def nearest_vertex(a: Convex, b: Convex) -> FaultyPenetration:
    """The vertex of A - B nearest to the origin taken for the nearest point: that may lie on a face, nearer."""
    if separation(a, b) > 0.0:
        return FaultyPenetration(readonly(0.0 * a.centroid), separation(a, b))
    move = min(minkowski_difference(a, b).points, key=lambda p: math.hypot(*p))
    return FaultyPenetration(readonly(move), separation(a, b.moved(move)))
