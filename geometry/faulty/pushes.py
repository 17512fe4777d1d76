"""A faulty way to share pushes.

Source: SAT explained, whose response demo knows free shapes only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from geometry.contact.relaxation import Pile
from geometry.shape import Convex
from geometry.vector import Vector


def halves_for_static(
    shapes: Sequence[Convex], fixed: Sequence[bool], *, slop: float = 0.0, rounds: int = 10, fall: float = 0.0
) -> tuple[tuple[float, tuple[Vector, ...]], ...]:
    """Half of each push for either body, even where one is static: that half is lost, as it does not move.

    The greatest overlap and how far each shape has been moved: at the start, and after each round.
    """
    pile = Pile(shapes)
    states = [(pile.deepest, pile.moves)]
    for _ in range(rounds):
        pile.fall([not stays for stays in fixed], fall)
        for i, j in combinations(range(len(shapes)), 2):
            _, part, n = pile.overlap(i, j, slop)
            pile.push(i, j, part, n, (0.0 if fixed[i] else 0.5, 0.0 if fixed[j] else 0.5))
        states.append((pile.deepest, pile.moves))
    return tuple(states)
