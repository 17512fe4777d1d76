"""The faces of the difference drawn: an edge and its support vertex, and the edge carried to its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, Outcome, Vector, closest_points
from geometry.faulty.faces import FaultyFaces
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.faces import DifferenceFace, DifferenceFaces, SidesCompared
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of, length
from lessons.minkowski.faces_of_the_difference_asked import asked_face, draw_asked
from lessons.minkowski.faces_of_the_difference_known import (
    draw_behind,
    draw_faulty,
    draw_left_out,
    draw_outline,
    draw_parallel,
    left_out,
)
from lessons.minkowski.faces_of_the_difference_least import draw_copies, draw_projections
from lessons.minkowski.faces_of_the_difference_places import carried_by, free_part, is_one, lies_in, normal_at, room
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Label, Mark, Symbol
from viz.lesson.text import fixed, tint

ORIGIN = (0.0, 0.0)
ROOM = 84.0  # pixels: a normal and its symbol
ASIDE = 0.6  # world length of the line through a support vertex, to each side
PAST = 40.0  # pixels that the line of a face is drawn beyond it


def sides(moment: Moment[Any], face: DifferenceFace) -> tuple[Any, Any, str, str]:
    """Whose edge a face is, and who carries it: both shapes, both letters."""
    a, b = moment.scene.a.world, moment.scene.b.world
    return (a, b, "A", "B") if face.owner is Owner.A else (b, a, "B", "A")


def normal_of(face: DifferenceFace) -> str:
    """With its owner: edge 0 of A and edge 0 of B have two normals."""
    return rf"\hat n_{{{name_of(face)}}}"


def name_of(face: DifferenceFace) -> str:
    return f"{'A' if face.owner is Owner.A else 'B'}{face.edge}"


def edges_of(face: DifferenceFace) -> tuple[int | None, int | None]:
    """The edge of A and the edge of B that make a face: both where they are parallel."""
    if face.owner is Owner.A:
        return face.edge, face.supports[0] if len(face.supports) > 1 else None
    return None if face.same_as is None else face.same_as[1], face.edge


def joint_name(face: DifferenceFace) -> str:
    """With both edges where two make it, each in its ink."""
    if None in edges_of(face):
        return name_of(face)
    named = zip("AB", edges_of(face), strict=True)
    return " + ".join(tint(f"{owner}{edge}", Ink[owner]) for owner, edge in named)


def ends_on(face: DifferenceFace) -> bool:
    """Whether its separation is measured to the face itself, and not to its line past an end."""
    return abs(face.distance - abs(face.separation)) < 1e-9


def example(moment: Moment[Any]) -> DifferenceFace | None:
    """The face that is shown in full: of this step, unless another one is asked about at the last of A's."""
    step, is_asked = moment.step, moment.is_open and moment.index
    return step if isinstance(step, DifferenceFace) and not (is_asked or left_out(moment)) else None


