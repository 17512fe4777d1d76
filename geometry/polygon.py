"""Polygons that may be concave and have holes: an outline, rings cut out of it, and a layer of rounding around it.

Every generic query takes a `Convex`; a `Polygon` is the union of its convex `pieces`, and what holds for a union is
asked of the pieces (see `geometry.concave.pairs`). Bad input is refused here, with the fault and its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from geometry import vector
from geometry.exact import Lattice
from geometry.outline import corners, on_one_line, plainly_convex
from geometry.record import copies_readonly
from geometry.shape import Aabb, Convex, hull, of_core
from geometry.simplicity import OutlineFault, outline_fault
from geometry.transform import Pose
from geometry.vector import Points, Vector, number, readonly

if TYPE_CHECKING:
    from geometry.concave.convex_decomposition import Decomposition
    from geometry.concave.ear_clipping import Triangulation
    from geometry.contact.neighbours import Neighbours


@copies_readonly
@dataclass(frozen=True, eq=False)  # without slots: what follows from the points is worked out once
class Polygon:
    """`outline`: the core's boundary, shape (n, 2), concave allowed; `holes`: rings cut out of it; `radius` >= 0: the
    layer around the core, which fills holes from their edge as well. World units.

    Either winding of any ring is taken and kept, so that vertices keep their numbers; `is_counter_clockwise` says
    which it is. Vertices on a straight run are kept too. Raises ValueError, naming the edges and the place, for an
    outline that crosses or touches itself, a repeated vertex, a spike, fewer than three vertices, zero area, and for
    a hole outside the outline, in another hole, or touching either.
    """

    outline: Points
    holes: tuple[Points, ...]
    radius: float

    def __init__(self, outline: ArrayLike, holes: Sequence[ArrayLike] = (), radius: float = 0.0) -> None:
        ring = vector.points(outline, "outline")
        inner = tuple(vector.points(hole, f"hole {i}") for i, hole in enumerate(_sequence(holes)))
        radius = number(radius, "radius")
        if radius < 0.0:
            raise ValueError(f"radius must be >= 0, not {radius:g}")
        exact = Lattice(np.concatenate((ring, *inner)))
        if (fault := outline_fault(ring, inner, exact)) is not None:
            raise ValueError(fault.reason)
        object.__setattr__(self, "outline", ring)
        object.__setattr__(self, "holes", inner)
        object.__setattr__(self, "radius", radius)
        self.__dict__["exact"] = exact

    def __repr__(self) -> str:
        return f"Polygon({self.outline.tolist()}, {[hole.tolist() for hole in self.holes]}, {self.radius:g})"

    @staticmethod
    def fault(outline: ArrayLike, holes: Sequence[ArrayLike] = ()) -> OutlineFault | None:
        """Why these rings are no polygon, and where; None when they are one. Raises ValueError for what are no rings
        of finite points at all."""
        rings = [vector.points(hole, f"hole {i}") for i, hole in enumerate(_sequence(holes))]
        return outline_fault(vector.points(outline, "outline"), rings)

    @cached_property
    def points(self) -> Points:
        """All vertices, shape (n, 2): the outline's, then the holes'. Their numbers are those of triangulations."""
        return readonly(np.concatenate((self.outline, *self.holes)))

    @cached_property
    def rings(self) -> tuple[range, ...]:
        """The numbers of the outline's vertices in `points`, then those of every hole."""
        ends = np.cumsum([0, len(self.outline), *(len(hole) for hole in self.holes)]).tolist()
        return tuple(range(start, end) for start, end in pairwise(ends))

    @cached_property
    def exact(self) -> Lattice:
        """The vertices as whole numbers, for signs without rounding."""
        return Lattice(self.points)

    @cached_property
    def signed_area(self) -> float:
        """Of the outline alone, without its holes: positive counter-clockwise."""
        return self.exact.area(self.rings[0])

    @property
    def is_counter_clockwise(self) -> bool:
        """Whether the outline was given counter-clockwise (y up)."""
        return self.signed_area > 0.0

    @cached_property
    def area(self) -> float:
        """Of the core: the outline's less the holes'."""
        return abs(self.signed_area) - sum(abs(self.exact.area(ring)) for ring in self.rings[1:])

    @cached_property
    def ordered(self) -> tuple[tuple[int, ...], ...]:
        """The vertices of every ring with the solid on the left: the outline counter-clockwise from vertex 0, the
        holes clockwise from their first vertex."""
        return tuple(
            tuple(ring) if (self.exact.twice_area(ring) > 0) == (r == 0) else (ring[0], *ring[:0:-1])
            for r, ring in enumerate(self.rings)
        )

    @cached_property
    def reflex(self) -> tuple[int, ...]:
        """The vertices at which the inner angle is above 180 degrees; a convex vertex of a hole is one."""
        return tuple(
            sorted(
                ring[i]
                for ring in self.ordered
                for i in range(len(ring))
                if self.exact.turn(ring[i - 1], ring[i], ring[(i + 1) % len(ring)]) < 0
            )
        )

    @cached_property
    def triangulation(self) -> Triangulation:
        """The triangles that ear clipping finds from vertex 0."""
        if self._source is not None:
            return self._source[0].triangulation
        from geometry.concave.ear_clipping import ear_clipping

        return ear_clipping(self)

    @cached_property
    def decomposition(self) -> Decomposition:
        """The convex pieces by the numbers of their vertices (see `convex_decomposition`)."""
        if self._source is not None:
            return self._source[0].decomposition
        from geometry.concave.convex_decomposition import convex_decomposition

        return convex_decomposition(self, self.triangulation)

    @cached_property
    def pieces(self) -> tuple[Convex, ...]:
        """Convex shapes whose union this is, each rounded by the radius; a convex polygon is one piece.

        A piece has no vertices on its straight runs. One that is too thin to be told from a line is a segment.
        """
        if self._source is not None:
            origin, place = self._source
            return tuple(place(piece) for piece in origin.pieces)
        points, rings, radius = self.points, self.decomposition.pieces, self.radius
        return tuple(
            of_core(readonly(points[list(ring)]), radius) if is_plain else _piece(points[list(ring)], radius)
            for ring, is_plain in zip(rings, plainly_convex(points, rings), strict=True)
        )

    @cached_property
    def largest_piece(self) -> Convex:
        """The piece of the greatest area, the first of several: exactly, on every machine."""
        areas = [self.exact.twice_area(ring) for ring in self.decomposition.pieces]
        return self.pieces[areas.index(max(areas))]

    @cached_property
    def neighbours(self) -> Neighbours:
        """Which edges of the pieces are inner ones, and what contact normals their corners allow."""
        if self._source is not None:
            return self._source[0].neighbours
        from geometry.contact.neighbours import neighbours

        return neighbours(self.pieces)

    def at(self, pose: Pose) -> Polygon:
        """This shape, taken as local, placed in the world; its pieces stay the same ones. Raises ValueError where
        rounding makes vertices merge or edges meet, far from the origin."""
        return self._placed(pose.place, lambda piece: piece.at(pose))

    def moved(self, by: ArrayLike) -> Polygon:
        """This shape moved by a world vector. Raises ValueError as `at` does."""
        shift = vector.vector(by, "displacement")
        return self._placed(lambda ring: readonly(ring + shift), lambda piece: piece.moved(shift))

    def contains(self, place: ArrayLike) -> bool:
        """Whether a point lies in the shape, its boundary included."""
        return any(piece.contains(place) for piece in self.pieces) or self._holds(vector.vector(place, "place"))

    def _holds(self, place: Vector) -> bool:
        """Whether a point lies in the core, by exact signs: one on the seam of two pieces may lie beside both of them
        by the rounding of their edges. A ray to the right crosses the edges an odd number of times."""
        n, exact = len(self.points), Lattice(np.concatenate((self.points, place[None])))
        ys, inside = exact.ys, False
        for ring in self.rings:
            for i in ring:
                j = i + 1 if i + 1 < ring.stop else ring.start
                turn = exact.turn(i, j, n)
                if turn == 0 and exact.along(i, n, j) >= 0:
                    return True
                if (ys[i] <= ys[n]) != (ys[j] <= ys[n]):
                    inside ^= (turn > 0) == (ys[i] < ys[j])
        return inside

    def bounds(self) -> Aabb:
        """Axis-aligned bounding box, radius included."""
        low, high = self.outline.min(axis=0), self.outline.max(axis=0)
        return Aabb(readonly(low - self.radius), readonly(high + self.radius))

    @cached_property
    def _source(self) -> tuple[Polygon, Callable[[Convex], Convex]] | None:
        """What this was placed from, and how its pieces come here; None for a polygon that was made here."""
        return None

    def _placed(self, place: Callable[[Points], Points], place_piece: Callable[[Convex], Convex]) -> Polygon:
        try:
            placed = Polygon(place(self.outline), [place(hole) for hole in self.holes], self.radius)
        except ValueError as error:
            raise ValueError(f"too far from the origin for its size: {error}") from None
        placed.__dict__["_source"] = (self, place_piece)
        return placed


def pieces_of(shape: Convex | Polygon) -> tuple[Convex, ...]:
    """The convex shapes whose union a shape is: its own pieces, or itself."""
    return shape.pieces if isinstance(shape, Polygon) else (shape,)


def _sequence(holes: Sequence[ArrayLike]) -> Sequence[ArrayLike]:
    if not (isinstance(holes, list | tuple) or (isinstance(holes, np.ndarray) and holes.ndim > 0)):
        raise ValueError(f"holes must be a sequence of outlines, not a {type(holes).__name__}")
    return holes


def _piece(ring: Points, radius: float) -> Convex:
    """A convex ring as a shape. The signs that made it were exact; what rounding cannot tell from a line is one."""
    if not on_one_line(ring):
        with suppress(ValueError):
            return Convex(corners(ring), radius)
        with suppress(ValueError):  # a corner so acute that it folds, up to rounding: the hull has none
            return hull(ring, radius)
    first = _furthest(ring, ring[0])
    return Convex((first, _furthest(ring, first)), radius)


def _furthest(ring: Points, origin: Vector) -> Vector:
    away = ring - origin
    return readonly(ring[int(np.hypot(away[:, 0], away[:, 1]).argmax())].copy())
