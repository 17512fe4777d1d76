"""What one pair costs: our algorithms, plain and traced, beside shapely and pymunk on the same pairs.

    python -m pytest tests/benchmarks/test_geometry_speed.py --benchmark-enable -n 0

Every row of a group answers the same question for the same pairs, out of 64 with every combination of kinds; a round
is all of them. Shapes are made beforehand, each library's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import shapely

from geometry import minimum_translation, overlaps, separating_axis, separation
from tests.geometry.oracles import core, signed_distance
from tests.geometry.strategies import random_pairs
from tests.geometry.test_oracle_pymunk import ASKED, as_pymunk

PAIRS = [(a, b) for a, b, _ in random_pairs(seed=8, n=64, kinds=ASKED)]
CORES = [(core(a), core(b), a.radius + b.radius) for a, b in PAIRS]
MUNKS = [(as_pymunk(a), as_pymunk(b)) for a, b in PAIRS]


def run(benchmark: Any, group: str, ask: Callable[..., object], pairs: list[Any]) -> list[object]:
    benchmark.group = group
    answers: list[object] = benchmark(lambda: [ask(*pair) for pair in pairs])
    return answers


def pymunk_collides(a: Any, b: Any) -> bool:
    try:
        a.shapes_collide(b)
    except AssertionError:  # its way to say: no contact
        return False
    return True


OVERLAP: dict[str, tuple[Callable[..., object], list[Any]]] = {
    "separating_axis": (overlaps, PAIRS),
    "separating_axis.trace": (lambda a, b: separating_axis.trace(a, b).result.outcome.value == "overlapped", PAIRS),
    "shapely": (lambda a, b, radii: bool(shapely.dwithin(a, b, radii)), CORES),
    "pymunk": (pymunk_collides, MUNKS),
}


@pytest.mark.parametrize("who", OVERLAP)
def test_overlap(benchmark: Any, who: str) -> None:
    answers = run(benchmark, "do they overlap?", *OVERLAP[who])
    assert answers == [signed_distance(a, b) <= 0.0 for a, b in PAIRS]


OVERLAPPING = [pair for pair in PAIRS if signed_distance(*pair) <= 0.0]
DEPTH: dict[str, tuple[Callable[..., object], list[Any]]] = {
    "minimum_translation": (lambda a, b: minimum_translation(a, b).found.separation, OVERLAPPING),
    "minimum_translation.trace": (lambda a, b: minimum_translation.trace(a, b).result.found.separation, OVERLAPPING),
    "shapely, by the Minkowski difference": (signed_distance, OVERLAPPING),
}


@pytest.mark.parametrize("who", DEPTH)
def test_depth(benchmark: Any, who: str) -> None:
    answers = run(benchmark, "how deep?", *DEPTH[who])
    assert answers == pytest.approx([signed_distance(a, b) for a, b in OVERLAPPING])


APART = [pair for pair in PAIRS if signed_distance(*pair) > 0.0]
DISTANCE: dict[str, tuple[Callable[..., object], list[Any]]] = {
    "separation": (separation, APART),
    "shapely": (
        lambda a, b, radii: float(shapely.distance(a, b)) - radii,
        [(core(a), core(b), a.radius + b.radius) for a, b in APART],
    ),
}


@pytest.mark.parametrize("who", DISTANCE)
def test_distance(benchmark: Any, who: str) -> None:
    answers = run(benchmark, "how far apart?", *DISTANCE[who])
    assert answers == pytest.approx([signed_distance(a, b) for a, b in APART])
