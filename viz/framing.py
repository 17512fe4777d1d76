"""Framing: the view that shows everything a scene draws, at every step, so that stepping never runs out of it."""

from __future__ import annotations

import numpy as np

from geometry import Aabb
from geometry.vector import Vector
from viz.canvas import Recording
from viz.grips import placed_grips
from viz.lesson import Lesson, Moment, S
from viz.scene import Scene
from viz.view import View

MARGIN = 44.0  # pixels: room for labels and for the turning rings
_ROUNDS = 3  # offsets of a fixed number of pixels depend on the scale that they help to choose


def frame(lesson: Lesson[S], scene: S, size: tuple[float, float]) -> View:
    """The view of a canvas `size` pixels large that holds all steps of `scene` in its middle.

    Raises ValueError when the lesson refuses the scene.
    """
    trace = lesson.run(scene)
    view = View(size=size).fitted(_handles(scene), MARGIN)
    for _ in range(_ROUNDS):
        recording = Recording(view.pixel)
        for index in range(len(trace)):
            lesson.draw(recording, Moment(scene, trace, index))
        view = view.fitted(_joined(recording.bounds(), _handles(scene)), MARGIN)
    return view


def _handles(scene: Scene) -> Aabb:
    """The box around the scene's shapes and everything that can be held (turning rings apart)."""
    corners: list[Vector] = []
    for _, _, body in scene.bodies():
        bounds = body.world.bounds()
        corners.extend((bounds.low, bounds.high))
    corners.extend(placed.at for placed in placed_grips(scene, pixel=0.0))
    if not corners:
        return Aabb(np.array((-1.0, -1.0)), np.array((1.0, 1.0)))
    return Aabb(np.min(corners, axis=0), np.max(corners, axis=0))


def _joined(first: Aabb | None, second: Aabb) -> Aabb:
    if first is None:
        return second
    return Aabb(np.minimum(first.low, second.low), np.maximum(first.high, second.high))
