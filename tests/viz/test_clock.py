"""The clock beside the steps."""

from __future__ import annotations

import pytest

from tests.viz.counting import Counting, CountingTwice, entering, started
from viz.lesson.lesson import Clock
from viz.lesson.times import counted_up, fraction, frames, seconds
from viz.session.clock import HELD, SLOW, SLOW_BEFORE, RunningClock
from viz.session.player import Player


def running(clock: object = started) -> RunningClock:
    return RunningClock(Player(Counting(clock=clock)))  # type: ignore[arg-type]


def test_no_time_where_the_lesson_has_none() -> None:
    clock = running(None)
    assert clock.declared is None
    clock.play_or_pause()
    clock.scrub(0.7)
    clock.tick(1.0)
    assert (clock.time, clock.playing) == (0.0, False)


def test_stepping_moves_it_to_the_time_of_the_step() -> None:
    clock = running()
    clock.player.go(2)
    clock.follow()
    assert clock.time == 0.25
    clock.player.last()
    clock.follow()
    assert clock.time == 0.5


def test_scrubbing_never_changes_the_step() -> None:
    clock = running()
    clock.player.go(2)
    clock.follow()
    clock.scrub(0.9)
    clock.follow()
    assert (clock.time, clock.player.index) == (0.9, 2)
    clock.scrub(7.0)
    assert clock.time == 1.0


def test_a_drag_takes_the_time_of_the_step_along_but_not_the_learners_own() -> None:
    clock = running()
    clock.player.go(1)
    clock.follow()
    assert clock.time == 0.125
    clock.player.change(clock.player.scene.with_field("count", 9.0))
    clock.follow()
    assert clock.time == pytest.approx(1.0 / 18.0)
    clock.scrub(0.8)
    clock.player.change(clock.player.scene.with_field("count", 5.0))
    clock.follow()
    assert clock.time == 0.8


def test_it_plays_to_the_impact_slows_down_before_it_and_stops_there() -> None:
    clock = running()
    clock.play_or_pause()
    clock.tick(0.4)
    assert clock.time == pytest.approx(0.2)
    clock.tick(0.4)
    assert clock.time == pytest.approx(0.5 - SLOW_BEFORE)
    clock.tick(0.1)
    assert clock.time == pytest.approx(0.4 + 0.05 * SLOW)
    clock.tick(10.0)
    assert (clock.time, clock.playing) == (0.5, False)
    assert clock.player.index == 0, "playing time leaves the step alone"
    clock.play_or_pause()
    assert (clock.time, clock.playing) == (0.0, True), "from the start again"


def test_beyond_the_impact_it_plays_to_the_end() -> None:
    clock = running()
    clock.scrub(0.8)
    clock.play_or_pause()
    clock.tick(9.0)
    assert (clock.time, clock.playing) == (1.0, False)


def test_speed_and_loop_are_the_players() -> None:
    clock = running()
    clock.player.speed, clock.player.looping = 2.0, True
    clock.play_or_pause()
    clock.tick(0.1)
    assert clock.time == pytest.approx(0.1)
    clock.tick(9.0)
    assert clock.playing
    assert clock.time == 0.5, "it rests at the impact before it starts over"
    clock.tick(HELD / 2.0 + 0.05)
    assert clock.time == pytest.approx(0.05)


def test_a_stage_may_run_when_it_is_entered_once() -> None:
    clock = running(entering)
    assert clock.declared is None
    clock.player.go(2)  # the first of "Few"
    clock.follow()
    assert (clock.playing, clock.time) == (True, 0.0)
    clock.tick(9.0)
    assert (clock.playing, clock.time) == (False, 1.0)
    clock.player.forward()
    clock.follow()
    assert (clock.playing, clock.time) == (False, 1.0), "the same stage: it has run"
    clock.player.last()
    clock.follow()
    assert (clock.declared, clock.time) == (None, 0.0)
    clock.player.back()
    clock.follow()
    assert clock.playing


def test_with_reduced_motion_playing_shows_the_end_at_once() -> None:
    clock = running()
    clock.jumps = True
    clock.play_or_pause()
    assert (clock.time, clock.playing) == (0.5, False)
    clock.play_or_pause()
    assert clock.time == 0.5, "again: from the start, to the impact"


def test_at_the_impact_a_drag_stays_at_the_impact() -> None:
    clock = running(lambda m: Clock(2.0, m.scene.count / 10.0))
    clock.play_or_pause()
    clock.tick(99.0)
    assert clock.time == 0.4
    clock.player.change(clock.player.scene.with_field("count", 7.0))
    clock.follow()
    assert clock.time == 0.7


def test_inside_a_nested_trace_the_time_is_that_of_the_step_above() -> None:
    player = Player(CountingTwice(clock=started))
    clock = RunningClock(player)
    player.go(1)
    clock.follow()
    player.into()
    player.last()
    clock.follow()
    assert clock.time == 0.125


def test_an_edit_may_start_time_over() -> None:
    def timed(moment: object) -> Clock:
        return Clock(2.0, starts_over=True)

    clock = running(timed)
    clock.scrub(0.8)
    clock.follow()
    assert (clock.time, clock.playing) == (0.0, False)
    clock.play_or_pause()
    clock.tick(1.0)
    clock.follow()
    assert (clock.time, clock.playing) == (0.0, True), "and it runs on"


def test_a_play_head_tells_a_part_of_the_way_seconds_or_frames() -> None:
    assert fraction()(0.5) == "t = 0.50"
    assert fraction("path")(1.0) == "path = 1.00"
    assert [seconds(3.0)(time) for time in (0.0, 0.5, 1.0)] == ["t = 0.00 s", "t = 1.50 s", "t = 3.00 s"]
    assert seconds(0.085, -0.085, 3)(0.5) == "t = 0.000 s", "the impact lies in the middle"
    assert seconds(0.085, -0.085, 3)(0.0) == "t = −0.085 s"
    assert [frames(3, first=1)(time) for time in (0.0, 0.34, 1.0)] == ["frame 1", "frame 2", "frame 4"]
    assert [frames(9, first=1, last=9)(k / 9.0) for k in range(10)] == [f"frame {k}" for k in (*range(1, 10), 9)]


@pytest.mark.parametrize("each", [False, True])
def test_a_motion_of_each_step_runs_at_every_step_of_its_stage(each: bool) -> None:
    clock = running(lambda moment: Clock(1.0, ticks=(1.0,) * 9, plays_on_entry=True, plays_each_step=each))
    clock.player.go(2)
    clock.follow()
    assert (clock.time, clock.playing) == (0.0, True), "the stage is entered"
    clock.tick(2.0)
    assert clock.time == 1.0
    clock.player.go(3)
    clock.follow()
    assert (clock.time, clock.playing) == ((0.0, True) if each else (1.0, False)), "still in the stage"
    clock.jumps = True
    clock.player.go(2)
    clock.follow()
    assert (clock.time, clock.playing) == (1.0, False), "less motion: the end at once"


def test_what_comes_one_by_one_is_counted_up_to_the_last() -> None:
    told = counted_up("n", 10, 2)
    assert [told(time) for time in (0.0, 0.124, 0.125, 0.99, 1.0)] == ["n = 2", "n = 2", "n = 3", "n = 9", "n = 10"]
    assert told is counted_up("n", 10, 2), "clocks that tell the same are equal"
