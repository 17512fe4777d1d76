"""The arcs of the vertices about the pivot, and the same arcs laid straight beside each other."""

from __future__ import annotations

import math

import numpy as np

from geometry import Vector
from geometry.time_of_impact.angular_bound import AngularBound, ArcMeasured
from geometry.vector import Points, length
from lessons.angular_bound.scene import Turning
from lessons.first_edition import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

LANE = 0.075  # between two arcs laid straight, in lengths of the longest
READABLE = 19.0  # pixels between two arcs, so that each has its name beside it; else only the new one has
CLEAR = 24.0  # pixels that the letter keeps from the pivot


def is_too_small(answer: AngularBound) -> bool:
    """Whether the centroid's radius is less than the true one by more than rounding."""
    return answer.from_centroid < answer.radius * (1.0 - 1e-9)


def point_of(scene: Turning) -> str:
    """What the bound holds for: around a core of its own radius the rim may move further, and does not count."""
    return "point of the core" if scene.a.shape.radius > 0.0 else "point"


def arc(pivot: Vector, start: Vector, turn: float) -> Points:
    """Points along the way of a point that turns about the pivot."""
    angles = np.linspace(0.0, turn, max(2, math.ceil(abs(turn) / 0.06)))
    (x, y), (c, s) = start - pivot, (np.cos(angles), np.sin(angles))
    return np.stack((pivot[0] + x * c - y * s, pivot[1] + x * s + y * c), axis=1)


def draw(canvas: Canvas, moment: Moment[Turning]) -> None:
    scene, step = moment.scene, moment.step
    turn = math.radians(scene.turn)
    middle, clear = scene.a.world.centroid, CLEAR * canvas.pixel
    letter_at = scene.pivot + clear * marks.UP if length(middle - scene.pivot) < clear else middle
    marks.shape(canvas, scene.a.world, Ink.A, "A", letter_at)
    if turn != 0.0:
        marks.ghost(canvas, scene.local.at(scene.sweep.end), Ink.LANDED_A)
        canvas.label("A′", scene.local.at(scene.sweep.end).centroid, Ink.LANDED_A)
    for measured in moment.trace.steps[: moment.index + 1]:
        if isinstance(measured, ArcMeasured) and measured.arc > 0.0:
            way = arc(scene.pivot, measured.start, turn)
            canvas.stroke(way, Ink.REFERENCE if measured is step else Ink.GHOST)
            canvas.feature(way, f"vertex {measured.index} of A", Ink.REFERENCE)
    canvas.dot(scene.pivot, Ink.RESULT)
    canvas.label("pivot", scene.pivot, Ink.RESULT, toward=(-1.0, -0.6))
    match step:
        case ArcMeasured(index, start, end, distance, length_of_arc) if distance > 0.0:
            canvas.stroke((scene.pivot, start), Ink.CONSTRUCTION)
            canvas.stroke((scene.pivot, end), Ink.CONSTRUCTION)
            canvas.label(f"d = {amount(distance)}", (scene.pivot + start) / 2.0, Ink.TEXT, toward=(0.3, -1.0))
            middle = arc(scene.pivot, start, turn / 2.0)[-1]
            words = f"vertex {index} of A: arc {amount(length_of_arc)}"
            canvas.label(words, middle, Ink.REFERENCE, toward=middle - scene.pivot)
        case AngularBound() as answer if answer.bound > 0.0:
            _bound(canvas, scene, answer)


def _bound(canvas: Canvas, scene: Turning, answer: AngularBound) -> None:
    """The furthest vertex's arc; and what of it the centroid's radius would allow for."""
    start = scene.a.world.points[answer.furthest]
    canvas.stroke((scene.pivot, start), Ink.RESULT)
    canvas.label(f"r = {amount(answer.radius)}", (scene.pivot + start) / 2.0, Ink.RESULT, toward=(0.3, -1.0))
    canvas.stroke(arc(scene.pivot, start, answer.turn), Ink.RESULT)
    middle = arc(scene.pivot, start, answer.turn / 2.0)[-1]
    words = f"no {point_of(scene)} moves further: {amount(answer.bound)}"
    canvas.label(words, middle, Ink.RESULT, toward=middle - scene.pivot)
    if scene.by_centroid and is_too_small(answer):
        centroid = scene.a.world.centroid
        canvas.dot(centroid, Ink.FAULTY)
        far = max(scene.a.world.points, key=lambda p: length(p - centroid))
        canvas.stroke((centroid, far), Ink.FAULTY)
        words = f"from the centroid: {amount(answer.from_centroid)}"
        canvas.label(words, (centroid + far) / 2.0, Ink.FAULTY, toward=(0.4, 1.0))
        allowed = answer.turn * answer.from_centroid / answer.radius
        end = arc(scene.pivot, start, allowed)[-1]
        canvas.dot(end, Ink.FAULTY)
        reach = amount(answer.from_centroid * abs(answer.turn))
        canvas.label(f"the centroid's bound ends here: {reach}", end, Ink.FAULTY, toward=end - scene.pivot)


def draw_lengths(canvas: Canvas, moment: Moment[Turning]) -> None:
    """Every arc so far laid straight, one below the other, and the bound beside them once it is known."""
    measured = [step for step in moment.trace if isinstance(step, ArcMeasured)]
    longest = max(step.arc for step in measured)
    if longest == 0.0:
        canvas.label("every arc has length 0", (0.0, 0.0), Ink.QUIET)
        return
    lane = LANE * longest
    canvas.stroke(((0.0, 0.6 * lane), (0.0, -lane * (len(measured) - 0.4))), Ink.CONSTRUCTION)
    for i, step in enumerate(measured):
        if i <= moment.index:
            _bar(canvas, step, -lane * i, step is moment.step, lane >= READABLE * canvas.pixel)
    if isinstance(moment.step, AngularBound):
        _limit(canvas, moment.step.bound, lane, len(measured), Ink.RESULT, "the bound")
        if moment.scene.by_centroid and is_too_small(moment.step):
            reach = moment.step.from_centroid * abs(moment.step.turn)
            _limit(canvas, reach, lane, len(measured), Ink.FAULTY, "from the centroid")


def _bar(canvas: Canvas, step: ArcMeasured, level: float, is_new: bool, is_named: bool) -> None:
    feature, ends = f"vertex {step.index} of A", ((0.0, level), (step.arc, level))
    canvas.stroke(ends, Ink.REFERENCE if is_new else Ink.SHADOW_A)
    canvas.feature(ends, feature, Ink.REFERENCE)
    if is_named:
        canvas.label(f"vertex {step.index} of A", (0.0, level), Ink.A, toward=(-1.0, 0.0))
    if is_named or is_new:
        canvas.label(amount(step.arc), (step.arc, level), Ink.A, toward=(1.0, 0.0))


def _limit(canvas: Canvas, at: float, lane: float, count: int, ink: Ink, words: str) -> None:
    canvas.stroke(((at, 0.8 * lane), (at, -lane * (count - 0.2))), ink)
    canvas.label(f"{words}: {amount(at)}", (at, -lane * (count - 0.2)), ink, toward=(0.0, -1.0))
