"""Every page of the curriculum: each lesson, preset and step."""

from __future__ import annotations

from typing import Any, NamedTuple

from lessons import CURRICULUM
from viz.lesson.canvas import Recording
from viz.lesson.first_edition import Lesson, Moment
from viz.lesson.scene import Scene
from viz.picture.framing import frame

# Of the first edition; those of the second stand in second_edition.py.
LESSONS: tuple[Lesson[Any], ...] = tuple(
    entry.lesson for chapter in CURRICULUM for entry in chapter.lessons if isinstance(entry.lesson, Lesson)
)


class Preset(NamedTuple):
    lesson: Lesson[Any]
    name: str
    scene: Scene

    def moments(self) -> list[Moment[Any]]:
        trace = self.lesson.run(self.scene)
        return [Moment(self.scene, trace, i) for i in range(len(trace))]

    def moment(self, index: int) -> Moment[Any]:
        return self.moments()[index]


PRESETS = tuple(Preset(lesson, name, scene) for lesson in LESSONS for name, scene in lesson.presets().items())


def preset(lesson: str, name: str) -> Preset:
    return next(p for p in PRESETS if p.lesson.id == lesson and p.name == name)


def draw(lesson: Lesson[Any], moment: Moment[Any], pixel: float | None = None) -> Recording:
    """The picture of a moment, at the scale that the window would fit it to unless `pixel` is given."""
    recording = Recording(frame(lesson.panes()[0][0], moment, (668.0, 560.0)).pixel if pixel is None else pixel)
    lesson.draw(recording, moment)
    return recording


def name_of(page: Preset) -> str:
    return f"{page.lesson.id}: {page.name}"
