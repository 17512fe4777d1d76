"""Cards 1 to 12: separating axes."""

from __future__ import annotations

from geometry.faulty import spot_axes as spot
from lessons.labs.cards import families, rights
from lessons.labs.cards.answers import AXIS_VERDICT, PUSH
from lessons.labs.cards.card import Card
from lessons.labs.cards.parts import A_POLYGON, B_POLYGON

CHAPTER = "Separating axes"
PARTED = "B moved by the push no longer overlaps A, and no shorter push does that; shapes that are apart get none."
VERDICT = "A gap on one axis, of A's normals or of B's, proves that the shapes are apart."
PAIR = (A_POLYGON, B_POLYGON)

CARDS: tuple[Card, ...] = (
    Card(
        1, "push out: two boxes", CHAPTER, "minimum-translation", 1, PAIR,
        question="Which push parts A and B?",
        faulty=spot.push_out, right=rights.push, answers=PUSH, decides=PARTED,
        line="if abs(overlap) < least:",
        reason="a negative overlap is a gap and has to end the search. Here its size is compared: B is pulled to A.",
        generate=families.pair(reach=2.0),
        opening=(((0, 0), (4, 0), (4, 3), (0, 3)), ((3, 1), (6, 1), (6, 5), (3, 5))),
        by_hand=True, credit="Error 2 of *SAT explained*",
    ),
    Card(
        7, "overlaps: box, diamond", CHAPTER, "axis-by-axis", 1, PAIR,
        question="Are A and B apart?",
        faulty=spot.greatest_gap, right=rights.axis, answers=AXIS_VERDICT, decides=VERDICT,
        line="for n in normals(a):",
        reason="only A's normals are tested. The gap is on a normal of B, in front of a corner of A.",
        generate=families.pair(),
        opening=(((0, 0), (2, 0), (2, 2), (0, 2)), ((3, 0), (6, 3), (3, 6), (0, 3))),
        by_hand=True,
    ),
)  # fmt: skip
