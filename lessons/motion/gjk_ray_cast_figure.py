"""The figure of the GJK ray cast: lines that shave off the ray, and the points of A − B that bear them."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Outcome, boundary
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import Vector, left_of, length
from lessons.motion.casts import ORIGIN, differs, draw_bodies, draw_faulty_bodies, mark_faulty
from lessons.motion.gjk_ray_cast_ground import draw_ground, fan, held, nearest
from lessons.stories.grouping import steps_so_far, whole
from lessons.stories.outlines import solid
from viz.lesson import marks, measures, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

NEAR = 1e-6  # world length: gaps below it are not drawn
CROWDED = 4  # of more lines only the first and the newest have a name
FREE, NOW = 0.035, 0.1  # opacity of what lies in front of an earlier line, and of the newest
PAST = 100.0  # pixels from the ray to a line's number
CLEAR, ASIDE = 40.0, 64.0  # pixels: a normal as near as this to the gap stands so far beside it
LEAST = 20.0  # pixels: shorter arrows say no direction
TINY = 26.0  # pixels: a gap below it is enlarged
LENS, SEEN = (210.0, 160.0), 0.8  # pixels; of what is enlarged, half of the height


def planes_of(moment: Moment[Any]) -> list[PlaneFound]:
    return [step for step in steps_so_far(moment) if isinstance(step, PlaneFound)]


def time_of(moment: Moment[Any]) -> float:
    """Of the clock, unless what comes is asked about."""
    found = planes_of(moment)
    return (found[-1].next_fraction if found else 0.0) if moment.is_open else moment.time


def shows_fault(moment: Moment[Any]) -> bool:
    """Whether a wrong answer is seen: none before there is a line, and none while it is asked for."""
    return moment.faulty is not None and not moment.is_open and bool(planes_of(moment)) and differs(moment)


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the time of the estimate; at last where they meet."""
    t, end = time_of(moment), whole(moment).trace.result
    is_there = isinstance(moment.step, TimeOfImpact) and end.on_a is not None and abs(t - end.fraction) < NEAR
    draw_bodies(canvas, moment, t, moving=not is_there, started=False)
    _support(canvas, moment, t)
    if is_there:
        marks.answer(canvas, end.on_a, toward=(1.0, 0.0))
    if shows_fault(moment):
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
    v, t = moment.scene.velocity, time_of(moment)
    planes, is_end = planes_of(moment), isinstance(moment.step, TimeOfImpact)
    is_up = _is_tiny(canvas, moment) and moment.scene.figure.radius > 0.0
    for plane in planes:
        opacity = NOW if plane is planes[-1] and not is_end else FREE
        regions.half_plane(canvas, plane.plane, -plane.normal, Ink.GAP, opacity=opacity, border=None)
    draw_ground(canvas, moment)
    proof = planes[-1] if is_end and planes and planes[-1].miss is not None else None
    for plane in planes if is_end else planes[:-1]:
        if plane is not proof:
            canvas.unbounded(plane.plane, left_of(plane.normal), Ink.GAP, line=Line.DASHED)
            if len(planes) <= CROWDED or plane is planes[0]:
                _number(canvas, plane, v, Ink.GAP, is_up=is_up)
    _ray(canvas, v, is_quiet=bool(planes) and not (moment.is_open and moment.compare))
    free = planes[-1].next_fraction if planes else 0.0
    if free > 0.0:
        canvas.stroke((ORIGIN, -free * v), Ink.GAP, line=Line.FEATURE)
    _simplex(canvas, moment)
    if planes and not is_end:
        _line(canvas, moment, planes[-1])
    if proof is not None:
        canvas.unbounded(proof.plane, left_of(proof.normal), Ink.EXAMINED, line=Line.MEASURE)
        measures.unit_arrow(canvas, _beside_gap(canvas, moment, proof), proof.normal)
    if planes and (proof is not None or not is_end):
        _number(canvas, planes[-1], v, Ink.EXAMINED, is_up=is_up)
    _next_normal(canvas, moment)
    if shows_fault(moment):
        _fault(canvas, moment)
    _now(canvas, moment, t)


