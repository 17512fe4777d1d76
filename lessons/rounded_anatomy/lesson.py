"""The lesson on the parts of a rounded shape."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Trace
from geometry.contact.rounded_parts import AnatomyStep, Core, CornerTurned, EdgeMovedOut, RoundedParts, rounded_parts
from lessons.rounded_anatomy import picture, words
from lessons.rounded_anatomy.scene import Rounding, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table


class RoundedAnatomy(Lesson[Rounding]):
    id = "rounded-anatomy"
    title = "Rounded anatomy"
    source = "Rounding collider corners"
    summary = "An inner polygon, its edges moved out by the radius, and an arc at every corner."

    def presets(self) -> Mapping[str, Rounding]:
        return presets()

    def run(self, scene: Rounding) -> Trace[AnatomyStep, RoundedParts]:
        return rounded_parts.trace(scene.rounded)

    def stage(self, step: AnatomyStep) -> str:
        match step:
            case Core():
                return "Inner"
            case EdgeMovedOut():
                return "Edges"
            case CornerTurned():
                return "Corners"
            case _:
                return "Whole"

    def draw(self, canvas: Canvas, moment: Moment[Rounding]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[Rounding]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Rounding]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Rounding]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[Rounding]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[Rounding]) -> Goal:
        return words.goal(moment)

    def table(self, moment: Moment[Rounding]) -> Table:
        return words.table(moment)
