"""Undo and redo of scenes. Scenes are immutable, so an entry is the scene itself."""

from __future__ import annotations

from viz.lesson.scene import Scene

MOST = 500


class History:
    """What was, and what was undone. The present scene belongs to the player."""

    def __init__(self) -> None:
        self._past: list[Scene] = []
        self._future: list[Scene] = []

    def record(self, before: Scene) -> None:
        """An edit has replaced `before`; what had been undone is gone."""
        self._past.append(before)
        del self._past[:-MOST]
        self._future.clear()

    def undo(self, now: Scene) -> Scene | None:
        """The scene before the last edit, or None."""
        return self._swap(self._past, self._future, now)

    def redo(self, now: Scene) -> Scene | None:
        """The scene that was undone last, or None."""
        return self._swap(self._future, self._past, now)

    def clear(self) -> None:
        self._past.clear()
        self._future.clear()

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def _swap(self, source: list[Scene], target: list[Scene], now: Scene) -> Scene | None:
        if not source:
            return None
        target.append(now)
        return source.pop()
