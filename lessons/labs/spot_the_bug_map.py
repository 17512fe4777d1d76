"""The map of failures: where the moving part of a card makes the two answers differ. While shapes are dragged it is
filled a little in every frame, while there is time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from time import perf_counter
from typing import Any

from lessons.labs.cards.card import Card, Pausing
from lessons.labs.cards.measured import mover_of
from lessons.labs.cards.parts import XY, Arguments, Kind, middle, moved, numbers
from lessons.labs.spot_the_bug_scene import BY_NUMBER, CardScene

CELLS = 17  # each way
APART = 3  # cells from one that is asked first to the next: each stands for those about it
BUDGET = 0.004  # seconds of a frame, while shapes change
MOST_KEPT = 64  # maps
WIDENED = (1.5, 2.25)  # the window of a map without a place where the answers agree
Key = tuple[int, Arguments]  # a card and its parts, each as seen from where it is
Cell = tuple[int, int]  # row, column


@dataclass(frozen=True)
class FailureMap:
    """Where the moving part makes the answers differ, seen from the middle of the first part."""

    low: XY
    high: XY
    cells: tuple[tuple[bool, ...], ...]  # rows from the bottom
    is_whole: bool = True  # else some cells stand for others, or for the shapes of some frames ago

    @property
    def share(self) -> float:
        return sum(map(sum, self.cells)) / len(self.cells) ** 2

    def cell_of(self, place: XY) -> Cell:
        """The row and the column of the cell that a place lies in."""
        count = len(self.cells)
        j, i = (math.floor(count * (x - a) / (b - a)) for x, a, b in zip(place, self.low, self.high, strict=True))
        return i, j


def map_of(scene: CardScene, *, hurried: bool = False, centred: bool = False) -> FailureMap:
    """For a scene's shapes; the same wherever they are together, and wherever the moving part is. `hurried`: what is
    known of it after some milliseconds more; ask again in the next frame until it is whole. `centred`: a cell of it
    has its centre where the moving part is now."""
    key = _key(scene)
    if centred:
        mover = mover_of(scene.card)
        kinds = [part.kind for part in scene.card.parts]
        (x, y), (u, v) = (middle(kinds[i], scene.arguments[i]) for i in (0, mover))
        return _fitted(*key, _rounded((u - x, v - y)), scene.asked.differs)
    if key not in _whole:
        filling = _fillings.setdefault(scene.number, _Filling())
        filling.spend(key, BUDGET if hurried else math.inf)
        if filling.todo:
            return filling.map
        if len(_whole) >= MOST_KEPT:
            del _whole[next(iter(_whole))]
        _whole[key] = filling.map
    return _whole[key]


def _key(scene: CardScene) -> Key:
    card, values = scene.card, scene.arguments
    mover = mover_of(card)
    kinds = [part.kind for part in card.parts]
    first = middle(kinds[0], values[0])
    apart = []
    for i, (kind, value) in enumerate(zip(kinds, values, strict=True)):
        x, y = middle(kind, value) if i == mover else first
        apart.append(value if kind is Kind.VELOCITY else _rounded(moved(kind, value, (-x, -y))))
    return card.number, tuple(apart)


def _rounded(value: Any) -> Any:
    return tuple(map(_rounded, value)) if isinstance(value, tuple) else round(value, 9) + 0.0


@dataclass
class _Filling:
    """The map of a card under way. Shapes that are dragged differ little from frame to frame: each cell keeps what it
    was until it is asked anew, a few spread ones first, which stand for those about them."""

    key: Key | None = None
    cells: list[list[bool]] = field(default_factory=lambda: [[False] * CELLS for _ in range(CELLS)])
    todo: list[Cell] = field(default_factory=list)  # cells to ask of these shapes, the next one last
    fresh: set[Cell] = field(default_factory=set)  # those that have been
    asking: Pausing[bool] | None = None  # of the next cell, where a routine that need not end has been paused
    begun: int = 0  # at which of the spread cells these shapes began

    def spend(self, key: Key, seconds: float) -> None:
        """Ask cells for so long."""
        if key != self.key:
            self.begun = (self.begun + len(self.fresh)) % len(SPREAD)  # go on where the last shapes have come to
            first = [*SPREAD[self.begun :], *SPREAD[: self.begun]]
            self.key, self.fresh, self.asking = key, set(), None
            self.todo = [*first, *REST][::-1]
        until = perf_counter() + seconds
        grid = _Grid.of(key)
        while self.todo:
            if self.asking is None:
                self.asking = grid.comparing(*self.todo[-1])
            try:
                next(self.asking)
            except StopIteration as end:
                self.asking = None
                self._keep(self.todo.pop(), differs=end.value)
            if perf_counter() > until:
                break

    def _keep(self, cell: Cell, *, differs: bool) -> None:
        self.fresh.add(cell)
        i, j = cell
        self.cells[i][j] = differs
        if cell in SPREAD:
            for u, v in product(range(i - 1, i + 2), range(j - 1, j + 2)):
                if u < CELLS and v < CELLS and (u, v) not in self.fresh:
                    self.cells[u][v] = differs

    @property
    def map(self) -> FailureMap:
        assert self.key is not None
        grid = _Grid.of(self.key)
        return FailureMap(grid.low, grid.high, tuple(map(tuple, self.cells)), not self.todo)


def _spread() -> Sequence[Cell]:
    """The cells that are asked first, each far from the one before it."""
    cells = [(i, j) for i in range(1, CELLS, APART) for j in range(1, CELLS, APART)]
    return tuple(cells[(11 * k) % len(cells)] for k in range(len(cells)))


SPREAD = _spread()
REST = tuple((i, j) for i in range(CELLS) for j in range(CELLS) if (i, j) not in SPREAD)
_fillings: dict[int, _Filling] = {}  # by the card's number
_whole: dict[Key, FailureMap] = {}


@dataclass(frozen=True)
class _Grid:
    """The places of a map's cells."""

    card: Card
    values: Arguments
    reach: float  # half the side of the window
    off: XY = (0.0, 0.0)  # of its middle

    @classmethod
    def of(cls, key: Key) -> _Grid:
        """The usual one: the moving part touches the first one inside of it."""
        card, values = BY_NUMBER[key[0]], key[1]
        return cls(card, values, _reach(card, values))

    @property
    def step(self) -> float:
        return 2.0 * self.reach / CELLS

    @property
    def low(self) -> XY:
        return self.off[0] - self.reach, self.off[1] - self.reach

    @property
    def high(self) -> XY:
        return self.off[0] + self.reach, self.off[1] + self.reach

    def comparing(self, i: int, j: int) -> Pausing[bool]:
        """Whether the answers differ with the moving part in the middle of a cell."""
        return self.card.comparing(self._arguments(i, j))

    def differs(self, i: int, j: int) -> bool:
        """The same without pauses."""
        return self.card.differs(self._arguments(i, j))

    def _arguments(self, i: int, j: int) -> Arguments:
        mover, half = mover_of(self.card), (CELLS - 1) / 2.0
        place = self.off[0] + (j - half) * self.step, self.off[1] + (i - half) * self.step
        there = moved(self.card.parts[mover].kind, self.values[mover], place)
        return (*self.values[:mover], there, *self.values[mover + 1 :])


