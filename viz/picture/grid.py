"""The faint grid behind the figure: lines at round world numbers, a comfortable distance apart."""

from __future__ import annotations

import math

from viz.picture.view import View

LEAST_SPACING = 40.0  # pixels


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


def _multiples(spacing: float, middle: float, reach: float) -> list[float]:
    """The multiples of `spacing` within `reach` of a place."""
    first, last = math.ceil((middle - reach) / spacing), math.floor((middle + reach) / spacing)
    return [i * spacing for i in range(first, last + 1)]
