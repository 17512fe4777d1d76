"""The lesson on a moving point and a wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from geometry import Outcome, SweptImpact, Trace, Vector, swept_point_segment
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, LinesMet, PointSegmentStep
from geometry.swept_circle.steps import SegmentFeature
from lessons.first_edition.moving_captions import fate_question, moving_stage
from lessons.ray_segment import picture, time_picture, words
from lessons.ray_segment.faulty import fractions
from lessons.ray_segment.scene import PARTS, PointAndWall, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Follow, Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.text import amount

LATE = 0.9


class RaySegment(Lesson[PointAndWall]):
    id = "ray-segment"
    title = "Moving point and wall"
    source = "2D continuous collision"
    summary = "Two cross products divided by a third say when and where a point meets a wall: no root."

    def presets(self) -> Mapping[str, PointAndWall]:
        return presets()

    def run(self, scene: PointAndWall) -> Trace[PointSegmentStep, SweptImpact]:
        return swept_point_segment.trace(scene.start, scene.motion, scene.c, scene.d)

    def stage(self, step: PointSegmentStep) -> str:
        if getattr(step, "cap", None) is not None:
            return "End"
        match step:
            case CrossProducts():
                return "Cross products"
            case LinesMet():
                return "Fractions"
            case CapChosen() | QuadraticFormed() | RootsFound():
                return "End"
            case _:
                return moving_stage(step)

    def panes(self) -> Sequence[Sequence[Pane]]:
        time = Pane("time", "both fractions: drag the time", self.draw_time, share=0.42, take=self.take_time)
        return ((Pane("world", "", self.draw, is_world=True),), (time,))

    def draw(self, canvas: Canvas, moment: Moment[PointAndWall]) -> None:
        picture.draw(canvas, moment)

    def draw_time(self, canvas: Canvas, moment: Moment[PointAndWall]) -> None:
        time_picture.draw(canvas, moment)

    def take_time(self, moment: Moment[PointAndWall], at: Vector) -> Follow | None:
        """A press on the timeline sets the slider of time, and goes on setting it."""
        wide = time_picture.unit_of_time(moment.scene)

        def follow(scene: PointAndWall, start: Vector, now: Vector) -> PointAndWall:
            return scene.with_field("time", float(np.clip(now[0] / wide, 0.0, 1.0)))

        return follow

    def explain(self, moment: Moment[PointAndWall]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[PointAndWall]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[PointAndWall]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        if isinstance(value, SegmentFeature):
            return PARTS[value]
        return {**words.AREAS, "fraction": "t", "place": "u"}.get(field)

    def question(self, moment: Moment[PointAndWall]) -> Question | None:
        """What becomes of the motion; and on the wall's line, which end comes first."""
        if moment.index == 0:
            return fate_question("Will A meet the wall on its way?", moment.trace.result)
        step, rest = moment.step, moment.trace.steps[moment.index + 1 :]
        if isinstance(step, CrossProducts) and rest and isinstance(rest[0], CapChosen):
            part = PARTS[rest[0].feature]
            text = "A runs along the wall's own line. What of the wall could it meet first?"
            return Question(text, frozenset((part,)), f"The {part} is the nearer one.")
        return None

    def goal(self, moment: Moment[PointAndWall]) -> Goal:
        """A hit late on the way, and late on the wall."""
        scene, text = moment.scene, f"Hit the wall with both fractions above {LATE}."
        found = fractions(scene.start, scene.motion, scene.c, scene.d)
        if found is None:
            return Goal(text, False, "Path and wall are parallel.")
        t, u = found
        reached = moment.trace.result.outcome is Outcome.HIT and min(t, u) > LATE
        return Goal(text, reached, f"Now t = {amount(t)} and u = {amount(u)}.")

    def table(self, moment: Moment[PointAndWall]) -> Table:
        return words.table(moment)
