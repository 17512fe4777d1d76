"""Faulty steps of a test of two boxes.

Source: Shapes and collision detection.
"""

from __future__ import annotations

from geometry.primitives.box_box import FaceTested
from geometry.shape import Convex
from geometry.vector import Vector, readonly


def best_of_two_directions(tests: tuple[FaceTested, ...]) -> FaceTested:
    """The greatest separation over two faces of each box, as if a box had two directions to test on one side only.

    A gap in front of one of the other four faces is missed.
    """
    return max((tested for tested in tests if tested.face < 2), key=lambda tested: tested.separation)


def strict_reference(tests: tuple[FaceTested, ...]) -> FaceTested:
    """The greatest separation by a bare comparison: among faces that tie, rounding decides, anew in every frame."""
    return max(tests, key=lambda tested: tested.separation)


def corner_contact(a: Convex, b: Convex, normal: Vector) -> Vector:
    """The corner of B that is deepest in A along `normal`, alone: where an edge of B rests flat, the tilt's rounding
    chooses the corner. Unit normal from A to B."""
    along = b.points @ normal
    return readonly(b.points[int(along.argmin())])


def misplaced_contact(tested: FaceTested) -> Vector:
    """The contact point, by a sign that slipped: from the support point half of s along the normal in the place of
    half of -s, so it lies off by the depth, outside of both surfaces."""
    return readonly(tested.support.point + 0.5 * tested.separation * tested.outward)
