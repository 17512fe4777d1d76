"""A film of what is done in the figure: what it shows, how long, and where it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from tests.desktop.answering import enter_path
from viz.desktop.chrome import Chrome
from viz.export.animation import Frame

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

Open = Callable[..., "Desktop"]


class Clock:
    """Time as a test wants it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def recorder(off_screen: None) -> tuple[object, Chrome, Clock, list[list[Frame]]]:
    from viz.desktop.recording import Recorder

    chrome, clock, films = Chrome(), Clock(), list[list[Frame]]()

    def pixels() -> np.ndarray:
        return np.full((4, 6, 3), round(5.0 * clock.now), np.uint8)

    return Recorder(chrome, pixels, films.append, clock), chrome, clock, films


def test_frames_last_until_the_next_one(off_screen: None) -> None:
    made, chrome, clock, films = recorder(off_screen)
    for clock.now in (0.0, 0.1, 0.12, 0.5, 2.0):  # the third comes too soon
        chrome.recording = True
        made.after_frame(is_covered=False)  # type: ignore[attr-defined]
    chrome.recording = False
    made.after_frame(is_covered=False)  # type: ignore[attr-defined]
    (film,) = films
    assert [frame.milliseconds for frame in film] == [100, 400, 1500, 1500]
    assert [int(frame.pixels[0, 0, 0]) for frame in film] == [0, 0, 2, 10]
    made.after_frame(is_covered=False)  # type: ignore[attr-defined]
    assert len(films) == 1, "handed over once"


def test_a_notice_is_no_part_of_it_and_it_ends_by_itself(off_screen: None) -> None:
    made, chrome, clock, films = recorder(off_screen)
    chrome.recording = True
    for clock.now in (0.0, 1.0):
        made.after_frame(is_covered=True)  # type: ignore[attr-defined]
    for clock.now in (2.0, 12.0, 32.0, 32.1):
        made.after_frame(is_covered=False)  # type: ignore[attr-defined]
    assert not chrome.recording
    assert [int(frame.pixels[0, 0, 0]) for frame in films[0]] == [10, 60, 160]


@pytest.mark.parametrize("presenting", [False, True])
def test_a_drag_becomes_a_gif(
    open_desktop: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, presenting: bool
) -> None:
    from viz.desktop.keyboard import record

    desktop = open_desktop("circle-circle")
    session, clock = desktop.session, Clock()
    session.presenting = presenting
    desktop.recorder.now = clock
    monkeypatch.setattr(desktop.filing, "_folder", lambda: tmp_path)
    record(session)
    session.notice = None
    for i in range(5):
        clock.now = 0.1 * i
        session.change(session.player.scene.with_field("b", session.player.scene.b.moved((0.1, 0.0))))  # type: ignore[attr-defined]
        session.commit()
        desktop.settle(1)
    record(session)
    desktop.settle(1)
    enter_path(desktop)
    with Image.open(tmp_path / "circle-circle.gif") as film:
        assert film.n_frames == 5
        wide = round(desktop.places.figure.width)
        assert film.size[0] == (1280 if presenting else wide)
    assert session.notice is not None
    assert "circle-circle.gif" in session.notice.text


def test_without_a_library_it_is_one_sentence(
    open_desktop: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    desktop = open_desktop("circle-circle")
    monkeypatch.setattr(desktop.filing, "_folder", lambda: tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    desktop.filing.ask_for_film([Frame(np.zeros((4, 4, 3), np.uint8), 100)])
    enter_path(desktop)
    assert desktop.session.chrome.asked is not None
    assert "Pillow" in desktop.session.chrome.asked.told


def test_a_picture_is_taken_between_two_frames(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    """pyglet turns pixels from one format into another with a regular expression: a second a window, twenty times a
    second while recording."""
    import pyglet

    image = pyglet.image.get_buffer_manager().get_color_buffer().get_image_data()
    expected = np.frombuffer(image.get_data("RGB", -3 * image.width), np.uint8)

    def slow(*_: object) -> None:
        raise AssertionError("pixels are converted by pyglet")

    monkeypatch.setattr(pyglet.image.ImageData, "_convert", slow)
    assert np.array_equal(desktop.pixels().ravel(), expected)


def test_a_film_of_the_figure_has_no_switch_that_is_off(open_desktop: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the window it has, and of a comparison that is on, which says what the dotted lines are."""
    from viz.desktop.filming import film_steps
    from viz.desktop.panels import canvas

    desktop, drawn, switch = open_desktop("axis-by-axis"), [], canvas.switch

    def counted(*words: Any, **more: Any) -> Any:
        drawn.append(words)
        return switch(*words, **more)

    monkeypatch.setattr(canvas, "switch", counted)
    session = desktop.session

    def is_drawn() -> bool:
        drawn.clear()
        desktop.settle(2)
        return bool(drawn)

    assert is_drawn()
    session.chrome.recording = True
    assert not is_drawn()
    session.chrome.recording = False
    for figure, compare in ((True, ""), (False, ""), (True, session.lesson.compare[0].name)):
        session.compare_with(compare)
        drawn.clear()
        list(film_steps(desktop, figure=figure))
        assert bool(drawn) is (not figure or bool(compare))
    assert is_drawn()
