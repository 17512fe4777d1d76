"""Random pairs of convex outlines, of every kind that breaks routines.

About half of the scenes have coordinates on a grid: round numbers make ties, right angles and exact touching, on
which bugs live and which random floats hardly ever hit.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from geometry.counterexample.statement import Arguments, area_of
from geometry.counterexample.truth import extent_of, extremes, pair_of
from geometry.vector import XY

Outline = list[XY]
GRIDS = (1.0, 1.0, 0.5, 0.25)  # exact as floats: what lies on one line there does so without rounding
QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))  # cosine and sine of the quarter turns
OFFSETS = (50.0, 1000.0, 10_000.0, 100_000.0, 1_000_000.0)
TURNS = ((1.0, 0.0), (0.0, 1.0), (0.6, 0.8), (0.8, -0.6))  # cosine and sine: quarter turns and the 3-4-5 triangle's


def grid_of(rng: random.Random) -> float | None:
    """The grid of a scene; None for none."""
    return rng.choice(GRIDS) if rng.random() < 0.5 else None


def rounded_to(points: Outline, grid: float | None) -> Outline:
    """The points on the grid, which is exact in two decimals."""
    return points if grid is None else [(on_grid(x, grid), on_grid(y, grid)) for x, y in points]


def on_grid(value: float, grid: float | None) -> float:
    return value if grid is None else round(round(value / grid) * grid, 2) + 0.0


def moved(outline: Outline, x: float, y: float) -> Outline:
    return [(px + x, py + y) for px, py in outline]


def scaled(outline: Outline, factor: float) -> Outline:
    """The outline with its distances from the middle of its bounding box multiplied."""
    cx, cy = middle(outline)
    return [(cx + factor * (x - cx), cy + factor * (y - cy)) for x, y in outline]


def turned(outline: Outline, cosine: float, sine: float) -> Outline:
    return [(cosine * x - sine * y, sine * x + cosine * y) for x, y in outline]


def middle(outline: Outline) -> XY:
    """The middle of the bounding box."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs) + max(xs)) / 2.0, (min(ys) + max(ys)) / 2.0


def is_stout(outline: Outline, least: float = 0.05) -> bool:
    """Whether an outline has an area worth the name, and no edge that is hardly one."""
    if len(outline) < 3:
        return False
    size = extent_of(outline)
    shortest = min(math.dist(p, q) for p, q in zip([outline[-1], *outline], outline, strict=False))
    return shortest > 0.05 * size and abs(area_of(outline)) > least * size * size


def polygon(rng: random.Random, size: float = 2.0, grid: float | None = None, most: int = 7) -> Outline:
    """A convex outline of 3 to `most` vertices about the origin, counter-clockwise, from a random vertex on."""
    while True:
        if rng.random() < 0.3:
            found = box(rng, size, grid)
        else:
            angles = sorted(rng.uniform(0.0, math.tau) for _ in range(rng.randint(3, most)))
            wide, high = rng.uniform(0.5, 1.0) * size, rng.uniform(0.5, 1.0) * size
            turn = rng.uniform(0.0, math.tau)
            ring = [(wide * math.cos(t), high * math.sin(t)) for t in angles]
            found = extremes(rounded_to(turned(ring, math.cos(turn), math.sin(turn)), grid))
        if is_stout(found):
            first = rng.randrange(len(found))
            return found[first:] + found[:first]


def box(rng: random.Random, size: float = 2.0, grid: float | None = None) -> Outline:
    """An axis-aligned box, or one turned."""
    unit = grid or 0.01
    wide, high = (max(unit, on_grid(rng.uniform(0.3, 1.0) * size, unit)) for _ in range(2))
    corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    if grid is None and rng.random() < 0.5:
        angle = rng.uniform(0.0, math.tau)
        corners = turned(corners, math.cos(angle), math.sin(angle))
    return corners


