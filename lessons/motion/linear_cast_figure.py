"""The figure of the linear cast: the world at a time, and in step with it the origin on its rail into A − B."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Outcome, Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast_steps import (
    CornerTested,
    DifferenceFormed,
    FaceTested,
    FeatureHit,
    OriginMeasured,
    RayFormed,
)
from geometry.trace import Grouped
from geometry.vector import left_of, length
from lessons.motion.casts import (
    GAUGE,
    ORIGIN,
    Stretch,
    beside,
    draw_axes,
    draw_ball,
    draw_bodies,
    draw_faulty_bodies,
    draw_rail,
    off_rail,
)
from lessons.motion.linear_cast_asked import RING, clickable_faces
from lessons.motion.linear_cast_crossings import draw_crossing, draw_crossings, draw_passed
from lessons.motion.linear_cast_faces import ends_of, front_faces, last_crossed
from lessons.motion.linear_cast_faulty import FIRST, as_shown, draw_fault
from lessons.motion.linear_cast_words import face_name
from lessons.stories.grouping import apart, whole
from lessons.stories.outlines import draw_arcs, draw_edges, outward, parts
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Follow, Moment
from viz.lesson.text import fixed

HELD = 0.08  # of the size of A − B: so near to the ball, or to its rail's end, a press holds it
CLEAR, NAME = 24.0, 16.0  # pixels: what stands at a face keeps from the rail, and how far a name reaches
WORDS = 64.0  # pixels: as far as a length in words reaches from what is measured
SPOTS = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)  # places on a face, from its middle outwards
BEYOND = 0.45  # of the motion: so far from a body is the letter of its velocity
OUTSIDE = 0.07  # of the colour of all that is in front of the face that decides
NEAR = 1e-6  # world length: heights below it are not drawn


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the time of the clock; at last where they meet."""
    moment = as_shown(moment)
    step = moment.step
    t = 0.0 if moment.is_open else moment.time
    is_end = isinstance(step, TimeOfImpact) and abs(t - (1.0 if step.on_a is None else step.fraction)) < NEAR
    is_there = is_end and step.on_a is not None
    is_named = _is_named(moment) and t == 0.0 and not is_there  # in motion none, at last only what meets has a name
    draw_bodies(
        canvas,
        moment,
        t,
        numbered=is_named,
        moving=not is_there,
        started=is_end and moment.faulty is None,
        ended=not is_there and not isinstance(step, DifferenceFormed),
        named_at=t + (BEYOND if t < 0.5 else -BEYOND),
    )
    if is_there:
        _contact(canvas, moment)
    if moment.faulty is not None:
        draw_faulty_bodies(canvas, moment)


def _is_named(moment: Moment[Any]) -> bool:
    """Whether edges and faces have names: once one of them is spoken of, and no sooner."""
    is_told = any(isinstance(step, FaceTested | FeatureHit | TimeOfImpact) for step in apart(moment.seen))
    return is_told or moment.faulty is not None or moment.parent is not None


def _contact(canvas: Canvas, moment: Moment[Any]) -> None:
    """What meets, and the normal there; in an overlap the deepest point."""
    found, hit, scene = moment.step, moment.latest(FeatureHit), moment.scene
    if hit is None:
        marks.answer(canvas, found.on_a, "deepest point of A", toward=(1.0, 0.0), leader=True)
        return
    for part in () if hit.face is None else parts(scene.figure.edges[hit.face], scene.a.world.points):
        is_a = part.ink is Ink.A
        shape, other = scene.at(found.fraction) if is_a else scene.at(found.fraction)[::-1]
        n = hit.normal if is_a else -hit.normal
        out = shape.radius * n
        edge = FeatureRef(part.ink.name, FeatureKind.EDGE, part.number)
        ends = shape.edges[part.number] + out
        marks.highlight_edge(canvas, ends, part.ink, str(part.number), outward=-n, feature=edge)
        k, met = int((other.points @ -n).argmax()), Ink.B if is_a else Ink.A
        vertex = FeatureRef(met.name, FeatureKind.VERTEX, k)
        canvas.label(f"v{k}", found.on_a, met, toward=n, style=TextStyle.BOLD, feature=vertex)
    measures.unit_arrow(canvas, found.on_a, hit.normal, r"\hat n")
    marks.answer(canvas, found.on_a)


