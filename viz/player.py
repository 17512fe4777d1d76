"""The cursor over a lesson's trace: stepping, playing, and keeping its place while the scene is dragged."""

from __future__ import annotations

from typing import Any

from geometry import Trace
from viz.lesson import Lesson, Moment, stages
from viz.scene import Scene

SECONDS_A_STEP = 1.0


class Player:
    """One lesson being looked at: its scene, the trace of it, and the step under the cursor.

    The *wanted* place is the stage, and the step within it, that was last chosen by stepping. Each new scene is
    traced anew and the cursor goes to the wanted place, or as near as the new trace has one; so a place that a
    drag makes vanish for a moment comes back when the drag does.
    """

    def __init__(self, lesson: Lesson[Any], scene: Scene | None = None) -> None:
        self.lesson = lesson
        self.scene: Scene = lesson.scene() if scene is None else scene
        self.trace: Trace[Any, Any] = lesson.run(self.scene)
        self.index = 0
        self.playing = False
        self.speed = 1.0
        self._waited = 0.0
        self._stages = stages(lesson, self.trace)
        self._wanted = self._place()

    @property
    def moment(self) -> Moment[Any]:
        return Moment(self.scene, self.trace, self.index)

    @property
    def stages(self) -> list[tuple[str, range]]:
        return self._stages

    def change(self, scene: Scene) -> None:
        """Trace a new scene and keep the place. Raises ValueError, and changes nothing, if it is refused."""
        trace = self.lesson.run(scene)
        self.scene, self.trace = scene, trace
        self._stages = stages(self.lesson, trace)
        self.index = self._find(self._wanted)

    def go(self, index: int) -> None:
        """Look at step `index`, or the nearest there is."""
        self.index = min(max(index, 0), len(self.trace) - 1)
        self._wanted = self._place()
        self._waited = 0.0

    def forward(self) -> None:
        self.go(self.index + 1)

    def back(self) -> None:
        self.go(self.index - 1)

    def first(self) -> None:
        self.go(0)

    def last(self) -> None:
        self.go(len(self.trace) - 1)

    def reset(self) -> None:
        """The opening scene, at its first step."""
        self.playing = False
        self.change(self.lesson.scene())
        self.first()

    def play_or_pause(self) -> None:
        """Start from here; from the beginning when at the end."""
        self.playing = not self.playing
        self._waited = 0.0
        if self.playing and self.moment.is_last:
            self.first()

    def tick(self, seconds: float) -> None:
        """Let time pass: while playing, the cursor steps at the chosen speed and stops at the end."""
        if not self.playing:
            return
        self._waited += seconds * self.speed
        while self.playing and self._waited >= SECONDS_A_STEP:
            waited = self._waited - SECONDS_A_STEP
            self.forward()
            self._waited = waited
            self.playing = not self.moment.is_last

    def _place(self) -> tuple[str, int, int]:
        """The stage under the cursor, the step within it, and the index for want of a better place."""
        for name, steps in self._stages:
            if self.index in steps:
                return name, self.index - steps.start, self.index
        raise IndexError(f"no stage holds step {self.index} of {len(self.trace)}")

    def _find(self, place: tuple[str, int, int]) -> int:
        name, within, index = place
        for stage, steps in self._stages:
            if stage == name:
                return min(steps.start + within, steps.stop - 1)
        return min(index, len(self.trace) - 1)
