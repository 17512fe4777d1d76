"""The five printed steps: right on sharp polygons, and wrong in the three ways that are named."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import box, circle, convex, manifold, rounded
from geometry.faulty.printed_manifold import (
    Verdict,
    beside_is_enough,
    contact_as_printed,
    distance_under_radii,
    edges_alone,
)
from tests.geometry.strategies import random_shape

SOFT = rounded(box(2, 1), 0.2)


def test_sharp_polygons_by_hand() -> None:
    floor = box(4, 1)
    flat = contact_as_printed(floor, box(2, 1, (0.5, 0.9)))
    assert flat.verdict is Verdict.LINE
    assert sorted(p[0] for p in flat.points) == pytest.approx([-0.5, 1.5])
    corner = contact_as_printed(floor, box(1, 1, (0, 1.1), np.pi / 4))
    assert corner.verdict is Verdict.POINT
    assert corner.points[0] == pytest.approx((0.0, 1.1 - np.sqrt(0.5)))
    assert contact_as_printed(floor, box(1, 1, (0, 2))).verdict is Verdict.NONE
    assert contact_as_printed(floor, circle(1)) is None


def test_hardly_ever_wrong_on_contact_but_sometimes() -> None:
    """Errata S0.5: against `manifold`, a few rounded pairs in thousands; both kinds are golden cases below."""
    random = np.random.default_rng(71)
    wrong = 0
    for _ in range(1500):
        a, b = (random_shape(random, "rounded polygon") for _ in range(2))
        wrong += (contact_as_printed(a, b).verdict is not Verdict.NONE) != bool(manifold(a, b).points)
    assert wrong <= 15


def test_a_gap_between_corners_is_called_a_line() -> None:
    a = convex(((0.88, -0.36), (0.36, 0.88), (-0.88, 0.36), (-0.36, -0.88)), 0.77)
    b = convex(((3.32, -0.29), (2.78, 0.5), (2.36, -0.36)), 0.61)
    assert contact_as_printed(a, b).verdict is Verdict.LINE
    found = manifold(a, b)
    assert not found.points
    assert found.separation == pytest.approx(2.36 - 0.88 - 1.38, abs=1e-3)


def test_an_end_deeper_than_both_radii_is_called_nothing() -> None:
    a = convex(((0.625, -0.317), (0.456, 0.533), (-0.625, 0.317), (-0.456, -0.533)), 0.243)
    b = convex(
        ((0.33, -1.335), (1.11, -1.375), (1.535, -0.72), (1.18, -0.024), (0.399, 0.016), (-0.025, -0.639)), 0.092
    )
    printed = contact_as_printed(a, b)
    assert printed.verdict is Verdict.NONE
    assert printed.distance > a.radius + b.radius
    assert manifold(a, b).separation < -0.7
    end, nearest = printed.measured
    assert np.hypot(*(end - nearest)) == pytest.approx(printed.distance)
    assert (a.points == end).all(axis=1).any()


def test_the_other_end_is_too_far_away() -> None:
    corner = SOFT.moved((2.25, 1.25))
    assert contact_as_printed(SOFT, corner).verdict is Verdict.CORNER
    assert contact_as_printed(SOFT, corner, deeper_end=False).verdict is Verdict.NONE
    assert len(manifold(SOFT, corner).points) == 1


def test_each_rule_alone() -> None:
    """A gap between corners is a contact to step 3, and none to step 5, whose distance is right there."""
    a = convex(((0.88, -0.36), (0.36, 0.88), (-0.88, 0.36), (-0.36, -0.88)), 0.77)
    b = convex(((3.32, -0.29), (2.78, 0.5), (2.36, -0.36)), 0.61)
    assert beside_is_enough(a, b).verdict is Verdict.LINE
    apart = distance_under_radii(a, b)
    assert apart.verdict is Verdict.NONE
    assert apart.distance == pytest.approx(2.36 - 0.88)
    assert edges_alone(a, b).separation < 0.0
    corner = SOFT.moved((2.25, 1.25))
    assert beside_is_enough(SOFT, corner) is None
    assert distance_under_radii(SOFT, corner).distance == pytest.approx(np.hypot(0.25, 0.25))
    assert distance_under_radii(SOFT, corner, deeper_end=False).verdict is Verdict.NONE
    assert edges_alone(SOFT, corner).separation == pytest.approx(0.25 - 0.4)
    for rule in (beside_is_enough, distance_under_radii, edges_alone):
        assert rule(SOFT, SOFT.moved((5.0, 0.0))) is None
        assert rule(SOFT, circle(1)) is None
        with pytest.raises(ValueError, match="two Convex; B"):
            rule(SOFT, "box")


def test_refusals() -> None:
    with pytest.raises(ValueError, match="two Convex; B"):
        contact_as_printed(SOFT, "box")  # type: ignore[arg-type]
