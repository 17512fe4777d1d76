"""Judges of rays and circles that are cast against a convex outline."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from geometry.counterexample import scenes
from geometry.counterexample.first_touch import Motion, judge_motion, lowest, touches
from geometry.counterexample.pairs import BOTH
from geometry.counterexample.reading import reads
from geometry.counterexample.statement import Arguments, Conventions, Parameter, Problem, settings_of
from geometry.counterexample.truth import (
    CLOSE,
    Outline,
    frozen,
    require_convex_outline,
    require_place,
    shape,
)
from geometry.counterexample.vertices import far_out, require_direction
from geometry.query.circle_cast import circle_cast
from geometry.query.point_query import point_query
from geometry.query.ray_cast import ray_cast
from geometry.ray import Ray, RayKind
from geometry.tolerance import ROUNDING
from geometry.vector import XY


def accepts_ray(arguments: Arguments) -> None:
    """Raises ValueError unless there is a start, a direction and a convex outline."""
    origin, direction, outline = arguments
    require_place(origin, "the start")
    require_direction(direction)
    require_convex_outline(outline, "the shape")


def accepts_circle(arguments: Arguments) -> None:
    """Raises ValueError unless there is a circle, a direction and a convex outline."""
    center, radius, direction, outline = arguments
    require_radius(radius)
    accepts_ray((center, direction, outline))


def require_radius(radius: float) -> None:
    """Raises ValueError for a radius that is hardly one."""
    if not 0.01 <= radius <= 1e4:
        raise ValueError("a circle needs a radius")


@lru_cache(maxsize=512)
def _motion(center: XY, radius: float, direction: XY, outline: Outline) -> Motion:
    solid, speed = shape(outline), math.hypot(*direction)
    middle = solid.points.mean(axis=0).tolist()
    away = math.dist(center, middle)
    blur = 4.0 * ROUNDING * max(solid.max_coordinate, abs(center[0]), abs(center[1]))
    ray = Ray(center, direction, RayKind.HALF_LINE)
    cast = circle_cast(solid, ray, radius) if radius > 0.0 else ray_cast(solid, ray)

    def gap(t: float) -> float:
        return point_query(solid, (center[0] + t * direction[0], center[1] + t * direction[1])).separation - radius

    # One unit in the last place of t moves a far point by `blur`.
    reach = (away + solid.size + radius) / speed
    close = CLOSE * (solid.size + radius) + blur
    mover = "the circle" if radius > 0.0 else "the point"
    return Motion(gap, cast.fraction, speed, math.inf, reach, close, _leaves(center, direction, outline), mover)


def _leaves(start: XY, direction: XY, outline: Outline) -> float | None:
    """When a ray leaves a convex outline: the least t at which it crosses an edge's line outward."""
    found, (dx, dy) = math.inf, direction
    points = shape(outline).points_xy
    for (px, py), (qx, qy) in zip((points[-1], *points), points, strict=False):
        nx, ny = qy - py, px - qx
        outward = nx * dx + ny * dy
        if outward > 1e-12 * math.hypot(nx, ny) * math.hypot(dx, dy):
            found = min(found, (nx * (px - start[0]) + ny * (py - start[1])) / outward)
    return found if math.isfinite(found) else None


def motion_of(arguments: Arguments) -> Motion:
    """The motion of a ray's point, or of a circle."""
    *circle, direction, outline = arguments if len(arguments) == 4 else (arguments[0], 0.0, *arguments[1:])
    center, radius = circle
    return _motion(tuple(center), float(radius), tuple(direction), frozen(outline))


