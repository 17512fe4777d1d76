"""What the scene of a card is made of: each part is one argument of both routines, in plain nested tuples of numbers.

POLYGON   convex, counter-clockwise: ((x, y), ...)
CIRCLE    ((x, y), radius)
BOX       axis-aligned: ((low x, low y), (high x, high y))
OUTLINE   any simple outline, either way round: ((x, y), ...)
POINT     (x, y)
SEGMENT   ((x, y), (x, y))
RAY       origin and direction of any length: ((x, y), (x, y))
VELOCITY  (x, y), drawn from the centre of the body it belongs to
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Convex, circle
from geometry.outline import centroid
from geometry.simplicity import outline_fault
from viz.lesson.ink import Ink

XY = tuple[float, float]
Ring = tuple[XY, ...]
Disc = tuple[XY, float]
Arguments = tuple[Any, ...]

LARGEST = 1e4  # a coordinate of a card
BOX_NAMES = "ABC"  # of many boxes, by their numbers


class Kind(Enum):
    """The form of an argument."""

    POLYGON = "polygon"
    CIRCLE = "circle"
    BOX = "box"
    OUTLINE = "outline"
    POINT = "point"
    SEGMENT = "segment"
    RAY = "ray"
    VELOCITY = "velocity"


BODIES = frozenset((Kind.POLYGON, Kind.CIRCLE, Kind.BOX))


@dataclass(frozen=True, slots=True)
class Part:
    """One argument: the field of the scene that holds it, its form, its ink."""

    name: str  # "a", "b", "c" for bodies; "p", "wall", "ray", "v", "v2", "outline" for the others
    kind: Kind
    ink: Ink
    of: str = ""  # of a velocity: the body that moves
    is_directed: bool = False  # of an outline: which way round its vertices are listed counts, and is drawn


A_POLYGON, B_POLYGON = Part("a", Kind.POLYGON, Ink.A), Part("b", Kind.POLYGON, Ink.B)
A_CIRCLE, B_CIRCLE = Part("a", Kind.CIRCLE, Ink.A), Part("b", Kind.CIRCLE, Ink.B)
A_BOX, B_BOX = Part("a", Kind.BOX, Ink.A), Part("b", Kind.BOX, Ink.B)
C_BOX = Part("c", Kind.BOX, Ink.CONSTRUCTION)
POINT, RAY = Part("p", Kind.POINT, Ink.EXAMINED), Part("ray", Kind.RAY, Ink.EXAMINED)
WALL, OUTLINE = Part("wall", Kind.SEGMENT, Ink.B), Part("outline", Kind.OUTLINE, Ink.A)
DIRECTED = Part("outline", Kind.OUTLINE, Ink.A, is_directed=True)
V_OF_A, V_OF_B = Part("v", Kind.VELOCITY, Ink.A, "a"), Part("v2", Kind.VELOCITY, Ink.B, "b")


@lru_cache(maxsize=1024)
def convex_of(kind: Kind, value: Any) -> Convex:
    """The body that an argument describes. Raises ValueError for none."""
    if kind is Kind.CIRCLE:
        return circle(value[1], value[0])
    if kind is Kind.BOX:
        (x, y), (u, v) = value
        if not (u > x and v > y):
            raise ValueError("a box needs a width and a height")
        return Convex(((x, y), (u, y), (u, v), (x, v)), 0.0)
    return Convex(value, 0.0)


def check(part: Part, value: Any) -> None:
    """Raises ValueError where an argument is not of its form."""
    if not all(math.isfinite(x) and abs(x) <= LARGEST for x in numbers(value)):
        raise ValueError("a coordinate is out of range")
    if part.kind is Kind.POLYGON and len(value) < 3:
        raise ValueError("a polygon has three vertices at least")
    if part.kind is Kind.CIRCLE and value[1] <= 0.0:
        raise ValueError("a radius is positive")
    if part.kind in BODIES:
        convex_of(part.kind, value)
    if part.kind is Kind.OUTLINE and (fault := outline_fault(np.array(value))) is not None:
        raise ValueError(fault.reason)
    if part.kind is Kind.SEGMENT and value[0] == value[1]:
        raise ValueError("a wall has a length")
    if part.kind is Kind.RAY and not any(value[1]):
        raise ValueError("a ray has a direction")


def numbers(value: Any) -> Iterator[float]:
    """Every number of an argument."""
    if isinstance(value, tuple | list):
        for each in value:
            yield from numbers(each)
    else:
        yield float(value)


def vertices(kind: Kind, value: Any) -> int:
    """How many vertices a shape is told by; 0 for what has none."""
    return len(value) if kind in (Kind.POLYGON, Kind.OUTLINE) else 4 if kind is Kind.BOX else 0


def decimals(value: Any) -> int:
    """Of the number that needs most of them; 9 for nine or more."""
    return max((next((d for d in range(9) if round(x, d) == x), 9) for x in numbers(value)), default=0)


def corners(kind: Kind, value: Any) -> tuple[XY, ...]:
    """The points that a form is told by; none for a velocity."""
    match kind:
        case Kind.POLYGON | Kind.OUTLINE | Kind.SEGMENT | Kind.BOX:
            return tuple(value)
        case Kind.CIRCLE | Kind.RAY:
            return (value[0],)
        case Kind.POINT:
            return (value,)
    return ()


def extent(parts: Sequence[Part], arguments: Arguments) -> float:
    """The longer side of the box around all that has a place."""
    points: list[Any] = []
    for part, value in zip(parts, arguments, strict=True):
        if part.kind is Kind.CIRCLE:
            (x, y), r = value
            points += [(x - r, y - r), (x + r, y + r)]
        points += corners(part.kind, value)
    return float(max(max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1)))


def middle(kind: Kind, value: Any) -> XY:
    """Where a body or a point is: what the map of failures moves."""
    match kind:
        case Kind.POINT | Kind.VELOCITY:
            x, y = value
        case Kind.CIRCLE | Kind.RAY:
            x, y = value[0]
        case Kind.BOX | Kind.SEGMENT:
            (x, y), (u, v) = value
            x, y = (x + u) / 2.0, (y + v) / 2.0
        case _:
            x, y = centroid(np.array(value)).tolist()
    return x, y


def moved(kind: Kind, value: Any, by: XY) -> Any:
    """The same form somewhere else."""
    if kind is Kind.POINT:
        return value[0] + by[0], value[1] + by[1]
    if kind in (Kind.CIRCLE, Kind.RAY):
        return (value[0][0] + by[0], value[0][1] + by[1]), value[1]
    return tuple((x + by[0], y + by[1]) for x, y in value)
