"""Where the outlines of two shapes cross.

Source: Rounding collider corners, whose proof note takes crossing edges for a necessary sign of contact: of a shape
within another no edge crosses.
"""

from __future__ import annotations

from geometry.shape import Convex
from geometry.vector import Vector, cross


def crossing_edges(a: Convex, b: Convex) -> tuple[tuple[int, int], ...]:
    """The pairs (edge of a, edge of b) of straight boundary edges that cross: each has the other's ends strictly on
    both of its sides. Edges that only touch do not cross; arcs of rounded shapes are left out."""
    return tuple(
        (i, j)
        for i, (p, q) in enumerate(a.edges)
        for j, (r, s) in enumerate(b.edges)
        if _parts(p, q, r, s) and _parts(r, s, p, q)
    )


def _parts(p: Vector, q: Vector, r: Vector, s: Vector) -> bool:
    """Whether the line through p and q has r and s strictly on different sides."""
    return cross(q - p, r - p) * cross(q - p, s - p) < 0.0
