"""The Box2D oracle itself: examples by hand, no skin, and no silence where CI promises it."""

from __future__ import annotations

import importlib
import math

import numpy as np
import pytest

from geometry import Convex, Pose, Sweep, box, capsule, circle
from tests.geometry import box2d_oracle
from tests.geometry.box2d_oracle import (
    LINEAR_SLOP,
    NEAR,
    as_box2d,
    box2d,
    collide,
    distance,
    impact_target,
    time_of_impact,
)
from tests.geometry.oracles import distance as true_distance
from tests.geometry.strategies import random_pairs


def test_two_boxes() -> None:
    """Half a unit deep, the one a quarter higher."""
    found = collide(box(2.0, 2.0), box(2.0, 2.0, center=(1.5, 0.25)))
    assert found is not None
    assert found.normal == pytest.approx((1.0, 0.0), abs=NEAR)
    assert not found.of_b
    assert [p.separation for p in found.points] == pytest.approx([-0.5, -0.5], abs=NEAR)
    places = sorted(tuple(p.point) for p in found.points)
    assert np.array(places) == pytest.approx(np.array([(0.75, -0.75), (0.75, 1.0)]), abs=NEAR)


@pytest.mark.parametrize("other", [circle(1.0), capsule((-1.0, 0.0), (0.0, 0.0), 1.0), box(2.0, 2.0)])
def test_a_circle_beside_others(other: Convex) -> None:
    """Either way round: the normal is from A to B, the point halfway between the surfaces."""
    disc = circle(0.5, center=(1.25, 0.0))
    for a, b, sign in ((other, disc, 1.0), (disc, other, -1.0)):
        found = collide(a, b)
        assert found is not None
        assert found.normal == pytest.approx((sign, 0.0), abs=NEAR)
        ((point, separation),) = found.points
        assert separation == pytest.approx(-0.25, abs=NEAR)
        assert point == pytest.approx((0.875, 0.0), abs=NEAR)


def test_the_skin_is_off() -> None:
    """Two boxes half a slop apart: none in contact, but in Box2D's own skins, which are four slops together."""
    a, b = box(2.0, 2.0), box(2.0, 2.0, center=(2.0 + LINEAR_SLOP / 2.0, 0.0))
    assert collide(a, b) is None
    skin = box2d().b2_polygonRadius
    assert skin == pytest.approx(2.0 * LINEAR_SLOP)
    found = collide(Convex(a.points, skin), Convex(b.points, skin))
    assert found is not None
    assert [p.separation for p in found.points] == pytest.approx([-3.5 * LINEAR_SLOP] * 2, abs=NEAR)
    assert box2d().b2_linearSlop == pytest.approx(LINEAR_SLOP)
    assert as_box2d(a).radius == 0.0


def test_the_target_of_an_impact() -> None:
    """A box that closes 8 units, from 4 away, while another turns behind it; and two discs, three slops deep."""
    still, moving = Sweep(Pose()), Sweep(Pose((6.0, 0.0)), Pose((-2.0, 0.0)))
    found = time_of_impact(box(2.0, 2.0), still, box(2.0, 2.0), moving)
    assert found.state == "touching"
    assert found.fraction == pytest.approx((4.0 - LINEAR_SLOP) / 8.0, abs=0.25 * LINEAR_SLOP / 8.0)
    found = time_of_impact(circle(1.0), still, circle(1.0), moving)
    assert impact_target(2.0) == pytest.approx(2.0 - 3.0 * LINEAR_SLOP)
    assert found.fraction == pytest.approx((4.0 + 3.0 * LINEAR_SLOP) / 8.0, abs=0.25 * LINEAR_SLOP / 8.0)
    turning = Sweep(Pose(), Pose((0.0, 0.0), math.tau / 8.0))
    found = time_of_impact(box(2.0, 2.0), turning, circle(0.1), Sweep(Pose((1.3, 0.0))))
    assert found.state == "touching"
    assert time_of_impact(box(2.0, 2.0), turning, circle(0.1), Sweep(Pose((1.6, 0.0)))).state == "separated"


def test_it_tells_touching_from_apart() -> None:
    overlapping = 0
    for a, b, kinds in random_pairs(seed=32, n=500):
        if box2d_oracle.is_asked(a) and box2d_oracle.is_asked(b) and true_distance(a, b) < -NEAR:
            assert distance(a, b).distance <= NEAR, kinds
            overlapping += 1
    assert overlapping > 50


@pytest.mark.parametrize("promised", [True, False])
def test_without_the_wheel(promised: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise ImportError(f"there is no {name}")

    monkeypatch.setattr(importlib, "import_module", refuse)
    monkeypatch.setattr(box2d_oracle, "HAS_WHEEL", promised)
    monkeypatch.setenv("SEPARATRIX_REQUIRE_DISPLAY", "1")
    with pytest.raises(pytest.fail.Exception if promised else pytest.skip.Exception, match="there is no Box2D"):
        box2d.__wrapped__()
