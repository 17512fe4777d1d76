"""A moving box against boxes at rest: the moving one shrinks to a point and the others grow by it.

A box that moves by t v, 0 <= t <= 1, meets a box at rest while on each axis

    rest.low - moving.high <= t v <= rest.high - moving.low

so each axis allows an interval of t, and they meet in what both intervals share. For a ray the moving box is a
point; for a disc of radius r the boxes at rest grow by r on all sides (Rounding collider corners: "expand the AABBs
by the circle's radius"); for any shape they grow by its own box, reflected.

Rounding is monotone: a box that contains another is entered no later and left no earlier, also in floating point. So
a structure that skips a node never skips a body within.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numpy.typing import ArrayLike

from geometry.broadphase.boxes import Box, box_of
from geometry.shape import Aabb, Convex
from geometry.tolerance import ROUNDING
from geometry.vector import XY, vector, xy_of

# The exact test of one body: the fraction of the translation at which it is first met, None for a miss.
Ask = Callable[[int], float | None]

# The nearest hit so far: its fraction, and the body. Compared as a tuple, so that the lower id wins a tie.
Nearest = tuple[float, int]


@dataclass(frozen=True, slots=True)
class Moving:
    """The box around what moves, and how."""

    box: Box  # at the start
    by: XY  # the whole translation, world
    slack: float  # what rounding may do to a place on its path: a gap below it counts as touching

    @property
    def swept(self) -> Box:
        """The box around the whole path."""
        (left, bottom, right, top), (x, y) = self.box, self.by
        return left + min(x, 0.0), bottom + min(y, 0.0), right + max(x, 0.0), top + max(y, 0.0)

    def entry(self, box: Box) -> float | None:
        """The fraction at which `box` is first touched, 0 where it is from the start; None for never."""
        first, last = 0.0, 1.0
        for axis, v in enumerate(self.by):
            near = box[axis] - self.box[axis + 2] - self.slack
            far = box[axis + 2] - self.box[axis] + self.slack
            if v == 0.0:
                if near > 0.0 or far < 0.0:
                    return None
                continue
            begins, ends = (near / v, far / v) if v > 0.0 else (far / v, near / v)
            first, last = max(first, begins), min(last, ends)
        return first if first <= last else None


def moving(start: Aabb | Convex, translation: ArrayLike) -> Moving:
    """What moves: a shape (a point for a ray, a circle for a circle cast) or a box. Raises ValueError for anything
    else."""
    by = xy_of(vector(translation, "translation"))
    box = box_of(start.bounds() if isinstance(start, Convex) else start, "the box of what is cast")
    still = Moving(box, by, 0.0)
    return Moving(box, by, ROUNDING * max(abs(side) for side in (*box, *still.swept)))


def nearer(best: Nearest | None, body: int, entry: float | None, ask: Ask | None) -> Nearest | None:
    """The nearer of the best hit so far and this body, whose box is entered at `entry`. The exact test is asked only
    where the box is entered before the best hit; without one the box is the body."""
    if entry is None or (best is not None and entry > best[0]):
        return best
    fraction = entry if ask is None else ask(body)
    if fraction is None:
        return best
    return (fraction, body) if best is None else min(best, (fraction, body))
