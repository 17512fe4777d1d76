"""Faulty uses of axis-aligned boxes: everyday mistakes of engines."""

from __future__ import annotations

from geometry.primitives.aabb import aabb_overlap
from geometry.record import record
from geometry.shape import Aabb, Convex


@record
class WrongBoxes:
    """What a faulty rule makes of the boxes of two shapes."""

    box: Aabb  # that it takes for A's
    hit: bool
    separation: float  # that it goes by; negative when overlapping


def stale_box(before: Convex, b: Convex) -> WrongBoxes:
    """A's box is not computed anew after A has turned: `before` is A as it was."""
    box = before.bounds()
    found = aabb_overlap(box, b.bounds())
    return WrongBoxes(box, found.separation <= found.tolerance, found.separation)


def either_axis(a: Convex, b: Convex) -> WrongBoxes:
    """A hit where the boxes overlap on one axis, x or y: "or" in the place of "and"."""
    steps = aabb_overlap.trace(a.bounds(), b.bounds()).steps
    least = min(steps[:2], key=lambda step: step.separation)
    return WrongBoxes(a.bounds(), least.separation <= least.tolerance, least.separation)
