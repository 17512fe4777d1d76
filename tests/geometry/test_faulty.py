"""The faulty routines are wrong where they are said to be, and right elsewhere: or they would teach nothing."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import Convex, box, circle, minimum_translation, regular_polygon, separation
from geometry.faulty.circle_circle import circles_touch_strictly
from geometry.faulty.circle_obb import turned_wrongly
from geometry.faulty.sat import boundary_distance_only, centre_to_centre, edges_only, shadows_on_the_line
from geometry.faulty.translation import best_by_raw_normals, translation_turned_twice, translation_without_verdict
from geometry.query.crossings import crossing_edges
from geometry.vector import cross, length, vector
from tests.geometry.strategies import random_pairs


def pairs(count: int) -> list[tuple[Convex, Convex]]:
    return [(a, b) for a, b, _ in random_pairs(7, count, ("box", "convex polygon", "triangle"))]


def test_without_a_verdict_only_separated_shapes_go_wrong() -> None:
    pulled = 0
    for a, b in pairs(200):
        right, wrong = minimum_translation(a, b).translation, translation_without_verdict(a, b)
        if right is not None:
            assert length(wrong) == pytest.approx(length(right), abs=1e-9)
            assert separation(a, b.moved(wrong)) == pytest.approx(0.0, abs=1e-9)
        else:
            pulled += separation(a, b.moved(wrong)) < separation(a, b)
    assert pulled > 10


def test_a_sign_turned_twice_is_right_or_opposite() -> None:
    opposite = 0
    for a, b in pairs(200):
        right, wrong = minimum_translation(a, b).translation, translation_turned_twice(a, b)
        assert (right is None) == (wrong is None)
        if right is not None and wrong is not None:
            assert wrong.tolist() in (right.tolist(), (-right).tolist())
            opposite += wrong.tolist() != right.tolist()
    assert opposite > 10


def test_raw_normals_never_do_better_and_sometimes_worse() -> None:
    worse = 0
    for a, b in pairs(200):
        chosen = best_by_raw_normals(a, b)
        if chosen is not None:
            assert chosen.separation <= separation(a, b) + 1e-9
            worse += chosen.separation < separation(a, b) - 1e-6
    assert worse > 10
    square = box(1.0, 1.0)
    assert best_by_raw_normals(square, square.moved((0.5, 0.2))).axis.edge == 1  # type: ignore[union-attr]
    assert best_by_raw_normals(circle(1), circle(1)) is None
    assert best_by_raw_normals(square, square.moved((2.0, 0.0))) is None


def test_touching_circles_by_squares() -> None:
    assert not circles_touch_strictly(circle(1), circle(1, (2, 0)))
    assert circles_touch_strictly(circle(1), circle(1, (1.99, 0)))


def test_a_wrong_turn_has_one_sign_wrong() -> None:
    angle = 0.4
    x, y = np.array((np.cos(angle), np.sin(angle))), np.array((-np.sin(angle), np.cos(angle)))
    first, second = (turned_wrongly(vector(local), x, y) for local in ((1.0, 0.0), (0.0, 1.0)))
    assert first == pytest.approx(x)
    assert second == pytest.approx([y[0], -y[1]])
    assert cross(first, second) == pytest.approx(-np.cos(2.0 * angle)), "no rotation: areas change"
    assert turned_wrongly(vector((0.0, 0.0)), x, y) == pytest.approx([0.0, 0.0])


def test_crossing_edges_are_shapelys() -> None:
    for a, b in pairs(100):
        found = crossing_edges(a, b)
        points = shapely.Polygon(a.points).exterior.intersection(shapely.Polygon(b.points).exterior)
        assert len(found) == shapely.get_num_coordinates(points)
        assert len(found) % 2 == 0


def test_no_edge_crosses_where_one_is_inside_or_they_only_touch() -> None:
    outer, inner = regular_polygon(6, 1.5), box(0.5, 0.4, (0.2, 0.1), 0.3)
    assert crossing_edges(outer, inner) == ()
    assert separation(outer, inner) < 0.0
    assert crossing_edges(box(1, 1), box(1, 1, (1, 0))) == ()
    assert crossing_edges(circle(1), circle(1)) == ()


def test_without_the_extra_axis_a_gap_beside_a_corner_is_missed_and_none_imagined() -> None:
    missed, a = 0, box(3, 1)
    for x in np.linspace(-2.4, 2.4, 34):
        for y in np.linspace(-1.4, 1.4, 20):
            b = circle(0.7, (x, y))
            for found in (edges_only(a, b), centre_to_centre(a, b)):
                assert found.separation <= separation(a, b) + 1e-9
                missed += found.separation <= 0.0 < separation(a, b)
    assert missed > 4
    assert centre_to_centre(box(2, 2), circle(1, (3, 3))).separation == pytest.approx(
        separation(box(2, 2), circle(1, (3, 3)))
    )
    with pytest.raises(ValueError, match="neither shape has an edge"):
        edges_only(circle(1), circle(1, (3, 0)))


def test_a_boundary_far_from_a_centre_inside_is_no_hit() -> None:
    found = boundary_distance_only(box(2, 2), circle(0.2, (0.1, 0.05)))
    assert (found.distance, found.is_hit) == (pytest.approx(0.9), False)
    assert found.point == pytest.approx((1.0, 0.05))
    for a, b in [(a, circle(0.3, b.centroid)) for a, b in pairs(100)]:
        if (s := separation(a, b)) > 0.0:
            assert boundary_distance_only(a, b).distance == pytest.approx(s + 0.3)
            assert not boundary_distance_only(a, b).is_hit
    with pytest.raises(ValueError, match="only for a polygon and a circle"):
        boundary_distance_only(box(2, 2), box(1, 1))


def test_shadows_on_the_line_are_those_along_it() -> None:
    a, b = box(2, 2, (-2, 0)), box(2, 2, (2, 0.5))
    assert shadows_on_the_line(a, b, (0, 0), (0, 5)).separation == pytest.approx(-1.5), "though the line separates"
    assert shadows_on_the_line(a, b, (0, 0), (3, 0)).separation == pytest.approx(2.0), "though it cuts both"
