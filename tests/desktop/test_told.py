"""What the panel says while the scene changes in every frame."""

from __future__ import annotations

from dataclasses import replace

from tests.viz.counting import Counting
from viz.desktop.told import EVERY, Telling
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
