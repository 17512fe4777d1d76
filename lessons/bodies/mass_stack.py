"""The opening picture of the chapter: rounded shapes at rest on one another, the shape that is weighed on top."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from geometry import Convex
from lessons.bodies.resting_scene import LEFT_STANDING, rounded_stack
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line

TIMES = 2.0  # as large as the stack is in its own lesson
ASIDE = 2.2  # from A's left end to the middle of the stack
WIDE, THICK = 3.9, 0.6  # of the floor: half its width, and what is drawn of it


@lru_cache(maxsize=2)
def below(a: Convex) -> tuple[Convex, ...]:
    """The bodies that carry A, where A lies: those of *Rounding collider corners* but for the topmost."""
    shapes = [Convex(TIMES * each.world.points, TIMES * each.world.radius) for each in rounded_stack().things[:-1]]
    low = a.bounds().low
    lid = max(float(each.bounds().high[1]) for each in shapes)
    return tuple(each.moved((low[0] + ASIDE, low[1] + LEFT_STANDING - lid)) for each in shapes)


def floor_of(a: Convex) -> tuple[float, float]:
    """The middle of the stack, and the height of the floor."""
    low = a.bounds().low
    least = min(float(each.bounds().low[1]) for each in below(a))
    return float(low[0]) + ASIDE, least + LEFT_STANDING


def draw_below(canvas: Canvas, a: Convex) -> None:
    """All bodies but A, on the floor."""
    x, y = floor_of(a)
    ground = np.array(((x - WIDE, y - THICK), (x + WIDE, y - THICK), (x + WIDE, y), (x - WIDE, y)))
    canvas.area(ground, Ink.TEXT, opacity=0.08)
    canvas.stroke(ground[2:], Ink.TEXT, line=Line.OUTLINE)
    for each in below(a):
        marks.shape(canvas, each, Ink.B, opacity=0.14)
