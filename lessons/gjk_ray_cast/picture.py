"""The estimate on its ray, the simplex that follows it, and the planes that it jumps to."""

from __future__ import annotations

import numpy as np

from geometry import Outcome, Simplex, SimplexVertex, Vector
from geometry.time_of_impact import TimeOfImpact
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from geometry.vector import left_of, length
from lessons.gjk_ray_cast.scene import RayCast
from viz import cast_picture, marks
from viz.canvas import Canvas
from viz.ink import Ink, separation_ink
from viz.lesson import Moment
from viz.simplex_picture import named
from viz.sweep_words import clock, gap
from viz.text import amount


def fraction_of(moment: Moment[RayCast]) -> float:
    """How far along the ray the estimate is."""
    return 0.0 if isinstance(moment.step, RayCastStarted) else float(moment.step.fraction)


def distance_taken(step: PlaneFound) -> float | None:
    """The fraction that the distance alone would step to; None where there is no step."""
    return step.fraction + step.gap if step.miss is None and step.gap > 0.0 else None


def draw(canvas: Canvas, moment: Moment[RayCast]) -> None:
    scene, step = moment.scene, moment.step
    cast_picture.sliding(canvas, scene)
    fraction = fraction_of(moment)
    if fraction > 0.0 and not (isinstance(step, TimeOfImpact) and step.outcome is Outcome.SEPARATED):
        cast_picture.landed(canvas, scene, fraction)
    match step:
        case PlaneFound(support=support, normal=normal, fraction=t):
            shift_a, shift_b = t * scene.sweep_a.motion, t * scene.sweep_b.motion
            radius_a, radius_b = scene.a.shape.radius, scene.b.shape.radius
            _supporting(canvas, support.on_a + shift_a, normal, radius_a, f"vertex {support.index_a} of A")
            _supporting(canvas, support.on_b + shift_b, -normal, radius_b, f"vertex {support.index_b} of B")
            if scene.by_distance and (late := distance_taken(step)) is not None and late <= 1.0:
                a, b = scene.at(late)
                marks.ghost(canvas, a, Ink.FAULTY)
                marks.ghost(canvas, b, Ink.FAULTY)
                canvas.label("by the distance alone", b.centroid, Ink.FAULTY, toward=marks.UP)
        case TimeOfImpact(outcome, t, separation, normal, on_a, on_b) if separation is not None:
            assert on_a is not None
            assert on_b is not None
            assert normal is not None
            canvas.stroke((on_a, on_b), separation_ink(separation))
            marks.normal_arrow(canvas, on_a, normal, "normal", 44.0)
            words = f"contact at t = {clock(t)}" if outcome is Outcome.HIT else gap(separation)
            canvas.label(words, on_a, Ink.PENETRATION, toward=left_of(normal))


def _supporting(canvas: Canvas, at: Vector, way: Vector, radius: float, words: str) -> None:
    """A vertex that lies furthest along a direction, and the line that nothing of its shape lies beyond."""
    canvas.unbounded(at + radius * way, left_of(way), Ink.AXIS)
    canvas.dot(at, Ink.INCIDENT)
    canvas.label(words, at, Ink.INCIDENT, toward=left_of(way))


def draw_space(canvas: Canvas, moment: Moment[RayCast]) -> None:
    scene, step = moment.scene, moment.step
    cast_picture.space(canvas, scene, is_ghost=True)
    cast_picture.at_time(canvas, scene)
    for before in moment.trace.steps[: moment.index]:
        if isinstance(before, PlaneFound) and before is not step:
            canvas.dot(before.estimate, Ink.GHOST)
            canvas.hot((before.estimate,), f"round {before.iteration}", Ink.REFERENCE)
    match step:
        case RayCastStarted(simplex=simplex):
            _simplex(canvas, simplex, np.zeros(2))
        case PlaneFound() as found:
            _plane(canvas, scene, found)
        case SimplexKept(simplex=simplex, estimate=estimate, separation=separation):
            _simplex(canvas, simplex, estimate)
            _estimate(canvas, scene, estimate, step.fraction)
            nearest = simplex.closest + estimate
            if length(simplex.closest) > 0.0:
                canvas.stroke((estimate, nearest), Ink.SEPARATION)
                words = f"at most {amount(max(separation, 0.0))} left"
                canvas.label(words, (estimate + nearest) / 2.0, Ink.SEPARATION, toward=left_of(simplex.closest))
        case TimeOfImpact(outcome, fraction) if outcome is not Outcome.SEPARATED:
            _estimate(canvas, scene, fraction * scene.ray, fraction)


def _estimate(canvas: Canvas, scene: RayCast, at: Vector, fraction: float) -> None:
    canvas.dot(at, Ink.PENETRATION)
    side = left_of(scene.ray) if length(scene.ray) > 0.0 else marks.UP
    canvas.label(f"x at t = {clock(fraction)}", at, Ink.PENETRATION, toward=side)


def _simplex(canvas: Canvas, simplex: Simplex, estimate: Vector, ink: Ink = Ink.RESULT) -> None:
    """The simplex where it lies in A − B: its points are measured from the estimate."""
    corners = np.array([vertex.w for vertex in simplex.vertices]) + estimate
    if len(corners) > 2:
        canvas.area(corners, Ink.VECTOR_P)
    if len(corners) > 1:
        canvas.stroke(corners, ink, closed=len(corners) > 2)
    for vertex, at in zip(simplex.vertices, corners, strict=True):
        _vertex(canvas, vertex, at, ink)


def _vertex(canvas: Canvas, vertex: SimplexVertex, at: Vector, ink: Ink) -> None:
    canvas.dot(at, ink)
    canvas.label(named(vertex), at, ink, toward=at if length(at) > 0.0 else marks.UP)


def _plane(canvas: Canvas, scene: RayCast, found: PlaneFound) -> None:
    """The direction from the simplex to the estimate, the plane across it, and where the ray meets that."""
    _simplex(canvas, found.simplex, found.estimate)
    _estimate(canvas, scene, found.estimate, found.fraction)
    canvas.stroke((found.closest, found.estimate), Ink.SEPARATION)
    marks.normal_arrow(canvas, found.closest, found.normal, "normal", 44.0)
    canvas.unbounded(found.plane, left_of(found.normal), Ink.AXIS)
    _vertex(canvas, found.support, found.support.w, Ink.INCIDENT)
    if found.next_fraction > found.fraction:
        at = found.next_fraction * scene.ray
        canvas.dot(at, Ink.RESULT)
        canvas.label(f"plane met at {clock(found.next_fraction)}", at, Ink.RESULT, toward=-left_of(scene.ray))
    if scene.by_distance and (late := distance_taken(found)) is not None:
        at = late * scene.ray
        canvas.dot(at, Ink.FAULTY)
        canvas.label(f"by the distance alone: {clock(late)}", at, Ink.FAULTY, toward=left_of(scene.ray))
