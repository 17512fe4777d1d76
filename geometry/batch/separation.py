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
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from geometry.batch.closest import feet_within, nearest_vertices, separation_along
from geometry.batch.shapes import Indices, Numbers, Shapes, require_pairs
from geometry.record import copies_readonly
from geometry.tolerance import PARALLEL, ROUNDING
from geometry.vector import readonly

Flags = NDArray[np.bool_]

# Pairs to work on at a time: their rows stay in the processor's cache.
CHUNK = 4096

# What skipping a parallel axis may cost the scalar function, in its tolerances: see `tolerance.skipping`.
SKIPPING = 2.0 * math.sqrt(2.0) * PARALLEL / ROUNDING

# Who owns the facing edge; `Separations.owner`.
EDGE_OF_A, EDGE_OF_B, NO_EDGE = 0, 1, 2


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Separations:
    """The answers, arrays of shape (n,): what `separating_axis(a, b, early_out=False)` answers for each pair."""

    separation: Numbers  # of the boundaries: the gap, or minus the penetration depth
    normal_x: Numbers  # unit, from A to B
    normal_y: Numbers
    owner: Indices  # EDGE_OF_A, EDGE_OF_B: whose edge faces along the normal; NO_EDGE: closest points, or two centres
    edge: Indices  # its number; -1 for NO_EDGE
    tolerance: Numbers  # a separation this near to 0 cannot be told from touching

    def part(self, chosen: slice) -> Separations:
        """A run of them, without a copy."""
        rows = (self.separation, self.normal_x, self.normal_y, self.owner, self.edge, self.tolerance)
        return Separations(*(row[chosen] for row in rows))  # type: ignore[arg-type]

    @property
    def overlapped(self) -> Flags:
        """Whether each pair touches or overlaps."""
        return np.asarray(self.separation <= self.tolerance)


@copies_readonly
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
    kernel = compiled_separate()
    return separations_by_numpy(a, b) if kernel is None else separations_by_kernel(kernel, a, b)


def separations_by_numpy(a: Shapes, b: Shapes) -> Separations:
    """The same on numpy alone, as `separations` does it where numba is not installed."""
    require_pairs("separations", a, b)
    a, b = a.whole(), b.whole()
    found = _blank(len(a))
    is_open = np.zeros(len(a), dtype=np.bool_)
    for start in range(0, len(a), CHUNK):
        _by_edges(a, b, start, found, is_open)
    pairs = np.flatnonzero(is_open)
    for start in range(0, len(pairs), CHUNK):
        _take_closest(a, b, pairs[start : start + CHUNK], found)
    np.subtract(found.separation, a.radius + b.radius, out=found.separation)
    return _sealed(found)


@cache
def compiled_separate() -> Callable[..., None] | None:
    """The compiled search, where numba is installed; loading it takes a moment, the very first time some seconds."""
    from geometry.batch import compiled

    return compiled.separate if compiled.IS_COMPILED else None


def separations_by_kernel(kernel: Callable[..., None], a: Shapes, b: Shapes) -> Separations:
    """The same by the loops of `geometry.batch.compiled`."""
    found = _blank(len(a))
    found.tolerance[:] = _tolerance(a, b)
    rows = [
        np.ascontiguousarray(row)
        for s in (a, b)
        for row in (s.x, s.y, s.normal_x, s.normal_y, s.length, s.radius, s.count)
    ]
    kernel(
        *rows, found.tolerance, 1.0 + SKIPPING, found.separation, found.normal_x, found.normal_y, found.owner,
        found.edge,
    )  # fmt: skip
    return _sealed(found)


def _blank(n: int) -> Separations:
    owner, edge = np.empty(n, dtype=np.intp), np.empty(n, dtype=np.intp)
    return Separations(np.empty(n), np.ones(n), np.zeros(n), owner, edge, np.empty(n))


def _tolerance(a: Shapes, b: Shapes) -> Numbers:
    return np.asarray(ROUNDING * np.maximum(a.max_coordinate, b.max_coordinate))


def _sealed(found: Separations) -> Separations:
    for row in (found.separation, found.normal_x, found.normal_y, found.owner, found.edge, found.tolerance):
        row.setflags(write=False)
    return found


