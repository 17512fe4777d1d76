"""What GJK knows at a moment: the vertices that it has found, in order, and both bounds of the distance."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.difference import Difference, minkowski_difference
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken
from geometry.minkowski.simplex import Simplex, SimplexVertex
from geometry.vector import Vector
from lessons.stories.grouping import steps_so_far
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import tint

SAME = 1e-9  # of the figure's size: points of the difference as near as this are drawn as one


class Operands(NamedTuple):
    """The two shapes, in the order in which they are subtracted."""

    first: Convex
    second: Convex
    is_swapped: bool = False  # B − A

    @property
    def letters(self) -> tuple[str, str]:
        return ("B", "A") if self.is_swapped else ("A", "B")

    @property
    def inks(self) -> tuple[Ink, Ink]:
        return (Ink.B, Ink.A) if self.is_swapped else (Ink.A, Ink.B)

    @property
    def difference(self) -> str:
        return " − ".join(self.letters)

    def pair_text(self, vertex: SimplexVertex) -> str:
        """ "a2 − b5", each in the ink of its shape."""
        (p, q), (ink_p, ink_q) = self.letters, self.inks
        return f"{tint(f'{p.lower()}{vertex.index_a}', ink_p)} − {tint(f'{q.lower()}{vertex.index_b}', ink_q)}"

    def core_distance(self) -> float:
        """Of the cores, by the separating axis test and by trying every vertex against every edge."""
        return max(separation(self.first, self.second) + self.first.radius + self.second.radius, 0.0)

    def support_value(self, direction: Vector) -> float:
        """How far the difference of the cores goes along a unit vector, from the dot products of all vertices."""
        return float((self.first.points @ direction).max() - (self.second.points @ direction).min())

    def point(self, vertex: SimplexVertex) -> Vector:
        """The point of the difference that two vertices make, from the shapes' vertices themselves."""
        point: Vector = self.first.points[vertex.index_a] - self.second.points[vertex.index_b]
        return point

    def feature(self, vertex: SimplexVertex) -> FeatureRef:
        """The vertex of the difference's outline that a simplex vertex lies on; one inside an edge, where parallel
        edges join, has a name of its own."""
        apart = np.abs(outline_of(self.first, self.second).points - vertex.w).max(axis=1)
        nearest = int(apart.argmin())
        if apart[nearest] <= SAME * (self.first.size + self.second.size):
            return FeatureRef(self.difference, FeatureKind.VERTEX, nearest)
        return FeatureRef(
            "the simplex", FeatureKind.VERTEX, vertex.index_a * len(self.second.points) + vertex.index_b
        )


@lru_cache(maxsize=8)  # by the shapes themselves: every pane of a step asks
def outline_of(first: Convex, second: Convex) -> Difference:
    return minkowski_difference(first, second)


class Known(NamedTuple):
    """At a moment, from every step so far."""

    found: tuple[SimplexVertex, ...]  # in the order in which they were found: w_0, w_1, …
    simplex: Simplex
    lowers: tuple[float, ...]  # after the start and each iteration: the greatest lower bound so far, 0 at the least
    uppers: tuple[float, ...]  # after the start and each iteration; one fewer between the halves of an iteration
    is_warm: bool

    @property
    def lower(self) -> float:
        return self.lowers[-1]

    @property
    def upper(self) -> float:
        return self.uppers[-1]

    @property
    def iteration(self) -> int:
        return len(self.lowers) - 1

    def number(self, vertex: SimplexVertex) -> int:
        """Of a vertex among those that were found."""
        return next(i for i, each in enumerate(self.found) if each.pair == vertex.pair)

    def symbol(self, vertex: SimplexVertex) -> str:
        """Its name in a formula."""
        return rf"\boldsymbol{{w}}_{{{self.number(vertex)}}}"


def known_at(moment: Moment[Any]) -> Known:
    """From the first step of GJK up to the moment's, steps that are told as one taken apart."""
    return known_after(steps_so_far(moment))


def known_after(steps: Iterable[Any]) -> Known:
    found: list[SimplexVertex] = []
    lowers: list[float] = []
    uppers: list[float] = []
    simplex: Simplex | None = None
    is_warm = False

    def add(vertices: Iterable[SimplexVertex]) -> None:
        for vertex in vertices:
            if all(vertex.pair != each.pair for each in found):
                found.append(vertex)

    for step in steps:
        match step:
            case SimplexStarted():
                simplex, is_warm = step.simplex, step.is_warm
                found.clear()
                add(simplex.vertices)
                lowers[:], uppers[:] = [0.0], [simplex.distance]
            case SupportTaken():
                add((step.vertex,))
                lowers.append(max(lowers[-1], step.lower))
                if step.is_last or step.is_across:
                    uppers.append(step.upper)
            case SimplexReduced():
                simplex = step.simplex
                uppers.append(simplex.distance)
    assert simplex is not None
    return Known(tuple(found), simplex, tuple(lowers), tuple(uppers), is_warm)
