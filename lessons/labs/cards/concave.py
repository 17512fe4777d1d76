"""Card 38, and 45 of the reserve: concave outlines."""

from __future__ import annotations

from random import Random

import numpy as np

from geometry import Polygon, ear_clipping
from geometry.faulty import spot_bodies as spot
from geometry.simplicity import outline_fault
from lessons.labs.cards.card import Card
from lessons.labs.cards.kinds import TRIANGLES, VERTICES
from lessons.labs.cards.parts import OUTLINE, XY, Arguments, Ring

CHAPTER = "Concave shapes"


def triangles(outline: Ring) -> list[tuple[XY, XY, XY]]:
    """By the project's ear clipping."""
    return [(outline[i], outline[j], outline[k]) for i, j, k in ear_clipping(Polygon(np.array(outline))).triangles]


def reflex(outline: Ring) -> list[int]:
    """By the sign of the turn at each vertex."""
    return list(Polygon(np.array(outline)).reflex)


def counter_clockwise(outline: Ring) -> None:
    """Refuses an outline that runs the other way round."""
    area = sum(x * v - u * y for (x, y), (u, v) in zip(outline, (*outline[1:], outline[0]), strict=True))
    if area <= 0.0:
        raise ValueError("the outline runs counter-clockwise")


def outlines(random: Random) -> Arguments:
    """A simple counter-clockwise outline of four to seven vertices with whole coordinates."""
    while True:
        ring = tuple(
            (float(random.randint(-4, 4)), float(random.randint(-4, 4))) for _ in range(random.randint(4, 7))
        )
        if len(set(ring)) < len(ring) or outline_fault(np.array(ring)) is not None:
            continue
        area = sum(x * v - u * y for (x, y), (u, v) in zip(ring, (*ring[1:], ring[0]), strict=True))
        if area != 0.0:
            return (ring if area > 0.0 else ring[::-1],)


CARDS: tuple[Card, ...] = (
    Card(
        38, "ear clipping", CHAPTER, "ear-clipping", 1, (OUTLINE,),
        question="Which triangles, of what area, fill the outline?",
        faulty=spot.ears, right=triangles, answers=TRIANGLES,
        decides="The triangles do not overlap, and their areas add up to that of the outline.",
        line="if turn > 0.0:",
        mended="if turn > 0.0 and not any(contains((p, q, r), v) for v in ring if v not in (p, q, r)):",
        reason="a convex tip is an ear only if no other vertex lies in its triangle. No vertex is tested.",
        generate=outlines, accepts=counter_clockwise,
        opening=(((0, 0), (5, 0), (6, 3), (3, 5), (-1, 3)),),
        by_hand=True,
    ),
    Card(
        45, "reflex vertices", CHAPTER, "convex-or-not", 1, (OUTLINE,),
        question="Which vertices are reflex?",
        faulty=spot.reflex_vertices, right=reflex, answers=VERTICES,
        decides="At a reflex vertex the outline turns right, and its inner angle is more than 180°.",
        line="angle = math.acos(dot(back, on) / (size(back) * size(on)))",
        mended="angle = math.atan2(cross(on, back), dot(on, back)) % math.tau",
        reason="arccos gives 0 to π, so no angle is ever found to be reflex. The sign of cross tells.",
        generate=outlines, accepts=counter_clockwise,
        opening=(((0, 0), (5, 0), (6, 3), (3, 5), (-1, 3)),),
        by_hand=True, credit="Forums recommend the angle by arccos",
    ),
)  # fmt: skip
