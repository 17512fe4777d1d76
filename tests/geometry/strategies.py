"""Random shapes: hypothesis strategies, and a seeded generator for the large counts.

Both draw every kind of shape that there is. Sizes are about 1 and places within a few units, so that some pairs
overlap, some are contained and some are apart; the awkward sizes and places are in `awkward`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from geometry import (
    Convex,
    Pose,
    box,
    capsule,
    circle,
    convex,
    hull,
    point,
    regular_polygon,
    rounded,
    segment,
)

Random = np.random.Generator


class Pair(NamedTuple):
    """Two shapes and what they are, for the message of a failed test."""

    a: Convex
    b: Convex
    kinds: str


def _direction(random: Random) -> np.ndarray:
    angle = random.uniform(0.0, math.tau)
    return np.array((math.cos(angle), math.sin(angle)))


def _size(random: Random) -> float:
    return float(10.0 ** random.uniform(-0.7, 0.5))


def _polygon(random: Random) -> Convex:
    """A hull of 3 to 12 corners on an ellipse: every one of them stays a corner."""
    count = int(random.integers(3, 13))
    turn = np.sort(random.uniform(0.0, math.tau, count))
    turn[:3] = random.uniform(0.0, 0.5, 3) + (0.0, 2.1, 4.2)  # three that span an area
    stretch = _size(random) * np.array((1.0, random.uniform(0.2, 1.0)))
    return hull(stretch * np.stack((np.cos(turn), np.sin(turn)), axis=1))


def _triangle(random: Random) -> Convex:
    turn = np.array((0.0, 2.1, 4.2)) + random.uniform(0.0, 1.8, 3)
    return convex(_size(random) * np.stack((np.cos(turn), np.sin(turn)), axis=1))


def _capsule(random: Random) -> Convex:
    along = _size(random) * _direction(random)
    return capsule(-along, along, _size(random) * random.uniform(0.05, 0.6))


def _segment(random: Random) -> Convex:
    along = _size(random) * _direction(random)
    return segment(-along, along)


def _regular(random: Random) -> Convex:
    return regular_polygon(int(random.integers(3, 13)), _size(random), angle=random.uniform(0.0, math.tau))


MAKERS: dict[str, Callable[[Random], Convex]] = {
    "circle": lambda random: circle(_size(random)),
    "capsule": _capsule,
    "box": lambda random: box(_size(random), _size(random)),
    "regular polygon": _regular,
    "convex polygon": _polygon,
    "triangle": _triangle,
    "rounded polygon": lambda random: rounded(_polygon(random), random.uniform(0.02, 1.0)),
    "point": lambda random: point((0.0, 0.0)),
    "segment": _segment,
}
KINDS = tuple(MAKERS)


def random_shape(random: Random, kind: str, spread: float = 2.5) -> Convex:
    """A shape of this kind, turned any way, with its middle within `spread` of the origin."""
    pose = Pose(random.uniform(-spread, spread, 2), random.uniform(0.0, math.tau))
    return MAKERS[kind](random).at(pose)


def random_pairs(seed: int, n: int, kinds: tuple[str, ...] = KINDS) -> Iterator[Pair]:
    """`n` pairs, the same for the same seed; every combination of kinds in turn."""
    random = np.random.default_rng(seed)
    for i in range(n):
        first, second = kinds[i % len(kinds)], kinds[i // len(kinds) % len(kinds)]
        yield Pair(random_shape(random, first), random_shape(random, second), f"pair {i}: {first}, {second}")


def shapes(kinds: tuple[str, ...] = KINDS) -> st.SearchStrategy[Convex]:
    """Any one shape. Hypothesis draws the kind, and the seed of its numbers."""
    return st.builds(
        lambda kind, seed: random_shape(np.random.default_rng(seed), kind),
        st.sampled_from(kinds),
        st.integers(0, 2**32 - 1),
    )


coordinates = st.floats(-1e6, 1e6, allow_nan=False, allow_subnormal=False)
vectors = st.tuples(coordinates, coordinates)
angles = st.floats(-math.tau, math.tau, allow_subnormal=False)
powers = st.integers(-20, 20).map(lambda k: 2.0**k)
directions = angles.map(lambda angle: (math.cos(angle), math.sin(angle)))


def scaled(shape: Convex, factor: float) -> Convex:
    """The shape, `factor` times as large, measured from the origin."""
    return Convex(shape.points * factor, shape.radius * factor)


def relabelled(shape: Convex, first: int) -> Convex:
    """The same shape, its vertices counted from another one."""
    return Convex(np.roll(shape.points, -first, axis=0), shape.radius)
