"""The figure of the linear cast: the world at a time, and in step with it the origin on its rail into A − B."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
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
    ORIGIN,
    beside,
    differs,
    draw_ball,
    draw_bodies,
    draw_faulty_bodies,
    draw_rail,
    mark_faulty,
)
from lessons.motion.linear_cast_asked import RING
from lessons.stories.grouping import apart
from lessons.stories.outlines import draw_arcs, draw_edges, outward, parts
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Follow, Moment
from viz.lesson.text import fixed

HELD = 0.08  # of the size of A − B: so near to the ball, or to its rail's end, a press holds it
ROOM = 36.0  # pixels between crossings that are both named
NEAR = 1e-6  # world length: heights below it are not drawn


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the time of the clock; at last where they meet."""
    step = moment.step
    t = 0.0 if moment.is_open else moment.time
    is_there = isinstance(step, TimeOfImpact) and step.on_a is not None and abs(t - step.fraction) < NEAR
    draw_bodies(canvas, moment, t, numbered=isinstance(step, FeatureHit), moving=not is_there)
    if is_there:
        _contact(canvas, moment)
    if moment.faulty is not None and differs(moment):
        draw_faulty_bodies(canvas, moment)


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
        marks.highlight_edge(canvas, shape.edges[part.number] + out, part.ink, str(part.number), outward=-n)
        k = int((other.points @ -n).argmax())
        canvas.label(f"v{k}", found.on_a, Ink.B if is_a else Ink.A, toward=n, style=TextStyle.BOLD)
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
    scene, step, figure = moment.scene, moment.step, moment.scene.figure
    t = 0.0 if moment.is_open else moment.time
    outline, middle = scene.outline, figure.points.mean(axis=0)
    canvas.glow((*outline, outline[0]), Ink.GAP, 0.22)
    canvas.area(outline, Ink.OVERLAP, opacity=0.13)
    if isinstance(step, DifferenceFormed):  # room for the circle on which a direction is placed
        r = 1.3 * RING * float(np.ptp(figure.points, axis=0).max())
        canvas.crowd(Ink.GHOST, segments=((-r, -r, r, r),), opacity=0.0)
    if isinstance(step, RayFormed) and t > 0.0:
        canvas.stroke(outline + t * scene.velocity, Ink.QUIET, closed=True, line=Line.DOTTED)
        canvas.label(r"or A − B moves by $t\,v$", middle + t * scene.velocity, Ink.QUIET)
    draw_edges(canvas, figure.edges, scene.a.world.points, figure.radius)
    draw_arcs(canvas, figure, Ink.QUIET, figure.radius)
    for edge in figure.edges:
        for part in parts(edge, scene.a.world.points):
            at = (part.start + part.end) / 2.0 + figure.radius * outward(edge)
            canvas.label(part.name, at, part.ink, toward=-outward(edge), style=TextStyle.NUMBER)
    canvas.label("A − B", middle, Ink.TEXT, style=TextStyle.LETTER)
    v = np.zeros(2) if isinstance(step, DifferenceFormed) else scene.velocity
    draw_rail(canvas, v, t)
    if v.any():  # its end can be dragged
        canvas.dot(-v, Ink.INTERFACE, Point.HOLLOW)
    match step:
        case RayFormed():
            _velocity(canvas, scene.velocity)
        case OriginMeasured():
            _gap(canvas, step, figure.radius)
        case FaceTested():
            _face(canvas, moment, step, in_full=True)
        case Grouped() if isinstance(step.first, FaceTested):
            front = [each for each in step.part if each.fraction is not None]
            last = max(front, key=lambda each: each.fraction, default=None)
            for each in front:
                apart_by = abs((each.fraction or 0.0) - (last.fraction or 0.0)) * length(scene.velocity)  # type: ignore[union-attr]
                _face(canvas, moment, each, in_full=each is last, told=apart_by > ROOM * canvas.pixel or each is last)
        case Grouped():
            for each in step.part:
                _corner(canvas, moment, each)
        case CornerTested():
            _corner(canvas, moment, step)
        case FeatureHit() | TimeOfImpact():
            _entry(canvas, moment)
    draw_ball(canvas, -t * scene.velocity, f"$t$ = {fixed(t)}" if t > 0.0 else "origin",
              scene.velocity if t > 0.0 else None)  # fmt: skip
    if moment.faulty is not None and differs(moment):
        mark_faulty(canvas, moment, aside=True)


