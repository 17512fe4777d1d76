"""The scenes of two polygons, and what is asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from geometry import box, convex, regular_polygon, separation
from lessons.shadows.scene import ShapesAndAxis
from viz.lesson.lesson import Moment
from viz.lesson.scene import Arrow, Body, at, polar

SAME = 1e-9  # two places are one
OFF = 0.2  # world length that B is off the edge of A that is asked for
CLEAR = 0.1  # and off where it stands


@cache
def opening() -> Mapping[str, ShapesAndAxis]:
    """Each scene as it opens."""
    wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.1)))
    four = convex(((-1.2, -0.5), (0.4, -0.9), (1.4, -0.2), (0.2, 1.0)))
    slab, bar = box(1.6, 1.1), box(2.2, 0.6)

    def made(a: Body, b: Body, angle: float) -> ShapesAndAxis:
        return ShapesAndAxis(a, b, Arrow((0.0, 0.0), polar(1.0, angle)))

    return {
        "One gap": made(at(wedge, -0.7, -0.3), at(wedge, 1.15, -0.59, 30), 60),
        "Wide gap": made(at(box(1.5, 1.9), -1.15, 0.0, -7), at(wedge, 0.95, 0.2, 30), 50),
        "Slanted gap": made(at(bar, -0.41, -0.41, 135), at(bar, 0.41, 0.41, 135), 0),
        "Overlap": made(at(four, -0.6, 0.0), at(wedge, 0.85, 0.2, 26), 75),
        "Contained": made(at(regular_polygon(6, 1.4), 0.0, 0.0, 5), at(slab, 0.2, 0.1, 38), 15),
        "Just touching": made(at(slab, -0.8, 0.0), at(slab, 0.8, 0.3), 30),
    }


def opens_at(scene: ShapesAndAxis) -> bool:
    """Whether a scene stands as one opens: nothing has been moved, and the screen not turned."""
    return any(_is_same(scene, each) for each in opening().values())


def _is_same(scene: ShapesAndAxis, other: ShapesAndAxis) -> bool:
    pairs = [(scene.a.world.points, other.a.world.points), (scene.b.world.points, other.b.world.points)]
    pairs.append((scene.axis.vector, other.axis.vector))
    return all(p.shape == q.shape and bool(np.all(np.abs(p - q) <= SAME)) for p, q in pairs)


def finds_light(moment: Moment[Any]) -> bool:
    """Whether light is to be found that passes between the shapes: of shapes apart, unless several edges show a gap
    and one of them the widest that there is, which is asked for then."""
    scene, found = moment.scene, moment.trace.result
    if found.best.separation <= scene.near:
        return False
    return bool(found.gaps <= 1 or found.best.separation < separation(scene.a.world, scene.b.world) - scene.near)


def edges_with_gap(scene: ShapesAndAxis, owner: str) -> set[int]:
    """The edges of a shape along which light passes."""
    shown = {edge for edge, angle in scene.edges.items() if scene.separation_at(angle) > scene.near}
    return {edge.index for edge in shown if edge.owner == owner}


def elsewhere(scene: ShapesAndAxis) -> ShapesAndAxis | None:
    """Of shapes apart, where light passes along no edge of A: the scene with B moved before an edge of A, on a side
    that B is not on, where light passes along some. The learner has turned a screen to a gap, and has seen which edge
    of B it lies along: that is asked no more."""
    a, b = scene.a.world, scene.b.world
    if separation(a, b) <= scene.near or edges_with_gap(scene, "A"):
        return None
    order = np.argsort((a.normals @ (b.centroid - a.centroid)).round(9), kind="stable")
    for k in order:
        n, (u, v) = a.normals[k], a.edges[k]
        foremost = b.points[int((b.points @ n).round(9).argmin())]
        there = scene.with_field("b", scene.b.moved((u + v) / 2.0 + OFF * n - foremost))
        shown = edges_with_gap(there, "A")
        if 0 < len(shown) < len(a.points) and separation(there.b.world, b) > CLEAR:
            return there
    return None
