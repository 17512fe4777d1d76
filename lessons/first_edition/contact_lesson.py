"""What the lessons on manifolds have in common: a run that may hold a point query, which can be stepped into."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge
from lessons.first_edition import nested_query
from lessons.first_edition.contact_captions import edge_name
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table
from viz.lesson.scene import TwoShapes

S = TypeVar("S", bound=TwoShapes)


class ContactLesson(Lesson[S]):
    """Draws and says the steps of the query itself; a lesson is asked about the steps of its own run only."""

    @abstractmethod
    def stage_of(self, step: Any) -> str: ...

    @abstractmethod
    def draw_step(self, canvas: Canvas, moment: Moment[S]) -> None: ...

    @abstractmethod
    def explain_step(self, moment: Moment[S]) -> str: ...

    @abstractmethod
    def caption_of(self, moment: Moment[S]) -> str: ...

    @abstractmethod
    def situation_of(self, moment: Moment[S]) -> str: ...

    @abstractmethod
    def asked(self, moment: Moment[S]) -> Question | None: ...

    @abstractmethod
    def aim(self, moment: Moment[S]) -> Goal: ...

    @abstractmethod
    def numbers(self, moment: Moment[S]) -> Table | None: ...

    def stage(self, step: Any) -> str:
        return nested_query.stage(step) or self.stage_of(step)

    def draw(self, canvas: Canvas, moment: Moment[S]) -> None:
        draw = self.draw_step if moment.parent is None else nested_query.draw
        draw(canvas, moment)

    def explain(self, moment: Moment[S]) -> str:
        return self.explain_step(moment) if moment.parent is None else nested_query.EXPLAINED

    def caption(self, moment: Moment[S]) -> str:
        return self.caption_of(moment) if moment.parent is None else nested_query.caption(moment)

    def situation(self, moment: Moment[S]) -> str:
        return self.situation_of(moment) if moment.parent is None else nested_query.situation(moment)

    def question(self, moment: Moment[S]) -> Question | None:
        return self.asked(moment) if moment.parent is None else None

    def goal(self, moment: Moment[S]) -> Goal:
        return self.aim(moment if moment.parent is None else moment.parent)

    def table(self, moment: Moment[S]) -> Table | None:
        return self.numbers(moment) if moment.parent is None else None

    def feature_of(self, field: str, value: Any) -> str | None:
        return edge_name(value) if isinstance(value, EdgeMeasured | ReferenceEdge | IncidentEdge) else None
