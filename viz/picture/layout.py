"""Laying out the panes of a lesson: side by side and one above the other, each with its share, thin lines between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from viz.lesson.lesson import Group, Layout, Pane, panes_of

SLENDER = 0.5  # widths a height: panes of a row that would be more slender stand one below the other instead
LEAST_CHART = 1.0 / 3.0  # of the figure's height, for a chart that stands above or below something
DIVIDER = 1.0  # pixels between two panes


class Place(NamedTuple):
    """A pane and its rectangle, from the top left; y down."""

    pane: Pane
    x: float
    y: float
    width: float
    height: float


class Divider(NamedTuple):
    """The line between two panes, as a thin rectangle."""

    x: float
    y: float
    width: float
    height: float


class Arrangement(NamedTuple):
    """Where all panes of a figure are, in reading order, and the lines between them."""

    places: list[Place]
    dividers: list[Divider]


def lay_out(layout: Layout, width: float, height: float, lowest: float = 0.0) -> Arrangement:
    """Where every pane of a layout goes in a figure of this size, from (0, 0).

    Parts share the width or height as they ask. A row whose panes would be too slender is stacked. Of what stands one
    above the other a chart gets at least a third of the figure's height; what would be lower than `lowest`, and is
    not the first, is left out.
    """
    found = Arrangement([], [])
    _place(layout, Divider(0.0, 0.0, width, height), lowest, height, found)
    return found


def _place(part: Layout, room: Divider, lowest: float, figure: float, found: Arrangement) -> None:
    if isinstance(part, Pane):
        found.places.append(Place(part, *room))
        return
    is_row = part.is_row and not _is_slender(part, room)
    parts, whole = (_row(part), room.width) if is_row else (_stack(part), room.height)
    sizes = _sizes(parts, whole, is_row=is_row, figure=figure)
    if not is_row:
        parts = [each for i, each in enumerate(parts) if i == 0 or sizes[i] >= lowest]
        sizes = _sizes(parts, whole, is_row=is_row, figure=figure)
    start = room.x if is_row else room.y
    for i, (each, size) in enumerate(zip(parts, sizes, strict=True)):
        if i > 0:
            line = (start, room.y, DIVIDER, room.height) if is_row else (room.x, start, room.width, DIVIDER)
            found.dividers.append(Divider(*line))
            start += DIVIDER
        inner = (start, room.y, size, room.height) if is_row else (room.x, start, room.width, size)
        _place(each.layout, Divider(*inner), lowest, figure, found)
        start += size


class _Part(NamedTuple):
    """A part of a row or stack, and its share in it."""

    layout: Layout
    share: float


def _row(group: Group) -> list[_Part]:
    return [_Part(part, part.share) for part in group.parts]


def _stack(group: Group) -> list[_Part]:
    """What stands one above the other, stacks in a stack taken apart: a row that was turned may hold one."""
    parts: list[_Part] = []
    for part in group.parts:
        if isinstance(part, Group) and not part.is_row:
            inner = _stack(part)
            whole = sum(each.share for each in inner)
            parts.extend(_Part(each.layout, part.share * each.share / whole) for each in inner)
        else:
            parts.append(_Part(part, part.share))
    return parts


def _is_slender(row: Group, room: Divider) -> bool:
    """Whether a pane of a row would be more slender than can be looked at."""
    widths = _sizes(_row(row), room.width, is_row=True, figure=room.height)
    return any(
        place.width < SLENDER * place.height
        for part, width in zip(row.parts, widths, strict=True)
        for place in lay_out(part, width, room.height).places
    )


def _sizes(parts: Sequence[_Part], whole: float, *, is_row: bool, figure: float) -> list[float]:
    """Widths or heights of parts that share so many pixels."""
    room = max(whole - DIVIDER * (len(parts) - 1), 0.0)
    shares = [part.share for part in parts]
    sizes = [room * share / sum(shares) for share in shares]
    if is_row:
        return sizes
    # Charts that would be too low get what they need, as far as there is that much, and the others share the rest.
    need = min(LEAST_CHART * figure, room / len(parts))
    low = {i for i, part in enumerate(parts) if _is_chart(part.layout) and sizes[i] < need}
    if not low:
        return sizes
    rest, others = room - need * len(low), sum(share for i, share in enumerate(shares) if i not in low)
    return [need if i in low else rest * share / others for i, share in enumerate(shares)]


def _is_chart(part: Layout) -> bool:
    return any(pane.axes is not None for pane in panes_of(part))
