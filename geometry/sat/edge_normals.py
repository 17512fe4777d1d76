"""Edge normals: two perpendiculars of an edge, and which of them points out of the outline.

    e = a_(i+1) - a_i        left(x, y) = (-y, x)        right(x, y) = (y, -x)

Both are quarter turns. Out is the side on which no vertex lies, and the winding tells which that is without a look at
the vertices: right(e) where the signed area is positive (counter-clockwise, y up), left(e) where it is negative. The
formulas see numbers, not a screen: with y down the picture is mirrored and they hold as they are.

Source: SAT explained, its sections on normals and rotation, which takes an outline's winding for granted.
"""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from geometry.outline import fault, flatness, signed_area
from geometry.record import VectorField, record
from geometry.shape import Convex
from geometry.simplicity import outline_fault
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, following, left_of, length, points, readonly, right_of


class Side(Enum):
    """The way of a quarter turn: counter-clockwise or clockwise, with y up."""

    LEFT = "left"
    RIGHT = "right"

    def of(self, v: Vector) -> Vector:
        """The vector turned to that side."""
        return left_of(v) if self is Side.LEFT else right_of(v)

    @property
    def opposite(self) -> Side:
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


@record
class EdgeTaken:
    """The vector along the edge."""

    edge: int
    start: VectorField
    e: VectorField


@record
class QuarterTurned:
    """Its two perpendiculars, as long as the edge."""

    e: VectorField
    left: VectorField
    right: VectorField


@record
class SidesTested:
    """How far every vertex lies along both perpendiculars, from the edge: (a_k - a_i) . left, and right."""

    along_left: tuple[float, ...]
    along_right: tuple[float, ...]
    outward: Side | None  # the one along which none lies in front; None of a concave outline that has some on both


@record
class WindingFound:
    """The signed area, and what its sign says of every edge."""

    area: float  # positive counter-clockwise
    outward: Side


@record
class Normalised:
    """The outward perpendicular divided by the edge's length."""

    length: float
    side: Side
    normal: VectorField


@record
class Compared:
    """What a separating axis test finds with the normal and with its opposite."""

    separation: float  # of the projections, two-sided: the same for both
    separation_inward: float
    front: float  # how far the nearest vertex of the other shape lies in front of the edge's line along the normal
    front_inward: float  # and along its opposite


@record
class EdgeNormal:
    """An edge's outward unit normal."""

    edge: int
    side: Side  # of the quarter turn that points out
    normal: VectorField
    area: float  # signed, of the outline

    __repr__ = summary


EdgeNormalStep = EdgeTaken | QuarterTurned | SidesTested | WindingFound | Normalised | Compared


@steppable
def edge_normal(
    outline: ArrayLike, edge: int = 0, other: Convex | None = None, *, concave: bool = False
) -> Steps[EdgeNormalStep, EdgeNormal]:
    """The outward unit normal of an edge of a convex outline, its points (n, 2) as they are listed, either way round.
    With `concave` it may bend inward, as long as it does not cross itself.

    Edge i runs from point i to the next one. With `other` the normal and its opposite are compared in a separating
    axis test. Raises ValueError for an outline that is not strictly convex (with `concave`: not simple), naming the
    vertex, and for an edge that it does not have.
    """
    listed = _simple(outline) if concave else _convex(outline)
    if isinstance(edge, bool) or not isinstance(edge, int | np.integer) or not 0 <= edge < len(listed):
        raise ValueError(f"edge must be a whole number from 0 to {len(listed) - 1}, not {edge!r}")
    start = listed[edge]
    e = following(listed)[edge] - start
    yield EdgeTaken(edge, start, e)
    left, right = left_of(e), right_of(e)
    yield QuarterTurned(e, left, right)
    along_left, along_right = ((listed - start) @ way for way in (left, right))
    # The greater of the two reaches is that of the side on which the outline lies.
    outward: Side | None = Side.RIGHT if along_left.max() > along_right.max() else Side.LEFT
    if concave and min(along_left.max(), along_right.max()) > flatness(listed) * length(e):
        outward = None
    yield SidesTested(tuple(along_left.tolist()), tuple(along_right.tolist()), outward)
    area = signed_area(listed)
    side = Side.RIGHT if area > 0.0 else Side.LEFT
    yield WindingFound(area, side)
    size = length(e)
    normal = readonly(side.of(e) / size)
    yield Normalised(size, side, normal)
    if other is not None:
        yield compare_sides(listed, start, normal, other)
    return EdgeNormal(edge, side, normal, area)


def compare_sides(outline: Points, start: Vector, normal: Vector, other: Convex) -> Compared:
    """Both ways along a normal of the edge that begins at `start`: n and -n mirror both projections, so what lies
    between them stays; the distance in front of the edge does not."""
    return Compared(
        _separation(outline, other, normal),
        _separation(outline, other, -normal),
        float(((other.points - start) @ normal).min()) - other.radius,
        float(((other.points - start) @ -normal).min()) - other.radius,
    )


def _separation(outline: Points, other: Convex, n: Vector) -> float:
    own, across = outline @ n, other.points @ n
    return float(max(across.min() - own.max(), own.min() - across.max())) - other.radius


def _simple(outline: ArrayLike) -> Points:
    """The points, if they are an outline that does not cross itself, in either order."""
    listed = points(outline, "outline")
    if (found := outline_fault(listed)) is not None:
        raise ValueError(found.reason)
    return listed


def _convex(outline: ArrayLike) -> Points:
    """The points, if they are a strictly convex outline in either order."""
    listed = points(outline, "outline")
    if len(listed) < 3:
        raise ValueError(f"an outline needs at least 3 vertices, not {len(listed)}")
    sides = following(listed) - listed
    if (short := np.flatnonzero(np.hypot(sides[:, 0], sides[:, 1]) <= flatness(listed))).size:
        raise ValueError(f"edge {short[0]} has length 0: it has no direction")
    before, n = np.roll(sides, 1, axis=0), len(listed)
    turns = before[:, 0] * sides[:, 1] - before[:, 1] * sides[:, 0]
    clockwise = signed_area(listed) < 0.0
    if (reflex := np.flatnonzero(turns > 0.0 if clockwise else turns < 0.0)).size and len(reflex) < n:
        raise ValueError(f"vertex {reflex[0]} is reflex: the outline must be convex")
    if (reason := fault(readonly(listed[::-1].copy()) if clockwise else listed)) is not None:
        if clockwise and reason.startswith("vertex "):  # numbered from the other end there
            number = reason.split()[1]
            reason = reason.replace(number, str(n - 1 - int(number)), 1)
        raise ValueError(reason)
    return listed
