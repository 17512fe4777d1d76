"""The lesson on two moving circles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Outcome, SweptImpact, Trace, swept_circle_circle, swept_point_segment
from geometry.swept_circle.circle_point import CircleCircleStep, QuadraticFormed
from lessons.first_edition.moving_captions import fate_question, moving_stage, roots_question
from lessons.first_edition.moving_picture import ROOTS
from lessons.swept_circles import picture, seen_picture, words
from lessons.swept_circles.scene import MovingCircles, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table


class SweptCircles(Lesson[MovingCircles]):
    id = "swept-circles"
    title = "Two moving circles"
    source = "2D continuous collision"
    summary = "Seen from B only A moves, by the difference of the motions: a point against the summed radius."

    def presets(self) -> Mapping[str, MovingCircles]:
        return presets()

    def run(self, scene: MovingCircles) -> Trace[CircleCircleStep, SweptImpact]:
        return swept_circle_circle.trace(
            scene.center, scene.radius, scene.motion, scene.center_b, scene.radius_b, scene.motion_b
        )

    def stage(self, step: CircleCircleStep) -> str:
        return moving_stage(step)

    def panes(self) -> Sequence[Sequence[Pane]]:
        seen = Pane("seen", "As seen from B", self.draw_seen)
        return ((Pane("world", "", self.draw, is_world=True), seen),)

    def draw(self, canvas: Canvas, moment: Moment[MovingCircles]) -> None:
        picture.draw(canvas, moment)

    def draw_seen(self, canvas: Canvas, moment: Moment[MovingCircles]) -> None:
        seen_picture.draw(canvas, moment)

    def explain(self, moment: Moment[MovingCircles]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[MovingCircles]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[MovingCircles]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return ROOTS.get(field) if isinstance(value, float) else None

    def question(self, moment: Moment[MovingCircles]) -> Question | None:
        """What becomes of them; and how many of the roots count."""
        if isinstance(moment.step, QuadraticFormed):
            return roots_question(moment.trace)
        return None if moment.index else fate_question("Will A and B touch on their ways?", moment.trace.result)

    def goal(self, moment: Moment[MovingCircles]) -> Goal:
        """Crossing ways are no contact."""
        scene, text = moment.scene, "Let the ways cross each other without a contact."
        crossing = swept_point_segment(scene.center, scene.motion, scene.center_b, scene.b_to)
        apart = moment.trace.result.outcome is Outcome.SEPARATED
        if crossing.outcome is Outcome.SEPARATED:
            return Goal(text, False, "The ways of the centres do not cross.")
        return Goal(text, apart, "They cross without a contact." if apart else "They cross, and the circles touch.")

    def table(self, moment: Moment[MovingCircles]) -> Table:
        return words.table(moment)
