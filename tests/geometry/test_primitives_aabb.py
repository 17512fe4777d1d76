"""Axis-aligned boxes: built vertex by vertex, joined, and compared axis by axis."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Aabb, Convex, Outcome, Owner, circle, convex, point
from geometry.primitives.aabb import (
    Enclosed,
    RadiusAdded,
    SidesCompared,
    VertexTaken,
    aabb_around,
    aabb_joined,
    aabb_overlap,
    aabb_pair,
)
from tests.geometry.strategies import shapes, vectors


def aabb(left: float, bottom: float, right: float, top: float) -> Aabb:
    return Aabb(np.array((left, bottom), dtype=float), np.array((right, top), dtype=float))


def corners(around: Aabb) -> list[float]:
    return [*around.low.tolist(), *around.high.tolist()]


UNIT = aabb(0, 0, 1, 1)
aabbs = st.tuples(vectors, st.tuples(st.floats(0.0, 1e6), st.floats(0.0, 1e6))).map(
    lambda drawn: aabb(*drawn[0], *np.add(*drawn))
)


@given(shapes())
def test_around_a_shape(shape: Convex) -> None:
    around, known = aabb_around(shape), shape.bounds()
    assert corners(around) == corners(known)


@given(shapes())
def test_the_box_grows_vertex_by_vertex(shape: Convex) -> None:
    *vertices, radius, _ = aabb_around.trace(shape)
    for i, step in enumerate(vertices):
        assert isinstance(step, VertexTaken)
        assert step.index == i
        taken = shape.points[: i + 1]
        assert step.low.tolist() == taken.min(axis=0).tolist()
        assert step.high.tolist() == taken.max(axis=0).tolist()
        before = shape.points[:i]
        assert step.grew == (
            i == 0 or bool(((step.vertex < before.min(axis=0)) | (step.vertex > before.max(axis=0))).any())
        )
    assert isinstance(radius, RadiusAdded)
    assert len(vertices) == len(shape.points)


@given(shapes(), shapes())
def test_a_pair_is_its_parts(a: Convex, b: Convex) -> None:
    trace = aabb_pair.trace(a, b)
    pair = trace.result
    assert corners(pair.box_a) == corners(a.bounds())
    assert corners(pair.box_b) == corners(b.bounds())
    assert corners(pair.joined) == corners(a.bounds().joined(b.bounds()))
    alone = aabb_overlap(a.bounds(), b.bounds())
    assert (pair.overlap.outcome, pair.overlap.separation) == (alone.outcome, alone.separation)
    enclosed = [step for step in trace if isinstance(step, Enclosed)]
    assert [(step.owner, corners(step.box)) for step in enclosed] == [
        (Owner.A, corners(a.bounds())),
        (Owner.B, corners(b.bounds())),
    ]
    assert [step.owner for step in trace if isinstance(step, VertexTaken)] == (
        [Owner.A] * len(a.points) + [Owner.B] * len(b.points)
    )
    for step in trace:
        if isinstance(step, SidesCompared):
            assert step.between.length == pytest.approx(abs(step.separation))
            assert step.between.low in (step.side_a.low, step.side_a.high, step.side_b.low, step.side_b.high)


def test_a_triangle_by_hand() -> None:
    steps = aabb_around.trace(convex([(0, 0), (4, 1), (1, 3)], radius=0.5)).steps
    assert [step.grew for step in steps[:3]] == [True, True, True]  # type: ignore[union-attr]
    assert corners(aabb_around(convex([(0, 0), (4, 1), (1, 3)], radius=0.5))) == [-0.5, -0.5, 4.5, 3.5]
    assert corners(aabb_around(circle(2, (1, 1)))) == [-1, -1, 3, 3]
    assert corners(aabb_around(point((1, 2)))) == [1, 2, 1, 2]


@given(aabbs, aabbs)
def test_joining(a: Aabb, b: Aabb) -> None:
    """Around both, no larger than it must be, and the same in either order and twice over."""
    both = aabb_joined(a, b)
    assert corners(both) == corners(aabb_joined(b, a)) == corners(aabb_joined(both, a)) == corners(a.joined(b))
    for mine, one, other in zip(corners(both), corners(a), corners(b), strict=True):
        assert mine in (one, other)
    assert (both.low <= np.minimum(a.low, b.low)).all()
    assert (both.high >= np.maximum(a.high, b.high)).all()


OVERLAPS = {  # B against the unit box: separation, axis, normal
    "overlapping on x": (aabb(0.75, 0, 2, 1), -0.25, 0, [1, 0]),
    "overlapping on y": (aabb(0, -2, 1, 0.25), -0.25, 1, [0, -1]),
    "touching a side": (aabb(1, 0, 2, 1), 0, 0, [1, 0]),
    "touching a side from the left": (aabb(-1, 0, 0, 1), 0, 0, [-1, 0]),
    "touching a corner: x first": (aabb(1, 1, 2, 2), 0, 0, [1, 0]),
    "a gap on x": (aabb(3, 0, 4, 1), 2, 0, [1, 0]),
    "a gap on y": (aabb(0, 1.5, 1, 2), 0.5, 1, [0, 1]),
    "gaps on both: the wider": (aabb(2, 4, 3, 5), 3, 1, [0, 1]),
    "the same box: +x": (UNIT, -1, 0, [1, 0]),
    "contained": (aabb(0.25, 0.7, 0.75, 0.8), -0.3, 1, [0, 1]),
    "flat, inside": (aabb(0.5, 0.25, 0.5, 0.5), -0.5, 0, [1, 0]),
}


@pytest.mark.parametrize("name", OVERLAPS)
def test_overlap(name: str) -> None:
    other, separation, axis, normal = OVERLAPS[name]
    found = aabb_overlap(UNIT, other)
    assert found.separation == pytest.approx(separation, abs=1e-15)
    assert (found.axis, found.normal.tolist()) == (axis, normal)
    assert (found.outcome is Outcome.SEPARATED) == (separation > 0)


def test_x_then_y() -> None:
    x, y, answer = aabb_overlap.trace(UNIT, aabb(0.75, 3, 2, 4))
    assert isinstance(x, SidesCompared)
    assert isinstance(y, SidesCompared)
    assert (x.axis, x.separation, x.is_gap, x.is_best) == (0, -0.25, False, True)
    assert (y.axis, y.separation, y.is_gap, y.is_best) == (1, 2.0, True, True)
    assert answer.separation == 2.0


@given(aabbs, aabbs)
def test_overlap_is_max_over_axes(a: Aabb, b: Aabb) -> None:
    found = aabb_overlap(a, b)
    gaps = np.maximum(b.low - a.high, a.low - b.high)
    assert found.separation == pytest.approx(float(gaps.max()), abs=found.tolerance)
    assert (found.outcome is Outcome.SEPARATED) == (found.separation > found.tolerance)
    back = aabb_overlap(b, a)
    assert back.separation == pytest.approx(found.separation, abs=found.tolerance)
    assert back.outcome is found.outcome
    # Moving B by -separation along the normal brings this axis to touch, and leaves no gap where there was none.
    by = -found.separation * found.normal
    moved = aabb_overlap(a, Aabb(b.low + by, b.high + by))
    if found.outcome is Outcome.OVERLAPPED:
        assert moved.separation == pytest.approx(0.0, abs=4.0 * (found.tolerance + moved.tolerance))
