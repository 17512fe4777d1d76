"""What a search places and slides for itself lies where `Convex.at` and `Convex.moved` have it, to the last bit."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from geometry import Convex, Pose, box, circle, convex, regular_polygon, tunnelling
from geometry.time_of_impact import discrete
from geometry.time_of_impact.moving import Moving, MovingPair, slid
from geometry.transform import Sweep, placed
from geometry.vector import vector, xy_given
from tests.geometry.sweeps import random_sweeps


def same(made: Convex, expected: Convex) -> bool:
    return (
        np.array_equal(made.points, expected.points)
        and not made.points.flags.writeable
        and made.points_xy == expected.points_xy
        and (made.radius, made.max_coordinate) == (expected.radius, expected.max_coordinate)
    )


def test_a_moving_shape_lies_where_its_sweep_places_it() -> None:
    for case in random_sweeps(seed=3, n=60, turning=True):
        for shape, sweep in ((case.a, case.sweep_a), (case.b, case.sweep_b)):
            for t in (0.0, 0.3, 1.0):
                assert same(Moving(shape, sweep).at(t), shape.at(sweep.at(t)))


def test_a_pair_lies_where_the_sweeps_place_both() -> None:
    for case in (*random_sweeps(seed=5, n=200, turning=True), *random_sweeps(seed=6, n=50, turning=False)):
        pair = MovingPair(Moving(case.a, case.sweep_a), Moving(case.b, case.sweep_b))
        for t in (0.0, 0.3, 1.0):
            at_a, at_b = pair.at(t)
            assert same(at_a, case.a.at(case.sweep_a.at(t)))
            assert same(at_b, case.b.at(case.sweep_b.at(t)))
    many = regular_polygon(200, 1.0)
    at_a, at_b = MovingPair(Moving(case.a, case.sweep_a), Moving(many, case.sweep_b)).at(0.3)
    assert same(at_b, many.at(case.sweep_b.at(0.3)))


def test_few_and_many_points_in_any_rows_are_placed_alike() -> None:
    chance = np.random.default_rng(8)
    for _ in range(50):
        local, (x, y, angle) = chance.normal(size=(40, 2)), chance.normal(size=3).tolist()
        many = placed(local, x, y, angle)
        assert not many.flags.writeable
        c, s = math.cos(angle), math.sin(angle)
        assert many.tolist() == [[c * u - s * v + x, s * u + c * v + y] for u, v in local.tolist()]
        assert np.array_equal(placed(local[:5], x, y, angle), many[:5])
        assert np.array_equal(placed(local[3], x, y, angle), many[3])
        assert np.array_equal(placed(local.reshape(10, 4, 2), x, y, angle), many.reshape(10, 4, 2))


def test_a_slid_shape_is_the_moved_one() -> None:
    chance = random.Random(4)
    for shape in (box(2, 1, (1, 2), 0.3), circle(0.5, (3, 1)), regular_polygon(7, 1.0)):
        for far in (1.0, 1e6, 1e12):
            by, t = (far * chance.uniform(-1, 1), far * chance.uniform(-1, 1)), chance.random()
            assert same(slid(shape, t, by), shape.moved((t * by[0], t * by[1])))
        assert slid(shape, 0.4, (0.0, 0.0)) is shape


@pytest.mark.parametrize("far", [1e16, 1e17, 1e40])
def test_too_far_out_for_its_size_is_refused_as_everywhere(far: float) -> None:
    shape, sweep = convex(((0, 0), (2, 0), (1, 1))), Sweep(Pose((0.0, 0.0)), Pose((far, far), 1.0))
    with pytest.raises(ValueError, match="too far from the origin"):
        shape.moved((far, far))
    with pytest.raises(ValueError, match="too far from the origin"):
        Moving(shape, sweep).at(1.0)
    with pytest.raises(ValueError, match="too far from the origin"):
        MovingPair(Moving(shape, Sweep(Pose())), Moving(shape, sweep)).at(1.0)
    with pytest.raises(ValueError, match="too far from the origin"):
        slid(shape, 1.0, (far, far))
    assert same(Moving(circle(0.5), sweep).at(1.0), circle(0.5).at(sweep.at(1.0)))  # a circle has no corners to lose


GIVEN = (
    (1, 2),
    (1.5, -2),
    (0.1, True),
    (2**60, 1),
    (10**80, 1),
    (1e76, 0),
    (math.nan, 1),
    ("a", 1),
    (1,),
    [1, 2],
    None,
)


def asked(read: Callable[..., Any], given: object) -> str:
    try:
        return repr(list(read(given, "it")))
    except ValueError as refusal:
        return str(refusal)


@pytest.mark.parametrize("given", GIVEN)
def test_plain_numbers_are_taken_and_refused_as_arrays_are(given: object) -> None:
    assert asked(xy_given, given) == asked(lambda *it: vector(*it).tolist(), given)


def test_a_plain_call_of_tunnelling_works_out_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    given = circle(0.1), Sweep(Pose((-2, 0)), Pose((2, 0))), box(0.1, 2), Sweep(Pose()), 3
    expected = tunnelling.trace(*given)
    for name in ("dips", "measure_widths"):
        monkeypatch.setattr(discrete, name, None)
    assert repr(tunnelling(*given)) == repr(expected.result)


def test_the_curve_is_searched_once_and_only_for_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    given = circle(0.1), Sweep(Pose((-2, 0))), box(0.1, 2), Sweep(Pose((2, 0)), Pose((-6, 0))), 3
    expected, searched = discrete.dips(*given[:4]), []

    def searching(*motion: Any) -> Any:
        searched.append(motion)
        return expected

    monkeypatch.setattr(discrete, "dips", searching)
    curve = next(step for step in tunnelling.trace(*given) if isinstance(step, discrete.CurveSearched))
    assert not searched
    assert (curve.overlaps, curve.fraction, curve.least) == expected
    assert curve.unseen == curve.overlaps  # no moment of the four falls in it
    assert searched == [given[:4]]
    again = copy.deepcopy(curve)
    assert (again.overlaps, again.least) == (curve.overlaps, curve.least)
