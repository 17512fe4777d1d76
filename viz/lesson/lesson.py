"""What a lesson is: pure functions from a scene and a place in its trace to a picture and to words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from geometry import Trace, Vector
from viz.lesson.canvas import Canvas
from viz.lesson.question import Goal, Question
from viz.lesson.scene import Scene
from viz.lesson.table import Table

S = TypeVar("S", bound=Scene)


@dataclass(frozen=True, slots=True, eq=False)
class Moment(Generic[S]):
    """A scene, the trace of the algorithm on it, and the step that is looked at."""

    scene: S
    trace: Trace[Any, Any]
    index: int
    parent: Moment[S] | None = None  # the moment that this trace was stepped into from
    field: str = ""  # the field of the parent's step that holds this trace

    @property
    def step(self) -> Any:
        """The record of this step; its type is the lesson's own."""
        return self.trace.steps[self.index]

    @property
    def is_last(self) -> bool:
        return self.index == len(self.trace) - 1


# What the scene becomes while something is dragged: from the scene as it was when the pointer was pressed, the
# point where that was, and the point where it is now. Raises ValueError with the reason when the scene refuses.
Follow = Callable[[Any, Vector, Vector], Scene]


class Pane(NamedTuple):
    """One of the views that a lesson shows at once, each with a pan and zoom of its own."""

    name: str
    title: str  # small, at its top left; may be empty for the only one
    draw: Callable[[Canvas, Any], None]  # with the moment
    is_world: bool = False  # whether its coordinates are the scene's, so that things can be held in it
    share: float = 1.0  # of the height, against the other rows'
    # What a press at a point of a pane that is not the world takes hold of, with the moment; None for nothing.
    take: Callable[[Any, Vector], Follow | None] | None = None


class Lesson(ABC, Generic[S]):
    """One lesson. Same scene and index, same picture and words: no state, no randomness, no window."""

    id: ClassVar[str]  # on the command line
    title: ClassVar[str]
    source: ClassVar[str]  # the article that it comes from
    summary: ClassVar[str]  # one sentence

    @abstractmethod
    def presets(self) -> Mapping[str, S]:
        """Named scenes; the first is the opening one. At least one makes a naive idea fail."""

    def scene(self) -> S:
        """The scene that the lesson opens with: chosen, not random."""
        return next(iter(self.presets().values()))

    @abstractmethod
    def run(self, scene: S) -> Trace[Any, Any]:
        """The algorithm's trace; raises ValueError when the scene makes no sense."""

    @abstractmethod
    def stage(self, step: Any) -> str:
        """The named stage that a step belongs to. Stages are runs of consecutive steps."""

    @abstractmethod
    def draw(self, canvas: Canvas, moment: Moment[S]) -> None:
        """The picture of this step."""

    @abstractmethod
    def explain(self, moment: Moment[S]) -> str:
        """Markdown with LaTeX: the idea, and the formula of this stage. No changing number inside `$`."""

    @abstractmethod
    def caption(self, moment: Moment[S]) -> str:
        """One sentence on this step, numbers tinted in the ink of what they measure."""

    @abstractmethod
    def situation(self, moment: Moment[S]) -> str:
        """One sentence that states how things stand in the figure."""

    def panes(self) -> Sequence[Sequence[Pane]]:
        """Rows of views, top to bottom; most lessons have the one picture of the world."""
        return ((Pane("world", "", self.draw, is_world=True),),)

    def question(self, moment: Moment[S]) -> Question | None:
        """What to ask before stepping on from here; None for nothing."""
        return None

    def goal(self, moment: Moment[S]) -> Goal | None:
        """What to bring about in the scene, if anything."""
        return None

    def feature_of(self, field: str, value: Any) -> str | None:
        """The feature of the figure that a field of a step stands for: pointing at either lights both."""
        return None

    def feature_in(self, moment: Moment[S], field: str, value: Any) -> str | None:
        """The same, for a lesson in which it depends on the scene."""
        return self.feature_of(field, value)

    def table(self, moment: Moment[S]) -> Table | None:
        """What has been compared so far, if the lesson compares."""
        return None


def stages(lesson: Lesson[Any], trace: Trace[Any, Any]) -> list[tuple[str, range]]:
    """The stages of a trace, each with the steps that belong to it."""
    runs: list[tuple[str, range]] = []
    for index, step in enumerate(trace):
        name = lesson.stage(step)
        if runs and runs[-1][0] == name:
            runs[-1] = (name, range(runs[-1][1].start, index + 1))
        else:
            runs.append((name, range(index, index + 1)))
    return runs
