"""The figure of separating line: the line with the signed distances that decide, and all the lines that fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Interval, Owner
from geometry.outline import part_in_front
from geometry.sat.closest_points import closest_points
from geometry.sat.separating_axis import AxisTested
from geometry.sat.separating_line import LinesCounted, LineVerdict, OnAxis, SideMeasured
from geometry.sat.separation_curve import gap_angles
from geometry.sat.support import ends_along, support
from geometry.shape import boundary
from geometry.vector import Points, Vector
from lessons.stories.common import common, draw_common
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

LIT = 420.0  # pixels from the waist of the light between the shapes to where it is a twentieth
SMALL = 95.0  # the same in a small view
OFF = 108.0  # pixels from the line to the gap that a faulty rule finds on it
ARC = 0.38  # of that length: the radius of the arc of their angle
FAN = 18.0  # degrees between two of the lines that are drawn of all that fit
SLIT = 1e-3  # radians: less room than this is not drawn
SHORT = 26.0  # pixels: a shorter length is measured without end ticks
PAST = 5.0  # pixels from the shapes of a small view to the ends of its line
AWAY = 0.3  # gap of the small view, of shapes that have none
INKS = {"A": Ink.A, "B": Ink.B}


def crossing_of(side: SideMeasured) -> str:
    """How far a shape reaches to the wrong side, as a clause."""
    wrong = side.greatest if side.owner is Owner.A else -side.least
    if round(wrong, 9) == 0.0:
        return f"{side.owner.value} touches the line"
    where = "in front of" if side.owner is Owner.A else "behind"
    return f"{side.owner.value} reaches {fixed(wrong)} {where} the line"


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both shapes and the line; of the shapes looked at the point that decides, and the piece on the wrong side."""
    scene, step = moment.scene, moment.step
    n, start, end = moment.trace.steps[0].normal, scene.line.start, scene.line.end
    is_last, plain = isinstance(step, LinesCounted), isinstance(moment.faulty, AxisTested)  # whose bars lie there
    if is_last:
        fits = moment.trace.result.separates
        draw_room(canvas, scene.a.world, scene.b.world, step.gaps, fans=not plain, fits=fits, beside=end)
    for owner, shape in zip("AB", scene.shapes, strict=True):
        marks.shape(canvas, shape, INKS[owner], owner, numbered=not is_last)
    if is_last and scene.apart <= 0.0:
        draw_common(canvas, common(scene.shapes[0], scene.shapes[1], 4.0 * canvas.pixel), opacity=0.3)
    sides = () if is_last else moment.seen[:2]
    for side in sides:
        _draw_wrong_piece(canvas, moment, side)
    if is_last and not moment.trace.result.separates:
        canvas.unbounded(start, end - start, Ink.EXAMINED, line=Line.DASHED)
        canvas.label("the line tested", end, Ink.EXAMINED, toward=-n, style=TextStyle.CAPTION)
    else:
        separates = moment.trace.result.separates and isinstance(step, LineVerdict | OnAxis | LinesCounted)
        canvas.unbounded(start, end - start, Ink.GAP if separates else Ink.EXAMINED, line=Line.FEATURE)
        canvas.symbol(r"\boldsymbol x_0", start, Ink.EXAMINED, toward=-n)
        measures.unit_arrow(canvas, start, n, r"\hat n")
    if isinstance(step, SideMeasured):
        for way, words, ink in ((-n, r"behind: $\delta<0$", Ink.A), (n, r"in front: $\delta>0$", Ink.B)):
            canvas.label(words, end + 14.0 * canvas.pixel * way, ink, toward=way, style=TextStyle.CAPTION)
    if isinstance(moment.faulty, AxisTested):
        _draw_faulty(canvas, moment)
    for side in sides:
        if side is step or isinstance(step, LineVerdict):
            _draw_side(canvas, moment, side)
    if isinstance(step, OnAxis):
        _draw_axis(canvas, moment, step)
    if isinstance(step, LineVerdict | LinesCounted) and scene.apart <= 0.0 and moment.faulty is None:
        marks.answer(canvas, shared_point(scene, canvas.pixel), "in A and in B", toward=n)


def shared_point(scene: Any, fine: float) -> Vector:
    """A point of both shapes, which overlap or just touch: within what they share, off the middle towards B."""
    n = scene.best.normal
    piece = common(scene.shapes[0], scene.shapes[1], 4.0 * fine) if scene.apart < 0.0 else []
    if len(piece) < 3:
        nearest = closest_points(*scene.shapes)
        at: Vector = nearest.on_a + scene.shapes[0].radius * n
        return at
    corners = np.array(piece)
    found: Vector = 0.5 * (corners.mean(axis=0) + corners[int((corners @ n).argmax())])
    return found


