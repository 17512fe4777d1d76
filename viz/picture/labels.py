"""Placing labels: beside their thing, clear of lines, points and each other, inside the canvas.

Every label tries places around its anchor, ring by ring, and takes the one that costs least; a faint name of an edge
or a vertex that finds no free one is left out. Lengths are pixels, y down. Most labels keep the first place they try,
or their last one, and all of those are looked at at once: a picture of forty labels takes a millisecond or two, and
nothing while labels only follow what is dragged."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viz.lesson.ink import TextStyle
from viz.lesson.mark import Label, Mark, Pair, Symbol
from viz.picture.label_costs import (
    HARD,
    MARGIN,
    Obstacles,
    covering,
    crossings,
    inside,
    leaving,
    obstacles,
    overlaps,
)
from viz.picture.label_places import GAP, LETTERS, Anchored, Key, Text, table_of
from viz.picture.letters import Shape, leaving_shape, room_of, shapes_of
from viz.picture.pixels import Box, Pixels, in_pixels
from viz.picture.view import View

__all__ = ["GAP", "HEAD", "Key", "PlacedLabel", "Places", "Text", "place_labels"]

Array = NDArray[np.float64]

HEAD = 30.0  # pixels at the top of a pane, at text size 100 %, where its title stands
DROPPED = -1  # the place of a faint name that found none
_MOVED = 0.6  # cost of leaving last frame's place: labels do not flicker while dragging
_CONTENT = 0.03  # a first place that costs no more is taken unseen: there is hardly a better one
_LEADER = 20.0  # pixels between a label and its point from which on a line leads there
_LEADER_ASKED = 12.0  # the same where the lesson asked for one
_LED_ACROSS = 3.0  # cost of each label that a leader runs across
_LEADER_STARTS = 4.0  # pixels from the point
_BEAD = 6.0  # pixels between the places of a leader that later labels keep off

_NO_DIGITS = str.maketrans("", "", "0123456789")
_LETTER = 1
_RANK = {
    TextStyle.LETTER: _LETTER,
    TextStyle.PILL: 2,
    TextStyle.BOLD: 4,
    TextStyle.LABEL: 5,
    TextStyle.CODE: 5,
    TextStyle.TITLE: 6,
    TextStyle.CAPTION: 6,
    TextStyle.NUMBER: 7,
    TextStyle.VERTEX: 8,
}
_FAINT = 7  # from this rank on names are faint

Measure = Callable[[Text], tuple[float, float]]
Places = dict[Key, int]  # which place each label took


class PlacedLabel(NamedTuple):
    """A label, the top left corner of its box and its size, and the line that leads from it to its point."""

    mark: Text
    x: float
    y: float
    width: float
    height: float
    leader: tuple[Pair, Pair] | None = None

    @property
    def box(self) -> Box:
        return self.x, self.y, self.x + self.width, self.y + self.height


def place_labels(
    marks: Sequence[Mark],
    view: View,
    measure: Measure,
    last: Mapping[Key, int] | None = None,
    reserved: Callable[[], Iterable[Box]] = tuple,
    *,
    pixels: Pixels | None = None,
    follow: bool = False,
    in_use: Container[object] = (),
    scale: float = 1.0,
) -> tuple[list[PlacedLabel], Places]:
    """Where each label goes, and the choices made: hand them in again as `last` for the next frame.

    Nothing is put on the `reserved` boxes: the title, insets. `pixels`: the marks' points, where they are known
    already. With `follow` every label keeps the side of its thing that it had `last`, whatever it covers there; a
    picture with a label that had no place yet is placed afresh all the same. The faint names of the features `in_use`
    are never left out. `scale`: how much larger than at 1280 x 720 lines, points and gaps are.
    """
    pixels = in_pixels(marks, view) if pixels is None else pixels
    texts = _texts(marks, pixels, measure, scale)
    if last is not None:  # the same word may have been a letter with places of its own
        kept = ((text.key, last.get(text.key), len(text.table.turns)) for text in texts)
        last = {key: at for key, at, count in kept if at is not None and at < count}
    if follow and last is not None and all(text.key in last for text in texts):
        return [_placed(text, last[text.key], view) for text in texts if last[text.key] >= 0], dict(last)
    shapes = shapes_of(marks, pixels)
    texts = _in_turn(texts, shapes)
    before = [None if last is None else last.get(text.key) for text in texts]
    found = obstacles(marks, pixels, view.size, scale)
    tried = [0 if at is None or at < 0 else at for at in before]
    firsts = np.array([text.box(at) for text, at in zip(texts, tried, strict=True)]).reshape(-1, 4)
    costs = (crossings(firsts, found) + leaving(firsts, view.size)).tolist()
    taken: list[Box] = list(reserved())
    placed: list[PlacedLabel] = []
    places: Places = {}
    for text, at, was, cost in zip(texts, tried, before, costs, strict=True):
        stays = was is not None and was >= 0
        best, mark = at, text.mark
        if not mark.fixed:
            own = cost + text.table.costs[at] + covering(text.box(at), taken)
            if own > _enough(text, stays=stays):
                best, own = _best(text, found, taken, shapes, view.size, at if stays else None)
            if text.is_faint and own >= HARD / 2.0 and mark.feature not in in_use:
                best = DROPPED
        places[text.key] = best
        if best >= 0:
            label = _placed(text, best, view)
            placed.append(label)
            taken.append(label.box)
            if label.leader is not None:
                taken.extend(_beads(*label.leader, view.size))
    return placed, places


def _enough(text: Anchored, *, stays: bool) -> float:
    """What a first place, or the last one, may cost to be taken without a look at the others."""
    if stays:
        return _MOVED
    if text.table is LETTERS:
        return -1.0  # it has to be seen against the shapes
    return HARD / 2.0 if text.is_faint else _CONTENT


def _texts(marks: Sequence[Mark], pixels: Pixels, measure: Measure, scale: float) -> list[Anchored]:
    """The labels of a picture. The faint name of a feature that another label names is left out."""
    found: list[Any] = [marks[i] for i in pixels.words]
    loud = [mark for mark in found if isinstance(mark, Label) and _rank(mark) < _FAINT]
    named = {mark.feature for mark in loud if mark.feature}
    used: set[Key] = set()
    texts = []
    for i, mark in zip(pixels.words, found, strict=True):
        if mark.feature in named and _rank(mark) >= _FAINT:
            continue
        x, y = pixels.points[pixels.starts[i]].tolist()
        key = _key(mark, used)
        used.add(key)
        toward = mark.toward
        angle = 0.0 if toward is None else math.atan2(-toward[1], toward[0])
        texts.append(Anchored(mark, key, x, y, *measure(mark), table_of(mark), angle, scale))
    return texts


def _in_turn(texts: Sequence[Anchored], shapes: Sequence[Shape]) -> list[Anchored]:
    """Those with the least freedom first, of letters that of the smallest shape."""

    def freedom(text: Anchored) -> tuple[int, float]:
        rank = _rank(text.mark)
        return rank, room_of(text.mark, np.array((text.x, text.y)), shapes) if rank == _LETTER else 0.0

    return sorted(texts, key=freedom)


def _rank(mark: Any) -> int:
    """Which labels choose first: those that must stand where they are, then those with the least freedom."""
    if mark.fixed:
        return 0
    return 3 if isinstance(mark, Symbol) else _RANK[mark.style]


def _key(mark: Text, used: set[Key]) -> Key:
    # Numbers change while dragging; a label keeps its identity by its words.
    words = mark.latex if isinstance(mark, Symbol) else mark.text.translate(_NO_DIGITS)
    count = 0
    while (words, count) in used:
        count += 1
    return words, count


def _best(
    text: Anchored,
    found: Obstacles,
    taken: Sequence[Box],
    shapes: Sequence[Shape],
    size: tuple[float, float],
    stays: int | None,
) -> tuple[int, float]:
    """The cheapest of all places, and its cost; `stays`: where the label was."""
    boxes, costs = text.boxes(), text.table.arrays[2]
    costs = costs + crossings(boxes, found) + overlaps(boxes, taken) + leaving(boxes, size)
    if text.table is LETTERS:
        costs += leaving_shape(text, boxes, shapes)
    elif text.mark.toward is not None and not text.is_faint:
        costs += _crossing_leaders(text, boxes, taken)
    if stays is not None:
        costs += _MOVED
        costs[stays] -= _MOVED
    best = int(costs.argmin())
    return best, float(costs[best])


def _crossing_leaders(text: Anchored, boxes: Array, taken: Sequence[Box]) -> Array:
    """Cost of the leader that a place needs, where it runs across other labels."""
    if not taken:
        return np.zeros(len(boxes))
    anchor = np.array((text.x, text.y))
    ends = np.clip(anchor, boxes[:, :2], boxes[:, 2:])
    lines = np.concatenate((np.broadcast_to(anchor, ends.shape), ends), axis=1)
    enter, leave = inside(np.array(taken), lines, np.zeros(len(lines)))
    is_led = np.hypot(*(ends - anchor).T) >= _leads_from(text)
    return np.asarray(is_led * _LED_ACROSS * (leave > enter).sum(axis=0))


def _placed(text: Anchored, place: int, view: View) -> PlacedLabel:
    """The label in its place, moved so that it lies inside the canvas, where it fits at all."""
    left, top, _, _ = text.box(place)
    x = max(min(left, view.size[0] - MARGIN - text.width), MARGIN)
    y = max(min(top, view.size[1] - MARGIN - text.height), MARGIN)
    x, y = round(x), round(y)
    leader = _leader(text, (x, y, x + text.width, y + text.height))
    return PlacedLabel(text.mark, x, y, text.width, text.height, leader)


def _leads_from(text: Anchored) -> float:
    """How far a label stands off its point before a line leads there."""
    is_asked = isinstance(text.mark, Label) and text.mark.leader
    return text.scale * (_LEADER_ASKED if is_asked else _LEADER)


def _leader(text: Anchored, box: Box) -> tuple[Pair, Pair] | None:
    """The line from a label to its point, where it stands off far enough."""
    if text.mark.fixed or text.mark.toward is None or text.is_faint:
        return None
    x, y = min(max(text.x, box[0]), box[2]), min(max(text.y, box[1]), box[3])
    distance = math.hypot(text.x - x, text.y - y)
    if distance < _leads_from(text):
        return None
    part = _LEADER_STARTS / distance
    return (x, y), (text.x + part * (x - text.x), text.y + part * (y - text.y))


def _beads(start: Pair, end: Pair, size: Pair) -> list[Box]:
    """Small boxes along a leader, as far as the canvas goes: no later label lies on it."""
    away, reach = math.dist(start, end), math.hypot(*size)
    if away > reach:  # its point may be thousands of screens away
        end = (start[0] + reach / away * (end[0] - start[0]), start[1] + reach / away * (end[1] - start[1]))
    count = max(2, math.ceil(min(away, reach) / _BEAD))
    parts = [i / count for i in range(1, count)]
    middles = [(start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])) for t in parts]
    return [(x - 1.0, y - 1.0, x + 1.0, y + 1.0) for x, y in middles if 0.0 <= x <= size[0] and 0.0 <= y <= size[1]]
