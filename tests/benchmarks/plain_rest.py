"""The calls that are measured beside the four most asked: pair routines, casts, sums, swept circles, times of impact.

Only names that the first edition has too, so that the same file measures it (see `test_plain_calls`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import geometry as g

Calls = tuple[Callable[..., object], str, list[tuple[Any, ...]]]  # the routine, the shapes' name, what it is given
Pairs = dict[str, list[tuple[g.Convex, g.Convex]]]

SMALL = ("irregular hexagons", "rounded hexagons", "dozen vertices")
OVERLAPPING = (
    *(g.epa, g.minimum_translation, g.push_apart, g.separation, g.overlaps, g.collide),
    *(g.minkowski_sum, g.minkowski_difference),
)
APART = (g.closest_points, g.separation, g.overlaps, g.collide)

_FAR = 5.0  # from centre to centre: where motions start
_STEPS = 4  # of the motion that may tunnel
DIRECTIONS = [0.1 + math.tau * i / 8 for i in range(8)]


def around(gap: float) -> list[tuple[float, float]]:
    """Places as far from the origin, in every direction."""
    return [(gap * math.cos(t), gap * math.sin(t)) for t in DIRECTIONS]


def rest(pairs: Pairs) -> Iterator[Calls]:
    """Every routine with all that it is asked of these pairs, by shapes."""
    for shapes in SMALL:
        for how, routines in (("overlapping", OVERLAPPING), ("apart", APART)):
            for routine in routines:
                yield routine, f"{shapes}, {how}", list(pairs[f"{shapes}, {how}"])
        apart = pairs[f"{shapes}, apart"]
        yield g.point_query, shapes, [(a, b.centroid) for a, b in apart]
        yield g.circle_cast, shapes, [(a, g.Ray(b.centroid, 1.2 * (a.centroid - b.centroid)), 0.3) for a, b in apart]
        yield from _motions(shapes, apart[0][0])
    yield from _boxes_and_circles()
    yield from _swept()


def _motions(shapes: str, one: g.Convex) -> Iterator[Calls]:
    """B comes from every direction, turning as it comes or not; A turns in its place."""
    ways = around(_FAR)
    straight = [(one, (0.0, 0.0), one.at(g.Pose(way, 0.47)), (-way[0], -way[1])) for way in ways]
    yield g.linear_cast, shapes, list(straight)
    yield g.gjk_ray_cast, shapes, list(straight)
    turning = g.Sweep(g.Pose((0.0, 0.0), 0.1), g.Pose((0.0, 0.0), 0.6))
    coming = [g.Sweep(g.Pose(way, 0.4), g.Pose((0.0, 0.0), 1.5)) for way in ways]
    yield g.conservative_advancement, shapes, [(one, turning, one, sweep) for sweep in coming]
    yield g.bilateral_advancement, shapes, [(one, turning, one, sweep) for sweep in coming]
    yield g.tunnelling, shapes, [(one, turning, one, sweep, _STEPS) for sweep in coming]
    yield g.angular_bound, shapes, [(one, sweep) for sweep in coming]


def _boxes_and_circles() -> Iterator[Calls]:
    """The pairs that have a routine of their own: asked for by its name, and found by the kinds."""
    box, disc = g.box(2.0, 1.5, angle=0.4), g.circle(1.0)
    for how, gap in (("overlapping", 1.2), ("apart", 2.9)):
        ways = around(gap)
        circles = [(disc, g.circle(0.7, way)) for way in ways]
        boxes = [(box, box.at(g.Pose(way, 0.5))) for way in ways]
        both = [(box, other) for _, other in circles]
        for shapes, routine, given in (
            ("circles", g.circle_circle, circles),
            ("boxes", g.box_box, boxes),
            ("a box and a circle", g.circle_obb, both),
        ):
            yield routine, f"{shapes}, {how}", list(given)
            yield g.collide, f"{shapes}, {how}", list(given)
        bounds = box.bounds()
        yield g.circle_aabb, f"a box and a circle, {how}", [(bounds, other) for _, other in circles]


def _swept() -> Iterator[Calls]:
    """A disc, or a point, on its way to what it hits."""
    way, onto = (5.0, 1.0), (4.0, 0.3)
    yield g.swept_circle_circle, "hit", [((0.0, 0.0), 1.0, way, onto, 0.5, (-1.0, 0.0))]
    yield g.swept_circle_point, "hit", [((0.0, 0.0), 1.0, way, onto)]
    wall = ((4.0, -1.0), (4.0, 3.0))
    yield g.swept_circle_segment, "hit", [((0.0, 0.0), 0.5, way, *wall)]
    yield g.swept_point_segment, "hit", [((0.0, 0.0), way, *wall)]
