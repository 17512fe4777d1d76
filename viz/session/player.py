"""The cursor over a lesson's trace: stepping, playing, stepping into nested traces, and keeping its place while
the scene is dragged."""

from __future__ import annotations

from typing import Any

from geometry import Trace
from viz.lesson.first_edition import Lesson, Moment, stages
from viz.lesson.scene import Scene

SECONDS_A_STEP = 1.0


class Level:
    """One trace being looked at, and the step under the cursor.

    The *wanted* place is the stage, and the step within it, that was last chosen by stepping. A new trace of the
    same algorithm puts the cursor at the wanted place, or as near as it has one; so a place that a drag makes
    vanish for a moment comes back when the drag does.
    """

    def __init__(self, lesson: Lesson[Any], trace: Trace[Any, Any], field: str = "") -> None:
        self.lesson = lesson
        self.field = field  # of the step above that holds this trace
        self.index = 0
        self._take(trace)
        self.want()

    def renew(self, trace: Trace[Any, Any]) -> None:
        """Another trace, and the cursor where it was wanted."""
        self._take(trace)
        name, within, index = self._wanted
        for stage, steps in self.stages:
            if stage == name:
                self.index = min(steps.start + within, steps.stop - 1)
                return
        self.index = min(index, len(trace) - 1)

    def want(self) -> None:
        """Remember the place under the cursor: its stage, the step within it, the index for want of better."""
        name, steps = next(run for run in self.stages if self.index in run[1])
        self._wanted = name, self.index - steps.start, self.index

    def _take(self, trace: Trace[Any, Any]) -> None:
        self.trace = trace
        self.stages = stages(self.lesson, trace)


class Player:
    """One lesson being looked at: its scene, and the traces that have been stepped into, outermost first."""

    def __init__(self, lesson: Lesson[Any], scene: Scene | None = None) -> None:
        self.lesson = lesson
        self.scene: Scene = lesson.scene() if scene is None else scene
        self.levels = [Level(lesson, lesson.run(self.scene))]
        self.playing = False
        self.looping = False
        self.speed = 1.0
        self._waited = 0.0

    @property
    def trace(self) -> Trace[Any, Any]:
        return self.levels[-1].trace

    @property
    def index(self) -> int:
        return self.levels[-1].index

    @property
    def stages(self) -> list[tuple[str, range]]:
        return self.levels[-1].stages

    @property
    def moment(self) -> Moment[Any]:
        return self.moment_at(self.index)

    @property
    def outermost(self) -> Moment[Any]:
        """The moment in the lesson's own trace, whatever has been stepped into."""
        level = self.levels[0]
        return Moment(self.scene, level.trace, level.index)

    def moment_at(self, index: int) -> Moment[Any]:
        """The moment at another step of the trace that is looked at."""
        above: Moment[Any] | None = None
        for level in self.levels[:-1]:
            above = Moment(self.scene, level.trace, level.index, above, level.field)
        return Moment(self.scene, self.trace, index, above, self.levels[-1].field)

    def change(self, scene: Scene) -> None:
        """Trace a new scene and keep the place. Raises ValueError, and changes nothing, if it is refused."""
        trace = self.lesson.run(scene)
        self.scene = scene
        self.levels[0].renew(trace)
        for depth, level in enumerate(self.levels[1:], start=1):
            above = self.levels[depth - 1]
            nested = dict(above.trace.children(above.index)).get(level.field)
            if nested is None:
                del self.levels[depth:]
                return
            level.renew(nested)

    def children(self) -> tuple[tuple[str, Trace[Any, Any]], ...]:
        """The traces that the step under the cursor holds, by field."""
        return self.trace.children(self.index)

    def into(self, field: str | None = None) -> None:
        """Step into a nested trace of this step (the first unless a field is named); nothing without one."""
        nested = dict(self.children())
        if nested:
            name = next(iter(nested)) if field is None else field
            self.levels.append(Level(self.lesson, nested[name], name))

    def out(self, depth: int | None = None) -> None:
        """Back to the trace above, or to the level `depth` (0 is the outermost)."""
        keep = len(self.levels) - 1 if depth is None else depth + 1
        del self.levels[max(keep, 1) :]

    def go(self, index: int) -> None:
        """Look at step `index`, or the nearest there is."""
        level = self.levels[-1]
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

    def restart(self, scene: Scene) -> None:
        """Another scene, at its first step. Raises ValueError, and changes nothing, if it is refused."""
        self.change(scene)
        self.out(0)
        self.playing = False
        self.first()

    def play_or_pause(self) -> None:
        """Start from here; from the beginning when at the end."""
        self.playing = not self.playing
        self._waited = 0.0
        if self.playing and self.moment.is_last:
            self.first()

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
