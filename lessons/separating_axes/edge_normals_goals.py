"""What is to be constructed from edge normals: an outline whose winding, convexity or normals are as asked."""

from __future__ import annotations

import math
from typing import Any

from geometry.vector import Points, following
from lessons.separating_axes import edge_normals_checks as checks
from lessons.separating_axes.edge_normals_faulty import ray_goal
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

CLEAR = 0.3  # of area: beyond this S is far enough from 0
SAME = math.radians(5.0)  # two normals that differ by no more count as one
OFF = 1e-6  # of a product of lengths: a vertex nearer to an edge's line is on it


def goal(moment: Moment[Any], is_reversed: bool) -> Challenge:
    """The goal of a triangle, of the concave outline, or of the hexagon."""
    points = moment.scene.listed
    if len(points) == 3:
        return ray_goal(moment) or _winding(points, is_reversed)
    return _convex(moment.scene) if len(points) == 4 else _one_normal(moment.scene)


def _winding(points: Points, is_reversed: bool) -> Challenge:
    """The switch of the list turns what is asked as well."""
    area = checks.fan_area(points)
    return Challenge(
        f"Drag one vertex until right(e) points {'out of' if is_reversed else 'into'} A on every edge.",
        area > CLEAR if is_reversed else area < -CLEAR,
        f"S = {fixed(area)}",
        "Pull a vertex of the triangle across the opposite edge: the order then runs the other way.",
    )


def _convex(scene: Any) -> Challenge:
    count = sum(_has_both_sides(scene.listed, i) for i in range(len(scene.listed)))
    return Challenge(
        "Drag one vertex until no edge has vertices on **both** sides of its line.",
        scene.is_convex and count == 0,
        f"edges with both: {count}",
        "The vertex inside the dent makes A concave: pull it out, beyond the line through both its neighbours.",
    )


def _has_both_sides(points: Points, i: int) -> bool:
    (x, y), (u, v) = points[i].tolist(), (following(points)[i] - points[i]).tolist()
    across = [u * (q - y) - v * (p - x) for p, q in points.tolist()]
    return bool(max(across) > OFF and min(across) < -OFF)


def _one_normal(scene: Any) -> Challenge:
    edges = (following(scene.listed) - scene.listed).tolist()
    turns = [
        abs(math.atan2(u * y - v * x, u * x + v * y))
        for (u, v), (x, y) in zip(edges, [*edges[1:], edges[0]], strict=True)
    ]
    least = min(turns)
    return Challenge(
        "Drag one vertex until two edges have the **same** outward normal, to 5° or less. Keep A convex.",
        scene.is_convex and least <= SAME,
        f"least angle {fixed(math.degrees(least), 0)}°",
        "Pull a vertex towards the line through both its neighbours.",
    )
