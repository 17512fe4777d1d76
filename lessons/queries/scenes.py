"""What the lessons of this chapter share: the shape that is asked about, its names, and how positions are told."""

from __future__ import annotations

from dataclasses import dataclass

from geometry import Convex
from geometry.feature import Feature, FeatureRef
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.scene import Body, Scene, body
from viz.lesson.text import fixed, tint

P, Q = r"\boldsymbol{p}", r"\boldsymbol{q}"
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


def _core(shape: Convex) -> Convex:
    return Convex(shape.points)


def named(feature: Feature) -> str:
    """ "edge 2" or "v3", as the figure names them."""
    return f"v{feature.index}" if feature.is_vertex else f"edge {feature.index}"


def ref(feature: Feature) -> FeatureRef:
    return FeatureRef("A", feature.kind, feature.index)


def inked(separation: float, *, sign: bool = True) -> str:
    """A signed distance in its own ink."""
    return tint(f"**{fixed(separation, sign=sign)}**", separation_ink(separation))
