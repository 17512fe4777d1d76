"""The one adapter for lessons of the first edition, until each is rewritten: what such a lesson is, and how its
explanation, caption, table, question and goal become pages of the second edition.

`FirstEdition` wraps such a lesson; nothing else in viz knows that there are any.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, wraps
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from geometry.feature import FeatureKind, FeatureRef
from geometry.trace import Trace
from geometry.vector import Vector
from viz.lesson import lesson as kit
from viz.lesson import page as kit_page
from viz.lesson.canvas import Canvas, Feature
from viz.lesson.ink import Ink
from viz.lesson.lesson import Follow, Layout, Moment, above, beside
from viz.lesson.mark import FeatureMark, Label, Symbol
from viz.lesson.page import Page, TableRow
from viz.lesson.prediction import Challenge, Choose, Click, Prediction, Verdict
from viz.lesson.scene import Scene
from viz.lesson.story import Story

__all__ = ["FirstEdition", "Follow", "Goal", "Lesson", "Moment", "Pane", "Question", "Row", "RowState", "Table"]

S = TypeVar("S", bound=Scene)


class RowState(Enum):
    DONE = "done"
    CURRENT = "current"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: a bullet in the ink of its owner, then the cells (tinted text allowed)."""

    cells: tuple[str, ...]
    state: RowState
    ink: Ink | None = None
    step: int | None = None  # the step that this row is about
    feature: Feature | None = None  # what it is about in the figure: pointing at either highlights both


@dataclass(frozen=True, slots=True)
class Table:
    """What the algorithm has compared so far, as numbers."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def step_row(
    step: int | None,
    index: int,
    name: str,
    *cells: str,
    ink: Ink,
    feature: Feature | None = None,
    unknown: str = "not yet",
) -> Row:
    """The row about `step`, seen from step `index`: its name alone, and `unknown`, until it has been reached; for
    ever, where there is no such step."""
    if step is None or step > index:
        return Row((name, unknown), RowState.PENDING, ink, step, feature)
    return Row((name, *cells), RowState.CURRENT if step == index else RowState.DONE, ink, step, feature)


class Question(NamedTuple):
    """Asked at a step, about what comes next. Answered by choosing an option or, without options, by clicking the
    feature in the figure."""

    text: str
    answers: frozenset[Any]  # the right ones: options, or features
    because: str  # what the algorithm finds, in words: shown once an answer has been given
    options: tuple[str, ...] = ()

    def is_right(self, answer: object) -> bool:
        return answer in self.answers


class Goal(NamedTuple):
    """Something to bring about in the scene."""

    text: str
    is_reached: bool
    now: str  # how things stand, with the number that counts


class Pane(NamedTuple):
    """One of the views that a lesson shows at once."""

    name: str
    title: str
    draw: Callable[[Canvas, Any], None]  # with the moment
    is_world: bool = False
    share: float = 1.0  # of the height, against the other rows'
    take: Callable[[Any, Vector], Follow | None] | None = None


class Lesson(ABC, Generic[S]):
    """One lesson of the first edition. Same scene and index, same picture and words."""

    id: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    summary: ClassVar[str]

    @abstractmethod
    def presets(self) -> Mapping[str, S]:
        """Named scenes; the first is the opening one."""

    def scene(self) -> S:
        """The scene that the lesson opens with."""
        return next(iter(self.presets().values()))

    @abstractmethod
    def run(self, scene: S) -> Trace[Any, Any]:
        """The algorithm's trace; raises ValueError when the scene makes no sense."""

    @abstractmethod
    def stage(self, step: Any) -> str:
        """The named stage that a step belongs to."""

    @abstractmethod
    def draw(self, canvas: Canvas, moment: Moment[S]) -> None:
        """The picture of this step."""

    @abstractmethod
    def explain(self, moment: Moment[S]) -> str:
        """Markdown with LaTeX: the idea, and the formula of this stage."""

    @abstractmethod
    def caption(self, moment: Moment[S]) -> str:
        """One sentence on this step."""

    @abstractmethod
    def situation(self, moment: Moment[S]) -> str:
        """One sentence that states how things stand in the figure."""

    def panes(self) -> Sequence[Sequence[Pane]]:
        """Rows of views, top to bottom; most lessons have the one picture of the world."""
        return ((Pane("world", "", self.draw, is_world=True),),)

    def question(self, moment: Moment[S]) -> Question | None:
        """What to ask before stepping on from here."""
        return None

    def goal(self, moment: Moment[S]) -> Goal | None:
        """What to bring about in the scene, if anything."""
        return None

    def feature_of(self, field: str, value: Any) -> Feature | None:
        """The feature of the figure that a field of a step stands for."""
        return None

    def feature_in(self, moment: Moment[S], field: str, value: Any) -> Feature | None:
        """The same, for a lesson in which it depends on the scene."""
        return self.feature_of(field, value)

    def table(self, moment: Moment[S]) -> Table | None:
        """What has been compared so far, if the lesson compares."""
        return None


