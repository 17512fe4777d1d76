"""Bridges: each hole joined to the outline by two equal edges, there and back, until one ring is left.

From the hole's rightmost vertex M a ray runs to the right and first meets an edge of the ring, at I. The edge's right
end P sees M, unless reflex vertices lie in the triangle M, I, P; then the one nearest to the ray by angle does. Holes
are taken from right to left: those to come have no vertex right of M, so they cannot stand in between.

Source: Eberly, "Triangulation by ear clipping"; the bridged holes on which SAT explained's listing stalls (error 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from geometry.exact import Lattice
from geometry.trace import Steps, steppable
from geometry.vector import Vector, array_of


@dataclass(frozen=True, slots=True, eq=False)
class BridgeBuilt:
    """One hole joined to the ring."""

    hole: int
    hole_vertex: int  # M: the hole's rightmost vertex, the lowest of several; numbered in `Polygon.points`
    ring_vertex: int  # that it is joined to
    met_edge: tuple[int, int]  # the edge that the ray meets, by its vertices, upwards
    met: Vector  # I, world
    end: int  # P: the end of that edge that is looked at first
    blockers: tuple[int, ...]  # the vertices in the triangle M, I, P that are not convex
    ring: tuple[int, ...]  # the vertices of the whole ring after this, counter-clockwise; a bridge's ends come twice


@steppable
def bridged(exact: Lattice, outline: Sequence[int], holes: Sequence[Sequence[int]]) -> Steps[BridgeBuilt, list[int]]:
    """One ring of vertex numbers from an outline (counter-clockwise) and its holes (clockwise)."""
    xs, ys = exact.xs, exact.ys
    ring = list(outline)
    if not holes:
        return ring
    starts = [max(hole, key=lambda v: (xs[v], -ys[v])) for hole in holes]
    for h in sorted(range(len(holes)), key=lambda h: (-xs[starts[h]], ys[starts[h]])):
        hole, m = holes[h], starts[h]
        at, x = _met_edge(exact, ring, m)
        i, j = ring[at], ring[(at + 1) % len(ring)]
        # The right end; of an upright edge the nearer.
        end = max((i, j), key=lambda v: (xs[v], -abs(ys[v] - ys[m])))
        inside = _in_triangle(exact, ring, m, x, end)
        target = min(inside, key=lambda v: _steepness(exact, m, v)) if inside else end
        place = next(k for k, v in enumerate(ring) if v == target and _looks_at(exact, ring, k, m))
        first = hole.index(m)
        ring[place + 1 : place + 1] = [*hole[first:], *hole[:first], m, target]
        met = array_of(float(x / exact.unit), ys[m] / exact.unit)
        yield BridgeBuilt(h, m, target, (i, j), met, end, tuple(inside), tuple(ring))
    return ring


def _met_edge(exact: Lattice, ring: list[int], m: int) -> tuple[int, Fraction]:
    """The place in the ring of the edge that the ray from M meets first, and where. Only upward edges have the solid
    on the ray's side; an edge holds its lower end and not its upper one, so that a vertex on the ray counts once."""
    xs, ys = exact.xs, exact.ys
    x, y = xs[m], ys[m]
    best: tuple[Fraction, int] | None = None
    for at, i in enumerate(ring):
        j = ring[(at + 1) % len(ring)]
        if ys[i] <= y < ys[j] and max(xs[i], xs[j]) > x:
            meets = xs[i] + Fraction((y - ys[i]) * (xs[j] - xs[i]), ys[j] - ys[i])
            if meets > x and (best is None or meets < best[0]):
                best = meets, at
    assert best is not None, "a hole lies inside the outline"
    return best[1], best[0]


def _in_triangle(exact: Lattice, ring: list[int], m: int, met: Fraction, end: int) -> list[int]:
    """The vertices in the closed triangle M, I, P, but for its corners, that are not convex somewhere in the ring."""
    xs, ys = exact.xs, exact.ys
    x, y = xs[m], ys[m]
    up = 1 if ys[end] > y else -1
    found = set()
    for k, v in enumerate(ring):
        vx, vy = xs[v], ys[v]
        if v == end or vx <= x or (vy - y) * up < 0 or (ys[end] - vy) * up < 0:
            continue
        beyond_edge = (xs[end] - met) * (vy - y) - (ys[end] - y) * (vx - met)  # positive: left of I to P
        beyond_end = (xs[end] - x) * (vy - y) - (ys[end] - y) * (vx - x)  # positive: left of M to P
        if beyond_edge * up >= 0 and beyond_end * up <= 0 and (vy != y or vx <= met):
            before, after = ring[k - 1], ring[(k + 1) % len(ring)]
            if exact.turn(before, v, after) <= 0:
                found.add(v)
    return sorted(found)


def _steepness(exact: Lattice, m: int, v: int) -> tuple[Fraction, int]:
    """By the angle from the ray, then by the distance."""
    dx, dy = exact.xs[v] - exact.xs[m], abs(exact.ys[v] - exact.ys[m])
    return Fraction(dy, dx), dx


def _looks_at(exact: Lattice, ring: list[int], k: int, m: int) -> bool:
    """Whether M lies within the inner angle of this visit of a vertex. Its other visits look elsewhere."""
    before, v, after = ring[k - 1], ring[k], ring[(k + 1) % len(ring)]
    of_before, of_after = exact.turn(before, v, m), exact.turn(v, after, m)
    if exact.turn(before, v, after) > 0:
        return of_before > 0 and of_after > 0
    return of_before > 0 or of_after > 0
