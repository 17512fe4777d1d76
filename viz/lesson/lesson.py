"""What a lesson is: pure functions from a scene and a place in its trace to a picture and to words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, overload

from geometry.feature import FeatureRef
from geometry.trace import Trace
from geometry.vector import Vector
from viz.lesson.canvas import Canvas, Feature
from viz.lesson.ink import Ink
from viz.lesson.page import Page, Table, table_of
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Scene
from viz.lesson.story import Story

S = TypeVar("S", bound=Scene)
K = TypeVar("K")
Follow = Callable[[Any, Vector, Vector], Scene | float]  # a drag's scene, or its time; ValueError: it is refused


@dataclass(frozen=True, eq=False)
class Moment(Generic[S]):
    """A scene, the trace of the algorithm on it, the step that is looked at, and the time on the clock."""

    scene: S
    trace: Trace[Any, Any]
    index: int
    parent: Moment[S] | None = None  # the moment that this trace was stepped into from
    field: str = ""  # the field of the parent's step that holds this trace
    time: float = 0.0  # of the clock, where the lesson has one; else 0
    compare: str = ""  # the name of the comparison that is switched on; "" for none
    faulty: Any = None  # what its routine answers on this scene; None while none is switched on
    is_open: bool = False  # whether a prediction is open, whose answer nothing may give away
    hurried: bool = False  # while something is dragged: what is dear to draw may be left unfinished (see Canvas)

    @property
    def step(self) -> Any:
        """The record of this step; its type is the lesson's own."""
        return self.trace.steps[self.index]

    @property
    def next(self) -> Any:
        """The record of the next step, None at the last."""
        return self.trace.steps[self.index + 1] if self.index + 1 < len(self.trace) else None

    @property
    def seen(self) -> tuple[Any, ...]:
        """The records up to this step, this one included."""
        return self.trace.steps[: self.index + 1]

    @property
    def is_last(self) -> bool:
        return self.index == len(self.trace) - 1

    def first(self, kind: type[K]) -> K | None:
        """The first step of a kind in the whole trace."""
        return next((step for step in self.trace if isinstance(step, kind)), None)

    def has_seen(self, *kinds: type) -> bool:
        """Whether a step of one of these kinds has been reached."""
        return any(isinstance(step, kinds) for step in self.seen)

    def latest(self, kind: type[K]) -> K | None:
        """The newest step of a kind up to this one."""
        return next((step for step in reversed(self.seen) if isinstance(step, kind)), None)

    def at(self, index: int) -> Moment[S]:
        """The same at another step."""
        return replace(self, index=index)


class Axes(NamedTuple):
    """The ranges of a chart's two axes, which fill its pane (x and y each to a scale of its own)."""

    x: tuple[float, float]
    y: tuple[float, float]
    x_label: str = ""
    y_label: str = ""


@dataclass(frozen=True, slots=True)
class Pane:
    """One of the views that a lesson shows at once, with a pan and zoom of its own, fitted to what a stage draws."""

    name: str
    title: str  # small, at its top left; may be empty for the only one
    draw: Callable[[Canvas, Any], None]  # with the moment
    is_world: bool = False  # whether its coordinates are the scene's, so that things can be held in it
    share: float = 1.0  # of the width or height, against the others beside it
    axes: Callable[[Any], Axes] | None = None  # of a moment: a chart, both of whose ranges fill the pane
    note: str = ""  # one quiet line beside the title, or below it where that is too wide
    is_note_below: bool = False  # in any case, so that it stands alike in panes beside each other
    headed: Callable[[Any], tuple[str, str]] | None = None  # title and note of a moment, where they follow it
    ink: Ink | Callable[[Any], Ink | None] | None = None  # of the title, where it names a faulty rule; or of a moment
    take: Callable[[Any, Vector], Follow | None] | None = None  # what a press holds in a pane that is no world
    follows_time: bool = False  # a chart over time: a press on it drags the clock's play head
    margin: float | None = None  # share of the pane beside a board that fills it; None for the usual, and the title
    held: Callable[[Any], bool] | None = None  # at which moments a world can be held, where not at all of them
    idle: Callable[[Any], Collection[str]] = lambda _: ()  # of a moment: fields with no points but under the pointer
    is_to_scale: bool = True  # False for tables, cards and diagrams: behind them there is no grid

    def head(self, moment: Moment[Any]) -> tuple[str, str]:
        """Title and note at a moment."""
        return (self.title, self.note) if self.headed is None else self.headed(moment)

    def is_held(self, moment: Moment[Any]) -> bool:
        """Whether the scene can be held in it at a moment."""
        return self.is_world and (self.held is None or self.held(moment))


