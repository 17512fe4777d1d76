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
from lessons.motion.angular_bound_scene import GAP, SEEN, Turning, is_beaten, is_one_arc
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

COPIES = 18  # of a swept body
CURLS = (0.2, 0.4, 0.6, 0.8)  # parts of the unrolling that leave a trace
TO_BARS, ROW = 46.0, 40.0  # pixels from the body down to the first bar, and between two bars
WORDS = 30.0  # pixels that a bar takes upwards with the words above it
OMEGA = 44.0  # pixels, radius of the arc that says how far A turns
INSIDE = (36.0, 12.0)  # pixels: half of the box of the words inside it
ABOVE = 16.0  # pixels from the way of the centre up to its velocity
WALL = 14.0  # pixels of it that are drawn
NAME = 56.0  # pixels that the wall's name takes beside it
CLEAR = 17.0  # pixels between the arcs of two vertices that a name needs
ALIKE = 16.0  # pixels: marks on a bar as near as this to each other have one name
APART = 0.1  # of r: circles nearer to each other than this look like one double line
INNER = 0.4  # of r: a vertex farther than this has a circle that leaves room for the arc of the turn


def draw(canvas: Canvas, moment: Moment[Turning]) -> None:
    scene, step, t = moment.scene, moment.step, moment.time
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
    match step:
        case TurnTaken():
            _circles(canvas, scene, t)
            _omega(canvas, scene, (math.pi - scene.angle * t) / 2.0, t)  # open below
            above = scene.pivot + (0.0, 0.5 * OMEGA * canvas.pixel)
            if t == 1.0 and scene.angle and _has_room(canvas, shape, above):
                canvas.label(rf"$\theta$ = {fixed(abs(scene.turn), 0)}°", above, Ink.EXAMINED, fixed=True)
            below = scene.pivot - (0.0, 8.0 * canvas.pixel)
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
    if is_beaten(moment) and not moves:
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
    if len(shape.points) > 1 and not isinstance(moment.step, ChordTaken | AngularBound):
        _names(canvas, moment, shape)
    if not 0.0 < math.dist(pivot, moment.scene.pivot) < ALIKE * canvas.pixel:  # two rings in one would be an 8
        canvas.dot(pivot, Ink.EXAMINED)


def _names(canvas: Canvas, moment: Moment[Turning], shape: Convex) -> None:
    """Of the vertices. Where all their arcs are drawn a name stands beyond those that leave no room for it."""
    scene, middle = moment.scene, shape.centroid
    d = sorted(math.dist(place, scene.pivot) for place in shape.points)
    is_all = not isinstance(moment.step, TurnTaken | ArcUnrolled) and not is_one_arc(moment)
    told = moment.step.index if is_one_arc(moment) else scene.found.furthest  # by its arc, if it has one
    has_arc = not isinstance(moment.step, TurnTaken) and math.hypot(*scene.local.points[told]) > 0.0
    for i, place in enumerate(shape.points):
        if has_arc and i == told:
            continue
        at, toward = place, place - middle
        if is_all and (near := math.dist(place, scene.pivot)) > 0.0:
            beyond = near
            for far in d:
                beyond = far if beyond < far < beyond + CLEAR * canvas.pixel else beyond
            toward = place - scene.pivot
            at = scene.pivot + toward * (beyond / near)
        feature = FeatureRef("A", FeatureKind.VERTEX, i)
        style = TextStyle.VERTEX if is_all else TextStyle.CAPTION  # large where there is room: they are clicked
        canvas.label(f"v{i}", at, Ink.A, toward=toward, style=style, feature=feature)


def _omega(canvas: Canvas, scene: Turning, start: float, t: float) -> None:
    """How far A has turned, as an arrow around its centre of rotation."""
    turn = scene.angle * t
    measures.angle_arc(canvas, scene.pivot, start, start + turn, Ink.EXAMINED, radius=OMEGA, arrow=True)
    if turn:
        way = np.array((math.cos(start + turn / 2.0), math.sin(start + turn / 2.0)))
        canvas.symbol(r"\omega", scene.pivot + OMEGA * canvas.pixel * way, Ink.EXAMINED, toward=way)


def _has_room(canvas: Canvas, shape: Convex, at: Vector) -> bool:
    """Whether its outline does not pass through the words inside the arc of the turn."""
    edges, part = shape.edges, np.linspace(0.0, 1.0, 65)[:, None, None]
    off = np.abs(edges[:, 0] + part * (edges[:, 1] - edges[:, 0]) - at) / canvas.pixel
    return not (off < INSIDE).all(axis=2).any()


