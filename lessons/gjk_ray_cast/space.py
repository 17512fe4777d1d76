"""Minkowski space: the ray, the estimate on it, the simplex, and the plane that clips the ray."""

from __future__ import annotations

from dataclasses import replace

from geometry import Outcome, Vector
from geometry.minkowski.simplex import Simplex
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept, seen_from
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import left_of, length, xy_of
from lessons.first_edition import cast_picture, marks, simplex_picture
from lessons.first_edition.difference import Subtracted
from lessons.first_edition.sweep_captions import clock
from lessons.gjk_ray_cast import naive_picture
from lessons.gjk_ray_cast.picture import at_most, earlier, feature, standing_at
from lessons.gjk_ray_cast.scene import RayCast
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def subtracted(scene: RayCast) -> Subtracted:
    """A and B at the start: what A − B is made of."""
    return Subtracted(scene.a, scene.b)


def absolute(simplex: Simplex, estimate: Vector) -> Simplex:
    """A simplex that is measured from the estimate, in the space of A − B."""
    return replace(
        simplex, vertices=seen_from(-estimate, simplex.vertices), closest=xy_of(simplex.closest + estimate)
    )


def draw(canvas: Canvas, moment: Moment[RayCast]) -> None:
    scene, step = moment.scene, moment.step
    simplex_picture.space(canvas, subtracted(scene))
    cast_picture.ray(canvas, scene.ray, Ink.TEXT, "ray = v_B − v_A")
    cast_picture.at_time(canvas, scene)
    naive_picture.draw_space(canvas, scene)
    for before in earlier(moment):
        if before.next_fraction > before.fraction:
            canvas.unbounded(before.plane, left_of(before.normal), Ink.GHOST)
        canvas.dot(before.estimate, Ink.GHOST)
        canvas.feature((before.estimate,), feature(before), Ink.REFERENCE)
    match step:
        case RayCastStarted(simplex=simplex):
            simplex_picture.vertices(canvas, subtracted(scene), simplex.vertices, Ink.RESULT)
        case PlaneFound() as found:
            _plane(canvas, scene, found)
        case SimplexKept() as kept:
            _kept(canvas, scene, kept)
        case TimeOfImpact(outcome=Outcome.SEPARATED):
            proof: PlaneFound = moment.trace.steps[moment.index - 1]
            canvas.unbounded(proof.plane, left_of(proof.normal), Ink.AXIS)
            marks.normal_arrow(canvas, proof.plane, proof.normal, "normal", 36.0)
            _estimate(canvas, standing_at(moment) * scene.ray)
        case TimeOfImpact(fraction=fraction):
            at = fraction * scene.ray
            canvas.dot(at, Ink.OVERLAP)
            side = left_of(scene.ray) if length(scene.ray) > 0.0 else marks.UP
            canvas.label(f"x at t = {clock(fraction)}", at, Ink.OVERLAP, toward=side)


def _estimate(canvas: Canvas, at: Vector) -> None:
    canvas.dot(at, Ink.TEXT)
    if length(at) > 0.0:
        canvas.label("estimate x", at, Ink.TEXT, toward=marks.UP)


def _plane(canvas: Canvas, scene: RayCast, found: PlaneFound) -> None:
    """The closest point, the normal to x, the support point along it, its plane, and where the ray meets that."""
    simplex, pair = absolute(found.simplex, found.estimate), subtracted(scene)
    simplex_picture.simplex(canvas, simplex)
    simplex_picture.vertices(canvas, pair, simplex.vertices, Ink.RESULT)
    if found.support.pair not in found.simplex.pairs:
        simplex_picture.vertices(canvas, pair, (found.support,), Ink.INCIDENT)
    canvas.stroke((found.closest, found.estimate), Ink.CONSTRUCTION)
    canvas.dot(found.closest, Ink.GAP)
    marks.normal_arrow(canvas, found.plane, found.normal, "normal", 36.0)
    canvas.unbounded(found.plane, left_of(found.normal), Ink.AXIS)
    _estimate(canvas, found.estimate)
    if found.gap > 0.0:
        foot = found.estimate - found.gap * found.normal
        canvas.stroke((found.estimate, foot), Ink.GAP)
        canvas.feature((found.estimate, foot), "gap", Ink.GAP)
        middle = (found.estimate + foot) / 2.0
        canvas.label(f"gap {amount(found.gap)}", middle, Ink.GAP, toward=-left_of(found.normal))
    if found.next_fraction > found.fraction:
        onward = found.next_fraction * scene.ray
        canvas.stroke((found.estimate, onward), Ink.REFERENCE)
        canvas.dot(onward, Ink.REFERENCE)
        canvas.label(f"to t = {clock(found.next_fraction)}", onward, Ink.REFERENCE, toward=-left_of(scene.ray))


def _kept(canvas: Canvas, scene: RayCast, kept: SimplexKept) -> None:
    """What is kept of the simplex, what is dropped, and the point closest to the new x."""
    simplex, pair = absolute(kept.simplex, kept.estimate), subtracted(scene)
    dropped = [v for v in seen_from(-kept.estimate, kept.candidates) if v.pair not in simplex.pairs]
    simplex_picture.vertices(canvas, pair, dropped, Ink.GHOST, ": dropped")
    simplex_picture.simplex(canvas, simplex)
    simplex_picture.vertices(canvas, pair, simplex.vertices, Ink.RESULT)
    if not kept.arrived:
        canvas.stroke((kept.estimate, simplex.closest), Ink.GAP)
        canvas.dot(simplex.closest, Ink.GAP)
        middle = (kept.estimate + simplex.closest) / 2.0
        away = left_of(kept.estimate - simplex.closest)
        canvas.label(at_most(scene, simplex.distance), middle, Ink.GAP, toward=away)
    _estimate(canvas, kept.estimate)
