"""What the origin tells of A - B, against the separating axis test; and two ways to misuse it."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import box, circle, convex, regular_polygon, separation
from geometry.faulty.minkowski_difference import moves_a, not_reflected
from geometry.faulty.minkowski_sum import outline_only, scaled
from geometry.query.origin import OriginTested, Reflected, VerticesSubtracted, origin_in_difference
from tests.geometry.strategies import random_pairs

PAIRS = [(a, b) for a, b, _ in random_pairs(11, 150, ("box", "convex polygon", "triangle"))]


def test_its_steps_take_the_differences_reflect_b_and_find_the_distance() -> None:
    for a, b in (*PAIRS[:30], (circle(0.9), circle(0.6, (2.0, 0.5)))):
        trace = origin_in_difference.trace(a, b)
        first, second, *_, tested, found = trace
        assert isinstance(first, VerticesSubtracted)
        assert first.points.tolist() == [(p - q).tolist() for p in a.points for q in b.points]
        assert isinstance(second, Reflected)
        assert (second.points == -b.points).all()
        assert isinstance(tested, OriginTested)
        assert tested.separation == pytest.approx(separation(a, b), abs=1e-9)
        assert not tested.touches
        assert found is trace.result
        assert np.hypot(*found.point) == pytest.approx(abs(separation(a, b)), abs=1e-9)
        assert separation(a, b.moved(found.point)) == pytest.approx(0.0, abs=1e-9)
    touching = origin_in_difference.trace(box(2.0, 1.0), box(1.0, 1.0, (1.5, 0.2)))
    assert touching[-2].touches


def test_without_the_reflection_only_shapes_that_are_their_own_reflections_are_right() -> None:
    wrong = 0
    for a, b in PAIRS:
        found = not_reflected(a, b)
        if np.allclose(sorted((b.points - b.centroid).tolist()), sorted((b.centroid - b.points).tolist())):
            assert found.separation == pytest.approx(separation(a, b), abs=1e-9)
        else:
            wrong += abs(found.separation - separation(a, b)) > 1e-3
        assert not found.move.any()
    assert wrong > 40


def test_the_vector_applied_to_a_goes_the_wrong_way() -> None:
    for a, b in PAIRS:
        found = moves_a(a, b)
        assert found.separation == pytest.approx(separation(a.moved(found.move), b))
        if separation(a, b) < -0.05:
            assert found.separation < -1e-6, "they still overlap"


def test_a_scaled_shape_is_right_at_one_edge_and_too_far_elsewhere() -> None:
    long, disc = box(3.0, 0.8), circle(0.45)
    found = scaled(long, disc)
    assert found.factor == pytest.approx(0.85 / 0.4)
    grown = shapely.box(-1.5, -0.4, 1.5, 0.4).buffer(0.45, quad_segs=256)
    corners = [shapely.Point(found.factor * p) for p in long.points]
    assert found.error == pytest.approx(max(grown.distance(p) for p in corners), abs=1e-4)
    assert round(found.error, 2) == 1.30
    assert np.hypot(*(found.worst - found.right)) == pytest.approx(found.error)
    assert scaled(regular_polygon(40, 1.0), circle(0.5)).error < 0.02, "a disc scaled is a disc"


def test_the_sweep_along_the_outline_leaves_a_hole_where_b_fits_inside() -> None:
    small = convex(((-0.5, -0.4), (0.6, -0.3), (-0.1, 0.6)))
    assert round(outline_only(regular_polygon(6, 1.6), small).error, 2) == 2.50
    none = outline_only(box(3.0, 0.8), circle(0.45))
    assert none.error == 0.0
    assert len(none.outline) == 0
