"""The lesson on all methods at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Outcome, Trace
from geometry.time_of_impact.comparison import (
    ComparisonStep,
    MethodAsked,
    MethodsCompared,
    MotionMethod,
    Verdict,
    methods_compared,
)
from lessons.all_methods import charts, picture, words
from lessons.all_methods.scene import Compared, presets
from lessons.first_edition.sweeps import take_time
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table

_STAGES = {
    MotionMethod.END_ONLY: "Discrete",
    MotionMethod.SUB_STEPS: "Discrete",
    MotionMethod.RAY: "Casts",
    MotionMethod.LINEAR_CAST: "Casts",
    MotionMethod.GJK_RAY_CAST: "Casts",
    MotionMethod.CONSERVATIVE: "Advancement",
    MotionMethod.BILATERAL: "Advancement",
}
ASKED = (MotionMethod.SUB_STEPS, MotionMethod.RAY, MotionMethod.LINEAR_CAST)  # questions before these
ADVANCEMENTS = (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL)
_WORTH = {
    Verdict.RIGHT: "Right",
    Verdict.LATE: "A contact, but late",
    Verdict.EARLY: "A contact, but early",
    Verdict.MISSED: "Misses the contact",
    Verdict.IMAGINED: "A contact where there is none",
}


class AllMethods(Lesson[Compared]):
    id = "all-methods"
    title = "All methods"
    source = "Collision detection for dummies"
    summary = "Discrete steps, a ray, casts and advancements on one motion: what each sees, and what it costs."

    def presets(self) -> Mapping[str, Compared]:
        return presets()

    def run(self, scene: Compared) -> Trace[ComparisonStep, MethodsCompared]:
        return methods_compared.trace(*scene.sweeps, scene.steps)

    def stage(self, step: ComparisonStep) -> str:
        return _STAGES[step.method] if isinstance(step, MethodAsked) else "Comparison"

    def panes(self) -> Sequence[Sequence[Pane]]:
        curve = Pane("curve", "the gap, and where the method looks at it", self.draw_curve, False, 0.48, take_time)
        rows = Pane("rows", "how far the way is clear, by each", self.draw_rows, share=0.88)
        return ((Pane("world", "", self.draw, is_world=True),), (curve,), (rows,))

    def draw(self, canvas: Canvas, moment: Moment[Compared]) -> None:
        picture.draw(canvas, moment)

    def draw_curve(self, canvas: Canvas, moment: Moment[Compared]) -> None:
        charts.draw_curve(canvas, moment)

    def draw_rows(self, canvas: Canvas, moment: Moment[Compared]) -> None:
        charts.draw_rows(canvas, moment)

    def explain(self, moment: Moment[Compared]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Compared]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Compared]) -> str:
        return words.situation(moment)

    def table(self, moment: Moment[Compared]) -> Table:
        return words.table(moment)

    def question(self, moment: Moment[Compared]) -> Question | None:
        """What the next answer is worth."""
        following = moment.trace.steps[moment.index + 1] if not moment.is_last else None
        if not isinstance(following, MethodAsked) or following.method not in ASKED:
            return None
        if following.verdict not in _WORTH:
            return None
        because = words.caption(Moment(moment.scene, moment.trace, moment.index + 1))
        text = f"What is the answer of the next method worth, the {following.method.value}?"
        return Question(text, frozenset((_WORTH[following.verdict],)), because, tuple(_WORTH.values()))

    def goal(self, moment: Moment[Compared]) -> Goal:
        """A contact that only the advancements see."""
        found: MethodsCompared = moment.trace.result
        others = [asked for asked in found.asked if asked.method not in ADVANCEMENTS]
        missing = sum(asked.verdict is Verdict.MISSED for asked in others)
        reached = found.truth.outcome is Outcome.HIT and missing == len(others)
        return Goal(
            "Find a contact that only the advancements see.", reached, f"Now {missing} of {len(others)} miss it."
        )

    def feature_of(self, field: str, value: Any) -> str | None:
        return value.value if field == "method" and isinstance(value, MotionMethod) else None
