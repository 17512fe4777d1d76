"""What the window is looking at: one lesson being played, its clock, its task, the views of it, and what is held,
hovered or highlighted. Every lesson that was looked at is kept as it was left."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from viz.desktop.chrome import Chrome
from viz.desktop.editing import NOTICE_SECONDS
from viz.desktop.looking import Looked, Looking
from viz.desktop.told import Telling, Told
from viz.files.scene_file import SavedScene, opened
from viz.lesson.canvas import Feature
from viz.lesson.curriculum import Curriculum
from viz.lesson.grip import Grip, Part
from viz.lesson.lesson import Lesson, Preset
from viz.lesson.page import Page
from viz.picture.theme import DARK, Theme
from viz.session.clock import RunningClock
from viz.session.history import Entry, History, make_room
from viz.session.player import Player
from viz.session.settings import LARGEST_TEXT, SMALLEST_TEXT
from viz.session.task import Task
from viz.session.views import PaneState

LEAP = 0.1  # seconds at most between two pictures of something that moves


class Session(Looking):
    """The state that the panels share. Panels read it; pointer, keyboard and widgets call its verbs."""

    def __init__(self, curriculum: Curriculum, lesson: Lesson[Any]) -> None:
        super().__init__()
        self.curriculum = curriculum
        self.theme: Theme = DARK
        self.wanted_text_size = 1.0  # while the slider is held: the text changes when it is let go
        self._asks = True
        self.presenting = False
        self.chrome = Chrome()
        self.layout_is_usual = True  # False asks for the usual layout
        self.interface_scale = 1.0  # of the window's own parts: larger in a larger window
        self.in_panels = False  # whether the keyboard works the panels rather than the figure
        self.panel = 0  # which of them, by F6
        self.highlighted: Feature | None = None  # the feature that is pointed at, in whatever panel
        self.pointed_at: Feature | None = None  # the same, being gathered for the next frame
        self.generation = 0  # counts the pictures begun: a new lesson or preset
        self._drawn_until = 0.0  # on time.monotonic's clock: something moves until then
        self._telling = Telling()
        self._looked: dict[str, Looked] = {}
        self.left: dict[str, SavedScene] = {}  # scenes as they were left the last time, of lessons not opened yet
        self._recall: Callable[[Looked], None] = lambda _: None
        self.open(lesson)

    # What is looked at.

    @property
    def lesson(self) -> Lesson[Any]:
        return self.player.lesson

    @property
    def presets(self) -> tuple[tuple[str, Preset[Any]], ...]:
        """The lesson's scenes with their names."""
        return tuple(self.lesson.presets.items())

    @property
    def scene_index(self) -> int:
        """The number of the scene that was loaded last, from 0."""
        return self._looked[self.lesson.id].scene_index

    @property
    def page(self) -> Page:
        return self.player.page

    @property
    def told(self) -> Told:
        """The page and the table as the panel shows them: while something is dragged, and while time runs in a lesson
        whose words follow it, they are renewed every few frames."""
        time = self.clock.told if self.lesson.tells_time else 0.0
        return self._telling.of(self.player, time, hurried=self.hurried or self.clock.playing)

    @property
    def compare(self) -> str:
        """The name of the comparison that is switched on; empty for none."""
        return self.player.compare

    @property
    def situation(self) -> str:
        """The line under the figure; while a prediction is open, only what is known."""
        known = self.page.known if self.task.is_open else ""
        return known or self.lesson.situation(self.moment())

    # Lessons and scenes.

    def open(self, lesson: Lesson[Any]) -> None:
        """Look at a lesson: as it was left, or at its opening scene."""
        if self._looked:
            self.release()
            self.commit()
            self.player.playing = self.clock.playing = False
        if (looked := self._looked.get(lesson.id)) is None or looked.player.lesson is not lesson:
            player = Player(lesson)
            looked = Looked(player, RunningClock(player), Task(player), History(), {})
            looked.panes = {pane.name: PaneState(pane) for pane in lesson.panes}
        self._looked.pop(lesson.id, None)
        self._looked[lesson.id] = looked  # the last one: it was open last
        make_room(each.history for each in reversed(self._looked.values()))
        self.player, self.clock, self.task = looked.player, looked.clock, looked.task
        self.history, self.panes = looked.history, looked.panes
        self.task.is_on = self._asks
        self._before = None
        self._start()
        self._go_on_as_left()

    def keep_to(self, left: Mapping[str, SavedScene], recall: Callable[[Looked], None]) -> None:
        """Go on with scenes as they were left the last time: this lesson at once, others once they are opened.
        `recall`: gives a lesson back what could be undone in it."""
        self.left, self._recall = dict(left), recall
        self._go_on_as_left()

    def take_up(self, found: SavedScene) -> None:
        """Look at the scene of a file or a code, at its step; undo leads back. Raises ValueError that says what is
        wrong with it."""
        named = [entry for chapter in self.curriculum for entry in chapter.lessons if entry.id == found.lesson]
        if not named:
            raise ValueError(f"this app has no lesson {found.lesson!r}")
        lesson = named[0].lesson
        scene, number, _ = opened(found, lesson)
        if lesson is not self.lesson:
            self.open(lesson)  # as it was left: undo leads back to that
        self._load(number, Preset(scene, "" if lesson.comparison(found.compare) is None else found.compare))
        self.player.go(min(found.step, len(self.player.trace)) - 1)
        self.follow()
        if self.clock.declared is not None and found.time is not None:
            self.clock.scrub(found.time)

    def _go_on_as_left(self) -> None:
        """A scene that does not fit its lesson any more is forgotten."""
        left = self.left.pop(self.lesson.id, None)
        if left is not None:
            with suppress(ValueError):
                self.take_up(left)
                self.say("The scene is as you left it. R: as it was at first.", 2.0 * NOTICE_SECONDS)
        self._recall(self.state)

    def open_anew(self) -> None:
        """The lesson as it is at first, whatever state it was in."""
        lesson = self.lesson
        del self._looked[lesson.id]
        self.drag = self.answering = self.sketch = self.offered = None
        self.open(lesson)

    def preset(self, number: int) -> None:
        """Look at scene `number` of the lesson, from 0, where it opens; undo leads back. Nothing beyond the last."""
        if not 0 <= number < len(self.presets):
            return
        preset = self.presets[number][1]
        chosen = self._looked[self.lesson.id].compare
        self._load(number, replace(preset, compare=preset.compare or chosen))

    def _load(self, number: int, preset: Preset[Any]) -> None:
        """Look at a scene that began as scene `number`."""
        self.release()
        self.commit()
        before = self.entry
        self.player.restart(preset)
        self._looked[self.lesson.id].scene_index = number
        if preset.scene is not before.scene:
            self.record(before)
        self.clock.start_over()
        self._start()
        for state in self.panes.values():
            state.fit(self.framed)

    def reset(self) -> None:
        """The present scene as it was at first."""
        self.preset(self.scene_index)

    def compare_with(self, name: str) -> None:
        """Switch a comparison on, or off with an empty name."""
        self._looked[self.lesson.id].compare = name
        if name != self.compare:
            self.player.compare_with(name)

    @property
    def entry(self) -> Entry:
        """The present scene as the history keeps it."""
        return Entry(self.player.scene, self.scene_index, self.compare)

    def restore(self, entry: Entry) -> bool:
        """A scene of the history again: the place is kept."""
        compare, self.player.compare = self.player.compare, entry.compare
        if not self.change(entry.scene):
            self.player.compare = compare
            return False
        self._looked[self.lesson.id].scene_index = entry.preset
        return True

    # Time and steps.

    @property
    def plays_time(self) -> bool:
        """Whether Space plays time rather than the steps."""
        self.follow()
        return self.clock.declared is not None

    @property
    def playing(self) -> bool:
        """Whether time or the steps run."""
        return self.player.playing or self.clock.playing

    def play_or_pause(self) -> None:
        """Play time where the lesson has a clock, else the steps; or stop what plays."""
        if self.player.playing:
            self.player.play_or_pause()
        elif self.plays_time:
            self.clock.jumps = self.reduced_motion
            self.clock.play_or_pause()
        else:
            self.player.play_or_pause()

    def pass_time(self, seconds: float) -> None:
        """Let time pass for all that moves; what was pointed at in the last frame is highlighted in this one.

        Steps fall due after a second in which nothing need have been drawn; what moves smoothly never leaps.
        """
        self.player.tick(seconds)
        self.follow()
        self.clock.tick(min(seconds, LEAP))
        for state in self.panes.values():
            state.tick(min(seconds, LEAP))
        if self.notice is not None and time.monotonic() > self.notice.until:
            self.notice = None
        if self.answering is not None:
            feature, left = self.answering
            self.answering = feature, left - seconds
            if left <= seconds:
                self.settle_answer()
        self.highlighted, self.pointed_at = self.pointed_at, None
        self._telling.pass_frame()

    def keep_drawing(self, seconds: float) -> None:
        """Something moves for so long: frames are wanted until then."""
        self._drawn_until = max(self._drawn_until, time.monotonic() + seconds)

    def wants_frame(self) -> float:
        """Seconds until the next frame is wanted: 0 while something moves, infinity at rest."""
        now = time.monotonic()
        if self.clock.playing or self.turning or self._telling.wants_frame or now < self._drawn_until:
            return 0.0
        if any(state.is_moving for state in self.panes.values()):
            return 0.0
        waits = [self.player.until_next_step] if self.player.playing else []
        waits += [] if self.notice is None else [self.notice.until + 1e-3 - now]
        waits += [] if self.answering is None else [self.answering[1]]
        return max(min(waits, default=math.inf), 0.0)

    # Predictions.

    @property
    def asks(self) -> bool:
        """Whether predictions and challenges are shown."""
        return self._asks

    @asks.setter
    def asks(self, on: bool) -> None:
        self._asks = self.task.is_on = on

    def settle_answer(self) -> None:
        """A click in the figure that has turned out to be no double click is the answer."""
        answering, self.answering = self.answering, None
        if answering is not None:
            self.task.give(answering[0])

    def check(self) -> None:
        """Judge what has been placed or set, if that is asked."""
        if self.task.can_check:
            self.task.check()
            self.fit_answer()

    def skip(self) -> None:
        """Leave the prediction that is open and step on."""
        if self.task.is_open:
            self.task.skip()
            self.player.forward()

    def show_answer(self) -> None:
        """Show the answer of the prediction that is open; one that is made in the scene is an edit."""
        self.commit()
        self.begin()
        self.task.show(self.change)
        self.fit_answer()
        self.commit()

    def point_at(self, feature: Feature | None) -> None:
        """The pointer is over something that stands for a feature: it lights up everywhere in the next frame."""
        if feature is not None:
            self.pointed_at = feature

    def choose_theme(self, theme: Theme) -> None:
        """Another theme; a projector's letters are larger from the start."""
        self.text_size = self.wanted_text_size = self.resize_text(theme.text_factor / self.theme.text_factor)
        self.theme = theme

    def resize_text(self, factor: float) -> float:
        """The next larger or smaller text size, within its limits."""
        return min(max(round(self.text_size * factor, 2), SMALLEST_TEXT), LARGEST_TEXT)

    def _start(self) -> None:
        bodies = [name for name, _, _ in self.player.scene.bodies()]
        self.focus = Grip(bodies[-1], Part.WHOLE) if bodies else None
        self.shows_focus = False
        self.hovered = self.drag = self.notice = self.answering = self.sketch = self.offered = None
        self.generation += 1
        self._look_afresh()
