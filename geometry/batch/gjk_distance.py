"""GJK for many pairs at once: all of them take a round together, and those that are done drop out.

The rounds are those of the scalar twin, `geometry.minkowski.gjk`, whose page tells why they end. Here a simplex has
always three points of A - B with their weights. While the search goes on the third has no weight, and a vertex stands
there twice. Each point is known by its two vertices (i of A, j of B).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.batch.shapes import Indices, Numbers, Shapes, require_pairs
from geometry.guards import require_cap
from geometry.minkowski.gjk import GJK_ITERATIONS
from geometry.minkowski.simplex import NO_LENGTH
from geometry.record import copies_readonly
from geometry.tolerance import EPSILON, ROUNDING
from geometry.vector import readonly

Flags = NDArray[np.bool_]
Ends = tuple[Indices, Indices]  # a vertex of A and one of B for each pair: a point of A - B
XYs = tuple[Numbers, Numbers]

# Pairs to work on at a time: their rows stay in the processor's cache.
CHUNK = 2048


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """The answers, arrays of shape (n,), or (2, n) for points: x, then y. See `GjkDistance` for one of them."""

    distance: Numbers  # of the boundaries; 0 in contact
    core_distance: Numbers  # of the cores; 0 where they touch or overlap, an upper bound where `failed`
    normal: Numbers  # (2, n); unit, from A to B; 0 where the cores touch or overlap
    on_a: Numbers  # (2, n); witness points of the boundaries; those of the cores where there is no normal
    on_b: Numbers
    overlapped: Flags  # whether each pair touches or overlaps
    in_contact: Flags  # whether the cores touch or overlap: how deep, only `separations` knows
    failed: Flags  # whether the cap was reached
    iterations: Indices  # rounds of the loop
    tolerance: Numbers  # a distance this near to 0 cannot be told from touching


def gjk_distances(a: Shapes, b: Shapes, *, cap: int = GJK_ITERATIONS) -> Distances:
    """Distance and witness points of each pair (a[k], b[k]).

    Raises ValueError unless a and b are as many, and for a cap below 1.
    """
    require_pairs("gjk_distances", a, b)
    require_cap(cap)
    n = len(a)
    tolerance = ROUNDING * np.maximum(a.max_coordinate, b.max_coordinate)
    search = _Search(n)
    for start in range(0, n, CHUNK):
        search.run(a, b, np.arange(start, min(n, start + CHUNK)), tolerance, cap)
    radii = a.radius + b.radius
    has_normal = (search.normal != 0.0).any(axis=0)
    out = np.where(has_normal, search.normal, 0.0)
    gap = search.distance - radii
    overlapped = ~search.failed & (search.inside | (gap <= tolerance))
    return Distances(
        distance=readonly(np.where(overlapped | search.failed, 0.0, gap)),
        core_distance=readonly(search.distance),
        normal=readonly(search.normal),
        on_a=readonly(search.core_a + a.radius * out),
        on_b=readonly(search.core_b - b.radius * out),
        overlapped=readonly(overlapped),
        in_contact=readonly(search.inside),
        failed=readonly(search.failed),
        iterations=readonly(search.iterations),
        tolerance=readonly(tolerance),
    )


class _Search:
    """What has been found so far, for all pairs."""

    def __init__(self, n: int) -> None:
        self.distance = np.zeros(n)
        self.normal, self.core_a, self.core_b = np.zeros((2, n)), np.zeros((2, n)), np.zeros((2, n))
        self.inside, self.failed = np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
        self.iterations = np.zeros(n, dtype=np.intp)

    def run(self, a: Shapes, b: Shapes, pairs: Indices, touching: Numbers, cap: int) -> None:
        """The rounds of these pairs."""
        a_x, a_y, b_x, b_y = (rows[:, pairs] for rows in (a.x, a.y, b.x, b.y))
        x, y = b_x[0] - a_x[0], b_y[0] - a_y[0]
        same = (x == 0.0) & (y == 0.0)
        at = _Points(a_x, a_y, b_x, b_y)
        simplex = _at_vertex(at, at.along(np.where(same, 1.0, x), y))
        for iteration in range(cap + 1):
            limit = touching[pairs]
            looked = at.along(*simplex.toward)
            w_x, w_y = at.of(looked)
            lower = -(w_x * simplex.toward[0] + w_y * simplex.toward[1])
            largest = np.maximum(np.abs(w_x), np.abs(w_y))
            near = simplex.distance <= limit
            met = simplex.has(looked) | (simplex.distance - lower <= ROUNDING * np.maximum(simplex.distance, largest))
            reduced = _reduced(at, simplex, looked)
            # Rounding: the new point should have come nearer and does not. Nothing more can be told apart.
            stuck = (reduced.distance >= simplex.distance) & ~reduced.has(looked)
            holds = reduced.holds & ~near & ~met
            in_contact = near | holds | (stuck & ~met & (lower <= limit))
            done = near | met | holds | stuck
            if iteration == cap:  # one look too many: it only counts that the origin is on the simplex
                self.failed[pairs[~near]] = True
                holds, in_contact, done = np.zeros_like(near), near, np.ones_like(near)
            if bool(done.any()):
                last = simplex.replaced(holds, reduced).only(done)
                self.iterations[pairs[done]] = min(iteration + 1, cap)
                self._keep(at.only(done), last, pairs[done], in_contact[done])
                if bool(done.all()):
                    return
                pairs, at, reduced = pairs[~done], at.only(~done), reduced.only(~done)
            simplex = reduced

    def _keep(self, at: _Points, last: _Simplex, pairs: Indices, in_contact: Flags) -> None:
        """Write down what is known of pairs that are done."""
        self.inside[pairs] = in_contact
        self.distance[pairs] = np.where(in_contact, 0.0, last.distance)
        k = np.arange(len(pairs))
        for axis, (of_a, of_b) in enumerate(((at.a_x, at.b_x), (at.a_y, at.b_y))):
            self.normal[axis, pairs] = np.where(in_contact, 0.0, last.toward[axis])
            self.core_a[axis, pairs] = (last.weights * of_a[last.i, k]).sum(axis=0)
            self.core_b[axis, pairs] = (last.weights * of_b[last.j, k]).sum(axis=0)


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class _Points:
    """The vertices of the pairs that are still searched, and the points of A - B that they make."""

    a_x: Numbers
    a_y: Numbers
    b_x: Numbers
    b_y: Numbers

    def only(self, chosen: Flags) -> _Points:
        return _Points(self.a_x[:, chosen], self.a_y[:, chosen], self.b_x[:, chosen], self.b_y[:, chosen])

    def along(self, x: Numbers, y: Numbers) -> Ends:
        """The support points of A - B along vectors: the furthest vertex of A, and of B the other way."""
        return _furthest(self.a_x, self.a_y, x, y), _furthest(self.b_x, self.b_y, -x, -y)

    def of(self, ends: Ends) -> tuple[Numbers, Numbers]:
        """The points of A - B that these vertices make."""
        (i, j), k = ends, np.arange(self.a_x.shape[1])
        return self.a_x[i, k] - self.b_x[j, k], self.a_y[i, k] - self.b_y[j, k]


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class _Simplex:
    """Three points of A - B a pair, and which point of theirs is nearest to the origin."""

    i: Indices  # (3, m), vertices of A
    j: Indices  # (3, m), vertices of B
    weights: Numbers  # (3, m), of the nearest point
    distance: Numbers  # (m,), of the nearest point from the origin
    toward: tuple[Numbers, Numbers]  # unit, from it to the origin; 0 where it is the origin
    holds: Flags  # whether the three points hold the origin between them

    def only(self, chosen: Flags) -> _Simplex:
        i, j, weights, (x, y) = self.i[:, chosen], self.j[:, chosen], self.weights[:, chosen], self.toward
        return _Simplex(i, j, weights, self.distance[chosen], (x[chosen], y[chosen]), self.holds[chosen])

    def replaced(self, chosen: Flags, other: _Simplex) -> _Simplex:
        """The other simplex where chosen, this one elsewhere."""
        i, j, weights, distance, x, y, holds = (
            np.where(chosen, theirs, mine) for theirs, mine in zip(other.rows(), self.rows(), strict=True)
        )
        return _Simplex(i, j, weights, distance, (x, y), holds)

    def rows(self) -> tuple[NDArray[Any], ...]:
        return self.i, self.j, self.weights, self.distance, *self.toward, self.holds

    def ends(self, place: int) -> Ends:
        return self.i[place], self.j[place]

    def has(self, ends: Ends) -> Flags:
        """Whether a point is one of the first two."""
        i, j = ends
        return np.asarray(((self.i[:2] == i) & (self.j[:2] == j)).any(axis=0))


def _furthest(x: Numbers, y: Numbers, along_x: Numbers, along_y: Numbers) -> Indices:
    """The vertex of each shape that lies furthest along its vector, the first of several."""
    values = x * along_x
    values += y * along_y
    best = values[0]
    found = np.zeros(len(best), dtype=np.intp)
    for vertex in range(1, len(values)):
        further = values[vertex] > best
        np.putmask(best, further, values[vertex])
        np.putmask(found, further, vertex)
    return found


def _at_vertex(at: _Points, ends: Ends) -> _Simplex:
    """A simplex of one point."""
    x, y = at.of(ends)
    distance, nothing = np.hypot(x, y), np.zeros(len(x))
    size = np.where(distance > 0.0, distance, 1.0)
    i, j = (np.stack((end, end, end)) for end in ends)
    weights = np.stack((np.ones(len(x)), nothing, nothing))
    return _Simplex(i, j, weights, distance, (-x / size, -y / size), np.zeros(len(x), dtype=np.bool_))


def _reduced(at: _Points, simplex: _Simplex, looked: Ends) -> _Simplex:
    """The simplex with the point that was found, and the nearest point of the three, on the fewest of them."""
    p, q = simplex.ends(0), simplex.ends(1)
    found = _on_edge(at, p, looked)
    for ends in ((q, looked), (p, q)):
        other = _on_edge(at, *ends)
        found = found.replaced(other.distance < found.distance, other)
    weights, holds = _holding(at.of(p), at.of(q), at.of(looked))
    nothing = np.zeros(len(holds))
    i, j = (np.stack(ends) for ends in zip(p, q, looked, strict=True))
    return found.replaced(holds, _Simplex(i, j, weights, nothing, (nothing, nothing), holds))


def _on_edge(at: _Points, p: Ends, q: Ends) -> _Simplex:
    """The point of the segment from p to q that is nearest to the origin: see `simplex.on_edge`."""
    (p_x, p_y), (q_x, q_y) = at.of(p), at.of(q)
    e_x, e_y = q_x - p_x, q_y - p_y
    squared = e_x * e_x + e_y * e_y
    from_p, from_q = -(p_x * e_x + p_y * e_y), q_x * e_x + q_y * e_y
    is_p = (squared <= NO_LENGTH) | (from_p <= 0.0)
    is_q = ~is_p & (from_q <= 0.0)
    size = np.where(squared > NO_LENGTH, squared, 1.0)
    t = np.where(is_p, 0.0, np.where(is_q, 1.0, np.where(from_p <= from_q, from_p / size, 1.0 - from_q / size)))
    length = np.sqrt(size)
    n_x, n_y = -e_y / length, e_x / length
    p_is_nearer = p_x * p_x + p_y * p_y <= q_x * q_x + q_y * q_y
    side = n_x * np.where(p_is_nearer, p_x, q_x) + n_y * np.where(p_is_nearer, p_y, q_y)
    v_x, v_y = np.where(is_p, p_x, q_x), np.where(is_p, p_y, q_y)
    is_vertex, of_vertex = is_p | is_q, np.hypot(v_x, v_y)
    away = np.where(of_vertex > 0.0, of_vertex, 1.0)
    toward_x = np.where(is_vertex, -v_x / away, -np.sign(side) * n_x)
    toward_y = np.where(is_vertex, -v_y / away, -np.sign(side) * n_y)
    i, j = (np.stack((np.where(is_q, b, a), np.where(is_p, a, b), a)) for a, b in zip(p, q, strict=True))
    weights = np.stack((np.where(is_q, 0.0, 1.0 - t), np.where(is_q, 1.0, t), np.zeros(len(t))))
    distance = np.where(is_vertex, of_vertex, np.abs(side))
    return _Simplex(i, j, weights, distance, (toward_x, toward_y), np.zeros(len(t), dtype=np.bool_))


def _holding(p: XYs, q: XYs, r: XYs) -> tuple[Numbers, Flags]:
    """Barycentric weights of the origin, and whether the triangle holds it: see `simplex._holding`."""
    (p_x, p_y), (q_x, q_y), (r_x, r_y) = p, q, r
    areas = np.stack((q_x * r_y - q_y * r_x, r_x * p_y - r_y * p_x, p_x * q_y - p_y * q_x))
    total = areas.sum(axis=0)
    reach = np.max([np.abs(each) for each in (*p, *q, *r)], axis=0)
    holds = ((areas > 0.0).all(axis=0) | (areas < 0.0).all(axis=0)) & (np.abs(total) > 2.0 * EPSILON * reach * reach)
    return areas / np.where(holds, total, 1.0), holds
