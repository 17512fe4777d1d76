"""Hatching and dashing: the patterns that tell things apart without colour. Lengths are pixels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

SPACING = 8.0
_SMOOTH = math.cos(math.radians(20.0))  # a turn that no dash shows
_MANY = 24  # dashes from which numpy is the quicker
_LONGEST = 20_000.0  # pixels: most of a longer path lies off any canvas

Points = NDArray[np.float64]

Segment = tuple[float, float, float, float]  # x1, y1, x2, y2


def hatch_lines(outline: Sequence[Sequence[float]], spacing: float = SPACING) -> list[Segment]:
    """Diagonal segments (x1, y1, x2, y2), falling to the right on a screen, that fill a closed outline `(n, 2)`,
    concave ones too.

    Lines are counted from the mean of the outline's vertices, so they move with the shape and stand while it turns;
    and as most shapes stand or slide for many frames, the lines are kept, seen from there, to a hundredth of a pixel.
    """
    x, y = sum(corner[0] for corner in outline) / len(outline), sum(corner[1] for corner in outline) / len(outline)
    seen = tuple((round(px - x, 2), round(py - y, 2)) for px, py in outline)
    return [(x + x1, y + y1, x + x2, y + y2) for x1, y1, x2, y2 in _from_middle(seen, spacing)]


@lru_cache(maxsize=32)
def _from_middle(outline: tuple[tuple[float, float], ...], spacing: float) -> tuple[Segment, ...]:
    """The lines of an outline around the origin.

    In coordinates u = x - y (across the lines) and v = x + y (along them), every line has a constant u. It
    crosses an edge where u lies between the edge's ends; sorted crossings alternate between entering and
    leaving (the even-odd rule).
    """
    corners = np.array(outline)
    u, v = corners[:, 0] - corners[:, 1], corners[:, 0] + corners[:, 1]
    step = spacing * math.sqrt(2.0)
    first, last = math.ceil(u.min() / step), math.floor(u.max() / step)
    if not 0 <= last - first < 4096:  # nothing, or far more than any screen shows
        return ()
    levels = np.arange(first, last + 1) * step
    u2, v2 = np.roll(u, -1), np.roll(v, -1)
    crossed = (u <= levels[:, None]) != (u2 <= levels[:, None])
    line, edge = np.nonzero(crossed)
    t = (levels[line] - u[edge]) / (u2[edge] - u[edge])
    along = v[edge] + t * (v2[edge] - v[edge])
    order = np.lexsort((along, line))
    level, along = levels[line[order]].reshape(-1, 2)[:, 0], along[order].reshape(-1, 2)
    start, end = along[:, 0], along[:, 1]
    rows = np.stack(((start + level) / 2, (start - level) / 2, (end + level) / 2, (end - level) / 2), axis=1)
    return tuple(map(tuple, rows.tolist()))


def dashes(
    path: Sequence[Sequence[float]], on: float, off: float, low: tuple[float, float], high: tuple[float, float]
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Both ends of every dash of a path `(n, 2)`, only of those that a canvas from `low` to `high` can show.

    The pattern runs on across corners; a piece of path outside the canvas only advances it.
    """
    if _MANY * (on + off) < sum(itertools.starmap(math.dist, itertools.pairwise(path))) < _LONGEST:
        return _many_dashes(np.array(path), on, off, low, high)
    segments: list[tuple[tuple[float, float], tuple[float, float]]] = []
    (left, top), (right, bottom) = low, high
    travelled, period = 0.0, on + off
    for (x1, y1), (x2, y2) in itertools.pairwise(path):
        dx, dy = x2 - x1, y2 - y1
        size = math.hypot(dx, dy)
        if size == 0.0:
            continue
        begin, end = 0.0, size
        if not (left <= x1 <= right and left <= x2 <= right and top <= y1 <= bottom and top <= y2 <= bottom):
            seen = _clip(x1 - left, y1 - top, dx, dy, right - left, bottom - top)
            if seen is None:
                travelled += size
                continue
            begin, end = seen[0] * size, seen[1] * size
        ux, uy = dx / size, dy / size
        first = math.floor((travelled + begin) / period) * period - travelled
        for i in range(math.ceil((end - first) / period)):
            start = first + i * period
            stop = min(start + on, end)
            start = max(start, begin)
            if stop > start:
                segments.append(((x1 + start * ux, y1 + start * uy), (x1 + stop * ux, y1 + stop * uy)))
        travelled += size
    return segments


def _many_dashes(
    path: Points, on: float, off: float, low: tuple[float, float], high: tuple[float, float]
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """`dashes` of a path of some length, all at once: each runs straight from its first point to its last, in two or
    more pieces where a sharp corner lies between them."""
    sides = path[1:] - path[:-1]
    sizes = np.hypot(sides[:, 0], sides[:, 1])
    along = np.concatenate(((0.0,), sizes.cumsum()))
    starts = np.arange(0.0, along[-1], on + off)
    ends = np.minimum(starts + on, along[-1])
    corners = along[1:-1][(sides[1:] * sides[:-1]).sum(axis=1) < _SMOOTH * sizes[1:] * sizes[:-1]]
    phase = np.mod(corners, on + off)
    within = corners[(phase > 0.0) & (phase < on)]  # each ends one piece and begins the next
    pieces = np.stack((np.sort(np.concatenate((starts, within))), np.sort(np.concatenate((ends, within)))))
    x, y = np.interp(pieces, along, path[:, 0]), np.interp(pieces, along, path[:, 1])
    seen = (x.max(axis=0) >= low[0]) & (x.min(axis=0) <= high[0])
    seen &= (y.max(axis=0) >= low[1]) & (y.min(axis=0) <= high[1])
    (x1, x2), (y1, y2) = x[:, seen].tolist(), y[:, seen].tolist()
    return list(zip(zip(x1, y1, strict=True), zip(x2, y2, strict=True), strict=True))


def _clip(x: float, y: float, dx: float, dy: float, width: float, height: float) -> tuple[float, float] | None:
    """The part of (x, y) + t (dx, dy), 0 <= t <= 1, inside the canvas, as a range of t."""
    low, high = 0.0, 1.0
    for start, d, room in ((x, dx, width), (y, dy, height)):
        if d == 0.0:
            if not 0.0 <= start <= room:
                return None
            continue
        first, second = sorted((-start / d, (room - start) / d))
        low, high = max(low, first), min(high, second)
    return (low, high) if low < high else None
