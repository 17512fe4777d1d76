"""A circle on its way, and a wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import Vector, circle
from geometry.swept_circle.steps import SegmentFeature
from geometry.vector import vector
from lessons.first_edition.moving import MovingCircle
from lessons.first_edition.moving_picture import ROOTS
from lessons.swept_circle_segment.faulty import CENTRE, LISTING, NONE, RULES, UNIT, UNSQUARED, Case
from viz.lesson.ink import Ink
from viz.lesson.scene import at, choice, handle

PARTS = {
    SegmentFeature.START: "end c of the wall",
    SegmentFeature.FACE: "face of the wall",
    SegmentFeature.END: "end d of the wall",
}

MOMENTS = {"enter": "slab entered", "leave": "slab left", **ROOTS}  # fields of a step, and the features that they are


@dataclass(frozen=True, eq=False, kw_only=True)
class CircleAndWall(MovingCircle):
    c: Vector = handle(Ink.B, "c")
    d: Vector = handle(Ink.B, "d")
    rule: str = choice("Beside it", RULES, NONE)

    @cached_property
    def case(self) -> Case:
        """The same for the faulty rules."""
        return Case(self.center, self.radius, self.motion, self.c, self.d)


Place = tuple[float, float]


def presets() -> Mapping[str, CircleAndWall]:
    return {
        "Onto the face": _scene(0.45, (-1.3, 1.3), (0.8, -0.75), (-1.2, -0.55), (1.4, -0.3)),
        "Around an end": _scene(0.5, (-1.3, 1.5), (0.0, -0.9), (-0.3, -0.3), (1.5, -0.1)),
        "Radius not squared": _scene(2.0, (-1.6, 3.4), (1.2, 0.7), (-3.4, 0.0), (3.4, 0.0), UNSQUARED),
        "The centre, not its foot": _scene(0.6, (-1.0, 1.1), (0.4, -0.6), (-0.5, -0.3), (0.5, -0.3), CENTRE),
        "A unit direction": _scene(0.4, (1.0, -1.0), (-1.0, -1.4), (-0.5, 2.0), (-0.5, 0.0), UNIT),
        "Overlapping: exit reported": _scene(0.4, (0.2, 1.6), (-0.6, -1.6), (0.0, 2.0), (0.0, -2.0), LISTING),
        "Centre on the wall's line": _scene(0.5, (0.0, 2.0), (0.0, -0.6), (0.0, 0.2), (0.0, -2.0), LISTING),
        "Along the wall": _scene(0.5, (0.5, 2.25), (0.5, -1.25), (0.0, 0.5), (0.0, -2.0), LISTING),
        "A wall of no length": _scene(0.5, (0.4, 1.8), (-0.1, -1.6), (0.2, -0.4), (0.2, -0.4)),
    }


def _scene(radius: float, start: Place, to: Place, c: Place, d: Place, rule: str = NONE) -> CircleAndWall:
    ends = vector(np.array(c)), vector(np.array(d))
    return CircleAndWall(at(circle(radius), *start), vector(np.array(to)), c=ends[0], d=ends[1], rule=rule)
