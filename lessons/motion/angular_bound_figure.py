"""The figure of the angular bound: a body that turns, its farthest vertex' arc, and that arc as a bar."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

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
from lessons.motion.angular_bound_scene import Turning, is_one_arc
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

COPIES = 18  # of a swept body
CURLS = (0.2, 0.4, 0.6, 0.8)  # parts of the unrolling that leave a trace
TO_BARS, ROW = 46.0, 40.0  # pixels from the body down to the first bar, and between two bars
HALF_BAR = 13.0  # pixels that a bar with words in it takes, to each side
OMEGA = 44.0  # pixels, radius of the arc that says how far A turns


def draw(canvas: Canvas, moment: Moment[Turning]) -> None:
    scene, step, t = moment.scene, moment.step, moment.time
    moves, unrolls = isinstance(step, AngularBound), isinstance(step, ArcUnrolled)
    now = 1.0 if unrolls else t
    marks.sweep(canvas, list(_copies(scene, boundary(scene.local, marks.SMOOTH * canvas.pixel), now, moves)), Ink.A)
    if now > 0.0:
        marks.ghost(canvas, scene.a.world, Ink.A, Line.START)
    if now < 1.0:
        marks.ghost(canvas, scene.shape_at(1.0, moves=moves), Ink.A)
    shape = scene.shape_at(now, moves=moves)
    _body(canvas, moment, shape)
    match step:
        case TurnTaken():
            _circles(canvas, scene, t)
            _omega(canvas, scene, scene.direction(0), t)
            below = scene.pivot - (0.0, (OMEGA + 14.0) * canvas.pixel)
            canvas.label("centre of rotation", below, Ink.EXAMINED, toward=(0.0, -1.0))
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
            _wall(canvas, moment, t)
        case _:
            others(canvas, moment)
            _arc(canvas, moment, shape, scene.found.furthest)
    if moment.faulty is not None and moment.faulty.error > 1e-9 and not moves:
        _faulty(canvas, moment)


def _copies(scene: Turning, outline: Points, now: float, moves: bool) -> Iterator[Points]:
    for t in np.linspace(0.0, now, COPIES, endpoint=False).tolist():
        c, s = math.cos(scene.angle * t), math.sin(scene.angle * t)
        yield outline @ np.array(((c, s), (-s, c))) + scene.pivot + (scene.speed * t * moves, 0.0)


def _body(canvas: Canvas, moment: Moment[Turning], shape: Convex) -> None:
    middle = shape.centroid
    pivot = moment.scene.pivot + (
        (moment.scene.speed * moment.time, 0.0) if isinstance(moment.step, AngularBound) else 0
    )
    clear = 0.35 * moment.scene.found.radius
    off = middle - pivot
    size = math.hypot(*off)
    letter = middle if size > clear or size == 0.0 else pivot + off * (clear / size)
    marks.shape(canvas, shape, Ink.A, "A", numbered=False, letter_at=letter)
    for i, place in enumerate(shape.points):
        feature = FeatureRef("A", FeatureKind.VERTEX, i)
        canvas.label(f"v{i}", place, Ink.A, toward=place - middle, style=TextStyle.VERTEX, feature=feature)
    canvas.dot(pivot, Ink.EXAMINED)


def _omega(canvas: Canvas, scene: Turning, start: float, t: float) -> None:
    """How far A has turned, as an arrow around its centre of rotation."""
    turn = scene.angle * t
    measures.angle_arc(canvas, scene.pivot, start, start + turn, Ink.EXAMINED, radius=OMEGA, arrow=True)
    if turn:
        way = np.array((math.cos(start + turn / 2.0), math.sin(start + turn / 2.0)))
        canvas.symbol(r"\omega", scene.pivot + OMEGA * canvas.pixel * way, Ink.EXAMINED, toward=way)


def _circles(canvas: Canvas, scene: Turning, t: float) -> None:
    """The circles of one vertex and of one inner point: each point has its own."""
    for p in (scene.local.points[0], scene.local.centroid):
        d = math.hypot(*p)
        if d > 0.0:
            start = math.atan2(p[1], p[0])
            canvas.stroke(
                marks.circle_points(canvas, scene.pivot, d), Ink.A, closed=True, line=Line.DOTTED, opacity=0.6
            )
            canvas.stroke(
                marks.circle_points(canvas, scene.pivot, d, start, scene.angle * t), Ink.A, line=Line.MEASURE
            )
            for a in (start, start + scene.angle * t):
                canvas.dot(scene.pivot + d * np.array((math.cos(a), math.sin(a))), Ink.A, Point.SMALL)


def others(canvas: Canvas, moment: Moment[Turning]) -> None:
    """The circle that no vertex leaves, the arcs of all vertices, and their lengths on one bar."""
    scene, found = moment.scene, moment.scene.found
    marks.circle(canvas, scene.pivot, found.radius, Ink.EXAMINED, Line.DASHED, opacity=0.6)
    if scene.a.shape.radius > 0.0 and len(scene.local.points) > 1:
        core = scene.shape_at(moment.time).points
        canvas.stroke(core, Ink.A, closed=len(core) > 2, line=Line.DASHED)
    _bar(
        canvas,
        scene,
        0,
        found.bound * moment.time,
        Ink.EXAMINED,
        f"arc of v{found.furthest}: **{fixed(found.bound * moment.time)}**",
    )
    for i, p in enumerate(scene.local.points):
        d = math.hypot(*p)
        if i != found.furthest and d > 0.0:
            points = marks.circle_points(canvas, scene.pivot, d, scene.direction(i), scene.angle * moment.time)
            canvas.stroke(points, Ink.A, line=Line.THIN)
            x, y = _bar_start(canvas, scene, 0)
            at = (x + d * abs(scene.angle) * moment.time, y)
            canvas.stroke(((at[0], y - 8 * canvas.pixel), (at[0], y + 8 * canvas.pixel)), Ink.A, line=Line.MEASURE)
            canvas.label(f"v{i}", (at[0], y - 8 * canvas.pixel), Ink.A, toward=(0.0, -1.0), style=TextStyle.VERTEX)


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
    _omega(canvas, scene, start, t)
    feature = FeatureRef("A", FeatureKind.VERTEX, index)
    marks.highlight_vertex(canvas, end, Ink.EXAMINED, f"v{index}", feature=feature, toward=way)


def _bar_start(canvas: Canvas, scene: Turning, row: int, longest: float | None = None) -> tuple[float, float]:
    """Bars stand below the body, the middle of the longest of them below its centre of rotation."""
    half = (scene.found.bound if longest is None else longest) / 2.0
    return float(scene.pivot[0]) - half, scene.low - (TO_BARS + ROW * row) * canvas.pixel


def _bar(
    canvas: Canvas, scene: Turning, row: int, length: float, ink: Ink, text: str, longest: float | None = None
) -> None:
    projections.length_bar(canvas, _bar_start(canvas, scene, row, longest), length, ink, text)


def curled(scene: Turning, start: Vector, f: float) -> Points:
    """The arc of the farthest vertex on its way from the circle (f = 0) to the bar (1), whose start is given: its
    length stays, its curvature goes. It hangs on its lowest point, or on the end that is nearest to that."""
    found, sign = scene.found, math.copysign(1.0, scene.angle)
    down = sign * (-math.pi / 2.0 - scene.start_angle) % math.tau  # how far A turns until the vertex is lowest
    past = down - abs(scene.angle)
    u = min(down / abs(scene.angle), 1.0) if past < math.tau - down or past <= 0.0 else 0.0
    tangent = scene.start_angle + u * scene.angle + sign * math.pi / 2.0
    a = tangent - f * math.remainder(tangent, math.pi)
    along = math.copysign(1.0, math.cos(tangent - math.remainder(tangent, math.pi)))  # the bar may run to the left
    s, bend = np.linspace(-u, 1.0 - u, 97) * found.bound, sign * (1.0 - f) / found.radius
    x, y = (np.sin(bend * s) / bend, (1.0 - np.cos(bend * s)) / bend) if f < 1.0 else (s, 0.0 * s)
    hung = start + ((u if along > 0.0 else 1.0 - u) * found.bound, 0.0)
    at = (1.0 - f) * scene.on_arc(u) + f * hung
    return np.stack((at[0] + x * math.cos(a) - y * math.sin(a), at[1] + x * math.sin(a) + y * math.cos(a)), axis=1)


def _unrolled(canvas: Canvas, scene: Turning, t: float) -> None:
    """The arc rolls out into a bar."""
    bound = scene.found.bound
    if bound == 0.0:
        _still(canvas, scene)
        return
    start = np.array(_bar_start(canvas, scene, 0))
    for f in (each for each in CURLS if each < t):
        canvas.stroke(curled(scene, start, f), Ink.EXAMINED, line=Line.THIN, opacity=0.35)
    if t < 1.0:
        canvas.stroke(curled(scene, start, t), Ink.EXAMINED, line=Line.FEATURE)
    else:
        _bar(canvas, scene, 0, bound, Ink.EXAMINED, rf"$r\,|\omega|$ = **{fixed(bound)}**")


def _still(canvas: Canvas, scene: Turning) -> None:
    canvas.label(r"$r\,|\omega|$ = **0.00**", _bar_start(canvas, scene, 0), Ink.EXAMINED)


def _chords(canvas: Canvas, scene: Turning, t: float) -> None:
    """The farthest vertex' distance from its start: now, and the greatest so far, both also as bars."""
    found, start, end = scene.found, scene.on_arc(0.0), scene.on_arc(t)
    if found.bound == 0.0:
        _still(canvas, scene)
        return
    far = min(t, math.pi / abs(scene.angle)) if scene.angle else 0.0
    reached, chord = (math.dist(start, scene.on_arc(u)) for u in (far, t))
    _bar(canvas, scene, 0, found.bound * t, Ink.EXAMINED, f"arc **{fixed(found.bound * t)}**")
    _bar(canvas, scene, 1, chord, Ink.TEXT, f"chord **{fixed(chord)}**")
    if far < t:
        _bar(canvas, scene, 2, reached, Ink.ANSWER, f"greatest distance **{fixed(reached)}**")
        canvas.stroke((start, scene.on_arc(far)), Ink.ANSWER, line=Line.MEASURE)
        canvas.dot(scene.on_arc(far), Ink.ANSWER, Point.ANSWER)
    canvas.stroke((start, end), Ink.TEXT, line=Line.DASHED)
    way = end - start
    canvas.label("chord", start + 0.55 * way, Ink.TEXT, toward=(way[1], -way[0]))
    canvas.label("start", start, Ink.TEXT, toward=start - scene.pivot)


