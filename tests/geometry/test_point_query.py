"""Closest boundary point and signed distance: by hand, against shapely, and as properties."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest
import shapely

from geometry import (
    Convex,
    Outcome,
    Pose,
    box,
    capsule,
    circle,
    convex,
    point,
    point_query,
    rounded,
    segment,
    separation,
)
from geometry.feature import Feature, edge, vertex
from geometry.query.point_query import EdgeProjected, FootClamped, InsideTested, PointQuery, PushedOut
from tests.geometry.awkward import AWKWARD, SLIVER, SQUARE
from tests.geometry.oracles import core, tolerance
from tests.geometry.strategies import KINDS, random_shape, scaled

CASES = int(os.environ.get("SEPARATRIX_PAIRS", "20000"))
HALF = math.sqrt(0.5)

# shape, point, closest, normal, separation, feature
BY_HAND: dict[str, tuple[Convex, tuple[float, float], tuple[float, float], tuple[float, float], float, Feature]] = {
    "above an edge": (SQUARE, (0.5, 3), (0.5, 1), (0, 1), 2, edge(2)),
    "beyond a corner": (SQUARE, (4, 5), (1, 1), (0.6, 0.8), 5, vertex(2)),
    "inside": (SQUARE, (0.25, 0.5), (0.25, 1), (0, 1), -0.5, edge(2)),
    "inside, ties: the first edge": (SQUARE, (0, 0), (0, -1), (0, -1), -1, edge(0)),
    "on an edge": (SQUARE, (0.25, 1), (0.25, 1), (0, 1), 0, edge(2)),
    "on a vertex": (SQUARE, (1, 1), (1, 1), (HALF, HALF), 0, vertex(2)),
    "rounded, on the inner edge": (rounded(SQUARE, 0.5), (0.25, 1), (0.25, 1.5), (0, 1), -0.5, edge(2)),
    "rounded, on the inner vertex": (rounded(SQUARE, 2), (1, 1), (1 + 2 * HALF, 1 + 2 * HALF), (HALF, HALF), -2,
                                     vertex(2)),
    "rounded, in the layer": (rounded(SQUARE, 0.5), (1.3, 1.4), (1.3, 1.4), (0.6, 0.8), 0, vertex(2)),
    "rounded, inside the core": (rounded(SQUARE, 0.5), (0.25, 0.5), (0.25, 1.5), (0, 1), -1, edge(2)),
    "rounded, outside": (rounded(SQUARE, 0.5), (0, -4), (0, -1.5), (0, -1), 2.5, edge(0)),
    "circle": (circle(2, (1, 1)), (1, 5), (1, 3), (0, 1), 2, vertex(0)),
    "circle, inside": (circle(2, (1, 1)), (1, 2), (1, 3), (0, 1), -1, vertex(0)),
    "circle, at its centre": (circle(2, (1, 1)), (1, 1), (3, 1), (1, 0), -2, vertex(0)),
    "capsule, beside": (capsule((0, 0), (4, 0), 1), (1, 3), (1, 1), (0, 1), 2, edge(1)),
    "capsule, below": (capsule((0, 0), (4, 0), 1), (1, -3), (1, -1), (0, -1), 2, edge(0)),
    "capsule, on its core": (capsule((0, 0), (4, 0), 1), (1, 0), (1, -1), (0, -1), -1, edge(0)),
    "capsule, on an end of its core": (capsule((0, 0), (4, 0), 1), (4, 0), (5, 0), (1, 0), -1, vertex(1)),
    "capsule, beyond an end": (capsule((0, 0), (4, 0), 1), (-3, 4), (-0.6, 0.8), (-0.6, 0.8), 4, vertex(0)),
    "segment, on it": (segment((0, 0), (4, 0)), (1, 0), (1, 0), (0, -1), 0, edge(0)),
    "a point, itself": (point((2, 3)), (2, 3), (2, 3), (1, 0), 0, vertex(0)),
    "a point, from elsewhere": (point((2, 3)), (5, 7), (2, 3), (0.6, 0.8), 5, vertex(0)),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_by_hand(name: str) -> None:
    shape, p, closest, normal, away, feature = BY_HAND[name]
    found = point_query(shape, p)
    assert found.closest == pytest.approx(closest, abs=1e-15)
    assert found.normal == pytest.approx(normal, abs=1e-15)
    assert found.separation == pytest.approx(away, abs=1e-15)
    assert found.feature == feature
    assert found.outcome is (Outcome.SEPARATED if away > 1e-14 else Outcome.OVERLAPPED)


def test_a_circle_in_a_shape_hits_it() -> None:
    """Erratum S0.2: the nearest boundary point is 1 away from a small circle at the centre of a box, which overlaps
    it all the same."""
    found = point_query(SQUARE, (0.0, 0.0))
    assert found.is_inside
    assert math.dist(found.closest, (0.0, 0.0)) == 1.0 > 0.2


def check(shape: Convex, p: np.ndarray, kinds: str) -> PointQuery:
    """Signed distance, place and normal by shapely and the definition."""
    found = point_query(shape, p)
    allowed = tolerance(shape, point(p))
    geometry, place = core(shape), shapely.Point(p)
    away = float(shapely.distance(geometry, place))
    inside = len(shape.points) > 2 and away == 0.0
    signed = (-float(shapely.distance(shapely.boundary(geometry), place)) if inside else away) - shape.radius
    assert found.separation == pytest.approx(signed, abs=allowed, rel=0.0), kinds
    assert (found.outcome is Outcome.SEPARATED) == (signed > 0.0) or abs(signed) <= allowed, kinds
    assert math.dist(found.closest, p) == pytest.approx(abs(signed), abs=allowed, rel=0.0), kinds
    outline = shapely.boundary(geometry) if len(shape.points) > 2 else geometry
    assert shapely.distance(outline, shapely.Point(found.closest)) == pytest.approx(shape.radius, abs=allowed), kinds
    assert math.hypot(*found.normal) == pytest.approx(1.0, abs=1e-14), kinds
    # The point lies `separation` from the closest one along the normal, and the shape behind the normal's tangent.
    assert found.closest + found.separation * found.normal == pytest.approx(p, abs=allowed), kinds
    reach = float((shape.points @ found.normal).max()) + shape.radius
    assert reach == pytest.approx(float(found.closest @ found.normal), abs=allowed), kinds
    return found


def test_shapely() -> None:
    random = np.random.default_rng(61)
    inside = 0
    for i in range(CASES):
        kind = KINDS[i % len(KINDS)]
        shape = random_shape(random, kind)
        near = shape.centroid + random.normal(0.0, 1.2, 2)
        inside += check(shape, near, f"case {i}: {kind}").is_inside
    assert 0.1 * CASES < inside < 0.9 * CASES


@pytest.mark.parametrize("row", AWKWARD, ids=lambda row: row.name)
def test_awkward_shapes(row) -> None:
    """Around and on every vertex, edge and middle of the awkward shapes."""
    for shape in (row.a, row.b):
        size = max(float(np.ptp(shape.points, axis=0).max()), shape.radius, 1e-9)
        middles = (shape.points + np.roll(shape.points, -1, axis=0)) / 2.0
        for p in [*shape.points, *middles, shape.centroid]:
            for step in (0.0, 1e-9, 0.1, 3.0):
                check(shape, p + step * size * np.array((0.6, -0.8)), row.name)


def test_every_step_is_there() -> None:
    """Two of each edge, then inside, push, answer; the nearest so far is the least of those seen."""
    trace = point_query.trace(rounded(SQUARE, 0.5), (3.0, 0.5))
    kinds = [type(step) for step in trace]
    assert kinds == [EdgeProjected, FootClamped] * 4 + [InsideTested, PushedOut, PointQuery]
    feet = [step for step in trace if isinstance(step, FootClamped)]
    for i, foot in enumerate(feet):
        assert foot.nearest_so_far.distance == min(f.distance for f in feet[: i + 1])
    assert trace.result.separation == point_query(rounded(SQUARE, 0.5), (3.0, 0.5)).separation


def test_agrees_with_the_separating_axes() -> None:
    random = np.random.default_rng(62)
    for i in range(2000):
        shape = random_shape(random, KINDS[i % len(KINDS)])
        p = random.uniform(-3.0, 3.0, 2)
        assert point_query(shape, p).separation == pytest.approx(separation(shape, point(p)), abs=1e-12)


def test_moves_and_scales_along() -> None:
    random = np.random.default_rng(63)
    for i in range(2000):
        shape, p = random_shape(random, KINDS[i % len(KINDS)]), random.uniform(-3.0, 3.0, 2)
        found = point_query(shape, p)
        pose, factor = Pose(random.uniform(-9, 9, 2), random.uniform(0, 7)), 2.0 ** random.integers(-20, 20)
        moved = point_query(shape.at(pose), pose.place(p))
        assert moved.separation == pytest.approx(found.separation, abs=1e-12)
        assert moved.closest == pytest.approx(pose.place(found.closest), abs=1e-12)
        large = point_query(scaled(shape, factor), p * factor)
        assert large.separation == found.separation * factor
        assert (large.closest == found.closest * factor).all()
        assert large.feature == found.feature


def test_a_sliver_s_tip_points_away() -> None:
    assert point_query(SLIVER, (0.0, 0.0)).normal == pytest.approx((-1.0, 0.0), abs=1e-6)
    assert point_query(SLIVER, (0.5, 1e-9)).normal == pytest.approx((0.0, 1.0), abs=1e-6)


def test_refusals() -> None:
    for bad in ((math.nan, 0.0), (1.0,), "ab", None, (math.inf, 1.0), [[1.0, 2.0]]):
        with pytest.raises(ValueError, match="point"):
            point_query(SQUARE, bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="takes a Convex"):
        point_query("square", (0, 0))  # type: ignore[arg-type]
    assert point_query(convex([(0, 0), (1, 0), (0, 1)]), (1e6, 1e6)).separation > 1e6
    assert point_query(box(2e6, 2e6), (0.0, 0.0)).separation == -1e6
