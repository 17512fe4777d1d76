"""Predictions: something to do in the figure before the next step shows the answer, and how it is judged.

What the learner places, clicks or turns belongs to the window; here stands what is asked and what an answer is worth.
Judgements are computed from the scene, never typed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from geometry.feature import FeatureKind, FeatureRef
from viz.lesson.canvas import Canvas

Points = tuple[tuple[float, float], ...]
Draw = Callable[[Canvas, str], None]  # adds to the picture of the pane with this name


class Remark(NamedTuple):
    """A place in the figure that an answer speaks of: shown with at most four words beside it."""

    at: tuple[float, float]
    words: str
    right: bool = False
    note: str = ""  # a second, quiet line
    to: tuple[float, float] | None = None  # the other end of the length that the words tell


class Verdict(NamedTuple):
    """What an answer is worth."""

    right: bool
    because: str  # two lines (three where wrong): the reason, then the number
    head: str = ""  # of a wrong answer: what was asked and how much of it is right ("Place the points: 1 of 2")
    remarks: tuple[Remark, ...] = ()  # in the figure; wrong ones pink with a cross, right ones white
    features: frozenset[FeatureRef] = frozenset()  # what else is right besides the clicked one: white as well
    draw: Draw | None = None  # what the answer means, in any pane
    foretells_wrong: bool = False  # the answer is right, and what it foretells is a wrong one: then it is not white
    counts: bool = True  # False where nothing was answered: then it is no try


@dataclass(frozen=True, slots=True)
class Click:
    """Answered by clicking one feature of the figure, or one of the `buttons` ("none")."""

    text: str
    judge: Callable[[FeatureRef | str], Verdict]
    right: frozenset[FeatureRef | str]  # every right answer: what "show me" highlights, and what the tests try
    buttons: tuple[str, ...] = ()
    kinds: frozenset[FeatureKind] = frozenset((FeatureKind.EDGE,))  # what answers where only a button is right
    hides_end: bool = False  # the number of steps would tell the answer: not shown while it is open
    opens: str = ""  # the goal that waits for this answer, by its `opened_by`; at the next step it has the card
    head: str = "Predict"  # of its card
    owner: str = ""  # only features of this owner answer; any other click selects

    def wants(self, feature: FeatureRef | str) -> bool:
        """Whether a click on such a feature answers: one of a kind that can be right, of the owner asked about."""
        right = {_kind(each) for each in self.right if each not in self.buttons}
        is_of = not self.owner or (isinstance(feature, FeatureRef) and feature.owner == self.owner)
        return is_of and _kind(feature) in (right or self.kinds)


@dataclass(frozen=True, slots=True)
class Place:
    """Answered by dragging points in a pane, then Check. A point may be bound to a path (open polyline)."""

    text: str
    judge: Callable[[Points], Verdict]
    start: Points  # where the points lie at first
    right: Points  # where "show me" puts them
    pane: str  # the name of the pane they lie in
    along: tuple[Points, ...] = ()  # a path for each point, or none at all
    names: tuple[str | Callable[[tuple[float, float]], str], ...] = ()  # beside the points, or made of them
    buttons: tuple[str, ...] = ()  # other answers than a place: judged by `judge_button`
    judge_button: Callable[[str], Verdict] | None = None
    draw: Draw | None = None  # what is asked about, in any pane
    follow: Callable[[Canvas, Points], None] | None = None  # what the points make, in their pane, while dragged
    is_time: bool = False  # the first point's x is a time: the clock, and so all that moves, follows it


@dataclass(frozen=True, slots=True)
class Adjust:
    """Answered by setting a field of the scene with its own handle (turn an axis, drag a wall), then Check."""

    text: str
    judge: Callable[[Any], Verdict]  # of the scene as it is now
    right: Callable[[Any], Any]  # the scene that "show me" makes
    field: str  # the field that is to be set: its handle is emphasised
    head: str = "Predict"  # of its card


@dataclass(frozen=True, slots=True)
class Choose:
    """Answered by choosing one of the options: only where nothing can be placed."""

    text: str
    judge: Callable[[str], Verdict]
    options: Sequence[str]
    right: frozenset[str]


Prediction = Click | Place | Adjust | Choose


def _kind(feature: FeatureRef | str) -> FeatureKind | None:
    return feature.kind if isinstance(feature, FeatureRef) else None


def head_of(asked: Prediction) -> str:
    """Of its card: a prediction, or what a lesson calls a task in which nothing is foretold."""
    return asked.head if isinstance(asked, Click | Adjust) else "Predict"


def right_answer(asked: Prediction, scene: Any) -> Verdict:
    """What is said of a right answer."""
    match asked:
        case Click():
            return asked.judge(min(asked.right, key=str))
        case Choose():
            return asked.judge(min(asked.right))
        case Place():
            return asked.judge(asked.right)
        case Adjust():
            return asked.judge(asked.right(scene))


class Challenge(NamedTuple):
    """A scene to construct that shows understanding; fulfilled by no preset."""

    text: str
    reached: bool
    now: str  # how things stand, with the number that counts
    hint: str = ""
    opened_by: str = ""  # it would give away the answer of the Click that `opens` it, and waits until that is settled
