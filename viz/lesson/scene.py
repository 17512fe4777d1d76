"""Scenes: the state of a lesson as data, with what can be dragged and set declared on its fields.

    @dataclass(frozen=True, eq=False)
    class Searched(TwoShapes):
        early_out: bool = toggle("Stop at the first gap", True)

A scene is frozen; dragging and setting make a new one (`with_field`). The window turns the declarations into
handles and widgets, so a lesson knows neither.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry import Convex, Pose, Vector
from geometry.vector import readonly, vector
from viz.lesson.ink import Ink
from viz.lesson.text import fixed, two_digits


@dataclass(frozen=True, eq=False)
class Body:
    """A shape about its own pivot, and where the pivot stands. Turning turns about the pivot."""

    shape: Convex  # local
    pose: Pose = Pose()  # noqa: RUF009  # frozen
    counts_turns: bool = False  # whether two full turns are more than none, as at the end of a motion

    @cached_property
    def world(self) -> Convex:
        """The shape where it stands."""
        return self.shape.at(self.pose)

    @cached_property
    def shows_turns(self) -> bool:
        """Whether it looks different when it is turned: a disc about its own centre does not."""
        return len(self.shape.points) > 1 or bool(np.abs(self.shape.points).max() > 1e-9 * self.shape.radius)

    @cached_property
    def above(self) -> tuple[Vector, float]:
        """The body's own upwards (a unit vector in the world), and how far from the pivot the shape reaches there."""
        angle = self.pose.angle + math.pi / 2.0
        up = readonly(np.array((math.cos(angle), math.sin(angle))))
        return up, float((self.world.points @ up).max()) + self.shape.radius - float(self.pose.position @ up)

    def moved(self, by: ArrayLike) -> Body:
        return self.placed(self.pose.moved(by))

    def turned(self, angle: float) -> Body:
        """Turned by an angle in radians, counter-clockwise, and kept within one turn of 0 unless turns count."""
        whole = self.pose.angle + angle
        return self.placed(Pose(self.pose.position, whole if self.counts_turns else math.remainder(whole, math.tau)))

    def placed(self, pose: Pose) -> Body:
        """The same shape somewhere else."""
        return replace(self, pose=pose)

    def shaped(self, shape: Convex) -> Body:
        """Another shape in the same place, given in the body's own frame."""
        return replace(self, shape=shape)

    def with_vertex(self, index: int, world: ArrayLike) -> Body:
        """One vertex of the core put somewhere else, the others left where they are.

        Raises ValueError, naming the vertex, when the outline would not be strictly convex. The pivot stays at
        the middle of the shape, so that it keeps turning about itself.
        """
        local = self.shape.points.copy()
        local[index] = self.pose.unplace(vector(world, f"vertex {index}"))
        return self.shaped(Convex(local, self.shape.radius)).centred()

    def centred(self) -> Body:
        """The same world shape with its pivot moved to its centre of area."""
        middle = self.shape.centroid
        return self.shaped(self.shape.moved(-middle)).placed(Pose(self.pose.place(middle), self.pose.angle))


@dataclass(frozen=True, eq=False)
class Arrow:
    """A vector drawn from `start` to `end`: its tip and its tail can be dragged."""

    start: Vector
    end: Vector

    def __init__(self, start: ArrayLike, end: ArrayLike) -> None:
        object.__setattr__(self, "start", vector(start, "start"))
        object.__setattr__(self, "end", vector(end, "end"))

    @property
    def vector(self) -> Vector:
        return readonly(self.end - self.start)


@dataclass(frozen=True, slots=True)
class Handle:
    """Something in the figure that can be taken hold of."""

    ink: Ink
    name: str = ""  # as people read it; the field's own name when empty
    has_tail: bool = True  # of an arrow: whether its start can be held too, besides its tip and its shaft


@dataclass(frozen=True, slots=True)
class Slider:
    label: str
    low: float
    high: float
    unit: str = ""
    decimals: int = 2
    is_log: bool = False  # equal ways of the knob multiply alike; values of two digits, shown as they are

    def part(self, value: float) -> float:
        """Where the knob stands for a value: 0 at the low end, 1 at the high one."""
        if self.is_log:
            found = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            found = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        return min(max(found, 0.0), 1.0)

    def at(self, part: float) -> float:
        """The value that the knob sets there, in its range: of a logarithmic slider one of two digits."""
        if not self.is_log:
            return self.low + part * (self.high - self.low)
        return min(max(float(f"{self.low * (self.high / self.low) ** part:.1e}"), self.low), self.high)

    def shown(self, value: float) -> str:
        """The value with its unit; ° stands at the number."""
        number = fixed(value, self.decimals) if not self.is_log else two_digits(value)
        return f"{number}{self.unit}" if self.unit == "°" else f"{number} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Toggle:
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Press:
    """A button; the field counts its presses, and the scene makes of one more what it likes (`with_field`)."""

    label: str


