"""A shape, a ray, and how far it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from geometry import Ray, RayKind, box, capsule, circle, convex, regular_polygon, rounded
from lessons.ray_cast.faulty import AHEAD, NONE, PERPENDICULAR, RULES
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, Body, Scene, at, body, choice, handle


@dataclass(frozen=True, eq=False)
class ShapeAndRay(Scene):
    a: Body = body(Ink.A, "A")
    arrow: Arrow = handle(Ink.B, "ray")
    kind: str = choice("The ray is a", tuple(kind.value for kind in RayKind), RayKind.HALF_LINE.value)
    faulty: str = choice("Beside it", RULES, NONE)

    def __post_init__(self) -> None:
        """Raises ValueError for an arrow of no length: it has no direction."""
        _ = self.ray

    @cached_property
    def ray(self) -> Ray:
        return Ray(self.arrow.start, self.arrow.vector, RayKind(self.kind))


def presets() -> Mapping[str, ShapeAndRay]:
    segment, line = RayKind.SEGMENT.value, RayKind.LINE.value
    soft = rounded(convex(((-0.9, -0.6), (0.8, -0.8), (1.0, 0.3), (-0.1, 0.9))), 0.45)
    slab, tip = box(1.8, 1.4), rounded(convex(((0.5, 0.4), (-0.5, 0.4), (0.0, -0.45))), 0.7)
    pill, five = capsule((-0.8, 0.0), (0.8, 0.0), 0.5), rounded(regular_polygon(5, 0.9), 0.3)
    far = 1e6
    return {
        "Past the edge, on the arc": ShapeAndRay(at(soft, 0.6, 0.0, 25), Arrow((-1.7, 1.4), (-0.8, 1.2))),
        "On an edge": ShapeAndRay(at(soft, 0.6, 0.0, 25), Arrow((-1.7, 0.4), (-0.8, 0.2))),
        "The box lies behind": ShapeAndRay(
            at(slab, -0.9, 0.0, 8), Arrow((1.0, 0.2), (2.0, 0.3)), faulty=PERPENDICULAR
        ),
        "From a corner's pocket": ShapeAndRay(at(tip, 0.0, 0.0, 180), Arrow((0.05, 1.72), (0.2, 1.28)), faulty=AHEAD),
        "Starts inside": ShapeAndRay(at(five, 0.0, 0.0, 9), Arrow((0.35, 0.2), (1.6, 0.7))),
        "A segment falls short": ShapeAndRay(
            at(slab, 0.9, 0.0, 20), Arrow((-1.8, 0.3), (-0.4, 0.2)), segment, PERPENDICULAR
        ),
        "A whole line": ShapeAndRay(at(pill, -0.9, 0.0, 25), Arrow((0.9, -0.15), (1.8, -0.12)), line),
        "A circle": ShapeAndRay(at(circle(0.9), 0.7, 0.0), Arrow((-1.9, 0.7), (-0.8, 0.6))),
        "Grazing, far out": ShapeAndRay(
            at(slab, far + 0.6, far), Arrow((far - 1.8, far + 0.7), (far - 0.8, far + 0.7))
        ),
    }
