"""Where the origin of a linear cast crosses the lines of front faces, and how it passes A − B."""

from __future__ import annotations

import math
from typing import Any

from geometry import Vector, closest_points
from geometry.vector import length
from lessons.motion.casts import beside, off_rail
from lessons.motion.linear_cast_faces import crossed_at, draw_back_face, front_faces, last_crossed
from lessons.motion.linear_cast_faulty import FIRST, REVERSED
from lessons.motion.linear_cast_goals import nearest, path_of
from lessons.motion.linear_cast_words import face_name
from lessons.stories.outlines import solid
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

ROOM = 17.0  # pixels between crossings that are both named
WIDE, CLEAR = 30.0, 64.0  # pixels: half of a time in words, and how far that keeps from a normal
LEVEL = 0.4, 0.9  # of a direction of length 1: if so much of it is level, words stand beside the end of their tick


def draw_crossing(
    canvas: Canvas, scene: Any, t: float, *, words: str | None = None, normal: Vector | None = None
) -> None:
    """Where the origin crosses a line, its time (or other `words`, or none) on the outer side of the rail; on the
    inner side where on the outer one stands the tip of a `normal`."""
    at, words = -t * scene.velocity, f"$t$ = {fixed(t)}" if words is None else words
    canvas.dot(at, Ink.EXAMINED)
    if not words:
        return
    place, toward = beside(canvas, scene.velocity, at, scene.figure.points.mean(axis=0))
    if normal is not None and length(place + WIDE * canvas.pixel * toward - normal) < CLEAR * canvas.pixel:
        place, toward = 2.0 * at - place, -toward
    canvas.stroke((at, place), Ink.EXAMINED, line=Line.THIN)  # the words are its own
    is_aslant = LEVEL[0] < abs(toward[0]) < LEVEL[1]
    level = (math.copysign(1.0, toward[0]), 0.0) if is_aslant else toward
    canvas.label(words, place, Ink.EXAMINED, toward=level, leader=True)


def draw_crossings(
    canvas: Canvas, moment: Moment[Any], known: float | None = None, normal: Vector | None = None
) -> None:
    """Where the origin crosses the lines of front faces, the last one named first: one that is close before it is
    named with it. One at the `known` time has no name. They keep clear of the tip of a `normal`."""
    if moment.compare == REVERSED:  # it has other lines
        return
    v, named = moment.scene.velocity, [] if known is None else [known]
    if moment.compare == FIRST:  # where it stops has words of its own
        named.append(moment.faulty.crossed)
    times = sorted((t for t in map(crossed_at, front_faces(moment)) if 0.0 <= t <= 1.0), reverse=True)
    near = ROOM * canvas.pixel / length(v)
    for t in times:
        has_room = all(abs(t - other) > near for other in named)
        together = dict.fromkeys(fixed(each) for each in reversed(times) if t - near <= each <= t)
        words = f"$t$ = {' and '.join(together)}" if has_room else ""
        draw_crossing(canvas, moment.scene, t, words=words, normal=normal)
        named += [t] if has_room else []


def draw_passed(canvas: Canvas, moment: Moment[Any]) -> None:
    """The least gap, and the last line that the origin crosses, beyond the ends of its face."""
    last = last_crossed(moment)
    _least_gap(canvas, moment.scene)
    if last is None or last.on_face or not 0.0 <= (last.fraction or 0.0) <= 1.0:
        return
    t, v, ends = last.fraction or 0.0, moment.scene.velocity, (last.start, last.end)
    canvas.unbounded(last.start, last.end - last.start, Ink.EXAMINED, line=Line.DASHED)
    marks.highlight_edge(canvas, ends, name=face_name(moment.scene, last.face), outward=-last.normal)
    draw_crossings(canvas, moment, t)
    draw_back_face(canvas, moment.scene, -t * v)
    place, toward = beside(canvas, v, -t * v, moment.scene.figure.points.mean(axis=0))
    canvas.stroke((-t * v, place), Ink.EXAMINED, line=Line.THIN)
    canvas.label(f"$t$ = {fixed(t)}, beyond the end", place, Ink.EXAMINED, toward=toward)


def _least_gap(canvas: Canvas, scene: Any) -> None:
    """From A − B to where the origin passes it most closely."""
    gap = nearest(scene)
    if float(fixed(gap)) > 0.0:
        found = closest_points(path_of(scene), solid(scene.figure))
        way = (found.on_b - found.on_a) / length(found.on_b - found.on_a)
        side = off_rail(scene.velocity, way)
        measures.measure(canvas, found.on_a, found.on_a + gap * way, Ink.GAP, fixed(gap), side=side)
