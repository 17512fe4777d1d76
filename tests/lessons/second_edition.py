"""Every lesson of the second edition: each preset, step and nested step, and how tests draw them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from lessons import CURRICULUM
from viz.lesson.canvas import Canvas, Crowd, FeatureMark, Mark
from viz.lesson.lesson import Lesson, Moment, Pane
from viz.lesson.prediction import Click
from viz.lesson.scene import Scene

LESSONS: tuple[Lesson[Any], ...] = tuple(entry.lesson for chapter in CURRICULUM for entry in chapter.lessons)


def moments_of(lesson: Lesson[Any], scene: Scene, compare: str = "") -> list[Moment[Any]]:
    """Every step of a scene, with a comparison switched on."""
    trace = lesson.run(scene)
    comparison = lesson.comparison(compare)
    faulty = None if comparison is None else comparison.run(scene)
    first = Moment(scene, trace, 0, compare=compare, faulty=faulty)
    found = []
    for index in range(len(trace)):
        moment = first.at(index)
        clock = lesson.clock(moment)
        ticks = () if clock is None else clock.ticks
        found.append(replace(moment, time=ticks[index]) if index < len(ticks) else moment)
    return found


def nested(lesson: Lesson[Any], moments: Sequence[Moment[Any]]) -> Iterator[Moment[Any]]:
    """Every step of every trace that can be stepped into from these moments, at any depth."""
    for moment in moments:
        for field, child in moment.trace.children(moment.index):
            inner = [
                Moment(moment.scene, child, i, moment, field, moment.time, moment.compare, moment.faulty)
                for i in range(len(child))
            ]
            yield from inner
            yield from nested(lesson, inner)


class Told(NamedTuple):
    """A preset of a lesson."""

    lesson: Lesson[Any]
    name: str

    def moments(self) -> list[Moment[Any]]:
        preset = self.lesson.presets[self.name]
        return moments_of(self.lesson, preset.scene, preset.compare)

    @staticmethod
    def draw(pane: Pane, moment: Moment[Any]) -> Canvas:
        """A pane's picture, at a usual scale."""
        canvas = Canvas(0.01) if pane.axes is None else Canvas(0.002, 0.005)
        pane.draw(canvas, moment)
        return canvas

    @staticmethod
    def numbers(mark: Mark) -> Iterator[float]:
        """Every number in a mark."""

        def each(value: object) -> Iterator[float]:
            if isinstance(value, float | int) and not isinstance(value, bool):
                yield float(value)
            elif isinstance(value, tuple):
                for part in value:
                    yield from each(part)

        if isinstance(mark, Crowd):
            yield from (*mark.segments.ravel().tolist(), *mark.triangles.ravel().tolist())
        else:
            yield from each(tuple(mark))

    @staticmethod
    def features(lesson: Lesson[Any], moment: Moment[Any]) -> set[Any]:
        """Everything in the figure that can be clicked."""
        return {
            mark.feature
            for pane in lesson.panes
            for mark in Told.draw(pane, moment).marks
            if isinstance(mark, FeatureMark)
        }


SCENES = tuple(Told(lesson, name) for lesson in LESSONS for name in lesson.presets)


def name_of(told: Told) -> str:
    return f"{told.lesson.id}: {told.name}"


def answers_of(lesson: Lesson[Any], moment: Moment[Any], asked: Click) -> set[Any]:
    """The right answers, the buttons, and every feature of the figure; where one owner is asked about, of its own."""
    features = {each for each in Told.features(lesson, moment) if not asked.owner or asked.wants(each)}
    return set(asked.right) | set(asked.buttons) | features


def has_a_goal_of_its_own(
    lesson: Lesson[Any], goal_of: Callable[[Any], Any], name: str, made: Scene, near: Scene
) -> None:
    """No two scenes of a lesson have one goal; that of this one is reached by what was made for it, not by what is
    near that."""
    texts = [goal_of(preset.scene).text for preset in lesson.presets.values()]
    assert len(set(texts)) == len(texts)
    assert goal_of(made).text == goal_of(lesson.presets[name].scene).text
    assert goal_of(made).reached, goal_of(made).now
    assert not goal_of(near).reached, goal_of(near).now
