"""Framing: the view that shows what a stage of a lesson draws, at all of its steps, and fills the pane with it.

The view changes with the stage (`view.between`, FRAMING_SECONDS long), never from step to step and never while
something is dragged; a scene that is dragged out of its view gets a new one when it is let go (`still_fits`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from geometry.shape import Aabb
from viz.lesson.canvas import Canvas
from viz.lesson.grip import placed_grips
from viz.lesson.ink import TextStyle
from viz.lesson.lesson import Axes, Moment, Pane
from viz.lesson.mark import Label, Mark, Pair, Symbol
from viz.lesson.text import plain
from viz.picture.labels import GAP, HEAD
from viz.picture.pixels import Box
from viz.picture.text_width import MONO, text_width
from viz.picture.view import Insets, View, within_limits

FRAMING_SECONDS = 0.35
MARGIN = 0.08  # of the pane at each side of what is drawn
CLEAR = 8.0  # pixels between a pane's title and what is drawn
FILLED = 0.77  # of the pane's width or height: what is drawn fills this at least, whatever room labels ask for
_EDGE = 8.0  # pixels that labels and handles keep from the sides of the pane
_RIM = 2.0  # pixels that what is drawn keeps from the sides at least
_HANDLE = 10.0  # pixels from the middle of a handle to its edge
_CHART = Insets(56.0, 50.0, 24.0, 44.0)  # room beside, above and below a chart's ranges
_LABEL = 13.5  # font size of labels
_MOST_STEPS = 24  # of a long stage every second or third step will do
_FLAT = 0.02
_ROUNDS = 2  # which mark sticks out furthest depends on the scale that it helps to choose


def frame(
    pane: Pane,
    moment: Moment[Any],
    size: Pair,
    scale: float = 1.0,
    *,
    steps: range | None = None,
    times: Sequence[float] = (),
) -> View:
    """The view of a pane `size` pixels large that holds what is drawn at all of these steps of the moment's trace
    (those of its stage; without them, of the whole trace), at each of the times of the clock (or at the moment's
    own), with its handles, and with room for labels.

    What is drawn takes at least FILLED of the pane's width or height, its margins as far as there is room, and
    nothing of it lies under the title. A chart's ranges fill its pane."""
    if steps is None:
        while moment.parent is not None:
            moment = moment.parent
        steps = range(len(moment.trace))
    every = max(1, math.ceil(len(steps) / _MOST_STEPS))
    picked = tuple(dict.fromkeys((*steps[::every], *steps[-1:])))
    key = (moment.scene, moment.trace, moment.parent and moment.parent.trace, moment.compare)
    return _frame(_Stage(pane, key, picked, tuple(times) or (moment.time,), moment), size, scale)


def still_fits(view: View, pane: Pane, moment: Moment[Any], scale: float = 1.0) -> bool:
    """Whether all that the moment draws lies inside its pane, so that its view need not change after a drag."""
    canvas = Canvas(scale * view.pixel, scale * view.pixel_y)
    pane.draw(canvas, moment)
    box, seen = canvas.bounds(), view.bounds()
    if box is None:
        return True
    slack = 4.0 * np.array((view.pixel, view.pixel_y))
    return bool((box.low >= seen.low - slack).all() and (box.high <= seen.high + slack).all())


def filled_part(view: View, marks: Sequence[Mark]) -> float:
    """How much of its pane a picture fills: max(w/W, h/H) of what has a place of its own, without labels."""
    canvas = Canvas(view.pixel, view.pixel_y)
    canvas.marks.extend(marks)
    box = canvas.bounds()
    return 0.0 if box is None else float((box.extent * view.scales / view.size).max())


@dataclass(frozen=True, slots=True)
class _Stage:
    """What is framed. Scenes and traces are told apart by identity: they do not change."""

    pane: Pane
    key: tuple[Any, ...]
    steps: tuple[int, ...]
    times: tuple[float, ...]
    moment: Moment[Any] = field(compare=False)

    def moments(self) -> list[Moment[Any]]:
        """An open prediction hides something; the view makes room for it already, and stays when it is answered."""
        return [
            replace(self.moment, index=step, time=time, is_open=False) for step in self.steps for time in self.times
        ]

    def drawn(self, pixel: float, pixel_y: float) -> Canvas:
        """All steps on one canvas, were a pixel that long."""
        canvas = Canvas(pixel, pixel_y)
        for moment in self.moments():
            self.pane.draw(canvas, moment)
        return canvas


@lru_cache(maxsize=64)  # traces do not change, and stages are asked for again at every step of an export
def _frame(stage: _Stage, size: Pair, scale: float) -> View:
    if (ranges := stage.pane.axes) is not None:
        axes = [ranges(moment) for moment in stage.moments()]
        return _chart(stage, axes, size, scale)
    return _figure(stage, size, scale)


