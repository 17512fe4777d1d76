"""What it costs to put a label somewhere: lines that it covers, labels that it covers, canvas that it leaves.

Lengths are pixels, y down; boxes are `(n, 4)`: left, top, right, bottom.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viz.lesson.ink import Ink, Line
from viz.lesson.mark import Arrow, Dot, Mark, Stroke, Unbounded
from viz.picture.pixels import UNBOUNDED, Box, Pixels
from viz.picture.sizes import RADII, RING_WIDTH

Array = NDArray[np.float64]

MARGIN = 6.0  # between a label and the canvas edge
HARD = 8.0  # cost of covering a line of two pixels or more, or a point: more than that of any free place
SOFT = 0.4  # cost of covering a thin line, which a halo parts from the words
COVERED = 12.0  # cost of covering another label
_OUTSIDE = 40.0  # cost of leaving the canvas
_AIR = 1.0  # pixels that a label keeps from a line
_FAINT_STROKE = 0.45  # opacity under which a broad line hides nothing
_HEAD = (10.0, 4.5)  # pixels of an arrow's head: its length, and half its breadth

# Half the breadth of the lines that labels keep off. All others are thin, or broken.
_HALF: dict[Line, float] = {
    Line.OUTLINE: 1.2,
    Line.FEATURE: 2.3,
    Line.DOUBLE: 3.6,
    Line.CURVE: 1.5,
    Line.MEASURE: 1.4,
    Line.BAR: 4.2,
}
_THIN_INKS = frozenset((Ink.CONSTRUCTION, Ink.GHOST, Ink.QUIET))  # whose own line is thin


class Obstacles(NamedTuple):
    """Segments `(m, 4)` that labels should not cover, half their breadth, and what covering each costs."""

    segments: Array
    halves: Array
    weights: Array

    @property
    def hard(self) -> Obstacles:
        """Only those that a label must not cover."""
        kept = self.weights == HARD
        return Obstacles(self.segments[kept], self.halves[kept], self.weights[kept])


def half_breadth(ink: Ink, line: Line | None, opacity: float = 1.0) -> float:
    """Half the breadth in pixels of a line that no label may cover; 0 for one that a label may lie on."""
    if opacity < _FAINT_STROKE:
        return 0.0
    if line is not None:
        return _HALF.get(line, 0.0)
    return 0.0 if ink in _THIN_INKS else 1.2


def obstacles(marks: Sequence[Mark], pixels: Pixels, size: tuple[float, float], scale: float = 1.0) -> Obstacles:
    """Everything in a picture that a label should not cover, as far as the canvas shows it. `scale`: how much broader
    than at 1280 x 720 lines and points are."""
    first: list[int] = []  # numbers of the points where segments begin
    last: list[int] = []
    halves: list[float] = []
    unbounded: list[tuple[int, bool]] = []  # numbers of segments, and whether they begin at their point
    heads: list[tuple[int, int]] = []  # points of arrows
    for mark, start, end in zip(marks, pixels.starts, pixels.starts[1:], strict=False):
        match mark:
            case Stroke():
                first.extend(range(start, end - 1))
                last.extend(range(start + 1, end))
                if mark.closed:
                    first.append(end - 1)
                    last.append(start)
                half = half_breadth(mark.ink, mark.line, mark.opacity)
                halves.extend([half] * (len(first) - len(halves)))
            case Arrow():
                half = half_breadth(mark.ink, mark.line)
                first.append(start)
                last.append(start + 1)
                halves.append(half)
                if half:
                    heads.append((start, start + 1))
            case Dot():
                first.append(start)
                last.append(start)
                halves.append(RADII[mark.point] + RING_WIDTH / 2.0)
            case Unbounded():
                unbounded.append((len(first), mark.one_sided))
                first.append(start)
                last.append(start + 1)
                halves.append(half_breadth(mark.ink, mark.line))
            case _:
                pass
    if not first:
        return Obstacles(np.empty((0, 4)), np.empty(0), np.empty(0))
    screen = np.concatenate((pixels.points[first], pixels.points[last]), axis=1)
    for at, one_sided in unbounded:
        reach = (screen[at, 2:] - screen[at, :2]) * (4.0 * math.hypot(*size) / UNBOUNDED)
        middle = screen[at, :2].copy()
        screen[at] = np.concatenate((middle if one_sided else middle - reach, middle + reach))
    if heads:
        screen = np.concatenate((screen, [_head(*pixels.points[list(head)].tolist()) for head in heads]))
        halves.extend([_HEAD[1]] * len(heads))
    breadth = scale * np.array(halves)
    low, high = np.minimum(screen[:, :2], screen[:, 2:]), np.maximum(screen[:, :2], screen[:, 2:])
    seen = ((high >= 0.0) & (low <= size)).all(axis=1)
    breadth = breadth[seen]
    return Obstacles(screen[seen], breadth, np.where(breadth > 0.0, HARD, SOFT))


def _head(start: Sequence[float], end: Sequence[float]) -> tuple[float, float, float, float]:
    """The middle line of an arrow's head."""
    (x, y), (u, v) = start, end
    size = math.hypot(u - x, v - y)
    part = min(_HEAD[0] / size, 1.0) if size else 0.0
    return u + part * (x - u), v + part * (y - v), u, v


