"""The cursor over a trace, and how it keeps its place."""

from __future__ import annotations

import pytest

from tests.viz.counting import Counting, CountingTwice
from tests.viz.stand_in import everything
from viz.lesson.lesson import Preset
from viz.session.player import SECONDS_A_STEP, Player


def test_stepping_stops_at_both_ends() -> None:
    player = Player(Counting())
    player.back()
    assert player.index == 0
    for _ in range(99):
        player.forward()
    assert player.index == len(player.trace) - 1 == 4
    assert player.moment.is_last
    player.first()
    assert player.moment.step.left == 4
    player.last()
    assert player.moment.step.left == 0


def test_stages_are_found() -> None:
    assert [(name, list(steps)) for name, steps in Player(Counting()).stages] == [
        ("Many", [0, 1]), ("Few", [2, 3]), ("Ending", [4]),
    ]  # fmt: skip


def test_a_longer_trace_keeps_the_stage() -> None:
    player = Player(Counting())
    player.go(3)  # the second of "Few"
    player.change(everything(count=7.0))
    assert player.moment.step.left == 1
    player.change(everything(count=4.0))
    assert player.index == 3


def test_a_place_that_vanishes_comes_back() -> None:
    player = Player(Counting())
    player.go(1)  # the second of "Many"
    player.change(everything(count=2.0))  # has no such stage
    assert player.index == 1
    player.change(everything(count=3.0))  # has only one step of it
    assert player.moment.step.left == 3
    player.change(everything(count=5.0))
    assert player.moment.step.left == 4


def test_a_refused_scene_changes_nothing() -> None:
    player = Player(Counting())
    scene, trace = player.scene, player.trace
    with pytest.raises(ValueError, match="count"):
        player.change(scene.with_field("count", 99.0))
    assert player.scene is scene
    assert player.trace is trace


def test_playing_steps_at_its_speed_and_stops_at_the_end() -> None:
    player = Player(Counting())
    player.play_or_pause()
    player.tick(SECONDS_A_STEP * 0.9)
    assert player.index == 0
    player.tick(SECONDS_A_STEP * 0.2)
    assert player.index == 1
    player.speed = 2.0
    player.tick(SECONDS_A_STEP)
    assert player.index == 3
    player.tick(99.0)
    assert player.moment.is_last
    assert not player.playing
    player.play_or_pause()  # again, from the beginning
    assert player.index == 0
    player.play_or_pause()
    player.tick(99.0)
    assert player.index == 0


def test_restarting_begins_another_scene_at_its_first_step() -> None:
    player = Player(Counting(), Preset(everything(count=9.0)))
    player.last()
    player.play_or_pause()
    player.restart(player.lesson.presets["Four"])
    assert (player.index, player.playing, len(player.trace)) == (0, False, 5)


def nested_player() -> Player:
    return Player(CountingTwice())


def test_looping_starts_over() -> None:
    player = Player(Counting())
    player.looping = True
    player.play_or_pause()
    for _ in range(len(player.trace)):
        player.tick(SECONDS_A_STEP)
    assert player.index == 0
    assert player.playing
    player.tick(1e9)  # a very long pause is no endless loop
    assert player.playing


def test_stepping_into_a_nested_trace_and_out_again() -> None:
    player = nested_player()
    player.go(1)
    assert [name for name, _ in player.children()] == ["inner"]
    player.into()
    assert len(player.levels) == 2
    assert (player.index, len(player.trace)) == (0, 4)
    player.last()
    moment = player.moment
    assert (moment.step.left, moment.field) == (0, "inner")
    assert moment.parent is not None
    assert moment.parent.index == 1
    player.out()
    assert (len(player.levels), player.index) == (1, 1)
    player.out()
    assert len(player.levels) == 1
    player.first()
    player.into("inner")
    player.out(0)
    assert len(player.levels) == 1


def test_a_drag_keeps_the_place_in_a_nested_trace() -> None:
    player = nested_player()
    player.go(1)
    player.into()
    player.go(1)
    player.change(player.scene.with_field("count", 7.0))
    assert len(player.levels) == 2
    assert player.moment.step.left == 2  # still the first of "Few", in a longer inner trace
    assert player.levels[0].trace.steps[player.levels[0].index].left == 6
    player.change(player.scene.with_field("count", 1.0))  # whose second step holds no inner trace
    assert len(player.levels) == 1


def test_nothing_to_step_into_changes_nothing() -> None:
    player = Player(Counting())
    player.into()
    assert len(player.levels) == 1


def test_a_preset_opens_where_it_says_with_its_comparison() -> None:
    player = Player(Counting())
    assert (player.index, player.compare, player.moment.faulty) == (0, "", None)
    player.restart(player.lesson.presets["Two"])
    assert player.moment.is_last
    assert (player.moment.compare, player.moment.faulty) == ("counts up", 3)


def test_a_comparison_runs_once_a_scene_and_keeps_the_place() -> None:
    player = Player(Counting())
    player.go(2)
    player.compare_with("counts up")
    assert (player.index, player.moment.compare, player.moment.faulty) == (2, "counts up", 5)
    player.change(everything(count=7.0))
    assert player.moment.faulty == 8
    player.compare_with("")
    assert (player.moment.compare, player.moment.faulty) == ("", None)
    with pytest.raises(ValueError, match="no comparison"):
        player.compare_with("counts sideways")


def test_pages_and_table_are_of_the_step() -> None:
    player = Player(Counting())
    player.go(2)
    assert player.page.sentence == "2 left."
    assert player.stage == "Few"
    assert player.table is not None
    assert [row.cells[0] for _, row in player.table.rows] == ["4", "3", "2"]
    assert player.pages is player.pages
