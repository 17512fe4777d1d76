"""Pushing several overlapping shapes apart, pair by pair, round after round.

Source: SAT explained (its response demo), put right: half of the depth for each of two free shapes instead of 0.51,
all of it for a free one against a fixed one, and a slop that is left standing. Parting one pair may push a shape
into another, so rounds are repeated. Each of two bodies takes the part of a push that its inverse mass has in the sum
of both; there is no friction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from geometry.guards import listed, require_cap, require_convex
from geometry.record import record
from geometry.sat.minimum_translation import MinimumTranslation, minimum_translation
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Vector, number, readonly

MOST_ROUNDS = 50
AT_REST = 1e-6  # a shape that a frame moves by less
NO_MOVE = readonly(np.zeros(2))
TIES = 8.0  # times the tolerance: two ways out that are nearer to each other than this are as short
Found = tuple[float, float, Vector]  # a depth, what it cannot be told from, and the contact normal


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
    far one has been moved against the other: where `Ways` tells it, no shape is built and no axis tested again."""

    def __init__(self, shapes: Sequence[Convex]) -> None:
        self.start = shapes
        self.moves = (NO_MOVE,) * len(shapes)
        self._placed: list[Convex | None] = list(shapes)  # None: not built yet where it has been moved to
        self._first = [_box(shape) for shape in shapes]
        self._boxes = list(self._first)
        self._known: dict[tuple[int, int], tuple[Vector, Vector, Found]] = {}  # of how far both were moved
        self._ways: dict[tuple[int, int], Ways] = {}

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
        if by.any():
            moved = readonly(self.moves[i] + by)
            self.moves = (*self.moves[:i], moved, *self.moves[i + 1 :])
            self._placed[i] = None
            (left, low, right, high), (x, y) = self._first[i], moved.tolist()
            self._boxes[i] = left + x, low + y, right + x, high + y

    def fall(self, weights: Sequence[float], by: float) -> None:
        """Down with every shape that has an inverse mass."""
        for i, w in enumerate(weights):
            if w:
                self.move(i, np.array((0.0, -by)))

    def push(self, i: int, j: int, part: float, n: Vector, shares: tuple[float, float]) -> tuple[Vector, Vector]:
        """Two shapes apart along n, each by its share of a part of the depth. Returns both moves."""
        if not part:
            return NO_MOVE, NO_MOVE
        moves = readonly(-shares[0] * part * n), readonly(shares[1] * part * n)
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
        """By the axes that were tested of the two before, else by testing them."""
        (x, y), ways = (self.moves[j] - self.moves[i]).tolist(), self._ways.get((i, j))
        found = None if ways is None else ways.least(x, y)
        if found is not None:
            return found
        a, b = self.at(i), self.at(j)
        answer = minimum_translation(a, b)
        if answer.translation is None:
            return 0.0, answer.found.best.tolerance, answer.found.normal
        if not a.radius and not b.radius:
            self._ways[i, j] = Ways(answer, x, y)
        return max(0.0, -answer.found.separation), answer.found.best.tolerance, answer.found.normal

    @property
    def deepest(self) -> float:
        return max((0.0, *(self.overlap(i, j, 0.0)[0] for i, j in combinations(range(len(self.start)), 2))))


class Ways:
    """Of two sharp polygons that overlap: how far apart they are along each axis, and so along each when one has
    been moved against the other."""

    def __init__(self, answer: MinimumTranslation, x: float, y: float) -> None:
        """`x`, `y`: how far the second was moved against the first then."""
        self._tolerance = answer.found.best.tolerance
        self._axes: list[tuple[float, float, float, float, Vector, Vector]] = []
        for test in answer.found.tests:
            (u, v), a, b = test.axis.direction_xy, test.projection_a, test.projection_b
            by, n = x * u + y * v, test.axis.direction
            self._axes.append((u, v, b.low - a.high - by, a.low - b.high + by, n, readonly(-n)))

    def least(self, x: float, y: float) -> Found | None:
        """Of the two, one moved against the other by so much. None where two ways out are equally short, up to
        rounding: that is for a rule to decide, not for these numbers."""
        best, next_best, normal = -math.inf, -math.inf, NO_MOVE
        for u, v, onward, backward, n, against in self._axes:
            by = x * u + y * v
            for separation, way in ((onward + by, n), (backward - by, against)):
                if separation > best:
                    best, next_best, normal = separation, best, way
                elif separation > next_best:
                    next_best = separation
        doubt = TIES * self._tolerance
        if best - next_best <= doubt or abs(best) <= doubt:
            return None
        return max(0.0, -best), self._tolerance, normal


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
