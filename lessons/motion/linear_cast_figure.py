"""The figure of the linear cast: the world at a time, and in step with it the origin on its rail into A − B."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Vector
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast import (
    CornerTested,
    DifferenceFormed,
    FaceTested,
    FeatureHit,
    OriginMeasured,
    RayFormed,
)
from geometry.trace import Grouped
from geometry.vector import left_of
from lessons.motion.casts import ORIGIN, differs, draw_ball, draw_bodies, draw_faulty_bodies, draw_rail, mark_faulty
from lessons.stories.outlines import draw_arcs, draw_edges, outward, parts
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

NEAR = 1e-6  # world length: heights below it are not drawn


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the time of the clock; at last where they meet."""
    step = moment.step
    t = 0.0 if moment.is_open else moment.time
    draw_bodies(canvas, moment, t, numbered=isinstance(step, FeatureHit | TimeOfImpact))
    if isinstance(step, TimeOfImpact) and step.on_a is not None and abs(t - step.fraction) < NEAR:
        marks.answer(canvas, step.on_a, toward=(1.0, 0.0))
    if moment.faulty is not None and differs(moment):
        draw_faulty_bodies(canvas, moment)


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """A − B, held still, and the origin on its rail."""
    scene, step, figure = moment.scene, moment.step, moment.scene.figure
    t = 0.0 if moment.is_open else moment.time
    outline, middle = scene.outline, figure.points.mean(axis=0)
    canvas.area(outline, Ink.OVERLAP, opacity=0.13)
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
    draw_rail(canvas, np.zeros(2) if isinstance(step, DifferenceFormed) else scene.velocity)
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
                _face(canvas, moment, each, in_full=each is last)
        case Grouped():
            for each in step.part:
                _corner(canvas, moment, each)
        case CornerTested():
            _corner(canvas, moment, step)
        case FeatureHit() | TimeOfImpact():
            _entry(canvas, moment)
    draw_ball(canvas, -t * scene.velocity, f"$t$ = {fixed(t)}" if t > 0.0 else "origin")
    if moment.faulty is not None and differs(moment):
        mark_faulty(canvas, moment)


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


def _face(canvas: Canvas, moment: Moment[Any], step: FaceTested, *, in_full: bool) -> None:
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
        canvas.label(f"$t$ = {fixed(step.fraction)}", at, Ink.EXAMINED, toward=(-1.0, 0.3), leader=True)
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
        canvas.label(f"$t$ = **{fixed(hit.fraction)}**", hit.place, Ink.ANSWER, toward=(1.0, -0.4))