@dataclass(frozen=True, slots=True)
class Group:
    """Panes beside each other, or above each other, with their share in what holds them."""

    parts: tuple[Pane | Group, ...]
    is_row: bool  # side by side
    share: float = 1.0


Layout = Pane | Group


def beside(*parts: Layout, share: float = 1.0) -> Group:
    """Panes side by side."""
    return Group(parts, True, share)


def above(*parts: Layout, share: float = 1.0) -> Group:
    """Panes one above the other, the first on top."""
    return Group(parts, False, share)


def panes_of(layout: Layout) -> Iterator[Pane]:
    """Every pane, in reading order; the first one is the one that presenting shows."""
    if isinstance(layout, Pane):
        yield layout
    else:
        for part in layout.parts:
            yield from panes_of(part)


@dataclass(frozen=True, slots=True)
class Clock:
    """Time that can be played, from 0 to 1, besides the algorithm's steps."""

    seconds: float = 3.0  # how long a play from 0 to 1 takes at speed 1
    impact: float | None = None  # where it stops, and is slow shortly before; None for nowhere
    ticks: tuple[float, ...] = ()  # the time of every step of the trace: stepping moves the clock there
    plays_on_entry: bool = False  # runs once when this stage is entered
    plays_each_step: bool = False  # and again at every other step of the stage
    starts_over: bool = False  # an edit is another start: back to 0
    told: Callable[[float], str] | None = None  # a time as a number (`times`); None: the picture only moves
    near: float = 1.0  # up to this time the views hold only what is drawn by then, later all of it


@dataclass(frozen=True, slots=True)
class Comparison(Generic[S]):
    """A faulty idea by its name: its routine, of `geometry.faulty`, runs on the scene and is drawn as a ghost."""

    name: str
    run: Callable[[S], Any]
    differs: Callable[[Moment[S]], bool]  # whether its answer is wrong on this scene
    credit: str = ""  # one footnote line: "Error 4 of *SAT explained*"


Opening = Callable[[Trace[Any, Any]], int]  # at which step of its trace a scene opens


def at_first(kind: type) -> Opening:
    """Opens at the first step of a kind."""
    return lambda trace: next(i for i, step in enumerate(trace) if isinstance(step, kind))


def at_last(trace: Trace[Any, Any]) -> int:
    """Opens at the last step."""
    return len(trace) - 1


@dataclass(frozen=True, slots=True)
class Preset(Generic[S]):
    """A scene with what is special about it: it may switch a comparison on, open at a later step, be of a group."""

    scene: S
    compare: str = ""
    opens_at: Opening = lambda trace: 0
    group: str = ""  # of a collection of scenes


