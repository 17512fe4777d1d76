"""The lesson on a moving circle and a point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from geometry import SweptImpact, Trace, Vector, swept_circle_point
from geometry.swept_circle.circle_point import CirclePointStep, QuadraticFormed
from geometry.vector import cross, length
from lessons.first_edition.moving_captions import fate_question, moving_stage, roots_question
from lessons.first_edition.moving_picture import ROOTS, WIDE
from lessons.swept_circle_point import picture, words
from lessons.swept_circle_point.scene import CircleAndPoint, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Follow, Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.text import amount

GRAZE = 0.03  # of the radius


class SweptCirclePoint(Lesson[CircleAndPoint]):
    id = "swept-circle-point"
    title = "Moving circle and point"
    source = "2D continuous collision"
    summary = "When a moving circle touches a point: a quadratic, two roots, and three questions to ask before it."

    def presets(self) -> Mapping[str, CircleAndPoint]:
        return presets()

    def run(self, scene: CircleAndPoint) -> Trace[CirclePointStep, SweptImpact]:
        return swept_circle_point.trace(scene.center, scene.radius, scene.motion, scene.p)

    def stage(self, step: CirclePointStep) -> str:
        return moving_stage(step)

    def panes(self) -> Sequence[Sequence[Pane]]:
        time = Pane("time", "the gap over time: drag the time", self.draw_time, share=0.4, take=self.take_time)
        return ((Pane("world", "", self.draw, is_world=True),), (time,))

    def draw(self, canvas: Canvas, moment: Moment[CircleAndPoint]) -> None:
        picture.draw(canvas, moment)

    def draw_time(self, canvas: Canvas, moment: Moment[CircleAndPoint]) -> None:
        picture.draw_time(canvas, moment)

    def take_time(self, moment: Moment[CircleAndPoint], at: Vector) -> Follow | None:
        """A press on the timeline sets the slider of time, and goes on setting it."""

        def follow(scene: CircleAndPoint, start: Vector, now: Vector) -> CircleAndPoint:
            low, high = picture.span(scene)
            return scene.with_field("time", float(np.clip(now[0] * (high - low) / WIDE, 0.0, 1.0)))

        return follow

    def explain(self, moment: Moment[CircleAndPoint]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[CircleAndPoint]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[CircleAndPoint]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return ROOTS.get(field) if isinstance(value, float) else None

    def question(self, moment: Moment[CircleAndPoint]) -> Question | None:
        """What becomes of the motion; and how many of the roots count."""
        if isinstance(moment.step, QuadraticFormed):
            return roots_question(moment.trace)
        return None if moment.index else fate_question("Will A touch p on its way?", moment.trace.result)

    def goal(self, moment: Moment[CircleAndPoint]) -> Goal:
        """Two roots that are nearly one."""
        scene, text = moment.scene, "Let A graze p: make the two roots nearly one."
        if length(scene.motion) == 0.0:
            return Goal(text, False, "A does not move.")
        passing = abs(cross(scene.p - scene.center, scene.motion)) / length(scene.motion)
        reached = abs(passing - scene.radius) <= GRAZE * scene.radius
        return Goal(text, reached, f"The path passes at {amount(passing)}; R is {amount(scene.radius)}.")

    def table(self, moment: Moment[CircleAndPoint]) -> Table:
        return words.table(moment)