def overlapping(a: Shapes, b: Shapes) -> Flags:
    """Whether each pair touches or overlaps. Boxes that are apart decide it without a look at the edges."""
    require_pairs("overlapping", a, b)
    tolerance = _tolerance(a, b)
    (low_x, low_y, high_x, high_y), (left, bottom, right, top) = a.bounds, b.bounds
    gap = np.maximum(np.maximum(left - high_x, low_x - right), np.maximum(bottom - high_y, low_y - top))
    asked = np.flatnonzero(gap <= tolerance)
    answer = np.zeros(len(a), dtype=np.bool_)
    answer[asked] = separations(a.take(asked), b.take(asked)).overlapped
    return readonly(answer)


def minimum_translations(a: Shapes, b: Shapes) -> Translations:
    """The shortest translation of B out of A for each pair; 0 for pairs that are apart. Tie rule: `separations`."""
    found = separations(a, b)
    overlapped = readonly(found.overlapped)
    depth = np.where(overlapped, np.maximum(0.0, -found.separation), 0.0)
    return Translations(readonly(depth * found.normal_x), readonly(depth * found.normal_y), overlapped, found)


def _by_edges(a: Shapes, b: Shapes, start: int, found: Separations, is_open: Flags) -> None:
    """Fill in, for one chunk, the edge of greatest separation of the cores, that separation, and which pairs are left
    open: their nearest points may be vertices (see `separating_axis._closest_axis`), or they are two circles."""
    run = slice(start, start + CHUNK)
    one, other, answers = a.part(run), b.part(run), found.part(run)
    tolerance, best, edges_of_a = _tolerance(one, other), answers.separation, len(a.x)
    answers.tolerance[:] = tolerance
    chosen = np.full(len(one), -1, dtype=np.intp)
    best.fill(-np.inf)
    try_edges(one, other, 0, tolerance, best, chosen)
    try_edges(other, one, edges_of_a, tolerance, best, chosen)
    of_b, has_edge = chosen >= edges_of_a, chosen >= 0
    answers.owner[:] = np.where(has_edge, of_b, NO_EDGE)
    answers.edge[:] = chosen - edges_of_a * of_b
    is_open[run] = ~has_edge
    may_be = best >= -(1.0 + SKIPPING) * tolerance
    for shapes, against, is_owned, sign in ((a, b, has_edge & ~of_b, 1.0), (b, a, of_b, -1.0)):
        owned = np.flatnonzero(is_owned)
        asked = np.flatnonzero(may_be.take(owned))
        pairs = owned + start
        edge = found.edge.take(pairs)
        place = edge * len(shapes) + pairs  # in rows written one after the other
        x, y = shapes.normal_x.ravel().take(place), shapes.normal_y.ravel().take(place)
        found.normal_x[pairs], found.normal_y[pairs] = sign * x, sign * y
        pairs, place, x, y = pairs.take(asked), place.take(asked), x.take(asked), y.take(asked)
        is_open[pairs] = ~feet_within(shapes, place, x, y, against, pairs, found.tolerance.take(pairs))


def try_edges(
    edges: Shapes,
    other: Shapes,
    first: int,
    tolerance: Numbers,
    best: Numbers,
    chosen: Indices,
    gap: Numbers | None = None,
) -> None:
    """Each edge of the one shape against the support vertex of the other; edges are counted from `first`. The first
    edge beyond `gap` ends the search of its pair."""
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
        if gap is not None:
            np.minimum(least, gap, out=least)
        np.greater(low, least, out=is_better)
        if gap is not None:
            is_better &= best <= gap
        if no_edges is not None:
            is_better &= ~no_edges
        np.putmask(best, is_better, low)
        np.putmask(chosen, is_better, first + i)


def _take_closest(a: Shapes, b: Shapes, pairs: Indices, found: Separations) -> None:
    """The closest points' axis takes the edge's place where it is better by more than rounding."""
    x, y = nearest_vertices(a, b, pairs)
    distance, tolerance = np.hypot(x, y), found.tolerance[pairs]
    has_edge = found.owner[pairs] != NO_EDGE
    has_direction = distance > np.where(has_edge, tolerance, 0.0)  # a shorter line's direction is noise
    size = np.where(has_direction, distance, 1.0)
    x, y = np.where(has_direction, x / size, 1.0), np.where(has_direction, y / size, 0.0)
    separation = separation_along(a, b, pairs, x, y)
    is_better = (has_direction & (separation > found.separation[pairs] + tolerance)) | ~has_edge
    better = pairs[is_better]
    found.separation[better] = separation[is_better]
    found.normal_x[better], found.normal_y[better] = x[is_better], y[is_better]
    found.owner[better], found.edge[better] = NO_EDGE, -1
