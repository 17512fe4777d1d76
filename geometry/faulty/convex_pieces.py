"""Convex pieces with a slip: the merging of `convex_decomposition`, with a test that lets the wrong diagonals go.

Without a slip it finds the pieces of `geometry.concave.convex_decomposition`, diagonal by diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from geometry.concave.convex_decomposition import TrianglesTaken, join
from geometry.polygon import Polygon
from geometry.summary import summary


class Slip(Enum):
    """What is wrong."""

    NONE = "none"
    ONE_END = "one end checked"  # the corner at the lower vertex number alone
    TRIANGLES = "corners of the triangles"  # of the two first triangles, though the pieces have grown
    STRICT = "straight refused"  # cross > 0: a diagonal stays where a corner would be straight


@dataclass(frozen=True, slots=True, eq=False)
class FaultyPieces:
    """What the merging with a slip comes to."""

    slip: Slip
    after: tuple[tuple[tuple[int, ...], ...], ...]  # the pieces at first, and after each diagonal
    removed: tuple[bool, ...]  # of each diagonal
    reflex: tuple[tuple[int, ...], ...]  # of the pieces at the end, the vertices at which each is reflex

    __repr__ = summary


def pieces_with(slip: Slip, polygon: Polygon, taken: TrianglesTaken) -> FaultyPieces:
    """Merge the triangles of a polygon without holes, with one slip. Raises ValueError for one with holes."""
    if polygon.holes:
        raise ValueError("the faulty merging knows no holes")
    turn = polygon.exact.turn
    triangles = taken.triangulation.triangles
    pieces: tuple[tuple[int, ...], ...] = triangles
    after, removed = [pieces], []
    for diagonal in taken.diagonals:
        found = join(pieces, diagonal)
        tested = join(triangles, diagonal) if slip is Slip.TRIANGLES else found
        first, second = turn(*tested.corner_first), turn(*tested.corner_second)
        least = first if slip is Slip.ONE_END else min(first, second)
        goes = least > 0 or (least == 0 and slip is not Slip.STRICT)
        if goes:
            pieces = (*(piece for piece in pieces if piece not in found.sides), found.joined)
        after.append(pieces)
        removed.append(goes)
    reflex = tuple(
        tuple(v for i, v in enumerate(piece) if turn(piece[i - 1], v, piece[(i + 1) % len(piece)]) < 0)
        for piece in pieces
    )
    return FaultyPieces(slip, tuple(after), tuple(removed), reflex)
