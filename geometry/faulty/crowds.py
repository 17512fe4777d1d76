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


def first_gap(bounds: ArrayLike) -> BoxPairs:
    """A sweep along x that leaves its inner loop at the first box that is apart in y (`break` where `continue` is
    right): what comes behind that box is never compared. Raises ValueError for bad boxes."""
    boxes = checked_boxes(bounds)
    order = np.argsort(boxes[0], kind="stable")
    low_x, low_y, high_x, high_y = boxes[:, order].tolist()
    found: list[tuple[int, int]] = []
    tested = 0
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if low_x[j] > high_x[i]:
                break
            tested += 1
            if low_y[j] > high_y[i] or low_y[i] > high_y[j]:
                break
            found.append((int(order[i]), int(order[j])))
    pairs = np.array(found, dtype=np.intp).reshape(-1, 2)
    return sorted_pairs([(pairs.min(axis=1), pairs.max(axis=1))] if found else [], tested)
