"""A grid of equal square cells: every box is noted in each cell that it covers, and compared within its cells only.

Two boxes that overlap share a point, and the point lies in a cell. Cells are half open, [i c, (i + 1) c), and boxes
closed. Rounding down is monotone, so of two boxes with a shared point both cover the point's cell, borders and
rounding included: nothing is ever missed. The cells are kept in a table by their two whole numbers, so the world has
no bounds and empty cells cost nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from numpy.typing import ArrayLike

from geometry.broadphase.boxes import Box, BoxField, box_of, fattened, overlap, overlapping
from geometry.broadphase.casting import Ask, Moving, Nearest, moving, nearer
from geometry.broadphase.structure import (
    Bodies,
    BodyCast,
    BodyCompared,
    CandidatePairs,
    Candidates,
    FirstHit,
    Pair,
    body_box,
    first_hit,
)
from geometry.guards import listed
from geometry.record import record
from geometry.shape import Aabb, Convex
from geometry.trace import Steps, steppable, steppable_method
from geometry.vector import number

Cell = tuple[int, int]  # column and row; cell (0, 0) has its low corner in the origin
Span = tuple[int, int, int, int]  # first column, first row, last column, last row: the cells that a box covers

# A box of more cells than this belongs in another structure, or the cells are far too small for the scene.
MOST_CELLS = 1_000_000


@record
class CellsEntered:
    """A body was noted in the cells that its box covers, and forgotten in those that it has left."""

    id: int
    box: BoxField
    span: Span  # of the cells that it covers now
    before: Span | None  # of those that it covered before; None for a new body


@record
class CellsLeft:
    """A body was taken out of all its cells."""

    id: int
    span: Span


@record
class CellCompared:
    """One cell that holds two bodies or more."""

    cell: Cell
    ids: tuple[int, ...]  # the bodies in it
    compared: tuple[Pair, ...]  # the pairs that share this cell first
    elsewhere: tuple[Pair, ...]  # the pairs left to a cell that they share before this one
    hits: tuple[Pair, ...]  # those compared that touch or overlap
    tested: int  # comparisons so far, this cell's included


GridStep = CellsEntered | CellsLeft | CellCompared | CandidatePairs


def span_of(box: Box, cell_size: float) -> Span:
    """The cells that a box covers, from its two corners. Python's whole numbers have no largest one."""
    left, bottom, right, top = (math.floor(side / cell_size) for side in box)
    return left, bottom, right, top


def cells_of(span: Span) -> Iterator[Cell]:
    """The cells of a span, column by column."""
    left, bottom, right, top = span
    return ((i, j) for i in range(left, right + 1) for j in range(bottom, top + 1))


def cell_count(span: Span) -> int:
    """How many cells a span has."""
    left, bottom, right, top = span
    return (right - left + 1) * (top - bottom + 1)


def first_shared_cell(a: Span, b: Span) -> Cell:
    """The lowest column and row of two bodies that share a cell: the one of the low corner of what they share."""
    return max(a[0], b[0]), max(a[1], b[1])


@steppable
def uniform_grid(boxes: Sequence[Aabb], cell_size: float) -> Steps[GridStep, CandidatePairs]:
    """The pairs (i, j), i < j, of boxes that touch or overlap, by a grid of cells of this size (> 0, world units).

    Raises ValueError for a bad size, a box that is NaN, infinite or turned, and one of more than a million cells.
    """
    grid = UniformGrid(cell_size)
    for i, box in enumerate(listed("uniform_grid", "Aabb", boxes)):
        yield from grid.insert.steps(i, box)
    return (yield from grid.pairs.steps())


