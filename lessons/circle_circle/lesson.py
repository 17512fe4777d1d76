"""The lesson on two circles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geometry import Trace
from geometry.primitives.circle_circle import (
    CircleCircleStep,
    circle_circle,
)
from geometry.primitives.contact import PairResult
from lessons.circle_circle import picture, words
from lessons.circle_circle.scene import TwoCircles, presets
from lessons.circle_circle.words import STAGES
from lessons.first_edition import axis_captions
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table


class CircleCircle(Lesson[TwoCircles]):
    id = "circle-circle"
    title = "Two circles"
    source = "Collision detection for dummies"
    summary = "The distance of the centres against the sum of the radii, and the normal that parts them."

    def presets(self) -> Mapping[str, TwoCircles]:
        return presets()

    def run(self, scene: TwoCircles) -> Trace[CircleCircleStep, PairResult]:
        return circle_circle.trace(scene.a.world, scene.b.world)

    def stage(self, step: CircleCircleStep) -> str:
        return STAGES[type(step)]

    def panes(self) -> Sequence[Sequence[Pane]]:
        line = Pane("line", "the distance against the sum of the radii", self.draw_line, share=0.26)
        return ((Pane("world", "", self.draw, is_world=True),), (line,))

    def draw(self, canvas: Canvas, moment: Moment[TwoCircles]) -> None:
        picture.draw(canvas, moment)

    def draw_line(self, canvas: Canvas, moment: Moment[TwoCircles]) -> None:
        picture.draw_line(canvas, moment)

    def explain(self, moment: Moment[TwoCircles]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[TwoCircles]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[TwoCircles]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[TwoCircles]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[TwoCircles]) -> Goal | None:
        """Just touching; its number would answer the question."""
        if words.question(moment) is not None:
            return None
        return axis_captions.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def table(self, moment: Moment[TwoCircles]) -> Table:
        return words.table(moment)
