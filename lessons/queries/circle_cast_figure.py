"""The figure of a circle cast: the radius flows from the circle to A, and back."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import CircleCast, Convex, Outcome, Ray, point_query, separation
from geometry.faulty.circle_cast import squared
from geometry.faulty.ray_cast import FaultyCast
from geometry.query.circle_cast import ShapeGrown
from geometry.query.point_query import vertex_normal
from geometry.sat.closest_points import closest_points
from geometry.shape import boundary
from geometry.vector import left_of
from lessons.queries.scenes import P, Q, RayAsked, Started, Stopped
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

CENTRE, SQUARE = "centre only", "square corners"
SWEPT = 0.12  # opacity of what the circle sweeps
LIGHT = 0.10  # opacity of the layer that the radius has become
RINGS = 3  # of that layer
INWARD = 6  # parts of a turn between the arrows that leave the circle


def gap_along(a: Convex, ray: Ray, r: float) -> float:
    """The least separation from A of a circle on its whole path."""
    return separation(a, Convex([ray.origin, ray.at(1.0)], r))


def decimals(faulty: float | None, right: float | None) -> int:
    """As many as it takes to see the error as the difference of both."""
    if faulty is None or right is None:
        return 2
    fits = (k for k in (2, 3, 4) if abs(abs(round(faulty, k) - round(right, k)) - abs(faulty - right)) < 0.5 * 0.1**k)
    return next(fits, 4)


def ray_is_cast(moment: Moment[Any]) -> bool:
    """Whether the ray has been cast, and so the right answer is known."""
    return not isinstance(moment.step, Started | ShapeGrown)


def is_wrong(moment: Moment[Any]) -> bool:
    """Whether a faulty rule runs beside and answers something else."""
    if not isinstance(moment.faulty, FaultyCast):
        return False
    right, faulty = moment.trace.result.cast.distance, moment.faulty.distance
    return bool((right is None) is not (faulty is None) or (right is not None and abs(right - faulty) > 1e-9))


def decides(moment: Moment[Any]) -> tuple[int, float]:
    """Of square corners: the edge over whose line the centre is highest at the rule's hit, and how high."""
    a, ray = moment.scene.a.world, moment.scene.ray
    at = ray.origin + moment.faulty.distance * ray.direction
    heights = [float((at - u)[0] * n[0] + (at - u)[1] * n[1]) for u, n in zip(a.points, a.normals, strict=True)]
    edge = max(range(len(heights)), key=lambda k: round(heights[k], 9))
    return edge, heights[edge]


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    """A, the circle or what is left of it, and what this step finds."""
    scene, step, time = moment.scene, moment.step, moment.time
    a, ray, r, found = scene.a.world, scene.ray, scene.r, moment.trace.result
    p, d = ray.origin, ray.direction
    canvas.stroke((p, ray.at(1.0)), Ink.EXAMINED, line=Line.DASHED)
    left = 1.0  # of the radius with B
    if isinstance(step, ShapeGrown | RayAsked):
        left = 1.0 - time if isinstance(step, ShapeGrown) else 0.0
        _layer(canvas, moment, 1.0 - left)
    elif isinstance(step, Stopped | CircleCast) and not (isinstance(step, CircleCast) and is_wrong(moment)):
        marks.ghost(canvas, scene.grown, Ink.A, Line.DASHED, opacity=0.7)
    marks.shape(canvas, a, Ink.A, "A", numbered=ray_is_cast(moment))  # nothing is named before
    if scene.r_a:
        canvas.stroke(scene.core.points, Ink.A, closed=len(scene.core.points) > 2, line=Line.DASHED)
    match step:
        case Started():
            _disc(canvas, p, r, "B")
            marks.ghost(canvas, Convex([ray.at(1.0)], r), Ink.B, Line.END, opacity=0.5)
            _radius(canvas, p, r)
            _gap(canvas, a, p, r, f"$s$ = {fixed(step.gap)}")
        case ShapeGrown():
            marks.ghost(canvas, Convex([p], r), Ink.B, Line.START)
            _disc(canvas, p, left * r, "")
            _flow(canvas, a, ray, r, 1.0 - left)
            growing = a.with_radius(a.radius + (1.0 - left) * r)
            gap = f"$s$ = {fixed(moment.trace.steps[0].gap)}"
            _gap(canvas, growing, p, left * r, gap if 1.0 - left == 0.0 else f"{gap}, as before", TextStyle.PILL)
        case RayAsked() if found.outcome is Outcome.HIT:
            marks.ghost(canvas, Convex([p], r), Ink.B, Line.START)
            canvas.stroke((p, found.center), Ink.EXAMINED, line=Line.MEASURE)
            if not moment.is_open and not is_wrong(moment):
                measures.measure(canvas, found.center, found.point, Ink.B, "$r$")
            marks.answer(canvas, found.center)
            canvas.label(f"$t$ = {fixed(found.cast.distance)}", found.center, Ink.ANSWER, toward=found.normal + d)
        case Stopped(center):
            marks.ghost(canvas, Convex([center], r), Ink.B, Line.END)
            _disc(canvas, center, time * r, "")
            measures.measure(canvas, p, center, Ink.EXAMINED, f"$t$ = {fixed(found.cast.distance)}", side=-1.0)
            canvas.dot(center, Ink.EXAMINED)
            canvas.symbol(rf"{P}(t)", center, Ink.EXAMINED, toward=found.normal - d)
        case CircleCast():
            _moving(canvas, moment, found)
    canvas.dot(p, Ink.EXAMINED, Point.FILLED)
    canvas.symbol(P, p, Ink.EXAMINED, toward=-d + left_of(d))
    if not isinstance(step, CircleCast):
        measures.unit_arrow(canvas, p, d, r"\hat d")
    if isinstance(moment.faulty, FaultyCast):
        _faulty(canvas, moment, moment.faulty.distance)