def _wall(canvas: Canvas, moment: Moment[Turning], t: float) -> None:
    """Where A's front was, how far it has come at most, and the line that it stays before: speeds end to end."""
    scene, found, faulty = moment.scene, moment.scene.found, moment.faulty
    x = float(scene.a.world.points[:, 0].max()) + scene.a.shape.radius
    y = scene.low - TO_BARS * canvas.pixel
    tops = np.vstack((scene.a.world.points, scene.shape_at(1.0).points, scene.pivot))[:, 1]
    top = float(tops.max()) + scene.a.shape.radius
    ends = x + found.total * t
    rows = 1.0 + (faulty is not None and faulty.error > 1e-9)
    low = y - (rows * ROW + 14.0) * canvas.pixel
    for at, ink, line in ((x, Ink.CONSTRUCTION, Line.DASHED), (ends, Ink.EXAMINED, Line.MEASURE)):
        canvas.stroke(((at, low), (at, top)), ink, line=line)
    canvas.label("front at t = 0", (x, low), Ink.QUIET, toward=(0.0, -1.0))
    canvas.label(f"A cannot pass this line before t = {fixed(t)}", (ends, top), Ink.EXAMINED, toward=(0.0, 1.0))
    measures.unit_arrow(canvas, (x, 0.3 * top + 0.7 * y), (1.0, 0.0))
    measures.vector_arrow(canvas, scene.pivot, (scene.speed, 0.0), Ink.EXAMINED, r"\boldsymbol{v}", side=-1.0)
    if t > 0.0 and scene.speed:
        canvas.stroke((scene.pivot, scene.pivot + (scene.speed * t, 0.0)), Ink.EXAMINED, line=Line.FEATURE)
    by = "" if t == 1.0 else r"\,t"
    named = (found.motion, rf"\boldsymbol{{v}}\cdot\hat n{by}", 0.25), (found.bound, rf"r\,|\omega|{by}", 0.45)
    parts = [
        projections.Part(
            size * t, Ink.EXAMINED, f"${name}$ = {fixed(size * t)}" if size * t > 90 * canvas.pixel else "", tint
        )
        for size, name, tint in named
    ]
    projections.stacked_bar(canvas, (x, y), parts)
    if 0.0 < found.motion * t <= 90 * canvas.pixel:  # too short for its name
        canvas.label(rf"$\boldsymbol{{v}}\cdot\hat n{by}$ = {fixed(found.motion * t)}", (x, y), Ink.EXAMINED,
                     toward=(-1.0, 0.0))  # fmt: skip
    canvas.label(rf"$\mu{by}$ = **{fixed(found.total * t)}**", (ends, y), Ink.EXAMINED, toward=(1.0, 0.0))
    if rows > 1.0:
        wrong = (faulty.bound * t + found.motion * t) if faulty.bound * t else found.motion * t
        words = f"{moment.compare}: **{fixed(wrong)}**"
        projections.length_bar(canvas, (x, y - 2.0 * ROW * canvas.pixel), wrong, Ink.FAULTY, words)
    when, came = scene.farthest_front(t)
    if when < t:
        marks.ghost(canvas, scene.shape_at(when, moves=True), Ink.A)
    words = f"A's front came **{fixed(came)}**, at t = {fixed(when)}"
    projections.length_bar(canvas, (x, y - ROW * canvas.pixel), came, Ink.TEXT, words)
    if came > 0.0:
        for low, high in ((y - ROW * canvas.pixel, y - HALF_BAR * canvas.pixel), (y + HALF_BAR * canvas.pixel, top)):
            canvas.stroke(((x + came, low), (x + came, high)), Ink.TEXT, line=Line.DOTTED)  # not through its words


