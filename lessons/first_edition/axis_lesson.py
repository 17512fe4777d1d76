"""The base of the lessons that follow a separating axis search on two shapes, one candidate axis a step."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

from geometry.sat.separating_axis import AxisSkipped, AxisTested
from lessons.first_edition import axis_captions, axis_picture
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Table
from viz.lesson.scene import TwoShapes

S = TypeVar("S", bound=TwoShapes)


class AxisLesson(Lesson[S]):
    """What they share: the picture of a step, the words on a tested or skipped axis, the table of all axes.

    Steps are `AxisStep`s, or have a `best_so_far` as these do.
    """

    def draw(self, canvas: Canvas, moment: Moment[S]) -> None:
        a, b = moment.scene.a.world, moment.scene.b.world
        axis_picture.two_shapes(canvas, a, b)
        axis_picture.search_step(canvas, a, b, moment.step)

    def caption(self, moment: Moment[S]) -> str:
        match moment.step:
            case AxisSkipped() as skipped:
                return axis_captions.skipped_caption(skipped)
            case AxisTested() as tested:
                return axis_captions.tested_caption(tested, ends=tested.is_gap and self.stops_early(moment.scene))
            case _:
                return self.verdict(moment)

    @abstractmethod
    def verdict(self, moment: Moment[S]) -> str:
        """One sentence on a step after the search."""

    def stops_early(self, scene: S) -> bool:
        """Whether the first gap ends the search."""
        return False

    def situation(self, moment: Moment[S]) -> str:
        best = moment.step.best_so_far
        is_search = isinstance(moment.step, AxisTested | AxisSkipped)
        return axis_captions.standing_so_far(best) if is_search else axis_captions.standing(best)

    def goal(self, moment: Moment[S]) -> Goal:
        return axis_captions.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def feature_of(self, field: str, value: Any) -> str | None:
        return axis_captions.feature_of(value)

    def table(self, moment: Moment[S]) -> Table:
        return axis_captions.axes_table(moment.trace, moment.index, moment.scene.a.world, moment.scene.b.world)
