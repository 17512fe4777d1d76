"""The figure of contacts from EPA: two frames, one above the other, with witness points and clipped points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial

import numpy as np

from geometry import Convex, Manifold, Vector
from geometry.contact.along_normal import ReferenceChosen, SupportEdge
from geometry.contact.clipping import Clipped
from geometry.contact.reference import ReferenceEdge
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of
from lessons.contact.contacts_from_epa_inset import OVER_IT, draw_difference
from lessons.contact.contacts_from_epa_scene import EpaAnswered, Frame, NextFrame, Turned
from lessons.stories.clip_state import ink_of, outermost, steps_of
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import FeatureMark, Label
from viz.lesson.text import fixed

ABOVE = 0.05  # of the width of the bodies: free for words over them
EDGE = 0.02  # of the reference edge: nearer to its end no arrow stands
AWAY = 0.3  # of the reference edge: where arrows stand, from its end
ASIDE = 0.35  # of B's edge: clear of the jump's number in its middle
SHORT = 0.4  # of the reference edge
LEAST_X = 36.0  # pixels of a place along the edge that has room for its measure
OVER = 14.0  # pixels from an edge to the measure of a place along it
BELOW, BELOW_THAT = 34.0, 58.0  # pixels from the deepest point to a measure on A's side; and to one below it
RING = 10.0  # pixels of the ring of a witness point around a contact point
ROOM_ON_ARROW, HALF_PILL = 130.0, 50.0  # pixels of an arrow that carries its number; and half of the gap for it


def draw_world(canvas: Canvas, moment: Moment[Turned]) -> None:
    _frame(canvas, moment, moment.scene.now, is_next=False)


def stands_alone(moment: Moment[Turned]) -> bool:
    """Whether this frame is drawn alone, and large: where nothing is told of the next one."""
    if moment.parent is not None or moment.scene.now.trace is None:
        return False
    is_looked_for = isinstance(moment.step, SupportEdge | ReferenceChosen) and not moment.compare
    return is_looked_for or isinstance(moment.step, EpaAnswered)


def draw_next(canvas: Canvas, moment: Moment[Turned]) -> None:
    """The next frame, its answer only after it was asked for; at last B on its way there."""
    moment = outermost(moment)
    is_last = isinstance(moment.step, Manifold)
    frame = moment.scene.frame_at(moment.time) if is_last else moment.scene.then
    _frame(canvas, moment, frame, is_next=True)


def _frame(canvas: Canvas, moment: Moment[Turned], frame: Frame, *, is_next: bool) -> None:
    scene, last = moment.scene, steps_of(moment.step)[-1]
    are_named = isinstance(last, SupportEdge | ReferenceChosen)
    is_alone = not is_next and stands_alone(moment)
    _same_scale(canvas, scene, OVER_IT if is_alone else ABOVE)
    is_asked = is_next and moment.index == 0 and moment.is_open  # where B comes to would tell the answer
    bodies = ((scene.a.world, Ink.A, "A"), (frame.b, Ink.B, "B"))
    for shape, ink, name in bodies[:1] if is_asked else bodies:
        at = _letter(shape, name, in_middle=are_named)
        marks.shape(
            canvas, shape, ink, name, letter_at=at, numbered=is_alone and not are_named and not moment.compare
        )
    _quiet(canvas, scene)
    if is_asked:
        marks.ghost(canvas, scene.now.b, Ink.CONSTRUCTION, Line.START)
        top = scene.now.b.points[int(scene.now.b.points[:, 1].argmax())]
        canvas.label("B in this frame", top, Ink.CONSTRUCTION, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    if is_next:  # named, but what is clicked is in this frame
        canvas.marks[:] = [mark for mark in canvas.marks if not isinstance(mark, FeatureMark)]
    is_hidden = is_next and moment.index == 0
    if frame.trace is None or is_hidden:
        return
    if is_alone:  # beside the next frame the bodies need its room
        draw_difference(canvas, scene, frame, last)
    match last:
        case SupportEdge():
            _edges(canvas, scene, frame, marked=False, is_measured=not moment.compare)
        case ReferenceChosen():
            _edges(canvas, scene, frame, marked=True, is_measured=not moment.compare)
        case Clipped() | Manifold():
            is_last, is_hidden = isinstance(last, Manifold), is_next and moment.is_open and not moment.compare
            _clipped(
                canvas, scene, frame, is_last=is_last, has_witness=is_last and not moment.compare, is_hidden=is_hidden
            )
            if moment.compare and is_last and not is_next:
                _name_contacts(canvas, frame)
            if not (moment.compare and is_last) and not is_hidden:  # beside the other rule its words are too many
                _places(canvas, scene, frame, has_height=not is_last)
        case _:
            is_measured = isinstance(last, NextFrame) and not moment.is_open  # along an edge that is asked for
            _witnesses(canvas, scene, frame, is_measured=is_measured)
            if isinstance(last, NextFrame) and moment.is_open and not moment.compare:  # later its place is measured
                _push(canvas, frame, 0.5 * (frame.found.on_a + frame.found.on_b), Ink.ANSWER, r"\hat n_{AB}")
            if is_next and isinstance(last, NextFrame) and not moment.compare:
                _jump(canvas, scene, scene.now.found.on_b, frame.found.on_b, Ink.ANSWER)
    if isinstance(last, Manifold) and frame is scene.then and not moment.compare and jumps(scene):
        _jump(canvas, scene, scene.now.found.on_b, frame.found.on_b, Ink.B, drops=False)
    if moment.faulty is not None and not is_hidden:
        _faulty(canvas, moment, frame, is_next=is_next)


def _same_scale(canvas: Canvas, scene: Turned, above: float) -> None:
    """Unseen: what both panes are fitted to, so that A stands above A and a unit is as long in both frames. The empty
    words ask for as much room as the handles of this frame do, and the area for that of words over the bodies."""
    (left, low), (right, high) = scene.room
    high += above * (right - left)
    canvas.area(((left, low), (right, low), (right, high), (left, high)), Ink.CONSTRUCTION, opacity=0.0)
    for y, way in ((low, -1.0), (high, 1.0)):
        canvas.label("", (0.5 * (left + right), y), Ink.CONSTRUCTION, toward=(0.0, way), fixed=True)


def _quiet(canvas: Canvas, scene: Turned) -> None:
    """No names of vertices, which nothing speaks of; of the numbers that of B's edge that is asked about alone."""
    then = scene.then.chosen
    named = str(then.of_b.edge) if then is not None else ""
    canvas.marks[:] = [
        mark
        for mark in canvas.marks
        if not isinstance(mark, Label)
        or (mark.style is not TextStyle.VERTEX and mark.style is not TextStyle.NUMBER)
        or (mark.style is TextStyle.NUMBER and mark.ink is Ink.B and mark.text == named)
    ]


