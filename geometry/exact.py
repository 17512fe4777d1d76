"""Exact signs: on which side of a line a point lies, without any rounding.

A float is a whole number times a power of two. Scaled by one power of two for all, the coordinates of an outline are
whole numbers, and Python's whole numbers have as many digits as they need: a cross product of them is exact, and so
is its sign. A triangulation that is built on such signs cannot contradict itself, however thin, large or far from the
origin the outline is. Source: Yap (1997), the exact geometric computation paradigm, by its shortest road.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geometry.vector import Points, Vector, array_of


class Lattice:
    """Points as whole numbers: coordinate = whole number / unit, exactly."""

    __slots__ = ("unit", "xs", "ys")

    xs: list[int]
    ys: list[int]
    unit: int

    def __init__(self, points: Points) -> None:
        mantissa, exponent = np.frexp(points)
        lowest = int(exponent[mantissa != 0.0].min(initial=1024))
        shift = max(0, 53 - lowest)
        whole = [
            int(m) << (e - 53 + shift) if e - 53 + shift >= 0 else int(m) >> (53 - shift - e)
            for m, e in zip((mantissa * 2.0**53).ravel().tolist(), exponent.ravel().tolist(), strict=True)
        ]
        # Small numbers are quicker: the factors of two that all of them have go.
        bits = 0
        for value in whole:
            bits |= value
        spare = min((bits & -bits).bit_length() - 1, shift) if bits else 0
        self.xs = [value >> spare for value in whole[0::2]]
        self.ys = [value >> spare for value in whole[1::2]]
        self.unit = 1 << (shift - spare)

    def turn(self, i: int, j: int, k: int) -> int:
        """(p_j - p_i) x (p_k - p_j) in squared units: positive where the way over i, j, k turns left."""
        xs, ys = self.xs, self.ys
        x, y = xs[j], ys[j]
        return (x - xs[i]) * (ys[k] - y) - (y - ys[i]) * (xs[k] - x)

    def cross(self, i: int, j: int, k: int) -> float:
        """`turn` in squared world units, rounded once."""
        return self.turn(i, j, k) / (self.unit * self.unit)

    def along(self, i: int, j: int, k: int) -> int:
        """(p_j - p_i) . (p_k - p_j) in squared units: negative where the way folds back by more than a quarter
        turn."""
        xs, ys = self.xs, self.ys
        x, y = xs[j], ys[j]
        return (x - xs[i]) * (xs[k] - x) + (y - ys[i]) * (ys[k] - y)

    def twice_area(self, ring: Sequence[int]) -> int:
        """Twice the signed area of a ring of points, in squared units: positive counter-clockwise."""
        xs, ys = self.xs, self.ys
        total = 0
        before = ring[-1]
        for i in ring:
            total += xs[before] * ys[i] - ys[before] * xs[i]
            before = i
        return total

    def area(self, ring: range) -> float:
        """The signed area of a ring in world units, rounded once."""
        return self.twice_area(ring) / (2 * self.unit * self.unit)

    def crossing(self, i: int, j: int, k: int, m: int) -> Vector:
        """Where the line through points i and j meets the line through k and m, which is not parallel to it."""
        xs, ys = self.xs, self.ys
        dx, dy = xs[j] - xs[i], ys[j] - ys[i]
        ex, ey = xs[m] - xs[k], ys[m] - ys[k]
        across = dx * ey - dy * ex
        part = (xs[k] - xs[i]) * ey - (ys[k] - ys[i]) * ex  # the crossing lies this part of `across` along i, j
        scale = across * self.unit
        return array_of((xs[i] * across + part * dx) / scale, (ys[i] * across + part * dy) / scale)
