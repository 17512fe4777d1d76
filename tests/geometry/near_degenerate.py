"""Shapes that are nearly degenerate: edges that are nearly parallel, vertices that are almost flat, at every scale.

Angles and heights log-uniform from 1e-15 to 1e-3, sizes from 1e-6 to 1e6, offsets up to 1e6, motions up to 1e6 long.
A face of A, on top, is laid against one of B, then all is turned, scaled and moved. What a maker refuses as too far
out for its size, or drops as too flat for a corner, is drawn anew, or without the corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from geometry import Convex, Pose, box, capsule, convex, point, rounded, segment
from geometry import circle as disc

Random = np.random.Generator
PARALLEL_EDGES, FLAT_VERTICES = "nearly parallel edges", "almost flat vertices"
FAMILIES = (PARALLEL_EDGES, FLAT_VERTICES)


class Case(NamedTuple):
    """Two shapes that all but touch, and the motions that brought them there: `start_a` is A before its motion."""

    number: int
    a: Convex
    b: Convex
    motion_a: np.ndarray
    motion_b: np.ndarray
    start_a: Convex
    start_b: Convex
    size: float  # of the larger shape
    largest: float  # coordinate, those of the motions included


def log_uniform(random: Random, low: float, high: float) -> float:
    return float(10.0 ** random.uniform(low, high))


def _hair(random: Random) -> float:
    """A length from 1e-15 to 1e-3, of either sign; sometimes none."""
    return float(random.choice((-1.0, 1.0, 0.0), p=(0.45, 0.45, 0.1))) * log_uniform(random, -15.0, -3.0)


def _block(random: Random, width: float, height: float) -> np.ndarray:
    """A face from (width, 0) to (0, 0), with an almost flat corner in it where `height` is not 0; below it a body."""
    kind, deep = int(random.integers(4)), random.uniform(0.1, 2.0)
    if kind == 0:
        below = [(random.uniform(-0.5, 1.5) * width, -deep)]
    elif kind == 1:
        below = [(0.0, -deep), (width, -deep)]
    else:
        below = [(random.uniform(0.0, 0.4) * width, -deep), (random.uniform(0.6, 1.0) * width, -deep)]
    at = random.choice((0.5, random.uniform(0.0, 1.0), 1.0 - log_uniform(random, -6.0, 0.0)))
    flat = [(at * width, height)] if height > 0.0 and 0.0 < at < 1.0 else []
    return np.array([*below, (width, 0.0), *flat, (0.0, 0.0)])


def _radius(random: Random, sharp: float) -> float:
    return 0.0 if random.random() < sharp else log_uniform(random, -6.0, 0.0)


def _face_of(random: Random, family: str, width: float) -> tuple[np.ndarray, float]:
    """The outline of one shape whose face is on top, and its radius."""
    if random.random() < 0.2:
        return np.array([(0.0, 0.0), (width, 0.0)]), _radius(random, 0.3)
    flat = log_uniform(random, -15.0, -3.0) if family == FLAT_VERTICES and random.random() < 0.8 else 0.0
    return _block(random, width, flat * width), _radius(random, 0.5)


def _shape(outline: np.ndarray, radius: float) -> Convex:
    if len(outline) == 1:
        return disc(radius, outline[0]) if radius > 0.0 else point(outline[0])
    if len(outline) == 2:
        return Convex(outline, radius) if radius > 0.0 else segment(*outline)
    return convex(outline, radius)


def _placed(random: Random, outlines: list[np.ndarray]) -> tuple[list[np.ndarray], float]:
    """All turned, scaled and moved alike; and the scale."""
    scale = 1.0 if random.random() < 0.4 else log_uniform(random, -6.0, 6.0)
    far = log_uniform(random, 0.0, 6.0) if random.random() < 0.4 else 0.0
    turn = float(random.choice((0.0, math.pi / 2.0, random.uniform(0.0, math.tau), random.uniform(0.0, math.tau))))
    way = random.uniform(0.0, math.tau)
    pose = Pose((far * math.cos(way), far * math.sin(way)), turn)
    return [np.array(pose.place(scale * outline)) for outline in outlines], scale


def _drawn(random: Random, family: str, number: int) -> Case:
    width_a, width_b = random.uniform(0.2, 2.0), random.uniform(0.2, 2.0)
    face_a, radius_a = _face_of(random, family, width_a)
    if family == FLAT_VERTICES and random.random() < 0.25:
        face_b, radius_b = np.array([(0.0, 0.0)]), _radius(random, 0.5)
    else:
        face_b, radius_b = _face_of(random, family if random.random() < 0.3 else PARALLEL_EDGES, width_b)
    gap = float(random.choice((0.0, _hair(random), random.uniform(-0.3, 0.1))))
    # B upside down over A, turned by a hair, its face's corner over one of A's or anywhere.
    tilt = _hair(random)
    over = random.choice((0.0, width_a, width_b, width_a + width_b, random.uniform(0.0, width_a + width_b)))
    shift = float(over) + random.choice((0.0, _hair(random), random.uniform(-0.05, 0.05)))
    upside = Pose((shift, radius_a + radius_b + gap), math.pi + tilt)
    face_b = np.array(upside.place(face_b))
    slope = random.choice((random.uniform(0.05, math.pi - 0.05), _hair(random), math.pi / 2.0))
    far = log_uniform(random, -1.0, 6.0) if random.random() < 0.5 else random.uniform(0.5, 20.0)
    motion = far * np.array((math.cos(slope), math.sin(slope)))
    drift = random.uniform(-1.0, 1.0, 2) * random.choice((0.0, 1.0, far))
    (p, q, *ways), scale = _placed(random, [face_a, face_b, np.zeros((1, 2)), np.array([motion]), np.array([drift])])
    way, drift = (each[0] - ways[0][0] for each in ways[1:])
    early = (
        1.0 if random.random() < 0.1 else random.uniform(0.1, 1.1)
    )  # the part of the motion after which they all but touch
    a, b = _shape(p, scale * radius_a), _shape(q, scale * radius_b)
    start_a, start_b = a.moved(-early * (way + drift)), b.moved(-early * drift)
    motion_a, motion_b = way + drift, drift
    if random.random() < 0.5:
        a, b, start_a, start_b, motion_a, motion_b = b, a, start_b, start_a, motion_b, motion_a
    largest = max(s.max_coordinate for s in (a, b, start_a, start_b))
    largest = max(largest, float(np.abs(motion_a).max()), float(np.abs(motion_b).max()))
    return Case(number, a, b, motion_a, motion_b, start_a, start_b, max(a.size, b.size), largest)


def cases(family: str, seed: int, count: int) -> Iterator[Case]:
    """`count` cases of a family, each from a seed of its own: `case(family, seed, number)` is that one again."""
    return (case(family, seed, number) for number in range(count))


def case(family: str, seed: int, number: int) -> Case:
    random = np.random.default_rng((seed, number))
    while True:
        try:
            return _drawn(random, family, number)
        except ValueError:  # too far out for its size, or too thin: refused by the makers
            continue


def dwarfed(seed: int, number: int) -> Case:
    """A capsule whose core is from 1e-9 to 1e-3 long and whose radius is 1, up to 1e6 from the origin, and another
    capsule, a box, or a rounded speck."""
    random = np.random.default_rng((seed, number, 1))
    while True:
        way, at = (Pose(angle=random.uniform(0.0, 7.0)).place(np.eye(2))[0] for _ in range(2))
        place, other = log_uniform(random, 0.0, 6.0) * at, random.uniform(0.0, 7.0)
        near = place + random.uniform(1.0, 2.2) * random.choice((-1.0, 1.0), 2) * way
        try:
            a = capsule(place, place + log_uniform(random, -9.0, -3.0) * random.normal(size=2), 1.0)
            b: Convex
            match number % 3:
                case 0:
                    b = capsule(near, near + log_uniform(random, -9.0, 0.0) * random.normal(size=2), 1.0)
                case 1:
                    b = box(1, 1, near, other)
                case _:
                    b = rounded(box(1e-6, 1e-6, near, other), 0.5)
        except ValueError:  # as thin as the rounding of its place
            continue
        still = np.zeros(2)
        largest = max(a.max_coordinate, b.max_coordinate)
        return Case(number, a, b, still, still, a, b, max(a.size, b.size), largest)
