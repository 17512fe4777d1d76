"""What EPA asks: which face is expanded next, and where the next support point lies."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.epa import Face, FaceSplit, FaceTested
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

POLYTOPE = "the polytope"  # owner of features
NEAR = 0.15  # so far off an answer may be
CLOSE = 0.03  # two faces as near as that cannot be told apart by eye
ORIGIN = (0.0, 0.0)


def next_face(moment: Moment[Any]) -> Click | None:
    """The nearest of the first faces, before any distance is told."""
    faces: tuple[Face, ...] = moment.step.faces
    far = sorted(face.distance for face in faces)
    if len(faces) < 3 or far[1] - far[0] < CLOSE:
        return None
    least = min(range(len(faces)), key=lambda i: faces[i].distance)
    right = FeatureRef(POLYTOPE, FeatureKind.EDGE, least)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer.owner != POLYTOPE:
            return Verdict(False, "Click one of the three faces of the polytope, in difference space.", "No face")
        face = faces[answer.index]
        told, foot = fixed(face.distance, 3), face.nearest.closest_xy
        draw = partial(_draw_circle, face, answer == right)
        if answer == right:
            because = (
                f"At {told} it is the nearest to the origin: A − B may end just beyond it, so it is looked at first."
            )
            return Verdict(True, because, remarks=(Remark(foot, f"{told} away", right=True),), draw=draw)
        because = f"This face is {told} away. A nearer face may give a shorter way out, so that one comes first."
        return Verdict(False, because, "Not the nearest", (Remark(foot, f"{told} away"),), draw=draw)

    return Click("Click the face that EPA tries to expand first.", judge, frozenset((right,)))


def _draw_circle(face: Face, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "space":
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        marks.circle(canvas, ORIGIN, face.distance, ink, Line.DASHED if is_right else Line.DOTTED)
        canvas.stroke((ORIGIN, face.nearest.closest_xy), ink, line=Line.DASHED)


def next_point(moment: Moment[Any]) -> Place | None:
    """After the first split: the support point along the normal of the face that is now the nearest."""
    step, following = moment.step, moment.next
    if not isinstance(step, FaceSplit) or step.iteration != 1 or not isinstance(following, FaceTested):
        return None
    n, w = following.face.normal, following.vertex.w
    outline = moment.scene.figure.points
    along = outline @ n
    if following.is_last or float(np.sort(along)[-2]) > float(along.max()) - 0.1:
        return None
    path = [(float(x), float(y)) for x, y in (*outline, outline[0])]
    start = min(path, key=lambda p: float(np.array(p) @ n))
    text = "Drag the ring along the outline to the support point of the yellow, nearest face."

    def judge(points: Points) -> Verdict:
        at = (float(points[0][0]), float(points[0][1]))
        out = float(np.array(at) @ n)
        is_right = math.dist(at, w) < NEAR
        draw = partial(_draw_line, at, n, is_right)
        if is_right:
            because = (
                f"Nothing of A − B lies farther along n̂ than {fixed(float(w @ n), 3)}: the depth is at most that."
            )
            return Verdict(True, because, remarks=(Remark(at, "farthest along n̂", right=True),), draw=draw)
        because = f"It lies {fixed(out, 3)} out along the face’s normal. A − B goes on beyond the line through it."
        return Verdict(False, because, "Not the farthest", (Remark(at, f"{fixed(out, 3)} out"),), draw=draw)

    right = (float(w[0]), float(w[1]))
    return Place(text, judge, (start,), (right,), "space", (tuple(path),))


def _draw_line(at: tuple[float, float], n: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "space":
        canvas.unbounded(at, (-n[1], n[0]), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED)
