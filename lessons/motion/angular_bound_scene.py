"""A body that turns about a point, and where its vertices are on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import Convex, Pose, Sweep, Trace, Vector, box, capsule, circle, convex
from geometry.faulty.angular_bound import FaultyBound, chord_of_the_turn
from geometry.time_of_impact.angular_bound import (
    AngularBound,
    AngularBoundStep,
    ArcMeasured,
    ArcUnrolled,
    ChordTaken,
    TurnTaken,
    angular_bound,
)
from geometry.trace import grouped
from geometry.vector import Points
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment, Preset
from viz.lesson.scene import Body, Scene, at, body, handle, slider
from viz.lesson.text import fixed

CENTROID, CHORD = "r from the centroid", "chord of the turn"
AT_FARTHEST, AT_CHORD = 2, 4  # steps
GAP = 1.2  # between A's front at t = 0 and a wall
SEEN = 0.005  # a smaller excess is none in the numbers shown
LATE = 0.9  # half a turn is over later than this: too near to the end to tell chord * t from the chord
ALIKE = 1e-9  # distances as near as this to each other, in parts of them, are a tie


@dataclass(frozen=True, eq=False)
class Turning(Scene):
    """A at t = 0, the point that it turns about, and its motion until t = 1; n̂ points to the right."""

    a: Body = body(Ink.A, "A")
    pivot: Vector = handle(Ink.EXAMINED, "centre of rotation")
    turn: float = slider("Turn", -720.0, 720.0, 220.0, "°", 0)
    speed: float = slider("Translation v · n̂", 0.0, 2.0, 1.0)

    @cached_property
    def angle(self) -> float:
        return math.radians(self.turn)

    @cached_property
    def local(self) -> Convex:
        """The shape about its centre of rotation."""
        return self.a.world.moved(-self.pivot)

    @cached_property
    def sweep(self) -> Sweep:
        return Sweep(Pose(self.pivot), Pose(self.pivot + (self.speed, 0.0), self.angle))

    @cached_property
    def trace(self) -> Trace[AngularBoundStep, AngularBound]:
        """One step for the first vertex, and one for all others."""
        return grouped(angular_bound.trace(self.local, self.sweep), (range(2, 1 + len(self.local.points)),))

    @cached_property
    def found(self) -> AngularBound:
        return self.trace.result

    @cached_property
    def start_angle(self) -> float:
        """The direction from the centre of rotation to the farthest vertex, at t = 0."""
        return self.direction(self.found.furthest)

    def direction(self, index: int) -> float:
        x, y = self.local.points[index].tolist()
        return math.atan2(y, x)

    def shape_at(self, t: float, *, moves: bool = False) -> Convex:
        """In the world; without its translation unless it `moves`."""
        return self.local.at(Pose(self.pivot + (self.speed * t * moves, 0.0), self.angle * t))

    def away(self, t: float) -> float:
        """How far the turn alone has taken the farthest vertex from its start."""
        return 2.0 * self.found.radius * abs(math.sin(self.angle * t / 2.0))

    @cached_property
    def chord(self) -> FaultyBound:
        """The chord of the whole turn, taken for a bound."""
        return chord_of_the_turn(self.local, self.sweep)

    @cached_property
    def half(self) -> float:
        """The time of half a turn; infinite where A does not turn."""
        return math.pi / abs(self.angle) if self.angle else math.inf

    def product(self, d: float) -> str:
        """A vertex' arc from its distance; the factors with a digit more than the result, so it is that of those."""
        return f"{fixed(d, 3)} · {fixed(abs(self.angle), 3)} = {fixed(d * abs(self.angle))}"

    def from_centroid(self, shape: Convex) -> Vector:
        """A's vertex that is farthest from its centroid; of those that are as far, the one that is nearest to the
        farthest from the centre of rotation."""
        middle, last = shape.centroid, shape.points[self.found.furthest]
        return max(shape.points, key=lambda p: (round(math.dist(p, middle), 9), -math.dist(p, last)))

    def on_arc(self, t: float) -> Vector:
        """Where the turn alone takes the farthest vertex."""
        a = self.start_angle + self.angle * t
        place: Vector = self.pivot + self.found.radius * np.array((math.cos(a), math.sin(a)))
        return place

    @property
    def low(self) -> float:
        """The lowest place of the circle that no vertex leaves."""
        return float(self.pivot[1]) - self.found.radius - self.local.radius

    def high(self, t: float) -> float:
        """The highest place of A's outline up to a time."""
        return float(self._path(t)[2].max()) + float(self.pivot[1]) + self.local.radius

    def _path(self, t: float) -> tuple[Points, Points, Points]:
        """Times from 0 to t, and where all vertices are then, from where the centre of rotation was."""
        x, y = self.local.points.T
        times = np.linspace(0.0, t, 257)[:, None]
        c, s = np.cos(self.angle * times), np.sin(self.angle * times)
        return times[:, 0], self.speed * times + x * c - y * s, x * s + y * c

    def front(self, t: float) -> float:
        """How far A's front has come along n̂ at most, up to a time."""
        return self.farthest_front(t)[1]

    def farthest_front(self, t: float) -> tuple[float, float]:
        """When up to a time A's front was farthest along n̂, and how far it had come."""
        times, xs, _ = self._path(t)
        best = int(xs.max(axis=1).argmax())
        return float(times[best]), float(xs.max() - xs[0].max())

    @cached_property
    def safe(self) -> float:
        """Until when the bound lets no point of A reach the wall, as it is printed; 1 if that is the whole motion."""
        return min(round(GAP / self.found.total, 3), 1.0) if self.found.total > 0.0 else 1.0

    def told(self, t: float) -> str:
        """A time as it is printed."""
        return fixed(t, 3 if t == self.safe < 1.0 else 2)

    def clock_told(self, t: float) -> str:
        """What the clock shows: the same digits as the words."""
        return f"t = {self.told(t)}"

    @cached_property
    def hit(self) -> float | None:
        """When A's front reaches the wall; None: not until t = 1."""
        times, xs, _ = self._path(1.0)
        gaps = GAP - (xs.max(axis=1) - xs[0].max())
        if not (gaps <= 0.0).any():
            return None
        i = int((gaps <= 0.0).argmax())
        part = float(gaps[i - 1] / (gaps[i - 1] - gaps[i]))
        return float(times[i - 1] + part * (times[i] - times[i - 1]))

    def overtaken(self, bound: float) -> float | None:
        """When A's front is seen beyond a faulty bound of the turn, with the translation: until when that bound rules
        out a hit, if A is in the wall then, else when the front is farthest beyond it; None: it never is."""
        times, xs, _ = self._path(1.0)
        mu = self.speed + bound
        excess = xs.max(axis=1) - xs[0].max() - mu * times
        found = [round(float(times[int(excess.argmax())]), 2)]
        if self.hit is not None and mu * self.hit < GAP <= mu:
            found.insert(0, round(GAP / mu, 2))
        return next((t for t in found if t > 0.0 and self.front(t) - mu * t > SEEN), None)