def _draw_wrong_piece(canvas: Canvas, moment: Moment[Any], side: SideMeasured) -> None:
    """What of a shape is beyond the line, in red, below the line itself."""
    is_a = side.owner is Owner.A
    outline = boundary(moment.scene.shapes[0 if is_a else 1], canvas.pixel)
    piece = part_in_front(outline, moment.scene.line.start, side.normal if is_a else -side.normal)
    draw_common(canvas, piece)


def _draw_side(canvas: Canvas, moment: Moment[Any], side: SideMeasured) -> None:
    """The signed distance of the point of a shape that decides."""
    is_a, n = side.owner is Owner.A, side.normal
    shape = moment.scene.shapes[0 if is_a else 1]
    ink, value = INKS[side.owner.value], side.greatest if is_a else side.least
    v = support(shape, n if is_a else -n).point
    foot = v - value * n
    word = rf"\{'max' if is_a else 'min'}_{side.owner.value}"
    along = np.array((-n[1], n[0]))
    other = support(moment.scene.shapes[1 if is_a else 0], -n if is_a else n).point
    away = math.copysign(1.0, float((v - other) @ along)) * along + (0.4 if is_a else -0.4) * n
    canvas.stroke((foot, v), ink, line=Line.MEASURE)
    start = moment.scene.line.start
    if abs(value) > SHORT * canvas.pixel:
        measures.right_angle(canvas, foot, math.copysign(1.0, float((start - foot) @ along)) * along, v - foot, ink)
    if isinstance(moment.step, SideMeasured):  # the vector whose part along the normal is the distance
        canvas.arrow(start, v, Ink.TEXT, line=Line.THIN)
        canvas.symbol(r"\boldsymbol x", v, Ink.TEXT, toward=1.4 * (n if is_a else -n) - away)
    canvas.dot(v, ink)
    words, out = rf"${word}\,\delta$ = {fixed(value)}", n if is_a else -n
    at, toward = (foot, -out) if (value if is_a else -value) > SHORT * canvas.pixel else (v, away)  # beyond the line
    canvas.label(words, at, ink, toward=toward, style=TextStyle.BOLD)


def _draw_axis(canvas: Canvas, moment: Moment[Any], seen: OnAxis) -> None:
    """The axis across the line, below both shapes, with both projections and the line as a point of it."""
    n, start = seen.normal, moment.scene.line.start
    down = np.array((-n[1], n[0]))
    down = -down if down[1] > 0.0 or (down[1] == 0.0 and down[0] < 0.0) else down
    far = max(support(shape, down).point @ down for shape in moment.scene.shapes) + 50.0 * canvas.pixel
    base = start + (far - float(start @ down)) * down
    spans = seen.projection_a, seen.projection_b
    span = Interval(min(s.low for s in spans) - 0.15, max(s.high for s in spans) + 0.3)
    ends = projections.facing_ends(*spans)
    place, ink = float(start @ n), separation_ink(seen.separation)
    projections.slab(canvas, n, Interval(ends.low + place, ends.high + place), ink)
    projections.axis(canvas, base, n, span, r"axis $\hat n$")
    left = 1.0 if float(down @ (-n[1], n[0])) < 0.0 else -1.0
    for each, shape_ink, lane in zip(spans, (Ink.A, Ink.B), (left, -left), strict=True):
        projections.projection(canvas, base, n, each, shape_ink, lane=lane * projections.LANE)
    projections.dimension(canvas, base, n, ends, ink, f"s = {fixed(seen.separation)}", off=-left * 26.0)
    marks.answer(canvas, base)
    canvas.label("the line", base, Ink.ANSWER, toward=-down + 0.6 * n, style=TextStyle.BOLD, leader=True)
    measures.right_angle(canvas, base, n, -down, Ink.ANSWER)
    for end, symbol, shape_ink, way in (
        (spans[0].high, r"\max_A\delta", Ink.A, -1.0),
        (spans[1].low, r"\min_B\delta", Ink.B, 1.0),
    ):
        canvas.symbol(symbol, base + end * n, shape_ink, toward=way * math.copysign(1.0, seen.separation) * n - down)


