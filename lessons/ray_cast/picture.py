"""The steps of the cast, and the hit that a faulty rule reports or misses."""

from __future__ import annotations

from typing import Any

from geometry import RayCast, RayKind
from geometry.query.ray_steps import ArcTested, FaceConsidered, LineTested, OvershootTested
from geometry.vector import left_of, readonly
from lessons.first_edition import marks, query_picture, ray_picture
from lessons.ray_cast.faulty import AHEAD, NONE, PERPENDICULAR, faulty_distance
from lessons.ray_cast.scene import ShapeAndRay
from lessons.ray_cast.words import is_query
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[ShapeAndRay]) -> None:
    scene, step = moment.scene, moment.step
    shape, ray = scene.a.world, scene.ray
    if isinstance(step, LineTested):
        query_picture.core(canvas, shape, ray.origin)
    elif shape.radius > 0.0 and len(shape.points) > 1:
        canvas.stroke(shape.points, Ink.GHOST, closed=len(shape.points) > 2)
    marks.shape(canvas, shape, Ink.A, "A")
    if is_query(step):
        canvas.arrow(ray.origin, ray.at(1.0), Ink.CONSTRUCTION)
        query_picture.query_step(canvas, shape, ray.origin, moment.trace.steps[: moment.index + 1])
        query_picture.the_point(canvas, ray.origin, -ray.direction, "start")
        return
    if isinstance(step, FaceConsidered | OvershootTested | ArcTested) or _is_about_pockets(scene, step):
        _extensions(canvas, moment)
    ray_picture.the_ray(canvas, shape, ray)
    ray_picture.ray_step(canvas, shape, ray, step)
    if isinstance(step, RayCast) and scene.faulty != NONE:
        _faulty(canvas, scene, step)


def _is_about_pockets(scene: ShapeAndRay, step: Any) -> bool:
    return scene.faulty == AHEAD and isinstance(step, RayCast)


def _extensions(canvas: Canvas, moment: Moment[ShapeAndRay]) -> None:
    """The lines of the edges that were crossed before this step: between two of them and an arc lies a pocket."""
    for step in moment.trace.steps[: moment.index]:
        if isinstance(step, FaceConsidered) and step.distance is not None:
            canvas.unbounded(step.start, step.end - step.start, Ink.GHOST)


def _faulty(canvas: Canvas, scene: ShapeAndRay, answer: RayCast) -> None:
    """The rule's own hit where it is another one, or that it has none."""
    ray = scene.ray
    said = faulty_distance(scene.faulty, scene.a.world, ray)
    name = "one axis alone" if scene.faulty == PERPENDICULAR else "edges ahead alone"
    if said is None:
        if answer.distance is not None:
            canvas.label(f"{name}: no hit", ray.at(1.0), Ink.FAULTY, toward=left_of(ray.direction))
        return
    if answer.distance is not None and abs(said - answer.distance) <= 1e-9 * ray.length:
        return
    at = readonly(ray.origin + said * ray.direction)
    if ray.kind is not RayKind.LINE:
        canvas.stroke((ray.origin, at), Ink.FAULTY)
    canvas.dot(at, Ink.FAULTY)
    canvas.label(f"{name}: hit at {amount(said)}", at, Ink.FAULTY, toward=left_of(ray.direction))
