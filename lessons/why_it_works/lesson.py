"""Why it works: the edges of A and of B turned round, laid end to end, and the origin inside or outside of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geometry import Owner, Trace, Vector, box, convex, hull, regular_polygon, rounded
from geometry.minkowski import (
    Difference,
    DifferenceEdge,
    DifferenceStep,
    EdgeLaid,
    StartFound,
    minkowski_difference,
)
from geometry.vector import dot, length, right_of, unit
from lessons.why_it_works.words import EXPLAINED
from viz import axis_picture, axis_words, marks
from viz.canvas import Canvas
from viz.ink import Ink, separation_ink
from viz.lesson import Lesson, Moment, Pane
from viz.question import Goal
from viz.scene import Body, Scene, at, body
from viz.table import Table, step_row
from viz.text import amount, tint

ORIGIN = (0.0, 0.0)


@dataclass(frozen=True, eq=False)
class TwoShapes(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")


class WhyItWorks(Lesson[TwoShapes]):
    id = "why-it-works"
    title = "Why it works"
    source = "Rounding collider corners"
    summary = "A + (-B) has no other edges than those of A and of B, so no other axes need testing."

    def presets(self) -> Mapping[str, TwoShapes]:
        five, slab = regular_polygon(5, 0.9), box(1.3, 0.9)
        wedge = convex(((-0.8, -0.6), (0.9, -0.4), (-0.2, 0.9)))
        return {
            "Apart": TwoShapes(at(five, -0.9, 0.2, 9), at(slab, 0.9, 0.5, 24)),
            "Overlapping": TwoShapes(at(five, -0.5, 0.2, 9), at(slab, 0.5, 0.4, 24)),
            "Touching": TwoShapes(at(slab, -0.65, 0.0), at(slab, 0.65, 0.2)),
            "Parallel edges join": TwoShapes(at(slab, -0.6, 0.0, 10), at(box(1.0, 1.0), 0.4, 0.4, 10)),
            "Contained": TwoShapes(at(regular_polygon(6, 1.1), 0.0, 0.0, 5), at(box(0.5, 0.4), 0.2, 0.1, 20)),
            "Round": TwoShapes(at(rounded(wedge, 0.15), -0.9, 0.0), at(slab, 0.8, 0.4, 24)),
        }

    def run(self, scene: TwoShapes) -> Trace[DifferenceStep, Difference]:
        return minkowski_difference.trace(scene.a.world, scene.b.world)

    def stage(self, step: DifferenceStep) -> str:
        return {StartFound: "Start", EdgeLaid: "Edges"}.get(type(step), "The origin")

    def panes(self) -> Sequence[Sequence[Pane]]:
        difference = Pane("difference", "A + (−B): every point of A minus every point of B", self.draw_difference)
        return ((Pane("world", "", self.draw, is_world=True),), (difference,))

    def draw(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        a, b, step = moment.scene.a.world, moment.scene.b.world, moment.step
        axis_picture.two_shapes(canvas, a, b)
        match step:
            case StartFound(of_a, of_b):
                canvas.dot(a.points[of_a], Ink.RESULT)
                canvas.label("lowest of A", a.points[of_a], Ink.RESULT, toward=(0.0, -1.0))
                canvas.dot(b.points[of_b], Ink.RESULT)
                canvas.label("highest of B", b.points[of_b], Ink.RESULT, toward=(0.0, 1.0))
            case EdgeLaid(edge):
                self._edges(canvas, moment.scene, edge)
            case Difference() as answer if answer.edges:
                self._edges(canvas, moment.scene, _decisive(answer)[0])

    def _edges(self, canvas: Canvas, scene: TwoShapes, edge: DifferenceEdge) -> None:
        """The edges of A and of B that make one edge of the difference."""
        for index, shape, name, ink in (
            (edge.of_a, scene.a.world, "A", Ink.REFERENCE),
            (edge.of_b, scene.b.world, "B", Ink.INCIDENT),
        ):
            if index is not None:
                start, end = shape.edge(index)
                canvas.stroke((start, end), ink)
                words = f"edge {index} of {name}" if name == "A" else f"edge {index} of B, turned round"
                canvas.label(words, (start + end) / 2.0, ink, toward=right_of(end - start))

    def draw_difference(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        step = moment.step
        laid = step.laid if isinstance(step, EdgeLaid) else step.edges if isinstance(step, Difference) else ()
        if isinstance(step, Difference):
            if len(step.points) > 2:
                canvas.area(step.points, Ink.VECTOR_P)
            if step.radius > 0.0:
                marks.ghost(canvas, hull(step.points, step.radius))
        for edge in laid:
            self._laid(canvas, edge, is_new=isinstance(step, EdgeLaid) and edge is step.edge)
        if isinstance(step, StartFound):
            canvas.dot(step.start, Ink.RESULT)
            canvas.label("start", step.start, Ink.RESULT, toward=(0.0, -1.0))
        canvas.dot(ORIGIN, Ink.RESULT)
        canvas.label("origin", ORIGIN, Ink.RESULT, toward=(1.0, 0.6))
        if isinstance(step, Difference) and step.edges:
            edge, separation = _decisive(step)
            n = _normal(edge)
            canvas.unbounded(edge.start + step.radius * n, edge.end - edge.start, Ink.AXIS)
            ink = separation_ink(separation)
            canvas.arrow(ORIGIN, -separation * n, ink)
            words = f"gap {amount(separation)}" if separation > 0.0 else f"overlap {amount(-separation)}"
            canvas.label(words, -0.5 * separation * n, ink, toward=edge.end - edge.start)

    def _laid(self, canvas: Canvas, edge: DifferenceEdge, *, is_new: bool) -> None:
        ink = {Owner.A: Ink.SHAPE_A, Owner.B: Ink.LANDED_B, None: Ink.RESULT}[edge.owner]
        canvas.stroke((edge.start, edge.end), ink)
        middle, out = (edge.start + edge.end) / 2.0, _normal(edge)
        for index, name in ((edge.of_a, "A"), (edge.of_b, "B")):
            if index is not None:
                canvas.hot((edge.start, edge.end), f"edge {index} of {name}", ink)
        if is_new:
            canvas.arrow(edge.start, edge.end, Ink.REFERENCE if edge.owner is not Owner.B else Ink.INCIDENT)
            canvas.label(_from(edge), middle, Ink.TEXT, toward=out)

    def explain(self, moment: Moment[TwoShapes]) -> str:
        return EXPLAINED[type(moment.step)]

    def caption(self, moment: Moment[TwoShapes]) -> str:
        match moment.step:
            case StartFound():
                return "The lowest point of the difference: the lowest of A minus the highest of B."
            case EdgeLaid(edge, laid):
                return f"Edge {len(laid)} comes from {_from(edge)}: the next by direction."
            case Difference() as answer if answer.edges:
                edge, separation = _decisive(answer)
                if separation > 0.0:
                    return f"The origin lies beyond the edge from {_from(edge)}: its normal is a separating axis."
                return f"No edge has the origin beyond it; the nearest comes from {_from(edge)}."
            case _:
                return "Two points differ in one point: no edges at all, only the radius."

    def situation(self, moment: Moment[TwoShapes]) -> str:
        answer = moment.trace.result
        if not isinstance(moment.step, Difference) or not answer.edges:
            return "A and B have a point in common exactly when A + (−B) holds the origin."
        separation = _decisive(answer)[1]
        if separation > 0.0:
            gap = tint(amount(separation), Ink.SEPARATION)
            return f"The origin is outside, {gap} beyond an edge: A and B are apart."
        return f"The origin is {tint(amount(-separation), Ink.PENETRATION)} within every edge: A and B touch."

    def feature_of(self, field: str, value: Any) -> str | None:
        letter = {"of_a": "A", "of_b": "B"}.get(field.split(".")[-1])
        return None if letter is None or value is None else f"edge {value} of {letter}"

    def goal(self, moment: Moment[TwoShapes]) -> Goal:
        """The origin on the boundary."""
        answer: Difference = moment.trace.result
        beyond = _decisive(answer)[1] if answer.edges else length(answer.points[0]) - answer.radius
        return axis_words.touching_goal(beyond, moment.scene.a.world)

    def table(self, moment: Moment[TwoShapes]) -> Table:
        rows = []
        for i, edge in enumerate(moment.trace.result.edges, start=1):
            ink = Ink.SHAPE_B if edge.owner is Owner.B else Ink.SHAPE_A
            name = f"edge {edge.of_a} of A" if edge.of_a is not None else f"edge {edge.of_b} of B"
            rows.append(step_row(i, moment.index, str(i), _from(edge), ink=ink, feature=name))
        return Table(("edge", "from"), tuple(rows))


def _from(edge: DifferenceEdge) -> str:
    of_a, of_b = f"edge {edge.of_a} of A", f"edge {edge.of_b} of B"
    return of_a if edge.of_b is None else of_b if edge.of_a is None else f"{of_a} and {of_b}"


def _normal(edge: DifferenceEdge) -> Vector:
    return right_of(unit(edge.end - edge.start))


def _decisive(answer: Difference) -> tuple[DifferenceEdge, float]:
    """The edge that the origin lies furthest beyond, or is least within, and that separation."""
    beyond = [(-dot(edge.start, _normal(edge)) - answer.radius, i) for i, edge in enumerate(answer.edges)]
    separation, i = max(beyond, key=lambda pair: (pair[0], -pair[1]))
    return answer.edges[i], separation
