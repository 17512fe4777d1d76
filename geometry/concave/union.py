"""The outline of a union of convex differences, and its point nearest to the origin: the least push of the whole.

A point of the union's outline lies on the edge of one difference and inside of none. So of every edge the stretches
that other differences cover are taken away; a stretch ends where the edge enters or leaves a difference. What is left
of all edges is the outline; in a reflex corner of it, where two stretches end, the push is along no edge's normal.

Where nothing is rounded this is exact. Round a disc that is as large as both radii the outline has arcs: there the
way out is measured direction by direction, and the best directions are refined.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.tolerance import PARALLEL
from geometry.vector import Points, Vector, following, readonly

# Directions that are looked at first, where shapes are rounded: half a degree apart.
DIRECTIONS = 720

# Of these the best are refined, each by so many golden sections: half a degree becomes a millionth.
_REFINED, _SECTIONS = 16, 28
# So many pairs of an edge and a direction are looked at in one go.
_AT_ONCE = 400_000

# Of more edges than this, those that lie within one of a few outlines are struck out before any is looked at; so many
# of the edges choose the outlines.
_MANY, _SAMPLE = 400, 128

_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


class Union:
    """Convex outlines (counter-clockwise, shape (n, 2); two points are a segment), each fattened by `radius`.

    A point deeper than `tolerance` in one of them is inside; two outlines that share an edge leave it no seam.
    """

    def __init__(self, outlines: Sequence[Points], radius: float, tolerance: float) -> None:
        self.outlines, self.radius, self.tolerance = outlines, radius, tolerance
        self._first = np.cumsum([0, *(len(outline) for outline in outlines[:-1])])  # edge of every outline
        self._starts = np.concatenate(outlines)
        edges = np.concatenate([following(outline) for outline in outlines]) - self._starts
        self._lengths = np.hypot(edges[:, 0], edges[:, 1])
        self._alongs = edges / np.where(self._lengths > 0.0, self._lengths, 1.0)[:, None]
        self._normals = np.stack((self._alongs[:, 1], -self._alongs[:, 0]), axis=1)
        self._heights = (self._normals * self._starts).sum(axis=1)  # of the edges over the origin

    def nearest(self, most: float) -> Vector:
        """The point of the outline nearest to the origin, which lies inside; it is known to be at most `most` away.

        Tie rule: the first outline, its first edge.
        """
        return self._nearest_sharp(most) if self.radius == 0.0 else self._nearest_round()

    def stretches(self) -> NDArray[np.float64]:
        """What is left of the edges: the outline of the union, shape (n, 2, 2), start and end. Sharp outlines
        only."""
        found: list[tuple[Vector, Vector]] = []
        taken: list[tuple[int, float, float]] = []
        for i in self._not_struck_out(np.arange(len(self._starts))).tolist():
            for low, high in self._uncovered(i):
                for start, end in self._apart(i, low, high, taken):
                    if end - start > self.tolerance:
                        found.append(
                            (self._starts[i] + start * self._alongs[i], self._starts[i] + end * self._alongs[i])
                        )
                        taken.append((i, start, end))
        return readonly(np.array(found).reshape(-1, 2, 2))

    def _apart(
        self, i: int, low: float, high: float, taken: list[tuple[int, float, float]]
    ) -> list[tuple[float, float]]:
        """A stretch of edge i without those that edges before it, on the same line, have taken already."""
        left = [(low, high)]
        for j, start, end in taken:
            if abs(float(np.dot(self._normals[i], self._alongs[j]))) > 1e-9:
                continue
            first, last = self._starts[j] + start * self._alongs[j], self._starts[j] + end * self._alongs[j]
            if abs(float(np.dot(self._normals[i], first - self._starts[i]))) > 4.0 * self.tolerance:
                continue
            a, b = sorted(float(np.dot(self._alongs[i], p - self._starts[i])) for p in (first, last))
            left = [part for s, e in left for part in ((s, min(e, a)), (max(s, b), e)) if part[0] < part[1]]
        return left

    def exits(self, angles: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far a point that starts at the origin stays in the union when it moves at an angle (radians, (n,))."""
        most = max(1, _AT_ONCE // len(self._starts))
        parts = [self._exits(angles[i : i + most]) for i in range(0, len(angles), most)]
        return np.concatenate(parts)

    def contains(self, place: Vector) -> bool:
        """Whether a point lies inside one of the outlines, radius left out, deeper than the tolerance."""
        height = np.maximum.reduceat(self._normals @ place - self._heights, self._first)
        return bool((height < -self.tolerance).any())

    def _exits(self, angles: NDArray[np.float64]) -> NDArray[np.float64]:
        """By the first outline, in the order of entering, that starts beyond all before it: there is the way out."""
        low, high = self._crossed(np.stack((np.cos(angles), np.sin(angles))))
        order = np.argsort(low, axis=0)
        low, high = np.take_along_axis(low, order, axis=0), np.take_along_axis(high, order, axis=0)
        reached = np.concatenate((np.zeros((1, len(angles))), np.maximum.accumulate(np.maximum(high, 0.0), axis=0)))
        is_gap = low > reached[:-1] + self.tolerance
        last = np.where(is_gap.any(axis=0), is_gap.argmax(axis=0), len(low))
        return np.asarray(reached[last, np.arange(len(angles))])

    def _nearest_sharp(self, most: float) -> Vector:
        """Edge by edge, the nearest first: of what is left of it the nearest point."""
        feet = np.clip(-(self._starts * self._alongs).sum(axis=1), 0.0, self._lengths)
        nearest = self._starts + feet[:, None] * self._alongs
        distance = np.hypot(nearest[:, 0], nearest[:, 1])
        best, least = None, most + 4.0 * self.tolerance
        order = np.argsort(distance, kind="stable")
        for i in self._not_struck_out(order[distance[order] <= least]).tolist():
            if distance[i] > least:
                break
            for low, high in self._uncovered(i):
                place = self._starts[i] + min(max(float(feet[i]), low), high) * self._alongs[i]
                away = math.hypot(*place.tolist())
                if away < least - self.tolerance or (best is None and away <= least):
                    best, least = place, away
        assert best is not None, "a union that is bounded has an outline"
        return readonly(best)

    def _not_struck_out(self, edges: NDArray[np.intp]) -> NDArray[np.intp]:
        """Of the edges, in order, those that are within none of a few outlines: chosen again and again among those
        that cover the most of a sample, as long as that gets on. What is struck out has no stretch that is
        uncovered; where differences lie over one another, hardly an edge is left."""
        before = len(edges) + len(edges)
        while _MANY < len(edges) < 0.9 * before:
            before = len(edges)
            starts, ends = self._starts[edges], (self._starts + self._lengths[:, None] * self._alongs)[edges]
            sample = np.linspace(0, before - 1, _SAMPLE).astype(np.intp)
            over = np.maximum(self._normals @ starts[sample].T, self._normals @ ends[sample].T)
            covers = np.maximum.reduceat(over - self._heights[:, None], self._first) < -2.0 * self.tolerance
            is_left = np.ones(before, dtype=bool)
            while covers.any():
                k = int(covers.sum(axis=1).argmax())
                covers &= ~covers[k]
                own = slice(self._first[k], self._first[k] + len(self.outlines[k]))
                normals, heights = self._normals[own], self._heights[own, None]
                over = np.maximum(normals @ starts.T, normals @ ends.T) - heights
                is_left &= over.max(axis=0) >= -2.0 * self.tolerance
            edges = edges[is_left]
        return edges

    def _uncovered(self, i: int) -> list[tuple[float, float]]:
        """The stretches of edge i, from and to along it, that lie in no outline deeper than the tolerance.

        Within one outline lies what is behind all its edges: between the last edge that the way enters behind, and
        the first that it leaves.
        """
        length = float(self._lengths[i])
        rate = self._normals @ self._alongs[i]
        over = self._normals @ self._starts[i] - self._heights
        height = over + self.tolerance  # below 0: behind the edge
        is_parallel = np.abs(rate) <= PARALLEL
        at = -height / np.where(is_parallel, 1.0, rate)
        never = np.where(height < 0.0, -math.inf, math.inf)
        enters = np.where(is_parallel, never, np.where(rate < 0.0, at, -math.inf))
        leaves = np.where(is_parallel | (rate < 0.0), math.inf, at)
        low, high = np.maximum.reduceat(enters, self._first), np.minimum.reduceat(leaves, self._first)
        if ((low < 0.0) & (high > length)).any():
            return []
        is_met = (low < high) & (low < length) & (high > 0.0)
        covered = [*zip(low[is_met].tolist(), high[is_met].tolist(), strict=True), *self._backed(i, over, rate)]
        stretches = []
        reached = 0.0
        for enter, leave in sorted(covered):
            if enter >= reached:
                stretches.append((reached, enter))
            reached = max(reached, leave)
        if reached <= length:
            stretches.append((reached, length))
        return stretches

    def _backed(self, i: int, over: NDArray[np.float64], rate: NDArray[np.float64]) -> list[tuple[float, float]]:
        """The stretches along edge i, its ends a little beyond, where another outline's edge runs against it on the
        same line: both sides are covered there, and the seam between them is no outline."""
        room = 2.0 * self.tolerance
        own = float(self._lengths[i])
        is_level = (np.abs(over) <= room) & (np.abs(over + own * rate) <= room)
        (backs,) = (is_level & (self._normals @ self._normals[i] < 0.0)).nonzero()
        ends = (self._starts[backs] - self._starts[i]) @ self._alongs[i]
        return [
            (end - length - room, end + room)
            for end, length in zip(ends.tolist(), self._lengths[backs].tolist(), strict=True)
            if end - length - room < own and end + room > 0.0
        ]

    def _nearest_round(self) -> Vector:
        angles = np.linspace(0.0, math.tau, DIRECTIONS, endpoint=False)
        exits = self.exits(angles)
        is_low = (exits <= np.roll(exits, 1)) & (exits <= np.roll(exits, -1))
        lows = np.flatnonzero(is_low)
        lows = lows[np.argsort(exits[lows], kind="stable")][:_REFINED]
        step = math.tau / DIRECTIONS
        left, right = angles[lows] - step, angles[lows] + step
        tried, found = [angles], [exits]
        for _ in range(_SECTIONS):
            first, second = right - _GOLDEN * (right - left), left + _GOLDEN * (right - left)
            at_first, at_second = self.exits(first), self.exits(second)
            tried += [first, second]
            found += [at_first, at_second]
            is_first = at_first <= at_second
            left, right = np.where(is_first, left, first), np.where(is_first, second, right)
        all_angles, all_exits = np.concatenate(tried), np.concatenate(found)
        best = int(all_exits.argmin())
        angle, away = float(all_angles[best]), float(all_exits[best])
        return readonly(away * np.array((math.cos(angle), math.sin(angle))))

    def _crossed(self, directions: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where the lines through the origin along unit directions (2, n) enter and leave each outline: two arrays
        (outlines, n); infinity and minus infinity where they miss it. The ends are the first and the last crossing
        of the moved edges and of the corners' circles, all of which belong to it."""
        ux, uy = directions
        (x, y), (nx, ny) = self._starts.T[:, :, None], self._normals.T[:, :, None]
        # |t u - c| = r: t = c . u -+ sqrt(r^2 - (c x u)^2)
        middle, under = x * ux + y * uy, self.radius**2 - (x * uy - y * ux) ** 2
        is_met, half = under >= 0.0, np.sqrt(np.maximum(under, 0.0))
        rate = nx * ux + ny * uy
        is_flat = np.abs(rate) <= PARALLEL
        t = (self._heights + self.radius)[:, None] / np.where(is_flat, 1.0, rate)
        along = nx * (t * uy - y) - ny * (t * ux - x)
        is_on = ~is_flat & (along >= 0.0) & (along <= self._lengths[:, None])
        firsts = np.minimum(np.where(is_met, middle - half, math.inf), np.where(is_on, t, math.inf))
        lasts = np.maximum(np.where(is_met, middle + half, -math.inf), np.where(is_on, t, -math.inf))
        return np.minimum.reduceat(firsts, self._first), np.maximum.reduceat(lasts, self._first)
