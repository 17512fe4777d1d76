"""The closest points of two cores: against GJK, against shapely, and where there is no one answer."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given

from geometry import Convex, box, circle, closest_points, gjk, segment
from geometry.sat import closest_points as module
from tests.geometry.strategies import shapes


@given(a=shapes(), b=shapes())
def test_they_are_as_far_apart_as_gjk_and_shapely_say(a: Convex, b: Convex) -> None:
    found, other = closest_points(a, b), gjk(a, b)
    if other.core_distance <= other.tolerance:
        return  # overlapping cores have no closest points
    apart = float(np.linalg.norm(found.on_b - found.on_a))
    slack = 1e-9 * max(a.max_coordinate, b.max_coordinate)
    assert apart == pytest.approx(other.core_distance, abs=slack)
    for point, shape in ((found.on_a, a), (found.on_b, b)):
        assert shapely.MultiPoint(shape.points).convex_hull.distance(shapely.Point(point)) <= slack


@given(a=shapes(), b=shapes())
def test_of_few_pairs_none_that_is_left_out_is_nearer(a: Convex, b: Convex) -> None:
    """All pairs at once, by numpy, as of large shapes: the same distance, of cores that overlap too."""
    few = closest_points(a, b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEW_PAIRS", 0)
        every = closest_points(a, b)
    slack = 1e-12 * max(a.max_coordinate, b.max_coordinate)
    assert math.dist(few.on_a, few.on_b) == pytest.approx(math.dist(every.on_a, every.on_b), rel=0.0, abs=slack)


@pytest.mark.parametrize(
    ("a", "b", "on_a", "on_b"),
    [
        (circle(1.0), circle(0.5, (3.0, 0.0)), (0.0, 0.0), (3.0, 0.0)),  # of the cores: the centres
        (box(2.0, 2.0), circle(0.5, (3.0, 0.5)), (1.0, 0.5), (3.0, 0.5)),
        (box(2.0, 2.0), box(2.0, 2.0, (3.0, 3.0)), (1.0, 1.0), (2.0, 2.0)),
        (segment((0.0, 0.0), (1.0, 0.0)), segment((3.0, 0.0), (4.0, 0.0)), (1.0, 0.0), (3.0, 0.0)),
    ],
)
def test_by_hand(a: Convex, b: Convex, on_a: tuple[float, float], on_b: tuple[float, float]) -> None:
    found = closest_points(a, b)
    assert found.on_a == pytest.approx(on_a)
    assert found.on_b == pytest.approx(on_b)
