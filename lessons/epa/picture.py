"""The polytope that grows in Minkowski space, and the way out in the world."""

from __future__ import annotations

import numpy as np

from geometry import Penetration
from geometry.minkowski.epa import Face, FaceSplit, FaceTested, PolytopeStarted
from lessons.epa.scene import Overlapping
from lessons.epa.words import first_face
from lessons.first_edition import axis_picture, marks, simplex_picture
from lessons.first_edition.difference_picture import ORIGIN
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[Overlapping]) -> None:
    scene = moment.scene
    axis_picture.two_shapes(canvas, scene.a.world, scene.b.world)
    match moment.step:
        case PolytopeStarted(_, simplex, _):
            simplex_picture.witnesses(canvas, simplex)
        case FaceTested() as tested:
            simplex_picture.supporting(canvas, scene, tested.vertex, tested.face.normal)
        case Penetration() as answer:
            _way_out(canvas, moment, answer)
        case _:
            pass


def _way_out(canvas: Canvas, moment: Moment[Overlapping], answer: Penetration) -> None:
    """Where the subtrahend lands, and the deepest points of both."""
    scene = moment.scene
    ink = separation_ink(answer.separation)
    is_touching = abs(answer.separation) <= answer.tolerance
    gap = "gap" if answer.separation > 0.0 else "depth"
    words = "touching" if is_touching else f"{gap} {amount(abs(answer.separation))}"
    second = scene.operands[1]
    if answer.depth > answer.tolerance:
        landed = Ink.LANDED_B if second.letter == "B" else Ink.LANDED_A
        marks.ghost(canvas, second.world.moved(answer.depth * answer.normal), landed)
    face = first_face(moment)
    if scene.naive and face is not None:
        reach = face.distance + answer.distance.radius
        marks.ghost(canvas, second.world.moved(reach * face.normal), Ink.FAULTY)
        at = second.world.centroid + reach * face.normal
        canvas.label("by GJK's triangle", at, Ink.FAULTY, toward=face.normal)
    simplex_picture.answer(canvas, answer.on_a, answer.on_b, words, ink)
    marks.normal_arrow(canvas, answer.on_a, answer.normal, "normal")


def draw_space(canvas: Canvas, moment: Moment[Overlapping]) -> None:
    scene, step = moment.scene, moment.step
    simplex_picture.space(canvas, scene)
    match step:
        case PolytopeStarted(faces, simplex, added):
            _polytope(canvas, faces)
            simplex_picture.vertices(canvas, scene, simplex.vertices, Ink.RESULT)
            simplex_picture.vertices(canvas, scene, added, Ink.INCIDENT)
        case FaceTested() as tested:
            _polytope(canvas, tested.faces)
            _nearest(canvas, tested.face, f"at least {amount(tested.lower)}")
            start = (tested.face.start.w + tested.face.end.w) / 2.0
            simplex_picture.support(canvas, scene, tested.vertex, tested.face.normal, start)
        case FaceSplit(_, faces, replaced, added):
            _polytope(canvas, faces)
            for face in replaced:
                canvas.stroke((face.start.w, face.end.w), Ink.GHOST)
            for face in added:
                canvas.stroke((face.start.w, face.end.w), Ink.INCIDENT)
            simplex_picture.vertices(canvas, scene, (added[0].end,), Ink.INCIDENT)
        case answer:
            _boundary(canvas, moment, answer)


def _boundary(canvas: Canvas, moment: Moment[Overlapping], answer: Penetration) -> None:
    """The face of the difference that is nearest to the origin, the radii's layer included."""
    steps = moment.trace.steps
    faces = next((s.faces for s in reversed(steps) if not isinstance(s, Penetration)), ())
    _polytope(canvas, faces)
    if answer.face is None:
        simplex_picture.simplex(canvas, answer.distance.simplex)
        simplex_picture.vertices(canvas, moment.scene, answer.distance.simplex.vertices, Ink.RESULT)
        simplex_picture.way_to_origin(canvas, answer.distance.simplex, f"{amount(answer.distance.core_distance)}")
        return
    canvas.stroke((answer.face.start.w, answer.face.end.w), Ink.REFERENCE)
    simplex_picture.vertices(canvas, moment.scene, (answer.face.start, answer.face.end), Ink.REFERENCE)
    way = -answer.separation * answer.normal
    if answer.depth > answer.tolerance:
        canvas.arrow(ORIGIN, way, Ink.OVERLAP)
        canvas.label(f"depth {amount(answer.depth)}", way / 2.0, Ink.OVERLAP, toward=(-way[1], way[0]))
    face = first_face(moment)
    if moment.scene.naive and face is not None:
        canvas.stroke((face.start.w, face.end.w), Ink.FAULTY)
        words = f"GJK's triangle: {amount(face.distance)}"
        canvas.label(words, (face.start.w + face.end.w) / 2.0, Ink.FAULTY, toward=-face.normal)


def _polytope(canvas: Canvas, faces: tuple[Face, ...]) -> None:
    if len(faces) > 2:
        canvas.area(np.array([face.start.w for face in faces]), Ink.VECTOR_P)
    for face in faces:
        canvas.stroke((face.start.w, face.end.w), Ink.RESULT)


def _nearest(canvas: Canvas, face: Face, words: str) -> None:
    """The nearest face, and how far out it is."""
    canvas.stroke((face.start.w, face.end.w), Ink.REFERENCE)
    if face.distance > 0.0:
        at = face.nearest.closest
        canvas.stroke((ORIGIN, at), Ink.OVERLAP)
        canvas.label(words, at / 2.0, Ink.OVERLAP, toward=(-at[1], at[0]))