@reads("a number t, or None")
def judge_ray(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    return judge_motion(motion_of(_ray(arguments)), answer, conventions)


@reads("a number t, or None")
def judge_circle(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    return judge_motion(motion_of(arguments), answer, conventions)


def _ray(arguments: Arguments) -> Arguments:
    origin, direction, outline = arguments
    return origin, 0.0, direction, outline


def right_ray(arguments: Arguments, conventions: Conventions) -> float | None:
    return right_motion(motion_of(_ray(arguments)), conventions)


def right_circle(arguments: Arguments, conventions: Conventions) -> float | None:
    return right_motion(motion_of(arguments), conventions)


def right_motion(motion: Motion, conventions: Conventions) -> float | None:
    """The first touch, as a routine of these conventions says it."""
    t = motion.first
    if motion.gap(0.0) <= motion.close:
        t = {"zero": 0.0, "exit": motion.leaves, "miss": None}[conventions.start_inside]
    return t * motion.speed if t is not None and conventions.in_lengths else t


def _towards(rng: random.Random, start: XY, outline: list[XY], grid: float | None) -> XY:
    """A direction that leads to about the shape: some rays miss it."""
    x, y = scenes.middle(outline)
    off_x, off_y = scenes.away(rng, 0.0, 2.5)
    factor = rng.choice((0.25, 0.5, 1.0, 1.5))
    dx, dy = (scenes.on_grid(factor * value, grid) for value in (x + off_x - start[0], y + off_y - start[1]))
    return (dx, dy) if math.hypot(dx, dy) > 0.2 else (1.0, 0.0)


Cast = Callable[[random.Random], Arguments]


def random_ray(rng: random.Random) -> Arguments:
    """A ray that starts outside, towards the shape or past it."""
    grid = scenes.grid_of(rng)
    outline = scenes.polygon(rng, 2.0, grid)
    start = scenes.away(rng, 3.0, 7.0, grid)
    shift = scenes.away(rng, 0.0, 6.0, grid)
    direction = _towards(rng, start, outline, grid)
    return (start[0] + shift[0], start[1] + shift[1]), direction, scenes.moved(outline, *shift)


def behind(rng: random.Random) -> Arguments:
    """The shape lies behind the start."""
    start, (dx, dy), outline = random_ray(rng)
    return start, (-dx, -dy), outline


def inside(rng: random.Random) -> Arguments:
    """A ray that starts inside."""
    _, direction, outline = random_ray(rng)
    weights = [rng.random() + 0.05 for _ in outline]
    x, y = (sum(w * p[k] for w, p in zip(weights, outline, strict=True)) / sum(weights) for k in (0, 1))
    return (round(x, 2), round(y, 2)) if rng.random() < 0.5 else (x, y), direction, outline


def along_an_edge(rng: random.Random) -> Arguments:
    """A ray parallel to an edge, beside it, on it, or through the shape."""
    _, _, outline = random_ray(rng)
    i = rng.randrange(len(outline))
    (px, py), (qx, qy) = outline[i], outline[(i + 1) % len(outline)]
    ex, ey = qx - px, qy - py
    beside = rng.choice((0.0, 0.25, 0.25, -0.25, 1.0))
    back = rng.choice((-2.0, -1.5, 2.0))
    start = (px + back * ex - beside * ey, py + back * ey + beside * ex)
    return start, (ex, ey) if rng.random() < 0.7 else (-ex, -ey), outline


def at_a_corner(rng: random.Random) -> Arguments:
    """A ray through a vertex: into the shape, or grazing it."""
    start, _, outline = random_ray(rng)
    x, y = rng.choice(outline)
    factor = rng.choice((0.5, 1.0, 2.0))
    direction = (factor * (x - start[0]), factor * (y - start[1]))
    return start, direction if math.hypot(*direction) > 0.1 else (1.0, 0.0), outline


def axis_aligned(rng: random.Random) -> Arguments:
    """A ray along an axis, level with the shape's middle: a slope that divides by 0."""
    outline = random_ray(rng)[2]
    x, y = scenes.middle(outline)
    off = rng.choice((0.0, 0.25, -0.5))
    dx, dy = rng.choice(((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (2.0, 0.0), (0.0, -0.5)))
    length = math.hypot(dx, dy)
    return (x - 6.0 * dx / length + off * dy, y - 6.0 * dy / length + off * dx), (dx, dy), outline


def changed(change: Callable[[random.Random, list[XY]], list[XY]]) -> Cast:
    """Random rays against a changed outline."""

    def make(rng: random.Random) -> Arguments:
        start, direction, outline = random_ray(rng)
        return start, direction, change(rng, outline)

    return make


def far_ray(rng: random.Random) -> Arguments:
    start, direction, outline = rng.choice((random_ray, axis_aligned, behind))(rng)
    (x, y), (far_x, far_y) = outline[0], far_out(rng, outline)[0]
    return (
        (start[0] + far_x - x, start[1] + far_y - y),
        direction,
        scenes.moved(outline, far_x - x, far_y - y),
    )


def thin_shape(rng: random.Random, outline: list[XY]) -> list[XY]:
    return scenes.moved(scenes.sliver(rng), *scenes.middle(outline))


RAYS: dict[str, Cast] = {
    "random": random_ray,
    "behind": behind,
    "inside": inside,
    "parallel": along_an_edge,
    "corner": at_a_corner,
    "axis-aligned": axis_aligned,
    "collinear": changed(scenes.with_middles),
    "clockwise": changed(lambda rng, outline: outline[::-1]),
    "thin": changed(thin_shape),
    "far away": far_ray,
}


def with_circle(make: Cast) -> Cast:
    """The scenes of a ray with a circle for its point."""

    def made(rng: random.Random) -> Arguments:
        start, direction, outline = make(rng)
        return start, rng.choice((0.25, 0.5, 1.0, 1.0, 2.0)), direction, outline

    return made


def past_a_corner(rng: random.Random) -> Arguments:
    """A circle whose centre passes a vertex by less than its radius: only the corner's circle is met."""
    start, (dx, dy), outline = at_a_corner(rng)
    radius, length = rng.choice((0.5, 1.0, 2.0)), math.hypot(dx, dy)
    side = rng.choice((-0.9, -0.5, 0.5, 0.9)) * radius / length
    return (start[0] - side * dy, start[1] + side * dx), radius, (dx, dy), outline


def clear_ray(rng: random.Random) -> Arguments:
    """A ray that starts inside, or outside and clearly hits or misses."""
    make = inside if rng.random() < 0.3 else random_ray
    while True:
        scene = make(rng)
        motion = motion_of(_ray(scene))
        beside = motion.gap(_nearest(motion))
        if abs(beside) > 0.1 and abs(motion.gap(0.0)) > 0.1 and abs(motion.speed - 1.0) > 0.05:
            return scene


def _nearest(motion: Motion) -> float:
    return lowest(motion.gap, 0.0, motion.reach)


def clear_circle(rng: random.Random) -> Arguments:
    while True:
        start, direction, outline = clear_ray(rng)
        scene = (start, rng.choice((0.5, 1.0)), direction, outline)
        motion = motion_of(scene)
        if abs(motion.gap(_nearest(motion))) > 0.1 and abs(motion.gap(0.0)) > 0.1:
            return scene


SHAPE = Parameter("shape", "outline", "a convex outline, a list of (x, y)")
RAY_CAST = Problem(
    "ray_cast",
    (
        Parameter("origin", "point", "where the ray starts"),
        Parameter("direction", "direction", "where it leads, (x, y) of any length; the ray has no end"),
        SHAPE,
    ),
    "The number t for which origin + t · direction is the first point on the shape; 0 for a start inside; None for a"
    " miss.",
    "The point at t must lie on the shape's boundary, and none before it.",
    RAYS,
    accepts_ray,
    judge_ray,
    right_ray,
    settings_of(in_lengths=BOTH, start_inside=("zero", "exit", "miss")),
    clear_ray,
    touches=lambda arguments: touches(motion_of(_ray(arguments))),
)
CIRCLE_CAST = Problem(
    "circle_cast",
    (
        Parameter("center", "point", "the centre of the circle at the start"),
        Parameter("radius", "radius", "its radius"),
        Parameter("direction", "direction", "where it moves, (x, y) of any length; it has no end"),
        SHAPE,
    ),
    "The number t for which the circle about center + t · direction first touches the shape; 0 if it does at once;"
    " None for a miss.",
    "The circle at t must touch the shape, and it may not overlap it before.",
    {**{name: with_circle(make) for name, make in RAYS.items()}, "corner": past_a_corner},
    accepts_circle,
    judge_circle,
    right_circle,
    settings_of(in_lengths=BOTH, start_inside=("zero", "miss")),
    clear_circle,
    touches=lambda arguments: touches(motion_of(arguments)),
)
