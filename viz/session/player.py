"""The cursor over a lesson's trace: stepping, playing, stepping into nested traces, and keeping its place while
the scene is dragged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from geometry.trace import Trace
from viz.lesson.lesson import Lesson, Moment, Preset
from viz.lesson.page import Page, Table, stages
from viz.lesson.scene import Scene

SECONDS_A_STEP = 1.0


class Level:
    """One trace being looked at, its pages, and the step under the cursor.

    The *wanted* place is the stage, and the step within it, that was last chosen by stepping. A new trace of the
    same algorithm puts the cursor at the wanted place, or as near as it has one; so a place that a drag makes
    vanish for a moment comes back when the drag does.
    """

    _start: Moment[Any]
    _moment: Moment[Any]  # the last one that was asked for

    def __init__(self, lesson: Lesson[Any], start: Moment[Any]) -> None:
        """`start`: the first moment of the trace, with what it was stepped into from."""
        self.lesson = lesson
        self._take(start)
        self.index = 0
        self.want()

    @property
    def trace(self) -> Trace[Any, Any]:
        return self._start.trace

    @property
    def field(self) -> str:
        """The field of the step above that holds this trace; empty for the lesson's own."""
        return self._start.field

    @property
    def moment(self) -> Moment[Any]:
        if self._moment.index != self.index:
            self._moment = self._start.at(self.index)
        return self._moment

    @property
    def stage(self) -> str:
        """The name of the stage that the cursor is in."""
        return next(name for name, steps in self.stages if self.index in steps)

    def renew(self, start: Moment[Any]) -> None:
        """Another trace, and the cursor where it was wanted."""
        self._take(start)
        name, within, index = self._wanted
        for stage, steps in self.stages:
            if stage == name:
                self.index = min(steps.start + within, steps.stop - 1)
                return
        self.index = min(index, len(self.trace) - 1)

    def want(self) -> None:
        """Remember the place under the cursor: its stage, the step within it, the index for want of better."""
        name, steps = next(run for run in self.stages if self.index in run[1])
        self._wanted = name, self.index - steps.start, self.index

    def _take(self, start: Moment[Any]) -> None:
        self._start = self._moment = start
        self.pages = self.lesson.pages(start)
        self.stages = stages(self.lesson.stage_names(start, self.pages))


