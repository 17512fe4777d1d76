"""What stands around the figure while something is dragged in it: drawn anew with the words, else as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from viz.desktop.told import EVERY
from viz.lesson.grip import Part, placed_grips

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def counted(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how often the windows around the figure are drawn."""
    calls = [0]
    show = desktop.panel.show

    def counting(at: Any) -> None:
        calls[0] += 1
        show(at)

    monkeypatch.setattr(desktop.panel, "show", counting)
    return calls


def take_hold(desktop: Desktop, part: Part = Part.WHOLE) -> np.ndarray[Any, Any]:
    session = desktop.session
    grip = next(p for p in placed_grips(session.player.scene, session.pixel) if p.grip.part is part)
    session.hold(grip.grip, grip.at)
    return grip.at


def carry(desktop: Desktop, to: Any) -> None:
    desktop.session.carry(to, snap=False)
    desktop.frame(1.0 / 60.0)


def panel_of(desktop: Desktop) -> Any:
    at = desktop.places.panel
    return desktop.pixels()[round(at.y) : round(at.bottom), round(at.x) :]


def test_they_are_drawn_every_few_frames_while_something_is_dragged(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = take_hold(desktop)
    desktop.frame(1.0 / 60.0)
    calls = counted(desktop, monkeypatch)
    for i in range(4 * EVERY):
        carry(desktop, at + (0.01 * (i + 1), 0.0))
    assert calls[0] == 4
    desktop.session.release()
    desktop.frame(1.0 / 60.0)
    desktop.frame(1.0 / 60.0)
    assert calls[0] == 6, "at rest every frame that is drawn is drawn whole"


@pytest.mark.parametrize("lesson", ["axis-by-axis", "ear-clipping", "conservative-advancement"])
@pytest.mark.parametrize("presenting", [False, True])
def test_in_the_frames_between_they_look_as_they_did(
    open_desktop: Callable[..., Desktop], lesson: str, presenting: bool
) -> None:
    desktop = open_desktop(lesson)
    session = desktop.session
    session.presenting = presenting
    desktop.settle()
    at = take_hold(desktop)
    shown, told = desktop.pixels(), session.told
    for i in range(3 * EVERY):
        carry(desktop, at + (0.004 * (i + 1), 0.003 * (i + 1)))
        now = desktop.pixels()
        if presenting:
            band = round(desktop.size[1] * 0.9)
            kept, before = now[band:], shown[band:]
        else:
            panel = round(desktop.places.panel.x) + 2
            kept, before = now[:, panel:], shown[:, panel:]
        if session.told is told:
            assert np.array_equal(kept, before)
        assert kept.std() > 5.0, "there are words"
        shown, told = now, session.told


def test_where_the_hand_holds_still_they_tell_the_last_scene(desktop: Desktop) -> None:
    at = take_hold(desktop)
    before = panel_of(desktop)
    for i in range(EVERY - 1):
        carry(desktop, at + (0.03 * (i + 1), 0.0))
    while desktop.session.wants_frame() == 0.0:  # the hand holds still
        desktop.frame(1.0 / 60.0)
    held = panel_of(desktop)
    desktop.session.release()
    desktop.settle()
    assert np.array_equal(panel_of(desktop), held)
    assert not np.array_equal(before, held)


def test_a_step_or_another_size_shows_at_once(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    at = take_hold(desktop)
    carry(desktop, at + (0.01, 0.0))
    calls = counted(desktop, monkeypatch)
    carry(desktop, at + (0.02, 0.0))
    before = calls[0]
    desktop.session.player.forward()
    carry(desktop, at + (0.03, 0.0))
    assert calls[0] == before + 1
    carry(desktop, at + (0.04, 0.0))
    assert calls[0] == before + 1
    desktop.session.text_size = desktop.session.wanted_text_size = 1.25
    carry(desktop, at + (0.05, 0.0))
    assert calls[0] == before + 2


def test_when_the_texture_of_the_letters_grows_nothing_old_is_shown(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    from viz.desktop import textures

    at, session = take_hold(desktop), desktop.session
    for i in range(1, 2 * EVERY):
        carry(desktop, at + (0.01 * i, 0.0))
        if session.told.trace is session.player.trace:
            break  # in the frames that follow nothing new is told
    calls, page = counted(desktop, monkeypatch), textures.page()
    show = desktop.canvas.show
    monkeypatch.setattr(
        desktop.canvas,
        "show",
        lambda *a, **k: (
            textures.picture(("large", textures.page()), lambda: np.full((700, 900, 4), 255, dtype=np.uint8)),
            show(*a, **k),
        ),
    )
    carry(desktop, at + (0.2, 0.0))
    assert textures.page() != page
    assert session.told.trace is not session.player.trace
    assert calls[0] == 1
