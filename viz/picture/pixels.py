"""The points of a picture's marks in pixels of the canvas: all of them transformed at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viz.lesson.mark import (
    Area,
    Arrow,
    Coordinates,
    Dot,
    FeatureMark,
    Field,
    Glow,
    Inset,
    Label,
    Light,
    Mark,
    Pair,
    Region,
    Stroke,
    Symbol,
    Unbounded,
)
from viz.picture.view import View

UNBOUNDED = 100.0  # pixels from the point that an unbounded line is given by to the second one on it
_BEYOND = 8.0  # pixels that a region reaches out of the view
_INSET = 12.0  # pixels between an inset and the sides of its pane

Box = tuple[float, float, float, float]  # left, top, right, bottom, in pixels
Path = list[Any]  # of (x, y): ImGui's stubs ask for an invariant list of their own union


class Pixels(NamedTuple):
    """All points `(n, 2)`, mark after mark; mark i has those from `starts[i]` up to `starts[i + 1]`."""

    points: NDArray[np.float64]
    starts: list[int]
    words: list[int]  # which marks are labels and symbols

    def paths(self, x: float, y: float) -> list[Path]:
        """Each mark's points, the canvas' top left standing at (x, y)."""
        moved = list(zip((self.points[:, 0] + x).tolist(), (self.points[:, 1] + y).tolist(), strict=True))
        return [moved[start:end] for start, end in zip(self.starts, self.starts[1:], strict=False)]


def in_pixels(marks: Sequence[Mark], view: View) -> Pixels:
    """The points that define each mark, on the view's canvas: y down, the origin at its top left.

    A stroke, an area, a glow and a feature have their own points; of a light they are followed by its origin and the
    tip of its way. A region has its outline as far as the view reaches, or nothing; an unbounded line has two points
    on it, and an inset none.
    """
    flat: list[Pair] = []
    starts, words = [0], []
    for mark in marks:
        match mark:
            case Stroke() | Area() | FeatureMark() | Glow():
                flat.extend(mark.points)
            case Dot():
                flat.append(mark.at)
            case Label() | Symbol():
                words.append(len(starts) - 1)
                flat.append(mark.at)
            case Arrow():
                flat.append(mark.start)
                flat.append(mark.end)
            case Unbounded():
                (x, y), (dx, dy) = mark.through, mark.direction
                far = UNBOUNDED / math.hypot(dx * view.scale, dy * view.scale_y)
                flat.append((x, y))
                flat.append((x + far * dx, y + far * dy))
            case Region():
                flat.extend(region_outline(mark.through, mark.normals, view))
            case Light():
                (x, y), (dx, dy) = mark.origin, mark.toward
                flat.extend((*mark.points, (x, y), (x + dx, y + dy)))
            case Field():
                flat.extend((mark.low, mark.high))
            case Inset():
                pass
        starts.append(len(flat))
    return Pixels(view.to_screen(np.array(flat).reshape(-1, 2)), starts, words)


def region_outline(through: Coordinates, normals: Coordinates, view: View) -> list[Pair]:
    """The part of the world, a little more than what the view shows of it, that lies behind all the lines: each
    through a point, with an outward normal. Empty if it lies outside."""
    box = view.bounds()
    (left, low), (right, high) = box.low.tolist(), box.high.tolist()
    dx, dy = _BEYOND * view.pixel, _BEYOND * view.pixel_y
    outline = [(left - dx, low - dy), (right + dx, low - dy), (right + dx, high + dy), (left - dx, high + dy)]
    for (x, y), (nx, ny) in zip(through, normals, strict=True):
        kept: list[Pair] = []
        heights = [(u - x) * nx + (v - y) * ny for u, v in outline]
        for i, (here, height) in enumerate(zip(outline, heights, strict=True)):
            before, last = outline[i - 1], heights[i - 1]
            if (height > 0.0) != (last > 0.0):
                t = last / (last - height)
                kept.append((before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1])))
            if height <= 0.0:
                kept.append(here)
        outline = kept
    return outline


def inset_box(mark: Inset, size: tuple[float, float], head: float) -> Box:
    """Where an inset stands on a canvas of this size: in its corner, below the pane's title if that is a top one."""
    width, height = mark.size
    left = _INSET if "left" in mark.corner else size[0] - _INSET - width
    top = head if "top" in mark.corner else size[1] - _INSET - height
    return left, top, left + width, top + height
