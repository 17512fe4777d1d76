"""The keys: one table says what each does, and the on-screen help is read from it.

The keys belong to the figure. F6 hands the arrows, Tab, Space and Enter to a panel, where Dear ImGui moves a visible
cursor with them; Escape gives them back.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from viz.desktop.session import LEAP, Session
from viz.lesson.grip import Grip, Part
from viz.lesson.text import plain
from viz.session.reshape import without_vertex

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


def copy_situation(session: Session) -> None:
    """Put the sentence that states the situation on the clipboard."""
    imgui.set_clipboard_text(plain(session.situation))
    session.say("Copied.", 1.2)


def record(session: Session) -> None:
    """Begin to take a film of the figure, or end it."""
    session.chrome.recording = not session.chrome.recording
    if session.chrome.recording:
        session.say("Recording begins when this is gone. Ctrl+Shift+E ends it.", 2.0)


def _wish(session: Session, wish: str) -> None:
    session.chrome.wish = wish


def _present(session: Session) -> None:
    session.presenting = not session.presenting


def _present_views(session: Session, views: str) -> None:
    if session.presenting:
        session.chrome.views = views


def _delete(session: Session) -> None:
    grip = session.focus
    if grip is not None and grip.part is Part.VERTEX:
        session.reshape(grip.field, lambda value: without_vertex(value, grip.index), Grip(grip.field, Part.WHOLE))


def _check_again(session: Session) -> None:
    watched = session.study.watched
    if watched is not None and watched.is_shown:
        watched.again()


def _next_failure(session: Session) -> None:
    watched = session.study.watched
    if watched is not None and watched.is_shown and watched.fails:
        watched.next_failure()


def _keys(session: Session) -> None:
    session.chrome.keys = not session.chrome.keys


def _page(session: Session, way: int) -> None:
    """Along the lecture that is given, else along the steps."""
    if session.lecture is not None:
        session.lecture.forward() if way > 0 else session.lecture.back()
    else:
        session.player.forward() if way > 0 else session.player.back()


def _spotlight(session: Session) -> None:
    session.pointing.spotlight = not session.pointing.spotlight


def _pen(session: Session) -> None:
    session.pointing.pen = not session.pointing.pen


def _view(session: Session) -> None:
    session.chrome.view_menu = True


def _escape(session: Session, figure: str) -> None:
    """Out of whatever is in front."""
    if session.chrome.close_one():
        return
    if session.pointing.is_on:
        session.pointing.stop()
        return
    if session.offered is not None:
        session.take_offer(None)
        return
    if session.sketch is not None:
        session.sketch = session.notice = None
        return
    if session.in_panels:
        to_figure(session, figure)
    elif len(session.player.levels) > 1:
        session.player.out()
    else:
        session.presenting = False


# In the figure.
_SHORTCUTS = (
    Shortcut(Key.left_arrow, lambda s: s.player.back(), repeats=True),
    Shortcut(Key.right_arrow, lambda s: s.player.forward(), repeats=True),
    Shortcut(Key.page_up, lambda s: _page(s, -1), repeats=True),
    Shortcut(Key.page_down, lambda s: _page(s, 1), repeats=True),
    Shortcut(Key.down_arrow, lambda s: s.player.into()),
    Shortcut(Key.up_arrow, lambda s: s.player.out()),
    Shortcut(Key.home, lambda s: s.player.first()),
    Shortcut(Key.end, lambda s: s.player.last()),
    Shortcut(Key.space, lambda s: s.play_or_pause()),
    Shortcut(Key.enter, lambda s: s.check()),
    Shortcut(Key.keypad_enter, lambda s: s.check()),
    Shortcut(Key.f, lambda s: s.fit()),
    Shortcut(Key.r, lambda s: s.reset()),
    Shortcut(Key.p, _present),
    Shortcut(Key.o, _spotlight),
    Shortcut(Key.w, _pen),
    Shortcut(Key.v, _view),
    Shortcut(Key.delete, _delete),
    Shortcut(Key.backspace, _delete),
    *(Shortcut(getattr(Key, f"_{i + 1}"), lambda s, i=i: s.preset(i)) for i in range(9)),  # type: ignore[misc]
    *(Shortcut(getattr(Key, f"keypad{i + 1}"), lambda s, i=i: s.preset(i)) for i in range(9)),  # type: ignore[misc]
)

# Anywhere.
_ALWAYS = (
    Shortcut(Key.f1, _keys),
    Shortcut(Key.f2, lambda s: _present_views(s, "first")),
    Shortcut(Key.f3, lambda s: _present_views(s, "second")),
    Shortcut(Key.f4, lambda s: _present_views(s, "both")),
    Shortcut(Key.f5, _check_again),
    Shortcut(Key.f8, _next_failure),
    Shortcut(Key.f11, _present),
)


def _set_text_size(session: Session, size: float) -> None:
    session.text_size = session.wanted_text_size = size


# Anywhere, with Ctrl (Cmd on a Mac).
_WITH_CONTROL = (
    Shortcut(Key.z, lambda s: s.redo() if imgui.get_io().key_shift else s.undo(), repeats=True),
    Shortcut(Key.y, lambda s: s.redo(), repeats=True),
    Shortcut(Key.k, lambda s: s.chrome.find()),
    Shortcut(Key.c, lambda s: _wish(s, "copy") if imgui.get_io().key_shift else copy_situation(s)),
    Shortcut(Key.v, lambda s: _wish(s, "paste")),
    Shortcut(Key.s, lambda s: _wish(s, "again" if s.chrome.own_file and not imgui.get_io().key_shift else "save")),
    Shortcut(Key.o, lambda s: _wish(s, "open")),
    Shortcut(Key.e, lambda s: record(s) if imgui.get_io().key_shift else _wish(s, "picture")),
    Shortcut(Key.equal, lambda s: _set_text_size(s, s.resize_text(LARGER)), repeats=True),
    Shortcut(Key.keypad_add, lambda s: _set_text_size(s, s.resize_text(LARGER)), repeats=True),
    Shortcut(Key.minus, lambda s: _set_text_size(s, s.resize_text(1.0 / LARGER)), repeats=True),
    Shortcut(Key.keypad_subtract, lambda s: _set_text_size(s, s.resize_text(1.0 / LARGER)), repeats=True),
    Shortcut(Key._0, lambda s: _set_text_size(s, 1.0)),
    Shortcut(Key.keypad0, lambda s: _set_text_size(s, 1.0)),
)

_ARROWS = {
    Key.left_arrow: (-1.0, 0.0),
    Key.right_arrow: (1.0, 0.0),
    Key.up_arrow: (0.0, -1.0),
    Key.down_arrow: (0.0, 1.0),
}

# What F1 shows, and the README: (keys, what they do).
HELP = (
    ("Drag", "move a shape, a vertex, a point, an arrow's tip or the handle that turns"),
    ("A / D", "hold: turn the selected shape, arrow, line or axis, else the hovered one, left or right"),
    ("Shift", "with a drag: snap to the grid or to 15°; with A, D or Alt + arrows: finer"),
    ("Double click, Delete", "on an edge: add a vertex; remove the selected vertex (Backspace too)"),
    ("← / →", "step back, step forward; Home / End: first, last"),
    ("Page Up / Page Down", "likewise; while a lecture is given: its moment before, its next moment"),
    ("↓ / ↑", "into the algorithm that a step ran, and out again"),
    ("Space", "play and pause: time where things move, else the steps"),
    ("1 … 9", "the lesson's scenes; R resets the present one"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo"),
    ("Tab, Alt + arrows", "select the next handle, nudge it; Enter checks an answer"),
    ("Wheel, right drag, F", "zoom at the pointer, pan, fit everything into view"),
    ("P or F11", "present; F2, F3, F4: first view, second view, both; Esc ends it"),
    ("W, O", "a pen that draws over the figure and vanishes, a spotlight at the pointer; Esc ends them"),
    ("Ctrl+K", "search lessons and terms"),
    ("V, Ctrl + / −, Ctrl+0", "theme and other view settings; larger, smaller, usual text"),
    ("F6, then arrows", "work the panels with the keyboard, one after the other; Esc: back to the figure"),
    ("F5, F8", "while a file of yours is open: check it again, its next failing scene"),
    ("Ctrl+1 … Ctrl+5", "Explain, Steps, Code, Values, Edit"),
    ("Ctrl+S, Ctrl+O", "save the scene to a file, again in its own; open one; or drop a file on the window"),
    ("Ctrl+Shift+S", "save the scene to another file"),
    ("Ctrl+E", "save the figure as a picture (SVG, PDF, PNG), or the table (CSV)"),
    ("Ctrl+Shift+E", "record what you do in the figure; again: save it (GIF, APNG, WebP, MP4)"),
    ("Ctrl+Shift+C, Ctrl+V", "copy the scene as a short code; paste a code, or an outline's points, into the scene"),
    ("Ctrl+C", "copy the sentence that states the situation"),
    ("Esc", "out of the drawer, a field, a panel, a nested trace, presenting"),
    ("F1", "these keys"),
)


def handle_keys(
    session: Session, seconds: float, figure: str, panels: tuple[str, ...], tabs: tuple[str, ...]
) -> None:
    """Act on the keys of this frame; text fields that have the keyboard keep it.

    `figure`: name of the window that holds the panes; `panels`: of those that F6 visits; `tabs`: of the panel's,
    which Ctrl and a number open.
    """
    io = imgui.get_io()
    _give_keys(session)
    if session.in_panels:
        imgui.set_nav_cursor_visible(True)
    if imgui.is_key_pressed(Key.f6, repeat=False):
        _next_panel(session, figure, panels, backwards=io.key_shift)
    _act(_ALWAYS, session)
    if io.want_text_input:
        return
    if imgui.is_key_pressed(Key.escape, repeat=False):
        _escape(session, figure)
    if io.key_ctrl or io.key_super:
        _act(_WITH_CONTROL, session)
        for i, name in enumerate(tabs):
            if imgui.is_key_pressed(getattr(Key, f"_{i + 1}"), repeat=False):
                session.chrome.tab = name
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


def to_figure(session: Session, figure: str) -> None:
    """The keys belong to the figure again."""
    session.in_panels = False
    imgui.set_window_focus(figure)
    imgui.set_nav_cursor_visible(False)


def _give_keys(session: Session) -> None:
    """ImGui's own cursor moves only while a panel or a menu has the keys; else no panel may answer to them too."""
    io, nav = imgui.get_io(), imgui.ConfigFlags_.nav_enable_keyboard
    if session.in_panels or session.chrome.drawer or imgui.is_popup_open("", imgui.PopupFlags_.any_popup):
        io.config_flags |= nav
        return
    io.config_flags &= ~nav
    if not io.want_text_input:  # Tab goes from field to field even then, unless somebody owns it
        imgui.internal.set_key_owner(Key.tab, imgui.internal.im_hash_str("figure"))