def away(rng: random.Random, least: float, most: float, grid: float | None = None) -> XY:
    """A vector of random direction and length."""
    angle, length = rng.uniform(0.0, math.tau), rng.uniform(least, most)
    return on_grid(length * math.cos(angle), grid), on_grid(length * math.sin(angle), grid)


def shifted(rng: random.Random, pair: Arguments, grid: float | None) -> Arguments:
    """Both outlines moved together, into any quadrant: what is right must not hang on the origin."""
    if rng.random() < 0.3:
        return pair
    x, y = away(rng, 0.0, 10.0, grid)
    return tuple(moved(outline, x, y) for outline in pair)


def random_pair(rng: random.Random) -> Arguments:
    """Two outlines near each other: about as many pairs overlap as are apart."""
    grid = grid_of(rng)
    a, b = (polygon(rng, rng.choice((1.0, 2.0, 3.0)), grid) for _ in range(2))
    reach = (extent_of(a) + extent_of(b)) / 2.0
    return shifted(rng, (a, moved(b, *away(rng, 0.2 * reach, 1.6 * reach, grid))), grid)


def touching_boxes(rng: random.Random) -> Arguments:
    """Two axis-aligned boxes in whole numbers that share a piece of an edge or a corner, and nothing more."""
    w, h, w2, h2 = (float(rng.randint(1, 4)) for _ in range(4))
    x, y = float(rng.randint(-3, 3)), float(rng.randint(-3, 3))
    slide = float(rng.randint(-int(h2), int(h)))
    a = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    b = [(x + w, y + slide), (x + w + w2, y + slide), (x + w + w2, y + slide + h2), (x + w, y + slide + h2)]
    cosine, sine = rng.choice(QUARTERS)
    a, b = turned(a, cosine, sine), turned(b, cosine, sine)
    return ([(u + 0.0, v + 0.0) for u, v in a], [(u + 0.0, v + 0.0) for u, v in b])


def touching(rng: random.Random) -> Arguments:
    """Pairs that touch, exactly or up to rounding, or that a clear hair parts or joins."""
    if rng.random() < 0.4:
        return touching_boxes(rng)
    a, b = random_pair(rng)
    found = pair_of(a, b)
    (x, y), gap = found.axes.normal.tolist(), found.separation
    hair = rng.choice((0.0, 0.0, 0.01, -0.01, 0.001, -0.001))
    return a, moved(b, (hair - gap) * x, (hair - gap) * y)


def parallel(rng: random.Random) -> Arguments:
    """Boxes and bars whose edges are parallel: ties between axes, and contacts along an edge."""
    grid = grid_of(rng) or 0.5
    a = box(rng, 2.0, grid)
    b = box(rng, 2.0, grid)
    if rng.random() < 0.4:  # a long bar, and a small box anywhere along it
        long, thin = float(rng.randint(4, 8)), float(rng.randint(1, 3))
        a = [(-long, -thin), (long, -thin), (long, thin), (-long, thin)]
        b = [(x / 2.0, y / 2.0) for x, y in b]
    wide, high = (extent_of([(x, 0.0) for x, _ in a]), extent_of([(y, 0.0) for _, y in a]))
    b = moved(b, on_grid(rng.uniform(-0.7, 0.7) * wide, grid), on_grid(rng.uniform(-1.0, 1.0) * high, grid))
    cosine, sine = rng.choice(TURNS)
    pair = (turned(a, cosine, sine), turned(b, cosine, sine))
    return pair if rng.random() < 0.5 else pair[::-1]


def contained(rng: random.Random) -> Arguments:
    """A small outline inside a large one, either way round."""
    grid = grid_of(rng)
    while True:
        large, small = polygon(rng, 4.0, grid), polygon(rng, 1.0, grid)
        small = moved(small, *away(rng, 0.0, 2.0, grid))
        if pair_of(large, small).separation < -1.2 * extent_of(small):
            pair = (large, small) if rng.random() < 0.5 else (small, large)
            return shifted(rng, pair, grid)


