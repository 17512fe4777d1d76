"""A box on the ground: two points hold it still, the crossing rule's one point lets it rock. And its mass."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from geometry import box, circle, convex, rectangle, rounded
from geometry.faulty.resting import REST_ANGLE, PointRule, Resting, TimeStepped, mass_of, rest
from tests.geometry.strategies import random_shape

GROUND = rectangle((-20, -2), (20, 0))


def tilted(tilt: float, width: float = 1.0, height: float = 1.0):
    """A box whose lower corner just touches the ground."""
    turned = box(width, height, (0.0, 0.0), tilt)
    return turned.moved((0.0, -turned.points[:, 1].min()))


@pytest.mark.parametrize("tilt", [1e-9, -1e-4, 1e-3, -1e-3])
@pytest.mark.parametrize("width", [1.0, 2.0, 3.0])
def test_it_rests_on_two_points_and_rocks_on_one(tilt: float, width: float) -> None:
    two = rest(tilted(tilt, width), GROUND, PointRule.TWO_POINTS)
    assert two.rests
    assert abs(two.angles[-1] + tilt) < 1e-9  # flat: angles count from the box as it was placed
    assert (two.counts[-50:] == 2).all()
    one = rest(tilted(tilt, width), GROUND, PointRule.CROSSING)
    assert not one.rests
    assert one.swing > 1e3 * REST_ANGLE
    assert (one.counts[-50:] == 1).all()
    signs = np.sign(np.diff(one.angles[-50:]))
    assert (signs[1:] == -signs[:-1]).all()  # to and fro, for ever


def test_two_points_hold_any_box() -> None:
    """Tilted, dropped, sunk in: it comes to rest in the end, flat on one of its sides and on the ground."""
    random = np.random.default_rng(101)
    for i in range(10):
        tilt = random.uniform(-0.3, 0.3)
        body = tilted(tilt, *random.uniform(0.5, 3.0, 2)).moved((0, (0, -0.001, 0.2)[i % 3]))
        found = rest(body, GROUND, PointRule.TWO_POINTS, count=400)
        assert found.rests
        quarters = (found.angles[-1] + tilt) / (math.pi / 2.0)
        assert quarters == pytest.approx(round(quarters), abs=1e-6)


def test_it_falls_freely_until_it_lands() -> None:
    trace = rest.trace(box(1, 1, (0, 100)), GROUND, PointRule.TWO_POINTS, count=30, step=0.01)
    *steps, end = trace
    assert len(steps) == 30
    assert all(isinstance(step, TimeStepped) and not step.contact.points for step in steps)
    assert isinstance(end, Resting)
    assert end.positions[-1] == pytest.approx((0.0, 100.0 - 10.0 * 0.01**2 * (30 * 31 / 2)))  # semi-implicit Euler
    assert end.times[-1] == pytest.approx(0.3)


def test_the_ground_carries_the_weight() -> None:
    """At rest the impulses of a step add up to the weight, and halve evenly."""
    (*_, last, _) = rest.trace(box(2, 1, (0, 0.5)), GROUND, PointRule.TWO_POINTS, count=10).steps
    assert sum(last.impulses) == pytest.approx(2.0 * 10.0 / 60.0)
    assert last.impulses[0] == pytest.approx(last.impulses[1])


def test_same_input_same_output() -> None:
    first, second = (rest(tilted(0.003), GROUND, PointRule.CROSSING, count=60) for _ in range(2))
    assert isinstance(first, Resting)
    assert (first.angles == second.angles).all()
    assert (first.positions == second.positions).all()


def test_mass() -> None:
    """Of a rectangle by hand; of any polygon by shapely, and the second moment over a grid of points."""
    found = mass_of(box(2, 3, (5, -7), 0.4))
    assert found.mass == pytest.approx(6.0)
    assert found.center == pytest.approx((5.0, -7.0))
    assert found.inertia == pytest.approx(6.0 * (4.0 + 9.0) / 12.0)
    random = np.random.default_rng(102)
    for _ in range(20):
        shape = random_shape(random, "convex polygon")
        found, polygon = mass_of(shape), shapely.Polygon(shape.points)
        assert found.mass == pytest.approx(polygon.area)
        assert found.center == pytest.approx(np.array(polygon.centroid.coords[0]))
        low, high = shape.points.min(axis=0), shape.points.max(axis=0)
        cell = (high - low) / 200
        x, y = (low[k] + cell[k] * (np.arange(200) + 0.5) for k in (0, 1))
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        inside = grid[shapely.contains_xy(polygon, grid)] - found.center
        assert found.inertia == pytest.approx(float((inside**2).sum() * cell.prod()), rel=0.02)


def test_refusals() -> None:
    body, rule = box(1, 1), PointRule.TWO_POINTS
    for bad in (circle(1), rounded(body, 0.1), "box"):
        with pytest.raises(ValueError, match="sharp corners"):
            rest(bad, GROUND, rule)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rule must be"):
        rest(body, GROUND, "two")  # type: ignore[arg-type]
    for count in (0, 2.5, 10**6):
        with pytest.raises(ValueError, match="count must be a whole number"):
            rest(body, GROUND, rule, count=count)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="step must be > 0"):
        rest(body, GROUND, rule, step=0.0)
    with pytest.raises(ValueError, match="gravity must be >= 0"):
        rest(body, GROUND, rule, gravity=-1.0)
    with pytest.raises(ValueError, match="two Convex; A"):
        rest(body, "ground", rule)  # type: ignore[arg-type]
    assert rest(convex([(0, 1), (2, 1), (1, 3)]), GROUND, rule, gravity=0.0, count=5).rests


def test_contacts_that_are_none_hold_the_body_in_the_air() -> None:
    """Without the test of height a corner hangs; without side planes a box stands over the end of the ground."""
    body = tilted(math.radians(10.0), 1.5)
    hanging = rest(body, GROUND, PointRule.ANY_HEIGHT, count=60)
    assert hanging.rests
    assert np.abs(hanging.angles).max() < 1e-9, "as it was placed"
    assert (hanging.counts == 2).all()
    ledge, flat = box(4, 1, (-2.2, -0.5)), box(1.5, 1.0, (0, 0.5))
    held, free = (rest(flat, ledge, rule, count=40) for rule in (PointRule.UNCUT, PointRule.TWO_POINTS))
    assert np.abs(held.angles).max() < 1e-9
    assert free.angles[-1] < -0.3, "clockwise, about the end of the ground"
    assert not free.rests
