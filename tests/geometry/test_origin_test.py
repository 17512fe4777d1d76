"""The origin against A - B: the same answer as the axis test, by edges alone."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import box, circle, separating_axis, separation
from geometry.minkowski.origin_test import MeasuredTwice, NormalsTraced, PointsSubtracted, WallsMeasured, origin_test
from tests.geometry.strategies import random_pairs

PAIRS = [(a, b) for a, b, _ in random_pairs(11, 120, ("box", "convex polygon", "triangle"))]


def test_the_deciding_edge_is_the_best_axis() -> None:
    for a, b in PAIRS:
        tested, best = origin_test(a, b), separating_axis(a, b, early_out=False)
        edges = [t.separation for t in best.tests if t.facing is not None]
        assert tested.wall.separation == pytest.approx(max(edges), abs=1e-9)
        assert tested.apart is (separation(a, b) > best.best.tolerance)
        assert (tested.in_front > 0) is tested.apart


def test_the_steps_measure_every_edge_and_the_best_twice() -> None:
    for a, b in PAIRS:
        subtracted, _, measured, traced, twice, _ = origin_test.trace(a, b).steps
        assert isinstance(subtracted, PointsSubtracted)
        for point, shape in ((subtracted.a, a), (subtracted.b, b)):
            assert min(np.hypot(*(shape.points - point).T)) == 0.0
        ends = (twice.wall.edge.start, twice.wall.edge.end)
        assert subtracted.a - subtracted.b == pytest.approx(max(ends, key=lambda end: np.hypot(*end)), abs=1e-9)
        assert isinstance(measured, WallsMeasured)
        assert isinstance(traced, NormalsTraced)
        assert isinstance(twice, MeasuredTwice)
        assert twice.min_b - twice.max_a == pytest.approx(twice.wall.separation, abs=1e-9)
        assert measured.walls[measured.deciding].separation == max(wall.separation for wall in measured.walls)
        assert traced.from_a + traced.from_b + traced.merged == len(measured.walls)
        assert traced.from_a + traced.merged == len(a.points)
        assert traced.from_b + traced.merged == len(b.points)
        points = (a.points[:, None, :] - b.points[None, :, :]).reshape(-1, 2)
        for wall in measured.walls:
            assert (points @ wall.normal).max() == pytest.approx(-wall.separation, abs=1e-9)
            normals = a.normals[wall.edge.of_a] if wall.edge.of_a is not None else -b.normals[wall.edge.of_b]
            assert wall.normal == pytest.approx(normals, abs=1e-9)


def test_parallel_edges_merge_and_round_shapes_are_refused() -> None:
    steps = origin_test.trace(box(2, 2), box(1, 1, (3, 0))).steps
    traced = next(step for step in steps if isinstance(step, NormalsTraced))
    assert (traced.from_a, traced.from_b, traced.merged) == (0, 0, 4)
    assert origin_test(box(2, 2), box(1, 1, (3, 0))).wall.separation == pytest.approx(1.5)
    assert not origin_test(box(2, 2), box(2, 2, (2, 0))).apart, "touching is contact"
    with pytest.raises(ValueError, match="polygons with corners"):
        origin_test(box(2, 2), circle(1, (3, 0)))
    assert np.isfinite(origin_test(box(2, 2), box(2, 2)).wall.separation)
