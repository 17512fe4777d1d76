"""The lesson on two boxes."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Trace
from geometry.primitives.box_box import BoxBoxStep, CornersTested, FaceTested, ReferenceFound, box_box
from geometry.primitives.contact import PairResult
from lessons.box_box import picture, words
from lessons.box_box.scene import TwoBoxes, presets
from lessons.first_edition import axis_captions
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table


class BoxBox(Lesson[TwoBoxes]):
    id = "box-box"
    title = "Two boxes"
    source = "Shapes and collision detection"
    summary = "Eight faces, each against one support point; the greatest separation wins, and owns the contact."

    def presets(self) -> Mapping[str, TwoBoxes]:
        return presets()

    def run(self, scene: TwoBoxes) -> Trace[BoxBoxStep, PairResult]:
        return box_box.trace(scene.a.world, scene.b.world)

    def stage(self, step: BoxBoxStep) -> str:
        if isinstance(step, FaceTested):
            return f"Faces of {step.owner.value}"
        return {ReferenceFound: "Reference face", CornersTested: "Corners", PairResult: "Contact"}[type(step)]

    def draw(self, canvas: Canvas, moment: Moment[TwoBoxes]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[TwoBoxes]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[TwoBoxes]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[TwoBoxes]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[TwoBoxes]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[TwoBoxes]) -> Goal:
        """Just touching."""
        return axis_captions.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def table(self, moment: Moment[TwoBoxes]) -> Table:
        return words.table(moment)
