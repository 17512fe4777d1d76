"""Separating line: place a line between two shapes by hand; the axis is the perpendicular one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Outcome, Owner, Trace, box, circle, convex, regular_polygon, rounded, separating_axis, support
from geometry.separating_line import LineVerdict, SideMeasured, SideStep, line_separates
from geometry.vector import left_of, length, unit
from viz import axis_picture
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Arrow, Body, Scene, at, body, handle, toggle
from viz.table import Table, step_row
from viz.text import amount, explained, signed, tint


@dataclass(frozen=True, eq=False)
class ShapesAndLine(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    line: Arrow = handle(Ink.REFERENCE, "line")
    axis: bool = toggle("Show the axis across it", True)

    def __post_init__(self) -> None:
        if length(self.line.vector) == 0.0:
            raise ValueError("a line needs two different points")


class SeparatingLine(Lesson[ShapesAndLine]):
    id = "separating-line"
    title = "A line between"
    source = "Rounding collider corners"
    summary = "Put a line between two shapes by hand: possible exactly when they do not touch."

    def presets(self) -> Mapping[str, ShapesAndLine]:
        five, slab = regular_polygon(5, 1.0), box(1.5, 1.1)
        wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
        upright = Arrow((-0.03, -1.3), (0.01, 1.4))
        crooked = Arrow((-0.5, -1.3), (0.5, 1.5))
        return {
            "Nearly there": ShapesAndLine(at(five, -1.1, 0.0, 9), at(slab, 1.0, 0.4, 24), crooked),
            "It separates": ShapesAndLine(at(five, -1.1, 0.0, 9), at(slab, 1.0, 0.4, 24), upright),
            "Impossible": ShapesAndLine(at(five, -0.6, 0.0, 9), at(slab, 0.6, 0.4, 24), upright),
            "A narrow gap": ShapesAndLine(at(wedge, -0.7, -0.3), at(wedge, 1.15, -0.59, 30), upright),
            "Round": ShapesAndLine(at(circle(0.8), -1.0, 0.0), at(rounded(slab, 0.2), 1.25, 0.3, 30), upright),
            "Touching": ShapesAndLine(at(slab, -0.75, 0.0), at(slab, 0.75, 0.3), Arrow((0.0, -1.2), (0.0, 1.4))),
        }

    def run(self, scene: ShapesAndLine) -> Trace[SideStep, LineVerdict]:
        return line_separates.trace(scene.a.world, scene.b.world, scene.line.start, scene.line.end)

    def stage(self, step: SideStep) -> str:
        return "Verdict" if isinstance(step, LineVerdict) else f"Side of {step.owner.value}"

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndLine]) -> None:
        scene, step = moment.scene, moment.step
        a, b, line = scene.a.world, scene.b.world, scene.line
        axis_picture.two_shapes(canvas, a, b)
        good = isinstance(step, LineVerdict) and step.separates
        canvas.unbounded(line.start, line.vector, Ink.SEPARATION if good else Ink.REFERENCE)
        canvas.dot(line.start, Ink.REFERENCE)
        canvas.dot(line.end, Ink.REFERENCE)
        canvas.label("line", line.end, Ink.SEPARATION if good else Ink.REFERENCE, toward=left_of(line.vector))
        n = left_of(unit(line.vector))
        if scene.axis:
            middle = (line.start + line.end) / 2.0
            canvas.unbounded(middle, n, Ink.AXIS)
            canvas.label("axis, across the line", middle + 1.4 * n, Ink.QUIET, toward=line.vector)
        for each in moment.trace.steps[: moment.index + 1]:
            if isinstance(each, SideMeasured):
                shape, ink = (a, Ink.PROJECTOR_A) if each.owner is Owner.A else (b, Ink.PROJECTOR_B)
                for side, way, said in ((each.left, n, Ink.SEPARATION), (each.right, -n, Ink.PENETRATION)):
                    # The furthest point to either side, with its distance from the line.
                    point = support(shape, way).point
                    foot = point - side * n
                    canvas.stroke((point, foot), ink)
                    if each is step:
                        canvas.label(signed(side), (point + foot) / 2.0, said, toward=line.vector)

    def explain(self, moment: Moment[ShapesAndLine]) -> str:
        step = moment.step
        if isinstance(step, SideMeasured):
            return SIDES
        if step.separates:
            return SEPARATES
        apart = separating_axis(moment.scene.a.world, moment.scene.b.world).outcome is Outcome.SEPARATED
        return TRY_AGAIN if apart else IMPOSSIBLE

    def caption(self, moment: Moment[ShapesAndLine]) -> str:
        step = moment.step
        if isinstance(step, SideMeasured):
            left, right = tint(signed(step.left), Ink.SEPARATION), tint(signed(step.right), Ink.PENETRATION)
            return f"{step.owner.value} reaches {left} to the left of the line and {right} on the other side."
        if step.separates:
            return f"All of A on one side, all of B on the other: {tint(amount(step.room), Ink.SEPARATION)} of room."
        return f"It does not separate them: {tint(amount(-step.room), Ink.PENETRATION)} is on the wrong side."

    def situation(self, moment: Moment[ShapesAndLine]) -> str:
        apart = separating_axis(moment.scene.a.world, moment.scene.b.world).outcome is Outcome.SEPARATED
        if isinstance(moment.step, LineVerdict) and moment.step.separates:
            return "This line separates A and B, so they cannot touch."
        if isinstance(moment.step, LineVerdict) and not apart:
            return "A and B touch: no line separates them, wherever you put it."
        return "Drag the ends of the line. Can it have A on one side and B on the other?"

    def goal(self, moment: Moment[ShapesAndLine]) -> Goal:
        """A line between."""
        verdict = moment.trace.result
        return Goal("Separate A from B with the line.", verdict.separates, f"Room {signed(verdict.room)}.")

    def table(self, moment: Moment[ShapesAndLine]) -> Table:
        rows = []
        for i, ink in enumerate((Ink.SHAPE_A, Ink.SHAPE_B)):
            side = moment.trace.steps[i]
            cells = signed(side.right), signed(side.left)
            rows.append(step_row(i, moment.index, side.owner.value, *cells, ink=ink))
        return Table(("shape", "from", "to"), tuple(rows))


SIDES = explained(
    """Every point has a **signed distance** from the line: positive on its left, negative on its right. A shape
    lies on one side when all its points have the same sign; its furthest points decide.""",
    r"d(\vec x) = (\vec x - \vec p) \cdot \hat n",
)
SEPARATES = explained(
    """Nothing of A is where B is, so they **cannot touch**. The line separates; the axis that receives the
    shadows is the perpendicular one. The two are often mixed up.""",
    r"\max_A d < 0 < \min_B d",
)
TRY_AGAIN = explained(
    """This line does not do it, but **there is one** that does. Turning a line by hand is slow; the next lesson
    tries only a few directions and is sure.""",
    r"\max_A d \ge \min_B d",
)
IMPOSSIBLE = explained(
    """The shapes touch, so **no line** has one on each side: two convex shapes can be separated exactly when
    they have no point in common.""",
    r"A \cap B \ne \emptyset",
)
