"""The Minkowski sum and difference: 5,000 pairs against shapely, and what edges and vertices remember."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geometry import (
    Convex,
    Difference,
    Sum,
    box,
    circle,
    convex,
    minkowski_difference,
    minkowski_sum,
    rounded,
    support,
)
from geometry.minkowski.sum import EdgeLaid
from geometry.tolerance import PARALLEL
from tests.geometry.families import FAMILIES, family_pairs
from tests.geometry.oracles import EPSILON, hull_of
from tests.geometry.strategies import shapes

PAIRS = st.tuples(shapes(), shapes())


@pytest.mark.parametrize("family", FAMILIES)
def test_sum_and_difference_are_the_hull_of_all_pairs(family: str) -> None:
    """5,000 pairs, all families: the same outline as shapely's, and no vertex that is not one of the pairs'."""
    for a, b, kinds in family_pairs(family, seed=12, n=-(-5000 // len(FAMILIES))):
        for found, other in ((minkowski_sum(a, b), b.points), (minkowski_difference(a, b), -b.points)):
            truth = hull_of((a.points[:, None, :] + other[None, :, :]).reshape(-1, 2))
            corners = shapely.get_coordinates(truth)
            away = np.hypot(*(corners[:, None, :] - found.points[None, :, :]).transpose(2, 0, 1))
            # Where two parallel edges meet, shapely's corner is flatter than PARALLEL: it need not be one of ours.
            # A corner of ours as flat as rounding may lie a hair within shapely's edge.
            size = max(float(np.ptp(corners, axis=0).max()), a.max_coordinate, b.max_coordinate)
            ours = shapely.convex_hull(shapely.MultiPoint(found.points))
            stray = shapely.distance(ours, shapely.points(corners[away.min(axis=1) > 1e-12 * size]))
            assert (stray <= 4e-12 * size).all(), kinds
            edges = shapely.boundary(truth) if truth.geom_type == "Polygon" else truth
            extra = shapely.distance(edges, shapely.points(found.points[away.min(axis=0) > 1e-12 * size]))
            assert (extra <= 2.0 * EPSILON * size).all(), kinds
            for vertex, point in zip(found.vertices, found.points, strict=True):
                assert point.tolist() == (a.points[vertex.of_a] + other[vertex.of_b]).tolist()


@given(pair=PAIRS)
def test_vertices_and_edges_remember_the_same(pair: tuple[Convex, Convex]) -> None:
    """Along an edge of A the vertex of A moves on by one, and that of B stays; along a shared one both move."""
    for found in (minkowski_sum(*pair), minkowski_difference(*pair)):
        vertices = found.vertices
        for i, edge in enumerate(found.edges):
            start, end = vertices[i], vertices[(i + 1) % len(vertices)]
            assert edge.start_xy is start.point_xy
            assert edge.end_xy is end.point_xy
            for of, before, after, shape in (
                (edge.of_a, start.of_a, end.of_a, pair[0]),
                (edge.of_b, start.of_b, end.of_b, pair[1]),
            ):
                if of is None:
                    assert before == after
                else:
                    assert (before, after) == (of, (of + 1) % len(shape.points))


@given(pair=PAIRS)
def test_each_edge_is_the_next_by_direction(pair: tuple[Convex, Convex]) -> None:
    trace = minkowski_difference.trace(*pair)
    last = -PARALLEL
    for step in trace:
        if isinstance(step, EdgeLaid):
            angles = [angle for angle in (step.angle_a, step.angle_b) if angle is not None]
            assert min(angles) >= last - PARALLEL
            last = min(angles)
            assert (step.edge.of_a is not None) == (step.angle_a is not None and step.angle_a <= last + PARALLEL)
            assert (step.edge.of_b is not None) == (step.angle_b is not None and step.angle_b <= last + PARALLEL)
            assert step.vertex.point_xy is step.edge.end_xy
    assert last < math.tau


@given(pair=PAIRS, angle=st.floats(0.0, math.tau))
def test_supports_add(pair: tuple[Convex, Convex], angle: float) -> None:
    """h(A + B) = h(A) + h(B) along any direction, and h(A - B) = h(A) + h(-B)."""
    a, b = pair
    n = np.array((math.cos(angle), math.sin(angle)))
    added, taken = minkowski_sum(a, b), minkowski_difference(a, b)
    assert (added.points @ n).max() + added.radius == pytest.approx(support(a, n).value + support(b, n).value)
    assert (taken.points @ n).max() + taken.radius == pytest.approx(support(a, n).value + support(b, -n).value)


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("other", range(4))
def test_level_edges_that_rounding_tilts_join(quarter: int, other: int) -> None:
    """The bottom edge of a box turned by quarters rises or falls by 1e-16: the first by direction, or the last."""
    a, b = box(2, 2, (0.1, 0.2), quarter * math.pi / 2.0), box(3, 1, (1, 2), other * math.pi / 2.0)
    for found in (minkowski_sum(a, b), minkowski_difference(a, b)):
        assert len(found.edges) == 4
        assert all(edge.owner is None for edge in found.edges)


def test_a_sum_by_hand() -> None:
    found = minkowski_sum(convex([(0, 0), (2, 0), (0, 1)]), rounded(box(2, 2, (5, 0)), 0.5))
    assert isinstance(found, Sum)
    assert not isinstance(found, Difference)
    assert found.points.tolist() == [[4, -1], [8, -1], [8, 1], [6, 2], [4, 2]]
    assert [(edge.of_a, edge.of_b) for edge in found.edges] == [(0, 0), (None, 1), (1, None), (None, 2), (2, 3)]
    assert [(vertex.of_a, vertex.of_b) for vertex in found.vertices] == [(0, 0), (1, 1), (1, 2), (2, 2), (2, 3)]
    assert found.radius == 0.5


def test_no_shapes_are_refused() -> None:
    for routine in (minkowski_sum, minkowski_difference):
        for pair in ((None, circle(1)), (circle(1), [(0, 0)])):
            with pytest.raises(ValueError, match=f"{routine.__name__} takes two Convex"):
                routine(*pair)  # type: ignore[arg-type]
