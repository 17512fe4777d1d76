"""Where the article's first step would lead, in the world and on the ray."""

from __future__ import annotations

from geometry.vector import left_of
from lessons.first_edition import marks
from lessons.first_edition.difference_picture import ORIGIN
from lessons.first_edition.sweep_captions import clock, gap
from lessons.gjk_ray_cast.naive import naive
from lessons.gjk_ray_cast.scene import DISTANCE, RayCast
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink


def draw(canvas: Canvas, scene: RayCast) -> None:
    """The shapes where it takes them, if that is in the interval."""
    found = naive(scene)
    if found is None or found.separation is None:
        return
    for outline in scene.at(found.fraction):
        marks.ghost(canvas, outline, Ink.FAULTY)
    middle = sum(outline.centroid for outline in scene.at(found.fraction)) / 2.0
    words = f"distance as the time: {gap(found.separation)}"
    canvas.label(words if scene.beside == DISTANCE else gap(found.separation), middle, Ink.FAULTY, toward=-marks.UP)


def draw_space(canvas: Canvas, scene: RayCast) -> None:
    """Where it takes the estimate; beyond an end of the ray it is drawn a little outside."""
    found = naive(scene)
    if found is None:
        return
    at = min(max(found.fraction, -0.35), 1.15) * scene.ray
    canvas.stroke((ORIGIN, at), Ink.FAULTY)
    canvas.dot(at, Ink.FAULTY)
    where = f"x at t = {clock(found.fraction)}"
    canvas.label(
        f"{where}: back in time" if found.fraction < 0.0 else where, at, Ink.FAULTY, toward=left_of(scene.ray)
    )
