"""The lesson on ray casts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import Feature, Outcome, RayCast, RayKind, Trace, ray_cast
from geometry.query.ray_steps import ArcTested, FaceConsidered, OvershootTested, RayCastStep
from lessons.first_edition.query_captions import feature_name
from lessons.first_edition.ray_captions import ray_stage
from lessons.ray_cast import picture, words
from lessons.ray_cast.scene import ShapeAndRay, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table
from viz.lesson.text import amount

_POCKET = "Start behind every extended edge, and still hit an arc."


class RayCastLesson(Lesson[ShapeAndRay]):
    id = "ray-cast"
    title = "Ray cast"
    source = "Rounding collider corners"
    summary = "The last extended edge that a ray crosses is its way in; past the edge's end a corner circle decides."

    def presets(self) -> Mapping[str, ShapeAndRay]:
        return presets()

    def run(self, scene: ShapeAndRay) -> Trace[RayCastStep, RayCast]:
        return ray_cast.trace(scene.a.world, scene.ray)

    def stage(self, step: Any) -> str:
        return "Point query" if words.is_query(step) else ray_stage(step)

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndRay]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[ShapeAndRay]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[ShapeAndRay]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[ShapeAndRay]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        if isinstance(value, Feature):
            return f"{feature_name(value)} of A"
        if field in ("edge", "vertex", "corner") and isinstance(value, int):
            return f"{'edge' if field == 'edge' else 'vertex'} {value} of A"
        return None

    def question(self, moment: Moment[ShapeAndRay]) -> Question | None:
        """Which extended edge is crossed last, before any has been looked at; and past its end, where the arc is."""
        if isinstance(moment.step, OvershootTested):
            return words.question(moment)
        faces = [(i, step) for i, step in enumerate(moment.trace) if isinstance(step, FaceConsidered)]
        entry = faces[-1][1].entry_so_far if faces else None
        if entry is None or entry.distance is None or moment.index != faces[0][0] - 1:
            return None
        answer = f"edge {entry.edge} of A"
        because = f"Of the edges that face the ray, {answer} is crossed last, at {amount(entry.distance)}."
        text = "Extend A's edges: which of those that face the ray is crossed last?"
        return Question(text, frozenset((answer,)), because)

    def goal(self, moment: Moment[ShapeAndRay]) -> Goal:
        """A start between an arc and the edges that are extended past it."""
        trace = moment.trace if moment.parent is None else moment.parent.trace
        answer: RayCast = trace.result
        entry = next((step.entry for step in trace if isinstance(step, OvershootTested)), None)
        arc = any(isinstance(step, ArcTested) for step in trace)
        is_hit = answer.outcome is Outcome.HIT
        reached = is_hit and arc and entry is not None and entry.distance is not None and entry.distance < 0.0
        if moment.scene.ray.kind is RayKind.LINE:
            return Goal(_POCKET, False, "A whole line has no start.")
        now = f"It hits {feature_name(answer.feature)}." if is_hit and answer.feature else "It enters nothing."
        return Goal(_POCKET, reached, now)

    def table(self, moment: Moment[ShapeAndRay]) -> Table | None:
        return words.table(moment)
