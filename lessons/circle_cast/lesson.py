"""The lesson on casting a circle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import CircleCast, Feature, Outcome, RayCast, Trace, circle_cast, point_query
from geometry.query.circle_cast import ShapeGrown
from lessons.circle_cast import picture, words
from lessons.circle_cast.scene import CircleOnItsWay, presets
from lessons.first_edition.query_captions import feature_name
from lessons.first_edition.ray_captions import ray_stage
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.text import amount

LATE = 0.95  # of the way


class CircleCastLesson(Lesson[CircleOnItsWay]):
    id = "circle-cast"
    title = "Circle cast"
    source = "Rounding collider corners"
    summary = "The radius moves from the circle to the shape, and the moving circle becomes a ray."

    def presets(self) -> Mapping[str, CircleOnItsWay]:
        return presets()

    def run(self, scene: CircleOnItsWay) -> Trace[Any, Any]:
        """The cast; of a circle that goes nowhere, the point query of its centre."""
        ray = scene.ray
        if ray is None:
            return point_query.trace(scene.grown, scene.center)
        return circle_cast.trace(scene.a.world, ray, scene.radius)

    def stage(self, step: Any) -> str:
        match step:
            case ShapeGrown():
                return "Grow"
            case CircleCast():
                return "Circle"
            case _:
                return "Point query" if words.is_query(step) else ray_stage(step)

    def panes(self) -> Sequence[Sequence[Pane]]:
        grown = Pane("grown", "The radius on A: a ray", self.draw_grown, share=1.3)
        return ((Pane("world", "", self.draw, is_world=True), grown),)

    def draw(self, canvas: Canvas, moment: Moment[CircleOnItsWay]) -> None:
        picture.draw(canvas, moment)

    def draw_grown(self, canvas: Canvas, moment: Moment[CircleOnItsWay]) -> None:
        picture.draw_grown(canvas, moment)

    def explain(self, moment: Moment[CircleOnItsWay]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[CircleOnItsWay]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[CircleOnItsWay]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        if isinstance(value, Feature):
            return f"{feature_name(value)} of A"
        if field in ("edge", "vertex", "corner") and isinstance(value, int):
            return f"{'edge' if field == 'edge' else 'vertex'} {value} of A"
        return None

    def question(self, moment: Moment[CircleOnItsWay]) -> Question | None:
        """What B touches first; and what a ray would have found that forgets the radius."""
        answer = moment.trace.result
        if isinstance(moment.step, RayCast):
            return words.question(moment)
        if moment.index or not isinstance(answer, CircleCast) or answer.outcome is not Outcome.HIT:
            return None
        assert answer.cast.feature is not None
        name = f"{feature_name(answer.cast.feature)} of A"
        return Question("Which edge or corner of A will B touch first?", frozenset((name,)), f"B touches {name}.")

    def goal(self, moment: Moment[CircleOnItsWay]) -> Goal:
        """A hit as late as can be."""
        text = "Let B touch A only at the end of its way."
        answer = (moment if moment.parent is None else moment.parent).trace.result
        if not isinstance(answer, CircleCast) or answer.outcome is not Outcome.HIT:
            return Goal(text, False, "B does not move up to A.")
        assert answer.fraction is not None
        return Goal(text, answer.fraction >= LATE, f"Now after {amount(answer.fraction)} of it.")

    def table(self, moment: Moment[CircleOnItsWay]) -> Table | None:
        return words.table(moment)