def _next_panel(session: Session, figure: str, panels: tuple[str, ...], *, backwards: bool) -> None:
    ring = (figure, *panels)
    here = session.panel if session.in_panels else 0
    session.panel = (here + (-1 if backwards else 1)) % len(ring)
    session.in_panels = session.panel != 0
    if session.in_panels:
        session.presenting = False
        imgui.get_io().config_flags |= imgui.ConfigFlags_.nav_enable_keyboard
        imgui.set_window_focus(ring[session.panel])
        imgui.internal.nav_init_window(imgui.internal.find_window_by_name(ring[session.panel]), True)
    else:
        to_figure(session, figure)


def _act(shortcuts: tuple[Shortcut, ...], session: Session) -> None:
    for shortcut in shortcuts:
        if imgui.is_key_pressed(shortcut.key, repeat=shortcut.repeats):
            shortcut.act(session)


def _nudge(session: Session) -> None:
    view = session.selected_view
    for key, (x, y) in _ARROWS.items():
        if imgui.is_key_pressed(key, repeat=True):
            length = NUDGE * (FINE if imgui.get_io().key_shift else 1.0)
            session.nudge(view.to_world((x * length, y * length)) - view.to_world((0.0, 0.0)))


def _turn(session: Session, seconds: float) -> None:
    """While A or D is held; the whole turn is one edit."""
    ways = float(imgui.is_key_down(Key.a)) - float(imgui.is_key_down(Key.d))
    grip = session.turnable()
    if ways and grip is not None:
        if not session.turning:  # the time before this frame was none of turning
            session.turning = True
            session.begin()
            return
        speed = ways * TURN_SPEED * (FINE if imgui.get_io().key_shift else 1.0)
        session.turn(grip, speed * min(seconds, LEAP))
    elif session.turning:
        session.turning = False
        if session.drag is None:
            session.commit()