def shows_copies(moment: Moment[Any]) -> bool:
    """Whether it is told why a face from an edge of A is one: not at the first, where another one is asked about."""
    face = example(moment)
    return face is not None and face.owner is Owner.A and bool(moment.index) and not moment.compare


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B; the edge in use with its normal, the vertex that carries it, and the same separation as in A − B."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    for shape, other, ink, name in ((a, b, Ink.A, "A"), (b, a, Ink.B, "B")):
        is_pushed = isinstance(step, DifferenceFaces) and step.separation < -1e-9 and name == "B"
        push = _push(step, b) if is_pushed else None
        marks.shape(canvas, shape, ink, name, letter_at=free_part(shape, other, push), numbered=not is_pushed)
    if asked := asked_face(moment):  # room for its arrow, which is drawn while it is asked about
        start, end = a.edge(asked.edge or 0)
        foot = normal_at(start, end, asked.normal, b, canvas.pixel)
        canvas.stroke((foot, foot + ROOM * canvas.pixel * asked.normal), Ink.QUIET, line=Line.THIN, opacity=0.0)
    if face := example(moment):
        step = face
        own, other, letter, carrier = sides(moment, step)
        assert step.edge is not None
        p, q = own.edge(step.edge)
        feature = FeatureRef(letter, FeatureKind.EDGE, step.edge)
        is_asked = moment.is_open and asked_face(moment) is not None  # one edge is lit: the one that is asked about
        if is_asked:
            canvas.stroke((p, q), Ink.EXAMINED, line=Line.MEASURE)
        else:
            marks.highlight_edge(canvas, np.array((p, q)), Ink.EXAMINED, str(step.edge), feature=feature)
        outward = step.normal if step.owner is Owner.A else -step.normal
        support = other.points[carried_by(moment, step)]
        foot = support - float((support - p) @ outward) * outward
        is_alone = moment.is_open or asked_face(moment) is not None  # what is asked about, answered too
        if is_alone and letter == "A" and not moment.compare:
            draw_projections(canvas, (a, b), step, normal_of(step))
        if not is_asked:
            _vector_of(canvas, support, None if is_alone else left_of(outward), Ink[carrier])
        if abs(step.separation) > 1e-9 and not is_alone:
            length_told = fixed(abs(step.separation))
            measures.measure(canvas, foot, support, separation_ink(step.separation), length_told)
        if not is_alone:
            along = min(max(float((foot - p) @ (q - p)) / float((q - p) @ (q - p)), 0.0), 1.0)
            canvas.stroke((foot, p + along * (q - p)), Ink.EXAMINED, line=Line.DASHED)
        for each in step.supports:
            at, ink = other.points[each], Ink[carrier]
            canvas.dot(at, ink)
            canvas.symbol(symbol_of(carrier, each), at, ink, toward=at - other.centroid)
        start = p + 0.25 * (q - p)
        measures.unit_arrow(canvas, start, outward, normal_of(step))
        if moment.is_open:
            draw_asked(canvas, moment)
    elif gone := left_out(moment):
        draw_parallel(canvas, moment, gone)
    elif isinstance(step, DifferenceFaces):
        _move(canvas, moment, step)
    _name_vertices(canvas, (a, b))


def _vector_of(canvas: Canvas, support: Vector, along: Vector | None, ink: Ink) -> None:
    """A vertex as a vector from the origin, and a piece of the line through it that no other vertex lies beyond."""
    if along is not None:
        canvas.stroke((support - ASIDE * along, support + ASIDE * along), ink, line=Line.DASHED, opacity=0.8)
    canvas.dot(ORIGIN, Ink.QUIET, Point.SMALL)
    canvas.label("origin", ORIGIN, Ink.QUIET, toward=-support, style=TextStyle.CAPTION)
    canvas.arrow(ORIGIN, support, ink)


def _name_vertices(canvas: Canvas, shapes: tuple[Convex, Convex]) -> None:
    """One name a vertex: a0 as in the formula. None where two shapes cross, or where its symbol stands."""
    a, b = shapes
    is_on_other = {"A": room(b, a.points) <= 1e-9, "B": room(a, b.points) <= 1e-9}
    is_nested = any(each.all() for each in is_on_other.values())
    symbols = {mark.latex for mark in canvas.marks if isinstance(mark, Symbol)}
    kept: list[Mark] = []
    for mark in canvas.marks:
        if isinstance(mark, Label) and mark.style is TextStyle.VERTEX and isinstance(mark.feature, FeatureRef):
            owner, k = mark.feature.owner, mark.feature.index
            if (is_on_other[owner][k] and not is_nested) or symbol_of(owner, k) in symbols:
                continue
            mark = mark._replace(text=f"{owner.lower()}{k}")
        kept.append(mark)
    canvas.marks[:] = kept


def symbol_of(owner: str, vertex: int) -> str:
    return rf"\boldsymbol {owner.lower()}_{vertex}"


def beyond_end(found: DifferenceFaces) -> bool:
    """Whether a vertex of A − B is nearer than any foot on a face, by more than is seen."""
    best = max(face.separation for face in found.faces)
    return found.outcome is Outcome.SEPARATED and found.separation - best > 5e-3


def _push(found: DifferenceFaces, b: Convex) -> tuple[Vector, Vector]:
    """Where the arrow starts that moves B out of A, and its direction."""
    return b.points[int((b.points @ found.normal).argmin())], found.normal