def partners(now: Frame, then: Frame) -> list[Vector | None]:
    """For each contact point the one of the next frame that goes on with it: each is the other's nearest."""
    found: list[Vector | None] = []
    for p in now.points:
        q = min(then.points, key=partial(math.dist, p), default=None)
        goes_on = q is not None and all(math.dist(p, q) <= math.dist(other, q) for other in now.points)
        found.append(q if goes_on else None)
    return found


def jumps(scene: Turned) -> bool:
    """Whether EPA's point moves much further than the clipped points do."""
    pairs = zip(scene.now.points, partners(scene.now, scene.then), strict=True)
    moved = [scene.moved(p, q) for p, q in pairs if q is not None]
    return bool(moved) and scene.jump > 2.0 * max(moved)


def _letter(shape: Convex, name: str, *, in_middle: bool) -> Vector:
    """Beside the middle, where it is told how B turns, unless it is not; A's beside B, where A reaches so far."""
    width = float(np.ptp(shape.points[:, 0]))
    far = shape.centroid + (0.42 * width, 0.0)
    if name == "A" and shape.contains(far + (0.06 * width, 0.0)):
        return far
    is_flat = name == "B" and width > 2.0 * float(np.ptp(shape.points[:, 1]))
    aside = 0.17 if not is_flat else 0.0 if in_middle else -0.28
    return shape.centroid + (aside * width, 0.0)


