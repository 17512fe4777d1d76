"""The one protocol of all five structures, what they answer, and the bodies that each of them holds.

    structure.insert(7, shape.bounds())
    structure.move(7, shape.bounds())        # after the body has moved
    structure.pairs()                        # every pair of bodies whose boxes touch or overlap
    structure.query(box)                     # every body whose box touches or overlaps this one
    structure.cast(circle(0.5), (9, 0))      # the first body that a moving thing meets
    structure.pairs.trace()                  # each of them with its steps

A pair is (i, j) with i < j. Answers are sorted, whatever order the bodies came in. `tested` is the cost, in the one
unit of all structures: comparisons of two boxes.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from geometry.broadphase.boxes import Box, BoxField, aabb_of, box_of, overlap
from geometry.broadphase.casting import Ask, Moving, Nearest, nearer
from geometry.outcome import Outcome
from geometry.record import record
from geometry.shape import Aabb, Convex
from geometry.summary import summary
from geometry.trace import BoundSteppable, Steps, steppable_method

Pair = tuple[int, int]  # two ids, the lower one first


@record
class CandidatePairs:
    """All pairs of bodies whose boxes touch or overlap: what the narrowphase is asked about."""

    pairs: tuple[Pair, ...]  # in ascending order
    tested: int  # comparisons of two boxes that it took

    __repr__ = summary


@record
class Candidates:
    """All bodies whose boxes touch or overlap the box of a query."""

    ids: tuple[int, ...]  # in ascending order
    tested: int  # comparisons of two boxes that it took, those with cells and inner nodes included

    __repr__ = summary


@record
class FirstHit:
    """The first body that a cast meets; of bodies met at once that of the lowest id."""

    id: int | None  # of the body; None for a miss
    fraction: float | None  # of the translation; 0 for a start in contact, None for a miss
    tested: int  # comparisons of two boxes that it took, those with cells and inner nodes included

    __repr__ = summary

    @property
    def outcome(self) -> Outcome:
        """HIT, OVERLAPPED for a start in contact, SEPARATED for a miss."""
        if self.fraction is None:
            return Outcome.SEPARATED
        return Outcome.OVERLAPPED if self.fraction == 0.0 else Outcome.HIT


@record
class BodyPut:
    """A body came in, or has moved: its new box."""

    id: int
    box: BoxField


@record
class BodyRemoved:
    """A body was taken out."""

    id: int


@record
class BodyCompared:
    """A query's box compared with the box of one body."""

    id: int
    box: BoxField
    overlaps: bool


@record
class BodyCast:
    """A moving box cast against the box of one body."""

    id: int
    box: BoxField  # at rest; not grown
    entry: float | None  # the fraction at which it is first touched; None for never
    best: tuple[float, int] | None  # the nearest hit so far: fraction and id


class Broadphase(Protocol):
    """What every structure can do. Raises ValueError for a box that is NaN, infinite or turned, for an id that is in
    already (insert) or is not (move, remove); a refused call changes nothing."""

    @property
    def insert(self) -> BoundSteppable[[int, Aabb], Any, None]:
        """Take in a body with an id of the caller's choice."""

    @property
    def move(self) -> BoundSteppable[[int, Aabb], Any, None]:
        """Give a body its new box."""

    @property
    def remove(self) -> BoundSteppable[[int], Any, None]:
        """Forget a body."""

    @property
    def pairs(self) -> BoundSteppable[[], Any, CandidatePairs]:
        """All pairs whose boxes touch or overlap."""

    @property
    def query(self) -> BoundSteppable[[Aabb], Any, Candidates]:
        """All bodies whose boxes touch or overlap this one."""

    @property
    def cast(self) -> BoundSteppable[[Aabb | Convex, ArrayLike, Ask | None], Any, FirstHit]:
        """The first body that a shape or box meets on a translation; `ask` gives the exact fraction for one body, or
        None for a miss. Without it the boxes are the bodies."""

    def box(self, body: int) -> Aabb:
        """The box of a body, as it was given."""

    def __len__(self) -> int: ...

    def __contains__(self, body: object) -> bool: ...


class Bodies:
    """The bodies of a structure, by id, and what all structures do with those that they have singled out."""

    def __init__(self) -> None:
        self.boxes: dict[int, Box] = {}

    @steppable_method
    def _overlapping(self, box: Box, near: Collection[int]) -> Steps[BodyCompared | Candidates, Candidates]:
        """A query's end: the box compared with each of the bodies that may be met, given in ascending order."""
        found: list[int] = []
        for body in near:
            hit = overlap(box, self.boxes[body])
            yield BodyCompared(body, self.boxes[body], hit)
            if hit:
                found.append(body)
        answer = Candidates(tuple(found), len(near))
        yield answer
        return answer

    @steppable_method
    def _met_first(
        self, path: Moving, near: Collection[int], ask: Ask | None
    ) -> Steps[BodyCast | FirstHit, FirstHit]:
        """A cast's end: the path against each of the bodies that may be met."""
        best: Nearest | None = None
        for body in near:
            entry = path.entry(self.boxes[body])
            best = nearer(best, body, entry, ask)
            yield BodyCast(body, self.boxes[body], entry, best)
        answer = first_hit(best, len(near))
        yield answer
        return answer

    def box(self, body: int) -> Aabb:
        """The box of a body, as it was given. Raises ValueError for an id that is not in."""
        return aabb_of(*self.boxes[self._known(body)])

    def __len__(self) -> int:
        return len(self.boxes)

    def __contains__(self, body: object) -> bool:
        return body in self.boxes

    def _new(self, body: int) -> int:
        body = _id(body)
        if body in self.boxes:
            raise ValueError(f"body {body} is in already: move it, or remove it first")
        return body

    def _known(self, body: int) -> int:
        body = _id(body)
        if body not in self.boxes:
            raise ValueError(f"body {body} is not in: insert it first")
        return body


def body_box(body: int, box: Aabb) -> Box:
    """The box of a body as four numbers. Raises ValueError, with the body's id, for a bad one."""
    return box_of(box, f"the box of body {body}")


def first_hit(best: Nearest | None, tested: int) -> FirstHit:
    """What a cast answers whose nearest hit is `best`."""
    fraction, body = best if best is not None else (None, None)
    return FirstHit(body, fraction, tested)


def pair_of(a: int, b: int) -> Pair:
    """Two ids, the lower one first."""
    return (a, b) if a < b else (b, a)


def _id(body: object) -> int:
    if isinstance(body, bool) or not isinstance(body, int | np.integer):
        raise ValueError(f"the id of a body must be a whole number, not {body!r}")
    return int(body)