def _move(canvas: Canvas, moment: Moment[Any], found: DifferenceFaces) -> None:
    """The same vector in the world: how B would just touch, or between the nearest points."""
    a, b = moment.scene.a.world, moment.scene.b.world
    own, other, letter, carrier = sides(moment, found.decisive)
    assert found.decisive.edge is not None
    if not beyond_end(found):
        feature = FeatureRef(letter, FeatureKind.EDGE, found.decisive.edge)
        ends, number = np.array(own.edge(found.decisive.edge)), str(found.decisive.edge)
        marks.highlight_edge(canvas, ends, Ink.ANSWER, number, feature=feature)
        for k in found.decisive.supports:
            at = other.points[k]
            canvas.dot(at, Ink[carrier])
            canvas.symbol(symbol_of(carrier, k), at, Ink[carrier], toward=other.centroid - at)
    if found.outcome is Outcome.SEPARATED:
        pair = closest_points(a, b)
        measures.measure(canvas, pair.on_b, pair.on_a, Ink.GAP, fixed(found.separation))
        return
    if found.separation < -1e-9 and not (lies_in(a, b) or lies_in(b, a)):  # there is no room in the inner one
        _separation_beside(canvas, own, other.points[found.decisive.supports[0]], found.decisive, Ink[carrier])
    start, _ = _push(found, b)
    by = -found.separation * found.normal
    if length(by) > 1e-9:
        marks.ghost(canvas, b.moved(by), Ink.B)
        canvas.arrow(start, start + by, Ink.ANSWER, line=Line.FEATURE)
    else:
        marks.answer(canvas, start)


def _separation_beside(canvas: Canvas, own: Convex, support: Vector, face: DifferenceFace, ink: Ink) -> None:
    """The separation of chapter 2 beside the way out: from the line through the support vertex to the edge's line."""
    assert face.edge is not None
    p, q = own.edge(face.edge)
    outward = face.normal if face.owner is Owner.A else -face.normal
    along = (q - p) / length(q - p)
    if length(p - support) > length(q - support) + 1e-9:  # where more of the edge is
        along = -along
    at = support + ASIDE * along
    canvas.stroke((support, at + 0.25 * ASIDE * along), ink, line=Line.DASHED, opacity=0.8)
    foot = at - float((at - p) @ outward) * outward
    side = 1.0 if float(left_of(foot - at) @ along) > 0.0 else -1.0
    words = rf"$s_{{{name_of(face)}}}$ = {fixed(face.separation)}"
    measures.measure(canvas, at, foot, separation_ink(face.separation), words, side=side)


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """The faces found so far; the outline that nobody has computed is dotted."""
    scene, step = moment.scene, moment.step
    outline, newest = scene.figure.points, scene.newest(moment)
    is_face = isinstance(step, DifferenceFace)
    if not is_face:
        is_apart = max(face.separation for face in scene.faces) > 1e-9
        ink, opacity = (Ink.TEXT, 0.05) if is_apart else (Ink.OVERLAP, 0.12)
        canvas.area(outline, ink, opacity=opacity)
    elif moment.index and not shows_copies(moment):  # at first the edge alone
        draw_behind(canvas, moment)
    draw_outline(canvas, moment)
    cut = {}
    if isinstance(moment.faulty, FaultyFaces):
        cut = {start.tobytes(): end for start, end in moment.faulty.faces}
    for face in scene.found(moment):
        if face.same_as is None and face is not example(moment):
            ink = Ink.A if face.owner is Owner.A else Ink.B
            end = cut.get(face.start.tobytes(), face.end)
            is_cut = length(face.end - end) > 1e-9
            canvas.stroke((face.start, end), Ink.FAULTY if is_cut else ink, line=Line.MEASURE)
            if is_cut:  # what is missing is the parallel edge of B
                canvas.stroke((end, face.end), Ink.B, line=Line.DOTTED)
            elif None not in edges_of(face):  # first A's edge, then B's
                p, q = scene.a.world.edge(face.edge)
                canvas.stroke((face.start + q - p, face.end), Ink.B, line=Line.MEASURE)
            middle = (face.start + end) / 2.0
            style = TextStyle.BOLD if face in newest and is_face else TextStyle.NUMBER
            if isinstance(step, DifferenceFaces) and face is step.decisive and not (beyond_end(step) or cut):
                ink, style = Ink.ANSWER, TextStyle.BOLD
            name = name_of(face) if is_cut else joint_name(face)
            if isinstance(step, SidesCompared):  # with its separation, which stands at the measure where it decides
                if face in _deciding(step):
                    continue
                name += f": {tint(fixed(face.separation), separation_ink(face.separation))}"
            canvas.label(name, middle, ink, toward=face.normal, style=style)
    if shown := example(moment):
        _carried(canvas, moment, shown)
    elif is_face:
        canvas.stroke(-scene.b.world.points, Ink.B, closed=True, line=Line.START)
        canvas.label("−B", -scene.b.world.centroid, Ink.B, style=TextStyle.LETTER)
        if gone := left_out(moment):
            draw_left_out(canvas, moment, gone)
    elif isinstance(step, SidesCompared):
        _sides(canvas, scene.faces, step)
    else:
        _answer(canvas, moment, step)
    if isinstance(moment.faulty, FaultyFaces):
        draw_faulty(canvas, moment, moment.faulty)
    marks.answer(canvas, ORIGIN, "origin", toward=(0.2, -1.0))


