"""Two polygons: the whole separating axis test at first sight, every shadow at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geometry import (
    AxisSkipped,
    AxisTested,
    Convex,
    Decided,
    Outcome,
    Owner,
    SeparatingAxis,
    Trace,
    box,
    convex,
    regular_polygon,
    separating_axis,
    support,
)
from geometry.separating_axis import AxisStep
from geometry.vector import left_of, sealed
from viz import axis_picture, axis_words, marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Body, Scene, at, body
from viz.table import Table
from viz.text import explained, tint

_AWAY = 34.0  # pixels between the shapes and a shadow


@dataclass(frozen=True, eq=False)
class Polygons(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")


class TwoPolygons(Lesson[Polygons]):
    id = "two-polygons"
    title = "Two polygons"
    source = "SAT explained"
    summary = "Drag two polygons and watch all their shadows: they touch when every pair of shadows does."

    def presets(self) -> Mapping[str, Polygons]:
        wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.1)))
        five, slab = regular_polygon(5, 1.1), box(1.6, 1.1)
        return {
            "Overlapping": Polygons(at(five, -0.6, 0.0, 12), at(wedge, 0.75, 0.2, 35)),
            "Apart": Polygons(at(five, -1.0, 0.0, 12), at(wedge, 1.05, 0.3, 35)),
            "One gap is enough": Polygons(at(wedge, -0.7, -0.3), at(wedge, 1.15, -0.59, 30)),
            "Touching": Polygons(at(slab, -0.8, 0.0), at(slab, 0.8, 0.3)),
            "Ten sides and five": Polygons(at(regular_polygon(10, 1.1), -0.8, 0.0, 7), at(five, 0.8, 0.2, 30)),
            "Contained": Polygons(at(regular_polygon(6, 1.4), 0.0, 0.0, 5), at(slab, 0.2, 0.1, 25)),
        }

    def run(self, scene: Polygons) -> Trace[AxisStep, SeparatingAxis]:
        return separating_axis.trace(scene.a.world, scene.b.world, early_out=False)

    def stage(self, step: AxisStep) -> str:
        if isinstance(step, Decided):
            return "Verdict"
        return STAGES.get(step.axis.owner, "Closest points")

    def draw(self, canvas: Canvas, moment: Moment[Polygons]) -> None:
        a, b = moment.scene.a.world, moment.scene.b.world
        axis_picture.two_shapes(canvas, a, b)
        step = moment.step
        for tested in (t for t in moment.trace if isinstance(t, AxisTested)):
            current = tested is step or (isinstance(step, Decided) and tested is step.found.best)
            _shadows(canvas, a, b, tested, current=current)
        if isinstance(step, AxisTested):
            axis_picture.owner(canvas, a, b, step.axis, left_of(step.axis.direction))
        elif isinstance(step, AxisSkipped):
            axis_picture.also(canvas, a, b, step.axis, "same axis")
        elif step.found.outcome is Outcome.SEPARATED:
            axis_picture.separating_line(canvas, a, b, step.found.best)

    def explain(self, moment: Moment[Polygons]) -> str:
        match moment.step:
            case Decided(found):
                return APART if found.outcome is Outcome.SEPARATED else TOUCHING
            case _:
                return WHOLE

    def caption(self, moment: Moment[Polygons]) -> str:
        match moment.step:
            case AxisSkipped() as skipped:
                return axis_words.skipped_caption(skipped)
            case AxisTested() as tested:
                return axis_words.tested_caption(tested, ends=False)
            case decided:
                gaps = sum(t.is_gap for t in decided.found.tests)
                shown = "no gap" if gaps == 0 else "one gap" if gaps == 1 else f"{gaps} gaps"
                ink = Ink.SEPARATION if gaps else Ink.PENETRATION
                return f"{len(decided.found.tests)} pairs of shadows: {tint(shown, ink)}."

    def situation(self, moment: Moment[Polygons]) -> str:
        return axis_words.standing(moment.trace.result.best)

    def feature_of(self, field: str, value: Any) -> str | None:
        return axis_words.feature_of(value)

    def goal(self, moment: Moment[Polygons]) -> Goal:
        """Only just apart."""
        gaps = sum(t.is_gap for t in moment.trace.result.tests)
        return Goal("Find a place with a gap on exactly one axis.", gaps == 1, f"Now on {gaps}.")

    def table(self, moment: Moment[Polygons]) -> Table:
        return axis_words.axes_table(moment.trace, moment.index, moment.scene.a.world, moment.scene.b.world)


def _shadows(canvas: Canvas, a: Convex, b: Convex, tested: AxisTested, *, current: bool) -> None:
    """Both shadows of one axis, beside the shapes, with what is between them; more of it for the current one."""
    n = tested.axis.direction
    out = left_of(n) if tested.axis.owner is Owner.A else sealed(-left_of(n))
    base = sealed((max(support(shape, out).value for shape in (a, b)) + _AWAY * canvas.pixel) * out)
    if current:
        canvas.unbounded(base, n, Ink.AXIS)
        axis_picture.cast(canvas, a, Owner.A, tested.shadow_a, base, n)
        axis_picture.cast(canvas, b, Owner.B, tested.shadow_b, base, n)
        ink, words = marks.gap_or_overlap(tested)
        lane = 22.0 if float(out @ left_of(n)) > 0.0 else -22.0
        marks.dimension(canvas, base, n, tested.between, ink, words, lane)
        return
    for shadow, ink, lane in ((tested.shadow_a, Ink.PROJECTOR_A, 3.0), (tested.shadow_b, Ink.PROJECTOR_B, -3.0)):
        shift = base + lane * canvas.pixel * left_of(n)
        canvas.stroke((shift + shadow.low * n, shift + shadow.high * n), ink)
    ink, _ = marks.gap_or_overlap(tested)
    canvas.stroke((base + tested.between.low * n, base + tested.between.high * n), ink)


STAGES = {Owner.A: "Shadows along A's normals", Owner.B: "Along B's normals"}
WHOLE = explained(
    """Light falls on both shapes along every edge, and each casts a **shadow**. Drag the shapes, turn them with
    A and D, and watch the marked pieces: where two shadows leave a gap, a line fits between the shapes.""",
    r"\text{gap on one axis} \Rightarrow \text{apart}",
)
APART = explained(
    """At least one pair of shadows leaves **a gap**, and one is enough: the line across it, through the gap,
    has A on one side and B on the other.""",
    r"\text{gap on one axis} \Rightarrow \text{apart}",
)
TOUCHING = explained(
    """**Every** pair of shadows touches. Looking along edges is enough to be sure; why, the next lessons show.
    The least overlap is how deep one is in the other.""",
    r"\text{no gap on any axis} \Rightarrow \text{touching}",
)
