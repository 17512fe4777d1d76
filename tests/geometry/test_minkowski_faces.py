"""The faces of the difference one by one, against the difference built whole; the three methods cross-checked."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import (
    Convex,
    DifferenceFaces,
    Outcome,
    Owner,
    Pose,
    box,
    capsule,
    circle,
    convex,
    cross_check,
    minkowski_difference,
    minkowski_faces,
    point,
    regular_polygon,
    segment,
)
from geometry.minkowski.cross_check import Method
from geometry.minkowski.faces import DifferenceFace, SidesCompared
from geometry.vector import cross, length
from tests.geometry import oracles
from tests.geometry.awkward import AWKWARD, Awkward
from tests.geometry.families import FAMILIES, family_pairs
from tests.geometry.strategies import angles, powers, random_pairs, scaled, shapes

SQUARE = box(2, 2)
PAIRS = st.tuples(shapes(), shapes())
FAMILIAR = [(pair.a, pair.b) for pair in random_pairs(seed=33, n=162)] + [(case.a, case.b) for case in AWKWARD]


def test_two_squares_side_by_side() -> None:
    """Parallel edges: every face has two supporting vertices, and each is met twice."""
    trace = minkowski_faces.trace(SQUARE, box(2, 2, (3, 0.5)))
    *faces, _, answer = trace.steps
    assert isinstance(answer, DifferenceFaces)
    assert all(isinstance(face, DifferenceFace) and len(face.supports) == 2 for face in faces)
    assert answer.faces == tuple(faces)
    assert answer.count == 4
    assert [face.same_as for face in answer.faces] == [None] * 4 + [(Owner.A, i) for i in (2, 3, 0, 1)]
    assert answer.outcome is Outcome.SEPARATED
    assert answer.separation == 1.0
    assert answer.normal.tolist() == [1, 0]
    right = answer.decisive
    assert (right.owner, right.edge, right.supports) == (Owner.A, 1, (3, 0))
    assert right.start.tolist() == [-1, -2.5]
    assert right.end.tolist() == [-1, 1.5]
    assert answer.closest.tolist() == [-1, 0]
    # 8 edges: 4 products for the supporting vertex, 1 for the separation, 1 for the distance.
    assert (answer.supports, answer.dots) == (8, 48)


def test_a_triangle_and_a_square() -> None:
    """No edges are parallel but the lower one: the triangle's own faces end at one supporting vertex each."""
    a, b = convex([(-1, 0), (1, 0), (0, 2)]), SQUARE
    found = minkowski_faces(a, b)
    assert [len(face.supports) for face in found.faces] == [2, 1, 1, 1, 1, 2, 1]
    assert found.count == 6
    assert found.faces[5].same_as == (Owner.A, 0)
    assert found.separation == -1.0  # down: B's top at 1, A's bottom at 0
    assert found.normal.tolist() == [0, -1]
    assert found.decisive is found.faces[0]


def test_exact_touching_is_contact() -> None:
    """S3's loop knows below 0 and above 0 only, and answers with the largest number."""
    found = minkowski_faces(SQUARE, box(2, 2, (2, 0)))
    assert found.outcome is Outcome.OVERLAPPED
    assert found.separation == 0.0
    assert found.normal.tolist() == [1, 0]


def test_corner_to_corner_is_further_than_any_face() -> None:
    found = minkowski_faces(SQUARE, box(2, 2, (5, 6)))
    assert max(face.separation for face in found.faces) == 4.0
    assert found.separation == 5.0
    assert found.normal == pytest.approx((0.6, 0.8))
    assert found.closest.tolist() == [-3, -4]


def test_shapes_without_edges() -> None:
    two = minkowski_faces(circle(1), circle(0.5, (3, 4)))
    assert (two.separation, two.normal.tolist()) == (3.5, [0.6, 0.8])
    assert two.faces[0].owner is Owner.ANY
    assert two.faces[0].edge is None
    same = minkowski_faces(circle(1), circle(0.5))
    assert (same.separation, same.normal.tolist()) == (-1.5, [1, 0])
    points = minkowski_faces(point((1, 1)), point((1, 1)))
    assert (points.outcome, points.separation) == (Outcome.OVERLAPPED, 0.0)


