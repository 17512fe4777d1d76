"""GJK: by hand, step by step, and what must hold of any run. The large comparisons are in test_gjk_oracles."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import (
    Convex,
    GjkDistance,
    Outcome,
    Pose,
    box,
    circle,
    convex,
    epa,
    gjk,
    point,
    regular_polygon,
    rounded,
    segment,
)
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken, Termination
from geometry.minkowski.simplex import DifferenceSupport, SimplexRegion, nearest
from geometry.vector import readonly
from tests.geometry import oracles
from tests.geometry.awkward import AWKWARD, Awkward
from tests.geometry.strategies import angles, powers, random_pairs, relabelled, scaled, shapes

SQUARE = box(2, 2)
PAIRS = st.tuples(shapes(), shapes())
FAMILIAR = [(pair.a, pair.b) for pair in random_pairs(seed=31, n=162)] + [(case.a, case.b) for case in AWKWARD]


def test_two_squares_apart() -> None:
    found = gjk(SQUARE, box(2, 2, (5, 1)))
    assert found.outcome is Outcome.SEPARATED
    assert found.termination is Termination.CONVERGED
    assert found.separation == found.distance == found.core_distance == 3.0
    assert found.normal is not None
    assert found.normal.tolist() == [1, 0]
    assert found.on_a[0] == 1.0
    assert found.on_b[0] == 4.0
    assert found.on_a[1] == found.on_b[1]
    assert found.dots == 8 * found.supports


def test_corner_to_corner_with_radii() -> None:
    found = gjk(rounded(SQUARE, 0.5), rounded(box(2, 2, (5, 6)), 0.25))
    assert found.separation == 4.25  # corners (1, 1) and (4, 5) are 5 apart
    assert found.normal == pytest.approx((0.6, 0.8))
    assert found.core_a.tolist() == [1, 1]
    assert found.core_b.tolist() == [4, 5]
    assert found.on_a == pytest.approx((1.3, 1.4))
    assert found.on_b == pytest.approx((3.85, 4.8))
    assert found.simplex.region is SimplexRegion.VERTEX
    assert found.simplex.pairs == ((2, 0),)


def test_a_step_by_step_run() -> None:
    """A point over a segment: A - B runs from (-3, -2) to (5, -2), and the origin is nearest to its inside."""
    a, b = segment((-2, 0), (6, 0)), point((1, 2))
    trace = gjk.trace(a, b, direction=(1, 0))
    start, first, reduced, last, answer = trace.steps
    assert isinstance(start, SimplexStarted)
    assert not start.is_warm
    assert start.simplex.closest.tolist() == [5, -2]
    assert isinstance(first, SupportTaken)
    assert first.direction == pytest.approx(np.array((-5, 2)) / math.sqrt(29))
    assert first.vertex.w.tolist() == [-3, -2]
    assert first.vertex.pair == (0, 0)
    assert first.upper == pytest.approx(math.sqrt(29))
    assert first.lower == pytest.approx(-11 / math.sqrt(29))
    assert not first.is_last
    assert isinstance(reduced, SimplexReduced)
    assert reduced.dropped == ()
    assert reduced.simplex.closest.tolist() == [0, -2]
    assert sorted(reduced.simplex.weights) == [0.375, 0.625]
    assert reduced.simplex.region is SimplexRegion.EDGE
    assert isinstance(last, SupportTaken)
    assert last.is_last
    assert last.is_repeated
    assert last.direction.tolist() == [0, 1]
    assert last.lower == last.upper == 2.0
    assert isinstance(answer, GjkDistance)
    assert answer.core_a == pytest.approx((1, 0))
    assert answer.iterations == 2
    assert answer.supports == 3
    assert answer.dots == 9


TERMINATIONS: dict[str, tuple[Convex, Convex, Termination, Outcome]] = {
    "apart": (SQUARE, box(1, 1, (3, 0)), Termination.CONVERGED, Outcome.SEPARATED),
    "discs overlap, cores do not": (SQUARE, circle(1, (1.5, 0)), Termination.CONVERGED, Outcome.OVERLAPPED),
    "cores overlap": (SQUARE, box(1, 1, (1, 0.2)), Termination.CONTAINS_ORIGIN, Outcome.OVERLAPPED),
    "coincident": (SQUARE, SQUARE, Termination.CONTAINS_ORIGIN, Outcome.OVERLAPPED),
    "crossing segments": (segment((-1, 0), (1, 0)), segment((0, -1), (0, 1)), Termination.CONTAINS_ORIGIN,
                          Outcome.OVERLAPPED),
    "origin on an edge of the difference": (SQUARE, box(2, 2, (2, 0.5)), Termination.TOUCHING, Outcome.OVERLAPPED),
    "origin on a vertex of the difference": (SQUARE, box(2, 2, (2, 2)), Termination.TOUCHING, Outcome.OVERLAPPED),
    "a point and itself": (point((1, 2)), point((1, 2)), Termination.TOUCHING, Outcome.OVERLAPPED),
    "segments on one line that overlap": (segment((0, 0), (2, 0)), segment((1, 0), (3, 0)), Termination.TOUCHING,
                                          Outcome.OVERLAPPED),
    "discs touch": (circle(1), circle(0.5, (1.5, 0)), Termination.CONVERGED, Outcome.OVERLAPPED),
}  # fmt: skip


@pytest.mark.parametrize("name", TERMINATIONS)
def test_every_ending_has_its_name(name: str) -> None:
    a, b, termination, outcome = TERMINATIONS[name]
    for found in (gjk(a, b), gjk(b, a)):
        assert (found.termination, found.outcome) == (termination, outcome)
        assert (found.separation is None) == (termination is Termination.CONTAINS_ORIGIN)
        assert (found.normal is None) == (termination is not Termination.CONVERGED)
        assert found.distance == max(0.0, found.separation or 0.0)


def test_the_cap_is_a_named_ending() -> None:
    """CAPPED: two polygons that take three rounds are given one; the bounds hold all the same."""
    a, b = regular_polygon(9, 1.0, angle=0.1), regular_polygon(8, 1.0, (3, 2))
    full, capped = gjk(a, b), gjk(a, b, cap=1)
    assert full.iterations > 1
    assert full.termination is Termination.CONVERGED
    assert capped.termination is Termination.ITERATION_CAP
    assert capped.outcome is Outcome.FAILED
    assert capped.iterations == 1
    assert capped.core_distance > full.core_distance
    assert epa(a, b, capped).outcome is Outcome.FAILED


def test_the_cap_is_no_failure_where_the_answer_is_there() -> None:
    a, b = segment((-1, 0), (1, 0)), box(1, 1, (0.2, 0.3))
    enough = gjk(a, b)
    assert gjk(a, b, cap=max(1, enough.iterations)).termination is enough.termination


@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.name)
def test_awkward_pairs(case: Awkward) -> None:
    for a, b in ((case.a, case.b), (case.b, case.a)):
        found = gjk(a, b)
        allowed = oracles.tolerance(a, b)
        if found.separation is not None:
            assert found.separation == pytest.approx(case.separation, abs=allowed)
        else:
            assert case.separation < 0.0
            assert found.core_a == pytest.approx(found.core_b, abs=allowed)


@pytest.mark.parametrize(("a", "b"), FAMILIAR)
def test_what_every_step_must_keep(a: Convex, b: Convex) -> None:
    *steps, answer = gjk.trace(a, b).steps
    assert isinstance(answer, GjkDistance)
    scale = 1e-12 * max(a.max_coordinate, b.max_coordinate)
    least = math.inf
    simplexes = [step.simplex for step in steps if not isinstance(step, GjkDistance)] + [answer.simplex]
    for simplex in simplexes:
        combined = sum(weight * vertex.w for weight, vertex in zip(simplex.weights, simplex.vertices, strict=True))
        assert combined == pytest.approx(simplex.closest, abs=scale)
        assert sum(simplex.weights) == pytest.approx(1.0)
        assert all(0.0 <= weight <= 1.0 for weight in simplex.weights)
        assert simplex.distance == pytest.approx(math.hypot(*simplex.closest), abs=scale)
        assert simplex.distance <= least + scale  # never further again
        least = simplex.distance
        for vertex in simplex.vertices:
            assert vertex.w == pytest.approx(vertex.on_a - vertex.on_b, abs=scale)
            assert vertex.on_a.tolist() == a.points[vertex.index_a].tolist()
            assert vertex.on_b.tolist() == b.points[vertex.index_b].tolist()
    for step in steps:
        if isinstance(step, SupportTaken):
            assert step.lower <= answer.core_distance + scale <= step.upper + 2.0 * scale
            assert step.gap == step.upper - step.lower
            assert math.hypot(*step.direction) == pytest.approx(1.0)
            along = (a.points @ step.direction).max() - (b.points @ step.direction).min()
            assert float(step.vertex.w @ step.direction) == pytest.approx(along, abs=scale)
        if isinstance(step, SimplexReduced):
            assert {*step.simplex.vertices, *step.dropped} == set(step.candidates)
    assert answer.supports == sum(isinstance(s, SupportTaken) for s in steps) + 1
    assert answer.dots == answer.supports * (len(a.points) + len(b.points))


@given(pair=PAIRS)
def test_swapped_it_is_the_same_seen_from_the_other_side(pair: tuple[Convex, Convex]) -> None:
    a, b = pair
    one, other = gjk(a, b), gjk(b, a)
    allowed = oracles.tolerance(a, b)
    assert one.core_distance == pytest.approx(other.core_distance, abs=allowed)
    if one.normal is not None and other.normal is not None and one.core_distance > 1e-3:
        assert one.normal == pytest.approx(-other.normal, abs=1e-9)  # nearest of the difference: there is but one


@given(pair=PAIRS, angle=angles)
def test_moved_together(pair: tuple[Convex, Convex], angle: float) -> None:
    a, b = pair
    pose = Pose((3.0, -2.0), angle)
    here, there = gjk(a, b), gjk(a.at(pose), b.at(pose))
    assert here.core_distance == pytest.approx(there.core_distance, abs=1e-9)


@given(pair=PAIRS, factor=powers)
def test_twice_as_large_is_exactly_twice_as_far(pair: tuple[Convex, Convex], factor: float) -> None:
    a, b = pair
    one, other = gjk(a, b), gjk(scaled(a, factor), scaled(b, factor))
    assert other.core_distance == factor * one.core_distance
    assert other.simplex.pairs == one.simplex.pairs
    assert other.iterations == one.iterations


@given(pair=PAIRS, first=st.integers(0, 11))
def test_vertices_counted_from_another(pair: tuple[Convex, Convex], first: int) -> None:
    a, b = pair
    assert gjk(relabelled(a, first), b).core_distance == pytest.approx(gjk(a, b).core_distance, abs=1e-9)


def test_the_nearest_point_of_an_edge_keeps_its_digits() -> None:
    """A point 1e-14 above a segment: the direction is straight up, though p + t e is nothing but rounding."""
    found = gjk(segment((-0.3, 0.0), (0.7, 0.0)), point((0.1, 1e-14)))
    assert found.normal is not None
    assert found.normal.tolist() == [0, 1]
    assert found.core_distance == 1e-14


def test_simplexes_as_flat_as_rounding_are_edges() -> None:
    """Three points on one line through the origin: the signs of their areas mean nothing."""
    line = segment((0.1, 0.3), (0.7, 2.1))
    support = DifferenceSupport(line, point((0, 0)))
    middle = DifferenceSupport(segment((0.3, 0.9), (1, 1)), point((0, 0))).vertex(0, 0)
    found = nearest([support.vertex(0, 0), support.vertex(1, 0), middle])
    assert found.region is SimplexRegion.VERTEX
    assert found.distance == math.hypot(0.1, 0.3)
    same = nearest([middle, middle])
    assert same.vertices == (middle,)


def test_a_triangle_thinner_than_rounding_is_taken_for_its_edges() -> None:
    a = convex([(-1, -1), (1, -1), (0, 1)])
    thin = DifferenceSupport(Convex(a.points * (1.0, 1e-9)), point((0, 0)))
    corners = [thin.vertex(i, 0) for i in range(3)]
    assert nearest(corners).region is SimplexRegion.INSIDE
    # No Convex is as thin as this; the difference of two may have corners that are.
    flat = [replace(corner, w=readonly(corner.w * (1.0, 1e-7))) for corner in corners]
    found = nearest(flat)
    assert found.region is SimplexRegion.EDGE
    assert found.distance <= 1e-15


def test_the_nearer_end_of_an_edge_gives_the_distance() -> None:
    """One end lies a million times as far out as the other, which alone keeps its digits."""
    far, near = (-300000.7, -100000.3), (0.31, 0.1)
    for ends in ((far, near), (near, far)):
        p, q = (point(end) for end in ends)
        found = nearest([DifferenceSupport(end, point((0, 0))).vertex(0, 0) for end in (p, q)])
        exact = [Fraction(x) for end in ends for x in end]
        area = exact[0] * exact[3] - exact[1] * exact[2]
        squared = (exact[2] - exact[0]) ** 2 + (exact[3] - exact[1]) ** 2
        assert found.distance == pytest.approx(math.sqrt(area * area / squared), rel=1e-12, abs=0.0)
        assert found.region is SimplexRegion.EDGE


def test_vertices_that_cannot_be_told_apart() -> None:
    """Squares a hair apart far from the origin: several support points fall on one place."""
    a = box(2, 2).moved((1e6, 1e6))
    for gap in (0.0, 1e-10, 1e-9, 1e-8):
        found = gjk(a, box(2, 2).moved((1e6 + 2.0 + gap, 1e6)))
        assert found.core_distance == pytest.approx(gap, abs=oracles.tolerance(a))
