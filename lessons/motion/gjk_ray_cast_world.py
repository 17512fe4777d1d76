"""The world of the GJK ray cast: A and B at the time of the estimate, and whose vertices make the support point."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import Vector, left_of, length
from lessons.motion.casts import draw_bodies, draw_faulty_bodies
from lessons.motion.gjk_ray_cast_steps import NEAR, planes_of, shows_fault, time_of
from lessons.stories.grouping import steps_so_far, whole
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Dot, Label, Stroke

ASIDE, ROOMY = 19.0, 24.0  # pixels: the middle of a name from its arrow; as far from other marks it has all the room
TURNS = [math.tau / 16.0 * k for k in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8)]  # of a name
PARTS = (0.7, 0.8, 0.6, 0.9, 0.5, 1.0, 0.4, 0.3, 0.2)  # of an arrow, where its name may stand; the first ones rather


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the time of the estimate, at t = 0 with their velocities; at last where they meet. Where they
    are at t = 1 only once a line has proved a miss, and not while a wrong answer stands in between."""
    t, end = time_of(moment), whole(moment).trace.result
    is_there = isinstance(moment.step, TimeOfImpact) and end.on_a is not None and abs(t - end.fraction) < NEAR
    is_wrong = shows_fault(moment)
    is_full = is_wrong and moment.faulty.fraction is not None and moment.faulty.fraction > 0.0
    found = planes_of(moment)
    is_miss = bool(found) and found[-1].miss is not None and not is_wrong
    draw_bodies(canvas, moment, t, moving=False, started=False, ended=is_miss)
    for body, ink in ((moment.scene.a_end, Ink.A), (moment.scene.b_end, Ink.B)):
        if is_miss and t < 1.0:
            canvas.label("$t$ = 1", body.world.centroid, ink, style=TextStyle.CAPTION)
    _support(canvas, moment, t)
    if is_wrong:
        draw_faulty_bodies(canvas, moment)
    if is_there:
        marks.answer(canvas, end.on_a, toward=(1.0, 0.0))
    elif t == 0.0 and not is_full:
        _velocities(canvas, moment)


def _support(canvas: Canvas, moment: Moment[Any], t: float) -> None:
    """The vertices of A and of B whose difference is the newest support point."""
    newest = steps_so_far(moment)[-1]
    found = planes_of(moment)
    if isinstance(newest, TimeOfImpact) or not found:
        return
    support, scene = found[-1].support, moment.scene
    ends = (support.on_a, scene.a, scene.sweep_a.motion, "a"), (support.on_b, scene.b, scene.sweep_b.motion, "b")
    taken = np.array(_segments(canvas))
    for place, body, v, name in ends:
        at, out = place + t * v, place - body.world.centroid
        first = math.atan2(out[1], out[0]) if out.any() else 0.0
        turns = [first + turn for turn in TURNS]
        _, side = _freest(canvas, [(at, np.array((math.cos(turn), math.sin(turn)))) for turn in turns], taken)
        canvas.dot(at, Ink.EXAMINED, Point.FILLED)
        canvas.symbol(rf"\boldsymbol {name}", at, Ink.EXAMINED, toward=side)


def _velocities(canvas: Canvas, moment: Moment[Any]) -> None:
    """Each velocity as an arrow, with its name where that has room."""
    scene = moment.scene
    sides = (scene.a, scene.sweep_a.motion, Ink.A), (scene.b, scene.sweep_b.motion, Ink.B)
    arrows = [(body.world.centroid, body.world.centroid + v, v, ink) for body, v, ink in sides if v.any()]
    for first, last, _, ink in arrows:
        canvas.arrow(first, last, ink, line=Line.MEASURE)
    taken = _segments(canvas)
    for first, last, _, _ in arrows:
        taken.append((*first, *last))
    for first, last, v, ink in arrows:
        others = [each for each in taken if each != (*first, *last)]
        side = left_of(v) / length(v)
        places = [(first + part * v, way * side) for part in PARTS for way in (1.0, -1.0)]
        at, side = _freest(canvas, places, np.array(others))
        canvas.symbol(rf"\boldsymbol v_{ink.name}", at, ink, toward=side)


def _segments(canvas: Canvas) -> list[tuple[float, ...]]:
    """Every line that has been drawn, and each dot and letter as one of no length."""
    found: list[tuple[float, ...]] = []
    for mark in canvas.marks:
        if isinstance(mark, Stroke):
            ends = (*mark.points[1:], mark.points[0]) if mark.closed else mark.points[1:]
            found += [(*p, *q) for p, q in zip(mark.points, ends, strict=False)]
        elif isinstance(mark, Dot | Label):
            found.append((*mark.at, *mark.at))
    return found


def _freest(canvas: Canvas, places: list[tuple[Vector, Vector]], others: Any) -> tuple[Vector, Vector]:
    """Of places for a name (a point, and on which side of it) the one with the most room; the first of equals."""
    p, q = others[:, :2], others[:, 2:]
    size = np.maximum(((q - p) ** 2).sum(axis=1), 1e-12)

    def room(place: tuple[Vector, Vector]) -> float:
        at = place[0] + ASIDE * canvas.pixel * place[1]
        part = np.clip(((at - p) * (q - p)).sum(axis=1) / size, 0.0, 1.0)[:, None]
        return float(np.hypot(*(p + part * (q - p) - at).T).min()) / canvas.pixel

    rooms = [min(room(place), ROOMY) for place in places]
    return places[int(np.argmax(np.round(rooms)))]
