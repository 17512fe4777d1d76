"""Cards 33 to 37, and 43 and 44 of the reserve: moving shapes."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from geometry import (
    Convex,
    Outcome,
    Pose,
    Sweep,
    conservative_advancement,
    gjk,
    linear_cast,
    swept_circle_circle,
    swept_circle_segment,
)
from geometry.faulty import spot_motion as spot
from geometry.faulty.spot_plain import middle
from geometry.faulty.spot_shared import Wall
from lessons.labs.cards import families
from lessons.labs.cards.card import Card
from lessons.labs.cards.kinds import IMPACT, TURNING_TIME
from lessons.labs.cards.parts import (
    A_CIRCLE,
    A_POLYGON,
    B_CIRCLE,
    B_POLYGON,
    V_OF_A,
    V_OF_B,
    WALL,
    XY,
    Arguments,
    Disc,
    Ring,
)

CHAPTER = "Moving things"
LARGEST = 12.0  # coordinate: larger scenes are only larger
CIRCLE_AND_WALL = (A_CIRCLE, V_OF_A, WALL)
FIRST = "At the time of impact the shapes touch for the first time. There is none if they stay apart."


def _time(found: Any) -> float | None:
    return None if found.outcome is Outcome.SEPARATED else float(found.fraction)


def wall_impact(a: Disc, motion: XY, wall: Wall) -> float | None:
    """Of a moving circle with a wall."""
    return _time(swept_circle_segment(a[0], a[1], motion, *wall))


def circles_impact(a: Disc, motion_a: XY, b: Disc, motion_b: XY) -> float | None:
    """Of two moving circles."""
    return _time(swept_circle_circle(a[0], a[1], motion_a, b[0], b[1], motion_b))


def polygons_impact(a: Ring, motion_a: XY, b: Ring, motion_b: XY) -> float | None:
    """Of two polygons that do not turn."""
    return _time(linear_cast(Convex(a), motion_a, Convex(b), motion_b))


def turning_impact(a: Ring, motion: XY, b: Ring) -> float | None:
    """When the gap of the two turning bodies comes down to the target."""
    (one, sweep), (other, spin) = _sweep(a, motion, spot.TURN_A), _sweep(b, (0.0, 0.0), spot.TURN_B)
    found = conservative_advancement(one, sweep, other, spin, target=spot.TARGET, tolerance=spot.TOLERANCE)
    return _time(found)


def _sweep(ring: Ring, motion: XY, turn: float) -> tuple[Convex, Sweep]:
    x, y = middle(ring)
    local = Convex([(u - x, v - y) for u, v in ring])
    return local, Sweep(Pose((x, y)), Pose((x + motion[0], y + motion[1]), turn))


def apart(a: Ring, motion: XY, b: Ring) -> None:
    """Refuses bodies that are as near as the target at the start, and what lies far away."""
    near_by(a, b, (motion,))
    separation = gjk(Convex(a), Convex(b)).separation
    if separation is None or separation < 2.0 * spot.TARGET:
        raise ValueError("the bodies start apart")


def near_by(*rings: Ring) -> None:
    """Refuses what lies out of the picture."""
    if any(abs(x) > LARGEST for ring in rings for p in ring for x in p):
        raise ValueError(f"coordinates are at most {LARGEST:g}")


def no_glancing(a: Disc, motion: XY, wall: Wall) -> None:
    """Refuses a motion along the wall, and a circle that would only just touch, or just miss it: rounding decides."""
    near_by((a[0], motion), wall)
    (px, py), (qx, qy) = wall
    if abs((qx - px) * motion[1] - (qy - py) * motion[0]) < 1e-3:
        raise ValueError("the circle does not move along the wall")
    thin, thick = (wall_impact((a[0], a[1] + d), motion, wall) for d in (-1e-4, 1e-4) if a[1] + d > 0.0)
    if (thin is None) is not (thick is None) or (thin == 0.0) is not (thick == 0.0):
        raise ValueError("the circle only just touches")


def past_a_wall(random: Random) -> Arguments:
    """A circle that flies at a wall, now and then from nearer than its radius."""
    x = random.choice((0.5, 1.0, 2.0, 4.0))
    wall = ((-x, 0.0), (x, 0.0))
    radius = random.choice((0.5, 1.0, 1.0, 1.5, 2.0))
    centre = random.uniform(-x - 1.0, x + 1.0), random.choice((0.5, 1.5, 2.0, 3.0, 4.0)) + random.uniform(0.0, 1.0)
    return (centre, radius), (random.uniform(-3.0, 3.0), -random.uniform(1.0, 6.0)), wall


def at_a_wall(random: Random) -> Arguments:
    """A circle near a wall, half of the time in contact with it, that moves along it."""
    wall = ((0.0, 0.0), (random.choice((4.0, 8.0, 10.0)), 0.0))
    radius = random.choice((0.5, 1.0, 1.5))
    centre = random.uniform(-1.0, wall[1][0] + 1.0), random.uniform(0.1, 2.0) * radius
    return (centre, radius), (random.uniform(-8.0, 8.0), -random.uniform(0.5, 3.0)), wall


def two_moving(random: Random) -> Arguments:
    """Two circles, one of them standing still half of the time."""
    a, b = families.disc(random, 1.0), families.disc(random, 4.0)
    motion = (0.0, 0.0) if random.random() < 0.5 else families.place(random, 2.0)
    return a, families.place(random, 4.0), b, motion


def two_polygons(random: Random) -> Arguments:
    """A moves towards B or past it; B moves one time in two."""
    a, b = (families.any_shape(random) for _ in "ab")
    x, y = families.place(random, 4.0)
    aim = families.place(random, 4.0)
    motion = (0.0, 0.0) if random.random() < 0.5 else families.place(random, 1.0)
    return a, aim, families.shifted(b, (x, y)), motion


def turning(random: Random) -> Arguments:
    """A beside B, moving fast, as a rule past it."""
    a, b = (families.any_shape(random) for _ in "ab")
    far, speed, way = random.uniform(1.5, 4.5), random.uniform(4.0, 8.0), random.uniform(-math.pi, math.pi)
    side = way + random.uniform(-1.5, 1.5)
    motion = speed * math.cos(side), speed * math.sin(side)
    return a, motion, families.shifted(b, (far * math.cos(way), far * math.sin(way)))


CARDS: tuple[Card, ...] = (
    Card(
        33, "circle and wall", CHAPTER, "swept-circle-segment", 2, CIRCLE_AND_WALL,
        question="When does the circle first touch the wall?",
        faulty=spot.squared_impact, right=wall_impact, answers=IMPACT, decides=FIRST,
        line="gamma = height * height - r * dot(along, along)",
        mended="gamma = height * height - r * r * dot(along, along)",
        reason="the equation has been squared, but r has not. The impact is at the distance √r from the wall.",
        generate=past_a_wall, accepts=no_glancing,
        opening=(((1, 4), 2), (0, -4), ((-4, 0), (0, 0))),
        by_hand=True, credit="Error 1 of *2D continuous collision*",
    ),
    Card(
        34, "circle and short wall", CHAPTER, "swept-circle-segment", 2, CIRCLE_AND_WALL,
        question="When does the circle first touch the wall?",
        faulty=spot.wall_impact, right=wall_impact, answers=IMPACT, decides=FIRST,
        line="if dot(minus(p, there), minus(q, there)) <= 0.0:",
        mended="if is_beside(wall, there):",
        reason="at impact the centre is r away from the wall. Test the centre's foot on the wall's line.",
        generate=past_a_wall, accepts=no_glancing,
        opening=(((0, 3), 1), (0, -4), ((-1.5, 0), (1.5, 0))),
        by_hand=True, credit="Error 4 of *2D continuous collision*",
    ),
    Card(
        35, "circle at a wall", CHAPTER, "swept-circle-segment", 3, CIRCLE_AND_WALL,
        question="When does the circle first touch the wall?",
        faulty=spot.two_root_impact, right=wall_impact, answers=IMPACT, decides=FIRST,
        line="now = moved(centre, motion, roots[0])",
        mended="now = centre",
        reason="that is where the centre was at the first root, before the step. Ask for where it is now.",
        generate=at_a_wall, accepts=no_glancing,
        opening=(((4, 0.5), 1), (8, -2), ((0, 0), (10, 0))),
        by_hand=True, credit="Error 5 of *2D continuous collision*",
    ),
    Card(
        36, "linear cast", CHAPTER, "linear-cast", 1, (A_POLYGON, V_OF_A, B_POLYGON, V_OF_B),
        question="When do A and B first touch?",
        faulty=spot.polygons_meet, right=polygons_impact, answers=IMPACT, decides=FIRST,
        line="motion = minus(motion_b, motion_a)",
        mended="motion = minus(motion_a, motion_b)",
        reason="A is moved by how B moves as seen from A. As seen from B, A moves by motion_a − motion_b.",
        generate=two_polygons,
        opening=(((0, 0), (2, 0), (2, 2), (0, 2)), (4, 0), ((5, 3), (7, 3), (7, 5), (5, 5)), (0, 0)),
        by_hand=True, credit="Error 7 of *Collision detection for dummies*",
    ),
    Card(
        37, "turning bodies", CHAPTER, "conservative-advancement", 3, (A_POLYGON, V_OF_A, B_POLYGON),
        question="A turns left by 45°, B right. When do they meet?",
        faulty=spot.turning_bodies_meet, right=turning_impact, answers=TURNING_TIME,
        decides="The routine answers within 1,000 iterations, with the first time at which the gap is only 0.01.",
        line="t += (gap - TARGET) / bound",
        mended=(
            "if bound <= 0.0:\n"
            "    return None\n"
            "t += (gap - TARGET) / bound"
        ),
        reason="a negative bound says that they never meet. Here it is a step back, and the search oscillates.",
        generate=turning, accepts=apart,
        opening=(((0, 0), (2, 0), (2, 2), (0, 2)), (6, 0), ((3, 3), (5, 3), (5, 5), (3, 5))),
        credit="Error 1 of *Collision detection for dummies*",
    ),
    Card(
        43, "circle beside a wall", CHAPTER, "swept-circle-segment", 2, CIRCLE_AND_WALL,
        question="When does the circle first touch the wall?",
        faulty=spot.placed_impact, right=wall_impact, answers=IMPACT, decides=FIRST,
        line="if 0.0 <= place <= dot(minus(q, p), minus(q, p)):",
        mended="if 0.0 <= place <= size(minus(q, p)):",
        reason="the place is a length, and dot gives the square of one. The wall is 2 long, tested as 4.",
        generate=past_a_wall, accepts=no_glancing,
        opening=(((0, 3), 1), (0, -4), ((-4, 0), (4, 0))),
        by_hand=True, credit="Error 6 of *2D continuous collision*",
    ),
    Card(
        44, "two moving circles", CHAPTER, "swept-circles", 1, (A_CIRCLE, V_OF_A, B_CIRCLE, V_OF_B),
        question="When do A and B first touch?",
        faulty=spot.circles_meet, right=circles_impact, answers=IMPACT, decides=FIRST,
        line="motion = moved(motion_a, motion_b)",
        mended="motion = minus(motion_a, motion_b)",
        reason="the motions are added. How A moves as seen from B is their difference.",
        generate=two_moving,
        opening=(((0, 0), 1), (4, 0), ((5, 0), 1), (0, 1)),
        by_hand=True, credit="Error 10 of *2D continuous collision*",
    ),
)  # fmt: skip
