"""The figure of the GJK ray cast: lines that shave off the ray, and the points of A − B that bear them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Miss, Outcome, boundary
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import Vector, left_of, length
from lessons.motion.casts import ORIGIN, mark_faulty
from lessons.motion.gjk_ray_cast_ground import (
    draw_dropped,
    draw_front,
    draw_ground,
    draw_line,
    fan,
    held,
    name_front,
    nearest,
)
from lessons.motion.gjk_ray_cast_steps import NEAR, digits_of, planes_of, shows_distance, shows_fault, time_of
from lessons.stories.grouping import steps_so_far, whole
from lessons.stories.outlines import solid
from viz.lesson import marks, measures, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

CROWDED = 4  # of more lines only the first and the newest have a name
FREE, NOW = 0.035, 0.1  # opacity of what lies in front of an earlier line, and of the newest
LIGHT = 3.0  # as many fields over one another are as light as they may be
PAST = 100.0  # pixels from the ray to a line's number
BESIDE = 14.0  # pixels from a line to the middle of its number
CLEAR = 40.0  # pixels from a line's number to another line
NARROW, ASIDE = 90.0, 120.0  # pixels: a normal as near as this to the gap stands so far beside it
LEAST = 30.0  # pixels: shorter arrows say no direction
OFF_X = 8.0  # pixels from the tip of a normal to x
APART = 30.0  # pixels between the ends of two pieces that both have their time
OFF = 15.0  # pixels from the gap to what x can close of it
TURNING = 2  # before the third line the steps are long
TINY = 26.0  # pixels: a gap below it is enlarged
LENS, SEEN = (210.0, 160.0), 0.8  # pixels; of what is enlarged, half of the height


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """The ray and what is proved of it, by lines; A − B as the algorithm knows it, and dotted as it is."""
    v, t = moment.scene.velocity, time_of(moment)
    planes, is_end = planes_of(moment), isinstance(moment.step, TimeOfImpact)
    for plane in planes:
        quiet = FREE * min(1.0, LIGHT / len(planes))  # of many, which lie over one another
        draw_front(canvas, moment, plane, NOW if plane is planes[-1] and not is_end else quiet)
    draw_ground(canvas, moment)
    if planes:
        name_front(canvas, moment, planes, _beside_gap(canvas, moment, planes[-1]))
    _lines(canvas, moment, planes)
    _ray(canvas, v, is_quiet=bool(planes) and not (moment.is_open and moment.compare))
    _pieces(canvas, planes, v, is_end=is_end)
    _simplex(canvas, moment)
    newest = planes[-1] if planes else None
    if newest is not None and not is_end:
        _line(canvas, moment, newest)
        _speed(canvas, moment, newest)
    elif newest is not None and newest.miss is not None:
        measures.unit_arrow(canvas, _beside_gap(canvas, moment, newest), newest.normal)
        _speed(canvas, moment, newest)
        _gap(canvas, moment, newest)
    if is_end and newest is not None and newest.miss is None and len(planes) > CROWDED:
        _met(canvas, moment, planes)
    _next_normal(canvas, moment)
    if shows_fault(moment):
        _fault(canvas, moment)
    _now(canvas, moment, t)


def _lines(canvas: Canvas, moment: Moment[Any], planes: list[PlaneFound]) -> None:
    """Every line, the newest one loud unless x has met A − B, and their numbers."""
    is_end, v = isinstance(moment.step, TimeOfImpact), moment.scene.velocity
    is_up = _is_tiny(canvas, moment) and moment.scene.figure.radius > 0.0
    for plane in planes:
        is_newest = plane is planes[-1] and (not is_end or plane.miss is not None)
        ink = Ink.EXAMINED if is_newest else Ink.GAP
        line = Line.MEASURE if is_newest else Line.DASHED
        draw_line(canvas, moment, plane.plane, left_of(plane.normal), ink, line)
        if is_newest or len(planes) <= CROWDED or plane is planes[0]:
            others = [each for each in planes if each is not plane]
            _number(canvas, plane, v, ink, others, is_up=is_up)


def _pieces(canvas: Canvas, planes: list[PlaneFound], v: Vector, *, is_end: bool) -> None:
    """The part of the ray that is proved free, and the time at which each piece of it ends."""
    times = [plane.next_fraction for plane in planes if plane.next_fraction > plane.fraction]
    if not times:
        return
    canvas.stroke((np.zeros(2), -times[-1] * v), Ink.GAP, line=Line.FEATURE)
    far = APART * canvas.pixel / length(v)
    last, is_named = 0.0, not is_end and planes[-1].next_fraction > planes[-1].fraction  # x is where it begins
    for t in times[:-1]:
        if min(t - last, times[-1] - t) > far:
            canvas.dot(-t * v, Ink.GAP)
            if not (is_named and t == times[-2]):
                canvas.label(fixed(t), -t * v, Ink.GAP, toward=left_of(v), style=TextStyle.CAPTION)
            last = t


def _speed(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    """The part of the motion along the normal: of the whole motion at the first line, and of what is left of it where
    that is too little for the gap."""
    x, n, end = plane.estimate, plane.normal, -moment.scene.velocity
    is_short = plane.miss is Miss.TOO_FAR
    if not is_short and (plane.fraction > 0.0 or moment.scene.figure.radius > 0.0 or shows_distance(moment)):
        return  # it would not be seen among what else stands there
    closed = float((x - end) @ n)
    foot = x - closed * n
    canvas.stroke((foot, end), Ink.CONSTRUCTION, line=Line.DASHED)
    side = 1.0 if float(left_of(n) @ (end - x)) < -NEAR else -1.0  # away from the ray
    if is_short:
        words = rf"$(1-t)\,\boldsymbol v\cdot\hat n$ = {fixed(closed)}"
        measures.measure(canvas, x, foot, Ink.EXAMINED, words, off=-side * OFF)
        return
    if plane.closing < 0.0:  # away from the line: clear of the gap
        measures.measure(canvas, x, foot, Ink.EXAMINED)
    else:
        canvas.stroke((x, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    if length(end - foot) > 2.0 * LEAST * canvas.pixel:
        measures.right_angle(canvas, foot, x - foot, end - foot)
    at = (x - plane.gap * n + foot) / 2.0 if closed > plane.gap else (x + foot) / 2.0
    canvas.label(rf"$\boldsymbol v\cdot\hat n$ = {fixed(plane.closing)}", at, Ink.EXAMINED, toward=-side * left_of(n))


def _fault(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the wrong answer has x; for a distance that is taken for a time, that distance."""
    near = nearest(moment.scene)
    if shows_distance(moment) and near is not None:
        at, s = near
        side = 1.0 if float(left_of(at) @ moment.scene.velocity) >= -NEAR else -1.0  # away from the ray
        measures.measure(canvas, ORIGIN, at, Ink.FAULTY, f"distance $s$ = {fixed(s)}", side=side)
    if moment.faulty.fraction is None:
        canvas.stroke((np.zeros(2), -moment.scene.velocity), Ink.FAULTY, line=Line.DOTTED)
        canvas.label("no hit", -moment.scene.velocity, Ink.FAULTY, toward=(1.0, -0.3))
    else:
        mark_faulty(canvas, moment)