def _witnesses(canvas: Canvas, scene: Turned, frame: Frame, *, is_measured: bool) -> None:
    """A point of one shape, the deepest behind an edge of the other, the point of it opposite, and the depth between.
    The normal stands in the difference alone: on the edge it would tell whose it is, which is asked."""
    found = frame.found
    n = found.normal
    canvas.stroke((found.on_a, found.on_b), Ink.OVERLAP, line=Line.FEATURE)
    middle = 0.5 * (found.on_a + found.on_b)
    s = f"$s$ = **{fixed(found.separation)}**"
    canvas.label(s, middle, Ink.OVERLAP, toward=_outward(frame, found.on_b))
    for at, name, ink, way in ((found.on_a, "p_A", Ink.A, n), (found.on_b, "p_B", Ink.B, -n)):
        canvas.dot(at, ink)
        canvas.symbol(rf"\boldsymbol {name}", at, ink, toward=way)
    ruler = scene.ruler(frame)
    if ruler is not None and is_measured:  # from where places are measured, and how far p_B is from there
        _measure(canvas, scene, frame, found.on_b, has_number=False)
        canvas.symbol(r"\boldsymbol u", ruler.start, Ink.EXAMINED, toward=ruler.normal - ruler.tangent)


def _outward(frame: Frame, p: Vector) -> Vector:
    """Along the edges, away from B's middle."""
    side = left_of(frame.found.normal)
    return side if float((p - frame.b.centroid) @ side) > 0.0 else -side


def _normal(canvas: Canvas, scene: Turned, frame: Frame, name: str, ink: Ink) -> None:
    """The contact normal, on the reference edge, beside the other shape; opposite to it the name of the edge."""
    chosen = frame.chosen
    assert chosen is not None
    reference = chosen.reference
    x = [reference.along(p) for p in (frame.b if reference.owner is Owner.A else scene.a.world).points]
    far = reference.length - max(x) > min(x)
    place = 0.5 * (max(x) + reference.length) if far else 0.5 * min(x)
    if not EDGE * reference.length < place < (1.0 - EDGE) * reference.length:
        place = (1.0 - AWAY) * reference.length
    at = reference.at(place, 0.0)
    measures.unit_arrow(canvas, at, frame.found.normal, r"\hat n_{AB}")
    canvas.label(name, at, ink, toward=-frame.found.normal, style=TextStyle.BOLD)


def _edges(canvas: Canvas, scene: Turned, frame: Frame, *, marked: bool, is_measured: bool) -> None:
    """Both support edges, by name, with their normals, measured along the contact normal, that of EPA's face in the
    ink of the face; marked, which is the reference and which the incident edge."""
    chosen = frame.chosen
    assert chosen is not None
    near = 0.07 if chosen.reference.owner is Owner.A else 0.7  # of A's edge: beside B, or away from the normal
    for edge, name, part in ((chosen.of_a, r"\hat a", near), (chosen.of_b, r"\hat b", 0.5 if is_measured else ASIDE)):
        ends, ink = (edge.start, edge.end), ink_of(edge.owner)
        is_reference = edge.owner is chosen.reference.owner
        what = f"edge {edge.edge}" + f" of {edge.owner.value}" * (chosen.of_a.edge == chosen.of_b.edge)
        if marked:
            what = f"{'reference' if is_reference else 'incident'} {what}"
        line = Line.DOUBLE if marked and not is_reference else Line.FEATURE
        is_floor = marked and is_reference  # which of them it is, is told then
        marks.highlight_edge(canvas, ends, Ink.EXAMINED if is_floor else ink, "" if is_reference else what, line=line)
        start = (1.0 - part) * edge.start + part * edge.end
        measures.unit_arrow(canvas, start, edge.normal, rf"{name}_{edge.edge}", ink)
        along = edge.end - edge.start
        middle = start + 0.5 * measures.UNIT_ARROW * canvas.pixel * edge.normal
        if is_measured:
            canvas.label(fixed(edge.dot, 4), middle, ink, toward=-along if part <= 0.5 else along)
        if marked and is_reference:
            measures.right_angle(canvas, start, along, edge.normal, Ink.EXAMINED)
        if is_reference:
            _normal(canvas, scene, frame, what, Ink.EXAMINED if marked else ink)


