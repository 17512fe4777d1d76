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
    Crowd,
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
from viz.picture.sizes import INSET_EDGE, INSET_SCALE, PANE_TITLE
from viz.picture.view import View

UNBOUNDED = 100.0  # pixels from the point that an unbounded line is given by to the second one on it

_BEYOND = 4.0  # pixels that a region reaches out of the view

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
    """The points that define each mark, on the view's canvas: y down, the origin at its top left."""
    flat: list[tuple[float, float]] = []
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
            case Light():  # its outline, then the two points that say how it falls off
                flat.extend(mark.points)
                (x, y), (dx, dy) = mark.origin, mark.toward
                flat.append((x, y))
                flat.append((x + dx, y + dy))
            case Field():
                flat.append(mark.low)
                flat.append(mark.high)
            case Region():  # as far as the view reaches, or nothing
                flat.extend(_outline(mark, view))
            case Inset() | Crowd():  # have a canvas, or arrays, of their own
                pass
        starts.append(len(flat))
    return Pixels(view.to_screen(np.array(flat).reshape(-1, 2)), starts, words)


def _outline(region: Region, view: View) -> list[Pair]:
    """The part of the world that lies behind all the lines of a region, a little more of it than the view shows
    (Sutherland and Hodgman 1974)."""
    box = view.bounds()
    (left, low), (right, high) = box.low.tolist(), box.high.tolist()
    dx, dy = _BEYOND * view.pixel, _BEYOND * view.pixel_y
    outline = [(left - dx, low - dy), (right + dx, low - dy), (right + dx, high + dy), (left - dx, high + dy)]
    for (x, y), (nx, ny) in zip(region.through, region.normals, strict=True):
        heights = [(u - x) * nx + (v - y) * ny for u, v in outline]
        kept: list[Pair] = []
        for i, (here, height) in enumerate(zip(outline, heights, strict=True)):
            before, last = outline[i - 1], heights[i - 1]
            if (height > 0.0) != (last > 0.0):
                t = last / (last - height)
                kept.append((before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1])))
            if height <= 0.0:
                kept.append(here)
        outline = kept
    return outline


def inset_box(inset: Inset, view: View, scale: float) -> Box:
    """Left, top, right, bottom of an inset on the canvas."""
    width, height = inset.size[0] * scale, inset.size[1] * scale
    edge = INSET_EDGE * scale
    left, top, right, bottom = edge, edge, view.size[0] - edge, view.size[1] - edge
    if inset.at is not None:
        x, y = view.to_screen(inset.at).tolist()
        left, top, right, bottom = x, y, x, y
    if "bottom" in inset.corner and inset.at is None:  # the title of a low pane stays free
        height = min(height, max(bottom - PANE_TITLE * scale, 0.5 * height))
    x = left if "left" in inset.corner else right - width
    y = top if "top" in inset.corner else bottom - height
    return x, y, x + width, y + height


def inset_scale(inset: Inset) -> float:
    """How large its words and lines are, beside those of the figure."""
    return INSET_SCALE if inset.at is None else 1.0
