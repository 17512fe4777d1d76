"""Card 39, and 46 of the reserve: many bodies."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import Any

from geometry import Aabb, all_pairs
from geometry.faulty import spot_bodies as spot
from geometry.faulty.spot_bodies import CELL
from geometry.faulty.spot_shared import Box
from lessons.labs.cards.card import Card
from lessons.labs.cards.kinds import PAIRS
from lessons.labs.cards.parts import A_BOX, B_BOX, C_BOX, Arguments, Part
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.text import coords, fixed

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


def different(*boxes: Any) -> None:
    """Refuses two boxes in one place: one could not be seen."""
    if len(set(boxes)) < len(boxes):
        raise ValueError("on this card no two boxes coincide")


def cell_lines(canvas: Canvas, _: tuple[Part, ...], boxes: Arguments, __: Any, ___: Any) -> None:
    """The lines of the grid on which the boxes lie."""
    for axis in (0, 1):
        low, high = min(box[0][axis] for box in boxes), max(box[1][axis] for box in boxes)
        for k in range(math.ceil(low / CELL), math.floor(high / CELL) + 1):
            at, way = (((k * CELL, 0.0), (0.0, 1.0)), ((0.0, k * CELL), (1.0, 0.0)))[axis]
            canvas.unbounded(at, way, Ink.EXAMINED, line=Line.DASHED)
            words = f"{'xy'[axis]} = {fixed(k * CELL, 0)}"
            far = (at[0], max(box[1][1] for box in boxes)) if axis == 0 else (max(box[1][0] for box in boxes), at[1])
            canvas.label(words, far, Ink.EXAMINED, toward=way, style=TextStyle.CAPTION)
    _cells_named(canvas, boxes)


def _cells_named(canvas: Canvas, boxes: Arguments) -> None:
    """Each cell that a box lies in, named off the middle of them all."""
    spans = [(min(box[0][axis] for box in boxes), max(box[1][axis] for box in boxes)) for axis in (0, 1)]
    middle = [(low + high) / 2.0 for low, high in spans]
    for cell in sorted({cell for box in boxes for cell in cells_of(box)}):
        low, high = zip(
            *((max(k * CELL, span[0]), min((k + 1) * CELL, span[1])) for k, span in zip(cell, spans, strict=True)),
            strict=True,
        )
        at = (low[0] + high[0]) / 2.0, low[1] if (low[1] + high[1]) / 2.0 < middle[1] else high[1]
        toward = 0.0, at[1] - middle[1]
        canvas.label(f"cell {coords(cell, 0)}", at, Ink.EXAMINED, toward=toward, style=TextStyle.CAPTION)


def cells_of(box: Box) -> list[tuple[int, int]]:
    """The cells that a box lies in."""
    columns, rows = (
        range(math.floor(low / CELL), math.floor(high / CELL) + 1) for low, high in zip(*box, strict=True)
    )
    return [(column, row) for column in columns for row in rows]


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
        faulty=spot.cell_pairs, right=pairs, answers=replace(PAIRS, why=cell_lines), accepts=different,
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
