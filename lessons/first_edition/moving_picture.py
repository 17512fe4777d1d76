"""Swept circles: a circle on its way, and its centre against a point that has grown by the radius.

Shared by the lessons on swept circles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Outcome, SweptImpact, Vector, boundary, capsule, circle
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.steps import Approached, StartMeasured
from geometry.vector import dot, left_of, length, readonly, right_of, unit
from lessons.first_edition import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.text import amount

SHORT = 1e-6  # of the radius: a way that no eye sees sweeps nothing


def on_its_way(canvas: Canvas, shape: Convex, to: Vector, ink: Ink, landed: Ink, letter: str) -> None:
    """A circle at the start, its outline at the end, and what it sweeps in between."""
    center = shape.centroid
    if length(to - center) > 0.0:
        swept(canvas, center, to, shape.radius)
        marks.ghost(canvas, shape.moved(to - center), landed)
        canvas.label(f"{letter}′", to, landed, toward=right_of(to - center))
        canvas.arrow(center, to, Ink.CONSTRUCTION)
    aside = None if length(to - center) > 0.0 else readonly(center - 0.5 * shape.radius * marks.UP)  # of the handle
    marks.shape(canvas, shape, ink, letter, aside)


def swept(canvas: Canvas, start: Vector, end: Vector, radius: float) -> None:
    """The outline of what a circle sweeps on its way."""
    if radius > 0.0 and length(end - start) > SHORT * radius:
        canvas.stroke(boundary(capsule(start, end, radius), marks.SMOOTH * canvas.pixel), Ink.GHOST, closed=True)


def ring(canvas: Canvas, point: Vector, radius: float, words: str, ink: Ink = Ink.GHOST) -> None:
    """Where the centre is when the circle touches the point; named at its foot, if at all."""
    if radius > 0.0:
        canvas.stroke(boundary(circle(radius, point), marks.SMOOTH * canvas.pixel), ink, closed=True)
        if words:
            canvas.label(words, point - radius * marks.UP, Ink.QUIET, toward=-marks.UP)


ROOTS = {"first": "first touch", "last": "last touch"}  # fields of a step, and the features that they are


def step_against_point(
    canvas: Canvas, center: Vector, motion: Vector, point: Vector, radius: float, step: Any
) -> None:
    """What a step has found of a centre on its way against a point with a ring of `radius` around it."""
    match step:
        case StartMeasured():
            start_gap(canvas, center, step)
        case Approached():
            _approach(canvas, center, motion, point, step)
        case QuadraticFormed():
            _passing(canvas, center, motion, point, radius, step)
        case RootsFound(first, last):
            canvas.unbounded(center, motion, Ink.GHOST)
            for root, words, back in ((first, ROOTS["first"], -1.0), (last, ROOTS["last"], 1.0)):
                at = center + root * motion
                canvas.stroke((point, at), Ink.CONSTRUCTION)
                canvas.dot(at, Ink.RESULT)
                canvas.feature((at,), words, Ink.RESULT)
                canvas.label(f"{words}: t = {amount(root)}", at, Ink.RESULT, toward=back * motion + 1.2 * _up(motion))
        case _:
            pass


def _up(motion: Vector) -> Vector:
    """Across a motion, to the upper side, as long as it."""
    return left_of(motion) if motion[0] >= 0.0 else right_of(motion)


def start_gap(canvas: Canvas, center: Vector, step: StartMeasured) -> None:
    """The gap at fraction 0, from the nearest point to the circle's edge."""
    way = step.nearest - center
    canvas.stroke((center, step.nearest), Ink.CONSTRUCTION)
    n = unit(way) if length(way) > 0.0 else marks.RIGHT
    edge = center + step.radius * n
    ink = Ink.OVERLAP if step.overlapped else Ink.GAP
    canvas.stroke((edge, step.nearest), ink)
    words = gap_words(step)
    canvas.label(words, (edge + step.nearest) / 2.0, ink, toward=left_of(n))


def gap_words(step: StartMeasured) -> str:
    """The gap, the overlap, or touching."""
    if step.overlapped and step.separation > -1e-9 * step.radius:
        return "touching"
    return f"{'overlap' if step.overlapped else 'gap'} {amount(abs(step.separation))}"


