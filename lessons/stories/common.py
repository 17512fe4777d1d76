"""What two convex shapes have in common, as an outline to be filled."""

from __future__ import annotations

import numpy as np

from geometry import Convex
from geometry.outline import part_in_front
from geometry.shape import boundary
from geometry.vector import Points, Vector, following
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink


def common(a: Convex, b: Convex, stray: float, even: float = 0.0) -> list[Vector]:
    """What belongs to both shapes, their arcs as chords that stray by so much at most. A point whose triangle with an
    edge of B has no more than half of `even` for its area lies on that edge."""
    return part_inside(boundary(a, stray), boundary(b, stray), even)


def part_inside(outline: Points, other: Points, even: float = 0.0) -> list[Vector]:
    """The part of a convex outline inside another one, which goes counter-clockwise: cut off along each edge of that
    (Sutherland and Hodgman 1974)."""
    piece = list(outline)
    for p, q in zip(other, following(other), strict=True):
        if piece:
            inward = np.array((p[1] - q[1], q[0] - p[0]))
            through = p + even / float(inward @ inward) * inward if even else p
            piece = part_in_front(np.array(piece), through, inward)
    return piece


def draw_common(canvas: Canvas, piece: list[Vector], ink: Ink = Ink.OVERLAP, *, opacity: float = 0.45) -> None:
    """The area of that; none where the shapes only touch."""
    if len(piece) > 2:
        canvas.area(piece, ink, opacity=opacity)
