"""The keys: one table says what each does, and the on-screen help is read from it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui

from viz.desktop.session import Session

TURN_SPEED = math.radians(90.0)  # a second, while A or D is held
FINE = 0.15  # of the speed or length, with Shift
NUDGE = 8.0  # pixels, a press of Alt + arrow

Key = imgui.Key


class Shortcut(NamedTuple):
    """A key that acts at each press; `repeats` while held."""

    key: imgui.Key
    act: Callable[[Session], None]
    repeats: bool = False


_SHORTCUTS = (
    Shortcut(Key.left_arrow, lambda s: s.player.back(), repeats=True),
    Shortcut(Key.right_arrow, lambda s: s.player.forward(), repeats=True),
    Shortcut(Key.home, lambda s: s.player.first()),
    Shortcut(Key.end, lambda s: s.player.last()),
    Shortcut(Key.space, lambda s: s.player.play_or_pause()),
    Shortcut(Key.f, lambda s: s.fit()),
    Shortcut(Key.r, lambda s: s.reset()),
    Shortcut(Key.f1, lambda s: setattr(s, "show_keys", not s.show_keys)),
    Shortcut(Key.escape, lambda s: setattr(s, "show_keys", False)),
    *(Shortcut(getattr(Key, f"_{i + 1}"), lambda s, i=i: s.preset(i)) for i in range(9)),  # type: ignore[misc]
)

_ARROWS = {
    Key.left_arrow: (-1.0, 0.0),
    Key.right_arrow: (1.0, 0.0),
    Key.up_arrow: (0.0, 1.0),
    Key.down_arrow: (0.0, -1.0),
}

# What F1 shows, and the README: (keys, what they do).
HELP = (
    ("Drag", "move a shape, a corner, a point, an arrow tip or the ring that turns"),
    ("A / D", "hold: turn the selected shape, else the one under the pointer, left or right"),
    ("Shift", "with a drag: snap to the grid or to 15°; with A, D or Alt + arrows: finer"),
    ("← / →", "step back, step forward"),
    ("Home / End", "first step, last step"),
    ("Space", "play and pause"),
    ("1 … 9", "the lesson's scenes"),
    ("Tab, Alt + arrows", "choose the next handle, nudge it"),
    ("Wheel, right drag", "zoom at the pointer, pan"),
    ("F", "fit everything into view"),
    ("R", "reset the scene"),
    ("F1", "these keys"),
)


def handle_keys(session: Session, seconds: float) -> None:
    """Act on the keys of this frame; text fields that have the keyboard keep it."""
    io = imgui.get_io()
    if io.want_text_input or io.key_ctrl or io.key_super:
        return
    if imgui.is_key_pressed(Key.tab, repeat=True):
        session.next_grip(backwards=io.key_shift)
    if io.key_alt:
        for key, (x, y) in _ARROWS.items():
            if imgui.is_key_pressed(key, repeat=True):
                step = NUDGE * session.view.pixel * (FINE if io.key_shift else 1.0)
                session.nudge(np.array((x, y)) * step)
        return
    _turn(session, seconds)
    for shortcut in _SHORTCUTS:
        if imgui.is_key_pressed(shortcut.key, repeat=shortcut.repeats):
            shortcut.act(session)


def _turn(session: Session, seconds: float) -> None:
    ways = float(imgui.is_key_down(Key.a)) - float(imgui.is_key_down(Key.d))
    body = session.selected_body()
    if ways and body is not None:
        fine = FINE if imgui.get_io().key_shift else 1.0
        session.turn(body, ways * TURN_SPEED * fine * seconds)
