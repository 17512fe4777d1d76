"""The sliding shapes in the world, and the ray against the faces of their difference."""

from __future__ import annotations

from geometry import Difference, Outcome, circle
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast import CornerTested, FaceTested, FeatureHit, OriginMeasured, RayFormed
from geometry.vector import left_of, length
from lessons.first_edition import cast_picture, difference_picture, laying_picture, marks
from lessons.first_edition.difference import operands_of
from lessons.first_edition.difference_picture import ORIGIN
from lessons.first_edition.sweep_captions import clock, gap
from lessons.linear_cast.scene import Cast
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment


def difference_of(moment: Moment[Cast]) -> Difference:
    """Of the outermost trace's first step: A − B at the start."""
    while moment.parent is not None:
        moment = moment.parent
    formed: RayFormed = moment.trace.steps[0]
    return formed.difference


def face_name(moment: Moment[Cast], face: int) -> str:
    """The edges of A and of B that a face is made of."""
    operands = operands_of(moment.scene.a.world, moment.scene.b.world)
    return difference_picture.sources(operands, difference_of(moment).edges[face])


def draw(canvas: Canvas, moment: Moment[Cast]) -> None:
    scene, step = moment.scene, moment.step
    cast_picture.sliding(canvas, scene)
    match step:
        case FaceTested(face=face):
            _source(canvas, moment, face)
        case FeatureHit(face, _, fraction) if face is not None:
            _source(canvas, moment, face)
            cast_picture.landed(canvas, scene, fraction)
        case FeatureHit(fraction=fraction):
            cast_picture.landed(canvas, scene, fraction)
        case TimeOfImpact(outcome, fraction, separation, normal, on_a, on_b) if separation is not None:
            if outcome is Outcome.HIT:
                cast_picture.landed(canvas, scene, fraction)
            assert on_a is not None
            assert on_b is not None
            assert normal is not None
            canvas.stroke((on_a, on_b), separation_ink(separation))
            marks.normal_arrow(canvas, on_a, normal, "normal", 44.0)
            words = f"contact at t = {clock(fraction)}" if outcome is Outcome.HIT else gap(separation)
            canvas.label(words, on_a, Ink.OVERLAP, toward=left_of(normal))


def _source(canvas: Canvas, moment: Moment[Cast], face: int) -> None:
    """The edges of A and of B that a face comes from."""
    edge = difference_of(moment).edges[face]
    for shape, index, ink in (
        (moment.scene.a.world, edge.of_a, Ink.REFERENCE),
        (moment.scene.b.world, edge.of_b, Ink.INCIDENT),
    ):
        if index is not None and len(shape.points) > 1:
            canvas.stroke(shape.edge(index), ink)


def draw_space(canvas: Canvas, moment: Moment[Cast]) -> None:
    scene, step = moment.scene, moment.step
    if moment.parent is not None:
        _laid(canvas, moment)
        return
    cast_picture.space(canvas, scene)
    cast_picture.at_time(canvas, scene)
    if scene.reversed_ray:
        cast_picture.ray(canvas, -scene.ray, Ink.FAULTY, "v_A − v_B: away")
    for before in moment.trace.steps[: moment.index]:
        if isinstance(before, FaceTested) and before.fraction is not None and 0.0 <= before.fraction <= 1.0:
            canvas.dot(before.fraction * scene.ray, Ink.GHOST)
    match step:
        case OriginMeasured(nearest, normal, separation):
            canvas.stroke((ORIGIN, -separation * normal), separation_ink(separation))
            canvas.label(
                gap(separation), -separation * normal / 2.0, separation_ink(separation), toward=left_of(normal)
            )
            canvas.feature((ORIGIN, nearest), "gap", separation_ink(separation))
        case FaceTested() as tested:
            _face(canvas, moment, tested)
        case CornerTested() as tested:
            _corner(canvas, moment, tested)
        case FeatureHit(_, _, fraction, place, normal):
            marks.normal_arrow(canvas, place, normal, "normal", 44.0)
            canvas.dot(place, Ink.OVERLAP)
            canvas.label(f"enters at t = {clock(fraction)}", place, Ink.OVERLAP, toward=left_of(normal))
        case TimeOfImpact(Outcome.HIT, fraction):
            canvas.dot(fraction * scene.ray, Ink.OVERLAP)
            canvas.label(f"t = {clock(fraction)}", fraction * scene.ray, Ink.OVERLAP, toward=left_of(scene.ray))


def _face(canvas: Canvas, moment: Moment[Cast], tested: FaceTested) -> None:
    """One face, its line, and where the ray crosses that."""
    canvas.unbounded(tested.start, tested.end - tested.start, Ink.AXIS)
    middle = (tested.start + tested.end) / 2.0
    if tested.fraction is None:
        canvas.stroke((tested.start, tested.end), Ink.GHOST)
        words = "along the ray: skipped" if moment.scene.is_level(tested.approach) else "back face: skipped"
        canvas.label(words, middle, Ink.QUIET, toward=tested.normal)
        return
    canvas.stroke((tested.start, tested.end), Ink.REFERENCE)
    marks.normal_arrow(canvas, middle, tested.normal, "normal", 40.0)
    ink = Ink.RESULT if tested.is_last else Ink.QUIET
    at = tested.fraction * moment.scene.ray
    canvas.stroke((ORIGIN, at), Ink.GHOST)  # the ray's own line, where it ends before the crossing
    canvas.dot(at, ink)
    where = "on the face" if tested.on_face else "beside the face"
    words = f"t = {clock(tested.fraction)}, {where}"
    canvas.label(words, at, ink, toward=left_of(moment.scene.ray))


def _corner(canvas: Canvas, moment: Moment[Cast], tested: CornerTested) -> None:
    """The disc about one corner, and where the ray enters it."""
    radius = difference_of(moment).radius
    if radius > 0.0:
        marks.ghost(canvas, circle(radius, tested.point), Ink.REFERENCE)
    canvas.dot(tested.point, Ink.REFERENCE)
    if tested.first is None:
        away = tested.point if length(tested.point) > 0.0 else marks.UP
        canvas.label("the ray misses this disc", tested.point, Ink.QUIET, toward=away)
        return
    at = tested.first * moment.scene.ray
    canvas.dot(at, Ink.RESULT if tested.is_first else Ink.QUIET)
    canvas.label(f"t = {clock(tested.first)}", at, Ink.RESULT, toward=left_of(moment.scene.ray))


def _laid(canvas: Canvas, moment: Moment[Cast]) -> None:
    """The difference being built, in the trace stepped into."""
    operands, figure = operands_of(moment.scene.a.world, moment.scene.b.world), difference_of(moment)
    match moment.step:
        case StartFound(start=start):
            canvas.dot(start, Ink.RESULT)
            canvas.label("start", start, Ink.RESULT, toward=-marks.UP)
        case EdgeLaid() as laid:
            laying_picture.boundary(canvas, operands, figure, len(laid.laid))
            laying_picture.newest(canvas, operands, figure, laid)
        case _:
            difference_picture.outline(canvas, operands, figure)
    difference_picture.origin(canvas)
