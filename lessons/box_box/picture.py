"""A face and the point that decides about it; the contact."""

from __future__ import annotations

from geometry.primitives.box_box import CornersTested, FaceTested, ReferenceFound
from geometry.primitives.contact import PairResult
from geometry.vector import left_of, length
from lessons.box_box import beside
from lessons.box_box.scene import MISPLACED, ONE_CORNER, TwoBoxes
from lessons.first_edition import marks
from lessons.first_edition.contact_mark import draw_contact
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[TwoBoxes]) -> None:
    scene, step = moment.scene, moment.step
    marks.shape(canvas, scene.a.world, Ink.A, "A")
    marks.shape(canvas, scene.b.world, Ink.B, "B")
    match step:
        case FaceTested():
            _face(canvas, step)
        case ReferenceFound(reference):
            _face(canvas, reference)
            for along in {step.first, step.last}:
                unit = (reference.end - reference.start) / step.face_length
                foot = reference.start + along * unit
                canvas.stroke((foot, foot + reference.separation * reference.outward), Ink.PROJECTOR_B)
                canvas.dot(foot + reference.separation * reference.outward, Ink.RESULT)
        case CornersTested(closest):
            canvas.stroke((closest.on_a, closest.on_b), Ink.GAP)
            canvas.dot(closest.on_a, Ink.A)
            canvas.dot(closest.on_b, Ink.B)
            words, middle = f"distance {amount(step.separation)}", (closest.on_a + closest.on_b) / 2.0
            canvas.label(words, middle, Ink.GAP, toward=left_of(step.normal))
        case PairResult():
            draw_contact(canvas, step.contact, step.tolerance)
            if scene.beside == ONE_CORNER:
                for corner in beside.corners(scene, step.normal):
                    canvas.dot(corner, Ink.FAULTY)
                    toward = corner - step.point - 0.5 * step.normal
                    canvas.label("one corner alone", corner, Ink.FAULTY, toward=toward)
            if scene.beside == MISPLACED and step.separation < 0.0:
                wrong = beside.misplaced(step)
                canvas.dot(wrong, Ink.FAULTY)
                off = length(wrong - step.contact.on_a)
                canvas.label(f"off A's surface by {amount(off)}", wrong, Ink.FAULTY, toward=-step.normal)


def _face(canvas: Canvas, face: FaceTested) -> None:
    canvas.stroke((face.start, face.end), Ink.REFERENCE)
    middle = (face.start + face.end) / 2.0
    name = f"edge {face.face} of {face.owner.value}"
    marks.normal_arrow(canvas, middle, face.outward, name)
    canvas.label(name, face.start, Ink.REFERENCE, toward=face.start - face.end)
    point = face.support.point
    foot = point - face.separation * face.outward
    canvas.unbounded(face.start, face.end - face.start, Ink.GHOST)
    ink = separation_ink(face.separation)
    canvas.stroke((foot, point), ink)
    canvas.dot(point, Ink.RESULT)
    words = f"{'gap' if face.separation > 0.0 else 'depth'} {amount(abs(face.separation))}"
    canvas.label(words, (foot + point) / 2.0, ink, toward=face.end - face.start)
