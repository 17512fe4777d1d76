"""The lesson on a circle against an upright box."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Trace
from geometry.primitives.circle_aabb import (
    CircleAabbStep,
    circle_aabb,
)
from geometry.primitives.contact import PairResult
from lessons.circle_aabb import picture
from lessons.circle_aabb.explanations import EXPLAINED
from lessons.circle_aabb.scene import BoxAndCircle, presets
from viz import axis_words, box_words
from viz.canvas import Canvas
from viz.lesson import Lesson, Moment
from viz.question import Goal


class CircleAabb(Lesson[BoxAndCircle]):
    id = "circle-aabb"
    title = "Circle and upright box"
    source = "Collision detection for dummies"
    summary = "Clamp the centre to the box and measure from there; from inside, the nearest face decides."

    def presets(self) -> Mapping[str, BoxAndCircle]:
        return presets()

    def run(self, scene: BoxAndCircle) -> Trace[CircleAabbStep, PairResult]:
        return circle_aabb.trace(scene.around().bounds(), scene.b.world)

    def stage(self, step: CircleAabbStep) -> str:
        return box_words.STAGES[type(step)]

    def draw(self, canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[BoxAndCircle]) -> str:
        return EXPLAINED[type(moment.step)]

    def caption(self, moment: Moment[BoxAndCircle]) -> str:
        return box_words.caption(moment.step)

    def goal(self, moment: Moment[BoxAndCircle]) -> Goal:
        """Just touching."""
        return axis_words.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def situation(self, moment: Moment[BoxAndCircle]) -> str:
        return box_words.situation(moment.trace.result, is_last=moment.is_last)
