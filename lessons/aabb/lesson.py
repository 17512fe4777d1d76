"""The lesson on upright boxes around shapes."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Aabb, Trace
from geometry.primitives.aabb import (
    AabbPair,
    AabbPairStep,
    Enclosed,
    HighJoined,
    LowJoined,
    RadiusAdded,
    SidesCompared,
    VertexTaken,
    aabb_pair,
)
from lessons.aabb import picture, tasks, words
from lessons.aabb.scene import Enclosing, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table


class AabbLesson(Lesson[Enclosing]):
    id = "aabb"
    title = "Boxes around shapes"
    source = "Collision detection for dummies"
    summary = "Four numbers hold a shape, however it is turned: upright boxes, joined and compared axis by axis."

    def presets(self) -> Mapping[str, Enclosing]:
        return presets()

    def run(self, scene: Enclosing) -> Trace[AabbPairStep, AabbPair]:
        return aabb_pair.trace(scene.a.world, scene.b.world)

    def stage(self, step: AabbPairStep) -> str:
        match step:
            case VertexTaken() | RadiusAdded() | Enclosed():
                return f"Box of {step.owner.value}"
            case LowJoined() | HighJoined() | Aabb():
                return "Join"
            case SidesCompared():
                return "Compare"
            case _:
                return "Verdict"

    def draw(self, canvas: Canvas, moment: Moment[Enclosing]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[Enclosing]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Enclosing]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Enclosing]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[Enclosing]) -> Question | None:
        return tasks.question(moment)

    def goal(self, moment: Moment[Enclosing]) -> Goal | None:
        return tasks.goal(moment)

    def table(self, moment: Moment[Enclosing]) -> Table:
        return words.table(moment)
