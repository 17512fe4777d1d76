"""Measuring what is wrong with a finished picture's labels: what each of them lies on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from viz.lesson.mark import Mark, Symbol
from viz.picture.label_costs import Obstacles, crossings, obstacles
from viz.picture.label_places import Text
from viz.picture.labels import PlacedLabel
from viz.picture.pixels import Box, Pixels

LINE, POINT, EDGE, RESERVED = "a line", "a point", "the edge of the pane", "a reserved place"


class Collision(NamedTuple):
    """A label that lies on something."""

    text: str
    on: str  # LINE, POINT, EDGE, RESERVED, or another label's words


def collisions(
    placed: Sequence[PlacedLabel],
    marks: Sequence[Mark],
    pixels: Pixels,
    size: tuple[float, float],
    reserved: Iterable[Box] = (),
    *,
    slack: float = 1.0,
    scale: float = 1.0,
) -> list[Collision]:
    """What is wrong: labels on strokes of two pixels or more, on points, on letters and on each other, across the
    edge of the pane or on a reserved place (its title). Boxes are taken as they are, less `slack` pixels at each
    side: the last bit of a halo may touch."""
    found: list[Collision] = []
    hard = obstacles(marks, pixels, size, scale).hard
    ends = hard.segments
    is_point = (ends[:, :2] == ends[:, 2:]).all(axis=1)
    points = Obstacles(*(each[is_point] for each in hard))
    boxes = np.array([label.box for label in placed]).reshape(-1, 4)
    shrunk = boxes + np.array((1.0, 1.0, -1.0, -1.0)) * (slack + 1.0)  # `crossings` adds a pixel of air
    on_any, on_points = crossings(shrunk, hard), crossings(shrunk, points)
    taken = list(reserved)
    for i, label in enumerate(placed):
        words = words_of(label.mark)
        left, top, right, bottom = label.box
        if on_any[i] > 0.0:
            found.append(Collision(words, POINT if on_points[i] > 0.0 else LINE))
        if left < 0.0 or top < 0.0 or right > size[0] or bottom > size[1]:
            found.append(Collision(words, EDGE))
        found.extend(
            Collision(words, words_of(other.mark)) for other in placed[:i] if _overlap(label.box, other.box, slack)
        )
        found.extend(Collision(words, RESERVED) for box in taken if _overlap(label.box, box, slack))
    return found


def words_of(mark: Text) -> str:
    return mark.latex if isinstance(mark, Symbol) else mark.text


def _overlap(box: Box, other: Box, slack: float) -> bool:
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    return width > 2.0 * slack and height > 2.0 * slack
