"""Judges of the routines that answer with vertices: the support point, and the Minkowski difference."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from geometry.counterexample import scenes
from geometry.counterexample.pairs import A_AND_B, BOTH, accepts_pair, flipped, touches
from geometry.counterexample.reading import Unreadable, point, points, reads
from geometry.counterexample.statement import Arguments, Conventions, Parameter, Problem, area_of, settings_of
from geometry.counterexample.truth import Outline, extremes, frozen, pair_of, require_convex_outline, shape
from geometry.counterexample.words import apart, place, told
from geometry.minkowski.difference import minkowski_difference
from geometry.sat.support import support
from geometry.vector import XY


def accepts_support(arguments: Arguments) -> None:
    """Raises ValueError unless the outline is convex and the direction is one."""
    outline, direction = arguments
    require_convex_outline(outline, "A")
    require_direction(direction)


def require_direction(direction: XY) -> None:
    """Raises ValueError for a direction that is too short or too long to be one."""
    if not 1e-3 <= math.hypot(*direction) <= 1e3:
        raise ValueError("a direction needs a length")


@reads("one vertex (x, y) of the outline")
def judge_support(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    outline, (dx, dy) = arguments
    said = flipped(point(answer), conventions)
    solid = shape(frozen(outline))
    close = 1e-9 * (solid.size + solid.max_coordinate)
    if min(math.dist(said, vertex) for vertex in outline) > close:
        return f"{place(said)} is no vertex of the outline."
    products = [x * dx + y * dy for x, y in outline]
    best = max(range(len(outline)), key=products.__getitem__)
    mine = said[0] * dx + said[1] * dy
    if mine >= products[best] - 2.0 * close * math.hypot(dx, dy):
        return None
    less, most = apart(mine, products[best])
    return f"The dot product of {place(said)} is {less}; vertex {best}, {place(outline[best])}, has {most}."


def right_support(arguments: Arguments, conventions: Conventions) -> XY:
    outline, direction = arguments
    x, y = support(shape(frozen(outline)), direction).point.tolist()
    return flipped((x, y), conventions)


Maker = Callable[[random.Random], Arguments]


def _outline(rng: random.Random) -> list[XY]:
    """An outline in any quadrant: of some all dot products are negative."""
    grid = scenes.grid_of(rng)
    return scenes.moved(scenes.polygon(rng, 2.0, grid), *scenes.away(rng, 0.0, 8.0, grid))


def random_support(rng: random.Random) -> Arguments:
    direction = scenes.away(rng, 0.5, 2.0, scenes.grid_of(rng))
    return _outline(rng), direction if math.hypot(*direction) > 0.1 else (1.0, 0.0)


def perpendicular(rng: random.Random) -> Arguments:
    """A direction along which a whole edge is farthest."""
    outline = _outline(rng)
    i = rng.randrange(len(outline))
    (x, y), (next_x, next_y) = outline[i], outline[(i + 1) % len(outline)]
    return outline, (next_y - y, x - next_x)


def along_axis(rng: random.Random) -> Arguments:
    return _outline(rng), rng.choice(((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)))


def behind_the_origin(rng: random.Random) -> Arguments:
    """All dot products are negative: a maximum that starts at 0 never meets one."""
    outline, (dx, dy) = random_support(rng)
    length = math.hypot(dx, dy)
    beyond = 20.0 / length
    return scenes.moved(outline, round(-beyond * dx, 2), round(-beyond * dy, 2)), (dx, dy)


def on_outline(change: Callable[[random.Random, list[XY]], list[XY]]) -> Maker:
    """A family like `random` with its outline changed."""

    def make(rng: random.Random) -> Arguments:
        outline, direction = random_support(rng)
        return change(rng, outline), direction

    return make


def far_out(rng: random.Random, outline: list[XY]) -> list[XY]:
    """The outline moved far from the origin."""
    x, y = (rng.choice((-1.0, 1.0)) * rng.choice(scenes.OFFSETS) for _ in range(2))
    return scenes.moved(outline, x, y)


SUPPORT = Problem(
    "support",
    (
        Parameter("a", "outline", "a convex outline, a list of (x, y)"),
        Parameter("d", "direction", "the direction (x, y), of any length"),
    ),
    "The vertex (x, y) that lies farthest along the direction.",
    "The answer must be a vertex, and no other vertex may have a greater dot product with the direction.",
    {
        "random": random_support,
        "perpendicular": perpendicular,
        "axis-aligned": along_axis,
        "negative": behind_the_origin,
        "collinear": on_outline(scenes.with_middles),
        "clockwise": on_outline(lambda rng, outline: outline[::-1]),
        "thin": on_outline(lambda rng, outline: scenes.sliver(rng)),
        "far away": on_outline(far_out),
    },
    accepts_support,
    judge_support,
    right_support,
    settings_of(y_down=BOTH),
    random_support,
)


@lru_cache(maxsize=512)
def _difference(a: Outline, b: Outline) -> tuple[XY, ...]:
    """The corners of A − B by trying all differences of vertices, counter-clockwise."""
    return tuple(extremes([(x - u, y - v) for x, y in a for u, v in b]))


@reads("a list of at least three points (x, y)")
def judge_difference(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    said = [flipped(each, conventions) for each in points(answer)]
    if conventions.normal_b_to_a:
        said = [(-x, -y) for x, y in said]
    outline = extremes(said)
    if len(outline) < 3:
        raise Unreadable(f"{len(said)} points that have no area" if len(said) > 2 else f"{len(said)} points")
    a, b = frozen(arguments[0]), frozen(arguments[1])
    true, close = _difference(a, b), pair_of(*arguments).close
    for corner in true:
        if beyond(corner, outline) > close:
            made = ((i, j) for i, p in enumerate(a) for j, q in enumerate(b) if (p[0] - q[0], p[1] - q[1]) == corner)
            i, j = next(made)
            return f"{place(corner)} is missing: vertex {i} of A minus vertex {j} of B."
    for each in said:
        out = beyond(each, true)
        if out > close:
            return f"{place(each)} lies {told(out)} outside the difference A − B."
        if out < -close:
            return f"{place(each)} lies inside the difference, {told(-out)} from its boundary."
    own, due = abs(area_of(said)), area_of(list(true))
    if abs(own - due) > close * sum(math.dist(p, q) for p, q in zip((true[-1], *true), true, strict=False)):
        return f"In the order given the points enclose an area of {told(own)}; the difference has {told(due)}."
    return None


def beyond(p: XY, outline: list[XY] | tuple[XY, ...]) -> float:
    """How far a point lies outside of the nearest lines of a counter-clockwise convex outline; negative inside."""
    found = -math.inf
    for (ax, ay), (bx, by) in zip((outline[-1], *outline), outline, strict=False):
        found = max(found, ((p[0] - ax) * (by - ay) - (p[1] - ay) * (bx - ax)) / math.hypot(bx - ax, by - ay))
    return found


def right_difference(arguments: Arguments, conventions: Conventions) -> list[XY]:
    a, b = (shape(frozen(outline)) for outline in arguments)
    found = [(float(x), float(y)) for x, y in minkowski_difference(a, b).points]
    sign = -1.0 if conventions.normal_b_to_a else 1.0
    return [flipped((sign * x + 0.0, sign * y + 0.0), conventions) for x, y in found]


MINKOWSKI_DIFFERENCE = Problem(
    "minkowski_difference",
    A_AND_B,
    "The outline of A − B, a list of (x, y): all points of A minus all points of B.",
    "The outline must have all extreme points of A − B, in order, and no point that is not on its boundary.",
    scenes.PAIRS,
    accepts_pair,
    judge_difference,
    right_difference,
    settings_of(normal_b_to_a=BOTH, y_down=BOTH),
    scenes.clear_pair,
    touches=touches,
)
