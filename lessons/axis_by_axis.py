"""Axis by axis: the separating axis test as it runs, one candidate axis at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geometry import (
    AxisSkipped,
    AxisTested,
    Decided,
    Outcome,
    Owner,
    SeparatingAxis,
    Trace,
    box,
    circle,
    convex,
    regular_polygon,
    separating_axis,
)
from geometry.separating_axis import AxisStep
from viz import axis_level, axis_picture, axis_words
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment, Pane
from viz.question import Goal, Question
from viz.scene import Body, Scene, at, body, toggle
from viz.table import Table
from viz.text import explained, tint


@dataclass(frozen=True, eq=False)
class TwoShapes(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    early_out: bool = toggle("Stop at the first gap", True)


STAGES = {Owner.A: "Axes of A", Owner.B: "Axes of B", Owner.CLOSEST: "Closest points", Owner.ANY: "Any axis"}


class AxisByAxis(Lesson[TwoShapes]):
    id = "axis-by-axis"
    title = "Axis by axis"
    source = "SAT explained"
    summary = "Each edge offers an axis; one gap between the shadows proves the shapes apart."

    def presets(self) -> Mapping[str, TwoShapes]:
        pentagon, slab = regular_polygon(5, 1.15), box(1.7, 1.2)
        triangle = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
        return {
            "Overlapping": TwoShapes(at(pentagon, -0.75, 0.0, 9), at(slab, 0.8, 0.35, 18)),
            "Apart": TwoShapes(at(pentagon, -1.2, 0.0, 9), at(slab, 1.2, 0.35, 18)),
            "Gap on the last axis": TwoShapes(at(triangle, -0.7, -0.3), at(triangle, 1.15, -0.59, 30)),
            "Touching": TwoShapes(at(box(1.6, 1.6), -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
            "Parallel edges": TwoShapes(at(box(1.8, 1.3), -0.5, 0.0, 12), at(box(1.5, 1.0), 0.45, 0.5, 12)),
            "Contained": TwoShapes(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
            "Edges miss the gap": TwoShapes(at(box(1.8, 1.4), -0.6, -0.35), at(circle(0.7), 0.87, 0.92)),
            "Every edge, no early out": TwoShapes(at(pentagon, -1.2, 0.0, 9), at(slab, 1.2, 0.35, 18), False),
            "Far from the origin": TwoShapes(at(pentagon, 1e6 - 0.75, 1e6, 9), at(slab, 1e6 + 0.8, 1e6 + 0.35, 18)),
        }

    def run(self, scene: TwoShapes) -> Trace[AxisStep, SeparatingAxis]:
        return separating_axis.trace(scene.a.world, scene.b.world, early_out=scene.early_out)

    def stage(self, step: AxisStep) -> str:
        return "Verdict" if isinstance(step, Decided) else STAGES[step.axis.owner]

    def draw(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        a, b = moment.scene.a.world, moment.scene.b.world
        axis_picture.two_shapes(canvas, a, b)
        axis_picture.search_step(canvas, a, b, moment.step)

    def panes(self) -> Sequence[Sequence[Pane]]:
        level = Pane("axis", "the axis, laid level", self.draw_level, share=0.24)
        return ((Pane("world", "", self.draw, is_world=True),), (level,))

    def draw_level(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        """The axis of this step; of a skipped one the axis that it repeats."""
        step = moment.step
        if isinstance(step, AxisSkipped):
            step = next(t for t in moment.trace if isinstance(t, AxisTested) and t.axis is step.same_as)
        axis_level.level_axis(canvas, step if isinstance(step, AxisTested) else step.found.best)

    def explain(self, moment: Moment[TwoShapes]) -> str:
        match moment.step:
            case Decided(found) if found.outcome is Outcome.SEPARATED:
                return VERDICT_APART
            case Decided():
                return VERDICT_OVERLAP
            case step:
                return EXPLAINED[step.axis.owner]

    def caption(self, moment: Moment[TwoShapes]) -> str:
        match moment.step:
            case AxisSkipped() as skipped:
                return axis_words.skipped_caption(skipped)
            case AxisTested() as tested:
                return axis_words.tested_caption(tested, ends=tested.is_gap and moment.scene.early_out)
            case decided:
                return _verdict(decided)

    def situation(self, moment: Moment[TwoShapes]) -> str:
        if isinstance(moment.step, Decided):
            return axis_words.standing(moment.step.found.best)
        return axis_words.standing_so_far(moment.step.best_so_far)

    def question(self, moment: Moment[TwoShapes]) -> Question | None:
        return axis_words.next_axis_question(moment.trace, moment.index)

    def goal(self, moment: Moment[TwoShapes]) -> Goal:
        return axis_words.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def feature_of(self, field: str, value: Any) -> str | None:
        return axis_words.feature_of(value)

    def table(self, moment: Moment[TwoShapes]) -> Table:
        return axis_words.axes_table(moment.trace, moment.index, moment.scene.a.world, moment.scene.b.world)


def _verdict(decided: Decided) -> str:
    best, spared = decided.found.best, len(decided.untested)
    name = axis_words.feature(best.axis)
    if decided.found.outcome is Outcome.OVERLAPPED:
        count = len(decided.found.tests)
        none = "The one axis shows no gap" if count == 1 else f"None of the {count} axes shows a gap"
        return f"{none}: the shapes {tint('touch', Ink.PENETRATION)}."
    rest = f" {spared} {'axis needs' if spared == 1 else 'axes need'} no test." if spared else ""
    return f"{tint('Apart', Ink.SEPARATION)}, by the axis of {name}.{rest}"


EDGE = explained(
    """Every edge of either shape offers one axis: its **normal**. Cast both shadows on it. A gap on any axis
    proves the shapes apart; no gap on any of them proves that they touch.""",
    r"\mathrm{separation} = \max(\min B - \max A,\ \min A - \max B)",
)
EXPLAINED = {
    Owner.A: EDGE,
    Owner.B: EDGE,
    Owner.CLOSEST: explained(
        """Round corners can face each other across a gap that no edge normal sees. One more axis settles it:
        the line through the **closest points** of the two cores.""",
        r"\hat n = \frac{\vec b - \vec a}{|\,\vec b - \vec a\,|}",
    ),
    Owner.ANY: explained(
        """Two circles with one centre have no edge, and no line between closest points. Their shadows are the
        same in every direction, so **any axis** will do.""",
        r"\mathrm{separation} = -(r_A + r_B)",
    ),
}
VERDICT_APART = explained(
    """**One gap is a proof**: the line across that axis, through the gap, has all of A on one side and all of B
    on the other. No further axis can change that.""",
    r"\max A < c < \min B",
)
VERDICT_OVERLAP = explained(
    """If any line fits between two shapes, so does one across the axis of some candidate. All were tested and
    **none shows a gap**: the shapes touch. The least overlap tells how deep.""",
    r"\mathrm{depth} = -\max_i\ \mathrm{separation}_i",
)
