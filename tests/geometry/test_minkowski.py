"""The Minkowski difference against shapely's hull of all vertex differences, and what it promises."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, Outcome, Owner, box, circle, regular_polygon, segment, separating_axis
from geometry.minkowski.difference import minkowski_difference
from geometry.minkowski.sum import EdgeLaid, StartFound
from tests.geometry.strategies import shapes

PAIRS = st.tuples(shapes(), shapes())


def outline(points: np.ndarray) -> shapely.Geometry:
    return shapely.MultiPoint(points).convex_hull


@given(pair=PAIRS)
def test_it_is_the_hull_of_all_differences(pair: tuple[Convex, Convex]) -> None:
    a, b = pair
    every = (a.points[:, None, :] - b.points[None, :, :]).reshape(-1, 2)
    truth = outline(every)
    found = minkowski_difference(a, b)
    size = max(1.0, float(np.abs(every).max()))
    assert found.radius == a.radius + b.radius
    assert shapely.hausdorff_distance(outline(found.points), truth) < 1e-9 * size


@given(pair=PAIRS)
def test_every_edge_remembers_where_it_came_from(pair: tuple[Convex, Convex]) -> None:
    a, b = pair
    found = minkowski_difference(a, b)
    taken_a = [edge.of_a for edge in found.edges if edge.of_a is not None]
    taken_b = [edge.of_b for edge in found.edges if edge.of_b is not None]
    assert sorted(taken_a) == list(range(len(a.points) if len(a.points) > 1 else 0))
    assert sorted(taken_b) == list(range(len(b.points) if len(b.points) > 1 else 0))
    for edge in found.edges:
        vector = np.zeros(2)
        if edge.of_a is not None:
            vector = vector + np.roll(a.points, -1, axis=0)[edge.of_a] - a.points[edge.of_a]
        if edge.of_b is not None:
            vector = vector - np.roll(b.points, -1, axis=0)[edge.of_b] + b.points[edge.of_b]
        assert edge.end - edge.start == pytest.approx(vector, abs=1e-9 * max(1.0, a.max_coordinate, b.max_coordinate))


@given(pair=PAIRS)
def test_it_holds_the_origin_exactly_when_they_overlap(pair: tuple[Convex, Convex]) -> None:
    a, b = pair
    found = minkowski_difference(a, b)
    distance = outline(found.points).distance(shapely.Point(0, 0)) - found.radius
    size = max(1.0, a.max_coordinate, b.max_coordinate)
    if abs(distance) > 1e-9 * size:
        overlapping = separating_axis(a, b).outcome is Outcome.OVERLAPPED
        assert overlapping == (distance < 0.0)


def test_parallel_edges_join() -> None:
    found = minkowski_difference(box(2, 1), box(1, 3, (5, 0)))
    assert len(found.edges) == 4
    assert all(edge.owner is None for edge in found.edges)
    assert found.points.min(axis=0).tolist() == [-6.5, -2.0]
    assert found.points.max(axis=0).tolist() == [-3.5, 2.0]


def test_edges_are_told_apart_by_their_owner() -> None:
    found = minkowski_difference(regular_polygon(3, 1.0), box(1, 1, angle=0.2))
    owners = [edge.owner for edge in found.edges]
    assert owners.count(Owner.A) == 3
    assert owners.count(Owner.B) == 4


def test_circles_and_segments() -> None:
    two = minkowski_difference(circle(1, (3, 0)), circle(2, (0, 1)))
    assert two.edges == ()
    assert two.points.tolist() == [[3, -1]]
    assert two.radius == 3.0
    lines = minkowski_difference(segment((0, 0), (2, 0)), segment((0, 0), (0, 1)))
    assert sorted(map(tuple, lines.points.tolist())) == [(0, -1), (0, 0), (2, -1), (2, 0)]
    same = minkowski_difference(segment((0, 0), (2, 0)), segment((0, 0), (1, 0)))
    assert len(same.edges) == 2


def test_the_steps_lay_one_edge_after_the_other() -> None:
    trace = minkowski_difference.trace(regular_polygon(5, 1.0), box(1, 1, angle=0.3))
    start, *laid, answer = trace.steps
    assert isinstance(start, StartFound)
    assert all(isinstance(step, EdgeLaid) for step in laid)
    assert [len(step.laid) for step in laid] == list(range(1, 10))
    assert laid[-1].edge.end_xy is start.start_xy
    assert answer is trace.result
