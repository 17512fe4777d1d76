"""The lesson on projecting a point on a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import PointOnLine, Trace, project_on_line
from geometry.sat.projection import PointOnLineStep
from lessons.point_on_line import picture, words
from lessons.point_on_line.scene import PointAndLine, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table
from viz.lesson.text import amount


class PointOnLineLesson(Lesson[PointAndLine]):
    id = "point-on-line"
    title = "Point on a line"
    source = "SAT explained"
    summary = "Where the shadow of a point falls on a line, one product at a time."

    def presets(self) -> Mapping[str, PointAndLine]:
        return presets()

    def run(self, scene: PointAndLine) -> Trace[PointOnLineStep, PointOnLine]:
        return project_on_line.trace(scene.a, scene.b, scene.c)

    def stage(self, step: PointOnLineStep) -> str:
        return words.QUANTITIES[type(step)].stage

    def draw(self, canvas: Canvas, moment: Moment[PointAndLine]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[PointAndLine]) -> str:
        return words.explanation(moment)

    def caption(self, moment: Moment[PointAndLine]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[PointAndLine]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return words.FEATURES.get(field)

    def question(self, moment: Moment[PointAndLine]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[PointAndLine]) -> Goal | None:
        """Half way between a and b; its number would answer the question."""
        if words.question(moment) is not None:
            return None
        answer = moment.trace.answer
        if answer is None:
            return Goal("Pull a and b apart, so that there is a line.", False, "They coincide.")
        reached = abs(answer.fraction - 0.5) <= 0.01
        return Goal("Bring the shadow of c half way from a to b.", reached, f"Fraction {amount(answer.fraction)}.")

    def table(self, moment: Moment[PointAndLine]) -> Table:
        return words.table(moment)
