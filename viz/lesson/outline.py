"""An outline of a scene: rings of points as somebody has listed them, either way round and as hollow as they like.

Shapes of the app are convex bodies with a pose; an outline is what they are before that, or never become: a list that
may run clockwise, a star, a letter with holes. Whether it crosses itself is for the scene to say.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from geometry.outline import centroid, signed_area
from geometry.polygon import Polygon
from geometry.vector import Points, Vector, readonly

FEWEST, MOST = 3, 2000  # points of a ring, of all rings


@dataclass(frozen=True, eq=False)
class Outline:
    """The outer ring, then the holes: each a row of points, closed. Dragged inside, turned by A and D, reshaped at
    its vertices, which are numbered through all rings."""

    rings: tuple[Points, ...]

    def __init__(self, outer: ArrayLike, *holes: ArrayLike) -> None:
        """Raises ValueError for a ring that is no row of at least three finite points."""
        rings = tuple(readonly(np.array(ring, dtype=np.float64)) for ring in (outer, *holes))
        for ring in rings:
            if ring.ndim != 2 or ring.shape[1] != 2 or len(ring) < FEWEST or not np.isfinite(ring).all():
                raise ValueError(
                    f"a ring is a row of at least {FEWEST} finite points, shape (n, 2), not {ring.shape}"
                )
        if sum(map(len, rings)) > MOST:
            raise ValueError(f"an outline here has at most {MOST} vertices")
        object.__setattr__(self, "rings", rings)

    @property
    def points(self) -> Points:
        """The outer ring."""
        return self.rings[0]

    @cached_property
    def vertices(self) -> Points:
        """Of all rings, in order."""
        return readonly(np.concatenate(self.rings))

    @cached_property
    def middle(self) -> Vector:
        """The centre of area of the outer ring, about which it turns; of one without area the mean of its points."""
        outer = self.points
        with np.errstate(all="ignore"):
            found = centroid(outer) if signed_area(outer) != 0.0 else outer.mean(axis=0)
        low, high = outer.min(axis=0), outer.max(axis=0)
        return readonly(np.clip(found, low, high))  # the centre of a ring that crosses itself may lie anywhere

    def contains(self, at: Vector) -> bool:
        """Whether a ray to the right crosses the rings an odd number of times."""
        inside = False
        x, y = float(at[0]), float(at[1])
        for ring in self.rings:
            u, v = ring[-1].tolist()
            for u2, v2 in ring.tolist():
                if (v > y) != (v2 > y) and x < u + (y - v) / (v2 - v) * (u2 - u):
                    inside = not inside
                u, v = u2, v2
        return inside

    def moved(self, by: ArrayLike) -> Outline:
        """Moved any number of times it is still the first one, moved once: its polygon keeps the pieces it has."""
        origin, before = self._origin or (self, np.zeros(2))
        whole = readonly(before + np.asarray(by, dtype=np.float64))
        made = Outline(*(ring + whole for ring in origin.rings))
        made.__dict__["_origin"] = origin, whole
        return made

    @cached_property
    def _origin(self) -> tuple[Outline, Vector] | None:
        """The outline that this one is, moved, and by how much; None where it is no other."""
        return None

    @property
    def unmoved(self) -> Outline:
        """The outline that this one was before it was moved: itself, where it never was."""
        return self._origin[0] if self._origin is not None else self

    @cached_property
    def polygon(self) -> Polygon:
        """The solid that the rings bound. Raises ValueError where they bound none."""
        if self._origin is not None:
            origin, by = self._origin
            with suppress(ValueError):
                return origin.polygon.moved(by)
        return Polygon(self.points, self.rings[1:])

    def turned(self, angle: float) -> Outline:
        """Turned about its middle by an angle in radians, counter-clockwise."""
        c, s = math.cos(angle), math.sin(angle)
        turn = np.array(((c, s), (-s, c)))  # of rows
        return Outline(*((ring - self.middle) @ turn + self.middle for ring in self.rings))

    def with_vertex(self, index: int, at: ArrayLike) -> Outline:
        """One vertex put somewhere else."""
        changed = self.vertices.copy()
        changed[index] = at
        return Outline(*np.split(changed, np.cumsum([len(ring) for ring in self.rings])[:-1]))

    def with_vertex_added(self, edge: int) -> Outline:
        """A new vertex in the middle of the edge that begins at vertex `edge`."""
        which, start = self._place(edge)
        ring = self.rings[which]
        middle = (ring[start] + ring[(start + 1) % len(ring)]) / 2.0
        return self._with_ring(which, np.insert(ring, start + 1, middle, axis=0))

    def with_vertex_removed(self, index: int) -> Outline:
        """Without one vertex. Raises ValueError where fewer than three of its ring would stay."""
        which, at = self._place(index)
        if len(self.rings[which]) <= FEWEST:
            raise ValueError("an outline needs three vertices")
        return self._with_ring(which, np.delete(self.rings[which], at, axis=0))

    def _place(self, index: int) -> tuple[int, int]:
        """The ring of a vertex, and its number there."""
        for which, ring in enumerate(self.rings):
            if index < len(ring):
                return which, index
            index -= len(ring)
        raise ValueError("there is no such vertex")

    def _with_ring(self, which: int, ring: Points) -> Outline:
        return Outline(*(ring if i == which else each for i, each in enumerate(self.rings)))
