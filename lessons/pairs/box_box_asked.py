"""What two boxes asks: which face wins, and where the contact point lies."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.feature import FeatureRef
from geometry.primitives.box_box import FaceTested, ReferenceFound
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of
from lessons.pairs.box_box_figure import draw_pushed, edge_of, is_flat, name_of, on_face, place_of
from lessons.pairs.box_box_turn import draw_slab, slab_of
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

NEAR = 0.08  # world length that an answer may be off
DEEP = 0.2  # so that half way can be told from either surface


def question(moment: Moment[Any]) -> Prediction | None:
    """At the first face which one wins; at the winner, of an overlap, the contact point."""
    if moment.compare or moment.parent is not None:
        return None
    match moment.step:
        case FaceTested() if moment.index == 0:
            return _winner(moment)
        case ReferenceFound() as found:
            s = found.reference.separation
            if (s < -DEEP and found.overhang <= 0.0) or (is_flat(found) and s < 0.0):
                return _contact(found)
    return None


def _winner(moment: Moment[Any]) -> Click:
    scene, tolerance = moment.scene, moment.trace.result.tolerance
    faces = {edge_of(face): face for face in scene.faces}
    greatest = scene.reference.separation
    right = frozenset(ref for ref, face in faces.items() if face.separation >= greatest - tolerance)

    def judge(given: FeatureRef | str) -> Verdict:
        if not isinstance(given, FeatureRef) or given not in faces:
            return Verdict(False, "Click a face of A or of B.", "Not a face")
        face, is_right = faces[given], given in right
        s, other = face.separation, "B" if face.owner is Owner.A else "A"
        where = f"{fixed(abs(s))} {'in front of' if s > 0.0 else 'behind'}"
        draw = partial(_draw_test, scene, face, is_right)
        remark = (Remark(xy(face.support.point), where, is_right),)
        told = f"v{face.support.index} of {other} lies {where} {name_of(face)}"
        if is_right:
            most = "A push through this face takes least" if s <= 0.0 else "No other face has a wider gap"
            return Verdict(True, f"{told}. {most}.", remarks=remark, features=right, draw=draw)
        head = f"{other} is deeper here" if greatest <= 0.0 else "Another gap is wider" if s > 0.0 else "No gap here"
        cost = f"A push through this face takes {fixed(-s)}; another takes less"
        why = cost if greatest <= 0.0 else "Another face has a wider gap" if s > 0.0 else "Another face has a gap"
        return Verdict(False, f"{told}. {why}.", head, remark, draw=draw)

    apart = "Click the face that has the widest gap in front of it."
    deep = "Click the face behind which the other box is least deep."
    return Click(apart if greatest > 0.0 else deep, judge, right)


def _draw_test(scene: Any, face: FaceTested, is_right: bool, canvas: Canvas, pane: str) -> None:
    """From the line of the face to the point that decides; of an overlap B pushed out through that face."""
    if pane != "world":
        return
    p = face.support.point
    foot = p - face.separation * face.outward
    if is_right:
        draw_slab(canvas, slab_of(face))
    else:
        canvas.unbounded(face.start, face.end - face.start, Ink.FAULTY, line=Line.DOTTED)
    if math.dist(foot, p) > 1e-9:
        measures.measure(canvas, foot, p, Ink.ANSWER if is_right else Ink.FAULTY)
    if is_right:
        words, middle = f"$s_f$ = {fixed(face.separation)}", (foot + p) / 2.0
        canvas.label(words, middle, Ink.ANSWER, toward=-left_of(face.outward), style=TextStyle.PILL, leader=True)
    if scene.reference.separation < 0.0:
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        draw_pushed(canvas, scene, face, ink, line)


def _contact(found: ReferenceFound) -> Place:
    face = found.reference
    m, s, n = on_face(found), face.separation, face.outward
    point = m + 0.5 * s * n
    other = "B" if face.owner is Owner.A else "A"
    start = m + (s - 0.25) * n + 0.35 * (face.end - face.start) / found.face_length

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        if math.dist(at, point) <= NEAR:
            shared = (
                "in the middle of the part that both faces share"
                if is_flat(found)
                else "half way from $p$ to the face"
            )
            because = f"{coords(point)}: {shared}, {fixed(-s / 2.0)} behind it."
            return Verdict(True, because, remarks=(Remark(xy(point), coords(point), True),))
        along, height = place_of(xy(at), found)
        if is_flat(found) and abs(along) > NEAR:
            head, because = (
                "Not the middle",
                "Both faces share a whole part. One point that stands for all of it belongs in its middle.",
            )
        elif abs(along) > NEAR:
            head, because = (
                "Not at the deepest place",
                f"{other} is deepest at $p$. The contact point lies on the line from $p$ along the normal.",
            )
        elif height > s / 2.0:
            head, because = "One surface", f"Here you are nearer to {name_of(face)} than to the surface of {other}."
        else:
            head, because = "Too deep", f"Here you are nearer to the surface of {other} than to {name_of(face)}."
        return Verdict(False, because, head, (Remark(xy(at), f"{fixed(math.dist(at, point))} off"),))

    text = "Where is the contact point of the two boxes? Drag the ring there."
    return Place(text, judge, start=(xy(start),), right=(xy(point),), pane="world", names=("contact",))
