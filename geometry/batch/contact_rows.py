"""The rows that batch manifolds are written to, pair by pair, and how a contact point enters them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.batch.shapes import Indices, Numbers, Shapes
from geometry.tolerance import ROUNDING

Flags = NDArray[np.bool_]
XYs = tuple[Numbers, Numbers]

# Places in `manifold.KINDS`.
EDGE_EDGE, EDGE_CORNER, CORNER_CORNER, CIRCLE = range(4)


class Rows:
    """The columns of `Manifolds` while they are filled; all pairs apart at first."""

    def __init__(self, a: Shapes, b: Shapes) -> None:
        n = len(a)
        self.kind, self.owner, self.reference, self.incident = np.full((4, n), -1, dtype=np.intp)
        self.count = np.zeros(n, dtype=np.intp)
        self.normal_x, self.normal_y, self.separation = np.zeros((3, n))
        self.on_a, self.on_b = np.zeros((2, 2, 2, n))
        self.depths = np.zeros((2, n))
        self.of_a, self.of_b = np.zeros((2, 2, n), dtype=np.intp)
        self.vertex_of_a, self.vertex_of_b = np.zeros((2, 2, n), dtype=np.bool_)
        self.tolerance = ROUNDING * np.maximum(a.max_coordinate, b.max_coordinate)

    def turn(self, pairs: Indices, x: Numbers, y: Numbers, separation: Numbers) -> None:
        """The normal from A to B, and the separation along it."""
        self.normal_x[pairs], self.normal_y[pairs], self.separation[pairs] = x, y, separation

    def add(self, slot: int, pairs: Indices, depth: Numbers, mine: Side, theirs: Side, is_a: bool) -> None:
        """One point of each pair. `mine` is the end on A's surface if `is_a`, else on B's."""
        of_a, of_b = (mine, theirs) if is_a else (theirs, mine)
        for on, of, is_vertex, side in (
            (self.on_a, self.of_a, self.vertex_of_a, of_a),
            (self.on_b, self.of_b, self.vertex_of_b, of_b),
        ):
            on[slot, 0][pairs], on[slot, 1][pairs], of[slot][pairs], is_vertex[slot][pairs] = side
        self.depths[slot][pairs] = depth
        self.count[pairs] = slot + 1

    def clear(self, pairs: Indices) -> None:
        """Without contact after all."""
        for column in (self.on_a, self.on_b, self.depths, self.count, self.of_a, self.of_b):
            column[..., pairs] = 0
        for column in (self.kind, self.owner, self.reference, self.incident):
            column[pairs] = -1
        self.vertex_of_a[:, pairs] = self.vertex_of_b[:, pairs] = False

    def sealed(self) -> dict[str, Any]:
        """All columns by name, read-only."""
        for column in self.__dict__.values():
            column.setflags(write=False)
        return dict(self.__dict__)


# One end of a contact point: x, y, the feature's number, and whether it is a vertex.
Side = tuple[Numbers, Numbers, Indices, "Flags | bool"]
