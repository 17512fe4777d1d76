"""Algorithms that can be stepped: written once as generators, run for the result or kept as a trace.

    @steppable
    def halve(n: int) -> Steps[Halved, int]: ...      # yields a record wherever a reader would pause

    halve(40)              # the result alone
    halve.trace(40)        # every step, the source line that each came from, and the result
    yield from halve.steps(40)   # as one phase of a larger algorithm, on the same level

The code that computes is the code that is shown: a trace knows the function, the file and the line of
every step, because the generator's own frame knows them. A call for the result alone runs the same code without its
pauses (see `plain`).
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from types import CodeType, GeneratorType, MethodType
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar, overload

from geometry.plain import without_pauses
from geometry.record import copies_readonly, record
from geometry.summary import summary

P = ParamSpec("P")
S = TypeVar("S")  # what a step is
R = TypeVar("R")  # what the algorithm answers

Steps = Generator[S, None, R]


@record(eq=True)
class SourceLine:
    """Where a step was yielded: the function's qualified name, its file, and the line (from 1)."""

    function: str
    file: str
    line: int


@record
class Call:
    """How a run was started: the module of its function, and the arguments as they were given."""

    module: str
    arguments: tuple[Any, ...]
    named: tuple[tuple[str, Any], ...]

    def bound(self, function: str) -> tuple[Steppable[..., Any, Any], dict[str, Any]] | None:
        """The function and its arguments by name: what to change and run again. None for a function that cannot be
        found by its name: one that stands inside another, or a method of an object."""
        found = getattr(import_module(self.module), function, None)
        if not isinstance(found, Steppable):
            return None
        return found, dict(inspect.signature(found.steps).bind(*self.arguments, **dict(self.named)).arguments)


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Trace(Generic[S, R]):
    """A finished run: its steps in order, where each came from, and how it ended.

    An algorithm that refuses its input half-way (a line of no length, say) leaves a trace too: the steps
    up to the refusal, and the refusal itself. `result` raises it then, as a plain call would have done.
    """

    function: str
    steps: tuple[S, ...]
    lines: tuple[tuple[SourceLine, ...], ...]
    refusal: ValueError | None
    answer: R | None
    call: Call | None = None  # of a trace that a call has made; None for one put together from others

    # Draws a trace for a notebook. `viz` puts it here: geometry knows nothing that draws.
    figure: ClassVar[Callable[[Trace[Any, Any]], str] | None] = None

    @property
    def result(self) -> R:
        """What the plain call returns; raises the ValueError that the plain call raises."""
        if self.refusal is not None:
            raise self.refusal
        return self.answer  # type: ignore[return-value]  # only None where R allows it

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[S]:
        return iter(self.steps)

    def __getitem__(self, index: int) -> S:
        """One step; a negative index counts from the end."""
        return self.steps[index]

    def __repr__(self) -> str:
        end = f"refused: {self.refusal}" if self.refusal is not None else summary(self.answer)
        return f"<{self.function}: {len(self)} steps, {end}>"

    def _repr_html_(self) -> str | None:
        """What a notebook shows: a figure that steps, once `viz` is imported."""
        draw = Trace.figure
        return None if draw is None else draw(self)

    def line(self, index: int) -> SourceLine:
        """The source line that yielded step `index`, in the innermost function (see `lines` for the calls)."""
        return self.lines[index][-1]

    def children(self, index: int) -> tuple[tuple[str, Trace[Any, Any]], ...]:
        """The traces held by the fields of step `index`, by field name: what can be stepped into."""
        step = self.steps[index]
        kind: type = type(step)
        named = ((name, getattr(step, name)) for name in _fields(kind))
        return tuple((name, value) for name, value in named if isinstance(value, Trace))


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Grouped(Generic[S]):
    """Several steps of a trace told as one, so that a main track has few; the part can be stepped into."""

    part: Trace[S, Any]

    @property
    def first(self) -> S:
        return self.part.steps[0]

    @property
    def last(self) -> S:
        return self.part.steps[-1]


def picked(trace: Trace[S, R], keep: Sequence[int]) -> Trace[S, R]:
    """The trace with these of its steps only, in the order given: what a main track shows of hundreds."""
    steps, lines = tuple(trace.steps[i] for i in keep), tuple(trace.lines[i] for i in keep)
    return Trace(trace.function, steps, lines, trace.refusal, trace.answer)


def grouped(trace: Trace[Any, R], groups: Sequence[range]) -> Trace[Any, R]:
    """The trace with each run of steps in `groups` (in order, apart from each other) told as one `Grouped` step. A
    run of one step stays as it is. A grouped step stands on the source line of its last one."""
    steps: list[Any] = []
    lines: list[tuple[SourceLine, ...]] = []
    starts = {group.start: group for group in groups if len(group) > 1}
    index = 0
    while index < len(trace):
        group = starts.get(index, range(index, index + 1))
        run = trace.steps[group.start : group.stop]
        part = Trace(trace.function, run, trace.lines[group.start : group.stop], None, run[-1])
        steps.append(Grouped(part) if len(group) > 1 else run[0])
        lines.append(trace.lines[group.stop - 1])
        index = group.stop
    return Trace(trace.function, tuple(steps), tuple(lines), trace.refusal, trace.answer)


