"""The lesson on the GJK ray cast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Trace, support_ties
from geometry.time_of_impact import TimeOfImpact, gjk_ray_cast
from geometry.time_of_impact.gjk_ray_cast import GjkRayCastStep, PlaneFound, RayCastStarted
from lessons.gjk_ray_cast import picture, words
from lessons.gjk_ray_cast.scene import RayCast, presets
from viz.canvas import Canvas
from viz.cast_picture import take_space
from viz.lesson import Lesson, Moment, Pane
from viz.question import Goal, Question
from viz.table import Table

ROUNDS = 6  # for the goal


class GjkRayCast(Lesson[RayCast]):
    id = "gjk-ray-cast"
    title = "GJK ray cast"
    source = "Collision detection for dummies"
    summary = "The linear cast from support points: an estimate jumps along the ray from plane to plane."

    def presets(self) -> Mapping[str, RayCast]:
        return presets()

    def run(self, scene: RayCast) -> Trace[GjkRayCastStep, TimeOfImpact]:
        return gjk_ray_cast.trace(*scene.cast)

    def stage(self, step: GjkRayCastStep) -> str:
        match step:
            case RayCastStarted():
                return "Start"
            case TimeOfImpact():
                return "Answer"
            case _:
                return f"Round {step.iteration}"

    def panes(self) -> Sequence[Sequence[Pane]]:
        space = Pane("space", "A − B: drag it, or the tip of the ray", self.draw_space, take=take_space)
        return ((Pane("world", "", self.draw, is_world=True), space),)

    def draw(self, canvas: Canvas, moment: Moment[RayCast]) -> None:
        picture.draw(canvas, moment)

    def draw_space(self, canvas: Canvas, moment: Moment[RayCast]) -> None:
        picture.draw_space(canvas, moment)

    def explain(self, moment: Moment[RayCast]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[RayCast]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[RayCast]) -> str:
        return words.situation(moment)

    def table(self, moment: Moment[RayCast]) -> Table:
        return words.table(moment)

    def question(self, moment: Moment[RayCast]) -> Question | None:
        """Which vertex of A the first plane goes through."""
        following = moment.trace.steps[1] if moment.index == 0 and len(moment.trace) > 1 else None
        a = moment.scene.a.world
        if not isinstance(following, PlaneFound) or len(a.points) < 2:
            return None
        ties = support_ties(a, following.normal)
        answers = frozenset(f"vertex {tie.index} of A" for tie in ties)
        because = f"From the simplex towards x, {' and '.join(sorted(answers))} reaches furthest."
        return Question("Which vertex of A does the first plane go through?", answers, because)

    def goal(self, moment: Moment[RayCast]) -> Goal:
        """A cast that takes its time."""
        rounds = moment.trace.result.iterations
        return Goal("Make the cast take six rounds.", rounds >= ROUNDS, f"Now {rounds}.")

    def feature_of(self, field: str, value: Any) -> str | None:
        return f"round {value}" if field == "iteration" else {"normal": "normal", "ray": "ray"}.get(field)
