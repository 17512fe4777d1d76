"""The lesson on how far a turning body can move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Trace
from geometry.time_of_impact.angular_bound import AngularBound, AngularBoundStep, ArcMeasured, angular_bound
from lessons.angular_bound import picture, words
from lessons.angular_bound.scene import Turning, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.text import amount, listed

HALF = 0.5  # of the true radius, for the goal
ALIKE = 1e-9  # distances this near to each other, in parts of them, are a tie


class AngularBoundLesson(Lesson[Turning]):
    id = "angular-bound"
    title = "How far can it turn?"
    source = "Collision detection for dummies"
    summary = "No point of a turning body moves further than the arc of its furthest vertex: r times the angle."

    def presets(self) -> Mapping[str, Turning]:
        return presets()

    def run(self, scene: Turning) -> Trace[AngularBoundStep, AngularBound]:
        return angular_bound.trace(scene.local, scene.sweep)

    def stage(self, step: AngularBoundStep) -> str:
        return "Arcs" if isinstance(step, ArcMeasured) else "Bound"

    def panes(self) -> Sequence[Sequence[Pane]]:
        arcs = Pane("arcs", "the arcs, laid straight", self.draw_lengths, share=0.55)
        return ((Pane("world", "", self.draw, is_world=True),), (arcs,))

    def draw(self, canvas: Canvas, moment: Moment[Turning]) -> None:
        picture.draw(canvas, moment)

    def draw_lengths(self, canvas: Canvas, moment: Moment[Turning]) -> None:
        picture.draw_lengths(canvas, moment)

    def explain(self, moment: Moment[Turning]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Turning]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Turning]) -> str:
        return words.situation(moment)

    def table(self, moment: Moment[Turning]) -> Table:
        return words.table(moment)

    def question(self, moment: Moment[Turning]) -> Question | None:
        """Which vertex has the longest way."""
        answer = moment.trace.result
        measured = [step for step in moment.trace if isinstance(step, ArcMeasured)]
        if moment.index != 0 or len(measured) < 2 or answer.bound == 0.0:
            return None
        far = [f"vertex {s.index} of A" for s in measured if s.distance >= answer.radius * (1.0 - ALIKE)]
        which = f"is {far[0]}" if len(far) == 1 else f"are {listed(far)}"
        because = f"Furthest from the pivot {which}, {amount(answer.radius)} away."
        return Question("Which vertex of A moves furthest?", frozenset(far), because)

    def goal(self, moment: Moment[Turning]) -> Goal:
        """A pivot for which the naive radius fails badly."""
        answer = moment.trace.result
        reached = answer.from_centroid < HALF * answer.radius
        share = f"Now {amount(answer.from_centroid)} and {amount(answer.radius)}."
        return Goal("Drag the pivot until the centroid's r is less than half the true one.", reached, share)

    def feature_of(self, field: str, value: Any) -> str | None:
        return f"vertex {value} of A" if field in ("index", "furthest") else None