def _circles(canvas: Canvas, scene: Turning, t: float) -> None:
    """The circles of two vertices, neither of which is the farthest, with how far each has moved: points on different
    circles move by different lengths."""
    d, r = [math.hypot(*p) for p in scene.local.points], scene.found.radius
    ranked = sorted((d[i], i) for i in range(len(d)) if i != scene.found.furthest and d[i] > INNER * r)
    told = ranked[-1:] + [each for each in ranked[:1] if ranked[-1][0] - each[0] > APART * r]
    turn = scene.angle * t
    left = math.copysign(max(math.tau - abs(turn), 0.0), turn)
    for distance, i in told:
        start = scene.direction(i)
        points = marks.circle_points(canvas, scene.pivot, distance, start, turn)
        canvas.stroke(points, Ink.A, line=Line.THIN)
        rest = marks.circle_points(canvas, scene.pivot, distance, start + turn, left)
        canvas.stroke(rest, Ink.A, line=Line.DOTTED, opacity=0.6)
        for a in (start, start + turn):
            canvas.dot(scene.pivot + distance * _way(a), Ink.A, Point.SMALL)
        middle = _way(start + turn / 2.0)
        canvas.label(
            f"v{i} moves **{fixed(distance * abs(turn))}**", scene.pivot + distance * middle, Ink.A, toward=middle
        )


def _way(a: float) -> Vector:
    """The unit vector in a direction."""
    return np.array((math.cos(a), math.sin(a)))


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
    x, y = _bar_start(canvas, scene, 0)
    ends: list[tuple[float, list[str]]] = []
    for d, i in sorted((math.hypot(*p), i) for i, p in enumerate(scene.local.points)):
        if i == found.furthest or d == 0.0:
            continue
        points = marks.circle_points(canvas, scene.pivot, d, scene.direction(i), scene.angle * moment.time)
        canvas.stroke(points, Ink.A, line=Line.THIN)
        at = x + d * abs(scene.angle) * moment.time
        canvas.stroke(((at, y - 8 * canvas.pixel), (at, y + 8 * canvas.pixel)), Ink.A, line=Line.MEASURE)
        if ends and at - ends[-1][0] < ALIKE * canvas.pixel:
            ends[-1][1].append(f"v{i}")
        else:
            ends.append((at, [f"v{i}"]))
    for at, names in ends:
        below = (at, y - 8 * canvas.pixel)
        canvas.label(", ".join(names), below, Ink.A, toward=(0.0, -1.0), style=TextStyle.VERTEX)


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
    if t > 0.0:  # the ways of both ends, from the arc's to the bar's
        ends = np.array([curled(scene, start, f)[[0, -1]] for f in np.linspace(0.0, t, 33).tolist()])
        for way in (ends[:, 0], ends[:, 1]):
            canvas.stroke(way, Ink.EXAMINED, line=Line.DOTTED, opacity=0.45)
    for f in (each for each in CURLS if each < t):
        canvas.stroke(curled(scene, start, f), Ink.EXAMINED, line=Line.THIN, opacity=0.35)
    if t < 1.0:
        canvas.stroke(curled(scene, start, t), Ink.EXAMINED, line=Line.FEATURE)
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
    _bar(canvas, scene, 2, chord * t, Ink.QUIET, f"chord · $t$ = **{fixed(chord * t)}**")
    canvas.stroke((start, end), Ink.QUIET, line=Line.DASHED)
    canvas.stroke((start, place), Ink.ANSWER, line=Line.MEASURE)
    middle = (start + end) / 2.0
    canvas.label(f"chord {fixed(chord)}", middle, Ink.QUIET, toward=middle - scene.pivot)
    canvas.label("start", start, Ink.TEXT, toward=start - scene.pivot)


