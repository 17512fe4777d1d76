"""The loop that draws on demand: it wakes for events, while something moves, and when something falls due; at rest it
sleeps and nothing is drawn."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import pyglet
from imgui_bundle import imgui
from pyglet.app.base import EventLoop
from pyglet.window import BaseWindow

FRAME = 1.0 / 60.0 - 0.002  # seconds between frames at least; where the platform has vsync, that does the rest
SETTLING = 3  # frames after an event: hovering, layout and what ImGui hands from one frame to the next
ECHOES = (0.25, 0.5)  # seconds after an event: tooltips wait for a pointer that rests
BLINK = 0.4  # seconds between frames while something is typed: the text cursor blinks
_EVENTS = """
    on_activate on_deactivate on_context_lost on_expose on_file_drop on_key_press on_key_release on_mouse_drag
    on_mouse_enter on_mouse_leave on_mouse_motion on_mouse_press on_mouse_release on_mouse_scroll on_resize on_scale
    on_show on_text on_text_motion
"""


class Loop(EventLoop):
    """pyglet's event loop for one window, without its fixed rate. `wants_frame`: seconds from a frame until the next
    one is wanted by what moves, infinity at rest."""

    def __init__(self, window: BaseWindow, wants_frame: Callable[[], float]) -> None:
        super().__init__()
        self.window = window
        self.drawn = 0  # frames
        self._wants_frame = wants_frame
        self._left = SETTLING  # frames still to be drawn, whatever moves
        self._echoes: list[float] = []
        self._last = -math.inf  # when the last frame began
        self._due = math.inf  # when the next one is wanted by what moves
        self._is_hidden = False
        known = set(window.event_types)
        self._handlers: dict[str, Callable[..., None]] = {
            name: self._woken for name in _EVENTS.split() if name in known
        }
        self._handlers |= {"on_hide": self._hidden, "on_show": self._shown}
        window.push_handlers(**self._handlers)  # last, and so before any that says that it has dealt with an event

    def run(self, interval: float | None = None) -> None:
        """Show the window until it is closed."""
        before, pyglet.app.event_loop = pyglet.app.event_loop, self
        try:
            super().run(interval)
        finally:
            pyglet.app.event_loop = before

    def wake(self) -> None:
        """Something has happened that no event of the window tells: draw."""
        self._left = SETTLING

    def idle(self) -> float | None:
        """Draw if it is time to; returns for how long nothing is to be done unless something happens."""
        passed = self.clock.update_time()
        self.clock.call_scheduled_functions(passed)
        if self.has_exit or self.window.context is None:
            return 0.0
        if self._wait() <= 0.0:
            self._draw(passed)
        waits = [self._wait(), self.clock.get_sleep_time(True)]
        wait = min((each for each in waits if each is not None), default=math.inf)
        return None if math.isinf(wait) else max(wait, 0.0)

    def _wait(self) -> float:
        """Seconds until the next frame, never sooner than a screen shows it."""
        now = time.perf_counter()
        if self._is_hidden:
            return math.inf
        wanted = 0.0 if self._left > 0 else min((self._due, *self._echoes[:1])) - now
        return max(wanted, self._last + FRAME - now)

    def _draw(self, passed: float) -> None:
        self._last = time.perf_counter()
        self._left = max(self._left - 1, 0)
        while self._echoes and self._echoes[0] <= self._last:
            del self._echoes[0]
        self.drawn += 1
        self.window.draw(passed)
        if (
            imgui.get_current_context().input_events_queue
        ):  # ImGui deals with a press and its release one after the other
            self._left = max(self._left, SETTLING)
        wanted = self._wants_frame()
        self._due = self._last + (min(wanted, BLINK) if imgui.get_io().want_text_input else wanted)

    def _woken(self, *_: Any) -> None:
        now = time.perf_counter()
        self._left = SETTLING
        self._echoes = [now + echo for echo in ECHOES]

    def _hidden(self) -> None:
        self._is_hidden = True

    def _shown(self) -> None:
        self._is_hidden = False
        self._woken()
