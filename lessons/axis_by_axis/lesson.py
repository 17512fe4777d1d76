"""The lesson on the separating axis test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geometry import (
    AxisSkipped,
    AxisTested,
    Decided,
    Outcome,
    Owner,
    SeparatingAxis,
    Trace,
    separating_axis,
)
from geometry.sat.separating_axis import AxisStep
from lessons.axis_by_axis.explanations import EXPLAINED, VERDICT_APART, VERDICT_OVERLAP
from lessons.axis_by_axis.scene import Searched, presets
from lessons.first_edition import axis_captions, axis_level
from lessons.first_edition.axis_lesson import AxisLesson
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Moment, Pane, Question
from viz.lesson.ink import Ink
from viz.lesson.text import tint


class AxisByAxis(AxisLesson[Searched]):
    id = "axis-by-axis"
    title = "Axis by axis"
    source = "SAT explained"
    summary = "Each edge offers an axis; one gap between the shadows proves the shapes apart."

    def presets(self) -> Mapping[str, Searched]:
        return presets()

    def run(self, scene: Searched) -> Trace[AxisStep, SeparatingAxis]:
        return separating_axis.trace(scene.a.world, scene.b.world, early_out=scene.early_out)

    def stage(self, step: AxisStep) -> str:
        return "Verdict" if isinstance(step, Decided) else STAGES[step.axis.owner]

    def panes(self) -> Sequence[Sequence[Pane]]:
        level = Pane("axis", "the axis, laid level", self.draw_level, share=0.24)
        return ((Pane("world", "", self.draw, is_world=True),), (level,))

    def draw_level(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        """The axis of this step; of a skipped one the axis that it repeats."""
        step = moment.step
        if isinstance(step, AxisSkipped):
            step = next(t for t in moment.trace if isinstance(t, AxisTested) and t.axis is step.same_as)
        axis_level.level_axis(canvas, step if isinstance(step, AxisTested) else step.found.best)

    def explain(self, moment: Moment[Searched]) -> str:
        match moment.step:
            case Decided(found) if found.outcome is Outcome.SEPARATED:
                return VERDICT_APART
            case Decided():
                return VERDICT_OVERLAP
            case step:
                return EXPLAINED[step.axis.owner]

    def verdict(self, moment: Moment[Searched]) -> str:
        return _verdict(moment.step)

    def stops_early(self, scene: Searched) -> bool:
        return scene.early_out

    def question(self, moment: Moment[Searched]) -> Question | None:
        return axis_captions.next_axis_question(moment.trace, moment.index)


STAGES = {Owner.A: "Axes of A", Owner.B: "Axes of B", Owner.CLOSEST: "Closest points", Owner.ANY: "Any axis"}


def _verdict(decided: Decided) -> str:
    best, spared = decided.found.best, len(decided.untested)
    name = axis_captions.feature(best.axis)
    if decided.found.outcome is Outcome.OVERLAPPED:
        count = len(decided.found.tests)
        none = "The one axis shows no gap" if count == 1 else f"None of the {count} axes shows a gap"
        return f"{none}: the shapes {tint('touch', Ink.OVERLAP)}."
    rest = f" {spared} {'axis needs' if spared == 1 else 'axes need'} no test." if spared else ""
    return f"{tint('Apart', Ink.GAP)}, by the axis of {name}.{rest}"