def crossings(boxes: Array, found: Obstacles) -> Array:
    """Cost `(n,)` of the lines that each box covers: for touching one at all, and by the length covered."""
    segments, halves, weights = found
    if not len(boxes) or not len(segments):
        return np.zeros(len(boxes))
    reach = float(halves.max()) + _AIR
    low, high = boxes[:, :2].min(axis=0) - reach, boxes[:, 2:].max(axis=0) + reach
    x, y, u, v = segments.T
    near = (np.maximum(x, u) >= low[0]) & (np.minimum(x, u) <= high[0])
    near &= (np.maximum(y, v) >= low[1]) & (np.minimum(y, v) <= high[1])
    segments, halves, weights = segments[near], halves[near], weights[near]  # most cannot be covered
    if not len(segments):
        return np.zeros(len(boxes))
    enter, leave = inside(boxes, segments, halves + _AIR)
    d = segments[:, 2:] - segments[:, :2]
    covered = (leave - enter).clip(0.0) * np.hypot(d[:, 0], d[:, 1])
    side = np.maximum(boxes[:, 3] - boxes[:, 1], 1.0)[:, None]  # far away rounding leaves nothing of it
    cost = np.where(leave >= enter, 0.5 + np.minimum(covered / side, 1.5), 0.0)
    return np.asarray((cost * weights).sum(axis=1))


def inside(boxes: Array, segments: Array, pads: Array) -> tuple[Array, Array]:
    """Where each segment, as fractions of it, enters and leaves each box with `pads` of the segment around it: both
    `(n, m)`; it misses the box where it leaves before it enters (Liang and Barsky 1984).

    Along p + t d the box is left of x where t < (low - p) / d, and so on; the part inside runs from the largest
    entry to the smallest exit.
    """
    spans = []
    for axis in (0, 1):  # one after the other: numpy is slow at the greater of two numbers along an axis
        start, d = segments[:, axis], segments[:, axis + 2] - segments[:, axis]
        safe = np.where(np.abs(d) < 1e-9, 1e-9, d)
        before = (boxes[:, axis, None] - pads - start) / safe
        after = (boxes[:, axis + 2, None] + pads - start) / safe
        spans.append((np.minimum(before, after), np.maximum(before, after)))
    (first, last), (begin, end) = spans
    return np.maximum(first, begin).clip(0.0), np.minimum(last, end).clip(None, 1.0)


def covering(box: Sequence[float], taken: Sequence[Box]) -> float:
    """`overlaps` of one box."""
    left, top, right, bottom = box
    cost = 0.0
    for x1, y1, x2, y2 in taken:
        if x1 - 3.0 < right and left < x2 + 3.0 and y1 - 1.0 < bottom and top < y2 + 1.0:
            width = min(right, x2 + 3.0) - max(left, x1 - 3.0)
            height = min(bottom, y2 + 1.0) - max(top, y1 - 1.0)
            cost += COVERED * (0.5 + width * height / ((right - left) * (bottom - top)))
    return cost


def overlaps(boxes: Array, taken: Sequence[Box]) -> Array:
    """Cost of covering labels already placed, with a little air around them."""
    if not taken:
        return np.zeros(len(boxes))
    others = np.array(taken)
    width = np.minimum(boxes[:, None, 2], others[:, 2] + 3.0) - np.maximum(boxes[:, None, 0], others[:, 0] - 3.0)
    height = np.minimum(boxes[:, None, 3], others[:, 3] + 1.0) - np.maximum(boxes[:, None, 1], others[:, 1] - 1.0)
    shared = width.clip(0.0) * height.clip(0.0)
    area = np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1.0)
    return np.asarray(((shared > 0.0) * 0.5 + shared / area[:, None]).sum(axis=1) * COVERED)


def leaving(boxes: Array, size: tuple[float, float]) -> Array:
    width, height = size
    low = (MARGIN - boxes[:, :2]).clip(0.0).sum(axis=1)
    high = (boxes[:, 2:] - (width - MARGIN, height - MARGIN)).clip(0.0).sum(axis=1)
    return np.asarray(np.minimum((low + high) / 20.0, 1.0) * _OUTSIDE)
