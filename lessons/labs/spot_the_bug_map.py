"""The map of failures: where the moving part of a card makes the two answers differ. While shapes are dragged it is
filled a little in every frame, while there is time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product
from time import perf_counter
from typing import Any

from lessons.labs.cards.card import Card, Pausing
from lessons.labs.cards.measured import mover_of
from lessons.labs.cards.parts import BODIES, XY, Arguments, Kind, convex_of, corners, middle, moved, numbers
from lessons.labs.spot_the_bug_scene import BY_NUMBER, CardScene

CELLS, ROUGH = 17, 9  # each way, and of the map that tells the window
APART = 3  # cells from one that is asked first to the next: each stands for those about it
BUDGET = 0.004  # seconds of a frame, while shapes change
MOST_KEPT = 64  # maps
HALVINGS = 6  # of the way between two places with different answers: the border is known to 1/128 of a cell
WIDENED = (1.5, 2.25)  # the window of a map without a place where the answers agree
SHARP, STRAIGHT = 0.4, 0.15  # sines of angles: from which on the border has a corner; up to which it is straight
NEARER, WORTH = 1.2, 0.75  # a window beside what it has to hold; the largest worth it, beside the usual one
Key = tuple[int, Arguments]  # a card and its parts, each as seen from where it is
Cell = tuple[int, int]  # row, column
Edge = tuple[Cell, Cell]  # from the middle of a cell to that of the next one, to the right or up
Ring = Sequence[tuple[XY, Edge | None]]  # vertices, and on which edge each is a crossing
Ends = Mapping[Edge, Sequence[Edge]]  # by one end of a square's border, the other: one for each square beside it


@dataclass(frozen=True)
class FailureMap:
    """Where the moving part makes the answers differ, seen from the middle of the first part."""

    low: XY
    high: XY
    cells: tuple[tuple[bool, ...], ...]  # rows from the bottom
    is_whole: bool = True  # else some cells stand for others, or for the shapes of some frames ago
    borders: Mapping[Edge, float] = field(default_factory=dict)  # how far along it the answer changes; else half-way

    @property
    def share(self) -> float:
        """Of the cells."""
        return sum(map(sum, self.cells)) / len(self.cells) ** 2

    def cell_of(self, place: XY) -> Cell:
        """The row and the column of the cell that a place lies in."""
        count = len(self.cells)
        j, i = (math.floor(count * (x - a) / (b - a)) for x, a, b in zip(place, self.low, self.high, strict=True))
        return i, j

    def place(self, i: float, j: float) -> XY:
        """The middle of a cell, or a place between some."""
        (x, y), (u, v), count = self.low, self.high, len(self.cells)
        return x + (j + 0.5) * (u - x) / count, y + (i + 0.5) * (v - y) / count

    def region(self) -> tuple[list[tuple[XY, XY, XY]], list[tuple[XY, XY]]]:
        """Where the answers differ, as triangles, and its border, as segments: both by marching squares, between the
        middles of each four cells. A square with two such corners across is taken for joined; one in which the border
        turns has its corner where the border on either side of it, made longer, meets."""
        rings = {(i, j): ring for i, j in product(range(len(self.cells) - 1), repeat=2) if (ring := self._ring(i, j))}
        crossed: dict[Edge, list[Edge]] = {}
        for ring in rings.values():
            ends = [edge for _, edge in ring if edge is not None]
            if len(ends) == 2:
                for first, last in (ends, ends[::-1]):
                    crossed.setdefault(first, []).append(last)
        triangles: list[tuple[XY, XY, XY]] = []
        border: list[tuple[XY, XY]] = []
        for square, ring in rings.items():
            corner = self._corner(square, ring, crossed)
            points: list[XY] = []
            for (p, one), (q, other) in pairwise([*ring, ring[0]]):
                way = [p] if corner is None or one is None or other is None else [p, corner]
                points += way
                if one is not None and other is not None:
                    border += pairwise([*way, q])
            start = points.index(corner) if corner is not None else 0  # from which all others are seen
            points = points[start:] + points[:start]
            triangles += ((points[0], q, r) for q, r in pairwise(points[1:]))
        return triangles, border

    def _ring(self, i: int, j: int) -> Ring:
        """The part of a square in which the answers differ, each vertex with the edge on which it is a crossing."""
        around = (i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)
        found: list[tuple[XY, Edge | None]] = []
        for one, other in zip(around, (*around[1:], around[0]), strict=True):
            if self.cells[one[0]][one[1]]:
                found.append((self.place(*one), None))
            if self.cells[one[0]][one[1]] != self.cells[other[0]][other[1]]:
                edge = min((one, other), (other, one))
                found.append((self._crossing(edge), edge))
        return found

    def _crossing(self, edge: Edge) -> XY:
        (i, j), (k, m) = edge
        t = self.borders.get(edge, 0.5)
        return self.place(i + t * (k - i), j + t * (m - j))

    def _corner(self, square: Cell, ring: Ring, crossed: Ends) -> XY | None:
        """Where the border turns in a square, or just beyond it in one of which no cell has different answers: None
        where it hardly does, or farther away."""
        ends = [edge for _, edge in ring if edge is not None]
        if len(ends) != 2:
            return None
        lines = []
        for edge, far in (ends, ends[::-1]):
            way = [far, edge]  # and on, over the next two squares
            while len(way) < 4:
                beyond = [other for other in crossed.get(way[-1], ()) if other != way[-2]]
                if len(beyond) != 1:  # at the frame, or beside a square with two borders
                    return None
                way.append(beyond[0])
            (u, v), (x, y), (p, q) = map(self._crossing, way[1:])
            a, b, c, d = u - x, v - y, x - p, y - q
            if abs(a * d - b * c) > STRAIGHT * math.hypot(a, b) * math.hypot(c, d):
                return None  # the border is no line there: it tells no corner
            lines.append((u, v, a, b))
        (x, y, a, b), (u, v, c, d) = lines
        turn = a * d - b * c
        if abs(turn) < SHARP * math.hypot(a, b) * math.hypot(c, d):
            return None
        t = ((u - x) * d - (v - y) * c) / turn
        corner = x + t * a, y + t * b
        j, i = (
            math.floor(len(self.cells) * (p - q) / (r - q) - 0.5)
            for p, q, r in zip(corner, self.low, self.high, strict=True)
        )
        if (i, j) == square:
            return corner
        around = [row[max(j, 0) : j + 2] for row in self.cells[max(i, 0) : i + 2]]
        is_beside = abs(i - square[0]) <= 1 and abs(j - square[1]) <= 1
        return corner if is_beside and not any(map(any, around)) else None


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
        if not filling.is_whole:
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
    asking: Pausing[bool] | None = None  # of the next place, where a routine that need not end has been paused
    begun: int = 0  # at which of the spread cells these shapes began
    halving: Halving | None = None  # once all cells have been asked

    def spend(self, key: Key, seconds: float) -> None:
        """Ask cells for so long."""
        if key != self.key:
            self.begun = (self.begun + len(self.fresh)) % len(SPREAD)  # go on where the last shapes have come to
            first = [*SPREAD[self.begun :], *SPREAD[: self.begun]]
            self.key, self.fresh, self.asking, self.halving = key, set(), None, None
            self.todo = [*first, *REST][::-1]
        until = perf_counter() + seconds
        grid = _Grid.of(key)
        while not self.is_whole:
            if self.asking is None:
                self.asking = grid.comparing(*(self.todo[-1] if self.halving is None else self.halving.next))
            try:
                next(self.asking)
            except StopIteration as end:
                self.asking = None
                self._take(differs=end.value)
            if perf_counter() > until:
                break

    @property
    def is_whole(self) -> bool:
        return self.halving is not None and not self.halving.todo

    def _take(self, *, differs: bool) -> None:
        if self.halving is not None:
            self.halving.take(differs=differs)
            return
        self._keep(self.todo.pop(), differs=differs)
        if not self.todo:
            self.halving = Halving(self.cells)

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
        borders = {} if self.halving is None else self.halving.borders
        return FailureMap(grid.low, grid.high, tuple(map(tuple, self.cells)), self.is_whole, borders)


class Halving:
    """The border of the places where the answers differ, found more and more exactly: the way from a cell to the next
    is halved where only one of them is such a place, each way once before any is halved again."""

    def __init__(self, cells: Sequence[Sequence[bool]]) -> None:
        count = len(cells)
        ways = [((i, j), (i + up, j + 1 - up)) for i, j, up in product(range(count), range(count), (0, 1))]
        self.cells = cells
        self.between = {
            (one, other): (0.0, 1.0)
            for one, other in ways
            if max(other) < count and cells[one[0]][one[1]] != cells[other[0]][other[1]]
        }
        self.todo: list[Edge] = [*self.between] * HALVINGS

    @property
    def next(self) -> tuple[float, float]:
        """The place to ask about next, in rows and columns."""
        (i, j), (k, m) = edge = self.todo[-1]
        t = sum(self.between[edge]) / 2.0
        return i + t * (k - i), j + t * (m - j)

    def take(self, *, differs: bool) -> None:
        edge = self.todo.pop()
        low, high = self.between[edge]
        t = (low + high) / 2.0
        self.between[edge] = (t, high) if differs == self.cells[edge[0][0]][edge[0][1]] else (low, t)

    @property
    def borders(self) -> dict[Edge, float]:
        return {edge: (low + high) / 2.0 for edge, (low, high) in self.between.items()}


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
    count: int = CELLS  # each way

    @classmethod
    def of(cls, key: Key) -> _Grid:
        """The usual one: the moving part touches the first one inside of it."""
        card, values = BY_NUMBER[key[0]], key[1]
        return cls(card, values, _reach(card, values))

    @property
    def step(self) -> float:
        return 2.0 * self.reach / self.count

    @property
    def low(self) -> XY:
        return self.off[0] - self.reach, self.off[1] - self.reach

    @property
    def high(self) -> XY:
        return self.off[0] + self.reach, self.off[1] + self.reach

    def comparing(self, i: float, j: float) -> Pausing[bool]:
        """Whether the answers differ with the moving part in the middle of a cell, or between some."""
        return self.card.comparing(self._arguments(i, j))

    def differs(self, i: float, j: float) -> bool:
        """The same without pauses."""
        return self.card.differs(self._arguments(i, j))

    def map(self) -> FailureMap:
        """Cells alone."""
        each = range(self.count)
        rows = tuple(tuple(self.differs(i, j) for j in each) for i in each)
        return FailureMap(self.low, self.high, rows)

    def _arguments(self, i: float, j: float) -> Arguments:
        mover, half = mover_of(self.card), (self.count - 1) / 2.0
        place = self.off[0] + (j - half) * self.step, self.off[1] + (i - half) * self.step
        there = moved(self.card.parts[mover].kind, self.values[mover], place)
        return (*self.values[:mover], there, *self.values[mover + 1 :])


def _reach(card: Card, values: Arguments) -> float:
    return 1.15 * max(sum(max(map(abs, numbers(value))) for value in values[: mover_of(card) + 1]), 0.5)


@lru_cache(maxsize=MOST_KEPT)
def _fitted(number: int, values: Arguments, here: XY, differs: bool) -> FailureMap:
    """With a cell about `here`, where the scene itself has its answer: rounding may decide there. A rough map tells
    the window: larger where the answers would differ at every place of it, nearer where they do at few."""
    reach = max(_reach(BY_NUMBER[number], values), *(1.2 * abs(each) for each in here))
    rough = (_about(number, values, reach * widened, here, count=ROUGH) for widened in (1.0, *WIDENED))
    tried = ((grid, grid.map()) for grid in rough)
    first = next(tried)
    grid, found = first if first[1].share < 1.0 else next((each for each in tried if each[1].share < 1.0), first)
    low, high = _needed(grid, found, here)
    nearer = NEARER * max(v - u for u, v in zip(low, high, strict=True)) / 2.0
    if nearer < WORTH * grid.reach:
        centre = (low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0
        fine = _about(number, values, nearer, here, centre)
    else:
        fine = _about(number, values, grid.reach, here)
    found = fine.map()
    i, j = found.cell_of(here)
    cells = [list(row) for row in found.cells]
    cells[i][j] = differs
    halving = Halving(cells)
    while halving.todo:
        halving.take(differs=fine.differs(*halving.next))
    return FailureMap(found.low, found.high, tuple(map(tuple, cells)), borders=halving.borders)


def _about(
    number: int, values: Arguments, reach: float, here: XY, centre: XY = (0.0, 0.0), count: int = CELLS
) -> _Grid:
    """With a cell about `here`: the window is moved by half a cell at most."""
    step = 2.0 * reach / count
    x, y = (c + (each - c) - step * round((each - c) / step) for each, c in zip(here, centre, strict=True))
    return _Grid(BY_NUMBER[number], values, reach, (x, y), count)


def _needed(grid: _Grid, found: FailureMap, here: XY) -> tuple[XY, XY]:
    """The box of what a window has to hold: the first part, the places where the answers differ, and `here`."""
    kind, first, room = grid.card.parts[0].kind, grid.values[0], grid.step
    at = (found.place(i, j) for i, row in enumerate(found.cells) for j, differs in enumerate(row) if differs)
    places = [here, *((x + sign * room, y + sign * room) for x, y in (here, *at) for sign in (-1.0, 1.0))]
    if kind in BODIES:
        bounds = convex_of(kind, first).bounds()
        places += [(x, y) for x, y in (bounds.low.tolist(), bounds.high.tolist())]
    else:
        places += corners(kind, first)
    (x, u), (y, v) = ((min(each), max(each)) for each in zip(*places, strict=True))
    return (x, y), (u, v)
