"""Separation, depth, normal and overlap against shapely, over every kind of pair and the degenerate families.

SEPARATRIX_PAIRS=100000 in the environment runs more pairs than the ordinary 5,000.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
import pytest

from geometry import Convex, Pose, minimum_translation, overlaps, separating_axis, separation
from tests.geometry.awkward import AWKWARD, Awkward
from tests.geometry.oracles import core, distance, gap_along, signed_distance, tolerance
from tests.geometry.strategies import KINDS, Pair, Random, random_pairs, random_shape, scaled

PAIRS = int(os.environ.get("SEPARATRIX_PAIRS", "5000"))


def check(a: Convex, b: Convex, kinds: str) -> None:
    """Everything that an oracle can say of one pair."""
    allowed = tolerance(a, b)
    true = signed_distance(a, b)
    found = separating_axis(a, b, early_out=False)
    assert found.separation == pytest.approx(true, abs=allowed, rel=0.0), kinds
    assert np.isfinite(found.normal).all(), kinds
    assert np.hypot(*found.normal) == pytest.approx(1.0, abs=1e-15), kinds
    assert gap_along(a, b, found.normal) == pytest.approx(true, abs=allowed, rel=0.0), kinds  # so: from A to B
    if abs(true) > allowed:
        assert overlaps(a, b) == (true < 0.0), kinds
    deepest = minimum_translation(a, b)
    if deepest.translation is not None:
        assert np.hypot(*deepest.translation) == pytest.approx(max(0.0, -true), abs=allowed, rel=0.0), kinds


def test_random_pairs() -> None:
    for a, b, kinds in random_pairs(seed=1, n=PAIRS):
        check(a, b, kinds)


def test_the_pairs_are_of_both_sorts() -> None:
    """Otherwise the tests above would prove half of what they seem to."""
    apart = sum(signed_distance(a, b) > 0.0 for a, b, _ in random_pairs(seed=1, n=500))
    assert 100 < apart < 400


def test_distance_and_overlap_of_cores() -> None:
    """A second oracle: shapely's own distance and predicate, no Minkowski difference."""
    for a, b, kinds in random_pairs(seed=2, n=PAIRS // 5):
        first, second = core(a), core(b)
        if first.distance(second) > 0.0:
            assert separation(a, b) == pytest.approx(distance(a, b), abs=tolerance(a, b), rel=0.0), kinds
        if abs(separation(a, b)) > tolerance(a, b) and a.radius + b.radius == 0.0:
            assert overlaps(a, b) == first.intersects(second), kinds


@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.name)
def test_awkward_pairs(case: Awkward) -> None:
    assert signed_distance(case.a, case.b) == pytest.approx(case.separation, abs=tolerance(case.a, case.b), rel=0.0)
    check(case.a, case.b, case.name)
    check(case.b, case.a, f"{case.name}, swapped")


def _translated(a: Convex, b: Convex, offset: np.ndarray) -> tuple[Convex, Convex]:
    return a.moved(offset), b.moved(offset)


def _touching(random: Random, pair: Pair) -> tuple[Convex, Convex]:
    """B moved until it touches A, by the oracle's distance along the oracle's direction where that is simple."""
    low, high = pair.a.bounds(), pair.b.bounds()
    return pair.a, pair.b.moved((high.low[0] * -1.0 + low.high[0], 0.0))


def _shared_vertex(random: Random, pair: Pair) -> tuple[Convex, Convex]:
    return pair.a, pair.b.moved(random.choice(pair.a.points) - random.choice(pair.b.points))


def _shared_edge(random: Random, pair: Pair) -> tuple[Convex, Convex]:
    """A turned half about the middle of one of its edges: exactly parallel, and in contact along all of it."""
    first = int(random.integers(len(pair.a.points)))
    ends = pair.a.points[[first, (first + 1) % len(pair.a.points)]]
    return pair.a, Convex(ends.sum(axis=0) - pair.a.points, pair.a.radius)


def _coincident(random: Random, pair: Pair) -> tuple[Convex, Convex]:
    return pair.a, Convex(pair.a.points, pair.b.radius)


def _contained(random: Random, pair: Pair) -> tuple[Convex, Convex]:
    middle = pair.a.points.mean(axis=0)
    return pair.a, scaled(pair.b, 1e-3).moved(middle - 1e-3 * pair.b.points.mean(axis=0))


def _in_line(random: Random, pair: Pair) -> tuple[Convex, Convex]:
    """B is A moved along one of its own edges: parallel edges on one line."""
    first = int(random.integers(len(pair.a.points)))
    edge = pair.a.points[(first + 1) % len(pair.a.points)] - pair.a.points[first]
    return pair.a, pair.a.moved(random.uniform(-3.0, 3.0) * edge)


def _sliver(random: Random, pair: Pair) -> tuple[Convex, Convex]:
    """Both flattened a million times across the same direction, so that they lie almost on one line."""
    squeeze = np.array((1.0, 1e-6))
    turn = Pose(angle=random.uniform(0.0, 6.3))
    return tuple(Convex(turn.place(s.points * squeeze), 1e-6 * s.radius) for s in pair[:2])  # type: ignore[return-value]


FAMILIES: dict[str, Callable[[Random, Pair], tuple[Convex, Convex]]] = {
    "touching bounds": _touching,
    "shared vertex": _shared_vertex,
    "shared edge": _shared_edge,
    "coincident": _coincident,
    "contained": _contained,
    "in line": _in_line,
    "slivers": _sliver,
    "far away": lambda random, pair: _translated(pair.a, pair.b, random.uniform(-1e6, 1e6, 2)),
    "tiny": lambda random, pair: (scaled(pair.a, 1e-6), scaled(pair.b, 1e-6)),
    "huge": lambda random, pair: (scaled(pair.a, 1e6), scaled(pair.b, 1e6)),
    "size ratio 1e6": lambda random, pair: (pair.a, scaled(pair.b, 1e6)),
    "ratio 1e6 at a vertex": lambda random, pair: _shared_vertex(
        random, Pair(pair.a, scaled(pair.b, 1e6), pair.kinds)
    ),
    "tiny and far": lambda random, pair: _translated(
        scaled(pair.a, 1e-3), scaled(pair.b, 1e-3), random.uniform(-1e6, 1e6, 2)
    ),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_degenerate_families(family: str) -> None:
    random = np.random.default_rng(list(FAMILIES).index(family))
    for pair in random_pairs(seed=3, n=max(162, PAIRS // 30)):
        a, b = FAMILIES[family](random, pair)
        check(a, b, f"{family}: {pair.kinds}")


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_against_themselves_turned_by_quarters(kind: str) -> None:
    """Turned by quarters, edges of the two become parallel and perpendicular up to rounding."""
    random = np.random.default_rng(4)
    for _ in range(20):
        shape = random_shape(random, kind, spread=0.0)
        for quarter in range(4):
            other = shape.at(Pose(random.uniform(-2.0, 2.0, 2), quarter * np.pi / 2.0))
            check(shape, other, f"{kind}, {quarter} quarters")