def _approach(canvas: Canvas, center: Vector, motion: Vector, point: Vector, step: Approached) -> None:
    """The part of the motion that leads to the point."""
    n = unit(point - center)
    foot = readonly(center + dot(motion, n) * n)
    canvas.unbounded(center, n, Ink.GHOST)
    canvas.stroke((center + motion, foot), Ink.PROJECTOR_A)
    if length(motion) > 0.0:
        canvas.arrow(center, center + motion, Ink.VECTOR_P)
    if length(foot - center) > 0.0:
        canvas.arrow(center, foot, Ink.RESULT)
    words = f"towards: {amount(step.closing)}" if step.closing > 0.0 else f"away: {amount(-step.closing)}"
    canvas.label(
        words, (center + foot) / 2.0, Ink.RESULT, toward=right_of(n) if dot(n, marks.RIGHT) > 0 else left_of(n)
    )


def _passing(
    canvas: Canvas, center: Vector, motion: Vector, point: Vector, radius: float, step: QuadraticFormed
) -> None:
    """How near the whole path comes, against the radius."""
    d = unit(motion)
    foot = readonly(center + dot(point - center, d) * d)
    canvas.unbounded(center, motion, Ink.GHOST)
    ink = Ink.GAP if step.passes else Ink.RESULT
    canvas.stroke((point, foot), ink)
    if step.passing > 24.0 * canvas.pixel:
        marks.right_angle(canvas, foot, -d, point - foot)
    canvas.dot(foot, ink)
    words = f"passes at {amount(step.passing)}"
    canvas.label(words, (point + foot) / 2.0, ink, toward=d)
    out = point + radius * -d
    canvas.stroke((point, out), Ink.CONSTRUCTION)
    canvas.label(f"R = {amount(radius)}", (point + out) / 2.0, Ink.QUIET, toward=-_up(d))


def impact(canvas: Canvas, center: Vector, motion: Vector, found: SweptImpact, words: str = "A") -> None:
    """The centre at the first touch, the point that is touched there, and the normal; where they miss, that."""
    if found.point is None or found.normal is None:
        canvas.label("no contact", center + motion, Ink.GAP, toward=marks.UP)
        return
    at = readonly(center + found.fraction * motion)
    canvas.dot(at, Ink.A)
    canvas.stroke((at, found.point), Ink.PROJECTOR_A)
    where = "at the start" if found.outcome is Outcome.OVERLAPPED else f"at t = {amount(found.fraction)}"
    canvas.label(f"{words} {where}", at, Ink.A, toward=marks.UP - 0.01 * marks.RIGHT)
    marks.normal_arrow(canvas, found.point, found.normal, "normal", 48.0)
    canvas.dot(found.point, Ink.RESULT)


HIGH, WIDE = 1.0, 9.0  # of the timeline's drawing, in its own units


def timeline(
    canvas: Canvas, center: Vector, motion: Vector, point: Vector, radius: float, span: tuple[float, float]
) -> tuple[float, float]:
    """The gap of a circle to a point over time, touching as the line below; returns where t = 0 stands and how wide
    a unit of time is, with which a lesson can add its own marks."""
    low, high = span
    wide = WIDE / (high - low)
    times = np.linspace(low, high, 121)
    gaps = np.hypot(*(center - point + times[:, None] * motion).T) - radius
    largest = max(float(np.abs(gaps).max()), 1e-300)
    canvas.stroke(((low * wide, 0.0), (high * wide, 0.0)), Ink.CONSTRUCTION)
    canvas.stroke(np.stack((times * wide, HIGH * gaps / largest), axis=1), Ink.VECTOR_P)
    canvas.label("gap", (times[0] * wide, HIGH * gaps[0] / largest), Ink.VECTOR_P, toward=(-1.0, 0.2))
    canvas.label("0: touching", (high * wide, 0.0), Ink.QUIET, toward=(1.0, 0.0))
    for t in (0.0, 1.0):
        canvas.stroke(((t * wide, -0.25 * HIGH), (t * wide, HIGH)), Ink.GHOST)
        canvas.label(f"t = {t:.0f}", (t * wide, -0.25 * HIGH), Ink.QUIET, toward=(0.0, -1.0))
    return largest / HIGH, wide


def root(
    canvas: Canvas, wide: float, t: float, words: str, ink: Ink, feature: str | None = None, side: float = 1.0
) -> None:
    """A moment on the timeline's line of touching, its words above it (below with `side` -1); pointing at it lights
    `feature`."""
    canvas.dot((t * wide, 0.0), ink)
    if feature is not None:
        canvas.feature(((t * wide, 0.0),), feature, ink)
    canvas.label(words, (t * wide, 0.0), ink, toward=(0.15, side))
