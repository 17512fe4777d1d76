"""A picture is drawn anew only where something has changed that it may depend on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.viz.counting import Counting, place, started

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_it_is_kept_until_scene_step_time_scale_or_answer_changes(open_desktop: Callable[..., Desktop]) -> None:
    lesson = Counting({4: place}, clock=started)
    drawn: list[Any] = []
    told = lesson.story.draw

    def draw(canvas: Any, moment: Any) -> None:
        drawn.append(moment)
        told(canvas, moment)

    lesson.story.draw = draw  # type: ignore[method-assign]
    desktop = open_desktop(lesson)
    session = desktop.session
    desktop.settle()

    def counted(change: Callable[[], object]) -> int:
        drawn.clear()
        change()
        desktop.settle(2)
        return len(drawn)

    assert counted(lambda: None) == 0
    assert counted(lambda: session.look(session.view.panned(10.0, 5.0))) == 0
    assert counted(lambda: session.clock.scrub(0.3)) == 2  # two panes of the story
    assert counted(lambda: session.task.move(0, (0.2, 0.3))) == 2
    assert counted(session.check) == 2
    assert counted(lambda: session.look(session.view.zoomed(1.5, (10.0, 10.0)))) == 1
    assert counted(lambda: session.compare_with("counts up")) >= 2  # the views look for what it draws
    assert counted(lambda: session.try_field("way", "down")) >= 2
    assert counted(session.player.forward) >= 2


class Full:
    """The letters' texture, without room until some is made."""

    def __init__(self, letters: Any) -> None:
        self.letters, self.made = letters, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.letters, name)

    def add_custom_rect(self, *asked: Any) -> int:
        return int(self.letters.add_custom_rect(*asked)) if self.made else -1


def test_a_picture_finds_room_among_letters_of_many_sizes(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every text size has letters of its own, and their texture has a greatest size."""
    from imgui_bundle import imgui

    from viz.desktop import textures

    desktop = open_desktop("two-polygons")
    desktop.build(0.02)
    full, internal = Full(imgui.get_io().fonts), imgui.internal
    upload = internal.im_font_atlas_texture_block_queue_upload
    for name, done in (
        ("im_font_atlas_font_discard_bakes", lambda *_: None),
        ("im_font_atlas_texture_make_space", lambda letters: setattr(letters, "made", 1)),
        ("im_font_atlas_texture_block_queue_upload", lambda letters, *more: upload(letters.letters, *more)),
    ):
        monkeypatch.setattr(internal, name, done)
    assert textures._place(full, np.zeros((8, 8, 4), np.uint8)) >= 0  # type: ignore[arg-type]
    assert full.made
    desktop.submit()
