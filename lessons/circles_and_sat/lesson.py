"""The lesson on circles in the separating axis test."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Outcome, Owner, SeparatingAxis, Trace, separating_axis
from geometry.sat.separating_axis import AxisStep, AxisTested, Decided
from lessons.circles_and_sat.explanations import APART, BOUNDARY, EDGES, EXPLAINED, TOUCHING
from lessons.circles_and_sat.scene import ShapeAndCircle, presets
from lessons.first_edition import axis_captions, axis_picture
from lessons.first_edition.axis_lesson import AxisLesson
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Question
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, tint


class CirclesAndSat(AxisLesson[ShapeAndCircle]):
    id = "circles-and-sat"
    title = "Circles"
    source = "Rounding collider corners"
    summary = "A circle has no edges to offer; the line to its closest point is the one axis that is missing."

    def presets(self) -> Mapping[str, ShapeAndCircle]:
        return presets()

    def run(self, scene: ShapeAndCircle) -> Trace[AxisStep, SeparatingAxis]:
        return separating_axis.trace(scene.a.world, scene.b.world, early_out=False)

    def stage(self, step: AxisStep) -> str:
        if isinstance(step, Decided):
            return "Verdict"
        return {Owner.CLOSEST: "The closest point", Owner.ANY: "Any axis"}.get(step.axis.owner, "Edges")

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndCircle]) -> None:
        a, b, step = moment.scene.a.world, moment.scene.b.world, moment.step
        super().draw(canvas, moment)
        if isinstance(step, Decided) and moment.scene.edges_only and (wrong := _by_edges(step)) is not None:
            axis_picture.also(canvas, a, b, wrong.axis, f"edges say overlap {amount(-wrong.separation)}")
        if isinstance(step, Decided) and moment.scene.boundary and (distance := moment.scene.missed_by()) is not None:
            best = step.found.best.normal
            nearest = b.points[0] + distance * best
            canvas.stroke((b.points[0], nearest), Ink.FAULTY)
            canvas.dot(nearest, Ink.FAULTY)
            canvas.label(f"boundary {amount(distance)} away", nearest, Ink.FAULTY, toward=best)

    def explain(self, moment: Moment[ShapeAndCircle]) -> str:
        match moment.step:
            case Decided(found):
                if moment.scene.boundary:
                    return BOUNDARY
                return APART if found.outcome is Outcome.SEPARATED else TOUCHING
            case step:
                return EXPLAINED.get(step.axis.owner, EDGES)

    def verdict(self, moment: Moment[ShapeAndCircle]) -> str:
        decided = moment.step
        wrong = _by_edges(decided) if moment.scene.edges_only else None
        if wrong is not None:
            said = tint(f"overlap {amount(-wrong.separation)}", Ink.FAULTY)
            gap = axis_captions.size(decided.found.best)
            return f"The edges alone say {said}, and are wrong: the closest points show a gap of {gap}."
        if moment.scene.boundary and (distance := moment.scene.missed_by()) is not None:
            far = tint(f"{amount(distance)} away", Ink.FAULTY)
            radius, depth = amount(moment.scene.b.shape.radius), axis_captions.size(decided.found.best)
            return f"The boundary is {far}, beyond the radius {radius}: no hit by that alone. Overlap: {depth}."
        best = decided.found.best.axis
        if best.owner is Owner.ANY:
            return "The separation is the same on every axis."
        return f"The greatest separation is on the axis of {axis_captions.feature(best)}."

    def question(self, moment: Moment[ShapeAndCircle]) -> Question | None:
        return axis_captions.next_axis_question(moment.trace, moment.index)


def _by_edges(decided: Decided) -> AxisTested | None:
    """The best of the edges' axes, where these alone would call a collision that is none."""
    edges = [t for t in decided.found.tests if t.axis.edge is not None]
    best = max(edges, key=lambda t: t.separation, default=None)
    return best if best is not None and decided.found.best.is_gap and not best.is_gap else None
