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

from geometry import Aabb, CandidatePairs, Keep, aabb_tree, all_pairs, quadtree, sweep_and_prune, uniform_grid
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


def slope(values: list[float], sizes: list[int]) -> float:
    """Between the last two."""
    return math.log(values[-1] / values[-2]) / math.log(sizes[-1] / sizes[-2])


def main(largest: int) -> None:
    sizes = [n for n in SIZES if n <= largest]
    crowds = {n: crowd("even", n) for n in sizes}
    pairs: dict[int, int] = {}
    for name, ask in STRUCTURES.items():
        tested: list[float] = []
        seconds: list[float] = []
        for place, n in enumerate(sizes):
            start = time.thread_time()
            found = ask(crowds[n])
            seconds.append(time.thread_time() - start)
            tested.append(float(found.tested))
            assert len(found.pairs) == pairs.setdefault(n, len(found.pairs))
            known = sizes[: place + 1]
            slopes = f"{slope(tested, known):6.2f} {slope(seconds, known):6.2f}" if place else "     –      –"
            print(
                f"{name:24} n {n:6,}  pairs {pairs[n]:6,}  tested {found.tested:12,}  "
                f"{1e3 * seconds[-1]:9.1f} ms  slopes {slopes}",
                flush=True,
            )
        overall = math.log(tested[-1] / tested[0]) / math.log(sizes[-1] / sizes[0])
        print(f"{name:24} slope of tested over all: {overall:.2f}\n", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1])
