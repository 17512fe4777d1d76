"""Support points, and their ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import geometry.sat.support as module
from geometry import Convex, Pose, box, capsule, circle, regular_polygon, segment, support, support_ties
from geometry.sat.support import FEW_VERTICES, furthest, furthest_near
from geometry.tolerance import rounding
from tests.geometry.near_degenerate import FAMILIES, cases
from tests.geometry.oracles import EPSILON, largest_coordinate
from tests.geometry.strategies import angles, directions, powers, relabelled, scaled, shapes, vectors

Pairwise = tuple[float, float]


@given(shapes(), directions)
def test_nothing_lies_further(shape: Convex, d: Pairwise) -> None:
    found = support(shape, d)
    blur = 16.0 * EPSILON * largest_coordinate(shape)
    assert found.value == pytest.approx((shape.points @ np.array(d)).max() + shape.radius, abs=blur)
    assert found.point @ np.array(d) == pytest.approx(found.value, abs=blur)
    assert found.point == pytest.approx(shape.points[found.index] + shape.radius * np.array(d), abs=blur)


@given(shapes(), directions, angles)
def test_turning_shape_and_direction_together(shape: Convex, d: Pairwise, angle: float) -> None:
    turn = Pose(angle=angle)
    found = support(shape.at(turn), turn.place(np.array(d)))
    assert found.value == pytest.approx(support(shape, d).value, abs=1e-14 * largest_coordinate(shape))


@given(shapes(), directions, vectors)
def test_moving(shape: Convex, d: Pairwise, by: Pairwise) -> None:
    before, after = support(shape, d), support(shape.moved(by), d)
    blur = 64.0 * EPSILON * (largest_coordinate(shape) + max(map(abs, by)))
    assert after.value - before.value == pytest.approx(np.dot(by, d), abs=blur)


@given(shapes(), directions, powers)
def test_scaling_by_a_power_of_two_is_exact(shape: Convex, d: Pairwise, factor: float) -> None:
    before, after = support(shape, d), support(scaled(shape, factor), d)
    assert after.value == factor * before.value
    assert after.index == before.index
    assert (after.point == factor * before.point).all()


@given(shapes(), directions)
def test_relabelling_keeps_the_value(shape: Convex, d: Pairwise) -> None:
    values = [support(relabelled(shape, first), d).value for first in range(len(shape.points))]
    assert np.ptp(values) <= 4.0 * EPSILON * largest_coordinate(shape)


@given(shapes(), directions)
def test_ties_hold_the_support_point(shape: Convex, d: Pairwise) -> None:
    ties = support_ties(shape, d)
    assert support(shape, d).index in [t.index for t in ties]
    assert 1 <= len(ties) <= 2  # a strictly convex core has no third


@given(shapes(), directions)
def test_wherever_the_search_starts(shape: Convex, d: Pairwise) -> None:
    for start in range(len(shape.points)):
        assert furthest_near(shape, *d, start, rounding(shape)) == furthest(shape, *d)


@pytest.mark.parametrize("family", FAMILIES)
def test_wherever_the_search_starts_around_all_but_flat_corners(family: str) -> None:
    """Along every edge's normal either end is as far, or the corner between two edges is all but flat."""
    for each in cases(family, 5, 60):
        for shape, other in ((each.a, each.b), (each.b, each.a)):
            for x, y in (*shape.normals_xy, *((-x, -y) for x, y in other.normals_xy)):
                found = {furthest_near(shape, x, y, i, rounding(shape)) for i in range(len(shape.points))}
                assert found == {furthest(shape, x, y)}


def test_the_search_goes_around_both_ways_and_past_the_first_vertex(monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds what no search of all vertices was needed for."""
    shape = regular_polygon(FEW_VERTICES, 1.0)
    monkeypatch.setattr(module, "furthest", lambda *_: pytest.fail("all vertices were searched"))
    for i, (x, y) in enumerate(shape.points_xy):
        for start in range(i - FEW_VERTICES // 2 + 1, i + FEW_VERTICES // 2):
            assert furthest_near(shape, x, y, start % FEW_VERTICES, 1e-9)[0] == i


@given(shapes(), angles)
def test_an_edge_that_faces_the_direction_ties_at_both_ends(shape: Convex, angle: float) -> None:
    turned = shape.at(Pose(angle=angle))
    count = len(turned.points)
    for i, normal in enumerate(turned.normals):
        assert {t.index for t in support_ties(turned, normal)} == {i, (i + 1) % count}


def test_known_ties() -> None:
    assert [t.index for t in support_ties(box(2, 2), (1, 0))] == [1, 2]
    assert [t.index for t in support_ties(box(2, 2), (1, 1))] == [2]
    assert [t.index for t in support_ties(segment((0, 0), (1, 0)), (0, -3))] == [0, 1]
    assert [t.point.tolist() for t in support_ties(capsule((0, 0), (1, 0), 0.5), (0, 2))] == [[0, 0.5], [1, 0.5]]
    assert support(box(2, 2), (1, 0)).index == 1  # of two, the first vertex


def test_a_disc_reaches_its_radius() -> None:
    found = support(circle(2, (1, 1)), (3, 4))
    assert found.point == pytest.approx((1 + 2 * 0.6, 1 + 2 * 0.8))
    assert found.value == pytest.approx(1.4 + 2)


@pytest.mark.parametrize("ask", [support, support_ties])
def test_no_direction_is_refused(ask: object) -> None:
    with pytest.raises(ValueError, match="has no direction"):
        ask(box(1, 1), (0, 0))  # type: ignore[operator]
