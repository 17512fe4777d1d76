"""The separating axis test: what must hold for any two shapes, then its rules by example.

Whether the numbers are right is asked of other programs in test_oracle_shapely and test_oracle_pymunk.
"""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import (
    Convex,
    Outcome,
    Owner,
    Pose,
    box,
    circle,
    overlaps,
    point,
    regular_polygon,
    rounded,
    segment,
    separating_axis,
    separation,
)
from geometry.sat.axis_tests import PLACES, AxisTests
from geometry.sat.glance import disc_within
from geometry.sat.separating_axis import Axis, AxisSkipped, AxisTested, cast_on, edge_axes
from geometry.tolerance import PARALLEL
from tests.geometry.awkward import AWKWARD, SQUARE, TOUCHING, Awkward
from tests.geometry.families import FAMILIES, family_pairs
from tests.geometry.oracles import EPSILON, gap_along, largest_coordinate, tolerance
from tests.geometry.strategies import angles, powers, relabelled, scaled, shapes, vectors

Pairwise = tuple[float, float]
awkward = pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.name)


def blur(*shapes: Convex) -> float:
    return 64.0 * EPSILON * largest_coordinate(*shapes)


def check_swap(a: Convex, b: Convex) -> None:
    one, other = separating_axis(a, b, early_out=False), separating_axis(b, a, early_out=False)
    assert other.separation == pytest.approx(one.separation, abs=blur(a, b))
    assert overlaps(a, b) == overlaps(b, a)
    # Turned round, each normal serves the other order as well: they are equal, or tie.
    assert gap_along(b, a, -one.normal) == pytest.approx(other.separation, abs=blur(a, b))
    assert gap_along(a, b, -other.normal) == pytest.approx(one.separation, abs=blur(a, b))


@given(shapes(), shapes())
def test_swap(a: Convex, b: Convex) -> None:
    check_swap(a, b)


@awkward
def test_swap_awkward(case: Awkward) -> None:
    check_swap(case.a, case.b)


@given(shapes(), shapes(), vectors)
def test_translate(a: Convex, b: Convex, by: Pairwise) -> None:
    there = a.moved(by), b.moved(by)
    assert separation(*there) == pytest.approx(separation(a, b), abs=blur(*there))


@given(shapes(), shapes(), angles)
def test_rotate(a: Convex, b: Convex, angle: float) -> None:
    turn = Pose(angle=angle)
    assert separation(a.at(turn), b.at(turn)) == pytest.approx(separation(a, b), abs=blur(a, b))


@given(shapes(), shapes(), powers)
def test_scaling_by_a_power_of_two_is_exact(a: Convex, b: Convex, factor: float) -> None:
    one, other = separating_axis(a, b), separating_axis(scaled(a, factor), scaled(b, factor))
    assert other.separation == factor * one.separation
    assert other.normal.tolist() == one.normal.tolist()
    assert other.outcome is one.outcome


@given(shapes(), shapes(), st.integers(0, 11), st.integers(0, 11))
def test_relabel(a: Convex, b: Convex, first: int, second: int) -> None:
    again = separation(relabelled(a, first), relabelled(b, second))
    assert again == pytest.approx(separation(a, b), abs=blur(a, b))


@given(shapes(), shapes())
def test_no_direction_does_better(a: Convex, b: Convex) -> None:
    """Minimality: over all directions from A to B, none has a greater gap, nor a smaller overlap."""
    turn = np.linspace(0.0, math.tau, 720, endpoint=False)
    sampled = np.stack((np.cos(turn), np.sin(turn)))
    gaps = (b.points @ sampled).min(axis=0) - (a.points @ sampled).max(axis=0) - a.radius - b.radius
    assert gaps.max() <= separation(a, b) + blur(a, b)


@given(shapes(), shapes())
def test_moving_b_by_the_separation_leaves_them_touching(a: Convex, b: Convex) -> None:
    found = separating_axis(a, b, early_out=False)
    moved = b.moved(-found.separation * found.normal)
    assert separation(a, moved) == pytest.approx(0.0, abs=tolerance(a, b))


