"""Framing: the view that shows everything a scene draws, at every step, so that stepping never runs out of it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Aabb, Trace, Vector
from viz.lesson.canvas import Label, Recording, Symbol
from viz.lesson.first_edition import Moment, Pane
from viz.lesson.scene import Scene
from viz.picture.labels import GAP
from viz.picture.text_width import text_width
from viz.picture.view import View
from viz.session.grips import placed_grips

MARGIN = 26.0  # pixels around everything, at text size 100 %
HEAD = 14.0  # pixels more at the top, at text size 100 %: the conventions or a title stand there
LEAST = (
    0.5  # of the scale at which the bare shapes would fill the canvas: labels in a large text can do with less room
)
_LABEL = 13.5  # font size of labels
_MOST_STEPS = 30  # of a long trace every second or third step will do
_FLAT = 0.02
_ROUNDS = 2  # which mark sticks out furthest depends on the scale that it helps to choose


def frame(pane: Pane, moment: Moment[Any], size: tuple[float, float], text_size: float = 1.0) -> View:
    """The view of a pane `size` pixels large that holds all steps of the moment's trace, handles and labels in its
    middle; of the outermost trace, where the moment is in a nested one."""
    while moment.parent is not None:
        moment = moment.parent
    return _frame(pane, moment.scene, moment.trace, size, text_size)


@lru_cache(maxsize=16)  # traces do not change, and are asked for again at every step of an export
def _frame(pane: Pane, scene: Scene, trace: Trace[Any, Any], size: tuple[float, float], text_size: float) -> View:
    margin = min(MARGIN * text_size, 0.12 * min(size))
    head = min(HEAD * text_size, 0.05 * size[1])
    view = View(size=size).fitted(_box(_handles(scene, 0.0)), margin)

    def drawn(pixel: float) -> Aabb:
        """The box of everything, were a pixel that long."""
        recording = Recording(pixel)
        for index in range(0, len(trace), max(1, len(trace) // _MOST_STEPS)):
            pane.draw(recording, Moment(scene, trace, index))
        corners = _labels(recording, pixel * text_size)
        if pane.is_world:
            corners += _handles(scene, pixel)
        if (bounds := recording.bounds()) is not None:
            corners += [bounds.low, bounds.high]
        return _box(corners)

    bare = drawn(1e-3 * view.pixel)
    flat = _FLAT * float(bare.extent.max())  # a strip is as high as its pixels need, and no matter
    free = [(s - 2.0 * margin) / float(e) for s, e in zip(size, bare.extent, strict=True) if e > flat]
    least = LEAST * min(free, default=0.0)
    for _ in range(_ROUNDS):
        # What sticks out beyond the bare figure is made of pixels, and needs as many of them at any scale.
        full = drawn(view.pixel)
        before, after = (bare.low - full.low) * view.scale, (full.high - bare.high) * view.scale + (0.0, head)
        room = np.array(size) - before - after - 2.0 * margin
        fits = [float(r / e) for r, e in zip(room, bare.extent, strict=True) if e > flat]
        scale = max(min(fits, default=view.scale), least, 0.05 * view.scale)
        middle = (bare.low + bare.high) / 2.0 + (after - before) / (2.0 * scale)
        view = replace(view, scale=scale, center=(float(middle[0]), float(middle[1])))
    return view


def _handles(scene: Scene, pixel: float) -> list[Vector]:
    """Corners of the boxes around the scene's shapes, and everything that can be held."""
    corners = [placed.at for placed in placed_grips(scene, pixel)]
    for _, _, body in scene.bodies():
        bounds = body.world.bounds()
        corners += [bounds.low, bounds.high]
    return corners


def _labels(recording: Recording, pixel: float) -> list[Vector]:
    """Corners of the places that labels ask for. `pixel`: world length of one at text size 100 %."""
    corners = []
    for mark in recording.marks:
        if isinstance(mark, Label | Symbol) and mark.toward is not None:
            wide = text_width(mark.text, _LABEL) / 2.0 + 8.0 if isinstance(mark, Label) else _LABEL
            half = np.array((wide, 0.9 * _LABEL))
            way = np.array(mark.toward) / math.hypot(*mark.toward)
            middle = mark.at + (float(np.abs(way) @ half) + GAP) * pixel * way
            corners += [middle - pixel * half, middle + pixel * half]
    return corners


def _box(corners: list[Vector]) -> Aabb:
    if not corners:
        return Aabb(np.array((-1.0, -1.0)), np.array((1.0, 1.0)))
    return Aabb(np.min(corners, axis=0), np.max(corners, axis=0))
