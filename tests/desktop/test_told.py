"""What the panel says while the scene changes in every frame."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.viz.counting import Counting
from viz.desktop.told import EVERY, Telling
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Clock, Moment
from viz.lesson.page import Page
from viz.lesson.story import Story
from viz.session.clock import RunningClock
from viz.session.player import Player


def another(player: Player, count: float) -> None:
    player.change(replace(player.scene, count=count))  # type: ignore[call-arg]


def test_a_scene_dragged_at_one_step_is_told_every_few_frames() -> None:
    player, telling = Player(Counting()), Telling()
    told = telling.of(player, hurried=True)
    fresh = []
    for frame in range(1, 4 * EVERY + 1):
        telling.pass_frame()
        another(player, 1.0 + frame % 9)
        now = telling.of(player, hurried=True)
        if now is not told:
            fresh.append(frame)
            assert now.page is player.page
        told = now
    assert fresh == [EVERY, 2 * EVERY, 3 * EVERY, 4 * EVERY]


def test_another_step_or_an_edit_at_rest_is_told_at_once() -> None:
    player, telling = Player(Counting()), Telling()
    telling.of(player, hurried=True)
    player.forward()
    assert telling.of(player, hurried=True).page is player.page
    another(player, 7.0)
    assert telling.of(player, hurried=False).page is player.page


def test_frames_are_wanted_until_the_last_scene_is_told_and_no_longer() -> None:
    player, telling = Player(Counting()), Telling()
    telling.of(player, hurried=True)
    another(player, 7.0)
    assert telling.wants_frame
    frames = 0
    while telling.wants_frame:
        telling.pass_frame()
        telling.of(player, hurried=True)
        frames += 1
    assert frames == EVERY
    assert telling.of(player, hurried=True).page is player.page
    another(player, 9.0)  # where no panel is shown nothing is told: that asks for no frame for ever
    for _ in range(EVERY + 1):
        telling.pass_frame()
    assert not telling.wants_frame


class Timely(Story):
    """Says what time it is."""

    columns = ("time",)

    def page(self, moment: Moment[Any]) -> Page:
        return Page("Now").says(f"{moment.time:.2f}").row(f"{moment.time:.2f}")

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        pass


def test_words_that_follow_the_clock_are_renewed_every_few_frames_while_it_runs_and_at_once_at_rest() -> None:
    lesson = Counting()
    lesson.story = Timely()
    player, telling = Player(lesson), Telling()
    told, times = [], [0.01 * i for i in range(1, 3 * EVERY)]
    for time in times:
        telling.pass_frame()
        told.append(telling.of(player, time, hurried=True).page.sentence)
    assert told[-1] != told[0]
    assert len(set(told)) == 3
    at_rest = telling.of(player, 0.77, hurried=False)
    assert at_rest.page.sentence == "0.77"
    assert at_rest.table is not None
    assert [row.cells for _, row in at_rest.table.rows][-1] == ("0.77",)
    assert telling.of(player, 0.0, hurried=False).page.sentence == "0.00"


def test_words_follow_what_plays_on_entry_from_its_first_picture_on() -> None:
    """At 0 a page tells its step at rest: later steps look back at it."""
    for on_entry in (True, False):
        lesson = Counting()
        lesson.clock = lambda moment, played=on_entry: Clock(1.0, plays_on_entry=played)  # type: ignore[misc, assignment]
        clock = RunningClock(Player(lesson))
        clock.scrub(0.0)
        assert clock.time == 0.0
        assert (clock.told > 0.0) is on_entry
        assert clock.told < 1e-6
        clock.scrub(0.4)
        assert clock.told == 0.4
    assert RunningClock(Player(Counting())).told == 0.0, "no clock"
