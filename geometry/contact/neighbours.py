"""What convex pieces that lie side by side must know of one another: which of their edges are inner, and which
contact normals are possible at their corners.

A box that slides over a floor of tiles meets the side of a tile at every seam, although nothing is there to be hit:
the side is an *inner edge*. Leaving inner edges out of the search for the axis is wrong (the box's own side takes
over, and a piece without an outer edge above pushes the box down). Contacts are computed as usual, and then one is
dropped

    where it lies on an inner edge, or
    where its normal lies outside the cone of the outer edges that meet at its corner.

The cone at a corner of the whole reaches from the outward normal of the outer edge that ends there to that of the
outer edge that starts there:

      ridge: a fan        flat seam: one direction      valley: the two normals, nothing between

Sources: the ghost vertices of Box2D's chains, as its angular slop is; SAT explained (error 19, pushes piece by
piece).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.feature import Feature
from geometry.guards import listed, require_convex
from geometry.outline import extent
from geometry.record import copies_readonly
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import COLLINEAR, CONE_SLACK, LINEAR_SLOP, ROUNDING
from geometry.vector import XY, Vector, xy_of

Part = tuple[float, float]  # of an edge: from and to, along it, in world units
PieceEdge = tuple[int, int]  # piece, edge


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class NormalCone:
    """The outward normals that a contact at one corner may have: those from `first` counter-clockwise to `second`.

    At a reflex corner the two alone: between them lies the solid.
    """

    first: XY  # unit: of the outer edge that ends at the corner
    second: XY  # unit: of the outer edge that starts there

    @property
    def turn(self) -> float:
        """Radians from the first to the second: pi less the inner angle. Negative at a reflex corner."""
        return math.atan2(_cross(self.first, self.second), _dot(self.first, self.second))

    def holds(self, normal: XY, slack: float = CONE_SLACK) -> bool:
        """Whether a unit normal, outward, lies in the cone or at most `slack` radians beside it."""
        least = math.cos(slack)
        if _dot(self.first, normal) >= least or _dot(self.second, normal) >= least:
            return True
        is_fan = _cross(self.first, self.second) > 0.0
        return is_fan and _cross(self.first, normal) >= 0.0 and _cross(normal, self.second) >= 0.0


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """What is known of pieces side by side, by numbers: it stays true while they are moved together."""

    outer: tuple[tuple[tuple[Part, ...], ...], ...]  # [piece][edge]: (from, to) along the core's edge; none: inner
    corners: tuple[tuple[tuple[tuple[PieceEdge, PieceEdge], ...], ...], ...]  # [piece][vertex]: the outer edges that
    # end and start there, in pairs; none where the vertex lies inside the whole

    __repr__ = summary

    def is_inner(self, piece: int, edge: int) -> bool:
        """Whether a whole edge lies between this piece and others: nothing outside can meet it."""
        return not self.outer[piece][edge]

    def cones(self, pieces: Sequence[Convex], piece: int, vertex: int) -> tuple[NormalCone, ...]:
        """The cones at a vertex of a piece, as the pieces lie now: one as a rule, none inside the whole."""
        return tuple(
            NormalCone(pieces[p].normals_xy[i], pieces[q].normals_xy[j])
            for (p, i), (q, j) in self.corners[piece][vertex]
        )

    def ghosts(self, pieces: Sequence[Convex], piece: int, vertex: int) -> tuple[tuple[XY, XY], ...]:
        """The ghost vertices at a vertex of a piece, one pair for each of its `cones`: the far ends of the outer edge
        that ends there and of the one that starts there."""
        x, y = pieces[piece].points_xy[vertex]
        found = []
        for (p, i), (q, j) in self.corners[piece][vertex]:
            ends, starts = _along(pieces[p], i, x, y), _along(pieces[q], j, x, y)
            first, _ = min(self.outer[p][i], key=lambda part: abs(part[1] - ends))
            _, last = min(self.outer[q][j], key=lambda part: abs(part[0] - starts))
            found.append((_place(pieces[p], i, first), _place(pieces[q], j, last)))
        return tuple(found)

    def is_possible(self, pieces: Sequence[Convex], piece: int, feature: Feature, at: Vector, normal: XY) -> bool:
        """Whether something outside can touch a feature of a piece with this outward normal.

        An edge: where the place `at` lies on an outer part of it. A vertex: where one of its cones holds the normal.
        Circles and segments have no neighbours: always.
        """
        shape = pieces[piece]
        if len(shape.points) < 3:
            return True
        if feature.is_vertex:
            return any(cone.holds(normal) for cone in self.cones(pieces, piece, feature.index))
        along = _along(shape, feature.index, float(at[0]), float(at[1]))
        room = LINEAR_SLOP * shape.size  # a cut point's foot may lie beside it by as much as the contact is deep
        return any(low - room <= along <= high + room for low, high in self.outer[piece][feature.index])


def neighbours(pieces: Sequence[Convex]) -> Neighbours:
    """What pieces that touch along their edges must know of one another; found once, where they are made.

    Two edges are neighbours where they run against each other on one line, up to rounding, whole or in part. The
    pieces must not overlap. Raises ValueError for anything but a sequence of Convex.
    """
    pieces = listed("neighbours", "Convex", pieces)
    for i, piece in enumerate(pieces):
        require_convex("neighbours", "a sequence of Convex", piece, f"piece {i}")
    edges = _Edges(pieces)
    parts = edges.outer_parts()
    outer = tuple(
        tuple(parts.get((p, i), ((0.0, math.inf),)) for i in range(_edges(piece))) for p, piece in enumerate(pieces)
    )
    return Neighbours(outer, edges.corners(pieces, parts))


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Among:
    """A piece of a contact among the pieces that it belongs to."""

    known: Neighbours
    pieces: Sequence[Convex]
    index: int


def is_ghost(found: Manifold, point: ManifoldPoint, a: Among | None, b: Among | None) -> bool:
    """Whether a contact point of two pieces is to be dropped: nothing of the whole is there to be hit.

    `a`, `b`: the piece of either side; None for a shape that stands alone.
    """
    x, y = xy_of(found.normal)
    reference = found.reference
    for owner, among, feature, at, normal in (
        (Owner.A, a, point.id[0], point.on_a, (x, y)),
        (Owner.B, b, point.id[1], point.on_b, (-x, -y)),
    ):
        if among is None:
            continue
        if reference is not None and reference.owner is owner and among.known.is_inner(among.index, reference.edge):
            return True
        if not among.known.is_possible(among.pieces, among.index, feature, at, normal):
            return True
    return False


class _Edges:
    """The edges of all pieces that have an inside, in one row: (piece, edge) by number."""

    def __init__(self, pieces: Sequence[Convex]) -> None:
        sizes = [len(piece.points) for piece in pieces]
        every = np.concatenate([piece.points for piece in pieces] or [np.zeros((1, 2))])
        self.places = every - every[0]  # of all vertices, piece by piece; those of segments and points too
        first = np.cumsum([0, *sizes]).tolist()
        solid = [(p, first[p], size) for p, size in enumerate(sizes) if size > 2]
        self.of: list[PieceEdge] = [(p, i) for p, _, size in solid for i in range(size)]
        self.start = np.array([at + i for _, at, size in solid for i in range(size)], dtype=np.intp)
        self.end = np.array([at + (i + 1) % size for _, at, size in solid for i in range(size)], dtype=np.intp)
        e = self.places[self.end] - self.places[self.start]
        self.lengths = np.hypot(e[:, 0], e[:, 1])
        self.normals = np.stack((e[:, 1], -e[:, 0]), axis=1) / self.lengths[:, None]
        # Places nearer than this are one place.
        largest = float(np.abs(every).max()) + max((piece.radius for piece in pieces), default=0.0)
        self.near = 4.0 * (ROUNDING * largest + COLLINEAR * extent(every))
        (nx, ny), (x, y) = self.normals.T[:, :, None], self.places.T
        over = nx * x
        over += ny * y
        over -= (self.normals * self.places[self.start]).sum(axis=1)[:, None]
        self.is_over = np.abs(over, out=over) <= self.near  # whether a place lies on the line of an edge

    def outer_parts(self) -> dict[PieceEdge, tuple[Part, ...]]:
        """The parts of every edge that no other piece's edge runs along."""
        edge, other = (self.is_over[:, self.start] & self.is_over[:, self.end]).nonzero()
        owner = np.array([p for p, _ in self.of], dtype=np.intp)
        against = (self.normals[edge] * self.normals[other]).sum(axis=1) < -0.5
        against &= owner[edge] != owner[other]
        edge, other = edge[against], other[against]
        covered: list[list[Part]] = [[] for _ in self.of]
        ends, starts = self._along(edge, self.end[other]), self._along(edge, self.start[other])
        for k, low, high in zip(edge.tolist(), ends.tolist(), starts.tolist(), strict=True):
            covered[k].append((low, high))
        lengths = self.lengths.tolist()
        return {
            of: _left(length, parts, self.near) for of, length, parts in zip(self.of, lengths, covered, strict=True)
        }

    def corners(
        self, pieces: Sequence[Convex], parts: dict[PieceEdge, tuple[Part, ...]]
    ) -> tuple[tuple[tuple[tuple[PieceEdge, PieceEdge], ...], ...], ...]:
        """At the vertices of every piece: every outer edge that ends there, with the one that goes on from it."""
        is_outer = np.array([bool(parts[of]) for of in self.of], dtype=bool)
        edge, place = (self.is_over & is_outer[:, None]).nonzero()
        along = self._along(edge, place)
        is_met = (along >= -self.near) & (along <= self.lengths[edge] + self.near)
        ending: list[list[int]] = [[] for _ in self.places]
        starting: list[list[int]] = [[] for _ in self.places]
        for k, v, at in zip(edge[is_met].tolist(), place[is_met].tolist(), along[is_met].tolist(), strict=True):
            for low, high in parts[self.of[k]]:
                if abs(at - high) <= self.near:
                    ending[v].append(k)
                if abs(at - low) <= self.near:
                    starting[v].append(k)
        pairs = (self._paired(ends, starts) for ends, starts in zip(ending, starting, strict=True))
        return tuple(tuple(islice(pairs, len(piece.points))) for piece in pieces)

    def _paired(self, ending: list[int], starting: list[int]) -> tuple[tuple[PieceEdge, PieceEdge], ...]:
        """Every edge that ends at a place with the one that goes on.

        Where several go on (two corners of the whole touch), it is the one that bounds the same solid: the first that
        is met turning from the edge backwards through the solid, that of the smallest inner angle.
        """
        if len(starting) == 1:
            return tuple((self.of[k], self.of[starting[0]]) for k in ending)
        pairs = []
        for k in ending if starting else ():
            turns = [NormalCone(self._normal(k), self._normal(m)).turn for m in starting]
            pairs.append((self.of[k], self.of[starting[turns.index(max(turns))]]))
        return tuple(pairs)

    def _along(self, edge: NDArray[np.intp], place: NDArray[np.intp]) -> NDArray[np.float64]:
        """How far along the lines of edges places lie, each along its own, from their starts."""
        (nx, ny), (x, y) = self.normals[edge].T, (self.places[place] - self.places[self.start[edge]]).T
        found: NDArray[np.float64] = nx * y - ny * x
        return found

    def _normal(self, k: int) -> XY:
        x, y = self.normals[k].tolist()
        return x, y


