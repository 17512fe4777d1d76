"""The lesson on two shadows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geometry import AxisTested, Trace
from geometry.sat.separating_axis import ProjectionOf, projections_along, separation_along
from lessons.two_shadows import picture, words
from lessons.two_shadows.scene import TURNS, ShapesAndAxis, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.text import signed


class TwoShadows(Lesson[ShapesAndAxis]):
    id = "two-shadows"
    title = "Two shadows"
    source = "SAT explained"
    summary = "Turn an axis by hand, watch gap and overlap, and see why edge normals are enough."

    def presets(self) -> Mapping[str, ShapesAndAxis]:
        return presets()

    def run(self, scene: ShapesAndAxis) -> Trace[ProjectionOf | AxisTested, AxisTested]:
        return projections_along.trace(scene.a.world, scene.b.world, scene.axis.vector)

    def stage(self, step: ProjectionOf | AxisTested) -> str:
        return "Gap or overlap" if isinstance(step, AxisTested) else f"Shadow of {step.owner.value}"

    def panes(self) -> Sequence[Sequence[Pane]]:
        title = "separation against the angle of the axis: drag along the curve"
        curve = Pane("curve", title, self.draw_curve, share=0.5, take=picture.take_angle)
        return ((Pane("world", "", self.draw, is_world=True),), (curve,))

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        picture.draw(canvas, moment)

    def draw_curve(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        picture.draw_curve(canvas, moment)

    def explain(self, moment: Moment[ShapesAndAxis]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[ShapesAndAxis]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[ShapesAndAxis]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[ShapesAndAxis]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[ShapesAndAxis]) -> Goal:
        """The best axis of all."""
        a, b = moment.scene.a.world, moment.scene.b.world
        greatest = float(separation_along(a, b, TURNS).max())
        now = moment.trace.result.separation
        reached = greatest - now <= 0.01 * float(a.bounds().extent.max())
        return Goal("Turn the axis to the top of the curve.", reached, f"Separation {signed(now)}.")

    def table(self, moment: Moment[ShapesAndAxis]) -> Table:
        return words.table(moment)