def _now(canvas: Canvas, moment: Moment[Any], t: float) -> None:
    """The present time on the ray: white where it is the answer, or the origin."""
    found, v = whole(moment).trace.result, moment.scene.velocity
    at, planes = -t * v, planes_of(moment)
    is_miss = isinstance(moment.step, TimeOfImpact) and found.outcome is Outcome.SEPARATED
    if t == 0.0:
        marks.answer(canvas, at, "origin", toward=(1.0, 0.6))
        if not planes or is_miss:
            canvas.symbol(r"\boldsymbol x", at, Ink.ANSWER, toward=(-1.0, 0.6))
        if not isinstance(moment.step, TimeOfImpact) or found.outcome is not Outcome.HIT:
            return
    else:
        canvas.dot(ORIGIN, Ink.QUIET)
        canvas.label("origin", ORIGIN, Ink.QUIET, toward=(1.0, 0.6), style=TextStyle.CAPTION)
    if isinstance(moment.step, TimeOfImpact) and found.outcome is Outcome.HIT:
        words = f"$t$ = {fixed(found.fraction)}"
        marks.answer(canvas, -found.fraction * v, words, toward=(1.0, 0.6))
        is_on_core = moment.scene.figure.radius > 0.0
        name = r"\boldsymbol x" if is_on_core else r"\boldsymbol x=\boldsymbol y"
        canvas.symbol(name, -found.fraction * v, Ink.ANSWER, toward=(-1.0, 0.6))
        if abs(t - found.fraction) < NEAR or t == 0.0:
            return
    is_new = bool(planes) and abs(t - planes[-1].next_fraction) < NEAR  # then it is where x has come to
    ink = Ink.ANSWER if is_new else Ink.INTERFACE
    canvas.dot(at, ink)
    if not (is_new and _is_tiny(canvas, moment) and planes[-1].miss is None):  # else it is told where it is enlarged
        canvas.label(f"$t$ = {fixed(t)}", at, ink, toward=_off_gap(planes[-1], at) if is_new else (-1.0, 0.4))
    if is_new and is_miss:
        canvas.symbol(r"\boldsymbol x", at, Ink.ANSWER, toward=(-1.0, -0.6))


