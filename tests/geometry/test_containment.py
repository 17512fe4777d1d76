"""Containment against shapely."""

from __future__ import annotations

import shapely
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, box, capsule, circle, rounded
from geometry.query.containment import contains
from tests.geometry.oracles import core
from tests.geometry.strategies import shapes


@given(a=shapes(), b=shapes(), shrink=st.floats(0.01, 1.0))
def test_it_agrees_with_shapely(a: Convex, b: Convex, shrink: float) -> None:
    """A vertex's disc fits when it is as far from the boundary of the grown core as its radius."""
    small = Convex(a.centroid + shrink * (b.points - b.points.mean(axis=0)), shrink * b.radius)
    grown = core(a).buffer(a.radius, quad_segs=720) if a.radius > 0.0 else core(a)
    room = min(
        (1.0 if grown.covers(shapely.Point(p)) else -1.0) * grown.boundary.distance(shapely.Point(p)) - small.radius
        for p in small.points
    )
    if grown.area > 0.0 and abs(room) > 1e-4 * max(1.0, a.max_coordinate):
        assert contains(a, small) == (room > 0.0)


def test_by_hand() -> None:
    assert contains(box(2, 2), box(1, 1))
    assert contains(box(2, 2), box(2, 2))
    assert not contains(box(2, 2), box(1, 1, (0.6, 0)))
    assert contains(circle(1), circle(0.5, (0.5, 0)))
    assert not contains(circle(1), circle(0.5, (0.51, 0)))
    assert contains(capsule((-1, 0), (1, 0), 0.5), circle(0.4, (1.05, 0)))
    assert not contains(capsule((-1, 0), (1, 0), 0.5), circle(0.4, (1.2, 0)))
    assert contains(rounded(box(2, 2), 0.5), circle(0.1, (1.2, 1.2)))
    assert not contains(rounded(box(2, 2), 0.5), circle(0.1, (1.4, 1.4)))
