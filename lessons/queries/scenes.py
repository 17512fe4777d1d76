"""What the lessons of this chapter share: the shape that is asked about, its names, and how positions are told."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from geometry import Convex, PointQuery, Ray, RayCast, RayKind, Trace, Vector, point_query
from geometry.feature import Feature, FeatureRef
from geometry.shape import of_core
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, Body, Scene, body, choice, handle, toggle

P, Q = r"\boldsymbol{p}", r"\boldsymbol{q}"
C = r"\boldsymbol{c}"  # the closest point, where q is a hit
U, V = r"\boldsymbol{u}", r"\boldsymbol{v}"


@dataclass(frozen=True, eq=False)
class OneShape(Scene):
    """A, which has an edge."""

    a: Body = body(Ink.A, "A")

    def __post_init__(self) -> None:
        if len(self.a.shape.points) < 2:
            raise ValueError("A needs an edge in this lesson: a circle has none")

    @property
    def core(self) -> Convex:
        """A without its radius."""
        found: Convex = self.a.world.once(_core)
        return found


@dataclass(frozen=True, eq=False, kw_only=True)
class ShapeAndRay(OneShape):
    arrow: Arrow = handle(Ink.EXAMINED, "ray")
    kind: str = choice("The ray is a", tuple(kind.value for kind in RayKind), RayKind.HALF_LINE.value)
    fan: bool = toggle("Fan of 200 rays at the hit", False)
    goal: str = ""  # which challenge is about it

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.ray  # raises ValueError for an arrow of no length: it has no direction

    @property
    def r(self) -> float:
        return self.a.shape.radius

    @cached_property
    def ray(self) -> Ray:
        return Ray(self.arrow.start, self.arrow.vector, RayKind(self.kind))

    # What the point query that is stepped into asks of its scene.

    @property
    def p(self) -> Vector:
        return self.arrow.start

    @cached_property
    def found(self) -> PointQuery:
        return point_query(self.a.world, self.p)


@dataclass(frozen=True, slots=True, eq=False)
class Started:
    """Of a circle cast: the circle before it moves."""

    gap: float  # signed


@dataclass(frozen=True, slots=True, eq=False)
class RayAsked:
    """Of a circle cast: the ray cast of its centre."""

    cast: Trace[Any, RayCast]


@dataclass(frozen=True, slots=True, eq=False)
class Stopped:
    """Of a circle cast: where the circle is at the hit."""

    center: Vector


def _core(shape: Convex) -> Convex:
    return of_core(shape.points, 0.0)


def named(feature: Feature) -> str:
    """ "edge 2" or "v3", as the figure names them."""
    return f"v{feature.index}" if feature.is_vertex else f"edge {feature.index}"


def named_on(core: Convex, feature: Feature) -> str:
    """The same; of a capsule, whose core has no edge but one, "core segment"."""
    return "core segment" if len(core.points) == 2 and not feature.is_vertex else named(feature)


def ref(feature: Feature) -> FeatureRef:
    return FeatureRef("A", feature.kind, feature.index)
