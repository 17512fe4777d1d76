"""The separating axis test for many pairs at once: signed distance, normal, and the feature that faces.

For each edge of A, with outward unit normal n from vertex p, the separation along n is that of the support vertex of
B against n,

    s = min over B of (q . n) - p . n - radii

and likewise for each edge of B. The greatest of these is the signed distance, unless the pair is apart and the
nearest points are both vertices: the support vertex has its foot beyond the edge's ends. Only those pairs, a part of
them, are asked for their closest points.

The scalar twin, and the derivation: `geometry.sat.separating_axis`. That one projects both shapes on every axis and
looks at it both ways; here an axis is looked at along its outward normal only. Nothing is lost: the separation as a
function of the direction has its greatest value where an edge faces the other shape, or at the closest points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.batch.closest import closest_vectors, feet_within, separation_along
from geometry.batch.shapes import Indices, Numbers, Shapes, require_pairs
from geometry.tolerance import PARALLEL, ROUNDING
from geometry.vector import readonly

Flags = NDArray[np.bool_]

# Pairs to work on at a time: their rows stay in the processor's cache.
CHUNK = 1024

# What skipping a parallel axis may cost the scalar function, in its tolerances: see `tolerance.skipping`.
SKIPPING = 2.0 * math.sqrt(2.0) * PARALLEL / ROUNDING

# Who owns the facing edge; `Separations.owner`.
EDGE_OF_A, EDGE_OF_B, NO_EDGE = 0, 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Separations:
    """The answers, arrays of shape (n,): what `separating_axis(a, b, early_out=False)` answers for each pair."""

    separation: Numbers  # of the boundaries: the gap, or minus the penetration depth
    normal_x: Numbers  # unit, from A to B
    normal_y: Numbers
    owner: Indices  # EDGE_OF_A, EDGE_OF_B: whose edge faces along the normal; NO_EDGE: closest points, or two centres
    edge: Indices  # its number; -1 for NO_EDGE
    tolerance: Numbers  # a separation this near to 0 cannot be told from touching

    @property
    def overlapped(self) -> Flags:
        """Whether each pair touches or overlaps."""
        return np.asarray(self.separation <= self.tolerance)


@dataclass(frozen=True, slots=True, eq=False)
class Translations:
    """What parts each pair: moving B by (x, y) leaves the two just touching. 0 where they are apart."""

    x: Numbers  # of B, world; A may move by minus this, or each by half
    y: Numbers
    overlapped: Flags  # whether each pair touches or overlaps
    found: Separations


def separations(a: Shapes, b: Shapes) -> Separations:
    """Signed distance, normal and facing feature of each pair (a[k], b[k]).

    Tie rule, as in the scalar function: an edge takes the best one's place where it is better by more than rounding;
    A's in order, then B's, then the closest points. Raises ValueError unless a and b are as many.
    """
    require_pairs("separations", a, b)
    tolerance = ROUNDING * np.maximum(a.max_coordinate, b.max_coordinate)
    n = len(a)
    best, chosen = np.empty(n), np.empty(n, dtype=np.intp)
    for start in range(0, n, CHUNK):
        run = slice(start, start + CHUNK)
        _best_edges(a.part(run), b.part(run), tolerance[run], best[run], chosen[run])
    owner = np.where(chosen < 0, NO_EDGE, np.where(chosen < len(a.x), EDGE_OF_A, EDGE_OF_B))
    edge = np.where(owner == EDGE_OF_B, chosen - len(a.x), chosen)
    normal_x, normal_y = np.ones(n), np.zeros(n)
    for shapes, mine, sign in ((a, EDGE_OF_A, 1.0), (b, EDGE_OF_B, -1.0)):
        pairs = np.flatnonzero(owner == mine)
        normal_x[pairs] = sign * shapes.normal_x[edge[pairs], pairs]
        normal_y[pairs] = sign * shapes.normal_y[edge[pairs], pairs]
    found = Separations(best, normal_x, normal_y, owner, edge, tolerance)
    _ask_closest(a, b, found)
    best -= a.radius + b.radius
    for row in (best, normal_x, normal_y, tolerance):
        readonly(row)
    return found


def overlapping(a: Shapes, b: Shapes) -> Flags:
    """Whether each pair touches or overlaps. Boxes that are apart decide it without a look at the edges."""
    require_pairs("overlapping", a, b)
    tolerance = ROUNDING * np.maximum(a.max_coordinate, b.max_coordinate)
    (low_x, low_y, high_x, high_y), (left, bottom, right, top) = a.bounds, b.bounds
    gap = np.maximum(np.maximum(left - high_x, low_x - right), np.maximum(bottom - high_y, low_y - top))
    asked = np.flatnonzero(gap <= tolerance)
    answer = np.zeros(len(a), dtype=np.bool_)
    answer[asked] = separations(a.take(asked), b.take(asked)).overlapped
    return answer


def minimum_translations(a: Shapes, b: Shapes) -> Translations:
    """The shortest translation of B out of A for each pair; 0 for pairs that are apart. Tie rule: `separations`."""
    found = separations(a, b)
    overlapped = found.overlapped
    depth = np.where(overlapped, np.maximum(0.0, -found.separation), 0.0)
    return Translations(depth * found.normal_x, depth * found.normal_y, overlapped, found)


def _best_edges(a: Shapes, b: Shapes, tolerance: Numbers, best: Numbers, chosen: Indices) -> None:
    """Into `best` the separation of the cores along the best edge's normal, into `chosen` the edge's number, B's
    counted after A's. Two circles have no edges: minus infinity, and -1."""
    best.fill(-np.inf)
    chosen.fill(-1)
    _try_edges(a, b, 0, tolerance, best, chosen)
    _try_edges(b, a, len(a.x), tolerance, best, chosen)


