"""A lesson that follows something outside of the window: it is asked often for news, and its place is kept."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pyglet

from viz.desktop.window import Desktop
from viz.lesson.lesson import Lesson, Preset

OFTEN = 0.05  # s between two questions


class Watching:
    """Joins a window with what goes on outside. `news`: another lesson that takes the place of the one with its id;
    the same one where only answers of its routines have changed; None for nothing. It never waits."""

    def __init__(self, desktop: Desktop, lesson: Lesson[Any], news: Callable[[], Lesson[Any] | None]) -> None:
        self.desktop, self._news = desktop, news
        self._lesson, self._waiting = lesson, False
        self._put(lesson)
        desktop.session.left.pop(lesson.id, None)  # a scene of another time, perhaps of another file
        if desktop.session.lesson is not lesson:
            desktop.session.open(lesson)
        desktop.session.preset(0)
        pyglet.clock.schedule_interval(self.look, OFTEN)
        desktop.closing.append(self.stop)

    def stop(self) -> None:
        pyglet.clock.unschedule(self.look)

    def look(self, _: float = 0.0) -> None:
        """Ask; show what is new. While something is held the scene under the pointer stays what it is."""
        found = self._news()
        session = self.desktop.session
        if found is not None:
            self._waiting = self._waiting or found is not self._lesson
            self._lesson = found
            if session.lesson is found:
                session.change(session.player.scene)
                self.desktop.loop.wake()
        if self._waiting and not session.is_editing:
            self._waiting = False
            self._take(self._lesson)
            self.desktop.loop.wake()

    def _take(self, lesson: Lesson[Any]) -> None:
        """The new lesson at the place of the old one: its scene where that has been changed by hand, else its own."""
        session = self.desktop.session
        before = session.lesson
        self._put(lesson)
        if before.id != lesson.id:
            return  # it is opened when somebody comes back to it
        player, number = session.player, session.scene_index
        name, preset = session.presets[number]
        scene, stage = player.scene, player.stage
        is_changed = scene is not preset.scene
        session.open(lesson)
        names = list(lesson.presets)
        number = names.index(name) if name in names else min(number, len(names) - 1)
        if number:
            session.preset(number)
        if is_changed:
            with suppress(ValueError):  # a scene that the new lesson has nobody to ask about
                session.player.restart(Preset(scene))
        steps = dict(session.player.stages).get(stage)
        last = session.player.stages[-1][1].stop - 1
        session.player.go(last if steps is None else steps.stop - 1)

    def _put(self, lesson: Lesson[Any]) -> None:
        """Into the list of lessons, where the one with its id stood."""
        for chapter in self.desktop.session.curriculum:
            for entry in chapter.lessons:
                if entry.id == lesson.id:
                    entry.put(lesson)