def _clipped(
    canvas: Canvas, scene: Turned, frame: Frame, *, is_last: bool, has_witness: bool, is_hidden: bool
) -> None:
    """The reference edge, its side planes, the incident edge, and the contact points, unless they are asked for."""
    chosen, found = frame.chosen, frame.trace.result if frame.trace is not None else None
    assert chosen is not None
    assert found is not None
    reference, incident, ruler = chosen.reference, chosen.incident, scene.ruler(frame)
    marks.highlight_edge(canvas, (reference.start, reference.end), glow=not is_last)
    canvas.stroke((incident.start, incident.end), ink_of(incident.owner), line=Line.DOUBLE)
    for end, name, way in ((reference.start, "u", -1.0), (reference.end, "v", 1.0)):
        if not is_last:
            reach = 70.0 * canvas.pixel * reference.normal
            canvas.stroke((end - reach, end + reach), Ink.CONSTRUCTION, line=Line.DASHED)
            if ruler is reference:
                place = "$x$ = 0" if name == "u" else f"$x$ = $L$ = {fixed(reference.length)}"
                canvas.label(place, end + reach, Ink.EXAMINED, toward=reference.normal)
        if ruler is reference:
            away = way * reference.tangent + reference.normal
            canvas.symbol(rf"\boldsymbol {name}", end, Ink.EXAMINED, toward=away)
    for p in () if is_hidden else found.points:
        low, high = (p.on_b, p.on_a) if incident.owner is Owner.B else (p.on_a, p.on_b)
        canvas.stroke((low, high), Ink.OVERLAP, line=Line.MEASURE)
        marks.answer(canvas, low)
    if has_witness:
        on_b = frame.found.on_b
        if any(math.dist(on_b, p) < 1e-6 for p in frame.drawn):  # one point, under both names
            marks.circle(canvas, on_b, RING * canvas.pixel, Ink.B, Line.MEASURE)
        else:
            canvas.dot(on_b, Ink.B)
        canvas.symbol(r"\boldsymbol p_B", on_b, Ink.B, toward=_outward(frame, on_b))


def _places(canvas: Canvas, scene: Turned, frame: Frame, *, has_height: bool) -> None:
    """Of each contact point its place along the edge, here or at its measure, and in this frame its height."""
    chosen, measured = frame.chosen, _measured(canvas, scene, frame)
    assert frame.trace is not None
    assert chosen is not None
    ruler = scene.ruler(frame) or chosen.reference
    if measured is not None:
        _measure(canvas, scene, frame, measured, has_number=True)
    for p, low in zip(frame.trace.result.points, frame.drawn, strict=True):
        told = [f"${_symbol(scene, frame)}$ = {fixed(ruler.along(low))}"]
        if measured is not None and _is_below(scene, frame, measured) and math.dist(low, measured) == 0.0:
            told = []
        if has_height:
            told.append(f"$h$ = {fixed(p.separation)}")
        if told:
            canvas.label("\n".join(told), low, Ink.ANSWER, toward=-chosen.reference.normal)


def _name_contacts(canvas: Canvas, frame: Frame) -> None:
    """By the names of the table."""
    assert frame.chosen is not None
    for i, low in enumerate(frame.drawn, start=1):
        way = -frame.chosen.reference.normal
        canvas.label(f"contact {i}", low, Ink.ANSWER, toward=way, style=TextStyle.CAPTION)


def _symbol(scene: Turned, frame: Frame) -> str:
    """Of a place along the edge: one symbol, one time."""
    return "x" if frame is scene.now else "x'" if frame is scene.then else "x(t)"


def _measured(canvas: Canvas, scene: Turned, frame: Frame) -> Vector | None:
    """The contact point whose place is drawn: the nearest to u that has room for it."""
    ruler = scene.ruler(frame)
    if ruler is None:
        return None
    far = [p for p in frame.drawn if ruler.along(p) > LEAST_X * canvas.pixel]
    return min(far, key=ruler.along, default=None)


def _is_below(scene: Turned, frame: Frame, p: Vector) -> bool:
    """Whether the measure of a place is so long that over the edge it would lie across the other shape."""
    ruler = scene.ruler(frame)
    return ruler is not None and ruler.along(p) > SHORT * ruler.length


def _below(ruler: ReferenceEdge, frame: Frame, x: float, points: Iterable[Vector], depth: float) -> Vector:
    """A place along the edge, on A's side, so far below the deepest of the frame's points, and of others."""
    way = ruler.normal if float(ruler.normal @ frame.found.normal) > 0.0 else -ruler.normal
    deepest = min(0.0, *(float((p - ruler.start) @ way) for p in (*frame.drawn, frame.found.on_b, *points)))
    return ruler.at(x, 0.0) + (deepest - depth) * way


