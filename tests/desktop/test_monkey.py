"""A monkey at the mouse and the keys: random events over all lessons, and nothing breaks, grows or shows a NaN.

A sample; the campaign (tests/campaigns/test_monkey.py) has 200,000 events. A failure names the seed, which brings it
back.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.test_memory import resident_bytes
from viz.lesson.canvas import Canvas, Label
from viz.lesson.text import plain

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

EVENTS, WARM_UP, SEED = 4_000, 1_000, 20261121
MOST_GROWTH = 20.0  # MiB
TURN = 500  # events, after which the next lesson has its turn

KEYS = """
    a d f r p v left_arrow right_arrow up_arrow down_arrow home end space tab enter escape delete backspace
    f1 f6 f11 _1 _2 _3 _4 _5 _6 _7 _8 _9 _0 z y equal minus mod_ctrl mod_shift mod_alt
"""


class Monkey:
    """One random event after the other, given to the window as pyglet would."""

    def __init__(self, desktop: Desktop, seed: int) -> None:
        from imgui_bundle import imgui

        self.desktop, self.random = desktop, Random(seed)
        self.io = imgui.get_io()
        self.keys = [getattr(imgui.Key, name) for name in KEYS.split()]
        self.at = (600.0, 300.0)
        self._marks = 0

    def act(self) -> None:
        random, io = self.random, self.io
        match random.choices(range(7), (40, 12, 12, 6, 14, 14, 2))[0]:
            case 0:
                near = random.random() < 0.6
                width, height = self.desktop.window.get_size()
                x, y = self.at
                self.at = (
                    (x + random.gauss(0.0, 40.0), y + random.gauss(0.0, 40.0))
                    if near
                    else (random.uniform(-20.0, width + 20.0), random.uniform(-20.0, height + 20.0))
                )
                io.add_mouse_pos_event(*self.at)
            case 1:
                io.add_mouse_button_event(random.choice((0, 0, 0, 1, 2)), True)
            case 2:
                for button in range(3):
                    io.add_mouse_button_event(button, False)
            case 3:
                io.add_mouse_wheel_event(0.0, random.choice((-3.0, -1.0, 1.0, 3.0)))
            case 4:
                io.add_key_event(random.choice(self.keys), True)
            case 5:
                for key in self.keys:
                    io.add_key_event(key, False)
            case _:
                io.add_input_characters_utf8(random.choice(("7", "-1", "1e9", "nan", "inf", ".", "x")))

    def let_go(self) -> None:
        """Let everything go, and wait until the window has taken all events: it takes few of them a frame."""
        for key in self.keys:
            self.io.add_key_event(key, False)
        for button in range(3):
            self.io.add_mouse_button_event(button, False)
        self._marks += 1
        last = -1.0, -float(self._marks % 1000 + 1)  # beside the window
        self.io.add_mouse_pos_event(*last)
        for _ in range(10_000):
            self.desktop.settle(1)
            if (self.io.mouse_pos.x, self.io.mouse_pos.y) == last:
                return
        raise AssertionError("the window takes no more events")


def check_words(desktop: Desktop) -> None:
    """Everything that is written, and drawn, is finite."""
    session = desktop.session
    moment = session.moment()
    recording = Canvas(session.pixel)
    for pane in session.lesson.panes:
        pane.draw(recording, moment)
    said = [mark.text for mark in recording.marks if isinstance(mark, Label)]
    said += [session.page.sentence, session.situation]
    table = session.told.table
    said += [] if table is None else [cell for _, row in table.rows for cell in row.cells]
    for text in said:
        words = plain(text).lower().replace("(", " ").replace(",", " ").split()
        assert "nan" not in words
        assert "inf" not in words
    for state in session.panes.values():
        assert 0.0 < state.view.scale < 1e12


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
def test_a_monkey_breaks_nothing(open_desktop: Callable[..., Desktop]) -> None:
    assert let_loose(open_desktop("axis-by-axis", (1100, 700)), EVENTS, WARM_UP, SEED) < MOST_GROWTH


def without_pixels() -> None:
    """The open window draws as ever, but fills no pixel: half of a frame's time without a graphics card."""
    from pyglet import gl

    gl.glEnable(gl.GL_RASTERIZER_DISCARD)


def let_loose(desktop: Desktop, events: int, warm_up: int, seed: int) -> float:
    """Give it random events, one lesson after the other. Returns by how many MiB the process has grown since it was
    warm; a failure is told with the event at which it came."""
    desktop.session.reduced_motion = False
    without_pixels()
    monkey = Monkey(desktop, seed)
    lessons: list[Any] = [entry.lesson for chapter in desktop.session.curriculum for entry in chapter.lessons]
    warm = 0
    for event in range(events):
        if event % TURN == 0:
            monkey.let_go()
            desktop.settle(1)
            desktop.session.open(lessons[event // TURN % len(lessons)])
        try:
            monkey.act()
            if event % 2:
                desktop.settle(1)
            if event % 20 == 0:
                check_words(desktop)
        except Exception as failure:
            failure.add_note(f"event {event} of seed {seed}, lesson {desktop.session.lesson.id}")
            raise
        if event == warm_up:
            warm = _resident(desktop, monkey)
        elif event % 10_000 == 0:
            print(f"{event} events, {resident_bytes() / 2**20:.0f} MiB", flush=True)
    grown = (_resident(desktop, monkey) - warm) / 2**20
    print(f"{events} events of seed {seed}, {grown:+.1f} MiB after {warm_up}", flush=True)
    return grown


def _resident(desktop: Desktop, monkey: Monkey) -> int:
    monkey.let_go()
    desktop.settle(2)
    gc.collect()
    return resident_bytes()
