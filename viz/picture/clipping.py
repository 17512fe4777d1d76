"""Clipping to a rectangle in pixels, for pictures zoomed so far in that their corners leave float32 behind."""

from __future__ import annotations

Pixel = tuple[float, float]


def clip_segment(
    start: Pixel, end: Pixel, low: tuple[float, float], high: tuple[float, float]
) -> tuple[Pixel, Pixel] | None:
    """The part of a segment inside the rectangle; None when there is none (Liang and Barsky 1984)."""
    enter, leave = 0.0, 1.0
    for p, q, least, most in zip(start, end, low, high, strict=True):
        d = q - p
        if d == 0.0:
            if not least <= p <= most:
                return None
            continue
        first, second = sorted(((least - p) / d, (most - p) / d))
        enter, leave = max(enter, first), min(leave, second)
    if enter > leave:
        return None
    (x1, y1), (x2, y2) = start, end
    return (
        (x1 + enter * (x2 - x1), y1 + enter * (y2 - y1)),
        (x1 + leave * (x2 - x1), y1 + leave * (y2 - y1)),
    )


def clip_outline(outline: list[Pixel], low: tuple[float, float], high: tuple[float, float]) -> list[Pixel]:
    """A closed outline cut to the rectangle, side by side (Sutherland and Hodgman 1974); empty when outside."""
    for axis, sign, limit in ((0, 1.0, low[0]), (0, -1.0, high[0]), (1, 1.0, low[1]), (1, -1.0, high[1])):
        kept: list[Pixel] = []
        for i, here in enumerate(outline):
            before = outline[i - 1]
            inside, was_inside = sign * (here[axis] - limit) >= 0.0, sign * (before[axis] - limit) >= 0.0
            if inside != was_inside:
                t = (limit - before[axis]) / (here[axis] - before[axis])
                kept.append((before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1])))
            if inside:
                kept.append(here)
        outline = kept
    return outline
