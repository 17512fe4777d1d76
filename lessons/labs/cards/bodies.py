"""Card 40: bodies that bounce."""

from __future__ import annotations

from random import Random

from geometry import Convex, mass_properties
from geometry.faulty import spot_bodies as spot
from lessons.labs.cards import families
from lessons.labs.cards.card import Card
from lessons.labs.cards.kinds import BOUNCE, Bounced, lowest_of
from lessons.labs.cards.parts import A_POLYGON, V_OF_A, XY, Arguments, Ring

CHAPTER = "Bodies"


def bounce(a: Ring, motion: XY) -> Bounced:
    """The impulse solves v' = −e v at the contact point: its give is inverse mass + arm² / inertia."""
    body, (x, y) = mass_properties(Convex(a)), motion
    if y >= 0.0:
        return motion, 0.0
    arm = lowest_of(a)[0] - float(body.center[0])
    impulse = -(1.0 + spot.RESTITUTION) * y / (1.0 / body.mass + arm * arm / body.inertia)
    return (x, y + impulse / body.mass), impulse * arm / body.inertia


def one_lowest(a: Ring, _: XY) -> None:
    """Refuses a body that lands on two vertices at once."""
    first, second = sorted(y for _, y in a)[:2]
    if second - first < 0.05:
        raise ValueError("the body lands on one vertex")


def landing(random: Random) -> Arguments:
    """A body above the floor that falls; often a diamond, that lands on the vertex under its centre."""
    a = families.diamond(random) if random.random() < 0.6 else families.tilted(random, families.any_shape(random))
    return a, (random.uniform(-2.0, 2.0), -random.uniform(1.0, 4.0))


CARDS: tuple[Card, ...] = (
    Card(
        40, "impulse at a corner", CHAPTER, "bounce", 2, (A_POLYGON, V_OF_A),
        question="How does A leave the floor, with restitution 0.5?",
        faulty=spot.bounce, right=bounce, answers=BOUNCE,
        decides="After the hit the lowest vertex rises with half of the speed at which it came down.",
        line="give = 1.0 / body.mass",
        mended="give = 1.0 / body.mass + arm**2 / body.inertia",
        reason="a contact beside the centre also turns the body. Add arm² / inertia, or energy comes from nothing.",
        generate=landing, accepts=one_lowest,
        opening=(((0, 0), (2, 2), (0, 4), (-2, 2)), (0, -3)),
    ),
)  # fmt: skip
