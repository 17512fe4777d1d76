"""The bench's curves of growth: what each structure compares in crowds of more and more shapes, as they are at the
start. Points that have been counted are kept, so a window fills the curves over its frames, while there is time."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from time import perf_counter

import numpy as np

from geometry.batch.box_pairs import sweep_pairs
from geometry.batch.shapes import Numbers
from lessons.broadphase.bench_scene import MOST_QUADTREE, Bench, Structure, pairs_by, scene

SPENT = 0.004  # seconds of a frame on points of the curves
_MOST_KEPT = 320  # points

_Key = tuple[Structure | None, str, int, float]
_counted: dict[_Key, int | None] = {}


def counted(structure: Structure | None, bench: Bench, n: int) -> int | None:
    """Comparisons in a crowd of n of the bench's kind; None where it is not run. Without a structure: how many pairs
    of boxes overlap."""
    key = _key(structure, bench, n)
    if key not in _counted:
        while len(_counted) >= _MOST_KEPT:
            del _counted[next(iter(_counted))]
        _counted[key] = _count(structure, scene(bench.kind, n).bounds(0.0), bench.c)
    return _counted[key]


def _key(structure: Structure | None, bench: Bench, n: int) -> _Key:
    return structure, bench.kind, n, bench.c if structure is Structure.GRID else 0.0


def _count(structure: Structure | None, bounds: Numbers, c: float) -> int | None:
    if structure is None:
        return len(sweep_pairs(bounds, 0).first)
    if structure is Structure.QUADTREE and bounds.shape[1] > MOST_QUADTREE:
        return None
    return pairs_by(structure, bounds, c).tested


def fill(bench: Bench, structures: Iterable[Structure | None], seconds: float) -> bool:
    """Count points of these curves, one at least, while there is time. Returns whether they are complete."""
    until = perf_counter() + seconds
    missing = ((each, n) for each in structures for n in bench.measured if _key(each, bench, n) not in _counted)
    for structure, n in missing:
        counted(structure, bench, n)
        if perf_counter() >= until:
            return False  # if that was the last one, the next frame will tell
    return True


def points(bench: Bench, structure: Structure | None) -> list[tuple[int, int]]:
    """What has been counted of a curve: the number of shapes, and the comparisons."""
    found = [(n, _counted.get(_key(structure, bench, n))) for n in bench.measured]
    return [(n, p) for n, p in found if p]


def growth(bench: Bench, structure: Structure | None) -> Numbers:
    """These points in powers of ten, shape (k, 2)."""
    return np.log10(np.array(points(bench, structure), dtype=np.float64).reshape(-1, 2))


def last_two(bench: Bench, structure: Structure) -> list[tuple[int, int]]:
    """The two largest crowds that are measured, counted now if they have not been: what the words tell."""
    found = ((n, counted(structure, bench, n)) for n in reversed(bench.measured))
    return [*itertools.islice(((n, p) for n, p in found if p), 2)][::-1]


def slope_of(bench: Bench, structure: Structure) -> float:
    """Between the two largest crowds that are measured."""
    (n1, p1), (n2, p2) = last_two(bench, structure)
    return math.log(p2 / p1) / math.log(n2 / n1)
