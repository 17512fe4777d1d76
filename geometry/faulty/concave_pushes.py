"""Pushes of concave shapes that are not one push for the whole, to be shown beside `polygon_translation`.

    one push a piece     every pair of pieces that overlaps is parted at once, round after round: B is pushed out of
                         one piece into the next, goes long ways, and between two walls never comes to rest
    deepest pair only    the pair that overlaps most is parted, once: in a reflex corner another is still overlapping

Source: SAT explained (error 19), whose response parts triangle after triangle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geometry.concave.pairs import corners_of_boxes
from geometry.record import copies_readonly
from geometry.sat.minimum_translation import minimum_translation
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, readonly

MOST_ROUNDS = 60


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class PiecePush:
    """One push of B out of one piece."""

    round: int  # from 1
    of_a: int  # index of the piece
    of_b: int
    push: Vector  # of all of B
    moved: Vector  # of B so far, this push included


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class PiecePushes:
    """All pushes, and where they leave B."""

    pushes: tuple[PiecePush, ...]
    moved: Vector  # the sum
    length: float  # of all pushes together, one after the other
    rounds: int
    has_ended: bool  # whether the last round found nothing to push

    __repr__ = summary


@steppable
def one_push_a_piece(
    a: Sequence[Convex], b: Sequence[Convex], rounds: int = MOST_ROUNDS
) -> Steps[PiecePush | PiecePushes, PiecePushes]:
    """Part every pair of pieces that overlaps, in order, for at most `rounds` rounds. What comes of it depends on the
    order of the pieces. Raises ValueError for no pieces."""
    if not a or not b:
        raise ValueError("A and B need a piece each at least")
    if rounds < 1:
        raise ValueError(f"at least one round is needed, not {rounds}")
    pushes: list[PiecePush] = []
    moved = readonly(np.zeros(2))
    boxes_a, boxes_b = (np.hstack(corners_of_boxes(pieces)).tolist() for pieces in (a, b))
    here: dict[int, Convex] = {}  # pieces of B, where it is now
    for round_ in range(1, rounds + 1):
        before = len(pushes)
        for i, p in enumerate(a):
            left, low, right, high = boxes_a[i]
            for j, q in enumerate(b):
                x, y = moved.tolist()
                of_b = boxes_b[j]
                if of_b[0] + x > right or of_b[2] + x < left or of_b[1] + y > high or of_b[3] + y < low:
                    continue
                if j not in here:
                    here[j] = q.moved(moved)
                found = minimum_translation(p, here[j])
                if found.translation is None or -found.found.separation <= 4.0 * rounding(p, q):
                    continue
                moved = readonly(moved + found.translation)
                here = {}
                pushes.append(PiecePush(round_, i, j, found.translation, moved))
                yield pushes[-1]
        has_ended = len(pushes) == before
        if has_ended:
            break
    answer = _pushes(pushes, moved, round_, has_ended)
    yield answer
    return answer


def deepest_pair_only(a: Sequence[Convex], b: Sequence[Convex]) -> PiecePushes:
    """Part the pair of pieces that overlaps most, and no other. Raises ValueError for no pieces."""
    if not a or not b:
        raise ValueError("A and B need a piece each at least")
    found = [(minimum_translation(p, q), i, j) for i, p in enumerate(a) for j, q in enumerate(b)]
    overlapping = [
        (each.found.separation, i, j, each.translation) for each, i, j in found if each.translation is not None
    ]
    if not overlapping:
        return _pushes([], readonly(np.zeros(2)), 1, True)
    _, i, j, push = min(overlapping, key=lambda each: each[0])
    return _pushes([PiecePush(1, i, j, push, push)], push, 1, True)


def _pushes(pushes: list[PiecePush], moved: Vector, rounds: int, has_ended: bool) -> PiecePushes:
    length = float(sum(np.hypot(*each.push) for each in pushes))
    return PiecePushes(tuple(pushes), moved, length, rounds, has_ended)