def coincident(rng: random.Random) -> Arguments:
    """The same outline twice, or two about one centre."""
    grid = grid_of(rng)
    a = polygon(rng, 2.0, grid)
    if rng.random() < 0.5:
        return shifted(rng, (a, list(a)), grid)
    return shifted(rng, (a, scaled(a, rng.choice((0.5, 2.0)))), grid)


def with_middles(rng: random.Random, outline: Outline) -> Outline:
    """The outline with a vertex in the middle of some edges."""
    some = set(rng.sample(range(len(outline)), rng.randint(1, len(outline))))
    found: Outline = []
    for i, (x, y) in enumerate(outline):
        found.append((x, y))
        if i in some:
            next_x, next_y = outline[(i + 1) % len(outline)]
            found.append(((x + next_x) / 2.0, (y + next_y) / 2.0))
    return found


def collinear(rng: random.Random) -> Arguments:
    """Outlines with vertices in the middle of edges."""
    a, b = rng.choice((random_pair, parallel))(rng)
    return with_middles(rng, a), with_middles(rng, b) if rng.random() < 0.5 else b


def clockwise(rng: random.Random) -> Arguments:
    """Outlines of which at least one runs clockwise."""
    a, b = random_pair(rng)
    which = rng.randrange(3)
    return a[::-1] if which != 1 else a, b[::-1] if which != 0 else b


def sliver(rng: random.Random) -> Outline:
    """A thin triangle or bar about the origin."""
    long, thin = rng.choice((2.0, 3.0, 5.0)), rng.choice((0.02, 0.05, 0.1))
    if rng.random() < 0.5:
        found = [(-long / 2.0, 0.0), (long / 2.0, 0.0), (rng.choice((-0.5, 0.0, 0.5)) * long, thin)]
    else:
        found = [(-long / 2.0, 0.0), (long / 2.0, 0.0), (long / 2.0, thin), (-long / 2.0, thin)]
    angle = rng.uniform(0.0, math.tau)
    return turned(found, *rng.choice(((1.0, 0.0), (0.0, 1.0), (math.cos(angle), math.sin(angle)))))


def thin(rng: random.Random) -> Arguments:
    """At least one thin outline."""
    a, b = sliver(rng), sliver(rng) if rng.random() < 0.3 else polygon(rng, 1.5, grid_of(rng))
    b = moved(b, *away(rng, 0.0, 3.0))
    return (a, b) if rng.random() < 0.5 else (b, a)


def far_away(rng: random.Random) -> Arguments:
    """Any pair far from the origin. Some touch, up to a hair: of a yes or no that alone shows single precision."""
    x, y = (rng.choice((-1.0, 0.0, 1.0)) * rng.choice(OFFSETS) for _ in range(2))
    pair = rng.choice((random_pair, parallel, contained, touching, touching))(rng)
    return tuple(moved(outline, x, y) for outline in pair)


def clear_pair(rng: random.Random) -> Arguments:
    """Two counter-clockwise outlines that clearly overlap, with one clear shortest way out, or are clearly apart:
    about as often one as the other, since many conventions show in one of the two only."""
    overlap = rng.random() < 0.6
    while True:
        a, b = random_pair(rng)
        found = pair_of(a, b)
        if abs(found.separation) < 0.05 * found.size or found.overlap != overlap:
            continue
        others = [t for t in found.axes.tests if abs(float(t.normal @ found.axes.normal)) < 0.99]
        if found.are_apart or all(t.separation < found.separation - 0.05 * found.size for t in others):
            return a, b


PAIRS: dict[str, Callable[[random.Random], Arguments]] = {
    "random": random_pair,
    "touching": touching,
    "parallel": parallel,
    "contained": contained,
    "coincident": coincident,
    "collinear": collinear,
    "clockwise": clockwise,
    "thin": thin,
    "far away": far_away,
}
