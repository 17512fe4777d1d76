"""The speaker's notes in a window of their own: a second process shows them, and sends back the keys that are pressed
there. It ends with the lecture, however that ends: its input is closed then."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

import pyglet

from viz.desktop.lecturing import Lecturing, Notes

OFTEN = 0.05  # s between two looks at what came back
_PROGRAM = "viz.desktop.notes_window"
_KEYS: dict[str, Callable[[Lecturing], None]] = {
    "page_down": lambda lecturing: lecturing.forward(),
    "page_up": lambda lecturing: lecturing.back(),
    "right": lambda lecturing: lecturing.session.player.forward(),
    "left": lambda lecturing: lecturing.session.player.back(),
    "space": lambda lecturing: lecturing.session.play_or_pause(),
}  # as in the window of the lecture


class NotesPipe:
    """Tells the notes to the other process; where that is not there, or no more, they go to the terminal."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """`wake`: something has happened that the window of the lecture does not know."""
        self.lecturing: Lecturing | None = None  # whose keys are pressed
        self._wake = wake
        self._begun = time.time()
        self._last: Notes | None = None
        self._theme = ""  # in which that was told
        self._answers: Queue[str | None] = Queue()  # lines; None at their end
        self.process: subprocess.Popen[str] | None = subprocess.Popen(
            [sys.executable, "-m", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        Thread(target=self._listen, args=(self.process,), name="notes", daemon=True).start()
        pyglet.clock.schedule_interval(self.look, OFTEN)

    def tell(self, notes: Notes) -> None:
        """Show the notes of a moment, in the theme of the lecture."""
        self._last, self._theme = notes, notes.theme
        told = {
            "theme": notes.theme,
            "place": notes.place,
            "title": notes.title,
            "note": notes.moment.note,
            "coming": notes.coming,
            "begun": self._begun,
        }
        if self.process is None or self.process.stdin is None:
            print(notes)
            return
        try:
            self.process.stdin.write(json.dumps(told) + "\n")
            self.process.stdin.flush()
        except OSError:
            self._lost()

    def look(self, _: float = 0.0) -> None:
        """Do what was asked for in the notes' window; tell it when the lecture's theme has changed."""
        if self.process is not None and self.lecturing is not None and self.lecturing.notes.theme != self._theme:
            self.tell(self.lecturing.notes)
        while True:
            try:
                line = self._answers.get_nowait()
            except Empty:
                return
            if line is None:
                self._lost()
                return
            if self.lecturing is not None:
                _KEYS[line](self.lecturing)
                self._wake()

    def close(self) -> None:
        """The lecture has ended."""
        pyglet.clock.unschedule(self.look)
        process, self.process = self.process, None
        if process is not None and process.stdin is not None:
            with suppress(OSError):  # it has gone before
                process.stdin.close()
            try:
                process.wait(timeout=2.0)
            except subprocess.TimeoutExpired:
                process.kill()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            self._answers.put(line.strip())
        self._answers.put(None)

    def _lost(self) -> None:
        """The window was closed, or could not be opened: the notes go on in the terminal."""
        if self.process is None:
            return
        self.close()
        print("The window with the notes is closed: they go on here.")
        if self._last is not None:
            print(self._last)
