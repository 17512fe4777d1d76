"""A tree of boxes on arrays: for a crowd that is asked for its pairs anew each frame, like `broadphase.aabb_tree`.

It is not grown leaf by leaf, but built at once from the root down: every node's boxes are halved at the median of
their middles, along the axis on which these spread more, all nodes of a level together. So it is as shallow as can
be, and the children of node k of a level are nodes 2 k and 2 k + 1 of the next. All queries then go down together, a
level at a time: a row of (query, node), of which those go on that overlap.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry.batch.box_pairs import BoxPairs, checked_boxes, sorted_pairs
from geometry.batch.shapes import Indices, Numbers
from geometry.record import copies_readonly

# Queries that go down together: what they reach of a level stays small.
TOGETHER = 4096


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class BoxTree:
    """A tree of boxes, built at once."""

    boxes: Numbers  # those of the bodies, (4, n)
    order: Indices  # the body at each leaf, -1 for none
    levels: list[Numbers]  # the boxes of all nodes, the root's level first: (4, 1), (4, 2), (4, 4), …

    def __len__(self) -> int:
        return len(self.boxes[0])


def box_tree(bounds: ArrayLike) -> BoxTree:
    """The tree of n boxes: low x, low y, high x, high y, shape (4, n). Node k of a level has the children 2 k and
    2 k + 1; the box of an empty node is one from infinity to minus infinity. Raises ValueError for bad boxes."""
    boxes = checked_boxes(bounds)
    order = _leaves(boxes)
    return BoxTree(boxes, order, _levels(boxes, order))


def tree_pairs(bounds: ArrayLike | BoxTree) -> BoxPairs:
    """The pairs of boxes that touch or overlap: of boxes as `box_tree` takes them, or of their tree. `tested` counts
    nodes too: of two boxes the first asks for the second.

    Raises ValueError for bad boxes.
    """
    tree = bounds if isinstance(bounds, BoxTree) else box_tree(bounds)
    boxes, order, levels = tree.boxes, tree.order, tree.levels
    n, latest = len(tree), _latest(order)
    found: list[tuple[Indices, Indices]] = []
    tested = 0
    for start in range(0, n, TOGETHER):
        body = np.arange(start, min(n, start + TOGETHER))
        node = np.zeros(len(body), dtype=np.intp)
        for depth, level in enumerate(levels):
            if depth:
                body, node = np.repeat(body, 2), np.repeat(2 * node, 2)
                node[1::2] += 1
            later = latest[depth][node] > body  # else all below have asked for this body themselves
            body, node = body[later], node[later]
            tested += len(body)
            for axis in (0, 1):
                meets = (boxes[axis][body] <= level[axis + 2][node]) & (level[axis][node] <= boxes[axis + 2][body])
                body, node = body[meets], node[meets]
        found.append((body, order[node]))
    return sorted_pairs(found, tested)


def _leaves(boxes: Numbers) -> Indices:
    """The boxes in the order of the leaves, a power of two of them; -1 for a leaf without a box.

    They are sorted once along each axis, boxes of equal middles by their index. A node's boxes then stand in a row in
    either order, empty leaves last, and halving a row sorts nothing anew.
    """
    n = boxes.shape[1]
    leaves = 1 << max(0, n - 1).bit_length()
    middles = np.zeros((2, leaves))
    middles[:, :n] = boxes[:2] / 2.0 + boxes[2:] / 2.0
    rows = np.tile(np.arange(leaves), (2, 1, 1))  # along x and along y: a row for each node
    rows[:, 0, :n] = np.argsort(middles[:, :n], axis=1, kind="stable")
    count = np.array([n])  # of the boxes in each node
    while (half := rows.shape[2] // 2) > 0:
        low, last = rows[:, :, 0], rows[:, np.arange(len(count)), np.maximum(count - 1, 0)]
        spread_x, spread_y = (middles[axis, last[axis]] - middles[axis, low[axis]] for axis in (0, 1))
        along = np.where((spread_y > spread_x)[:, None], rows[1], rows[0])
        is_right = np.zeros(leaves, dtype=bool)
        is_right[along[:, half:]] = True
        to_right = is_right[rows]
        halves = [rows[side].reshape(2, -1, half) for side in (~to_right, to_right)]
        rows = np.stack(halves, axis=2).reshape(2, -1, half)
        count = np.stack((np.minimum(count, half), np.maximum(count - half, 0)), axis=1).ravel()
    order = rows[0].ravel()
    return np.where(order < n, order, -1)


def _levels(boxes: Numbers, order: Indices) -> list[Numbers]:
    """The boxes of all nodes, a level each, the root's first; of an empty node from infinity to minus infinity."""
    empty = np.array([np.inf, np.inf, -np.inf, -np.inf])[:, None]
    levels = [np.where(order >= 0, np.concatenate([boxes, empty], axis=1)[:, order], empty)]
    while levels[0].shape[1] > 1:
        left, right = levels[0][:, 0::2], levels[0][:, 1::2]
        levels.insert(0, np.concatenate([np.minimum(left[:2], right[:2]), np.maximum(left[2:], right[2:])]))
    return levels


def _latest(order: Indices) -> list[Indices]:
    """The greatest index below every node, a level each."""
    levels = [order]
    while len(levels[0]) > 1:
        levels.insert(0, np.maximum(levels[0][0::2], levels[0][1::2]))
    return levels
