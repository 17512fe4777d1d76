"""The steps of one check, and of one call, as a trace that can be stepped through."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from dataclasses import make_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import numpy as np

from geometry.counterexample.search import Answer, verdict_on
from geometry.counterexample.statement import Conventions, wound
from geometry.record import record
from geometry.trace import SourceLine, Trace
from lessons.labs.your_code_check import Checked, Frame, Subject
from lessons.labs.your_code_examples import Called, Seen
from lessons.labs.your_code_reading import read_or_none, right_of
from lessons.labs.your_code_scene import Asked
from viz.lesson.lesson import Moment
from viz.session.source import hold_source
from viz.session.values import number


class Stage(Enum):
    BEGIN = "Begin"
    CONVENTION = "Convention"
    SEARCH = "Search"
    FOUND = "Found"
    FEWER = "Fewer"
    ROUND = "Simple"
    FAILURE = "Failure"
    ANSWER = "Answer"
    STEPS = "Trace"


SHRINKS = {"found": Stage.FOUND, "fewer vertices": Stage.FEWER}  # a stage each: a view that fits its scene


@record
class NoFile:
    """No file is open: how to begin."""

    stage = Stage.BEGIN


@record
class Spoken:
    """What the answers to clear scenes tell of the routine's conventions."""

    conventions: Conventions
    told_by: int  # scenes
    stage = Stage.CONVENTION


@record
class Tried:
    """Random scenes of every family, each answer judged by its meaning."""

    scenes: int
    failures: int
    family: str  # of the first failure
    stage = Stage.SEARCH


@record
class Shrunk:
    """The failing scene on its way to the smallest one."""

    frame: Frame
    vertices: int
    decimals: int  # of its coordinates, at most

    @property
    def stage(self) -> Stage:
        return SHRINKS.get(self.frame.name, Stage.ROUND)


@record
class Compared:
    """What the routine answers on the scene as it is now, and what is right."""

    yours: Any  # as the project speaks; None where it cannot be read
    said: str  # what it returned, in a few letters; empty where it has not
    right: Any
    why: str | None  # what is wrong with yours
    is_old: bool  # the answer to the scene before: this one's is being waited for
    line: int  # of the routine, the last one of this call; 0: not known
    failed: bool  # whether the check had found a failure

    @property
    def stage(self) -> Stage:
        return Stage.FAILURE if self.failed else Stage.ANSWER


@record
class Walked:
    """One call on this scene, step by step."""

    steps: int
    call: Trace[Any, Any]
    stage = Stage.STEPS


class Asking:
    """Asks a routine, and keeps its last answer for as long as the next one is not there."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._last = Called(Answer(None, "Has not answered yet."), (), 0)

    def __call__(self, scene: Asked, spoken: Conventions) -> tuple[Called, bool]:
        """What came of the call, and whether it is that of an earlier scene."""
        found = self.subject.call(given(scene, spoken))
        if found is not None:
            self._last = found
        return self._last, found is None


def found_of(moment: Moment[Asked]) -> Compared:
    """What came of asking, at any step of the lesson's own trace or of the call."""
    while moment.parent is not None:
        moment = moment.parent
    found: Any = moment.trace.answer
    assert isinstance(found, Compared)
    return found


def is_endless(found: Compared) -> bool:
    """Whether the call was stopped, as it had not come to an end."""
    return found.why is not None and "had not answered" in found.why


def given(scene: Asked, spoken: Conventions) -> tuple[Any, ...]:
    """The arguments as the routine wants them: outlines in its winding."""
    return wound(scene.given, scene.asks.parameters, spoken)


def compared(scene: Asked, checked: Checked, called: Called, is_old: bool) -> Compared:
    """Judge what the routine answers about the scene."""
    spoken, answer = checked.conventions, called.answer
    why = verdict_on(scene.asks, given(scene, spoken), answer, spoken)
    yours = read_or_none(scene, answer.value, spoken) if answer.trouble is None else None
    said = shown(answer.value) if answer.trouble is None else ""
    why = None if why is None else in_words(why)
    return Compared(yours, said, right_of(scene), why, is_old, called.line, bool(checked.failures))