class Lesson(ABC, Generic[S]):
    """One lesson. Same scene and index, same picture and words: no state, no randomness, no window."""

    id: ClassVar[str]  # on the command line
    title: ClassVar[str]
    source: ClassVar[str]  # the article that it comes from
    summary: ClassVar[str]  # one sentence
    terms: ClassVar[tuple[str, ...]] = ()  # introduced here: the search finds them
    builds_on: ClassVar[tuple[str, ...]] = ()  # ids
    frames_stages: ClassVar[bool] = True  # whether views follow the stages; else they hold the whole trace
    one_scale: ClassVar[bool] = False  # whether lengths are compared from view to view
    tells_time: ClassVar[bool] = False  # whether pages follow the clock, not the figure alone
    tells_conventions: ClassVar[bool] = False  # whether its views have conventions of their own
    presents: ClassVar[int | None] = None  # the pane that presenting shows alone at first; None for all of them
    most_steps: ClassVar[int] = 8  # of the main track; a search that tests one axis a step may have more
    most_scenes: ClassVar[int] = 9  # a number key for each; a collection of cards may have more
    story: Story
    nested: Story | None = None  # tells the traces that are stepped into; None: the same
    compare: tuple[Comparison[S], ...] = ()

    @property
    @abstractmethod
    def scenes(self) -> Mapping[str, S | Preset[S]]:
        """Named; the first is the opening one. At least one makes a naive idea fail."""

    @abstractmethod
    def run(self, scene: S) -> Trace[Any, Any]:
        """The algorithm's trace; raises ValueError when the scene makes no sense."""

    @property
    def layout(self) -> Layout:
        """The panes: one, or several beside and above each other."""
        return Pane("world", "World", self.story.draw, is_world=True)

    def layout_at(self, moment: Moment[S]) -> Layout:
        """Which of the panes a stage shows, and how large; unless told, all of them as ever."""
        return self.layout

    @property
    def presented(self) -> Layout:
        """What presenting shows at first: fewer panes, and larger, where all of them are many for a wall."""
        return self.layout if self.presents is None else self.panes[self.presents]

    @abstractmethod
    def situation(self, moment: Moment[S]) -> str:
        """One statement about the shapes, true at this step: the line under the figure. Never a question."""

    def challenge(self, moment: Moment[S]) -> Challenge | None:
        """A scene to construct, if anything."""
        return None

    def clock(self, moment: Moment[S]) -> Clock | None:
        """The time that can be played at this moment; None for none."""
        return None

    def shows_controls(self, moment: Moment[S]) -> bool | Collection[str]:
        """Whether the scene's sliders stand below the table at this step, or which fields': a table may need room."""
        return True

    def story_of(self, moment: Moment[S]) -> Story:
        """Who tells this moment: the lesson's story on its own trace, another one where a trace was stepped into."""
        return self.story if moment.parent is None or self.nested is None else self.nested

    def draw_told(self, canvas: Canvas, moment: Moment[S]) -> None:
        """What the story that tells the moment draws."""
        self.story_of(moment).draw(canvas, moment)

    @cached_property
    def presets(self) -> Mapping[str, Preset[S]]:
        """The scenes, all as presets."""
        return {name: each if isinstance(each, Preset) else Preset(each) for name, each in self.scenes.items()}

    @cached_property
    def panes(self) -> tuple[Pane, ...]:
        return tuple(panes_of(self.layout))

    def shown(self, views: str = "") -> Layout:
        """What presenting shows: all panes, the first or the second; unless told, what the lesson asks for."""
        first, *others = self.panes
        return {"": self.presented, "first": first, "second": others[0]}.get(views, self.layout) if others else first

    def page(self, moment: Moment[S]) -> Page:
        """All that is said of the moment's step."""
        return self.story_of(moment).page(moment)

    def pages(self, moment: Moment[S]) -> Pages:
        """The pages of every step of the moment's trace, each made when it is looked at."""
        return Pages(self, moment)

    def table(self, moment: Moment[S], pages: Sequence[Page] | None = None) -> Table | None:
        """What has been computed up to this step. `pages`: of the whole trace, where they are known."""
        columns = self.story_of(moment).columns
        return table_of(columns, self.pages(moment) if pages is None else pages, moment.index) if columns else None

    def stage_names(self, moment: Moment[S], pages: Sequence[Page] | None = None) -> list[str]:
        """The stage of every step of the moment's trace. `pages`: of the whole trace, where they are known."""
        pages, tell = self.pages(moment) if pages is None else pages, self.story_of(moment).stage
        return [tell(moment.at(i)) or pages[i].stage for i in range(len(moment.trace))]

    def feature_in(self, moment: Moment[S], field: str, value: Any) -> Feature | None:
        """The feature of the figure that a field of a step stands for: pointing at either highlights both."""
        return value if isinstance(value, FeatureRef) else None

    def comparison(self, name: str) -> Comparison[S] | None:
        return next((each for each in self.compare if each.name == name), None)


class Pages(Sequence[Page]):
    """The pages of a trace; dragging makes a new trace in every frame, so each is made only when it is looked at."""

    def __init__(self, lesson: Lesson[Any], moment: Moment[Any]) -> None:
        self.lesson, self.moment = lesson, moment
        self._made: dict[int, Page] = {}

    def __len__(self) -> int:
        return len(self.moment.trace)

    @overload
    def __getitem__(self, index: int) -> Page: ...
    @overload
    def __getitem__(self, index: slice) -> list[Page]: ...
    def __getitem__(self, index: int | slice) -> Page | list[Page]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index not in self._made:
            self._made[index] = self.lesson.page(self.moment.at(range(len(self))[index]))
        return self._made[index]