def _off_gap(plane: PlaneFound, at: Vector) -> Vector:
    """From where x has come to, away from the gap that it closes, and up."""
    foot = plane.estimate - plane.gap * plane.normal
    far = length(at - foot)
    away: Vector = (at - foot) / far if far > NEAR else np.array((-1.0, 0.0))
    up: Vector = away + np.array((0.0, 0.4))
    return up


def _ray(canvas: Canvas, v: Vector, *, is_quiet: bool) -> None:
    """The ray of the origin, and its times until x is on its way."""
    if not v.any():
        return
    ink = Ink.QUIET if is_quiet else Ink.EXAMINED
    canvas.arrow(ORIGIN, -v, ink, line=Line.DASHED if is_quiet else Line.MEASURE)
    canvas.symbol(r"-\boldsymbol v", -v, ink, toward=-v)
    if not is_quiet:
        canvas.label("$t$ = 1", -v, ink, toward=left_of(v), style=TextStyle.CAPTION)
        canvas.label("ray", -0.4 * v, ink, toward=-left_of(v), style=TextStyle.CAPTION)


def _number(canvas: Canvas, plane: PlaneFound, v: Vector, ink: Ink, others: list[PlaneFound], *, is_up: bool) -> None:
    """The line's number, where it has gone past the ray; or above it, where something is enlarged below. On the other
    side of the ray where it would stand at another line, and be read as that one's."""
    along, at = left_of(plane.normal), -plane.next_fraction * v
    if plane.miss is not None or plane.next_fraction <= plane.fraction:  # it does not meet the ray there
        at = plane.estimate - plane.gap * plane.normal
    way = along if float(along @ (at - plane.plane)) >= -NEAR else -along
    if is_up:
        way = along if along[1] >= -NEAR else -along
    reach = (1.5 if is_up else 1.0) * PAST * canvas.pixel

    def room(way: Vector) -> float:
        there = at + reach * way + BESIDE * canvas.pixel * plane.normal
        return min((abs(float(each.normal @ (there - each.plane))) for each in others), default=math.inf)

    if room(way) < CLEAR * canvas.pixel and room(way) < room(-way) and not is_up:
        way = -way
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
        draw_dropped(canvas, steps[-1], np.mean(corners, axis=0))
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
    long = min(measures.UNIT_ARROW * canvas.pixel, far - OFF_X * canvas.pixel)  # it ends before x
    if long < LEAST * canvas.pixel:  # x is nearly there: it goes on past x where it is asked about
        if found and not moment.is_open:
            return
        long = measures.UNIT_ARROW * canvas.pixel
    tip = y + long * n
    canvas.arrow(y, tip, Ink.EXAMINED, line=Line.THIN if found else Line.MEASURE)  # the next is not in use yet
    name = r"\text{next }\hat{\mathbf n}" if found else r"\hat{\mathbf n}"
    at, side = _name_place(moment, y, tip)
    canvas.symbol(name, at, Ink.EXAMINED, toward=side)


