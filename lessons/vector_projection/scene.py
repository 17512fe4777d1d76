"""Two vectors from one point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Vector
from geometry.vector import vector
from viz.lesson.ink import Ink
from viz.lesson.scene import Scene, handle, toggle


@dataclass(frozen=True, eq=False)
class TwoVectors(Scene):
    o: Vector = handle(Ink.CONSTRUCTION, "start")
    a: Vector = handle(Ink.VECTOR_P, "tip of a")
    b: Vector = handle(Ink.VECTOR_Q, "tip of b")
    raw: bool = toggle("Skip the unit vector", False)


def _scene(a: tuple[float, float], b: tuple[float, float], *, raw: bool = False) -> TwoVectors:
    return TwoVectors(vector((0.0, 0.0)), vector(a), vector(b), raw)


def presets() -> Mapping[str, TwoVectors]:
    return {
        "Leaning together": _scene((1.4, 1.5), (2.2, 0.5)),
        "Leaning apart": _scene((-1.2, 1.3), (2.0, 0.4)),
        "Right angle": _scene((-0.4, 1.6), (2.0, 0.5)),
        "Skipping the unit": _scene((1.0, 1.3), (2.4, 0.3), raw=True),
        "Same direction": _scene((0.8, 0.4), (2.0, 1.0)),
        "b has no length": _scene((1.2, 1.0), (0.0, 0.0)),
    }
