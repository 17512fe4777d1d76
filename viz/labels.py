"""Placing labels: beside their thing, clear of lines and of each other, inside the canvas.

Every label tries a ring of places around its anchor, the side that the lesson asked for first, and takes the
one that costs least. Lengths are pixels, y down. Placing is by numpy over all places and obstacles at once: a
picture of ten labels takes well under a millisecond.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viz.canvas import Area, Arrow, Dot, Label, Mark, Stroke, Symbol, Unbounded
from viz.ink import Ink, TextStyle
from viz.view import View

Array = NDArray[np.float64]

GAP = 9.0  # between an anchor and the nearest edge of its label
MARGIN = 6.0  # between a label and the canvas edge
_DIRECTIONS = 16
_RINGS = (1.0, 2.4, 4.2)  # distances tried, in gaps
_LOST_ASIDE = 0.7  # cost of standing on the far side from the one asked for
_LOST_FAR = 0.5  # cost of each ring further out
_CROSSED = 1.6  # cost of covering a line from side to side
_COVERED = 12.0  # cost of covering another label
_OUTSIDE = 40.0  # cost of leaving the canvas
_MOVED = 0.6  # cost of leaving last frame's place: labels do not flicker while dragging

_TURNS = np.arange(_DIRECTIONS) * (math.tau / _DIRECTIONS)
_AWAY = np.array(_RINGS)[:, None]
_ASIDE = _LOST_ASIDE * (1.0 - np.cos(_TURNS)) / 2.0
_FURTHER = _LOST_FAR * np.arange(len(_RINGS))[:, None] + np.zeros(_DIRECTIONS)

# Lines that a label may lie on without hiding anything: drawn thin, or filled.
_FAINT = {Ink.CONSTRUCTION, Ink.GHOST, Ink.PROJECTOR_A, Ink.PROJECTOR_B, Ink.AXIS, Ink.QUIET}

_FREEDOM = {TextStyle.LETTER: 0, TextStyle.PILL: 1, TextStyle.LABEL: 3}

Text = Label | Symbol
Box = tuple[float, float, float, float]  # left, top, right, bottom
Measure = Callable[[Text], tuple[float, float]]
Places = dict[tuple[str, int], int]  # which place each label took, by its text and occurrence


class PlacedLabel(NamedTuple):
    """A label and the top left corner of its box."""

    mark: Text
    x: float
    y: float
    width: float
    height: float


def place_labels(
    marks: Sequence[Mark],
    view: View,
    measure: Measure,
    last: Mapping[tuple[str, int], int] | None = None,
    reserved: Sequence[Box] = (),
) -> tuple[list[PlacedLabel], Places]:
    """Where each label goes, and the choices made: hand them in again as `last` for the next frame.
    Nothing is put on the `reserved` boxes."""
    segments, weights = _obstacles(marks, view)
    taken: list[Box] = list(reserved)
    placed: list[PlacedLabel] = []
    places: Places = {}
    # Letters name whole shapes and have the least freedom, so they choose first.
    texts = sorted((m for m in marks if isinstance(m, Label | Symbol)), key=_freedom)
    sizes = [measure(mark) for mark in texts]
    kept = _kept(texts, sizes, view, last or {}, segments, weights)
    for mark, (width, height), (key, before) in zip(texts, sizes, kept, strict=True):
        if before is not None and before.cost + _covering(before.box, taken) <= _MOVED:
            best, box = before.place, before.box  # every other place costs at least as much
        else:
            boxes, costs = _places(mark, view, width, height)
            costs = costs + _crossings(boxes, segments, weights) + _overlaps(boxes, taken) + _leaving(boxes, view)
            if before is not None:
                costs += _MOVED
                costs[before.place] -= _MOVED
            best = int(costs.argmin())
            box = boxes[best].tolist()
        places[key] = best
        x, y = _inside(box, width, height, view)
        taken.append((x, y, x + width, y + height))
        placed.append(PlacedLabel(mark, x, y, width, height))
    return placed, places


class _Kept(NamedTuple):
    """Where a label stood in the last frame, and what staying there costs, other labels apart."""

    place: int
    box: Sequence[float]
    cost: float


def _kept(
    texts: Sequence[Text],
    sizes: Sequence[tuple[float, float]],
    view: View,
    last: Mapping[tuple[str, int], int],
    segments: Array,
    weights: Array,
) -> list[tuple[tuple[str, int], _Kept | None]]:
    """The key of every label, and its last place if it had one: few boxes to look at instead of hundreds."""
    used: Places = {}
    found: list[tuple[tuple[str, int], int, list[float], float] | None] = []
    for mark, (width, height) in zip(texts, sizes, strict=True):
        key = _key(mark, used)
        used[key] = 0
        place = last.get(key)
        if place is None:
            found.append(None)
        else:
            box, cost = _place(mark, view, width, height, place)
            found.append((key, place, box, cost))
    boxes = np.array([item[2] for item in found if item is not None]).reshape(-1, 4)
    costs = iter((_crossings(boxes, segments, weights) + _leaving(boxes, view)).tolist())
    return [
        (key, None if item is None else _Kept(item[1], item[2], item[3] + next(costs)))
        for key, item in zip(used, found, strict=True)
    ]


def _freedom(mark: Text) -> int:
    if isinstance(mark, Symbol):
        return 2
    return _FREEDOM[mark.style]


def _key(mark: Text, used: Places) -> tuple[str, int]:
    # Numbers change while dragging; a label keeps its identity by its words.
    words = mark.latex if isinstance(mark, Symbol) else "".join(c for c in mark.text if not c.isdigit())
    count = 0
    while (words, count) in used:
        count += 1
    return words, count


def _places(mark: Text, view: View, width: float, height: float) -> tuple[Array, Array]:
    """Boxes `(n, 4)` to choose from (left, top, right, bottom), with the cost of each for being where it is."""
    x, y = view.to_screen(mark.at).tolist()
    towards = mark.toward
    start = 0.0 if towards is None else math.atan2(-towards[1], towards[0])
    turn = start + _TURNS
    way = np.stack((np.cos(turn), np.sin(turn)), axis=1)
    # Centres such that the box's edge, not its centre, keeps the gap in each direction.
    half = np.array((width / 2.0, height / 2.0))
    away = np.abs(way) @ half + GAP * _AWAY
    centres = (x, y) + (way[None, :, :] * away[:, :, None]).reshape(-1, 2)
    if towards is None:
        costs = np.concatenate(((0.0,), (0.3 + _FURTHER + _LOST_FAR).ravel()))
        centres = np.concatenate((((x, y),), centres))
    else:
        costs = (_ASIDE + _FURTHER).ravel()
    return np.concatenate((centres - half, centres + half), axis=1), costs


def _place(mark: Text, view: View, width: float, height: float, place: int) -> tuple[list[float], float]:
    """One of `_places`, and its cost."""
    x, y = view.to_screen(mark.at).tolist()
    start, cost = 0.0, 0.0
    if mark.toward is not None:
        start = math.atan2(-mark.toward[1], mark.toward[0])
    elif place == 0:
        return [x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0], 0.0
    else:
        place, cost = place - 1, 0.3 + _LOST_FAR - float(_ASIDE[(place - 1) % _DIRECTIONS])
    ring, direction = divmod(place, _DIRECTIONS)
    turn = start + direction * (math.tau / _DIRECTIONS)
    cosine, sine = math.cos(turn), math.sin(turn)
    away = (abs(cosine) * width + abs(sine) * height) / 2.0 + GAP * _RINGS[ring]
    x, y = x + cosine * away, y + sine * away
    box = [x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0]
    return box, cost + float(_ASIDE[direction]) + _LOST_FAR * ring


def _covering(box: Sequence[float], taken: Sequence[Box]) -> float:
    """`_overlaps` of one box."""
    left, top, right, bottom = box
    area, cost = (right - left) * (bottom - top), 0.0
    for x1, y1, x2, y2 in taken:
        width = min(right, x2 + 3.0) - max(left, x1 - 3.0)
        height = min(bottom, y2 + 2.0) - max(top, y1 - 2.0)
        if width > 0.0 and height > 0.0:
            cost += _COVERED * (0.5 + width * height / area)
    return cost


def _obstacles(marks: Sequence[Mark], view: View) -> tuple[Array, Array]:
    """Everything that a label should not cover: segments `(m, 4)` and what covering each costs."""
    ends: list[tuple[tuple[float, float], tuple[float, float]]] = []
    weights: list[float] = []
    for mark in marks:
        match mark:
            case Stroke():
                path = mark.points + mark.points[:1] if mark.closed else mark.points
                ends.extend(itertools.pairwise(path))
                weights.extend([_weight(mark.ink)] * (len(path) - 1))
            case Arrow():
                ends.append((mark.start, mark.end))
                weights.append(_weight(mark.ink))
            case Dot():
                nudge = 3.0 * view.pixel
                ends.append(((mark.at[0] - nudge, mark.at[1]), (mark.at[0] + nudge, mark.at[1])))
                weights.append(1.5)
            case Unbounded():
                (x, y), (dx, dy) = mark.through, mark.direction
                far = 4.0 * math.hypot(*view.size) * view.pixel / math.hypot(dx, dy)
                ends.append(((x - far * dx, y - far * dy), (x + far * dx, y + far * dy)))
                weights.append(_weight(mark.ink))
            case Area() | Label() | Symbol():
                pass
    if not ends:
        return np.empty((0, 4)), np.empty(0)
    screen = view.to_screen(np.array(ends).reshape(-1, 2)).reshape(-1, 4)
    width, height = view.size
    low, high = np.minimum(screen[:, :2], screen[:, 2:]), np.maximum(screen[:, :2], screen[:, 2:])
    seen = ((high >= 0.0) & (low <= (width, height))).all(axis=1)
    return screen[seen], np.array(weights)[seen]


def _weight(ink: Ink) -> float:
    return 0.4 if ink in _FAINT else 1.0


def _crossings(boxes: Array, segments: Array, weights: Array) -> Array:
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


def _overlaps(boxes: Array, taken: list[Box]) -> Array:
    """Cost of covering labels already placed, with a little air around them."""
    if not taken:
        return np.zeros(len(boxes))
    others = np.array(taken)
    width = np.minimum(boxes[:, None, 2], others[:, 2] + 3.0) - np.maximum(boxes[:, None, 0], others[:, 0] - 3.0)
    height = np.minimum(boxes[:, None, 3], others[:, 3] + 2.0) - np.maximum(boxes[:, None, 1], others[:, 1] - 2.0)
    shared = width.clip(0.0) * height.clip(0.0)
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    return np.asarray(((shared > 0.0) * 0.5 + shared / area[:, None]).sum(axis=1) * _COVERED)


def _leaving(boxes: Array, view: View) -> Array:
    width, height = view.size
    low = (MARGIN - boxes[:, :2]).clip(0.0).sum(axis=1)
    high = (boxes[:, 2:] - (width - MARGIN, height - MARGIN)).clip(0.0).sum(axis=1)
    return np.asarray(np.minimum((low + high) / 20.0, 1.0) * _OUTSIDE)


def _inside(corner: Sequence[float], width: float, height: float, view: View) -> tuple[float, float]:
    """The corner moved so that the box lies inside the canvas, where it fits at all."""
    x = max(min(corner[0], view.size[0] - MARGIN - width), MARGIN)
    y = max(min(corner[1], view.size[1] - MARGIN - height), MARGIN)
    return round(x), round(y)
