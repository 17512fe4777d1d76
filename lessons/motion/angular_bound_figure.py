"""The figure of the angular bound: a body that turns, its farthest vertex' arc, and that arc as a bar."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import Convex, boundary
from geometry.time_of_impact.angular_bound import (
    AngularBound,
    ArcMeasured,
    ArcUnrolled,
    ChordTaken,
    TurnTaken,
)
from geometry.vector import Points, Vector
from lessons.motion.angular_bound_scene import CENTROID, Turning, is_beaten, is_one_arc, shown
from lessons.motion.angular_bound_wall import ALIKE, OMEGA, ROW, TO_BARS, draw_wall, omega, way
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

COPIES = 18  # of a swept body
CURLS = (0.2, 0.4, 0.6, 0.8)  # parts of the unrolling that leave a trace
INSIDE = (36.0, 12.0)  # pixels: half of the box of the words inside it
LONG, OVER_BAR = 4.5, 18.0  # of r: a longer bar has its words above it, so many pixels
APART = 0.1  # of r: circles nearer to each other than this look like one double line
NAME_DOWN, NAME_REACH = 30.0, 70.0  # pixels below the centre of rotation its name stands, and how far it reaches
NAME_HALF = (58.0, 11.0)  # pixels: half of the box of its name
AWAY = (62.0, 90.0, 120.0, 160.0, 210.0)  # pixels: how far the name may stand from it, where it has no room below
WAYS = [way(math.tau * k / 16.0) for k in (12, 13, 11, 14, 10, 15, 9, 0, 8, 1, 7, 2, 6, 3, 5, 4)]  # below first
PLACES = np.array([d * each for d in AWAY for each in WAYS])
PLACES = PLACES[np.hypot(*np.maximum(np.abs(PLACES) - NAME_HALF, 0.0).T) > OMEGA + 4.0]  # outside the turn's arc
INNER = 0.4  # of r: a vertex farther than this has a circle that leaves room for the arc of the turn


def draw(canvas: Canvas, moment: Moment[Turning]) -> None:
    scene, step, t = moment.scene, moment.step, shown(moment)
    moves, unrolls = isinstance(step, AngularBound), isinstance(step, ArcUnrolled)
    now = 1.0 if unrolls else t
    if not (moment.is_open and is_one_arc(moment)):  # who sees it sees who goes farthest
        marks.sweep(
            canvas, list(_copies(scene, boundary(scene.local, marks.SMOOTH * canvas.pixel), now, moves)), Ink.A
        )
    if now > 0.0:
        marks.ghost(canvas, scene.a.world, Ink.A, Line.START)
    if now < 1.0 and not moves:
        marks.ghost(canvas, scene.shape_at(1.0, moves=moves), Ink.A)
    shape = scene.shape_at(now, moves=moves)
    _body(canvas, moment, shape)
    if scene.found.radius == 0.0 < scene.local.radius and not moves:
        _painted(canvas, scene, now)
    match step:
        case TurnTaken():
            _circles(canvas, scene, t)
            omega(canvas, scene.pivot, (math.pi - scene.angle * t) / 2.0, scene.angle * t)  # open below
            above = scene.pivot + (0.0, 0.5 * OMEGA * canvas.pixel)
            if t == 1.0 and scene.angle and _has_room(canvas, shape, above):
                canvas.label(rf"$\theta$ = {fixed(scene.turn, 0)}°", above, Ink.EXAMINED, fixed=True)
            _center(canvas, scene, shape)
            _ends(canvas, scene, t)
        case ArcMeasured() if is_one_arc(moment):
            _arc(canvas, moment, shape, step.index)
            words = f"arc of v{step.index}: **{fixed(step.arc * t)}**"
            _bar(canvas, scene, 0, step.arc * t, Ink.EXAMINED, words, step.arc)
        case ArcUnrolled():
            _arc(canvas, moment, shape, scene.found.furthest)
            _unrolled(canvas, scene, t)
        case ChordTaken():
            _arc(canvas, moment, shape, scene.found.furthest)
            _chords(canvas, scene, t)
        case AngularBound():
            draw_wall(canvas, moment, shape, t)
        case _:
            others(canvas, moment)
            _arc(canvas, moment, shape, scene.found.furthest)
    if is_beaten(moment) and not moves:
        _faulty(canvas, moment)


def _copies(scene: Turning, outline: Points, now: float, moves: bool) -> Iterator[Points]:
    for t in np.linspace(0.0, now, COPIES, endpoint=False).tolist():
        c, s = math.cos(scene.angle * t), math.sin(scene.angle * t)
        yield outline @ np.array(((c, s), (-s, c))) + scene.pivot + (scene.speed * t * moves, 0.0)


def _body(canvas: Canvas, moment: Moment[Turning], shape: Convex) -> None:
    middle = shape.centroid
    pivot = moment.scene.pivot + (
        (moment.scene.speed * shown(moment), 0.0) if isinstance(moment.step, AngularBound) else 0
    )
    clear = 0.35 * moment.scene.found.radius
    off = middle - pivot
    size = math.hypot(*off)
    letter = middle if size > clear or size == 0.0 else pivot + off * (clear / size)
    marks.shape(canvas, shape, Ink.A, "A", numbered=False, letter_at=letter)
    if len(shape.points) > 1 and not isinstance(moment.step, ChordTaken | AngularBound):
        _names(canvas, moment, shape)
    if not 0.0 < math.dist(pivot, moment.scene.pivot) < ALIKE * canvas.pixel:  # two rings in one would be an 8
        canvas.dot(pivot, Ink.EXAMINED)


def _painted(canvas: Canvas, scene: Turning, t: float) -> None:
    """A radius on a disc that turns about its centre: without it nobody sees that it turns."""
    tip = scene.pivot + scene.local.radius * way(scene.angle * t)
    canvas.stroke((scene.pivot, scene.pivot + (scene.local.radius, 0.0)), Ink.A, line=Line.DASHED, opacity=0.6)
    canvas.stroke((scene.pivot, tip), Ink.A, line=Line.MEASURE)
    canvas.label("a painted radius", tip, Ink.A, toward=tip - scene.pivot)


def _names(canvas: Canvas, moment: Moment[Turning], shape: Convex) -> None:
    """Of the vertices, each at its own, outside of A."""
    scene, middle = moment.scene, shape.centroid
    told = moment.step.index if is_one_arc(moment) else scene.found.furthest  # by its arc, if it has one
    has_arc = not isinstance(moment.step, TurnTaken) and math.hypot(*scene.local.points[told]) > 0.0
    for i, place in enumerate(shape.points):
        if i == told and (has_arc or _is_turned(moment)):  # else its name stands with the time of A's end
            continue
        feature = FeatureRef("A", FeatureKind.VERTEX, i)
        canvas.label(f"v{i}", place, Ink.A, toward=place - middle, style=TextStyle.CAPTION, feature=feature)


def _center(canvas: Canvas, scene: Turning, shape: Convex) -> None:
    """Its name, below it; where an edge of A passes there as A turns, at the nearest place beside A's outlines."""
    at, toward = scene.pivot - (0.0, 8.0 * canvas.pixel), np.array((0.0, -1.0))
    if len(shape.points) < 3 or not shape.contains(scene.pivot):
        canvas.label("centre of rotation", at, Ink.EXAMINED, toward=toward)
        return
    depth = shape.radius + ((shape.points - scene.pivot) * shape.normals).sum(axis=1).min()  # it turns with A
    if depth > NAME_REACH * canvas.pixel:
        below = scene.pivot - (0.0, NAME_DOWN * canvas.pixel)
        canvas.label("centre of rotation", below, Ink.EXAMINED, fixed=True)
        return
    at = _clear_place(canvas, scene)
    lead = at - scene.pivot
    size = math.hypot(*lead)
    stop = size - canvas.pixel * min(NAME_HALF[i] * size / max(abs(lead[i]), 1e-9) for i in (0, 1))
    begin, end = scene.pivot + lead * 6.0 * canvas.pixel / size, scene.pivot + lead * stop / size
    canvas.stroke((begin, end), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.label("centre of rotation", at, Ink.EXAMINED, fixed=True)


def _clear_place(canvas: Canvas, scene: Turning) -> Vector:
    """The nearest place for the name of the centre of rotation that is outside the arc of the turn, and that no
    outline of A at the start or at the end crosses."""
    outlines = np.vstack([_along(scene.shape_at(t)) for t in (0.0, 1.0)]) - scene.pivot
    met = np.abs(outlines[None] / canvas.pixel - PLACES[:, None]) < NAME_HALF
    free = ~met.all(axis=2).any(axis=1)
    found: Vector = scene.pivot + PLACES[int(free.argmax()) if free.any() else -1] * canvas.pixel
    return found


def _ends(canvas: Canvas, scene: Turning, t: float) -> None:
    """Which outline is A at the start, and which at the end: at the farthest vertex of both."""
    if len(scene.local.points) < 2 or not scene.angle:
        return
    far = scene.found.furthest
    for time in (0.0, 1.0):
        shape = scene.shape_at(time)
        out = shape.points[far] - shape.centroid
        place = shape.points[far] + shape.radius * out / math.hypot(*out)
        name = f"v{far}, " if time == t and shape.radius == 0.0 else ""
        feature = FeatureRef("A", FeatureKind.VERTEX, far) if name else None
        canvas.label(f"{name}$t$ = {time:.0f}", place, Ink.A, toward=out, feature=feature)


def _is_turned(moment: Moment[Turning]) -> bool:
    """Whether A is seen at an end of its turn, which is named there; a vertex of a core lies inside of A."""
    is_end = isinstance(moment.step, TurnTaken) and shown(moment) in (0.0, 1.0)
    return is_end and moment.scene.angle != 0.0 and moment.scene.a.shape.radius == 0.0


def _has_room(canvas: Canvas, shape: Convex, at: Vector) -> bool:
    """Whether its outline does not pass through the words inside the arc of the turn."""
    return not (np.abs(_along(shape) - at) / canvas.pixel < INSIDE).all(axis=1).any()


def _along(shape: Convex) -> Points:
    """Points all along its edges."""
    edges, part = shape.edges, np.linspace(0.0, 1.0, 65)[:, None, None]
    points: Points = (edges[:, 0] + part * (edges[:, 1] - edges[:, 0])).reshape(-1, 2)
    return points


def _circles(canvas: Canvas, scene: Turning, t: float) -> None:
    """The circles of two vertices, neither of which is the farthest, each with its arc so far."""
    d, r = [math.hypot(*p) for p in scene.local.points], scene.found.radius
    ranked = sorted((d[i], i) for i in range(len(d)) if i != scene.found.furthest and d[i] > INNER * r)
    told = ranked[-1:] + [each for each in ranked[:1] if ranked[-1][0] - each[0] > APART * r]
    turn = scene.angle * t
    left = math.copysign(max(math.tau - abs(turn), 0.0), turn)
    for distance, i in told:
        start = scene.direction(i)
        measures.angle_arc(
            canvas, scene.pivot, start, start + turn, Ink.A, radius=distance / canvas.pixel, arrow=True
        )
        rest = marks.circle_points(canvas, scene.pivot, distance, start + turn, left)
        canvas.stroke(rest, Ink.A, line=Line.DOTTED, opacity=0.6)
        canvas.dot(scene.pivot + distance * way(start), Ink.A, Point.SMALL)


def others(canvas: Canvas, moment: Moment[Turning]) -> None:
    """The circle that no vertex leaves, the arcs of all vertices, and their lengths on one bar."""
    scene, found = moment.scene, moment.scene.found
    marks.circle(canvas, scene.pivot, found.radius, Ink.EXAMINED, Line.DASHED, opacity=0.6)
    if scene.a.shape.radius > 0.0 and len(scene.local.points) > 1:
        core = scene.shape_at(moment.time).points
        canvas.stroke(core, Ink.A, closed=len(core) > 2, line=Line.DASHED)
    if is_beaten(moment):  # the circle that v would have to stay in is compared with v itself
        return
    words = f"arc of v{found.furthest}: **{fixed(found.bound * moment.time)}**"
    _bar(canvas, scene, 0, found.bound * moment.time, Ink.EXAMINED, words)
    x, y = _bar_start(canvas, scene, 0)
    ends: list[tuple[float, list[str]]] = []
    for d, i in sorted((math.hypot(*p), i) for i, p in enumerate(scene.local.points)):
        if i == found.furthest or d == 0.0:
            continue
        points = marks.circle_points(canvas, scene.pivot, d, scene.direction(i), scene.angle * moment.time)
        canvas.stroke(points, Ink.A, line=Line.THIN, opacity=0.6)
        at = x + d * abs(scene.angle) * moment.time
        canvas.stroke(((at, y - 8 * canvas.pixel), (at, y + 8 * canvas.pixel)), Ink.A, line=Line.MEASURE)
        if ends and at - ends[-1][0] < ALIKE * canvas.pixel:
            ends[-1][1].append(f"v{i}")
        else:
            ends.append((at, [f"v{i}"]))
    for at, names in ends:
        below = (at, y - 8 * canvas.pixel)
        canvas.label(", ".join(names), below, Ink.A, toward=(0.0, -1.0), style=TextStyle.CAPTION)


def _arc(canvas: Canvas, moment: Moment[Turning], shape: Convex, index: int) -> None:
    """A vertex' distance from the centre of rotation, and its arc up to now."""
    scene, is_r = moment.scene, not is_one_arc(moment)
    t = 1.0 if isinstance(moment.step, ArcUnrolled) else moment.time
    start, d = scene.direction(index), math.hypot(*scene.local.points[index])
    if d == 0.0:
        return
    end = shape.points[index]
    points = marks.circle_points(canvas, scene.pivot, d, start, scene.angle * t)
    canvas.stroke(points, Ink.EXAMINED, line=Line.FEATURE if not isinstance(moment.step, ChordTaken) else Line.THIN)
    canvas.stroke((scene.pivot, end), Ink.EXAMINED, line=Line.MEASURE)
    middle, way = (scene.pivot + end) / 2.0, end - scene.pivot
    canvas.label(f"${'r' if is_r else f'd_{index}'}$ = {fixed(d)}", middle, Ink.EXAMINED, toward=(-way[1], way[0]))
    if is_one_arc(moment) or isinstance(moment.step, ArcUnrolled | ChordTaken):  # else all distances are compared
        omega(canvas, scene.pivot, start, scene.angle * t)
    feature = FeatureRef("A", FeatureKind.VERTEX, index)
    marks.highlight_vertex(canvas, end, Ink.EXAMINED, f"v{index}", feature=feature, toward=way)


def _bar_start(canvas: Canvas, scene: Turning, row: int, longest: float | None = None) -> tuple[float, float]:
    """Bars stand below the body, the middle of the longest of them below its centre of rotation."""
    half = (scene.found.bound if longest is None else longest) / 2.0
    return float(scene.pivot[0]) - half, scene.low - (TO_BARS + ROW * row) * canvas.pixel


def _bar(
    canvas: Canvas, scene: Turning, row: int, length: float, ink: Ink, text: str, longest: float | None = None
) -> None:
    start = _bar_start(canvas, scene, row, longest)
    is_long = length > LONG * scene.found.radius  # beside its end the words would take much of the figure's width
    projections.length_bar(canvas, start, length, ink, "" if is_long else text)
    if is_long:
        above = start[0] + length, start[1] + OVER_BAR * canvas.pixel
        canvas.label(text, above, ink, toward=(-1.0, 0.0))


def curled(scene: Turning, start: Vector, parts: Sequence[float], count: int = 97) -> NDArray[np.float64]:
    """The arc of the farthest vertex on its way from the circle (0) to the bar (1), whose start is given: its length
    stays, its curvature goes. It hangs on its lowest point, or on the end that is nearest to that. For each part of
    the way `count` points, shape (parts, count, 2)."""
    found, sign = scene.found, math.copysign(1.0, scene.angle)
    down = sign * (-math.pi / 2.0 - scene.start_angle) % math.tau  # how far A turns until the vertex is lowest
    past = down - abs(scene.angle)
    u = min(down / abs(scene.angle), 1.0) if past < math.tau - down or past <= 0.0 else 0.0
    tangent = scene.start_angle + u * scene.angle + sign * math.pi / 2.0
    level = math.remainder(tangent, math.pi)
    along = math.copysign(1.0, math.cos(tangent - level))  # the bar may run to the left
    f = np.array(parts)[:, None]
    s = np.linspace(-u, 1.0 - u, count) * found.bound
    bent = sign * (1.0 - f) / found.radius * s  # the turn from where it hangs; sin and 1 - cos of it, over the bend:
    x, y = s * np.sinc(bent / np.pi), s * bent / 2.0 * np.sinc(bent / math.tau) ** 2
    c, d = np.cos(tangent - f * level), np.sin(tangent - f * level)
    hung = start + ((u if along > 0.0 else 1.0 - u) * found.bound, 0.0)
    at = (1.0 - f) * scene.on_arc(u) + f * hung
    return np.stack((at[:, :1] + x * c - y * d, at[:, 1:] + x * d + y * c), axis=2)


def _unrolled(canvas: Canvas, scene: Turning, t: float) -> None:
    """The arc rolls out into a bar."""
    bound = scene.found.bound
    if bound == 0.0:
        _still(canvas, scene)
        return
    start = np.array(_bar_start(canvas, scene, 0))
    if t > 0.0:  # the ways of both ends, from the arc's to the bar's
        for way in curled(scene, start, np.linspace(0.0, t, 33).tolist(), 2).swapaxes(0, 1):
            canvas.stroke(way, Ink.EXAMINED, line=Line.DOTTED, opacity=0.45)
    *over, now = curled(scene, start, [*(each for each in CURLS if each < t), t])
    for arc in over:
        canvas.stroke(arc, Ink.EXAMINED, line=Line.THIN, opacity=0.35)
    if t < 1.0:
        canvas.stroke(now, Ink.EXAMINED, line=Line.FEATURE)
    else:
        _bar(canvas, scene, 0, bound, Ink.EXAMINED, rf"$r\,|\omega|$ = **{fixed(bound)}**")


def _still(canvas: Canvas, scene: Turning) -> None:
    canvas.label(r"$r\,|\omega|$ = **0.00**", _bar_start(canvas, scene, 0), Ink.EXAMINED)


def _chords(canvas: Canvas, scene: Turning, t: float) -> None:
    """The farthest vertex' distance from its start now, between the arc so far and the chord of the whole turn times
    the part of it that is over."""
    found, start, place, end = scene.found, scene.on_arc(0.0), scene.on_arc(t), scene.on_arc(1.0)
    if found.bound == 0.0:
        _still(canvas, scene)
        return
    far, chord = scene.away(t), scene.chord.bound
    _bar(canvas, scene, 0, found.bound * t, Ink.EXAMINED, f"arc **{fixed(found.bound * t)}**")
    _bar(canvas, scene, 1, far, Ink.ANSWER, f"v{found.furthest} from its start **{fixed(far)}**")
    if scene.passes_chord:
        _bar(canvas, scene, 2, chord, Ink.QUIET, f"chord of the whole turn **{fixed(chord)}**")
    else:
        _bar(canvas, scene, 2, chord * t, Ink.QUIET, f"chord · $t$ = **{fixed(chord * t)}**")
    canvas.stroke((start, end), Ink.QUIET, line=Line.DASHED)
    canvas.stroke((start, place), Ink.ANSWER, line=Line.MEASURE)
    middle = (start + end) / 2.0
    canvas.label(f"chord {fixed(chord)}", middle, Ink.QUIET, toward=middle - scene.pivot)
    canvas.label("start", start, Ink.TEXT, toward=start - scene.pivot)


def _faulty(canvas: Canvas, moment: Moment[Turning]) -> None:
    """Where the faulty bound keeps the farthest vertex, as a circle around its start, and where it really is."""
    scene, faulty = moment.scene, moment.faulty
    start, place = scene.on_arc(0.0), scene.on_arc(faulty.fraction)
    out: Vector = (place - start) / math.dist(place, start)
    marks.circle(canvas, start, faulty.allowed, Ink.FAULTY, Line.DOTTED)
    side = math.copysign(1.0, start[0] - scene.pivot[0])  # there is room beside the circle, and bars below it
    words = f"v{scene.found.furthest} would have to stay inside: **{fixed(faulty.allowed)}**"
    canvas.label(words, start + (side * faulty.allowed, 0.0), Ink.FAULTY, toward=(side, 0.0))
    measures.measure(canvas, start + faulty.allowed * out, place, Ink.FAULTY)
    canvas.dot(place, Ink.FAULTY, Point.CROSS)
    canvas.label(f"error **{fixed(faulty.error)}**", place, Ink.FAULTY, toward=place - scene.pivot)
    if moment.compare == CENTROID:
        shape = scene.shape_at(moment.time)  # as it is drawn
        middle, far = shape.centroid, scene.from_centroid(shape)
        canvas.stroke((middle, far), Ink.FAULTY, line=Line.DOTTED)
        canvas.dot(middle, Ink.FAULTY, Point.CROSS)
        canvas.label("centroid", middle, Ink.FAULTY, toward=middle - far)
        name = rf"$r_\mathrm{{centroid}}$ = {fixed(faulty.radius)}"
        canvas.label(name, (middle + far) / 2.0, Ink.FAULTY, toward=(0.3, -1.0))