def take_in_space(moment: Moment[Any], at: Vector) -> Follow | None:
    """Hold the ball, which sets the time, or the end of its rail, which sets the velocity of A as seen from B."""
    v, reach = moment.scene.velocity, HELD * float(np.ptp(moment.scene.figure.points, axis=0).max())
    if isinstance(moment.step, DifferenceFormed) or not v.any():
        return None
    if not moment.is_open and length(at + moment.time * v) <= reach:
        return partial(_along_rail, moment.time)
    return _with_end if length(at + v) <= reach else None


def _along_rail(t: float, scene: Any, start: Vector, now: Vector) -> float:
    """The time at which the ball, held at time t, is nearest to the pointer."""
    v = scene.velocity
    return t + float((start - now) @ v) / float(v @ v)


def _with_end(scene: Any, start: Vector, now: Vector) -> Any:
    """The end of A's motion goes so far that the rail's end follows the pointer."""
    return scene.with_field("a_end", scene.a_end.moved(start - now))


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """A − B, held still, and the origin on its rail."""
    moment = as_shown(moment)
    scene, step, figure = moment.scene, moment.step, moment.scene.figure
    t = 0.0 if moment.is_open else moment.time
    v = np.zeros(2) if isinstance(step, DifferenceFormed) else scene.velocity
    canvas.glow((*scene.outline, scene.outline[0]), Ink.GAP, 0.22)
    canvas.area(scene.outline, Ink.OVERLAP, opacity=0.13)
    room = 1.3 * RING * float(np.ptp(figure.points, axis=0).max())
    if isinstance(step, DifferenceFormed):  # room for the circle on which a direction is placed
        canvas.crowd(Ink.GHOST, segments=((-room, -room, room, room),), opacity=0.0)
    draw_edges(canvas, scene.figure.edges, scene.a.world.points, scene.figure.radius, bold=True)
    draw_arcs(canvas, figure, Ink.QUIET, figure.radius)
    _names(canvas, moment, v)
    heights = (0.0, -v[1], *scene.outline[:, 1], *(() if v.any() else (room,)))
    draw_axes(canvas, min(heights), max(heights))
    draw_rail(canvas, v, _stretches(moment, t))
    if v.any():  # its end can be dragged
        canvas.dot(-v, Ink.INTERFACE, Point.HOLLOW)
    _draw_step(canvas, moment, t)
    if t > 0.0:
        canvas.dot(ORIGIN, Ink.QUIET, Point.HOLLOW)  # where it began
    words = "origin" if t == 0.0 else f"origin, $t$ = {fixed(t)}"
    if isinstance(step, RayFormed):
        words = "origin $x(0)$" if t == 0.0 else f"$x({fixed(t)})$"
    draw_ball(canvas, -t * scene.velocity, words, scene.velocity if t > 0.0 else None)
    if moment.faulty is not None:
        draw_fault(canvas, moment)


def _draw_step(canvas: Canvas, moment: Moment[Any], t: float) -> None:
    """What this step adds to the rail and A − B."""
    scene, step = moment.scene, moment.step
    match step:
        case RayFormed():
            _velocity(canvas, moment, t)
        case OriginMeasured():
            _gap(canvas, step, scene)
            clickable_faces(canvas, scene)
        case FaceTested():
            _face(canvas, moment, step, in_full=True)
        case Grouped() if isinstance(step.first, FaceTested):
            last = last_crossed(moment)
            for each in front_faces(moment):
                _face(canvas, moment, each, in_full=each is last)
            draw_crossings(canvas, moment)
        case Grouped():
            met = [each for each in step.part if each.first is not None]
            first = min(met, key=lambda each: each.first, default=None)
            for each in step.part:
                _corner(canvas, moment, each, in_full=each is first)
        case CornerTested():
            _corner(canvas, moment, step)
        case FeatureHit() | TimeOfImpact():
            _entry(canvas, moment)


