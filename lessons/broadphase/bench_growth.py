"""How the cost of each structure grows: comparisons on crowds from ten shapes to thousands, measured once each.

While somebody watches, one crowd is measured in a frame, so that no frame waits for a whole curve; words, exports and
tests have them measured at once.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import NamedTuple

from geometry.batch.tree_pairs import tree_pairs
from lessons.broadphase.bench_scene import MOST_QUADTREE, Bench, Structure, pairs_by, scene

_MOST_KEPT = 1024  # counts: those of a few kinds of crowd, at many cell sizes


class _Crowd(NamedTuple):
    """What is counted on a crowd as it is at the start."""

    of: Structure | None  # its comparisons; None: the pairs whose boxes overlap, which are the same for all
    kind: str
    n: int
    c: float  # the cell size, where that counts


_counts: dict[_Crowd, int | None] = {}


def counted(of: Structure | None, kind: str, n: int, c: float) -> int | None:
    """Comparisons, or pairs, on a crowd as it is at the start: a point of a curve. None where it is not run."""
    asked = _crowd(of, kind, n, c)
    if asked not in _counts:
        while len(_counts) >= _MOST_KEPT:  # the oldest
            del _counts[next(iter(_counts))]
        _counts[asked] = _count(asked)
    return _counts[asked]


def _crowd(of: Structure | None, kind: str, n: int, c: float) -> _Crowd:
    return _Crowd(of, kind, n, c if of is Structure.GRID else 0.0)


def _count(asked: _Crowd) -> int | None:
    of, kind, n, c = asked
    match of:
        case Structure.QUADTREE if n > MOST_QUADTREE:
            return None
        case Structure.ALL_PAIRS:  # a count that needs no run
            return n * (n - 1) // 2
        case None:
            return len(tree_pairs(scene(kind, n).bounds(0.0)).first)
        case _:
            return pairs_by(of, scene(kind, n).bounds(0.0), c).tested


def points(bench: Bench, of: Structure | None, *, measured: bool = False) -> list[tuple[int, int]]:
    """The crowds of this kind, and what was counted on each, where that is anything. `measured`: only of those that
    have been measured already."""
    asked = [_crowd(of, bench.kind, n, bench.c) for n in bench.measured]
    found = [(each.n, counted(*each)) for each in asked if not measured or each in _counts]
    return [(n, count) for n, count in found if count]


def measure_one(bench: Bench, curves: Iterable[Structure | None]) -> bool:
    """Measure the smallest crowd missing on the first curve that is not whole. Returns whether any is left."""
    missing = (
        each for of in curves for n in bench.measured if (each := _crowd(of, bench.kind, n, bench.c)) not in _counts
    )
    if (first := next(missing, None)) is not None:
        counted(*first)
    return next(missing, None) is not None


def is_whole(bench: Bench, of: Structure | None) -> bool:
    """Whether a curve has all its points."""
    return all(_crowd(of, bench.kind, n, bench.c) in _counts for n in bench.measured)


def last_two(bench: Bench, structure: Structure) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two largest crowds on which a structure is run, and its comparisons; the smaller one first."""
    counts = ((n, counted(structure, bench.kind, n, bench.c)) for n in reversed(bench.measured))
    (n2, p2), (n1, p1) = itertools.islice(((n, count) for n, count in counts if count), 2)
    return (n1, p1), (n2, p2)


def slope_of(bench: Bench, structure: Structure) -> float:
    """Of a curve on log axes, between the two largest crowds that were measured."""
    (n1, p1), (n2, p2) = last_two(bench, structure)
    return math.log(p2 / p1) / math.log(n2 / n1)