def _try_edges(edges: Shapes, other: Shapes, first: int, tolerance: Numbers, best: Numbers, chosen: Indices) -> None:
    """Each edge of the one shape against the support vertex of the other."""
    along, across = np.empty_like(other.x), np.empty_like(other.x)
    offset = edges.x * edges.normal_x
    offset += edges.y * edges.normal_y
    low, least = np.empty_like(best), np.empty_like(best)
    is_better = np.empty(len(best), dtype=np.bool_)
    no_edges = edges.count == 1 if edges.has_circles else None
    for i in range(len(edges.x)):
        np.multiply(other.x, edges.normal_x[i], out=along)
        np.multiply(other.y, edges.normal_y[i], out=across)
        along += across
        np.minimum.reduce(along, axis=0, out=low)
        low -= offset[i]
        np.add(best, tolerance, out=least)
        np.greater(low, least, out=is_better)
        if no_edges is not None:
            is_better &= ~no_edges
        np.copyto(best, low, where=is_better)
        np.copyto(chosen, first + i, where=is_better)


def _ask_closest(a: Shapes, b: Shapes, found: Separations) -> None:
    """Put right, in place, the pairs whose nearest points may be vertices: see `separating_axis._closest_axis`."""
    clear_overlap = -(1.0 + SKIPPING) * found.tolerance
    asked = np.flatnonzero((found.separation >= clear_overlap) | (found.owner == NO_EDGE))
    is_open = np.ones(len(asked), dtype=np.bool_)
    for shapes, other, mine in ((a, b, EDGE_OF_A), (b, a, EDGE_OF_B)):
        here = np.flatnonzero(found.owner[asked] == mine)
        pairs = asked[here]
        is_open[here] = ~feet_within(shapes, found.edge[pairs], other, pairs, found.tolerance[pairs])
    for run in _chunks(asked[is_open]):
        _take_closest(a.take(run), b.take(run), run, found)


def _take_closest(a: Shapes, b: Shapes, pairs: Indices, found: Separations) -> None:
    """The closest points' axis takes the edge's place where it is better by more than rounding."""
    x, y = closest_vectors(a, b)
    distance, tolerance = np.hypot(x, y), found.tolerance[pairs]
    has_edge = found.owner[pairs] != NO_EDGE
    has_direction = distance > np.where(has_edge, tolerance, 0.0)  # a shorter line's direction is noise
    size = np.where(has_direction, distance, 1.0)
    x, y = np.where(has_direction, x / size, 1.0), np.where(has_direction, y / size, 0.0)
    separation = separation_along(a, b, x, y)
    is_better = (has_direction & (separation > found.separation[pairs] + tolerance)) | ~has_edge
    better = pairs[is_better]
    found.separation[better] = separation[is_better]
    found.normal_x[better], found.normal_y[better] = x[is_better], y[is_better]
    found.owner[better], found.edge[better] = NO_EDGE, -1


def _chunks(pairs: Indices) -> Iterator[Indices]:
    return (pairs[start : start + CHUNK] for start in range(0, len(pairs), CHUNK))
