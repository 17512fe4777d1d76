"""The lesson on pushing shapes apart."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Trace
from geometry.contact.relaxation import PairPushed, PileSettled, PileStep, resolve_overlaps
from geometry.tolerance import LINEAR_SLOP
from lessons.collision_response import picture, words
from lessons.collision_response.scene import SHARES, Pile, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table


class CollisionResponse(Lesson[Pile]):
    id = "collision-response"
    title = "Pushing apart"
    source = "SAT explained"
    summary = "Each takes half of the least overlap, a fixed one nothing; in a pile one push leads to the next."

    def presets(self) -> Mapping[str, Pile]:
        return presets()

    def run(self, scene: Pile) -> Trace[PileStep, PileSettled]:
        slop = 10.0 * LINEAR_SLOP if scene.slop else 0.0
        return resolve_overlaps.trace(scene.shapes(), scene.fixed(), share=SHARES[scene.share], slop=slop, rounds=6)

    def stage(self, step: PileStep) -> str:
        return f"Round {step.round}" if isinstance(step, PairPushed) else "Settled"

    def draw(self, canvas: Canvas, moment: Moment[Pile]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[Pile]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Pile]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Pile]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[Pile]) -> Question | None:
        return words.question(moment)

    def goal(self, moment: Moment[Pile]) -> Goal | None:
        """A pile that takes its time; its number would answer the question."""
        if words.question(moment) is not None:
            return None
        rounds = moment.trace.result.rounds
        return Goal("Build a pile that needs four rounds or more.", rounds >= 4, f"Now {rounds}.")

    def table(self, moment: Moment[Pile]) -> Table:
        return words.table(moment)
