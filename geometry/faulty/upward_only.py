"""Contacts whose normal does not point up are dropped, to be shown beside those of `geometry.contact.neighbours`.

The thought: a floor pushes up, so any other normal comes from an inner edge. What is wrong: walls and steps push
sideways, and they vanish as well. A body enters a wall until its top is the nearest way out, and is lifted through.
Source: issue threads of 2-D engines.
"""

from __future__ import annotations

import math

from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold
from geometry.shape import Convex

LEAST_UP = math.cos(math.radians(45.0))


def upward_only(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
    """The contacts of two shapes, B above A; none where their normal, from A to B, leans by more than 45 degrees.
    Raises ValueError as `manifold` does."""
    found = manifold(a, b, previous=previous)
    if float(found.normal[1]) >= LEAST_UP:
        return found
    return Manifold(
        found.outcome, found.kind, found.normal, found.separation, (), found.reference, found.incident,
        found.tolerance,
    )  # fmt: skip
