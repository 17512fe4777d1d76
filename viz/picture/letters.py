"""Where the letter of a shape may stand: in its shape, and not where another one overlaps it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viz.lesson.mark import Area, Mark
from viz.picture.label_places import Anchored, Text
from viz.picture.pixels import Pixels

Array = NDArray[np.float64]

_OUTSIDE_SHAPE = 0.45  # cost of each corner of a letter outside its shape: in a narrow one it stands beside it
_GLYPH = np.array((0.75, 0.6, 0.75, 0.6))  # how much of its box a letter fills, across and down
_IN_BOTH = 1.2  # cost of a letter that stands where its shape and another one overlap


class Shape(NamedTuple):
    ink: object
    outline: Array
    is_solid: bool


def shapes_of(marks: Sequence[Mark], pixels: Pixels) -> list[Shape]:
    """The filled outlines, that a letter may be the name of."""
    return [
        Shape(mark.ink, pixels.points[pixels.starts[i] : pixels.starts[i + 1]], mark.opacity is None)
        for i, mark in enumerate(marks)
        if isinstance(mark, Area)
    ]


def _own_shape(mark: Text, at: Array, shapes: Sequence[Shape]) -> Shape | None:
    """The shape whose letter a label is, if it can be told: the first one of its ink that it was put in, and a solid
    one rather than a trail or a ghost."""
    holding = [s for s in shapes if s.ink is mark.ink and bool(_within(at[None], s.outline)[0])]
    return min(holding, key=lambda shape: not shape.is_solid, default=None)


def room_of(mark: Text, at: Array, shapes: Sequence[Shape]) -> float:
    """How large the shape is in which a letter may move."""
    own = _own_shape(mark, at, shapes)
    return math.inf if own is None else float(np.prod(np.ptp(own.outline, axis=0)))


def leaving_shape(text: Anchored, boxes: Array, shapes: Sequence[Shape]) -> Array:
    """Cost of the corners of each box that lie outside the shape whose letter it holds, and of a middle that lies in
    another shape too."""
    own = _own_shape(text.mark, np.array((text.x, text.y)), shapes)
    if own is None:
        return np.zeros(len(boxes))
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2.0
    ink = np.concatenate((middles, middles), axis=1) + (boxes - np.tile(middles, 2)) * _GLYPH
    corners = ink[:, (0, 1, 2, 1, 2, 3, 0, 3)].reshape(-1, 2)
    costs = _OUTSIDE_SHAPE * (~_within(corners, own.outline)).reshape(-1, 4).sum(axis=1)
    for shape in shapes:
        if shape.is_solid and shape is not own:
            costs = costs + _IN_BOTH * _within(middles, shape.outline)
    return np.asarray(costs)


def _within(points: Array, outline: Array) -> NDArray[np.bool_]:
    """Which points `(n, 2)` lie inside a closed outline `(m, 2)`: a ray to the right crosses it an odd number of
    times."""
    first, last = outline, np.roll(outline, -1, axis=0)
    x, y = points[:, :1], points[:, 1:]
    spans = (first[:, 1] > y) != (last[:, 1] > y)
    rise = np.where(first[:, 1] == last[:, 1], 1.0, last[:, 1] - first[:, 1])
    at = first[:, 0] + (y - first[:, 1]) / rise * (last[:, 0] - first[:, 0])
    return np.asarray((spans & (x < at)).sum(axis=1) % 2 == 1)