def _measure(canvas: Canvas, scene: Turned, frame: Frame, p: Vector, *, has_number: bool) -> None:
    """Of a place along the edge, from u: over it, if it is short; else below the points."""
    ruler, name = scene.ruler(frame), _symbol(scene, frame)
    assert ruler is not None
    x, n = ruler.along(p), ruler.normal
    if not _is_below(scene, frame, p):
        measures.measure(canvas, ruler.start, ruler.at(x, 0.0), Ink.EXAMINED, off=-OVER)
        canvas.symbol(name, ruler.at(0.5 * x, OVER * canvas.pixel), Ink.EXAMINED, toward=n)
        return
    start, end = (_below(ruler, frame, at, (), BELOW * canvas.pixel) for at in (0.0, x))
    for here, there in ((ruler.start, start), (p, end)):
        canvas.stroke((here, there), Ink.CONSTRUCTION, line=Line.DASHED)
    measures.measure(canvas, start, end, Ink.EXAMINED)
    middle, way = 0.5 * (start + end), ruler.at(0.5 * x, 0.0) - 0.5 * (start + end)
    if has_number:
        canvas.label(f"${name}$ = {fixed(x)}", middle, Ink.EXAMINED, toward=way)
    else:
        canvas.symbol(name, middle, Ink.EXAMINED, toward=way)


def _jump(canvas: Canvas, scene: Turned, p: Vector, q: Vector, ink: Ink, *, drops: bool = True) -> None:
    """Along the reference edge, in the next frame: from where the point was to where it is."""
    first, ruler = scene.ruler(scene.now), scene.ruler(scene.then)
    if first is None or ruler is None or scene.moved(p, q) < 0.05:
        return
    x, start = ruler.along(q), ruler.at(first.along(p), first.height(p))
    marks.circle(canvas, start, 6.0 * canvas.pixel, ink, Line.DOTTED)
    canvas.label("before", start, ink, toward=start - q, style=TextStyle.CAPTION)
    is_long = abs(x - first.along(p)) > ROOM_ON_ARROW * canvas.pixel
    depth = (BELOW_THAT if not drops or _is_below(scene, scene.then, q) else BELOW) * canvas.pixel
    tail, tip = (_below(ruler, scene.then, at, (start, q), depth) for at in (first.along(p), x))
    if drops:
        for place, end in ((start, tail), (q, tip)):
            canvas.stroke((place, end), Ink.CONSTRUCTION, line=Line.DASHED)
    words = f"jump {scene.told(p, q)}"
    if is_long:  # its number stands in a gap of the arrow
        middle = 0.5 * (tail + tip)
        gap = (math.copysign(HALF_PILL, float((tip - tail) @ ruler.tangent)) * canvas.pixel) * ruler.tangent
        canvas.stroke((tail, middle - gap), ink, line=Line.MEASURE)
        canvas.arrow(middle + gap, tip, ink, line=Line.MEASURE)
        canvas.label(words, middle, ink, style=TextStyle.PILL, fixed=True)
    else:
        canvas.arrow(tail, tip, ink, line=Line.MEASURE)
        canvas.label(words, tip, ink, toward=tip - tail, style=TextStyle.BOLD)


def _push(canvas: Canvas, frame: Frame, at: Vector, ink: Ink = Ink.FAULTY, name: str = "") -> None:
    """What the one contact does: its push, along the contact normal (named), turns B about its centre."""
    turn, center = frame.turns_by(at), frame.b.centroid
    if name:
        measures.unit_arrow(canvas, at, frame.found.normal, name)
    else:
        canvas.arrow(at, at + measures.UNIT_ARROW * canvas.pixel * frame.found.normal, ink, line=Line.MEASURE)
    canvas.dot(center, ink, Point.SMALL)
    if abs(turn) > 1e-9:
        half = math.copysign(0.9, turn)
        ends = math.pi - half, math.pi + half
        measures.angle_arc(canvas, center, *ends, ink, "turns B", radius=28.0, arrow=True, line=Line.MEASURE)


def _faulty(canvas: Canvas, moment: Moment[Turned], frame: Frame, *, is_next: bool) -> None:
    """The one contact of the other rule, and in the next frame its jump."""
    now, then = moment.faulty
    at = then if is_next else now
    if is_next and frame is not moment.scene.then:
        at = 0.5 * (frame.found.on_a + frame.found.on_b)
    _push(canvas, frame, at)
    canvas.glow((at,), Ink.FAULTY)
    marks.circle(canvas, at, 11.0 * canvas.pixel, Ink.FAULTY, Line.DOTTED)
    if not is_next:
        canvas.label("one contact", at, Ink.FAULTY, toward=_outward(frame, frame.found.on_b))
    if is_next and frame is moment.scene.then:
        _jump(canvas, moment.scene, now, then, Ink.FAULTY, drops=not isinstance(moment.step, Manifold))
