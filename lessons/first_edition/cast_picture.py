"""A cast: two shapes that slide, and in Minkowski space the origin on its way along a ray. Shared by the casts."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Difference, Vector, minkowski_difference, overlaps, point
from geometry.vector import left_of, length, readonly
from lessons.first_edition import difference_picture, marks, sweep_picture
from lessons.first_edition.difference import operands_of, solid
from lessons.first_edition.difference_picture import ORIGIN
from lessons.first_edition.sweeps import TwoSlides
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Follow, Moment
from viz.lesson.ink import Ink

NEAR_TIP = 0.08  # of the ray's length and the difference's size: so near to the tip a press takes hold of it


def sliding(canvas: Canvas, scene: TwoSlides) -> None:
    """Both shapes at the start of their ways, the ends as outlines."""
    for way in sweep_picture.ways_of(scene):
        marks.shape(canvas, way.start.world, way.ink, way.letter)
        path = way.end.pose.position - way.start.pose.position
        if length(path) > 0.0:
            marks.ghost(canvas, way.end.world, Ink.GHOST)
            canvas.label(f"{way.letter}, end", way.end.world.centroid, way.landed, toward=left_of(path))
            canvas.arrow(way.start.pose.position, way.end.pose.position, Ink.CONSTRUCTION)
    sweep_picture.at_time(canvas, scene)


def landed(canvas: Canvas, scene: TwoSlides, fraction: float) -> None:
    """Both shapes where they are at a fraction of the way."""
    a, b = scene.at(fraction)
    for outline, ink, letter in ((a, Ink.LANDED_A, "A′"), (b, Ink.LANDED_B, "B′")):
        marks.ghost(canvas, outline, ink)
        canvas.label(letter, outline.centroid, ink)


def space(canvas: Canvas, scene: TwoSlides, *, is_ghost: bool = False) -> Difference:
    """A − B as it is at the start, the origin, and the ray that it takes."""
    figure = minkowski_difference(scene.a.world, scene.b.world)
    if is_ghost:
        marks.ghost(canvas, solid(figure))
    else:
        difference_picture.outline(canvas, operands_of(scene.a.world, scene.b.world), figure)
    difference_picture.origin(canvas)
    ray(canvas, scene.ray, Ink.RESULT, "ray = v_B − v_A")
    return figure


def ray(canvas: Canvas, way: Vector, ink: Ink, words: str) -> None:
    """The way of the origin over the whole interval."""
    if length(way) > 0.0:
        canvas.arrow(ORIGIN, way, ink)
        canvas.label(words, 0.5 * way, ink, toward=left_of(way))
        canvas.feature((ORIGIN, way), "ray", ink)


def at_time(canvas: Canvas, scene: TwoSlides) -> None:
    """Where the slider of time puts the origin on its ray."""
    if 0.0 < scene.time < 1.0 and length(scene.ray) > 0.0:
        canvas.dot(scene.time * scene.ray, Ink.TEXT)
        canvas.label("at the slider's time", scene.time * scene.ray, Ink.QUIET, toward=-left_of(scene.ray))


def take_space(moment: Moment[Any], at: Vector) -> Follow | None:
    """Hold the ray by its tip, which moves the end of B's way, or the difference, which moves the whole of it."""
    scene: TwoSlides = moment.scene
    figure = minkowski_difference(scene.a.world, scene.b.world)
    size = float(np.ptp(figure.points, axis=0).max()) + 2.0 * figure.radius
    if length(at - scene.ray) <= NEAR_TIP * (length(scene.ray) + size):
        return _follow_tip
    return _follow_difference if overlaps(solid(figure), point(at)) else None


def _follow_tip(scene: TwoSlides, start: Vector, now: Vector) -> TwoSlides:
    return scene.with_field("b_to", scene.b_to.moved(now - start))


def _follow_difference(scene: TwoSlides, start: Vector, now: Vector) -> TwoSlides:
    by = readonly(start - now)
    return scene.with_field("b", scene.b.moved(by)).with_field("b_to", scene.b_to.moved(by))