def test_beyond_the_end_of_a_difference_without_area() -> None:
    """No face has the origin beyond it, and yet it is outside."""
    a, b = capsule((0, 0), (1, 0), 0.25), capsule((4, 0), (6, 0), 0.5)
    found = minkowski_faces(a, b)
    assert max(face.separation for face in found.faces) == -0.75
    assert found.separation == 2.25
    assert found.normal.tolist() == [1, 0]
    over = minkowski_faces(a, b.moved((-3.5, 0)))
    assert over.separation == -0.75
    assert np.abs(over.normal).tolist() == [0, 1]


@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.name)
def test_awkward_pairs(case: Awkward) -> None:
    for a, b in ((case.a, case.b), (case.b, case.a)):
        found = minkowski_faces(a, b)
        allowed = oracles.tolerance(a, b)
        assert found.separation == pytest.approx(case.separation, abs=allowed)
        assert oracles.gap_along(a, b, found.normal) == pytest.approx(case.separation, abs=allowed)
        assert found.outcome is (Outcome.SEPARATED if case.separation > 0.0 else Outcome.OVERLAPPED)
        assert cross_check(a, b).all_agree


@pytest.mark.parametrize(("a", "b"), FAMILIAR)
def test_they_are_the_edges_of_the_difference(a: Convex, b: Convex) -> None:
    found, built = minkowski_faces(a, b), minkowski_difference(a, b)
    scale = 1e-12 * max(a.max_coordinate, b.max_coordinate)
    different = {(face.owner, face.edge): face for face in found.faces if face.same_as is None}
    assert len(different) == found.count == max(1, len(built.edges))
    for edge in built.edges:
        key = (Owner.B, edge.of_b) if edge.of_a is None else (Owner.A, edge.of_a)
        face = different[key]
        assert face.start == pytest.approx(edge.start, abs=scale)
        assert face.end == pytest.approx(edge.end, abs=scale)
        assert (len(face.supports) == 2) == (edge.owner is None)
        if edge.of_a is not None and edge.of_b is not None:
            twin = next(f for f in found.faces if (f.owner, f.edge) == (Owner.B, edge.of_b))
            assert twin.same_as == key
            assert twin.separation == pytest.approx(face.separation, abs=scale)


@pytest.mark.parametrize(("a", "b"), FAMILIAR)
def test_the_best_so_far_is_the_best(a: Convex, b: Convex) -> None:
    found = minkowski_faces(a, b)
    for i, face in enumerate(found.faces):
        sofar = found.faces[: i + 1]
        assert face.best_so_far.separation >= max(f.separation for f in sofar) - found.tolerance
        assert face.nearest_so_far.distance <= min(f.distance for f in sofar) + found.tolerance
        assert face.best is (None if i == 0 else found.faces[i - 1].best_so_far)


@pytest.mark.parametrize(("a", "b"), FAMILIAR)
def test_the_origin_is_in_front_of_the_faces_whose_line_it_lies_beyond(a: Convex, b: Convex) -> None:
    *_, sides, found = minkowski_faces.trace(a, b)
    assert isinstance(sides, SidesCompared)
    assert sides.faces == found.faces
    assert sides.best.separation == pytest.approx(max(face.separation for face in found.faces), abs=found.tolerance)
    beyond = [edge for edge in minkowski_difference(a, b).edges if cross(edge.end - edge.start, edge.start) > 0.0]
    if a.radius == b.radius == 0.0 and len(minkowski_difference(a, b).edges) > 2:
        slack = found.tolerance
        sure = [e for e in beyond if cross(e.end - e.start, e.start) > 2.0 * slack * length(e.end - e.start)]
        assert len(sure) <= len(sides.in_front) <= len(beyond)


@given(pair=PAIRS)
def test_swapped(pair: tuple[Convex, Convex]) -> None:
    a, b = pair
    one, other = minkowski_faces(a, b), minkowski_faces(b, a)
    assert one.separation == pytest.approx(other.separation, abs=1e-9)
    assert one.count == other.count