def _disc(canvas: Canvas, center: Any, r: float, letter: str) -> None:
    """The circle, as much of it as is left."""
    if r > 0.0:
        marks.shape(canvas, Convex([center], r), Ink.B)
        if letter:
            canvas.label(letter, center - (0.0, 0.5 * r), Ink.B, style=TextStyle.LETTER)


def _radius(canvas: Canvas, center: Any, r: float) -> None:
    canvas.stroke((center, center + (-0.8 * r, 0.6 * r)), Ink.B, line=Line.MEASURE)
    canvas.symbol("r", center + (-0.8 * r, 0.6 * r), Ink.B, toward=(-0.8, 0.6))


def _gap(canvas: Canvas, a: Convex, p: Any, r: float, words: str, style: TextStyle = TextStyle.LABEL) -> None:
    """The shortest way from the circle to A, or how deep the circle is in it."""
    near = point_query(a, p)
    ink = Ink.GAP if near.separation > r else Ink.OVERLAP
    measures.measure(canvas, p - r * near.normal, near.closest, ink, words, side=-1.0, style=style)


def _layer(canvas: Canvas, moment: Moment[Any], part: float) -> None:
    """What has flowed to A: a layer around it, up to the outline of the grown shape."""
    a, p, r = moment.scene.a.world, moment.scene.ray.origin, moment.scene.r
    whole = a.with_radius(a.radius + r)
    marks.ghost(canvas, whole, Ink.A, Line.DASHED, opacity=0.7)
    if part > 0.0:
        for k in range(1, RINGS + 1):
            ring = boundary(a.with_radius(a.radius + part * r * k / RINGS), marks.SMOOTH * canvas.pixel)
            canvas.area(ring, Ink.A, opacity=LIGHT)
        canvas.stroke(ring, Ink.A, closed=True, line=Line.CURVE)
        far = max(range(len(a.points)), key=lambda k: math.dist(a.points[k], p))
        away = vertex_normal(a, far)
        tip = a.points[far] + (a.radius + part * r) * away
        if moment.compare == SQUARE and is_wrong(moment) and ray_is_cast(moment):
            return  # that rule measures $r'$ from an edge's line
        canvas.stroke((a.points[far], tip), Ink.A, line=Line.MEASURE)
        if ray_is_cast(moment):
            canvas.label(f"$r'$ = {fixed(whole.radius)}", tip, Ink.A, toward=away)
            return
        canvas.symbol("r'", 0.5 * (a.points[far] + tip), Ink.A, toward=left_of(away))
        out, middle = a.normals[0], 0.5 * (a.points[0] + a.points[1])
        parts = [(0.0, a.radius, Ink.A, "r_A"), (a.radius, a.radius + part * r, Ink.B, "r")]
        for low, high, ink, name in parts if a.radius else parts[1:]:
            canvas.stroke((middle + low * out, middle + high * out), ink, line=Line.MEASURE)
            canvas.symbol(name, middle + 0.5 * (low + high) * out, ink, toward=left_of(out))


