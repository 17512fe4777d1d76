"""EPA: by hand, step by step, and what must hold of any run. The large comparisons are in test_gjk_oracles."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import (
    Convex,
    Outcome,
    Penetration,
    Pose,
    box,
    capsule,
    circle,
    epa,
    gjk,
    point,
    regular_polygon,
    rounded,
    segment,
    separating_axis,
)
from geometry.minkowski.epa import FaceSplit, FaceTested, PolytopeStarted
from geometry.minkowski.gjk import Termination
from geometry.vector import cross
from tests.geometry import oracles
from tests.geometry.awkward import AWKWARD, Awkward
from tests.geometry.families import family_pairs
from tests.geometry.strategies import angles, powers, scaled, shapes

SQUARE = box(2, 2)
PAIRS = st.tuples(shapes(), shapes())
OVERLAPPING = [(pair.a, pair.b) for pair in family_pairs("overlapping", seed=32, n=81)]
FAMILIAR = OVERLAPPING + [(case.a, case.b) for case in AWKWARD]


def test_two_squares() -> None:
    found = epa(SQUARE, box(2, 2, (1.5, 0.25)))
    assert found.outcome is Outcome.OVERLAPPED
    assert found.termination is Termination.CONVERGED
    assert found.separation == -0.5
    assert found.depth == 0.5
    assert found.normal.tolist() == [1, 0]
    assert found.on_a[0] == 1.0  # A's right side, deepest in B
    assert found.on_b[0] == 0.5  # B's left side, deepest in A
    assert found.on_a[1] == found.on_b[1]


def test_radii_are_added_to_the_depth_of_the_cores() -> None:
    found = epa(rounded(SQUARE, 0.25), rounded(box(2, 2, (1.5, 0.25)), 0.5))
    assert found.separation == -1.25
    assert found.core_a[0] == 1.0
    assert found.core_b[0] == 0.5
    assert found.on_a[0] == 1.25
    assert found.on_b[0] == 0.0


def test_discs_that_overlap_need_no_polytope() -> None:
    a, b = rounded(SQUARE, 0.5), circle(1, (2, 0.3))
    trace = epa.trace(a, b)
    assert not any(isinstance(step, (PolytopeStarted, FaceTested, FaceSplit)) for step in trace)
    found = trace.result
    assert found.termination is Termination.NOT_NEEDED
    assert found.outcome is Outcome.OVERLAPPED
    assert found.separation == -0.5
    assert found.face is None
    assert found.supports == found.dots == found.iterations == 0


def test_apart_it_is_gjks_answer() -> None:
    a, b = SQUARE, box(1, 1, (3, 0))
    apart = gjk(a, b)
    found = epa(a, b, apart)
    assert found.outcome is Outcome.SEPARATED
    assert found.termination is Termination.NOT_NEEDED
    assert (found.separation, found.depth) == (1.5, 0.0)
    assert np.array_equal(found.normal, apart.normal)
    assert found.distance is apart


def test_a_run_by_hand() -> None:
    """A - B of two segments that cross: the square with corners (+-1, +-1) about the origin, moved by (0.5, 0)."""
    a, b = segment((-0.5, 0), (1.5, 0)), segment((0, -1), (0, 1))
    trace = epa.trace(a, b)
    started = next(step for step in trace if isinstance(step, PolytopeStarted))
    assert len(started.faces) == 3
    assert started.added == ()
    tested = [step for step in trace if isinstance(step, FaceTested)]
    split = [step for step in trace if isinstance(step, FaceSplit)]
    assert len(split) == len(tested) - 1 == 1  # a triangle, and the fourth corner
    assert tested[-1].is_last
    assert tested[-1].lower == tested[-1].upper == 0.5
    assert sorted(vertex.w.tolist() for face in split[-1].faces for vertex in [face.start]) == [
        [-0.5, -1], [-0.5, 1], [1.5, -1], [1.5, 1],
    ]  # fmt: skip
    assert trace.result.normal.tolist() == [-1, 0]
    assert trace.result.separation == -0.5
    assert trace.steps[-1] is trace.result


STARTS: dict[str, tuple[Convex, Convex, int, int, float]] = {  # faces at first, points added, separation
    "triangle": (SQUARE, box(2, 2, (1.5, 0.1)), 3, 0, -0.5),
    "segment: origin on an edge": (SQUARE, box(2, 2, (2, 0.5)), 2, 0, 0.0),
    "segment: parallel segments on one line": (segment((0, 0), (2, 0)), segment((1, 0), (3, 0)), 2, 0, 0.0),
    "segment: capsules on one line": (capsule((0, 0), (2, 0), 0.5), capsule((1, 0), (3, 0), 0.25), 2, 0, -0.75),
    "point: corner on corner": (SQUARE, box(2, 2, (2, 2)), 2, 1, 0.0),
    "point: segments end to end": (segment((0, 0), (1, 1)), segment((1, 1), (2, 2)), 2, 1, 0.0),
    "point: concentric circles": (circle(1, (1, 2)), circle(0.5, (1, 2)), 1, 0, -1.5),
    "point: coincident points": (point((1, 2)), point((1, 2)), 1, 0, 0.0),
}


@pytest.mark.parametrize("name", STARTS)
def test_simplexes_of_every_size(name: str) -> None:
    a, b, faces, added, separation = STARTS[name]
    trace = epa.trace(a, b)
    started = next(step for step in trace if isinstance(step, PolytopeStarted))
    assert len(started.faces) == faces
    assert len(started.added) == added
    found = trace.result
    assert found.separation == pytest.approx(separation, abs=1e-15)
    assert oracles.gap_along(a, b, found.normal) == pytest.approx(separation, abs=1e-15)
    assert found.outcome is Outcome.OVERLAPPED
    assert found.termination is Termination.CONVERGED


def test_the_cap_is_a_named_ending() -> None:
    """CAPPED: two nearly round polygons, concentric, whose faces are all about equally near."""
    a, b = regular_polygon(20, 1.0, angle=0.1), regular_polygon(17, 1.1)
    capped, full = epa(a, b, cap=3), epa(a, b)
    assert full.termination is Termination.CONVERGED
    assert 3 < full.iterations <= 2 * (20 + 17)
    assert capped.termination is Termination.ITERATION_CAP
    assert capped.outcome is Outcome.FAILED
    assert capped.iterations == 3
    assert 0.0 < capped.depth < full.depth  # what is known so far: a lower bound


@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.name)
def test_awkward_pairs(case: Awkward) -> None:
    for a, b in ((case.a, case.b), (case.b, case.a)):
        found = epa(a, b)
        allowed = oracles.tolerance(a, b)
        assert found.separation == pytest.approx(case.separation, abs=allowed)
        assert oracles.gap_along(a, b, found.normal) == pytest.approx(case.separation, abs=allowed)
        assert found.on_b - found.on_a == pytest.approx(found.separation * found.normal, abs=allowed)
        assert math.hypot(*found.normal) == pytest.approx(1.0)
        assert found.outcome is (Outcome.SEPARATED if case.separation > 0.0 else Outcome.OVERLAPPED)


@pytest.mark.parametrize(("a", "b"), FAMILIAR)
def test_what_every_step_must_keep(a: Convex, b: Convex) -> None:
    *steps, answer = epa.trace(a, b).steps
    assert isinstance(answer, Penetration)
    scale = 1e-12 * max(a.max_coordinate, b.max_coordinate)
    depth, least = answer.depth - a.radius - b.radius, 0.0
    tests = [step for step in steps if isinstance(step, FaceTested)]
    assert (len(tests) > 0) == (answer.termination is Termination.CONVERGED)
    for step in tests:
        assert step.face is step.faces[step.nearest]
        assert step.lower == step.face.distance == min(face.distance for face in step.faces)
        assert least - scale <= step.lower <= depth + scale  # the bounds close in
        assert step.upper >= depth - scale
        assert step.gap == step.upper - step.lower
        least = step.lower
    for step in steps:
        if isinstance(step, FaceSplit):
            assert {*step.added} <= {*step.faces}
            assert not {*step.replaced} & {*step.faces}
        if isinstance(step, (PolytopeStarted, FaceSplit)):
            faces = step.faces
            for face, after in pairwise((*faces, faces[0])):
                assert face.end is after.start  # closed
                assert float(face.start.w @ face.normal) >= -scale  # the origin is inside
                if len(faces) > 2:
                    assert cross(face.end.w - face.start.w, after.end.w - after.start.w) >= -scale * max(
                        a.max_coordinate, b.max_coordinate
                    )
    if answer.face is not None:
        looked = answer.supports - len(tests)  # around a lone point, until another is found
        assert 1 <= looked <= 4 if len(answer.distance.simplex.vertices) == 1 else looked == 0
        assert answer.dots == answer.supports * (len(a.points) + len(b.points))


@given(pair=PAIRS)
def test_it_parts_what_overlaps(pair: tuple[Convex, Convex]) -> None:
    """B moved out along the normal only touches, and by a hair less it still overlaps."""
    a, b = pair
    found = epa(a, b)
    if found.depth > 1e-6:
        out = epa(a, b.moved(found.depth * found.normal))
        assert out.separation == pytest.approx(0.0, abs=1e-9)
        assert separating_axis(a, b.moved((found.depth - 1e-6) * found.normal)).outcome is Outcome.OVERLAPPED


@given(pair=PAIRS, angle=angles)
def test_swapped_and_moved_together(pair: tuple[Convex, Convex], angle: float) -> None:
    a, b = pair
    pose = Pose((3.0, -2.0), angle)
    depth = epa(a, b).separation
    assert epa(b, a).separation == pytest.approx(depth, abs=1e-9)
    assert epa(a.at(pose), b.at(pose)).separation == pytest.approx(depth, abs=1e-9)


@given(pair=PAIRS, factor=powers)
def test_twice_as_large_is_exactly_twice_as_deep(pair: tuple[Convex, Convex], factor: float) -> None:
    a, b = pair
    one, other = epa(a, b), epa(scaled(a, factor), scaled(b, factor))
    assert other.separation == factor * one.separation
    assert other.normal.tolist() == one.normal.tolist()
    assert other.iterations == one.iterations


def test_a_warm_triangle_inside_the_difference() -> None:
    """Its corners are no corners of the difference, and give way to those that are."""
    a, b = regular_polygon(12, 1.0), regular_polygon(12, 1.0, (0.1, 0.05))
    inner = [(0, 0), (4, 4), (8, 7)]
    apart = gjk(a, b, start=inner)
    found = epa(a, b, apart)
    assert found.separation == pytest.approx(oracles.signed_distance(a, b), abs=1e-12)
    random = np.random.default_rng(3)
    for _ in range(300):
        pairs = [tuple(random.integers(12, size=2).tolist()) for _ in range(3)]
        again = epa(a, b, gjk(a, b, start=pairs))
        assert again.separation == pytest.approx(found.separation, abs=1e-12)


def test_wrong_arguments_are_refused() -> None:
    any_shape: Any = "square"
    for cap in (0, -1, 2.5):
        with pytest.raises(ValueError, match="iteration cap"):
            epa(SQUARE, SQUARE, cap=cap)  # type: ignore[arg-type]
    for pair in ((any_shape, SQUARE), (SQUARE, any_shape)):
        with pytest.raises(ValueError, match="epa takes two Convex"):
            epa(*pair)
    with pytest.raises(ValueError, match="another pair"):
        epa(SQUARE, box(2, 2, (1, 0)), gjk(SQUARE, box(2, 2, (1.1, 0))))
    with pytest.raises(ValueError, match="another pair"):
        epa(point((0, 0)), SQUARE, gjk(SQUARE, box(2, 2, (5, 5))))
    with pytest.raises(ValueError, match="another pair"):
        epa(SQUARE, box(2, 2, (1, 0)), gjk.trace(SQUARE, box(2, 2, (1.1, 0))))


def test_the_trace_of_gjk_lies_below_the_first_polytope() -> None:
    b = box(2, 2, (1, 0.3), 0.4)
    query = gjk.trace(SQUARE, b)
    trace, plain = epa.trace(SQUARE, b, query), epa(SQUARE, b)
    assert trace.children(0) == (("query", query),)
    assert trace.result.separation == plain.separation
    assert dict(epa.trace(SQUARE, b, query.result).children(0)) == {}
