"""The lesson on the Minkowski sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Sum, Trace, minkowski_sum, overlaps, point
from geometry.minkowski.sum import EdgeLaid, StartFound, SumStep
from lessons.first_edition import laying_captions
from lessons.minkowski_sum import picture, words
from lessons.minkowski_sum.scene import Swept, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table


class MinkowskiSum(Lesson[Swept]):
    id = "minkowski-sum"
    title = "Minkowski sum"
    source = "Rounding collider corners"
    summary = "Carry one shape round another: the edges of both, sorted by direction, and reaches that add."

    def presets(self) -> Mapping[str, Swept]:
        return presets()

    def run(self, scene: Swept) -> Trace[SumStep, Sum]:
        return minkowski_sum.trace(scene.a.world, scene.moving)

    def stage(self, step: SumStep) -> str:
        return {StartFound: "Sweep", EdgeLaid: "Edges"}.get(type(step), "Sum")

    def panes(self) -> Sequence[Sequence[Pane]]:
        reaches = Pane("reaches", "reach along the axis", self.draw_reaches, share=0.32)
        return ((Pane("world", "", self.draw, is_world=True),), (reaches,))

    def draw(self, canvas: Canvas, moment: Moment[Swept]) -> None:
        picture.draw(canvas, moment)

    def draw_reaches(self, canvas: Canvas, moment: Moment[Swept]) -> None:
        picture.draw_reaches(canvas, moment)

    def explain(self, moment: Moment[Swept]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Swept]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Swept]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return laying_captions.feature_of(field, value, ("A", "B"))

    def question(self, moment: Moment[Swept]) -> Question | None:
        return laying_captions.next_question(moment, moment.scene.operands, turned=False)

    def goal(self, moment: Moment[Swept]) -> Goal:
        """The reference point out of B: then the sum reaches less far than A somewhere, and only then."""
        inside = overlaps(moment.scene.b.world, point(moment.scene.reference))
        now = "A lies within the sum." if inside else "Part of A is outside the sum."
        return Goal("Put the reference point where the sum no longer holds all of A.", not inside, now)

    def table(self, moment: Moment[Swept]) -> Table:
        return words.table(moment)
