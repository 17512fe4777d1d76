"""Lines placed by hand, shadows on a free axis, and the curve of separation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, Outcome, Owner, box, circle, project_on_axis, separating_axis, support_ties
from geometry.sat.separating_axis import projections_along, separation_along
from geometry.sat.separating_line import line_separates
from tests.geometry.strategies import shapes

angles = st.floats(-3.2, 3.2)
PAIRS = st.tuples(shapes(), shapes())


def test_a_line_between_two_boxes() -> None:
    a, b = box(2, 2, (-2, 0)), box(2, 2, (2, 0))
    verdict = line_separates(a, b, (0.25, 0), (0.25, 3))
    assert verdict.separates
    assert verdict.room == pytest.approx(0.75)
    assert verdict.normal == pytest.approx((1, 0))
    assert not line_separates(a, b, (-5, 0), (5, 0)).separates
    assert line_separates(a, b, (3.5, 0), (3.5, 1)).room == pytest.approx(-1.5 - 1.0)


def test_touching_the_line_is_no_separation() -> None:
    assert not line_separates(circle(1, (-1, 0)), circle(1, (3, 0)), (0, 0), (0, 1)).separates
    assert line_separates(circle(1, (-1, 0)), circle(1, (3, 0)), (1e-9, 0), (1e-9, 1)).separates


def test_a_line_of_one_point_is_refused() -> None:
    with pytest.raises(ValueError, match="the line has no direction"):
        line_separates(circle(1), circle(1, (4, 0)), (1, 1), (1, 1))


@given(pair=PAIRS, angle=angles, offset=st.floats(-3.0, 3.0))
def test_a_line_that_separates_proves_them_apart(pair: tuple[Convex, Convex], angle: float, offset: float) -> None:
    a, b = pair
    n = np.array((math.cos(angle), math.sin(angle)))
    start = offset * n
    verdict = line_separates(a, b, start, start + (-n[1], n[0]))
    if verdict.separates:
        assert separating_axis(a, b).outcome is Outcome.SEPARATED
    assert line_separates(b, a, start, start + (-n[1], n[0])).room == pytest.approx(verdict.room)


@given(pair=PAIRS, angle=angles, offset=st.floats(-3.0, 3.0))
def test_the_steps_are_both_shapes_seen_along_the_line(
    pair: tuple[Convex, Convex], angle: float, offset: float
) -> None:
    a, b = pair
    along, start = np.array((-math.sin(angle), math.cos(angle))), np.array((0.3, offset))
    of_a, of_b, verdict, seen, counted = line_separates.trace(a, b, start, start + along).steps
    n, size = verdict.normal, max(1.0, a.max_coordinate, b.max_coordinate)
    assert abs(float(n @ along)) <= 1e-12
    for side, shape in ((of_a, a), (of_b, b)):
        far = project_on_axis(shape, n)
        assert side.least == pytest.approx(far.low - float(start @ n), abs=1e-9 * size)
        assert side.greatest == pytest.approx(far.high - float(start @ n), abs=1e-9 * size)
    assert (of_a.owner, of_b.owner) == (Owner.A, Owner.B)
    assert (seen.projection_a.high, seen.projection_b.low) == (of_a.greatest, of_b.least)
    assert seen.separation == pytest.approx(projections_along(a, b, n).separation, abs=1e-9 * size)
    assert verdict.room == min(-of_a.greatest, of_b.least)
    apart = separating_axis(a, b).outcome is Outcome.SEPARATED
    assert (counted.turn > 0.0) <= apart
    assert not verdict.separates or counted.turn > 0.0


def test_a_line_between_two_squares_can_turn_until_it_touches_a_corner_of_each() -> None:
    *_, counted = line_separates.trace(box(2, 2, (-2, 0)), box(2, 2, (2, 0)), (0, 0), (1, 0)).steps
    assert counted.turn == pytest.approx(math.pi / 2)
    *_, none = line_separates.trace(box(2, 2, (-1, 0)), box(2, 2, (1, 0)), (0, 0), (0, 1)).steps
    assert none.turn == 0.0, "shapes that touch leave no line"


@given(pair=PAIRS, angle=angles)
def test_the_curve_is_the_axis_test_at_every_angle(pair: tuple[Convex, Convex], angle: float) -> None:
    a, b = pair
    n = (math.cos(angle), math.sin(angle))
    tested = projections_along(a, b, n)
    size = max(1.0, a.max_coordinate, b.max_coordinate)
    assert separation_along(a, b, np.array((angle,)))[0] == pytest.approx(tested.separation, abs=1e-9 * size)
    assert [step.projection for step in projections_along.trace(a, b, n).steps[:2]] == [
        tested.projection_a,
        tested.projection_b,
    ]


@given(pair=PAIRS)
def test_no_angle_does_better_than_the_separating_axis(pair: tuple[Convex, Convex]) -> None:
    a, b = pair
    greatest = separating_axis(a, b, early_out=False).separation
    curve = separation_along(a, b, np.linspace(0.0, math.pi, 181))
    assert curve.max() <= greatest + 1e-9 * max(1.0, a.max_coordinate, b.max_coordinate)


@given(shape=shapes(), angle=angles)
def test_the_steps_of_a_shadow_are_its_ends(shape: Convex, angle: float) -> None:
    n = (math.cos(angle), math.sin(angle))
    trace = project_on_axis.trace(shape, n)
    first, far, near, cast = trace.steps
    assert first.unit == pytest.approx(n)
    assert (near.along, far.along) == (cast.projection.low, cast.projection.high)
    assert far.end.point @ n == pytest.approx(far.along, abs=1e-9 * max(1.0, shape.max_coordinate))


@given(shape=shapes(), angle=angles)
def test_the_steps_of_a_support_point_try_every_vertex(shape: Convex, angle: float) -> None:
    d = (math.cos(angle), math.sin(angle))
    first, *tried, found = support_ties.trace(shape, d).steps
    assert first.unit == pytest.approx(d)
    if shape.radius > 0.0:
        assert (found.ties, found.radius) == (tried[-1].ties, shape.radius)
        found = tried.pop()
    assert [step.index for step in tried] == list(range(len(shape.points)))
    assert tried[-1].best in {tie.index for tie in found.ties}
    assert tried[-1].best_value == max(step.value for step in tried)