def _flow(canvas: Canvas, a: Convex, ray: Ray, r: float, part: float) -> None:
    """Arrows for the radius, as far as it has come: out of the circle's outline, and into the layer around A."""
    p, d = ray.origin, ray.direction
    for k in range(1, INWARD):
        angle = math.atan2(d[1], d[0]) + k * math.tau / INWARD
        out = np.array((math.cos(angle), math.sin(angle)))
        canvas.arrow(p + r * out, p + (1.0 - 0.5 * part) * r * out, Ink.B, line=Line.THIN)
    if part > 0.0:
        canvas.label(f"**{fixed((1.0 - part) * r)}** left", p - (0.0, r), Ink.B, toward=(0.0, -1.0))
        at = 0.5 * (a.edges[0][0] + a.edges[0][1]) + part * r * a.normals[0]
        canvas.label(f"**{fixed(part * r)}** has arrived", at, Ink.B, toward=a.normals[0])
    for (u, v), n in list(zip(a.edges, a.normals, strict=True))[1:]:
        for share in (0.25, 0.75):
            at = (1.0 - share) * u + share * v
            canvas.arrow(at, at + part * r * n, Ink.B, line=Line.THIN)


def _moving(canvas: Canvas, moment: Moment[Any], found: CircleCast) -> None:
    """The circle on its path, up to the contact; the contact point."""
    scene, time = moment.scene, moment.time
    ray, r = scene.ray, scene.r
    if found.outcome is Outcome.OVERLAPPED:
        _disc(canvas, ray.origin, r, "B")
        _gap(canvas, scene.a.world, ray.origin, r, f"$s$ = {fixed(moment.trace.steps[0].gap)}")
        return
    stop = 1.0 if found.fraction is None else found.fraction
    canvas.area(boundary(Convex([ray.origin, ray.at(stop)], r), marks.SMOOTH * canvas.pixel), Ink.B, opacity=SWEPT)
    marks.ghost(canvas, Convex([ray.origin], r), Ink.B, Line.START)
    end = ray.at(stop)
    _disc(canvas, ray.at(min(time, stop)), r, "")
    if time > stop:  # where it would be without A
        marks.ghost(canvas, Convex([ray.at(time)], r), Ink.B, Line.DOTTED, opacity=0.5)
    if found.point is None or found.normal is None:
        a, b = nearest(scene.a.world, ray)
        gap = math.dist(a, b) - r
        measures.measure(canvas, a, b - r * (b - a) / math.dist(a, b), Ink.GAP, f"$s$ = {fixed(gap)}")
        canvas.dot(b, Ink.EXAMINED)
        marks.ghost(canvas, Convex([b], r), Ink.B, Line.CURVE)
        return
    marks.ghost(canvas, Convex([end], r), Ink.B, Line.CURVE)
    if is_wrong(moment):  # what is told is where the faulty rule stops B
        measures.measure(canvas, end, found.point, Ink.B)
        canvas.symbol("r", 0.5 * (end + found.point), Ink.B, toward=left_of(found.normal))
        canvas.dot(end, Ink.EXAMINED)
        marks.answer(canvas, found.point)
        return
    behind = left_of(found.normal)
    turn = 1.0 if float(behind @ ray.direction) <= 0.0 else -1.0  # the centre is named where it comes from
    measures.measure(canvas, end, found.point, Ink.B)
    canvas.symbol("r", 0.5 * (end + found.point), Ink.B, toward=-turn * behind)
    measures.unit_arrow(canvas, end, found.normal, r"\hat n", Ink.ANSWER, at_most=1.4 * r)
    canvas.dot(end, Ink.EXAMINED)
    canvas.symbol(rf"{P}(t)", end, Ink.EXAMINED, toward=turn * behind)
    marks.answer(canvas, found.point)
    canvas.symbol(Q, found.point, Ink.ANSWER, toward=-found.normal)
    free = end + r * (0.2 * found.normal - 0.5 * turn * behind)
    canvas.label("B", free, Ink.B, style=TextStyle.LETTER)


