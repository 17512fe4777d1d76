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

from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.feature import Feature
from geometry.guards import require_convex
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import COLLINEAR, CONE_SLACK, LINEAR_SLOP, rounding
from geometry.vector import XY, Vector, xy_of

Part = tuple[float, float]  # of an edge: from and to, along it, in world units
PieceEdge = tuple[int, int]  # piece, edge


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
    for i, piece in enumerate(pieces):
        require_convex("neighbours", "a sequence of Convex", piece, f"piece {i}")
    outer = tuple(
        tuple(_outer_parts(pieces, p, edge) for edge in range(len(piece.normals))) for p, piece in enumerate(pieces)
    )
    return Neighbours(outer, tuple(_corners(pieces, outer, piece) for piece in pieces))


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


def _outer_parts(pieces: Sequence[Convex], of: int, edge: int) -> tuple[Part, ...]:
    """The parts of an edge that no other piece's edge runs along."""
    piece = pieces[of]
    end = piece.points_xy[(edge + 1) % len(piece.points)]
    length = _along(piece, edge, *end)
    if len(piece.points) < 3:
        return ((0.0, length),)
    (nx, ny), (x, y) = piece.normals_xy[edge], piece.points_xy[edge]
    covered: list[Part] = []
    for p, other in enumerate(pieces):
        if p == of or len(other.points) < 3:
            continue
        near = _near(piece, other)
        for i, (mx, my) in enumerate(other.normals_xy):
            if mx * nx + my * ny > -0.5:
                continue
            (sx, sy), (tx, ty) = other.points_xy[i], other.points_xy[(i + 1) % len(other.points)]
            if abs(nx * (sx - x) + ny * (sy - y)) > near or abs(nx * (tx - x) + ny * (ty - y)) > near:
                continue
            low, high = _along(piece, edge, tx, ty), _along(piece, edge, sx, sy)
            if low < length - near and high > near:
                covered.append((low, high))
    return _left(length, covered, _near(piece, piece))


def _left(length: float, covered: list[Part], near: float) -> tuple[Part, ...]:
    """What is left of 0 to `length` without the covered parts; nothing shorter than `near`."""
    parts = []
    at = 0.0
    for low, high in sorted(covered):
        if low - at > near:
            parts.append((at, low))
        at = max(at, high)
    if length - at > near:
        parts.append((at, length))
    return tuple(parts)


def _corners(
    pieces: Sequence[Convex], outer: tuple[tuple[tuple[Part, ...], ...], ...], piece: Convex
) -> tuple[tuple[tuple[PieceEdge, PieceEdge], ...], ...]:
    """At the vertices of one piece: every outer edge that ends there, with the one that goes on from it.

    Where several go on (two corners of the whole touch), it is the one that bounds the same solid: the first that is
    met turning from the edge backwards through the solid, that of the smallest inner angle.
    """
    corners = []
    for x, y in piece.points_xy:
        ending: list[PieceEdge] = []
        starting: list[PieceEdge] = []
        for p, other in enumerate(pieces):
            near = _near(piece, other)
            for i, parts in enumerate(outer[p]):
                (nx, ny), (sx, sy) = other.normals_xy[i], other.points_xy[i]
                if abs(nx * (x - sx) + ny * (y - sy)) <= near:
                    along = _along(other, i, x, y)
                    ending += [(p, i) for _, high in parts if abs(along - high) <= near]
                    starting += [(p, i) for low, _ in parts if abs(along - low) <= near]
        pairs = []
        for p, i in ending if starting else ():
            first = pieces[p].normals_xy[i]
            turns = [NormalCone(first, pieces[q].normals_xy[j]).turn for q, j in starting]
            pairs.append(((p, i), starting[turns.index(max(turns))]))
        corners.append(tuple(pairs))
    return tuple(corners)


def _along(piece: Convex, edge: int, x: float, y: float) -> float:
    """How far along the line of a core's edge a point lies, from the edge's start."""
    (nx, ny), (sx, sy) = piece.normals_xy[edge], piece.points_xy[edge]
    return nx * (y - sy) - ny * (x - sx)


def _near(piece: Convex, other: Convex) -> float:
    """Places nearer than this are one place."""
    return 4.0 * (rounding(piece, other) + COLLINEAR * max(piece.size, other.size))


def _cross(a: XY, b: XY) -> float:
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: XY, b: XY) -> float:
    return a[0] * b[0] + a[1] * b[1]