def _stretches(moment: Moment[Any], t: float) -> list[Stretch]:
    """The rail: examined, broad as far as the origin has come; once it is known free up to where the origin enters,
    then inside A − B, then beyond it."""
    scene, step = moment.scene, moment.step
    if not isinstance(step, FeatureHit | TimeOfImpact):
        passed = [Stretch(0.0, t, Ink.EXAMINED, Line.MEASURE)] if t > 0.0 else []
        return passed + [Stretch(t, 1.0, Ink.EXAMINED)] * (t < 1.0)
    found = whole(moment).trace.result
    enters = 1.0 if found.outcome is Outcome.SEPARATED else float(found.fraction)
    leaves = min(max(_leaving(scene.outline, scene.velocity), enters), 1.0)
    parts = Stretch(0.0, enters, Ink.GAP, Line.MEASURE), Stretch(enters, leaves, Ink.OVERLAP)
    return [part for part in (*parts, Stretch(leaves, 1.0, Ink.QUIET)) if part.end > part.start]


def _leaving(outline: Any, v: Vector) -> float:
    """When the origin, moving by −v, is beyond one of the lines of an outline for good."""
    along = np.roll(outline, -1, axis=0) - outline
    normals = np.stack((along[:, 1], -along[:, 0]), axis=1)
    away, behind = normals @ -v, (normals * outline).sum(axis=1)
    return float((behind[away > 0.0] / away[away > 0.0]).min(initial=1.0))


def _names(canvas: Canvas, moment: Moment[Any], v: Vector) -> None:
    """Of all faces but the one in use, and of A − B."""
    scene, figure, used = moment.scene, moment.scene.figure, _in_use(moment)
    is_named = _is_named(moment) or isinstance(moment.step, OriginMeasured)  # whose question asks for a face
    is_decided = moment.faulty is None and isinstance(moment.step, FeatureHit | TimeOfImpact)
    for i, edge in enumerate(figure.edges):
        n = outward(edge)
        is_quiet = is_decided and float(n @ v) <= 0.0  # a back face: the table has no row of it
        for part in () if i == used or is_quiet or not is_named else parts(edge, scene.a.world.points):
            ends = part.start + figure.radius * n, part.end + figure.radius * n
            at = _clear_of_rail(canvas, v, ends, -NAME * n, axes=True)
            canvas.label(part.name, at, part.ink, toward=-n, style=TextStyle.NUMBER)
    canvas.label("A − B", figure.points.mean(axis=0), Ink.TEXT, style=TextStyle.LETTER)


def _in_use(moment: Moment[Any]) -> int | None:
    """The face that the step is about: it is named in bold."""
    step, hit = moment.step, moment.latest(FeatureHit)
    if isinstance(step, FaceTested):
        return int(step.face)
    if hit is not None:
        return hit.face if isinstance(step, FeatureHit | TimeOfImpact) else None
    is_told = isinstance(step, Grouped) and isinstance(step.first, FaceTested)
    last = last_crossed(moment) if is_told or isinstance(step, TimeOfImpact) else None
    return None if last is None else last.face


def _clear_of_rail(
    canvas: Canvas, v: Vector, ends: tuple[Vector, Vector], way: Vector, *, axes: bool = False
) -> Vector:
    """The place on a face, as near to its middle as can be, from which so many pixels are clear of the rail, and of
    both `axes`."""
    (x, y), (along_x, along_y) = ends[0].tolist(), (ends[1] - ends[0]).tolist()
    (dx, dy), rail = (canvas.pixel * way).tolist(), v.tolist()
    best, most = SPOTS[0], -1.0
    for spot in SPOTS:  # plain numbers: every name of every frame asks
        u, w = x + spot * along_x, y + spot * along_y
        room = min([_from_rail(u + part * dx, w + part * dy, *rail) for part in (0.0, 0.25, 0.5, 0.75, 1.0)])
        if axes:
            room = min(room, 2.0 * abs(u + dx), 2.0 * abs(w + dy))
        if room > most:
            best, most = spot, room
        if room >= CLEAR * canvas.pixel:
            break
    return ends[0] + best * (ends[1] - ends[0])


