"""The lesson on which routine is run for which pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import Trace, collide
from geometry.primitives.contact import PairResult
from geometry.primitives.dispatch import KindsFound, RoutineChosen, TurnedRound
from lessons.dispatch import picture, words
from lessons.dispatch.scene import AnyTwo, presets
from lessons.first_edition import axis_captions
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table


class Dispatch(Lesson[AnyTwo]):
    id = "dispatch"
    title = "Which routine?"
    source = "Shapes and collision detection"
    summary = "A table of pair routines grows with the square of the kinds; one general routine does for all."

    def presets(self) -> Mapping[str, AnyTwo]:
        return presets()

    def run(self, scene: AnyTwo) -> Trace[Any, PairResult]:
        return collide.trace(scene.a.world, scene.b.world)

    def stage(self, step: Any) -> str:
        match step:
            case KindsFound():
                return "Kinds"
            case RoutineChosen():
                return "Table"
            case TurnedRound() | PairResult():
                return "Answer"
            case _:
                return "The routine"

    def draw(self, canvas: Canvas, moment: Moment[AnyTwo]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[AnyTwo]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[AnyTwo]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[AnyTwo]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[AnyTwo]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[AnyTwo]) -> Goal:
        """Just touching."""
        return axis_captions.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def table(self, moment: Moment[AnyTwo]) -> Table:
        return words.table(moment)
