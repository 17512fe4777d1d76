"""The lesson on the shortest way out."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import MinimumTranslation, Trace, minimum_translation
from geometry.query.containment import contains
from geometry.sat.minimum_translation import LeastOverlap, TranslationStep
from geometry.sat.separating_axis import Decided
from lessons.first_edition.axis_lesson import AxisLesson
from lessons.minimum_translation import picture, words
from lessons.minimum_translation.scene import Overlapping, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Question
from viz.lesson.lesson import Moment


class MinimumTranslationLesson(AxisLesson[Overlapping]):
    id = "minimum-translation"
    title = "Minimum translation"
    source = "SAT explained"
    summary = "The least overlap is the shortest way out; the centres do not say which way it points."

    def presets(self) -> Mapping[str, Overlapping]:
        return presets()

    def run(self, scene: Overlapping) -> Trace[TranslationStep, MinimumTranslation]:
        return minimum_translation.trace(scene.a.world, scene.b.world)

    def stage(self, step: TranslationStep) -> str:
        match step:
            case Decided():
                return "Verdict"
            case LeastOverlap():
                return "Least overlap"
            case MinimumTranslation():
                return "Translation"
            case _:
                return "Axes"

    def draw(self, canvas: Canvas, moment: Moment[Overlapping]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[Overlapping]) -> str:
        return words.explain(moment)

    def verdict(self, moment: Moment[Overlapping]) -> str:
        return words.verdict(moment)

    def stops_early(self, scene: Overlapping) -> bool:
        return True

    def question(self, moment: Moment[Overlapping]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[Overlapping]) -> Goal:
        """One inside the other."""
        a, b = moment.scene.a.world, moment.scene.b.world
        inside = contains(a, b)
        return Goal("Put B wholly inside A.", inside, "B is inside." if inside else "Part of B is outside.")
