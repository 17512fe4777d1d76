"""The quadratic's roots, and rules that choose among them too hastily."""

from __future__ import annotations

import math

from geometry import Vector
from geometry.vector import dot

NONE, POSITIVE, APPROACH_FIRST = "nothing", "lowest positive root", "approach asked first"
RULES = (NONE, POSITIVE, APPROACH_FIRST)


def both_roots(center: Vector, radius: float, motion: Vector, point: Vector) -> tuple[float, float] | None:
    """The roots of a t^2 + 2 b t + c, the lower first; None without any, or without motion."""
    p = center - point
    a, b, c = dot(motion, motion), dot(p, motion), dot(p, p) - radius * radius
    discriminant = b * b - a * c
    if a <= 0.0 or discriminant < 0.0:
        return None
    root = math.sqrt(discriminant)
    return (-b - root) / a, (-b + root) / a


def faulty_fraction(rule: str, center: Vector, radius: float, motion: Vector, point: Vector) -> float | None:
    """When the rule reports a touch; None for never.

    The lowest positive root, without a look at the start or at the end of the way; or the question whether they come
    nearer, asked before the one whether they overlap.
    """
    roots = both_roots(center, radius, motion, point)
    if rule == POSITIVE:
        return None if roots is None else next((t for t in roots if t > 0.0), None)
    to_point = point - center
    if dot(to_point, motion) <= 0.0:
        return None
    if dot(to_point, to_point) <= radius * radius:
        return 0.0
    return roots[0] if roots is not None and 0.0 <= roots[0] <= 1.0 else None