def _draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both projections on the line itself, and what lies between them."""
    found, start = moment.faulty, moment.scene.line.start
    t = moment.scene.line.vector / math.hypot(*moment.scene.line.vector)
    base = start - float(start @ t) * t
    spans = [Interval(*ends_along(shape, *t)) for shape in moment.scene.shapes]
    for span, lane, name in zip(spans, (1.0, -1.0), "AB", strict=True):
        out = lane * projections.LANE * canvas.pixel * np.array((-t[1], t[0]))
        ends = base + out + np.outer((span.low, span.high), t)
        canvas.stroke(ends, Ink.FAULTY, line=Line.BAR, opacity=0.75)
        canvas.label(name, ends[0 if span.low < min(s.high for s in spans) else 1], Ink.FAULTY, toward=lane * out)
    ends = projections.facing_ends(*spans)
    measures.unit_arrow(canvas, moment.scene.line.end, t, r"\hat t", Ink.FAULTY)
    words = f"{'gap' if found.separation > 0.0 else 'overlap'} {fixed(abs(found.separation))}"
    if isinstance(moment.step, LinesCounted) and found.separation > 0.0:
        canvas.unbounded(base + (ends.low + ends.high) / 2.0 * t, (-t[1], t[0]), Ink.GAP, line=Line.MEASURE)
    low, high = sorted((base + place * t for place in (ends.low, ends.high)), key=lambda p: float(p[0]))
    measures.measure(canvas, low, high, Ink.FAULTY, off=-OFF)
    at = high - OFF * canvas.pixel * math.copysign(1.0, t[0]) * np.array((-t[1], t[0]))  # below the line
    canvas.label(words, at, Ink.FAULTY, toward=(1.0, 0.0), style=TextStyle.BOLD)


class Room(NamedTuple):
    """All points that separating lines pass through: a double wedge between the two outermost of them, and between
    it and the shapes."""

    corner: Vector  # where the outermost lines cross
    low: float  # angles of their normals, which point from A to B
    high: float
    outline: list[Vector]  # of the part within a distance of the corner


def room_between(a: Convex, b: Convex, gaps: Sequence[Interval], reach: float, fine: float) -> Room | None:
    """The room of the separating lines whose normals lie at the angles `gaps`; None where there is hardly any."""
    if not gaps:
        return None
    low, high = gaps[0].low, gaps[-1].high
    if len(gaps) > 1:  # one stretch, across 0
        low, high = gaps[-1].low, gaps[0].high + math.pi
    if high - low < SLIT:
        return None
    middle = _way((low + high) / 2.0)
    if float((b.points @ middle).min()) < float((a.points @ middle).max()):
        low, high = low + math.pi, high + math.pi
    first, last = _way(low), _way(high)
    ends = [Interval(*ends_along(a, *n)).high for n in (first, last)]
    corner = np.linalg.solve(np.array((first, last)), np.array(ends))
    outline: list[Vector] = []
    for shape, sign in ((a, 1.0), (b, -1.0)):  # from one wedge along the shape to the other one
        outline += [corner + sign * reach * np.array((-n[1], n[0])) for n in (first, last)]
        outline += _chain(boundary(shape, fine), sign * first, sign * last)
    return Room(corner, low, high, outline)


def _way(angle: float) -> Vector:
    return np.array((math.cos(angle), math.sin(angle)))


def _chain(outline: Points, first: Vector, last: Vector) -> list[Vector]:
    """The points of an outline that are furthest along the directions from `last` back to `first`."""
    i, stop = int((outline @ last).argmax()), int((outline @ first).argmax())
    found = [outline[i]]
    while i != stop:
        i = (i - 1) % len(outline)
        found.append(outline[i])
    return found


def draw_room(
    canvas: Canvas,
    a: Convex,
    b: Convex,
    gaps: Sequence[Interval],
    *,
    fans: bool,
    fits: bool,
    beside: Vector,
) -> None:
    """All separating lines as light between the outermost two. It `fans` out: with some of the others between, the
    middle one solid unless the line tested `fits` itself, and with the angle, on the other side than the point
    `beside`, where the line tested has its name."""
    room = draw_light(canvas, a, b, gaps, LIT)
    if room is None:
        return
    turn, middle = room.high - room.low, (room.low + room.high) / 2.0
    for angle in (room.low, room.high):
        canvas.unbounded(room.corner, _way(angle + math.pi / 2.0), Ink.GAP, line=Line.THIN)
    if not fans:
        return
    count = 2 * max(1, round(math.degrees(turn) / FAN))
    for i in range(1, count):
        n = _way(room.low + turn * i / count)
        ends = projections.facing_ends(*(Interval(*ends_along(shape, *n)) for shape in (a, b)))
        line = Line.CURVE if 2 * i == count and not fits else Line.DASHED
        canvas.unbounded((ends.low + ends.high) / 2.0 * n, (-n[1], n[0]), Ink.GAP, line=line)
    away = _way(middle + math.pi / 2.0)
    if float((beside - room.corner) @ away) > 0.0:
        away = -away
    _draw_arc(canvas, room, away, LIT, Line.MEASURE)
    at = room.corner + ARC * LIT * canvas.pixel * away
    canvas.label(f"{fixed(math.degrees(turn), 0)}°", at, Ink.GAP, toward=away, style=TextStyle.PILL)


def draw_light(canvas: Canvas, a: Convex, b: Convex, gaps: Sequence[Interval], lit: float) -> Room | None:
    """All separating lines as light."""
    room = room_between(a, b, gaps, 1.8 * lit * canvas.pixel, canvas.pixel)
    if room is not None:
        along = _way((room.low + room.high + math.pi) / 2.0)
        canvas.light(room.outline, room.corner, lit * canvas.pixel * along, Ink.GAP, 0.5)
    return room


def _draw_arc(canvas: Canvas, room: Room, away: Vector, lit: float, line: Line) -> None:
    """The angle between the outermost separating lines, on one side of where they cross."""
    low, high = _way(room.low + math.pi / 2.0), _way(room.high + math.pi / 2.0)
    turned = 0.0 if float((low + high) @ away) > 0.0 else math.pi
    arc = room.low + math.pi / 2.0 + turned, room.high + math.pi / 2.0 + turned
    measures.angle_arc(canvas, room.corner, *arc, Ink.GAP, radius=ARC * lit, line=line)


def draw_nearer(canvas: Canvas, moment: Moment[Any], *, part: float) -> None:
    """Both shapes with a part of the gap between them, with the line tested, and later the one in the middle of it:
    squeezed out where they touch. At the end, how far a separating line can then turn. B moves along the best axis;
    shapes without a gap are moved apart instead."""
    scene, s = moment.scene, moment.scene.apart
    gap = s * part if s > 0.0 else AWAY if part else 0.0
    a, b = scene.a.world, scene.b.world.moved(scene.best.normal * (gap - s))
    is_counted, is_told = isinstance(moment.step, LinesCounted), line_is_told(moment)
    gaps = gap_angles(a, b) if is_counted and gap > 0.0 else ()
    room = draw_light(canvas, a, b, gaps, SMALL)
    if room is not None:
        _draw_arc(canvas, room, np.array((0.0, 1.0)), SMALL, Line.THIN)
    for shape, ink, owner in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        marks.shape(canvas, shape, ink, numbered=False)
        canvas.label(owner, shape.centroid, ink, style=TextStyle.BOLD)
    if is_told:
        n = scene.best.normal
        ends = projections.facing_ends(*(Interval(*ends_along(shape, *n)) for shape in (a, b)))
        line = _draw_stretch(
            canvas, (a, b), (ends.low + ends.high) / 2.0 * n, n, Ink.GAP if gap > 0.0 else Ink.OVERLAP
        )
    else:
        line = _draw_stretch(canvas, (a, b), scene.line.start, moment.trace.steps[0].normal, Ink.EXAMINED)
    low = min(line, *(support(shape, (0.0, -1.0)).point[1] for shape in (a, b)))
    centre = np.array(((a.centroid[0] + b.centroid[0]) / 2.0, low))
    words = f"{fixed(gap)} apart, the same line"
    if is_told and not is_counted:
        words = f"{fixed(gap)} apart: {'a' if gap > 0.0 else 'no'} line fits"
    elif is_counted:
        turn = math.degrees(sum(each.length for each in gaps))
        told = f"**{fixed(turn, 0)}°** to turn" if gap > 0.0 else "no line fits"
        words = f"{fixed(gap)} apart: {told}"
    canvas.label(words, centre, Ink.GAP if gap else Ink.TEXT, toward=(0.0, -1.0), fixed=True)


def _draw_stretch(canvas: Canvas, shapes: tuple[Convex, Convex], through: Vector, n: Vector, ink: Ink) -> float:
    """The piece beside both shapes of the line perpendicular to `n`, and its lowest y; none where the line passes
    by."""
    t, place = np.array((-n[1], n[0])), float(through @ n)
    across, along = ([Interval(*ends_along(shape, *way)) for shape in shapes] for way in (n, t))
    if min(each.low for each in across) <= place <= max(each.high for each in across):
        past = PAST * canvas.pixel
        stretch = min(each.low for each in along) - past, max(each.high for each in along) + past
        ends = place * n + np.outer(stretch, t)
        canvas.stroke(ends, ink, line=Line.MEASURE)
        return float(ends[:, 1].min())
    return math.inf


def nearer_head(moment: Moment[Any]) -> tuple[str, str]:
    """The title of the small view in which they are apart."""
    return ("B moved nearer" if moment.scene.apart > 0.0 else "B moved away"), ""


def line_is_told(moment: Moment[Any]) -> bool:
    """Whether a line that fits may be seen: not before the learner has looked for one, or for its axis."""
    step, scene = moment.step, moment.scene
    if isinstance(step, LineVerdict):
        axis = next(each for each in moment.trace if isinstance(each, OnAxis))
        return bool(scene.apart <= 0.0 or axis.separation > 0.0)
    return isinstance(step, LinesCounted) or (isinstance(step, OnAxis) and not moment.is_open)
