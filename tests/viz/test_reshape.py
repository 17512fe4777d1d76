"""Shapes given another kind, size, radius or number of vertices."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, box, capsule, circle, convex, hull, regular_polygon, rounded
from viz.lesson.scene import Body, at
from viz.session.reshape import (
    MOST_SIDES,
    ShapeKind,
    kind_of,
    with_kind,
    with_radius,
    with_sides,
    with_size,
    with_vertex_added,
    with_vertex_removed,
)

SHAPES = {
    ShapeKind.CIRCLE: circle(0.7),
    ShapeKind.CAPSULE: capsule((-1, 0), (1, 0.4), 0.3),
    ShapeKind.BOX: box(2, 1, angle=0.4),
    ShapeKind.REGULAR: regular_polygon(5, 1.2, angle=0.3),
    ShapeKind.FREE: convex(((0, 0), (2, 0), (1, 1.5))),
}
clouds = st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=3, max_size=12)


def area(shape: Convex) -> float:
    x, y = shape.points.T
    core = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2.0
    sides = np.hypot(*(np.roll(shape.points, -1, axis=0) - shape.points).T)
    return core + float(sides.sum()) * shape.radius + math.pi * shape.radius**2


@pytest.mark.parametrize("kind", ShapeKind)
def test_kinds_are_recognised(kind: ShapeKind) -> None:
    assert kind_of(SHAPES[kind]) is kind
    if kind is not ShapeKind.CIRCLE:
        assert kind_of(rounded(SHAPES[kind], 0.2)) is kind
    assert kind_of(at(SHAPES[kind], 3.0, 4.0, 77).world) is kind


@pytest.mark.parametrize("new", ShapeKind)
@pytest.mark.parametrize("old", ShapeKind)
def test_any_kind_becomes_any_other_in_its_place(old: ShapeKind, new: ShapeKind) -> None:
    body = at(SHAPES[old], 1.0, 2.0, 30)
    made = with_kind(body, new)
    assert made.pose is body.pose
    if new is not ShapeKind.FREE:
        assert kind_of(made.shape) is new
    assert made.world.centroid == pytest.approx((1.0, 2.0))
    assert 0.6 * area(body.shape) < area(made.shape) < 1.6 * area(body.shape)


@given(sides=st.integers(-5, 200))
def test_sides(sides: int) -> None:
    made = with_sides(at(SHAPES[ShapeKind.REGULAR], 0.0, 0.0), sides)
    assert len(made.shape.points) == min(max(sides, 3), MOST_SIDES)
    assert area(made.shape) == pytest.approx(area(SHAPES[ShapeKind.REGULAR]))


def test_size_and_radius() -> None:
    made = with_size(at(rounded(box(2, 1), 0.1), 0.0, 0.0), 3.0, 0.5)
    assert made.shape.points.max(axis=0).tolist() == [1.5, 0.25]
    assert made.shape.radius == 0.1
    assert with_radius(made, 0.4).shape.radius == 0.4
    for refused in (lambda: with_size(made, 0.0, 1.0), lambda: with_radius(made, -1.0)):
        with pytest.raises(ValueError, match="must be"):
            refused()
    with pytest.raises(ValueError, match="radius of a circle"):
        with_radius(at(circle(1), 0.0, 0.0), 0.0)


@given(cloud=clouds, data=st.data())
def test_a_vertex_can_be_added_to_any_edge_and_taken_away_again(
    cloud: list[tuple[float, float]], data: st.DataObject
) -> None:
    try:
        shape = hull(np.round(cloud, 2))
    except ValueError:
        return
    if len(shape.points) < 3:
        return
    body = at(shape, 1.0, 0.5, 20)
    edge = data.draw(st.integers(0, len(shape.points) - 1))
    before = body.world.points
    added = with_vertex_added(body, edge)
    assert len(added.shape.points) == len(before) + 1
    assert np.delete(added.world.points, edge + 1, axis=0) == pytest.approx(before, abs=1e-9)
    removed = with_vertex_removed(added, edge + 1)
    assert removed.world.points == pytest.approx(before, abs=1e-9)


def test_a_new_vertex_goes_out_half_as_far_as_its_neighbours_stay_corners() -> None:
    """With exterior angles θ they are straight once it stands tan(θ)/2 of the edge out; with few sides it goes out
    0.12 of the edge, which is less."""
    for sides, part in ((20, math.tan(math.tau / 20.0) / 4.0), (6, 0.12)):
        body = at(regular_polygon(sides, 1.0), 0.0, 0.0)
        start, end = body.world.edge(2)
        new = with_vertex_added(body, 2).world.points[3]
        assert math.dist(new, (start + end) / 2.0) == pytest.approx(part * math.dist(start, end))


def test_what_has_no_vertex_to_spare_says_so() -> None:
    with pytest.raises(ValueError, match="three vertices"):
        with_vertex_removed(at(SHAPES[ShapeKind.FREE], 0.0, 0.0), 0)
    with pytest.raises(ValueError, match="only a polygon"):
        with_vertex_added(at(circle(1), 0.0, 0.0), 0)
    with pytest.raises(ValueError, match="at most"):
        with_vertex_added(Body(regular_polygon(MOST_SIDES, 1.0)), 0)
