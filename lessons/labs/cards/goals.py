"""Goals of cards that need the faulty line: a scene in which it has one effect and not another."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from geometry import gjk
from geometry.faulty.spot_plain import edges, nearest_on_edge
from lessons.labs.cards.card import AGREE, Asked, Trouble
from lessons.labs.cards.parts import Arguments, Kind, convex_of, middle, moved

CLEAR = 0.01  # by so much one number is greater than another


class Goal(NamedTuple):
    """What is asked for, and whether a scene with both its answers is that."""

    text: str
    is_met: Callable[[Arguments, Asked], bool]


def goal_met(goal: Goal, arguments: Arguments, asked: Asked) -> bool:
    """A routine that gives no answer meets no goal."""
    is_answered = not isinstance(asked.right, Trouble) and not isinstance(asked.faulty, Trouble)
    return is_answered and goal.is_met(arguments, asked)


def _agree(asked: Asked) -> bool:
    return asked.error <= AGREE


def _gap(a: Any, b: Any) -> float:
    return gjk(convex_of(Kind.POLYGON, a), convex_of(Kind.POLYGON, b)).distance


def _pushed_away(arguments: Arguments, asked: Asked) -> bool:
    a, b = arguments
    if asked.right is not None or asked.faulty is None:
        return False
    return _gap(a, moved(Kind.POLYGON, b, asked.faulty)) > _gap(a, b) + CLEAR


def _parted_but_long(arguments: Arguments, asked: Asked) -> bool:
    a, b = arguments
    if asked.right is None or asked.faulty is None or not any(asked.faulty):
        return False
    size = math.hypot(*asked.faulty)
    x, y = ((1.0 + CLEAR / size) * each for each in asked.faulty)
    return size > math.hypot(*asked.right) + CLEAR and _gap(a, moved(Kind.POLYGON, b, (x, y))) > 0.0


def _left_and_agree(arguments: Arguments, asked: Asked) -> bool:
    (x, _), (u, _) = (middle(Kind.POLYGON, each) for each in arguments)
    return u < x - CLEAR and asked.right is not None and any(asked.right) and _agree(asked)


def _wider_and_agree(arguments: Arguments, asked: Asked) -> bool:
    a, b = ([x for x, _ in each] for each in arguments)
    wider = min(a) < min(b) - CLEAR and max(a) > max(b) + CLEAR
    return wider and asked.right is not None and any(asked.right) and _agree(asked)


def _smaller_gap(_: Arguments, asked: Asked) -> bool:
    return bool(CLEAR < asked.faulty[0] < asked.right[0] - CLEAR)


def _same_ring(_: Arguments, asked: Asked) -> bool:
    one, other = (sorted((round(x, 6), round(y, 6)) for x, y in each[1]) for each in (asked.right, asked.faulty))
    return one == other


def _away(arguments: Arguments, asked: Asked) -> bool:
    a, ((x, y), (u, v)) = arguments
    cx, cy = middle(Kind.POLYGON, a)
    return not asked.right and not asked.faulty and (cx - x) * u + (cy - y) * v < 0.0


def _at_a_vertex(arguments: Arguments, asked: Asked) -> bool:
    outline, (_, y) = arguments
    return any(abs(y - v) < AGREE for _, v in outline) and _agree(asked)


def _missed(_: Arguments, asked: Asked) -> bool:
    return asked.right is not None and asked.faulty is None


def _early(_: Arguments, asked: Asked) -> bool:
    return asked.faulty is not None and (asked.right is None or asked.faulty < asked.right - CLEAR)


def _on_an_edge(arguments: Arguments, asked: Asked) -> bool:
    ring, p = arguments
    near = min(math.dist(p, nearest_on_edge(p, *edge)) for edge in edges(ring))
    return near < AGREE and asked.right is True and _agree(asked)


GOALS = {
    1: Goal("Place B apart from A so that the pink push makes the distance between A and B larger.", _pushed_away),
    2: Goal("Show a pink push that parts A and B, but is longer than the right one.", _parted_but_long),
    4: Goal("Overlap A and B, B's centre left of A's, so that both pushes are the same.", _left_and_agree),
    6: Goal("Let A extend beyond B at the left and right, and both pushes be the same.", _wider_and_agree),
    7: Goal("Both say apart, but the greatest gap is on a normal of B.", _smaller_gap),
    21: Goal("Reshape B so that pink is right wherever B is.", _same_ring),
    30: Goal("Let the ray point away from A's centre, with no hit in both answers.", _away),
    32: Goal("Put p at the height of a vertex so that both answers are the same.", _at_a_vertex),
    33: Goal("Show an impact that pink finds too early, or where there is none.", _early),
    34: Goal("Show an impact that pink does not find at all.", _missed),
    41: Goal("Put p on an edge of A so that both answers are the same.", _on_an_edge),
}
