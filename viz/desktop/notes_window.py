"""The window of the speaker's notes, run as a program: each line of its input tells a moment as JSON, each line of
its output a key that is pressed there. It ends at the end of its input, or when it is closed."""

from __future__ import annotations

import importlib.util
import json
import re
import signal
import sys
import time
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pyglet

import viz
from viz.picture.theme import DARK, THEMES

CAPTION = "Notes"
SIZE = (760, 520)
OFTEN = 0.05  # s between two looks at input and keys
_EDGE, _HEAD, _FOOT = 28, 108, 64  # pixels
_LARGEST, _SMALLEST = 24, 13  # of the note's letters: what is long is set smaller, then scrolled
_ROBOTO = re.compile(r"[\n -~\u00a0-\u017f\u2013-\u2026]*")  # what that font has for sure
_KEYS = {"PAGEDOWN": "page_down", "PAGEUP": "page_up", "RIGHT": "right", "LEFT": "left", "SPACE": "space"}


def elapsed(seconds: float) -> str:
    """Minutes and seconds since the lecture has begun, with hours from the first on."""
    whole = max(int(seconds), 0)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class NotesView:
    """Draws what was told last in a pyglet window."""

    def __init__(self, window: Any) -> None:
        self.window = window
        self.told: dict[str, Any] = {"place": "", "title": "", "note": "", "coming": "", "begun": time.time()}
        self.theme = DARK
        self._texts: list[Any] = []
        self._clock: Any = None
        self.note: Any = None
        self.is_old = True  # what the window shows
        self.lay_out()

    def tell(self, told: dict[str, Any]) -> None:
        self.told, self.theme = told, THEMES.get(told.get("theme", ""), self.theme)
        self.window.set_caption(f"{CAPTION} {told['place']}  {told['title']}")
        self.lay_out()

    def lay_out(self) -> None:
        """Set all words anew, for the window's size."""
        self.is_old = True
        theme, (wide, high) = self.theme, self.window.get_size()
        room, base = max(wide - 2 * _EDGE, 50), high - 44
        self._texts = [
            self._label(self.told["place"], 17, theme.quiet, _EDGE, base, room),
            self._label(self.told["title"], 19, theme.text, _EDGE, high - 84, room, bold=True),
        ]
        coming = f"Next: {self.told['coming']}" if self.told["coming"] else "This is the last moment."
        self._texts.append(self._label(coming, 16, theme.accent, _EDGE, 26, room))
        self._clock = self._label("", 26, theme.text, wide - _EDGE, base, room, bold=True, anchor_x="right")
        tall = max(high - _HEAD - _FOOT, 20)
        note = "\n\n".join(" ".join(part.split()) for part in self.told["note"].split("\n\n"))
        for size in range(_LARGEST, _SMALLEST - 1, -1):
            document = pyglet.text.document.UnformattedDocument(note)
            document.set_style(0, 0, {"font_name": _family(note), "font_size": size, "color": _rgba(theme.body)})
            document.set_paragraph_style(0, 0, {"line_spacing": round(1.9 * size)})
            self.note = pyglet.text.layout.ScrollableTextLayout(
                document, x=_EDGE, y=_FOOT, width=room, height=tall, multiline=True
            )
            if self.note.content_height <= tall:
                return

    def scroll(self, lines: float) -> None:
        """Move a note that is longer than the window; positive goes back."""
        self.is_old = True
        self.note.view_y = min(self.note.view_y + 24.0 * lines, 0.0)

    def draw(self) -> bool:
        """Nothing where nothing has changed; whether there was."""
        now = elapsed(time.time() - self.told["begun"])
        if not self.is_old and self._clock.text == now:
            return False
        self.is_old, self._clock.text = False, now
        pyglet.gl.glClearColor(*(each / 255.0 for each in _rgba(self.theme.canvas)))
        self.window.clear()
        for each in (*self._texts, self._clock, self.note):
            each.draw()
        return True

    def _label(self, text: str, size: int, color: str, x: float, y: float, room: int, **more: Any) -> Any:
        """One line; what is too long for the room is set smaller."""
        bold = more.pop("bold", False)
        label = pyglet.text.Label(
            text,
            font_name=_family(text),
            font_size=size,
            color=_rgba(color),
            x=x,
            y=y,
            weight="bold" if bold else "normal",
            **more,
        )
        if label.content_width > room:
            label.font_size = max(size * room / label.content_width, 6.0)
        return label


def _family(text: str) -> str:
    """Of a font that has all letters: DejaVu Sans has the symbols too."""
    return "Roboto" if _ROBOTO.fullmatch(text) else "DejaVu Sans"


def _rgba(color: str) -> tuple[int, int, int, int]:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue, 255


def load_fonts() -> None:
    """Roboto as it comes with imgui-bundle, which itself is not loaded, and DejaVu Sans."""
    found = importlib.util.find_spec("imgui_bundle")
    folders = [] if found is None else found.submodule_search_locations or []
    roboto = [Path(folder) / "assets" / "fonts" / "Roboto" for folder in folders]
    names = ("Roboto-Regular.ttf", "Roboto-Bold.ttf")
    paths = [folder / name for folder in roboto for name in names]
    for path in (Path(viz.__file__).parent / "assets" / "DejaVuSans.ttf", *paths):
        with path.open("rb") as file:
            pyglet.font.add_file(file)


def _window() -> Any:
    """On another screen than the lecture, where there is one."""
    screens = pyglet.display.get_display().get_screens()
    window = pyglet.window.Window(*SIZE, CAPTION, resizable=True, screen=screens[-1])
    if len(screens) > 1:
        window.set_location(screens[-1].x + 60, screens[-1].y + 60)
    return window


def main() -> None:
    if hasattr(signal, "SIGINT"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the lecture hears it, and closes the input
    lines: Queue[str | None] = Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    Thread(target=read, daemon=True).start()
    pyglet.options.dpi_scaling = "stretch"
    load_fonts()
    window = _window()
    view = NotesView(window)
    keys = {getattr(pyglet.window.key, name): told for name, told in _KEYS.items()}

    def on_key_press(symbol: int, _modifiers: int) -> bool:
        if symbol in keys:
            print(keys[symbol], flush=True)
        return True  # Escape does not close it

    def on_resize(*_: int) -> None:
        view.lay_out()

    def on_expose() -> None:
        view.is_old = True

    def on_mouse_scroll(_x: float, _y: float, _right: float, up: float) -> None:
        view.scroll(up)

    window.push_handlers(
        on_key_press=on_key_press, on_resize=on_resize, on_expose=on_expose, on_mouse_scroll=on_mouse_scroll
    )
    while not window.has_exit:
        try:
            while (line := lines.get_nowait()) is not None:
                view.tell(json.loads(line))
            break
        except Empty:
            pass
        pyglet.clock.tick()
        window.switch_to()
        window.dispatch_events()
        if view.draw():
            window.flip()
        time.sleep(OFTEN)
    window.close()


if __name__ == "__main__":
    main()
