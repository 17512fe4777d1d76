"""The scene of a card: its parts as things that can be dragged, both answers, and the map of its failures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from geometry import Vector
from lessons.labs.cards import CARDS
from lessons.labs.cards.card import Asked, Card
from lessons.labs.cards.measured import Measured, measured_of, mover_of
from lessons.labs.cards.parts import (
    BODIES,
    XY,
    Arguments,
    Kind,
    Part,
    convex_of,
    decimals,
    middle,
    moved,
    numbers,
    vertices,
)
from lessons.labs.cards.search import find, shrunk
from viz.lesson.ink import Ink
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Control, Scene, at, body, handle, press

BY_NUMBER = {card.number: card for card in CARDS}
NOISE = 12  # decimals that are kept of a coordinate: a pose leaves rounding behind
MOST_SEARCHED, MOST_ASKED = 1000, 500  # scenes of one search, runs of one shrinking
CELLS, COARSE = 17, 6  # of the map, each way; while something is dragged
MOST_KEPT = 64  # maps
WIDENED = (1.5, 2.25)  # the window of a map without a place where the answers agree
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

    @cached_property
    def size(self) -> tuple[int, int]:
        """The vertices of the largest shape, and the decimals of the coordinates."""
        return size_of(self.card, self.arguments)

    def _searched(self, finds: int) -> Self:
        """The next random scene on which the answers differ, made simpler; this one where none is found."""
        found = find(self.card, 100_000 * self.number + finds, MOST_SEARCHED)
        if found is None:
            return replace(self, finds=finds, tried=MOST_SEARCHED, failed=True)
        small = [found.scene, *shrunk(self.card, found.scene, MOST_ASKED)][-1]
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


@dataclass(frozen=True)
class FailureMap:
    """Where the moving part makes the answers differ, seen from the middle of the first part."""

    low: XY
    high: XY
    cells: tuple[tuple[bool, ...], ...]  # rows from the bottom

    @property
    def share(self) -> float:
        return sum(map(sum, self.cells)) / len(self.cells) ** 2

    def cell_of(self, place: XY) -> tuple[int, int]:
        """The row and the column of the cell that a place lies in."""
        count = len(self.cells)
        j, i = (math.floor(count * (x - a) / (b - a)) for x, a, b in zip(place, self.low, self.high, strict=True))
        return i, j


_whole: set[tuple[int, Arguments]] = set()  # whose maps are known: no need to hurry


def map_of(scene: CardScene, *, hurried: bool = False, centred: bool = False) -> FailureMap:
    """For a scene's shapes; the same wherever they are together, and wherever the moving part is. `hurried`: a coarse
    one of shapes that no map is known of. `centred`: a cell of it has its centre where the moving part is now."""
    card, values = scene.card, scene.arguments
    mover = mover_of(card)
    kinds = [part.kind for part in card.parts]
    x, y = middle(kinds[0], values[0])
    apart = []
    for i, (kind, value) in enumerate(zip(kinds, values, strict=True)):
        away = middle(kind, value) if i == mover else (x, y)
        apart.append(value if kind is Kind.VELOCITY else _rounded(moved(kind, value, (-away[0], -away[1]))))
    key = card.number, tuple(apart)
    if centred:
        here = middle(kinds[mover], values[mover])
        return _fitted(*key, _rounded((here[0] - x, here[1] - y)), scene.asked.differs)
    if hurried and key not in _whole:
        return _map(*key, COARSE)
    if len(_whole) >= MOST_KEPT:
        _whole.clear()
    _whole.add(key)
    return _map(*key, CELLS)


def _rounded(value: Any) -> Any:
    return tuple(map(_rounded, value)) if isinstance(value, tuple) else round(value, 9) + 0.0


def _reach(card: Card, values: Arguments) -> float:
    """Half the side of the window: the moving part touches the first one inside of it."""
    return 1.15 * max(sum(max(map(abs, numbers(value))) for value in values[: mover_of(card) + 1]), 0.5)


@lru_cache(maxsize=MOST_KEPT)
def _fitted(number: int, values: Arguments, here: XY, differs: bool) -> FailureMap:
    """With a cell about `here`, where the scene itself has its answer: rounding may decide there. Larger where the
    answers would differ at every place of it."""
    reach = max(_reach(BY_NUMBER[number], values), *(1.2 * abs(each) for each in here))
    maps = (_map(number, values, CELLS, reach * widened, here) for widened in (1.0, *WIDENED))
    first = next(maps)
    found = first if first.share < 1.0 else next((each for each in maps if each.share < 1.0), first)
    i, j = found.cell_of(here)
    cells = [list(row) for row in found.cells]
    cells[i][j] = differs
    return FailureMap(found.low, found.high, tuple(map(tuple, cells)))


@lru_cache(maxsize=4 * MOST_KEPT)
def _map(number: int, values: Arguments, cells: int, reach: float = 0.0, here: XY | None = None) -> FailureMap:
    card = BY_NUMBER[number]
    mover = mover_of(card)
    kind = card.parts[mover].kind
    reach = reach or _reach(card, values)
    step = 2.0 * reach / cells
    off_x, off_y = (each - step * round(each / step) for each in here or (0.0, 0.0))  # at most half a cell
    rows = []
    for i in range(cells):
        row = []
        for j in range(cells):
            place = off_x + (j - (cells - 1) / 2.0) * step, off_y + (i - (cells - 1) / 2.0) * step
            there = moved(kind, values[mover], place)
            row.append(card.differs((*values[:mover], there, *values[mover + 1 :])))
        rows.append(tuple(row))
    return FailureMap((off_x - reach, off_y - reach), (off_x + reach, off_y + reach), tuple(rows))
