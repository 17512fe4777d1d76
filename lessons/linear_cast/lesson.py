"""The lesson on the linear cast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Trace
from geometry.minkowski.sum import EdgeLaid, StartFound, Sum
from geometry.sat.separating_axis import Owner
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast import (
    CornerTested,
    FaceTested,
    FeatureHit,
    OriginMeasured,
    RayFormed,
    linear_cast,
)
from lessons.first_edition.cast_picture import take_space
from lessons.linear_cast import picture, words
from lessons.linear_cast.scene import Cast, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table
from viz.lesson.text import listed

_STAGES: Mapping[type, str] = {
    RayFormed: "Ray",
    OriginMeasured: "Origin",
    FaceTested: "Faces",
    CornerTested: "Corners",
    FeatureHit: "Entry",
    TimeOfImpact: "Answer",
    StartFound: "Start",
    EdgeLaid: "Edges",
}


class LinearCast(Lesson[Cast]):
    id = "linear-cast"
    title = "Linear cast"
    source = "Collision detection for dummies"
    summary = "Two sliding shapes are a ray from the origin against their difference: the time of impact, exactly."

    def presets(self) -> Mapping[str, Cast]:
        return presets()

    def run(self, scene: Cast) -> Trace[Any, TimeOfImpact]:
        return linear_cast.trace(*scene.cast)

    def stage(self, step: Any) -> str:
        return "Difference" if isinstance(step, Sum) else _STAGES[type(step)]

    def panes(self) -> Sequence[Sequence[Pane]]:
        space = Pane("space", "A − B: drag it, or the tip of the ray", self.draw_space, take=take_space)
        return ((Pane("world", "", self.draw, is_world=True), space),)

    def draw(self, canvas: Canvas, moment: Moment[Cast]) -> None:
        picture.draw(canvas, moment)

    def draw_space(self, canvas: Canvas, moment: Moment[Cast]) -> None:
        picture.draw_space(canvas, moment)

    def explain(self, moment: Moment[Cast]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Cast]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Cast]) -> str:
        return words.situation(moment)

    def table(self, moment: Moment[Cast]) -> Table | None:
        return words.table(moment)

    def question(self, moment: Moment[Cast]) -> Question | None:
        """Where the ray goes in."""
        hit = self._hit(moment)
        if not isinstance(moment.step, OriginMeasured) or hit is None or hit.face is None:
            return None
        names = picture.face_name(moment, hit.face).split(" and ")
        because = f"Of the faces that look at the ray, that of {listed(names)} is crossed last."
        return Question("By which edge does the ray enter the difference?", frozenset(names), because)

    def goal(self, moment: Moment[Cast]) -> Goal | None:
        """A ray that enters by an edge of A."""
        if moment.parent is not None:
            return None
        hit = self._hit(moment)
        edge = None if hit is None or hit.face is None else picture.difference_of(moment).edges[hit.face]
        now = "no contact by a face" if edge is None else picture.face_name(moment, hit.face)  # type: ignore[union-attr,arg-type]
        reached = edge is not None and edge.owner is Owner.A
        return Goal("Let the ray enter by an edge of A alone.", reached, f"Now {now}.")

    def _hit(self, moment: Moment[Cast]) -> FeatureHit | None:
        return next((step for step in moment.trace if isinstance(step, FeatureHit)), None)

    def feature_of(self, field: str, value: Any) -> str | None:
        return {"normal": "normal", "ray": "ray", "separation": "gap"}.get(field)
