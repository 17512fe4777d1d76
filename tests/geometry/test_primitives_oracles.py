"""The pair routines against shapely, pymunk and each other, 5,000 seeded pairs a routine.

SEPARATRIX_PAIRS=100000 in the environment runs more. Of pymunk's own faults, see test_oracle_pymunk.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator

import numpy as np
import pytest
import shapely

from geometry import Aabb, Convex, Outcome, box, circle, separating_axis, separation
from geometry.primitives.aabb import aabb_around, aabb_joined, aabb_overlap
from geometry.primitives.box_box import box_box
from geometry.primitives.circle_aabb import circle_aabb
from geometry.primitives.circle_circle import circle_circle
from geometry.primitives.circle_obb import circle_obb
from geometry.primitives.contact import PairResult
from geometry.primitives.convex_convex import convex_convex
from geometry.primitives.dispatch import collide
from tests.geometry.oracles import core, gap_along, signed_distance, tolerance
from tests.geometry.strategies import KINDS, random_pairs, random_shape
from tests.geometry.test_oracle_pymunk import NEAR, as_pymunk, contact

PAIRS = int(os.environ.get("SEPARATRIX_PAIRS", "5000"))
ROUTINES = ("circle_circle", "circle_aabb", "circle_obb", "box_box")

Answer = tuple[Convex, Convex, PairResult]


def asked(routine: str, seed: int, n: int = PAIRS) -> Iterator[Answer]:
    """Random shapes for a routine, and its answer; about half of the pairs overlap."""
    random = np.random.default_rng(seed)
    for _ in range(n):
        disc, turned = random_shape(random, "circle", 1.5), random_shape(random, "box", 1.5)
        match routine:
            case "circle_circle":
                other = random_shape(random, "circle", 1.5)
                yield other, disc, circle_circle(other, disc)
            case "circle_aabb":
                straight = box(*np.ptp(turned.points, axis=0), random.uniform(-1.5, 1.5, 2))
                yield straight, disc, circle_aabb(straight.bounds(), disc)
            case "circle_obb":
                yield turned, disc, circle_obb(turned, disc)
            case _:
                other = random_shape(random, "box", 1.5)
                yield turned, other, box_box(turned, other)


@pytest.mark.parametrize("routine", ROUTINES)
def test_shapely(routine: str) -> None:
    """Distance, depth, overlap and the contact's place, with nothing of ours but the points and the radius."""
    apart = 0
    for a, b, found in asked(routine, seed=21):
        allowed = tolerance(a, b)
        true = signed_distance(a, b)
        apart += true > 0.0
        assert found.separation == pytest.approx(true, abs=allowed, rel=0.0)
        assert gap_along(a, b, found.normal) == pytest.approx(true, abs=allowed, rel=0.0)
        assert (found.outcome is Outcome.SEPARATED) == (true > 0.0)
        between = shapely.distance(core(a), core(b)) - a.radius - b.radius
        if between + a.radius + b.radius > 0.0:
            assert found.separation == pytest.approx(between, abs=allowed, rel=0.0)
        if a.radius + b.radius == 0.0:
            assert (found.outcome is Outcome.OVERLAPPED) == shapely.intersects(core(a), core(b))
        for shape, end in ((a, found.contact.on_a), (b, found.contact.on_b)):
            outline = shapely.boundary(core(shape)) if len(shape.points) > 1 else core(shape)
            assert outline.distance(shapely.Point(end)) == pytest.approx(shape.radius, abs=allowed)
    assert 0.2 * PAIRS < apart < 0.8 * PAIRS


@pytest.mark.parametrize("routine", ROUTINES)
def test_pymunk(routine: str) -> None:
    contacts = 0
    for a, b, found in asked(routine, seed=22):
        theirs = contact(a, b)
        contacts += theirs is not None
        if abs(found.separation) <= NEAR:
            continue
        assert (found.outcome is Outcome.OVERLAPPED) == (theirs is not None)
        if theirs is not None:
            normal, separation = theirs
            assert found.separation == pytest.approx(separation, abs=NEAR)
            assert gap_along(a, b, normal) == pytest.approx(found.separation, abs=NEAR)
            assert gap_along(a, b, found.normal) == pytest.approx(separation, abs=NEAR)
    assert 0.2 * PAIRS < contacts < 0.8 * PAIRS


