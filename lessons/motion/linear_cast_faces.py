"""The front faces that a linear cast has tested, and the one whose line is crossed last."""

from __future__ import annotations

from typing import Any

from geometry.time_of_impact.linear_cast_steps import FaceTested
from geometry.vector import Vector
from lessons.motion.linear_cast_words import face_name
from lessons.stories.grouping import apart
from lessons.stories.outlines import outward
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment


def front_faces(moment: Moment[Any]) -> list[FaceTested]:
    """Those tested up to this step that can be entered."""
    return [step for step in apart(moment.seen) if isinstance(step, FaceTested) and step.fraction is not None]


def crossed_at(step: FaceTested) -> float:
    """When the origin crosses the line of a front face."""
    assert step.fraction is not None
    return step.fraction


def last_crossed(moment: Moment[Any]) -> FaceTested | None:
    """The front face whose line is crossed last."""
    return max(front_faces(moment), key=crossed_at, default=None)


def draw_back_face(canvas: Canvas, scene: Any, at: Vector) -> None:
    """Of a miss: the back face that the origin is in front of, the farthest, where it crosses the last line."""
    best, most = None, 1e-9
    for i, edge in enumerate(scene.figure.edges):
        n = outward(edge)
        height = float(n @ (at - edge.start)) - scene.figure.radius
        if float(n @ scene.velocity) <= 0.0 and height > most:
            best, most = i, height
    if best is not None:
        edge, n = scene.figure.edges[best], outward(scene.figure.edges[best])
        ends = edge.start + scene.figure.radius * n, edge.end + scene.figure.radius * n
        name = f"back face {face_name(scene, best)}"
        marks.highlight_edge(canvas, ends, Ink.GAP, name, outward=-n, glow=False)
