"""Scenes: what is declared, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Pose, box, convex
from tests.viz.stand_in import everything
from viz.lesson.scene import Body, Choice, Handle, Slider, Toggle, at


def test_controls_come_in_the_order_of_declaration() -> None:
    kinds = [(name, type(control)) for name, control, _ in everything().controls()]
    assert kinds == [
        ("box", Handle), ("arrow", Handle), ("point", Handle), ("count", Slider), ("loud", Toggle), ("way", Choice),
    ]  # fmt: skip


def test_a_scene_with_one_field_replaced_keeps_the_others() -> None:
    scene = everything()
    louder = scene.with_field("loud", True)
    assert louder.loud
    assert louder.box is scene.box
    assert not scene.loud


def test_a_scene_may_refuse() -> None:
    with pytest.raises(ValueError, match="count must lie"):
        everything().with_field("count", 0.0)


def test_a_body_stands_on_its_centre_of_area() -> None:
    body = at(convex(((0, 0), (3, 0), (0, 3))), 5.0, 6.0, 40)
    assert body.world.centroid == pytest.approx((5.0, 6.0))
    assert body.pose.angle == pytest.approx(math.radians(40))


def test_turning_stays_within_one_turn() -> None:
    body = Body(box(1, 1), Pose((0, 0), 3.0))
    for _ in range(100):
        body = body.turned(1.0)
    assert abs(body.pose.angle) <= math.pi
    assert body.pose.angle == pytest.approx(math.remainder(103.0, math.tau))


def test_centring_moves_the_pivot_and_nothing_else() -> None:
    body = Body(box(1, 2, (4, 1)), Pose((1, 1), 0.5))
    assert body.centred().world.points == pytest.approx(body.world.points)
    assert body.centred().pose.position == pytest.approx(body.world.centroid)


def test_bodies_are_only_the_shapes() -> None:
    assert [name for name, _, _ in everything().bodies()] == ["box"]
    assert np.isfinite(everything().point).all()