@pytest.mark.parametrize("routine", ["circle_circle", "circle_aabb", "circle_obb"])
def test_the_place_that_pymunk_gives(routine: str) -> None:
    """Its two ends of a circle's contact are ours. (For boxes it has two contacts, of which ours is none or one.)"""
    for a, b, found in asked(routine, seed=23, n=PAIRS // 4):
        if found.separation < -NEAR and (theirs := as_pymunk(b).shapes_collide(as_pymunk(a))).points:
            (one,) = theirs.points
            assert np.array(one.point_b) == pytest.approx(found.contact.on_a, abs=NEAR)
            assert np.array(one.point_a) == pytest.approx(found.contact.on_b, abs=NEAR)


@pytest.mark.parametrize("routine", ROUTINES)
def test_the_generic_routine_says_the_same(routine: str) -> None:
    """By hand or by separating axes, one contact; and the table picks one of them."""
    for a, b, found in asked(routine, seed=24, n=PAIRS // 4):
        allowed = tolerance(a, b)
        generic, picked = convex_convex(a, b), collide(a, b)
        assert found.outcome is generic.outcome is picked.outcome
        for other in (generic, picked):
            assert other.separation == pytest.approx(found.separation, abs=allowed, rel=0.0)
            assert other.normal == pytest.approx(found.normal, abs=1e-6)
            assert other.point == pytest.approx(found.point, abs=10.0 * allowed)
        if found.outcome is Outcome.OVERLAPPED:
            sat = separating_axis(a, b, early_out=False)
            assert sat.separation == pytest.approx(found.separation, abs=allowed, rel=0.0)


def test_any_pair() -> None:
    """`collide` over every kind of pair against the signed distance of shapely and of our separating axes."""
    for a, b, kinds in random_pairs(seed=25, n=PAIRS // 2):
        found, allowed = collide(a, b), tolerance(a, b)
        assert found.separation == pytest.approx(signed_distance(a, b), abs=allowed, rel=0.0), kinds
        assert found.separation == pytest.approx(separation(a, b), abs=allowed, rel=0.0), kinds
        assert gap_along(a, b, found.normal) == pytest.approx(found.separation, abs=allowed, rel=0.0), kinds


def _outline(around: Aabb) -> shapely.Polygon:
    return shapely.box(*around.low, *around.high)


def test_boxes_around_shapes() -> None:
    """Around every kind of shape, joined, and compared, against shapely's bounds and boxes."""
    met = 0
    for a, b, kinds in random_pairs(seed=26, n=PAIRS, kinds=KINDS[:-2]):
        around_a, around_b = aabb_around(a), aabb_around(b)
        low, high = np.split(np.array(shapely.bounds(core(a))), 2)
        assert around_a.low == pytest.approx(low - a.radius, abs=1e-15), kinds
        assert around_a.high == pytest.approx(high + a.radius, abs=1e-15), kinds
        first, second = _outline(around_a), _outline(around_b)
        both = aabb_joined(around_a, around_b)
        assert [*both.low, *both.high] == shapely.bounds(shapely.MultiPolygon([first, second])).tolist()
        found = aabb_overlap(around_a, around_b)
        assert (found.outcome is Outcome.OVERLAPPED) == shapely.intersects(first, second), kinds
        gap = shapely.distance(first, second)
        met += gap == 0.0
        assert found.separation <= gap + 1e-12, kinds
        if gap > 0.0:
            assert found.separation >= gap / math.sqrt(2.0) - 1e-12, kinds  # two axes see at least that of it
        else:
            moved = shapely.transform(second, lambda p, by=-found.separation * found.normal: p + by)
            assert shapely.intersection(first, moved).area == pytest.approx(0.0, abs=1e-12), kinds
            assert shapely.distance(first, moved) == pytest.approx(0.0, abs=1e-12), kinds
    assert 0.2 * PAIRS < met < 0.8 * PAIRS


def test_a_shape_and_its_box() -> None:
    """The box around a circle or a box is not less apart from anything than the shape in it."""
    for a, b, kinds in random_pairs(seed=27, n=500):
        found = aabb_overlap(aabb_around(a), aabb_around(b))
        assert found.separation <= collide(a, b).separation + tolerance(a, b), kinds
        around = aabb_around(a)
        low, high = around.low, around.high
        disc = circle(0.5, b.points[0])
        if (low < high).all():
            assert circle_aabb(around, disc).separation <= collide(a, disc).separation + tolerance(a, disc), kinds
