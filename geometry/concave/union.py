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

# Of these the best are refined, each by so many golden sections: half a degree becomes far less than rounding.
_REFINED, _SECTIONS = 16, 48
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


class Union:
    """Convex outlines (counter-clockwise, shape (n, 2); two points are a segment), each fattened by `radius`.

    A point deeper than `tolerance` in one of them is inside; two outlines that share an edge leave it no seam.
    """

    def __init__(self, outlines: Sequence[Points], radius: float, tolerance: float) -> None:
        self.outlines, self.radius, self.tolerance = outlines, radius, tolerance
        most = max(len(outline) for outline in outlines)
        # Shorter outlines repeat their last edge, whose second mention changes nothing.
        rows = [np.minimum(np.arange(most), len(outline) - 1) for outline in outlines]
        self._starts = np.stack([outline[row] for outline, row in zip(outlines, rows, strict=True)])
        self._ends = np.stack([following(outline)[row] for outline, row in zip(outlines, rows, strict=True)])
        edges = self._ends - self._starts
        length = np.hypot(edges[..., 0], edges[..., 1])
        self._lengths = length
        safe = np.where(length > 0.0, length, 1.0)
        self._normals = np.stack((edges[..., 1], -edges[..., 0]), axis=-1) / safe[..., None]
        self._heights = (self._normals * self._starts).sum(axis=-1)  # of the edges over the origin

    def nearest(self, most: float) -> Vector:
        """The point of the outline nearest to the origin, which lies inside; it is known to be at most `most` away.

        Tie rule: the first outline, its first edge.
        """
        return self._nearest_sharp(most) if self.radius == 0.0 else self._nearest_round()

    def stretches(self) -> NDArray[np.float64]:
        """What is left of the edges: the outline of the union, shape (n, 2, 2), start and end. Sharp outlines only."""
        found = []
        for k, outline in enumerate(self.outlines):
            for i in range(len(outline)):
                start, along, length = self._edge(k, i)
                for low, high in self._uncovered(start, along, length):
                    if high - low > self.tolerance:
                        found.append((start + low * along, start + high * along))
        return readonly(np.array(found).reshape(-1, 2, 2))

    def contains(self, place: Vector) -> bool:
        """Whether a point lies inside one of the outlines, radius left out, deeper than the tolerance."""
        return bool(((self._normals @ place - self._heights).max(axis=1) < -self.tolerance).any())

    def exits(self, angles: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far a point that starts at the origin stays in the union when it moves at an angle (radians, (n,))."""
        low, high = self._crossed(np.stack((np.cos(angles), np.sin(angles))))
        out = np.zeros(len(angles))
        for i in range(len(angles)):
            order = np.argsort(low[:, i])
            reached = 0.0
            for start, end in zip(low[order, i].tolist(), high[order, i].tolist(), strict=True):
                if start > max(reached - self.tolerance, 0.0):
                    break
                reached = max(reached, end)
            out[i] = reached
        return out

    def _edge(self, k: int, i: int) -> tuple[Vector, Vector, float]:
        nx, ny = self._normals[k, i]
        return self._starts[k, i], np.array((-ny, nx)), float(self._lengths[k, i])

    def _nearest_sharp(self, most: float) -> Vector:
        starts, tangents = self._starts, np.stack((-self._normals[..., 1], self._normals[..., 0]), axis=-1)
        foot = np.clip(-(starts * tangents).sum(axis=-1), 0.0, self._lengths)
        nearest = starts + foot[..., None] * tangents
        distance = np.hypot(nearest[..., 0], nearest[..., 1])
        best, best_distance = None, math.inf
        limit = most + 4.0 * self.tolerance
        for flat in np.argsort(distance, axis=None, kind="stable").tolist():
            k, i = divmod(flat, distance.shape[1])
            if i >= len(self.outlines[k]):
                continue
            if distance[k, i] > min(limit, best_distance):
                break
            start, along, length = self._edge(k, i)
            for low, high in self._uncovered(start, along, length):
                place = start + min(max(float(foot[k, i]), low), high) * along
                away = math.hypot(*place.tolist())
                if away < best_distance - self.tolerance:
                    best, best_distance = place, away
        assert best is not None, "a union that is bounded has an outline"
        return readonly(best)

    def _uncovered(self, start: Vector, along: Vector, length: float) -> list[tuple[float, float]]:
        """The stretches of an edge, from and to along it, that lie in no outline deeper than the tolerance.

        Within one outline lies what is behind all its edges: between the last edge that the way enters behind, and
        the first that it leaves.
        """
        rate = self._normals @ along
        height = self._normals @ start - self._heights + self.tolerance  # below 0: behind the edge
        is_parallel = np.abs(rate) <= PARALLEL
        at = -height / np.where(is_parallel, 1.0, rate)
        enters = np.where(is_parallel, np.where(height < 0.0, -math.inf, math.inf), np.where(rate < 0.0, at, -math.inf))
        leaves = np.where(is_parallel | (rate < 0.0), math.inf, at)
        low, high = enters.max(axis=1), leaves.min(axis=1)
        is_met = (low < high) & (low < length) & (high > 0.0)
        stretches = []
        reached = 0.0
        for enter, leave in sorted(zip(low[is_met].tolist(), high[is_met].tolist(), strict=True)):
            if enter >= reached:
                stretches.append((reached, enter))
            reached = max(reached, leave)
        if reached <= length:
            stretches.append((reached, length))
        return stretches

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
        low = np.full((len(self.outlines), len(ux)), math.inf)
        high = -low
        # |t u - c| = r: t = c . u -+ sqrt(r^2 - (c x u)^2)
        for column in range(self._starts.shape[1]):
            c = self._starts[:, column]
            middle, across = np.outer(c[:, 0], ux) + np.outer(c[:, 1], uy), np.outer(c[:, 0], uy) - np.outer(c[:, 1], ux)
            under = self.radius**2 - across**2
            half = np.sqrt(np.maximum(under, 0.0))
            low = np.minimum(low, np.where(under >= 0.0, middle - half, math.inf))
            high = np.maximum(high, np.where(under >= 0.0, middle + half, -math.inf))
            n, length = self._normals[:, column], self._lengths[:, column]
            rate = np.outer(n[:, 0], ux) + np.outer(n[:, 1], uy)
            is_flat = np.abs(rate) <= PARALLEL
            t = (self._heights[:, column] + self.radius)[:, None] / np.where(is_flat, 1.0, rate)
            x, y = t * ux - c[:, 0:1], t * uy - c[:, 1:2]
            along = n[:, 0:1] * y - n[:, 1:2] * x
            is_on = ~is_flat & (along >= 0.0) & (along <= length[:, None])
            low = np.minimum(low, np.where(is_on, t, math.inf))
            high = np.maximum(high, np.where(is_on, t, -math.inf))
        return low, high
