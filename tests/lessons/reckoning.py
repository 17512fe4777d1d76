"""Reading what a lesson says and draws, and reckoning the same anew: by shapely, and by shadows of a fine outline."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from geometry import Convex, boundary
from tests.lessons.pages import LESSONS, draw, preset
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain, runs


def moments(lesson: str, name: str) -> list[Moment[Any]]:
    return preset(lesson, name).moments()


def at_step(lesson: str, name: str, kind: type) -> Moment[Any]:
    return next(m for m in moments(lesson, name) if isinstance(m.step, kind))


def caption(lesson: str, moment: Moment[Any]) -> str:
    return plain(of(lesson).caption(moment))


def of(lesson: str) -> Any:
    return next(each for each in LESSONS if each.id == lesson)


def faulty(lesson: str, moment: Moment[Any]) -> list[str]:
    """What the caption marks as wrong."""
    return [run.text for run in runs(of(lesson).caption(moment)) if run.ink is Ink.FAULTY]


def marks(lesson: str, moment: Moment[Any], kind: type, ink: Ink) -> list[Any]:
    return [m for m in draw(of(lesson), moment).marks if isinstance(m, kind) and m.ink is ink]


def outline(shape: Convex) -> shapely.Polygon:
    """The shape for the oracle, its arcs to a millionth of the radius."""
    return shapely.Polygon(boundary(shape, 1e-7))


def gap(a: Convex, b: Convex) -> float:
    return float(outline(a).distance(outline(b)))


def shadow(shape: Convex, n: np.ndarray) -> tuple[float, float]:
    along = boundary(shape, 1e-7) @ n
    return float(along.min()), float(along.max())


def between(a: Convex, b: Convex, n: np.ndarray) -> float:
    """Signed: a gap between the shadows, or minus their overlap by the shorter way."""
    (low_a, high_a), (low_b, high_b) = shadow(a, n), shadow(b, n)
    return max(low_b - high_a, low_a - high_b)