@functools.cache
def _fields(kind: type) -> tuple[str, ...]:
    """The names of a record's fields; none where it is no record."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


class Steppable(Generic[P, S, R]):
    """A generator function in its three uses: called, traced, or as a phase of another (`yield from`)."""

    def __init__(self, body: Callable[P, Steps[S, R]]) -> None:
        self.steps = body
        functools.update_wrapper(self, body)
        self.__signature__ = _as_called(body)

    def __repr__(self) -> str:
        return f"<steppable {self.steps.__qualname__}>"

    def __get__(self, instance: object, owner: type | None = None) -> Steppable[P, S, R]:
        """Itself, in a class too. `help` takes what has this method for a routine, and shows its signature."""
        return self

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.plain(*args, **kwargs)

    @functools.cached_property
    def plain(self) -> Callable[P, R]:
        """The body without its pauses; where that cannot be had, the body run to its end."""
        return without_pauses(self.steps) or self._to_the_end

    def _to_the_end(self, *args: P.args, **kwargs: P.kwargs) -> R:
        run = self.steps(*args, **kwargs)
        while True:
            try:
                next(run)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]

    def trace(self, *args: P.args, **kwargs: P.kwargs) -> Trace[S, R]:
        """Run and keep everything. A ValueError raised after the first step ends the trace as its refusal;
        one raised before it (bad arguments) leaves nothing to look at and is raised here."""
        run = self.steps(*args, **kwargs)
        steps: list[S] = []
        lines: list[tuple[SourceLine, ...]] = []
        refusal: ValueError | None = None
        answer: R | None = None
        try:
            while True:
                steps.append(next(run))
                lines.append(_where(run))
        except StopIteration as end:
            answer = end.value
        except ValueError as error:
            if not steps:
                raise
            refusal = error
        call = Call(self.steps.__module__, args, tuple(kwargs.items()))
        return Trace(self.steps.__qualname__, tuple(steps), tuple(lines), refusal, answer, call)


def steppable(body: Callable[P, Steps[S, R]]) -> Steppable[P, S, R]:
    """Decorator: make a generator function that yields steps and returns its answer a `Steppable`."""
    return Steppable(body)


class BoundSteppable(Steppable[P, S, R]):
    """A steppable method of one object: `tree.query`."""

    def __init__(self, method: Steppable[..., S, R], instance: object) -> None:
        self.steps = MethodType(method.steps, instance)
        self.plain = MethodType(method.plain, instance)  # looked up once in the class, and only bound here


class SteppableMethod(Generic[P, S, R]):
    """A generator method in the three uses: `tree.query(box)`, `tree.query.trace(box)`, `tree.query.steps(box)`."""

    def __init__(self, body: Callable[Concatenate[Any, P], Steps[S, R]]) -> None:
        self.of_class: Steppable[..., S, R] = Steppable(body)

    @overload
    def __get__(self, instance: None, owner: type) -> Steppable[..., S, R]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> BoundSteppable[P, S, R]: ...
    def __get__(self, instance: object | None, owner: type) -> Steppable[..., S, R]:
        return self.of_class if instance is None else BoundSteppable(self.of_class, instance)


def steppable_method(body: Callable[Concatenate[Any, P], Steps[S, R]]) -> SteppableMethod[P, S, R]:
    """Decorator: the same for a method, whose object may keep a state between its calls."""
    return SteppableMethod(body)


def _as_called(body: Callable[..., Any]) -> inspect.Signature:
    """The signature of a plain call: what is returned is the answer, the last of `Steps[step, answer]`."""
    signature = inspect.signature(body)
    returned = signature.return_annotation
    if not isinstance(returned, str) or not returned.startswith("Steps["):
        return signature
    depth, start = 0, len("Steps[")
    for i, letter in enumerate(returned):
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 1:
            start = i + 1
    return signature.replace(return_annotation=returned[start:-1].strip())


def _where(run: Any) -> tuple[SourceLine, ...]:
    """The paused lines from the outermost generator to the one that really yielded (`yield from` chains)."""
    code, frame, inner = run.gi_code, run.gi_frame, run.gi_yieldfrom
    place = id(code), frame.f_lasti
    known = _LINES.get(place)
    if known is None:
        known = _LINES[place] = (SourceLine(code.co_qualname, code.co_filename, frame.f_lineno),), code
    return known[0] + _where(inner) if isinstance(inner, GeneratorType) else known[0]


# The line of every place that has yielded so far: to find it in the code's table takes longer than most steps. The
# code is kept beside it, so that its id stays its own.
_LINES: dict[tuple[int, int], tuple[tuple[SourceLine], CodeType]] = {}
