"""The figure of the GJK ray cast: lines that shave off the ray, and the points of A − B that bear them."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Outcome
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import Vector, left_of, length
from lessons.motion.casts import ORIGIN, differs, draw_bodies, draw_faulty_bodies, mark_faulty
from lessons.stories.grouping import steps_so_far, whole
from viz.lesson import marks, measures, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

OWNER = "A − B"  # of features
NEAR = 1e-6  # world length: gaps below it are not drawn
CROWDED = 4  # of more lines only the first and the newest have a name
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
    _support(canvas, moment, t)
    if isinstance(moment.step, TimeOfImpact) and end.on_a is not None and abs(t - end.fraction) < NEAR:
        marks.answer(canvas, end.on_a, toward=(1.0, 0.0))
    if moment.faulty is not None and differs(moment):
        draw_faulty_bodies(canvas, moment)


def _support(canvas: Canvas, moment: Moment[Any], t: float) -> None:
    """The vertices of A and of B whose difference is the newest support point."""
    newest = steps_so_far(moment)[-1]
    found = planes_of(moment)
    if isinstance(newest, TimeOfImpact) or not found:
        return
    support, scene = found[-1].support, moment.scene
    for place, v, name in (
        (support.on_a, scene.sweep_a.motion, r"\boldsymbol a"),
        (support.on_b, scene.sweep_b.motion, r"\boldsymbol b"),
    ):
        body = scene.a if name.endswith("a") else scene.b
        at = place + t * v
        canvas.dot(at, Ink.EXAMINED, Point.FILLED)
        canvas.symbol(name, at, Ink.EXAMINED, toward=place - body.world.centroid)


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """The ray and what is proved of it, by lines; A − B as the algorithm knows it, and dotted as it is."""
    scene, v, t = moment.scene, moment.scene.velocity, time_of(moment)
    planes, is_end = planes_of(moment), isinstance(moment.step, TimeOfImpact)
    for plane in planes:
        opacity = NOW if plane is planes[-1] and not is_end else FREE
        regions.half_plane(canvas, plane.plane, -plane.normal, Ink.GAP, opacity=opacity, border=None)
    for way in ((1.0, 0.0), (0.0, 1.0)):
        canvas.unbounded(ORIGIN, way, Ink.CONSTRUCTION, line=Line.THIN)
    canvas.area(scene.outline, Ink.QUIET, opacity=0.06)
    canvas.stroke(scene.outline, Ink.QUIET, closed=True, line=Line.DOTTED)
    at = scene.figure.points.mean(axis=0) - 0.4 * scene.figure.radius
    canvas.label("A − B", at, Ink.QUIET, style=TextStyle.LETTER)
    proof = planes[-1] if is_end and planes and planes[-1].miss is not None else None
    for plane in planes if is_end else planes[:-1]:
        if plane is not proof:
            canvas.unbounded(plane.plane, left_of(plane.normal), Ink.GAP, line=Line.DASHED)
            if len(planes) <= CROWDED or plane is planes[0]:
                _number(canvas, plane, v, Ink.GAP)
    _ray(canvas, v, [t, *(plane.fraction for plane in planes[-1:])])
    free = planes[-1].next_fraction if planes else 0.0
    if free > 0.0:
        canvas.stroke((ORIGIN, -free * v), Ink.GAP, line=Line.FEATURE)
    _simplex(canvas, moment)
    if planes and not is_end:
        _line(canvas, moment, planes[-1])
    if proof is not None:
        canvas.unbounded(proof.plane, left_of(proof.normal), Ink.EXAMINED, line=Line.MEASURE)
        measures.unit_arrow(canvas, proof.plane, proof.normal)
    if planes and (proof is not None or not is_end):
        _number(canvas, planes[-1], v, Ink.EXAMINED)
    if moment.faulty is not None and differs(moment):
        mark_faulty(canvas, moment)
    for i, at in enumerate(scene.figure.points):
        canvas.feature((at,), FeatureRef(OWNER, FeatureKind.VERTEX, i), Ink.QUIET)
    _now(canvas, moment, t)


def _now(canvas: Canvas, moment: Moment[Any], t: float) -> None:
    """The present time on the ray: white where it is the answer, or the origin."""
    found, at = whole(moment).trace.result, -t * moment.scene.velocity
    if isinstance(moment.step, TimeOfImpact) and found.outcome is Outcome.HIT:
        words = f"$t$ = {fixed(found.fraction)}"
        marks.answer(canvas, -found.fraction * moment.scene.velocity, words, toward=(1.0, 0.6))
        if abs(t - found.fraction) < NEAR:
            return
    if t == 0.0:
        marks.answer(canvas, at, "origin", toward=(1.0, 0.6))
        return
    planes = planes_of(moment)
    is_new = bool(planes) and abs(t - planes[-1].next_fraction) < NEAR  # then it is where x has come to
    ink = Ink.ANSWER if is_new else Ink.INTERFACE
    canvas.dot(at, ink)
    canvas.label(f"$t$ = {fixed(t)}", at, ink, toward=(-1.0, 0.4))


def _ray(canvas: Canvas, v: Vector, taken: list[float]) -> None:
    """The ray of the origin, with its times; no number beside a time that has a name."""
    if not v.any():
        return
    canvas.arrow(ORIGIN, -v, Ink.EXAMINED, line=Line.DASHED)
    canvas.symbol(r"-\boldsymbol v", -v, Ink.EXAMINED, toward=-v)
    side = 6.0 * canvas.pixel * left_of(v) / length(v)
    for k in range(1, 5):
        at = -0.25 * k * v
        canvas.stroke((at - side, at + side), Ink.QUIET, line=Line.THIN)
        if any(abs(0.25 * k - t) * length(v) < 30.0 * canvas.pixel for t in taken):
            continue
        canvas.label(f"{0.25 * k:.2f}", at - side, Ink.QUIET, toward=-side, style=TextStyle.CAPTION)


def _number(canvas: Canvas, plane: PlaneFound, v: Vector, ink: Ink) -> None:
    """The line's number, where it has gone past the ray."""
    along, w = left_of(plane.normal), plane.plane
    meets = -plane.next_fraction * v - w
    way = along if float(along @ meets) >= 0.0 else -along
    reach = max(float(way @ meets), 0.0) + 70.0 * canvas.pixel
    canvas.label(f"line {plane.iteration}", w + reach * way, ink, toward=plane.normal, style=TextStyle.CAPTION)


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
    kept = next(
        (step.simplex for step in reversed(steps) if isinstance(step, RayCastStarted | PlaneFound | SimplexKept)),
        None,
    )
    if kept is not None:
        corners = [vertex.on_a - vertex.on_b for vertex in kept.vertices]
        for at in corners:
            canvas.dot(at, Ink.EXAMINED)
        if len(corners) > 1:
            canvas.stroke(corners, Ink.EXAMINED, closed=len(corners) == 3, line=Line.FEATURE)
    last = steps[-1]
    if isinstance(last, RayCastStarted | SimplexKept) and last.simplex.distance > NEAR:
        x = last.estimate if isinstance(last, SimplexKept) else np.zeros(2)
        name = r"\hat{\mathbf n}" if isinstance(last, RayCastStarted) else r"\text{next }\hat{\mathbf n}"
        nearest = x + last.simplex.closest
        far = length(x - nearest)
        short = min(14.0 * canvas.pixel / far, 0.5)  # the head stays clear of the mark at x
        canvas.arrow(nearest, x - short * (x - nearest), Ink.EXAMINED, line=Line.DASHED)
        canvas.symbol(name, (nearest + x) / 2.0, Ink.EXAMINED, toward=left_of(nearest - x))
        canvas.dot(nearest, Ink.EXAMINED, Point.SMALL)
        if all(length(nearest - step.support.w) > NEAR for step in steps[-2:] if isinstance(step, PlaneFound)):
            canvas.symbol(r"\boldsymbol y", nearest, Ink.EXAMINED, toward=nearest - x)


def _line(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    """The newest line, its normal and support point, and the gap of the estimate over it."""
    n, x = plane.normal, plane.estimate
    canvas.unbounded(plane.plane, left_of(n), Ink.EXAMINED, line=Line.MEASURE)
    canvas.dot(plane.support.w, Ink.EXAMINED, Point.FILLED)
    canvas.symbol(r"\boldsymbol w", plane.support.w, Ink.EXAMINED, toward=-n)
    measures.unit_arrow(canvas, plane.plane, n)
    if (radius := moment.scene.figure.radius) > 0.0:
        measures.measure(canvas, plane.support.w, plane.plane, Ink.CONSTRUCTION, f"$R$ = {fixed(radius)}", side=-1.0)
    if plane.gap > NEAR:
        foot = x - plane.gap * n
        side = -1.0 if float(left_of(n) @ (-plane.next_fraction * moment.scene.velocity - foot)) < 0.0 else 1.0
        measures.measure(canvas, x, foot, Ink.GAP, f"$g$ = {fixed(plane.gap)}", side=side)
    canvas.dot(x, Ink.QUIET, Point.RING)
    canvas.symbol(r"\boldsymbol x", x, Ink.QUIET, toward=(-1.0, 0.6))
