"""Rays: a line, a half-line and a segment are three different questions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from numpy.typing import ArrayLike

from geometry.record import copies_readonly
from geometry.vector import SMALLEST_LENGTH, XY, Vector, length, number, readonly, unit, vector, xy_of


class RayKind(Enum):
    """Which fractions of its translation a ray covers."""

    SEGMENT = "segment"  # 0 to 1
    HALF_LINE = "half-line"  # 0 and beyond: an endless ray
    LINE = "line"  # all, before the origin too


@copies_readonly
@dataclass(frozen=True, eq=False)  # without slots: plain numbers are worked out once
class Ray:
    """The points `origin + fraction * translation` for the fractions that its kind covers.

    Raises ValueError for a translation of length 0, which has no direction: whether a single point lies in a
    shape is `point_query`'s question; and for one within SMALLEST_LENGTH, which every cast takes for no motion:
    fractions of it would overflow.
    """

    origin: Vector  # world
    translation: Vector  # world; fraction 1 lies at origin + translation
    kind: RayKind
    direction: Vector  # unit
    length: float  # of the translation: how far a fraction of 1 is, world units

    def __init__(self, origin: ArrayLike, translation: ArrayLike, kind: RayKind = RayKind.SEGMENT) -> None:
        moved = vector(translation, "translation")
        size = length(moved)
        if 0.0 < size <= SMALLEST_LENGTH:
            raise ValueError(f"translation of length {size:g} is too short to measure fractions in")
        if not isinstance(kind, RayKind):
            raise ValueError(f"kind must be one of the members of RayKind, not {kind!r}")
        object.__setattr__(self, "origin", vector(origin, "origin"))
        object.__setattr__(self, "translation", moved)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "direction", unit(moved, "translation"))
        object.__setattr__(self, "length", size)

    def __repr__(self) -> str:
        return f"Ray({self.origin.tolist()}, {self.translation.tolist()}, {self.kind})"

    @cached_property
    def origin_xy(self) -> XY:
        """The origin as plain numbers."""
        return xy_of(self.origin)

    @cached_property
    def direction_xy(self) -> XY:
        """The direction as plain numbers."""
        return xy_of(self.direction)

    def at(self, fraction: float) -> Vector:
        """The point at a fraction of the translation. Raises ValueError unless it is a finite number."""
        return readonly(self.origin + number(fraction, "fraction") * self.translation)