def _left(length: float, covered: list[Part], near: float) -> tuple[Part, ...]:
    """What is left of 0 to `length` without the covered parts; nothing shorter than `near`."""
    parts = []
    at = 0.0
    for low, high in sorted(covered):
        if low >= length - near or high <= near:  # beside the edge
            continue
        if low - at > near:
            parts.append((at, low))
        at = max(at, high)
    if length - at > near:
        parts.append((at, length))
    return tuple(parts)


def _edges(piece: Convex) -> int:
    """How many edges a piece has: a segment has two, a point none."""
    return len(piece.points) if len(piece.points) > 1 else 0


def _along(piece: Convex, edge: int, x: float, y: float) -> float:
    """How far along the line of a core's edge a point lies, from the edge's start."""
    (nx, ny), (sx, sy) = piece.normals_xy[edge], piece.points_xy[edge]
    return nx * (y - sy) - ny * (x - sx)


def _place(piece: Convex, edge: int, along: float) -> XY:
    """The point of the line of a core's edge that lies so far along it."""
    (nx, ny), (sx, sy) = piece.normals_xy[edge], piece.points_xy[edge]
    return sx - along * ny, sy + along * nx


def _cross(a: XY, b: XY) -> float:
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: XY, b: XY) -> float:
    return a[0] * b[0] + a[1] * b[1]
