"""The truth about two shapes, outlines or circles, by two of the project's routines: separating axes; GJK with EPA.

Lengths nearer than `close` count as equal: a millionth of the shapes' size, so that a routine which iterates down to
a small residue is right, and what rounding can do far from the origin. `band` is the width about touching within
which either verdict is right: 1e-9 of the size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from geometry.counterexample.statement import area_of
from geometry.minkowski.epa import Penetration, epa
from geometry.sat.closest_points import closest_points
from geometry.sat.separating_axis import SeparatingAxis, separating_axis
from geometry.shape import Convex, circle, convex
from geometry.tolerance import EPSILON, rounding
from geometry.vector import XY

CLOSE = 1e-6  # of the size
BAND = 1e-9  # of the size
FARTHEST = 1e7  # coordinates beyond it are not asked
THINNEST = 1e-4  # area of an outline, as a fraction of its extent squared: thinner ones are not asked

Outline = tuple[XY, ...]


class Circle(NamedTuple):
    center: XY
    radius: float


Solid = Outline | Circle


def frozen(outline: list[Any]) -> Outline:
    """An outline that can be looked up."""
    return tuple((float(x), float(y)) for x, y in outline)


def solids_of(arguments: Sequence[Any]) -> list[Solid]:
    """The shapes among the arguments of a call: a list is an outline, a point with a number after it a circle."""
    found: list[Solid] = []
    for i, each in enumerate(arguments):
        if isinstance(each, list):
            found.append(frozen(each))
        elif i and not isinstance(each, tuple) and isinstance(arguments[i - 1], tuple):
            x, y = arguments[i - 1]
            found.append(Circle((float(x), float(y)), float(each)))
    return found


@lru_cache(maxsize=512)
def shape(solid: Solid) -> Convex:
    """The convex shape of an outline of either winding, or of a circle."""
    return circle(solid.radius, solid.center) if isinstance(solid, Circle) else convex(solid)


class Pair:
    """What is known of two convex shapes; worked out when it is asked for."""

    def __init__(self, a: Solid, b: Solid) -> None:
        self.a, self.b = shape(a), shape(b)
        self.size = max(self.a.size, self.b.size)
        blur = 4.0 * rounding(self.a, self.b)
        self.close = CLOSE * self.size + blur
        self.band = BAND * self.size + blur

    @cached_property
    def axes(self) -> SeparatingAxis:
        return separating_axis(self.a, self.b, early_out=False)

    @property
    def separation(self) -> float:
        """Signed: the gap, or minus the penetration depth."""
        return self.axes.separation

    @cached_property
    def penetration(self) -> Penetration:
        return epa(self.a, self.b)

    @cached_property
    def closest(self) -> tuple[XY, XY]:
        """Of two shapes that are apart: the point of A's boundary and the one of B's that are nearest."""
        found = closest_points(self.a, self.b)
        (ax, ay), (bx, by) = found.on_a.tolist(), found.on_b.tolist()
        nx, ny = self.axes.normal.tolist()
        ra, rb = self.a.radius, self.b.radius
        return (ax + ra * nx, ay + ra * ny), (bx - rb * nx, by - rb * ny)

    @cached_property
    def agrees(self) -> bool:
        """Whether both routines say the same: nothing is called wrong where they do not."""
        return abs(self.separation - self.penetration.separation) <= self.close

    @property
    def are_apart(self) -> bool:
        return self.separation > self.band

    @property
    def overlap(self) -> bool:
        return self.separation < -self.band

    def after(self, x: float, y: float) -> float:
        """The separation once B is moved by (x, y)."""
        return separating_axis(self.a, self.b.moved((x, y)), early_out=False).separation


@lru_cache(maxsize=512)
def pair(a: Solid, b: Solid) -> Pair:
    """The pair of two shapes."""
    return Pair(a, b)


def pair_of(*arguments: Any) -> Pair:
    """The two shapes of a call: of (a, b), of (center, radius, polygon), and so on."""
    a, b = solids_of(arguments)
    return pair(a, b)


def require_convex_outline(outline: list[Any], name: str) -> None:
    """Raises ValueError unless the outline is convex (vertices in the middle of an edge are allowed), has no repeated
    vertex, is no thinner than THINNEST and lies within FARTHEST."""
    require_outline(outline, name)
    sign = 1.0 if area_of(outline) > 0.0 else -1.0
    slack = 1e-9 * extent_of(outline) + 16.0 * EPSILON * max(abs(value) for each in outline for value in each)
    for i in range(len(outline)):
        (px, py), (x, y), (qx, qy) = outline[i - 2], outline[i - 1], outline[i]
        if sign * ((x - px) * (qy - y) - (y - py) * (qx - x)) < -slack * math.hypot(qx - px, qy - py):
            raise ValueError(f"{name} is not convex at vertex {(i - 1) % len(outline)}")
        if (x - px) * (qx - x) + (y - py) * (qy - y) < 0.0 and abs(
            (x - px) * (qy - y) - (y - py) * (qx - x)
        ) <= slack * extent_of(outline):
            raise ValueError(f"{name} folds back at vertex {(i - 1) % len(outline)}")
    convex(outline)


def require_outline(outline: list[Any], name: str) -> None:
    """Raises ValueError unless this is a list of at least three different points with an area."""
    if len(outline) < 3:
        raise ValueError(f"{name} has {len(outline)} vertices; three are needed")
    for x, y in outline:
        require_place((x, y), name)
    size = extent_of(outline)
    for (px, py), (x, y) in zip([outline[-1], *outline], outline, strict=False):
        if math.hypot(x - px, y - py) <= 1e-4 * size:
            raise ValueError(f"{name} has a repeated vertex")
    if abs(area_of(outline)) <= THINNEST * size * size:
        raise ValueError(f"{name} has hardly any area")


def require_place(place: tuple[float, float], name: str) -> None:
    """Raises ValueError for coordinates that are not finite or too far out."""
    if not all(math.isfinite(value) and abs(value) <= FARTHEST for value in place):
        raise ValueError(f"{name} lies too far out")


def extent_of(outline: list[Any]) -> float:
    """The longer side of the bounding box."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return float(max(max(xs) - min(xs), max(ys) - min(ys)))


def extremes(points: list[XY]) -> list[XY]:
    """The corners of the convex hull, counter-clockwise, without collinear points (monotone chain, Andrew 1979)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    chains: list[list[XY]] = []
    for some in (ordered, ordered[::-1]):
        chain: list[XY] = []
        for x, y in some:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-12 * (abs(bx - ax) + abs(by - ay)) * (
                    abs(x - ax) + abs(y - ay)
                ):
                    break
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1])
    return chains[0] + chains[1]
