"""A body, the point that it turns about, and how far it turns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import Convex, Pose, Sweep, Vector, box, capsule, circle, convex
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, at, body, handle, slider, toggle


@dataclass(frozen=True, eq=False)
class Turning(Scene):
    a: Body = body(Ink.A, "A")
    pivot: Vector = handle(Ink.RESULT, "pivot")
    turn: float = slider("Turn", -720.0, 720.0, 110.0, "°", 0)
    by_centroid: bool = toggle("Measure r from the centroid", False)

    @cached_property
    def local(self) -> Convex:
        """The shape about its centre of rotation."""
        return self.a.world.moved(-self.pivot)

    @cached_property
    def sweep(self) -> Sweep:
        return Sweep(Pose(self.pivot), Pose(self.pivot, math.radians(self.turn)))


def presets() -> Mapping[str, Turning]:
    wedge = convex(((-1.1, -0.7), (1.2, -0.5), (-0.3, 1.0)))
    slab, disc = at(box(2.0, 0.8), 0.0, 0.0, 15), at(circle(0.5), 1.3, 0.2)
    far = np.array((1e6, 1e6))
    return {
        "Off its centre": Turning(slab, np.array((-0.6, -0.1))),
        "About its centroid": Turning(slab, np.zeros(2), 150.0),
        "From the centroid: wrong": Turning(slab, np.array((-1.0, 0.1)), 110.0, True),
        "A pivot outside": Turning(at(wedge, 0.6, 0.0, 10), np.array((-1.4, -0.6)), 70.0, True),
        "More than a full turn": Turning(at(wedge, 0.0, 0.0), np.array((-0.4, -0.2)), 500.0),
        "A disc about its centre": Turning(disc, disc.pose.position, 200.0),
        "A capsule on an arm": Turning(at(capsule((-0.5, 0), (0.5, 0), 0.3), 0.7, 0.0, 60), np.zeros(2), 90.0, True),
        "No turn at all": Turning(slab, np.array((-0.6, -0.1)), 0.0),
        "Far from the origin": Turning(slab.moved(far), far + (-0.6, -0.1)),
    }
