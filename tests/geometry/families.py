"""Pairs by the thousand, family by family: the same nasty families for every query that takes two shapes.

Each family turns plain random pairs into pairs of one awkwardness. Seeded and quick: numpy alone, no hypothesis.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from geometry import Convex, Pose, box, capsule, convex, regular_polygon, segment, separating_axis
from tests.geometry.strategies import KINDS, Pair, Random, random_pairs, relabelled, scaled


def _plain(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    return pair.a, pair.b


def _overlapping(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    """B's middle near A's: most overlap, some deeply."""
    shift = pair.a.centroid - pair.b.centroid + random.uniform(-0.5, 0.5, 2)
    return pair.a, pair.b.moved(shift)


def _touching(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    """B moved along the normal until the gap is 0, up to rounding."""
    found = separating_axis(pair.a, pair.b, early_out=False)
    return pair.a, pair.b.moved(-found.separation * found.normal)


def _contained(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    small = scaled(pair.b, 10.0 ** random.uniform(-3.0, -0.5))
    return pair.a, small.moved(pair.a.centroid - small.centroid + random.uniform(-0.05, 0.05, 2))


def _coincident(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    return pair.a, relabelled(pair.a, int(random.integers(len(pair.a.points))))


def _shared_vertex(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    i, j = int(random.integers(len(pair.a.points))), int(random.integers(len(pair.b.points)))
    return pair.a, pair.b.moved(pair.a.points[i] - pair.b.points[j])


def _parallel(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    """Edges of one direction, their ends often in line; half of the pairs without any rounding."""
    angle = float(random.choice((0.0, 0.0, random.uniform(0.0, math.tau))))
    turn = Pose(angle=angle)
    grid = random.integers(-4, 5, (2, 2)) / 2.0

    def one(at: np.ndarray) -> Convex:
        size = random.integers(1, 5, 2) / 2.0
        kind = int(random.integers(5))
        if kind == 0:
            return segment(at, at + (size[0], 0.0))
        if kind == 1:
            return capsule(at, at + (0.0, size[1]), 0.5)
        if kind == 2:
            return convex([at, at + (size[0], 0.0), at + (0.0, size[1])])
        if kind == 3:
            return regular_polygon(int(random.choice((4, 6, 8, 40))), size[0], at)
        return box(size[0], size[1], at)

    return one(grid[0]).at(turn), one(grid[1]).at(turn)


def _sliver(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    """Thin to a thousandth, or a hundred millionth."""

    def one() -> Convex:
        length, thickness = random.uniform(0.5, 2.0), 10.0 ** random.uniform(-8.0, -3.0)
        if random.random() < 0.5:
            thin = box(length, thickness)
        else:
            thin = convex([(0, 0), (length, 0), (random.uniform(0.1, 0.9) * length, thickness)])
        return thin.at(Pose(random.uniform(-1.0, 1.0, 2), random.choice((0.0, 1.0, random.uniform(0, math.tau)))))

    return (one(), one()) if random.random() < 0.5 else (one(), pair.b)


def _far(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    by = random.uniform(-1e6, 1e6, 2)
    return pair.a.moved(by), pair.b.moved(by)


def _tiny(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    return scaled(pair.a, 1e-6), scaled(pair.b, 1e-6)


def _huge(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    return scaled(pair.a, 1e6), scaled(pair.b, 1e6)


def _ratio(pair: Pair, random: Random) -> tuple[Convex, Convex]:
    """A speck near the boundary of something a million times as large, or inside it."""
    huge, at = scaled(pair.a, 1e6), pair.a.points[int(random.integers(len(pair.a.points)))]
    return huge, pair.b.moved(1e6 * random.uniform(0.99999, 1.00001) * at)


FAMILIES: dict[str, Callable[[Pair, Random], tuple[Convex, Convex]]] = {
    "plain": _plain,
    "overlapping": _overlapping,
    "touching": _touching,
    "contained": _contained,
    "coincident": _coincident,
    "shared vertex": _shared_vertex,
    "parallel": _parallel,
    "sliver": _sliver,
    "far from the origin": _far,
    "tiny": _tiny,
    "huge": _huge,
    "size ratio 1e6": _ratio,
}


def family_pairs(family: str, seed: int, n: int, kinds: tuple[str, ...] = KINDS) -> Iterator[Pair]:
    """`n` pairs of one family, the same for the same seed."""
    random = np.random.default_rng(seed)
    for pair in random_pairs(seed, n, kinds):
        yield Pair(*FAMILIES[family](pair, random), f"{family}, {pair.kinds}")


def many_sided(random: Random, sides: int) -> Convex:
    """A regular polygon anywhere near the origin, turned any way."""
    place = Pose(random.uniform(-1.0, 1.0, 2), random.uniform(0.0, math.tau))
    return regular_polygon(sides, random.uniform(0.5, 2.0)).at(place)
