"""Broadphases of a crowd that miss pairs, on arrays, for thousands of boxes a frame: see `geometry.batch.box_pairs`.

Source of the ideas: SAT explained (a body sorted in by its position alone; a sweep that leaves its loop too soon).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from geometry.batch.box_pairs import BoxPairs, checked_boxes, sorted_pairs
from geometry.vector import number


def cell_of_the_centre(bounds: ArrayLike, cell_size: float) -> BoxPairs:
    """The twin of `geometry.faulty.broadphase.cell_of_the_centre`: each box is noted and compared only in the cell of
    its middle, and a pair across a border of cells is missed. Arguments and errors as of `grid_pairs`."""
    boxes, size = checked_boxes(bounds), number(cell_size, "cell size")
    if size <= 0.0:
        raise ValueError(f"cell size must be > 0, not {cell_size:g}")
    cells = np.floor((boxes[:2] + boxes[2:]) / 2.0 / size)
    order = np.lexsort(cells)
    found, tested = [], 0
    begins = np.flatnonzero(np.diff(cells[:, order], prepend=np.nan).any(axis=0))
    for members in np.split(order, begins[1:]):
        i, j = np.triu_indices(len(members), 1)
        a, b = members[i], members[j]
        tested += len(a)
        meets = ((boxes[:2, a] <= boxes[2:, b]) & (boxes[:2, b] <= boxes[2:, a])).all(axis=0)
        found.append((np.minimum(a, b)[meets], np.maximum(a, b)[meets]))
    return sorted_pairs(found, tested)


def stopped_at_gap(bounds: ArrayLike, axis: int = 0) -> BoxPairs:
    """The twin of `geometry.faulty.broadphase.stopped_at_gap`: each box is compared with the active ones up to the
    first that is apart on the other axis; what stands behind that one is never compared. Raises ValueError for bad
    boxes."""
    boxes = checked_boxes(bounds)
    order = np.argsort(boxes[axis], kind="stable")
    low, other_low, high, other_high = boxes[[axis, 1 - axis, axis + 2, 3 - axis]][:, order]
    found, tested = [], 0
    for i in range(len(order)):
        active = np.flatnonzero(high[:i] >= low[i])
        apart = (other_low[active] > other_high[i]) | (other_high[active] < other_low[i])
        count = int(apart.argmax()) if apart.any() else len(active)
        tested += min(count + 1, len(active))
        a, b = order[active[:count]], np.full(count, order[i])
        found.append((np.minimum(a, b), np.maximum(a, b)))
    return sorted_pairs(found, tested)