def _velocity(canvas: Canvas, v: Vector) -> None:
    """−v, beside its rail."""
    if v.any():
        canvas.symbol(r"-\boldsymbol v", -0.75 * v, Ink.EXAMINED, toward=left_of(v))
        canvas.label("$t$ = 1", -v, Ink.EXAMINED, toward=-v)


def _gap(canvas: Canvas, step: OriginMeasured, radius: float) -> None:
    """From the origin to the nearest point of A − B."""
    ink = Ink.OVERLAP if step.overlapped else Ink.GAP
    at = step.nearest + radius * step.normal
    measures.measure(canvas, ORIGIN, at, ink, f"$s$ = **{fixed(step.separation)}**")


def _face(canvas: Canvas, moment: Moment[Any], step: FaceTested, *, in_full: bool, told: bool = True) -> None:
    """A front face, its line and where the origin crosses that; in full with its height and normal."""
    line = step.start, step.end
    canvas.stroke(line, Ink.EXAMINED, line=Line.FEATURE)
    if in_full:
        measures.unit_arrow(canvas, (step.start + step.end) / 2.0, step.normal, r"\hat n")
    if step.fraction is None:
        return
    at = -step.fraction * moment.scene.velocity
    if 0.0 <= step.fraction <= 1.0:
        canvas.unbounded(step.start, step.end - step.start, Ink.EXAMINED, line=Line.DASHED)
        canvas.dot(at, Ink.EXAMINED)
        place, toward = beside(canvas, moment.scene.velocity, at, at + (1.0, 0.0))
        if told:
            canvas.label(f"$t$ = {fixed(step.fraction)}", place, Ink.EXAMINED, toward=toward, leader=True)
    if in_full and step.separation > NEAR:
        foot = -step.separation * step.normal
        measures.measure(canvas, ORIGIN, foot, Ink.GAP)
        canvas.symbol("h", 0.5 * foot, Ink.GAP, toward=left_of(step.normal))


def _corner(canvas: Canvas, moment: Moment[Any], step: CornerTested) -> None:
    """The circle around a corner, and where the origin meets it."""
    radius = moment.scene.figure.radius
    ink = Ink.CONSTRUCTION if step.first is None else Ink.EXAMINED
    canvas.dot(step.point, ink)
    marks.circle(canvas, step.point, radius, ink, Line.DASHED)
    if step.first is not None:
        canvas.symbol(
            f"w_{{{step.corner}}}", step.point, ink, toward=step.point - moment.scene.figure.points.mean(axis=0)
        )
        canvas.dot(-step.first * moment.scene.velocity, ink)


def _entry(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the origin enters, and by which face; or that it does not."""
    hit, scene = moment.latest(FeatureHit), moment.scene
    if hit is None:
        _passed(canvas, moment)
        return
    figure = scene.figure
    if hit.face is not None:
        edge = figure.edges[hit.face]
        out = figure.radius * hit.normal
        marks.highlight_edge(canvas, (edge.start + out, edge.end + out))
    else:
        canvas.dot(figure.points[hit.corner], Ink.EXAMINED)
        marks.circle(canvas, figure.points[hit.corner], figure.radius, Ink.EXAMINED, Line.DASHED)
    measures.unit_arrow(canvas, hit.place, hit.normal, r"\hat n")
    canvas.dot(hit.place, Ink.ANSWER, Point.ANSWER)
    if moment.time == 0.0 or moment.is_open:
        place, toward = beside(canvas, scene.velocity, hit.place, hit.place + (-1.0, 0.0))
        canvas.label(f"$t$ = **{fixed(hit.fraction)}**", place, Ink.ANSWER, toward=toward)


def _passed(canvas: Canvas, moment: Moment[Any]) -> None:
    """The last line that the origin crosses, beyond the ends of its face."""
    front = [s for s in apart(moment.seen) if isinstance(s, FaceTested) and s.fraction is not None]
    last = max(front, key=lambda each: each.fraction or 0.0, default=None)
    if last is None or last.on_face or not 0.0 <= (last.fraction or 0.0) <= 1.0:
        return
    at = -(last.fraction or 0.0) * moment.scene.velocity
    canvas.stroke((last.start, last.end), Ink.EXAMINED, line=Line.FEATURE)
    canvas.unbounded(last.start, last.end - last.start, Ink.EXAMINED, line=Line.DASHED)
    canvas.dot(at, Ink.EXAMINED)
    place, toward = beside(canvas, moment.scene.velocity, at, moment.scene.figure.points.mean(axis=0))
    canvas.label(f"$t$ = {fixed(last.fraction or 0.0)}, beyond the end", place, Ink.EXAMINED, toward=toward)
