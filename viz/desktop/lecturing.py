"""A lecture that is given: its moments one after the other, with the speaker's notes in the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from viz.desktop.session import Session
from viz.files.lecture_file import Lecture

_WIDE = 78  # letters of a line of a note


class Lecturing:
    """Where the lecture stands. A moment is shown as its file has it, whatever was dragged in it before."""

    def __init__(self, session: Session, lecture: Lecture, tell: Callable[[str], None] = print) -> None:
        """`tell`: where the notes go."""
        self.session, self.lecture, self._tell = session, lecture, tell
        self.index = 0
        session.lecture = self
        self.go(0)

    def go(self, index: int) -> None:
        """To a moment, from 0; not beyond the first and the last."""
        self.index = min(max(index, 0), self.count - 1)
        self.show()

    @property
    def count(self) -> int:
        """Of its moments."""
        return len(self.lecture.moments)

    def show(self) -> None:
        """The moment where the lecture stands, as its file has it."""
        moment, session = self.lecture.moments[self.index], self.session
        session.take_up(moment.shown)
        session.asks, session.locked = moment.asks, moment.locked
        session.presenting, session.chrome.views = moment.presents, moment.views
        self._tell(self.notes)

    def forward(self) -> None:
        if self.index + 1 < self.count:
            self.go(self.index + 1)
        else:
            self.at_end()

    def at_end(self) -> None:
        """What there is beyond the last moment."""
        self.session.say("This was the last moment of the lecture. Page Up: back.")

    def back(self) -> None:
        if self.index > 0:
            self.go(self.index - 1)

    @property
    def place(self) -> str:
        """For the band below the figure."""
        return f"{self.index + 1} / {self.count}"

    @property
    def notes(self) -> str:
        """What the terminal shows of this moment: its number, what it shows, its note, and what comes next."""
        moments, moment = self.lecture.moments, self.lecture.moments[self.index]
        head = f"{self.place}  {moment.shown.lesson}: {moment.shown.scene}, step {moment.shown.step}"
        lines = [line for part in moment.note.split("\n\n") for line in [*textwrap.wrap(part, _WIDE), ""]][:-1]
        after = moments[self.index + 1 : self.index + 2]
        coming = [f"    next: {each.shown.lesson}: {each.shown.scene}" for each in after]
        return "\n".join(["", head, *(f"    {line}" for line in lines), *coming])
