"""Reading a lesson's picture back: its marks by kind and ink, for tests of what is drawn where."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tests.lessons.second_edition import LESSONS, Told, moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Lesson, Moment
from viz.lesson.mark import Label, Region, Stroke, Symbol, Unbounded
from viz.lesson.scene import Body, Handle
from viz.lesson.text import plain


def lesson_of(name: str) -> Lesson[Any]:
    return next(lesson for lesson in LESSONS if lesson.id == name)


def moments(lesson: Lesson[Any], preset: str, compare: str = "") -> list[Moment[Any]]:
    return moments_of(lesson, lesson.presets[preset].scene, compare)


def drawn(lesson: Lesson[Any], pane: str, moment: Moment[Any]) -> Canvas:
    return Told.draw(next(each for each in lesson.panes if each.name == pane), moment)


def strokes(canvas: Canvas, ink: Ink, line: Line | None = None) -> list[Stroke]:
    return [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is ink and line in (None, m.line)]


def unbounded(canvas: Canvas, ink: Ink) -> list[Unbounded]:
    return [mark for mark in canvas.marks if isinstance(mark, Unbounded) and mark.ink is ink]


def regions(canvas: Canvas) -> list[Region]:
    return [mark for mark in canvas.marks if isinstance(mark, Region)]


def labels(canvas: Canvas, ink: Ink | None = None) -> dict[str, tuple[float, float]]:
    """Words as they are read, and where they stand."""
    return {plain(mark.text): mark.at for mark in canvas.marks if isinstance(mark, Label) and ink in (None, mark.ink)}


def symbols(canvas: Canvas, ink: Ink | None = None) -> dict[str, tuple[float, float]]:
    return {mark.latex: mark.at for mark in canvas.marks if isinstance(mark, Symbol) and ink in (None, mark.ink)}


def radius(stroke: Stroke) -> float:
    """Of a closed stroke around the origin that is a circle; -1 of any other."""
    far = np.hypot(*np.array(stroke.points).T)
    return float(far.mean()) if stroke.closed and len(far) > 7 and np.ptp(far) < 1e-9 else -1.0


def same(p: Any, q: Any, slack: float = 1e-9) -> bool:
    return bool(np.allclose(np.asarray(p, dtype=float), np.asarray(q, dtype=float), atol=slack, rtol=0.0))


def set_up(lesson: Any, name: str) -> str:
    """What a scene begins with, for a second entry: of bodies the perimeter of the core and the radius, the place and
    the angle; and all else that can be set."""
    told = []
    for field, control, value in lesson.presets[name].scene.controls():
        if isinstance(value, Body):
            (x, y), points = value.pose.position, value.shape.points
            around = float(np.hypot(*(points - np.roll(points, 1, axis=0)).T).sum())
            numbers = (around, value.shape.radius, x, y, math.degrees(value.pose.angle))
            told.append(f"{field} {' '.join(f'{round(each + 1.7e-6, 3) + 0.0:g}' for each in numbers)}")
        elif not isinstance(control, Handle):
            told.append(f"{field} {value}")
    return "; ".join(told)
