"""What the faces of the difference ask: the support vertex of a face, and where it carries an edge."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.faces import DifferenceFace
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of
from lessons.minkowski.faces_of_the_difference_places import normal_at
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, tint

NEAR = 0.14  # so far off an answer may be
ASIDE = 14.0  # pixels from B to the measure beside it


def asked_face(moment: Moment[Any]) -> DifferenceFace | None:
    """After the first face: the next one from an edge of A that another vertex of B carries."""
    if moment.index or not isinstance(moment.step, DifferenceFace):
        return None
    ringed = set(moment.step.supports)  # not asked for: it is seen already
    of_a = (face for face in moment.scene.faces if face.owner is Owner.A)
    return next((face for face in of_a if ringed.isdisjoint(face.supports)), None)


def draw_asked(canvas: Canvas, moment: Moment[Any], ink: Ink = Ink.INTERFACE) -> None:
    """The edge that is asked about, with its number and its own normal."""
    face = asked_face(moment)
    if face is not None and face.edge is not None:
        start, end = moment.scene.a.world.edge(face.edge)
        canvas.glow((start, end), ink)
        canvas.stroke((start, end), ink, line=Line.FEATURE)
        feature = FeatureRef("A", FeatureKind.EDGE, face.edge)
        canvas.label(
            str(face.edge), 0.5 * (start + end), ink, toward=-face.normal, style=TextStyle.BOLD, feature=feature
        )
        foot = normal_at(start, end, face.normal, moment.scene.b.world, canvas.pixel)
        measures.unit_arrow(canvas, foot, face.normal, rf"\hat n_{{A{face.edge}}}", ink)


def support_vertex(moment: Moment[Any]) -> Click | None:
    """Which vertex of B carries that edge."""
    following = asked_face(moment)
    if following is None:
        return None
    a, b, n = moment.scene.a.world, moment.scene.b.world.points, following.normal
    name = f"A{following.edge}"
    normal = rf"$\hat n_{{{name}}}$"
    along = b @ n
    right = frozenset(FeatureRef("B", FeatureKind.VERTEX, k) for k in following.supports)
    edge = tint(f"edge {following.edge} of A", Ink.A)

    def judge(answer: FeatureRef | str) -> Verdict:
        assert isinstance(answer, FeatureRef)
        k = answer.index
        place = (float(b[k][0]), float(b[k][1]))
        draw = partial(_draw_landed, moment, a.edge(following.edge), name, b[k], k, n, answer in right)
        if answer in right:
            s = tint(fixed(following.separation), separation_ink(following.separation))
            because = (
                f"b{k} · {normal} is the least: no other vertex moves the edge farther out. $s_{{{name}}}$ = {s}."
            )
            remark = Remark(place, f"b{k}: the least", True)
            return Verdict(True, because, remarks=(remark,), draw=draw)
        more = tint(fixed(float(along[k] - along.min())), Ink.FAULTY)
        because = f"Another vertex of B lies {more} farther against {normal}. So the edge lands {more} inside A − B."
        return Verdict(False, because, "Not the least", (Remark(place, f"b{k}: not the least"),), draw=draw)

    return Click(
        f"Click the vertex **b** of B for which {edge}, moved by −**b**, lies on a face of A − B.",
        judge,
        right,
        owner="B",
    )


def _draw_landed(
    moment: Moment[Any], edge: Any, name: str, at: Any, k: int, n: Any, is_right: bool, canvas: Canvas, pane: str
) -> None:
    """In the world the line through the vertex, and what of B lies farther against the normal; and where the vertex
    moves A's edge to."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    lacking = float(at @ n - (moment.scene.b.world.points @ n).min())
    if pane == "world":
        side = left_of(n)
        past = [float((p - at) @ side) for p in moment.scene.b.world.points]
        first, last = (at + (x + y * ASIDE * canvas.pixel) * side for x, y in ((min(past), -1.0), (max(past), 1.0)))
        canvas.stroke((at if lacking > 1e-9 else first, last), ink, line=Line.DASHED)
        if is_right:  # until then it is drawn as what is asked about
            draw_asked(canvas, moment, ink)
        else:
            measures.measure(canvas, last - lacking * n, last, ink, fixed(lacking))
        return
    start, end = edge
    middle = 0.5 * (start + end)
    canvas.dot(start, ink, Point.SMALL)
    canvas.arrow(start, start - at, ink, line=Line.MEASURE)
    canvas.symbol(rf"-\boldsymbol b_{k}", start - 0.5 * at, ink, toward=left_of(at))
    if not is_right:  # to the line of the face, and where it can on the face itself
        face = asked_face(moment)
        assert face is not None
        along = left_of(n)
        low, high = sorted((float(face.start @ along), float(face.end @ along)))
        place = middle - at
        place = place + float(np.clip(float(place @ along), low, high) - place @ along) * along
        measures.measure(canvas, place, place + lacking * n, ink)
    canvas.stroke((start - at, end - at), ink, line=Line.FEATURE if is_right else Line.DOTTED)
    words = f"{name} with b{k}" + ("" if is_right else f": {fixed(lacking)} inside")
    canvas.label(words, 0.25 * start + 0.75 * end - at, ink, toward=n if is_right else -n, style=TextStyle.BOLD)