def _reach(card: Card, values: Arguments) -> float:
    return 1.15 * max(sum(max(map(abs, numbers(value))) for value in values[: mover_of(card) + 1]), 0.5)


@lru_cache(maxsize=MOST_KEPT)
def _fitted(number: int, values: Arguments, here: XY, differs: bool) -> FailureMap:
    """With a cell about `here`, where the scene itself has its answer: rounding may decide there. Larger where the
    answers would differ at every place of it."""
    reach = max(_reach(BY_NUMBER[number], values), *(1.2 * abs(each) for each in here))
    maps = (_about(number, values, reach * widened, here) for widened in (1.0, *WIDENED))
    first = next(maps)
    found = first if first.share < 1.0 else next((each for each in maps if each.share < 1.0), first)
    i, j = found.cell_of(here)
    cells = [list(row) for row in found.cells]
    cells[i][j] = differs
    return FailureMap(found.low, found.high, tuple(map(tuple, cells)))


def _about(number: int, values: Arguments, reach: float, here: XY) -> FailureMap:
    """With a cell about `here`: the window is moved by half a cell at most."""
    step = 2.0 * reach / CELLS
    x, y = (each - step * round(each / step) for each in here)
    grid = _Grid(BY_NUMBER[number], values, reach, (x, y))
    rows = tuple(tuple(grid.differs(i, j) for j in range(CELLS)) for i in range(CELLS))
    return FailureMap(grid.low, grid.high, rows)
