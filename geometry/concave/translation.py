"""The least translation that parts two shapes of several pieces: one push for the whole.

The difference of two unions is the union of the differences of their pieces,

    A - B  =  union of  A_i - B_j  over all i and j,

and B overlaps A as long as the origin lies inside. So the least push leads to the nearest point of the union's
outline (see `geometry.concave.union`). It may lie in a hole of A - B: a place where B fits, though it could never
have moved there. A push per piece instead moves B out of one piece into the next, and between two walls it never
ends.

Source: SAT explained (error 19), whose pushes go triangle by triangle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geometry.concave.pairs import PairsTested, PairTested, polygon_pairs
from geometry.concave.union import Union
from geometry.guards import require_solid
from geometry.minkowski.difference import Difference, minkowski_difference
from geometry.outcome import Outcome
from geometry.polygon import Polygon, pieces_of
from geometry.record import copies_readonly
from geometry.sat.minimum_translation import minimum_translation
from geometry.sat.separating_axis import separating_axis
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import ROUNDING
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, array_of, length, readonly


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class PieceDifference:
    """The difference of one piece of A and one of B: one part of A - B."""

    of_a: int  # index of the piece
    of_b: int
    difference: Difference  # near enough to the origin to matter: of others there is no step
    holds_origin: bool  # whether the pair overlaps


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class PolygonTranslation:
    """What parts two shapes, if they overlap. Moving B by `translation` leaves them touching."""

    outcome: Outcome  # SEPARATED: nothing to do, `translation` is None
    separation: float  # of the whole shapes, signed: the distance, or minus the length of the translation
    translation: Vector | None  # of B; A may move by minus this, or each by half
    normal: Vector | None  # unit, from A to B: along the translation, where it has a length
    pairs: PairsTested
    is_exact: (
        bool  # False where one of several pieces is rounded: then the length is right to a fraction of a percent
    )

    __repr__ = summary


TranslationStep = PairTested | PairsTested | PieceDifference | PolygonTranslation


@steppable
def polygon_translation(a: Polygon | Convex, b: Polygon | Convex) -> Steps[TranslationStep, PolygonTranslation]:
    """The shortest translation of B out of A, for the whole shapes; none when they are separated.

    Sharp shapes: exact, up to rounding. Rounded ones: the push parts them, and it is at most 1 % longer than the best
    of 720 directions. Tie rule: the first pair of pieces, its first edge. Raises ValueError for anything but a
    Polygon or a Convex.
    """
    require_solid("polygon_translation", a, "A")
    require_solid("polygon_translation", b, "B")
    pairs = yield from polygon_pairs.steps(a, b)
    if pairs.outcome is Outcome.SEPARATED:
        answer = PolygonTranslation(Outcome.SEPARATED, pairs.distance, None, None, pairs, True)
        yield answer
        return answer
    pieces_a, pieces_b = pieces_of(a), pieces_of(b)
    outlines, most = [], _parts_boxes(a, b)
    for pair in pairs.pairs:
        if pair.box_gap <= most:  # else it is no nearer to the origin than where the shapes are parted for certain
            found = minkowski_difference(pieces_a[pair.of_a], pieces_b[pair.of_b])
            outlines.append(found.points)
            yield PieceDifference(pair.of_a, pair.of_b, found, pair.is_overlap)
    push = _push(a, b, pairs, outlines, most)
    size = length(push)
    normal = readonly(push / size) if size > 0.0 else _touching_normal(a, b, pairs)
    is_exact = a.radius + b.radius == 0.0 or len(pairs.pairs) == 1
    answer = PolygonTranslation(Outcome.OVERLAPPED, 0.0 - size, push, normal, pairs, is_exact)
    yield answer
    return answer


def polygon_separation(a: Polygon | Convex, b: Polygon | Convex) -> float:
    """Signed distance of the boundaries: the gap when apart, minus the length of the least push when overlapping."""
    return polygon_translation(a, b).separation


def difference_of(a: Polygon | Convex, b: Polygon | Convex) -> Union:
    """A - B as the union of the differences of all pieces."""
    outlines = [minkowski_difference(p, q).points for p in pieces_of(a) for q in pieces_of(b)]
    return _union(a, b, outlines)


def _union(a: Polygon | Convex, b: Polygon | Convex, outlines: Sequence[Points]) -> Union:
    return Union(outlines, a.radius + b.radius, ROUNDING * _largest(a, b))


def _parts_boxes(a: Polygon | Convex, b: Polygon | Convex) -> float:
    """The least move along an axis of the world that parts the boxes, and so the shapes; rounded up."""
    box_a, box_b = a.bounds(), b.bounds()
    least = float(min(*(box_a.high - box_b.low), *(box_b.high - box_a.low)))
    return max(0.0, least) * (1.0 + 1e-9) + ROUNDING * _largest(a, b)


def _push(
    a: Polygon | Convex, b: Polygon | Convex, pairs: PairsTested, outlines: Sequence[Points], most: float
) -> Vector:
    """The nearest point of the outline of A - B, at most so far away, or nothing where they only touch."""
    if len(pairs.pairs) == 1:  # two convex shapes: the separating axis test is exact for rounded ones too
        known = minimum_translation(pieces_of(a)[0], pieces_of(b)[0]).translation
        return known if known is not None else array_of(0.0, 0.0)
    touching = pairs.nearest.separation is not None and pairs.nearest.separation >= -ROUNDING * _largest(a, b)
    # A point or a segment may lie in the middle of A and yet only touch its pieces, on the edge between them.
    thin = any(len(shape.points) < 3 and shape.radius == 0.0 for shape in (a, b))
    return array_of(0.0, 0.0) if touching and not thin else _union(a, b, outlines).nearest(most)


def _touching_normal(a: Polygon | Convex, b: Polygon | Convex, pairs: PairsTested) -> Vector:
    """Of shapes that only touch: the normal of the pair that does."""
    pair = pairs.nearest
    return separating_axis(pieces_of(a)[pair.of_a], pieces_of(b)[pair.of_b], early_out=False).normal


def _largest(a: Polygon | Convex, b: Polygon | Convex) -> float:
    """The largest coordinate of either shape, by amount."""
    return max(float(np.abs(shape.points).max()) + shape.radius for shape in (a, b))