@given(shapes(), shapes())
def test_every_number_of_the_answer(a: Convex, b: Convex) -> None:
    found = separating_axis(a, b, early_out=False)
    assert np.hypot(*found.normal) == pytest.approx(1.0, abs=1e-15)
    assert found.best in found.tests
    for test in found.tests:
        assert np.isfinite((*test.normal, test.separation)).all()
        assert gap_along(a, b, test.normal) == pytest.approx(test.separation, abs=blur(a, b))
        assert test.separation >= gap_along(a, b, -test.normal) - blur(a, b)
        assert test.separation <= found.separation + blur(a, b)


@given(shapes(), shapes())
def test_the_early_out_changes_no_verdict(a: Convex, b: Convex) -> None:
    early, full = separating_axis(a, b), separating_axis(a, b, early_out=False)
    assert early.outcome is full.outcome
    assert len(early.tests) <= len(full.tests)
    if early.outcome is Outcome.OVERLAPPED:
        assert early.separation == pytest.approx(full.separation, abs=blur(a, b))
    else:
        assert 0.0 < early.separation <= full.separation + blur(a, b)


@pytest.mark.parametrize("early_out", [True, False])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_glance_leaves_out_no_axis_that_is_as_good(family: str, early_out: bool) -> None:
    """Read, an axis that a glance has spared is tested after all, and compared with the best before it."""
    for a, b, _ in family_pairs(family, seed=23, n=120):
        found = separating_axis(a, b, early_out=early_out)
        assert found.best is [test for test in found.tests if test.is_best][-1]


def test_a_glance_spares_most_axes() -> None:
    found = separating_axis(regular_polygon(11, 1.0), regular_polygon(13, 1.0, (1.5, 0.4), 0.2))
    assert len(found.made_tests.made) <= 4
    copied = pickle.loads(pickle.dumps(found))
    assert [t.separation for t in copied.tests] == [t.separation for t in found.tests]
    assert len(found.tests) == len(found.made_tests.made) == 24
    assert found.tests[7] is found.tests[7]


@pytest.mark.parametrize("turn", [-0.9, 0.9])
@pytest.mark.parametrize("half", [0.0, math.pi])
def test_a_twin_is_found_wherever_its_like_is_filed(turn: float, half: float) -> None:
    """Also where the next place begins between the two."""
    beside = 0
    for place in np.random.default_rng(25).integers(1, int(PLACES), 300):
        for hair in (-1e-16, 0.0, 1e-16, 1e-13):
            angle = math.acos(math.sqrt(place / PLACES)) + hair
            axes = [
                Axis((math.cos(t), math.sin(t)), Owner.A, i)
                for i, t in enumerate((angle, angle + turn * PARALLEL + half))
            ]
            tests = AxisTests(cast_on, SQUARE, SQUARE)
            assert tests.twin(axes[0]) is None
            tests.axes.append(axes[0])
            assert tests.twin(axes[1]) is axes[0]
            first, second = (int(axis.direction_xy[0] ** 2 * PLACES) for axis in axes)
            beside += first != second
    assert beside > 100


@pytest.mark.parametrize("family", FAMILIES)
def test_the_disc_of_a_glance_lies_in_the_core(family: str) -> None:
    for a, _, _ in family_pairs(family, seed=24, n=60):
        x, y, radius = disc_within(a)
        if len(a.points) < 3:
            assert radius == 0.0
            continue
        over_edges = a.normals @ (x, y) - (a.normals * a.points).sum(axis=1)
        assert over_edges.max() == pytest.approx(-radius, abs=blur(a, a))


@given(shapes(), shapes(), vectors)
def test_a_shape_that_is_moved_far_off_is_apart(a: Convex, b: Convex, by: Pairwise) -> None:
    offset = np.array(by) + np.sign(by) * 50.0
    if np.abs(offset).max() > 25.0:
        assert not overlaps(a, b.moved(offset))
        assert separation(a, b.moved(offset)) > 0.0


