"""The lesson on projecting a vector on a vector."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import Trace, Vector, project_on_vector
from geometry.sat.projection import VectorProjectionStep
from geometry.vector import length
from lessons.vector_projection import picture, words
from lessons.vector_projection.explanations import STAGES
from lessons.vector_projection.scene import TwoVectors, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table
from viz.lesson.text import amount


class VectorProjection(Lesson[TwoVectors]):
    id = "vector-projection"
    title = "Vector on a vector"
    source = "SAT explained"
    summary = "The scalar projection is a signed length; without a unit vector it is no length at all."

    def presets(self) -> Mapping[str, TwoVectors]:
        return presets()

    def run(self, scene: TwoVectors) -> Trace[VectorProjectionStep, Vector]:
        return project_on_vector.trace(scene.a - scene.o, scene.b - scene.o)

    def stage(self, step: VectorProjectionStep) -> str:
        return STAGES[type(step)]

    def draw(self, canvas: Canvas, moment: Moment[TwoVectors]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[TwoVectors]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[TwoVectors]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[TwoVectors]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return {"unit": "unit", "scalar": "scalar", "projection": "scalar"}.get(field)

    def question(self, moment: Moment[TwoVectors]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[TwoVectors]) -> Goal:
        """A right angle."""
        a, b = moment.scene.a - moment.scene.o, moment.scene.b - moment.scene.o
        sizes = length(a) * length(b)
        cosine = float(a @ b) / sizes if sizes > 0.0 else 1.0
        return Goal("Turn a until its shadow on b vanishes.", abs(cosine) <= 0.02, f"Cosine {amount(cosine)}.")

    def table(self, moment: Moment[TwoVectors]) -> Table:
        return words.table(moment)
