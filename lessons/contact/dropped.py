"""A box that is set down with a small tilt, held by one rule: it comes to rest, or rocks for ever."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from geometry import box, rectangle
from geometry.faulty.resting import PointRule, Resting, TimeStepped, rest
from geometry.shape import Convex
from geometry.trace import SourceLine
from geometry.transform import Pose
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle

GROUND = rectangle((-4.0, -1.0), (4.0, 0.0))
WIDE, HIGH = 1.5, 1.0  # of the box
TIME_STEPS = 40
EXAGGERATED = 10.0  # times: how much greater tilts are drawn than they are
FLOOR = rectangle((-1.15, -0.34), (1.15, 0.0))  # of the drawing
_PUSH = 46.0  # pixels
_LEFT, _RIGHT = -1, 1


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What becomes of the box under one rule."""

    steps: tuple[TimeStepped, ...]
    found: Resting
    tilt: float  # radians, at the start
    line: SourceLine  # where the routine answers

    @property
    def swing(self) -> float:
        """Degrees to and fro at the end; 0 where it rests."""
        return math.degrees(self.found.swing) if not self.found.rests else 0.0

    @property
    def rests_after(self) -> float | None:
        """The time from which its angle stays; None where it rocks."""
        if not self.found.rests:
            return None
        moving = np.flatnonzero(np.abs(self.found.angles - self.found.angles[-1]) > 1e-6)
        return float(self.found.times[moving[-1] + 1]) if len(moving) else 0.0

    def tilt_at(self, t: float) -> float:
        """Radians, at a fraction of the whole time."""
        angles = np.concatenate(((0.0,), self.found.angles))
        return self.tilt + float(np.interp(t * (len(angles) - 1), np.arange(len(angles)), angles))

    def held(self, t: float) -> frozenset[int]:
        """The corners of the box's lower edge (left -1, right 1) that contact points hold then."""
        step = self.steps[min(int(t * len(self.steps)), len(self.steps) - 1)]
        x = float(step.pose.position[0])
        return frozenset(_LEFT if float(p.point[0]) < x else _RIGHT for p in step.contact.points)

    @property
    def extremes(self) -> tuple[float, float]:
        """The least and greatest tilt of its last quarter."""
        late = self.found.angles[-max(1, len(self.found.angles) // 4) :]
        return self.tilt + float(late.min()), self.tilt + float(late.max())


@lru_cache(maxsize=64)
def dropped(degrees: float, rule: PointRule) -> Run:
    """A box let go with its lower corner on level ground, for TIME_STEPS time steps."""
    tilt = math.radians(degrees)
    turned = box(WIDE, HIGH, (0.0, 0.0), tilt)
    lowest = float(turned.points[:, 1].min())
    trace = rest.trace(turned.moved((0.0, -lowest)), GROUND, rule, count=TIME_STEPS)
    steps = tuple(step for step in trace if isinstance(step, TimeStepped))
    return Run(steps, trace.result, tilt, trace.line(len(trace) - 1))


def drawn_box(tilt: float) -> Convex:
    """The box on the ground, its tilt exaggerated."""
    placed = box(WIDE, HIGH).at(Pose((0.0, 0.0), EXAGGERATED * tilt))
    return placed.moved((0.0, -float(placed.points[:, 1].min())))


def draw(canvas: Canvas, run: Run, time: float | None, words: str, ink: Ink) -> None:
    """The box at a fraction of the time, and the pushes that hold it; without a time at the end of its run, where one
    that rocks is drawn at both ends of its swing. `words` say what becomes of it, in `ink`."""
    marks.shape(canvas, FLOOR, Ink.A)
    canvas.label("A", (-1.0, -0.17), Ink.A, style=TextStyle.BOLD, fixed=True)
    low, high = run.extremes
    rocks = run.rests_after is None
    tilt = run.tilt_at(time) if time is not None else high
    if rocks and time is None:
        marks.ghost(canvas, drawn_box(low), Ink.B, Line.END)
    placed = drawn_box(tilt)
    marks.shape(canvas, placed, Ink.B)
    canvas.label("B", placed.centroid, Ink.B, style=TextStyle.LETTER)
    held = run.held(time) if time is not None else ({_LEFT} if rocks else {_LEFT, _RIGHT})
    for side, corner in ((_LEFT, placed.points[0]), (_RIGHT, placed.points[1])):
        if side not in held:
            canvas.dot(corner, Ink.GHOST)
            continue
        below = corner - (0.0, _PUSH * canvas.pixel)
        canvas.arrow(below, corner - (0.0, 9.0 * canvas.pixel), Ink.ANSWER)
        canvas.dot(corner, Ink.ANSWER, Point.ANSWER)
    canvas.label(words, (0.0, -0.34 - 24.0 * canvas.pixel), ink, fixed=True)
