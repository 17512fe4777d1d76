"""The scene of the bench: hundreds of moving shapes, one of them in hand, and what every structure makes of them.

Each shape just fills its square box, so that a crowd's boxes are those of the chapter's other lessons. Nothing is
simulated: where a shape is at a time follows from where it was at the start, so time can be scrubbed. The structures
are the vectorised twins of the steppable ones (`geometry.batch`); only the quadtree has none, and runs up to a size.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import numpy as np

from geometry import Aabb, Convex, Pose
from geometry.batch.box_pairs import BoxPairs, all_box_pairs, grid_pairs, sorted_pairs, sweep_pairs
from geometry.batch.separation import separations
from geometry.batch.shapes import Indices, Numbers, Shapes
from geometry.batch.tree_pairs import BoxTree, box_tree, tree_pairs
from geometry.broadphase.boxes import Box
from geometry.broadphase.quadtree import Quadtree
from geometry.broadphase.uniform_grid import cell_count, span_of
from geometry.faulty.crowds import cell_of_the_centre, stopped_at_gap
from geometry.vector import readonly, xy_of
from lessons.broadphase.boxes import Crowd, crowd, side_of
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, body, slider

V = TypeVar("V")

SECONDS = 20.0  # of the clock from 0 to 1
MOST = 5000
MOST_CELLS = 100_000  # of A: the huge one fills 40,000 at most
MOST_QUADTREE = 500  # shapes up to which the quadtree keeps pace, and all pairs are run
_GROWTH = (10, 25, 60, 125, 250, 500, 1000, 2000)  # shapes at which every structure is measured
_GROWTH_AND_ON = (*_GROWTH, 4000)  # for a larger crowd
_SEED = 1
_CELL = 0.5  # of the grid by which a typical shape is found
_MOST_KEPT = 24  # things worked out, of the last frames
_ORBIT = 0.4  # radius of the way of a shape in a heap
_FASTEST = 1.5  # units a second at speed 1
_ROUNDING = 0.35  # of a rounded square, against half its side

TWO_SIZES, CENTER, FIRST_GAP = "two sizes", "cell of the centre", "stop at the first gap"
KINDS = (*(kind.value for kind in Crowd), TWO_SIZES)


class Structure(Enum):
    """What finds the candidate pairs, in the order of the chapter's lessons."""

    ALL_PAIRS = "all pairs"
    GRID = "grid"
    QUADTREE = "quadtree"
    SWEEP = "sweep"
    TREE = "tree"


class Ran(NamedTuple):
    """What a structure found in one frame."""

    pairs: BoxPairs
    milliseconds: float | None  # on this machine: never part of a picture that is kept; None where it was not run


