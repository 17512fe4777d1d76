"""What a contact is, checked on raw points: every pair routine, every awkward pair, the degenerate families.

`check` knows nothing of the routines: the signed distance is shapely's, the shadows and the ends of the contact are
measured on the points. The other test_primitives files ask it too.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, Outcome, Pose, box, circle, point
from geometry.primitives.box_box import box_box
from geometry.primitives.circle_aabb import circle_aabb
from geometry.primitives.circle_circle import circle_circle
from geometry.primitives.circle_obb import circle_obb
from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.convex_convex import convex_convex
from geometry.primitives.dispatch import collide
from geometry.primitives.kinds import ShapeKind, shape_kind
from tests.geometry.awkward import AWKWARD, Awkward
from tests.geometry.oracles import gap_along, signed_distance, tolerance
from tests.geometry.strategies import (
    KINDS,
    Pair,
    angles,
    powers,
    random_pairs,
    random_shape,
    relabelled,
    scaled,
    shapes,
    vectors,
)
from tests.geometry.test_oracle_shapely import FAMILIES

SIMPLE = ("circle", "box", "point")
FAMILY_PAIRS = 150


def check(a: Convex, b: Convex, found: PairResult, kinds: str = "") -> None:
    """Whether this is the contact of a and b, in every respect that its definition names."""
    allowed = tolerance(a, b)
    n, separation = found.normal, found.separation
    assert np.isfinite(found.point).all(), kinds
    assert np.hypot(*n) == pytest.approx(1.0, abs=1e-15), kinds
    true = signed_distance(a, b)
    assert separation == pytest.approx(true, abs=allowed, rel=0.0), kinds
    assert gap_along(a, b, n) == pytest.approx(true, abs=allowed, rel=0.0), kinds  # so: from A to B
    if abs(true) > allowed:
        assert (found.outcome is Outcome.SEPARATED) == (true > 0.0), kinds
    assert found.outcome is (Outcome.SEPARATED if separation > found.tolerance else Outcome.OVERLAPPED), kinds
    # Its ends lie on the two boundaries, as far along the normal as any point of A, and as near as any of B.
    for shape, end, way in ((a, found.contact.on_a, n), (b, found.contact.on_b, -n)):
        assert signed_distance(shape, point(end)) == pytest.approx(0.0, abs=allowed), kinds
        assert way @ end == pytest.approx(float((shape.points @ way).max()) + shape.radius, abs=allowed), kinds
    assert np.hypot(*(found.contact.on_b - found.contact.on_a - separation * n)) <= allowed, kinds
    # Moving B by -separation along the normal leaves the two just touching.
    assert signed_distance(a, b.moved(-separation * n)) == pytest.approx(0.0, abs=allowed), kinds


def answers(a: Convex, b: Convex) -> Iterator[tuple[str, PairResult]]:
    """What every routine that takes this pair says of it, in this order."""
    yield "collide", collide(a, b)
    yield "convex_convex", convex_convex(a, b)
    match shape_kind(a), shape_kind(b):
        case ShapeKind.CIRCLE, ShapeKind.CIRCLE:
            yield "circle_circle", circle_circle(a, b)
        case ShapeKind.BOX, ShapeKind.CIRCLE:
            yield "circle_obb", circle_obb(a, b)
            if len(set(a.points[:, 0])) == len(set(a.points[:, 1])) == 2:  # not turned
                yield "circle_aabb", circle_aabb(a.bounds(), b)
        case ShapeKind.BOX, ShapeKind.BOX:
            yield "box_box", box_box(a, b)


def same(first: PairResult, second: PairResult, allowed: float, kinds: str = "") -> None:
    assert first.separation == pytest.approx(second.separation, abs=allowed, rel=0.0), kinds
    assert first.normal == pytest.approx(second.normal, abs=1e-6), kinds
    assert first.point == pytest.approx(second.point, abs=1e3 * allowed, rel=0.0), kinds


simple_pairs = st.tuples(shapes(SIMPLE), shapes(SIMPLE))


@given(simple_pairs)
def test_definition(pair: tuple[Convex, Convex]) -> None:
    for name, found in answers(*pair):
        check(*pair, found, name)


@given(st.tuples(shapes(), shapes()))
def test_definition_of_general_pairs(pair: tuple[Convex, Convex]) -> None:
    check(*pair, collide(*pair))


@given(st.tuples(shapes(), shapes()), vectors, angles)
def test_swapped_and_moved(pair: tuple[Convex, Convex], to: tuple[float, float], angle: float) -> None:
    """The separation stays. (Hypothesis likes twice the same shape, where normals tie: those come below.)"""
    a, b = pair
    pose = Pose(to, angle)
    moved_a, moved_b = a.at(pose), b.at(pose)
    found = collide(a, b)
    check(b, a, collide(b, a))
    assert collide(b, a).separation == pytest.approx(found.separation, abs=tolerance(a, b))
    assert collide(moved_a, moved_b).separation == pytest.approx(found.separation, abs=tolerance(moved_a, moved_b))


@pytest.mark.parametrize("kinds", [SIMPLE, KINDS])
def test_swapping_turns_the_normal_round(kinds: tuple[str, ...]) -> None:
    """Whatever the pair, the place and the separation stay: random pairs have no ties."""
    for a, b, pair in random_pairs(seed=11, n=1000, kinds=kinds):
        there, back = collide(a, b), collide(b, a)
        assert there.outcome is back.outcome, pair
        same(there, PairResult.of(back.contact.turned(), back.tolerance), tolerance(a, b), pair)


@pytest.mark.parametrize("kinds", [SIMPLE, KINDS])
def test_rigid_motion(kinds: tuple[str, ...]) -> None:
    """Both shapes placed and turned: the contact goes with them."""
    random = np.random.default_rng(12)
    for a, b, pair in random_pairs(seed=12, n=1000, kinds=kinds):
        pose = Pose(random.uniform(-1e3, 1e3, 2), random.uniform(-7.0, 7.0))
        here, there = collide(a, b).contact, collide(a.at(pose), b.at(pose))
        moved = Contact(pose.place(here.point), pose.place(here.normal) - pose.position, here.separation)
        same(there, PairResult.of(moved, there.tolerance), tolerance(a.at(pose), b.at(pose)), pair)


@given(simple_pairs, powers)
def test_scale_by_powers_of_two_is_exact(pair: tuple[Convex, Convex], factor: float) -> None:
    here = collide(*pair)
    there = collide(scaled(pair[0], factor), scaled(pair[1], factor))
    assert there.separation == factor * here.separation
    assert (there.point == factor * here.point).all()
    assert (there.normal == here.normal).all()


@pytest.mark.parametrize("first", [1, 2, 3])
def test_vertices_counted_from_another_one(first: int) -> None:
    for a, b, pair in random_pairs(seed=13, n=300, kinds=SIMPLE):
        same(collide(a, b), collide(relabelled(a, first), relabelled(b, 3 * first)), tolerance(a, b), pair)


@given(simple_pairs)
def test_moved_until_they_touch(pair: tuple[Convex, Convex]) -> None:
    """Both by the definition, and by the routine asked again."""
    a, b = pair
    for name, found in answers(a, b):
        moved = b.moved(-found.separation * found.normal)
        again = dict(answers(a, moved))[name]
        assert again.separation == pytest.approx(0.0, abs=tolerance(a, b)), name
        check(a, moved, again, name)


@given(shapes(("box",)), shapes(("circle", "box")), st.floats(-0.9, 0.9), st.floats(-0.9, 0.9))
def test_contained(outer: Convex, inner: Convex, x: float, y: float) -> None:
    """A small shape anywhere inside a box, whose middle included."""
    along, up = (outer.points[1] - outer.points[0]) / 2.0, (outer.points[2] - outer.points[1]) / 2.0
    small = scaled(inner, 1e-3)
    small = small.moved(outer.points.mean(axis=0) + x * along + y * up - small.points.mean(axis=0))
    for a, b in ((outer, small), (small, outer)):
        for name, found in answers(a, b):
            check(a, b, found, name)
            assert found.outcome is Outcome.OVERLAPPED


@given(shapes(("box",)), st.floats(0.01, 3.0), st.integers(0, 3), st.sampled_from((0.0, 0.25, 0.5, 1.0)))
def test_circle_centre_on_the_boundary_of_a_box(turned: Convex, radius: float, edge: int, along: float) -> None:
    """On corners and faces, off them by a rounding or not: as deep as the radius, and the normal outward."""
    start, end = turned.edge(edge)
    disc = circle(radius, start + along * (end - start))
    for name, found in answers(turned, disc):
        assert found.separation == pytest.approx(-radius, abs=tolerance(turned, disc))
        check(turned, disc, found, name)


@given(shapes(("box",)), st.floats(0.01, 3.0))
def test_circle_centre_in_the_middle_of_a_box(turned: Convex, radius: float) -> None:
    disc = circle(radius, turned.points.mean(axis=0))
    for name, found in answers(turned, disc):
        check(turned, disc, found, name)


@given(st.floats(0.1, 3.0), st.floats(-8.0, 0.0), vectors, angles, shapes(SIMPLE))
def test_slivers(width: float, thinness: float, to: tuple[float, float], angle: float, other: Convex) -> None:
    """Boxes down to 1e-8 of their length, anywhere within 1e6: thinner than their rounding would be refused."""
    pose = Pose(to, angle)
    thin = box(width, width * max(10.0**thinness, 1e-8)).at(pose)
    other = other.at(pose)
    for a, b in ((thin, other), (other, thin)):
        for name, found in answers(a, b):
            check(a, b, found, name)


@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.name)
def test_awkward_pairs(case: Awkward) -> None:
    for a, b in ((case.a, case.b), (case.b, case.a)):
        for name, found in answers(a, b):
            assert found.separation == pytest.approx(case.separation, abs=tolerance(a, b), rel=0.0), name
            check(a, b, found, name)


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "slivers"])
def test_degenerate_families(family: str) -> None:
    random = np.random.default_rng(list(FAMILIES).index(family))
    for pair in random_pairs(seed=5, n=FAMILY_PAIRS, kinds=SIMPLE):
        a, b = FAMILIES[family](random, pair)
        for name, found in answers(a, b):
            check(a, b, found, f"{name}, {family}: {pair.kinds}")


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_sizes_and_places(size: float, offset: float) -> None:
    random = np.random.default_rng(6)
    for pair in random_pairs(seed=6, n=90, kinds=SIMPLE):
        place = random.uniform(-offset, offset, 2)
        a, b = (scaled(shape, size).moved(place) for shape in pair[:2])
        for name, found in answers(a, b):
            check(a, b, found, f"{name}: {pair.kinds}")


@pytest.mark.parametrize("kind", KINDS)
def test_turned_by_quarters(kind: str) -> None:
    """Edges parallel and perpendicular up to rounding."""
    random = np.random.default_rng(8)
    for _ in range(10):
        shape = random_shape(random, kind, spread=0.0)
        for quarter in range(4):
            other = shape.at(Pose(random.uniform(-2.0, 2.0, 2), quarter * np.pi / 2.0))
            found = collide(shape, other)
            check(shape, other, found, f"{kind}, {quarter} quarters")
            if kind == "box":  # the middle of the shared stretch is the same seen from either
                assert found.point == pytest.approx(collide(other, shape).point, abs=tolerance(shape, other))


def test_nearly_parallel_boxes() -> None:
    """Tilted against each other by 1e-17 to 1e-5, near touching, in line or level: normals tie, or just do not."""
    random = np.random.default_rng(9)
    for _ in range(1000):
        half_a, half_b = 10.0 ** random.uniform(-1.5, 0.5, (2, 2))
        tilt, hair = random.choice((-1, 1), 2) * 10.0 ** random.uniform(-17, [-5, -1])
        pose = Pose(random.uniform(-1e3, 1e3, 2), random.choice((0.0, 0.3, random.uniform(0.0, 7.0))))
        sides = half_a + half_b
        place = [random.choice((0.0, d, d * (1.0 + hair), e, random.uniform(-d, d)))
                 for d, e in zip(sides, half_a - half_b, strict=True)]  # fmt: skip
        a = box(*(2.0 * half_a)).at(pose)
        b = box(*(2.0 * half_b), angle=tilt + random.integers(4) * np.pi / 2.0).moved(place).at(pose)
        check(a, b, box_box(a, b))
        check(b, a, box_box(b, a))


def test_the_pairs_are_of_both_sorts() -> None:
    pairs: list[Pair] = list(random_pairs(seed=5, n=300, kinds=SIMPLE))
    assert 30 < sum(collide(a, b).outcome is Outcome.SEPARATED for a, b, _ in pairs) < 270
