"""What sweep and prune tells of a scene besides the trace: the next frame, and where the figure lies."""

from __future__ import annotations

import functools
import itertools
import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry import Aabb
from geometry.broadphase.boxes import Box, aabb_of, joined
from geometry.broadphase.structure import Pair
from geometry.broadphase.sweep_and_prune import HIGH, LOW, End, sweep_and_prune
from geometry.faulty.broadphase import FaultyPairs, begun_by
from lessons.broadphase.boxes import Boxes, center
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair as XY
from viz.lesson.scene import choice, slider

AXES = ("x", "y")
GAP, TOUCHING, STALE = "stop at the first gap", "touching dropped", "last frame's order"
Begun = dict[int, tuple[list[int], list[int], list[int]]]  # of each box: active, compared, in contact
DEPTH, SPACE, MARGIN = (
    0.3,
    0.06,
    0.035,
)  # of the scene's size: all rows of intervals, from the boxes to them, to the axis


@dataclass(frozen=True, eq=False)
class Swept(Boxes):
    """Boxes, the axis of the sweep, and how far each moves in a frame, in a direction drawn by the seed."""

    wide: float = 1.0  # a crowd's square is so many times as wide, and as much lower
    n: int = slider("Boxes n", 2, 400, 300, decimals=0)
    axis: str = choice("Sweep along", AXES, "x")
    step: float = slider("Step of a frame", 0.0, 3.0, 0.3)

    @property
    def k(self) -> int:
        """The axis as geometry counts it."""
        return AXES.index(self.axis)

    @property
    def other(self) -> str:
        return AXES[1 - self.k]

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        plain = super().boxes
        return tuple(_moved(each, *_stretch(each, self.wide)) for each in plain) if self.is_crowd else plain

    @cached_property
    def moves(self) -> tuple[XY, ...]:
        """How each box moves to the next frame."""
        draw = random.Random(self.seed)
        turns = [draw.uniform(0.0, math.tau) for _ in self.boxes]
        return tuple((self.step * math.cos(turn), self.step * math.sin(turn)) for turn in turns)

    def sketched(self) -> list[tuple[Ink, NDArray[np.float64]]]:
        """Where boxes move far, their paths as well."""
        ways = [np.array((center(a), center(b))) for a, b in zip(self.boxes, self.later, strict=True)]
        far = self.is_crowd and self.step > 0.1
        return [
            *super().sketched(),
            *((Ink.EXAMINED, way) for way in (ways[:: int(8.0 / self.step) or 1] if far else ())),
        ]

    @cached_property
    def later(self) -> tuple[Box, ...]:
        """The boxes in the next frame."""
        return tuple(_moved(each, *move) for each, move in zip(self.boxes, self.moves, strict=True))

    @cached_property
    def later_aabbs(self) -> tuple[Aabb, ...]:
        return tuple(aabb_of(*each) for each in self.later)

    @cached_property
    def elsewhere(self) -> int:
        """Comparisons of a sweep along the other axis."""
        return sweep_and_prune(self.aabbs, 1 - self.k).tested

    @cached_property
    def stopped(self) -> Begun:
        """The sweep that stops at the first gap."""
        return begun_by(self.boxes, self.boxes, self.k, stops=True)

    @cached_property
    def dropped(self) -> Begun:
        """The sweep that drops what touches."""
        return begun_by(self.boxes, self.boxes, self.k, is_strict=True)

    @cached_property
    def spread(self) -> XY:
        """The standard deviation of the middles along x and along y."""
        x, y = (statistics.pstdev([(each[k] + each[k + 2]) / 2.0 for each in self.boxes]) for k in (0, 1))
        return x, y


def _moved(box: Box, dx: float, dy: float) -> Box:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _stretch(box: Box, wide: float) -> XY:
    x, y = (box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0
    return x * (wide - 1.0), y * (1.0 / wide - 1.0)


def order_of(ends: Sequence[End]) -> list[int]:
    """The boxes in the order of their beginnings."""
    return [body for _, side, body in ends if side == LOW]


def changed(before: Sequence[End], after: Sequence[End]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of ends, each as its side and body, that have changed their order: the one that was first, the other."""
    rank = {end[1:]: i for i, end in enumerate(after)}
    known = [end[1:] for end in before]
    return [(a, b) for a, b in itertools.combinations(known, 2) if rank[a] > rank[b]]


def at_end(box: Box, k: int, side: int) -> float:
    """Where a box begins or ends on an axis."""
    return box[k + 2 * (side == HIGH)]


def compared(boxes: Sequence[Box], k: int) -> list[Pair]:
    """The pairs that share a place on an axis: those that a sweep along it compares."""
    return [
        (i, j)
        for i, j in itertools.combinations(range(len(boxes)), 2)
        if boxes[i][k] <= boxes[j][k + 2] and boxes[j][k] <= boxes[i][k + 2]
    ]


def begun_wrong(moment: Moment[Swept]) -> Begun | None:
    """The sweep of the faulty rule, where it misses pairs of this frame."""
    if not isinstance(moment.faulty, FaultyPairs) or not moment.faulty.missed:
        return None
    return {GAP: moment.scene.stopped, TOUCHING: moment.scene.dropped}.get(moment.compare)


def turned(scene: Swept) -> tuple[list[Pair], list[Pair]]:
    """The pairs whose intervals begin to share a place in the next frame, and those whose intervals come apart."""
    now, then = (compared(boxes, scene.k) for boxes in (scene.boxes, scene.later))
    return [pair for pair in then if pair not in now], [pair for pair in now if pair not in then]


def profile(boxes: Sequence[Box], k: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The ends of the boxes along an axis in order, and how many boxes are active right after each."""
    sides = np.array(boxes)
    at, turn = np.concatenate((sides[:, k], sides[:, k + 2])), np.repeat((1, -1), len(sides))
    order = np.lexsort((-turn, at))
    return at[order], turn[order].cumsum()


class Ground:
    """Where the figure's parts lie: u along an axis, w across it. Below the boxes a row for each interval, then the
    axis."""

    def __init__(self, scene: Boxes, k: int, boxes: Sequence[Box] = ()) -> None:
        self.k, around = k, functools.reduce(joined, boxes) if boxes else scene.around
        self.low, self.high, self.bottom, self.top = around[k], around[k + 2], around[1 - k], around[3 - k]
        self.size = max(self.high - self.low, self.top - self.bottom)
        self.first = self.bottom - SPACE * self.size
        self.pitch = DEPTH * self.size / scene.count
        self.axis = self.first - (DEPTH + MARGIN) * self.size

    def at(self, u: float, w: float) -> XY:
        return (u, w) if self.k == 0 else (w, u)

    def row(self, place: int) -> float:
        return self.first - (place + 0.5) * self.pitch
