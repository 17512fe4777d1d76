"""The figure of two boxes: the slab between a face and the point that decides about it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Vector, support
from geometry.feature import FeatureKind, FeatureRef
from geometry.primitives.box_box import CornersTested, FaceTested, ReferenceFound
from geometry.primitives.contact import PairResult
from geometry.sat.separating_axis import Owner
from geometry.trace import Grouped
from geometry.vector import left_of
from lessons.pairs.box_box_lens import draw_contact, is_enlarged, on_face
from lessons.pairs.box_box_rules import MISPLACED, TWO_FACES, rocks, shows_contact, shows_fault
from lessons.pairs.box_box_turn import (
    draw_slab,
    draw_tilt,
    draw_turning,
    reached_by_now,
    slab_of,
    slab_on_its_way,
)
from lessons.pairs.telling import N, P
from lessons.stories.grouping import steps_so_far
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import xy
from viz.lesson.text import fixed

REFERENCE = "reference face"
NF = r"\hat n_f"
SIDEWAYS = 0.6  # units of a push in the narrow pane that the view makes room for
ROOM = 1.7  # units of a push up or down that it makes room for: of a wide pane more would make the boxes small
NUMBER = 14.0  # pixels from an edge to its number, and from there to the line p - v
PLACES = (0.5, 1.0), (0.5, -1.0), (0.25, -1.0), (0.75, -1.0)  # of a number: along its edge, outside or inside
NAMED = 0.36  # of s_f, from the face's line: there is its name
CLEAR = 30.0  # pixels between the name of a vertex and other letters


def ink_of(owner: Owner) -> Ink:
    return Ink.A if owner is Owner.A else Ink.B


def short(face: FaceTested) -> str:
    return f"{face.owner.value}{face.face}"


def name_of(face: FaceTested) -> str:
    return f"face {face.face} of {face.owner.value}"


def edge_of(face: FaceTested) -> FeatureRef:
    return FeatureRef(face.owner.value, FeatureKind.EDGE, face.face)


def shown_face(moment: Moment[Any]) -> FaceTested:
    """The face of this step: the tested one, of a group the best, later the winner."""
    step = moment.step
    if isinstance(step, Grouped):
        reached, faces = reached_by_now(moment), step.part.steps
        best: FaceTested = max(faces, key=lambda face: face.separation)
        return best if reached is None else faces[reached % 4]
    found: FaceTested = step if isinstance(step, FaceTested) else moment.scene.reference
    return found


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both boxes, the face with its slab, what is measured there, and the contact."""
    scene, step, face = moment.scene, moment.step, shown_face(moment)
    corners, turning = moment.latest(CornersTested), slab_on_its_way(moment)
    is_between = corners is not None and (corners.is_best or step is corners)
    if isinstance(step, FaceTested) and moment.index == 0 and moment.parent is None and not moment.compare:
        _keep_room(canvas, scene)
    is_tested = turning is None and not is_between and isinstance(step, FaceTested | Grouped)
    line = (face.start_xy, xy(face.support.point)) if is_tested else None
    told = {("B" if each.owner is Owner.A else "A", each.support.index) for each in tested_by_now(moment)}
    for body, ink, owner in ((scene.a, Ink.A, "A"), (scene.b, Ink.B, "B")):
        is_other, other = owner != face.owner.value, scene.b.world if owner == "A" else scene.a.world
        marks.shape(canvas, body.world, ink, owner, numbered=False)
        if is_between or not (isinstance(step, PairResult) and is_other):  # there they would lie among p, m and P
            _number_edges(canvas, body.world, other, ink, owner, line)
        told_here = {i for who, i in told if who == owner}
        _name_vertices(canvas, body.world, other, ink, owner, told_here, _named_points(moment, face))
    if not is_between:
        draw_slab(canvas, turning or slab_of(face))
    if turning is not None:
        draw_turning(canvas, turning, face)
    elif is_between and corners is not None:
        _draw_corners(canvas, corners)
    elif isinstance(step, PairResult):
        marks.highlight_edge(canvas, (face.start, face.end))
        found = moment.first(ReferenceFound)
        assert found is not None
        if shows_contact(moment):
            draw_contact(canvas, moment, found)
            name_reference(canvas, face, on_face(found), face.outward, NF)
        else:  # the contact normal
            name_reference(canvas, face, on_face(found), face.outward if face.owner is Owner.A else -face.outward, N)
    else:
        draw_test(canvas, face, is_winner=isinstance(step, ReferenceFound))
        if isinstance(step, ReferenceFound) and face.separation < 0.0:
            pushed = draw_pushed(canvas, scene, face, Ink.B, Line.END)
            words, away = f"B, pushed by {fixed(-face.separation)}", pushed.centroid - scene.b.world.centroid
            canvas.label(words, support(pushed, away).point, Ink.B, toward=away, style=TextStyle.CAPTION, leader=True)
    if isinstance(step, PairResult):
        marks.answer(canvas, step.point)
        if moment.compare != MISPLACED or not is_enlarged(canvas, face):  # else it stands in the lens
            canvas.symbol(P, step.point, Ink.ANSWER, toward=left_of(face.outward))
    if shows_fault(moment):
        _draw_faulty(canvas, moment)


