"""The front faces that a linear cast has tested, and the one whose line is crossed last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from geometry.time_of_impact.linear_cast_steps import FaceTested
from geometry.vector import Vector
from lessons.motion.casts import ORIGIN
from lessons.motion.linear_cast_words import face_name
from lessons.stories.grouping import apart
from lessons.stories.outlines import outward
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment

AHEAD = 1e-9  # world length: a point less far in front of a line is on it


def front_faces(moment: Moment[Any]) -> list[FaceTested]:
    """Those tested up to this step that can be entered."""
    return front_of(moment.seen)


def front_of(steps: Iterable[Any]) -> list[FaceTested]:
    return [step for step in apart(steps) if isinstance(step, FaceTested) and step.fraction is not None]


def crossed_at(step: FaceTested) -> float:
    """When the origin crosses the line of a front face."""
    assert step.fraction is not None
    return step.fraction


def last_crossed(moment: Moment[Any]) -> FaceTested | None:
    """The front face whose line is crossed last."""
    return max(front_faces(moment), key=crossed_at, default=None)


def height(scene: Any, face: int, at: ArrayLike = ORIGIN) -> float:
    """How far a point is in front of the line of a face."""
    edge = scene.figure.edges[face]
    return float(outward(edge) @ (np.asarray(at) - edge.start)) - float(scene.figure.radius)


def ends_of(scene: Any, face: int) -> tuple[Vector, Vector]:
    """Both ends of a face, the radius outside of its edge."""
    edge = scene.figure.edges[face]
    out = scene.figure.radius * outward(edge)
    return edge.start + out, edge.end + out


def draw_back_face(canvas: Canvas, scene: Any, at: Vector) -> None:
    """Of a miss: the back face that the origin is in front of, the farthest, where it crosses the last line."""
    normals = [outward(edge) for edge in scene.figure.edges]
    back = [i for i, n in enumerate(normals) if float(n @ scene.velocity) <= 0.0]
    best = max(back, key=lambda i: height(scene, i, at), default=None)
    if best is not None and height(scene, best, at) > AHEAD:
        name = f"back face {face_name(scene, best)}"
        marks.highlight_edge(canvas, ends_of(scene, best), Ink.GAP, name, outward=-normals[best], glow=False)
