"""The perpendiculars of an edge, and which of them points out."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Convex, Polygon, edge_normal, regular_polygon, winding
from geometry.outline import signed_area
from geometry.sat.edge_normals import CrossAdded, Perpendiculars, VertexBehind, turned
from tests.geometry.outlines import CAVE_WALL, L_SHAPE, random_rings

TRIANGLE = [(-1.3, -0.8), (1.2, -0.6), (-0.7, 1.2)]


def test_the_storyboards_triangle() -> None:
    trace = edge_normal.trace(TRIANGLE, 0)
    found = trace.result
    assert found.along == pytest.approx((2.5, 0.2))
    assert found.normal == pytest.approx((0.08, -1.0), abs=0.004)
    assert found.length == pytest.approx(2.51, abs=0.005)
    assert found.signed_area == pytest.approx(2.44)
    assert (found.least, found.greatest) == (pytest.approx(-4.88), 0.0)
    (doors,) = (step for step in trace if isinstance(step, Perpendiculars))
    assert doors.left == pytest.approx((-0.2, 2.5))
    assert doors.right == pytest.approx((0.2, -2.5))
    behind = [step for step in trace if isinstance(step, VertexBehind)]
    assert [step.dot for step in behind] == pytest.approx([0.0, 0.0, -4.88])
    assert behind[-1].greatest == found.greatest


def test_reversed_the_other_side_is_out() -> None:
    back = TRIANGLE[::-1]
    found = edge_normal(back, 1)  # the same edge, the other way
    assert not found.is_right
    assert found.normal == pytest.approx(edge_normal(TRIANGLE, 0).normal)
    assert winding(back).signed_area == pytest.approx(-2.44)


def test_normals_of_a_convex_shape() -> None:
    shape = regular_polygon(7, 2.0, (3, 4), 0.3)
    for outline in (shape.points, shape.points[::-1]):
        normals = {tuple(np.round(edge_normal(outline, i).normal, 12)) for i in range(7)}
        assert normals == {tuple(np.round(normal, 12)) for normal in shape.normals}


def test_outward_of_concave_outlines() -> None:
    """A small step along the normal leaves the polygon."""
    random = np.random.default_rng(5)
    for outline in (L_SHAPE, L_SHAPE[::-1], CAVE_WALL, *(random_rings(random, 20)[1][0] for _ in range(20))):
        if Polygon.fault(outline) is not None:
            continue
        polygon, p = Polygon(outline), np.array(outline, dtype=float)
        for i in range(len(p)):
            end = p[(i + 1) % len(p)]
            found = edge_normal(outline, i)
            assert math.hypot(*found.normal) == pytest.approx(1.0)
            assert abs(found.normal @ (end - p[i])) <= 1e-9 * found.length
            step = 1e-6 * found.length * found.normal
            middle = 0.5 * (p[i] + end)
            assert polygon.contains(middle - step)
            assert not polygon.contains(middle + step)


def test_winding() -> None:
    random = np.random.default_rng(6)
    for _ in range(50):
        p = random.uniform(-5, 5, (9, 2))
        trace = winding.trace(p)
        parts = [step for step in trace if isinstance(step, CrossAdded)]
        assert trace.result.signed_area == pytest.approx(signed_area(p))
        assert 0.5 * sum(step.cross for step in parts) == pytest.approx(trace.result.signed_area)
        assert parts[-1].total == pytest.approx(2.0 * trace.result.signed_area)
        assert winding(p[::-1]).signed_area == pytest.approx(-trace.result.signed_area)
    far = np.array(L_SHAPE) + 1e9
    assert winding(far).signed_area == 5.0


def test_refusals() -> None:
    for edge in (-1, 3, 0.5, True, None):
        with pytest.raises(ValueError, match="edge must be a number from 0 to 2, not"):
            edge_normal(TRIANGLE, edge)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="edge 1 has length 0: it has no direction"):
        edge_normal([(0, 0), (1, 0), (1, 0), (0, 1)], 1)
    for routine in (winding, lambda p: edge_normal(p, 0)):
        with pytest.raises(ValueError, match="at least 3 vertices, not 2"):
            routine(TRIANGLE[:2])
        with pytest.raises(ValueError, match="zero area"):
            routine([(0, 0), (1, 0), (2, 0)])
    with pytest.raises(ValueError, match="outline must be finite"):
        winding([(0, 0), (1, math.nan), (0, 1)])


def test_a_door_opens() -> None:
    door = np.array((2.0, 1.0))
    assert turned(door, math.pi / 2) == pytest.approx((-1.0, 2.0))
    assert turned(door, -math.pi / 2) == pytest.approx((1.0, -2.0))
    assert Convex(TRIANGLE).normals[0] == pytest.approx(edge_normal(TRIANGLE, 0).normal)
