"""The lesson on a moving point and a wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geometry import Outcome, SweptImpact, Trace, swept_point_segment
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.point_segment import CrossProducts, LinesMet, PointSegmentStep
from lessons.ray_segment import picture, words
from lessons.ray_segment.faulty import crossing
from lessons.ray_segment.scene import PointAndWall, presets
from viz.canvas import Canvas
from viz.lesson import Lesson, Moment, Pane
from viz.moving_words import fate_question, moving_stage
from viz.question import Goal, Question
from viz.table import Table
from viz.text import amount

MIDDLE = 0.02  # of the wall, either side


class RaySegment(Lesson[PointAndWall]):
    id = "ray-segment"
    title = "Moving point and wall"
    source = "2D continuous collision"
    summary = "Where a path crosses a wall: two ratios of cross products, both between 0 and 1, and no root."

    def presets(self) -> Mapping[str, PointAndWall]:
        return presets()

    def run(self, scene: PointAndWall) -> Trace[PointSegmentStep, SweptImpact]:
        return swept_point_segment.trace(scene.p, scene.motion, scene.c, scene.d)

    def stage(self, step: PointSegmentStep) -> str:
        if words.is_end(step):
            return "End"
        match step:
            case CrossProducts():
                return "Cross products"
            case LinesMet():
                return "Meeting"
            case QuadraticFormed() | RootsFound():
                return "End"
            case _:
                return moving_stage(step)

    def panes(self) -> Sequence[Sequence[Pane]]:
        numbers = Pane("numbers", "both between 0 and 1?", self.draw_numbers, share=0.34)
        return ((Pane("world", "", self.draw, is_world=True),), (numbers,))

    def draw(self, canvas: Canvas, moment: Moment[PointAndWall]) -> None:
        picture.draw(canvas, moment)

    def draw_numbers(self, canvas: Canvas, moment: Moment[PointAndWall]) -> None:
        picture.draw_numbers(canvas, moment)

    def explain(self, moment: Moment[PointAndWall]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[PointAndWall]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[PointAndWall]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[PointAndWall]) -> Question | None:
        """What becomes of the point."""
        return None if moment.index else fate_question("Will the point meet the wall?", moment.trace.result)

    def goal(self, moment: Moment[PointAndWall]) -> Goal:
        """The middle of the wall."""
        scene, text = moment.scene, "Hit the wall in its middle: u = 0.50."
        found = crossing(scene.p, scene.motion, scene.c, scene.d)
        if found is None or moment.trace.result.outcome is not Outcome.HIT:
            return Goal(text, False, "The wall is not hit on the way.")
        return Goal(text, abs(found[1] - 0.5) <= MIDDLE, f"Now u = {amount(found[1])}.")

    def table(self, moment: Moment[PointAndWall]) -> Table:
        return words.table(moment)