def carried_edge(moment: Moment[Any]) -> Place | None:
    """At the last face of A: where the first edge of B goes in A − B."""
    scene, following = moment.scene, moment.next
    is_last = isinstance(moment.step, DifferenceFace) and moment.step.owner is Owner.A
    if not (is_last and isinstance(following, DifferenceFace) and following.owner is Owner.B):
        return None
    if following.same_as is not None:
        return None
    a, b = scene.a.world.points, scene.b.world.points
    middle = -(b[0] + b[1]) / 2.0
    places = middle + a  # by each vertex of A
    right = int(following.supports[0])
    text = "Drag the ring, the middle of edge 0 of −B, to where the edge lies in A − B."
    start, end = ((float(x), float(y)) for x, y in (middle, places[right]))
    judge = partial(_judge_carried, scene, following, places)
    return Place(text, judge, (start,), (end,), "space", draw=partial(_draw_edge, b, middle, Ink.INTERFACE))


def _judge_carried(scene: Any, face: DifferenceFace, places: Any, points: Points) -> Verdict:
    at = np.array(points[0])
    apart = np.hypot(*(places - at).T)
    k, right = int(apart.argmin()), int(face.supports[0])
    along, b = scene.a.world.points @ face.normal, scene.b.world.points
    is_right = k == right and apart[k] < NEAR
    place = (float(at[0]), float(at[1]))
    draw = partial(_draw_edge, b, at, Ink.ANSWER if is_right else Ink.FAULTY)
    if is_right:
        because = f"a{k} · n̂ = {fixed(float(along[k]))} is the greatest: a{k} moves the edge farthest. "
        because += "n̂ is minus the normal of B’s edge 0."
        return Verdict(True, because, remarks=(Remark(place, f"moved by a{k}", right=True),), draw=draw)
    if apart[k] < NEAR:
        more = fixed(float(along[right] - along[k]))
        because = f"With a{k}, a · n̂ is {more} less than the greatest: the edge lies {more} behind the face."
        return Verdict(False, because, "Another vertex of A", (Remark(place, f"moved by a{k}"),), draw=draw)
    because = "An edge of −B moves by the position of one vertex of A. No vertex moves it to this place."
    return Verdict(False, because, "At no vertex of A", (Remark(place, "by no vertex"),), draw=draw)


def _draw_edge(b: Any, middle: Any, ink: Ink, canvas: Canvas, pane: str) -> None:
    """Edge 0 of −B with its middle at a place."""
    if pane == "space":
        half = (b[0] - b[1]) / 2.0
        line = Line.DOTTED if ink is Ink.FAULTY else Line.FEATURE
        canvas.stroke((middle - half, middle + half), ink, line=line)
    elif pane == "world" and ink is Ink.INTERFACE:
        canvas.glow((b[0], b[1]), ink)
        canvas.stroke((b[0], b[1]), ink, line=Line.MEASURE)
        feature = FeatureRef("B", FeatureKind.EDGE, 0)  # its faint number gives way
        outward = (b[1] - b[0])[::-1] * (1.0, -1.0)
        canvas.label("0", (b[0] + b[1]) / 2.0, ink, toward=outward, style=TextStyle.BOLD, feature=feature)