@pytest.mark.parametrize("case", TOUCHING, ids=lambda case: case.name)
@pytest.mark.parametrize("angle", [0.0, 0.3, math.pi / 2.0, 2.0])
def test_touching_is_contact_however_turned(case: Awkward, angle: float) -> None:
    pose = Pose((3.0, -2.0), angle)
    a, b = case.a.at(pose), case.b.at(pose)
    assert overlaps(a, b)
    assert overlaps(b, a)
    apart = b.moved(1e-9 * separating_axis(a, b).normal)
    assert separation(a, apart) == pytest.approx(1e-9, abs=blur(a, b))


@awkward
def test_awkward_separations(case: Awkward) -> None:
    assert separation(case.a, case.b) == pytest.approx(case.separation, abs=tolerance(case.a, case.b), rel=0.0)
    assert overlaps(case.a, case.b) == (case.separation <= 0.0)


def test_axes_are_tested_in_order() -> None:
    a, b = regular_polygon(3, 1.0), box(1, 1, (0.1, 0.2), 0.3)
    found = separating_axis(a, b)
    assert [(t.axis.owner, t.axis.edge) for t in found.tests] == [
        (Owner.A, 0),
        (Owner.A, 1),
        (Owner.A, 2),
        (Owner.B, 0),
        (Owner.B, 1),
    ]
    skipped = [s for s in separating_axis.trace(a, b) if isinstance(s, AxisSkipped)]
    assert [(s.axis.edge, s.same_as.edge) for s in skipped] == [(2, 0), (3, 1)]


def test_the_early_out_says_what_it_spared() -> None:
    decided = separating_axis.trace(SQUARE, SQUARE.moved((0, 3))).steps[-1]
    assert len(decided.found.tests) == 1  # type: ignore[union-attr]
    assert [(axis.owner, axis.edge) for axis in decided.untested] == [  # type: ignore[union-attr]
        (Owner.A, 1),
        (Owner.A, 3),
        (Owner.B, 1),
        (Owner.B, 3),
    ]


def test_best_so_far_only_rises() -> None:
    steps = list(separating_axis.trace(regular_polygon(7, 1.0), box(1, 1, (0.6, 0.2), 0.3)))
    best = [step.best_so_far.separation for step in steps]
    assert best == sorted(best)
    for step in steps:
        if isinstance(step, AxisTested) and step.best is not None:
            assert step.is_best == (step.best_so_far is step)


def test_ties_keep_the_first_axis() -> None:
    found = separating_axis(SQUARE, SQUARE)
    assert (found.best.axis.owner, found.best.axis.edge) == (Owner.A, 0)
    assert found.normal.tolist() == [0.0, -1.0]  # both ways tie: A stays behind its edge
    sided = separating_axis(point((0.0, 0.0)), SQUARE)
    assert (sided.best.axis.owner, sided.normal.tolist()) == (Owner.B, [0.0, 1.0])


def test_who_offers_an_axis() -> None:
    assert edge_axes(circle(1), circle(2)) == ()
    assert [axis.owner for axis in edge_axes(segment((0, 0), (1, 0)), circle(1))] == [Owner.A, Owner.A]
    assert separating_axis(circle(1), circle(1)).best.axis.owner is Owner.ANY
    assert separating_axis(circle(1), circle(1, (0, 1))).best.axis.owner is Owner.CLOSEST
    corners = rounded(SQUARE, 2), circle(1, (3, 3))
    assert separating_axis(*corners).best.axis.owner is Owner.CLOSEST
    assert separating_axis(*corners).outcome is Outcome.OVERLAPPED


def test_unit_normal_for_centres_one_denormal_apart() -> None:
    found = separating_axis(circle(1), circle(1, (5e-324, 5e-324)))
    assert np.hypot(*found.normal) == pytest.approx(1.0, abs=1e-15)
    assert found.separation == -2.0


@pytest.mark.parametrize("power", [-60, -40, 40, 60])
def test_no_nan_at_absurd_sizes(power: int) -> None:
    size = 10.0**power
    for case in AWKWARD:
        found = separating_axis(scaled(case.a, size), scaled(case.b, size), early_out=False)
        assert np.isfinite((*found.normal, found.separation)).all(), case.name
        assert found.separation / size == pytest.approx(case.separation, abs=tolerance(case.a, case.b)), case.name
