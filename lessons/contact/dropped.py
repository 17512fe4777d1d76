"""A box that is set down with a small tilt, with the contact points of one rule: it comes to rest, or it rocks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

from geometry import box, rectangle
from geometry.faulty.resting import PointRule, Resting, TimeStepped, rest
from geometry.shape import Convex
from geometry.trace import SourceLine
from geometry.transform import Pose
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.measures import angle_arc
from viz.lesson.text import fixed

GROUND = rectangle((-4.0, -1.0), (4.0, 0.0))
WIDE, HIGH = 1.5, 1.0  # of the box
TIME_STEPS = 60  # of 1/60 s, so that the clock's t is in seconds
EXAGGERATED = 8.0  # times: how much greater tilts are drawn than they are
APART = 3.0  # of the two floors of the drawing
HALF = 1.15  # of a floor's width
FLOORS = {height: rectangle((-HALF, height - 0.3), (HALF, height)) for height in (APART, 0.0)}
CURVE = -0.82  # below a floor: angle 0 of its curve over time
CURVE_HIGH = 0.32  # of the tilt at the start
ROOM = 1.72  # above a floor, for a box and its title
_PUSH = 40.0  # pixels
ASKED = "comes to rest, or rocks?"
LEFT, RIGHT = 0, 1  # corners of the box's lower edge


@dataclass(frozen=True, eq=False)
class Run:
    """What becomes of the box under one rule."""

    steps: tuple[TimeStepped, ...]  # one more than is shown: each finds the contacts of the pose before it
    found: Resting
    tilt: float  # radians, at the start
    line: SourceLine  # where the routine answers

    @cached_property
    def tilts(self) -> tuple[float, ...]:
        """Radians, at the start and after each time step."""
        return (self.tilt, *(self.tilt + step.pose.angle for step in self.steps[:-1]))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many contact points there are at each of these; where the box has just left the ground, as many as it
        left with."""
        found: list[int] = []
        for step in self.steps:
            found.append(len(step.contact.points) or found[-1])
        return tuple(found)

    @property
    def swing(self) -> float:
        """Degrees from side to side at the end; 0 where it rests."""
        return math.degrees(self.found.swing) if not self.found.rests else 0.0

    @property
    def rests_after(self) -> float | None:
        """The time from which its angle stays; None where it rocks."""
        if not self.found.rests:
            return None
        moving = [k for k, tilt in enumerate(self.tilts) if abs(tilt - self.tilts[-1]) > 1e-6]
        return float(self.found.times[moving[-1]]) if moving else 0.0

    def at(self, t: float) -> tuple[float, tuple[int, ...]]:
        """The tilt at a part of the whole time, and the corners in contact: both, or the one that is down."""
        k = t * TIME_STEPS
        before = min(int(k), TIME_STEPS - 1)
        first, second = self.tilts[before], self.tilts[before + 1]
        tilt = first + (k - before) * (second - first)
        return tilt, (LEFT, RIGHT) if self.counts[round(k)] == 2 else (LEFT if tilt > 0.0 else RIGHT,)

    @property
    def becomes(self) -> str:
        after = self.rests_after
        if after is not None:
            return f"at rest after {fixed(after)} s"
        return f"still rocks through {fixed(self.swing)}° after {fixed(float(self.found.times[-2]))} s"


@lru_cache(maxsize=64)
def dropped(degrees: float, rule: PointRule) -> Run:
    """A box let go with its lower corner on level ground."""
    tilt = math.radians(degrees)
    turned = box(WIDE, HIGH, (0.0, 0.0), tilt)
    lowest = float(turned.points[:, 1].min())
    trace = rest.trace(turned.moved((0.0, -lowest)), GROUND, rule, count=TIME_STEPS + 1)
    steps = tuple(step for step in trace if isinstance(step, TimeStepped))
    return Run(steps, trace.result, tilt, trace.line(len(trace) - 1))


@lru_cache(maxsize=256)
def drawn_box(tilt: float, floor: float) -> Convex:
    """The box on a floor of that height, its tilt exaggerated."""
    placed = box(WIDE, HIGH).at(Pose((0.0, 0.0), EXAGGERATED * tilt))
    return placed.moved((0.0, floor - float(placed.points[:, 1].min())))


