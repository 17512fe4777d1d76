"""What a routine is asked, as a scene: the arguments of one of the problems, each held by its own kind of handle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from geometry.counterexample.problem import PROBLEMS, Arguments, Problem
from viz.lesson.ink import Ink
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Control, Handle, Scene, Slider

VECTORS = ("direction", "velocity")
_NUMBERS = {"radius": (0.05, 3.0)}  # ranges of their sliders; a larger value widens them


class Held(NamedTuple):
    """A parameter of the problem, its argument as it is, and the ink that it is drawn in."""

    name: str
    kind: str
    value: Any
    ink: Ink


@dataclass(frozen=True, eq=False)
class Asked(Scene):
    """The arguments of one call, plain numbers as the routine gets them. Of the routine only the name that it has in
    the lesson is told, never a file: a scene of somebody else asks the routine that is known here by that name."""

    problem: str
    routine: str
    arguments: tuple[Any, ...]

    def __post_init__(self) -> None:
        """Raises ValueError where the problem does not take the arguments, with the reason."""
        if self.problem not in PROBLEMS:
            raise ValueError(f"there is no problem {self.problem!r}: {', '.join(PROBLEMS)}")
        wanted = self.asks.parameters
        if len(self.arguments) != len(wanted):
            raise ValueError(f"{self.problem} takes {len(wanted)} arguments, not {len(self.arguments)}")
        plain = tuple(_plain(each.kind, value) for each, value in zip(wanted, self.arguments, strict=True))
        object.__setattr__(self, "arguments", plain)
        self.asks.accepts(self.given)

    @property
    def asks(self) -> Problem:
        return PROBLEMS[self.problem]

    @cached_property
    def given(self) -> Arguments:
        """The arguments as a routine is given them: outlines as lists of (x, y)."""
        return tuple(list(each) if _is_list(each) else each for each in self.arguments)

    @cached_property
    def held(self) -> tuple[Held, ...]:
        """Every argument with its parameter. The first outline is A, the second B; all else is examined."""
        inks, found = iter((Ink.A, Ink.B)), []
        for each, value in zip(self.asks.parameters, self.arguments, strict=True):
            is_wall = each.name in ("start", "end")
            ink = next(inks) if each.kind == "outline" else Ink.A if is_wall else Ink.EXAMINED
            found.append(Held(each.name, each.kind, value, ink))
        return tuple(found)

    def of_kind(self, *kinds: str) -> list[Held]:
        return [each for each in self.held if each.kind in kinds]

    @cached_property
    def outlines(self) -> list[Held]:
        return self.of_kind("outline")

    def anchor(self, name: str) -> NDArray[np.float64]:
        """Where a vector among the arguments begins: at the point or the middle of the outline before it, else at the
        next; so a ray begins at its origin, and a velocity at what moves."""
        names = [each.name for each in self.held]
        at = names.index(name)
        order = (*reversed(self.held[:at]), *self.held[at + 1 :])
        carrier = next((each for each in order if each.kind in ("point", "outline")), None)
        if carrier is None:
            return np.zeros(2)
        points = np.array(carrier.value if carrier.kind == "outline" else [carrier.value])
        middle: NDArray[np.float64] = points.mean(axis=0)
        return middle

    # What the window holds and sets: made of the arguments, and put back into them.

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        for name, kind, value, ink in self.held:
            if kind in _NUMBERS:
                low, high = _NUMBERS[kind]
                yield name, Slider(name.replace("_", " "), min(low, value), max(high, value)), value
            else:
                yield name, Handle(ink, _named(name, ink), has_tail=False), getattr(self, name)

    def __getattr__(self, name: str) -> Any:
        """An argument by the name of its parameter, as something that can be held."""
        if name.startswith("_") or name in ("problem", "arguments"):
            raise AttributeError(name)
        for each in self.held:
            if each.name == name:
                return _holdable(self, each)
        raise AttributeError(name)

    def with_field(self, name: str, value: Any) -> Self:
        if name in self.__dataclass_fields__:
            return replace(self, **{name: value})
        changed = [_plain(e.kind, value) if e.name == name else e.value for e in self.held]
        return replace(self, arguments=tuple(changed))

    def sketched(self) -> Sequence[tuple[Ink, NDArray[np.float64]]]:
        found = []
        for each in self.held:
            if each.kind == "outline":
                found.append((each.ink, np.array(each.value)))
            elif each.kind == "point":
                found.append((each.ink, np.array([each.value])))
            elif each.kind in VECTORS:
                start = self.anchor(each.name)
                found.append((each.ink, np.array((start, start + each.value))))
        return found


def _holdable(scene: Asked, held: Held) -> Any:
    if held.kind == "outline":
        return Outline(held.value)
    if held.kind == "point":
        return np.array(held.value)
    if held.kind in VECTORS:
        start = scene.anchor(held.name)
        return Arrow(start, start + held.value)
    return held.value


def _plain(kind: str, value: Any) -> Any:
    """An argument as plain nested tuples and floats, whatever it came as: held, read from a file, or plain."""
    match value:
        case Outline():
            value = value.points.tolist()
        case Arrow():
            value = value.vector.tolist()
        case np.ndarray():
            value = value.tolist()
    try:
        if kind == "outline":
            return tuple((float(x), float(y)) for x, y in value)
        if kind in _NUMBERS:
            return float(value)
        x, y = value
        return float(x), float(y)
    except (TypeError, ValueError):
        raise ValueError(f"this is no {kind}: {str(value)[:40]}") from None


def _is_list(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], tuple)


def _named(name: str, ink: Ink) -> str:
    return name.upper() if len(name) == 1 and ink in (Ink.A, Ink.B) else name.replace("_", " ")
