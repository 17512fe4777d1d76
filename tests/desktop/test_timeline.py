"""What stands beside the track of time."""

from __future__ import annotations

from viz.desktop.panels.timeline import time_told
from viz.lesson.lesson import Clock


def test_the_time_is_told_as_the_lesson_says() -> None:
    assert time_told(Clock(), 0.25) == "t = 0.25"
    assert time_told(Clock(unit="r"), 0.5) == "r = 0.50"
    assert time_told(Clock(unit="r", told=lambda t: f"{4.0 * t:.1f} s"), 0.5) == "2.0 s"
