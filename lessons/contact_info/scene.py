"""Five bodies, one of each kind, and all the pairs of kinds: each body also meets a second one like itself."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import NamedTuple

from geometry import Contact, Convex, collide, regular_polygon, rounded
from geometry import box as box_of
from geometry import capsule as capsule_of
from geometry import circle as circle_of
from geometry.primitives.dispatch import TurnedRound
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, at, body, toggle


class Pair(NamedTuple):
    """Two bodies: A, the one that comes first, and B."""

    name_a: str
    name_b: str
    a: Convex
    b: Convex

    @property
    def name(self) -> str:
        return f"{self.name_a} twice" if self.name_b == f"second {self.name_a}" else f"{self.name_a}, {self.name_b}"


@dataclass(frozen=True, eq=False)
class Bodies(Scene):
    circle: Body = body(Ink.SHAPE_C, "circle")
    capsule: Body = body(Ink.SHAPE_C, "capsule")
    box: Body = body(Ink.SHAPE_C, "box")
    polygon: Body = body(Ink.SHAPE_C, "polygon")
    rounded: Body = body(Ink.SHAPE_C, "rounded")
    unturned: bool = toggle("Beside it: the normal, not turned round", False)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        named = [(f.name, getattr(self, f.name).world) for f in fields(self)[:5]]
        return tuple(
            Pair(p, f"second {p}", a, _second(a)) if p == q else Pair(p, q, a, b)
            for (p, a), (q, b) in itertools.combinations_with_replacement(named, 2)
        )


def _second(shape: Convex) -> Convex:
    """Another of the same kind, a little into the first: to its right, and up."""
    return shape.moved(shape.bounds().extent * (0.8, 0.25))


@lru_cache(maxsize=64)  # asked for by the picture, the caption and the table of one frame
def contact_apart(a: Convex, b: Convex) -> Contact:
    """The nearest places of two shapes that do not touch."""
    return collide(a, b).contact


@lru_cache(maxsize=4)
def one_contact(pair: Pair) -> tuple[Contact, Contact | None]:
    """What the table of pair routines answers, also where the shapes are apart; and the routine's own answer, where
    it takes the two in the other order: its normal points from B to A."""
    trace = collide.trace(pair.a, pair.b)
    turned = next((step for step in trace if isinstance(step, TurnedRound)), None)
    return trace.result.contact, None if turned is None else turned.answered


Place = tuple[float, float, float]  # where, and turned by how many degrees


def _five(places: Sequence[Place], x: float = 0.0, y: float = 0.0, *, unturned: bool = False) -> Bodies:
    shapes = (
        circle_of(0.6),
        capsule_of((-0.6, 0.0), (0.6, 0.0), 0.35),
        box_of(1.6, 1.0),
        regular_polygon(5, 0.75),
        rounded(box_of(0.9, 0.5), 0.25),
    )
    circle, capsule, box, polygon, soft = (
        at(shape, x + dx, y + dy, turn) for shape, (dx, dy, turn) in zip(shapes, places, strict=True)
    )
    return Bodies(circle, capsule, box, polygon, soft, unturned)


def presets() -> Mapping[str, Bodies]:
    ring: tuple[Place, ...] = (
        (-1.2, 0.75, 0.0), (1.0, 0.72, -4.0), (0.0, 0.0, 0.0), (-0.9, -0.95, 20.0), (0.95, -0.75, 8.0)
    )  # fmt: skip
    heap = ((-0.3, 0.3, 0.0), (0.3, 0.2, 30.0), (0.0, -0.1, 10.0), (-0.2, -0.4, 0.0), (0.4, -0.3, 50.0))
    row = ((-2.1, 0.1, 0.0), (0.0, 0.85, 0.0), (-0.7, 0.0, 0.0), (0.9, -0.1, 0.0), (2.3, 0.2, 0.0))
    return {
        "Five kinds": _five(ring),
        "The normal not turned": _five(ring, unturned=True),
        "In a heap": _five(heap),
        "Just touching": _five(
            ((-1.4, 0.0, 0.0), (0.2, 0.85, 0.0), (0.0, 0.0, 0.0), (-0.2, -1.25, 90.0), (1.5, 0.0, 0.0))
        ),
        "Parallel edges": _five(
            ((-1.3, 0.0, 0.0), (0.2, 0.8, 0.0), (0.0, 0.0, 0.0), (-0.3, -1.05, 36.0), (1.4, 0.1, 0.0))
        ),
        "All apart": _five(tuple((2.0 * dx, 2.0 * dy, turn) for dx, dy, turn in ring)),
        "One centre": _five(((0.0, 0.0, 0.0),) * 5),
        "In a row": _five(row),
        "Far from the origin": _five(ring, 1e6, 1e6),
    }
