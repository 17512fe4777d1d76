"""The edge and its supports in the world, the face in Minkowski space, and the three methods beside each other."""

from __future__ import annotations

from geometry.minkowski.faces import DifferenceFace
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of, length
from lessons.faces_of_the_difference.words import asked, edge_name, parents, support_names
from lessons.first_edition import axis_picture, marks, simplex_picture
from lessons.first_edition.difference import Subtracted
from lessons.first_edition.difference_picture import ORIGIN
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, signed

NORMAL = 38.0  # pixels: all around the shapes stand normals, and two panes share the width
WIDEST = 2.5  # of the bars of cost, in heights of a row


def draw(canvas: Canvas, moment: Moment[Subtracted]) -> None:
    scene, step = moment.scene, moment.step
    axis_picture.two_shapes(canvas, scene.a.world, scene.b.world)
    if isinstance(step, DifferenceFace):
        _edge_and_supports(canvas, scene, step)
        return
    if abs(step.separation) > step.tolerance:
        second = scene.operands[1]
        landed = Ink.LANDED_B if second.letter == "B" else Ink.LANDED_A
        marks.ghost(canvas, second.world.moved(-step.separation * step.normal), landed)
        word = "closed" if step.separation > 0.0 else "moved out"
        moved = second.world.centroid - step.separation * step.normal
        words = f"{second.letter} {word} by {amount(abs(step.separation))}"
        canvas.label(words, moved, landed, toward=-step.separation * step.normal)


def _edge_and_supports(canvas: Canvas, scene: Subtracted, face: DifferenceFace) -> None:
    own, other = parents(scene, face)
    outward = -face.normal if face.owner is Owner.B else face.normal
    if face.edge is not None:
        start, end = own.world.edge(face.edge)
        canvas.stroke((start, end), Ink.REFERENCE)
        canvas.label(edge_name(scene, face), (start + end) / 2.0, Ink.REFERENCE, toward=-outward)
        marks.normal_arrow(canvas, (start + end) / 2.0, outward, edge_name(scene, face), NORMAL)
    points = [other.world.points[i] for i in face.supports]
    canvas.unbounded(points[0], left_of(outward), Ink.AXIS)
    if len(points) == 2:
        canvas.stroke(points, Ink.INCIDENT)
    for point, name in zip(points, support_names(scene, face), strict=True):
        canvas.dot(point, Ink.INCIDENT)
        canvas.label(name, point, Ink.INCIDENT, toward=-outward)


def draw_space(canvas: Canvas, moment: Moment[Subtracted]) -> None:
    scene, step = moment.scene, moment.step
    simplex_picture.space(canvas, scene)
    for face in moment.trace.steps[: moment.index + 1]:
        if isinstance(face, DifferenceFace) and face.same_as is None:
            own, _ = parents(scene, face)
            canvas.stroke((face.start, face.end), Ink.RESULT if len(face.supports) == 2 else own.edge_ink)
            canvas.feature((face.start, face.end), edge_name(scene, face), own.ink)
    if isinstance(step, DifferenceFace):
        canvas.stroke((step.start, step.end), Ink.REFERENCE)
        marks.normal_arrow(canvas, (step.start + step.end) / 2.0, step.normal, edge_name(scene, step), NORMAL)
        _beyond(canvas, step, moment.trace.result.radius)
        return
    ink = separation_ink(step.separation)
    way = -step.separation * step.normal
    if abs(step.separation) > step.tolerance:
        canvas.arrow(ORIGIN, way, ink)
        canvas.label(amount(abs(step.separation)), way / 2.0, ink, toward=left_of(way))
    canvas.dot(step.closest, Ink.RESULT)


def _beyond(canvas: Canvas, face: DifferenceFace, radius: float) -> None:
    """How far the origin is from the line of a face, the layer of the radii included."""
    ink = separation_ink(face.separation)
    foot = -face.separation * face.normal
    if length(face.end - face.start) > 0.0:
        canvas.unbounded(face.start + radius * face.normal, face.end - face.start, Ink.AXIS)
    canvas.stroke((ORIGIN, foot), ink)
    canvas.label(signed(face.separation), foot / 2.0, ink, toward=left_of(face.normal))


def draw_methods(canvas: Canvas, moment: Moment[Subtracted]) -> None:
    """The dot products that each of the three methods takes, and what they answer. This lesson's stands second."""
    found = asked(moment.scene)
    most = max(answer.dots for answer in found.answers)
    for row, answer in enumerate(found.answers):
        y, end = -float(row), WIDEST * answer.dots / most
        canvas.stroke(((0.0, y), (end, y)), Ink.SHADOW_A if row != 1 else Ink.SHADOW_B)
        words = f"{'faces' if row == 1 else answer.method.value}: {answer.dots}"
        if not found.all_agree:
            words = f"{words}, {signed(answer.separation)}"
        canvas.label(words, (end, y), Ink.TEXT, toward=(1.0, 0.0))
    agreed = f"all agree on {signed(found.answers[0].separation)}"
    ink, words = (Ink.GAP, agreed) if found.all_agree else (Ink.FAULTY, "DISAGREE")
    words = f"{words}, on another way out as short" if found.is_tied else words
    canvas.dot((0.0, 1.0), ink)
    canvas.label(words, (0.0, 1.0), ink, toward=(1.0, 0.0))
