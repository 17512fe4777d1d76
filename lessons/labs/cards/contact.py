"""Cards 26 to 29: contact."""

from __future__ import annotations

import math
from random import Random

from geometry import Convex, point_query, regular_polygon, separation
from geometry.contact.clipping import clip
from geometry.faulty import spot_contact as spot
from geometry.faulty.spot_plain import contains, middle
from geometry.tolerance import rounding
from lessons.labs.cards import families
from lessons.labs.cards.card import Card
from lessons.labs.cards.contact_kinds import CLIPPED, CONTACT, DEEPEST
from lessons.labs.cards.kinds import FOOT
from lessons.labs.cards.parts import A_POLYGON, B_POLYGON, POINT, XY, Arguments, Ring
from lessons.labs.cards.rights import xy

CHAPTER = "Contact manifolds"
PAIR = (A_POLYGON, B_POLYGON)


def foot(a: Ring, p: XY) -> tuple[XY, XY]:
    """The closest point of the boundary, and the normal there."""
    found = point_query(Convex(a), p)
    return xy(found.closest), xy(found.normal)


def rounded(a: Ring, b: Ring) -> list[XY]:
    """The clipped edge, or else the deepest vertex of the incident core's edge; none for shapes that are apart."""
    found = spot.reference_and_incident(a, b, spot.RADIUS)
    if found is None or separation(Convex(a), Convex(b, spot.RADIUS)) > 0.0:
        return []
    return spot.clip(*found) or [found[1].deep_inner_xy]


def deepest(a: Ring, b: Ring) -> list[XY]:
    """The deeper end of the incident edge."""
    found = spot.reference_and_incident(a, b)
    return [] if found is None else [found[1].deep_inner_xy]


def clipped(a: Ring, b: Ring) -> list[XY]:
    """The incident edge between the side planes of the reference edge, behind its face."""
    found = spot.reference_and_incident(a, b)
    return [] if found is None else [p.point_xy for p in clip(*found, 0.0, rounding(Convex(a), Convex(b))).points]


def off_vertices(a: Ring, p: XY) -> None:
    """Refuses a point on a vertex, where every normal between those of its edges is right."""
    if min(math.dist(p, v) for v in a) < 0.01:
        raise ValueError("the point is not a vertex")


def on_top(a: Ring, b: Ring) -> None:
    """Refuses shapes that lie deep in each other: a contact point means little there."""
    if contains(a, middle(b)):
        raise ValueError("the middle of B lies outside of A")


def touching_point(random: Random) -> Arguments:
    """A polygon, and a point near it or, one time in four, on an edge of a box."""
    if random.random() < 0.75:
        return families.any_shape(random), families.place(random)
    a = families.rectangle(random)
    (x, y), (u, v) = random.choice(list(zip(a, (*a[1:], a[0]), strict=True)))
    t = random.choice((0.25, 0.5, 0.75))
    return a, (x + t * (u - x), y + t * (v - y))


def resting(random: Random) -> Arguments:
    """A box on a broad one, flat or tilted a little, deeper than touching."""
    floor = ((-3.0, -1.0), (3.0, -1.0), (3.0, 0.0), (-3.0, 0.0))
    box = families.rectangle(random, 1.0, 2.5)
    tilt = random.choice((0.0, 0.0, random.uniform(-0.3, 0.3)))
    c, s = math.cos(tilt), math.sin(tilt)
    box = tuple((c * x - s * y, s * x + c * y) for x, y in box)
    low = min(y for _, y in box)
    return floor, families.shifted(box, (random.uniform(-3.5, 3.5), -low - random.uniform(0.05, 0.5)))


def deep_cores(random: Random) -> Arguments:
    """Two regular polygons about as large as the layer, the middle of each near the other's boundary."""
    a, b = (
        regular_polygon(random.randint(3, 6), random.uniform(0.6, 0.9), (0.0, 0.0), random.uniform(0.0, math.tau))
        for _ in "ab"
    )
    return a.points_xy, families.shifted(b.points_xy, (random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)))


CARDS: tuple[Card, ...] = (
    Card(
        26, "point and normal", CHAPTER, "point-query", 1, (A_POLYGON, POINT),
        question="Which normal has A where it is nearest to p?",
        faulty=spot.closest_and_normal, right=foot, answers=FOOT,
        decides="The point lies on the boundary, none is closer, and the normal there points outward.",
        line="return closest, unit(out)",
        mended=(
            "if size(out) < 1e-9:\n"
            "    out = max(normals(a), key=lambda n: dot(p, n) - interval(a, n)[1])\n"
            "return closest, unit(out)"
        ),
        reason="on the boundary both points are one and give no direction. The edge has a normal there.",
        generate=touching_point, accepts=off_vertices,
        opening=(((0, 0), (4, 0), (4, 3), (0, 3)), (5, 2)),
        by_hand=True, credit="Error 7 of *Rounding collider corners*",
    ),
    Card(
        27, "rounded contact", CHAPTER, "rounded-manifold", 3, PAIR,
        question="Do A and the rounded B have contact?",
        faulty=spot.rounded_contact, right=rounded, answers=CONTACT,
        decides="Shapes that touch or overlap have a contact point, others none.",
        line="if size(minus(corner, nearest)) > RADIUS:",
        mended="if reference.separation > 0.0:",
        reason="a corner deep inside is far from the edge, too. Ask whether A and the rounded B are apart.",
        generate=deep_cores,
        opening=(((0, 0), (1, 0), (1, 1), (0, 1)), ((1.25, 0.25), (2.25, 0.25), (2.25, 1.25), (1.25, 1.25))),
        credit="Error 5 of *Rounding collider corners*",
    ),
    Card(
        28, "deepest point", CHAPTER, "reference-and-incident", 1, PAIR,
        question="Which point of the incident edge is deepest?",
        faulty=spot.deepest_point, right=deepest, answers=DEEPEST,
        decides="No other point of the incident edge lies deeper behind the reference edge than this one.",
        line="deepest = first if height <= 0.0 else second",
        mended="deepest = first if height <= reference.height_xy(second) else second",
        reason="the first end is taken as soon as it is on or behind the edge. The other end may be deeper.",
        generate=resting, accepts=on_top,
        opening=(((-3, -1), (3, -1), (3, 0), (-3, 0)), ((-1, -0.5), (1, -0.25), (0.75, 1.75), (-1.25, 1.5))),
        by_hand=True, credit="Error 6 of *Rounding collider corners*",
    ),
    Card(
        29, "clipping: box on box", CHAPTER, "edge-clipping", 1, PAIR,
        question="What are the contact points?",
        faulty=spot.clipped_edge, right=clipped, answers=CLIPPED,
        decides="Each contact point lies on the reference edge or behind it, between its two side planes.",
        line="low, high = sorted((reference.along_xy(start), reference.along_xy(end)))",
        mended="low, high = 0.0, reference.length",
        reason="the side planes belong on the ends of the reference edge. Here nothing is ever cut off.",
        generate=resting,
        opening=(((-3, -1), (3, -1), (3, 0), (-3, 0)), ((-1, -0.5), (1, -0.5), (1, 1.5), (-1, 1.5))),
        by_hand=True,
    ),
)  # fmt: skip
