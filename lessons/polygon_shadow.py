"""Shadow of a polygon: two support points make an interval."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geometry import Interval, Trace, Vector, box, capsule, circle, convex, regular_polygon, shadow
from geometry.projection import EndFound, ShadowCast, ShadowStep
from geometry.vector import left_of, length, sealed, unit
from viz import marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Arrow, Body, Scene, at, body, handle
from viz.table import Table, step_row
from viz.text import amount, explained, signed, tint


@dataclass(frozen=True, eq=False)
class ShapeAndAxis(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    axis: Arrow = handle(Ink.REFERENCE, "axis")

    def __post_init__(self) -> None:
        if length(self.axis.vector) == 0.0:
            raise ValueError("an axis needs a direction: its tip and its tail lie on one point")


class PolygonShadow(Lesson[ShapeAndAxis]):
    id = "polygon-shadow"
    title = "Shadow of a polygon"
    source = "SAT explained"
    summary = "The shadow of a whole shape is an interval, from one support point to the other."

    def presets(self) -> Mapping[str, ShapeAndAxis]:
        axis = Arrow((-1.0, -2.0), (0.6, -1.6))
        wedge = convex(((-1.3, -0.6), (1.2, -0.5), (0.1, 1.1)))
        return {
            "Pentagon": ShapeAndAxis(at(regular_polygon(5, 1.2), 0.2, 0.3, 23), axis),
            "Edge on": ShapeAndAxis(at(box(2.0, 1.2, angle=math.atan2(0.4, 1.6)), 0.1, 0.2), axis),
            "Triangle": ShapeAndAxis(at(wedge, 0.1, 0.2), Arrow((1.9, -1.2), (1.7, 0.2))),
            "Circle": ShapeAndAxis(at(circle(0.9), 0.1, 0.2), axis),
            "Capsule": ShapeAndAxis(at(capsule((-0.8, 0), (0.8, 0.4), 0.45), 0.1, 0.2), axis),
            "Far from the origin": ShapeAndAxis(
                at(regular_polygon(5, 1.2), 1e6, 1e6, 14), Arrow((1e6 - 1.2, 1e6 - 2.3), (1e6 + 0.4, 1e6 - 1.9))
            ),
        }

    def run(self, scene: ShapeAndAxis) -> Trace[ShadowStep, Interval]:
        return shadow.trace(scene.a.world, scene.axis.vector)

    def stage(self, step: ShadowStep) -> str:
        return "Shadow" if isinstance(step, ShadowCast) else "Support points"

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndAxis]) -> None:
        scene, step = moment.scene, moment.step
        a, n = scene.a.world, unit(scene.axis.vector)
        base = scene.axis.start - float(scene.axis.start @ n) * n  # on the drawn axis, at its coordinate 0
        marks.shape(canvas, a, Ink.SHAPE_A, "A")
        canvas.unbounded(base, n, Ink.AXIS)
        canvas.arrow(scene.axis.start, scene.axis.end, Ink.REFERENCE)
        canvas.symbol(r"\hat n", scene.axis.end, Ink.REFERENCE, toward=-_towards(a.centroid, base, n))
        ends = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, EndFound)]
        for end in ends:
            foot = base + end.along * n
            point = end.end.point
            canvas.stroke((point, foot), Ink.PROJECTOR_A)
            if length(point - foot) > 24.0 * canvas.pixel:
                inward = n if end is not ends[0] else -n
                marks.right_angle(canvas, sealed(foot), inward, point - foot)
            canvas.dot(point, Ink.RESULT if end is step else Ink.SHAPE_A)
            canvas.dot(foot, Ink.RESULT if end is step else Ink.SHAPE_A)
            canvas.label(signed(end.along), foot, Ink.RESULT, toward=-_towards(a.centroid, base, n) + 0.6 * end.unit)
            canvas.hot((point,), "far end" if end is ends[0] else "near end", Ink.RESULT)
        if isinstance(step, ShadowCast):
            marks.shadow_bar(canvas, sealed(base), n, step.shadow, Ink.SHADOW_A, 0.0)
            middle = base + (step.shadow.low + step.shadow.high) / 2.0 * n
            words = f"shadow, {amount(step.shadow.length)} long"
            canvas.label(words, middle, Ink.SHADOW_A, toward=_towards(a.centroid, base, n))

    def explain(self, moment: Moment[ShapeAndAxis]) -> str:
        return CAST if isinstance(moment.step, ShadowCast) else ENDS

    def caption(self, moment: Moment[ShapeAndAxis]) -> str:
        match moment.step:
            case ShadowCast(far, near, cast):
                low, high = tint(signed(near.along), Ink.RESULT), tint(signed(far.along), Ink.RESULT)
                return f"The shadow runs from {low} to {high}: {tint(amount(cast.length), Ink.SHADOW_A)} long."
            case end:
                way = "the way the axis points" if end is moment.trace.steps[0] else "the other way"
                place = tint(signed(end.along), Ink.RESULT)
                return f"Furthest {way}: vertex {end.end.index}, which casts its shadow at {place}."

    def situation(self, moment: Moment[ShapeAndAxis]) -> str:
        if isinstance(moment.step, ShadowCast):
            return f"A casts a shadow {tint(amount(moment.step.shadow.length), Ink.SHADOW_A)} long on the axis."
        return "Light falls square onto the axis. Which points of A cast the ends of its shadow?"

    def feature_of(self, field: str, value: Any) -> str | None:
        return {"far": "far end", "near": "near end"}.get(field)

    def goal(self, moment: Moment[ShapeAndAxis]) -> Goal:
        """The shortest shadow: it is reached with an edge along the light (a circle's is always the same)."""
        a = moment.scene.a.world
        least = min((shadow(a, n).length for n in a.normals), default=2.0 * a.radius)
        now = moment.trace.result.length
        return Goal("Turn A until its shadow is shortest.", now <= 1.005 * least, f"Now {amount(now)}.")

    def table(self, moment: Moment[ShapeAndAxis]) -> Table:
        rows = []
        for at_, name in enumerate(("far end", "near end")):
            end = moment.trace.steps[at_]
            cells = f"vertex {end.end.index}", signed(end.along)
            rows.append(step_row(at_, moment.index, name, *cells, ink=Ink.SHAPE_A, feature=name))
        return Table(("end", "cast by", "at"), tuple(rows))


def _towards(p: Vector, base: Vector, n: Vector) -> Vector:
    """Unit vector from the axis towards p."""
    side = left_of(n)
    return side if float((p - base) @ side) >= 0.0 else sealed(-side)


ENDS = explained(
    """No need to project every point. The ends of the shadow are cast by the **support points** along the axis,
    one each way; every other point falls between.""",
    r"\max_i\ \vec v_i \cdot \hat n \qquad \min_i\ \vec v_i \cdot \hat n",
)
CAST = explained(
    """A shape's shadow is an **interval**: two numbers, measured along the axis. Two dimensions have become
    one, and intervals are easy to compare.""",
    r"I = [\,\min_i \vec v_i \cdot \hat n,\ \max_i \vec v_i \cdot \hat n\,]",
)
