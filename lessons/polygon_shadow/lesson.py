"""The lesson on the shadow of a shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import Interval, Trace, project_on_axis
from geometry.sat.projection import ShapeProjected, ShapeProjectionStep
from lessons.polygon_shadow import picture, words
from lessons.polygon_shadow.explanations import CAST, ENDS
from lessons.polygon_shadow.scene import ShapeAndAxis, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table
from viz.lesson.text import amount


class PolygonShadow(Lesson[ShapeAndAxis]):
    id = "polygon-shadow"
    title = "Shadow of a polygon"
    source = "SAT explained"
    summary = "The shadow of a whole shape is an interval, from one support point to the other."

    def presets(self) -> Mapping[str, ShapeAndAxis]:
        return presets()

    def run(self, scene: ShapeAndAxis) -> Trace[ShapeProjectionStep, Interval]:
        return project_on_axis.trace(scene.a.world, scene.axis.vector)

    def stage(self, step: ShapeProjectionStep) -> str:
        return "Shadow" if isinstance(step, ShapeProjected) else "Support points"

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndAxis]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[ShapeAndAxis]) -> str:
        return CAST if isinstance(moment.step, ShapeProjected) else ENDS

    def caption(self, moment: Moment[ShapeAndAxis]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[ShapeAndAxis]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return {"far": "far end", "near": "near end"}.get(field)

    def question(self, moment: Moment[ShapeAndAxis]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[ShapeAndAxis]) -> Goal | None:
        """The shortest shadow: it is reached with an edge along the light. A circle's is always the same."""
        a = moment.scene.a.world
        if len(a.points) == 1:
            return None
        least = min(project_on_axis(a, n).length for n in a.normals)
        now = moment.trace.result.length
        return Goal("Turn A until its shadow is shortest.", now <= 1.005 * least, f"Now {amount(now)}.")

    def table(self, moment: Moment[ShapeAndAxis]) -> Table:
        return words.table(moment)
