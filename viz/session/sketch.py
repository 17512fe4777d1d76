"""An outline drawn by hand, to take the place of a shape of the scene."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from geometry import Convex, Polygon, Pose, hull
from geometry.outline import signed_area
from geometry.simplicity import outline_fault
from geometry.simplify import simplify_ring
from geometry.vector import Points
from viz.lesson.outline import Outline
from viz.lesson.scene import Body

TOLERANCE = 5.0  # pixels that a hand is trusted with
NEAREST = 2.0  # pixels between two points that are kept
HOLLOW = 0.94  # of the hull's area: a body drawn with less was not meant to be convex
SMALLEST = 12.0  # pixels: less is a click
CLOSES = 16.0  # pixels between beginning and end of a line that has come round: what runs on beyond is cut off


@dataclass
class Sketch:
    """A line being drawn for the shape in a field of the scene. World."""

    name: str  # of the field
    points: list[tuple[float, float]] = field(default_factory=list)

    def add(self, at: tuple[float, float], pixel: float) -> None:
        """The pen comes to a place; `pixel`: its length in the world."""
        if not self.points or math.dist(at, self.points[-1]) >= NEAREST * pixel:
            self.points.append(at)

    def outline(self, pixel: float) -> Points:
        """Its corners, in the order in which they were drawn. Raises ValueError, saying why, where it bounds no
        area or crosses itself."""
        line = np.array(self.points, dtype=np.float64).reshape(-1, 2)
        if len(line) < 3 or np.ptp(line, axis=0).max() < SMALLEST * pixel:
            raise ValueError("draw once around an area")
        ring = simplify_ring(_closed(line, CLOSES * pixel), TOLERANCE * pixel)
        if (fault := outline_fault(ring)) is not None:
            raise ValueError(f"not taken: {fault.reason}")
        return ring

    def instead_of(self, shape: Body | Outline, pixel: float) -> Body | Outline:
        """A sharp shape of that outline. A body is convex: of one drawn nearly so the hull is taken. Raises
        ValueError for no outline, and ConcaveOutline for a body that would be far from convex."""
        ring = self.outline(pixel)
        if isinstance(shape, Body) and abs(signed_area(ring)) >= HOLLOW * signed_area(hull(ring).points):
            return Remedy.HULL.instead_of(shape, ring)
        return instead_of(self.name, shape, ring)


def instead_of(name: str, shape: Body | Outline, ring: Points) -> Body | Outline:
    """A sharp shape of exactly that outline, either way round, in the place of the one in a field. Raises ValueError
    for no outline, and ConcaveOutline where a body, which is convex, would have to be concave."""
    if (fault := outline_fault(ring)) is not None:
        raise ValueError(f"not taken: {fault.reason}")
    if isinstance(shape, Outline):
        return Outline(ring)
    if len(hull(ring).points) < len(ring):
        raise ConcaveOutline(name, ring)
    return Remedy.HULL.instead_of(shape, ring)


class ConcaveOutline(ValueError):
    """A concave outline for a body, which has to be convex; a `Remedy` makes one of it."""

    def __init__(self, name: str, ring: Points) -> None:
        super().__init__("This outline is concave, and the shapes of this lesson are convex.")
        self.name = name  # of the body's field
        self.ring = ring  # world


class Remedy(Enum):
    """What can be made of a concave outline for a convex body."""

    HULL = "Convex hull"
    PIECE = "Largest convex piece"

    def outline(self, ring: Points) -> Points:
        """Its corners, counter-clockwise, world."""
        if self is Remedy.HULL:
            return hull(ring).points
        return max((piece.points for piece in Polygon(ring).pieces), key=signed_area)

    def instead_of(self, body: Body, ring: Points) -> Body:
        """The body with that outline."""
        return body.shaped(Convex(self.outline(ring))).placed(Pose()).centred()


def _closed(line: Points, near: float) -> Points:
    """From where its first quarter comes nearest to its last one up to there, if that is near: a hand that goes round
    ends before or beyond where it began."""
    count = len(line) // 4 + 1
    between = line[:count, None] - line[None, -count:]
    distances = np.hypot(between[..., 0], between[..., 1])
    first, last = np.unravel_index(int(distances.argmin()), distances.shape)
    return line[first : len(line) - count + last + 1] if distances[first, last] <= near else line
