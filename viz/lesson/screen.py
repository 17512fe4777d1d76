"""Pixels and directions in a pane's coordinates, for the drawing verbs: the same at any zoom, and in charts, where x
and y have scales of their own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from viz.lesson.canvas import Canvas
from viz.lesson.mark import Pair


def xy(point: ArrayLike) -> Pair:
    """A point as two plain numbers."""
    values: Any = point.tolist() if isinstance(point, np.ndarray) else point
    x, y = values
    return float(x), float(y)


def midway(p: Pair, q: Pair) -> Pair:
    return (p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0


def scaled(canvas: Canvas, direction: ArrayLike, pixels: float) -> Pair:
    """A direction (any length but 0), as a step of so many pixels on the screen."""
    x, y = xy(direction)
    u, v = x / canvas.pixel, y / canvas.pixel_y
    part = pixels / math.hypot(u, v)
    return x * part, y * part


def across(canvas: Canvas, start: Pair, end: Pair) -> Pair:
    """One pixel to the left of the way from start to end, as it looks on the screen; up for no way."""
    u, v = (end[0] - start[0]) / canvas.pixel, (end[1] - start[1]) / canvas.pixel_y
    size = math.hypot(u, v)
    if size == 0.0:
        return 0.0, canvas.pixel_y
    return -v / size * canvas.pixel, u / size * canvas.pixel_y


def on_screen(canvas: Canvas, way: Pair) -> Pair:
    """The direction of a small step as it looks on the screen, y up: what `toward` means."""
    return way[0] / canvas.pixel, way[1] / canvas.pixel_y


def point_at(base: ArrayLike, direction: ArrayLike, t: float) -> Pair:
    """base + t direction."""
    (x, y), (dx, dy) = xy(base), xy(direction)
    return x + t * dx, y + t * dy


def pitch(length: float, most: int = 16) -> int:
    """A whole length between two ticks of so long a ruler (1, 2, 5, 10, …), so that there are few of them: a shape
    may come from a screen of pixels."""
    steps = (factor * int(10**power) for power in range(300) for factor in (1, 2, 5))
    return next(each for each in steps if length <= most * each)