def _carried(canvas: Canvas, moment: Moment[Any], face: DifferenceFace) -> None:
    """The edge on its way: from its own place (of B's edge reflected) along the support vertex' vector."""
    own, other, letter, carrier = sides(moment, face)
    sign = 1.0 if face.owner is Owner.A else -1.0
    assert face.edge is not None
    p = sign * own.points[face.edge]
    is_short, k = is_one(moment), carried_by(moment, face)
    by, carried = -sign * other.points[k], k
    if sign < 0.0:
        ghost = sign * own.points
        canvas.stroke(ghost, Ink[letter], closed=True, line=Line.START, opacity=0.8)
        canvas.label("−B", ghost.mean(axis=0), Ink[letter], style=TextStyle.BOLD)
    home = p, sign * own.points[(face.edge + 1) % len(own.points)]
    canvas.stroke(home, Ink[letter], line=Line.MEASURE, opacity=0.6)
    if sign > 0.0:
        canvas.label(f"edge {face.edge} of A", np.mean(home, axis=0), Ink[letter], toward=-face.normal)
    shift = moment.time * by
    ends = (home[0] + shift, home[1] + shift)
    if moment.time == 1.0 and not is_short:
        ends = (face.start, face.end)
    canvas.glow(ends, Ink.EXAMINED)
    canvas.stroke(ends, Ink.EXAMINED, line=Line.FEATURE)
    foot = -face.separation * face.normal
    reach = [length(foot - end) for end in (face.start, face.end)]
    if reach[1] > reach[0] + 1e-9 and not is_short:  # at the end that the separation is not measured at
        p = home[1]
        k = min(face.supports, key=lambda each: length(p - sign * other.points[each] - face.end))
        by = -sign * other.points[k]
    if shows_copies(moment):
        draw_copies(canvas, (own, other), face)
    canvas.arrow(p, p + moment.time * by, Ink[carrier], line=Line.MEASURE)
    name = rf"{'-' if sign > 0.0 else ''}\boldsymbol {carrier.lower()}_{k}"
    canvas.symbol(name, p + 0.5 * by, Ink[carrier], toward=left_of(by))
    if moment.time < 1.0:
        return
    i, j = (face.edge, carried) if sign > 0.0 else (carried, face.edge)
    text = rf"$\A{{\boldsymbol a_{i}}} - \B{{\boldsymbol b_{j}}}$"
    out = (face.start - face.end) / length(face.end - face.start)
    is_past = float((foot - face.start) @ out) > -0.1 * length(face.end - face.start)  # the separation stands there
    canvas.dot(ends[0], Ink.EXAMINED)
    canvas.label(text, ends[0], Ink.EXAMINED, toward=face.normal - 0.3 * out if is_past else face.normal + out)
    canvas.label(
        name_of(face) if is_short else joint_name(face),
        (ends[0] + 2.0 * ends[1]) / 3.0,
        Ink.EXAMINED,
        toward=face.normal,
        style=TextStyle.BOLD,
    )
    measures.unit_arrow(
        canvas, ends[0] + 0.4 * (ends[1] - ends[0]), face.normal, "-" * (face.owner is Owner.B) + normal_of(face)
    )
    along = left_of(face.normal)
    if float((face.end - face.start) @ along) < 0.0:
        along = -along
    places = [float(end @ along) for end in (face.start, face.end, foot)]
    beyond = PAST * canvas.pixel
    first, last = ((place - float(foot @ along)) * along for place in (min(places) - beyond, max(places) + beyond))
    canvas.stroke((foot + first, foot + last), Ink.EXAMINED, line=Line.DASHED)
    if not (moment.is_open and asked_face(moment)):  # its length is not used while another face is asked about
        _measured(canvas, face, pill=not moment.is_open, is_quiet=asked_face(moment) is not None)