def _from_rail(x: float, y: float, vx: float, vy: float) -> float:
    """How far a point is from the rail, which goes from the origin to −v."""
    squared = vx * vx + vy * vy
    if squared == 0.0:
        return math.inf
    t = min(max(-(x * vx + y * vy) / squared, 0.0), 1.0)
    return math.hypot(x + t * vx, y + t * vy)


def _velocity(canvas: Canvas, moment: Moment[Any], t: float) -> None:
    """−v beside its rail, as v_B and −v_A end to end; with time passing how A − B would move instead."""
    scene, v = moment.scene, moment.scene.velocity
    if t > 0.0:
        canvas.stroke(scene.outline + t * v, Ink.QUIET, closed=True, line=Line.DOTTED)
        canvas.label(r"or A − B moves by $t\,v$", scene.figure.points.mean(axis=0) + t * v, Ink.QUIET)
    if not v.any():
        return
    by_b, corner = scene.sweep_b.motion, scene.sweep_b.motion
    beside_rail = abs(float(left_of(v) @ corner)) / length(v)
    side = left_of(v) if float(left_of(v) @ corner) <= 0.0 else -left_of(v)
    if t == 0.0 and beside_rail > CLEAR * canvas.pixel:
        for start, end, ink, name in (
            (np.zeros(2), by_b, Ink.B, r"\boldsymbol v_B"),
            (corner, -v, Ink.A, r"-\boldsymbol v_A"),
        ):
            canvas.arrow(start, end, ink, line=Line.MEASURE)
            canvas.symbol(name, (start + end) / 2.0, ink, toward=-side)
    place = -0.3 * v + 2.0 * GAUGE * canvas.pixel * side / length(v)
    canvas.symbol(r"-\boldsymbol v", place, Ink.EXAMINED, toward=side)
    canvas.label("$t$ = 1", -v, Ink.EXAMINED, toward=-v)


def _gap(canvas: Canvas, step: OriginMeasured, scene: Any) -> None:
    """From the origin to the nearest point of A − B."""
    ink = Ink.OVERLAP if step.overlapped else Ink.GAP
    at = step.nearest + scene.figure.radius * step.normal
    measures.measure(canvas, ORIGIN, at, ink)
    place, aside = 0.5 * at, left_of(at) * off_rail(scene.velocity, at) / (length(at) or 1.0)
    if place[0] * (place[0] + WORDS * canvas.pixel * aside[0]) < 0.0:  # the upright axis would cut the words
        place = np.array((math.copysign(2.0 * canvas.pixel, aside[0]), place[1]))
    canvas.label(f"$s$ = **{fixed(step.separation)}**", place, ink, toward=aside)


def _face(canvas: Canvas, moment: Moment[Any], step: FaceTested, *, in_full: bool) -> None:
    """A front face and its line; in full with its name, height and normal."""
    ends, v = (step.start, step.end), moment.scene.velocity
    if in_full:
        marks.highlight_edge(canvas, ends, name=face_name(moment.scene, step.face), outward=-step.normal)
        _normal(canvas, v, ends, step.normal)
    else:
        canvas.stroke(ends, Ink.EXAMINED, line=Line.MEASURE)
    if step.fraction is None:
        return
    if 0.0 <= step.fraction <= 1.0:
        crossed = -step.fraction * v
        if in_full:
            canvas.unbounded(step.start, step.end - step.start, Ink.EXAMINED, line=Line.DASHED)
        else:  # no farther than to the rail
            end = min(ends, key=lambda each: length(each - crossed))
            canvas.stroke((end, crossed), Ink.CONSTRUCTION, line=Line.DASHED)
        if in_full and moment.parent is not None:
            draw_crossing(canvas, moment.scene, step.fraction)
    if in_full and step.separation > NEAR:
        foot = -step.separation * step.normal
        words = f"$h$ = **{fixed(step.separation)}**"
        measures.measure(canvas, ORIGIN, foot, Ink.GAP, words, side=off_rail(v, foot))
        foot = _clear_of_rail(canvas, v, ends, measures.UNIT_ARROW * step.normal)
        canvas.label(rf"$v\cdot\hat n$ = {fixed(-step.approach)}", foot, Ink.EXAMINED, toward=-step.normal)


