"""Placing labels: beside their thing, clear of lines and of each other, inside the canvas.

Every label tries a ring of places around its anchor, the side that the lesson asked for first, and takes the
one that costs least. Lengths are pixels, y down. Placing is by numpy over all places and obstacles at once: a
picture of ten labels takes well under a millisecond.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viz.lesson.canvas import Label, Mark, Symbol
from viz.lesson.ink import TextStyle
from viz.picture.label_costs import MARGIN, Box, covering, crossings, leaving, obstacles, overlaps
from viz.picture.pixels import Pixels, in_pixels
from viz.picture.view import View

Array = NDArray[np.float64]

GAP = 9.0  # between an anchor and the nearest edge of its label
_DIRECTIONS = 16
_RINGS = (1.0, 2.4, 4.2)  # distances tried, in gaps
_LOST_ASIDE = 0.7  # cost of standing on the far side from the one asked for
_LOST_FAR = 0.5  # cost of each ring further out
_MOVED = 0.6  # cost of leaving last frame's place: labels do not flicker while dragging

_TURNS = np.arange(_DIRECTIONS) * (math.tau / _DIRECTIONS)
_AWAY = np.array(_RINGS)[:, None]
_ASIDE = _LOST_ASIDE * (1.0 - np.cos(_TURNS)) / 2.0
_ASIDE_OF: list[float] = _ASIDE.tolist()
_FURTHER = _LOST_FAR * np.arange(len(_RINGS))[:, None] + np.zeros(_DIRECTIONS)

_NO_DIGITS = str.maketrans("", "", "0123456789")
_FREEDOM = {TextStyle.LETTER: 0, TextStyle.PILL: 1, TextStyle.LABEL: 3}

Text = Label | Symbol
Measure = Callable[[Text], tuple[float, float]]
Key = tuple[str, int]  # a label's words without their numbers, and its occurrence
Places = dict[Key, int]  # which place each label took


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
    last: Mapping[Key, int] | None = None,
    reserved: Callable[[], Iterable[Box]] = tuple,
    *,
    pixels: Pixels | None = None,
    follow: bool = False,
) -> tuple[list[PlacedLabel], Places]:
    """Where each label goes, and the choices made: hand them in again as `last` for the next frame.

    Nothing is put on the `reserved` boxes. `pixels`: the marks' points, where they are known already. With `follow`
    every label keeps the side of its thing that it had `last`, whatever it covers there; a picture with a label that
    had no place yet is placed afresh all the same.
    """
    pixels = in_pixels(marks, view) if pixels is None else pixels
    texts = _texts(marks, pixels, measure)
    before = [None if last is None else last.get(text.key) for text in texts]
    if follow and None not in before:
        kept = zip(texts, before, strict=True)
        return [_placed(text, _place(text, at or 0)[0], view) for text, at in kept], dict(last or {})
    segments, weights = obstacles(marks, pixels, view.size)
    stays = _kept(texts, before, view, segments, weights)
    taken: list[Box] = list(reserved())
    placed: list[PlacedLabel] = []
    places: Places = {}
    for text, stay in zip(texts, stays, strict=True):
        if stay is not None and stay.cost + covering(stay.box, taken) <= _MOVED:
            best, box = stay.place, stay.box  # every other place costs at least as much
        else:
            boxes, costs = _places(text)
            costs = costs + crossings(boxes, segments, weights) + overlaps(boxes, taken) + leaving(boxes, view.size)
            if stay is not None:
                costs += _MOVED
                costs[stay.place] -= _MOVED
            best = int(costs.argmin())
            box = boxes[best].tolist()
        places[text.key] = best
        label = _placed(text, box, view)
        taken.append((label.x, label.y, label.x + label.width, label.y + label.height))
        placed.append(label)
    return placed, places


class _Text(NamedTuple):
    """A label to be placed: its anchor and its size in pixels."""

    mark: Text
    key: Key
    x: float
    y: float
    width: float
    height: float


def _texts(marks: Sequence[Mark], pixels: Pixels, measure: Measure) -> list[_Text]:
    """The labels of a picture. Letters name whole shapes and have the least freedom, so they choose first."""
    found: list[tuple[Any, int]] = [(marks[i], pixels.starts[i]) for i in pixels.words]
    found.sort(key=_freedom)
    used: set[Key] = set()
    texts = []
    for mark, start in found:
        x, y = pixels.points[start].tolist()
        key = _key(mark, used)
        used.add(key)
        texts.append(_Text(mark, key, x, y, *measure(mark)))
    return texts


class _Kept(NamedTuple):
    """Where a label stood in the last frame, and what staying there costs, other labels apart."""

    place: int
    box: Sequence[float]
    cost: float


def _kept(
    texts: Sequence[_Text], before: Sequence[int | None], view: View, segments: Array, weights: Array
) -> list[_Kept | None]:
    """The last place of every label that had one: few boxes to look at instead of hundreds."""
    found = [None if last is None else (last, *_place(text, last)) for text, last in zip(texts, before, strict=True)]
    boxes = np.array([item[1] for item in found if item is not None]).reshape(-1, 4)
    costs = iter((crossings(boxes, segments, weights) + leaving(boxes, view.size)).tolist())
    return [None if item is None else _Kept(item[0], item[1], item[2] + next(costs)) for item in found]


def _freedom(found: tuple[Text, object]) -> int:
    mark = found[0]
    return 2 if isinstance(mark, Symbol) else _FREEDOM.get(mark.style, 3)


def _key(mark: Text, used: set[Key]) -> Key:
    # Numbers change while dragging; a label keeps its identity by its words.
    words = mark.latex if isinstance(mark, Symbol) else mark.text.translate(_NO_DIGITS)
    count = 0
    while (words, count) in used:
        count += 1
    return words, count


def _places(text: _Text) -> tuple[Array, Array]:
    """Boxes `(n, 4)` to choose from (left, top, right, bottom), with the cost of each for being where it is."""
    towards = text.mark.toward
    start = 0.0 if towards is None else math.atan2(-towards[1], towards[0])
    turn = start + _TURNS
    way = np.stack((np.cos(turn), np.sin(turn)), axis=1)
    # Centres such that the box's edge, not its centre, keeps the gap in each direction.
    half = np.array((text.width / 2.0, text.height / 2.0))
    away = np.abs(way) @ half + GAP * _AWAY
    centres = (text.x, text.y) + (way[None, :, :] * away[:, :, None]).reshape(-1, 2)
    if towards is None:
        costs = np.concatenate(((0.0,), (0.3 + _FURTHER + _LOST_FAR).ravel()))
        centres = np.concatenate((((text.x, text.y),), centres))
    else:
        costs = (_ASIDE + _FURTHER).ravel()
    return np.concatenate((centres - half, centres + half), axis=1), costs


def _place(text: _Text, place: int) -> tuple[list[float], float]:
    """One of `_places`, and its cost."""
    mark, _, x, y, width, height = text
    start, cost = 0.0, 0.0
    if mark.toward is not None:
        start = math.atan2(-mark.toward[1], mark.toward[0])
    elif place == 0:
        return [x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0], 0.0
    else:
        place, cost = place - 1, 0.3 + _LOST_FAR - _ASIDE_OF[(place - 1) % _DIRECTIONS]
    ring, direction = divmod(place, _DIRECTIONS)
    turn = start + direction * (math.tau / _DIRECTIONS)
    cosine, sine = math.cos(turn), math.sin(turn)
    away = (abs(cosine) * width + abs(sine) * height) / 2.0 + GAP * _RINGS[ring]
    x, y = x + cosine * away, y + sine * away
    box = [x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0]
    return box, cost + _ASIDE_OF[direction] + _LOST_FAR * ring


def _placed(text: _Text, box: Sequence[float], view: View) -> PlacedLabel:
    """The label in its box, moved so that it lies inside the canvas, where it fits at all."""
    x = max(min(box[0], view.size[0] - MARGIN - text.width), MARGIN)
    y = max(min(box[1], view.size[1] - MARGIN - text.height), MARGIN)
    return PlacedLabel(text.mark, round(x), round(y), text.width, text.height)
