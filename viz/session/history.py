"""Undo and redo of scenes. Scenes are immutable, so an entry is the scene itself, with where it came from; one of an
earlier start of the program is what a file tells of it, until it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from viz.files.kept_undo import MOST as LEAST  # of a lesson that has to make room: as many as its file keeps
from viz.files.scene_file import SavedScene
from viz.lesson.scene import Scene

MOST = 500  # edits of a lesson
MOST_OF_ALL = 2_000  # edits of all lessons together: a scene is some kilobytes, of many bodies a hundred and more


class Entry(NamedTuple):
    """A scene as it was looked at."""

    scene: Scene
    preset: int = 0  # number of the preset that it began as, from 0
    compare: str = ""  # the comparison that was switched on


Past = Entry | SavedScene


class History:
    """What was, and what was undone. The present scene belongs to the player."""

    def __init__(self) -> None:
        self._past: list[Past] = []
        self._future: list[Past] = []
        self._opens: Callable[[SavedScene], Entry] | None = None
        self.changes = 0  # counted

    def go_on_with(
        self, past: Sequence[SavedScene], future: Sequence[SavedScene], opens: Callable[[SavedScene], Entry]
    ) -> None:
        """The history as it was kept, the oldest first. `opens` raises ValueError for what the lesson does not take
        any more: that is left out."""
        self._past, self._future, self._opens = list(past), list(future), opens

    def record(self, before: Entry) -> None:
        """An edit has replaced `before`; what had been undone is gone."""
        self._past.append(before)
        del self._past[:-MOST]
        self._future.clear()
        self.changes += 1

    def undo(self, now: Entry) -> Entry | None:
        """The scene before the last edit, or None."""
        return self._swap(self._past, self._future, now)

    def redo(self, now: Entry) -> Entry | None:
        """The scene that was undone last, or None."""
        return self._swap(self._future, self._past, now)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    @property
    def past(self) -> Sequence[Past]:
        """What can be undone, the oldest first."""
        return self._past

    @property
    def future(self) -> Sequence[Past]:
        """What can be done again, the next one last."""
        return self._future

    def keep_newest(self, most: int) -> int:
        """Forget the oldest edits beyond `most`, first those that were undone; returns how many are kept."""
        del self._past[:-most]
        del self._future[: len(self._past) - most or None]
        return len(self._past) + len(self._future)

    def _swap(self, source: list[Past], target: list[Past], now: Entry) -> Entry | None:
        while source:
            self.changes += 1
            found = source.pop()
            with suppress(ValueError):
                entry = found if isinstance(found, Entry) else self._opened(found)
                target.append(now)
                return entry
        return None

    def _opened(self, found: SavedScene) -> Entry:
        if self._opens is None:
            raise ValueError("nobody opens what was kept")
        return self._opens(found)


def make_room(histories: Iterable[History]) -> None:
    """Let all lessons together keep no more than they should; of these the one that was open last comes first."""
    room = MOST_OF_ALL
    for history in histories:
        room -= history.keep_newest(max(LEAST, min(MOST, room)))
