"""Four pairs side by side, each of them free to be dragged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

from geometry import Convex, Manifold, box, capsule, circle, convex, regular_polygon, rounded
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, at, body, toggle

LETTERS = "abcd"


class Pair(NamedTuple):
    """One of the situations."""

    letter: str
    a: Convex
    b: Convex


@dataclass(frozen=True, eq=False)
class Situations(Scene):
    a1: Body = body(Ink.A, "A in a")
    b1: Body = body(Ink.B, "B in a")
    a2: Body = body(Ink.A, "A in b")
    b2: Body = body(Ink.B, "B in b")
    a3: Body = body(Ink.A, "A in c")
    b3: Body = body(Ink.B, "B in c")
    a4: Body = body(Ink.A, "A in d")
    b4: Body = body(Ink.B, "B in d")
    crossing: bool = toggle("Beside it: one point where edges cross", True)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        bodies = [getattr(self, f.name).world for f in fields(self)[:8]]
        return tuple(Pair(letter, bodies[2 * i], bodies[2 * i + 1]) for i, letter in enumerate(LETTERS))

    @cached_property
    def by_crossing(self) -> tuple[Manifold, ...]:
        """What the article's rule has for each pair."""
        return tuple(manifold_by_crossing(pair.a, pair.b) for pair in self.pairs)


Placed = tuple[Convex, float, float, float]  # a shape, where, and turned by how many degrees
PLACES = ((-2.3, 0.5), (2.3, 0.5), (-2.3, -0.5), (2.3, -0.5))  # the rows are 1 apart


def _four(*pairs: tuple[Placed, Placed], x: float = 0.0, y: float = 0.0, rows: float = 3.0) -> Situations:
    """`rows`: how far the upper row stands above the lower one."""
    bodies: dict[str, Any] = {}
    for i, ((left, up), pair) in enumerate(zip(PLACES, pairs, strict=True), start=1):
        for letter, (shape, dx, dy, turn) in zip("ab", pair, strict=True):
            bodies[f"{letter}{i}"] = at(shape, x + left + dx, y + rows * up + dy, turn)
    return Situations(**bodies)


def presets() -> Mapping[str, Situations]:
    floor, crate = box(2.6, 0.9), box(1.5, 0.9)
    base: Placed = (floor, 0.0, -0.45, 0.0)
    lower: Placed = (box(1.5, 1.0), -0.5, -0.45, 0.0)
    four = (
        (base, (crate, 0.2, 0.72, 35.0)),
        (base, (crate, 0.7, 0.36, 0.0)),
        (base, (crate, 0.1, 0.435, 1.5)),
        (lower, (box(1.1, 1.1), 0.6, 0.4, 40.0)),
    )
    soft, stick = rounded(box(1.2, 0.5), 0.2), capsule((-0.6, 0.0), (0.6, 0.0), 0.3)
    wedge = convex(((-0.8, -0.5), (0.9, -0.5), (0.0, 0.9)))
    hut: Placed = (wedge, 0.2, 0.4, 0.0)
    flat: Placed = (crate, 0.3, 0.45, 0.0)
    return {
        "Four situations": _four(*four),
        "Tilted by 0, 1, 2 and 4°": _four(*((base, (crate, 0.1, 0.44, turn)) for turn in (0.0, 1.0, 2.0, 4.0))),
        "Just touching": _four(
            (base, flat), (base, (circle(0.6), 0.3, 0.6, 0.0)), (base, (stick, 0.2, 0.3, 0.0)),
            (lower, (crate, 1.0, 0.45, 0.0)),
        ),
        "Round shapes": _four(
            (base, (circle(0.6), 0.3, 0.5, 0.0)), (base, (stick, 0.3, 0.2, 0.0)), (base, (soft, 0.5, 0.35, 3.0)),
            ((circle(0.7), -0.4, 0.0, 0.0), (circle(0.6), 0.6, 0.3, 0.0)),
        ),
        "A flat edge, a tip": _four(
            (base, hut), (base, (wedge, 0.2, 0.7, 180.0)), (base, (wedge, 0.2, 0.6, 90.0)),
            (lower, (wedge, 0.5, 0.55, 25.0)), rows=3.8,
        ),
        "Contained": _four(
            *((base, (box(0.6, 0.3), 0.3, dy, turn)) for dy, turn in ((-0.2, 0.0), (-0.3, 20.0))),
            ((regular_polygon(6, 1.0), 0.0, 0.0, 5.0), (box(0.6, 0.4), 0.3, 0.2, 20.0)),
            ((circle(1.0), 0.0, 0.0, 0.0), (circle(0.4), 0.0, 0.0, 0.0)),
        ),
        "Apart": _four(
            *((base, (crate, 0.2, 0.75, turn)) for turn in (0.0, 10.0)),
            (base, (circle(0.5), 1.6, 0.45, 0.0)), (lower, (crate, 1.05, 0.6, 0.0)),
        ),
        "Far from the origin": _four(*four, x=1e6, y=1e6),
    }  # fmt: skip