class UniformGrid(Bodies):
    """A grid that is kept while bodies move. See `Broadphase` for what each call does."""

    def __init__(self, cell_size: float) -> None:
        super().__init__()
        self.cell_size = number(cell_size, "cell size")
        if self.cell_size <= 0.0:
            raise ValueError(f"cell size must be > 0, not {cell_size:g}")
        self.spans: dict[int, Span] = {}
        self.cells: dict[Cell, set[int]] = {}  # without the empty ones

    @property
    def entries(self) -> int:
        """How many times a body is noted in a cell: what the grid costs beside its comparisons."""
        return sum(len(ids) for ids in self.cells.values())

    @steppable_method
    def insert(self, body: int, box: Aabb) -> Steps[CellsEntered, None]:
        body = self._new(body)
        sides = body_box(body, box)
        span = self._span(body, sides)
        self._note(body, span)
        self.boxes[body], self.spans[body] = sides, span
        yield CellsEntered(body, sides, span, None)

    @steppable_method
    def move(self, body: int, box: Aabb) -> Steps[CellsEntered, None]:
        body = self._known(body)
        sides = body_box(body, box)
        span, before = self._span(body, sides), self.spans[body]
        if span != before:
            self._forget(body, before)
            self._note(body, span)
        self.boxes[body], self.spans[body] = sides, span
        yield CellsEntered(body, sides, span, before)

    @steppable_method
    def remove(self, body: int) -> Steps[CellsLeft, None]:
        body = self._known(body)
        span = self.spans.pop(body)
        self._forget(body, span)
        del self.boxes[body]
        yield CellsLeft(body, span)

    @steppable_method
    def pairs(self) -> Steps[GridStep, CandidatePairs]:
        found: list[Pair] = []
        tested = 0
        for cell in sorted(cell for cell, ids in self.cells.items() if len(ids) > 1):
            ids = sorted(self.cells[cell])
            compared: list[Pair] = []
            elsewhere: list[Pair] = []
            for place, a in enumerate(ids):
                for b in ids[place + 1 :]:
                    is_first = first_shared_cell(self.spans[a], self.spans[b]) == cell
                    (compared if is_first else elsewhere).append((a, b))
            hits = overlapping(compared, self.boxes)
            tested += len(compared)
            found += hits
            yield CellCompared(cell, tuple(ids), tuple(compared), tuple(elsewhere), tuple(hits), tested)
        answer = CandidatePairs(tuple(sorted(found)), tested)
        yield answer
        return answer

    @steppable_method
    def query(self, box: Aabb) -> Steps[BodyCompared | Candidates, Candidates]:
        asked = box_of(box, "the box of the query")
        near: set[int] = set()
        for cell in self._occupied(asked):
            near |= self.cells[cell]
        answer = yield from self._overlapping.steps(asked, sorted(near))
        return answer

    @steppable_method
    def cast(
        self, start: Aabb | Convex, translation: ArrayLike, ask: Ask | None = None
    ) -> Steps[BodyCast | FirstHit, FirstHit]:
        path = moving(start, translation)
        best: Nearest | None = None
        seen: set[int] = set()
        for entered, cell in self._along(path):
            if best is not None and entered > best[0]:
                break  # what begins in this cell or in later ones is met later
            for body in sorted(self.cells[cell] - seen):
                entry = path.entry(self.boxes[body])
                best = nearer(best, body, entry, ask)
                seen.add(body)
                yield BodyCast(body, self.boxes[body], entry, best)
        answer = first_hit(best, len(seen))
        yield answer
        return answer

    def cell_box(self, cell: Cell) -> Box:
        """The square of a cell, up to rounding."""
        (i, j), c = cell, self.cell_size
        return i * c, j * c, (i + 1) * c, (j + 1) * c

    def _span(self, body: int, box: Box) -> Span:
        width, height = (box[2] - box[0]) / self.cell_size, (box[3] - box[1]) / self.cell_size
        if not (width + 1.0) * (height + 1.0) <= MOST_CELLS or not self._counts(box):
            raise ValueError(
                f"the box of body {body} is {width:.6g} cells wide and {height:.6g} high, or lies too many cells "
                f"from the origin: cells of size {self.cell_size:g} are too small for it"
            )
        return span_of(box, self.cell_size)

    def _counts(self, box: Box) -> bool:
        """Whether the box's cells have numbers at all: a place over a tiny cell size may be infinite."""
        return all(math.isfinite(side / self.cell_size) for side in box)

    def _note(self, body: int, span: Span) -> None:
        for cell in cells_of(span):
            self.cells.setdefault(cell, set()).add(body)

    def _forget(self, body: int, span: Span) -> None:
        for cell in cells_of(span):
            ids = self.cells[cell]
            ids.discard(body)
            if not ids:
                del self.cells[cell]

    def _occupied(self, box: Box) -> list[Cell]:
        """The cells that a box covers and that hold a body. A box larger than the crowd is looked at from the crowd's
        side: nobody walks through empty cells without end."""
        if self._counts(box):
            span = span_of(box, self.cell_size)
            if cell_count(span) <= len(self.cells):
                return [cell for cell in cells_of(span) if cell in self.cells]
        return [cell for cell in self.cells if overlap(self._span_box(cell), box)]

    def _span_box(self, cell: Cell) -> Box:
        """A cell's square, wider by what rounding may have done to it."""
        left, bottom, right, top = self.cell_box(cell)
        slack = 4.0 * math.ulp(max(abs(left), abs(bottom), abs(right), abs(top)))
        return left - slack, bottom - slack, right + slack, top + slack

    def _along(self, path: Moving) -> list[tuple[float, Cell]]:
        """The occupied cells on a path in the order in which they are entered, each with that fraction."""
        wider = Moving(path.box, path.by, 4.0 * path.slack)  # cells are rounded, too
        near = self._occupied(fattened(path.swept, wider.slack))
        entries = ((wider.entry(self._span_box(cell)), cell) for cell in near)
        return sorted((entry, cell) for entry, cell in entries if entry is not None)
