"""The places that a label tries: rings around its anchor, the side that the lesson asked for first. Lengths are
pixels, y down; boxes are left, top, right, bottom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viz.lesson.ink import TextStyle
from viz.lesson.mark import Label, Symbol
from viz.picture.pixels import Box

Array = NDArray[np.float64]
Text = Label | Symbol
Key = tuple[str, int]  # a label's words without their numbers, and its occurrence

GAP = 9.0  # between an anchor and the nearest edge of its label
_LOST_ASIDE = 0.7  # cost of standing on the far side from the one asked for
_LOST_FAR = 0.5  # cost of each ring further out
_LOST_CENTER = 0.8  # cost of standing beside a point that the label should stand on
_LOST_MIDDLE = 0.1  # cost of moving a letter within its shape


class Table(NamedTuple):
    """The places that a kind of label tries: the direction, against the one asked for, and the gap to its anchor (or,
    for a shift, how far its middle moves); what each costs."""

    turns: tuple[float, ...]
    gaps: tuple[float, ...]
    costs: tuple[float, ...]
    arrays: tuple[Array, Array, Array]  # the same
    has_center: bool  # the first place is on the anchor
    is_shift: bool


def _table(
    steps: Sequence[int], gaps: Sequence[float], *, center: float | None = None, is_shift: bool = False
) -> Table:
    """Places in directions of so many sixteenths of a turn, at each gap. `center`: the anchor itself comes first, and
    all others cost so much more."""
    turns: list[float] = []
    distances: list[float] = []
    costs: list[float] = []
    if center is not None:
        turns, distances, costs = [0.0], [0.0], [0.0]
    for ring, gap in enumerate(gaps):
        for step in steps:
            turn = step * (math.tau / 16.0)
            turns.append(turn)
            distances.append(gap)
            # Without a side asked for all are alike, but for the order in which they are tried.
            aside = _LOST_ASIDE * (1.0 - math.cos(turn)) / 2.0 if center is None else 1e-3 * abs(step)
            costs.append(aside + _LOST_FAR * ring + (center or 0.0))
    arrays = np.array(turns), np.array(distances), np.array(costs)
    return Table(tuple(turns), tuple(distances), tuple(costs), arrays, center is not None, is_shift)


_ALL = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8)
_RINGS = (GAP, 2.4 * GAP, 4.2 * GAP, 6.5 * GAP, 9.5 * GAP)
BESIDE = _table(_ALL, _RINGS)
ON = _table(_ALL, _RINGS, center=_LOST_CENTER)
LED = _table(_ALL, (*_RINGS, 13.0 * GAP, 17.0 * GAP))
NUMBERS = _table((0, 1, -1, 2, -2), (5.0, 9.0, 15.0, 24.0))
VERTICES = _table((0, 1, -1, 2, -2), (9.0, 14.0, 20.0, 28.0))  # a vertex has two edges to keep off
LETTERS = _table(_ALL, (14.0, 28.0, 44.0, 64.0, 90.0, 120.0), center=_LOST_MIDDLE, is_shift=True)

_FAINT = {TextStyle.NUMBER: NUMBERS, TextStyle.VERTEX: VERTICES}


def table_of(mark: Text) -> Table:
    """Where a label may go: a letter within its shape, a faint name only beside what it names."""
    if isinstance(mark, Label):
        if mark.style is TextStyle.LETTER:
            return LETTERS
        if mark.toward is not None and mark.style in _FAINT:
            return _FAINT[mark.style]
        if mark.toward is not None and mark.leader:
            return LED
    return ON if mark.toward is None else BESIDE


class Anchored(NamedTuple):
    """A label to be placed: its anchor and its size in pixels, and the places it may try."""

    mark: Text
    key: Key
    x: float
    y: float
    width: float
    height: float
    table: Table
    start: float  # the direction asked for
    scale: float = 1.0  # of all gaps

    @property
    def is_faint(self) -> bool:
        return self.table is NUMBERS or self.table is VERTICES

    def box(self, place: int) -> Box:
        """One of `boxes`."""
        x, y, half_x, half_y = self.x, self.y, self.width / 2.0, self.height / 2.0
        table = self.table
        if place or not table.has_center:
            turn, gap = self.start + table.turns[place], self.scale * table.gaps[place]
            cosine, sine = math.cos(turn), math.sin(turn)
            # The box's edge, not its middle, keeps the gap.
            away = gap if table.is_shift else abs(cosine) * half_x + abs(sine) * half_y + gap
            x, y = x + cosine * away, y + sine * away
        return x - half_x, y - half_y, x + half_x, y + half_y

    def boxes(self) -> Array:
        """All places, as boxes `(n, 4)`."""
        turns, gaps, _ = self.table.arrays
        way = np.stack((np.cos(self.start + turns), np.sin(self.start + turns)), axis=1)
        half = np.array((self.width / 2.0, self.height / 2.0))
        away = self.scale * gaps
        if not self.table.is_shift:
            away += np.abs(way) @ half
        if self.table.has_center:
            away[0] = 0.0
        middles = (self.x, self.y) + way * away[:, None]
        return np.concatenate((middles - half, middles + half), axis=1)
