"""The figure of the GJK ray cast: lines that shave off the ray, and the points of A − B that bear them."""

from __future__ import annotations

from typing import Any

from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, SimplexKept
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import Vector, left_of
from lessons.motion.casts import ORIGIN, differs, draw_ball, draw_bodies, draw_faulty_bodies, draw_rail, mark_faulty
from lessons.stories.grouping import steps_so_far, whole
from viz.lesson import marks, measures, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

OWNER = "A − B"  # of features
NEAR = 1e-6  # world length: gaps below it are not drawn
FREE, NOW = 0.035, 0.1  # opacity of what lies in front of an earlier line, and of the newest


def planes_of(moment: Moment[Any]) -> list[PlaneFound]:
    return [step for step in steps_so_far(moment) if isinstance(step, PlaneFound)]


def time_of(moment: Moment[Any]) -> float:
    """Of the clock, unless what comes is asked about."""
    found = planes_of(moment)
    return (found[-1].next_fraction if found else 0.0) if moment.is_open else moment.time


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the time of the estimate; at last where they meet."""
    t, end = time_of(moment), whole(moment).trace.result
    draw_bodies(canvas, moment, t)
    if isinstance(moment.step, TimeOfImpact) and end.on_a is not None and abs(t - end.fraction) < NEAR:
        marks.answer(canvas, end.on_a, toward=(1.0, 0.0))
    if moment.faulty is not None and differs(moment):
        draw_faulty_bodies(canvas, moment)


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """The ray and what is proved of it, by lines; A − B as the algorithm knows it, and dotted as it is."""
    scene, v, t = moment.scene, moment.scene.velocity, time_of(moment)
    planes, is_end = planes_of(moment), isinstance(moment.step, TimeOfImpact)
    for plane in planes:
        opacity = NOW if plane is planes[-1] and not is_end else FREE
        regions.half_plane(canvas, plane.plane, -plane.normal, Ink.GAP, opacity=opacity, border=None)
    canvas.area(scene.outline, Ink.QUIET, opacity=0.06)
    canvas.stroke(scene.outline, Ink.QUIET, closed=True, line=Line.DOTTED)
    canvas.label("A − B", scene.figure.points.mean(axis=0), Ink.QUIET, style=TextStyle.LETTER)
    for plane in planes if is_end else planes[:-1]:
        canvas.unbounded(plane.plane, left_of(plane.normal), Ink.GAP, line=Line.DASHED)
    draw_rail(canvas, v)
    free = planes[-1].next_fraction if planes else 0.0
    if free > 0.0:
        canvas.stroke((ORIGIN, -free * v), Ink.GAP, line=Line.FEATURE)
    _simplex(canvas, moment)
    if planes and not is_end:
        _line(canvas, moment, planes[-1])
    if moment.faulty is not None and differs(moment):
        mark_faulty(canvas, moment)
    for i, at in enumerate(scene.figure.points):
        canvas.feature((at,), FeatureRef(OWNER, FeatureKind.VERTEX, i), Ink.QUIET)
    name = "origin" if t == 0.0 else f"$t$ = {fixed(t)}"
    draw_ball(canvas, -t * v, name)


def _simplex(canvas: Canvas, moment: Moment[Any]) -> None:
    """The support points found, and of them those that are kept."""
    steps = steps_so_far(moment)
    seen: dict[tuple[int, int], Vector] = {}
    for step in steps:
        if isinstance(step, PlaneFound | SimplexKept):
            for vertex in step.simplex.vertices:
                seen[vertex.pair] = vertex.on_a - vertex.on_b
        if isinstance(step, PlaneFound):
            seen[step.support.pair] = step.support.w
    for at in seen.values():
        canvas.dot(at, Ink.EXAMINED, Point.SMALL)
    kept = next((step.simplex for step in reversed(steps) if isinstance(step, PlaneFound | SimplexKept)), None)
    if kept is not None:
        corners = [vertex.on_a - vertex.on_b for vertex in kept.vertices]
        for at in corners:
            canvas.dot(at, Ink.EXAMINED)
        if len(corners) > 1:
            canvas.stroke(corners, Ink.EXAMINED, closed=len(corners) == 3, line=Line.FEATURE)
    last = steps[-1]
    if isinstance(last, SimplexKept) and last.simplex.distance > NEAR:
        nearest = last.estimate + last.simplex.closest
        tip = nearest + 0.85 * (last.estimate - nearest)
        canvas.arrow(nearest, tip, Ink.EXAMINED, line=Line.DASHED)
        canvas.symbol(r"\text{next }\hat n", (nearest + tip) / 2.0, Ink.EXAMINED, toward=left_of(nearest - tip))


def _line(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    """The newest line, its normal and support point, and the gap of the estimate over it."""
    n, x = plane.normal, plane.estimate
    canvas.unbounded(plane.plane, left_of(n), Ink.EXAMINED, line=Line.MEASURE)
    canvas.dot(plane.support.w, Ink.EXAMINED, Point.FILLED)
    canvas.symbol(r"\boldsymbol w", plane.support.w, Ink.EXAMINED, toward=-n)
    measures.unit_arrow(canvas, plane.plane, n)
    marks.circle(canvas, plane.support.w, moment.scene.figure.radius, Ink.CONSTRUCTION, Line.DASHED)
    if plane.gap > NEAR:
        foot = x - plane.gap * n
        measures.measure(canvas, x, foot, Ink.GAP)
        canvas.symbol("g", (x + foot) / 2.0, Ink.GAP, toward=left_of(n))
    canvas.dot(x, Ink.ANSWER, Point.RING)
    canvas.symbol(r"\boldsymbol x", x, Ink.ANSWER, toward=(-1.0, 0.6))
