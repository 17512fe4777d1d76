"""A point of the learner's that stands for a time: the clock goes with it, and so all that moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from geometry.vector import array_of
from lessons.motion.bilateral_advancement import BilateralAdvancement

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_the_bodies_follow_a_point_that_is_a_time(open_desktop: Callable[..., Desktop]) -> None:
    session = open_desktop(BilateralAdvancement()).session
    ((start, level),) = session.task.points
    assert session.moment().time == start == 0.0
    session.hold_point(0, array_of(start, level))
    session.carry(array_of(0.4, level + 0.3), False)
    session.release()
    assert session.task.points == ((0.4, level),)
    assert session.moment().time == pytest.approx(0.4)
    session.clock.scrub(0.9)
    assert session.moment().time == 0.9, "the play head stays free"
    assert session.task.points == ((0.4, level),)
    session.task.move(0, (0.2, level))
    assert session.moment().time == pytest.approx(0.2)
    session.check()
    assert session.moment().time == pytest.approx(0.2), "the verdict tells of what is seen"
    session.player.forward()
    later = session.moment().time
    session.player.back()
    assert later != pytest.approx(0.2)
    assert session.moment().time == pytest.approx(0.2), "bodies and ring stand together again"
    session.preset(1)
    assert session.moment().time == 0.0
