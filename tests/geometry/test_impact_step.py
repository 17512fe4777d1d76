"""The frame from impact to impact, against closed forms; and the frames that go wrong with a fast body."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import RigidBody, StepMemory, StepRules, circle, rectangle, rigid_body, rigid_step, static_body
from geometry.engine.impact_step import impact_step
from geometry.faulty.speculative import gap_ignored, rest_lost, without_margin
from lessons.bodies.runs import FrameRule

FLOOR = static_body(rectangle((-5, -1), (5, 0)))
NOTHING = StepMemory()


def disc(at: tuple[float, float], way: tuple[float, float], radius: float = 0.1) -> RigidBody:
    """A disc that moves so far in one frame."""
    return rigid_body(circle(radius, at), velocity=60.0 * np.array(way))


def end(rule: FrameRule, body: RigidBody, **rules: float) -> tuple[np.ndarray, np.ndarray]:
    """Where the disc is after a frame over the floor, and its way in a frame."""
    moved = rule([FLOOR, body], NOTHING, StepRules(gravity=(0, 0), **rules)).bodies[1]  # type: ignore[arg-type]
    return moved.pose.position, moved.velocity / 60.0


@pytest.mark.parametrize("e", [0.0, 0.4, 1.0])
def test_what_is_left_of_the_frame_is_moved_after_the_impact(e: float) -> None:
    random = np.random.default_rng(105)
    for _ in range(200):
        x, height, across, down = random.uniform((-1, 0.11, -1, 0.02), (1, 0.8, 1, 1.2))
        place, way = end(impact_step, disc((x, height), (across, -down)), restitution=e)
        left = max(0.0, 1.0 - (height - 0.1) / down)  # of the frame
        bounces = e if down * 60.0 > 0.5 else 0.0
        wanted = 0.1 + bounces * down * left if left else height - down
        assert place == pytest.approx((x + across, wanted), abs=1e-9)
        assert way == pytest.approx((across, bounces * down if left else -down), abs=1e-9)
        waits, _ = end(rest_lost, disc((x, height), (across, -down)), restitution=e)
        assert waits == pytest.approx((x + (1.0 - left) * across, 0.1 if left else height - down), abs=1e-9)


def test_it_agrees_with_a_contact_at_a_distance_on_a_plane() -> None:
    random = np.random.default_rng(106)
    for _ in range(100):
        x, height, across, down = random.uniform((-1, 0.11, -1, 0.02), (1, 0.8, 1, 1.2))
        body = disc((x, height), (across, -down))
        (real, _), (ours, way) = end(impact_step, body), end(rigid_step, body, margin=1.0)
        assert ours == pytest.approx(real, abs=1e-9)
        ignored, stopped = end(gap_ignored, body, margin=1.0)
        assert ignored == pytest.approx((x + across, height)), "it stops one gap above the floor"
        assert stopped == pytest.approx((across, 0.0), abs=1e-9)
        assert end(without_margin, body, margin=1.0)[0] == pytest.approx((x + across, height - down))
        assert way[1] <= 1e-9


def test_a_corner_is_met_where_the_disc_touches_it() -> None:
    block = static_body(rectangle((0, -1), (1, 0)))
    start, way = np.array((-0.8, 0.06)), np.array((1.0, 0.0))
    found = impact_step([block, disc((-0.8, 0.06), (1.0, 0.0))], NOTHING, StepRules(gravity=(0, 0), restitution=1.0))
    touch = np.array((-math.sqrt(0.1**2 - 0.06**2), 0.06))
    part, n = (touch - start)[0], touch / 0.1
    mirrored = way - 2.0 * (way @ n) * n
    assert found.bodies[1].pose.position == pytest.approx(touch + (1.0 - part) * mirrored, abs=1e-8)
    assert found.kinetic == pytest.approx(0.5 * found.bodies[1].mass * 3600.0), "elastic: its speed is kept"


def test_other_bodies_are_refused() -> None:
    spinning = rigid_body(circle(0.1, (0, 1)), spin=1.0)
    box = rigid_body(rectangle((0, 1), (1, 2)))
    for bodies in ([FLOOR], [FLOOR, FLOOR], [disc((0, 1), (0, 0)), FLOOR], [FLOOR, spinning], [FLOOR, box]):
        with pytest.raises(ValueError, match="impact step"):
            impact_step(bodies, NOTHING, StepRules())
