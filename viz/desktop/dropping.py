"""Files dropped on the window under X11, where pyglet 2.1 raises for a program that offers a file in three forms at
most, and for one that lets go of what is no file."""

from __future__ import annotations

from functools import partial
from typing import Any


def take_drops(window: Any) -> None:
    """Mend a window of pyglet; nothing on other platforms."""
    if hasattr(window, "_event_drag_enter"):
        window._event_drag_enter = partial(_enter, window, window._event_drag_enter)
        window._event_drag_drop = partial(_drop, window, window._event_drag_drop)


def _enter(window: Any, enter: Any, event: Any) -> None:
    """What is offered: in more than three forms, they are told in a list, which pyglet reads."""
    told = event.xclient.data.l
    if told[1] & 1:
        enter(event)
        return
    window._xdnd_source, window._xdnd_version = told[0], told[1] >> 24
    files = window._xdnd_atoms["text/uri-list"]
    window._xdnd_format = files if files in told[2:5] else None


def _drop(window: Any, drop: Any, event: Any) -> None:
    if window._xdnd_format:
        drop(event)
