"""The faint grid behind the figure: lines at round world numbers, a comfortable distance apart."""

from __future__ import annotations

import math

from viz.view import View

LEAST_SPACING = 40.0  # pixels


def grid_spacing(view: View) -> float:
    """World distance between lines: 1, 2 or 5 times a power of ten."""
    least = LEAST_SPACING * view.pixel
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= least)


def grid_lines(view: View) -> tuple[list[float], list[float]]:
    """Pixel positions of the vertical and of the horizontal lines."""
    spacing, seen = grid_spacing(view), view.bounds()
    ranges = [
        range(math.ceil(low / spacing), math.floor(high / spacing) + 1)
        for low, high in zip(seen.low.tolist(), seen.high.tolist(), strict=True)
    ]
    columns = [view.size[0] / 2.0 + (i * spacing - view.center[0]) * view.scale for i in ranges[0]]
    rows = [view.size[1] / 2.0 - (i * spacing - view.center[1]) * view.scale for i in ranges[1]]
    return columns, rows
