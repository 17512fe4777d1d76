"""How comparisons and time grow with n: one frame of each structure, built and asked for its pairs.

    python -m tests.benchmarks.broadphase_growth [largest n, 20000 unless told]

Even crowds of boxes at constant density (seed 1). Tested: comparisons of two boxes, for the trees those with nodes
included. Slope: log of the ratio over log of the ratio of n, from one row to the next; 1 is linear, 2 quadratic.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable

import numpy as np

from geometry import (
    Aabb,
    BoxPairs,
    CandidatePairs,
    Keep,
    aabb_tree,
    all_pairs,
    grid_pairs,
    quadtree,
    sweep_and_prune,
    sweep_pairs,
    tree_pairs,
    uniform_grid,
)
from tests.geometry.crowds import aabb, crowd, side_of

SIZES = (250, 500, 1000, 2000, 5000, 10_000, 20_000)


def area(n: int) -> Aabb:
    return aabb(0.0, 0.0, side_of(n), side_of(n))


def depth(n: int) -> int:
    """Levels of a quadtree down to cells of about the size of the boxes, however large its area."""
    return 6 + max(0, math.ceil(math.log(n / 300.0, 4.0)))


STRUCTURES: dict[str, Callable[[list[Aabb]], CandidatePairs]] = {
    "all pairs": all_pairs,
    "sweep along x": lambda boxes: sweep_and_prune(boxes, 0),
    "quadtree, smallest cell": lambda boxes: quadtree(boxes, area(len(boxes)), depth=depth(len(boxes))),
    "quadtree, all leaves": lambda boxes: quadtree(
        boxes, area(len(boxes)), depth=depth(len(boxes)), keep=Keep.LEAVES
    ),
    "tree": aabb_tree,
    "grid of 0.5": lambda boxes: uniform_grid(boxes, 0.5),
}


def bounds(boxes: list[Aabb]) -> np.ndarray:
    return np.array([[*box.low, *box.high] for box in boxes]).T


# The twins on arrays: their boxes are packed beforehand.
ON_ARRAYS: dict[str, Callable[[np.ndarray], BoxPairs]] = {
    "sweep along x, arrays": lambda boxes: sweep_pairs(boxes, 0),
    "grid of 0.5, arrays": lambda boxes: grid_pairs(boxes, 0.5),
    "tree, arrays": tree_pairs,
}


def slope(values: list[float], sizes: list[int]) -> float:
    """Between the last two."""
    return math.log(values[-1] / values[-2]) / math.log(sizes[-1] / sizes[-2])


def counts(found: CandidatePairs | BoxPairs) -> tuple[int, int]:
    """Pairs, and comparisons of two boxes."""
    return len(found.pairs if isinstance(found, CandidatePairs) else found.first), found.tested


def main(largest: int) -> None:
    sizes = [n for n in SIZES if n <= largest]
    crowds = {n: crowd("even", n) for n in sizes}
    pairs: dict[int, int] = {}
    packed = {n: bounds(boxes) for n, boxes in crowds.items()}
    asks: dict[str, Callable[[int], tuple[int, int]]] = {}
    for name, ask in STRUCTURES.items():
        asks[name] = lambda n, ask=ask: counts(ask(crowds[n]))  # type: ignore[misc]
    for name, ask_arrays in ON_ARRAYS.items():
        asks[name] = lambda n, ask=ask_arrays: counts(ask(packed[n]))  # type: ignore[misc]
    for name, count in asks.items():
        tested: list[float] = []
        seconds: list[float] = []
        for place, n in enumerate(sizes):
            start = time.thread_time()
            hits, compared = count(n)
            seconds.append(time.thread_time() - start)
            tested.append(float(compared))
            assert hits == pairs.setdefault(n, hits)
            known = sizes[: place + 1]
            slopes = f"{slope(tested, known):6.2f} {slope(seconds, known):6.2f}" if place else "     –      –"
            print(
                f"{name:24} n {n:6,}  pairs {pairs[n]:6,}  tested {compared:12,}  "
                f"{1e3 * seconds[-1]:9.1f} ms  slopes {slopes}",
                flush=True,
            )
        overall = math.log(tested[-1] / tested[0]) / math.log(sizes[-1] / sizes[0])
        print(f"{name:24} slope of tested over all: {overall:.2f}\n", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1])