def _deciding(step: SidesCompared) -> tuple[DifferenceFace, ...]:
    """The faces that the origin is in front of, or the one that it is least behind."""
    return step.in_front or (step.best,)


def _sides(canvas: Canvas, faces: Sequence[DifferenceFace], step: SidesCompared) -> None:
    """How far the origin is from the line of every face. In front of a face: all that lies between is a gap."""
    chosen = _deciding(step)
    for face in faces:
        ink, foot = separation_ink(face.separation), -face.separation * face.normal
        if face in chosen:
            if face.separation > 1e-9:
                by = face.separation * -face.normal
                canvas.area((face.start, face.end, face.end - by, face.start - by), ink, opacity=0.16)
            marks.highlight_edge(canvas, np.array((face.start, face.end)), ink)
            _measured(canvas, face, pill=face is step.best)
        elif face.same_as is None:
            canvas.stroke((np.zeros(2), foot), ink, line=Line.THIN, opacity=0.45)
            canvas.dot(foot, ink, Point.SMALL)
            along = face.end - face.start
            part = float((foot - face.start) @ along) / float(along @ along)
            if not 0.0 <= part <= 1.0:  # beyond an end, on the line
                canvas.stroke((face.end if part > 1.0 else face.start, foot), Ink.CONSTRUCTION, line=Line.DASHED)


def _measured(canvas: Canvas, face: DifferenceFace, *, pill: bool = True, is_quiet: bool = False) -> None:
    """How far the origin is from the line of a face: s. Quiet where another face is asked about."""
    ink = separation_ink(face.separation)
    foot: Vector = -face.separation * face.normal
    if is_quiet:
        canvas.stroke((np.zeros(2), foot), ink, line=Line.THIN, opacity=0.6)
    elif abs(face.separation) > 1e-9:
        measures.measure(canvas, ORIGIN, foot, ink)
        measures.right_angle(canvas, foot, -foot, left_of(face.normal), ink)
    style = TextStyle.PILL if pill and not is_quiet else TextStyle.LABEL
    side = left_of(face.normal)
    name = f"$s_{{{name_of(face)}}}$"
    canvas.label(f"{name} = {fixed(face.separation)}", foot / 2.0, ink, toward=side, style=style)


def _answer(canvas: Canvas, moment: Moment[Any], found: DifferenceFaces) -> None:
    """The nearest point, its circle, and apart the greatest s beside it, which is that of a line."""
    best = max(found.faces, key=lambda face: face.separation)
    ink = separation_ink(found.separation)
    ends = np.array((found.decisive.start, found.decisive.end))
    if abs(found.separation) < 1e-9:
        marks.highlight_edge(canvas, ends, Ink.ANSWER)
        return
    marks.circle(canvas, ORIGIN, abs(found.separation), ink, Line.DASHED)
    if beyond_end(found):
        canvas.unbounded(best.start, best.end - best.start, Ink.CONSTRUCTION, line=Line.DASHED)
        _measured(canvas, best, pill=False)
        marks.answer(canvas, found.closest)
    else:
        if not is_one(moment):  # the missing part stays dotted
            marks.highlight_edge(canvas, ends, Ink.ANSWER)
        measures.right_angle(canvas, found.closest, -found.closest, left_of(found.closest), Ink.ANSWER)
        canvas.dot(found.closest, Ink.ANSWER, Point.SMALL)
    canvas.arrow(ORIGIN, found.closest, Ink.ANSWER, line=Line.FEATURE)
    word = "distance" if ink is Ink.GAP else "depth"
    marks.pill(canvas, found.closest, f"{word} {fixed(abs(found.separation))}", ink, toward=found.closest)