Control = Handle | Slider | Toggle | Choice | Press
_KEY = "control"


def body(ink: Ink, name: str = "") -> Any:
    """Declares a Body: dragged inside, turned by its ring or A and D, reshaped at its vertices."""
    return field(metadata={_KEY: Handle(ink, name)})


def handle(ink: Ink, name: str = "", *, has_tail: bool = True) -> Any:
    """Declares a draggable point, an `Outline` or an `Arrow`, which may be one without a tail to be held."""
    return field(metadata={_KEY: Handle(ink, name, has_tail)})


def slider(label: str, low: float, high: float, default: float, unit: str = "", decimals: int = 2) -> Any:
    """Declares a number set by a slider, shown with so many decimals."""
    return field(default=default, metadata={_KEY: Slider(label, low, high, unit, decimals)})


def log_slider(label: str, low: float, high: float, default: float, unit: str = "") -> Any:
    """Declares a positive number over several powers of ten, set to two digits by a logarithmic slider."""
    if not 0.0 < low < high:
        raise ValueError(f"a logarithmic slider needs 0 < low < high, not {low:g} … {high:g}")
    return field(default=default, metadata={_KEY: Slider(label, low, high, unit, is_log=True)})


def toggle(label: str, default: bool) -> Any:
    """Declares a switch."""
    return field(default=default, metadata={_KEY: Toggle(label)})


def choice(label: str, options: Sequence[str], default: str) -> Any:
    """Declares one of several named options."""
    return field(default=default, metadata={_KEY: Choice(label, tuple(options))})


def press(label: str) -> Any:
    """Declares a button."""
    return field(default=0, metadata={_KEY: Press(label)})


@dataclass(frozen=True, eq=False)
class Scene:
    """Base of all scenes; raise ValueError in `__post_init__` to refuse a state with a reason."""

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        """Field name, declaration and value of everything that can be dragged or set, in order."""
        kind: type = type(self)
        for name, control in _declared(kind):
            yield name, control, getattr(self, name)

    def with_field(self, name: str, value: Any) -> Self:
        """The scene with one field replaced. Raises ValueError when the scene refuses it."""
        return replace(self, **{name: value})

    def dragged_after(self, shown: Self, name: str) -> Self:
        """What is shown next, where a drag of one field has made this scene out of the one that it began with, and
        `shown` stands on the screen: other things may have been pushed, and stay where they are."""
        return self

    def sketched(self) -> Sequence[tuple[Ink, NDArray[np.float64]]]:
        """What the small picture of a scene shows instead of what can be held: points, lines and outlines, (n, 2)."""
        return ()

    def forget(self) -> None:
        """Let go of what was worked out from the fields and kept: whoever asks again has it worked out anew."""
        kept = vars(self)
        for name in [name for name in kept if isinstance(getattr(type(self), name, None), cached_property)]:
            del kept[name]

    def bodies(self) -> Iterator[tuple[str, Handle, Body]]:
        """Only the shapes."""
        for name, control, value in self.controls():
            if isinstance(control, Handle) and isinstance(value, Body):
                yield name, control, value


@dataclass(frozen=True, slots=True)
class Switch:
    """What a press in a pane takes hold of where the press itself does it all: a switch is flipped, a cell marked."""

    change: Callable[[Any], Scene]  # of the scene that is pressed on

    def __call__(self, scene: Any, start: Vector, now: Vector) -> Scene:
        """As a drag from there follows the pointer: no further."""
        return self.change(scene)


@lru_cache(maxsize=256)
def _declared(scene: type) -> tuple[tuple[str, Control], ...]:
    """The fields of a kind of scene that are declared as something to drag or set."""
    return tuple((each.name, each.metadata[_KEY]) for each in fields(scene) if _KEY in each.metadata)


@dataclass(frozen=True, eq=False)
class TwoShapes(Scene):
    """A and B: the scene of most lessons, alone or with more fields."""

    a: Body = body(Ink.A, "A")
    b: Body = body(Ink.B, "B")


def polar(radius: float, degrees: float) -> tuple[float, float]:
    """A point at a distance from the origin, its direction counter-clockwise from x."""
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def at(shape: Convex, x: float, y: float, degrees: float = 0.0) -> Body:
    """A body whose pivot (its centre of area) stands at (x, y), turned by an angle in degrees."""
    return Body(shape.moved(-shape.centroid), Pose(np.array((x, y)), math.radians(degrees)))
