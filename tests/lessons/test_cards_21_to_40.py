"""Cards 21 to 40 of *Spot the bug* and those of the reserve: the line that is called wrong is what is wrong.

MENDED gives the line as it should be. With that one line in its place each routine agrees with the right one on all
scenes of its card, which have the rate of failures that is kept with it.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from lessons.labs.cards import CARDS
from lessons.labs.cards.card import Card
from lessons.labs.cards.search import scenes

MENDED = {
    21: "cloud.append((ax - (bx - x), ay - (by - y)))",
    22: "if size(v) ** 2 + dot(w, (-v[0], -v[1])) <= 1e-12 * size(v):",
    23: "if dot(w, normal) <= distance + TOLERANCE:",
    24: "polytope.insert(i + 1, w)",
    25: "w = min(other, key=lambda c: (round(dot(c, n), 9), size(minus(c, nearest_on_edge(c, p, q)))))",
    26: "return closest, unit(out) if size(out) > 1e-9 else xy_of(point_query(Convex(a), p).normal)",
    27: "if reference.separation > 0.0:",
    28: "deepest = min(ends_of(incident), key=found[0].height_xy)",
    29: "low, high = 0.0, reference.length",
    30: "axes = [(-direction[1], direction[0]), *normals(a)]",
    31: "return min(cuts, default=None)",
    32: "if py != qy and min(py, qy) <= y < max(py, qy):",
    33: "gamma = height**2 - r**2 * size(minus(q, p)) ** 2",
    34: "if is_beside(wall, there):",
    35: "now = centre",
    36: "motion = minus(motion_a, motion_b)",
    37: "t = t + (gap - TARGET) / bound if bound > 0.0 else 2.0",
    38: "if is_ear(ring, i):",
    39: "continue",
    40: "give = 1.0 / body.mass + arm**2 / body.inertia",
    41: "return u >= 0.0 and v >= 0.0 and u + v <= 1.0",
    42: "return all(turn >= 0.0 for turn in turns) or all(turn <= 0.0 for turn in turns)",
    43: "if 0.0 <= place <= size(minus(q, p)):",
    44: "motion = minus(motion_a, motion_b)",
    45: "angle = math.atan2(cross(on, back), dot(on, back)) % math.tau",
    46: "for cell in cells_of(left, bottom, right, top): cells.setdefault(cell, []).append(i)",
}


def mended(card: Card) -> Callable[..., Any]:
    """The routine with that one line in its place."""
    lines = textwrap.dedent(inspect.getsource(card.faulty)).splitlines()
    (at,) = (i for i, text in enumerate(lines) if text.strip() == card.line)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at] = indent + MENDED[card.number]
    known = {**card.faulty.__globals__, **EXTRA}
    exec("from __future__ import annotations\n" + "\n".join(lines), known)
    return known[card.faulty.__name__]


def is_ear(ring: list[Any], i: int) -> bool:
    """Convex, and no other vertex in the triangle."""
    p, q, r = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]

    def left(a: Any, b: Any, c: Any) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    inside = (min(left(p, q, c), left(q, r, c), left(r, p, c)) >= 0.0 for c in ring if c not in (p, q, r))
    return left(p, q, r) > 0.0 and not any(inside)


def cells_of(left: float, bottom: float, right: float, top: float) -> list[tuple[int, int]]:
    """All cells of side 4 that a box overlaps."""
    rows = range(int(bottom // 4), int(top // 4) + 1)
    return [(i, j) for i in range(int(left // 4), int(right // 4) + 1) for j in rows]


def _extra() -> dict[str, Any]:
    from geometry import Convex, point_query
    from geometry.faulty.spot_plain import normals
    from geometry.vector import xy_of

    return {
        "Convex": Convex, "cells_of": cells_of, "is_ear": is_ear, "normals": normals, "point_query": point_query,
        "xy_of": xy_of,
    }  # fmt: skip


EXTRA = _extra()

MINE = [card for card in CARDS if card.number > 20]


@pytest.mark.parametrize("card", MINE, ids=lambda card: str(card.number))
def test_the_line_is_what_is_wrong(card: Card) -> None:
    right = replace(card, faulty=mended(card))
    for arguments in islice(scenes(card, 5), 300):
        asked = right.ask(*arguments)
        assert not asked.differs, (arguments, asked)


@pytest.mark.parametrize("card", MINE, ids=lambda card: str(card.number))
def test_opening_scene_agrees_and_a_random_one_does_not(card: Card) -> None:
    assert not card.ask(*card.opening).differs
    assert card.wrong_lines
