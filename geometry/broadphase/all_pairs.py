"""Every body compared with every later one: n (n - 1) / 2 comparisons, the measure of all other structures."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from geometry.broadphase.boxes import box_of, overlap
from geometry.broadphase.casting import Ask, moving
from geometry.broadphase.structure import (
    Bodies,
    BodyCast,
    BodyCompared,
    BodyPut,
    BodyRemoved,
    CandidatePairs,
    Candidates,
    FirstHit,
    Pair,
    body_box,
)
from geometry.guards import listed
from geometry.record import record
from geometry.shape import Aabb, Convex
from geometry.trace import Steps, steppable, steppable_method


@record
class RowCompared:
    """One body compared with all that come after it: a row of the table of pairs, right of the diagonal."""

    id: int
    others: tuple[int, ...]  # the bodies after it, in order
    hits: tuple[int, ...]  # those whose boxes touch or overlap its own
    tested: int  # comparisons so far, this row's included


@record
class TableHalved:
    """The table is full: of its n by n cells the diagonal and the half that repeats the other are left out."""

    n: int  # bodies
    cells: int  # n n
    diagonal: int  # cells that pair a body with itself
    tested: int  # comparisons


@record
class CountDoubled:
    """What twice as many bodies would cost: both halves among themselves, and each of one with each of the other."""

    n: int  # bodies, twice as many
    tested: int  # comparisons that they would take


AllPairsStep = RowCompared | TableHalved | CountDoubled | CandidatePairs


@steppable
def all_pairs(boxes: Sequence[Aabb]) -> Steps[AllPairsStep, CandidatePairs]:
    """The pairs (i, j), i < j, of boxes that touch or overlap, each box compared with every later one.

    Raises ValueError for a box that is NaN, infinite or turned.
    """
    structure = AllPairs()
    for i, box in enumerate(listed("all_pairs", "Aabb", boxes)):
        structure.insert(i, box)
    return (yield from structure.pairs.steps())


class AllPairs(Bodies):
    """No structure at all: a list. See `Broadphase` for what each call does."""

    @steppable_method
    def insert(self, body: int, box: Aabb) -> Steps[BodyPut, None]:
        self.boxes[self._new(body)] = body_box(body, box)
        yield BodyPut(body, self.boxes[body])

    @steppable_method
    def move(self, body: int, box: Aabb) -> Steps[BodyPut, None]:
        self.boxes[self._known(body)] = body_box(body, box)
        yield BodyPut(body, self.boxes[body])

    @steppable_method
    def remove(self, body: int) -> Steps[BodyRemoved, None]:
        del self.boxes[self._known(body)]
        yield BodyRemoved(body)

    @steppable_method
    def pairs(self) -> Steps[AllPairsStep, CandidatePairs]:
        ids = sorted(self.boxes)
        found: list[Pair] = []
        tested = 0
        for row, body in enumerate(ids):
            box, others = self.boxes[body], ids[row + 1 :]
            hits = [other for other in others if overlap(box, self.boxes[other])]
            tested += len(others)
            found += [(body, other) for other in hits]
            yield RowCompared(body, tuple(others), tuple(hits), tested)
        n = len(ids)
        yield TableHalved(n, n * n, n, tested)
        yield CountDoubled(2 * n, tested + tested + n * n)
        answer = CandidatePairs(tuple(found), tested)
        yield answer
        return answer

    @steppable_method
    def query(self, box: Aabb) -> Steps[BodyCompared | Candidates, Candidates]:
        asked = box_of(box, "the box of the query")
        answer = yield from self._overlapping.steps(asked, sorted(self.boxes))
        return answer

    @steppable_method
    def cast(
        self, start: Aabb | Convex, translation: ArrayLike, ask: Ask | None = None
    ) -> Steps[BodyCast | FirstHit, FirstHit]:
        path = moving(start, translation)
        answer = yield from self._met_first.steps(path, sorted(self.boxes), ask)
        return answer
