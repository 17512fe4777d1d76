"""What two boxes asks: which face wins, and where the contact point lies."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.feature import FeatureRef
from geometry.primitives.box_box import FaceTested, ReferenceFound
from geometry.sat.separating_axis import Owner
from geometry.trace import Grouped
from geometry.vector import left_of
from lessons.pairs.box_box_figure import draw_pushed, edge_of, name_of, place_of, short
from lessons.pairs.box_box_lens import is_flat, on_face
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

NEAR = 0.08  # world length that an answer may be off
LONG, SHORT, STRAIGHT = 0.6, 0.1, math.cos(math.radians(12.0))  # of a normal's arrow; the least of an answer's
DEEP = 0.2  # so that half way can be told from either surface


def question(moment: Moment[Any]) -> Prediction | None:
    """At the first face which one wins, or at B of an own face the normal; at the winner, of an overlap, the contact
    point."""
    if moment.compare or moment.parent is not None:
        return None
    match moment.step:
        case FaceTested() if moment.index == 0:
            return None if _is_flat_overlap(moment) or _is_apart_at_b(moment) else _winner(moment)
        case Grouped() if _is_apart_at_b(moment):
            return _normal(moment.scene.reference)
        case ReferenceFound() as found:
            s = found.reference.separation
            if (s < -DEEP and found.overhang <= 0.0) or (is_flat(found) and s < 0.0):
                return _contact(found)
    return None


def _is_flat_overlap(moment: Moment[Any]) -> bool:
    """Then two faces tie, and neither is the answer."""
    found = moment.first(ReferenceFound)
    return found is not None and is_flat(found) and found.reference.separation < 0.0


def _is_apart_at_b(moment: Moment[Any]) -> bool:
    """Then the contact normal is asked for, which such a face has reversed."""
    reference = moment.scene.reference
    return reference.owner is Owner.B and reference.separation > moment.trace.result.tolerance


def _normal(face: FaceTested) -> Place:
    middle, n = (face.start + face.end) / 2.0, -face.outward
    start, right = middle + LONG * left_of(n), middle + LONG * n

    def judge(points: Points) -> Verdict:
        way = np.array(points[0]) - middle
        size = math.hypot(*way)
        along = float(way @ n) / size if size > SHORT else 0.0
        if along > STRAIGHT:
            because = f"The normal of {name_of(face)} points from B to A: reversed, it points from A to B."
            return Verdict(True, because, remarks=(Remark(xy(right), "", True),))
        remark = (Remark(xy(middle + way), ""),)
        if along < -STRAIGHT:
            return Verdict(
                False, "This is the face's own normal. A push of B this way goes into A.", "Into A", remark
            )
        because = f"The contact normal is perpendicular to {name_of(face)}: this way the gap opens fastest."
        return Verdict(False, because, "Not perpendicular", remark)

    def follow(canvas: Canvas, points: Points) -> None:
        canvas.arrow(middle, points[0], Ink.EXAMINED)

    text = "Drag the tip of the **contact normal**. It points from A to B."
    return Place(text, judge, (xy(start),), (xy(right),), "world", names=("contact normal",), follow=follow)


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
        draw = partial(_draw_test, scene, face, is_right, "" if face is moment.step else where)
        told = f"v{face.support.index} of {other} lies {where} {name_of(face)}"
        if is_right:
            most = "No other push is shorter" if s <= 0.0 else "No other face has a wider gap"
            return Verdict(True, f"{told}. {most}.", features=right, draw=draw)
        head = f"{other} is deeper here" if greatest <= 0.0 else "Another gap is wider" if s > 0.0 else "No gap here"
        cost = "Parting the boxes through another face needs a shorter push"
        why = cost if greatest <= 0.0 else "Another face has a wider gap" if s > 0.0 else "Another face has a gap"
        return Verdict(False, f"{told}. {why}.", head, draw=draw)

    apart = "Click the face that has the widest gap in front of it."
    deep = "Click the face behind which the other box is least deep."
    return Click(apart if greatest > 0.0 else deep, judge, right)


def _draw_test(scene: Any, face: FaceTested, is_right: bool, where: str, canvas: Canvas, pane: str) -> None:
    """From the line of the face to the point that decides; of an overlap B pushed out through that face. In the world
    alone: no place of a small picture is one of the world. `where`: in words, unless the step tells it."""
    if pane != "world":
        return
    p = face.support.point
    foot = p - face.separation * face.outward
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    canvas.unbounded(face.start, face.end - face.start, ink, line=Line.DASHED if is_right else Line.DOTTED)
    if math.dist(foot, p) > 1e-9:
        measures.measure(canvas, foot, p, ink)
    words, style = (
        (f"{short(face)}: {fixed(face.separation)}", TextStyle.PILL) if is_right else (where, TextStyle.LABEL)
    )
    if where:
        way = face.outward if face.separation > 0.0 else -face.outward
        other = Ink.B if face.owner is Owner.A else Ink.A
        canvas.label(f"v{face.support.index}", p, other, toward=way, style=TextStyle.CAPTION)
    if words:
        canvas.label(words, (foot + p) / 2.0, ink, toward=-left_of(face.outward), style=style, leader=True)
    if scene.reference.separation < 0.0:
        draw_pushed(canvas, scene, face, ink, Line.END if is_right else Line.DOTTED)


def _contact(found: ReferenceFound) -> Place:
    face = found.reference
    m, s, n = on_face(found), face.separation, face.outward
    point = m + 0.5 * s * n
    other = "B" if face.owner is Owner.A else "A"
    start = m + (s - 0.25) * n + 0.35 * (face.end - face.start) / found.face_length

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        if math.dist(at, point) <= NEAR:
            where = rf"Half way from $\boldsymbol{{w}}$, where {other} is deepest, to the other surface"
            if is_flat(found):
                where = "In the middle of where the projections overlap, half way between both faces"
            because = f"{where}: {fixed(-s / 2.0)} behind {name_of(face)}."
            return Verdict(True, because, remarks=(Remark(xy(point), coords(point), True),))
        along, height = place_of(xy(at), found)
        if is_flat(found) and abs(along) > NEAR:
            head, because = (
                "Not the middle",
                f"Projected on {name_of(face)}, both faces overlap in a segment. The point lies at its middle.",
            )
        elif abs(along) > NEAR:
            head, because = (
                "Not at the deepest place",
                rf"{other} is deepest at $\boldsymbol{{w}}$. The contact point lies on the normal there.",
            )
        elif height > s / 2.0:
            head, because = "One surface", f"Here you are nearer to {name_of(face)} than to the surface of {other}."
        else:
            head, because = "Too deep", f"Here you are nearer to the surface of {other} than to {name_of(face)}."
        return Verdict(False, because, head, (Remark(xy(at), f"{fixed(math.dist(at, point))} off"),))

    text = "Drag the ring to the **contact point**: one point for the whole overlap, which favours neither A nor B."
    if is_flat(found):
        text = "Two faces are parallel. Drag the ring to the one point that stands best for the whole **contact**."
    return Place(text, judge, start=(xy(start),), right=(xy(point),), pane="world", names=("contact",))