class Player:
    """One lesson being looked at: its scene, the comparison that is switched on, and the traces that have been
    stepped into, outermost first."""

    def __init__(self, lesson: Lesson[Any], preset: Preset[Any] | None = None) -> None:
        """The lesson's opening scene unless another one is given."""
        self.lesson = lesson
        self.playing = False
        self.looping = False
        self.speed = 1.0
        self._waited = 0.0
        self._open(next(iter(lesson.presets.values())) if preset is None else preset)

    @property
    def level(self) -> Level:
        """The trace that is looked at."""
        return self.levels[-1]

    @property
    def trace(self) -> Trace[Any, Any]:
        return self.level.trace

    @property
    def index(self) -> int:
        return self.level.index

    @property
    def stages(self) -> list[tuple[str, range]]:
        return self.level.stages

    @property
    def stage(self) -> str:
        """The name of the stage that is looked at."""
        return self.level.stage

    @property
    def pages(self) -> Sequence[Page]:
        """The pages of every step of the trace that is looked at."""
        return self.level.pages

    @property
    def page(self) -> Page:
        """The page of the step under the cursor."""
        return self.level.pages[self.level.index]

    @property
    def table(self) -> Table | None:
        """What has been computed up to the step under the cursor."""
        return self.lesson.table(self.moment, self.pages)

    @property
    def place(self) -> tuple[tuple[str, int], ...]:
        """Where we are: field and step of every level."""
        return tuple((level.field, level.index) for level in self.levels)

    @property
    def moment(self) -> Moment[Any]:
        return self.level.moment

    @property
    def outermost(self) -> Moment[Any]:
        """The moment in the lesson's own trace, whatever has been stepped into."""
        return self.levels[0].moment

    def moment_at(self, index: int) -> Moment[Any]:
        """The moment at another step of the trace that is looked at."""
        return self.moment.at(index)

    def change(self, scene: Scene) -> None:
        """Trace a new scene and keep the place. Raises ValueError, and changes nothing, if it is refused."""
        start = self._start(scene, self.compare)
        self.levels[0].renew(start)
        self._take(start)
        for depth, level in enumerate(self.levels[1:], start=1):
            nested = _nested(self.levels[depth - 1], level.field)
            if nested is None:
                del self.levels[depth:]
                return
            level.renew(nested)

    def compare_with(self, name: str) -> None:
        """Switch a comparison on by its name, or off with ""; the place is kept."""
        if name and self.lesson.comparison(name) is None:
            raise ValueError(f"{self.lesson.id} has no comparison {name!r}")
        self.compare = name
        self.change(self.scene)

    def children(self) -> tuple[tuple[str, Trace[Any, Any]], ...]:
        """The traces that the step under the cursor holds, by field."""
        return self.trace.children(self.index)

    def into(self, field: str | None = None) -> None:
        """Step into a nested trace of this step (the first unless a field is named); nothing without one."""
        nested = dict(self.children())
        if nested:
            name = next(iter(nested)) if field is None else field
            start = _nested(self.level, name)
            assert start is not None
            self.levels.append(Level(self.lesson, start))
            self._waited = 0.0

    def out(self, depth: int | None = None) -> None:
        """Back to the trace above, or to the level `depth` (0 is the outermost)."""
        keep = len(self.levels) - 1 if depth is None else depth + 1
        del self.levels[max(keep, 1) :]

    def go(self, index: int) -> None:
        """Look at step `index`, or the nearest there is."""
        level = self.level
        level.index = min(max(index, 0), len(level.trace) - 1)
        level.want()
        self._waited = 0.0

    def forward(self) -> None:
        self.go(self.index + 1)

    def back(self) -> None:
        self.go(self.index - 1)

    def first(self) -> None:
        self.go(0)

    def last(self) -> None:
        self.go(len(self.trace) - 1)

    def restart(self, preset: Preset[Any]) -> None:
        """Another scene, at the step where it opens, with its comparison. Raises ValueError, and changes nothing, if
        it is refused."""
        self._open(preset)
        self.playing = False

    def play_or_pause(self) -> None:
        """Start from here; from the beginning when at the end."""
        self.playing = not self.playing
        self._waited = 0.0
        if self.playing and self.moment.is_last:
            self.first()

    @property
    def until_next_step(self) -> float:
        """Seconds until playing takes the next step."""
        return (SECONDS_A_STEP - self._waited) / self.speed

    def tick(self, seconds: float) -> None:
        """Let time pass: while playing, the cursor steps at the chosen speed, and at the end stops or starts over."""
        if not self.playing:
            return
        self._waited += seconds * self.speed
        while self.playing and self._waited >= SECONDS_A_STEP:
            waited = self._waited - SECONDS_A_STEP
            if self.moment.is_last and self.looping:
                self.first()
            else:
                self.forward()
            self._waited = min(waited, SECONDS_A_STEP * len(self.trace))  # after a long pause, not for ever
            self.playing = self.looping or not self.moment.is_last

    def _open(self, preset: Preset[Any]) -> None:
        start = self._start(preset.scene, preset.compare)
        self.levels = [Level(self.lesson, start)]
        self._take(start)
        self.compare = preset.compare
        self.go(preset.opens_at(start.trace))

    def _start(self, scene: Scene, compare: str) -> Moment[Any]:
        """The first moment of a scene's trace, with what the comparison's routine answers on it."""
        trace = self.lesson.run(scene)
        comparison = self.lesson.comparison(compare) if compare else None
        faulty = None
        if comparison is not None:
            try:
                faulty = comparison.run(scene)
            except ValueError:  # the routine has no answer there: the right one is shown alone
                compare = ""
        return Moment(scene, trace, 0, compare=compare, faulty=faulty)

    def _take(self, start: Moment[Any]) -> None:
        self.scene: Scene = start.scene


def _nested(above: Level, field: str) -> Moment[Any] | None:
    """The first moment of the trace in a field of the step above; None where that step has none there."""
    trace = dict(above.trace.children(above.index)).get(field)
    if trace is None:
        return None
    return replace(above.moment, trace=trace, index=0, parent=above.moment, field=field)
