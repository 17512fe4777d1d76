"""The lesson on the Minkowski difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Difference, Trace, minkowski_difference
from geometry.minkowski.difference import DifferenceStep
from geometry.minkowski.sum import EdgeLaid, StartFound
from lessons.first_edition import laying_captions
from lessons.first_edition.difference import take_difference
from lessons.minkowski_difference import picture, space, words
from lessons.minkowski_difference.scene import Compared, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table


class MinkowskiDifference(Lesson[Compared]):
    id = "minkowski-difference"
    title = "Minkowski difference"
    source = "Collision detection for dummies"
    summary = "All of A minus all of B: the shapes overlap where it holds the origin, and its edges are theirs."

    def presets(self) -> Mapping[str, Compared]:
        return presets()

    def run(self, scene: Compared) -> Trace[DifferenceStep, Difference]:
        return minkowski_difference.trace(*scene.shapes)

    def stage(self, step: DifferenceStep) -> str:
        return {StartFound: "Start", EdgeLaid: "Edges"}.get(type(step), "The origin")

    def panes(self) -> Sequence[Sequence[Pane]]:
        beside = Pane("space", "Minkowski space: drag the difference", self.draw_difference, take=take_difference)
        return ((Pane("world", "", self.draw, is_world=True), beside),)

    def draw(self, canvas: Canvas, moment: Moment[Compared]) -> None:
        picture.draw(canvas, moment)

    def draw_difference(self, canvas: Canvas, moment: Moment[Compared]) -> None:
        space.draw(canvas, moment)

    def explain(self, moment: Moment[Compared]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Compared]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Compared]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return laying_captions.feature_of(field, value, ("A", "B"))

    def feature_in(self, moment: Moment[Compared], field: str, value: Any) -> str | None:
        return laying_captions.feature_of(field, value, moment.scene.letters)

    def question(self, moment: Moment[Compared]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[Compared]) -> Goal | None:
        return words.goal(moment)

    def table(self, moment: Moment[Compared]) -> Table:
        return words.table(moment)
