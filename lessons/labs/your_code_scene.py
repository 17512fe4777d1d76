"""What a routine is asked, as a scene: the arguments of one of the problems, each held by its own kind of handle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from geometry.counterexample.circles import CIRCLE_PAIRS
from geometry.counterexample.problem import PROBLEMS, Arguments, Problem
from geometry.counterexample.truth import Circle, shape, solids_of
from geometry.outline import centroid
from geometry.shape import Convex, boundary
from geometry.transform import Pose, Sweep
from viz.lesson.ink import Ink
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Control, Handle, Scene, Slider

VECTORS = ("direction", "velocity")
_NUMBERS = {"radius": (0.05, 3.0), "spin": (-3.0, 3.0)}  # ranges of their sliders; a larger value widens them
_FINE = 1e-3  # of its radius: what the ring of a circle may stray from it


class Held(NamedTuple):
    """A parameter of the problem, its argument as it is, and the ink that it is drawn in."""

    name: str
    kind: str
    value: Any
    ink: Ink


class Solid(NamedTuple):
    """A or B: an outline, or a circle."""

    letter: str
    ink: Ink
    ring: tuple[Any, ...]  # its boundary as points
    middle: tuple[float, float]  # the mean of the vertices, or the centre
    radius: float  # 0 for an outline


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

    @property
    def question(self) -> str:
        """What is asked, whatever the shapes are."""
        return self.asks.question

    @cached_property
    def given(self) -> Arguments:
        """The arguments as a routine is given them: outlines as lists of (x, y)."""
        return tuple(list(each) if _is_list(each) else each for each in self.arguments)

    @cached_property
    def held(self) -> tuple[Held, ...]:
        """Every argument with its parameter. The first shape is A, the second B; all else is examined."""
        inks, found, ink = iter((Ink.A, Ink.B)), [], Ink.EXAMINED
        for each, value in zip(self.asks.parameters, self.arguments, strict=True):
            is_wall = each.name in ("start", "end")
            is_solid = each.kind == "outline" or (self.has_circles and each.kind == "point")
            goes_on = self.has_circles and each.kind == "radius"  # of the same circle
            ink = next(inks) if is_solid else ink if goes_on else Ink.A if is_wall else Ink.EXAMINED
            found.append(Held(each.name, each.kind, value, ink))
        return tuple(found)

    def of_kind(self, *kinds: str) -> list[Held]:
        return [each for each in self.held if each.kind in kinds]

    @cached_property
    def outlines(self) -> list[Held]:
        return self.of_kind("outline")

    @property
    def has_circles(self) -> bool:
        """Whether A, or B too, is a circle."""
        return self.problem in CIRCLE_PAIRS

    @cached_property
    def solids(self) -> tuple[Solid, ...]:
        """A and B, where there is one."""
        found: list[Solid] = []
        names = iter((("A", Ink.A), ("B", Ink.B)))
        for each in solids_of(self.given):
            if not isinstance(each, Circle):
                x, y = np.array(each).mean(axis=0).tolist()
                found.append(Solid(*next(names), each, (x, y), 0.0))
            elif self.has_circles:
                ring = boundary(shape(each), _FINE * each.radius).tolist()
                found.append(Solid(*next(names), tuple((x, y) for x, y in ring), each.center, each.radius))
        return tuple(found)

    @cached_property
    def shapes(self) -> tuple[Convex, ...]:
        """The same for the routines of the project."""
        return tuple(map(shape, solids_of(self.given)))

    @cached_property
    def places(self) -> NDArray[np.float64]:
        """All points of the scene: vertices, boundaries of circles, and single points."""
        points = [each.ring for each in self.solids] + [[each.value] for each in self.of_kind("point")]
        return np.concatenate([np.reshape(each, (-1, 2)) for each in points])

    def radius_of(self, center: str) -> float:
        """Of the circle about a point, by the point's name; 0 where it is no centre."""
        name = center.replace("center", "radius")
        return next((each.value for each in self.held if each.name == name != center), 0.0)

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
        middle: NDArray[np.float64] = centroid(points) if self.of_kind("spin") else points.mean(axis=0)
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
        found = [(each.ink, np.array(each.ring)) for each in self.solids]
        for each in self.held:
            if each.kind == "point" and not self.has_circles:
                found.append((each.ink, np.array([each.value])))
            elif each.kind in VECTORS:
                start = self.anchor(each.name)
                found.append((each.ink, np.array((start, start + each.value))))
        return found


class Mover(NamedTuple):
    """Points that move, with all that they do in one unit of t."""

    points: Any
    vector: Any  # displacement
    radius: float
    spin: float  # radians, about the centroid

    def at(self, t: float) -> Any:
        if not self.spin:
            return self.points + t * self.vector
        start = Pose(centroid(self.points))
        return Sweep(start, start.moved(self.vector).turned(self.spin)).at(t).place(start.unplace(self.points))


def movers(scene: Asked) -> Iterator[Mover]:
    """What moves, in the order of the arguments."""
    radius = next((r.value for r in scene.of_kind("radius")), 0.0)
    carried: Any = None
    for each in scene.held:
        if each.kind in ("outline", "point"):
            carried = np.reshape(each.value, (-1, 2))
        elif each.kind in VECTORS and carried is not None:
            spin = next(
                (s.value for s in scene.of_kind("spin") if s.name == each.name.replace("velocity", "spin")), 0.0
            )
            yield Mover(carried, np.array(each.value), radius, spin)


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
