"""The lesson on a circle against an upright box."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Trace
from geometry.primitives.circle_aabb import (
    CircleAabbStep,
    circle_aabb,
)
from geometry.primitives.contact import PairResult
from lessons.circle_aabb import picture, words
from lessons.circle_aabb.explanations import BY_SIDE, EXPLAINED
from lessons.circle_aabb.scene import BoxAndCircle, presets
from lessons.circle_aabb.words import by_side
from lessons.first_edition import axis_captions, box_captions
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question


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
        return box_captions.STAGES[type(step)]

    def draw(self, canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[BoxAndCircle]) -> str:
        is_last = isinstance(moment.step, PairResult)
        return BY_SIDE if is_last and by_side(moment) is not None else EXPLAINED[type(moment.step)]

    def caption(self, moment: Moment[BoxAndCircle]) -> str:
        return words.caption(moment)

    def question(self, moment: Moment[BoxAndCircle]) -> Question | None:
        return box_captions.question(moment.trace, moment.step)

    def goal(self, moment: Moment[BoxAndCircle]) -> Goal:
        """Just touching."""
        return axis_captions.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def situation(self, moment: Moment[BoxAndCircle]) -> str:
        return box_captions.situation(moment.trace.result, is_last=moment.is_last)