def _fault(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the wrong answer has x; for a distance that is taken for a time, that distance."""
    near = nearest(moment.scene)
    t = moment.faulty.fraction
    if (t is None or t > 0.0) and near is not None:
        at, s = near
        side = 1.0 if float(left_of(at) @ moment.scene.velocity) >= 0.0 else -1.0  # away from the ray
        measures.measure(canvas, ORIGIN, at, Ink.FAULTY, f"distance {fixed(s)}", side=side)
    mark_faulty(canvas, moment)


def _now(canvas: Canvas, moment: Moment[Any], t: float) -> None:
    """The present time on the ray: white where it is the answer, or the origin."""
    found, v = whole(moment).trace.result, moment.scene.velocity
    at, planes = -t * v, planes_of(moment)
    if t == 0.0:
        marks.answer(canvas, at, "origin", toward=(1.0, 0.6))
        if not isinstance(moment.step, TimeOfImpact) or found.outcome is not Outcome.HIT:
            return
    else:
        canvas.dot(ORIGIN, Ink.QUIET)
        canvas.label("origin", ORIGIN, Ink.QUIET, toward=(1.0, 0.6), style=TextStyle.CAPTION)
    if isinstance(moment.step, TimeOfImpact) and found.outcome is Outcome.HIT:
        words = f"$t$ = {fixed(found.fraction)}"
        marks.answer(canvas, -found.fraction * v, words, toward=(1.0, 0.6))
        if abs(t - found.fraction) < NEAR or t == 0.0:
            return
    is_new = bool(planes) and abs(t - planes[-1].next_fraction) < NEAR  # then it is where x has come to
    ink = Ink.ANSWER if is_new else Ink.INTERFACE
    canvas.dot(at, ink)
    if not (is_new and _is_tiny(canvas, moment) and planes[-1].miss is None):  # else it is told where it is enlarged
        canvas.label(f"$t$ = {fixed(t)}", at, ink, toward=(-1.0, 0.4))


def _ray(canvas: Canvas, v: Vector, *, is_quiet: bool) -> None:
    """The ray of the origin, and its times until x is on its way."""
    if not v.any():
        return
    ink = Ink.QUIET if is_quiet else Ink.EXAMINED
    canvas.arrow(ORIGIN, -v, ink, line=Line.DASHED)
    canvas.symbol(r"-\boldsymbol v", -v, ink, toward=-v)
    side = 6.0 * canvas.pixel * left_of(v) / length(v)
    for k in range(1, 5):
        at = -0.25 * k * v
        canvas.stroke((at - side, at + side), Ink.QUIET, line=Line.THIN)
        if not is_quiet and k % 2 == 0:
            canvas.label(f"{0.25 * k:.2f}", at - side, Ink.QUIET, toward=-side, style=TextStyle.CAPTION)


def _number(canvas: Canvas, plane: PlaneFound, v: Vector, ink: Ink, *, is_up: bool) -> None:
    """The line's number, where it has gone past the ray; or above it, where something is enlarged below."""
    along, at = left_of(plane.normal), -plane.next_fraction * v
    if plane.miss is not None or plane.next_fraction <= plane.fraction:  # it does not meet the ray there
        at = plane.estimate - plane.gap * plane.normal
    way = along if float(along @ (at - plane.plane)) >= 0.0 else -along
    if is_up:
        way = along if along[1] >= 0.0 else -along
    reach = (1.5 if is_up else 1.0) * PAST * canvas.pixel
    canvas.label(f"line {plane.iteration}", at + reach * way, ink, toward=plane.normal, style=TextStyle.CAPTION)


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
    _core(canvas, moment)


def _core(canvas: Canvas, moment: Moment[Any]) -> None:
    """At the impact of rounded shapes: how far x is from the point of the core that is nearest to it."""
    radius, steps = moment.scene.figure.radius, steps_so_far(moment)
    if radius > 0.0 and isinstance(steps[-1], TimeOfImpact) and isinstance(steps[-2], SimplexKept):
        x = steps[-2].estimate
        y = x + steps[-2].simplex.closest
        measures.measure(canvas, y, x, Ink.CONSTRUCTION, f"$R$ = {fixed(radius)}")
        canvas.symbol(r"\boldsymbol y", y, Ink.EXAMINED, toward=y - x)


def _next_normal(canvas: Canvas, moment: Moment[Any]) -> None:
    """The point of the simplex that is nearest to x, and the normal of the next line, from there to x."""
    last, found = steps_so_far(moment)[-1], planes_of(moment)
    if not isinstance(last, RayCastStarted | SimplexKept) or last.simplex.distance <= NEAR:
        return
    x = last.estimate if isinstance(last, SimplexKept) else np.zeros(2)
    y = x + last.simplex.closest
    n = (x - y) / length(x - y)
    canvas.dot(y, Ink.EXAMINED, Point.SMALL)
    if not found or length(y - found[-1].support.w) > NEAR:
        canvas.symbol(r"\boldsymbol y", y, Ink.EXAMINED, toward=-n)
    if isinstance(last, SimplexKept) and (last.arrived or (moment.is_open and moment.scene.figure.radius > 0.0)):
        return
    far = length(x - y)
    canvas.stroke((y, x), Ink.CONSTRUCTION, line=Line.DASHED)
    long = min(measures.UNIT_ARROW * canvas.pixel, far - 12.0 * canvas.pixel)
    if long >= LEAST * canvas.pixel:
        tip = y + long * n
        canvas.arrow(y, tip, Ink.EXAMINED, line=Line.MEASURE)
        name = r"\text{next }\hat{\mathbf n}" if found else r"\hat{\mathbf n}"
        side = left_of(n) if float(left_of(n) @ moment.scene.velocity) <= 0.0 else -left_of(n)
        if not found or far > 2.0 * measures.UNIT_ARROW * canvas.pixel:  # a name would stand between y and x
            canvas.symbol(name, (y + tip) / 2.0, Ink.EXAMINED, toward=-side)


def _beside_gap(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> Vector:
    """Where the normal stands on its line: at the support point, or clear of the gap."""
    along = left_of(plane.normal)
    foot = plane.estimate - plane.gap * plane.normal
    if abs(float(along @ (plane.plane - foot))) > CLEAR * canvas.pixel:
        return plane.plane
    onward = float(along @ (-plane.next_fraction * moment.scene.velocity - foot))
    place: Vector = foot - (1.0 if onward >= 0.0 else -1.0) * ASIDE * canvas.pixel * along
    return place


def _is_tiny(canvas: Canvas, moment: Moment[Any]) -> bool:
    """Whether the newest gap is too small for its names, and is enlarged."""
    planes = planes_of(moment)
    is_one = bool(planes) and not isinstance(moment.step, TimeOfImpact)
    return is_one and NEAR < planes[-1].gap < TINY * canvas.pixel


def _line(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    """The newest line, its normal and support point, and the gap of the estimate over it."""
    n, x, w = plane.normal, plane.estimate, plane.support.w
    canvas.unbounded(plane.plane, left_of(n), Ink.EXAMINED, line=Line.MEASURE)
    canvas.dot(w, Ink.EXAMINED, Point.FILLED)
    last = steps_so_far(moment)[-1]
    is_y = isinstance(last, SimplexKept) and length(last.estimate + last.simplex.closest - w) <= NEAR
    canvas.symbol(r"\boldsymbol w=\boldsymbol y" if is_y else r"\boldsymbol w", w, Ink.EXAMINED, toward=-n)
    measures.unit_arrow(canvas, _beside_gap(canvas, moment, plane), n)
    if (radius := moment.scene.figure.radius) > 0.0:
        measures.measure(canvas, w, plane.plane, Ink.CONSTRUCTION, f"$R$ = {fixed(radius)}", side=1.0)
    is_tiny = _is_tiny(canvas, moment)
    if is_tiny:
        _lens(canvas, moment, plane)
    elif plane.gap > NEAR:
        _gap(canvas, moment, plane)
    if not is_tiny:
        canvas.dot(x, Ink.ANSWER)
        canvas.symbol(r"\boldsymbol x", x, Ink.ANSWER, toward=(-1.0, 0.6))


def _gap(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    foot = plane.estimate - plane.gap * plane.normal
    onward = float(left_of(plane.normal) @ (-plane.next_fraction * moment.scene.velocity - foot))
    side = -1.0 if onward < 0.0 else 1.0
    measures.measure(canvas, plane.estimate, foot, Ink.GAP, f"$g$ = {fixed(plane.gap)}", side=side)


def _lens(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    """The gap, and how far x goes, enlarged in the lower corner away from the support point."""
    scene, n, x = moment.scene, plane.normal, plane.estimate
    there = -plane.next_fraction * scene.velocity
    high = SEEN * max(length(there - x), plane.gap)
    half, middle = np.array((high * LENS[0] / LENS[1], high)), (x + there) / 2.0
    small, (low, top) = Canvas(2.0 * high / LENS[1]), (middle - half, middle + half)
    small.crowd(Ink.GHOST, segments=((*low, *top),), opacity=0.0)
    regions.half_plane(small, plane.plane, -n, Ink.GAP, opacity=NOW, border=None)
    outline = scene.outline if scene.figure.radius == 0.0 else boundary(solid(scene.figure), small.pixel)
    ring = np.hstack((outline, np.roll(outline, -1, axis=0)))
    small.crowd(Ink.QUIET, segments=ring, triangles=fan(outline), framed=False, fill=0.15)
    small.unbounded(plane.plane, left_of(n), Ink.EXAMINED, line=Line.MEASURE)
    small.unbounded(there, scene.velocity, Ink.GAP, line=Line.FEATURE, one_sided=True)
    _gap(small, moment, plane)
    small.dot(x, Ink.ANSWER)
    small.symbol(r"\boldsymbol x", x, Ink.ANSWER, toward=(-1.0, 0.6))
    if plane.miss is None:
        small.dot(there, Ink.ANSWER)
        small.label(f"$t$ = {fixed(plane.next_fraction)}", there, Ink.ANSWER, toward=(-1.0, 0.0))
    first, last = held(moment)
    is_left = 2.0 * float(plane.support.w[0]) < float(first[0] + last[0])
    canvas.inset("bottom right" if is_left else "bottom left", LENS, "The gap, enlarged", small.marks)
