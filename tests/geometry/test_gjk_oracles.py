"""GJK, EPA and the faces of the difference against shapely, family by family.

The oracle for the depth is the exact Minkowski polygon: the hull of all differences of two vertices. A normal is
right if the overlap along it is the depth: where several ways out are equally short, each is.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
import pytest
import shapely

from geometry import Convex, Outcome, cross_check, epa, gjk
from geometry.minkowski.cross_check import Method
from geometry.minkowski.gjk import Termination
from tests.geometry import oracles
from tests.geometry.families import FAMILIES, family_pairs, many_sided

TIMES = max(1, int(os.environ.get("SEPARATRIX_EXAMPLES") or 500) // 500)

# Pairs of each family, and how many of them touch or overlap at the least (counted once; a family that loses its
# awkwardness shows here).
COUNTS = {
    "plain": (5000, 1100),
    "overlapping": (9000, 7500),
    "touching": (3000, 2200),
    "contained": (4000, 3300),
    "coincident": (3000, 2990),
    "shared vertex": (3000, 2990),
    "parallel": (3000, 800),
    "sliver": (3000, 400),
    "far from the origin": (2000, 400),
    "tiny": (1500, 300),
    "huge": (1500, 300),
    "size ratio 1e6": (1500, 500),
}


def test_the_counts_are_those_that_were_promised() -> None:
    assert set(COUNTS) == set(FAMILIES)
    assert sum(pairs for pairs, _ in COUNTS.values()) >= 20_000
    assert sum(overlapping for _, overlapping in COUNTS.values()) >= 20_000


class Asked(NamedTuple):
    """A witness point and whose it is."""

    core: shapely.Geometry
    point: np.ndarray
    allowed: float


@pytest.mark.parametrize("family", FAMILIES)
def test_distance_depth_normal_and_witness_points(family: str) -> None:
    witnesses: list[Asked] = []
    overlapping = 0
    pairs, at_least = COUNTS[family]
    for a, b, kinds in family_pairs(family, seed=4, n=pairs * TIMES):
        apart = gjk(a, b)
        found = epa(a, b, apart)
        truth, allowed = oracles.signed_distance(a, b), oracles.tolerance(a, b)
        assert found.separation == pytest.approx(truth, abs=allowed), kinds
        assert oracles.gap_along(a, b, found.normal) == pytest.approx(truth, abs=allowed), kinds
        assert np.abs(found.on_b - found.on_a - found.separation * found.normal).max() <= allowed, kinds
        assert Termination.ITERATION_CAP not in (apart.termination, found.termination), kinds
        if abs(truth) > allowed:
            assert (found.outcome is Outcome.SEPARATED) == (apart.outcome is Outcome.SEPARATED) == (truth > 0.0), (
                kinds
            )
        overlapping += found.outcome is Outcome.OVERLAPPED
        if apart.termination is Termination.CONVERGED:
            cores = shapely.distance(oracles.core(a), oracles.core(b))
            assert apart.core_distance == pytest.approx(cores, abs=allowed), kinds
        witnesses += [Asked(oracles.core(shape), core, allowed)
                      for answer in (apart, found)
                      for shape, core in ((a, answer.core_a), (b, answer.core_b))]  # fmt: skip
    assert overlapping >= at_least * TIMES
    strays = shapely.distance([w.core for w in witnesses], shapely.points([w.point for w in witnesses]))
    assert (strays <= [w.allowed for w in witnesses]).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_the_three_methods_agree(family: str) -> None:
    for a, b, kinds in family_pairs(family, seed=6, n=420 * TIMES):
        found = cross_check(a, b)
        assert found.all_agree, kinds
        truth, allowed = oracles.signed_distance(a, b), oracles.tolerance(a, b)
        for answer in found.answers:
            assert answer.separation == pytest.approx(truth, abs=allowed), (kinds, answer.method)
            assert answer.dots > 0


@pytest.mark.parametrize("family", FAMILIES)
def test_a_start_from_any_pairs_or_direction_ends_the_same(family: str) -> None:
    random = np.random.default_rng(7)
    for a, b, kinds in family_pairs(family, seed=8, n=200 * TIMES):
        pairs = [(int(random.integers(len(a.points))), int(random.integers(len(b.points)))) for _ in range(3)]
        truth, allowed = oracles.signed_distance(a, b), oracles.tolerance(a, b)
        warm = [gjk(a, b, start=pairs[:count]) for count in (1, 2, 3)]
        for apart in (*warm, gjk(a, b, direction=random.normal(size=2))):
            found = epa(a, b, apart)
            assert found.separation == pytest.approx(truth, abs=allowed), (kinds, pairs)
            assert oracles.gap_along(a, b, found.normal) == pytest.approx(truth, abs=allowed), (kinds, pairs)


def test_many_sides() -> None:
    """Regular polygons of up to 300 sides: every edge of two concentric ones is about as near as any other."""
    random = np.random.default_rng(9)
    for sides in (40, 100, 300):
        for _ in range(3):
            a, b = many_sided(random, sides), many_sided(random, int(random.integers(3, 60)))
            concentric = b.moved(a.centroid - b.centroid)
            for other in (b, concentric, b.moved((5.0, 1.0))):
                found = epa(a, other)
                truth, allowed = oracles.signed_distance(a, other), oracles.tolerance(a, other)
                assert found.separation == pytest.approx(truth, abs=allowed)
                assert oracles.gap_along(a, other, found.normal) == pytest.approx(truth, abs=allowed)
                assert found.termination is not Termination.ITERATION_CAP


def test_it_takes_fewer_dot_products_where_there_are_many_sides() -> None:
    a, b = (Convex(many_sided(np.random.default_rng(k), 200).points + (6.0 * k, 0.0)) for k in (0, 1))
    costs = {answer.method: answer.dots for answer in cross_check(a, b).answers}
    assert 20 * costs[Method.GJK_EPA] < min(costs[Method.FACES], costs[Method.SEPARATING_AXIS])
