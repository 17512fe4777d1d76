"""What GJK knows at a moment: the vertices that it has found, in order, and both bounds of the distance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from geometry import Convex, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.difference import Difference, minkowski_difference
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken
from geometry.minkowski.simplex import Simplex, SimplexRegion, SimplexVertex
from geometry.trace import Grouped, Trace
from geometry.vector import Vector, cross, unit
from lessons.stories.grouping import apart, steps_so_far, whole
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import tint

DIFFERENCE = "A − B"
MOST_NAMED = 12  # vertices: a shape with more has no names at those that are not in use
SIMPLEX = "the simplex"  # owner of features
SHORT = 30.0  # pixels: a simplex shorter than that is enlarged


class Operands(NamedTuple):
    """A and B, whose difference is searched."""

    first: Convex
    second: Convex

    @property
    def sides(self) -> tuple[tuple[Convex, str, Ink], tuple[Convex, str, Ink]]:
        """Each shape with its letter and its ink."""
        return (self.first, "A", Ink.A), (self.second, "B", Ink.B)

    @property
    def name(self) -> str:
        """Of what is searched: rounded shapes are searched by their cores."""
        return DIFFERENCE if self.radius == 0.0 else "the cores’ difference"

    def told(self, text: str) -> str:
        """Words on A − B, for cores."""
        return text.replace(DIFFERENCE, self.name)

    def pair_text(self, vertex: SimplexVertex) -> str:
        """ "a2 − b5", each in the ink of its shape."""
        return f"{tint(f'a{vertex.index_a}', Ink.A)} − {tint(f'b{vertex.index_b}', Ink.B)}"

    @property
    def is_crowded(self) -> bool:
        """Whether a shape has so many vertices that no words stand at those that are not in use."""
        return max(len(self.first.points), len(self.second.points)) > MOST_NAMED

    @property
    def outline(self) -> Difference:
        """The difference as GJK never sees it."""
        return _outline(self.first, self.second)

    @property
    def radius(self) -> float:
        return self.first.radius + self.second.radius

    def core_distance(self) -> float:
        """Of the cores, by the separating axis test and by trying every vertex against every edge."""
        return max(separation(self.first, self.second) + self.radius, 0.0)

    def support_value(self, direction: Vector) -> float:
        """How far the difference of the cores goes along a unit vector, from the dot products of all vertices."""
        return float((self.first.points @ direction).max() - (self.second.points @ direction).min())

    def has_parallel_edges_at(self, simplex: Simplex) -> bool:
        """Whether the simplex is an edge on one of the difference that both shapes have a part in: then its nearest
        point is the difference of many pairs."""
        if simplex.region is not SimplexRegion.EDGE:
            return False
        slack = 1e-9 * (self.first.size + self.second.size)
        return any(
            edge.of_a is not None
            and edge.of_b is not None
            and all(abs(cross(unit(edge.end - edge.start), v.w - edge.start)) <= slack for v in simplex.vertices)
            for edge in self.outline.edges
        )

    def point(self, vertex: SimplexVertex) -> Vector:
        """The point of the difference that two vertices make, from the shapes' vertices themselves."""
        point: Vector = self.first.points[vertex.index_a] - self.second.points[vertex.index_b]
        return point


@lru_cache(maxsize=8)  # by the shapes themselves: every pane of a step asks
def _outline(first: Convex, second: Convex) -> Difference:
    return minkowski_difference(first, second)


class Known(NamedTuple):
    """After some steps."""

    found: tuple[SimplexVertex, ...]  # in the order in which they were found: w_0, w_1, …
    newest: SimplexVertex  # that was asked for last; it may have been found before
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

    def part(self, *vertices: SimplexVertex) -> FeatureRef:
        """A vertex of the simplex, or its edge between two."""
        numbers = sorted(self.number(vertex) for vertex in vertices)
        if len(numbers) == 1:
            return FeatureRef(SIMPLEX, FeatureKind.VERTEX, numbers[0])
        return FeatureRef(SIMPLEX, FeatureKind.EDGE, numbers[0] * len(self.found) + numbers[1])


def known_at(moment: Moment[Any]) -> Known:
    """From the first step of GJK up to the moment's, steps that are told as one taken apart."""
    return known_within(moment)[-1]


def known_within(moment: Moment[Any]) -> tuple[Known, ...]:
    """After the moment's step; of several that are told as one, after each of them."""
    count = len(steps_so_far(moment))
    own = len(moment.step.part) if isinstance(moment.step, Grouped) else 1
    return _history(whole(moment).trace)[count - own : count]


def known_after(moment: Moment[Any]) -> tuple[Known, ...]:
    """After each step of the whole search, those to come too."""
    return _history(whole(moment).trace)


@lru_cache(maxsize=8)
def _history(trace: Trace[Any, Any]) -> tuple[Known, ...]:
    """After each step of a trace."""
    found: list[Known] = []
    for step in apart(trace):
        found.append(_after(found[-1] if found else None, step))
    return tuple(found)


def _after(known: Known | None, step: Any) -> Known:
    if isinstance(step, SimplexStarted):
        vertices = step.simplex.vertices
        return Known(vertices, vertices[0], step.simplex, (0.0,), (step.simplex.distance,), step.is_warm)
    assert known is not None, "every search starts with a simplex"
    if isinstance(step, SupportTaken):
        new = step.vertex
        found = known.found if any(each.pair == new.pair for each in known.found) else (*known.found, new)
        ends = step.is_last or step.is_across
        uppers = (*known.uppers, step.upper) if ends else known.uppers
        lowers = (*known.lowers, max(known.lower, step.lower))
        return known._replace(found=found, newest=new, lowers=lowers, uppers=uppers)
    if isinstance(step, SimplexReduced):
        return known._replace(simplex=step.simplex, uppers=(*known.uppers, step.simplex.distance))
    return known


def short_edge(known: Known, pixel: float) -> float:
    """The length of the simplex, where that is an edge too short for its names in the picture; else 0."""
    if known.simplex.region is not SimplexRegion.EDGE:
        return 0.0
    p, q = known.simplex.vertices
    length = math.dist(p.w_xy, q.w_xy)
    return length if length < SHORT * pixel else 0.0


def summing_to_one(weights: Sequence[float]) -> list[float]:
    """Weights as hundredths that add up to 1: those that rounding down takes most from are rounded up."""
    parts = [math.floor(100.0 * weight) for weight in weights]
    by_loss = sorted(range(len(parts)), key=lambda i: parts[i] - 100.0 * weights[i])
    for i in by_loss[: 100 - sum(parts)]:
        parts[i] += 1
    return [part / 100.0 for part in parts]