def _name_place(moment: Moment[Any], y: Vector, tip: Vector) -> tuple[Vector, Vector]:
    """Where the name of the next normal stands, which leads from `y` to `tip`, and on which side of it."""
    found, n = planes_of(moment), (tip - y) / length(tip - y)
    if found and found[-1].next_fraction <= found[-1].fraction:
        return tip, n
    off = moment.scene.velocity  # from the ray
    if found and (moment.scene.figure.radius > 0.0 or abs(float(n @ found[-1].normal)) < 0.3):
        off = -found[-1].normal  # from the radius, or the line that x came along
    return (y + tip) / 2.0, left_of(n) if float(left_of(n) @ off) > NEAR else -left_of(n)


def _beside_gap(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> Vector:
    """Where the normal stands on its line: at the support point, or clear of the gap."""
    along = left_of(plane.normal)
    foot = plane.estimate - plane.gap * plane.normal
    if plane.gap <= NEAR or abs(float(along @ (plane.plane - foot))) > NARROW * canvas.pixel:
        return plane.plane
    onward = float(along @ (-plane.next_fraction * moment.scene.velocity - foot))
    place: Vector = foot - (1.0 if onward >= -NEAR else -1.0) * ASIDE * canvas.pixel * along
    return place


def _is_tiny(canvas: Canvas, moment: Moment[Any]) -> bool:
    """Whether the newest gap is too small for its names, and is enlarged."""
    planes = planes_of(moment)
    is_one = bool(planes) and not isinstance(moment.step, TimeOfImpact)
    return is_one and NEAR < planes[-1].gap < TINY * canvas.pixel


def _line(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    """The newest line, its normal and support point, and the gap of the estimate over it."""
    n, x, w = plane.normal, plane.estimate, plane.support.w
    canvas.dot(w, Ink.EXAMINED, Point.FILLED)
    last = steps_so_far(moment)[-1]
    is_y = isinstance(last, SimplexKept) and length(last.estimate + last.simplex.closest - w) <= NEAR
    canvas.symbol(r"\boldsymbol w=\boldsymbol y" if is_y else r"\boldsymbol w", w, Ink.EXAMINED, toward=-n)
    measures.unit_arrow(canvas, _beside_gap(canvas, moment, plane), n)
    if (radius := moment.scene.figure.radius) > 0.0:
        onward = -plane.next_fraction * moment.scene.velocity - w
        side = -1.0 if float(left_of(n) @ onward) > NEAR else 1.0  # away from where x goes
        measures.measure(canvas, w, plane.plane, Ink.CONSTRUCTION, f"$R$ = {fixed(radius)}", side=side)
    is_tiny = _is_tiny(canvas, moment)
    if is_tiny:
        _lens(canvas, moment, plane)
    elif plane.gap > NEAR:
        _gap(canvas, moment, plane)
    if not is_tiny:
        canvas.dot(x, Ink.ANSWER)
        is_on_way = 0.0 < plane.fraction < plane.next_fraction  # else its time is told where x is now
        name = rf"\boldsymbol x({fixed(plane.fraction)})" if is_on_way else r"\boldsymbol x"
        canvas.symbol(name, x, Ink.ANSWER, toward=(-1.0, -0.35 if is_on_way else 0.6))


def _gap(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    """The gap, named beside the part of it that x does not close."""
    n, x = plane.normal, plane.estimate
    foot = x - plane.gap * n
    is_short = plane.miss is Miss.TOO_FAR
    goes = {None: plane.next_fraction, Miss.TOO_FAR: 1.0}.get(plane.miss, 0.0)  # else past the line: words off that
    end = -goes * moment.scene.velocity
    side = -1.0 if float(left_of(n) @ (end - foot)) < -NEAR else 1.0
    measures.measure(canvas, x, foot, Ink.GAP)
    left = foot if not is_short else foot + float((end - foot) @ n) * n
    at = (x + foot) / 2.0 if not is_short else (left + foot) / 2.0
    canvas.label(f"$g$ = {fixed(plane.gap, digits_of(moment))}", at, Ink.GAP, toward=-side * left_of(n))


def _lens(canvas: Canvas, moment: Moment[Any], plane: PlaneFound) -> None:
    """The gap, and how far x goes, enlarged in the lower corner away from the support point."""
    scene, n, x = moment.scene, plane.normal, plane.estimate
    there = -plane.next_fraction * scene.velocity
    high = SEEN * max(length(there - x), plane.gap)
    small = _enlarged(scene, (x + there) / 2.0, high)
    regions.half_plane(small, plane.plane, -n, Ink.GAP, opacity=NOW, border=None)
    small.unbounded(plane.plane, left_of(n), Ink.EXAMINED, line=Line.MEASURE)
    small.unbounded(there, scene.velocity, Ink.GAP, line=Line.FEATURE, one_sided=True)
    _gap(small, moment, plane)
    small.dot(x, Ink.ANSWER)
    small.symbol(r"\boldsymbol x", x, Ink.ANSWER, toward=(-1.0, 0.6))
    if plane.miss is None:
        small.dot(there, Ink.ANSWER)
        small.label(f"$t$ = {fixed(plane.next_fraction)}", there, Ink.ANSWER, toward=(-1.0, 0.0))
    _inset(canvas, moment, plane, "Distance g, enlarged", small)


def _met(canvas: Canvas, moment: Moment[Any], planes: list[PlaneFound]) -> None:
    """Where x has met a round A − B after many lines: how they have turned with it, enlarged."""
    scene, x, first = moment.scene, -whole(moment).trace.result.fraction * moment.scene.velocity, planes[TURNING]
    small = _enlarged(scene, x, length(x - first.estimate))
    for plane in planes[TURNING:]:
        small.unbounded(plane.plane, left_of(plane.normal), Ink.GAP, line=Line.DASHED)
    small.unbounded(x, scene.velocity, Ink.GAP, line=Line.FEATURE, one_sided=True)
    small.dot(first.estimate, Ink.GAP)
    small.label(f"$t$ = {fixed(first.fraction)}", first.estimate, Ink.GAP, toward=left_of(scene.velocity))
    small.dot(x, Ink.ANSWER, Point.FILLED)
    small.symbol(r"\boldsymbol x", x, Ink.ANSWER, toward=left_of(scene.velocity))
    _inset(canvas, moment, planes[-1], "The last lines, enlarged", small)


def _enlarged(scene: Any, middle: Vector, high: float) -> Canvas:
    """A − B around a place; `high`: half of the height that is seen."""
    half = np.array((high * LENS[0] / LENS[1], high))
    small = Canvas(2.0 * high / LENS[1])
    small.crowd(Ink.GHOST, segments=((*(middle - half), *(middle + half)),), opacity=0.0)
    outline = scene.outline if scene.figure.radius == 0.0 else boundary(solid(scene.figure), small.pixel)
    ring = np.hstack((outline, np.roll(outline, -1, axis=0)))
    small.crowd(Ink.QUIET, segments=ring, triangles=fan(outline), framed=False, fill=0.15)
    return small


def _inset(canvas: Canvas, moment: Moment[Any], plane: PlaneFound, title: str, small: Canvas) -> None:
    """In the lower corner away from the support point."""
    first, last = held(moment)
    is_left = 2.0 * float(plane.support.w[0]) < float(first[0] + last[0])
    canvas.inset("bottom right" if is_left else "bottom left", LENS, title, small.marks)
