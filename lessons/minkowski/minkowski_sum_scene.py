"""The scenes of the Minkowski sum: A, B with the point that it is carried by, and a direction."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from geometry import Convex, Sum, Trace, Vector, box, circle, convex, minkowski_sum, regular_polygon
from geometry import support as support_of
from geometry.minkowski.sum import SumStep
from geometry.trace import picked
from geometry.vector import Points, following, readonly, unit
from lessons.stories.outlines import Part, outward, parts, turning
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment, Preset
from viz.lesson.scene import Body, TwoShapes, at, handle

SCALED, OUTLINE_ONLY = "scaled A", "outline only"
END, NEXT, COUNT, MOVED = "end", "next edge", "count of edges", "moved sum"  # what a scene asks
FIRST, SIX = "first edge", "six edges"  # goals of one scene, as the faulty ideas are of theirs
ARC = np.linspace(0.0, 1.0, 25)  # parts of an arc that is drawn
TURNS = 240  # directions of a whole turn, along which the end of the sum is drawn
UNTIL = 0.1  # of the way before the vertex that is asked for: no further while the answer is open


@dataclass(frozen=True, eq=False)
class Swept(TwoShapes):
    """A, B and the point that B is carried by, and a direction from the origin."""

    reference: Vector = handle(Ink.B, "reference point of B")
    tip: Vector = handle(Ink.EXAMINED, "direction")
    asks: str = END
    goal: str = ""  # of a scene with one of its own: which one

    def __post_init__(self) -> None:
        if self.a.shape.radius > 0.0 or len(self.a.shape.points) < 3:
            raise ValueError("A is a polygon here: its outline is what B is carried along")
        if math.hypot(*self.tip) < 1e-6:
            raise ValueError("a direction needs a length: its tip lies on the origin")

    def with_field(self, name: str, value: Any) -> Self:
        """Moving or turning B takes its reference point along; reshaping it leaves the point where it is."""
        if name == "b" and value.shape is self.b.shape:
            return replace(self, b=value, reference=value.pose.place(self.b.pose.unplace(self.reference)))
        return super().with_field(name, value)

    @cached_property
    def moving(self) -> Convex:
        """B measured from its reference point."""
        return self.b.world.moved(-self.reference)

    @cached_property
    def trace(self) -> Trace[SumStep, Sum]:
        """The start, the first two edges, the whole outline, the sum; of a disc only the whole outline."""
        whole = minkowski_sum.trace(self.a.world, self.moving)
        count = len(whole) - 2
        first = () if self.is_disc else (1, 2)
        return picked(whole, (0, *first, count, count + 1))

    @property
    def is_disc(self) -> bool:
        return len(self.b.shape.points) == 1

    @property
    def shift(self) -> Vector:
        """By how much the reference point moves the sum, against B's centre as its reference point."""
        return self.b.world.centroid - self.reference

    @property
    def is_moved(self) -> bool:
        return math.hypot(*self.shift) > 1e-6

    @property
    def direction(self) -> Vector:
        return unit(self.tip)

    @cached_property
    def support_values(self) -> tuple[float, float]:
        """Of A from the origin, of B from its reference point."""
        d = self.direction
        return support_of(self.a.world, d).value, support_of(self.moving, d).value

    @cached_property
    def _ways(self) -> Points:
        """For each vertex of A, and for the first one again: which part of the tour leads there."""
        a = self.a.world.points
        ends = np.cumsum(np.hypot(*(following(a) - a).T))
        return readonly(np.concatenate(((0.0,), ends / ends[-1])))

    def carried(self, way: float) -> Vector:
        """Where the reference point stands on the outline of A."""
        a = self.a.world.points
        ring = np.concatenate((a, a[:1]))
        return np.array([np.interp(way, self._ways, ring[:, k]) for k in (0, 1)])

    @cached_property
    def _outline(self) -> Points:
        """The outline of the sum from where edge 0 of A lies on it: which part of the tour leads there, x, y."""
        figure, a, at_vertex = self.trace.result, self.a.world.points, 0
        places: list[Points] = []
        ways: list[float] = []
        first = next(i for i, edge in enumerate(figure.edges) if edge.of_a == 0)
        order = [*range(first, len(figure.edges)), *range(first + 1)]  # the first again: its arc closes the outline
        for place, i in enumerate(order):
            edge, out = figure.edges[i], figure.radius * outward(figure.edges[i])
            if figure.radius > 0.0 and place:
                start, turn = turning(figure, i)
                angles = start + turn * ARC
                places.append(edge.start + figure.radius * np.stack((np.cos(angles), np.sin(angles)), axis=1))
                ways.extend([float(self._ways[at_vertex])] * len(ARC))
            ends = [edge.start] if place == len(figure.edges) else [edge.start, *(p.end for p in parts(edge, a))]
            places.append(np.array(ends) + out)
            ways.append(float(self._ways[at_vertex]))
            for part in parts(edge, a) if place < len(figure.edges) else ():
                at_vertex += part.ink is Ink.A
                ways.append(float(self._ways[at_vertex]))
        return readonly(np.column_stack((ways, np.concatenate(places))))

    def left_behind(self, way: float) -> Points:
        """The outline of the sum that the copy of B has drawn so far."""
        ways = self._outline[:, 0]
        done = int(np.searchsorted(ways, way, side="right"))
        if done == len(ways):
            return self._outline[:, 1:]
        (low, *p), (high, *q) = self._outline[done - 1], self._outline[done]
        t = (way - low) / (high - low) if high > low else 0.0
        last = np.array(p) + t * (np.array(q) - np.array(p))
        return readonly(np.concatenate((self._outline[:done, 1:], last[None])))

    def way(self, moment: Moment[Any]) -> float:
        """How far the copy of B has come: not to the vertex that is asked for."""
        return min(moment.time, self.before_support) if moment.is_open else moment.time

    def visited(self, way: float) -> Points:
        """The vertices of A that the reference point has passed, and where it stands."""
        passed = self._ways[:-1] < way
        return readonly(np.concatenate((self.a.world.points[passed], self.carried(way)[None])))

    def turned(self, part: float) -> Self:
        """The same with the direction turned, by a part of a whole turn."""
        angle = math.tau * part
        (x, y), c, s = self.tip.tolist(), math.cos(angle), math.sin(angle)
        return replace(self, tip=readonly(np.array((c * x - s * y, s * x + c * y)))) if part < 1.0 else self

    def traced(self, part: float) -> Points:
        """Where the sum ends along the direction, while that turns: it runs along the outline."""
        first = math.atan2(self.tip[1], self.tip[0])
        angles = first + math.tau * part * np.linspace(0.0, 1.0, 2 + round(TURNS * part))
        d, figure = np.stack((np.cos(angles), np.sin(angles)), axis=1), self.trace.result
        ends: Points = figure.points[(figure.points @ d.T).argmax(axis=0)] + figure.radius * d
        return ends

    @property
    def before_support(self) -> float:
        return float(self._ways[support_of(self.a.world, self.direction).index]) - UNTIL

    def edge_at_home(self, part: Part) -> Vector:
        """Where an edge of the sum starts on the shape that it comes from."""
        home: Vector = (self.a if part.ink is Ink.A else self.b).world.points[part.number]
        return home


