"""A lesson that follows something outside of the window: it is asked often for news, and its place is kept."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Protocol

import pyglet

from viz.desktop.window import Desktop
from viz.lesson.lesson import Lesson, Preset

OFTEN = 0.05  # s between two questions


class Outside(Protocol):
    """What a lesson follows. It never waits."""

    @property
    def head(self) -> str:
        """Where it stands, in a few words."""

    @property
    def fails(self) -> bool:
        """Whether there is a failing scene to go on to."""

    @property
    def gone_on(self) -> int:
        """How often another scene has taken the place of the one that was shown."""

    @property
    def goes_to(self) -> int:
        """Which scene of the lesson it was the last time, by its number."""

    def news(self) -> Lesson[Any] | None:
        """Another lesson that takes the place of the one with its id; the same one where only answers of its routines
        have changed; None for nothing."""

    def again(self) -> Lesson[Any] | None:
        """Check it once more; what `news` would say of that."""

    def next_failure(self, scene: Any) -> Lesson[Any] | None:
        """Search for another failing scene than the one that is shown; what `news` would say of that."""


class Watching:
    """Joins a window with what goes on outside."""

    def __init__(self, desktop: Desktop, lesson: Lesson[Any], outside: Outside) -> None:
        self.desktop, self.outside = desktop, outside
        self._lesson, self._waiting, self._gone_on = lesson, False, outside.gone_on
        self._put(lesson)
        desktop.session.left.pop(lesson.id, None)  # a scene of another time, perhaps of another file
        if desktop.session.lesson is not lesson:
            desktop.session.open(lesson)
        desktop.session.preset(0)
        desktop.session.study.watched = self
        pyglet.clock.schedule_interval(self.look, OFTEN)
        desktop.closing.append(self.stop)

    def stop(self) -> None:
        pyglet.clock.unschedule(self.look)

    def look(self, _: float = 0.0) -> None:
        """Ask; show what is new."""
        self._show(self.outside.news())

    @property
    def head(self) -> str:
        return self.outside.head

    @property
    def fails(self) -> bool:
        return self.outside.fails

    @property
    def is_shown(self) -> bool:
        """Whether the lesson that follows it is the one on the screen."""
        return self.desktop.session.lesson.id == self._lesson.id

    def again(self) -> None:
        """Check it once more."""
        self._show(self.outside.again())

    def next_failure(self) -> None:
        """Go on to another failing scene, once there is one."""
        self._show(self.outside.next_failure(self.desktop.session.player.scene))

    def _show(self, found: Lesson[Any] | None) -> None:
        """What is new. While something is held the scene under the pointer stays what it is."""
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
        """The new lesson at the place of the old one: its scene where that has been changed by hand, else its own;
        its own too where somebody has asked for another one."""
        session = self.desktop.session
        before, is_gone_on = session.lesson, self._gone_on != self.outside.gone_on
        self._gone_on = self.outside.gone_on
        self._put(lesson)
        if before.id != lesson.id:
            return  # it is opened when somebody comes back to it
        player, number = session.player, session.scene_index
        name, preset = session.presets[number]
        scene, stage = player.scene, player.stage
        is_changed = scene is not preset.scene
        session.open(lesson)
        if is_gone_on:
            session.preset(self.outside.goes_to)
            return
        names = list(lesson.presets)
        number = names.index(name) if name in names else min(number, len(names) - 1)
        if number:
            session.preset(number)
        if is_changed:
            with suppress(ValueError):  # a scene that the new lesson has nobody to ask about
                session.player.restart(Preset(scene, opens_at=session.presets[number][1].opens_at))
        steps = dict(session.player.stages).get(stage)
        if steps is not None:  # else where the scene opens: the last step depends on whether an answer is there yet
            session.player.go(steps.stop - 1)

    def _put(self, lesson: Lesson[Any]) -> None:
        """Into the list of lessons, where the one with its id stood."""
        for chapter in self.desktop.session.curriculum:
            for entry in chapter.lessons:
                if entry.id == lesson.id:
                    entry.put(lesson)
