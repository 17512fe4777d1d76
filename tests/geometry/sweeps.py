"""Random sweeps of all kinds of shapes, and an oracle for them that knows only shapely's distance.

The oracle places the raw points by numpy, all pairs at once, and samples the gap densely; where it comes near 0 or a
level it bisects or searches for the least value. It never imports our algorithms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import shapely

from geometry import Convex, Pose, Sweep
from tests.geometry.oracles import core
from tests.geometry.strategies import KINDS, MAKERS

SAMPLES = 160


class Moving(NamedTuple):
    """Two shapes in their local frames, and how they move."""

    a: Convex
    sweep_a: Sweep
    b: Convex
    sweep_b: Sweep
    kinds: str


def random_sweeps(seed: int, n: int, *, turning: bool) -> Iterator[Moving]:
    """Every combination of kinds in turn; a fifth turn about a point that is not their middle, some rest, some spin
    more than once round."""
    random = np.random.default_rng(seed)
    for i in range(n):
        kinds = KINDS[i % len(KINDS)], KINDS[i // len(KINDS) % len(KINDS)]
        a, b = (MAKERS[kind](random) for kind in kinds)
        if i % 5 == 4:
            a, b = a.moved(random.uniform(-2.0, 2.0, 2)), b.moved(random.uniform(-2.0, 2.0, 2))
        sweep_a = _sweep(random, turning, (0.0, 0.0))
        aim = sweep_a.start.position if i % 2 else random.uniform(-3.0, 3.0, 2)
        yield Moving(a, sweep_a, b, _sweep(random, turning, aim), f"sweep {i}: {kinds[0]}, {kinds[1]}")


def _sweep(random: np.random.Generator, turning: bool, aim: np.ndarray | tuple[float, float]) -> Sweep:
    place, angle = random.uniform(-4.5, 4.5, 2), random.uniform(0.0, math.tau)
    motion = (np.asarray(aim) - place + random.uniform(-2.0, 2.0, 2)) * random.choice((0.0, 0.7, 1.0, 2.0))
    turn = random.uniform(-4.0, 4.0) * random.choice((0.0, 1.0, 1.0, 3.0)) if turning else 0.0
    return Sweep(Pose(place, angle), Pose(place + motion, angle + turn))


class _Side:
    def __init__(self, shapes: list[Convex], sweeps: list[Sweep]) -> None:
        self.cores = np.array([core(shape) for shape in shapes])
        self.local, self.of = shapely.get_coordinates(self.cores, return_index=True)
        self.start = np.array([sweep.start.position for sweep in sweeps])
        self.motion = np.array([sweep.end.position - sweep.start.position for sweep in sweeps])
        self.angle = np.array([sweep.start.angle for sweep in sweeps])
        self.turn = np.array([sweep.end.angle - sweep.start.angle for sweep in sweeps])

    def at(self, t: np.ndarray) -> np.ndarray:
        angle = (self.angle + t * self.turn)[self.of]
        place = (self.start + t[:, None] * self.motion)[self.of]
        c, s = np.cos(angle), np.sin(angle)
        x, y = self.local.T
        moved = np.stack((c * x - s * y, s * x + c * y), axis=1) + place
        return shapely.set_coordinates(self.cores.copy(), moved)


class GapOracle:
    """The gap of many moving pairs over time: 0 or less where the cores meet or the discs overlap."""

    def __init__(self, cases: list[Moving]) -> None:
        self.n = len(cases)
        self.a = _Side([case.a for case in cases], [case.sweep_a for case in cases])
        self.b = _Side([case.b for case in cases], [case.sweep_b for case in cases])
        self.radius = np.array([case.a.radius + case.b.radius for case in cases])

    def gap(self, t: np.ndarray) -> np.ndarray:
        return np.asarray(shapely.distance(self.a.at(t), self.b.at(t))) - self.radius

    def least_before(self, end: np.ndarray, *, samples: int = SAMPLES) -> np.ndarray:
        """The least gap between 0 and `end`, by dense samples and a search around the least of them.

        Without turns the gap is a convex function, as far as there is one: a few samples find its valley.
        """
        steps = np.linspace(0.0, 1.0, samples + 1)
        gaps = np.stack([self.gap(end * step) for step in steps])
        k = gaps.argmin(axis=0)
        low, high = end * steps[np.maximum(k - 1, 0)], end * steps[np.minimum(k + 1, samples)]
        for _ in range(40):
            first, second = low + (high - low) / 3.0, high - (high - low) / 3.0
            falling = self.gap(first) > self.gap(second)
            low, high = np.where(falling, first, low), np.where(falling, high, second)
        return np.minimum(gaps.min(axis=0), self.gap((low + high) / 2.0))
