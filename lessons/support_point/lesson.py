"""The lesson on support points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import SupportPoint, Trace, support_ties
from geometry.sat.support import SupportStep, VertexMeasured
from lessons.support_point import picture, words
from lessons.support_point.scene import ShapeAndDirection, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table


class SupportPointLesson(Lesson[ShapeAndDirection]):
    id = "support-point"
    title = "Support point"
    source = "SAT explained"
    summary = "The vertex with the greatest dot product is the furthest; where an edge faces the direction, two are."

    def presets(self) -> Mapping[str, ShapeAndDirection]:
        return presets()

    def run(self, scene: ShapeAndDirection) -> Trace[SupportStep, tuple[SupportPoint, ...]]:
        return support_ties.trace(scene.a.world, scene.direction.vector)

    def stage(self, step: SupportStep) -> str:
        return "Vertices" if isinstance(step, VertexMeasured) else "Support"

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndDirection]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[ShapeAndDirection]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[ShapeAndDirection]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[ShapeAndDirection]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return f"vertex {value} of A" if field in ("index", "best") else None

    def question(self, moment: Moment[ShapeAndDirection]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[ShapeAndDirection]) -> Goal | None:
        """A tie; a circle has none."""
        if len(moment.scene.a.shape.points) == 1:
            return None
        count = len(moment.trace.result)
        words = "one support point" if count == 1 else f"{count} support points"
        return Goal("Turn A until an edge faces the direction (Shift snaps).", count > 1, f"Now {words}.")

    def table(self, moment: Moment[ShapeAndDirection]) -> Table:
        return words.table(moment)
