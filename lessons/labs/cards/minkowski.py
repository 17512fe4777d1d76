"""Cards 21 to 25: Minkowski."""

from __future__ import annotations

from random import Random
from typing import Any

from geometry import closest_points, gjk, separation
from geometry.faulty import spot_minkowski as spot
from geometry.faulty.spot_plain import middle as spot_middle
from geometry.faulty.spot_shared import hull
from lessons.labs.cards import families
from lessons.labs.cards.card import Card
from lessons.labs.cards.kinds import CLOSEST, DEPTH, DISTANCE, GROWN
from lessons.labs.cards.parts import (
    A_POLYGON,
    B_CIRCLE,
    B_POLYGON,
    XY,
    Arguments,
    Disc,
    Kind,
    Ring,
    convex_of,
    middle,
)
from lessons.labs.cards.rights import xy

CHAPTER = "Minkowski"
PAIR = (A_POLYGON, B_POLYGON)
LEAST = 0.02  # of an overlap or a gap: what only touches is nobody's question here


def grown(a: Ring, b: Ring) -> tuple[float, Ring]:
    """The separation of two polygons, and A grown by B reflected."""
    x, y = spot_middle(b)
    return separated(Kind.POLYGON)(a, b), hull([(px - (qx - x), py - (qy - y)) for px, py in a for qx, qy in b])


def separated(kind: Kind) -> Any:
    """The signed distance of a polygon and a second body."""

    def right(a: Ring, b: Any) -> float:
        one, other = convex_of(Kind.POLYGON, a), convex_of(kind, b)
        deep = separation(one, other)
        return deep if deep <= 0.0 else gjk(one, other).separation or 0.0

    return right


def distance(a: Ring, b: Disc) -> float:
    """0 for an overlap."""
    return max(float(separated(Kind.CIRCLE)(a, b)), 0.0)


def depth_of(kind: Kind) -> Any:
    """How deep a polygon and a second body overlap."""

    def right(a: Ring, b: Any) -> float:
        return -float(separation(convex_of(Kind.POLYGON, a), convex_of(kind, b)))

    return right


def closest(a: Ring, b: Ring) -> tuple[XY, XY]:
    """On A, and on B."""
    found = closest_points(convex_of(Kind.POLYGON, a), convex_of(Kind.POLYGON, b))
    return xy(found.on_a), xy(found.on_b)


def apart(kind: Kind) -> Any:
    """Refuses bodies that touch or overlap."""

    def accepts(a: Ring, b: Any) -> None:
        if separation(convex_of(Kind.POLYGON, a), convex_of(kind, b)) < LEAST:
            raise ValueError("A and B have to be apart")

    return accepts


def deep(kind: Kind) -> Any:
    """Refuses bodies that do not overlap."""

    def accepts(a: Ring, b: Any) -> None:
        if separation(convex_of(Kind.POLYGON, a), convex_of(kind, b)) > -LEAST:
            raise ValueError("A and B have to overlap")

    return accepts


def with_disc(reach: float) -> Any:
    """A polygon or a box and a circle about it, mostly level with the middle of A."""

    def generate(random: Random) -> Arguments:
        a = random.choice((families.rectangle, families.any_shape))(random)
        (x, y), radius = families.disc(random, reach)
        return a, ((x, random.choice((y, 0.0, 0.0))), radius)

    return generate


def beside(random: Random) -> Arguments:
    """Two shapes, mostly with edges along the axes, apart on one of these."""
    a, b = (random.choice((families.rectangle, families.rectangle, families.any_shape))(random) for _ in "ab")
    x, y = middle(Kind.POLYGON, families.shifted(b, families.place(random)))
    side = random.choice((-1.0, 1.0))
    return a, families.shifted(b, (x, y + side * 3.0) if random.random() < 0.5 else (x + side * 3.0, y))


