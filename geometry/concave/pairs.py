"""Two shapes of several pieces: apart when all pairs of pieces are, and as far as the nearest of them.

    for every piece of A and every piece of B
        their boxes are further apart than the nearest pair so far: nothing to learn
        otherwise their distance (GJK), or how deep they overlap (SAT)

Whether two unions overlap, and how far apart they are, can be decided pair by pair. The least push cannot: see
`geometry.concave.translation`. Source: SAT explained, which cuts concave shapes into triangles first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geometry.guards import require_solid
from geometry.minkowski.gjk import gjk
from geometry.outcome import Outcome
from geometry.polygon import Polygon, pieces_of
from geometry.record import record
from geometry.sat.separating_axis import AxisStep, SeparatingAxis, separating_axis
from geometry.shape import Aabb, Convex
from geometry.summary import summary
from geometry.tolerance import rounding
from geometry.trace import Steps, Trace, steppable
from geometry.vector import Points, Vector


@record
class PiecePair:
    """What is known of one piece of A and one of B."""

    of_a: int  # index of the piece
    of_b: int
    box_gap: float  # distance of their axis-aligned boxes; 0 where these overlap
    separation: float | None  # signed: their distance, or minus how deep they overlap; None: spared by the boxes
    on_a: Vector | None  # nearest points, where they are apart
    on_b: Vector | None
    is_overlap: bool  # touching is overlap


@record
class PairTested:
    """One pair, and the nearest before it."""

    pair: PiecePair
    search: Trace[AxisStep, SeparatingAxis] | None  # of the separating axis; None where the boxes decide
    nearest: PiecePair | None  # the pair of least separation, this one included


@dataclass(frozen=True, slots=True, eq=False)
class PairsTested:
    """The answer: whether the whole shapes overlap; if not, how far apart they are."""

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    distance: float  # between the whole shapes; 0 where they overlap
    nearest: PiecePair  # the pair of least separation: the distance is its own; of overlapping ones the deepest
    pairs: tuple[PiecePair, ...]  # all, A's pieces in order and for each of them B's
    overlapping: tuple[PiecePair, ...]

    __repr__ = summary


@steppable
def polygon_pairs(a: Polygon | Convex, b: Polygon | Convex) -> Steps[PairTested | PairsTested, PairsTested]:
    """Whether two shapes overlap, and how far apart they are, pair of pieces by pair.

    Concave, rounded and convex shapes alike. Tie rule: the first pair. Raises ValueError for anything but a Polygon
    or a Convex.
    """
    require_solid("polygon_pairs", a, "A")
    require_solid("polygon_pairs", b, "B")
    pieces_a, pieces_b = pieces_of(a), pieces_of(b)
    pairs: list[PiecePair] = []
    nearest: PiecePair | None = None
    least = math.inf
    gaps = iter(box_gaps(pieces_a, pieces_b))
    for i, p in enumerate(pieces_a):
        for j, q in enumerate(pieces_b):
            gap = next(gaps)
            pair = _measured(i, p, j, q, gap) if gap <= max(least, 0.0) else _spared(i, j, gap)
            pairs.append(pair)
            if pair.separation is not None and pair.separation < least:
                nearest, least = pair, pair.separation
            yield PairTested(pair, separating_axis.trace(p, q) if gap == 0.0 else None, nearest)
    assert nearest is not None  # the first pair is always measured
    overlapping = tuple(pair for pair in pairs if pair.is_overlap)
    outcome = Outcome.OVERLAPPED if overlapping else Outcome.SEPARATED
    answer = PairsTested(outcome, 0.0 if overlapping else least, nearest, tuple(pairs), overlapping)
    yield answer
    return answer


def box_gap(a: Aabb, b: Aabb) -> float:
    """The distance of two axis-aligned boxes; 0 where they overlap."""
    (a_left, a_bottom), (a_right, a_top) = a.low.tolist(), a.high.tolist()
    (b_left, b_bottom), (b_right, b_top) = b.low.tolist(), b.high.tolist()
    return math.hypot(max(0.0, b_left - a_right, a_left - b_right), max(0.0, b_bottom - a_top, a_bottom - b_top))


def box_gaps(a: Sequence[Convex], b: Sequence[Convex]) -> list[float]:
    """`box_gap` of all pairs, A's pieces in order and for each of them B's."""
    (a_low, a_high), (b_low, b_high) = corners_of_boxes(a), corners_of_boxes(b)
    apart = np.maximum(b_low - a_high[:, None], a_low[:, None] - b_high)
    x, y = np.maximum(apart, 0.0).reshape(-1, 2).T.tolist()
    return list(map(math.hypot, x, y))


def corners_of_boxes(pieces: Sequence[Convex]) -> tuple[Points, Points]:
    """The lower left and the upper right corners of the pieces' boxes."""
    first = np.cumsum([0, *(len(piece.points) for piece in pieces[:-1])])
    points = np.concatenate([piece.points for piece in pieces])
    radius = np.array([[piece.radius] for piece in pieces])
    return np.minimum.reduceat(points, first) - radius, np.maximum.reduceat(points, first) + radius


def _spared(i: int, j: int, gap: float) -> PiecePair:
    return PiecePair(i, j, gap, None, None, None, False)


def _measured(i: int, p: Convex, j: int, q: Convex, gap: float) -> PiecePair:
    found = gjk(p, q)
    if found.separation is not None and found.separation > 0.0:
        is_overlap = found.separation <= rounding(p, q)
        return PiecePair(i, j, gap, found.separation, found.on_a, found.on_b, is_overlap)
    separation = separating_axis(p, q, early_out=False).separation
    return PiecePair(i, j, gap, min(separation, 0.0), None, None, True)
