"""The search of `geometry.batch.separation` in plain loops, for the compiler of numba, where that is installed (the
extra `fast`). Tie rules and results are those of the rows of numpy, which are the reference.

Edges are tried for a block of pairs at a time, the pairs innermost: that loop becomes a few vector instructions. The
pairs that are left open are asked for their nearest vertices one by one. Without numba all this is plain Python: much
slower than numpy, and nobody calls it but the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

try:
    import numba
except ImportError:  # the extra is not installed
    numba = None

IS_COMPILED = numba is not None

# Pairs whose edges are tried together: their numbers stay in the innermost cache.
BLOCK = 128


def _compiled(signature: Callable[[Any, Any, Any], Any] | None = None) -> Callable[[Any], Any]:
    """Compiles a function where numba is installed: at once where its signature is given (of rows, rows of whole
    numbers, and arrays), otherwise where it is called."""

    def decorate(function: Any) -> Any:
        if numba is None:
            return function
        kinds = (numba.float64, 1), (numba.intp, 1), (numba.float64, 2)
        types = [numba.types.Array(kind, axes, "C", readonly=True) for kind, axes in kinds]
        given = [signature(*types)] if signature is not None else []
        try:
            return numba.njit(*given, cache=True)(function)
        except RuntimeError:  # nowhere to keep it
            return numba.njit(*given)(function)

    return decorate


@_compiled()
def _try_edges(
    x: Any, y: Any, normal_x: Any, normal_y: Any, count: Any, other_x: Any, other_y: Any, first: int,
    start: int, size: int, tolerance: Any, best: Any, chosen: Any,
) -> None:  # fmt: skip
    """Each edge of the one shape against the support vertex of the other, for the pairs of a block."""
    low = np.empty(BLOCK)
    for i in range(x.shape[0]):
        nx, ny = normal_x[i, start : start + size], normal_y[i, start : start + size]
        low[:] = np.inf
        for j in range(other_x.shape[0]):
            px, py = other_x[j, start : start + size], other_y[j, start : start + size]
            for k in range(size):
                along = px[k] * nx[k] + py[k] * ny[k]
                low[k] = along if along < low[k] else low[k]
        for k in range(size):
            p = start + k
            separation = low[k] - (x[i, p] * nx[k] + y[i, p] * ny[k])
            is_better = (separation > best[k] + tolerance[p]) & (count[p] > 1)
            best[k] = separation if is_better else best[k]
            chosen[k] = first + i if is_better else chosen[k]


@_compiled()
def _feet_within(
    x: Any,
    y: Any,
    normal_x: Any,
    normal_y: Any,
    length: Any,
    i: int,
    p: int,
    other_x: Any,
    other_y: Any,
    tolerance: float,
) -> Any:
    """Whether the support points of the other shape lie over edge i: see `closest.feet_within`."""
    sx, sy, nx, ny = x[i, p], y[i, p], normal_x[i, p], normal_y[i, p]
    lowest = np.inf
    for j in range(other_x.shape[0]):
        lowest = min(lowest, (other_x[j, p] - sx) * nx + (other_y[j, p] - sy) * ny)
    first, last = np.inf, -np.inf
    for j in range(other_x.shape[0]):
        dx, dy = other_x[j, p] - sx, other_y[j, p] - sy
        if dx * nx + dy * ny <= lowest + tolerance:
            along = dy * nx - dx * ny
            first, last = min(first, along), max(last, along)
    return last >= 0.0 and first <= length[i, p]


@_compiled()
def _nearest(ax: Any, ay: Any, bx: Any, by: Any, p: int) -> Any:
    """The vector from a vertex of core A to one of core B, of those the shortest."""
    least, best_x, best_y = np.inf, 0.0, 0.0
    for i in range(ax.shape[0]):
        for j in range(bx.shape[0]):
            dx, dy = bx[j, p] - ax[i, p], by[j, p] - ay[i, p]
            squared = dx * dx + dy * dy
            if squared < least:
                least, best_x, best_y = squared, dx, dy
    return best_x, best_y


@_compiled()
def _along(ax: Any, ay: Any, bx: Any, by: Any, p: int, x: float, y: float) -> Any:
    """The separation of the cores of pair p along the unit vector (x, y), from A to B."""
    low, high = np.inf, -np.inf
    for j in range(bx.shape[0]):
        low = min(low, bx[j, p] * x + by[j, p] * y)
    for j in range(ax.shape[0]):
        high = max(high, ax[j, p] * x + ay[j, p] * y)
    return low - high


@_compiled(
    lambda row, whole, array: numba.void(
        *(array, array, array, array, array, row, whole) * 2, row, numba.float64, numba.float64[::1],
        numba.float64[::1], numba.float64[::1], numba.intp[::1], numba.intp[::1],
    )
)  # fmt: skip
def separate(
    ax: Any, ay: Any, a_normal_x: Any, a_normal_y: Any, a_length: Any, a_radius: Any, a_count: Any,
    bx: Any, by: Any, b_normal_x: Any, b_normal_y: Any, b_length: Any, b_radius: Any, b_count: Any,
    tolerance: Any, slack: float, separation: Any, normal_x: Any, normal_y: Any, owner: Any, edge: Any,
) -> None:  # fmt: skip
    """Fills the last five rows, those of `Separations`. `slack`: from how many tolerances below 0 on the closest
    points are asked."""
    best, chosen = np.empty(BLOCK), np.empty(BLOCK, dtype=np.intp)
    edges_of_a, n = ax.shape[0], ax.shape[1]
    for start in range(0, n, BLOCK):
        size = min(BLOCK, n - start)
        best[:] = -np.inf
        chosen[:] = -1
        _try_edges(ax, ay, a_normal_x, a_normal_y, a_count, bx, by, 0, start, size, tolerance, best, chosen)
        _try_edges(bx, by, b_normal_x, b_normal_y, b_count, ax, ay, edges_of_a, start, size, tolerance, best, chosen)
        for k in range(size):
            p, i, found, slip = start + k, chosen[k], best[k], tolerance[start + k]
            of_b = i >= edges_of_a
            has_edge = i >= 0
            i -= edges_of_a if of_b else 0
            is_open = True
            x, y = 1.0, 0.0
            if has_edge and of_b:
                x, y = -b_normal_x[i, p], -b_normal_y[i, p]
                is_open = found >= -slack * slip and not _feet_within(
                    bx, by, b_normal_x, b_normal_y, b_length, i, p, ax, ay, slip
                )
            elif has_edge:
                x, y = a_normal_x[i, p], a_normal_y[i, p]
                is_open = found >= -slack * slip and not _feet_within(
                    ax, ay, a_normal_x, a_normal_y, a_length, i, p, bx, by, slip
                )
            facing = 1 if of_b else 0
            if is_open:
                dx, dy = _nearest(ax, ay, bx, by, p)
                distance = math.hypot(dx, dy)
                has_line = distance > (slip if has_edge else 0.0)
                if has_line or not has_edge:
                    dx, dy = (dx / distance, dy / distance) if has_line else (1.0, 0.0)
                    along = _along(ax, ay, bx, by, p, dx, dy)
                    if not has_edge or along > found + slip:
                        found, x, y, facing, i = along, dx, dy, 2, -1
            separation[p] = found - (a_radius[p] + b_radius[p])
            normal_x[p], normal_y[p], owner[p], edge[p] = x, y, facing, i
