"""A circle on its way, and a point that stands still."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import Vector, circle
from geometry.vector import vector
from lessons.first_edition.moving import MovingCircle
from lessons.swept_circle_point.faulty import APPROACH_FIRST, NONE, POSITIVE, RULES
from viz.lesson.ink import Ink
from viz.lesson.scene import at, choice, handle


@dataclass(frozen=True, eq=False, kw_only=True)
class CircleAndPoint(MovingCircle):
    p: Vector = handle(Ink.B, "p")
    rule: str = choice("Beside it", RULES, NONE)


def presets() -> Mapping[str, CircleAndPoint]:
    far = 1e6
    return {
        "Two roots": _scene(0.6, (-1.8, -0.3), (1.9, 0.5), (0.4, 0.35)),
        "Grazing": _scene(0.5, (-1.8, 0.0), (1.8, 0.0), (0.3, 0.5)),
        "Passing by": _scene(0.5, (-1.8, -0.2), (1.8, 0.2), (0.2, 0.9)),
        "Moving away": _scene(0.6, (0.2, 0.0), (2.0, 0.4), (-0.9, 0.1)),
        "Inside: the exit is wrong": _scene(0.8, (-0.6, 0.0), (1.9, 0.3), (-0.2, 0.3), POSITIVE),
        "Inside, moving away": _scene(0.8, (-0.1, 0.0), (1.9, 0.3), (-0.5, 0.2), APPROACH_FIRST),
        "The way is too short": _scene(0.5, (-1.8, -0.1), (-0.7, 0.0), (0.9, 0.2), POSITIVE),
        "No motion": _scene(0.6, (-0.8, 0.0), (-0.8, 0.0), (0.8, 0.3)),
        "Far from the origin": _scene(0.6, (far - 1.8, far - 0.3), (far + 1.9, far + 0.5), (far + 0.4, far + 0.35)),
    }


def _scene(
    radius: float,
    start: tuple[float, float],
    to: tuple[float, float],
    p: tuple[float, float],
    rule: str = NONE,
) -> CircleAndPoint:
    return CircleAndPoint(at(circle(radius), *start), vector(np.array(to)), p=vector(np.array(p)), rule=rule)