def _chart(stage: _Stage, axes: Sequence[Axes], size: Pair, scale: float) -> View:
    """Ranges of all steps fill the pane, with room beside them for what stands there: titles, numbers, icons."""
    x = min(each.x[0] for each in axes), max(each.x[1] for each in axes)
    y = min(each.y[0] for each in axes), max(each.y[1] for each in axes)
    least = Insets(*(part * scale for part in _CHART))
    view = View(size=size)
    insets = least
    for _ in range(_ROUNDS):
        view = view.filled(x, y, _within(insets, size))
        canvas = stage.drawn(scale * view.pixel, scale * view.pixel_y)
        boxes = _label_boxes(canvas.marks, view, scale, fixed=True)
        if (bounds := canvas.bounds()) is not None:
            corners = view.to_screen((bounds.low, bounds.high))
            boxes.append((*corners.min(axis=0), *corners.max(axis=0)))
        if not boxes:
            break
        (left, bottom), (right, top) = view.to_screen(((x[0], y[0]), (x[1], y[1]))).tolist()
        low, high = np.min(boxes, axis=0)[:2], np.max(boxes, axis=0)[2:]
        insets = Insets(
            max(least.left, left - float(low[0]) + _EDGE),
            max(least.top, top - float(low[1]) + (HEAD + CLEAR / 2.0) * scale),
            max(least.right, float(high[0]) - right + _EDGE),
            max(least.bottom, float(high[1]) - bottom + _EDGE),
        )
    return view.filled(x, y, _within(insets, size))


def _within(insets: Insets, size: Pair) -> Insets:
    """Insets that leave at least half of a small pane to its chart, and no wider ones for what is cut off anyway."""
    width, height = size
    across = min(1.0, 0.5 * width / (insets.left + insets.right))
    down = min(1.0, 0.5 * height / (insets.top + insets.bottom))
    return Insets(insets.left * across, insets.top * down, insets.right * across, insets.bottom * down)


def _figure(stage: _Stage, size: Pair, scale: float) -> View:
    """One scale for both directions. What sticks out of the bare figure (the marks, were a pixel nothing, and the
    points that can be held) is made of pixels, and needs as many of them at any scale; labels and handles may stand
    in the margins."""
    held = _handles(stage, None)
    view = View(size=size).fitted(_around(held), 0.0)
    bounds = stage.drawn(1e-3 * view.pixel, 1e-3 * view.pixel).bounds()
    bare = _around(held if bounds is None else [*held, (*bounds.low, *bounds.high)])
    view = view.fitted(bare, 0.0)
    room = _Room.of(size, scale, stage.pane.margin)
    for _ in range(_ROUNDS):
        canvas = stage.drawn(scale * view.pixel, scale * view.pixel_y)
        bounds = canvas.bounds()
        full = bare if bounds is None else bare.joined(bounds)
        asked = [*_label_boxes(canvas.marks, view, scale, fixed=False), *_handles(stage, view)]
        low, high = np.array(view.to_screen((full.low[0], full.high[1]))), view.to_screen((full.high[0], full.low[1]))
        beyond = Insets(0.0, 0.0, 0.0, 0.0)
        if asked:
            first, last = np.min(asked, axis=0)[:2], np.max(asked, axis=0)[2:]
            beyond = Insets(*(max(0.0, float(v)) for v in (*(low - first), *(last - high))))
        (left, bottom), (right, top) = (bare.low - full.low) * view.scale, (full.high - bare.high) * view.scale
        over = Insets(float(left), float(top), float(right), float(bottom))
        view = room.view(view, bare, over, beyond)
    return view


