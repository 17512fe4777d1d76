"""The lesson on conservative advancement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Outcome, Trace
from geometry.time_of_impact.conservative_advancement import Advanced, SweepsMeasured, conservative_advancement
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.conservative_advancement import picture, words
from lessons.conservative_advancement.scene import Advancing, presets
from lessons.first_edition import gjk_captions
from lessons.first_edition.nested_gjk import STEPS, gjk_moment
from lessons.first_edition.sweep_captions import gap
from lessons.first_edition.sweeps import take_time
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.text import amount

NARROW = 0.1  # what a pair may pass each other by, for the goal


class ConservativeAdvancement(Lesson[Advancing]):
    id = "conservative-advancement"
    title = "Conservative advancement"
    source = "Collision detection for dummies"
    summary = "Steps in time that no motion can outrun: gap over bound, again and again, until they touch."

    def presets(self) -> Mapping[str, Advancing]:
        return presets()

    def run(self, scene: Advancing) -> Trace[Any, TimeOfImpact]:
        return conservative_advancement.trace(*scene.sweeps)

    def stage(self, step: Any) -> str:
        match step:
            case SweepsMeasured():
                return words.BOUNDS
            case TimeOfImpact():
                return words.ANSWER
            case _ if isinstance(step, STEPS):
                return gjk_captions.stage(step)
            case _:
                return words.ADVANCE

    def panes(self) -> Sequence[Sequence[Pane]]:
        space = Pane("space", "Minkowski difference A − B at this iteration", self.draw_difference)
        curve = Pane("curve", "the gap over time: drag to look at a moment", self.draw_curve, False, 0.52, take_time)
        return ((Pane("world", "", self.draw, is_world=True), space), (curve,))

    def draw(self, canvas: Canvas, moment: Moment[Advancing]) -> None:
        picture.draw(canvas, moment)

    def draw_difference(self, canvas: Canvas, moment: Moment[Advancing]) -> None:
        picture.draw_difference(canvas, moment)

    def draw_curve(self, canvas: Canvas, moment: Moment[Advancing]) -> None:
        picture.draw_curve(canvas, moment)

    def explain(self, moment: Moment[Advancing]) -> str:
        return words.explain(moment) if moment.parent is None else gjk_captions.explain(_inner(moment))

    def caption(self, moment: Moment[Advancing]) -> str:
        return words.caption(moment) if moment.parent is None else gjk_captions.caption(_inner(moment))

    def situation(self, moment: Moment[Advancing]) -> str:
        return words.situation(moment) if moment.parent is None else gjk_captions.situation(_inner(moment))

    def table(self, moment: Moment[Advancing]) -> Table:
        return words.table(moment) if moment.parent is None else gjk_captions.table(_inner(moment))

    def question(self, moment: Moment[Advancing]) -> Question | None:
        """How far the next step goes, at the first one; before it, what the bound is made of."""
        following = moment.trace.steps[moment.index + 1] if moment.parent is None and not moment.is_last else None
        if not isinstance(following, Advanced):
            return None
        if isinstance(moment.step, SweepsMeasured):
            return _larger_part(following)
        return _next_gap(following) if following.iteration == 2 else None

    def goal(self, moment: Moment[Advancing]) -> Goal | None:
        """A near miss."""
        if moment.parent is not None:
            return None
        least = float(moment.scene.graph.values.min())
        near = moment.trace.result.outcome is Outcome.SEPARATED and least < NARROW
        text = f"Let B pass A without a contact, by less than {amount(NARROW)}."
        return Goal(text, near, f"At the nearest: {gap(least)}.")

    def feature_of(self, field: str, value: Any) -> str | None:
        if field == "iteration":
            return f"iteration {value}"
        return {"normal": "normal", "separation": "gap", "bound": "bound", "step": "step"}.get(field)


def _inner(moment: Moment[Advancing]) -> Moment[Any]:
    pose_a, pose_b, _ = picture.poses(moment)
    return gjk_moment(moment, pose_a, pose_b)


APPROACH, ARCS, ALIKE = "The approach of the centres", "The arcs of the turns", "Neither"


def _larger_part(state: Advanced) -> Question:
    """Which of the two parts of the bound is larger."""
    answer = APPROACH if state.closing > state.arcs else ARCS if state.arcs > state.closing else ALIKE
    because = f"The centres approach by {amount(state.closing)}, the arcs add {amount(state.arcs)}."
    return Question("Which adds more to the first bound?", frozenset((answer,)), because, (APPROACH, ARCS, ALIKE))


APART, AT_TARGET, THROUGH = "Still clearly apart", "As good as touching", "Overlapping"


def _next_gap(state: Advanced) -> Question:
    """Where the step leads."""
    because = f"The next gap is {amount(state.separation)}. A bound is never too low, so no step goes too far."
    answer = frozenset((AT_TARGET if state.hit else APART,))
    return Question("How will they stand after this step?", answer, because, (APART, AT_TARGET, THROUGH))
