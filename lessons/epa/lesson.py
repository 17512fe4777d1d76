"""The lesson on EPA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Penetration, Trace, epa, gjk, support_ties
from geometry.minkowski.epa import EpaStep, FaceTested, PolytopeStarted
from lessons.epa import picture, words
from lessons.epa.scene import Overlapping, presets
from lessons.first_edition.difference import take_difference, vertex_feature
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table


class EpaLesson(Lesson[Overlapping]):
    id = "epa"
    title = "EPA"
    source = "Collision detection for dummies"
    summary = "From GJK's last simplex outwards, face by face, to the nearest edge of the difference: the depth."

    def presets(self) -> Mapping[str, Overlapping]:
        return presets()

    def run(self, scene: Overlapping) -> Trace[EpaStep, Penetration]:
        first, second = scene.shapes
        return epa.trace(first, second, gjk(first, second))

    def stage(self, step: EpaStep) -> str:
        match step:
            case PolytopeStarted():
                return "Polytope"
            case Penetration():
                return "Depth"
            case _:
                return f"Round {step.iteration}"  # type: ignore[union-attr]  # GJK has run before

    def panes(self) -> Sequence[Sequence[Pane]]:
        space = Pane("space", "Minkowski space: drag the difference", self.draw_space, take=take_difference)
        return ((Pane("world", "", self.draw, is_world=True), space),)

    def draw(self, canvas: Canvas, moment: Moment[Overlapping]) -> None:
        picture.draw(canvas, moment)

    def draw_space(self, canvas: Canvas, moment: Moment[Overlapping]) -> None:
        picture.draw_space(canvas, moment)

    def explain(self, moment: Moment[Overlapping]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Overlapping]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Overlapping]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[Overlapping]) -> Question | None:
        """Which vertex lies furthest out along the normal of the nearest face."""
        first = moment.scene.operands[0]
        following = moment.trace.steps[1] if moment.index == 0 and len(moment.trace) > 1 else None
        if not isinstance(following, FaceTested) or len(first.world.points) < 2:
            return None
        ties = support_ties(first.world, following.face.normal)
        answers = frozenset(f"vertex {tie.index} of {first.letter}" for tie in ties)
        because = f"Along the normal of the nearest face {' and '.join(sorted(answers))} reaches furthest."
        text = f"Which vertex of {first.letter} reaches furthest across the nearest face?"
        return Question(text, answers, because)

    def goal(self, moment: Moment[Overlapping]) -> Goal:
        """The deepest overlap there is."""
        answer = moment.trace.result
        first, second = moment.scene.shapes
        size = float(min(first.bounds().extent.min(), second.bounds().extent.min()))
        words = f"Depth {answer.depth:.2f} of {size:.2f}."
        return Goal("Overlap by as much as the thinner shape is thick.", answer.depth >= size > 0.0, words)

    def feature_in(self, moment: Moment[Overlapping], field: str, value: Any) -> str | None:
        return vertex_feature(moment.scene, field, value)

    def table(self, moment: Moment[Overlapping]) -> Table:
        return words.table(moment)