@dataclass(frozen=True, eq=False)
class Bench(Scene):
    """Shape A, which stays where it is put, among n - 1 that move."""

    a: Body = body(Ink.A, "A")
    kind: str = Crowd.EVEN.value  # each is a scene of its own
    n: int = slider("Shapes n", 2, MOST, 300, decimals=0)
    c: float = slider("Cell size c", 0.1, 5.0, 0.5)
    speed: float = 0.4  # of the fastest

    def __post_init__(self) -> None:
        """Raises ValueError for a crowd that is too small or too large, for a bad cell size, and for an A that the
        grid would note in more cells than a frame can count."""
        if not 2 <= self.n <= MOST:
            raise ValueError(f"a crowd has 2 to {MOST} shapes, not {self.n:g}")
        if not self.c > 0.0:
            raise ValueError(f"the cell size must be > 0, not {self.c:g}")
        held = self.a.world.bounds()
        if cell_count(span_of((*xy_of(held.low), *xy_of(held.high)), self.c)) > MOST_CELLS:
            raise ValueError(f"A lies in more than {MOST_CELLS} cells of size {self.c:g}: make A smaller or c larger")
        object.__setattr__(self, "n", round(self.n))

    @property
    def side(self) -> float:
        """Of the square in which the crowd is; its density is always the same."""
        return side_of(self.n)

    @property
    def measured(self) -> tuple[int, ...]:
        """The numbers of shapes at which the curves of growth are measured; the last is twice the one before."""
        return _GROWTH if self.n <= _GROWTH[-1] else _GROWTH_AND_ON

    @cached_property
    def shapes(self) -> Shapes:
        """All of them, each about its own middle."""
        return _packed(self.kind, self.n)

    def sketched(self) -> list[tuple[Ink, Numbers]]:
        """The large shapes as boxes, of the others as many points as tell a thin crowd from a dense one."""
        sides = self.bounds(0.0).T
        large = [i for i, (left, _, right, _) in enumerate(sides) if right - left > 0.06 * self.side]
        found: list[tuple[Ink, Numbers]] = []
        for left, low, right, high in sides[large[:20]]:
            found.append((Ink.A, np.array(((left, low), (right, low), (right, high), (left, high)))))
        count = min(self.n, 12 if self.n < 100 else 40 if self.n < 1000 else 120)
        return [*found, *((Ink.A, at[None]) for at in self.middles(0.0).T[:: max(self.n // count, 1)])]

    def middles(self, time: float) -> Numbers:
        """Where the shapes are at a time of the clock: x and y, shape (2, n). A is the first."""
        return self._once("middles", time, lambda: self._middles_at(time))

    def _middles_at(self, time: float) -> Numbers:
        start, way = _started(self.kind, self.n)
        gone = time * SECONDS * self.speed * _FASTEST
        if self.kind == Crowd.HEAP.value:  # in small circles, so that it stays a heap
            turn = np.arctan2(way[1], way[0]) + gone / _ORBIT * np.hypot(*way)
            begin = np.arctan2(way[1], way[0])
            at = start + _ORBIT * np.stack((np.cos(turn) - np.cos(begin), np.sin(turn) - np.sin(begin)))
        else:
            at = start + gone * (way * [[0.0], [1.0]] if self.kind == Crowd.COLUMN.value else way)
            at = np.abs((at + self.side) % (2.0 * self.side) - self.side)  # thrown back at the square's borders
        at[:, 0] = self.a.pose.position
        return readonly(at)

    def bounds(self, time: float) -> Numbers:
        """Low x, low y, high x, high y of every box, shape (4, n)."""
        return self._once("bounds", time, lambda: self._bounds_at(time))

    def entries(self, time: float) -> int:
        """How often the grid notes a box in a cell."""
        low, high = (np.floor(half / self.c) for half in np.split(self.bounds(time), 2))
        return int((high - low + 1.0).prod(axis=0).sum())

    def nodes(self, time: float) -> int:
        """How many nodes of the tree are built above the boxes: those that are not empty."""
        return sum(int((level[0] <= level[2]).sum()) for level in self.tree(time).levels[:-1])

    def _bounds_at(self, time: float) -> Numbers:
        held, half = self.a.world.bounds(), _halves(self.kind, self.n)
        at = self.middles(time)
        found = np.concatenate((at - half, at + half))
        found[:, 0] = (*held.low, *held.high)
        return found

    def placed(self, time: float) -> Shapes:
        """The shapes in the world; A's turn is its own."""
        x, y = self.middles(time)
        return self.shapes.at(x, y, 0.0)

    def ran(self, structure: Structure, time: float) -> Ran | None:
        """What a structure finds at a time; None where it would not keep pace."""
        if structure is Structure.QUADTREE and self.n > MOST_QUADTREE:
            return None
        return self._once(structure, time, lambda: self._timed(structure, time))

    def _timed(self, structure: Structure, time: float) -> Ran:
        if structure is Structure.ALL_PAIRS and self.n > MOST_QUADTREE:  # a count that needs no run
            known = self.overlapping(time)
            return Ran(BoxPairs(known.first, known.second, self.n * (self.n - 1) // 2), None)
        bounds, begun = self.bounds(time), perf_counter()
        match structure:
            case Structure.QUADTREE:
                found = _pairs_of(self.quadtree(time))
            case Structure.TREE:
                found = tree_pairs(self.tree(time))
            case _:
                found = pairs_by(structure, bounds, self.c)
        return Ran(found, 1e3 * (perf_counter() - begun))

    def quadtree(self, time: float) -> Quadtree:
        """The quadtree at a time; not for more shapes than it can take."""
        return self._once("quadtree", time, lambda: quadtree_of(self.bounds(time)))

    def tree(self, time: float) -> BoxTree:
        """The tree of boxes at a time."""
        return self._once("tree", time, lambda: box_tree(self.bounds(time)))

    def overlapping(self, time: float) -> BoxPairs:
        """The pairs whose boxes touch or overlap: of a structure that has been run already, else by the quickest."""
        for structure in (Structure.GRID, Structure.SWEEP, Structure.TREE):
            if (structure, time) in self._made:
                break
        else:
            structure = Structure.GRID if self.n > 64 else Structure.SWEEP
        found = self.ran(structure, time)
        assert found is not None
        return found.pairs

    def touching(self, time: float) -> BoxPairs:
        """The pairs whose shapes touch or overlap: the narrowphase, on all candidates at once."""
        return self._once("shapes", time, lambda: _narrowed(self, self.placed(time), self.overlapping(time)))

    def faulty(self, rule: str, time: float) -> BoxPairs:
        """What a faulty rule finds."""
        bounds = self.bounds(time)
        if rule == FIRST_GAP:
            return self._once(rule, time, lambda: stopped_at_gap(bounds))
        return self._once(rule, time, lambda: cell_of_the_centre(bounds, self.c))

    def missed(self, rule: str, time: float) -> Numbers:
        """The pairs that a faulty rule misses, shape (m, 2)."""
        known = {*zip(*_columns(self.faulty(rule, time)), strict=True)}
        return np.array([pair for pair in zip(*_columns(self.overlapping(time)), strict=True) if pair not in known])

    # What was worked out for the last times that were asked for: figure, words and table ask again and again.

    @cached_property
    def _made(self) -> dict[Any, Any]:
        return {}

    def _once(self, what: Any, time: float, make: Callable[[], V]) -> V:
        if (what, time) not in self._made:
            while len(self._made) > _MOST_KEPT:  # the oldest: of some frames ago
                del self._made[next(iter(self._made))]
            self._made[what, time] = make()
        made: V = self._made[what, time]
        return made


def scene(kind: str = Crowd.EVEN.value, n: int = 300, c: float = 0.5, speed: float = 0.4) -> Bench:
    """A crowd with A in the place, and of the size, of its first shape."""
    start, _ = _started(kind, n)
    x, y, half = start[0, 0], start[1, 0], _halves(kind, n)[0]
    return Bench(Body(_filling(0, float(half)), Pose(np.array((x, y)))), kind, n, c, speed)


def cells_of(scene: Bench) -> list[tuple[tuple[float, float], ...]]:
    """The grid's cells that A covers, as outlines."""
    c = scene.c
    left, low, right, high = (math.floor(x / c) for x in scene.bounds(0.0)[:, 0].tolist())
    return [
        ((i * c, j * c), ((i + 1) * c, j * c), ((i + 1) * c, (j + 1) * c), (i * c, (j + 1) * c))
        for i in range(left, right + 1)
        for j in range(low, high + 1)
    ]


def pairs_by(structure: Structure, bounds: Numbers, c: float) -> BoxPairs:
    """The pairs of boxes that touch or overlap by a structure."""
    match structure:
        case Structure.GRID:
            return grid_pairs(bounds, c)
        case Structure.SWEEP:
            return sweep_pairs(bounds, 0)
        case Structure.TREE:
            return tree_pairs(bounds)
        case Structure.ALL_PAIRS:
            return all_box_pairs(bounds)
        case Structure.QUADTREE:
            return _pairs_of(quadtree_of(bounds))


def quadtree_of(bounds: Numbers) -> Quadtree:
    """The tree of these boxes, its root a square around them; a little larger: its far sides are not part of it."""
    low, high = bounds[:2].min(axis=1), bounds[2:].max(axis=1)
    middle, half = (low + high) / 2.0, 0.505 * float((high - low).max())
    tree = Quadtree(Aabb(middle - half, middle + half))
    tree.fill([*zip(*bounds.tolist(), strict=True)])
    return tree


def _pairs_of(tree: Quadtree) -> BoxPairs:
    found = tree.pairs()
    pairs = np.array(found.pairs, dtype=np.intp).reshape(-1, 2)
    return BoxPairs(pairs[:, 0], pairs[:, 1], found.tested)


def _narrowed(bench: Bench, placed: Shapes, boxes: BoxPairs) -> BoxPairs:
    """Of the pairs whose boxes overlap those whose shapes do. A may have been turned and reshaped: it has no place
    among the packed shapes, so it stands behind them."""
    held = Shapes.of([bench.a.world])
    with_a = boxes.first == 0
    rest = ~with_a
    hit = np.empty(len(boxes.first), dtype=bool)
    hit[rest] = separations(placed.take(boxes.first[rest]), placed.take(boxes.second[rest])).overlapped
    with_held = held.take(np.zeros(with_a.sum(), dtype=np.intp)), placed.take(boxes.second[with_a])
    hit[with_a] = separations(*with_held).overlapped
    return sorted_pairs([(boxes.first[hit], boxes.second[hit])], len(hit))


def _columns(found: BoxPairs) -> tuple[list[int], list[int]]:
    return found.first.tolist(), found.second.tolist()


@lru_cache(maxsize=8)
def _started(kind: str, n: int) -> tuple[Numbers, Numbers]:
    """Where the middles of a crowd are at the start, and their ways at speed 1, both of shape (2, n)."""
    sides = np.array(_boxes(kind, n)).T
    drawn = np.random.default_rng(_SEED)
    turn, fast = drawn.uniform(0.0, math.tau, n), drawn.uniform(0.3, 1.0, n)
    return (sides[:2] + sides[2:]) / 2.0, fast * np.stack((np.cos(turn), np.sin(turn)))


@lru_cache(maxsize=8)
def _halves(kind: str, n: int) -> Numbers:
    sides = np.array(_boxes(kind, n)).T
    return np.asarray((sides[2] - sides[0]) / 2.0)


@lru_cache(maxsize=16)
def _boxes(kind: str, n: int) -> tuple[Box, ...]:
    """Of a crowd, A first: a shape that is compared about as often as the others, near the middle."""
    found = list(_drawn(kind, n))
    sides = np.array(found).T
    chosen = int(_unlike_most(sides, side_of(n)).argmin())
    return (found[chosen], *found[:chosen], *found[chosen + 1 :])


def _unlike_most(sides: Numbers, side: float) -> Numbers:
    """How far each box is from a typical one: by the boxes in its cells and in its strips, and by its place."""
    score = np.hypot(*((sides[:2] + sides[2:]) / 2.0 - side / 2.0)) / side
    for mates in (_mates_in_cells(np.floor(sides / _CELL)), _mates_on(sides[0::2]), _mates_on(sides[1::2])):
        score = score + np.abs(mates - mates.mean()) / max(float(mates.mean()), 1.0)
    return np.asarray(score + np.where(sides[2] - sides[0] > 0.2 * side, 9.0, 0.0))


def _mates_in_cells(cells: Numbers) -> Indices:
    """With how many others each box shares a cell: their first and last columns and rows touch or overlap."""
    found = tree_pairs(cells)  # in a column a sweep along x would compare all
    return np.bincount(np.concatenate((found.first, found.second)), minlength=cells.shape[1])


def _mates_on(ends: Numbers) -> Indices:
    """With how many others each box overlaps on an axis: of all those that begin before its end the ones that end
    before its beginning do not."""
    low, high = ends
    begun = np.searchsorted(np.sort(low), high, side="right")
    return np.asarray(begun - np.searchsorted(np.sort(high), low, side="left") - 1)


def _drawn(kind: str, n: int) -> Sequence[Box]:
    if kind != TWO_SIZES:
        return crowd(Crowd(kind), n - (kind == Crowd.ONE_HUGE.value), _SEED)
    draw, side = random.Random(_SEED), side_of(n)
    found = []
    for i in range(n):
        x, y = draw.uniform(0.0, side), draw.uniform(0.0, side)
        half = draw.uniform(0.4, 0.8) if i % 2 else draw.uniform(0.02, 0.04)
        found.append((x - half, y - half, x + half, y + half))
    return found


@lru_cache(maxsize=8)
def _packed(kind: str, n: int) -> Shapes:
    half = _halves(kind, n)
    of = Shapes.of([_filling(i, 1.0) for i in range(5)]).take(np.arange(n) % 5)
    return Shapes(of.x * half, of.y * half, of.normal_x, of.normal_y, of.length * half, of.radius * half, of.count)


def _filling(i: int, half: float) -> Convex:
    """A shape that just fills a box of half size `half`: rounded square, hexagon, disc, triangle, diamond in turn."""
    corner = 1.0 - _ROUNDING
    outlines = (
        ((-corner, -corner), (corner, -corner), (corner, corner), (-corner, corner)),
        ((1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0)),
        ((0.0, 0.0),),
        ((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)),
        ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)),
    )
    radius = (_ROUNDING, 0.0, 1.0, 0.0, 0.0)
    return Convex(half * np.array(outlines[i % 5]), half * radius[i % 5])
