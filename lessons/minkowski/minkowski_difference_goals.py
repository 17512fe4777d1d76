"""The goals of the scenes of the Minkowski difference: the origin or the faces stand in a special way."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lessons.minkowski.minkowski_difference_scene import APART, PARALLEL
from viz.lesson.prediction import Challenge
from viz.lesson.text import counted, fixed

CLOSE = 0.03  # so far off a goal may be


def goal(scene: Any) -> Challenge | None:
    """A scene to construct, by the numbers of vertices: the origin or the faces stand in a special way."""
    shapes = scene.a.world, scene.b.world
    counts, faces = sorted(len(shape.points) for shape in shapes), len(scene.figure.edges)
    if counts == [1, 1]:
        far = math.dist(*(shape.points[0] for shape in shapes))
        text, now = "Place B so that the origin is the centre of A − B.", f"now {fixed(far)} from it"
        return Challenge(text, far < CLOSE, now, "The centre of A − B is the difference of the two centres.")
    if sum(shape.radius for shape in shapes) > 0.0 or faces < 3:
        return None
    now = f"now {counted(faces, 'face')}"
    if scene.asks == APART:
        return _vertex_nearest(scene)
    if scene.asks == PARALLEL:
        return _deepest(scene)
    if counts == [3, 4]:
        hint = "3 + 4 = 7: two edges have to merge. Shift snaps a rotation."
        return Challenge("Rotate A or B until A − B has six faces, not seven.", faces == 6, now, hint)
    if counts == [3, 3]:
        hint = "Each edge of −B has to be parallel to one of A. Shift snaps a rotation."
        return Challenge("Rotate B until A − B has only three faces.", faces == 3, now, hint)
    if counts == [4, 4]:
        far = float(np.hypot(*scene.figure.points.T).min())
        hint = "A vertex of A − B is a vertex of A minus one of B: it is 0 where they meet."
        return Challenge(
            "Place B so that the origin is a vertex of A − B.", far < CLOSE, f"now {fixed(far)} off", hint
        )
    first, second = sorted(scene.distances)[:2]
    text = "Place B inside A so that the two nearest faces of A − B are equally far from the origin."
    is_inside = scene.nearest.separation < -0.3
    hint = "Then two shortest moves push B out of A. Compare the two least distances of the table."
    return Challenge(text, is_inside and second - first < 0.02, f"now they differ by {fixed(second - first)}", hint)


def _vertex_nearest(scene: Any) -> Challenge:
    found = scene.nearest
    now = "they overlap" if found.separation <= 0.0 else "a face is nearest" if found.edge is not None else "a vertex"
    return Challenge(
        "Keep A and B apart, but let a vertex of A − B be nearest to the origin.",
        found.separation > CLOSE and found.edge is None,
        now,
        "A vertex of A − B is a vertex of A minus a vertex of B: these two have to be the nearest points.",
    )


def _deepest(scene: Any) -> Challenge:
    """An overlap that no place of B makes deeper: half of what A − B is wide, where it is narrowest. Both shapes have
    to be their own reflections, as boxes are."""
    figure, depth = scene.figure, -scene.nearest.separation
    out = np.array([(q[1] - p[1], p[0] - q[0]) for p, q in ((edge.start, edge.end) for edge in figure.edges)])
    out /= np.hypot(*out.T)[:, None]
    along = figure.points @ out.T
    most = 0.5 * float((along.max(axis=0) - along.min(axis=0)).min())
    return Challenge(
        "Move B to where it overlaps A as deeply as it can.",
        depth > most - CLOSE,
        f"depth {fixed(depth)}" if depth > 0.0 else "no overlap",
        "The origin has to be as far as it can be from the nearest face.",
    )
