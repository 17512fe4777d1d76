"""The views of bilateral advancement: the world, and beside it the chart that carries the step."""

from __future__ import annotations

from typing import Any

from geometry.time_of_impact.bilateral_advancement import AxisChosen
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.motion import bilateral_figure as figure
from lessons.motion.advancing import INSET
from lessons.motion.bilateral_floor import is_too_low
from lessons.motion.bilateral_scene import Rooted, is_floor, is_several, last_of
from lessons.stories.gjk import GjkStory, is_gjk
from lessons.stories.gjk_known import Operands
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Axes, Layout, Moment, Pane, above, beside


class Arranged:
    """Which charts stand beside the world: the gap along the axis, the true gap, or both."""

    def __init__(self, lesson: Any) -> None:
        self.gjk: GjkStory = lesson.gjk
        self.world = Pane("world", "World", lesson.draw_told, is_world=True, share=0.46)
        self.both = self._beside(self._gap_along(0.52), _true_gap(0.48))
        self.along, self.true = self._beside(self._gap_along()), self._beside(_true_gap())

    def at(self, moment: Moment[Rooted]) -> Layout:
        """One chart. Several brackets are told by the jumps of t1, below the true gap; so is each bracket where the
        search without a floor jumps farther, but for the floor that it does without."""
        step = moment.step
        if moment.parent is not None:
            return self.along
        is_wrong = moment.faulty is not None and figure.differs(moment)
        jumps = is_wrong and is_floor(last_of(step)) and not is_too_low(moment)
        is_long = isinstance(step, TimeOfImpact) and len(moment.scene.axes) > 1
        is_hit = isinstance(step, Advanced) and step.hit
        return self.true if is_hit or is_long or jumps or is_several(step) else self.along

    def _beside(self, *charts: Pane) -> Layout:
        return beside(self.world, above(*charts, share=0.54))

    def _gap_along(self, share: float = 1.0) -> Pane:
        return Pane("g", "Gap g(t) along n̂", self._draw, axes=self._axes, share=share, follows_time=True)

    def _axes(self, moment: Moment[Rooted]) -> Axes:
        return self.gjk.bounds_axes(moment) if is_gjk(moment) else figure.axes_of(moment)

    def _draw(self, canvas: Canvas, moment: Moment[Rooted]) -> None:
        if not is_gjk(moment):
            figure.draw_g(canvas, moment)
            return
        self.gjk.draw_bounds(canvas, moment)
        first, second = operands(moment)
        space = Canvas((first.size + second.size) / INSET[0])
        self.gjk.draw_space(space, moment)
        canvas.inset("bottom right", INSET, "Difference space: every a − b", space.marks)


def _true_gap(share: float = 1.0) -> Pane:
    return Pane("s", "True gap s(t)", _draw_s, axes=_axes_of_s, share=share, follows_time=True)


def _draw_s(canvas: Canvas, moment: Moment[Rooted]) -> None:
    figure.draw_s(canvas, moment.parent if is_gjk(moment) and moment.parent else moment)


def _axes_of_s(moment: Moment[Rooted]) -> Axes:
    return figure.s_axes(moment.parent if is_gjk(moment) and moment.parent else moment)


def operands(moment: Moment[Rooted]) -> Operands:
    """A and B at the time of the axis that GJK has been asked for."""
    above = moment.parent if is_gjk(moment) and moment.parent else moment
    state = above.step.state if isinstance(above.step, AxisChosen) else above.step
    return Operands(moment.scene.a.shape.at(state.pose_a), moment.scene.b.shape.at(state.pose_b))
