"""A line sweeps along one axis and compares each box with those that it is in when it begins.

Each box has two ends on the axis. In ascending order of all ends, a box is *active* from its low end to its high end,
and two boxes overlap on the axis if the later one begins while the earlier one is active. Where ends tie, low ones
come first, so boxes that touch still meet.

From one frame to the next things move little, and the list of ends stays nearly sorted: insertion sort takes one
swap for every two ends that have changed their order, and hardly more than a look at each end beside that.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence

from numpy.typing import ArrayLike

from geometry.broadphase.boxes import Box, box_of, fattened
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
    pair_of,
)
from geometry.guards import listed
from geometry.record import record
from geometry.shape import Aabb, Convex
from geometry.trace import Steps, steppable, steppable_method

LOW, HIGH = 0, 1  # low ends first: of ends at one place those that begin
End = tuple[float, int, int]  # where it is on the axis, LOW or HIGH, and whose: in ascending order

# With more swaps than this for each end the list is not nearly sorted (everything was thrown about): it is sorted
# anew, as insertion sort would take a time that grows with the square of n.
MOST_SWAPS = 400


@record
class AxisChosen:
    """The axis that is swept, and how far the boxes spread on both (variance of their centres)."""

    axis: int  # 0 for x, 1 for y
    spread: tuple[float, float]


@record
class Swapped:
    """One swap of the insertion sort: two neighbouring ends have changed their order since the last frame."""

    place: int  # in the list, of the end that came down
    end: End  # it
    over: End  # the one that it passed, now right behind it


@record
class Sorted:
    """The ends are in order."""

    axis: int
    ends: tuple[End, ...]
    swaps: int


@record
class Began:
    """The line has reached the low end of a box: it is compared with the active ones, and active from now on."""

    id: int
    at: float  # on the axis
    active: tuple[int, ...]  # the bodies that it was compared with on the other axis, in order of their beginnings
    hits: tuple[int, ...]  # those that it overlaps there too
    tested: int  # comparisons so far, these included


@record
class Ended:
    """The line has reached the high end of a box: it is active no longer."""

    id: int
    at: float


SweepStep = BodyPut | BodyRemoved | AxisChosen | Swapped | Sorted | Began | Ended | CandidatePairs


@steppable
def sweep_and_prune(boxes: Sequence[Aabb], axis: int | None = None) -> Steps[SweepStep, CandidatePairs]:
    """The pairs (i, j), i < j, of boxes that touch or overlap, by a sweep along an axis: 0 for x, 1 for y, None for
    that of the greater spread.

    Raises ValueError for another axis and for a box that is NaN, infinite or turned.
    """
    structure = SweepAndPrune(axis)
    for i, box in enumerate(listed("sweep_and_prune", "Aabb", boxes)):
        yield from structure.insert.steps(i, box)
    return (yield from structure.pairs.steps())


class SweepAndPrune(Bodies):
    """The sorted ends of both axes, kept while bodies move. See `Broadphase` for what each call does.

    `axis`: 0 sweeps along x, 1 along y, None along the one on which the boxes spread more, chosen anew each time. An
    axis is sorted when it is swept. Swaps of the last sort: `swaps`.
    """

    def __init__(self, axis: int | None = None) -> None:
        super().__init__()
        if isinstance(axis, bool) or not isinstance(axis, int | None) or axis not in (0, 1, None):
            raise ValueError(f"the axis must be 0 for x, 1 for y or None for the better one, not {axis!r}")
        self.axis = axis
        self.swaps = 0
        self._order: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])  # (side, id) as last sorted
        self._sorted_ids: tuple[set[int], set[int]] = (set(), set())

    @steppable_method
    def insert(self, body: int, box: Aabb) -> Steps[SweepStep, None]:
        body = self._new(body)
        self.boxes[body] = body_box(body, box)
        yield BodyPut(body, self.boxes[body])

    @steppable_method
    def move(self, body: int, box: Aabb) -> Steps[SweepStep, None]:
        body = self._known(body)
        self.boxes[body] = body_box(body, box)
        yield BodyPut(body, self.boxes[body])

    @steppable_method
    def remove(self, body: int) -> Steps[SweepStep, None]:
        body = self._known(body)
        del self.boxes[body]
        yield BodyRemoved(body)

    @steppable_method
    def pairs(self) -> Steps[SweepStep, CandidatePairs]:
        axis = yield from self._chosen_axis.steps()
        ends = yield from self._sorted_ends.steps(axis)
        low, high = 1 - axis, 3 - axis  # the other axis, in a box's four numbers
        active: dict[int, Box] = {}
        found: list[Pair] = []
        tested = 0
        for at, side, body in ends:
            if side == HIGH:
                del active[body]
                yield Ended(body, at)
                continue
            box = self.boxes[body]
            bottom, top = box[low], box[high]
            hits = [other for other, sides in active.items() if sides[low] <= top and bottom <= sides[high]]
            tested += len(active)
            found += [pair_of(other, body) for other in hits]
            yield Began(body, at, tuple(active), tuple(hits), tested)
            active[body] = box
        answer = CandidatePairs(tuple(sorted(found)), tested)
        yield answer
        return answer

    @steppable_method
    def query(self, box: Aabb) -> Steps[SweepStep | BodyCompared | Candidates, Candidates]:
        asked = box_of(box, "the box of the query")
        near = yield from self._met_along.steps(asked)
        answer = yield from self._overlapping.steps(asked, near)
        return answer

    @steppable_method
    def cast(
        self, start: Aabb | Convex, translation: ArrayLike, ask: Ask | None = None
    ) -> Steps[SweepStep | BodyCast | FirstHit, FirstHit]:
        path = moving(start, translation)
        near = yield from self._met_along.steps(fattened(path.swept, 2.0 * path.slack))
        answer = yield from self._met_first.steps(path, near, ask)
        return answer

    @steppable_method
    def _met_along(self, box: Box) -> Steps[SweepStep, list[int]]:
        """The bodies that overlap a box on the axis of the sweep, by id: the line goes on until the box ends."""
        axis = yield from self._chosen_axis.steps()
        ends = yield from self._sorted_ends.steps(axis)
        near: set[int] = set()
        for at, side, body in ends:
            if at > box[axis + 2]:
                break
            if side == LOW:
                near.add(body)
            elif at < box[axis]:
                near.discard(body)
        return sorted(near)

    @steppable_method
    def _chosen_axis(self) -> Steps[SweepStep, int]:
        if self.axis is not None:
            return self.axis
        spread = _spread(self.boxes.values(), 0), _spread(self.boxes.values(), 1)
        axis = 1 if spread[1] > spread[0] else 0
        yield AxisChosen(axis, spread)
        return axis

    @steppable_method
    def _sorted_ends(self, axis: int) -> Steps[SweepStep, list[End]]:
        """All ends in order. Those known from the last sort are sorted by insertion, in the order of last time; new
        ones, which have no place yet, are sorted by themselves and merged into them."""
        known = self._sorted_ids[axis]
        ends = [self._end(axis, side, body) for side, body in self._order[axis] if body in self.boxes]
        fresh = [self._end(axis, side, body) for body in self.boxes if body not in known for side in (LOW, HIGH)]
        self.swaps = yield from _insertion_sort.steps(ends)
        ends = list(heapq.merge(ends, sorted(fresh))) if fresh else ends
        self._order[axis][:] = [(side, body) for _, side, body in ends]
        known.clear()
        known.update(self.boxes)
        yield Sorted(axis, tuple(ends), self.swaps)
        return ends

    def _end(self, axis: int, side: int, body: int) -> End:
        return self.boxes[body][axis + 2 * side], side, body


@steppable
def _insertion_sort(ends: list[End]) -> Steps[SweepStep, int]:
    """Sort in place; the number of swaps is that of the pairs that stood the wrong way round."""
    swaps = 0
    for start in range(1, len(ends)):
        end, place = ends[start], start
        while place > 0 and ends[place - 1] > end:
            ends[place] = ends[place - 1]
            place -= 1
            yield Swapped(place, end, ends[place])
        ends[place] = end
        swaps += start - place
        if swaps > MOST_SWAPS * len(ends):
            ends.sort()
            break
    return swaps


def _spread(boxes: Iterable[Box], axis: int) -> float:
    """The variance of the boxes' middles on one axis."""
    middles = [box[axis] + (box[axis + 2] - box[axis]) / 2.0 for box in boxes]
    mean = sum(middles) / max(1, len(middles))
    return sum((middle - mean) ** 2 for middle in middles) / max(1, len(middles))
