"""Where the letter of a shape stands: in its own part, clear of the other shape and of marks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

Pair = tuple[float, float]
Outlined = tuple[Pair, ...]


@lru_cache(maxsize=64)
def letter_place(points: Outlined, other: Outlined, clear_of: tuple[Outlined, ...]) -> tuple[Pair, float]:
    """Where in a shape, and where it can be outside the other one, there is most room for a letter, and how much."""
    ring = np.array(points)
    low, high = ring.min(axis=0), ring.max(axis=0)
    grid = np.stack(np.meshgrid(*np.linspace(low, high, 33)[1:-1].T), axis=-1).reshape(-1, 2)
    grid = grid[_within(grid, ring)]
    if not len(grid):
        x, y = inside(points)
        return (x, y), 0.0
    room = _off(grid, ring)
    if other:
        apart = ~_within(grid, np.array(other))
        if apart.any():
            grid, room = grid[apart], room[apart]
        room = np.minimum(room, _off(grid, np.array(other)))
    for line in clear_of:
        room = np.minimum(room, _off(grid, np.array(line)))
    best = int(np.argmax(room))
    x, y = grid[best].tolist()
    return (x, y), float(room[best])


def _within(points: Any, ring: Any) -> Any:
    """Which points are inside an outline: an odd number of its edges lies to their right."""
    found = np.zeros(len(points), dtype=bool)
    for (px, py), (qx, qy) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if py != qy:
            crosses = (points[:, 1] < py) != (points[:, 1] < qy)
            found ^= crosses & (points[:, 0] < px + (points[:, 1] - py) * (qx - px) / (qy - py))
    return found


def _off(points: Any, ring: Any) -> Any:
    """How far points are from the nearest edge of an outline."""
    found = np.full(len(points), np.inf)
    for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        along = q - p
        t = np.clip((points - p) @ along / max(along @ along, 1e-300), 0.0, 1.0)
        found = np.minimum(found, np.hypot(*(points - p - t[:, None] * along).T))
    return found


def inside(points: Sequence[Any]) -> tuple[float, float]:
    """A place for the letter: the middle of the widest triangle of neighbours, so inside a concave outline too."""
    ring = np.array(points)
    before, after = np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)
    e, f = ring - before, after - ring
    turns = e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]
    total = float((ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0]).sum())
    if (turns * math.copysign(1.0, total) >= -1e-12).all():
        x, y = ring.mean(axis=0).tolist()
        return x, y
    i = int(np.argmax(turns * math.copysign(1.0, total)))
    x, y = ((before[i] + ring[i] + after[i]) / 3.0).tolist()
    return x, y
