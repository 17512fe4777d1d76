"""Scenes: what is declared, and what is refused."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

from geometry import Pose, box, convex
from tests.viz.stand_in import everything
from viz.lesson.scene import Body, Choice, Handle, Scene, Slider, Toggle, at, log_slider
from viz.lesson.text import two_digits


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


@dataclass(frozen=True, eq=False)
class Wide(Scene):
    distance: float = log_slider("Distance", 1.0, 1e7, 1000.0, "m")


def test_equal_ways_on_a_logarithmic_slider_multiply_alike() -> None:
    ((_, slider, value),) = Wide().controls()
    assert isinstance(slider, Slider)
    assert slider.is_log
    assert [slider.part(x) for x in (0.5, 1.0, 1000.0, 1e7, 1e8)] == pytest.approx([0.0, 0.0, 3.0 / 7.0, 1.0, 1.0])
    for x in (1.0, 12.0, 130.0, 260_000.0, 1e7):
        assert slider.at(slider.part(x)) == x, "two digits come back"
    assert slider.at(slider.part(131_072.0)) == 130_000.0
    assert slider.at(1.0) == 1e7
    assert slider.shown(value) == "1,000 m"


def test_a_linear_slider_is_as_it_was() -> None:
    slider = Slider("Speed", -1.0, 3.0)
    assert [slider.part(x) for x in (-1.0, 0.0, 3.0)] == [0.0, 0.25, 1.0]
    assert slider.at(0.333) == pytest.approx(0.332)
    assert slider.shown(1.005) == "1.00" or slider.shown(1.005) == "1.01"
    assert Slider("None", 1.0, 1.0).part(1.0) == 0.0
    assert Slider("Turn", -90.0, 90.0, "°", 0).shown(20.0) == "20°"
    assert Slider("Length", 0.0, 9.0, "m", 0).shown(2.0) == "2 m"


def test_a_logarithmic_slider_needs_positive_ends() -> None:
    with pytest.raises(ValueError, match="0 < low < high"):
        log_slider("Size", 0.0, 1.0, 0.5)


def test_two_digits_of_any_size() -> None:
    numbers = (260_000.0, 1.0, 1.55, 12.0, 0.0018, 0.001, 9.96, 1.19e-7, 1e-9, 0.0, -0.02)
    told = ["260,000", "1", "1.6", "12", "0.0018", "0.001", "10", "0.00000012", "nearly 0", "0", "−0.02"]
    assert [two_digits(x) for x in numbers] == told
