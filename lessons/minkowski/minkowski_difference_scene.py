"""Two shapes whose Minkowski difference is worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Convex, Difference, Trace, Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import EdgeLaid
from geometry.query.containment import contains
from geometry.query.nearest import NearestBoundary
from geometry.query.origin import OriginStep, OriginTested, origin_in_difference
from geometry.trace import picked
from geometry.vector import length, right_of, unit
from lessons.minkowski.depths import Depths, depths_of
from lessons.minkowski.minkowski_difference_shrunk import Shrunk
from lessons.stories.outlines import solid
from viz.lesson.difference import order
from viz.lesson.lesson import Moment
from viz.lesson.mark import Coordinates
from viz.lesson.scene import TwoShapes

APART, TOUCHING, PARALLEL = "apart", "touching", "parallel"  # what a scene asks about
MOST_LAID = 2  # edges that are laid one a step, before all others together
SQUARE, BETWEEN = 0.9, 1.0  # a cell of the board, and how far apart they are


@dataclass(frozen=True, eq=False)
class Subtracted(TwoShapes):
    """Two shapes; their difference is worked out once."""

    order: str = order()
    asks: str = ""  # of a scene with questions and a goal of its own: which ones

    @cached_property
    def whole(self) -> Trace[OriginStep, NearestBoundary]:
        return origin_in_difference.trace(self.a.world, self.b.world)

    @cached_property
    def trace(self) -> Trace[OriginStep | Shrunk, NearestBoundary]:
        """The first two edges, then all; not where the outline starts. Once the origin has told, B shrinks to it."""
        steps = self.whole.steps
        laid = [i for i, step in enumerate(steps) if isinstance(step, EdgeLaid)]
        told = {*laid[:MOST_LAID], *laid[-1:]}
        found = picked(self.whole, sorted({0, 1, *told, len(steps) - 2, len(steps) - 1}))
        steps, lines = found.steps, found.lines
        more = (*steps[:-1], Shrunk(self.nearest.separation), steps[-1])
        return Trace(found.function, more, (*lines[:-1], *lines[-2:]), None, found.answer)

    @cached_property
    def figure(self) -> Difference:
        return next(step.figure for step in self.whole if isinstance(step, OriginTested))

    @property
    def nearest(self) -> NearestBoundary:
        return self.whole.result

    @cached_property
    def distances(self) -> list[float]:
        """Of the origin to each face, moved out by the radius."""
        return [to_origin(edge.start, edge.end, self.figure.radius) for edge in self.figure.edges]

    @cached_property
    def depths(self) -> Depths:
        """Of the inside of A − B."""
        return depths_of(solid(self.figure))

    @cached_property
    def is_touching(self) -> bool:
        return next(step.touches for step in self.whole if isinstance(step, OriginTested))

    @cached_property
    def is_contained(self) -> bool:
        """Whether B lies in A; in most scenes one look at the vertices tells that it does not."""
        a, b = self.a.world, self.b.world
        beyond = b.points.max(axis=0) - a.points.max(axis=0), a.points.min(axis=0) - b.points.min(axis=0)
        return bool(np.max(beyond) <= a.radius) and contains(a, b)

    @cached_property
    def shared(self) -> Vector | None:
        """A point of both, found where the origin lies in the outline: as 0 is a mean of some a − b, the same mean of
        the a is that of the b. None for shapes that are apart, or that share rounded parts alone and are no discs."""
        a, b, figure = self.a.world, self.b.world, self.figure
        if self.nearest.separation > 0.0:
            return None
        if len(figure.points) == 1 and figure.radius > 0.0:
            between: Vector = a.points[0] + (a.radius / figure.radius) * (b.points[0] - a.points[0])
            return between
        of_a = a.points[[vertex.of_a for vertex in figure.vertices]]
        apex = figure.points.mean(axis=0)
        for i, q in enumerate(figure.points):
            sides = np.array((figure.points[i - 1] - apex, q - apex)).T
            s, t = np.linalg.lstsq(sides, -apex, rcond=None)[0]
            if min(s, t) >= -1e-9 and s + t <= 1.0 + 1e-9 and length(sides @ (s, t) + apex) < 1e-9:
                mean: Vector = (1.0 - s - t) * of_a.mean(axis=0) + s * of_a[i - 1] + t * of_a[i]
                return mean
        return None


def difference_named(i: int, j: int) -> str:
    """The difference of vertex i of A and vertex j of B, in their inks."""
    return rf"$\A{{\boldsymbol a_{{{i}}}}}-\B{{\boldsymbol b_{{{j}}}}}$"


def cell_feature(i: int, j: int) -> FeatureRef:
    """Their cell of the board, as something to click."""
    return FeatureRef(f"a{i} − b{j}", FeatureKind.PART)


def cell_corners(i: int, j: int) -> Coordinates:
    """The square of this cell: row i, column j."""
    x, y = BETWEEN * j, -BETWEEN * i
    return (x, y), (x, y - SQUARE), (x + SQUARE, y - SQUARE), (x + SQUARE, y)


def farthest(shape: Convex) -> int:
    """The vertex that is farthest from the origin."""
    return int(np.hypot(*shape.points.T).argmax())


def pair_at(moment: Moment[Any]) -> tuple[int, int]:
    """The vertices of A and of B whose difference is taken now; when all are, the longest of the last row."""
    a, b = (shape.world.points for shape in (moment.scene.a, moment.scene.b))
    n, m = len(a), len(b)
    if moment.time == 1.0:
        return n - 1, int(np.hypot(*(a[-1] - b).T).argmax())
    k = min(int(moment.time * n * m), n * m - 1)
    return k // m, k % m


def points_named(scene: Any, i: int, j: int) -> tuple[str, str]:
    """Vertex i of A and vertex j of B as symbols; of two discs their centres."""
    if len(scene.a.world.points) == len(scene.b.world.points) == 1:
        return r"\boldsymbol c_A", r"\boldsymbol c_B"
    return rf"\boldsymbol a_{{{i}}}", rf"\boldsymbol b_{{{j}}}"


def to_origin(start: Vector, end: Vector, radius: float) -> float:
    """How far a face is from the origin, moved out by a radius."""
    along = end - start
    out = radius * right_of(unit(along))
    t = min(max(-float((start + out) @ along) / float(along @ along), 0.0), 1.0)
    return length(start + out + t * along)
