"""Projections: a point on a line, a vector on a vector, a shape on an axis."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geometry import Convex, Interval, Pose, box, circle, project_on_axis, project_on_line, project_on_vector
from geometry.sat.projection import project_on_unit, scalar_projection
from tests.geometry.oracles import EPSILON, largest_coordinate
from tests.geometry.strategies import angles, coordinates, directions, powers, relabelled, scaled, shapes, vectors

Pairwise = tuple[float, float]


def _blur(*values: Pairwise) -> float:
    return 64.0 * EPSILON * max(abs(x) for value in values for x in value)


def _cross(a: np.ndarray, b: np.ndarray) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


@given(vectors, directions, st.floats(1e-3, 1e3), vectors)
def test_the_foot_is_on_the_line_and_nearest(a: Pairwise, d: Pairwise, length: float, c: Pairwise) -> None:
    start, direction = np.array(a), np.array(d)
    b = start + length * direction
    along = b - start
    assume(np.hypot(*along) > 0.0)
    found = project_on_line(a, b, c)
    blur = _blur(a, c) * (1.0 + 1.0 / length)  # a short line's direction is as blurred as its ends
    assert _cross(found.foot - start, along) / np.hypot(*along) == pytest.approx(0.0, abs=blur)
    assert np.dot(np.array(c) - found.foot, along) / np.hypot(*along) == pytest.approx(0.0, abs=blur)
    assert found.signed_length == pytest.approx(found.fraction * np.hypot(*along), abs=blur)


@given(vectors, vectors, powers)
def test_scaling_by_a_power_of_two_is_exact(a: Pairwise, c: Pairwise, factor: float) -> None:
    b = (a[0] + 3.0, a[1] - 2.0)
    first = project_on_line(a, b, c)
    second = project_on_line(*(factor * np.array(p) for p in (a, b, c)))
    assert (second.foot == factor * first.foot).all()
    assert second.fraction == first.fraction
    assert second.signed_length == factor * first.signed_length


def test_sides_of_the_line() -> None:
    before, inside, beyond = (project_on_line((0, 0), (2, 0), (x, 5)) for x in (-1, 1, 3))
    assert (before.fraction, inside.fraction, beyond.fraction) == (-0.5, 0.5, 1.5)
    assert (before.signed_length, inside.signed_length, beyond.signed_length) == (-1.0, 1.0, 3.0)
    assert beyond.foot.tolist() == [3.0, 0.0]


def test_a_line_of_no_length_is_refused() -> None:
    with pytest.raises(ValueError, match="no direction: a and b coincide"):
        project_on_line((1, 2), (1, 2), (0, 0))


@pytest.mark.parametrize("project", [project_on_vector, scalar_projection])
def test_the_zero_vector_is_refused(project: object) -> None:
    with pytest.raises(ValueError, match="b has no direction"):
        project((1, 2), (0, 0))  # type: ignore[operator]


@given(vectors, vectors, directions)
def test_projecting_is_linear(a: Pairwise, b: Pairwise, d: Pairwise) -> None:
    total = scalar_projection(np.add(a, b), d)
    assert total == pytest.approx(scalar_projection(a, d) + scalar_projection(b, d), abs=_blur(a, b))


@given(vectors, directions, st.floats(1e-6, 1e6))
def test_only_the_direction_counts(a: Pairwise, d: Pairwise, length: float) -> None:
    """The length of b changes nothing, and turning b round changes only the sign."""
    b = length * np.array(d)
    assert scalar_projection(a, b) == pytest.approx(scalar_projection(a, d), abs=_blur(a))
    assert scalar_projection(a, -b) == -scalar_projection(a, b)
    assert (project_on_vector(a, -b) == project_on_vector(a, b)).all()


@given(vectors, directions)
def test_pythagoras(a: Pairwise, d: Pairwise) -> None:
    along = project_on_vector(a, d)
    rest = np.array(a) - along
    assert np.hypot(np.hypot(*along), np.hypot(*rest)) == pytest.approx(np.hypot(*a), abs=_blur(a))
    assert abs(scalar_projection(a, d)) == pytest.approx(np.hypot(*along), abs=_blur(a))


@given(shapes(), directions)
def test_the_shadow_holds_every_point_and_no_more(shape: Convex, d: Pairwise) -> None:
    found = project_on_axis(shape, d)
    along = shape.points @ np.array(d)
    blur = 64.0 * EPSILON * largest_coordinate(shape)
    assert found.low == pytest.approx(along.min() - shape.radius, abs=blur)
    assert found.high == pytest.approx(along.max() + shape.radius, abs=blur)
    assert found.low <= found.high


@given(shapes(), directions, angles)
def test_turning_shape_and_axis_together(shape: Convex, d: Pairwise, angle: float) -> None:
    turn = Pose(angle=angle)
    first, second = project_on_axis(shape, d), project_on_axis(shape.at(turn), turn.place(np.array(d)))
    assert (second.low, second.high) == pytest.approx((first.low, first.high), abs=1e-14 * largest_coordinate(shape))


@given(shapes(), directions, vectors)
def test_moving_a_shape_moves_its_shadow(shape: Convex, d: Pairwise, by: Pairwise) -> None:
    first, second = project_on_axis(shape, d), project_on_axis(shape.moved(by), d)
    shift = scalar_projection(by, d)
    blur = _blur(by) + 64.0 * EPSILON * largest_coordinate(shape)
    assert (second.low, second.high) == pytest.approx((first.low + shift, first.high + shift), abs=blur)


@given(shapes(), directions, powers, st.integers(0, 11))
def test_scale_exactly_and_relabel(shape: Convex, d: Pairwise, factor: float, first: int) -> None:
    one, other = project_on_axis(shape, d), project_on_axis(scaled(shape, factor), d)
    assert (other.low, other.high) == (factor * one.low, factor * one.high)
    again = project_on_axis(relabelled(shape, first), d)
    assert (again.low, again.high) == pytest.approx((one.low, one.high), abs=1e-14 * largest_coordinate(shape))


@given(shapes(), directions)
def test_turning_the_axis_round_swaps_the_ends(shape: Convex, d: Pairwise) -> None:
    one, other = project_on_axis(shape, d), project_on_axis(shape, (-d[0], -d[1]))
    assert (other.low, other.high) == (-one.high, -one.low)


def test_shadow_of_known_shapes() -> None:
    assert project_on_axis(circle(2, (1, 5)), (10, 0)) == Interval(-1.0, 3.0)
    assert project_on_axis(box(2, 4), (0, 0.1)) == Interval(-2.0, 2.0)
    assert project_on_axis(box(2, 2), (1, 1)).length == pytest.approx(2.0 * math.sqrt(2.0))
    assert project_on_unit(box(2, 4), np.array((1.0, 0.0))) == Interval(-1.0, 1.0)


def test_shadow_refuses_no_direction() -> None:
    with pytest.raises(ValueError, match="direction has no direction: its length is 0"):
        project_on_axis(box(1, 1), (0, 0))


@pytest.mark.parametrize("direction", [(5e-324, 5e-324), (1e-300, 1e-310), (1e75, 1e75)])
def test_directions_of_any_length(direction: Pairwise) -> None:
    """Dividing denormals leaves few digits: the direction is scaled up first."""
    assert project_on_axis(circle(1), direction) == Interval(-1.0, 1.0)
    assert np.hypot(*project_on_vector(direction, direction)) == pytest.approx(np.hypot(*direction))
    assert scalar_projection((3, 3), (5e-324, 5e-324)) == pytest.approx(3.0 * math.sqrt(2.0))


@given(coordinates, st.floats(0, 10), coordinates, st.floats(0, 10), vectors)
def test_intervals(low: float, length: float, other_low: float, other_length: float, by: Pairwise) -> None:
    a, b = Interval(low, low + length), Interval(other_low, other_low + other_length)
    gap = a.separation(b)
    assert gap == b.separation(a)
    assert (gap <= 0.0) == (max(a.low, b.low) <= min(a.high, b.high))
    if gap < 0.0:  # the shorter way out really parts them
        onward = Interval(b.low - gap, b.high - gap)
        backward = Interval(b.low + gap, b.high + gap)
        blur = 1e-9
        assert max(a.separation(onward), a.separation(backward)) == pytest.approx(0.0, abs=blur)


def test_contained_interval_takes_the_shorter_way_out() -> None:
    assert Interval(0, 10).separation(Interval(1, 2)) == -2.0
    assert Interval(0, 10).separation(Interval(10, 12)) == 0.0
    assert Interval(0, 10).separation(Interval(11, 12)) == 1.0
