"""A box that is set down with a small tilt, with the contact points of one rule: it comes to rest, or it rocks."""

from __future__ import annotations

import math
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
from geometry.vector import XY
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.mark import Area, Arrow, Dot, Label, Mark, Stroke
from viz.lesson.measures import angle_arc
from viz.lesson.text import fixed

GROUND = rectangle((-4.0, -1.0), (4.0, 0.0))
LEDGE = -0.2  # where the ground ends that a box is set down on without side planes: its centre is beyond
WIDE, HIGH = 1.5, 1.0  # of the box
STEP_TIME = 1.0 / 60.0  # seconds
TIME_STEPS = 60  # one second: the clock from 0 to 1 tells seconds
STEEPEST = 45.0  # degrees: greater tilts would fall on another side
EXAGGERATED = 16.0  # times: how much greater the tilt of a box is drawn, once it has landed
FALL_STEP = 1.0 / 120.0  # of a box over the end of the ground: half a second, until it is about to leave the ground
STEEP = 0.4  # radians: there is no room for words below the box
NEARLY_FLAT = 0.15  # radians: there is room for a name above the centre of mass
HALF = 0.95  # of a floor's width
THICK = 0.2
BELOW = 0.5  # a floor: room for the pushes
ASIDE = 1.15  # from the middle to a box beside another one
_PUSH = 40.0  # pixels
_LINE = 18.0  # pixels from a title to the line below it
LEFT, RIGHT = 0, 1  # corners of the box's lower edge
REST_ANGLE = 1e-6  # radians: a box that swings by less than this rests


class PointRule(Enum):
    """Which contact points hold the box."""

    TWO_POINTS = "two points"  # `manifold`
    CROSSING = "crossing"  # `manifold_by_crossing`: one point where the edges cross
    ANY_HEIGHT = "any height"  # `manifold_without_face_test`: its points are held as if they touched
    UNCUT = "uncut"  # `manifold_without_side_planes`: both ends of the edge


