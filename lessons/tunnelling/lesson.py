"""The lesson on discrete steps and what slips through between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Trace
from geometry.time_of_impact.discrete import ContinuousAsked, MomentTested, Tunnelling, TunnellingStep, tunnelling
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.first_edition.sweeps import take_time
from lessons.tunnelling import picture, tasks, words
from lessons.tunnelling.scene import Stepped, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table


class TunnellingLesson(Lesson[Stepped]):
    id = "tunnelling"
    title = "Tunnelling"
    source = "SAT explained"
    summary = "A few moments, and what happens between them: fast things slip through thin ones."

    def presets(self) -> Mapping[str, Stepped]:
        return presets()

    def run(self, scene: Stepped) -> Trace[TunnellingStep, Tunnelling]:
        return tunnelling.trace(*scene.sweeps, steps=scene.count)

    def stage(self, step: Any) -> str:
        match step:
            case MomentTested():
                return "Moments"
            case TimeOfImpact():
                return "Answer"  # the steps', or the search's
            case ContinuousAsked():
                return "Continuous"
            case Tunnelling():
                return "Verdict"
            case _:
                return "The search"

    def panes(self) -> Sequence[Sequence[Pane]]:
        curve = Pane("curve", "the separation over time: drag the time", self.draw_curve, share=0.5, take=take_time)
        return ((Pane("world", "", self.draw, is_world=True),), (curve,))

    def draw(self, canvas: Canvas, moment: Moment[Stepped]) -> None:
        picture.draw(canvas, moment)

    def draw_curve(self, canvas: Canvas, moment: Moment[Stepped]) -> None:
        picture.draw_curve(canvas, moment)

    def explain(self, moment: Moment[Stepped]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Stepped]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Stepped]) -> str:
        return words.situation(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return f"moment {value}" if field == "step" and isinstance(value, int) else None

    def question(self, moment: Moment[Stepped]) -> Question | None:
        return tasks.question(moment)

    def goal(self, moment: Moment[Stepped]) -> Goal:
        """More steps are not always better."""
        scene, text = moment.scene, "Find a number of steps that sees the contact where one step more misses it."
        sees, more = scene.sees(scene.count), scene.sees(scene.count + 1)
        now = f"{scene.count}: {'seen' if sees else 'missed'}; {scene.count + 1}: {'seen' if more else 'missed'}."
        return Goal(text, sees and not more, now)

    def table(self, moment: Moment[Stepped]) -> Table | None:
        return words.table(moment)
