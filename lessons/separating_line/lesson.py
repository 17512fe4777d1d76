"""The lesson on a line between two shapes."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Trace
from geometry.sat.separating_line import LineVerdict, SideStep, line_separates
from lessons.separating_line import picture, words
from lessons.separating_line.scene import ShapesAndLine, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table
from viz.lesson.text import signed


class SeparatingLine(Lesson[ShapesAndLine]):
    id = "separating-line"
    title = "A line between"
    source = "Rounding collider corners"
    summary = "Put a line between two shapes by hand: possible exactly when they do not touch."

    def presets(self) -> Mapping[str, ShapesAndLine]:
        return presets()

    def run(self, scene: ShapesAndLine) -> Trace[SideStep, LineVerdict]:
        return line_separates.trace(scene.a.world, scene.b.world, scene.line.start, scene.line.end)

    def stage(self, step: SideStep) -> str:
        return "Verdict" if isinstance(step, LineVerdict) else f"Side of {step.owner.value}"

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndLine]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[ShapesAndLine]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[ShapesAndLine]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[ShapesAndLine]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[ShapesAndLine]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[ShapesAndLine]) -> Goal:
        """A line between."""
        verdict = moment.trace.result
        return Goal("Separate A from B with the line.", verdict.separates, f"Room {signed(verdict.room)}.")

    def table(self, moment: Moment[ShapesAndLine]) -> Table:
        return words.table(moment)
