"""A shape, and the point that is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry import Vector, box, capsule, circle, convex, regular_polygon, rounded
from geometry.vector import vector
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, at, body, handle, toggle


@dataclass(frozen=True, eq=False)
class ShapeAndPoint(Scene):
    a: Body = body(Ink.A, "A")
    p: Vector = handle(Ink.B, "p")
    naive: bool = toggle("Push along p and its foot", False)


def presets() -> Mapping[str, ShapeAndPoint]:
    wedge = rounded(convex(((-1.3, -0.7), (1.1, -0.9), (0.9, 0.7), (-0.5, 0.9))), 0.35)
    square, five = box(1.8, 1.8), rounded(regular_polygon(5, 1.1), 0.35)
    turned = at(five, 0.0, 0.0, 9)
    on_edge = turned.world.points[0:2].mean(axis=0)
    return {
        "Beside an edge": _scene(at(wedge, -0.3, 0.0), (1.45, 0.35)),
        "Beyond a corner": _scene(at(wedge, -0.3, 0.0), (1.35, 1.15)),
        "Inside": _scene(at(wedge, -0.3, 0.0), (-0.1, 0.25)),
        "On the inner edge": _scene(turned, on_edge, naive=True),
        "On an inner corner": _scene(turned, turned.world.points[2], naive=True),
        "Four edges as near": _scene(at(square, 0.0, 0.0), (0.0, 0.0)),
        "A capsule": _scene(at(capsule((-0.9, 0.0), (0.9, 0.0), 0.5), 0.0, 0.0, 20), (0.75, -0.05)),
        "A circle's own centre": _scene(at(circle(1.0), 0.0, 0.0), (0.0, 0.0), naive=True),
        "Far from the origin": _scene(at(wedge, 1e6 - 0.3, 1e6), (1e6 + 1.45, 1e6 + 0.35)),
    }


def _scene(shape: Body, p: ArrayLike, *, naive: bool = False) -> ShapeAndPoint:
    return ShapeAndPoint(shape, vector(np.array(p)), naive)
