"""The lesson on GJK."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import GjkDistance, SupportTaken, Trace, gjk, support_ties
from geometry.minkowski.gjk import GjkStep
from lessons.first_edition import gjk_captions, gjk_picture
from lessons.first_edition.difference import take_difference, vertex_feature
from lessons.gjk.scene import Searched, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table


class GjkLesson(Lesson[Searched]):
    id = "gjk"
    title = "GJK"
    source = "Rounding collider corners"
    summary = "The distance from support points alone: a simplex walks to the point nearest to the origin."

    def presets(self) -> Mapping[str, Searched]:
        return presets()

    def run(self, scene: Searched) -> Trace[GjkStep, GjkDistance]:
        first, second = scene.shapes
        return gjk.trace(first, second, start=scene.pairs_before() if scene.warm else None)

    def stage(self, step: GjkStep) -> str:
        return gjk_captions.stage(step)

    def panes(self) -> Sequence[Sequence[Pane]]:
        space = Pane("space", "Minkowski space: drag the difference", self.draw_space, take=take_difference)
        return ((Pane("world", "", self.draw, is_world=True), space),)

    def draw(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        gjk_picture.draw(canvas, moment)

    def draw_space(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        gjk_picture.draw_space(canvas, moment)

    def explain(self, moment: Moment[Searched]) -> str:
        return gjk_captions.explain(moment)

    def caption(self, moment: Moment[Searched]) -> str:
        scene, also = moment.scene, ""
        if scene.warm and isinstance(moment.step, GjkDistance):
            cold = gjk(*scene.shapes)
            also = f"; from a cold start {cold.supports} and {cold.dots}"
        return gjk_captions.caption(moment, also)

    def situation(self, moment: Moment[Searched]) -> str:
        return gjk_captions.situation(moment)

    def question(self, moment: Moment[Searched]) -> Question | None:
        """Which vertex will support the next search."""
        first = moment.scene.operands[0]
        following = moment.trace.steps[moment.index + 1] if moment.index == 0 and len(moment.trace) > 1 else None
        if not isinstance(following, SupportTaken) or len(first.world.points) < 2:
            return None
        ties = support_ties(first.world, following.direction)
        answers = frozenset(f"vertex {tie.index} of {first.letter}" for tie in ties)
        because = f"Towards the origin {' and '.join(sorted(answers))} reaches furthest."
        return Question(f"Which vertex of {first.letter} gives the next point?", answers, because)

    def goal(self, moment: Moment[Searched]) -> Goal:
        """A scene that takes its time."""
        rounds = moment.trace.result.iterations
        return Goal("Make GJK take five rounds.", rounds >= 5, f"Now {rounds}.")

    def feature_in(self, moment: Moment[Searched], field: str, value: Any) -> str | None:
        return vertex_feature(moment.scene, field, value)

    def table(self, moment: Moment[Searched]) -> Table:
        return gjk_captions.table(moment)
