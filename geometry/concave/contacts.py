"""The contact points of two shapes of several pieces, as one manifold.

Every pair of pieces gives its contact points, as any two convex shapes do. Those on inner edges, and those whose
normal nothing outside could have, are dropped (see `geometry.contact.neighbours`); so are points that two pairs
share. Should nothing be left of shapes that overlap (one sits deep inside the other, with inner edges all around),
the least push of the whole says which way they part, and there is one point, where the deepest pair overlaps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.concave.pairs import PairsTested, PairTested, PiecePair, polygon_pairs
from geometry.concave.translation import PolygonTranslation, polygon_translation
from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.contact.neighbours import Among, is_ghost
from geometry.guards import require_solid
from geometry.outcome import Outcome
from geometry.polygon import Polygon, pieces_of
from geometry.record import copies_readonly
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, xy_of


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class PolygonPoint:
    """One contact point of the whole shapes."""

    of_a: int  # piece of A
    of_b: int  # piece of B
    normal: Vector  # unit, from A to B; points of one manifold may have different ones
    contact: ManifoldPoint  # with its features, of the two pieces


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class PairContacts:
    """One pair that overlaps: its manifold, and which of its points count."""

    pair: PiecePair
    found: Manifold
    kept: tuple[PolygonPoint, ...]
    dropped: tuple[PolygonPoint, ...]  # on inner edges, or with a normal outside the cone
    repeated: tuple[PolygonPoint, ...]  # at a place where another pair has one, with the same normal


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class PolygonManifold:
    """The answer. Without contact there are no points."""

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    points: tuple[PolygonPoint, ...]
    dropped: tuple[PolygonPoint, ...]
    is_from_translation: bool  # whether all points were dropped, and the push of the whole gives the one that is left

    __repr__ = summary


ContactsStep = PairTested | PairsTested | PairContacts | PolygonManifold


@steppable
def polygon_manifold(
    a: Polygon | Convex, b: Polygon | Convex, *, margin: float | None = None, known: PolygonTranslation | None = None
) -> Steps[ContactsStep, PolygonManifold]:
    """The contact points of two shapes, concave ones and rounded ones included, without those on inner edges.

    `margin`: see `manifold`. `known`: what parts these two, where that has been found already. Raises ValueError for
    anything but a Polygon or a Convex, or a negative margin.
    """
    require_solid("polygon_manifold", a, "A")
    require_solid("polygon_manifold", b, "B")
    if known is None:
        pairs = yield from polygon_pairs.steps(a, b)
    else:
        pairs = known.pairs
    pieces_a, pieces_b = pieces_of(a), pieces_of(b)
    points: list[PolygonPoint] = []
    ghosts: list[PolygonPoint] = []
    for pair in pairs.overlapping:
        found = manifold(pieces_a[pair.of_a], pieces_b[pair.of_b], margin=margin)
        all_points = [PolygonPoint(pair.of_a, pair.of_b, found.normal, point) for point in found.points]
        dropped = [p for p in all_points if is_ghost(found, p.contact, _among(a, pair.of_a), _among(b, pair.of_b))]
        near = 4.0 * rounding(pieces_a[pair.of_a], pieces_b[pair.of_b])
        left = [p for p in all_points if p not in dropped]
        repeated = [p for p in left if any(_is_same(p, other, near) for other in points)]
        kept = [p for p in left if p not in repeated]
        yield PairContacts(pair, found, tuple(kept), tuple(dropped), tuple(repeated))
        points += kept
        ghosts += dropped
    is_from_translation = not points and pairs.outcome is Outcome.OVERLAPPED
    if is_from_translation:
        points.append(_deepest(a, b, pairs, known or polygon_translation(a, b)))
    answer = PolygonManifold(pairs.outcome, tuple(points), tuple(ghosts), is_from_translation)
    yield answer
    return answer


def _among(shape: Polygon | Convex, piece: int) -> Among | None:
    """A piece among its neighbours; None for a shape of one piece, all of whose edges are outer ones."""
    if isinstance(shape, Convex) or len(shape.pieces) == 1:
        return None
    return Among(shape.neighbours, shape.pieces, piece)


def _is_same(one: PolygonPoint, other: PolygonPoint, near: float) -> bool:
    (x, y), (u, v) = xy_of(one.contact.point), xy_of(other.contact.point)
    (nx, ny), (mx, my) = xy_of(one.normal), xy_of(other.normal)
    return math.hypot(x - u, y - v) <= near and nx * mx + ny * my >= 1.0 - 1e-9


def _deepest(a: Polygon | Convex, b: Polygon | Convex, pairs: PairsTested, found: PolygonTranslation) -> PolygonPoint:
    """One point by the push of the whole: where the deepest pair has its deepest point, with the normal and the depth
    of that push."""
    assert found.normal is not None
    pair, depth = pairs.nearest, -found.separation
    p, q = pieces_of(a)[pair.of_a], pieces_of(b)[pair.of_b]
    if (
        pair.on_a is not None and pair.on_b is not None
    ):  # a gap that rounding explains: closed, it touches for certain
        q = q.moved(pair.on_a - pair.on_b)
    own = min(manifold(p, q).points, key=lambda point: point.separation)
    (px, py), (x, y) = xy_of(own.point), xy_of(found.normal)
    on_a = (px + 0.5 * depth * x, py + 0.5 * depth * y)
    on_b = (px - 0.5 * depth * x, py - 0.5 * depth * y)
    return PolygonPoint(pair.of_a, pair.of_b, found.normal, ManifoldPoint((px, py), -depth, on_a, on_b, own.id))
