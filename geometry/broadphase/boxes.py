"""Boxes as four plain numbers: what the loops over many of them work on.

Boxes are closed: two that only touch overlap. The comparisons are exact, without any tolerance, so that every
structure finds the very same pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from geometry.record import MadeField
from geometry.shape import Aabb
from geometry.vector import LARGEST_COORDINATE, array_of, xy_of

Box = tuple[float, float, float, float]  # low x, low y, high x, high y; world units


def aabb_of(left: float, bottom: float, right: float, top: float) -> Aabb:
    """Four numbers as an `Aabb`."""
    return Aabb(array_of(left, bottom), array_of(right, top))


class BoxField(MadeField):
    """A record's field given as four numbers, and read as an `Aabb`."""

    make = staticmethod(aabb_of)

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> Aabb: ...
        def __set__(self, owner: object, value: Box) -> None: ...


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes touch or overlap: on both axes each begins before the other ends."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def overlapping(pairs: Iterable[tuple[int, int]], boxes: Mapping[int, Box]) -> list[tuple[int, int]]:
    """Of pairs of ids those whose boxes `overlap`: written out, for a call costs more than the answer."""
    found = []
    for pair in pairs:
        a, b = boxes[pair[0]], boxes[pair[1]]
        if a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]:
            found.append(pair)
    return found


def contains(outer: Box, inner: Box) -> bool:
    """Whether all of `inner` lies in `outer`, borders included."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def joined(a: Box, b: Box) -> Box:
    """The smallest box around both."""
    return (
        a[0] if a[0] <= b[0] else b[0],
        a[1] if a[1] <= b[1] else b[1],
        a[2] if a[2] >= b[2] else b[2],
        a[3] if a[3] >= b[3] else b[3],
    )


def perimeter(box: Box) -> float:
    """The way around: what a tree's box costs, as a line at random meets it with a chance proportional to this."""
    return 2.0 * ((box[2] - box[0]) + (box[3] - box[1]))


def fattened(box: Box, margin: float) -> Box:
    """The box moved out by `margin` on all four sides."""
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


def box_of(box: object, whose: str) -> Box:
    """An `Aabb` as four numbers. Raises ValueError for anything else and for one that lies too far out; `whose` names
    the box."""
    if not isinstance(box, Aabb):
        raise ValueError(f"{whose} must be an Aabb, not of type {type(box).__name__}")
    sides = *xy_of(box.low), *xy_of(box.high)
    if max(sides) > LARGEST_COORDINATE or min(sides) < -LARGEST_COORDINATE:
        name, corner = ("low", box.low) if np.abs(box.low).max() > LARGEST_COORDINATE else ("high", box.high)
        raise ValueError(f"{whose} must lie within ±{LARGEST_COORDINATE:g}, its {name} corner is {corner.tolist()}")
    return sides
