"""Card 39, and 46 of the reserve: many bodies."""

from __future__ import annotations

from random import Random

from geometry import Aabb, all_pairs
from geometry.faulty import spot_bodies as spot
from geometry.faulty.spot_shared import Box
from lessons.labs.cards.card import Card
from lessons.labs.cards.kinds import PAIRS
from lessons.labs.cards.parts import A_BOX, B_BOX, C_BOX, Arguments

CHAPTER = "Many things"
BOXES = (A_BOX, B_BOX, C_BOX)


def pairs(*boxes: Box) -> list[tuple[int, int]]:
    """Each box with each other one."""
    return sorted(all_pairs([Aabb(low, high) for low, high in boxes]).pairs)


def three_boxes(random: Random) -> Arguments:
    """Near each other, with whole and half coordinates."""
    boxes = []
    for _ in range(3):
        x, y = (random.randint(-6, 6) / 2.0 for _ in "xy")
        w, h = (random.randint(2, 7) / 2.0 for _ in "xy")
        boxes.append(((x, y), (x + w, y + h)))
    return tuple(boxes)


CARDS: tuple[Card, ...] = (
    Card(
        39, "sweep and prune", CHAPTER, "sweep-and-prune", 2, BOXES,
        question="Which pairs of boxes touch or overlap?",
        faulty=spot.swept_pairs, right=pairs, answers=PAIRS,
        decides="Every pair of boxes that touch or overlap is found, each once, and no other pair.",
        line="if next_left > right or next_bottom > top or next_top < bottom:",
        mended=(
            "if next_bottom > top or next_top < bottom:\n"
            "    continue\n"
            "if next_left > right:"
        ),
        reason="a gap in y says nothing about the boxes that follow: go on. Only a gap in x may end the loop.",
        generate=three_boxes,
        opening=(((0, 0), (2, 2)), ((1, 1), (4, 3)), ((3, 0), (6, 2))),
        by_hand=True,
    ),
    Card(
        46, "uniform grid", CHAPTER, "grid", 1, BOXES,
        question="Which pairs of boxes touch or overlap?",
        faulty=spot.cell_pairs, right=pairs, answers=PAIRS,
        decides="Every pair of boxes that touch or overlap is found, each once, and no other pair.",
        line="cells.setdefault((math.floor(x / CELL), math.floor(y / CELL)), []).append(i)",
        mended=(
            "for column in range(math.floor(left / CELL), math.floor(right / CELL) + 1):\n"
            "    for row in range(math.floor(bottom / CELL), math.floor(top / CELL) + 1):\n"
            "        cells.setdefault((column, row), []).append(i)"
        ),
        reason="a box is put into the cell of its centre alone. It belongs into every cell that it overlaps.",
        generate=three_boxes,
        opening=(((0.5, 0.5), (1.5, 1.5)), ((1, 1), (2, 2)), ((1.5, 0.5), (3, 2))),
        by_hand=True,
    ),
)  # fmt: skip
