"""The shape of an arrow's head, in pixels."""

from __future__ import annotations

import math

Pixel = tuple[float, float]


def arrow_head(start: Pixel, end: Pixel, width: float, scale: float = 1.0) -> tuple[Pixel, Pixel, Pixel] | None:
    """Where the shaft ends, and the two back corners of the head; None for an arrow too short to see.

    The head grows with the line's width, 9 to 11 px for 2 to 3 px at scale 1, and shrinks before it would swallow
    the shaft.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = math.hypot(dx, dy)
    if size < 0.5:
        return None
    head = min(4.5 * scale + 2.2 * width, 0.6 * size)
    half = 0.42 * head
    ux, uy = dx / size, dy / size
    x, y = end[0] - head * ux, end[1] - head * uy
    return (x, y), (x - half * uy, y + half * ux), (x + half * uy, y - half * ux)
