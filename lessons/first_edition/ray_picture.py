"""A ray cast, step by step: two shadows, the extended edges, the corner circle, the hit.

Shared by the lessons on rays and on circles that are cast.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Interval, Outcome, Ray, RayCast, RayKind, Vector, boundary, circle, support
from geometry.query.ray_steps import (
    ArcTested,
    EndTested,
    FaceConsidered,
    LineTested,
    OriginTested,
    OvershootTested,
    SpanTested,
)
from geometry.vector import left_of, readonly, right_of
from lessons.first_edition import marks
from lessons.first_edition.axis_picture import CLEARANCE, LANE
from lessons.first_edition.query_captions import feature_name, gap_words
from lessons.first_edition.ray_captions import SKIPPED
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.text import amount


def extent(shape: Convex, ray: Ray) -> tuple[float, float]:
    """How far back and on a ray is drawn, along its direction: past the shape and its own ends."""
    along = (shape.points - ray.origin) @ ray.direction
    low = min(0.0, float(along.min()) - shape.radius)
    high = max(ray.length, float(along.max()) + shape.radius)
    margin = 0.06 * (high - low)
    return low - margin, high + margin


def is_near(shape: Convex, ray: Ray, distance: float) -> bool:
    """Whether a place along the ray is near enough to be drawn: lines that are nearly parallel cross far off."""
    low, high = extent(shape, ray)
    return 2.0 * low - high <= distance <= 2.0 * high - low


def the_ray(canvas: Canvas, shape: Convex, ray: Ray, name: str = "start") -> None:
    """The translation as an arrow, and what the ray covers beyond it, dashed."""
    if ray.kind is RayKind.LINE:
        canvas.unbounded(ray.origin, ray.direction, Ink.PROJECTOR_B)
    elif ray.kind is RayKind.HALF_LINE:
        canvas.stroke((ray.at(1.0), ray.origin + extent(shape, ray)[1] * ray.direction), Ink.PROJECTOR_B)
    canvas.arrow(ray.origin, ray.at(1.0), Ink.VECTOR_Q)
    canvas.dot(ray.origin, Ink.B)
    canvas.label(name, ray.origin, Ink.B, toward=-ray.direction)


def ray_step(canvas: Canvas, shape: Convex, ray: Ray, step: Any) -> None:
    """What one step has found, the shape and the ray apart."""
    match step:
        case LineTested():
            _across(canvas, shape, ray, step)
        case SpanTested():
            _along(canvas, shape, ray, step)
        case OriginTested(_, found, _):
            ink = separation_ink(found.separation)
            canvas.stroke((found.point, found.closest), ink)
            canvas.dot(found.closest, ink)
            middle = (found.point + found.closest) / 2.0
            canvas.label(f"start {gap_words(found)}", middle, ink, toward=left_of(found.normal))
        case FaceConsidered():
            _face(canvas, shape, ray, step)
        case OvershootTested():
            _overshoot(canvas, shape, step)
        case ArcTested():
            _arc(canvas, shape, ray, step)
        case EndTested():
            canvas.dot(ray.at(1.0), Ink.RESULT)
            words = "the end touches" if step.touches else f"the end: {amount(step.found.separation)} short"
            canvas.label(words, ray.at(1.0), Ink.RESULT, toward=left_of(ray.direction))
        case RayCast():
            answer(canvas, ray, step)


def _across(canvas: Canvas, shape: Convex, ray: Ray, tested: LineTested) -> None:
    """The axis across the ray, drawn beyond the shape: the shape's shadow, and the ray's, which is a point."""
    base = ray.origin + extent(shape, ray)[1] * ray.direction + CLEARANCE * canvas.pixel * ray.direction
    canvas.unbounded(base, tested.axis, Ink.AXIS)
    for end, way in ((tested.projection.low, -tested.axis), (tested.projection.high, tested.axis)):
        canvas.stroke((support(shape, way).point, base + end * tested.axis), Ink.PROJECTOR_A)
    marks.shadow_bar(canvas, base, tested.axis, tested.projection, Ink.SHADOW_A, -LANE)
    canvas.stroke((ray.origin, base), Ink.PROJECTOR_B)
    canvas.dot(base, Ink.B)
    canvas.label("the ray's shadow", base, Ink.B, toward=ray.direction + 0.4 * tested.axis)
    nearest = tested.projection.low if tested.projection.low >= -tested.projection.high else tested.projection.high
    words = f"{'gap' if tested.is_gap else 'overlap'} {amount(abs(nearest))}"
    words = words if abs(nearest) > tested.tolerance else "touching"
    span = Interval(min(0.0, nearest), max(0.0, nearest))
    marks.dimension(canvas, base, tested.axis, span, separation_ink(tested.separation), words)


def _along(canvas: Canvas, shape: Convex, ray: Ray, tested: SpanTested) -> None:
    """The axis along the ray, drawn beside the shape: what the shape covers, and what the ray does."""
    n = tested.axis
    aside = left_of(n) if n[0] < 0.0 else right_of(n)  # below the figure
    reach = max(support(shape, aside).value, float(ray.origin @ aside)) + CLEARANCE * canvas.pixel
    base = readonly(ray.origin + (reach - float(ray.origin @ aside)) * aside)
    canvas.unbounded(base, n, Ink.AXIS)
    for end, way in ((tested.projection.low, -n), (tested.projection.high, n)):
        canvas.stroke((support(shape, way).point, base + end * n), Ink.PROJECTOR_A)
    canvas.stroke((ray.origin, base), Ink.PROJECTOR_B)
    low, high = extent(shape, ray)
    covered = Interval(max(tested.covered.low, low), min(tested.covered.high, high))
    lane = LANE if n[0] < 0.0 else -LANE
    marks.shadow_bar(canvas, base, n, tested.projection, Ink.SHADOW_A, -lane)
    marks.shadow_bar(canvas, base, n, covered, Ink.SHADOW_B, lane)
    for value in (tested.projection.low, tested.projection.high):
        canvas.label(amount(value), base + value * n, Ink.A, toward=-aside)
    start = "−∞" if np.isinf(tested.covered.low) else "0"
    stop = "∞" if np.isinf(tested.covered.high) else amount(tested.covered.high)
    middle = base + (covered.low + covered.high) / 2.0 * n
    canvas.label(f"the ray covers {start} to {stop}", middle, Ink.B, toward=aside)


def _extended(canvas: Canvas, start: Vector, end: Vector) -> None:
    canvas.unbounded(start, end - start, Ink.CONSTRUCTION)
    canvas.stroke((start, end), Ink.REFERENCE)


def _face(canvas: Canvas, shape: Convex, ray: Ray, step: FaceConsidered) -> None:
    middle = (step.start + step.end) / 2.0
    before = None if step.is_entry else step.entry
    if before is not None and before.point is not None and is_near(shape, ray, before.distance or 0.0):
        canvas.dot(before.point, Ink.RESULT)
        canvas.label(f"last crossing: edge {before.edge}", before.point, Ink.QUIET, toward=before.normal)
    name = f"edge {step.edge}"
    marks.normal_arrow(canvas, middle, step.normal, f"{name} of A", 48.0)
    if step.point is None or step.distance is None:
        canvas.stroke((step.start, step.end), Ink.REFERENCE)
        canvas.label(f"{name} {SKIPPED[step.facing]}", middle, Ink.REFERENCE, toward=-step.normal)
        return
    _extended(canvas, step.start, step.end)
    words, ink = f"{name} crossed at {amount(step.distance)}", Ink.RESULT if step.is_entry else Ink.TEXT
    if is_near(shape, ray, step.distance):
        canvas.dot(step.point, Ink.RESULT)
        canvas.label(words, step.point, ink, toward=step.normal)
    else:
        canvas.label(f"{words}, far off", middle, ink, toward=-step.normal)


def _overshoot(canvas: Canvas, shape: Convex, step: OvershootTested) -> None:
    entry = step.entry
    assert entry.point is not None
    _extended(canvas, entry.start, entry.end)
    canvas.dot(entry.point, Ink.RESULT)
    if step.corner is None:
        canvas.label(f"on edge {entry.edge}", entry.point, Ink.RESULT, toward=entry.normal)
        return
    canvas.label(f"past the end of edge {entry.edge}", entry.point, Ink.RESULT, toward=entry.normal)
    corner = shape.points[step.corner]
    if shape.radius > 0.0:
        canvas.stroke(boundary(circle(shape.radius, corner), marks.SMOOTH * canvas.pixel), Ink.GHOST, closed=True)
    canvas.dot(corner, Ink.REFERENCE)
    canvas.label(f"vertex {step.corner}", corner, Ink.REFERENCE, toward=-entry.normal)


def _arc(canvas: Canvas, shape: Convex, ray: Ray, step: ArcTested) -> None:
    """Pythagoras: the centre, its foot on the ray, and half a chord back from there."""
    foot = readonly(ray.origin + step.forward * ray.direction)
    hit = readonly(ray.origin + step.distance * ray.direction)
    canvas.dot(step.center, Ink.REFERENCE)
    if step.radius > 0.0:
        outline = boundary(circle(step.radius, step.center), marks.SMOOTH * canvas.pixel)
        canvas.stroke(outline, Ink.REFERENCE, closed=True)
        canvas.stroke((step.center, foot, hit, step.center), Ink.CONSTRUCTION)
        side = left_of(ray.direction) if step.beside < 0.0 else right_of(ray.direction)
        canvas.label(f"half chord {amount(step.half_chord)}", (hit + foot) / 2.0, Ink.TEXT, toward=side)
        canvas.label(f"r = {amount(step.radius)}", (hit + step.center) / 2.0, Ink.REFERENCE, toward=-ray.direction)
    canvas.label(f"vertex {step.vertex}", step.center, Ink.REFERENCE, toward=ray.direction)
    canvas.dot(hit, Ink.RESULT)
    canvas.label(f"met at {amount(step.distance)}", hit, Ink.RESULT, toward=-ray.direction + 0.6 * marks.UP)


def answer(canvas: Canvas, ray: Ray, found: RayCast) -> None:
    """The hit with its normal, the start inside, or nothing."""
    if found.point is None or found.normal is None or found.feature is None or found.distance is None:
        assert found.miss is not None
        canvas.label("no hit", ray.at(1.0), Ink.GAP, toward=left_of(ray.direction))
        return
    inside = found.outcome is Outcome.OVERLAPPED
    feature = f"{feature_name(found.feature)} of A"
    marks.normal_arrow(canvas, found.point, found.normal, feature, 48.0)
    canvas.dot(found.point, Ink.RESULT)
    words = "starts inside: fraction 0" if inside else f"hit at {amount(found.distance)}"
    canvas.label(words, found.point, Ink.RESULT, toward=right_of(found.normal))
