"""Circles and the separating axis test: a circle has no edges, and one extra axis makes up for it."""

from __future__ import annotations

from collections.abc import Mapping
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
    capsule,
    circle,
    convex,
    separating_axis,
)
from geometry.separating_axis import AxisStep
from viz import axis_picture, axis_words
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal, Question
from viz.scene import Body, Scene, at, body, toggle
from viz.table import Table
from viz.text import amount, explained, tint


@dataclass(frozen=True, eq=False)
class ShapeAndCircle(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    edges_only: bool = toggle("Believe the edges alone", False)


class CirclesAndSat(Lesson[ShapeAndCircle]):
    id = "circles-and-sat"
    title = "Circles"
    source = "Rounding collider corners"
    summary = "A circle has no edges to offer; the line to its closest point is the one axis that is missing."

    def presets(self) -> Mapping[str, ShapeAndCircle]:
        slab, disc = box(2.0, 1.4), circle(0.7)
        wedge = convex(((-1.1, -0.8), (1.2, -0.6), (-0.1, 1.1)))
        return {
            "At a corner": ShapeAndCircle(at(slab, -0.6, -0.35), at(disc, 0.95, 0.9)),
            "Edges alone are wrong": ShapeAndCircle(at(slab, -0.6, -0.35), at(disc, 0.95, 0.9), True),
            "At an edge": ShapeAndCircle(at(wedge, -0.5, 0.0), at(disc, 0.75, 0.75)),
            "Centre inside": ShapeAndCircle(at(slab, -0.2, 0.0), at(circle(0.4), 0.3, 0.2)),
            "Centre on the boundary": ShapeAndCircle(at(slab, -0.5, 0.0), at(disc, 0.5, 0.2)),
            "Two circles": ShapeAndCircle(at(circle(0.9), -0.8, 0.0), at(disc, 0.6, 0.5)),
            "One centre": ShapeAndCircle(at(circle(0.9), 0.0, 0.0), at(disc, 0.0, 0.0)),
            "Capsule": ShapeAndCircle(at(capsule((-0.8, 0.0), (0.6, 0.3), 0.4), -0.6, 0.0), at(disc, 0.95, 0.75)),
        }

    def run(self, scene: ShapeAndCircle) -> Trace[AxisStep, SeparatingAxis]:
        return separating_axis.trace(scene.a.world, scene.b.world, early_out=False)

    def stage(self, step: AxisStep) -> str:
        if isinstance(step, Decided):
            return "Verdict"
        return {Owner.CLOSEST: "The closest point", Owner.ANY: "Any axis"}.get(step.axis.owner, "Edges")

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndCircle]) -> None:
        a, b, step = moment.scene.a.world, moment.scene.b.world, moment.step
        axis_picture.two_shapes(canvas, a, b)
        axis_picture.search_step(canvas, a, b, step)
        if isinstance(step, Decided) and moment.scene.edges_only and (wrong := _by_edges(step)) is not None:
            axis_picture.also(canvas, a, b, wrong.axis, f"edges say overlap {amount(-wrong.separation)}")

    def explain(self, moment: Moment[ShapeAndCircle]) -> str:
        match moment.step:
            case Decided(found):
                return APART if found.outcome is Outcome.SEPARATED else TOUCHING
            case step:
                return EXPLAINED.get(step.axis.owner, EDGES)

    def caption(self, moment: Moment[ShapeAndCircle]) -> str:
        match moment.step:
            case AxisSkipped() as skipped:
                return axis_words.skipped_caption(skipped)
            case AxisTested() as tested:
                return axis_words.tested_caption(tested, ends=False)
            case decided:
                wrong = _by_edges(decided) if moment.scene.edges_only else None
                if wrong is not None:
                    said = tint(f"overlap {amount(-wrong.separation)}", Ink.FAULTY)
                    return f"The edges alone say {said}, and are wrong: the closest points show a gap."
                return f"The greatest separation is on the axis of {axis_words.feature(decided.found.best.axis)}."

    def situation(self, moment: Moment[ShapeAndCircle]) -> str:
        if isinstance(moment.step, Decided):
            return axis_words.standing(moment.step.found.best)
        return axis_words.standing_so_far(moment.step.best_so_far)

    def question(self, moment: Moment[ShapeAndCircle]) -> Question | None:
        return axis_words.next_axis_question(moment.trace, moment.index)

    def goal(self, moment: Moment[ShapeAndCircle]) -> Goal:
        return axis_words.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def feature_of(self, field: str, value: Any) -> str | None:
        return axis_words.feature_of(value)

    def table(self, moment: Moment[ShapeAndCircle]) -> Table:
        return axis_words.axes_table(moment.trace, moment.index, moment.scene.a.world, moment.scene.b.world)


def _by_edges(decided: Decided) -> AxisTested | None:
    """The best of the edges' axes, where these alone would call a collision that is none."""
    edges = [t for t in decided.found.tests if t.axis.edge is not None]
    best = max(edges, key=lambda t: t.separation, default=None)
    return best if best is not None and decided.found.best.is_gap and not best.is_gap else None


EDGES = explained(
    """A circle casts a shadow of **length 2r** on every axis, about the shadow of its centre. That is easy.
    What it does not have is edges, so the edges of the other shape are all that is offered.""",
    r"I_B = [\,\vec c \cdot \hat n - r,\ \vec c \cdot \hat n + r\,]",
)
EXPLAINED = {
    Owner.CLOSEST: explained(
        """At a corner none of the edges looks the right way. **One more axis** is needed, and only one: from
        the closest point of the other shape's core to the centre.""",
        r"\hat n = \frac{\vec c - \vec p}{|\vec c - \vec p\,|}",
    ),
    Owner.ANY: explained(
        """Both centres lie on one point, so there is no line between them. Two discs look the same from
        everywhere: **any axis** will do.""",
        r"\mathrm{separation} = -(r_A + r_B)",
    ),
}
APART = explained(
    """There is a gap. When the centre lies **outside**, the closest-point axis always shows the true distance;
    the edges may see less of it, or none.""",
    r"\mathrm{separation} = |\vec c - \vec p\,| - r",
)
TOUCHING = explained(
    """No axis shows a gap. A centre **inside or on the boundary** has no line to a closest point; then the edge
    normals decide alone, and they are enough.""",
    r"\mathrm{depth} = -\max_i\ \mathrm{separation}_i",
)
