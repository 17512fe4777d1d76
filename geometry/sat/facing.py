"""The facing edge of a contact normal: the edge that is named, and that a contact rests on."""

from __future__ import annotations

from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import Convex
from geometry.tolerance import PARALLEL
from geometry.vector import Vector, cross


def facing_edge(a: Convex, b: Convex, normal: Vector, axis: object = None) -> FeatureRef | None:
    """The edge whose outward normal is the contact normal `normal` (unit, from A to B; an edge of A) or its opposite
    (an edge of B); None where no edge faces. Of several A's before B's, then the lower number."""
    for owner, shape, outward in (("A", a, normal), ("B", b, -normal)):
        for i, n in enumerate(shape.normals):
            if abs(cross(n, outward)) <= PARALLEL and float(n @ outward) > 0.0:
                return FeatureRef(owner, FeatureKind.EDGE, i)
    return None
