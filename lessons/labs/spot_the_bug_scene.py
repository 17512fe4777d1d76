"""The scene of a card: its parts as things that can be dragged, both answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from geometry import Vector
from lessons.labs.cards import CARDS
from lessons.labs.cards.card import Asked, Card
from lessons.labs.cards.measured import Measured, measured_of
from lessons.labs.cards.parts import (
    BODIES,
    XY,
    Arguments,
    Kind,
    Part,
    convex_of,
    decimals,
    vertices,
)
from lessons.labs.cards.search import find, shrunk
from viz.lesson.ink import Ink
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Control, Scene, at, body, handle, press
from viz.lesson.text import fixed

BY_NUMBER = {card.number: card for card in CARDS}
NOISE = 12  # decimals that are kept of a coordinate: a pose leaves rounding behind
MOST_SEARCHED, MOST_ASKED, SECONDS = 1000, 500, 0.5  # scenes of one search; runs and time of one shrinking
FORMS = {
    Kind.POLYGON: "a polygon without rounding",
    Kind.CIRCLE: "a circle",
    Kind.BOX: "an axis-aligned box",
}


@dataclass(frozen=True, eq=False)
class CardScene(Scene):
    """What the card has no part of is None."""

    number: int
    a: Body | None = body(Ink.A, "A")
    b: Body | None = body(Ink.B, "B")
    c: Body | None = body(Ink.CONSTRUCTION, "C")
    p: Vector | None = handle(Ink.EXAMINED, "p")
    outline: Outline | None = handle(Ink.A, "outline")
    wall: Arrow | None = handle(Ink.B, "wall")
    ray: Arrow | None = handle(Ink.EXAMINED, "ray")
    v: Arrow | None = handle(Ink.A, "v", has_tail=False)
    v2: Arrow | None = handle(Ink.B, "v of B", has_tail=False)
    finds: int = press("Find me one")
    tried: int = 0  # scenes of the last search; 0 for none yet
    failed: bool = False  # it found none

    def __post_init__(self) -> None:
        for part in self.card.parts:
            if part.kind in BODIES:
                _require(part, getattr(self, part.name))
        self.card.refuse(self.arguments)

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        return ((name, control, value) for name, control, value in super().controls() if value is not None)

    def with_field(self, name: str, value: Any) -> Self:
        if name == "finds":
            return self._searched(value)
        part = next((each for each in self.card.parts if each.name == name), None)
        if part is not None and part.kind is Kind.BOX:
            value = _boxed(value)
        changed = {name: value}
        for each in self.card.parts:
            if each.kind is Kind.VELOCITY:
                arrow, base = changed.get(each.name, getattr(self, each.name)), changed.get(each.of)
                start = (getattr(self, each.of) if base is None else base).pose.position
                if (arrow.start != start).any():
                    changed[each.name] = Arrow(start, start + arrow.vector)
        return replace(self, **changed)

    @property
    def card(self) -> Card:
        return BY_NUMBER[self.number]

    @property
    def measured(self) -> Measured:
        return measured_of(self.number)

    @cached_property
    def arguments(self) -> Arguments:
        """The parts as the routines take them."""
        return tuple(_plain(part, getattr(self, part.name)) for part in self.card.parts)

    @cached_property
    def asked(self) -> Asked:
        """Both answers."""
        return self.card.ask(*self.arguments)

    def _searched(self, finds: int) -> Self:
        """The next random scene on which the answers differ, made simpler; this one where none is found."""
        found = find(self.card, 100_000 * self.number + finds, MOST_SEARCHED)
        if found is None:
            return replace(self, finds=finds, tried=MOST_SEARCHED, failed=True)
        small = [found.scene, *shrunk(self.card, found.scene, MOST_ASKED, SECONDS)][-1]
        fields = fields_of(self.card, small)
        return replace(self, finds=finds, tried=found.tried, failed=False, **fields)


def scene_of(card: Card, arguments: Arguments) -> CardScene:
    """The scene with a card's arguments."""
    empty = dict.fromkeys(("a", "b", "c", "p", "outline", "wall", "ray", "v", "v2"))
    return CardScene(card.number, **{**empty, **fields_of(card, arguments)})


def fields_of(card: Card, arguments: Arguments) -> dict[str, Any]:
    """The fields of a scene with these arguments."""
    found: dict[str, Any] = {}
    for part, value in zip(card.parts, arguments, strict=True):
        match part.kind:
            case Kind.POLYGON | Kind.CIRCLE | Kind.BOX:
                shape = convex_of(part.kind, value)
                found[part.name] = at(shape, *shape.centroid.tolist())
            case Kind.OUTLINE:
                found[part.name] = Outline(value)
            case Kind.POINT:
                found[part.name] = np.array(value, dtype=np.float64)
            case Kind.SEGMENT:
                found[part.name] = Arrow(*value)
            case Kind.RAY:
                found[part.name] = Arrow(value[0], np.add(*value))
            case Kind.VELOCITY:
                start = found[part.of].pose.position
                found[part.name] = Arrow(start, start + np.array(value))
    return found


def size_of(card: Card, arguments: Arguments) -> tuple[int, int]:
    """The vertices of the largest shape, and the decimals of the coordinates."""
    most = max(vertices(part.kind, value) for part, value in zip(card.parts, arguments, strict=True))
    return most, decimals(arguments)


def _plain(part: Part, value: Any) -> Any:
    match value:
        case Body() if part.kind is Kind.CIRCLE:
            return _xy(value.world.points[0]), value.shape.radius
        case Body() if part.kind is Kind.BOX:
            bounds = value.world.bounds()
            return _xy(bounds.low), _xy(bounds.high)
        case Body():
            return tuple(_xy(point) for point in value.world.points)
        case Outline():
            return tuple(_xy(point) for point in value.points)
        case Arrow() if part.kind is Kind.SEGMENT:
            return _xy(value.start), _xy(value.end)
        case Arrow() if part.kind is Kind.RAY:
            return _xy(value.start), _xy(value.vector)
        case Arrow():
            return _xy(value.vector)
    return _xy(value)


def _xy(point: NDArray[np.float64]) -> XY:
    x, y = point.tolist()
    return round(x, NOISE) + 0.0, round(y, NOISE) + 0.0


def _require(part: Part, value: Body) -> None:
    """Raises ValueError for a body of another kind than the card's."""
    shape = value.shape
    sides = len(shape.points)
    fits = {
        Kind.CIRCLE: sides == 1 and shape.radius > 0.0,
        Kind.POLYGON: sides > 2 and shape.radius == 0.0,
        Kind.BOX: sides == 4 and shape.radius == 0.0 and value.pose.angle == 0.0,
    }
    if not fits[part.kind]:
        raise ValueError(f"on this card {part.name.upper()} is {FORMS[part.kind]}")


def _boxed(value: Body) -> Body:
    """A box that was reshaped: the box around it."""
    if value.pose.angle != 0.0 or value.shape.radius or len(value.shape.points) < 3:
        return value  # refused by the scene, with its reason
    bounds = value.world.bounds()
    shape = convex_of(Kind.BOX, (tuple(bounds.low.tolist()), tuple(bounds.high.tolist())))
    return at(shape, *shape.centroid.tolist())


def rate_told(rate: float) -> str:
    """A share in percent, with as many decimals as a rare one needs."""
    percent = 100.0 * rate
    return f"{fixed(percent, 0 if percent >= 9.95 else 1 if percent >= 0.095 else 2)} %"
