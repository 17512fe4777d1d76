"""A lecture that is given: its moments one after the other, with the speaker's notes in the terminal, or in a window
of their own."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from viz.desktop.session import Session
from viz.desktop.study import entry_of
from viz.files.lecture_file import Lecture, LectureMoment

_WIDE = 78  # letters of a line of a note


@dataclass(frozen=True)
class Notes:
    """What the speaker reads of a moment; as a text what the terminal shows."""

    place: str  # "2 / 7"
    moment: LectureMoment
    title: str  # what is shown
    after: LectureMoment | None = None  # the next moment
    coming: str = ""  # what that shows
    theme: str = ""  # its name: that of the lecture

    def __str__(self) -> str:
        shown, after = self.moment.shown, self.after
        head = f"{self.place}  {shown.lesson}: {shown.scene}, step {shown.step}"
        parts = self.moment.note.split("\n\n")
        lines = [line for part in parts for line in [*textwrap.wrap(part, _WIDE), ""]][:-1]
        coming = [] if after is None else [f"    next: {after.shown.lesson}: {after.shown.scene}"]
        return "\n".join(["", head, *(f"    {line}" for line in lines), *coming])


class Lecturing:
    """Where the lecture stands. A moment is shown as its file has it, whatever was dragged in it before."""

    def __init__(self, session: Session, lecture: Lecture, tell: Callable[[Notes], None] = print) -> None:
        """`tell`: where the notes go."""
        self.session, self.lecture, self.tell = session, lecture, tell
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
        self.tell(self.notes)

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
    def notes(self) -> Notes:
        """Of the moment where the lecture stands."""
        moments, i = self.lecture.moments, self.index
        after = moments[i + 1] if i + 1 < self.count else None
        coming = "" if after is None else self._title(after)
        title = f"{self._title(moments[i])}, step {moments[i].shown.step}"
        return Notes(self.place, moments[i], title, after, coming, self.session.theme.name)

    def _title(self, moment: LectureMoment) -> str:
        entry = entry_of(self.session.curriculum, moment.shown.lesson)
        return f"{moment.shown.lesson if entry is None else entry[1].title}: {moment.shown.scene}"
