"""Pushing several overlapping shapes apart, pair by pair, round after round.

Source: SAT explained (its response demo), put right: half of the depth for each of two free shapes instead of 0.51,
all of it for a free one against a fixed one, and a slop that is left standing. Parting one pair may push a shape
into another, so rounds are repeated. Each of two bodies takes the part of a push that its inverse mass has in the sum
of both; there is no friction.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from geometry.contact.ways import NO_MOVE, DiscWays, Found, PolygonWays, ways_of
from geometry.guards import listed, require_cap, require_convex
from geometry.record import record
from geometry.sat.minimum_translation import minimum_translation
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Vector, array_of, number

MOST_ROUNDS = 50
AT_REST = 1e-6  # a shape that a frame moves by less


@record
class OverlapFound:
    """A pair that overlaps by more than the slop."""

    first: int  # index of a shape
    second: int  # index of the other, greater
    depth: float
    normal: Vector  # from the first to the second
    moved: tuple[Vector, ...]  # how far every shape has been moved so far


@record
class SlopLeft:
    """How much of the depth is pushed: all but the slop."""

    overlap: OverlapFound
    slop: float
    push: float


@record
class PairPushed:
    """One pair looked at in one round."""

    round: int  # from 1
    first: int  # index of a shape
    second: int  # index of the other, greater
    depth: float  # of their overlap; 0 when they do not touch
    move_first: Vector  # the displacements that this push gives
    move_second: Vector
    moved: tuple[Vector, ...]  # how far every shape has been moved so far


@record
class RoundDone:
    """Every pair was looked at once more."""

    round: int  # from 1
    pushed: int  # pairs
    deepest: float  # the greatest overlap left
    moved: tuple[Vector, ...]


@record
class PileSettled:
    """The end: no pair was pushed in the last round, or the rounds ran out."""

    rounds: int
    settled: bool  # False when the rounds ran out first
    deepest: float  # the greatest overlap left
    moved: tuple[Vector, ...]
    left: tuple[float, ...]  # the greatest overlap at the start, and after each round

    __repr__ = summary


PileStep = OverlapFound | SlopLeft | PairPushed | RoundDone | PileSettled


@steppable
def resolve_overlaps(
    shapes: Sequence[Convex],
    fixed: Sequence[bool],
    *,
    weights: Sequence[float] | None = None,
    share: float = 0.5,
    slop: float = 0.0,
    rounds: int = 10,
    fall: float = 0.0,
) -> Steps[PileStep, PileSettled]:
    """Push every overlapping pair apart, in order of index, for at most `rounds` rounds.

    `weights`: inverse masses, 1 for each unless given; two free shapes share the depth by them (a `share` of 0.5 is
    exact, 0.51 is 2 % too far). A fixed one takes nothing and leaves all of it to the other; two fixed ones stay.
    `slop` >= 0 is left standing. Before each round every free shape goes down by `fall`: a round is a frame then.
    Raises ValueError for no shape, other lengths, a weight that is not positive, a share outside (0, 1], a negative
    slop or fall, or rounds outside [1, MOST_ROUNDS].
    """
    share, slop, fall = number(share, "share"), number(slop, "slop"), number(fall, "fall")
    shapes, inverse = _checked(shapes, fixed, weights)
    _check(share, slop, fall, rounds)
    pile, falls = Pile(shapes), fall > 0.0 and any(inverse)
    left, count, pushed = [pile.deepest], 0, 1
    while (pushed or falls) and count < rounds:
        count, pushed = count + 1, 0
        pile.fall(inverse, fall)
        for i, j in combinations(range(len(shapes)), 2):
            depth, part, n = pile.overlap(i, j, slop)
            if part > 0.0:
                found = OverlapFound(i, j, depth, n, pile.moves)
                yield found
                yield SlopLeft(found, slop, part)
            before = pile.moves
            move_i, move_j = pile.push(i, j, part, n, _shares(inverse[i], inverse[j], share))
            pushed += pile.moves is not before
            yield PairPushed(count, i, j, depth, move_i, move_j, pile.moves)
        left.append(pile.deepest)
        yield RoundDone(count, pushed, left[-1], pile.moves)
    end = PileSettled(count, not (pushed or falls), left[-1], pile.moves, tuple(left))
    yield end
    return end


def frames(
    shapes: Sequence[Convex],
    weights: Sequence[float],
    *,
    slop: float,
    fall: float,
    count: int,
    iterations: int,
) -> tuple[tuple[float, tuple[Vector, ...]], ...]:
    """`count` frames, each a fall and so many `iterations`, where resolve_overlaps has one: the greatest overlap and
    how far each shape has been moved, at the start and after each frame. `weights`: inverse masses, 0 of a static
    shape. Once a frame ends as it began, the pile rests, and the other frames are like it."""
    pile = Pile(shapes)
    states = [(pile.deepest, pile.moves)]
    for _ in range(count):
        before = pile.moves
        pile.fall(weights, fall)
        for _ in range(iterations):
            last = pile.moves
            for i, j in combinations(range(len(weights)), 2):
                _, part, n = pile.overlap(i, j, slop)
                if part > 0.0:
                    pile.push(i, j, part, n, _shares(weights[i], weights[j], 0.5))
            if pile.moves is last:
                break  # nothing is left to push: nor in the iterations that are left
        states.append((pile.deepest, pile.moves))
        if np.abs(np.subtract(pile.moves, before)).max() < AT_REST:
            break
    return (*states, *states[-1:] * (count + 1 - len(states)))


def _shares(first: float, second: float, share: float) -> tuple[float, float]:
    """What each takes of a push, by inverse masses; all of it where the other is static."""
    if not (first and second):
        return float(first > 0.0), float(second > 0.0)
    return 2.0 * share * first / (first + second), 2.0 * share * second / (first + second)


class Pile:
    """Shapes that are moved, and how far each has been. None of them turns, so what two overlap by follows from how
    far one has been moved against the other: where `ways_of` tells it, no shape is built and no axis tested."""

    def __init__(self, shapes: Sequence[Convex]) -> None:
        self.start = shapes
        self.moves = (NO_MOVE,) * len(shapes)
        self._placed: list[Convex | None] = list(shapes)  # None: not built yet where it has been moved to
        self._first = [_box(shape) for shape in shapes]
        self._boxes = list(self._first)
        self._known: dict[tuple[int, int], tuple[Vector, Vector, Found]] = {}  # of how far both were moved
        self._ways: dict[tuple[int, int], DiscWays | PolygonWays | None] = {}

    @property
    def placed(self) -> list[Convex]:
        return [self.at(i) for i in range(len(self.start))]

    def at(self, i: int) -> Convex:
        """A shape where it has been moved to."""
        shape = self._placed[i]
        if shape is None:
            shape = self._placed[i] = self.start[i].moved(self.moves[i])
        return shape

    def move(self, i: int, by: Vector) -> None:
        x, y = by.tolist()
        if x or y:
            before_x, before_y = self.moves[i].tolist()
            x, y = before_x + x, before_y + y
            self.moves = (*self.moves[:i], array_of(x, y), *self.moves[i + 1 :])
            self._placed[i] = None
            left, low, right, high = self._first[i]
            self._boxes[i] = left + x, low + y, right + x, high + y

    def fall(self, weights: Sequence[float], by: float) -> None:
        """Down with every shape that has an inverse mass."""
        down = array_of(0.0, -by)
        for i, w in enumerate(weights):
            if w:
                self.move(i, down)

    def push(self, i: int, j: int, part: float, n: Vector, shares: tuple[float, float]) -> tuple[Vector, Vector]:
        """Two shapes apart along n, each by its share of a part of the depth. Returns both moves."""
        if not part:
            return NO_MOVE, NO_MOVE
        x, y = n.tolist()
        back, on = -shares[0] * part, shares[1] * part
        moves = array_of(back * x, back * y), array_of(on * x, on * y)
        self.move(i, moves[0])
        self.move(j, moves[1])
        return moves

    def overlap(self, i: int, j: int, slop: float) -> tuple[float, float, Vector]:
        """The depth of two shapes, how much of it is to be pushed, and the contact normal."""
        left, low, right, high = self._boxes[i]
        other_left, other_low, other_right, other_high = self._boxes[j]
        if left > other_right or low > other_high or other_left > right or other_low > high:
            return 0.0, 0.0, NO_MOVE
        known = self._known.get((i, j))
        if known is None or known[0] is not self.moves[i] or known[1] is not self.moves[j]:
            known = self._known[i, j] = self.moves[i], self.moves[j], self._look(i, j)
        depth, tolerance, normal = known[2]
        # What is left of the slop after a push differs from it by rounding, and is not worth another.
        return depth, depth - slop if depth - slop > tolerance else 0.0, normal

    def _look(self, i: int, j: int) -> Found:
        """By what is known of the two, else by testing their axes."""
        if (i, j) not in self._ways:
            self._ways[i, j] = ways_of(self.start[i], self.start[j])
        ways = self._ways[i, j]
        found = None if ways is None else ways.least(*(self.moves[j] - self.moves[i]).tolist())
        if found is not None:
            return found
        answer = minimum_translation(self.at(i), self.at(j))
        depth = 0.0 if answer.translation is None else max(0.0, -answer.found.separation)
        return depth, answer.found.best.tolerance, answer.found.normal

    @property
    def deepest(self) -> float:
        return max((0.0, *(self.overlap(i, j, 0.0)[0] for i, j in combinations(range(len(self.start)), 2))))


def _box(shape: Convex) -> tuple[float, float, float, float]:
    """The lower and the upper corner of its bounds, as plain numbers: a pile looks at them far more often than at
    the shapes."""
    box = shape.bounds()
    (left, low), (right, high) = box.low.tolist(), box.high.tolist()
    return left, low, right, high


def _checked(
    shapes: Sequence[Convex], fixed: Sequence[bool], weights: Sequence[float] | None
) -> tuple[tuple[Convex, ...], tuple[float, ...]]:
    """The shapes and their inverse masses: 0 for a fixed one, else its weight."""
    shapes, fixed = listed("resolve_overlaps", "shapes", shapes), listed("resolve_overlaps", "fixed", fixed)
    given = [1.0] * len(shapes) if weights is None else listed("resolve_overlaps", "weights", weights)
    if not shapes:
        raise ValueError("a pile needs at least one shape")
    if len(shapes) != len(fixed):
        raise ValueError(f"there are {len(shapes)} shapes, but {len(fixed)} entries say which are fixed")
    if len(shapes) != len(given):
        raise ValueError(f"there are {len(given)} weights, but {len(fixed)} entries say which are fixed")
    for i, (shape, stays, weight) in enumerate(zip(shapes, fixed, given, strict=True)):
        require_convex("resolve_overlaps", "a sequence of Convex", shape, f"shape {i}")
        if not isinstance(stays, bool | np.bool_):
            raise ValueError(f"fixed must say True or False of each shape, not {stays!r} of shape {i}")
        if not number(weight, f"weight {i}") > 0.0:
            raise ValueError(f"weight {i} must be > 0, not {weight:g}: a shape that never moves is fixed")
    return shapes, tuple(0.0 if stays else float(weight) for weight, stays in zip(given, fixed, strict=True))


def _check(share: float, slop: float, fall: float, rounds: int) -> None:
    if not 0.0 < share <= 1.0:
        raise ValueError(f"share must lie in (0, 1], not {share:g}")
    if slop < 0.0:
        raise ValueError(f"slop must be >= 0, not {slop:g}")
    if fall < 0.0:
        raise ValueError(f"fall must be >= 0, not {fall:g}")
    require_cap(rounds, "number of rounds")
    if rounds > MOST_ROUNDS:
        raise ValueError(f"rounds must lie in [1, {MOST_ROUNDS}], not {rounds}")
