"""The conventions in which two engines may tell the same thing, and the one mapping between them.

Nothing is computed in another convention. An answer is computed in ours (see `geometry`) and each of its numbers is
mapped by what kind of quantity it is. Every mapping is a change of sign or of order, so it is its own inverse:
mapping twice gives the original, bit by bit.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


class Quantity(Enum):
    """What a number or a pair of numbers measures: that alone decides how it is mapped."""

    POINT = "point or vector"  # (x, y); a velocity, an edge, a translation
    TURN = "angle, spin or cross product"  # counter-clockwise is positive where y points up
    AREA = "signed area"  # of a list of vertices: its sign follows the order of the list
    NORMAL = "contact normal"  # (x, y), from one shape to the other
    DIFFERENCE = "point of the difference"  # (x, y) of A - B, or of B - A
    DEPTH = "depth"  # of an overlap
    LENGTH = "length, time, mass or energy"  # knows neither axes nor order


@dataclass(frozen=True, slots=True)
class Conventions:
    """Of an engine; the usual values are ours. Where a switch is on, the engine does it the other way."""

    y_down: bool = False  # y counts downwards; the shapes on the glass stay where they are
    clockwise: bool = False  # outlines are listed clockwise, as it looks on the glass
    normal_b_to_a: bool = False  # contact normals point from B to A
    b_minus_a: bool = False  # the Minkowski difference is B - A
    depth_negative: bool = False  # the depth of an overlap is negative
    touching_is_apart: bool = False  # shapes that just touch are no contact

    @property
    def is_ours(self) -> bool:
        return self == Conventions()

    def sign(self, kind: Quantity) -> float:
        """What a number of that kind is multiplied with; of a pair, its x."""
        match kind:
            case Quantity.TURN:
                return -1.0 if self.y_down else 1.0
            case Quantity.AREA:
                return -1.0 if self.y_down is not self.clockwise else 1.0
            case Quantity.NORMAL:
                return -1.0 if self.normal_b_to_a else 1.0
            case Quantity.DIFFERENCE:
                return -1.0 if self.b_minus_a else 1.0
            case Quantity.DEPTH:
                return -1.0 if self.depth_negative else 1.0
        return 1.0

    def value(self, kind: Quantity, value: ArrayLike) -> Any:
        """A number or pairs of them, shape (2,) or (n, 2), as the engine tells it; from its telling, ours."""
        pairs = kind in (Quantity.POINT, Quantity.NORMAL, Quantity.DIFFERENCE)
        signs = np.array((1.0, -1.0 if self.y_down else 1.0)) if pairs else 1.0
        mapped = self.sign(kind) * signs * np.asarray(value, dtype=np.float64) + 0.0  # + 0.0: no negative zero
        return mapped if mapped.ndim else float(mapped)

    def outline(self, listed: ArrayLike) -> Any:
        """Vertices, shape (n, 2), in the order and with the numbers of the engine; the first one stays the first."""
        points = self.value(Quantity.POINT, listed)
        return points[list(self.order(len(points)))]

    def order(self, count: int) -> range | tuple[int, ...]:
        """The places of our vertices in the engine's list; the same from its list to ours."""
        return (0, *range(count - 1, 0, -1)) if self.clockwise and count else range(count)

    def is_contact(self, separation: float, tolerance: float = 0.0) -> bool:
        """Whether shapes so far apart (negative: that deep) are a contact; up to `tolerance` they just touch."""
        return separation < -tolerance if self.touching_is_apart else separation <= tolerance


def changed_by(kind: Quantity) -> tuple[str, ...]:
    """The switches that change a quantity of that kind, found by trying each of them."""
    probe = np.array((1.0, 2.0))
    ours = Conventions().value(kind, probe)
    names = [each.name for each in fields(Conventions)]
    return tuple(name for name in names if not np.array_equal(Conventions(**{name: True}).value(kind, probe), ours))
