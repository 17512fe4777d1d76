"""The lesson on bilateral advancement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Trace
from geometry.time_of_impact.bilateral_advancement import DeepestFound, PushBack, bilateral_advancement
from geometry.time_of_impact.conservative_advancement import SweepsMeasured
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.bilateral_advancement import curve, picture, words
from lessons.bilateral_advancement.others import conservative
from lessons.bilateral_advancement.scene import Rooted, presets
from lessons.first_edition import gjk_captions
from lessons.first_edition.nested_gjk import STEPS, gjk_moment
from lessons.first_edition.sweeps import take_time
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table

TIMES_FEWER = 5


class BilateralAdvancement(Lesson[Rooted]):
    id = "bilateral-advancement"
    title = "Bilateral advancement"
    source = "Collision detection for dummies"
    summary = "Root finding on the gap along one axis, from both ends: a few queries where the bound needs dozens."

    def presets(self) -> Mapping[str, Rooted]:
        return presets()

    def run(self, scene: Rooted) -> Trace[Any, TimeOfImpact]:
        return bilateral_advancement.trace(*scene.sweeps)

    def stage(self, step: Any) -> str:
        match step:
            case SweepsMeasured():
                return "Target"
            case TimeOfImpact():
                return "Answer"
            case _ if isinstance(step, STEPS):
                return gjk_captions.stage(step)
            case _:
                return f"Iteration {step.iteration}"

    def panes(self) -> Sequence[Sequence[Pane]]:
        title = "the gap, and the gap along the axis: drag to look at a moment"
        gap = Pane("curve", title, self.draw_curve, False, 0.62, take_time)
        other = Pane("other", "the same by conservative advancement", self.draw_other, False, 0.44, take_time)
        return ((Pane("world", "", self.draw, is_world=True),), (gap,), (other,))

    def draw(self, canvas: Canvas, moment: Moment[Rooted]) -> None:
        picture.draw(canvas, moment)

    def draw_curve(self, canvas: Canvas, moment: Moment[Rooted]) -> None:
        curve.draw_curve(canvas, moment)

    def draw_other(self, canvas: Canvas, moment: Moment[Rooted]) -> None:
        curve.draw_other(canvas, moment)

    def explain(self, moment: Moment[Rooted]) -> str:
        return words.explain(moment) if moment.parent is None else gjk_captions.explain(_inner(moment))

    def caption(self, moment: Moment[Rooted]) -> str:
        return words.caption(moment) if moment.parent is None else gjk_captions.caption(_inner(moment))

    def situation(self, moment: Moment[Rooted]) -> str:
        return words.situation(moment) if moment.parent is None else gjk_captions.situation(_inner(moment))

    def table(self, moment: Moment[Rooted]) -> Table:
        return words.table(moment) if moment.parent is None else gjk_captions.table(_inner(moment))

    def question(self, moment: Moment[Rooted]) -> Question | None:
        """What becomes of t2, at the first axis."""
        following = moment.trace.steps[moment.index + 1] if moment.parent is None and not moment.is_last else None
        if not isinstance(following, DeepestFound) or following.iteration > 1 or following.push_back > 1:
            return None
        because = words.caption(Moment(moment.scene, moment.trace, moment.index + 1))
        answer = frozenset((_WAYS[following.decision],))
        return Question("Along this axis, how do they stand at the end?", answer, because, tuple(_WAYS.values()))

    def goal(self, moment: Moment[Rooted]) -> Goal | None:
        """A scene where the bound needs many times the queries."""
        if moment.parent is not None:
            return None
        mine, theirs = moment.trace.result.iterations, conservative(moment.scene).answer.iterations
        now = f"Now {theirs} against {mine}."
        return Goal(
            "Make conservative advancement take five times as many queries.", theirs >= TIMES_FEWER * mine, now
        )

    def feature_of(self, field: str, value: Any) -> str | None:
        if field.split(".")[-1] == "iteration":
            return f"iteration {value}"
        return {"normal": "normal", "separation": "gap"}.get(field.split(".")[-1])


_WAYS = {
    PushBack.OPEN_TO_THE_END: "Apart, and so all the way",
    PushBack.ROOT: "Past each other: overlapping along it",
    PushBack.HALVE: "Apart, but that proves nothing",
    PushBack.ADVANCE: "Just at the target, proved",
}


def _inner(moment: Moment[Rooted]) -> Moment[Any]:
    pose_a, pose_b, _ = picture.poses(moment)
    return gjk_moment(moment, pose_a, pose_b)
