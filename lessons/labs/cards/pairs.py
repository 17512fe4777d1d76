"""Cards 13 to 20: pairs by hand."""

from __future__ import annotations

import math
from random import Random

from geometry.faulty import spot_pairs as spot
from lessons.labs.cards import families, rights
from lessons.labs.cards.answers import AXIS, DISTANCE, POINTS, line_of, push
from lessons.labs.cards.card import Answers, Card, digits
from lessons.labs.cards.parts import (
    A_BOX,
    A_CIRCLE,
    A_POLYGON,
    B_BOX,
    B_CIRCLE,
    B_POLYGON,
    XY,
    Arguments,
    Disc,
    Kind,
    Part,
    Ring,
    convex_of,
    middle,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.marks import ghost
from viz.lesson.text import coords, listed

CHAPTER = "Pairs by hand"
Box = tuple[XY, XY]
C_CIRCLE = Part("c", Kind.CIRCLE, Ink.CONSTRUCTION)

# The centres of two circles after a push.


def _centres_error(_: Arguments, right: tuple[XY, XY], faulty: tuple[XY, XY]) -> float:
    """How far the distance of the centres is off: which circle was moved does not matter."""
    return abs(math.dist(*right) - math.dist(*faulty))


def _centres_said(answer: tuple[XY, XY]) -> str:
    return f"A {coords(answer[0], digits(1))}, B {coords(answer[1], digits(1))}"


def _centres_draw(canvas: Canvas, _: tuple[Part, ...], arguments: Arguments, answer: tuple[XY, XY], ink: Ink) -> None:
    for (centre, radius), to in zip(arguments, answer, strict=True):
        if to != centre:
            ghost(canvas, convex_of(Kind.CIRCLE, (to, radius)), ink, line_of(ink))
            canvas.arrow(centre, to, ink)


CENTRES = Answers(_centres_error, _centres_said, _centres_draw)

# Which of three pairs are in contact.

PAIRS = (("A", "B", 0, 1), ("B", "C", 1, 2), ("A", "C", 0, 2))


def _pairs_said(answer: tuple[bool, ...]) -> str:
    found = [f"{p}{q}" for (p, q, _, _), hit in zip(PAIRS, answer, strict=True) if hit]
    return listed(found) if found else "none"


def _pairs_draw(
    canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, answer: tuple[bool, ...], ink: Ink
) -> None:
    places = [middle(part.kind, value) for part, value in zip(parts, arguments, strict=True)]
    for (_, _, i, j), hit in zip(PAIRS, answer, strict=True):
        if hit:
            canvas.stroke((places[i], places[j]), ink, line=line_of(ink))
    way = (-1.0, 0.4) if ink is Ink.FAULTY else (1.0, 0.4)
    canvas.label(_pairs_said(answer), places[2], ink, toward=way, style=TextStyle.BOLD, leader=True)


CONTACTS = Answers(
    lambda _, right, faulty: float(sum(p is not q for p, q in zip(right, faulty, strict=True))),
    _pairs_said,
    _pairs_draw,
    is_length=False,
)


def discs(random: Random) -> Arguments:
    """Two circles; one in twelve about the centre of the other."""
    first = families.disc(random, 1.5)
    second = families.disc(random)
    return (first, (first[0], second[1])) if random.random() < 1.0 / 12.0 else (first, second)


def two_centres(a: Disc, b: Disc) -> None:
    """Raises ValueError for circles about one centre."""
    if a[0] == b[0]:
        raise ValueError("on this card the centres are two points")


def box_and_disc(random: Random) -> Arguments:
    """A box about the origin, a circle about it."""
    ring = families.rectangle(random, 1.0, 5.0)
    return (ring[0], ring[2]), families.disc(random)


def touching_pairs(random: Random) -> Arguments:
    """Two circles and a box on a coarse grid, which often touch."""

    def whole(reach: int) -> XY:
        return float(random.randint(-reach, reach)), float(random.randint(-reach, reach))

    low = whole(2)
    box = low, (low[0] + random.randint(1, 3), low[1] + random.randint(1, 3))
    return (whole(4), float(random.randint(1, 2))), box, (whole(4), float(random.randint(1, 2)))


def near_each_other(random: Random) -> Arguments:
    """Two boxes; one pair in eight just touches."""
    a, b = families.rectangle(random), families.rectangle(random)
    x, y = families.place(random)
    if random.random() < 0.125:
        x = a[1][0] + b[1][0]
    return a, families.shifted(b, (x, y))


def on_top(random: Random) -> Arguments:
    """A box over another one, or a little in it."""
    w, h = families.rectangle(random, 1.0, 3.0)[2]
    x, y = random.uniform(-3.0, 3.0), random.choice((0.0, random.uniform(-0.4, 1.5)))
    return ((-2.0, -1.0), (2.0, 1.0)), ((x - w, 1.0 + y), (x + w, 1.0 + y + 2.0 * h))


def stands_on(a: Box, b: Box) -> None:
    """Raises ValueError where B does not stand on A."""
    if not (b[0][1] > a[0][1] and b[1][1] > a[1][1]):
        raise ValueError("on this card B stands on A")


def tilted_on_floor(random: Random) -> Arguments:
    """A box on a floor or over it: flat one time out of four, else tilted."""
    ring = families.rectangle(random, 1.0, 3.0)
    if random.random() < 0.75:
        ring = families.tilted(random, ring)
    low = min(y for _, y in ring)
    up = random.choice((0.0, random.uniform(-0.2, 0.4)))
    return ((-4.0, -1.0), (4.0, 0.0)), families.shifted(ring, (random.uniform(-2.0, 2.0), up - low))


def above_floor(floor: Box, box: Ring) -> None:
    """Raises ValueError where the box is not above the floor's middle, between its ends."""
    if min(y for _, y in box) < (floor[0][1] + floor[1][1]) / 2.0:
        raise ValueError("on this card B stands above the middle of the floor A")
    if not all(floor[0][0] <= x <= floor[1][0] for x, _ in box):
        raise ValueError("on this card B stands between the ends of the floor A")


def disc_and_box(random: Random) -> Arguments:
    """A circle about the origin and a box, most of the time apart."""
    return ((0.0, 0.0), families.disc(random)[1]), families.box(random, 4.0)


def outside(disc: Disc, box: Box) -> None:
    """Raises ValueError where the centre lies in the box."""
    (x, y), _ = disc
    if box[0][0] <= x <= box[1][0] and box[0][1] <= y <= box[1][1]:
        raise ValueError("on this card A's centre lies outside of B")


CARDS: tuple[Card, ...] = (
    Card(
        13, "part two circles", CHAPTER, "circle-circle", 1, (A_CIRCLE, B_CIRCLE),
        "Where are the circles after the push?",
        faulty=spot.part_circles, right=rights.part_circles, answers=CENTRES,
        decides="After the push circles that overlapped just touch.",
        line="p = (p[0] + x, p[1] + y)",
        mended="q = (q[0] + x, q[1] + y)",
        reason="the push points from A to B. It is B that has to be moved by it.",
        generate=discs, accepts=two_centres,
        opening=(((0, 0), 2), ((5, 0), 2)),
        by_hand=True, credit="Error 3 of *Collision detection for dummies*",
    ),
    Card(
        14, "distance of polygons", CHAPTER, "axis-by-axis", 1, (A_POLYGON, B_POLYGON),
        "What is the separation of A and B?",
        faulty=spot.polygon_distance, right=rights.polygon_distance, answers=DISTANCE,
        decides="The separation is the greatest one on any edge normal: 0 where the shapes just touch.",
        line="if gap < 0.0:",
        also="if gap > 0.0:",
        mended="if gap <= 0.0:",
        reason="both comparisons are strict. A separation of exactly 0 is left out.",
        generate=near_each_other,
        opening=(((0, 0), (2, 0), (2, 2), (0, 2)), ((3, 1), (5, 1), (5, 4), (3, 4))),
        by_hand=True, credit="Error 2 of *Collision detection for dummies*",
    ),
    Card(
        15, "box and circle", CHAPTER, "circle-aabb", 1, (A_BOX, B_CIRCLE),
        "What is the separation, along which normal?",
        faulty=spot.box_circle, right=rights.box_circle, answers=AXIS,
        decides="A centre inside the box leaves by its nearest face, whose normal is the answer's.",
        line="n = unit(minus(centre, nearest))",
        mended="if distance == 0.0:\n    return box_and_circle(box, circle)\nn = unit(minus(centre, nearest))",
        reason="a centre in the box is its own clamped point. 0 / 0 is no direction.",
        generate=box_and_disc,
        opening=(((0, 0), (4, 3)), ((5, 2), 2)),
        by_hand=True, credit="Error 4 of *Collision detection for dummies*",
    ),
    Card(
        16, "contacts: three shapes", CHAPTER, "dispatch", 2, (A_CIRCLE, B_BOX, C_CIRCLE),
        "Which pairs are in contact?",
        faulty=spot.contacts, right=rights.contacts, answers=CONTACTS,
        decides="Touching is contact for every kind of pair, or for none.",
        line="hits.append(distance < a[1] + c[1])",
        mended="hits.append(distance <= a[1] + c[1])",
        reason="touching is contact with the box (not >), but none for circles (<).",
        generate=touching_pairs,
        opening=(((-1, 0), 1), ((0, -1), (2, 1)), ((5, 0), 2)),
        by_hand=True, credit="Error 3 of *Shapes and collision*",
    ),
    Card(
        17, "two circles", CHAPTER, "circle-circle", 1, (A_CIRCLE, B_CIRCLE),
        "What is the separation, along which normal?",
        faulty=spot.circle_circle, right=rights.circles, answers=AXIS,
        decides="The separation is the distance of the centres less both radii; every pair has a normal.",
        line="n = unit(minus(q, p))",
        mended="n = unit(minus(q, p)) if distance > 0.0 else (1.0, 0.0)",
        reason="equal centres have no line of centres. 0 / 0 is no direction.",
        generate=discs,
        opening=(((0, 0), 2), ((3, 1), 2)),
        credit="Error 5 of *Shapes and collision*",
    ),
    Card(
        18, "contact of two boxes", CHAPTER, "box-box", 2, (A_BOX, B_BOX),
        "Where on A's upper face is the contact point?",
        faulty=spot.contact_on_top, right=rights.contact_on_top, answers=POINTS,
        decides="The contact point lies on A's upper face, in the middle of the part under B.",
        line="return ((0.5 * (left + right), bottom - depth),)",
        mended="return ((0.5 * (left + right), bottom + depth),)",
        reason="from B's face to A's it is plus the depth. Minus is off by twice the depth.",
        generate=on_top, accepts=stands_on,
        opening=(((-2, -1), (2, 1)), ((0, 2), (2, 4))),
        by_hand=True, credit="Error 1 of *Shapes and collision*",
    ),
    Card(
        19, "box on a floor", CHAPTER, "box-box", 2, (A_BOX, B_POLYGON),
        "At which points does B rest on A?",
        faulty=spot.resting_points, right=rights.resting_points, answers=POINTS,
        decides="All deepest corners are contact points: two where an edge rests flat.",
        line="return (deepest,)",
        mended="return tuple(p for p in sorted(box) if p[1] <= deepest[1] + 1e-9)",
        reason="of two equally deep corners it returns one. B rocks about it.",
        generate=tilted_on_floor, accepts=above_floor,
        opening=(((-4, -1), (4, 0)), ((0, 0), (3, 1), (2, 4), (-1, 3))),
        credit="Error 2 of *Shapes and collision*",
    ),
    Card(
        20, "push: circle and box", CHAPTER, "dispatch", 2, (A_CIRCLE, B_BOX),
        "Which push of B parts the circle A and B?",
        faulty=spot.push_pair, right=rights.push_pair, answers=push(Kind.CIRCLE, Kind.BOX),
        decides="B moved by the push no longer overlaps A, and no shorter push parts them.",
        line="return times(-separation, n)",
        mended="return times(separation, n)",
        reason="the normal of the swapped call points from the box to the circle.",
        generate=disc_and_box, accepts=outside,
        opening=(((0, 0), 2), ((3, -1), (6, 2))),
        by_hand=True, credit="Error 8 of *Shapes and collision*",
    ),
)  # fmt: skip
