"""The ridge of a convex polygon, against distances that shapely measures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from shapely import LineString, Point

from geometry import Convex, box, capsule, convex, hull
from geometry.query.medial_axis import medial_axis
from tests.geometry.strategies import shapes


@given(shape=shapes(("convex polygon", "triangle", "regular polygon")))
def test_two_edges_are_as_near_and_no_other_is_nearer(shape: Convex) -> None:
    size = shape.size
    for first, last in medial_axis(shape):
        for part in (0.1, 0.5, 0.9):
            p = Point(first + part * (last - first))
            ends = zip(shape.points, np.roll(shape.points, -1, axis=0), strict=True)
            near = sorted(LineString(each).distance(p) for each in ends)
            assert near[1] - near[0] <= 1e-6 * size
            assert shape.contains((p.x, p.y))


def test_the_ridge_of_a_box_is_a_segment_and_four_diagonals() -> None:
    found = medial_axis(box(4.0, 2.0))
    assert sorted(np.round(np.hypot(*(found[:, 1] - found[:, 0]).T), 9).tolist()) == pytest.approx(
        [2.0**0.5] * 4 + [2.0]
    )
    ends = {tuple(np.round(p, 9)) for p in found.reshape(-1, 2)}
    assert ends == {(-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0), (-1.0, 0.0), (1.0, 0.0)}


def test_every_vertex_is_an_end_and_a_tree_has_one_part_more_than_inner_nodes() -> None:
    shape = hull(((-2.05, -1.15), (1.35, -1.55), (2.15, 0.15), (0.75, 1.6), (-1.55, 1.15)))
    ends = medial_axis(shape).reshape(-1, 2)
    for corner in shape.points:
        assert np.hypot(*(ends - corner).T).min() < 1e-9
    assert len(ends) == 2 * (2 * 5 - 3)


def test_a_triangle_has_its_bisectors_and_a_segment_nothing() -> None:
    found = medial_axis(convex(((0.0, 0.0), (4.0, 0.0), (0.0, 3.0))))
    assert len(found) == 3
    assert sum(np.allclose(p, (1.0, 1.0)) for p in found.reshape(-1, 2)) == 3  # the incentre
    assert medial_axis(capsule((0.0, 0.0), (1.0, 0.0), 0.2)).shape == (0, 2, 2)
