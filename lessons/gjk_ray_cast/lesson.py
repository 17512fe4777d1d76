"""The lesson on the GJK ray cast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Trace, support_ties
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept, gjk_ray_cast
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.first_edition.cast_picture import take_space
from lessons.first_edition.sweep_captions import MISSES, clock
from lessons.gjk_ray_cast import picture, space, words
from lessons.gjk_ray_cast.scene import RayCast, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.text import listed, sentence

MANY = 4  # iterations, for the goal


class GjkRayCast(Lesson[RayCast]):
    id = "gjk-ray-cast"
    title = "GJK ray cast"
    source = "Collision detection for dummies"
    summary = "A ray clipped by supporting planes: the time of impact of sliding shapes, from support points alone."

    def presets(self) -> Mapping[str, RayCast]:
        return presets()

    def run(self, scene: RayCast) -> Trace[Any, TimeOfImpact]:
        return gjk_ray_cast.trace(*scene.cast)

    def stage(self, step: Any) -> str:
        match step:
            case RayCastStarted():
                return "Ray"
            case TimeOfImpact():
                return "Answer"
            case _:
                return f"Iteration {step.iteration}"

    def panes(self) -> Sequence[Sequence[Pane]]:
        title = "A − B, never built: drag it, or the ray's tip"
        return (
            (Pane("world", "", self.draw, is_world=True), Pane("space", title, self.draw_space, take=take_space)),
        )

    def draw(self, canvas: Canvas, moment: Moment[RayCast]) -> None:
        picture.draw(canvas, moment)

    def draw_space(self, canvas: Canvas, moment: Moment[RayCast]) -> None:
        space.draw(canvas, moment)

    def explain(self, moment: Moment[RayCast]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[RayCast]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[RayCast]) -> str:
        return words.situation(moment)

    def table(self, moment: Moment[RayCast]) -> Table:
        return words.table(moment)

    def question(self, moment: Moment[RayCast]) -> Question | None:
        """Which vertex bears the first plane; later, what the next plane does to the ray."""
        following = None if moment.is_last else moment.trace.steps[moment.index + 1]
        if not isinstance(following, PlaneFound):
            return None
        if isinstance(moment.step, RayCastStarted):
            return _support(moment.scene, following)
        return _next(following) if isinstance(moment.step, SimplexKept) and following.iteration == 2 else None

    def goal(self, moment: Moment[RayCast]) -> Goal:
        """A cast that takes its time."""
        rounds = moment.trace.result.iterations
        return Goal(f"Make the cast take {MANY} iterations or more.", rounds >= MANY, f"Now {rounds}.")

    def feature_of(self, field: str, value: Any) -> str | None:
        match field.split(".")[-1]:
            case "iteration":
                return f"iteration {value}"
            case "index_a":
                return f"vertex {value} of A"
            case "index_b":
                return f"vertex {value} of B"
            case name:
                return {"normal": "normal", "ray": "ray", "gap": "gap"}.get(name)


def _support(scene: RayCast, found: PlaneFound) -> Question | None:
    """The vertex of A that supports A − B along the first normal."""
    if len(scene.a.shape.points) < 2:
        return None
    answers = frozenset(f"vertex {tie.index} of A" for tie in support_ties(scene.a.world, found.normal))
    which = f"{'is' if len(answers) == 1 else 'are'} {listed(sorted(answers))}"
    because = f"Furthest from the simplex towards x {which}."
    return Question("Which vertex of A bears the first plane?", answers, because)


ONWARD, STAYS, ENDS = "It clips the ray: x moves on", "Nothing: x stays, the simplex grows", "It proves a miss"


def _next(found: PlaneFound) -> Question:
    """What the next plane does."""
    if found.miss is not None:
        answer, because = ENDS, sentence(f"{MISSES[found.miss]}.")
    elif found.next_fraction > found.fraction:
        answer, because = ONWARD, f"x moves from t = {clock(found.fraction)} to {clock(found.next_fraction)}."
    else:
        answer, because = STAYS, f"x is not beyond it: t stays {clock(found.fraction)}."
    return Question("What will the next plane do?", frozenset((answer,)), because, (ONWARD, STAYS, ENDS))