def _faulty(canvas: Canvas, moment: Moment[Turning]) -> None:
    """Where the faulty bound keeps the farthest vertex, as a circle around its start, and where it really is."""
    scene, faulty = moment.scene, moment.faulty
    start, place = scene.on_arc(0.0), scene.on_arc(faulty.fraction)
    out: Vector = (place - start) / math.dist(place, start)
    marks.circle(canvas, start, faulty.allowed, Ink.FAULTY, Line.DOTTED)
    measures.measure(canvas, start + faulty.allowed * out, place, Ink.FAULTY)
    canvas.dot(place, Ink.FAULTY, Point.CROSS)
    canvas.label(f"error **{fixed(faulty.error)}**", place, Ink.FAULTY, toward=place - scene.pivot)
    if moment.compare.startswith("r"):
        shape = scene.shape_at(moment.time)  # as it is drawn
        middle, last = shape.centroid, shape.points[scene.found.furthest]
        far = max(shape.points, key=lambda p: (round(math.dist(p, middle), 9), -math.dist(p, last)))
        canvas.stroke((middle, far), Ink.FAULTY, line=Line.DOTTED)
        canvas.dot(middle, Ink.FAULTY, Point.CROSS)
        canvas.label("centroid", middle, Ink.FAULTY, toward=middle - far)
        canvas.label(f"r = {fixed(faulty.radius)}", (middle + far) / 2.0, Ink.FAULTY, toward=(0.3, 1.0))
