"""The questions about pairs of shapes, asked of a circle and a circle, and of a circle and a convex outline.

The judges are those of two outlines: `truth.Pair` knows both kinds of shapes. New are the scenes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from geometry.counterexample import scenes
from geometry.counterexample.casts import require_radius
from geometry.counterexample.pairs import CLOSEST_POINTS, DISTANCE, MTV, OVERLAP, touches
from geometry.counterexample.statement import Arguments, Families, Parameter, Problem
from geometry.counterexample.truth import Pair, extent_of, pair_of, require_convex_outline, require_place
from geometry.vector import XY

Maker = Callable[[random.Random], Arguments]
RADII = (0.25, 0.5, 0.75, 1.0, 1.0, 1.5, 2.0, 3.0)
ASIDE = 0.05  # of the size: nearer to another answer a scene is not clear

TWO_CIRCLES = (
    Parameter("center_a", "point", "the centre of the first circle, A"),
    Parameter("radius_a", "radius", "its radius"),
    Parameter("center_b", "point", "the centre of the second circle, B"),
    Parameter("radius_b", "radius", "its radius"),
)
CIRCLE_AND_POLYGON = (
    Parameter("center", "point", "the centre of the circle, A"),
    Parameter("radius", "radius", "its radius"),
    Parameter("polygon", "outline", "B: a convex outline, a list of (x, y)"),
)


def accepts_two(arguments: Arguments) -> None:
    """Raises ValueError unless there are two circles."""
    center_a, radius_a, center_b, radius_b = arguments
    for center, radius, name in ((center_a, radius_a, "A"), (center_b, radius_b, "B")):
        require_place(center, name)
        require_radius(radius)


def accepts_mixed(arguments: Arguments) -> None:
    """Raises ValueError unless there is a circle, and a convex outline."""
    center, radius, polygon = arguments
    require_place(center, "A")
    require_radius(radius)
    require_convex_outline(polygon, "B")


def _turned(rng: random.Random, x: float, y: float) -> XY:
    """One of the four quarter turns of a vector."""
    cosine, sine = rng.choice(scenes.QUARTERS)
    return cosine * x - sine * y + 0.0, sine * x + cosine * y + 0.0


def _apart(rng: random.Random, pair: Pair) -> XY:
    """A move of B to where the shapes touch, or where a clear hair parts or joins them."""
    (x, y), hair = pair.axes.normal.tolist(), rng.choice((0.0, 0.0, 0.01, -0.01))
    return (hair - pair.separation) * x, (hair - pair.separation) * y


# Two circles


def random_two(rng: random.Random) -> Arguments:
    """Two circles near each other, anywhere: about as many overlap as are apart."""
    grid = scenes.grid_of(rng)
    center, reach = scenes.away(rng, 0.0, 8.0, grid), 0.0
    radius_a, radius_b = rng.choice(RADII), rng.choice(RADII)
    while reach == 0.0:
        x, y = scenes.away(rng, 0.1, 2.0 * (radius_a + radius_b), grid)
        reach = math.hypot(x, y)
    return center, radius_a, (center[0] + x, center[1] + y), radius_b


def touching_circles(rng: random.Random) -> Arguments:
    """Two circles in whole numbers that touch along an axis."""
    x, y = float(rng.randint(-3, 3)), float(rng.randint(-3, 3))
    radius_a, radius_b = float(rng.randint(1, 4)), float(rng.randint(1, 4))
    dx, dy = _turned(rng, radius_a + radius_b, 0.0)
    return (x, y), radius_a, (x + dx, y + dy), radius_b


def touching_two(rng: random.Random) -> Arguments:
    """Two circles that touch exactly or up to rounding, or that a clear hair parts or joins."""
    if rng.random() < 0.4:
        return touching_circles(rng)
    center_a, radius_a, center_b, radius_b = random_two(rng)
    x, y = _apart(rng, pair_of(center_a, radius_a, center_b, radius_b))
    return center_a, radius_a, (center_b[0] + x, center_b[1] + y), radius_b


def contained_two(rng: random.Random) -> Arguments:
    """A small circle inside a large one, either way round; some touch its rim from inside."""
    grid = scenes.grid_of(rng)
    center, small = scenes.away(rng, 0.0, 8.0, grid), rng.choice((0.25, 0.5, 1.0))
    large = rng.choice((2.0, 3.0, 4.0))
    x, y = scenes.away(rng, 0.1, large - small, grid)
    if rng.random() < 0.2:
        x, y = _turned(rng, large - small, 0.0)
    found = (center, large, (center[0] + x, center[1] + y), small)
    return found if rng.random() < 0.5 else (*found[2:], *found[:2])


def concentric(rng: random.Random) -> Arguments:
    """Two circles about one centre: no direction leads from one to the other."""
    center = scenes.away(rng, 0.0, 8.0, scenes.grid_of(rng))
    return center, rng.choice(RADII), center, rng.choice(RADII)


def level(rng: random.Random) -> Arguments:
    """Two circles side by side, or one above the other: half of the difference is 0."""
    center, radius_a, _, radius_b = random_two(rng)
    x, y = _turned(rng, rng.choice((0.4, 0.8, 1.25, 2.0)) * (radius_a + radius_b), 0.0)
    return center, radius_a, (center[0] + x, center[1] + y), radius_b


def far_two(rng: random.Random) -> Arguments:
    center_a, radius_a, center_b, radius_b = rng.choice((random_two, touching_two))(rng)
    x, y = (rng.choice((-1.0, 0.0, 1.0)) * rng.choice(scenes.OFFSETS) for _ in range(2))
    a, b = scenes.moved([center_a, center_b], x, y)
    return a, radius_a, b, radius_b


# A circle and an outline


def _around(rng: random.Random, polygon: list[XY]) -> Arguments:
    """A circle about as large as the outline, at a place near it or in it."""
    size = extent_of(polygon)
    x, y = scenes.middle(polygon)
    dx, dy = scenes.away(rng, 0.0, 1.3 * size)
    grid = scenes.grid_of(rng)
    return (scenes.on_grid(x + dx, grid), scenes.on_grid(y + dy, grid)), rng.choice(RADII), polygon


def _polygon(rng: random.Random) -> list[XY]:
    """An outline in any quadrant."""
    grid = scenes.grid_of(rng)
    return scenes.moved(scenes.polygon(rng, rng.choice((1.0, 2.0, 3.0)), grid), *scenes.away(rng, 0.0, 6.0, grid))


def random_mixed(rng: random.Random) -> Arguments:
    return _around(rng, _polygon(rng))


def beside_a_corner(rng: random.Random) -> Arguments:
    """A circle whose centre is nearest to a vertex: it reaches over the corner, or just does not."""
    polygon = _polygon(rng)
    i = rng.randrange(len(polygon))
    (px, py), (x, y), (qx, qy) = polygon[i - 1], polygon[i], polygon[(i + 1) % len(polygon)]
    before, after = math.hypot(px - x, py - y), math.hypot(qx - x, qy - y)
    out_x, out_y = -(px - x) / before - (qx - x) / after, -(py - y) / before - (qy - y) / after
    length, radius = math.hypot(out_x, out_y), rng.choice(RADII)
    reach = rng.choice((0.5, 0.8, 0.95, 1.05, 1.2, 1.4)) * radius
    return (x + reach * out_x / length, y + reach * out_y / length), radius, polygon


def touching_a_box(rng: random.Random) -> Arguments:
    """A circle and an axis-aligned box in whole numbers that touch along an axis, at an edge or at a corner."""
    w, h, radius = (float(rng.randint(1, 4)) for _ in range(3))
    x, y, slide = float(rng.randint(-3, 3)), float(rng.randint(-3, 3)), float(rng.randint(0, int(h)))
    cosine, sine = rng.choice(scenes.QUARTERS)
    corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x + w + radius, y + slide)]
    *box, center = ((u + 0.0, v + 0.0) for u, v in scenes.turned(corners, cosine, sine))
    return center, radius, box


def touching_mixed(rng: random.Random) -> Arguments:
    """A circle and an outline that touch exactly or up to rounding, or that a clear hair parts or joins."""
    if rng.random() < 0.4:
        return touching_a_box(rng)
    center, radius, polygon = rng.choice((random_mixed, beside_a_corner))(rng)
    x, y = _apart(rng, pair_of(center, radius, polygon))
    return (center[0] - x, center[1] - y), radius, polygon


def center_inside(rng: random.Random) -> Arguments:
    """A circle with its centre in the outline: it lies in it, or reaches out of it, or covers it."""
    polygon = _polygon(rng)
    weights = [rng.random() + 0.05 for _ in polygon]
    x, y = (sum(w * p[k] for w, p in zip(weights, polygon, strict=True)) / sum(weights) for k in (0, 1))
    return (round(x, 2), round(y, 2)) if rng.random() < 0.5 else (x, y), rng.choice(RADII), polygon


def contained_mixed(rng: random.Random) -> Arguments:
    """A small circle inside a large outline, or a small outline inside a large circle."""
    grid = scenes.grid_of(rng)
    shift = scenes.away(rng, 0.0, 6.0, grid)
    if rng.random() < 0.5:
        return shift, rng.choice((3.0, 4.0)), scenes.moved(scenes.polygon(rng, 1.0, grid), *shift)
    while True:
        polygon, (x, y) = scenes.moved(scenes.polygon(rng, 4.0, grid), *shift), scenes.away(rng, 0.0, 2.0, grid)
        found = ((shift[0] + x, shift[1] + y), rng.choice((0.25, 0.5)), polygon)
        if pair_of(*found).separation < -2.0 * found[1]:
            return found


def center_on_the_boundary(rng: random.Random) -> Arguments:
    """A circle with its centre on an edge, or on a vertex: the closest point is the centre itself."""
    polygon = _polygon(rng)
    i = rng.randrange(len(polygon))
    (px, py), (qx, qy) = polygon[i - 1], polygon[i]
    t = rng.choice((0.0, 0.5, 0.5))
    return (px + t * (qx - px), py + t * (qy - py)), rng.choice(RADII), polygon


def changed(change: Callable[[random.Random, list[XY]], list[XY]]) -> Maker:
    """Circles about a changed outline."""

    def make(rng: random.Random) -> Arguments:
        return _around(rng, change(rng, _polygon(rng)))

    return make


def far_mixed(rng: random.Random) -> Arguments:
    center, radius, polygon = rng.choice(
        (random_mixed, beside_a_corner, center_inside, touching_mixed, touching_mixed)
    )(rng)
    x, y = (rng.choice((-1.0, 0.0, 1.0)) * rng.choice(scenes.OFFSETS) for _ in range(2))
    (moved,) = scenes.moved([center], x, y)
    return moved, radius, scenes.moved(polygon, x, y)


TWO: Families = {
    "random": random_two,
    "touching": touching_two,
    "contained": contained_two,
    "equal centres": concentric,
    "axis-aligned": level,
    "far away": far_two,
}
MIXED: Families = {
    "random": random_mixed,
    "corner": beside_a_corner,
    "touching": touching_mixed,
    "contained": contained_mixed,
    "centre inside": center_inside,
    "centre on the boundary": center_on_the_boundary,
    "collinear": changed(scenes.with_middles),
    "clockwise": changed(lambda rng, outline: outline[::-1]),
    "thin": changed(lambda rng, outline: scenes.moved(scenes.sliver(rng), *scenes.middle(outline))),
    "far away": far_mixed,
}


# How often clear scenes are apart, overlap with the circle's centre outside, and with it inside of an outline: there
# alone does the winding tell. Where a normal is asked for, those with the centre outside tell its way.
APART, OUTSIDE, INSIDE = (False, False), (True, False), (True, True)
SHARES = (APART, OUTSIDE, INSIDE, INSIDE)
OF_NORMALS = (APART, *4 * (OUTSIDE,), *3 * (INSIDE,))


def clear(make: Maker, shares: tuple[tuple[bool, bool], ...]) -> Maker:
    """Scenes that are clearly apart, or overlap with one clear shortest way out."""

    def made(rng: random.Random) -> Arguments:
        overlap, inside = rng.choice(shares)
        while True:
            scene = make(rng)
            found = pair_of(*scene)
            least, of_cores = ASIDE * found.size, found.separation + found.a.radius + found.b.radius
            if abs(found.separation) < least or abs(of_cores) < least or found.overlap != overlap:
                continue
            if len(scene) == len(CIRCLE_AND_POLYGON) and (of_cores < 0.0) != inside:
                continue
            others = [t for t in found.axes.tests if abs(float(t.normal @ found.axes.normal)) < 0.99]
            if of_cores > 0.0 or all(t.separation < found.separation - least for t in others):
                return scene

    return made


def of_circles(problem: Problem) -> Mapping[str, Problem]:
    """The question of two outlines, asked of the pairs with circles."""
    shares = OF_NORMALS if problem is MTV else SHARES
    two = replace(
        problem,
        name=f"circle_circle_{problem.name}",
        parameters=TWO_CIRCLES,
        families=TWO,
        accepts=accepts_two,
        clear=clear(random_two, shares),
        touching=problem.touching and touching_circles,
        touches=touches,
        form=problem.name,
    )
    mixed = replace(
        two,
        name=f"circle_polygon_{problem.name}",
        parameters=CIRCLE_AND_POLYGON,
        families=MIXED,
        accepts=accepts_mixed,
        clear=clear(random_mixed, shares),
        touching=problem.touching and touching_a_box,
    )
    return {two.name: two, mixed.name: mixed}


CIRCLE_PAIRS: Mapping[str, Problem] = {
    name: each for problem in (OVERLAP, MTV, DISTANCE, CLOSEST_POINTS) for name, each in of_circles(problem).items()
}
