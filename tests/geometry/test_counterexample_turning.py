"""The first touch of bodies that turn: never late, never early, and the same as that of bodies that only move."""

from __future__ import annotations

import math
import random

import pytest
from shapely import Polygon as Area
from shapely.affinity import rotate, translate

from geometry.counterexample.moving import impact_motion
from geometry.counterexample.problem import PROBLEMS, Arguments, Conventions
from geometry.counterexample.turning import Turning, turning_motion

TURNING = PROBLEMS["time_of_impact_turning"]
PLAIN = Conventions()
BAR = [(-3.0, -0.5), (3.0, -0.5), (3.0, 0.5), (-3.0, 0.5)]
STILL = (0.0, 0.0)


def scenes(family: str, count: int) -> list[Arguments]:
    return [TURNING.families[family](random.Random(f"turning {family} {k}")) for k in range(count)]


def areas_at(scene: Arguments, t: float) -> tuple[Area, Area]:
    """Both shapes at a time, by shapely, whose centroid is its own."""
    found = []
    for outline, (vx, vy), spin in (scene[:3], scene[3:]):
        area = Area(outline)
        turned = rotate(area, t * spin, origin=area.centroid, use_radians=True)
        found.append(translate(turned, t * vx, t * vy))
    return found[0], found[1]


@pytest.mark.parametrize("family", [name for name in TURNING.families if name != "far away"])
def test_before_the_first_touch_there_is_none_and_there_is_one_then(family: str) -> None:
    touching = 0
    for scene in scenes(family, 5):
        motion = turning_motion(scene)
        end = 1.0 if motion.first is None else motion.first
        for i in range(30):
            a, b = areas_at(scene, end * i / 30.0)
            assert motion.first == 0.0 or a.distance(b) > 0.0, (scene, i)
        if motion.first is not None and motion.first > 0.0:
            a, b = areas_at(scene, motion.first)
            assert a.distance(b) < 1e-7
            touching += 1
    assert touching or family in ("contained", "receding", "overlapping at the start", "clockwise")


def test_without_spins_it_is_the_cast_of_shapes_that_only_move() -> None:
    for scene in scenes("no spin", 20):
        a, velocity_a, _, b, velocity_b, _ = scene
        straight = impact_motion((a, velocity_a, b, velocity_b))
        turning = turning_motion(scene)
        assert (turning.first is None) == (straight.first is None)
        if turning.first is not None:
            assert turning.first == pytest.approx(straight.first, abs=1e-8)


def test_a_bar_that_turns_meets_a_box_where_trigonometry_says() -> None:
    """Its upper right corner, at the angle asin(0.5 / r), comes to the height of the box's lower edge, 2."""
    box = [(-5.0, 2.0), (5.0, 2.0), (5.0, 4.0), (-5.0, 4.0)]
    arm = math.hypot(3.0, 0.5)
    angle = math.asin(2.0 / arm) - math.asin(0.5 / arm)
    scene = (BAR, STILL, 1.5, box, STILL, 0.0)
    assert turning_motion(scene).first == pytest.approx(angle / 1.5, abs=1e-9)
    assert TURNING.judge(scene, angle / 1.5, PLAIN) is None
    wrong = TURNING.judge(scene, angle / 1.5 + 0.01, PLAIN)
    assert wrong is not None
    assert "A overlaps B by" in wrong


def through(width: float) -> tuple[Arguments, Turning]:
    """A bar that turns once through a small box, and once more: the second touch is no first one."""
    box = [(2.0, 2.0), (2.0 + width, 2.0), (2.0 + width, 2.0 + width), (2.0, 2.0 + width)]
    scene = (BAR, STILL, 6.0, box, STILL, 0.0)
    return scene, turning_motion(scene)


def test_a_later_touch_is_not_the_first() -> None:
    scene, motion = through(0.1)
    assert motion.first is not None
    assert motion.first < 0.2
    later = motion.first + math.pi / 6.0  # half a turn on
    assert abs(motion.gap(later)) <= motion.close
    sentence = TURNING.judge(scene, later, PLAIN)
    assert sentence == f"At t = {later:.2f} A touches B for the second time; the first is at t = 0.098."


def test_a_miss_is_told_with_how_near_they_come() -> None:
    box = [(2.5, 2.5), (4.0, 2.5), (4.0, 4.0), (2.5, 4.0)]
    scene = (BAR, STILL, 1.5, box, STILL, 0.0)
    assert TURNING.judge(scene, None, PLAIN) is None
    near = math.hypot(2.5, 2.5) - math.hypot(3.0, 0.5)
    sentence = TURNING.judge(scene, 0.5, PLAIN)
    assert sentence is not None
    assert sentence.startswith("Returned 0.50, but A misses B by 0.4")
    assert near < 0.5 < 0.6


def test_what_cannot_be_told_is_not_asked() -> None:
    with pytest.raises(ValueError, match="spin"):
        TURNING.accepts((BAR, STILL, 30.0, [(9.0, 0.0), (10.0, 0.0), (9.0, 1.0)], STILL, 0.0))


def test_a_touch_that_decides_is_known() -> None:
    """A bar beside a box: it passes under it by a hair, touches it in passing, or hits it."""
    top = math.hypot(3.0, 0.5)
    for off, grazes in ((1e-3, False), (1e-9, True), (-1e-3, False)):
        box = [(-5.0, top + off), (5.0, top + off), (5.0, 9.0), (-5.0, 9.0)]
        motion = turning_motion((BAR, STILL, 3.0, box, STILL, 0.0))
        assert motion.grazes is grazes
    assert turning_motion((BAR, STILL, 3.0, [(3.0, -1.0), (5.0, -1.0), (5.0, 1.0), (3.0, 1.0)], STILL, 0.0)).grazes
