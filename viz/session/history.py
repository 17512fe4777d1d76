"""Undo and redo of scenes. Scenes are immutable, so an entry is the scene itself, with where it came from."""

from __future__ import annotations

from typing import NamedTuple

from viz.lesson.scene import Scene

MOST = 500


class Entry(NamedTuple):
    """A scene as it was looked at."""

    scene: Scene
    preset: int = 0  # number of the preset that it began as, from 0
    compare: str = ""  # the comparison that was switched on


class History:
    """What was, and what was undone. The present scene belongs to the player."""

    def __init__(self) -> None:
        self._past: list[Entry] = []
        self._future: list[Entry] = []

    def record(self, before: Entry) -> None:
        """An edit has replaced `before`; what had been undone is gone."""
        self._past.append(before)
        del self._past[:-MOST]
        self._future.clear()

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

    def _swap(self, source: list[Entry], target: list[Entry], now: Entry) -> Entry | None:
        if not source:
            return None
        target.append(now)
        return source.pop()
