"""Many boxes: the scenes of chapter 9, and random ones with everything that is awkward about boxes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np

from geometry import Aabb, AabbTree, AllPairs, Broadphase, Keep, Quadtree, SweepAndPrune, UniformGrid
from geometry.broadphase.boxes import Box

EIGHT = (  # A to H: x, then y
    ((0.5, 1.5), (0.5, 1.5)),
    ((1.2, 2.4), (1.2, 2.2)),
    ((3.6, 4.6), (0.6, 1.4)),
    ((4.4, 5.2), (1.0, 1.8)),
    ((6.2, 7.2), (5.8, 6.8)),
    ((6.8, 7.8), (6.4, 7.4)),
    ((2.0, 3.0), (5.0, 6.0)),
    ((5.0, 6.0), (3.0, 3.8)),
)


def aabb(left: float, bottom: float, right: float, top: float) -> Aabb:
    return Aabb(np.array((left, bottom), dtype=float), np.array((right, top), dtype=float))


def eight_boxes() -> list[Aabb]:
    return [aabb(x[0], y[0], x[1], y[1]) for x, y in EIGHT]


def side_of(n: int) -> float:
    """The side of the square that n boxes are spread over: at constant density."""
    return 10.0 * math.sqrt(n / 300.0)


def crowd(kind: str, n: int = 300, seed: int = 1) -> list[Aabb]:
    """Boxes of half size 0.125 to 0.25: even, heap, column (all at one x), or even with one huge box more."""
    draw, side = random.Random(seed), side_of(n)
    boxes = []
    for _ in range(n):
        if kind == "heap":
            x, y = draw.gauss(side / 2.0, side / 20.0), draw.gauss(side / 2.0, side / 20.0)
        elif kind == "column":
            x, y = side / 2.0, draw.uniform(0.0, side)
        else:
            x, y = draw.uniform(0.0, side), draw.uniform(0.0, side)
        half = draw.uniform(0.125, 0.25)
        boxes.append(aabb(x - half, y - half, x + half, y + half))
    if kind == "huge":
        boxes.append(aabb(0.05 * side, 0.05 * side, 0.95 * side, 0.95 * side))
    return boxes


UNIT = aabb(0.0, 0.0, 10.0, 10.0)

# Every structure, by a maker: with settings that are good for a crowd of size 10, and such that are not.
STRUCTURES: dict[str, Callable[[], Broadphase]] = {
    "all pairs": AllPairs,
    "grid": lambda: UniformGrid(0.5),
    "grid, large cells": lambda: UniformGrid(37.0),
    "quadtree": lambda: Quadtree(UNIT),
    "quadtree, tiny area": lambda: Quadtree(aabb(3.0, 3.0, 3.1, 3.2), capacity=1, depth=3),
    "quadtree, leaves": lambda: Quadtree(UNIT, keep=Keep.LEAVES),
    "quadtree, leaves, tiny area": lambda: Quadtree(aabb(3.0, 3.0, 3.1, 3.2), capacity=1, depth=2, keep=Keep.LEAVES),
    "sweep along x": lambda: SweepAndPrune(0),
    "sweep along y": lambda: SweepAndPrune(1),
    "sweep": SweepAndPrune,
    "tree": AabbTree,
    "tree, fat": lambda: AabbTree(0.1),
    "tree without rotations": lambda: AabbTree(0.05, rotations=False),
}


def random_box(draw: random.Random, kind: str) -> Aabb:
    """A box of some kind: `lattice` ones touch each other often, `flat` ones have no area, `mixed` no common size."""
    if kind == "lattice":
        x, y, w, h = draw.randrange(-8, 20), draw.randrange(-8, 20), draw.randrange(0, 4), draw.randrange(0, 4)
        return aabb(x / 2.0, y / 2.0, (x + w) / 2.0, (y + h) / 2.0)
    x, y = draw.uniform(-1.0, 11.0), draw.uniform(-1.0, 11.0)
    if kind == "even":
        w, h = draw.uniform(0.2, 1.0), draw.uniform(0.2, 1.0)
    elif kind == "flat":
        w, h = draw.choice(((0.0, 0.0), (draw.uniform(0.0, 4.0), 0.0), (0.0, draw.uniform(0.0, 4.0))))
    elif kind == "heap":
        x, y, w, h = draw.gauss(5.0, 0.2), draw.gauss(5.0, 0.2), 0.3, 0.3
    elif kind == "coincident":
        x, y, w, h = draw.choice((3.0, 4.0)), 3.0, 1.0, 1.0
    else:
        w, h = 10.0 ** draw.uniform(-9.0, 1.2), 10.0 ** draw.uniform(-9.0, 1.2)
    return aabb(x, y, x + w, y + h)


BOXES = ("lattice", "even", "flat", "heap", "coincident", "mixed")


def scaled_box(box: Aabb, factor: float, by: float) -> Aabb:
    return Aabb(box.low * factor + by, box.high * factor + by)


def pairs_by_definition(boxes: dict[int, Aabb]) -> tuple[tuple[int, int], ...]:
    """All pairs at once, by the definition, on numpy: independent of what is tested."""
    ids = np.array(sorted(boxes), dtype=np.int64)
    if len(ids) < 2:
        return ()
    low, high = (np.array([getattr(boxes[int(i)], end) for i in ids]) for end in ("low", "high"))
    meets = (low[:, None, :] <= high[None, :, :]).all(axis=2)
    a, b = np.nonzero(np.triu(meets & meets.T, 1))
    return tuple((int(ids[i]), int(ids[j])) for i, j in zip(a, b, strict=True))


def filled(structure: Broadphase, boxes: list[Aabb]) -> None:
    for i, each in enumerate(boxes):
        structure.insert(i, each)


def sides(box: Aabb) -> Box:
    return (*box.low.tolist(), *box.high.tolist())
