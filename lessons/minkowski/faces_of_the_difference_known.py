"""What is known of A − B on the way: what lies behind the faces found, the outline that nobody has computed, and what
faulty rules leave out of it or say of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.faulty.faces import FaultyFaces
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.faces import DifferenceFace
from geometry.sat.separating_axis import Owner
from lessons.minkowski.faces_of_the_difference_asked import asked_face
from lessons.minkowski.faces_of_the_difference_places import is_one
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed


def draw_behind(canvas: Canvas, moment: Moment[Any]) -> None:
    """A − B lies behind each face that is found: what is left of the plane. Not red: whether the origin lies in A − B
    is known at the end."""
    found, newest = moment.scene.found(moment), moment.scene.newest(moment)
    known = [face for face in found if face.same_as is None and (moment.time == 1.0 or face not in newest)]
    canvas.region([face.start for face in known], [face.normal for face in known], Ink.TEXT, 0.06)
    if moment.time == 1.0:
        words = "tinted: behind every face found"
        canvas.label(words, moment.scene.figure.points.mean(axis=0), Ink.QUIET, style=TextStyle.CAPTION)


def draw_outline(canvas: Canvas, moment: Moment[Any]) -> None:
    """The whole outline, dotted, and named while a part of it is not found."""
    scene = moment.scene
    outline = scene.figure.points
    step, following = moment.step, moment.next
    is_before = bool(moment.index) and isinstance(step, DifferenceFace) and isinstance(following, DifferenceFace)
    is_before = is_before and step.owner is following.owner is Owner.A and not moment.compare
    if moment.is_open or is_before:  # places that are asked for, now or soon, must not be seen
        canvas.stroke((outline.min(axis=0), outline.max(axis=0)), Ink.QUIET, line=Line.THIN, opacity=0.0)
        return
    canvas.stroke(outline, Ink.QUIET, closed=True, line=Line.DOTTED, opacity=0.8)
    seen = (*scene.found(moment), asked_face(moment))  # what is asked about is drawn with the answer
    missing = [face for face in scene.faces if face.same_as is None and face not in seen]
    if missing and isinstance(moment.step, DifferenceFace) and not moment.compare:
        first = max(missing, key=lambda face: round(abs(float(face.normal[1])), 6))  # words stand above or below it
        middle = (first.start + first.end) / 2.0
        words = "dotted: not found yet" if moment.index else "dotted: A − B, not found yet"
        canvas.label(words, middle, Ink.QUIET, toward=first.normal, style=TextStyle.CAPTION)


def left_out(moment: Moment[Any]) -> DifferenceFace | None:
    """The edge of B of this step, where the rule with one support vertex does without it."""
    step = moment.step
    return step if isinstance(step, DifferenceFace) and step.same_as is not None and is_one(moment) else None


def draw_parallel(canvas: Canvas, moment: Moment[Any], gone: DifferenceFace) -> None:
    """In the world: the edge that is left out, and the edge of A that it is parallel to."""
    assert gone.same_as is not None
    for body, owner, k, ink in (
        (moment.scene.a, "A", gone.same_as[1], Ink.EXAMINED),
        (moment.scene.b, "B", gone.edge, Ink.FAULTY),
    ):
        assert k is not None
        feature = FeatureRef(owner, FeatureKind.EDGE, k)
        marks.highlight_edge(canvas, np.array(body.world.edge(k)), ink, str(k), feature=feature)


def draw_left_out(canvas: Canvas, moment: Moment[Any], gone: DifferenceFace) -> None:
    """In A − B: the part of the outline that it would be, and the edge of −B where it stays."""
    assert gone.same_as is not None
    assert gone.edge is not None
    found = next(face for face in moment.scene.faces if face.owner.value == "A" and face.edge == gone.same_as[1])
    p, q = moment.scene.a.world.edge(gone.same_as[1])
    start = found.start + q - p
    canvas.glow((start, found.end), Ink.FAULTY)
    canvas.stroke((start, found.end), Ink.FAULTY, line=Line.DOTTED)
    canvas.stroke([-point for point in moment.scene.b.world.edge(gone.edge)], Ink.B, line=Line.MEASURE)
    canvas.label(
        f"B{gone.edge}: left out", (start + found.end) / 2.0, Ink.FAULTY, toward=gone.normal, style=TextStyle.BOLD
    )


def draw_faulty(canvas: Canvas, moment: Moment[Any], faulty: FaultyFaces) -> None:
    """Faces that are too short, or the distance that is too small."""
    if faulty.error < 1e-3:
        return
    if not faulty.faces and moment.is_last:
        marks.circle(canvas, (0.0, 0.0), faulty.separation, Ink.FAULTY, Line.DOTTED)
        words = f"greatest s: {fixed(faulty.separation)},\nerror {fixed(faulty.error)}"
        canvas.label(words, (0.0, faulty.separation), Ink.FAULTY, toward=(0.4, 1.0), style=TextStyle.BOLD)
    known = {face.start.tobytes() for face in moment.scene.found(moment)}
    ends = [end for start, end in faulty.faces if start.tobytes() in known]
    for end in ends:
        canvas.dot(end, Ink.FAULTY, Point.CROSS)
    if moment.is_last and faulty.nearest is not None and faulty.separation > moment.step.separation + 1e-3:
        canvas.arrow((0.0, 0.0), faulty.nearest, Ink.FAULTY, line=Line.DOTTED)
        words = f"distance {fixed(faulty.separation)},\nerror {fixed(faulty.separation - moment.step.separation)}"
        canvas.label(words, faulty.nearest, Ink.FAULTY, toward=(0.3, -1.0), style=TextStyle.BOLD)
    elif ends:
        end = min(ends, key=lambda p: float(p[1]))
        text = f"the face ends here:\n{fixed(faulty.error)} of the outline missing" if moment.is_last else "ends here"
        canvas.label(text, end, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)