@given(pair=PAIRS, angle=angles, factor=powers)
def test_moved_and_scaled(pair: tuple[Convex, Convex], angle: float, factor: float) -> None:
    a, b = pair
    here = minkowski_faces(a, b)
    pose = Pose((3.0, -2.0), angle)
    assert minkowski_faces(a.at(pose), b.at(pose)).separation == pytest.approx(here.separation, abs=1e-9)
    larger = minkowski_faces(scaled(a, factor), scaled(b, factor))
    assert larger.separation == pytest.approx(factor * here.separation, rel=1e-9, abs=1e-12 * factor)


def test_a_support_chosen_by_rounding() -> None:
    """NEARLY PARALLEL AND FAR: a small box's edge is 1e-10 off a large one's, far from the origin, where the products
    of its two ends with the large one's normal are the same up to rounding. The wrong end would leave a hole in the
    outline just where the origin is nearest."""
    a = convex([
        (-34242.58095939514, -1383638.377382082), (-786184.3727959854, -1350948.9672384637),
        (-818861.2594281927, -2102602.6856112303), (-66919.4675916025, -2135292.095754849),
    ])  # fmt: skip
    b = convex([
        (-66919.84649600589, -2135304.476995144), (-66920.59843779773, -2135304.444305734),
        (-66920.63111468435, -2135305.1959594525), (-66919.87917289251, -2135305.2286488623),
    ])  # fmt: skip
    found = minkowski_faces(a, b)
    assert found.separation == pytest.approx(oracles.signed_distance(a, b), abs=1e-6)
    assert cross_check(a, b).all_agree


def test_agreement_of_two_squares() -> None:
    found = cross_check(SQUARE, box(2, 2, (1.5, 0.25)))
    assert [answer.method for answer in found.answers] == list(Method)
    assert all(answer.separation == answer.along_normal == -0.5 for answer in found.answers)
    assert all(answer.outcome is Outcome.OVERLAPPED for answer in found.answers)
    assert found.spread == 0.0
    assert found.all_agree
    assert not found.is_tied
    axes, faces, walked = found.answers
    assert (axes.supports, axes.dots) == (4, 16)  # two axes, both shadows of 8 vertices
    assert (faces.supports, faces.dots) == (8, 48)
    assert walked.dots == 8 * walked.supports == found.gjk_epa.dots + found.gjk_epa.distance.dots


def test_ties_of_normals_are_agreement() -> None:
    """Coincident squares: four ways out are equally short."""
    found = cross_check(SQUARE, SQUARE)
    assert found.all_agree
    assert {tuple(answer.normal.tolist()) for answer in found.answers} <= {(1, 0), (-1, 0), (0, 1), (0, -1)}
    assert found.is_tied == (len({tuple(answer.normal.tolist()) for answer in found.answers}) > 1)
    assert any(cross_check(a, b).is_tied for a, b, _ in family_pairs("coincident", seed=1, n=81))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_wrong_answer_would_be_seen(family: str) -> None:
    """The tolerance is a millionth of a millionth of the scene (and the rounding of its place), no more."""
    for a, b, kinds in family_pairs(family, seed=2, n=20):
        extent = math.hypot(*np.ptp(np.concatenate((a.points, b.points)), axis=0)) + a.radius + b.radius
        assert cross_check(a, b).tolerance <= 1e-11 * extent + 64.0 * oracles.EPSILON * max(
            a.max_coordinate, b.max_coordinate
        ), kinds


def test_no_shapes_are_refused() -> None:
    any_shape: Any = [(0, 0), (1, 0), (0, 1)]
    for routine in (minkowski_faces, cross_check):
        for pair in ((any_shape, SQUARE), (regular_polygon(5, 1), any_shape), (segment((0, 0), (1, 0)), None)):
            with pytest.raises(ValueError, match=f"{routine.__name__} takes two Convex"):
                routine(*pair)  # type: ignore[operator]
