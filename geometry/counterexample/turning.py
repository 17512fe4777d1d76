"""The judge of the time of impact of two shapes that move and turn, each about its centroid.

When the gap first comes down to a level is found by steps that no motion can outrun. At t let n be the direction,
from A to B, along which the gap is widest. A vertex at r from the centroid of a shape that moves by v and turns by w,
for t from 0 to 1, has moved along n after a further time T by

    T n . (v + w perp(r))  up to  w^2 |r| T^2 / 2

so that no pair of vertices, one of A and one of B, at a gap g and parting at a rate d, comes down to the level before

    g - level + d T - k T^2 / 2 = 0,    k = w_A^2 |r_A| + w_B^2 |r_B|

The least of these T is a safe step. Near a contact it is Newton's: the steps converge quadratically and never
pass it.

Sources: Mirtich (1996), whose bound has the arcs in the place of the second term.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.counterexample import scenes
from geometry.counterexample.casts import right_motion
from geometry.counterexample.first_touch import Motion, judge_motion
from geometry.counterexample.moving import (
    START_INSIDE,
    TIME_OF_IMPACT,
    Maker,
    accepts_impact,
    apart_pair,
    is_clear,
    moving,
)
from geometry.counterexample.reading import reads
from geometry.counterexample.statement import Arguments, Conventions, Parameter, Problem, settings_of
from geometry.counterexample.truth import CLOSE, Outline, frozen, shape
from geometry.sat.separating_axis import separating_axis
from geometry.shape import Convex
from geometry.time_of_impact.separation_over_time import dips
from geometry.tolerance import ROUNDING
from geometry.transform import Pose, Sweep
from geometry.vector import XY, Vector

Array = NDArray[np.float64]
LARGEST_SPIN = 20.0  # radians: some three turns
NEAR = 1e-10  # of the size: a gap as near to the level has come down to it
MOST_STEPS = 3000


class Spinning:
    """A shape that moves by its velocity and turns by its spin, about its centroid, for t from 0 to 1."""

    def __init__(self, outline: Outline, velocity: XY, spin: float) -> None:
        solid = shape(outline)
        start = Pose(solid.centroid)
        self.local = Convex(solid.points - solid.centroid)
        self.sweep = Sweep(start, start.moved(velocity).turned(spin))
        self.radius = float(np.hypot(*self.local.points.T).max())

    def at(self, t: float) -> Convex:
        return self.local.at(self.sweep.at(t))


def safe_step(a: Spinning, b: Spinning, normal: Vector, level: float, t: float) -> float:
    """A further time in which the gap along a normal stays above the level; math.inf where it always does."""
    at_a, at_b = a.at(t), b.at(t)
    gaps: Array = (at_b.points @ normal)[None, :] - (at_a.points @ normal)[:, None] - level
    rates, bends = [], []
    for body, now in ((a, at_a), (b, at_b)):
        arms, spin = now.points - body.sweep.at(t).position, body.sweep.turn
        rates.append(normal @ body.sweep.motion + spin * (arms[:, 0] * normal[1] - arms[:, 1] * normal[0]))
        bends.append(spin**2 * np.hypot(arms[:, 0], arms[:, 1]))
    d: Array = rates[1][None, :] - rates[0][:, None]
    k: Array = bends[1][None, :] + bends[0][:, None]
    root = np.sqrt(d * d + 2.0 * k * gaps)
    least = math.inf
    coming, parting = d < 0.0, (d >= 0.0) & (k > 0.0)
    if coming.any():
        least = float((2.0 * gaps[coming] / (root[coming] - d[coming])).min())
    if parting.any():
        least = min(least, float(((d[parting] + root[parting]) / k[parting]).min()))
    return least


def first_at_most(a: Spinning, b: Spinning, level: float, near: float, t: float = 0.0) -> float | None:
    """The first time from t to 1 at which the gap is the level or less, up to `near`; None where there is none. Never
    late by more than rounding. Raises ValueError where the steps get too small to tell."""
    for _ in range(MOST_STEPS):
        found = separating_axis(a.at(t), b.at(t), early_out=False)
        if found.separation <= level + near:
            return t
        t += safe_step(a, b, found.normal, level, t)
        if t > 1.0:
            return None
    raise ValueError("the shapes stay too near to each other to tell")


@dataclass(frozen=True, eq=False)
class Turning(Motion):
    """Two shapes that turn: their gap is no convex function of t."""

    below: float | None = None  # when they first overlap by as much as counts
    least: Callable[[], float] = lambda: 0.0  # when the gap is least: for sentences

    def nearest(self, end: float) -> float:
        """Of the whole motion."""
        return self.least()

    @property
    def grazes(self) -> bool:
        """Whether a touch decides: at the start, or in a motion in which they never overlap."""
        return abs(self.gap(0.0)) <= self.close or (self.first is not None and self.below is None)

    def dips(self, end: float) -> bool:
        return self.below is not None and self.below < end - self.close / self.speed


@lru_cache(maxsize=512)
def _turning(
    outline_a: Outline, velocity_a: XY, spin_a: float, outline_b: Outline, velocity_b: XY, spin_b: float
) -> Turning:
    a, b = Spinning(outline_a, velocity_a, spin_a), Spinning(outline_b, velocity_b, spin_b)

    def gap(t: float) -> float:
        return separating_axis(a.at(t), b.at(t), early_out=False).separation

    first, second = shape(outline_a), shape(outline_b)
    size = max(first.size, second.size)
    blur = ROUNDING * max(first.max_coordinate, second.max_coordinate, *map(abs, (*velocity_a, *velocity_b)))
    close, near = CLOSE * size + 4.0 * blur, NEAR * size + blur
    speed = math.dist(velocity_a, velocity_b) + abs(spin_a) * a.radius + abs(spin_b) * b.radius
    time = first_at_most(a, b, 0.0, near)
    below = None if time is None else first_at_most(a, b, -close, near, time)
    least = cache(lambda: dips(a.local, a.sweep, b.local, b.sweep).fraction)
    return Turning(gap, time, max(speed, 1e-6), 1.0, 1.0, close, mover="A", target="B", below=below, least=least)


def turning_motion(arguments: Arguments) -> Turning:
    a, velocity_a, spin_a, b, velocity_b, spin_b = arguments
    return _turning(frozen(a), tuple(velocity_a), float(spin_a), frozen(b), tuple(velocity_b), float(spin_b))


def accepts_turning(arguments: Arguments) -> None:
    """Raises ValueError unless there are two convex outlines that move and turn, and it shows when they touch."""
    a, velocity_a, spin_a, b, velocity_b, spin_b = arguments
    accepts_impact((a, velocity_a, b, velocity_b))
    if not all(abs(spin) <= LARGEST_SPIN for spin in (spin_a, spin_b)):
        raise ValueError(f"a spin must be a number of at most {LARGEST_SPIN:g} radians")
    turning_motion(arguments)


@reads("a number t from 0 to 1, or None")
def judge_turning(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    return judge_motion(turning_motion(arguments), answer, conventions)


def right_turning(arguments: Arguments, conventions: Conventions) -> float | None:
    return right_motion(turning_motion(arguments), conventions)


# Scenes


def a_spin(rng: random.Random, most: float = 3.0) -> float:
    """Half of them with one decimal."""
    value = rng.choice((-1.0, 1.0)) * rng.uniform(0.3, most)
    return round(value, 1) if rng.random() < 0.5 else value


def spun(make: Maker, most: float = 3.0) -> Maker:
    """The scenes of bodies that only move, turning: both, or one of them."""

    def made(rng: random.Random) -> Arguments:
        a, velocity_a, b, velocity_b = make(rng)
        which = rng.randrange(4)
        spin_a, spin_b = (a_spin(rng, most) if which != each else 0.0 for each in (0, 1))
        return told_apart(rng, (a, velocity_a, spin_a, b, velocity_b, spin_b))

    return made


def told_apart(rng: random.Random, scene: Arguments) -> Arguments:
    """The scene; where it cannot be told when its shapes touch, one that turns a little less, with B a little aside.
    A corner that lies on a turning edge from the start does so at any spin."""
    while True:
        try:
            turning_motion(scene)
        except ValueError:
            a, velocity_a, spin_a, b, velocity_b, spin_b = scene
            factor, aside = rng.uniform(0.9, 1.0), scenes.away(rng, 0.02, 0.2)
            scene = (a, velocity_a, factor * spin_a, scenes.moved(b, *aside), velocity_b, factor * spin_b)
        else:
            return scene


def spin_alone(rng: random.Random) -> Arguments:
    """Nothing moves: a long bar turns, and hits the other shape or passes beside it."""
    grid = scenes.grid_of(rng)
    long, thin = rng.choice((3.0, 4.0, 5.0)), rng.choice((0.5, 1.0))
    bar = [(-long, -thin), (long, -thin), (long, thin), (-long, thin)]
    other = scenes.moved(scenes.polygon(rng, 1.0, grid), *scenes.away(rng, 2.0, long + 1.5, grid))
    bar, other = scenes.shifted(rng, (bar, other), grid)
    scene = (bar, (0.0, 0.0), a_spin(rng), other, (0.0, 0.0), 0.0)
    return told_apart(rng, scene if rng.random() < 0.5 else (*scene[3:], *scene[:3]))


def no_spin(rng: random.Random) -> Arguments:
    """Both only move."""
    a, velocity_a, b, velocity_b = moving(apart_pair)(rng)
    return a, velocity_a, 0.0, b, velocity_b, 0.0


def brief(rng: random.Random) -> Arguments:
    """Bodies that graze each other: where they are nearest they overlap by a hair, or just miss."""
    a, velocity_a, spin_a, b, velocity_b, spin_b = spun(moving(apart_pair), 6.0)(rng)
    one, hair = Spinning(frozen(a), velocity_a, spin_a), rng.choice((0.002, 0.005, 0.01, -0.01))
    for _ in range(3):
        other = Spinning(frozen(b), velocity_b, spin_b)
        found = dips(one.local, one.sweep, other.local, other.sweep)
        normal = separating_axis(one.at(found.fraction), other.at(found.fraction), early_out=False).normal
        x, y = (-(hair + found.least) * normal).tolist()
        b = scenes.moved(b, x, y)
    return told_apart(rng, (a, velocity_a, spin_a, b, velocity_b, spin_b))


def clear_turning(rng: random.Random) -> Arguments:
    """Shapes that turn, and clearly meet, miss or overlap at the start."""
    make = spun(moving(scenes.clear_pair if rng.random() < 0.6 else apart_pair))
    while True:
        scene = make(rng)
        if is_clear(turning_motion(scene), 0.05):
            return scene


_SPIN = "how far {} turns about its centroid (of its area) from t = 0 to t = 1, in radians, counter-clockwise"
_A, _VELOCITY_A, _B, _VELOCITY_B = TIME_OF_IMPACT.parameters
TIME_OF_IMPACT_TURNING = Problem(
    "time_of_impact_turning",
    (
        _A,
        Parameter("velocity_a", "velocity", "how far A's centroid moves from t = 0 to t = 1"),
        Parameter("spin_a", "spin", _SPIN.format("A")),
        _B,
        Parameter("velocity_b", "velocity", "how far B's centroid moves from t = 0 to t = 1"),
        Parameter("spin_b", "spin", _SPIN.format("B")),
    ),
    TIME_OF_IMPACT.returns,
    TIME_OF_IMPACT.property,
    {
        "random": spun(moving(apart_pair)),
        "spin alone": spin_alone,
        "no spin": no_spin,
        "overlapping at the start": spun(moving(scenes.random_pair)),
        "receding": spun(moving(apart_pair, -1.0)),
        "stopping short": spun(moving(apart_pair, 0.5)),
        "brief contact": brief,
        "several turns": spun(moving(apart_pair), 12.0),
        "contained": spun(moving(scenes.contained)),
        "collinear": spun(moving(lambda rng: tuple(scenes.with_middles(rng, each) for each in apart_pair(rng)))),
        "clockwise": spun(moving(scenes.clockwise)),
        "thin": spun(moving(scenes.thin)),
        "far away": spun(moving(scenes.far_away)),
    },
    accepts_turning,
    judge_turning,
    right_turning,
    settings_of(start_inside=START_INSIDE),
    clear_turning,
    touches=lambda arguments: turning_motion(arguments).grazes,
    form=TIME_OF_IMPACT.name,
    called_as=TIME_OF_IMPACT.name,
    note=TIME_OF_IMPACT.note,
)