def draw_waiting(canvas: Canvas, tilt: float, titles: tuple[str, str]) -> None:
    """Both boxes as they will be let go, faint."""
    for title, floor in zip(titles, (APART, 0.0), strict=True):
        for shape, ink in ((FLOORS[floor], Ink.A), (drawn_box(tilt, floor), Ink.B)):
            canvas.area(shape.points, ink, opacity=0.06)
            marks.ghost(canvas, shape, ink, Line.OUTLINE, opacity=0.6)
        canvas.label(title, (0.0, floor + ROOM), Ink.QUIET, fixed=True)
        canvas.label(ASKED, (0.0, floor + CURVE + 0.2), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _axis(canvas: Canvas, floor: float) -> None:
    """The line of angle 0 below a floor, from 0 to the end of the time."""
    y = floor + CURVE
    canvas.stroke(((-HALF, y), (HALF, y)), Ink.QUIET, line=Line.DASHED)
    canvas.label("angle", (-HALF, y), Ink.QUIET, toward=(-1.0, 0.0), style=TextStyle.CAPTION)
    canvas.label("1 s", (HALF, y), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)


def angle_curve(run: Run, time: float, floor: float) -> list[tuple[float, float]]:
    """The tilt until a part of the whole time, below its floor: as high as CURVE_HIGH at the start."""
    last = time * TIME_STEPS
    times = [*(float(k) for k in range(int(last) + 1)), last]
    return [
        (HALF * (2.0 * k / TIME_STEPS - 1.0), floor + CURVE + CURVE_HIGH * run.at(k / TIME_STEPS)[0] / run.tilt)
        for k in times
    ]


def draw(canvas: Canvas, run: Run, time: float, title: str, floor: float) -> None:
    """The box at a part of the time, and the pushes at its contact points; at the end of a run that rocks, the other
    side of its swing too."""
    rocks = run.rests_after is None
    ink = Ink.FAULTY if rocks else Ink.TEXT
    tilt, held = run.at(time)
    marks.shape(canvas, FLOORS[floor], Ink.A)
    canvas.label("A", (0.0, floor - 0.15), Ink.A, style=TextStyle.BOLD, fixed=True)
    _axis(canvas, floor)
    curve = angle_curve(run, time, floor)
    canvas.stroke(curve, ink, line=Line.MEASURE)
    canvas.dot(curve[-1], ink)
    if rocks and time == 1.0:
        other = run.tilts[-2]
        marks.ghost(canvas, drawn_box(other, floor), Ink.FAULTY, Line.DOTTED)
    placed = drawn_box(tilt, floor)
    marks.shape(canvas, placed, Ink.B)
    middle = placed.centroid
    canvas.label("B", middle + (0.0, -0.25), Ink.B, style=TextStyle.BOLD, fixed=True)
    canvas.dot(middle, Ink.TEXT, Point.SMALL)
    for x, _ in (placed.points[corner] for corner in held if len(held) == 1):  # the lever of the one push
        canvas.stroke((middle, (x, middle[1])), Ink.FAULTY, line=Line.DASHED)
        canvas.stroke(((x, middle[1]), (x, floor)), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.label(title, (0.0, floor + ROOM), ink, style=TextStyle.BOLD, fixed=True)
    canvas.label(run.becomes, (0.0, floor + ROOM - 18.0 * canvas.pixel), ink, style=TextStyle.CAPTION, fixed=True)
    if rocks and len(held) == 1:  # the push at one corner turns the box towards the other
        start, end = (0.8 * math.pi, 0.2 * math.pi) if LEFT in held else (0.2 * math.pi, 0.8 * math.pi)
        angle_arc(canvas, placed.centroid, start, end, Ink.FAULTY, arrow=True, line=Line.MEASURE)
        if min(run.tilts[: int(time * TIME_STEPS) + 1]) < 0.0:  # it has been on both
            other, way = (RIGHT, 1.0) if LEFT in held else (LEFT, -1.0)
            marks.circle(canvas, placed.points[other], 9.0 * canvas.pixel, Ink.FAULTY, Line.DOTTED)
            canvas.label("next", placed.points[other], Ink.FAULTY, toward=(way, 0.4), style=TextStyle.CAPTION)
    for at in (placed.points[corner] for corner in held):
        canvas.arrow(at - (0.0, _PUSH * canvas.pixel), at - (0.0, 9.0 * canvas.pixel), Ink.ANSWER)
        canvas.dot(at, Ink.ANSWER, Point.ANSWER)