def in_words(text: str) -> str:
    """A sentence of the judges without Python's own words and marks."""
    text = text.replace("`", "")
    for word, plain in (("None", "nothing"), ("True", "“true”"), ("False", "“false”")):
        text = re.sub(rf"\b{word}\b", plain, text)
    return text


def of_frame(scene: Asked, checked: Checked, frame: Frame) -> Compared:
    """What the check has seen the routine answer on a scene of its own."""
    return compared(scene, checked, Called(Answer(frame.value, frame.trouble), (), 0), is_old=False)


def trace_of(scene: Asked, checked: Checked, asking: Asking, *, begins: bool = False) -> Trace[Any, Any]:
    """The check, and its answer to the scene as it is now."""
    subject = asking.subject
    hold_source(str(subject.file), subject.text)
    called, is_old = asking(scene, checked.conventions)
    found = compared(scene, checked, called, is_old)
    call = walked(subject, called)
    steps: list[Any] = [NoFile()] if begins else []
    steps.append(Spoken(checked.conventions, len(checked.rows)))
    steps.append(Tried(checked.scenes, checked.failures, checked.family))
    if checked.failures:
        steps += [Shrunk(frame, frame.vertices, frame.decimals) for frame in checked.frames]
    steps.append(found)
    if len(call):
        steps.append(Walked(len(call), call))
    head = head_of(subject)
    at = [_line(subject, found.line or head if step is found else head) for step in steps]
    return Trace(subject.function, tuple(steps), tuple((each,) for each in at), None, found)


def walked(subject: Subject, called: Called) -> Trace[Any, Any]:
    """One call as a trace of its own: each step has the values by the routine's own names."""
    steps = tuple(_step(each) for each in called.seen)
    lines = tuple((_line(subject, each.line, each.function),) for each in called.seen)
    return Trace(subject.function, steps, lines, None, None)


def _line(subject: Subject, line: int, function: str = "") -> SourceLine:
    return SourceLine(function or subject.function, str(subject.file), line)


def head_of(subject: Subject) -> int:
    """The line that the function begins in."""
    rows = subject.text.splitlines()
    return next((i for i, row in enumerate(rows, 1) if row.startswith(f"def {subject.function}(")), 1)


@lru_cache(maxsize=256)
def _kind(names: tuple[str, ...]) -> type:
    return make_dataclass("Values", [("line", int), *names], frozen=True, eq=False)


def _step(seen: Seen) -> Any:
    """A record with the routine's own names as fields, points as points."""
    held = {name: _held(value) for name, value in seen.values.items() if _is_name(name)}
    return _kind(tuple(held))(seen.line, *held.values())


def _is_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name) and name != "line"


def _held(value: Any) -> Any:
    """A value as the panel shows it best: a pair of numbers is a point."""
    if is_point(value):
        return np.array(value, dtype=np.float64)
    return tuple(value) if isinstance(value, list) else value


def is_point(value: Any) -> bool:
    """Whether a value is a place or a vector: two numbers, at least one of them no whole number by its type."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    numbers = [each for each in value if isinstance(each, int | float) and not isinstance(each, bool)]
    return len(numbers) == 2 and any(isinstance(each, float) for each in numbers)


def shown(value: Any) -> str:
    """A value of the routine in a few letters."""
    if isinstance(value, float):
        return number(value)
    text = f"({number(value[0])}, {number(value[1])})" if getattr(value, "shape", ()) == (2,) else repr(value)
    text = in_words(text)
    return (text if len(text) <= 24 else f"{text[:22]}…").replace("-", "−")


def values_of(step: Any) -> Mapping[str, Any]:
    """The routine's values at a step of its call, by name."""
    return {name: getattr(step, name) for name in step.__dataclass_fields__ if name != "line"}
