"""What the lesson on grids tells of a scene besides the trace: the cells of each box, the cost at any cell size."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry.broadphase.boxes import Box
from geometry.broadphase.structure import Pair
from geometry.broadphase.uniform_grid import (
    Cell,
    CellCompared,
    CellsEntered,
    Span,
    cell_count,
    cells_of,
    first_shared_cell,
    span_of,
)
from geometry.faulty.broadphase import centre_span, truncated_span
from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.boxes import Boxes
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair as XY
from viz.lesson.scene import slider

CENTRE, TWICE, TRUNCATED = "cell of the centre", "pairs not made unique", "truncation for floor"
_RULES = {CENTRE: centre_span, TRUNCATED: truncated_span}  # that enter boxes in other cells
SMALLEST, LARGEST = 0.1, 8.0  # cell sizes of the slider
TOP = 4.6  # times the least cost: how high the chart of the cost reaches
MOST_CELLS = 25_000  # around all boxes: the scenes here have 10,816 at most at the smallest size
_SIZES = 72  # cell sizes that the chart of a crowd looks at
_FEW = 26  # boxes, of which it looks at every hundredth
_WEIGHED = 8  # boxes, from which on the cost of a cell size says something
Held = Mapping[Cell, tuple[int, ...]]  # the table of a grid: the boxes of each cell in use, the cells in order


class Costs(NamedTuple):
    """What a grid costs at some cell sizes, each an array."""

    sizes: NDArray[np.float64]
    entries: NDArray[np.int64]  # notes of a box in a cell
    pairs: NDArray[np.int64]  # pairs that share a cell

    @property
    def total(self) -> NDArray[np.int64]:
        total: NDArray[np.int64] = self.entries + self.pairs
        return total


@dataclass(frozen=True, eq=False)
class Gridded(Boxes):
    """Boxes, and the size of the cells."""

    n: int = slider("Boxes n", 2, 400, 300, decimals=0)
    c: float = slider("Cell size c", SMALLEST, LARGEST, 1.8)

    def __post_init__(self) -> None:
        """Raises ValueError also for more cells around all boxes than can be drawn while something is dragged."""
        super().__post_init__()
        if cell_count(self.area) > MOST_CELLS:
            told = f"more than {MOST_CELLS} cells of size {self.c:g} lie around the boxes"
            raise ValueError(f"{told}: move them nearer or make c larger")

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """First column, first row, last column, last row of each box."""
        return tuple(span_of(each, self.c) for each in self.boxes)

    @cached_property
    def area(self) -> Span:
        """The cells around all boxes."""
        return span_of(self.around, self.c)

    @cached_property
    def held(self) -> Held:
        """The table when all boxes are inserted."""
        return table_of(self.spans)

    @property
    def weighs_size(self) -> bool:
        """Whether the last step is about the size of the cells: of a few boxes it is what the grid has found."""
        return self.is_crowd or self.count >= _WEIGHED

    def first_shared(self, pair: Pair) -> Cell:
        """The cell in which a pair is compared."""
        return first_shared_cell(self.spans[pair[0]], self.spans[pair[1]])

    @cached_property
    def sizes(self) -> tuple[float, float]:
        """The range of cell sizes worth a look: from a part of a box to the whole scene."""
        sides = np.array(self.boxes)
        mean = float((sides[:, 2:] - sides[:, :2]).mean())
        left, bottom, right, top = self.around
        low, high = (
            max(mean / (4.0 if self.is_crowd else 2.0), SMALLEST),
            min(max(right - left, top - bottom), LARGEST),
        )
        return low, max(high, 4.0 * low)

    @cached_property
    def costs(self) -> Costs:
        return _costs(self.boxes, *self.sizes)

    @property
    def is_always_shared(self) -> bool:
        """Whether all pairs share a cell at every size in the chart."""
        return bool((self.costs.pairs == self.count * (self.count - 1) // 2).all())

    def just_touch(self, pair: Pair) -> bool:
        """Whether two boxes share points, and no area."""
        a, b = (self.boxes[i] for i in pair)
        deepest = min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))
        return deepest == 0.0

    @cached_property
    def cost(self) -> int:
        """At c."""
        return int(costs_at(self.boxes, (self.c,)).total[0])

    @cached_property
    def beside(self) -> Costs:
        """Half of c, c, twice c and the best size, in order."""
        sizes = sorted({clamped(self.c / 2.0), self.c, clamped(2.0 * self.c), self.least[0]})
        return costs_at(self.boxes, tuple(sizes))

    @cached_property
    def typical(self) -> float:
        """The side of a typical box: the median."""
        sides = np.array(self.boxes)
        return float(np.median(sides[:, 2:] - sides[:, :2]))

    @property
    def least(self) -> tuple[float, int]:
        """The cell size of the least cost in the chart, and that cost."""
        best = int(np.argmin(self.costs.total))
        return float(self.costs.sizes[best]), int(self.costs.total[best])


@lru_cache(maxsize=16)  # while c is dragged the boxes stay
def _costs(boxes: tuple[Box, ...], low: float, high: float) -> Costs:
    """At every size that the slider can be set to; of a crowd at some."""
    if len(boxes) > _FEW:
        return costs_at(boxes, np.geomspace(low, high, _SIZES))
    return costs_at(boxes, np.arange(math.ceil(100.0 * low), math.floor(100.0 * high) + 1) / 100.0)


def costs_at(boxes: tuple[Box, ...], sizes: NDArray[np.float64] | tuple[float, ...]) -> Costs:
    """Two boxes share a cell where their spans meet, so no grid needs to be built."""
    sides, c = np.array(boxes), np.asarray(sizes, dtype=np.float64)
    i, j = np.triu_indices(len(boxes), 1)
    if len(boxes) <= _FEW:  # all sizes at once
        span = np.floor(sides / c[:, None, None])
        a, b = span[:, i], span[:, j]
        meets = ((a[..., :2] <= b[..., 2:]) & (b[..., :2] <= a[..., 2:])).all(axis=2)
        return Costs(c, (span[..., 2:] - span[..., :2] + 1.0).prod(axis=2).sum(axis=1).astype(int), meets.sum(axis=1))
    entries, pairs = [], []
    for size in c.tolist():
        span = np.floor(sides / size)
        entries.append(int(((span[:, 2] - span[:, 0] + 1.0) * (span[:, 3] - span[:, 1] + 1.0)).sum()))
        a, b = span[i], span[j]
        pairs.append(int(((a[:, :2] <= b[:, 2:]) & (b[:, :2] <= a[:, 2:])).all(axis=1).sum()))
    return Costs(c, np.array(entries), np.array(pairs))


def table_of(spans: Iterable[Span]) -> Held:
    """The boxes of each cell in use, where each box covers such cells."""
    held: dict[Cell, list[int]] = {}
    for i, span in enumerate(spans):
        for cell in cells_of(span):
            held.setdefault(cell, []).append(i)
    return {cell: tuple(held[cell]) for cell in sorted(held)}


def spans_by(scene: Gridded, rule: str) -> tuple[Span, ...]:
    """The cells that a rule enters each box in."""
    entered = _RULES.get(rule)
    return scene.spans if entered is None else tuple(entered(each, scene.c) for each in scene.boxes)


def in_vain(scene: Gridded) -> list[Pair]:
    """The pairs that are compared only because rounding towards zero joins cells."""
    spans, rounded = scene.spans, spans_by(scene, TRUNCATED)
    every = itertools.combinations(range(scene.count), 2)
    return [(i, j) for i, j in every if shared(rounded[i], rounded[j]) and not shared(spans[i], spans[j])]


def known(moment: Moment[Gridded]) -> list[Pair]:
    """The pairs that are known to overlap at this step: of a crowd all, as one cell is shown for all of them."""
    pairs, step = moment.trace.result.pairs, moment.step
    if isinstance(step, CellCompared) and not moment.scene.is_crowd:
        return [pair for pair in pairs if moment.scene.first_shared(pair) <= step.cell]
    return [] if isinstance(step, CellsEntered) else list(pairs)


def cell_feature(cell: Cell) -> FeatureRef:
    """A cell as something to click."""
    return FeatureRef(f"cell {cell_name(cell)}", FeatureKind.PART)


def cell_name(cell: Cell) -> str:
    return f"({cell[0]}, {cell[1]})".replace("-", "−")


def shared(a: Span, b: Span) -> int:
    """How many cells two boxes share."""
    wide, tall = min(a[2], b[2]) - max(a[0], b[0]) + 1, min(a[3], b[3]) - max(a[1], b[1]) + 1
    return max(wide, 0) * max(tall, 0)


def clamped(c: float) -> float:
    return min(max(c, SMALLEST), LARGEST)


def at_log(c: float, cost: float) -> XY:
    """A place in the chart, whose x is the logarithm of the cell size."""
    return math.log10(c), cost