CARDS: tuple[Card, ...] = (
    Card(
        21, "A grown by B", CHAPTER, "minkowski-difference", 2, PAIR,
        question="How far are A and B apart?",
        faulty=spot.grown_separation, right=grown, answers=GROWN,
        decides=(
            "The grown A is the **Minkowski difference** A − B, moved by B's centre. It contains B's centre only in "
            "contact."
        ),
        line="cloud.append(moved(corner, arm))",
        mended="cloud.append(minus(corner, arm))",
        reason="this grows A by B as it stands. It has to grow by B reflected: each arm is subtracted.",
        generate=families.pair(),
        opening=(((0, 0), (4, 0), (4, 2), (0, 2)), ((1, 3), (3, 4), (1, 5))),
        by_hand=True, credit="Error 6 of *Collision detection for dummies*",
    ),
    Card(
        22, "GJK: box and circle", CHAPTER, "gjk", 2, (A_POLYGON, B_CIRCLE),
        question="How far is the circle from the polygon?",
        faulty=spot.gjk_distance, right=distance, answers=DISTANCE,
        decides="The routine answers within 1,000 iterations, with the distance of the closest points.",
        line="if w in simplex:",
        mended="if size(v) - dot(w, v) / size(v) <= 1e-9:",
        reason="a circle hardly ever gives the same point again. Stop when the new point is no nearer.",
        generate=with_disc(5.0), accepts=apart(Kind.CIRCLE),
        opening=(((0, 0), (3, 0), (3, 4), (0, 4)), ((6, 2), 1)),
        credit="Issue threads of physics engines",
    ),
    Card(
        23, "EPA: polygon and circle", CHAPTER, "epa", 3, (A_POLYGON, B_CIRCLE),
        question="How deep do A and B overlap?",
        faulty=spot.epa_depth, right=depth_of(Kind.CIRCLE), answers=DEPTH,
        decides="The routine answers within 1,000 iterations, with the depth of the overlap.",
        line="if dot(w, normal) <= distance:",
        mended="if dot(w, normal) <= distance + 1e-4:",
        reason="a new vertex is farther out by rounding alone, again and again. A tolerance has to end it.",
        generate=with_disc(2.0), accepts=deep(Kind.CIRCLE),
        opening=(((0, 0), (4, 0), (4, 4), (0, 4)), ((4, 2), 1)),
        credit="Issue threads of physics engines",
    ),
    Card(
        24, "EPA: two polygons", CHAPTER, "epa", 2, PAIR,
        question="How deep do A and B overlap?",
        faulty=spot.epa_polygons, right=depth_of(Kind.POLYGON), answers=DEPTH,
        decides="The routine answers within 1,000 iterations, with the depth of the overlap.",
        line="polytope.insert(i + 2, w)",
        mended="polytope.insert(i + 1, w)",
        reason="face i ends at vertex i + 1. The new vertex belongs before it; here the outline crosses itself.",
        generate=families.pair(families.rectangle, families.any_shape, reach=1.5), accepts=deep(Kind.POLYGON),
        opening=(((0, 0), (4, 0), (4, 3), (0, 3)), ((3, 1), (6, 1), (6, 5), (3, 5))),
        by_hand=True,
    ),
    Card(
        25, "closest points", CHAPTER, "faces-of-the-difference", 2, PAIR,
        question="Which two points of A and B are closest?",
        faulty=spot.closest_pair, right=closest, answers=CLOSEST,
        decides="Both points lie on the boundaries, and no two points of A and B are closer.",
        line="w = min(other, key=lambda corner: dot(corner, n))",
        mended=(
            "tied = [corner for corner in other if dot(corner, n) <= interval(other, n)[0] + 1e-9]\n"
            "w = min(tied, key=lambda corner: math.dist(corner, nearest_on_edge(corner, p, q)))"
        ),
        reason="two corners are equally far where an edge is parallel to p q. The first may be the wrong one.",
        generate=beside, accepts=apart(Kind.POLYGON),
        opening=(((0, 0), (4, 0), (4, 2), (0, 2)), ((1, 4), (3, 4), (3, 6), (1, 6))),
        by_hand=True, credit="Error 16 of *SAT explained*, 12 of *Collision detection for dummies*",
    ),
)  # fmt: skip
