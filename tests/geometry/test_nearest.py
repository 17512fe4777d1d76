"""The nearest boundary point of the Minkowski difference, and the hole of a sweep, against shapely."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, box, capsule, circle, minkowski_difference, regular_polygon, segment, separation
from geometry.query.erosion import erosion
from geometry.query.nearest import nearest_to_origin
from geometry.tolerance import rounding
from tests.geometry.oracles import signed_distance, tolerance
from tests.geometry.strategies import shapes

PAIRS = st.tuples(shapes(), shapes())


@given(pair=PAIRS)
def test_it_is_the_signed_distance_and_moving_there_just_touches(pair: tuple[Convex, Convex]) -> None:
    a, b = pair
    figure = minkowski_difference(a, b)
    found = nearest_to_origin(figure, rounding(a, b))
    slack = 10.0 * tolerance(a, b)
    assert found.separation == pytest.approx(signed_distance(a, b), abs=slack)
    assert np.hypot(*found.normal) == pytest.approx(1.0)
    # B moved by the point: the origin comes to lie there, on the boundary.
    assert separation(a, b.moved(found.point)) == pytest.approx(0.0, abs=slack)
    assert (found.edge is None) != (found.vertex is None)


def test_named_places() -> None:
    inside = nearest_to_origin(minkowski_difference(box(2, 2), box(1, 1, (1.2, 0.1))))
    assert inside.point == pytest.approx((0.3, 0.0))
    assert inside.separation == pytest.approx(-0.3)
    corner = nearest_to_origin(minkowski_difference(box(2, 2), box(2, 2, (5, 6))))
    assert corner.vertex is not None
    assert corner.separation == 5.0
    assert corner.normal == pytest.approx((0.6, 0.8))
    same = nearest_to_origin(minkowski_difference(circle(1), circle(2)))
    assert same.normal.tolist() == [1.0, 0.0]
    assert same.separation == -3.0
    touching = nearest_to_origin(minkowski_difference(box(2, 2), box(2, 2, (2, 0.5))))
    assert touching.separation == 0.0
    assert touching.normal == pytest.approx((1.0, 0.0))
    crossing = nearest_to_origin(minkowski_difference(segment((-1, 0), (1, 0)), capsule((-2, 0), (2, 0), 0.5)))
    assert crossing.separation == -0.5
    assert abs(crossing.normal[1]) == 1.0


@pytest.mark.parametrize("seed", range(40))
def test_the_hole_of_a_sweep(seed: int) -> None:
    """Against the union of the sweeps of B along the edges of A, cut out of A; B holds its own origin."""
    random = np.random.default_rng(seed)
    a = regular_polygon(int(random.integers(3, 8)), 2.0, angle=random.uniform(0, 6))
    b = regular_polygon(int(random.integers(3, 6)), random.uniform(0.2, 1.5), random.uniform(-0.05, 0.05, 2))
    hole = erosion(a.points, b)
    # The sweep of a convex B along one edge is the hull of its copies at both ends.
    ends = zip(a.points, np.roll(a.points, -1, axis=0), strict=True)
    swept = shapely.union_all(
        [shapely.MultiPoint(np.concatenate((b.points + p, b.points + q))).convex_hull for p, q in ends]
    )
    free = shapely.Polygon(a.points).difference(swept)
    expected = shapely.Polygon(hole).area if len(hole) > 2 else 0.0
    assert expected == pytest.approx(free.area, abs=1e-9)


def test_a_shape_too_large_leaves_no_hole() -> None:
    assert len(erosion(box(1, 1).points, box(3, 3))) == 0
    hole = erosion(box(4, 4).points, circle(0.5)).tolist()
    assert sorted(hole) == [[-1.5, -1.5], [-1.5, 1.5], [1.5, -1.5], [1.5, 1.5]]
