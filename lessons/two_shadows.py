"""Two shadows on an axis turned by hand, and the curve that says why only edge normals need testing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geometry import AxisTested, Owner, Trace, box, capsule, circle, convex, edge_axes, regular_polygon
from geometry.separating_axis import ShadowOf, separation_along, shadows_along
from geometry.vector import length, sealed, unit
from viz import axis_picture, axis_words, marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment, Pane
from viz.question import Goal
from viz.scene import Arrow, Body, Scene, at, body, handle
from viz.table import Table, step_row
from viz.text import amount, explained, signed, tint

TURNS = np.linspace(0.0, math.pi, 361)  # an axis and its opposite are one: half a turn shows all of them
DEGREE = math.pi / 180.0


@dataclass(frozen=True, eq=False)
class ShapesAndAxis(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    axis: Arrow = handle(Ink.REFERENCE, "axis")

    def __post_init__(self) -> None:
        if length(self.axis.vector) == 0.0:
            raise ValueError("an axis needs a direction: its tip and its tail lie on one point")


class TwoShadows(Lesson[ShapesAndAxis]):
    id = "two-shadows"
    title = "Two shadows"
    source = "SAT explained"
    summary = "Turn an axis by hand, watch gap and overlap, and see why edge normals are enough."

    def presets(self) -> Mapping[str, ShapesAndAxis]:
        axis = Arrow((-0.6, -2.1), (0.6, -1.8))
        five, slab = regular_polygon(5, 1.0), box(1.5, 1.1)
        wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
        return {
            "Apart": ShapesAndAxis(at(five, -1.1, 0.2, 9), at(slab, 1.0, 0.5, 24), axis),
            "Overlapping": ShapesAndAxis(at(five, -0.6, 0.2, 9), at(slab, 0.6, 0.5, 24), axis),
            "Only one axis parts them": ShapesAndAxis(at(wedge, -0.7, 0.1), at(wedge, 1.15, -0.19, 30), axis),
            "Two circles": ShapesAndAxis(at(circle(0.8), -1.0, 0.1), at(circle(0.6), 0.9, 0.6), axis),
            "Corner to corner, round": ShapesAndAxis(
                at(capsule((-0.6, -0.2), (0.4, 0.3), 0.35), -0.9, 0.0), at(circle(0.6), 0.8, 0.9), axis
            ),
            "Contained": ShapesAndAxis(at(regular_polygon(6, 1.3), 0, 0.4, 5), at(box(0.9, 0.5), 0.3, 0.5, 20), axis),
        }

    def run(self, scene: ShapesAndAxis) -> Trace[ShadowOf | AxisTested, AxisTested]:
        return shadows_along.trace(scene.a.world, scene.b.world, scene.axis.vector)

    def stage(self, step: ShadowOf | AxisTested) -> str:
        return "Gap or overlap" if isinstance(step, AxisTested) else f"Shadow of {step.owner.value}"

    def panes(self) -> Sequence[Sequence[Pane]]:
        curve = Pane("curve", "separation against the angle of the axis", self.draw_curve, share=0.5)
        return ((Pane("world", "", self.draw, is_world=True),), (curve,))

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        scene, step = moment.scene, moment.step
        a, b = scene.a.world, scene.b.world
        axis_picture.two_shapes(canvas, a, b)
        canvas.arrow(scene.axis.start, scene.axis.end, Ink.REFERENCE)
        n = unit(scene.axis.vector)
        base = sealed(scene.axis.start - float(scene.axis.start @ n) * n)
        canvas.unbounded(base, n, Ink.AXIS)
        shown = moment.trace.steps[: moment.index + 1]
        for each in shown:
            if isinstance(each, ShadowOf):
                axis_picture.cast(canvas, a if each.owner is Owner.A else b, each.owner, each.shadow, base, n)
        if isinstance(step, AxisTested):
            ink, words = marks.gap_or_overlap(step)
            marks.dimension(canvas, base, n, step.between, ink, words, -22.0)
            if step.is_gap:
                axis_picture.separating_line(canvas, a, b, step)

    def draw_curve(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        """Angle to the right, a unit of it as long as the scene; separation upwards; edge normals marked."""
        a, b = moment.scene.a.world, moment.scene.b.world
        values = separation_along(a, b, TURNS)
        low, high = float(values.min()), float(values.max())
        wide = 4.5 * (max(high, 0.0) - min(low, 0.0)) / math.pi
        canvas.stroke(np.stack((TURNS * wide, values), axis=1), Ink.VECTOR_P)
        canvas.stroke(((0.0, 0.0), (math.pi * wide, 0.0)), Ink.CONSTRUCTION)
        canvas.label("0: touching", (math.pi * wide, 0.0), Ink.QUIET, toward=(-1.0, 0.4))
        for axis in edge_axes(a, b):
            turn = math.atan2(axis.direction[1], axis.direction[0]) % math.pi
            value = float(separation_along(a, b, np.array((turn,)))[0])
            canvas.stroke(((turn * wide, low), (turn * wide, value)), Ink.GHOST)
            canvas.dot((turn * wide, value), Ink.SHAPE_A if axis.owner is Owner.A else Ink.SHAPE_B)
            canvas.hot(((turn * wide, low), (turn * wide, value)), axis_words.feature(axis), Ink.REFERENCE)
        best = float(TURNS[int(values.argmax())]) * wide
        canvas.label(f"greatest: {signed(high)}", (best, high), Ink.RESULT, toward=(0.0, 1.0))
        now = moment.scene.axis.vector
        turn = math.atan2(now[1], now[0]) % math.pi
        here = float(separation_along(a, b, np.array((turn,)))[0])
        canvas.stroke(((turn * wide, low), (turn * wide, high)), Ink.RESULT)
        canvas.dot((turn * wide, here), Ink.RESULT)
        canvas.label(f"{turn / DEGREE:.0f}°", (turn * wide, low), Ink.RESULT, toward=(1.0, 0.5))

    def explain(self, moment: Moment[ShapesAndAxis]) -> str:
        return COMPARED if isinstance(moment.step, AxisTested) else CAST

    def caption(self, moment: Moment[ShapesAndAxis]) -> str:
        step = moment.step
        if isinstance(step, ShadowOf):
            low, high = signed(step.shadow.low), signed(step.shadow.high)
            ink = Ink.SHADOW_A if step.owner is Owner.A else Ink.SHADOW_B
            return f"On this axis the shadow of {step.owner.value} runs from {tint(low, ink)} to {tint(high, ink)}."
        ink, words = marks.gap_or_overlap(step)
        greatest = float(separation_along(moment.scene.a.world, moment.scene.b.world, TURNS).max())
        return f"On this axis: {tint(words, ink)}. The greatest separation of any axis is {amount(greatest)}."

    def situation(self, moment: Moment[ShapesAndAxis]) -> str:
        step = moment.step
        if isinstance(step, ShadowOf):
            return "Turn the axis by its tip. On which axes do the shadows leave a gap?"
        if step.is_gap:
            return f"A gap of {axis_words.size(step)} on this axis: a line fits between A and B."
        touch = "just touch" if step.is_touching else "overlap"
        return f"No gap on this axis: the shadows {touch}. Another may have one."

    def goal(self, moment: Moment[ShapesAndAxis]) -> Goal:
        """The best axis of all."""
        a, b = moment.scene.a.world, moment.scene.b.world
        greatest = float(separation_along(a, b, TURNS).max())
        now = moment.trace.result.separation
        reached = greatest - now <= 0.01 * float(a.bounds().extent.max())
        return Goal("Turn the axis to the top of the curve.", reached, f"Separation {signed(now)}.")

    def table(self, moment: Moment[ShapesAndAxis]) -> Table:
        rows = []
        for i, name in enumerate(("shadow of A", "shadow of B")):
            shadow, ink = moment.trace.steps[i].shadow, (Ink.SHAPE_A, Ink.SHAPE_B)[i]
            rows.append(step_row(i, moment.index, name, signed(shadow.low), signed(shadow.high), ink=ink))
        return Table(("", "min", "max"), tuple(rows))


CAST = explained(
    """Both shapes cast a shadow on the same axis: **two intervals** on one line. Drag the tip of the arrow to
    turn the axis, and watch the point run along the curve below.""",
    r"I_A = [\,\min A,\ \max A\,] \qquad I_B = [\,\min B,\ \max B\,]",
)
COMPARED = explained(
    """While there is overlap the curve **sags between edge normals**, so its peak sits at one of them. A gap
    may peak in between, on the line of two closest corners, but then an edge normal shows a gap too. Only round
    corners need that line as well.""",
    r"s(\hat n) = \max(\min B - \max A,\ \min A - \max B)",
)
