"""Faulty loops of GJK: a bound that is forgotten, a vertex dropped unasked, a stop that rounding never lets happen.

Sources: all three are met in first implementations; van den Bergen (1999) and Cameron (1997) warn of them. The last
two need not end, so they are cut off after MOST iterations.
"""

from __future__ import annotations

from collections.abc import Callable

from numpy.typing import ArrayLike

from geometry.minkowski.gjk import SimplexReduced, SupportTaken, gjk
from geometry.minkowski.simplex import DifferenceSupport, Simplex, SimplexVertex, nearest
from geometry.record import record
from geometry.shape import Convex
from geometry.tolerance import ROUNDING
from geometry.vector import unit, xy_of

MOST = 60  # iterations that are looked at


@record
class FaultySearch:
    """What a faulty loop claims to know, iteration by iteration, and how it ends."""

    lowers: tuple[float, ...]  # lower bound of the distance that each iteration reports
    uppers: tuple[float, ...]  # upper bound: of the start, then after each iteration
    simplex: Simplex  # the last
    has_ended: bool  # before it was cut off

    @property
    def iterations(self) -> int:
        return len(self.lowers)

    @property
    def fallen(self) -> float:
        """How far a lower bound lies below a greater one that was proved before; 0 where none does."""
        greatest, fallen = 0.0, 0.0
        for lower in self.lowers:
            greatest = max(greatest, lower)
            fallen = max(fallen, greatest - max(lower, 0.0))
        return fallen


def latest_lower_bound(a: Convex, b: Convex, direction: ArrayLike | None = None) -> FaultySearch:
    """Reports the lower bound of the latest support point, though an earlier one may have proved more."""
    steps = gjk.trace(a, b, direction=direction).steps
    taken = [step for step in steps if isinstance(step, SupportTaken)]
    reduced = [step.simplex for step in steps if isinstance(step, SimplexReduced)]
    uppers = [steps[0].simplex.distance, *(simplex.distance for simplex in reduced)]
    last = reduced[-1] if reduced else steps[0].simplex
    return FaultySearch(tuple(step.lower for step in taken), tuple(uppers), last, True)


def drops_the_oldest(a: Convex, b: Convex, direction: ArrayLike | None = None) -> FaultySearch:
    """Keeps the two newest vertices, without asking which ones the nearest point lies on."""

    def keep(simplex: tuple[SimplexVertex, ...], new: SimplexVertex) -> tuple[SimplexVertex, ...]:
        return (*simplex[-1:], new)

    def met(lower: float, upper: float, repeated: bool) -> bool:
        return repeated or upper - lower <= ROUNDING * max(upper, 1.0)

    return _search(a, b, direction, keep, met)


def strict_stop(a: Convex, b: Convex, direction: ArrayLike | None = None) -> FaultySearch:
    """Stops only where the two bounds are equal to the last bit, and does not notice a vertex that it has already."""

    def keep(simplex: tuple[SimplexVertex, ...], new: SimplexVertex) -> tuple[SimplexVertex, ...]:
        return nearest((*simplex, new)).vertices

    def met(lower: float, upper: float, repeated: bool) -> bool:
        return lower == upper

    return _search(a, b, direction, keep, met)


def _search(
    a: Convex,
    b: Convex,
    direction: ArrayLike | None,
    keep: Callable[[tuple[SimplexVertex, ...], SimplexVertex], tuple[SimplexVertex, ...]],
    met: Callable[[float, float, bool], bool],
) -> FaultySearch:
    """GJK with a rule of its own for the vertices that are kept, and for the end."""
    difference = DifferenceSupport(a, b)
    if direction is None:
        apart = b.points[0] - a.points[0]
        direction = apart if apart.any() else (1.0, 0.0)
    kept: tuple[SimplexVertex, ...] = (difference.along(xy_of(unit(direction))),)
    simplex = nearest(kept)
    lowers: list[float] = []
    uppers = [simplex.distance]
    while len(lowers) < MOST:
        toward = simplex.direction_xy
        if toward is None:  # the origin lies on the simplex, or in it
            return FaultySearch(tuple(lowers), tuple(uppers), simplex, True)
        new = difference.along(toward)
        lowers.append(-(new.w_xy[0] * toward[0] + new.w_xy[1] * toward[1]))
        if met(lowers[-1], simplex.distance, new.pair in simplex.pairs):
            return FaultySearch(tuple(lowers), tuple(uppers), simplex, True)
        kept = keep(kept, new)
        simplex = nearest(kept)
        uppers.append(simplex.distance)
    return FaultySearch(tuple(lowers), tuple(uppers), simplex, False)
