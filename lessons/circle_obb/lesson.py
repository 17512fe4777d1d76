"""The lesson on a circle against a turned box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geometry import Trace
from geometry.primitives.circle_obb import (
    CircleObbStep,
    circle_obb,
)
from geometry.primitives.contact import PairResult
from lessons.circle_obb import picture, words
from lessons.circle_obb.scene import BoxAndCircle, presets
from lessons.circle_obb.words import STAGES
from lessons.first_edition import axis_captions, box_captions
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question


class CircleObb(Lesson[BoxAndCircle]):
    id = "circle-obb"
    title = "Circle and turned box"
    source = "Shapes and collision detection"
    summary = "Carry the circle into the box's own space, where the box is upright; the answer is carried back."

    def presets(self) -> Mapping[str, BoxAndCircle]:
        return presets()

    def run(self, scene: BoxAndCircle) -> Trace[CircleObbStep, PairResult]:
        return circle_obb.trace(scene.a.world, scene.b.world)

    def stage(self, step: CircleObbStep) -> str:
        return STAGES.get(type(step)) or box_captions.STAGES[type(step)]

    def panes(self) -> Sequence[Sequence[Pane]]:
        space = Pane("space", "the box's own space: its middle is the origin", self.draw_space)
        return ((Pane("world", "", self.draw, is_world=True),), (space,))

    def draw(self, canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
        picture.draw(canvas, moment)

    def draw_space(self, canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
        picture.draw_space(canvas, moment)

    def explain(self, moment: Moment[BoxAndCircle]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[BoxAndCircle]) -> str:
        return words.caption(moment)

    def question(self, moment: Moment[BoxAndCircle]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[BoxAndCircle]) -> Goal:
        """Just touching."""
        return axis_captions.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def situation(self, moment: Moment[BoxAndCircle]) -> str:
        return words.situation(moment)
