"""Time that is played beside the steps: where the clock stands, and how it runs on.

Stepping moves the clock to the time of the step; dragging the play head never changes the step. Pure: the window
says how many seconds have passed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from viz.lesson.lesson import Clock, Lesson, Moment
from viz.session.player import Player

SLOW_BEFORE = 0.1  # of the whole time: so long before an impact time slows down
SLOW = 0.3  # of the speed there
HELD = 0.6  # seconds at the end of a loop, before it starts over
_AT = 1e-9  # times nearer than this are the same


def seen(lesson: Lesson[Any], moment: Moment[Any], time: float | None = None) -> Moment[Any]:
    """A step at a time of its clock; None: at the time of the step, when what moves on entry has come to rest."""
    if time is None and (clock := lesson.clock(moment)) is not None:
        time = _tick(clock, moment.index)
    return moment if time is None else replace(moment, time=time)


def _tick(clock: Clock, step: int) -> float | None:
    return min(max(clock.ticks[step], 0.0), 1.0) if step < len(clock.ticks) else None


class RunningClock:
    """The time at which the player's lesson is looked at."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.time = 0.0  # in [0, 1]
        self.playing = False
        self.jumps = False  # with reduced motion: playing shows the end at once
        self._is_scrubbed = False  # the learner has put it where it stands
        self._held = 0.0
        self._declared: Clock | None = None
        self._step = -1
        self._stage = ""
        self._enter(play=False)

    @property
    def declared(self) -> Clock | None:
        """What the lesson says of time at this step of its own trace; None where it has none."""
        return self._declared

    @property
    def told(self) -> float:
        """The time that words follow: of what plays on entry never 0, where a page tells its step at rest, as later
        steps look back at it."""
        begins = self._declared is not None and self._declared.plays_on_entry
        return max(self.time, _AT) if begins else self.time

    @property
    def end(self) -> float:
        """Where playing stops: at the impact, unless the clock stands beyond it."""
        impact = None if self._declared is None else self._declared.impact
        return 1.0 if impact is None or self.time > impact + _AT else impact

    def follow(self) -> None:
        """Take notice of what the player did: call after every change of the step or the scene."""
        if self.player.levels[0].index == self._step:
            self._renew()
        else:
            self._enter(play=True)

    def start_over(self) -> None:
        """Another scene is looked at from its beginning, at rest."""
        self._enter(play=False)

    def play_or_pause(self) -> None:
        """Run on from here, from 0 when at the end; nothing where there is no time."""
        if self._declared is None:
            return
        if self.playing:
            self.playing = False
            return
        if self.time >= self.end - _AT or self._at_impact:
            self.time = 0.0
        self._play()

    def scrub(self, time: float) -> None:
        """Put the play head somewhere; the step stays."""
        if self._declared is not None:
            self.time = min(max(time, 0.0), 1.0)
            self.playing = False
            self._is_scrubbed = True

    def tick(self, seconds: float) -> None:
        """Let time pass: slower shortly before an impact, and no further; then from the start where it loops."""
        if not self.playing or self._declared is None:
            return
        left = seconds * self.player.speed
        if self._held > 0.0:
            self._held -= left
            if self._held > 0.0:
                return
            left, self._held, self.time = -self._held, 0.0, 0.0
        end = self.end
        self.time = min(self._after(left), end)
        if self.time >= end - _AT:
            self.time = end
            if self.player.looping:
                self._held = HELD
            else:
                self.playing = False

    @property
    def _at_impact(self) -> bool:
        impact = None if self._declared is None else self._declared.impact
        return impact is not None and abs(self.time - impact) <= _AT

    def _after(self, seconds: float) -> float:
        """The time after so many seconds of playing at speed 1."""
        assert self._declared is not None
        rate, impact = 1.0 / self._declared.seconds, self._declared.impact
        slow_from = None if impact is None else max(impact - SLOW_BEFORE, 0.0)
        if impact is None or slow_from is None or self.time >= impact - _AT:
            return self.time + rate * seconds
        if self.time < slow_from:
            needed = (slow_from - self.time) / rate
            if seconds <= needed:
                return self.time + rate * seconds
            return slow_from + SLOW * rate * (seconds - needed)
        return self.time + SLOW * rate * seconds

    def _play(self) -> None:
        self.playing, self._is_scrubbed, self._held = True, True, 0.0
        if self.jumps:
            self.time, self.playing = self.end, False

    def _enter(self, *, play: bool) -> None:
        """Another step: the clock shows its time. A stage, or a step, that plays when it is entered begins at 0 and
        runs."""
        before, stage = self._declared, self._stage
        self._take()
        anew = self._declared is not None and self._declared.plays_each_step
        self.playing, self._is_scrubbed, self._held = False, False, 0.0
        if self._declared is None:
            self.time = 0.0
        elif play and self._declared.plays_on_entry and (before is None or stage != self._stage or anew):
            self.time = 0.0
            self._play()
        elif (tick := self._tick) is not None:
            self.time = tick
        elif before is None or not play:
            self.time = 0.0

    def _renew(self) -> None:
        """The scene may have changed under the same step: the step's time goes with it, the learner's own stays
        unless an edit starts it over."""
        was_at_impact = self._at_impact
        self._take()
        if self._declared is None:
            self.time, self.playing = 0.0, False
        elif self._declared.starts_over:
            self.time, self._held = 0.0, 0.0
        elif was_at_impact and not self.playing:
            self.time = self.end if self._declared.impact is None else self._declared.impact
        elif not self._is_scrubbed and (tick := self._tick) is not None:
            self.time = tick

    def _take(self) -> None:
        level = self.player.levels[0]
        self._declared = self.player.lesson.clock(level.moment)
        self._step, self._stage = level.index, level.stage

    @property
    def _tick(self) -> float | None:
        """The time of the step under the cursor, where its clock has one."""
        return None if self._declared is None else _tick(self._declared, self._step)