class _Room(NamedTuple):
    """A pane's size, the margins around what is drawn, and the height that its title takes."""

    size: Pair
    margins: Insets
    head: float

    @classmethod
    def of(cls, size: Pair, scale: float, margin: float | None = None) -> _Room:
        width, height = size
        if margin is not None:
            return cls(size, Insets(margin * width, margin * height, margin * width, margin * height), 0.0)
        head = min(HEAD * scale, 0.15 * height)
        top = max(MARGIN * height, head + CLEAR)
        # A low pane has little left below its title: its lower margin gives way first.
        bottom = min(MARGIN * height, max(2.0, (1.0 - FILLED) * height - top))
        return cls(size, Insets(MARGIN * width, top, MARGIN * width, bottom), head)

    def view(self, view: View, bare: Aabb, over: Insets, beyond: Insets) -> View:
        """The view that holds the bare figure, `over` pixels of marks around it, and `beyond` those, if there is
        room, the labels and handles."""
        margins, (width, height) = self.margins, self.size
        extent = bare.extent.tolist()
        flat = _FLAT * max(extent)
        marks = over.left + over.right, over.top + over.bottom
        labels = beyond.left + beyond.right, beyond.top + beyond.bottom
        inner = width - margins.left - margins.right, height - margins.top - margins.bottom
        whole = width - 2.0 * _EDGE, height - self.head - _EDGE

        def scale_in(rooms: Sequence[float], taken: Sequence[float]) -> float:
            fits = [(r - t) / e for r, t, e in zip(rooms, taken, extent, strict=True) if e > flat]
            return within_limits(max(min(fits, default=view.scale), 0.05 * view.scale))

        most, least = scale_in(inner, marks), scale_in((FILLED * width, FILLED * height), marks)
        wanted = scale_in(whole, [m + t for m, t in zip(marks, labels, strict=True)])
        chosen = min(max(wanted, least), most)
        wide, high = (e * chosen + m for e, m in zip(extent, marks, strict=True))
        x = _start(margins.left, inner[0], wide, _EDGE + beyond.left, width - _EDGE - beyond.right)
        x = max(min(x, width - _RIM - wide), _RIM)  # labels may ask for more room than there is
        lowest = max(self.head + CLEAR, self.head + beyond.top)
        y = _start(margins.top, inner[1], high, lowest, height - _EDGE - beyond.bottom)
        y = max(min(y, height - _RIM - high), self.head + _RIM)
        # The bare figure's top left corner stands at (x + over.left, y + over.top).
        center = (
            float(bare.low[0]) + (width / 2.0 - x - over.left) / chosen,
            float(bare.high[1]) - (height / 2.0 - y - over.top) / chosen,
        )
        return replace(view, scale=chosen, center=center)


def _start(margin: float, inner: float, length: float, least: float, most: float) -> float:
    """Where a length begins: in the middle of the inner room, moved so that it lies between `least` and `most`, or in
    their middle where it does not fit there."""
    if most - least < length:
        return (least + most - length) / 2.0
    return min(max(margin + (inner - length) / 2.0, least), most - length)


def _handles(stage: _Stage, view: View | None) -> list[Box]:
    """Boxes around everything that can be held, and around the shapes, in pixels of a view; without one as points in
    the world, were a pixel nothing."""
    if not stage.pane.is_held(stage.moment):
        return []
    scene = stage.moment.scene
    hidden = set.intersection(*(set(stage.pane.idle(moment)) for moment in stage.moments()))
    grips = placed_grips(scene, 0.0 if view is None else view.pixel)
    corners = [placed.at for placed in grips if placed.grip.field not in hidden]
    for _, _, body in scene.bodies():
        bounds = body.world.bounds()
        corners += [bounds.low, bounds.high]
    if view is None or not corners:
        return [(x, y, x, y) for x, y in np.reshape(corners, (-1, 2)).tolist()]
    places = view.to_screen(corners).tolist()
    return [(x - _HANDLE, y - _HANDLE, x + _HANDLE, y + _HANDLE) for x, y in places]


def _label_boxes(marks: Sequence[Mark], view: View, scale: float, *, fixed: bool) -> list[Box]:
    """The boxes that labels ask for, in pixels; of a chart only those that stand fixed."""
    boxes: list[Box] = []
    for mark in marks:
        if isinstance(mark, Label | Symbol) and (mark.fixed or not fixed):
            if isinstance(mark, Label):
                if mark.style is TextStyle.LETTER:
                    continue
                lines = plain(mark.text).split("\n")
                is_code = mark.style is TextStyle.CODE
                wide = max(MONO * _LABEL * len(line) if is_code else text_width(line, _LABEL) for line in lines)
                wide, high = wide / 2.0 + 3.0, 0.6 * _LABEL * (len(lines) - 1) + 0.75 * _LABEL
            else:
                wide, high = _LABEL, 0.75 * _LABEL
            half_x, half_y = wide * scale, high * scale
            x, y = view.to_screen(mark.at).tolist()
            if mark.toward is not None:
                dx, dy = mark.toward
                size = math.hypot(dx, dy) or 1.0  # of no direction: on the point
                away = (abs(dx) * half_x + abs(dy) * half_y) / size + GAP
                x, y = x + dx / size * away, y - dy / size * away
            boxes.append((x - half_x, y - half_y, x + half_x, y + half_y))
    return boxes


def _around(boxes: Sequence[Box]) -> Aabb:
    """The box around boxes in world units; a unit square around the origin for none."""
    if not boxes:
        return Aabb(np.array((-1.0, -1.0)), np.array((1.0, 1.0)))
    return Aabb(np.min(boxes, axis=0)[:2], np.max(boxes, axis=0)[2:])
