"""A box that is set down with a small tilt, with the contact points of one rule: it comes to rest, or it rocks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike

from geometry import Manifold, Stepped, StepRules, box, rectangle, rigid_body, simulate, static_body
from geometry.contact.manifold_points import ManifoldPoint
from geometry.dynamics.contacts import ContactRule, find_manifold
from geometry.faulty.clipping import manifold_without_face_test, manifold_without_side_planes
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.shape import Convex
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from geometry.trace import SourceLine
from geometry.transform import Pose
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.measures import angle_arc
from viz.lesson.text import fixed

GROUND = rectangle((-4.0, -1.0), (4.0, 0.0))
LEDGE = -0.2  # where the ground ends that a box is set down on without side planes: its centre is beyond
WIDE, HIGH = 1.5, 1.0  # of the box
TIME_STEPS = 60  # of 1/60 s, so that the clock's t is in seconds
STEEPEST = 45.0  # degrees: greater tilts would fall on another side
EXAGGERATED = 16.0  # times: how much greater the swing's ghosts are tilted than the box
SMALL = math.radians(1.0)  # tilts that have ghosts
FALL_STEP = 1.0 / 120.0  # of a box over the end of the ground: half a second, until it is about to leave the ground
HALF = 1.3  # of a floor's width
THICK = 0.2
CURVE = -1.5  # angle 0 of both curves over time, below the lower floor
CURVE_HIGH = 0.75  # of one degree
CURVE_LOW = -0.5
FINE = 8  # points of it for each time step
_PUSH = 40.0  # pixels
_TICK = 16.0  # pixels from the end of an axis to its number
LEFT, RIGHT = 0, 1  # corners of the box's lower edge
REST_ANGLE = 1e-6  # radians: a box that swings by less than this rests


class PointRule(Enum):
    """Which contact points hold the box."""

    TWO_POINTS = "two points"  # `manifold`
    CROSSING = "crossing"  # `manifold_by_crossing`: one point where the edges cross
    ANY_HEIGHT = "any height"  # `manifold_without_face_test`: its points are held as if they touched
    UNCUT = "uncut"  # `manifold_without_side_planes`: both ends of the edge


RULES = {  # what each keeps, in a line
    PointRule.CROSSING: "keeps only the deepest end",
    PointRule.ANY_HEIGHT: "keeps both ends at any height",
    PointRule.UNCUT: "keeps both ends, never cut",
    PointRule.TWO_POINTS: "keeps each end up to $h_{\\max}$",
}


def _crossing(ground: Convex, placed: Convex, previous: Manifold | None) -> Manifold:
    return manifold_by_crossing(ground, placed)


def _any_height(ground: Convex, placed: Convex, previous: Manifold | None) -> Manifold:
    found = manifold_without_face_test(ground, placed)
    held = [ManifoldPoint(p.point, min(p.separation, 0.0), p.on_a, p.on_b, p.id) for p in found.points]
    return Manifold(
        found.outcome, found.kind, found.normal, found.separation, tuple(held), found.reference, found.incident,
        found.tolerance,
    )  # fmt: skip


def _uncut(ground: Convex, placed: Convex, previous: Manifold | None) -> Manifold:
    return manifold_without_side_planes(ground, placed, CONTACT_MARGIN * smaller_size(ground, placed))


FINDS: dict[PointRule, ContactRule] = {
    PointRule.TWO_POINTS: find_manifold,
    PointRule.CROSSING: _crossing,
    PointRule.ANY_HEIGHT: _any_height,
    PointRule.UNCUT: _uncut,
}


@dataclass(frozen=True, eq=False)
class Run:
    """What becomes of the box under one rule."""

    steps: tuple[Stepped, ...]  # one more than is shown: each finds the contacts of the pose before it
    dt: float
    tilt: float  # radians, at the start
    rule: PointRule
    over: bool  # set down over the end of the ground
    line: SourceLine  # where the routine answers

    @cached_property
    def tilts(self) -> tuple[float, ...]:
        """Radians, at the start and after each time step."""
        return (self.tilt, *(self.tilt + step.bodies[1].pose.angle for step in self.steps[:-1]))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many contact points there are at each of these; where the box has just left the ground, as many as it
        left with."""
        found: list[int] = []
        for step in self.steps:
            found.append(len(step.contacts) or found[-1])
        return tuple(found)

    @property
    def swing(self) -> float:
        """Degrees from side to side in the last quarter of the time; 0 where it rests."""
        angles = [step.bodies[1].pose.angle for step in self.steps[-(len(self.steps) // 4) :]]
        swing = max(angles) - min(angles)
        return math.degrees(swing) if swing > REST_ANGLE else 0.0

    @property
    def rests_after(self) -> float | None:
        """The time from which its angle stays; None where it rocks."""
        if self.swing > 0.0:
            return None
        moving = [k for k, tilt in enumerate(self.tilts) if abs(tilt - self.tilts[-1]) > REST_ANGLE]
        return (moving[-1] + 1) * self.dt if moving else 0.0

    def at(self, t: float) -> tuple[float, tuple[int, ...]]:
        """The tilt at a part of the whole time, and the corners in contact: both, or the one that is down."""
        k = t * TIME_STEPS
        before = min(int(k), TIME_STEPS - 1)
        first, second = self.tilts[before], self.tilts[before + 1]
        tilt = first + (k - before) * (second - first)
        return tilt, (LEFT, RIGHT) if self.counts[round(k)] == 2 else (LEFT if tilt > 0.0 else RIGHT,)

    def middle_at(self, t: float) -> tuple[float, float]:
        """The centre of mass at a part of the whole time."""
        k = min(int(t * TIME_STEPS), TIME_STEPS - 1)
        (x, y), (x1, y1) = self.centres[k], self.centres[k + 1]
        part = t * TIME_STEPS - k
        return x + part * (x1 - x), y + part * (y1 - y)

    @cached_property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """Of mass, at the start and after each time step."""
        high = 0.5 * (WIDE * abs(math.sin(self.tilt)) + HIGH * math.cos(self.tilt))
        after = (step.bodies[1].pose.position for step in self.steps[:-1])
        return ((0.0, high), *((float(x), float(y)) for x, y in after))

    @property
    def is_wrong(self) -> bool:
        """Whether the box does what no box does: rocks for ever, or is held where there is no ground."""
        return (self.swing > 0.0 and not self.over) or any(
            self.in_the_air(c.contact) for c in self.steps[-1].contacts
        )

    def in_the_air(self, p: ManifoldPoint) -> bool:
        """Whether a contact has no ground below it: beyond its end, or too high."""
        return bool(height(p) > 0.05 or (self.over and p.on_b[0] > LEDGE + 0.05))

    @property
    def becomes(self) -> str:
        after, end = self.rests_after, fixed(math.degrees(abs(self.tilts[-1])), 1)
        if self.is_wrong and self.rule is not PointRule.CROSSING:
            return "held up where there is no ground" if self.over else f"held up in the air, tilted by {end}°"
        if self.over:
            return f"tips over the end: {end}° after {fixed(TIME_STEPS * self.dt)} s"
        if after == 0.0:
            return "at rest from the start"
        if after is not None:
            return f"at rest after {fixed(after)} s"
        return f"still swings by {fixed(self.swing)}° after {fixed(TIME_STEPS * self.dt)} s"


def height(p: ManifoldPoint) -> float:
    """Of the box over the ground at a contact, also where it is held as if it touched."""
    return float(p.on_b[1] - p.on_a[1])


def room(run: Run) -> float:
    """Above a floor, for a box that is let go there and its title."""
    return 0.5 + max(1.3, HIGH * math.cos(run.tilt) + WIDE * math.sin(run.tilt))


def apart(run: Run) -> float:
    """How far the upper floor lies above the lower one: there is room for pushes above the lower title."""
    return room(run) + (0.85 if run.over else 0.75)


@lru_cache(maxsize=64)
def dropped(degrees: float, rule: PointRule, *, over: bool = False) -> Run:
    """A box let go with its lower corner on level ground; or flat, `over` the end of the ground."""
    tilt = 0.0 if over else math.radians(degrees)
    turned = box(WIDE, HIGH, (0.0, 0.0), tilt)
    lowest = float(turned.points[:, 1].min())
    ground = rectangle((-4.0, -1.0), (LEDGE, 0.0)) if over else GROUND
    step = FALL_STEP if over else 1.0 / TIME_STEPS
    # One box, so no memory is needed: 20 iterations settle, and the whole overlap is pushed away at once.
    rules = StepRules(dt=step, iterations=20, slop=0.0, share=1.0, warm_start=False, rule=FINDS[rule])
    bodies = static_body(ground), rigid_body(turned.moved((0.0, -lowest)))
    trace = simulate.trace(bodies, TIME_STEPS + 1, rules)
    return Run(trace.result, step, tilt, rule, over, trace.line(len(trace) - 1))


@lru_cache(maxsize=256)
def drawn_box(tilt: float, floor: float) -> Convex:
    """The box on a floor of that height."""
    placed = box(WIDE, HIGH).at(Pose((0.0, 0.0), tilt))
    return placed.moved((0.0, floor - float(placed.points[:, 1].min())))


def _placed(run: Run, time: float, floor: float, *, is_true: bool) -> Convex:
    tilt = run.at(time)[0]
    if not is_true:
        return drawn_box(tilt, floor)
    x, y = run.middle_at(time)
    return box(WIDE, HIGH).at(Pose((x, floor + y), tilt))


def angle_curve(run: Run, time: float) -> list[list[tuple[float, float]]]:
    """The tilt until a part of the whole time: the parts of it that lie in the chart."""
    parts: list[list[tuple[float, float]]] = [[]]
    for t in np.linspace(0.0, time, 1 + round(FINE * TIME_STEPS * time)).tolist():
        high = CURVE_HIGH * math.degrees(run.at(t)[0])
        if CURVE_LOW <= high <= CURVE_HIGH:
            parts[-1].append((HALF * (2.0 * t - 1.0), CURVE + high))
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if part]


def chart(canvas: Canvas, runs: Sequence[Run], time: float) -> None:
    """The tilts of both boxes over the time, up to one degree, below the lower of them."""
    caption, off = TextStyle.CAPTION, _TICK * canvas.pixel
    canvas.stroke(((-HALF, CURVE), (HALF, CURVE)), Ink.QUIET, line=Line.DASHED)
    canvas.stroke(((-HALF, CURVE + CURVE_LOW), (-HALF, CURVE + CURVE_HIGH)), Ink.QUIET, line=Line.THIN)
    for text, at in (("0°", (-HALF - off, CURVE)), ("1°", (-HALF - off, CURVE + CURVE_HIGH))):
        canvas.label(text, at, Ink.QUIET, style=caption, fixed=True)
    canvas.label("1 s", (HALF + off, CURVE), Ink.QUIET, style=caption, fixed=True)
    canvas.label("tilt of both", (0.7 * HALF, CURVE + CURVE_HIGH), Ink.QUIET, style=caption, fixed=True)
    for run in runs if time > 0.0 else ():
        ink = Ink.FAULTY if run.is_wrong else Ink.TEXT
        for part in angle_curve(run, time):
            canvas.stroke(part, ink, line=Line.MEASURE)
        if CURVE_LOW <= CURVE_HIGH * math.degrees(run.at(time)[0]) <= CURVE_HIGH:
            canvas.dot(part[-1], ink)


def swing_at(run: Run, time: float) -> tuple[float, ...]:
    """The tilts of the last two time steps, where a box that should rest goes from one corner to the other."""
    k = round(time * TIME_STEPS)
    found = run.tilts[max(0, k - 1) : k + 1]
    is_rocking = run.is_wrong and min(found) < 0.0 < max(found) and max(map(abs, found)) <= SMALL
    return found if is_rocking else ()


def draw(
    canvas: Canvas, run: Run, time: float, title: str, floor: float, *, is_true: bool = False, held: bool = True
) -> None:
    """The box at a part of the time, and from when it is `held` the pushes at its contacts; what becomes of it once
    it has. `is_true`: where the routine has it and its contacts, else on the ground, with ghosts of its swing."""
    ink = Ink.FAULTY if run.is_wrong and time == 1.0 else Ink.TEXT
    marks.shape(canvas, rectangle((-HALF, floor - THICK), (LEDGE if run.over else HALF, floor)), Ink.A)
    placed = _placed(run, time, floor, is_true=is_true)
    for tilt in swing_at(run, time) if not is_true else ():
        marks.ghost(canvas, drawn_box(EXAGGERATED * tilt, floor), Ink.FAULTY, Line.DOTTED)
    marks.shape(canvas, placed, Ink.B)
    canvas.dot(placed.centroid, Ink.TEXT, Point.SMALL)
    words = RULES[run.rule]
    if time > 0.0:
        words = run.becomes if time == 1.0 else f"tilt {fixed(math.degrees(run.at(time)[0]), 2)}°"
    high = floor + room(run)
    canvas.label(title, (0.0, high), ink, style=TextStyle.BOLD, fixed=True)
    canvas.label(words, (0.0, high - 18.0 * canvas.pixel), ink, style=TextStyle.CAPTION, fixed=True)
    if not held:
        return
    if is_true:
        _true_pushes(canvas, run, time, floor)
    else:
        _pushes(canvas, run, time, floor)


def _push(canvas: Canvas, at: ArrayLike, ink: Ink = Ink.ANSWER) -> None:
    canvas.arrow(np.subtract(at, (0.0, _PUSH * canvas.pixel)), np.subtract(at, (0.0, 9.0 * canvas.pixel)), ink)
    canvas.dot(at, ink, Point.ANSWER if ink is Ink.ANSWER else Point.CROSS)


def _true_pushes(canvas: Canvas, run: Run, time: float, floor: float) -> None:
    """At the contacts of the nearest time step: pink where no ground is."""
    for p in (c.contact for c in run.steps[round(time * TIME_STEPS)].contacts):
        at = p.on_b + (0.0, floor)
        is_wrong = run.in_the_air(p)
        _push(canvas, at, Ink.FAULTY if is_wrong else Ink.ANSWER)
        if is_wrong:
            words = "no ground" if run.over else f"{fixed(height(p))} in the air"
            canvas.label(words, at, Ink.FAULTY, toward=(1.0, -0.3), style=TextStyle.CAPTION)


def _pushes(canvas: Canvas, run: Run, time: float, floor: float) -> None:
    """At the corners in contact; where there is one, its lever and how it turns the box."""
    tilt, held = run.at(time)
    placed = drawn_box(tilt, floor)
    middle = placed.centroid
    if run.is_wrong and time > 0.0 and len(held) == 1:  # the push at one corner turns the box towards the other
        x = placed.points[held[0]][0]
        canvas.stroke((middle, (x, middle[1])), Ink.FAULTY, line=Line.DASHED)
        canvas.stroke(((x, middle[1]), (x, floor)), Ink.CONSTRUCTION, line=Line.DASHED)
        start, end = (0.8 * math.pi, 0.2 * math.pi) if LEFT in held else (0.2 * math.pi, 0.8 * math.pi)
        angle_arc(canvas, middle, start, end, Ink.FAULTY, arrow=True, line=Line.MEASURE)
        if min(run.tilts[: int(time * TIME_STEPS) + 1]) < 0.0:  # it has been on both
            other, way = (RIGHT, 1.0) if LEFT in held else (LEFT, -1.0)
            marks.circle(canvas, placed.points[other], 9.0 * canvas.pixel, Ink.FAULTY, Line.DOTTED)
            canvas.label("next contact", placed.points[other], Ink.FAULTY, toward=(way, 0.4), style=TextStyle.CAPTION)
    for at in (placed.points[corner] for corner in held):
        _push(canvas, at)
