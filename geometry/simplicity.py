"""Whether rings of points bound a solid: simple, apart from one another, every hole inside the outline. If not, why.

A vertical line sweeps over the edges from left to right and keeps those that it meets in order, from below. Two
edges that meet anywhere are neighbours on the line before it reaches the place; so it is enough to compare edges when
they become neighbours: n log n steps instead of n^2, and every sign is exact. Where a ring starts, the number of
edges below says whether it starts inside the solid: a hole must (odd), and the outline must not.

Sources: Shamos, Hoey (1976), "Geometric intersection problems"; errata 9 and 12 of SAT explained, which triangulates
clockwise squares and bow-ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from geometry.exact import Lattice
from geometry.outline import extent, on_one_line
from geometry.record import copies_readonly
from geometry.summary import summary
from geometry.vector import SMALLEST_LENGTH, Points, Vector, array_of


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class OutlineFault:
    """Why rings bound no solid, and where: what a lesson shows at the pointer."""

    reason: str  # one sentence, as the ValueError says it
    place: Vector | None  # world: the crossing, the repeated vertex; None where it is the whole ring
    edges: tuple[tuple[int, int], ...]  # that meet, as (ring, edge); ring 0 is the outline, 1 the first hole
    vertices: tuple[tuple[int, int], ...]  # the vertices at fault, as (ring, vertex)

    __repr__ = summary


def outline_fault(outline: Points, holes: Sequence[Points] = (), exact: Lattice | None = None) -> OutlineFault | None:
    """The first fault that is found; None where the outline and its holes bound a solid. Either winding is right.
    `exact`: all points, in this order, where that is at hand.

    Refused: fewer than three vertices, no area (as far as rounding can tell), repeated vertices and spikes, edges
    that cross or touch, and a hole that is not inside the outline or lies in another hole.
    """
    rings = (outline, *holes)
    for r, ring in enumerate(rings):
        if len(ring) < 3:
            return OutlineFault(f"{_ring(r)} needs at least 3 vertices, not {len(ring)}", None, (), ())
        if extent(ring) <= SMALLEST_LENGTH or on_one_line(ring):
            reason = f"{_ring(r)} has zero area: vertices 0 to {len(ring) - 1} lie on one line"
            return OutlineFault(reason, None, (), ())
    return _Sweep(rings, Lattice(np.concatenate(rings)) if exact is None else exact).fault()


class _Sweep:
    """The edges of all rings, numbered like the vertices that they start at: edge i runs from i to after[i]."""

    def __init__(self, rings: Sequence[Points], exact: Lattice) -> None:
        self.exact = exact
        self.of = [(r, i) for r, ring in enumerate(rings) for i in range(len(ring))]
        firsts = np.cumsum([0, *(len(ring) for ring in rings)]).tolist()
        self.rings = [range(first, last) for first, last in pairwise(firsts)]
        self.after = [i + 1 for i in range(firsts[-1])]
        self.before = [i - 1 for i in range(firsts[-1])]
        for ring in self.rings:
            self.after[ring[-1]], self.before[ring[0]] = ring[0], ring[-1]
        self.places = list(zip(self.exact.xs, self.exact.ys, strict=True))
        places, after = self.places, self.after
        self.left = [i if places[i] < places[after[i]] else after[i] for i in range(len(places))]
        self.right = [after[i] if left == i else i for i, left in enumerate(self.left)]

    def fault(self) -> OutlineFault | None:
        return self._repeated() or self._spike() or self._swept()

    def _repeated(self) -> OutlineFault | None:
        if len(set(self.places)) == len(self.places):
            return None
        first: dict[tuple[int, int], int] = {}
        for i, place in enumerate(self.places):
            j = first.setdefault(place, i)
            if j != i:
                (ring, vertex), (other, twin) = self.of[i], self.of[j]
                reason = (
                    f"vertex {vertex} of {_ring(ring)} repeats vertex {twin}"
                    if ring == other
                    else f"vertex {vertex} of {_ring(ring)} touches vertex {twin} of {_ring(other)}"
                )
                return OutlineFault(f"{reason}, at {self._at(i)}", self._place(i), (), (self.of[j], self.of[i]))
        return None

    def _spike(self) -> OutlineFault | None:
        before, after, left = self.before, self.after, self.left
        for i, (ring, vertex) in enumerate(self.of):
            same_way = (left[before[i]] == i) == (
                left[i] == i
            )  # both edges run to the right from here, or to the left
            if same_way and self.exact.turn(before[i], i, after[i]) == 0:
                reason = f"vertex {vertex} of {_ring(ring)} is a spike: the outline folds back onto itself there"
                return OutlineFault(reason, self._place(i), (self.of[before[i]], self.of[i]), (self.of[i],))
        return None

    def _swept(self) -> OutlineFault | None:
        """The sweep. At a vertex one edge ends and the next starts, or two start, or two end."""
        exact, before, left, right = self.exact, self.before, self.left, self.right
        started: set[int] = set()  # rings
        line: list[int] = []  # the edges that it meets, from below
        nested: OutlineFault | None = None  # told where no rings cross
        for v in sorted(range(len(self.places)), key=self.places.__getitem__):
            e, f = before[v], v  # the edges that meet at v
            at = self._above(line, v)
            if left[e] == v and left[f] == v:
                if at < len(line) and exact.turn(left[line[at]], right[line[at]], v) == 0:
                    return self._touch(v, line[at])
                ring = self.of[v][0]
                if ring not in started and (at % 2 == 0) == (ring > 0):
                    nested = nested or self._nesting(ring, line[:at])
                started.add(ring)
                low, high = (e, f) if exact.turn(v, right[e], right[f]) > 0 else (f, e)
                line[at:at] = [low, high]
                fault = self._meeting(line, at - 1) or self._meeting(line, at + 1)
            elif right[e] == v and right[f] == v:
                assert {line[at], line[at + 1]} == {e, f}, "the edges that end are neighbours, or they have crossed"
                del line[at : at + 2]
                fault = self._meeting(line, at - 1)
            else:
                assert line[at] in (e, f), "the edge that ends is where it was, or it has crossed another"
                line[at] = f if line[at] == e else e
                fault = self._meeting(line, at - 1) or self._meeting(line, at)
            if fault is not None:
                return fault
        return nested

    def _above(self, line: list[int], v: int) -> int:
        """How many of the edges on the line lie below vertex v: the place of the first that does not."""
        xs, ys, left, right = self.exact.xs, self.exact.ys, self.left, self.right
        x, y = self.places[v]
        low, high = 0, len(line)
        while low < high:
            middle = (low + high) // 2
            i, j = left[line[middle]], right[line[middle]]
            if (xs[j] - xs[i]) * (y - ys[j]) - (ys[j] - ys[i]) * (x - xs[j]) > 0:
                low = middle + 1
            else:
                high = middle
        return low

    def _meeting(self, line: list[int], at: int) -> OutlineFault | None:
        """The fault where the edge at a place on the line and the next one meet, other than at a common vertex."""
        if not 0 <= at < len(line) - 1:
            return None
        e, f = line[at], line[at + 1]
        if f in (self.after[e], self.before[e]):
            return None
        i, j, k, m = self.left[e], self.right[e], self.left[f], self.right[f]
        ys, turn = self.exact.ys, self.exact.turn
        if max(ys[i], ys[j]) < min(ys[k], ys[m]):
            return None
        of_k, of_m = turn(i, j, k), turn(i, j, m)
        if (of_k > 0 and of_m > 0) or (of_k < 0 and of_m < 0):
            return None
        of_i, of_j = turn(k, m, i), turn(k, m, j)
        if (of_i > 0 and of_j > 0) or (of_i < 0 and of_j < 0):
            return None
        if of_k == of_m == 0:  # on one line
            low, high = max(self.places[i], self.places[k]), min(self.places[j], self.places[m])
            if low > high:
                return None
            return self._touch(i, f) if self.places[i] == low else self._touch(k, e)
        for vertex, sign, edge in ((k, of_k, e), (m, of_m, e), (i, of_i, f), (j, of_j, f)):
            if sign == 0:
                return self._touch(vertex, edge)
        return self._cross(e, f)

    def _cross(self, e: int, f: int) -> OutlineFault:
        e, f = min(e, f), max(e, f)
        place = self.exact.crossing(e, self.after[e], f, self.after[f])
        (ring, edge), (other, second) = self.of[e], self.of[f]
        where = f"({place[0]:.6g}, {place[1]:.6g})"
        reason = (
            f"{_ring(ring)} crosses itself: edges {edge} and {second} cross at {where}"
            if ring == other
            else f"{_ring(other)} crosses {_ring(ring)}: its edge {second} and edge {edge} cross at {where}"
        )
        return OutlineFault(reason, place, (self.of[e], self.of[f]), ())

    def _touch(self, v: int, e: int) -> OutlineFault:
        (ring, vertex), (other, edge) = self.of[v], self.of[e]
        whose = "" if ring == other else f" of {_ring(other)}"
        reason = f"vertex {vertex} of {_ring(ring)} touches edge {edge}{whose}, at {self._at(v)}"
        return OutlineFault(reason, self._place(v), (self.of[e],), (self.of[v],))

    def _nesting(self, ring: int, below: list[int]) -> OutlineFault:
        """A hole that starts outside of the solid: outside of the outline, or in another hole."""
        others = [self.of[edge][0] for edge in below]
        if others.count(0) % 2 == 0:
            return OutlineFault(f"{_ring(ring)} lies outside the outline", self._place(self.rings[ring][0]), (), ())
        within = next(r for r in range(1, len(self.rings)) if others.count(r) % 2 == 1)
        reason = f"{_ring(ring)} lies in {_ring(within)}"
        return OutlineFault(reason, self._place(self.rings[ring][0]), (), ())

    def _place(self, v: int) -> Vector:
        return array_of(self.exact.xs[v] / self.exact.unit, self.exact.ys[v] / self.exact.unit)

    def _at(self, v: int) -> str:
        x, y = self._place(v).tolist()
        return f"({x:.6g}, {y:.6g})"


def _ring(index: int) -> str:
    return "the outline" if index == 0 else f"hole {index - 1}"
