"""Judges of what moves for one unit of time: a circle against a wall, and two shapes against each other."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from geometry.counterexample import scenes
from geometry.counterexample.casts import require_radius, right_motion
from geometry.counterexample.first_touch import Motion, judge_motion, touches
from geometry.counterexample.pairs import accepts_pair
from geometry.counterexample.reading import reads
from geometry.counterexample.statement import Arguments, Conventions, Parameter, Problem, settings_of
from geometry.counterexample.truth import CLOSE, Outline, frozen, require_place, shape
from geometry.outcome import Outcome
from geometry.sat.separating_axis import separating_axis
from geometry.swept_circle.circle_segment import swept_circle_segment
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.tolerance import ROUNDING
from geometry.vector import XY

Maker = Callable[[random.Random], Arguments]
START_INSIDE = ("zero", "miss")


def require_velocity(velocity: XY) -> None:
    """Raises ValueError for a velocity that is not finite or far too great; (0, 0) is one."""
    if not all(math.isfinite(value) and abs(value) <= 1e4 for value in velocity):
        raise ValueError("a velocity must be finite")


def accepts_swept(arguments: Arguments) -> None:
    """Raises ValueError unless there is a circle that moves, and a wall with two ends."""
    center, radius, velocity, start, end = arguments
    for place in (center, start, end):
        require_place(place, "a point")
    require_radius(radius)
    require_velocity(velocity)
    if math.hypot(*velocity) < 1e-3 or math.dist(start, end) < 1e-2:
        raise ValueError("the circle must move, and the wall needs a length")


@lru_cache(maxsize=512)
def _swept(center: XY, radius: float, velocity: XY, start: XY, end: XY) -> Motion:
    found = swept_circle_segment(center, radius, velocity, start, end)
    (ex, ey), (vx, vy) = (end[0] - start[0], end[1] - start[1]), velocity
    squared = ex * ex + ey * ey

    def gap(t: float) -> float:
        x, y = center[0] + t * vx - start[0], center[1] + t * vy - start[1]
        foot = min(1.0, max(0.0, (x * ex + y * ey) / squared))
        return math.hypot(x - foot * ex, y - foot * ey) - radius

    most = max(abs(value) for each in (center, start, end) for value in each)
    close = CLOSE * (math.sqrt(squared) + radius) + 4.0 * ROUNDING * most
    first = None if found.outcome is Outcome.SEPARATED else found.fraction
    return Motion(gap, first, math.hypot(vx, vy), 1.0, 1.0, close, target="the wall")


def swept_motion(arguments: Arguments) -> Motion:
    center, radius, velocity, start, end = arguments
    return _swept(tuple(center), float(radius), tuple(velocity), tuple(start), tuple(end))


@reads("a number t from 0 to 1, or None")
def judge_swept(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    return judge_motion(swept_motion(arguments), answer, conventions)


def right_swept(arguments: Arguments, conventions: Conventions) -> float | None:
    return right_motion(swept_motion(arguments), conventions)


def _wall(rng: random.Random, grid: float | None) -> tuple[XY, XY]:
    """A wall of any length and direction."""
    x, y = scenes.away(rng, 0.0, 4.0, grid)
    ex, ey = scenes.away(rng, 0.5, 6.0, grid)
    return (x, y), (x + (ex or 1.0), y + ey)


def _at(start: XY, end: XY, along: float, above: float) -> XY:
    """A place at a fraction of the wall, and a height over it."""
    (x, y), (ex, ey) = start, (end[0] - start[0], end[1] - start[1])
    length = math.hypot(ex, ey)
    return x + along * ex - above * ey / length, y + along * ey + above * ex / length


def random_swept(rng: random.Random, along: tuple[float, float] = (-0.5, 1.5)) -> Arguments:
    """A circle that moves to a place at the wall or beyond it."""
    grid = scenes.grid_of(rng)
    start, end = _wall(rng, grid)
    radius = rng.choice((0.25, 0.5, 1.0, 2.0))
    side = rng.choice((-1.0, 1.0))
    center = _at(start, end, rng.uniform(-0.5, 1.5), side * rng.uniform(1.2, 4.0) * radius)
    center = (scenes.on_grid(center[0], grid), scenes.on_grid(center[1], grid))
    goal = _at(start, end, rng.uniform(*along), side * rng.uniform(-2.0, 1.2) * radius)
    velocity = (scenes.on_grid(goal[0] - center[0], grid), scenes.on_grid(goal[1] - center[1], grid))
    return center, radius, velocity if math.hypot(*velocity) > 0.1 else (1.0, 0.5), start, end


def at_an_end(rng: random.Random) -> Arguments:
    """A circle that meets an end of the wall, or only just passes it."""
    return random_swept(rng, rng.choice(((-0.2, 0.05), (0.95, 1.2))))


def short_wall(rng: random.Random) -> Arguments:
    """A wall that is shorter than the circle is wide."""
    _, _, velocity, start, end = random_swept(rng)
    middle = _at(start, end, 0.5, 0.0)
    radius = rng.choice((1.0, 1.5)) * math.dist(start, end)
    back = 2.5 * radius / max(0.1, math.hypot(*velocity))
    x, y = (middle[k] - back * velocity[k] for k in (0, 1))
    factor = rng.choice((2.0, 4.0, 1.0))
    off = rng.choice((0.0, 0.3, -0.3)) * radius
    return (round(x + off, 2), round(y, 2)), radius, tuple(factor * back * v / 2.0 for v in velocity), start, end


def parallel_swept(rng: random.Random) -> Arguments:
    """A motion parallel to the wall: beside it, along its line, or on towards an end."""
    start, end = _wall(rng, scenes.grid_of(rng) or 0.5)
    radius = rng.choice((0.5, 1.0))
    center = _at(start, end, rng.choice((-1.5, -1.0, 2.0, 2.5)), rng.choice((0.0, 0.5, -0.5, 2.0)) * radius)
    factor = rng.choice((0.5, 2.0, -2.0))
    return center, radius, (factor * (end[0] - start[0]), factor * (end[1] - start[1])), start, end


def overlapping_swept(rng: random.Random) -> Arguments:
    """A circle that overlaps the wall at the start, and moves out, along or through."""
    _, radius, velocity, start, end = random_swept(rng)
    center = _at(start, end, rng.uniform(0.0, 1.0), rng.uniform(-0.8, 0.8) * radius)
    return center, radius, velocity, start, end


def receding_swept(rng: random.Random) -> Arguments:
    """A circle that moves away from the wall."""
    center, radius, velocity, start, end = random_swept(rng)
    return center, radius, (-velocity[0], -velocity[1]), start, end


def stopping_short(rng: random.Random) -> Arguments:
    """A motion that ends before the wall, or only just reaches over it."""
    center, radius, velocity, start, end = random_swept(rng, (0.1, 0.9))
    factor = rng.choice((0.05, 0.2, 3.0))
    return center, radius, (factor * velocity[0], factor * velocity[1]), start, end


def far_swept(rng: random.Random) -> Arguments:
    center, radius, velocity, start, end = random_swept(rng)
    x, y = (rng.choice((-1.0, 1.0)) * rng.choice(scenes.OFFSETS) for _ in range(2))
    (center, start, end) = scenes.moved([center, start, end], x, y)
    return center, radius, velocity, start, end


def clear_swept(rng: random.Random) -> Arguments:
    """A circle that clearly hits the wall, misses it or overlaps it at the start."""
    while True:
        scene = overlapping_swept(rng) if rng.random() < 0.3 else random_swept(rng)
        if is_clear(swept_motion(scene), 0.1 * scene[1]):
            return scene


def is_clear(motion: Motion, least: float) -> bool:
    """Whether the start and the nearest place are clearly in contact, or clearly not."""
    return abs(motion.gap(0.0)) > least and abs(motion.gap(motion.nearest(1.0))) > least


SWEPT_CIRCLE = Problem(
    "swept_circle",
    (
        Parameter("center", "point", "the centre of the circle at t = 0"),
        Parameter("radius", "radius", "its radius"),
        Parameter("velocity", "velocity", "how far it moves from t = 0 to t = 1"),
        Parameter("start", "point", "one end of the wall, a segment"),
        Parameter("end", "point", "its other end"),
    ),
    "The time t from 0 to 1 at which the circle first touches the wall; 0 for a start in contact; None for a miss.",
    "The circle at t must touch the wall, and it may not overlap it before.",
    {
        "random": random_swept,
        "end of the wall": at_an_end,
        "short wall": short_wall,
        "parallel": parallel_swept,
        "overlapping at the start": overlapping_swept,
        "receding": receding_swept,
        "stopping short": stopping_short,
        "far away": far_swept,
    },
    accepts_swept,
    judge_swept,
    right_swept,
    settings_of(start_inside=START_INSIDE),
    clear_swept,
    touches=lambda arguments: touches(swept_motion(arguments)),
)


def accepts_impact(arguments: Arguments) -> None:
    """Raises ValueError unless there are two convex outlines that move."""
    a, velocity_a, b, velocity_b = arguments
    accepts_pair((a, b))
    require_velocity(velocity_a)
    require_velocity(velocity_b)


@lru_cache(maxsize=512)
def _impact(a: Outline, velocity_a: XY, b: Outline, velocity_b: XY) -> Motion:
    first, second = shape(a), shape(b)
    vx, vy = velocity_b[0] - velocity_a[0], velocity_b[1] - velocity_a[1]

    def gap(t: float) -> float:
        return separating_axis(first, second.moved((t * vx, t * vy)), early_out=False).separation

    found = linear_cast(first, velocity_a, second, velocity_b)
    size = max(first.size, second.size)
    most = max(first.max_coordinate, second.max_coordinate, *map(abs, (*velocity_a, *velocity_b)))
    time = None if found.outcome is Outcome.SEPARATED else found.fraction
    close = CLOSE * size + 4.0 * ROUNDING * most
    return Motion(gap, time, max(math.hypot(vx, vy), 1e-6), 1.0, 1.0, close, mover="A", target="B")


def impact_motion(arguments: Arguments) -> Motion:
    a, velocity_a, b, velocity_b = arguments
    return _impact(frozen(a), tuple(velocity_a), frozen(b), tuple(velocity_b))


@reads("a number t from 0 to 1, or None")
def judge_impact(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    return judge_motion(impact_motion(arguments), answer, conventions)


def right_impact(arguments: Arguments, conventions: Conventions) -> float | None:
    return right_motion(impact_motion(arguments), conventions)


def moving(make: Maker, factor: float | None = None) -> Maker:
    """The pairs of a family, with velocities that bring them together or past each other."""

    def made(rng: random.Random) -> Arguments:
        a, b = make(rng)
        (ax, ay), (bx, by) = scenes.middle(a), scenes.middle(b)
        share, grid = rng.random(), scenes.grid_of(rng)
        reach = rng.choice((0.5, 1.0, 1.5, 2.0)) if factor is None else factor
        off_x, off_y = scenes.away(rng, 0.0, 1.5)
        x, y = reach * (bx - ax) + off_x, reach * (by - ay) + off_y
        velocity_a = (scenes.on_grid(share * x, grid), scenes.on_grid(share * y, grid))
        rest = (scenes.on_grid((share - 1.0) * x, grid), scenes.on_grid((share - 1.0) * y, grid))
        return a, velocity_a, b, rest

    return made


def apart_pair(rng: random.Random) -> Arguments:
    """Two outlines that start apart."""
    grid = scenes.grid_of(rng)
    a, b = (scenes.polygon(rng, rng.choice((1.0, 2.0)), grid) for _ in range(2))
    return scenes.shifted(rng, (a, scenes.moved(b, *scenes.away(rng, 4.5, 8.0, grid))), grid)


def sliding(rng: random.Random) -> Arguments:
    """Boxes that move along parallel edges: past each other, in touch, or face to face."""
    a, b = scenes.touching_boxes(rng)
    x, y = rng.choice(scenes.QUARTERS)
    gap = float(rng.randint(0, 4))
    reach = float(rng.randint(1, 6))
    return a, (reach * x, reach * y), scenes.moved(b, gap * x, gap * y), (0.0, 0.0) if rng.random() < 0.5 else (-y, x)


def equal_velocities(rng: random.Random) -> Arguments:
    """Both move alike: nothing changes between them."""
    a, velocity, b, _ = moving(rng.choice((apart_pair, scenes.random_pair)))(rng)
    return a, velocity, b, velocity


def clear_impact(rng: random.Random) -> Arguments:
    """Shapes that clearly meet, miss or overlap at the start."""
    make = scenes.clear_pair if rng.random() < 0.6 else apart_pair
    while True:
        scene = moving(make)(rng)
        if is_clear(impact_motion(scene), 0.05):
            return scene


BY_SIGNATURE = (
    "The signature says which bodies are asked about: a function that takes four arguments knows only bodies that "
    "move; one that needs six is asked about bodies that turn too."
)
TIME_OF_IMPACT = Problem(
    "time_of_impact",
    (
        Parameter("a", "outline", "the first shape at t = 0: a convex outline, a list of (x, y)"),
        Parameter("velocity_a", "velocity", "how far A moves from t = 0 to t = 1"),
        Parameter("b", "outline", "the second shape at t = 0"),
        Parameter("velocity_b", "velocity", "how far B moves from t = 0 to t = 1"),
    ),
    "The time t from 0 to 1 at which the shapes first touch; 0 if they overlap at the start; None for a miss.",
    "The shapes at t must touch, and they may not overlap before.",
    {
        "random": moving(apart_pair),
        "overlapping at the start": moving(scenes.random_pair),
        "receding": moving(apart_pair, -1.0),
        "stopping short": moving(apart_pair, 0.2),
        "parallel": sliding,
        "equal velocities": equal_velocities,
        "contained": moving(scenes.contained),
        "collinear": moving(lambda rng: tuple(scenes.with_middles(rng, each) for each in apart_pair(rng))),
        "clockwise": moving(scenes.clockwise),
        "thin": moving(scenes.thin),
        "far away": moving(scenes.far_away),
    },
    accepts_impact,
    judge_impact,
    right_impact,
    settings_of(start_inside=START_INSIDE),
    clear_impact,
    touches=lambda arguments: touches(impact_motion(arguments)),
    note=BY_SIGNATURE,
)
