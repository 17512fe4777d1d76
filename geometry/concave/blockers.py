"""The vertices that may block an ear, and a strip that finds those near a triangle.

If any vertex lies in the triangle of a convex vertex, one that is reflex or straight does: above the vertex that is
nearest to the tip there is nothing but the inside of the polygon, so its own inner angle is at least 180 degrees. So
only those are kept, and there are ever fewer: clipping an ear makes the angles of its neighbours smaller.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from enum import Enum

import numpy as np

from geometry.exact import Lattice

# The outline is scaled to a box of 1 x 1 for the quick test; the rounding of its six products and sums stays far
# below.
_NEAR = 1e-13

# Of so few in a strip the heights are looked at one by one: numpy takes as long to start.
_FEW = 64


class Candidates(Enum):
    """Which vertices are tested exactly against the triangle of a possible ear."""

    ALL = "all"  # every reflex and straight vertex that is left
    STRIP = "strip"  # those of them in the upright strip over the triangle that lie in it up to rounding


class Blockers:
    """Nodes of the ring that are not convex. A node is a visit of a vertex: a bridge visits its ends twice."""

    def __init__(self, exact: Lattice, vertex: list[int], nodes: Iterable[int], candidates: Candidates) -> None:
        self._exact, self._vertex, self._candidates = exact, vertex, candidates
        xs, ys = exact.xs, exact.ys
        left, bottom = min(xs), min(ys)
        size = max(max(xs) - left, max(ys) - bottom)
        self._x = [(x - left) / size for x in xs]
        self._y = [(y - bottom) / size for y in ys]
        self.nodes = set(nodes)
        self._sort()

    def _sort(self) -> None:
        x = self._x
        self._sorted = sorted(self.nodes, key=lambda node: (x[self._vertex[node]], node))
        self._along = [x[self._vertex[node]] for node in self._sorted]
        self._heights = [self._y[self._vertex[node]] for node in self._sorted]
        self._places = np.array((self._along, self._heights))

    def drop(self, node: int) -> None:
        """A node that has become convex, or has been clipped."""
        self.nodes.discard(node)
        if 2 * len(self.nodes) < len(self._sorted):
            self._sort()

    def is_blocked(self, a: int, b: int, c: int) -> bool:
        """Whether any of them lies in the closed triangle of three nodes; see `inside`."""
        return next(self._inside(a, b, c), None) is not None

    def inside(self, a: int, b: int, c: int) -> tuple[int, ...]:
        """The vertices among them that lie in the closed triangle of three nodes, counter-clockwise, except at its
        corners. Another visit of a corner blocks nothing by its place: its edges cannot cross those of the
        triangle, so where they enter it they end in it, at a vertex that is found by itself."""
        return tuple(sorted(set(self._inside(a, b, c))))

    def _inside(self, a: int, b: int, c: int) -> Iterator[int]:
        xs, ys, vertex = self._exact.xs, self._exact.ys, self._vertex
        i, j, k = corners = vertex[a], vertex[b], vertex[c]
        ax, ay, bx, by, cx, cy = xs[i], ys[i], xs[j], ys[j], xs[k], ys[k]
        for node in self._near(i, j, k):
            m = vertex[node]
            if m in corners:
                continue
            x, y = xs[m], ys[m]
            if (
                (ax - cx) * (y - cy) >= (ay - cy) * (x - cx)
                and (bx - ax) * (y - ay) >= (by - ay) * (x - ax)
                and (cx - bx) * (y - by) >= (cy - by) * (x - bx)
                and node in self.nodes
            ):
                yield m

    def _near(self, i: int, j: int, k: int) -> Iterable[int]:
        """The nodes that may lie in the triangle of three vertices."""
        if self._candidates is Candidates.ALL:
            return self._sorted
        ax, bx, cx = self._x[i], self._x[j], self._x[k]
        low = bisect_left(self._along, min(ax, bx, cx))
        high = bisect_right(self._along, max(ax, bx, cx))
        ay, by, cy = self._y[i], self._y[j], self._y[k]
        if high - low <= _FEW:
            bottom, top = min(ay, by, cy), max(ay, by, cy)
            dx, dy = ax - cx, ay - cy  # the diagonal: most of them lie beyond it
            least = dx * cy - dy * cx - _NEAR
            strip = zip(self._sorted[low:high], self._along[low:high], self._heights[low:high], strict=True)
            return [node for node, x, y in strip if bottom <= y <= top and dx * y - dy * x >= least]
        # (q - p) x (place - p) of the three edges from p to q: positive on the inner side.
        normals = np.array(((ay - by, bx - ax), (by - cy, cx - bx), (cy - ay, ax - cx)))
        first, second, third = normals @ self._places[:, low:high]
        is_near = first >= (ay - by) * ax + (bx - ax) * ay - _NEAR
        is_near &= second >= (by - cy) * bx + (cx - bx) * by - _NEAR
        is_near &= third >= (cy - ay) * cx + (ax - cx) * cy - _NEAR
        return (self._sorted[low + place] for place in is_near.nonzero()[0].tolist())