def _is_inside(point: Pair, box: Convex) -> bool:
    x, y = point
    corners = zip(box.points_xy, box.normals_xy, strict=True)
    return all((x - u) * p + (y - v) * q < 0.0 for (u, v), (p, q) in corners)


def _number_edges(
    canvas: Canvas, box: Convex, other: Convex, ink: Ink, owner: str, line: tuple[Pair, Pair] | None
) -> None:
    """At their middles outside of the box, elsewhere where w - v runs through, or the other box lies."""
    off = NUMBER * canvas.pixel
    for i, (((x, y), (u, v)), (p, q)) in enumerate(zip(box.edges_xy, box.normals_xy, strict=True)):
        found = None
        for part, side in PLACES:
            at, toward = (x + part * (u - x), y + part * (v - y)), (side * p, side * q)
            place = at[0] + off * toward[0], at[1] + off * toward[1]
            if line is None or _distance(place, line) >= off:
                found = found or (at, toward)
                if not _is_inside(place, other):
                    found = at, toward
                    break
        at, toward = found or (at, toward)
        ref = FeatureRef(owner, FeatureKind.EDGE, i)
        canvas.label(str(i), at, ink, toward=toward, style=TextStyle.NUMBER, feature=ref)


def _named_points(moment: Moment[Any], face: FaceTested) -> list[Pair]:
    """What has a letter of its own in this step."""
    corners = moment.latest(CornersTested)
    points = [xy(face.support.point), face.start_xy]
    if corners is not None:
        points += [corners.closest.on_a_xy, corners.closest.on_b_xy]
    if isinstance(moment.step, PairResult):
        points.append(xy(moment.step.point))
    return points


def _name_vertices(
    canvas: Canvas, box: Convex, other: Convex, ink: Ink, owner: str, told: set[int], taken: list[Pair]
) -> None:
    """Those that the table has `told` of, inside the box; not where another letter stands, nor in the other box."""
    clear = CLEAR * canvas.pixel
    middle_x, middle_y = xy(box.centroid)
    for i, at in enumerate(box.points_xy):
        if i in told and not _is_inside(at, other) and all(math.dist(at, letter) >= clear for letter in taken):
            ref, inward = FeatureRef(owner, FeatureKind.VERTEX, i), (middle_x - at[0], middle_y - at[1])
            canvas.label(f"v{i}", at, ink, toward=inward, style=TextStyle.CAPTION, feature=ref)


def _distance(point: Pair, line: tuple[Pair, Pair]) -> float:
    """Of a point from the line through two; far off, where they are one."""
    (px, py), (qx, qy) = line
    x, y, u, v = qx - px, qy - py, point[0] - px, point[1] - py
    size = math.hypot(x, y)
    return abs(x * v - y * u) / size if size > 1e-9 else math.inf


def draw_pushed(canvas: Canvas, scene: Any, face: FaceTested, ink: Ink, line: Line) -> Convex:
    """B, moved out through a face until the boxes only touch there."""
    pushed: Convex = scene.b.world.moved(_push(face))
    marks.ghost(canvas, pushed, ink, line)
    return pushed


def _push(face: FaceTested) -> Vector:
    """What takes B out through a face."""
    way: Vector = -face.separation * (face.outward if face.owner is Owner.A else -face.outward)
    return way


def _keep_room(canvas: Canvas, scene: Any) -> None:
    """Of an overlap, where an answer may draw B pushed: not far, for the boxes are to be large."""
    if scene.reference.separation >= 0.0:
        return
    for face in scene.faces:
        x, y = _push(face)
        if abs(x) < SIDEWAYS:
            canvas.stroke(
                scene.b.world.points + (x, min(max(y, -ROOM), ROOM)),
                Ink.GHOST,
                closed=True,
                line=Line.THIN,
                opacity=0.0,
            )


def draw_test(canvas: Canvas, face: FaceTested, *, is_winner: bool) -> None:
    """One test: its face, n, w and v with their letters, and s between the face's line and w."""
    n, p, v, s = face.outward, face.support.point, face.start, face.separation
    own, other = (Ink.A, Ink.B) if face.owner is Owner.A else (Ink.B, Ink.A)
    name = "" if is_winner else name_of(face)
    marks.highlight_edge(canvas, (face.start, face.end), name=name, feature=edge_of(face))
    foot, ink = p - s * n, separation_ink(s)
    if abs(s) > 1e-9:
        measures.measure(canvas, foot, p, ink)
    if is_winner:
        words = f"$s$ = {fixed(s)}"
        canvas.label(words, (foot + p) / 2.0, ink, toward=left_of(n), style=TextStyle.PILL, leader=True)
    else:  # its number stands in its card
        beside = foot - v  # away from w - v, and nearer to the face: there the other box lies more rarely
        toward = beside if beside @ beside > 1e-9 else left_of(n)
        canvas.symbol("s_f", foot + NAMED * (p - foot), ink, toward=toward)
    canvas.dot(p, other)
    which = "" if is_winner else rf"\ \mathrm{{(v{face.support.index})}}"
    canvas.symbol(rf"\boldsymbol{{w}}{which}", p, other, toward=-n if s < 0.0 else n)
    if is_winner:
        name_reference(canvas, face, foot, n if face.owner is Owner.A else -n, N)
        return
    tangent = (face.end - v) / math.dist(face.end, v)
    far = 0.3 if tangent @ (foot - v) > 0.5 * math.dist(face.end, v) else 0.7
    measures.unit_arrow(canvas, v + far * (face.end - v), n, NF)
    if math.dist(v, p) > 1e-9:
        canvas.arrow(v, p, Ink.QUIET, line=Line.THIN)  # p - v, of which s is the part along n
    canvas.dot(v, own)
    canvas.symbol(r"\boldsymbol{v}", v, own, toward=n - tangent)