def _normal(canvas: Canvas, v: Vector, ends: tuple[Vector, Vector], n: Vector) -> Vector:
    """The normal of a face, where on it that is clear of the rail; returns its tip."""
    foot = _clear_of_rail(canvas, v, ends, measures.UNIT_ARROW * n)
    measures.unit_arrow(canvas, foot, n, r"\hat n")
    return foot + measures.UNIT_ARROW * canvas.pixel * n


def _corner(canvas: Canvas, moment: Moment[Any], step: CornerTested, *, in_full: bool = True) -> None:
    """The circle around a corner; in full where the origin meets it."""
    radius = moment.scene.figure.radius
    ink = Ink.EXAMINED if in_full and step.first is not None else Ink.CONSTRUCTION
    canvas.dot(step.point, ink)
    marks.circle(canvas, step.point, radius, ink, Line.DASHED)
    if in_full and step.first is not None:
        _radius(canvas, radius, step.point, -step.first * moment.scene.velocity)
        canvas.symbol(
            f"w_{{{step.corner}}}", step.point, ink, toward=step.point - moment.scene.figure.points.mean(axis=0)
        )
        canvas.dot(-step.first * moment.scene.velocity, ink)


def _radius(canvas: Canvas, radius: float, corner: Vector, at: Vector) -> None:
    """From a corner to where the origin meets its circle."""
    canvas.stroke((corner, at), Ink.EXAMINED, line=Line.DASHED)
    canvas.label(f"$R$ = {fixed(radius)}", (corner + at) / 2.0, Ink.EXAMINED, toward=left_of(at - corner))


def _entry(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the origin enters, and by which face; or that it does not."""
    hit, scene = moment.latest(FeatureHit), moment.scene
    if hit is None:
        draw_passed(canvas, moment)
        return
    figure, v = scene.figure, scene.velocity
    if hit.face is not None:
        ends = ends_of(scene, hit.face)
        canvas.region((ends[0],), (-hit.normal,), Ink.GAP, OUTSIDE)  # in front of this face
        canvas.unbounded(ends[0], ends[1] - ends[0], Ink.EXAMINED, line=Line.DASHED)
        marks.highlight_edge(canvas, ends, name=face_name(scene, hit.face), outward=-hit.normal)
        is_on_the_way = isinstance(moment.step, TimeOfImpact) and abs(moment.time - hit.fraction) > NEAR
        normal = None
        if moment.compare != FIRST and not is_on_the_way:  # there the way to the face is measured, and nothing met
            normal = _normal(canvas, v, ends, hit.normal)
        draw_crossings(canvas, moment, hit.fraction, normal)
    else:
        corner = figure.points[hit.corner]
        canvas.dot(corner, Ink.EXAMINED)
        marks.circle(canvas, corner, figure.radius, Ink.EXAMINED, Line.DASHED)
        _radius(canvas, figure.radius, corner, hit.place)
        canvas.symbol(f"w_{{{hit.corner}}}", corner, Ink.EXAMINED, toward=-hit.normal)
        measures.unit_arrow(canvas, hit.place, hit.normal, r"\hat n")
    canvas.dot(hit.place, Ink.ANSWER, Point.ANSWER)
    if moment.time == 0.0 or moment.is_open:
        place, toward = beside(canvas, v, hit.place, hit.place + (-1.0, 0.0))
        canvas.label(f"$t$ = **{fixed(hit.fraction)}**", place, Ink.ANSWER, toward=toward)