def is_exceeded(faulty: FaultyBound | None) -> bool:
    return faulty is not None and faulty.error > 1e-9


def is_beaten(moment: Moment[Turning]) -> bool:
    """Whether a faulty bound is seen to be exceeded: from the step on that tells what it is made of."""
    if not is_exceeded(moment.faulty):
        return False
    if moment.compare == CHORD:
        return isinstance(moment.step, ChordTaken | AngularBound)
    return not isinstance(moment.step, TurnTaken) and not is_one_arc(moment)


def instant(moment: Moment[Turning]) -> float:
    """The time that a step speaks of, as it is printed: so a reader who computes with it gets the same lengths."""
    scene, faulty, step = moment.scene, moment.faulty, moment.step
    if isinstance(step, AngularBound):
        beaten = scene.overtaken(faulty.bound) if is_beaten(moment) else None
        return scene.safe if beaten is None else beaten
    if isinstance(step, ArcUnrolled):
        return 1.0
    if isinstance(step, ChordTaken) and moment.compare != CHORD:
        return round(scene.half if scene.half <= LATE else scene.chord.fraction, 2)
    return faulty.fraction if is_beaten(moment) else 1.0


def shown(moment: Moment[Turning]) -> float:
    """The time of the figure: A stops at the wall, unless a faulty bound is seen to let it pass."""
    t, hit = moment.time, moment.scene.hit
    stops = isinstance(moment.step, AngularBound) and hit is not None and not is_beaten(moment)
    return min(t, hit) if stops and hit is not None else t


def is_one_arc(moment: Moment[Turning]) -> bool:
    """Whether the step tells one vertex' arc: the first, or one of those that are told as one."""
    step = moment.step
    return isinstance(step, ArcMeasured) and (step.index == 0 or moment.parent is not None)


def presets() -> dict[str, Turning | Preset[Turning]]:
    stone = at(convex(((-1.5, -0.5), (0.2, -0.75), (1.3, -0.1), (0.5, 0.7), (-0.7, 0.6))), 0.0, 0.0, -88)
    wedge = convex(((-1.1, -0.7), (1.2, -0.5), (-0.3, 1.0)))
    bar, disc = at(box(2.0, 0.6), 0.0, 0.0, -90), at(circle(0.5), 0.0, 0.0)
    return {
        "Off its centre": Turning(stone, np.array((0.02, 0.29))),
        "Pivot outside": Turning(at(wedge, -1.5, -1.4, 128), np.array((0.0, 0.6)), 95.0, 0.6),
        "At the end of a bar": Preset(
            Turning(bar, np.array((-0.1, 0.8)), 110.0, 0.0), CENTROID, lambda trace: AT_FARTHEST
        ),
        "Nearly a full turn": Preset(
            Turning(at(wedge, 0.0, 0.0, -160), np.array((0.49, 0.19)), 330.0, 0.0), CHORD, lambda trace: AT_CHORD
        ),
        "Disc about its centre": Turning(disc, disc.pose.position, 200.0),
        "Capsule on an arm": Turning(at(capsule((-0.5, 0), (0.5, 0), 0.3), -0.9, -0.7, 120), np.zeros(2), 120.0, 0.3),
    }