def _draw_corners(canvas: Canvas, corners: CornersTested) -> None:
    """The two nearest corners and the distance between them."""
    on_a, on_b = corners.closest.on_a, corners.closest.on_b
    measures.measure(canvas, on_a, on_b, Ink.GAP)
    words = f"$d$ = {fixed(math.dist(on_a, on_b))}"
    canvas.label(
        words, (on_a + on_b) / 2.0, Ink.GAP, toward=left_of(corners.normal), style=TextStyle.PILL, leader=True
    )
    for at, ink, name, way in ((on_a, Ink.A, "a", -1.0), (on_b, Ink.B, "b", 1.0)):
        canvas.dot(at, ink)
        canvas.symbol(rf"\boldsymbol{{{name}}}", at, ink, toward=way * corners.normal)
    measures.unit_arrow(canvas, on_b, corners.normal, N)


def name_reference(canvas: Canvas, face: FaceTested, beside: Vector, normal: Vector, name: str) -> None:
    """The reference face's normal, at the end that is away from a point beside it, and its name next to that."""
    along = face.end - face.start
    far = 0.12 if np.dot(beside - face.start, along) > 0.5 * np.dot(along, along) else 0.88
    if normal @ face.outward < 0.0:  # of a face of B: its own, which is reversed
        canvas.arrow(face.start + far * along, face.start + far * along + 0.5 * face.outward, Ink.QUIET)
        canvas.symbol(NF, face.start + far * along + 0.5 * face.outward, Ink.QUIET, toward=face.outward)
    measures.unit_arrow(canvas, face.start + far * along, normal, name)
    at = face.start + (0.7 * far + 0.15) * along
    away, ref = face.outward, edge_of(face)
    canvas.label(REFERENCE, at, Ink.EXAMINED, toward=away, style=TextStyle.BOLD, feature=ref, leader=True)


def _draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The points that a faulty rule takes, with the box that rocks on them; the faces that win by it."""
    wrong, face, scene = moment.faulty, moment.scene.reference, moment.scene
    if rocks(moment):
        draw_tilt(canvas, scene.b.world, wrong.points, moment.time)
    for point in wrong.points:
        marks.cross(canvas, point, "", Ink.FAULTY)
    if rocks(moment):
        for point in wrong.points:
            canvas.symbol(r"\boldsymbol{P}'", point, Ink.FAULTY, toward=-moment.trace.result.normal)
    elif len(wrong.points) == 1:
        right = moment.trace.result.point
        canvas.stroke((wrong.points[0], right), Ink.FAULTY, line=Line.DOTTED)
        if not is_enlarged(canvas, face):
            words = f"error {fixed(math.dist(wrong.points[0], right))}"
            canvas.label(words, wrong.points[0], Ink.FAULTY, toward=-face.outward)
    for taken in wrong.faces:
        canvas.stroke((taken.start, taken.end), Ink.FAULTY, line=Line.DOTTED)
        if edge_of(taken) != edge_of(face) and moment.compare != TWO_FACES:  # the normal that a tie may have, too
            normal = taken.outward if taken.owner is Owner.A else -taken.outward
            measures.unit_arrow(canvas, taken.start + 0.2 * (taken.end - taken.start), normal, N, Ink.FAULTY)
        if edge_of(taken) != edge_of(face):
            words = f"{short(taken)}: {fixed(taken.separation)}"
            canvas.label(words, (taken.start + taken.end) / 2.0, Ink.FAULTY, toward=taken.outward, leader=True)


def tested_by_now(moment: Moment[Any]) -> list[FaceTested]:
    """The faces that have their slab: not the one that it still turns to."""
    tested = [each for each in steps_so_far(moment) if isinstance(each, FaceTested)]
    is_on_its_way = slab_on_its_way(moment) is not None
    if (reached := reached_by_now(moment)) is not None:
        return tested[: 4 + reached + (not is_on_its_way)]
    return tested[:-1] if is_on_its_way else tested


def place_of(at: Pair, found: ReferenceFound) -> tuple[float, float]:
    """Of a point: along the reference face from m, and in front of its line."""
    face, m = found.reference, on_face(found)
    away = np.array(at) - m
    tangent = (face.end - face.start) / found.face_length
    return float(away @ tangent), float(away @ face.outward)
