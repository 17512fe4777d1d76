"""All pairs, grid and sweep on arrays: the twins of `all_pairs`, `uniform_grid` and `sweep_and_prune` of
`geometry.broadphase` for thousands of boxes a frame. They find the same pairs by the same comparisons, all at once
and without a memory.

Grid and sweep lay the boxes in a row (by cell, by beginning), in which each is compared with a run of those right
behind it: the runs are written out as two long columns of indices, a bounded piece at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.batch.shapes import Indices, Numbers
from geometry.broadphase.uniform_grid import MOST_CELLS
from geometry.record import copies_readonly
from geometry.vector import LARGEST_COORDINATE, number, readonly

# Comparisons to write out at a time.
PIECE = 1 << 20

# Boxes noted in cells, at most: some gigabytes.
MOST_ENTRIES = 20_000_000

# Cells are numbered within 64 bits.
MOST_COLUMNS = 1 << 31

Keep = Callable[[Indices, Indices], NDArray[np.bool_]]


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class BoxPairs:
    """All pairs of boxes that touch or overlap: `first[k] < second[k]`, in ascending order."""

    first: Indices
    second: Indices
    tested: int  # comparisons of two boxes


def all_box_pairs(bounds: ArrayLike) -> BoxPairs:
    """The pairs by comparing every box with every later one. `bounds`: see `grid_pairs`. Raises ValueError for bad
    boxes."""
    boxes = checked_boxes(bounds)
    n = boxes.shape[1]
    rows = max(1, PIECE // max(1, n))
    found: list[tuple[Indices, Indices]] = []
    for start in range(0, n, rows):
        (left, bottom, right, top), later = boxes[:, start : start + rows, None], boxes[:, None, start:]
        meets = left <= later[2]
        meets &= later[0] <= right
        meets &= bottom <= later[3]
        meets &= later[1] <= top
        first, second = np.nonzero(np.triu(meets, 1))
        found.append((first + start, second + start))
    return sorted_pairs(found, n * (n - 1) // 2)


def grid_pairs(bounds: ArrayLike, cell_size: float) -> BoxPairs:
    """The pairs by a grid of cells of this size (> 0, world units). `bounds`: low x, low y, high x, high y, shape
    (4, n), as in `Shapes.bounds`.

    Raises ValueError for bad boxes or a bad size, for a box of more than a million cells, for boxes in more than
    20 million cells in all, and for a crowd more than 2^31 cells wide.
    """
    boxes, size = checked_boxes(bounds), number(cell_size, "cell size")
    if size <= 0.0:
        raise ValueError(f"cell size must be > 0, not {cell_size:g}")
    if not boxes.size:
        return sorted_pairs([], 0)
    with np.errstate(over="ignore"):
        cells = np.floor(boxes / size)
    origin = cells[:2].min(axis=1)
    if not (cells[2:].max(axis=1) - origin < MOST_COLUMNS).all():  # nor is what is infinite
        raise ValueError(f"the boxes spread over more than {MOST_COLUMNS} cells of size {size:g}: it is too small")
    left, bottom, right, top = (cells - np.tile(origin, 2)[:, None]).astype(np.int64)
    columns, rows = right - left + 1, top - bottom + 1
    entries = columns * rows
    if bad := np.flatnonzero((columns > MOST_CELLS) | (rows > MOST_CELLS) | (entries > MOST_CELLS)).tolist():
        raise ValueError(f"box {bad[0]} is {columns[bad[0]]} cells wide and {rows[bad[0]]} high: they are too small")
    if entries.sum() > MOST_ENTRIES:
        raise ValueError(f"the boxes lie in {entries.sum():,} cells of size {size:g} in all: it is too small")
    box = np.repeat(np.arange(boxes.shape[1]), entries)
    within = np.arange(len(box)) - np.repeat(np.cumsum(entries) - entries, entries)
    column, row = left[box] + within // rows[box], bottom[box] + within % rows[box]
    cell = column * MOST_COLUMNS + row
    order = np.argsort(cell, kind="stable")  # boxes of one cell stay in ascending order
    box, cell, column, row = box[order], cell[order], column[order], row[order]
    behind = np.searchsorted(cell, cell, side="right") - np.arange(len(cell)) - 1

    def is_first_shared(one: Indices, other: Indices) -> NDArray[np.bool_]:
        a, b = box[one], box[other]
        is_column = np.maximum(left[a], left[b]) == column[one]
        return np.asarray(is_column & (np.maximum(bottom[a], bottom[b]) == row[one]))

    return _compared(boxes, box, behind, is_first_shared)


def sweep_pairs(bounds: ArrayLike, axis: int) -> BoxPairs:
    """The pairs by a sweep along an axis, 0 for x and 1 for y. `bounds`: see `grid_pairs`.

    Raises ValueError for bad boxes and for another axis.
    """
    boxes = checked_boxes(bounds)
    if not isinstance(axis, int) or isinstance(axis, bool) or axis not in (0, 1):
        raise ValueError(f"the axis must be 0 for x or 1 for y, not {axis!r}")
    order = np.argsort(boxes[axis], kind="stable")
    begins, ends = boxes[axis, order], boxes[axis + 2, order]
    behind = np.searchsorted(begins, ends, side="right") - np.arange(len(order)) - 1
    return _compared(boxes, order, behind, None)


def _compared(boxes: Numbers, row: Indices, behind: Indices, keep: Keep | None) -> BoxPairs:
    """Compare the box at each place of the row with those at the next `behind` places, where `keep` has them."""
    found: list[tuple[Indices, Indices]] = []
    tested = 0
    for one, other in _runs(behind):
        if keep is not None:
            kept = keep(one, other)
            one, other = one[kept], other[kept]
        tested += len(one)
        a, b = row[one], row[other]
        for axis in (0, 1):
            low, high = boxes[axis], boxes[axis + 2]
            meets = (low[a] <= high[b]) & (low[b] <= high[a])
            a, b = a[meets], b[meets]
        found.append((np.minimum(a, b), np.maximum(a, b)))
    return sorted_pairs(found, tested)


def _runs(behind: Indices) -> Iterator[tuple[Indices, Indices]]:
    """Place k with k + 1, ..., k + behind[k], for every k: two columns, in pieces of bounded length."""
    total = np.cumsum(behind)
    start = 0
    while start < len(behind):
        done = int(total[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(total, done + PIECE, side="right")))
        counts = behind[start:stop]
        one = np.repeat(np.arange(start, stop), counts)
        step = np.arange(len(one)) - np.repeat(np.cumsum(counts) - counts, counts)
        yield one, one + step + 1
        start = stop


def sorted_pairs(found: list[tuple[Indices, Indices]], tested: int) -> BoxPairs:
    """Pieces of columns as the answer, in ascending order."""
    none = np.empty(0, dtype=np.intp)
    first, second = (np.concatenate([none, *(pair[side] for pair in found)]) for side in (0, 1))
    order = np.lexsort((second, first))
    return BoxPairs(readonly(first[order]), readonly(second[order]), tested)


def checked_boxes(bounds: ArrayLike) -> Numbers:
    """Boxes of shape (4, n). Raises ValueError for another shape, NaN, infinity, and low > high."""
    boxes = np.asarray(bounds)
    if boxes.dtype.kind not in "iuf" or boxes.ndim != 2 or len(boxes) != 4:
        raise ValueError(f"bounds must be numbers of shape (4, n), not {boxes.dtype} of shape {boxes.shape}")
    boxes = boxes.astype(np.float64, copy=False)
    bad = ~(np.abs(boxes) <= LARGEST_COORDINATE).all(axis=0)
    if bad.any():  # NaN too
        raise ValueError(f"box {int(bad.argmax())} must be finite and within ±{LARGEST_COORDINATE:g}")
    turned = (boxes[:2] > boxes[2:]).any(axis=0)
    if turned.any():
        raise ValueError(f"box {int(turned.argmax())} must have low <= high on both axes")
    return boxes
