"""What the panel says of the step, kept for a few frames while something is dragged or time runs: words and numbers
that change sixty times a second cannot be read, and to lay them out costs more than to draw the figure."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from viz.lesson.page import Page, Table
from viz.session.player import Player

EVERY = 4  # frames, while hurried


class Told:
    """The page and the table of the step under the cursor."""

    def __init__(self, player: Player, time: float) -> None:
        """`time`: of the clock, where the lesson's words follow it, else 0."""
        self.player, self.trace, self.time = player, player.trace, time
        self._moment = replace(player.moment, time=time)
        self.page: Page = player.lesson.page(self._moment) if time else player.page

    def is_old(self, time: float) -> bool:
        """Whether the scene is another now, or its time."""
        return self.trace is not self.player.trace or self.time != time

    @cached_property
    def table(self) -> Table | None:
        return self.player.lesson.table(self._moment) if self.time else self.player.table


class Telling:
    """Gives what is told of a player's step: at once what another step tells, and of another scene at once too, but
    every few frames only where that is `hurried`."""

    def __init__(self) -> None:
        self._told: Told | None = None
        self._place: object = None
        self._time = 0.0
        self._age = 0  # frames

    @property
    def wants_frame(self) -> bool:
        """Whether the next frames have to tell another scene, though nothing moves any more."""
        return self._told is not None and self._told.is_old(self._time) and self._age <= EVERY

    def pass_frame(self) -> None:
        self._age += 1

    def of(self, player: Player, time: float = 0.0, *, hurried: bool) -> Told:
        self._time = time
        place = player, player.place, player.compare
        kept = self._told
        if kept is None or place != self._place or (kept.is_old(time) and not (hurried and self._age < EVERY)):
            kept = self._told = Told(player, time)
            self._place, self._age = place, 0
        return kept
