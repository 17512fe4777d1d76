"""Cards 30 to 32, and 41 and 42 of the reserve: queries."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from geometry import Convex, Outcome, Ray, RayKind, point_query, ray_cast
from geometry.faulty import spot_queries as spot
from geometry.simplicity import outline_fault
from lessons.labs.cards import families
from lessons.labs.cards.answers import verdict
from lessons.labs.cards.card import Card
from lessons.labs.cards.kinds import HIT
from lessons.labs.cards.parts import A_POLYGON, DIRECTED, OUTLINE, POINT, RAY, XY, Arguments, Ring
from lessons.labs.cards.why import before_ray, turns_told

CHAPTER = "Queries"
INSIDE = verdict("inside", "outside")


def hits(a: Ring, ray: tuple[XY, XY]) -> bool:
    """Of a half-line; touching counts."""
    return ray_cast(Convex(a), Ray(*ray, RayKind.HALF_LINE)).outcome is not Outcome.SEPARATED


def hit_distance(a: Ring, ray: tuple[XY, XY]) -> float | None:
    """Of a half-line; None for no hit."""
    return ray_cast(Convex(a), Ray(*ray, RayKind.HALF_LINE)).distance


def inside(outline: Ring, p: XY) -> bool:
    """By the winding number of the outline about p, with whole turns of integers: another way than crossings."""
    turns = 0
    for (px, py), (qx, qy) in zip(outline, (*outline[1:], outline[0]), strict=True):
        left = (qx - px) * (p[1] - py) - (qy - py) * (p[0] - px)
        turns += (py <= p[1] < qy and left > 0.0) - (qy <= p[1] < py and left < 0.0)
    return turns != 0


def off_boundary(outline: Ring, p: XY) -> None:
    """Refuses a point on the boundary, where either answer will do."""
    for u, v in zip(outline, (*outline[1:], outline[0]), strict=True):
        if spot_distance(p, u, v) < 1e-3:
            raise ValueError("the point is not on the boundary")


def spot_distance(p: XY, u: XY, v: XY) -> float:
    """Of a point from a segment."""
    return abs(point_query(Convex((u, v)), p).separation)


def in_convex(outline: Ring, p: XY) -> bool:
    """Of an outline either way round, its boundary included."""
    return point_query(_convex(outline), p).is_inside


def _convex(outline: Ring) -> Convex:
    """Raises ValueError for a reflex vertex."""
    area = sum(x * v - u * y for (x, y), (u, v) in zip(outline, (*outline[1:], outline[0]), strict=True))
    return Convex(outline if area > 0.0 else outline[::-1])


def convex_off_boundary(outline: Ring, p: XY) -> None:
    """Refuses a reflex vertex, and a point on the boundary."""
    _convex(outline)
    off_boundary(outline, p)


def triangle(a: Ring, _: XY) -> None:
    """Refuses all but triangles."""
    if len(a) != 3:
        raise ValueError("a triangle has three vertices")


def outside(a: Ring, ray: tuple[XY, XY]) -> None:
    """Refuses a ray that starts in the polygon."""
    if point_query(Convex(a), ray[0]).separation < 1e-3:
        raise ValueError("the ray starts outside")


def aimed(random: Random) -> Arguments:
    """A ray that runs towards the polygon, away from it, or past it."""
    a, origin = families.any_shape(random), families.place(random, 4.0)
    x, y = families.place(random, 1.5)
    way = random.choice((-1.0, 1.0))
    return a, (origin, (way * (x - origin[0]), way * (y - origin[1])))


def star(random: Random) -> Arguments:
    """An outline with whole and half coordinates, and a point of such coordinates."""
    while True:
        ring = tuple(families.place(random, 3.0, 1.0) for _ in range(random.randint(3, 6)))
        ring = tuple((float(round(x)), float(round(y))) for x, y in ring)
        if len(set(ring)) == len(ring) and outline_fault(np.array(ring)) is None:
            return ring, families.place(random, 3.0)


def round_the_other_way(random: Random) -> Arguments:
    """A convex outline, one time in five clockwise, and a point."""
    a = families.any_shape(random)
    return a[::-1] if random.random() < 0.3 else a, families.place(random, 1.5)


def on_a_side(random: Random) -> Arguments:
    """A triangle with whole coordinates, and a point anywhere or in the middle of a side."""
    while True:
        a, b, c = (tuple(float(random.randint(-3, 3)) for _ in "xy") for _ in "abc")
        if (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1.0:
            break
    u, v = random.choice(((a, b), (b, c), (c, a)))
    p = families.place(random) if random.random() < 0.7 else ((u[0] + v[0]) / 2.0, (u[1] + v[1]) / 2.0)
    return (a, b, c), p


CARDS: tuple[Card, ...] = (
    Card(
        30, "ray and polygon", CHAPTER, "ray-cast", 1, (A_POLYGON, RAY),
        question="Does the ray hit A?",
        faulty=spot.ray_hits, right=hits, answers=verdict("hit", "no hit", before_ray),
        decides="A hit is a point of the ray, which begins at its origin, that lies in A.",
        line="axes = [(-direction[1], direction[0])]",
        mended="axes = [(-direction[1], direction[0]), *normals(a)]",
        reason="one axis is enough for an infinite line. A normal of A can part a ray from A, too.",
        generate=aimed,
        opening=(((0, 0), (3, 0), (3, 3), (0, 3)), ((-4, 1), (2, 0.5))),
        by_hand=True, credit="Error 3 of *Rounding collider corners*",
    ),
    Card(
        31, "distance along a ray", CHAPTER, "ray-cast", 1, (A_POLYGON, RAY),
        question="How far along the ray is its first point in A?",
        faulty=spot.ray_distance, right=hit_distance, answers=HIT,
        decides="The point lies on the boundary of A, and no point of the ray before it lies in A.",
        line="return max(cuts, default=None)",
        mended="return min(cuts, default=None)",
        reason="at the greater of two cuts, or intersections, the ray leaves A. The hit is the smaller one.",
        generate=aimed, accepts=outside,
        opening=(((0, 0), (3, 0), (3, 3), (0, 3)), ((-4, 1), (2, 2))),
        by_hand=True,
    ),
    Card(
        32, "point in an outline", CHAPTER, "point-query", 2, (OUTLINE, POINT),
        question="Is p inside of the outline?",
        faulty=spot.point_in_outline, right=inside, answers=INSIDE,
        decides="The outline winds round each point inside, and round no other one.",
        line="if py != qy and min(py, qy) <= y <= max(py, qy):",
        mended="if py != qy and min(py, qy) <= y < max(py, qy):",
        reason="both ends of an edge count, so a vertex at the height of p may count twice. One ≤ has to be <.",
        generate=star, accepts=off_boundary,
        opening=(((0, 0), (4, 0), (5, 3), (2, 5), (-1, 3)), (1, 2)),
        by_hand=True,
    ),
    Card(
        41, "point in a triangle", CHAPTER, "ear-clipping", 1, (A_POLYGON, POINT),
        question="Is p in the triangle, its boundary included?",
        faulty=spot.point_in_triangle, right=in_convex, answers=INSIDE,
        decides="All three sides belong to the triangle.",
        line="return u >= 0.0 and v >= 0.0 and u + v < 1.0",
        mended="return u >= 0.0 and v >= 0.0 and u + v <= 1.0",
        reason="u + v = 1 is the third side. It belongs to the triangle as the other two do: <=.",
        generate=on_a_side, accepts=triangle,
        opening=(((0, 0), (4, 0), (0, 4)), (1, 1)),
        by_hand=True, credit="Error 13 of *SAT explained*",
    ),
    Card(
        42, "point in a polygon", CHAPTER, "convex-or-not", 1, (DIRECTED, POINT),
        question="Is p in the convex outline?",
        faulty=spot.point_in_polygon, right=in_convex, answers=replace(INSIDE, why=turns_told),
        decides="An outline contains the same points whichever way round its vertices are listed.",
        line="return all(turn >= 0.0 for turn in turns)",
        mended="return all(turn >= 0.0 for turn in turns) or all(turn <= 0.0 for turn in turns)",
        reason="in a clockwise outline all turns of a point inside are negative. Inside means: all of one sign.",
        generate=round_the_other_way, accepts=convex_off_boundary,
        opening=(((0, 0), (4, 0), (1, 3)), (2, 1)),
        by_hand=True, credit="Error 9 of *SAT explained*",
    ),
)  # fmt: skip
