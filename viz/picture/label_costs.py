"""What it costs to put a label somewhere: lines that it covers, labels that it covers, canvas that it leaves.

Lengths are pixels, y down; boxes are `(n, 4)`: left, top, right, bottom.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from viz.lesson.canvas import Area, Arrow, Dot, Label, Mark, Stroke, Symbol, Unbounded
from viz.lesson.ink import Ink
from viz.picture.pixels import UNBOUNDED, Pixels

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]  # left, top, right, bottom

MARGIN = 6.0  # between a label and the canvas edge
_CROSSED = 1.6  # cost of covering a line from side to side
_COVERED = 12.0  # cost of covering another label
_OUTSIDE = 40.0  # cost of leaving the canvas

# Lines that a label may lie on without hiding anything: drawn thin, or filled.
_FAINT = {Ink.CONSTRUCTION, Ink.GHOST, Ink.PROJECTOR_A, Ink.PROJECTOR_B, Ink.AXIS, Ink.QUIET}


def covering(box: Sequence[float], taken: Sequence[Box]) -> float:
    """`overlaps` of one box."""
    left, top, right, bottom = box
    area, cost = (right - left) * (bottom - top), 0.0
    for x1, y1, x2, y2 in taken:
        width = min(right, x2 + 3.0) - max(left, x1 - 3.0)
        height = min(bottom, y2 + 2.0) - max(top, y1 - 2.0)
        if width > 0.0 and height > 0.0:
            cost += _COVERED * (0.5 + width * height / area)
    return cost


def obstacles(marks: Sequence[Mark], pixels: Pixels, size: tuple[float, float]) -> tuple[Array, Array]:
    """Everything that a label should not cover: segments `(m, 4)` and what covering each costs."""
    first: list[int] = []  # numbers of the points where segments begin
    last: list[int] = []
    weights: list[float] = []
    dots: list[int] = []  # numbers of segments
    unbounded: list[int] = []
    for mark, start, end in zip(marks, pixels.starts, pixels.starts[1:], strict=False):
        match mark:
            case Stroke():
                first.extend(range(start, end - 1))
                last.extend(range(start + 1, end))
                if mark.closed:
                    first.append(end - 1)
                    last.append(start)
                weights.extend([_weight(mark.ink)] * (len(first) - len(weights)))
            case Arrow():
                first.append(start)
                last.append(start + 1)
                weights.append(_weight(mark.ink))
            case Dot():
                dots.append(len(first))
                first.append(start)
                last.append(start)
                weights.append(1.5)
            case Unbounded():
                unbounded.append(len(first))
                first.append(start)
                last.append(start + 1)
                weights.append(_weight(mark.ink))
            case Area() | Label() | Symbol():
                pass
    if not first:
        return np.empty((0, 4)), np.empty(0)
    screen = np.concatenate((pixels.points[first], pixels.points[last]), axis=1)
    screen[dots] += (-3.0, 0.0, 3.0, 0.0)
    if unbounded:
        through, beyond = screen[unbounded, :2], screen[unbounded, 2:]
        reach = (beyond - through) * (4.0 * math.hypot(*size) / UNBOUNDED)
        screen[unbounded] = np.concatenate((through - reach, through + reach), axis=1)
    low, high = np.minimum(screen[:, :2], screen[:, 2:]), np.maximum(screen[:, :2], screen[:, 2:])
    seen = ((high >= 0.0) & (low <= size)).all(axis=1)
    return screen[seen], np.array(weights)[seen]


def _weight(ink: Ink) -> float:
    return 0.4 if ink in _FAINT else 1.0


def crossings(boxes: Array, segments: Array, weights: Array) -> Array:
    """Cost `(n,)` of the lines that each box covers, by the length covered (Liang and Barsky's clipping).

    Along p + t d the box is left of x where t < (low - p) / d, and so on; the part inside runs from the largest
    entry to the smallest exit.
    """
    if not len(boxes) or not len(segments):
        return np.zeros(len(boxes))
    low, high = boxes[:, :2].min(axis=0) - 1.0, boxes[:, 2:].max(axis=0) + 1.0
    first, last = segments[:, :2], segments[:, 2:]
    near = ((np.maximum(first, last) >= low) & (np.minimum(first, last) <= high)).all(axis=1)
    segments, weights = segments[near], weights[near]  # the others cannot be covered: most, in a rich picture
    if not len(segments):
        return np.zeros(len(boxes))
    start, d = segments[:, :2], segments[:, 2:] - segments[:, :2]
    safe = np.where(np.abs(d) < 1e-9, 1e-9, d)
    first = (boxes[:, None, :2] - 1.0 - start) / safe
    second = (boxes[:, None, 2:] + 1.0 - start) / safe
    enter = np.minimum(first, second).max(axis=2)
    leave = np.maximum(first, second).min(axis=2)
    inside = (np.minimum(leave, 1.0) - np.maximum(enter, 0.0)).clip(0.0)
    covered = inside * np.hypot(d[:, 0], d[:, 1])
    side = (boxes[:, 3] - boxes[:, 1])[:, None]
    return np.asarray((np.minimum(covered / side, 1.5) * weights).sum(axis=1) * _CROSSED)


def overlaps(boxes: Array, taken: list[Box]) -> Array:
    """Cost of covering labels already placed, with a little air around them."""
    if not taken:
        return np.zeros(len(boxes))
    others = np.array(taken)
    width = np.minimum(boxes[:, None, 2], others[:, 2] + 3.0) - np.maximum(boxes[:, None, 0], others[:, 0] - 3.0)
    height = np.minimum(boxes[:, None, 3], others[:, 3] + 2.0) - np.maximum(boxes[:, None, 1], others[:, 1] - 2.0)
    shared = width.clip(0.0) * height.clip(0.0)
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    return np.asarray(((shared > 0.0) * 0.5 + shared / area[:, None]).sum(axis=1) * _COVERED)


def leaving(boxes: Array, size: tuple[float, float]) -> Array:
    width, height = size
    low = (MARGIN - boxes[:, :2]).clip(0.0).sum(axis=1)
    high = (boxes[:, 2:] - (width - MARGIN, height - MARGIN)).clip(0.0).sum(axis=1)
    return np.asarray(np.minimum((low + high) / 20.0, 1.0) * _OUTSIDE)
