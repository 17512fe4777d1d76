"""Laying out the panes of a lesson: rows that share the height, side by side where there is width for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from viz.lesson.first_edition import Pane

SLENDER = 0.8  # widths a height: panes of a row that would be more slender stand one below the other instead


class Place(NamedTuple):
    """A pane and its rectangle, from the top left; y down."""

    pane: Pane
    x: float
    y: float
    width: float
    height: float


def lay_out_panes(rows: Sequence[Sequence[Pane]], width: float, height: float, lowest: float = 0.0) -> list[Place]:
    """Where every pane goes. Rows share the height as their first panes ask; one, other than the first, that would
    be lower than `lowest` is left out."""
    shown = _turned(rows, width, height)
    heights = _heights(shown, height)
    shown = [row for i, row in enumerate(shown) if i == 0 or heights[i] >= lowest]
    places: list[Place] = []
    top = 0.0
    for row, high in zip(shown, _heights(shown, height), strict=True):
        wide = width / len(row)
        places.extend(Place(pane, column * wide, top, wide, high) for column, pane in enumerate(row))
        top += high
    return places


def _turned(rows: Sequence[Sequence[Pane]], width: float, height: float) -> list[Sequence[Pane]]:
    """The rows, those whose panes would be too slender taken apart into rows of one."""
    turned: list[Sequence[Pane]] = []
    for row, high in zip(rows, _heights(rows, height), strict=True):
        if len(row) > 1 and width / len(row) < SLENDER * high:
            turned.extend((pane,) for pane in row)
        else:
            turned.append(row)
    return turned


def _heights(rows: Sequence[Sequence[Pane]], height: float) -> list[float]:
    whole = sum(row[0].share for row in rows)
    return [height * row[0].share / whole for row in rows]
