"""What two convex shapes have in common, as an outline to be filled, and what one leaves of the lines behind it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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


def lines_outside(lines: NDArray[np.float64], outline: Points) -> NDArray[np.float64]:
    """The parts of straight lines (x, y, x, y) that lie outside of a convex outline."""
    if len(outline) < 3:
        return lines
    starts, ways, edges = lines[:, :2], lines[:, 2:] - lines[:, :2], following(outline) - outline
    normals = np.stack((edges[:, 1], -edges[:, 0]), axis=1)
    left, rate = (outline * normals).sum(axis=1) - starts @ normals.T, ways @ normals.T
    at = left / np.where(rate == 0.0, 1.0, rate)
    enter = np.clip(np.where(rate < 0.0, at, 0.0).max(axis=1), 0.0, 1.0)
    leave = np.clip(np.where(rate > 0.0, at, 1.0).min(axis=1), 0.0, 1.0)
    is_crossing = (enter < leave) & ~((rate == 0.0) & (left < 0.0)).any(axis=1)
    enter, leave = (np.where(is_crossing, t, 1.0)[:, None] for t in (enter, leave))
    before, after = np.hstack((starts, starts + enter * ways)), np.hstack((starts + leave * ways, lines[:, 2:]))
    parts: NDArray[np.float64] = np.vstack((before[enter[:, 0] > 0.0], after[leave[:, 0] < 1.0]))
    return parts


def draw_common(canvas: Canvas, piece: list[Vector], ink: Ink = Ink.OVERLAP, *, opacity: float = 0.45) -> None:
    """The area of that; none where the shapes only touch."""
    if len(piece) > 2:
        canvas.area(piece, ink, opacity=opacity)
