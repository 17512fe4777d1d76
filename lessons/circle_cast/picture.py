"""The circle in the world, and the same with the radius on the other side."""

from __future__ import annotations

from typing import Any

from geometry import CircleCast, Ray, RayCast, Vector, circle
from geometry.query.circle_cast import ShapeGrown
from geometry.query.ray_steps import ArcTested, FaceConsidered, OvershootTested
from geometry.vector import left_of, length, readonly, unit
from lessons.circle_cast.scene import CircleOnItsWay
from lessons.circle_cast.words import is_query, wrong_cast
from lessons.first_edition import axis_picture, marks, moving_picture, query_picture, ray_picture
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[CircleOnItsWay]) -> None:
    """The world: B, its way, what it sweeps, and B at the hit."""
    scene, step = moment.scene, moment.step
    a, b, ray = scene.a.world, scene.b.world, scene.ray
    if ray is not None:
        moving_picture.swept(canvas, scene.center, scene.to, scene.radius)
    axis_picture.two_shapes(canvas, a, b)
    if ray is None:
        return
    canvas.arrow(scene.center, scene.to, Ink.VECTOR_Q)
    canvas.label("B's way", (scene.center + scene.to) / 2.0, Ink.B, toward=left_of(ray.direction))
    if isinstance(step, ShapeGrown):
        edge = scene.center - scene.radius * left_of(ray.direction)
        canvas.stroke((scene.center, edge), Ink.B)
        words = f"r = {amount(scene.radius)}"
        canvas.label(words, (scene.center + edge) / 2.0, Ink.B, toward=-ray.direction)
    _meanwhile(canvas, scene, ray, step)
    if isinstance(step, CircleCast):
        _landed(canvas, scene, step)
        if scene.naive:
            _centre_alone(canvas, moment, step)


def _meanwhile(canvas: Canvas, scene: CircleOnItsWay, ray: Ray, step: Any) -> None:
    """What a step of the ray cast means here: B where its centre would be, and the edge or corner it is about."""
    face = step.entry if isinstance(step, OvershootTested) else step
    if isinstance(face, FaceConsidered):
        canvas.stroke(scene.a.world.edge(face.edge), Ink.REFERENCE)
    elif isinstance(face, ArcTested):
        canvas.dot(face.center, Ink.REFERENCE)
    if not isinstance(face, FaceConsidered | ArcTested | RayCast) or face.distance is None:
        return
    if ray_picture.is_near(scene.grown, ray, face.distance):
        place = face.distance * ray.direction
        marks.ghost(canvas, scene.b.world.moved(place), Ink.LANDED_B)
        words = "B at the hit" if isinstance(face, RayCast) else "B at this crossing"
        canvas.label(words, scene.center + place, Ink.B, toward=-marks.UP)


def _landed(canvas: Canvas, scene: CircleOnItsWay, answer: CircleCast) -> None:
    if answer.center is None:
        canvas.label("no hit", scene.to, Ink.GAP, toward=marks.UP)
        return
    marks.ghost(canvas, scene.b.world.moved(answer.center - scene.center), Ink.LANDED_B)
    canvas.dot(answer.center, Ink.B)
    if answer.point is None or answer.normal is None:
        canvas.label("overlaps at the start", answer.center, Ink.OVERLAP, toward=-marks.UP)
        return
    canvas.stroke((answer.center, answer.point), Ink.PROJECTOR_B)
    canvas.dot(answer.point, Ink.RESULT)
    canvas.label("touches", answer.point, Ink.RESULT, toward=-answer.normal)
    canvas.label(f"B at {amount(answer.fraction or 0.0)}", answer.center, Ink.B, toward=answer.normal)


def _centre_alone(canvas: Canvas, moment: Moment[CircleOnItsWay], answer: CircleCast) -> None:
    """Where B would be stopped by a ray of its centre."""
    scene, ray, wrong = moment.scene, moment.scene.ray, wrong_cast(moment)
    if ray is None or wrong is None or (wrong.distance is None and answer.center is None):
        return
    place: Vector = scene.to if wrong.distance is None else readonly(ray.origin + wrong.distance * ray.direction)
    marks.ghost(canvas, scene.b.world.moved(place - scene.center), Ink.FAULTY)
    words = "no hit" if wrong.distance is None else f"hit at {amount(wrong.distance)}"
    canvas.dot(place, Ink.FAULTY)
    canvas.label(f"centre alone: {words}", place, Ink.FAULTY, toward=-marks.UP)


def _added(canvas: Canvas, scene: CircleOnItsWay, ray: Ray) -> None:
    """A disc of B's radius around every corner, and that radius drawn once, at the corner furthest from the ray."""
    grown = scene.grown
    for corner in grown.points:
        marks.ghost(canvas, circle(grown.radius, corner))
    corner = max(grown.points, key=lambda at: abs(float((at - ray.origin) @ left_of(ray.direction))))
    way = corner - grown.centroid
    out = unit(way) if length(way) > 0.0 else -marks.UP
    ends = corner + scene.a.world.radius * out, corner + grown.radius * out
    canvas.stroke(ends, Ink.B)
    canvas.label(f"+ {amount(scene.radius)}", ends[1], Ink.B, toward=out)


def draw_grown(canvas: Canvas, moment: Moment[CircleOnItsWay]) -> None:
    """The radius on A's side: a ray against the grown shape."""
    scene, step = moment.scene, moment.step
    grown, ray = scene.grown, scene.ray
    marks.ghost(canvas, scene.a.world, Ink.LANDED_A)
    marks.shape(canvas, grown, Ink.A, "A")
    if is_query(step):
        query_picture.query_step(canvas, grown, scene.center, moment.trace.steps[: moment.index + 1])
    if ray is None or is_query(step):
        query_picture.the_point(canvas, scene.center, marks.UP, "B's centre")
        return
    ray_picture.the_ray(canvas, grown, ray, "B's centre")
    match step:
        case ShapeGrown():
            _added(canvas, scene, ray)
        case RayCast() | CircleCast():
            ray_picture.answer(canvas, ray, step.cast if isinstance(step, CircleCast) else step)
        case _:
            ray_picture.ray_step(canvas, grown, ray, step)
