"""The faint grid behind the figure: lines at round world numbers, a comfortable distance apart, and these numbers
where another engine counts otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from geometry.conventions import Conventions, Quantity
from viz.lesson.lesson import Lesson, Pane
from viz.lesson.text import fixed
from viz.picture.view import View

LEAST_SPACING = 40.0  # pixels
NUMBER = 10.5  # size of the numbers at the lines
TITLE = 46.0  # pixels at the top that numbers keep off


def has_grid(pane: Pane) -> bool:
    """Whether lines stand behind it: a chart has its own, at its ticks, and a table has no lengths."""
    return pane.is_to_scale and pane.axes is None


def grid_spacing(view: View) -> float:
    """World distance between lines: 1, 2 or 5 times a power of ten."""
    least = LEAST_SPACING * view.pixel
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= least)


def grid_lines(view: View) -> tuple[list[float], list[float]]:
    """Pixel positions of the vertical and of the horizontal lines."""
    spacing, (x, y), (width, height) = grid_spacing(view), view.center, view.size
    columns = [width / 2.0 + (at - x) * view.scale for at in _multiples(spacing, x, width / 2.0 * view.pixel)]
    rows = [height / 2.0 - (at - y) * view.scale for at in _multiples(spacing, y, height / 2.0 * view.pixel)]
    return columns, rows


class GridNumber(NamedTuple):
    """Words at a place in pixels, on a baseline; `align` 0 begins there, 0.5 has its middle there."""

    words: str
    at: tuple[float, float]
    align: float


def has_numbers(lesson: Lesson[Any], conventions: Conventions) -> bool:
    """Whether the lines of the world have numbers: where y counts otherwise than in the words, unless the lesson's
    own views tell how they count."""
    return conventions.y_down and not lesson.tells_conventions


def grid_numbers(view: View, conventions: Conventions, scale: float = 1.0) -> Iterator[GridNumber]:
    """What stands at the lines, at the lower and the left side of a pane, as an engine with these conventions counts;
    in the corner what that is."""
    spacing, (width, height) = grid_spacing(view), view.size
    decimals = max(0, -math.floor(math.log10(spacing) + 1e-9))
    middle, low, left = np.array(view.center), height - 6.0 * scale, 6.0 * scale
    for axis, reach in enumerate(view.size):
        for at in _multiples(spacing, view.center[axis], reach / 2.0 * view.pixel):
            place = np.zeros(2)
            place[axis] = at
            words = fixed(float(conventions.value(Quantity.POINT, place)[axis]), decimals)
            x, y = width / 2.0 + (at - middle[0]) * view.scale, height / 2.0 - (at - middle[1]) * view.scale
            if axis == 0 and 80.0 * scale < x < width - 14.0 * scale:
                yield GridNumber(words, (x, low), 0.5)
            elif axis == 1 and TITLE * scale < y < height - 24.0 * scale:
                yield GridNumber(words, (left, y - 3.0 * scale), 0.0)
    yield GridNumber("grid: y down", (left, low), 0.0)


def _multiples(spacing: float, middle: float, reach: float) -> list[float]:
    """The multiples of `spacing` within `reach` of a place."""
    first, last = math.ceil((middle - reach) / spacing), math.floor((middle + reach) / spacing)
    return [i * spacing for i in range(first, last + 1)]
