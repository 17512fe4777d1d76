"""The lesson on a moving circle and a wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from geometry import Outcome, SweptImpact, Trace, Vector, swept_circle_segment
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.circle_segment import CapChosen, CircleSegmentStep, SlabCrossed, WallMeasured
from geometry.swept_circle.steps import Approached, SegmentFeature
from lessons.first_edition.moving_captions import moving_stage
from lessons.swept_circle_segment import grown_picture, picture, tasks, time_picture, words
from lessons.swept_circle_segment.scene import MOMENTS, PARTS, CircleAndWall, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Follow, Goal, Lesson, Moment, Pane, Question, Table


class SweptCircleSegment(Lesson[CircleAndWall]):
    id = "swept-circle-segment"
    title = "Moving circle and wall"
    source = "2D continuous collision"
    summary = "A wall fattened to a capsule: first the slab, then whether the foot is on the wall, then the ends."

    def presets(self) -> Mapping[str, CircleAndWall]:
        return presets()

    def run(self, scene: CircleAndWall) -> Trace[CircleSegmentStep, SweptImpact]:
        return swept_circle_segment.trace(scene.center, scene.radius, scene.motion, scene.c, scene.d)

    def stage(self, step: CircleSegmentStep) -> str:
        if getattr(step, "cap", None) is not None:
            return "Cap"
        match step:
            case WallMeasured():
                return "Wall"
            case SlabCrossed():
                return "Slab"
            case CapChosen() | QuadraticFormed() | RootsFound():
                return "Cap"
            case _:
                return moving_stage(step)

    def panes(self) -> Sequence[Sequence[Pane]]:
        grown = Pane("grown", "The centre against the grown wall", self.draw_grown)
        time = Pane(
            "time",
            "height, or gap to an end, over time: drag the time",
            self.draw_time,
            share=0.42,
            take=self.take_time,
        )
        return ((Pane("world", "", self.draw, is_world=True), grown), (time,))

    def draw(self, canvas: Canvas, moment: Moment[CircleAndWall]) -> None:
        picture.draw(canvas, moment)

    def draw_grown(self, canvas: Canvas, moment: Moment[CircleAndWall]) -> None:
        grown_picture.draw(canvas, moment)

    def draw_time(self, canvas: Canvas, moment: Moment[CircleAndWall]) -> None:
        time_picture.draw(canvas, moment)

    def take_time(self, moment: Moment[CircleAndWall], at: Vector) -> Follow | None:
        """A press on the timeline sets the slider of time, and goes on setting it."""
        wide = time_picture.unit_of_time(moment)

        def follow(scene: CircleAndWall, start: Vector, now: Vector) -> CircleAndWall:
            return scene.with_field("time", float(np.clip(now[0] / wide, 0.0, 1.0)))

        return follow

    def explain(self, moment: Moment[CircleAndWall]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[CircleAndWall]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[CircleAndWall]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        if isinstance(value, SegmentFeature):
            return PARTS[value]
        return MOMENTS.get(field) if isinstance(value, float) else None

    def question(self, moment: Moment[CircleAndWall]) -> Question | None:
        """Which part of the wall is met; and whether the centre enters the slab over the wall."""
        if isinstance(moment.step, Approached):
            return tasks.question(moment)
        found = moment.trace.result
        if moment.index or found.outcome is not Outcome.HIT or found.feature is None:
            return None
        part = PARTS[found.feature]
        text = "Which part of the wall will A touch first: its face, or an end?"
        return Question(text, frozenset((part,)), f"It touches the {part}.")

    def goal(self, moment: Moment[CircleAndWall]) -> Goal:
        """An end on the way, after a slab that was entered beside the wall."""
        found, text = moment.trace.result, "Let A miss the face and hit an end."
        if found.outcome is not Outcome.HIT or found.feature is None:
            return Goal(text, False, "It hits nothing on its way.")
        return Goal(text, found.feature is not SegmentFeature.FACE, f"It hits the {PARTS[found.feature]}.")

    def table(self, moment: Moment[CircleAndWall]) -> Table:
        return words.table(moment)