def nearest(a: Convex, ray: Ray) -> tuple[Any, Any]:
    """Of A and of the path: the two points that are nearest to each other."""
    found = closest_points(a, Convex([ray.origin, ray.at(1.0)]))
    return np.array(found.on_a), np.array(found.on_b)


def _faulty(canvas: Canvas, moment: Moment[Any], distance: float | None) -> None:
    """From the cast on: where the rule stops the circle; of square corners the outline that it casts against."""
    scene, right = moment.scene, moment.trace.result.cast.distance
    if not ray_is_cast(moment):
        return
    if moment.compare == SQUARE:
        tips = squared(scene.a.world, scene.r)
        marks.ghost(canvas, tips, Ink.FAULTY, Line.DOTTED)
    if distance is not None and (right is None or abs(distance - right) > 1e-9):
        at = scene.ray.origin + distance * scene.ray.direction
        k = decimals(distance, right)
        error = "false hit" if right is None else f"error {fixed(abs(distance - right), k)}"
        near, told = point_query(scene.a.world, at), f"$t$ = {fixed(distance, k)}, {error}"
        if isinstance(moment.step, RayAsked):  # B is a point then
            marks.cross(canvas, at, told, Ink.FAULTY, toward=near.normal)
            if moment.compare == SQUARE:
                _rule(canvas, moment, at)
            return
        marks.ghost(canvas, Convex([at], scene.r), Ink.FAULTY, Line.DOTTED)
        marks.cross(canvas, at, "", Ink.FAULTY)
        rim = at + scene.r * near.normal  # outside of the circle, on the side away from A
        canvas.label(told, rim, Ink.FAULTY, toward=near.normal)
        if isinstance(moment.step, CircleCast) and right is not None:  # there the right contact is measured
            return
        canvas.stroke((at, rim), Ink.B, line=Line.THIN)
        canvas.symbol("r", 0.5 * (at + rim), Ink.B, toward=left_of(near.normal))
        if near.separation > scene.r + 4.0 * canvas.pixel:
            start = at - scene.r * near.normal
            measures.measure(canvas, start, near.closest, Ink.FAULTY)
            canvas.symbol("s", 0.5 * (start + near.closest), Ink.FAULTY, toward=-left_of(near.normal))
    elif distance is None and right is not None:
        a, b = nearest(scene.a.world, scene.ray)  # there the circle is deepest in A, and the rule sees nothing
        marks.ghost(canvas, Convex([b], scene.r), Ink.FAULTY, Line.DOTTED)
        way = (a - b) / math.dist(a, b)
        measures.measure(canvas, a, b + scene.r * way, Ink.FAULTY)
        told = f"no hit: overlap **{fixed(scene.r - math.dist(a, b))}**"
        marks.cross(canvas, b, told, Ink.FAULTY, toward=-way)


def _rule(canvas: Canvas, moment: Moment[Any], at: Any) -> None:
    """What square corners measure: the height over the line of an edge, also where the edge has ended."""
    a = moment.scene.a.world
    edge, height = decides(moment)
    u, n = a.points[edge], a.normals[edge]
    v = a.points[(edge + 1) % len(a.points)]
    foot = at - height * n
    end = min((u, v), key=lambda point: math.dist(point, foot))
    canvas.stroke((end, foot), Ink.A, line=Line.DASHED)
    measures.measure(canvas, foot, at, Ink.A, "$r'$")
    measures.unit_arrow(canvas, 0.5 * (u + v), n, r"\hat n_i", Ink.A)
    canvas.symbol(r"\boldsymbol{u}_i", u, Ink.A, toward=n)
