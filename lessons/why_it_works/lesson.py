"""The lesson on why edge normals are enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Trace
from geometry.minkowski.difference import Difference, DifferenceStep, minkowski_difference
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.vector import length
from lessons.first_edition import axis_captions, laying_captions
from lessons.why_it_works import picture, words
from lessons.why_it_works.explanations import EXPLAINED
from lessons.why_it_works.scene import presets
from lessons.why_it_works.words import decisive
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.scene import TwoShapes


class WhyItWorks(Lesson[TwoShapes]):
    id = "why-it-works"
    title = "Why it works"
    source = "Rounding collider corners"
    summary = "A + (-B) has no other edges than those of A and of B, so no other axes need testing."

    def presets(self) -> Mapping[str, TwoShapes]:
        return presets()

    def run(self, scene: TwoShapes) -> Trace[DifferenceStep, Difference]:
        return minkowski_difference.trace(scene.a.world, scene.b.world)

    def stage(self, step: DifferenceStep) -> str:
        return {StartFound: "Start", EdgeLaid: "Edges"}.get(type(step), "The origin")

    def panes(self) -> Sequence[Sequence[Pane]]:
        difference = Pane("difference", "A + (−B): every point of A minus every point of B", self.draw_difference)
        return ((Pane("world", "", self.draw, is_world=True),), (difference,))

    def draw(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        picture.draw(canvas, moment)

    def draw_difference(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        picture.draw_difference(canvas, moment)

    def explain(self, moment: Moment[TwoShapes]) -> str:
        return EXPLAINED[type(moment.step)]

    def caption(self, moment: Moment[TwoShapes]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[TwoShapes]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return laying_captions.feature_of(field, value, ("A", "B"))

    def question(self, moment: Moment[TwoShapes]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[TwoShapes]) -> Goal:
        """The origin on the boundary."""
        answer: Difference = moment.trace.result
        beyond = decisive(answer)[1] if answer.edges else length(answer.points[0]) - answer.radius
        return axis_captions.touching_goal(beyond, moment.scene.a.world)

    def table(self, moment: Moment[TwoShapes]) -> Table:
        return words.table(moment)
