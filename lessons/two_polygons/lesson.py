"""The lesson on the whole of it at first sight."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Outcome, Owner, SeparatingAxis, Trace, separating_axis
from geometry.sat.separating_axis import AxisStep, Decided
from lessons.first_edition import axis_captions
from lessons.first_edition.axis_lesson import AxisLesson
from lessons.two_polygons import picture
from lessons.two_polygons.explanations import APART, TOUCHING, WHOLE
from lessons.two_polygons.scene import presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Question
from viz.lesson.ink import separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import TwoShapes
from viz.lesson.text import tint


class TwoPolygons(AxisLesson[TwoShapes]):
    id = "two-polygons"
    title = "Two polygons"
    source = "SAT explained"
    summary = "Drag two polygons and watch all their shadows: they touch when every pair of shadows does."

    def presets(self) -> Mapping[str, TwoShapes]:
        return presets()

    def run(self, scene: TwoShapes) -> Trace[AxisStep, SeparatingAxis]:
        return separating_axis.trace(scene.a.world, scene.b.world, early_out=False)

    def stage(self, step: AxisStep) -> str:
        if isinstance(step, Decided):
            return "Verdict"
        return STAGES.get(step.axis.owner, "Closest points")

    def draw(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[TwoShapes]) -> str:
        match moment.step:
            case Decided(found):
                return APART if found.outcome is Outcome.SEPARATED else TOUCHING
            case _:
                return WHOLE

    def verdict(self, moment: Moment[TwoShapes]) -> str:
        decided = moment.step
        gaps = sum(t.is_gap for t in decided.found.tests)
        shown = "no gap" if gaps == 0 else "one gap" if gaps == 1 else f"{gaps} gaps"
        ink = separation_ink(gaps)
        return f"{len(decided.found.tests)} pairs of shadows: {tint(shown, ink)}."

    def situation(self, moment: Moment[TwoShapes]) -> str:
        best = moment.trace.result.best
        if isinstance(moment.step, Decided):
            return axis_captions.standing(best)
        return "A and B are apart: some shadows leave a gap." if best.is_gap else "A and B touch: so do all shadows."

    def question(self, moment: Moment[TwoShapes]) -> Question | None:
        """Every shadow is there to be looked at."""
        if moment.index:
            return None
        found = moment.trace.result
        what = "leave the widest gap" if found.best.is_gap else "overlap least"
        text = f"Along the normal of which edge do the shadows {what}?"
        return axis_captions.best_axis_question(moment.trace, found, text)

    def goal(self, moment: Moment[TwoShapes]) -> Goal:
        """Only just apart."""
        gaps = sum(t.is_gap for t in moment.trace.result.tests)
        return Goal("Find a place with a gap on exactly one axis.", gaps == 1, f"Now on {gaps}.")


STAGES = {Owner.A: "Shadows along A's normals", Owner.B: "Along B's normals"}
