"""Edge normals of lists that run either way, against the shape's own normals and by definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, box, convex
from geometry.sat.edge_normals import (
    Compared,
    Normalised,
    QuarterTurned,
    Side,
    SidesTested,
    WindingFound,
    edge_normal,
)
from tests.geometry.strategies import shapes

TRIANGLE = ((-1.3, -0.8), (1.2, -0.6), (-0.7, 1.2))
polygons = shapes().filter(lambda shape: len(shape.points) > 2)


def listed(shape: Convex, *, clockwise: bool) -> np.ndarray:
    return shape.points[::-1].copy() if clockwise else shape.points


def by_kind(outline: object, edge: int = 0, other: Convex | None = None) -> dict[type, object]:
    return {type(step): step for step in edge_normal.trace(outline, edge, other)}  # type: ignore[arg-type]


@given(shape=polygons, clockwise=st.booleans(), pick=st.integers(0, 100))
def test_it_is_the_shape_s_own_normal_whatever_the_order(shape: Convex, clockwise: bool, pick: int) -> None:
    n = len(shape.points)
    edge = pick % n
    found = edge_normal(listed(shape, clockwise=clockwise), edge)
    own = (n - 2 - edge) % n if clockwise else edge  # reversed, edge i runs from vertex n - 1 - i to the one before
    assert found.normal == pytest.approx(shape.normals[own], abs=1e-12)
    assert found.side is (Side.LEFT if clockwise else Side.RIGHT)
    assert math.copysign(1.0, found.area) == (-1.0 if clockwise else 1.0)


@given(shape=polygons, clockwise=st.booleans(), pick=st.integers(0, 100))
def test_no_vertex_lies_in_front_and_winding_agrees_with_it(shape: Convex, clockwise: bool, pick: int) -> None:
    outline = listed(shape, clockwise=clockwise)
    edge = pick % len(outline)
    steps = by_kind(outline, edge)
    tested, winding, normalised = steps[SidesTested], steps[WindingFound], steps[Normalised]
    assert isinstance(tested, SidesTested)
    assert isinstance(winding, WindingFound)
    assert isinstance(normalised, Normalised)
    assert tested.outward is winding.outward is normalised.side
    reaches = {Side.LEFT: tested.along_left, Side.RIGHT: tested.along_right}
    size = max(map(abs, reaches[tested.outward]))
    assert max(reaches[tested.outward]) <= 1e-9 * size
    assert max(reaches[tested.outward.opposite]) > 0.0
    assert np.hypot(*normalised.normal) == pytest.approx(1.0)
    assert float(((outline - outline[edge]) @ normalised.normal).max()) <= 1e-9 * np.ptp(outline)


def test_the_quarter_turns_of_the_first_edge_of_the_triangle() -> None:
    turned = by_kind(TRIANGLE)[QuarterTurned]
    assert isinstance(turned, QuarterTurned)
    assert turned.e == pytest.approx((2.5, 0.2))
    assert turned.left == pytest.approx((-0.2, 2.5))
    assert turned.right == pytest.approx((0.2, -2.5))
    assert edge_normal(TRIANGLE).area == pytest.approx(2.44, abs=5e-3)
    tested = by_kind(TRIANGLE)[SidesTested]
    assert isinstance(tested, SidesTested)
    assert tested.along_right == pytest.approx((0.0, 0.0, -4.88), abs=5e-3)


@given(shape=polygons, other=shapes(), clockwise=st.booleans(), pick=st.integers(0, 100))
def test_with_the_normal_inward_the_separation_stays_and_the_front_does_not(
    shape: Convex, other: Convex, clockwise: bool, pick: int
) -> None:
    outline = listed(shape, clockwise=clockwise)
    edge = pick % len(outline)
    compared = by_kind(outline, edge, other)[Compared]
    assert isinstance(compared, Compared)
    n = edge_normal(outline, edge).normal
    assert compared.separation == pytest.approx(compared.separation_inward, abs=1e-9)
    a, b = shape.points @ n, other.points @ n
    assert compared.separation == pytest.approx(
        max(b.min() - a.max(), a.min() - b.max()) - other.radius, rel=1e-9, abs=1e-9
    )
    assert compared.front == pytest.approx(b.min() - a.max() - other.radius, rel=1e-9, abs=1e-9)
    assert compared.front_inward == pytest.approx(a.max() - b.max() - other.radius, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("outline", "edge", "words"),
    [
        (TRIANGLE[:2], 0, "at least 3 vertices"),
        (((0, 0), (1, 0), (2, 0)), 0, "area|collinear|line"),
        (((0, 0), (1, 0), (1, 0), (0, 1)), 0, "edge 1 has length 0"),
        (((0, 0), (2, 0), (0.5, 0.5), (0, 2)), 0, "vertex 2 is reflex"),
        (((0, 2), (0.5, 0.5), (2, 0), (0, 0)), 0, "vertex 1 is reflex"),
        (((0, 0), (1, 0), (2, 0), (0, 2)), 0, "vertex 1 is collinear"),
        (((0, 2), (2, 0), (1, 0), (0, 0)), 0, "vertex 2 is collinear"),
        (((0, 0), (math.nan, 0), (0, 1)), 0, "finite|NaN"),
        (((1, 0), (-0.8, 0.6), (0.3, -0.95), (0.3, 0.95), (-0.8, -0.6)), 0, "cross"),
        (TRIANGLE, 3, "from 0 to 2"),
        (TRIANGLE, -1, "from 0 to 2"),
        (TRIANGLE, True, "whole number"),
        (TRIANGLE, 0.5, "whole number"),
    ],
)
def test_what_has_no_outward_normal_is_refused_with_its_reason(outline: object, edge: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        edge_normal(outline, edge)  # type: ignore[arg-type]


def test_a_concave_outline_has_normals_by_its_winding_alone() -> None:
    dart = np.array(((-1.3, 0.9), (0.1, -1.1), (1.4, 0.8), (0.1, 0.1)))
    for turn, side in ((1, Side.RIGHT), (-1, Side.LEFT)):
        listed = dart[::turn].copy()
        sides = [
            next(s for s in edge_normal.trace(listed, i, concave=True) if isinstance(s, SidesTested))
            for i in range(4)
        ]
        assert [each.outward for each in sides].count(None) == 2, "the two edges at the reflex vertex"
        assert {each.outward for each in sides} == {None, side}
        for i in range(4):
            found = edge_normal(listed, i, concave=True)
            assert found.side is side
            e = listed[(i + 1) % 4] - listed[i]
            assert found.normal == pytest.approx(turn * np.array((e[1], -e[0])) / np.hypot(*e))
        with pytest.raises(ValueError, match="reflex"):
            edge_normal(listed, 0)
    with pytest.raises(ValueError, match="cross"):
        edge_normal(((0, 0), (2, 2), (2, 0), (0, 1)), 0, concave=True)


def test_other_shapes_and_scales() -> None:
    for scale in (1e-9, 1.0, 1e9):
        assert edge_normal(scale * box(2.0, 1.0).points, 1).normal == pytest.approx((1.0, 0.0))
    assert edge_normal(convex(TRIANGLE).points + (1e6, -1e6), 0).side is Side.RIGHT
