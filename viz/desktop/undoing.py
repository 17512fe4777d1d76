"""Keeps what can be undone in each lesson's scene from one start to the next: looked at once a frame, written by a
thread of its own. The edits of a lecture or a review are not the learner's own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from viz.desktop.looking import Looked
from viz.desktop.session import Session
from viz.files import kept_undo
from viz.files.scene_file import SavedScene, opened, saved, to_json
from viz.lesson.lesson import Lesson
from viz.session.history import Entry, Past

_NAME = re.compile(r"[\w-]+")  # ids that are names of files everywhere


class _Told(NamedTuple):
    """An entry of a history as JSON."""

    entry: Past
    text: str


class Undoing:
    """`recall` where a lesson is opened for the first time, `tick` once a frame, `close` at the end."""

    def __init__(self, session: Session, folder: Path | None) -> None:
        """`folder`: of the files; None keeps nothing."""
        self.session, self._folder = session, folder
        self._seen: dict[str, int] = {}  # the changes of each lesson's history that are kept
        self._foreign: set[str] = set()  # lessons whose file belongs to a later version
        self._told_before: dict[str, dict[int, _Told]] = {}  # by the lesson, then by the entry's identity
        self._writing: Thread | None = None
        self._problem: str | None = None
        self._has_failed = False

    def recall(self, looked: Looked) -> None:
        """Go on with the history of a lesson as it was kept."""
        lesson = looked.player.lesson
        if self._folder is None or self.session.lecture is not None or lesson.id in self._seen:
            return
        self._seen[lesson.id] = looked.history.changes
        try:
            found, problem = kept_undo.load(self._path(lesson.id))
        except kept_undo.LaterVersionError as reason:
            self._foreign.add(lesson.id)
            found, problem = None, str(reason)
        if problem is not None:
            self.session.say(problem, 8.0)
        if found is None or not (found.past or found.future):
            return
        now = _saved(lesson, _now(looked))
        is_same = now is not None and (now.scene, now.fields) == (found.now.scene, found.now.fields)
        looked.history.go_on_with(found.past, found.future if is_same else (), lambda told: _entry(lesson, told))

    def tick(self) -> None:
        """Write what has changed since, once an edit of it has ended."""
        if self._problem is not None and not self._has_failed:
            self._has_failed = True  # said once
            self.session.say(self._problem, 8.0)
        if self.session.is_editing or not self._changed():
            return
        if self._writing is None or not self._writing.is_alive():
            self._write()
        else:
            self.session.keep_drawing(0.1)

    def close(self) -> None:
        if self._writing is not None:
            self._writing.join()
        if self._changed():
            self._write()
        if self._writing is not None:
            self._writing.join()

    def _changed(self) -> list[Looked]:
        if self._folder is None or self.session.lecture is not None:
            return []
        return [
            looked
            for lesson, looked in self.session.looked.items()
            if looked.history.changes != self._seen.get(lesson, 0)
            and lesson not in self._foreign
            and _NAME.fullmatch(lesson)
        ]

    def _write(self) -> None:
        wanted = []
        for looked in self._changed():
            lesson = looked.player.lesson
            self._seen[lesson.id] = looked.history.changes
            now, most = _saved(lesson, _now(looked)), kept_undo.MOST
            if now is not None:
                before = self._told_before.get(lesson.id, {})
                past, future = (
                    self._told(lesson, entries[-most:], before)
                    for entries in (looked.history.past, looked.history.future)
                )
                self._told_before[lesson.id] = {id(each.entry): each for each in (*past, *future)}
                texts = [each.text for each in past], [each.text for each in future]
                wanted.append((self._path(lesson.id), to_json(now, indent=None), *texts))

        def write() -> None:
            for each in wanted:
                self._problem = kept_undo.save(*each) or self._problem

        self._writing = Thread(target=write, name="undo")
        self._writing.start()

    def _told(self, lesson: Lesson[Any], entries: Sequence[Past], before: Mapping[int, _Told]) -> list[_Told]:
        """Each as JSON, worked out once; one that no file holds is left out."""
        told = []
        for entry in entries:
            known = before.get(id(entry))
            if known is None and (scene := _saved(lesson, entry)) is not None:
                known = _Told(entry, to_json(scene, indent=None))
            told += [] if known is None else [known]
        return told

    def _path(self, lesson: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{lesson}.json"


def _now(looked: Looked) -> Entry:
    return Entry(looked.player.scene, looked.scene_index, looked.player.compare)


def _saved(lesson: Lesson[Any], entry: Past) -> SavedScene | None:
    """None for a scene that no file holds."""
    if isinstance(entry, SavedScene):
        return entry
    with suppress(ValueError):
        return saved(lesson, list(lesson.presets)[entry.preset], entry.scene, compare=entry.compare)
    return None


def _entry(lesson: Lesson[Any], told: SavedScene) -> Entry:
    """Raises ValueError for what the lesson does not take any more."""
    scene, preset, _ = opened(told, lesson)
    return Entry(scene, preset, told.compare if lesson.comparison(told.compare) is not None else "")
