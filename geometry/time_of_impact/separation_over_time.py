"""The curve s(t): the signed separation of two moving and turning shapes, at many times at once.

Seen from A only B moves, so A's faces are worked out once. Overlapping cores are parted by the best of all faces'
normals; the distance of cores that are apart is the least between a vertex of one and an edge of the other. (The
routine for one pair is `separation`; this one is for drawing a curve while something is dragged.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.minkowski.epa import epa
from geometry.shape import Convex
from geometry.time_of_impact.impact import require_sweeps, sweep_rounding
from geometry.transform import Sweep
from geometry.vector import Points, following, readonly

FINENESS = 240  # parts that the interval is looked at in
MANY_PAIRS = 1500  # pairs of a vertex and an edge: with more, GJK and EPA at one time after the other are quicker
_FINER = 32  # parts that a bracket is divided into each time
_ROUNDS = 3

Rows = NDArray[np.float64]  # shape (times, points, 2)


def separation_over_time(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, fractions: ArrayLike
) -> NDArray[np.float64]:
    """Signed separation at each fraction, shape (n,): the gap when apart, minus the depth when overlapping.

    Shapes are given in their local frames. Raises ValueError unless the fractions are a list of numbers in [0, 1].
    """
    require_sweeps("separation_over_time", a, sweep_a, b, sweep_b)
    t = _fractions(fractions)
    if len(a.points) * len(b.points) > MANY_PAIRS:
        at = [(sweep_a.at(each), sweep_b.at(each)) for each in t.tolist()]
        return readonly(np.array([epa(a.at(pose_a), b.at(pose_b)).separation for pose_a, pose_b in at]))
    turn_a = (1.0 - t) * sweep_a.start.angle + t * sweep_a.end.angle
    turn_b = (1.0 - t) * sweep_b.start.angle + t * sweep_b.end.angle
    from_start, from_end = (
        sweep_b.start.position - sweep_a.start.position,
        sweep_b.end.position - sweep_a.end.position,
    )
    apart = np.outer(1.0 - t, from_start) + np.outer(t, from_end)
    # A point has no face, and no edge that a vertex of the other core could be nearest to: the other's are enough.
    views: list[tuple[Convex, Rows]] = []  # a shape, and the other one as it lies from there
    if len(a.points) > 1:
        views.append((a, _turned(b.points, turn_b - turn_a) + _turned(apart[:, None, :], -turn_a)))
    if len(b.points) > 1 or len(a.points) == 1:
        views.append((b, _turned(a.points, turn_a - turn_b) - _turned(apart[:, None, :], -turn_b)))
    core = np.max([_face_separation(shape, others) for shape, others in views], axis=0)
    # Cores without area on one line are apart though no face sees it, and points have no face: the distance knows.
    core[np.isinf(core)] = 0.0
    is_apart = core >= -sweep_rounding(a, sweep_a, b, sweep_b)
    if is_apart.any():
        core[is_apart] = np.min([_distance(shape.points, others[is_apart]) for shape, others in views], axis=0)
    return readonly(np.asarray(core - a.radius - b.radius))


class Dips(NamedTuple):
    """Where the separation is 0 or less, and where it is least."""

    overlaps: tuple[tuple[float, float], ...]  # fractions, from first contact to last, in order
    fraction: float  # of the least separation; the first of several
    least: float


def dips(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep) -> Dips:
    """The stretches of the interval in which the shapes touch or overlap, their ends to about 1e-9, and the least
    separation, to about 1e-6 of the greatest. A stretch shorter than 1 / FINENESS may be missed."""
    t = np.linspace(0.0, 1.0, FINENESS + 1)
    values = separation_over_time(a, sweep_a, b, sweep_b, t)
    low = values <= 0.0
    touches = bool(low[0]), bool(low[-1])
    turns = np.flatnonzero(low[1:] != low[:-1])
    deepest = int(values.argmin())
    at, least = float(t[deepest]), float(values[deepest])
    # Brackets of all roots, and at last that of the least value, are divided further at the same time.
    starts = np.append(t[turns], t[max(deepest - 1, 0)])
    ends = np.append(t[turns + 1], t[min(deepest + 1, FINENESS)])
    for _ in range(_ROUNDS):
        grid = np.clip(np.linspace(starts, ends, _FINER + 1, axis=1), 0.0, 1.0)
        values = separation_over_time(a, sweep_a, b, sweep_b, grid.ravel()).reshape(grid.shape)
        low = values <= 0.0
        first = [int(np.flatnonzero(row[1:] != row[:-1])[0]) for row in low[:-1]]
        deepest = int(values[-1].argmin())
        if values[-1, deepest] < least:
            at, least = float(grid[-1, deepest]), float(values[-1, deepest])
        cells = [*((i, i + 1) for i in first), (max(deepest - 1, 0), min(deepest + 1, _FINER))]
        starts, ends = (np.array([row[cell[k]] for row, cell in zip(grid, cells, strict=True)]) for k in (0, 1))
    roots = [
        float(row[i] + (row[i + 1] - row[i]) * s[i] / (s[i] - s[i + 1]))
        for row, s, i in zip(grid[:-1], values[:-1], first, strict=True)
    ]
    edges = [*([0.0] if touches[0] else []), *roots, *([1.0] if touches[1] else [])]
    return Dips(tuple(zip(edges[::2], edges[1::2], strict=True)), at, least)


def _fractions(values: ArrayLike) -> NDArray[np.float64]:
    try:
        t = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("fractions must be a list of numbers in [0, 1]") from None
    if t.ndim != 1:
        raise ValueError(f"fractions must have shape (n,), not {t.shape}")
    if not ((t >= 0.0) & (t <= 1.0)).all():
        raise ValueError("fractions must lie in [0, 1]")
    return t


def _turned(points: Points, angles: NDArray[np.float64]) -> Rows:
    """Points (n, 2), the same at every time, or (times, n, 2), turned by an angle for each time."""
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x, y = points[..., 0], points[..., 1]
    return np.stack((c * x - s * y, s * x + c * y), axis=-1)


def _face_separation(shape: Convex, others: Rows) -> NDArray[np.float64]:
    """The greatest gap beyond a face of the core: positive where a face has the whole other core before it. (The
    times last: see `_distance`.)"""
    if len(shape.points) == 1:
        return np.full(len(others), -np.inf)
    offsets = (shape.normals * shape.points).sum(axis=1)
    heights = shape.normals @ np.ascontiguousarray(others.T).reshape(2, -1)
    nearest = heights.reshape(len(offsets), -1, len(others)).min(axis=1)  # of the other core's vertices to a face
    return np.asarray((nearest - offsets[:, None]).max(axis=0))


def _distance(outline: Points, others: Rows) -> NDArray[np.float64]:
    """The least distance of the other core's vertices from the outline's edges. (By coordinate, and the times last:
    sums and minima along an axis that is a few long take numpy longer than all the rest.)"""
    edges = following(outline) - outline
    squared = (edges * edges).sum(axis=1)
    parts = np.where(squared > 0.0, squared, 1.0)[None, :, None]
    (x, y), (along_x, along_y) = outline.T[:, None, :, None], edges.T[:, None, :, None]
    at_x, at_y = np.ascontiguousarray(others.T)[:, :, None, :]
    off_x, off_y = at_x - x, at_y - y  # shape (vertices, edges, times)
    part = off_x * along_x
    part += off_y * along_y
    part /= parts
    np.clip(part, 0.0, 1.0, out=part)
    off_x -= part * along_x
    off_y -= part * along_y
    off_x *= off_x
    off_y *= off_y
    off_x += off_y
    return np.asarray(np.sqrt(off_x.min(axis=(0, 1))))