def stages(lesson: Lesson[Any], trace: Trace[Any, Any]) -> list[tuple[str, range]]:
    """The stages of a trace, each with the steps that belong to it."""
    return kit.stages([lesson.stage(step) for step in trace])


class _Told(Story):
    """A lesson's words as a story."""

    def __init__(self, old: Lesson[Any]) -> None:
        self.old = old

    def page(self, moment: Moment[Any]) -> Page:
        idea, _, rest = self.old.explain(moment).partition("$$")
        formula = rest.partition("$$")[0]
        question = self.old.question(moment) if moment.parent is None else None
        page = Page(self.old.stage(moment.step), " ".join(idea.split()), formula.strip())
        return page.says(self.old.caption(moment)).asks(None if question is None else _prediction(question))

    def stage(self, moment: Moment[Any]) -> str:
        return self.old.stage(moment.step)

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        _drawn(self.old.draw)(canvas, moment)


class FirstEdition(kit.Lesson[Any]):
    """A lesson of the first edition in the second edition's window."""

    frames_stages = False

    def __init__(self, old: Lesson[Any]) -> None:
        self.old = old
        self.id, self.title = old.id, old.title  # type: ignore[misc]  # one class stands for many lessons
        self.source, self.summary = old.source, old.summary  # type: ignore[misc]
        self.story = _Told(old)

    @cached_property
    def scenes(self) -> Mapping[str, Any]:
        return self.old.presets()

    def run(self, scene: Any) -> Trace[Any, Any]:
        return self.old.run(scene)

    @cached_property
    def layout(self) -> Layout:
        rows = [beside(*map(_pane, row), share=row[0].share) for row in self.old.panes()]
        return rows[0] if len(rows) == 1 else above(*rows)

    def situation(self, moment: Moment[Any]) -> str:
        return self.old.situation(moment)

    def challenge(self, moment: Moment[Any]) -> Challenge | None:
        goal = self.old.goal(moment) if moment.parent is None else None
        return None if goal is None else Challenge(goal.text, goal.is_reached, goal.now)

    def table(self, moment: Moment[Any], pages: Sequence[Page] | None = None) -> kit_page.Table | None:
        old = self.old.table(moment)
        if old is None:
            return None
        reached = [row for row in old.rows if row.state is not RowState.PENDING]
        rows = tuple((row.step or 0, TableRow(row.cells, row.ink, _reference(row.feature))) for row in reached)
        current = frozenset(i for i, row in enumerate(reached) if row.state is RowState.CURRENT)
        return kit_page.Table(old.columns, rows, current) if rows else None

    def feature_in(self, moment: Moment[Any], field: str, value: Any) -> FeatureRef | None:
        return _reference(self.old.feature_in(moment, field, value))


def _pane(old: Pane) -> kit.Pane:
    return kit.Pane(old.name, old.title, _drawn(old.draw), old.is_world, take=old.take)


def _drawn(draw: Callable[[Canvas, Any], None]) -> Callable[[Canvas, Any], None]:
    """The same picture, with features as values where the lesson gives their names."""

    @wraps(draw)
    def drawn(canvas: Canvas, moment: Any) -> None:
        draw(canvas, moment)
        for i, mark in enumerate(canvas.marks):
            if isinstance(mark, FeatureMark | Label | Symbol) and isinstance(mark.feature, str):
                canvas.marks[i] = mark._replace(feature=_reference(mark.feature) or mark.feature)

    return drawn


def _prediction(question: Question) -> Prediction:
    def judge(answer: object) -> Verdict:
        return Verdict(question.is_right(str(answer)), question.because)

    if question.options:
        return Choose(question.text, judge, question.options, question.answers)
    return Click(question.text, judge, frozenset(ref for each in question.answers if (ref := _reference(each))))


@cache
def _reference(feature: Feature | None) -> FeatureRef | None:
    """A feature as a value, where a lesson of the first edition names it by words ("edge 2 of A", "gap")."""
    if not isinstance(feature, str):
        return feature
    found = re.fullmatch(r"(vertex|edge) (\d+) of (.+)", feature)
    if found is None:
        return FeatureRef(feature, FeatureKind.PART)
    return FeatureRef(found[3], FeatureKind(found[1]), int(found[2]))
