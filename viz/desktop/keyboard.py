"""The keys: one table says what each does, and the on-screen help is read from it.

The keys belong to the figure. F6 hands the arrows, Tab, Space and Enter to a panel, where Dear ImGui moves a visible
cursor with them; Escape gives them back.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui

from viz.desktop.panels.canvas import TITLE_OF_WINDOW as CANVAS
from viz.desktop.panels.canvas import copy_situation
from viz.desktop.session import Session
from viz.session.grips import Grip, Part
from viz.session.reshape import with_vertex_removed

TURN_SPEED = math.radians(90.0)  # a second, while A or D is held
FINE = 0.15  # of the speed or length, with Shift
NUDGE = 8.0  # pixels, a press of Alt + arrow
LARGER = 1.1  # one press of Ctrl + plus

Key = imgui.Key


class Shortcut(NamedTuple):
    """A key that acts at each press; `repeats` while held."""

    key: imgui.Key
    act: Callable[[Session], None]
    repeats: bool = False


def _present(session: Session) -> None:
    session.presenting = not session.presenting


def _escape(session: Session) -> None:
    if session.show_keys:
        session.show_keys = False
    elif session.in_panels:
        to_figure(session)
    else:
        session.presenting = False


def _delete(session: Session) -> None:
    grip = session.focus
    if grip is not None and grip.part is Part.VERTEX:
        session.reshape(grip.field, lambda body: with_vertex_removed(body, grip.index), Grip(grip.field, Part.WHOLE))


def _keys(session: Session) -> None:
    session.show_keys = not session.show_keys


def _view(session: Session) -> None:
    session.open_view_menu = True


# In the figure.
_SHORTCUTS = (
    Shortcut(Key.left_arrow, lambda s: s.player.back(), repeats=True),
    Shortcut(Key.right_arrow, lambda s: s.player.forward(), repeats=True),
    Shortcut(Key.down_arrow, lambda s: s.player.into()),
    Shortcut(Key.up_arrow, lambda s: s.player.out()),
    Shortcut(Key.home, lambda s: s.player.first()),
    Shortcut(Key.end, lambda s: s.player.last()),
    Shortcut(Key.space, lambda s: s.player.play_or_pause()),
    Shortcut(Key.f, lambda s: s.fit()),
    Shortcut(Key.r, lambda s: s.reset()),
    Shortcut(Key.p, _present),
    Shortcut(Key.f11, _present),
    Shortcut(Key.v, _view),
    Shortcut(Key.delete, _delete),
    *(Shortcut(getattr(Key, f"_{i + 1}"), lambda s, i=i: s.preset(i)) for i in range(9)),  # type: ignore[misc]
)

# Anywhere.
_ALWAYS = (Shortcut(Key.f1, _keys), Shortcut(Key.escape, _escape))

# Anywhere, with Ctrl (Cmd on a Mac).
_WITH_CONTROL = (
    Shortcut(Key.z, lambda s: s.redo() if imgui.get_io().key_shift else s.undo(), repeats=True),
    Shortcut(Key.y, lambda s: s.redo(), repeats=True),
    Shortcut(Key.c, copy_situation),
    Shortcut(Key.equal, lambda s: setattr(s, "text_size", s.resize_text(LARGER)), repeats=True),
    Shortcut(Key.keypad_add, lambda s: setattr(s, "text_size", s.resize_text(LARGER)), repeats=True),
    Shortcut(Key.minus, lambda s: setattr(s, "text_size", s.resize_text(1.0 / LARGER)), repeats=True),
    Shortcut(Key.keypad_subtract, lambda s: setattr(s, "text_size", s.resize_text(1.0 / LARGER)), repeats=True),
    Shortcut(Key._0, lambda s: setattr(s, "text_size", 1.0)),
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
    ("Double click, Delete", "on an edge: add a corner; remove the selected corner"),
    ("← / →", "step back, step forward; Home / End: first, last"),
    ("↓ / ↑", "into the algorithm that a step ran, and out again"),
    ("Space", "play and pause"),
    ("1 … 9", "the lesson's scenes"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo; R resets the scene"),
    ("Tab, Alt + arrows", "choose the next handle, nudge it"),
    ("Wheel, right drag, F", "zoom at the pointer, pan, fit everything into view"),
    ("P or F11", "present: panels away, large captions; Esc ends it"),
    ("V, Ctrl + / −", "theme and other view settings; larger and smaller text"),
    ("F6, then arrows", "work the panels with the keyboard, one after the other; Esc: back to the figure"),
    ("Ctrl+1 … Ctrl+5", "Explain, Steps, Code, Values, Edit"),
    ("Ctrl+C", "copy the sentence that states the situation"),
    ("F1", "these keys"),
)


def handle_keys(session: Session, seconds: float, panels: tuple[str, ...], tabs: tuple[str, ...]) -> None:
    """Act on the keys of this frame; text fields that have the keyboard keep it.

    `panels`: names of the windows that F6 visits, `tabs` of those that Ctrl and a number open.
    """
    io = imgui.get_io()
    if session.in_panels:
        imgui.set_nav_cursor_visible(True)
    if imgui.is_key_pressed(Key.f6, repeat=False):
        _next_panel(session, panels, backwards=io.key_shift)
    if io.want_text_input:
        return
    _act(_ALWAYS, session)
    if io.key_ctrl or io.key_super:
        _act(_WITH_CONTROL, session)
        for i, name in enumerate(tabs):
            if imgui.is_key_pressed(getattr(Key, f"_{i + 1}"), repeat=False):
                imgui.set_window_focus(name)
        return
    if io.key_alt:
        _nudge(session)
        return
    _turn(session, seconds)
    if session.in_panels or imgui.is_popup_open("", imgui.PopupFlags_.any_popup):
        return
    if imgui.is_key_pressed(Key.tab, repeat=True):
        session.next_grip(backwards=io.key_shift)
    _act(_SHORTCUTS, session)


def to_figure(session: Session) -> None:
    """The keys belong to the figure again."""
    session.in_panels = False
    imgui.set_window_focus(CANVAS)
    imgui.set_nav_cursor_visible(False)


def _next_panel(session: Session, panels: tuple[str, ...], *, backwards: bool) -> None:
    ring = (CANVAS, *panels)
    here = session.panel if session.in_panels else 0
    session.panel = (here + (-1 if backwards else 1)) % len(ring)
    session.in_panels = session.panel != 0
    if session.in_panels:
        session.presenting = False
        imgui.set_window_focus(ring[session.panel])
        imgui.internal.nav_init_window(imgui.internal.find_window_by_name(ring[session.panel]), True)
    else:
        to_figure(session)


def _act(shortcuts: tuple[Shortcut, ...], session: Session) -> None:
    for shortcut in shortcuts:
        if imgui.is_key_pressed(shortcut.key, repeat=shortcut.repeats):
            shortcut.act(session)


def _nudge(session: Session) -> None:
    for key, (x, y) in _ARROWS.items():
        if imgui.is_key_pressed(key, repeat=True):
            step = NUDGE * session.pixel * (FINE if imgui.get_io().key_shift else 1.0)
            session.nudge(np.array((x, y)) * step)


def _turn(session: Session, seconds: float) -> None:
    """While A or D is held; the whole turn is one edit."""
    ways = float(imgui.is_key_down(Key.a)) - float(imgui.is_key_down(Key.d))
    body = session.selected_body()
    if ways and body is not None:
        if not session.turning:
            session.turning = True
            session.begin()
        session.turn(body, ways * TURN_SPEED * (FINE if imgui.get_io().key_shift else 1.0) * seconds)
    elif session.turning:
        session.turning = False
        if session.drag is None:
            session.commit()