def _wall(canvas: Canvas, moment: Moment[Turning], t: float) -> None:
    """Where A's front was, the wall before it, how far the front has come at most and how far in fact; and the line
    that it stays before."""
    scene, found = moment.scene, moment.scene.found
    x = float(scene.a.world.points[:, 0].max()) + scene.a.shape.radius
    y, top = scene.low - TO_BARS * canvas.pixel, scene.high(t)
    if scene.speed:
        top = max(top, float(scene.pivot[1]) + 2.0 * ABOVE * canvas.pixel)
    is_less, over = is_beaten(moment), top + WORDS * canvas.pixel
    gap, bound, advance, wrong = (y - row * ROW * canvas.pixel for row in range(4))
    low = (wrong if is_less else advance) - 14.0 * canvas.pixel
    canvas.stroke(((x, low), (x, top)), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.label("front at t = 0", (x, low), Ink.QUIET, toward=(0.0, -1.0))
    measures.unit_arrow(canvas, (x, 0.3 * top + 0.7 * y), (1.0, 0.0))
    _velocity(canvas, scene, t)
    when, came = scene.farthest_front(t)
    _obstacle(canvas, x + GAP, gap - 11.0 * canvas.pixel, top, x + came)
    projections.length_bar(canvas, (x, gap), GAP, Ink.GAP)
    canvas.label(f"gap $g$ = **{fixed(GAP)}**", (x, gap), Ink.GAP, toward=(-1.0, 0.0))
    if when < t:
        marks.ghost(canvas, scene.shape_at(when, moves=True), Ink.A)
    if t > 0.0:
        if scene.hit is None or t <= scene.hit:
            ends = x + found.total * t
            canvas.stroke(((ends, bound), (ends, over)), Ink.EXAMINED, line=Line.MEASURE)
            words = f"A cannot pass this line before t = {scene.told(t)}"
            canvas.label(words, (ends, over - 8.0 * canvas.pixel), Ink.EXAMINED, toward=(-1.0, 0.0))
        _sum(canvas, scene, (x, bound), t)
        words = f"farthest advance of A's front: **{fixed(came)}**"
        words += f", at t = {fixed(when)}" if when < t else ""
        projections.length_bar(canvas, (x, advance), came, Ink.A, words)
    if came > 0.0:
        for here, there in ((advance, bound), (gap, top)):
            canvas.stroke(((x + came, here), (x + came, there)), Ink.A, line=Line.DOTTED)  # not through words
    if is_less and t > 0.0:
        _beaten(canvas, moment, (x, wrong), came, t)


def _obstacle(canvas: Canvas, x: float, low: float, high: float, front: float) -> None:
    """The wall, seen as far as A's front may meet it; its name is not where the line of the front stands."""
    right = x + WALL * canvas.pixel
    canvas.area(((x, low), (right, low), (right, high), (x, high)), Ink.B, opacity=0.3, hatched=True)
    canvas.stroke(((x, low), (x, high)), Ink.B, line=Line.OUTLINE)
    beside = max(right, front) if front < right + NAME * canvas.pixel else right
    canvas.label("wall", (beside, 0.5 * (low + high)), Ink.B, toward=(1.0, 0.0), style=TextStyle.BOLD)


def _beaten(canvas: Canvas, moment: Moment[Turning], start: tuple[float, float], came: float, t: float) -> None:
    """The faulty bound, and by how much A's front has gone beyond it."""
    (x, y), wrong = start, (moment.scene.found.motion + moment.faulty.bound) * t
    projections.length_bar(canvas, start, wrong, Ink.FAULTY)
    words = f"{moment.compare}: **{fixed(wrong)}**"
    if came - wrong > SEEN:
        measures.measure(canvas, (x + wrong, y), (x + came, y), Ink.FAULTY)
        words += f", error **{fixed(came - wrong)}**"
    canvas.label(words, (x + max(came, wrong) + 4.0 * canvas.pixel, y), Ink.FAULTY, toward=(1.0, 0.0))


def _velocity(canvas: Canvas, scene: Turning, t: float) -> None:
    """The centre's velocity, and below it how far the centre has come."""
    if scene.speed:
        start, end = scene.pivot, scene.pivot + (scene.speed * t, 0.0)
        above = start + (0.0, ABOVE * canvas.pixel)
        canvas.arrow(above, above + (scene.speed, 0.0), Ink.TEXT, line=Line.MEASURE)
        canvas.symbol(r"\boldsymbol{v}", above + (scene.speed, 0.0), Ink.TEXT, toward=(1.0, 0.0))
        if scene.speed * t >= ALIKE * canvas.pixel:  # a shorter one has no ring at its end
            canvas.stroke((start, end), Ink.EXAMINED, line=Line.DASHED)


def _sum(canvas: Canvas, scene: Turning, start: tuple[float, float], t: float) -> None:
    """The unrolled bar of r, laid along n̂ after the way of the centre."""
    found, (x, y) = scene.found, start
    by, moved = "" if t == 1.0 else r"\,t", found.motion * t
    name = rf"$\boldsymbol{{v}}\cdot\hat n{by}$ = {fixed(moved)}"
    if moved > 0.0:
        projections.length_bar(canvas, start, moved, Ink.TEXT)
        is_long = moved > 100.0 * canvas.pixel
        place, toward = ((x + moved / 2.0, y), (0.0, 1.0)) if is_long else ((x, y), (-1.0, 0.0))
        canvas.label(name, place, Ink.TEXT, toward=toward)
    if found.bound > 0.0:
        projections.length_bar(canvas, (x + moved, y), found.bound * t, Ink.EXAMINED)
    if found.bound * t > 100.0 * canvas.pixel and moved > 0.0:
        middle = (x + moved + found.bound * t / 2.0, y + 8.0 * canvas.pixel)
        canvas.label(rf"$r\,|\omega|{by}$ = {fixed(found.bound * t)}", middle, Ink.EXAMINED, toward=(0.0, 1.0))
    end = x + found.total * t, y
    canvas.label(rf"$\mu{by}$ = **{fixed(found.total * t)}**", end, Ink.EXAMINED, toward=(1.0, 0.0))


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
    if moment.compare.startswith("r"):
        shape = scene.shape_at(moment.time)  # as it is drawn
        middle, last = shape.centroid, shape.points[scene.found.furthest]
        far = max(shape.points, key=lambda p: (round(math.dist(p, middle), 9), -math.dist(p, last)))
        canvas.stroke((middle, far), Ink.FAULTY, line=Line.DOTTED)
        canvas.dot(middle, Ink.FAULTY, Point.CROSS)
        canvas.label("centroid", middle, Ink.FAULTY, toward=middle - far)
        canvas.label(f"r = {fixed(faulty.radius)}", (middle + far) / 2.0, Ink.FAULTY, toward=(0.3, 1.0))
