"""The lesson on point queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import Feature, PointQuery, Trace, point_query
from geometry.query.point_query import (
    CenterMeasured,
    EdgeProjected,
    FootClamped,
    InsideTested,
    PointQueryStep,
    PushedOut,
)
from lessons.first_edition.query_captions import feature_name
from lessons.point_query import picture, words
from lessons.point_query.scene import ShapeAndPoint, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table
from viz.lesson.text import amount

NEAR = 0.02  # as near as a hand brings it, of the distance


class PointQueryLesson(Lesson[ShapeAndPoint]):
    id = "point-query"
    title = "Point query"
    source = "Rounding collider corners"
    summary = "The closest point of the boundary, from inside or outside: project, clamp, keep the nearest, push out."

    def presets(self) -> Mapping[str, ShapeAndPoint]:
        return presets()

    def run(self, scene: ShapeAndPoint) -> Trace[PointQueryStep, PointQuery]:
        return point_query.trace(scene.a.world, scene.p)

    def stage(self, step: PointQueryStep) -> str:
        match step:
            case EdgeProjected(edge):
                return f"Edge {edge}"
            case FootClamped(projected):
                return f"Edge {projected.edge}"
            case CenterMeasured():
                return "Centre"
            case InsideTested():
                return "Inside?"
            case PushedOut():
                return "Push out"
            case _:
                return "Answer"

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndPoint]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[ShapeAndPoint]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[ShapeAndPoint]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[ShapeAndPoint]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        if isinstance(value, Feature):
            return f"{feature_name(value)} of A"
        return f"edge {value} of A" if field == "edge" else None

    def question(self, moment: Moment[ShapeAndPoint]) -> Question | None:
        """Which edge or corner is nearest; and at the end, what the radius does to the distance."""
        if isinstance(moment.step, PushedOut):
            return words.question(moment.trace.result, moment.step)
        clamped = [step for step in moment.trace if isinstance(step, FootClamped)]
        if moment.index or not clamped:
            return None
        answer: PointQuery = moment.trace.result
        least = min(step.distance for step in clamped) + answer.tolerance
        near = {step.feature for step in clamped if step.distance <= least}
        answers = frozenset(f"{feature_name(feature)} of A" for feature in near)
        names = " and ".join(sorted(answers))
        because = f"The foot on {names} is nearest: {amount(least)} from p."
        return Question("Which edge or corner of A is nearest to p?", answers, because)

    def goal(self, moment: Moment[ShapeAndPoint]) -> Goal:
        """Where two edges are as near: the closest point jumps there."""
        answer: PointQuery = moment.trace.result
        text = "Find a place inside A where two edges are as near as each other."
        distances = sorted(step.distance for step in moment.trace if isinstance(step, FootClamped))
        if len(distances) < 2:
            return Goal(text, False, "A has no two edges to choose between.")
        if not answer.in_core:
            return Goal(text, False, "p is not inside the inner polygon.")
        first, second = distances[:2]
        reached = first > 0.0 and second - first <= NEAR * second
        return Goal(text, reached, f"The two nearest are {amount(first)} and {amount(second)} away.")

    def table(self, moment: Moment[ShapeAndPoint]) -> Table:
        return words.table(moment)