RULES = {  # what each keeps, in a line
    PointRule.CROSSING: "edges cross: only the deepest end",
    PointRule.ANY_HEIGHT: "keeps both ends at any height",
    PointRule.UNCUT: "keeps both ends, never cut",
    PointRule.TWO_POINTS: "keeps every end with $h$ ≤ $h_{\\max}$",
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
    dt: float  # of a time step, seconds
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
    def seconds(self) -> float:
        """How long it is followed."""
        return TIME_STEPS * self.dt

    @property
    def rests(self) -> bool:
        """Whether its angle stays in the last quarter of the time."""
        angles = [step.bodies[1].pose.angle for step in self.steps[-(len(self.steps) // 4) :]]
        return max(angles) - min(angles) <= REST_ANGLE

    @property
    def rests_after(self) -> float | None:
        """The time from which its angle stays; None where it rocks."""
        if not self.rests:
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

    def has_landed(self, t: float) -> bool:
        """Whether its other corner has come down: from tilt 0 on."""
        first = next((k for k, each in enumerate(self.tilts) if each <= 0.0), TIME_STEPS)
        return t * TIME_STEPS >= first or self.at(t)[0] <= 0.0

    def drawn_at(self, t: float) -> float:
        """The tilt that the box is drawn with on its ground: greater once it has landed, so that it does not leap."""
        return (EXAGGERATED if self.has_landed(t) else 1.0) * self.at(t)[0]

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
        return (not self.rests and not self.over) or any(self.in_the_air(c.contact) for c in self.steps[-1].contacts)

    def in_the_air(self, p: ManifoldPoint) -> bool:
        """Whether a contact has no ground below it: beyond its end, or too high."""
        return bool(height(p) > 0.05 or (self.over and p.on_b[0] > LEDGE + 0.05))

    @property
    def becomes(self) -> str:
        after, end = self.rests_after, fixed(math.degrees(abs(self.tilts[-1])), 1)
        if self.is_wrong and self.rule is not PointRule.CROSSING:
            return "held up where there is no ground" if self.over else f"held up in the air, tilted by {end}°"
        if self.over:
            return f"tips over the end: {end}° after {fixed(self.seconds)} s"
        if after == 0.0:
            return "at rest from the start"
        if after is not None:
            return f"at rest after {fixed(after)} s"
        return f"still rocks after {fixed(self.seconds)} s"


def height(p: ManifoldPoint) -> float:
    """Of the box over the ground at a contact, also where it is held as if it touched."""
    return float(p.on_b[1] - p.on_a[1])


def room(run: Run) -> float:
    """Above a floor, for a box that is let go there and its title."""
    return 0.55 + max(1.2, HIGH * math.cos(run.tilt) + WIDE * math.sin(run.tilt))


def floors(run: Run, *, charted: bool) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of both floors: side by side over a chart, else one above the other."""
    return ((-ASIDE, 0.0), (ASIDE, 0.0)) if charted else ((0.0, room(run) + BELOW + 0.15), (0.0, 0.0))


def extent(run: Run, *, charted: bool) -> tuple[float, float, float, float]:
    """What both boxes take: from left to right, from below to above."""
    wide = ASIDE + HALF if charted else HALF
    return -wide, wide, -BELOW, floors(run, charted=charted)[0][1] + room(run)


def placed(part: Canvas, at: tuple[float, float], scale: float = 1.0) -> list[Mark]:
    """What was drawn on a canvas of its own, at a place of another one."""

    def put(p: tuple[float, float]) -> tuple[float, float]:
        return at[0] + scale * p[0], at[1] + scale * p[1]

    found: list[Mark] = []
    for mark in part.marks:
        match mark:
            case Stroke() | Area():
                found.append(mark._replace(points=tuple(map(put, mark.points))))
            case Arrow():
                found.append(mark._replace(start=put(mark.start), end=put(mark.end)))
            case Dot() | Label():
                found.append(mark._replace(at=put(mark.at)))
            case _:
                raise TypeError(f"no test box is drawn with {mark!r}")
    return found


@lru_cache(maxsize=8)  # half a megabyte each: those of one scene with every rule
def dropped(degrees: float, rule: PointRule, *, over: bool = False) -> Run:
    """A box let go with its lower corner on level ground; or flat, `over` the end of the ground."""
    tilt = 0.0 if over else math.radians(degrees)
    turned = box(WIDE, HIGH, (0.0, 0.0), tilt)
    lowest = float(turned.points[:, 1].min())
    ground = rectangle((-4.0, -1.0), (LEDGE, 0.0)) if over else GROUND
    step = FALL_STEP if over else STEP_TIME
    # One box, so no memory is needed: 20 iterations settle, and the whole overlap is pushed away at once.
    rules = StepRules(dt=step, iterations=20, slop=0.0, share=1.0, warm_start=False, rule=FINDS[rule])
    bodies = static_body(ground), rigid_body(turned.moved((0.0, -lowest)))
    trace = simulate.trace(bodies, TIME_STEPS + 1, rules)
    return Run(trace.result, step, tilt, rule, over, trace.line(len(trace) - 1))


@lru_cache(maxsize=256)
def drawn_box(tilt: float) -> Convex:
    """The box on its floor."""
    turned = box(WIDE, HIGH).at(Pose((0.0, 0.0), tilt))
    return turned.moved((0.0, -float(turned.points[:, 1].min())))


def _box_of(run: Run, time: float, *, is_true: bool) -> Convex:
    if not is_true:
        return drawn_box(run.drawn_at(time))
    return box(WIDE, HIGH).at(Pose(run.middle_at(time), run.at(time)[0]))


def swing_at(run: Run, time: float) -> tuple[float, ...]:
    """The tilt one time step before, as it is drawn, where the box stood on its other corner then."""
    before = time - 1.0 / TIME_STEPS
    if before <= 0.0 or not run.is_wrong:
        return ()
    tilt = run.drawn_at(before)
    return (tilt,) if tilt * run.drawn_at(time) < 0.0 and abs(tilt) != abs(run.at(before)[0]) else ()


def draw(canvas: Canvas, run: Run, time: float, title: str, *, is_true: bool = False, held: bool = True) -> None:
    """The box at a part of the time on a floor of height 0, and from when it is `held` the pushes at its contacts;
    what becomes of it once it has. `is_true`: where the routine has it and its contacts, else on the ground, with a
    ghost of its swing."""
    ink = Ink.FAULTY if run.is_wrong and time > 0.0 else Ink.TEXT
    marks.shape(canvas, rectangle((-HALF, -THICK), (LEDGE if run.over else HALF, 0.0)), Ink.A)
    at = _box_of(run, time, is_true=is_true)
    for tilt in swing_at(run, time) if not is_true else ():
        marks.ghost(canvas, drawn_box(tilt), Ink.FAULTY, Line.DOTTED)
    marks.shape(canvas, at, Ink.B)
    canvas.dot(at.centroid, Ink.TEXT, Point.SMALL)
    if abs(run.at(time)[0]) < NEARLY_FLAT and (is_true or not run.is_wrong or time == 0.0):
        canvas.label("centre of mass", at.centroid, Ink.TEXT, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    words = RULES[run.rule]
    if time == 1.0:
        words = run.becomes
        if run.rule is PointRule.CROSSING and not run.is_wrong:
            words = "edges parallel: two points"
    elif time > 0.0:
        words = f"tilt {fixed(math.degrees(run.at(time)[0]), 2)}°"
    canvas.label(title, (0.0, room(run)), ink, style=TextStyle.BOLD, fixed=True)
    canvas.label(words, (0.0, room(run) - _LINE * canvas.pixel), ink, style=TextStyle.CAPTION, fixed=True)
    if held and is_true:
        _true_pushes(canvas, run, time)
    elif held:
        _pushes(canvas, run, time, at)
        if run.tilt and (run.has_landed(time) or abs(run.tilt) < STEEP):
            words = f"tilt drawn × {EXAGGERATED:.0f}" if run.has_landed(time) else "tilt drawn true"
            canvas.label(words, (0.0, -0.5 * (THICK + BELOW)), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _push(canvas: Canvas, at: ArrayLike, ink: Ink = Ink.ANSWER, way: XY = (0.0, 1.0)) -> None:
    """`way`: of the push, a unit vector."""
    along = np.array(way) * canvas.pixel
    canvas.arrow(np.subtract(at, _PUSH * along), np.subtract(at, 9.0 * along), ink)
    canvas.dot(at, ink, Point.ANSWER if ink is Ink.ANSWER else Point.CROSS)


def _true_pushes(canvas: Canvas, run: Run, time: float) -> None:
    """At the contacts of the nearest time step: pink where no ground is."""
    for found in run.steps[round(time * TIME_STEPS)].contacts:
        p = found.contact
        is_wrong = run.in_the_air(p)
        _push(canvas, p.on_b, Ink.FAULTY if is_wrong else Ink.ANSWER, found.normal.direction_xy)
        if is_wrong:
            words = "no ground" if run.over else f"{fixed(height(p))} above\nthe ground"
            canvas.label(words, p.on_b, Ink.FAULTY, toward=(1.0, -0.3), style=TextStyle.CAPTION)


def _pushes(canvas: Canvas, run: Run, time: float, at: Convex) -> None:
    """At the corners in contact; where there is one, its lever and how it turns the box."""
    held = run.at(time)[1]
    if run.is_wrong and time > 0.0 and len(held) == 1:
        lever(canvas, at, held)
    for corner in held:
        _push(canvas, at.points[corner])


def lever(canvas: Canvas, at: Convex, held: tuple[int, ...]) -> None:
    """How the push at one corner turns the box towards the other."""
    middle = at.centroid
    x = at.points[held[0]][0]
    canvas.stroke((middle, (x, middle[1])), Ink.FAULTY, line=Line.DASHED)
    canvas.stroke(((x, middle[1]), (x, 0.0)), Ink.CONSTRUCTION, line=Line.DASHED)
    half = (0.5 * (middle[0] + x), middle[1])
    canvas.label("lever arm", half, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.CAPTION)
    start, end = (0.8 * math.pi, 0.2 * math.pi) if LEFT in held else (0.2 * math.pi, 0.8 * math.pi)
    angle_arc(canvas, middle, start, end, Ink.FAULTY, arrow=True, line=Line.MEASURE)