def presets() -> Mapping[str, Swept | Preset[Swept]]:
    wedge = _triangle()
    small = convex(((-0.5, -0.4), (0.6, -0.3), (-0.1, 0.6)))
    disc, five, wide = circle(0.45), regular_polygon(5, 1.1), regular_polygon(5, 1.6)
    long = _scene(at(box(2.4, 0.9), 0.0, 0.0, 32), at(disc, 1.35, -1.05), (-1.75, 0.6))
    hole = _scene(at(wide, 0.0, 0.0, 8), at(small, 2.2, 1.75, 12), (-1.75, 1.75))
    sorted_, parallel = (
        _scene(at(five, 0.0, 0.0, 9), at(small, 1.75, 1.35), (-1.5, 1.3), NEXT),
        _scene(at(box(1.8, 1.2), 0.0, 0.0, 10), at(box(0.8, 0.9), 2.0, 1.0, 10), (-0.8, 1.7), COUNT),
    )
    return {
        "Disc around a triangle": _scene(_there(wedge), at(disc, 1.75, 1.0), (-1.35, 1.35)),
        "Disc around a long box": Preset(replace(long, goal=SCALED), SCALED, lambda trace: 1),
        "Pentagon and triangle": replace(sorted_, goal=FIRST),
        "Similar triangles": _scene(_there(wedge), at(convex(0.45 * wedge.points), 1.5, 1.05, 40), (-1.3, 1.2)),
        "Parallel edges": replace(parallel, goal=SIX),
        "Another reference point": _scene(
            _there(wedge), at(small, 1.95, 1.4, 10), (-1.4, 1.35), MOVED, by=(-0.3, -0.2)
        ),
        "−B fits inside A": Preset(replace(hole, goal=OUTLINE_ONLY), OUTLINE_ONLY),
    }


def _triangle() -> Convex:
    """One whose edges point at whole degrees: the turns between them are their differences as they are shown."""
    thetas = np.radians((5.0, 129.0, 245.0))
    first, second = np.stack((np.cos(thetas[:2]), np.sin(thetas[:2])), axis=1)
    start, long = np.array((-1.1, -0.8)), 2.3
    longer = long * math.sin(thetas[2] - thetas[0]) / math.sin(thetas[1] - thetas[2])  # by the law of sines
    return convex(np.stack((start, start + long * first, start + long * first + longer * second)))


def _scene(
    a: Body, b: Body, tip: tuple[float, float], asks: str = END, by: tuple[float, float] = (0.0, 0.0)
) -> Swept:
    """B's reference point stands `by` away from its centre."""
    return Swept(a, b, readonly(b.pose.position + by), readonly(np.array(tip)), asks)


def _there(shape: Convex) -> Body:
    """Where its numbers say."""
    return Body(shape).centred()
