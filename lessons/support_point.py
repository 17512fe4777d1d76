"""Support point: the furthest point of a shape in a direction, and the ties that a plain maximum hides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geometry import SupportPoint, Trace, box, capsule, circle, convex, regular_polygon, rounded, support_ties
from geometry.support import SupportFound, SupportStep, VertexMeasured
from geometry.vector import left_of, length, unit
from viz import marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Arrow, Body, Scene, at, body, handle
from viz.table import Table, step_row
from viz.text import explained, listed, pair, sentence, signed, tint


@dataclass(frozen=True, eq=False)
class ShapeAndDirection(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    direction: Arrow = handle(Ink.REFERENCE, "direction")

    def __post_init__(self) -> None:
        if length(self.direction.vector) == 0.0:
            raise ValueError("a direction needs a length: its tip and its tail lie on one point")


class SupportPointLesson(Lesson[ShapeAndDirection]):
    id = "support-point"
    title = "Support point"
    source = "SAT explained"
    summary = "The vertex with the greatest dot product is the furthest; where an edge faces the direction, two are."

    def presets(self) -> Mapping[str, ShapeAndDirection]:
        right = Arrow((1.9, -0.6), (2.9, -0.1))
        tilted = box(2.0, 1.4, angle=math.atan2(3.0, 4.0))  # an edge square to (4, 3)
        triangle = convex(((-1.2, -0.8), (1.1, -0.6), (-0.2, 1.1)))
        return {
            "Polygon": ShapeAndDirection(at(regular_polygon(5, 1.25), 0.0, 0.0, 12), right),
            "An edge faces it": ShapeAndDirection(at(tilted, 0.0, 0.0), Arrow((1.6, -0.9), (2.4, -0.3))),
            "Triangle": ShapeAndDirection(at(triangle, 0.0, 0.0), Arrow((1.7, 0.4), (1.2, 1.5))),
            "Circle": ShapeAndDirection(at(circle(1.0), 0.0, 0.0), right),
            "Capsule": ShapeAndDirection(at(capsule((-0.9, 0), (0.9, 0.3), 0.5), 0.0, 0.0), right),
            "Rounded box": ShapeAndDirection(at(rounded(box(1.5, 1.0), 0.35), 0.0, 0.0, 15), right),
        }

    def run(self, scene: ShapeAndDirection) -> Trace[SupportStep, tuple[SupportPoint, ...]]:
        return support_ties.trace(scene.a.world, scene.direction.vector)

    def stage(self, step: SupportStep) -> str:
        return "Vertices" if isinstance(step, VertexMeasured) else "Support"

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndDirection]) -> None:
        scene, step = moment.scene, moment.step
        a, arrow = scene.a.world, scene.direction
        n = unit(arrow.vector)
        marks.shape(canvas, a, Ink.SHAPE_A, "A")
        canvas.arrow(arrow.start, arrow.end, Ink.REFERENCE)
        canvas.symbol(r"\hat d", arrow.end, Ink.REFERENCE, toward=arrow.vector)
        measured = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, VertexMeasured)]
        for each in measured:
            vertex = a.points[each.index]
            foot = vertex - each.value * n  # on the line through the origin that all are measured from
            is_now = each is step
            canvas.stroke((foot, vertex), Ink.PROJECTOR_A if is_now else Ink.GHOST)
            canvas.label(signed(each.value), vertex, Ink.TEXT if is_now else Ink.QUIET, toward=n)
        canvas.unbounded((0.0, 0.0), left_of(n), Ink.AXIS)
        canvas.label("measured from here", left_of(n) * 1.6, Ink.QUIET, toward=-n)
        if isinstance(step, VertexMeasured):
            canvas.dot(a.points[step.index], Ink.SHAPE_A)
            best = a.points[step.best]
            canvas.dot(best, Ink.RESULT)
        else:
            self._found(canvas, scene, step)

    def _found(self, canvas: Canvas, scene: ShapeAndDirection, step: SupportFound) -> None:
        n = unit(scene.direction.vector)
        points = [tie.point for tie in step.ties]
        canvas.unbounded(points[0], left_of(n), Ink.RESULT)
        if len(points) == 2:
            canvas.stroke(points, Ink.REFERENCE)
        for tie in step.ties:
            if scene.a.shape.radius > 0.0:
                canvas.arrow(scene.a.world.points[tie.index], tie.point, Ink.CONSTRUCTION)
            canvas.dot(tie.point, Ink.RESULT)
            name = "support point" if len(points) == 1 else f"tie: vertex {tie.index}"
            canvas.label(name, tie.point, Ink.RESULT, toward=n)

    def explain(self, moment: Moment[ShapeAndDirection]) -> str:
        if isinstance(moment.step, VertexMeasured):
            return MEASURED
        if moment.scene.a.shape.radius > 0.0:
            return ROUND
        return TIES if len(moment.step.ties) > 1 else FOUND

    def caption(self, moment: Moment[ShapeAndDirection]) -> str:
        step = moment.step
        if isinstance(step, VertexMeasured):
            value = tint(signed(step.value), Ink.RESULT if step.best == step.index else Ink.TEXT)
            ends = "the furthest so far" if step.best == step.index else f"vertex {step.best} stays ahead"
            return f"Vertex {step.index} lies {value} along the direction: {ends}."
        if len(step.ties) == 1:
            return (
                f"The support point is {tint(pair(step.ties[0].point), Ink.RESULT)}, at vertex {step.ties[0].index}."
            )
        names = listed([f"vertex {tie.index}" for tie in step.ties])
        return f"{sentence(names)} are equally far: the whole edge between them supports."

    def situation(self, moment: Moment[ShapeAndDirection]) -> str:
        step = moment.step
        value = step.best_value if isinstance(step, VertexMeasured) else step.ties[0].value
        so_far = " so far" if isinstance(step, VertexMeasured) else ""
        return f"Furthest along the direction{so_far}: {tint(signed(value), Ink.RESULT)} from the origin."

    def feature_of(self, field: str, value: Any) -> str | None:
        return f"vertex {value} of A" if field in ("index", "best") else None

    def goal(self, moment: Moment[ShapeAndDirection]) -> Goal:
        """A tie."""
        count = len(moment.trace.result)
        words = "one support point" if count == 1 else f"{count} support points"
        return Goal("Turn A until an edge faces the direction (Shift snaps).", count > 1, f"Now {words}.")

    def table(self, moment: Moment[ShapeAndDirection]) -> Table:
        rows = []
        for at_, step in enumerate(moment.trace):
            if not isinstance(step, VertexMeasured):
                continue
            name, feature = f"vertex {step.index}", f"vertex {step.index} of A"
            now = moment.step
            winners = {now.best} if isinstance(now, VertexMeasured) else {tie.index for tie in now.ties}
            mark = tint("furthest", Ink.RESULT) if step.index in winners else ""
            cells = signed(step.value), mark
            rows.append(step_row(at_, moment.index, name, *cells, ink=Ink.SHAPE_A, feature=feature))
        return Table(("vertex", "v · d̂", ""), tuple(rows))


MEASURED = explained(
    """How far does the shape reach in a direction? Only **vertices** can be furthest, so take the dot product
    of each with the unit direction and keep the greatest.""",
    r"\max_i\ \vec v_i \cdot \hat d",
)
FOUND = explained(
    """The **support point** is the furthest point of the shape. The line through it, square to the direction,
    touches the shape and has all of it on one side.""",
    r"h(\hat d) = \max_{\vec v}\ \vec v \cdot \hat d",
)
TIES = explained(
    """Two vertices are **equally far**: an edge faces the direction. A routine that returns the first of them
    hides this, and it matters later: contacts rest on edges.""",
    r"\vec v_i \cdot \hat d = \vec v_j \cdot \hat d",
)
ROUND = explained(
    """A rounded shape is its core grown by a disc, so its support point is that of the core, **moved by the
    radius** in the direction. A circle is one point, grown.""",
    r"\vec s = \vec v + r\,\hat d",
)
