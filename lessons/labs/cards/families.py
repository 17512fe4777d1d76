"""Random scenes in plain tuples. Half of them have round numbers: bugs live where things touch and align."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from lessons.labs.cards.parts import XY, Arguments, Disc, Ring

REACH = 3.0  # places lie in a square of twice this side
Made = Callable[[Random], Ring]


def place(random: Random, reach: float = REACH, grid: float = 0.5) -> XY:
    """Anywhere in the square, half of the time on a grid."""
    x, y = random.uniform(-reach, reach), random.uniform(-reach, reach)
    return (x, y) if random.random() < 0.5 else (round(x / grid) * grid, round(y / grid) * grid)


def rectangle(random: Random, low: float = 0.5, high: float = 3.0) -> Ring:
    """Axis-aligned, about the origin; sides often of halves."""
    w, h = (abs(x) / 2.0 for x in (_size(random, low, high), _size(random, low, high)))
    return (-w, -h), (w, -h), (w, h), (-w, h)


def bar(random: Random) -> Ring:
    """Long and thin."""
    w, h = _size(random, 3.0, 6.0) / 2.0, _size(random, 0.5, 1.5) / 2.0
    return (-w, -h), (w, -h), (w, h), (-w, h)


def diamond(random: Random) -> Ring:
    """A square on its corner."""
    r = _size(random, 0.5, 2.0)
    return (r, 0.0), (0.0, r), (-r, 0.0), (0.0, -r)


def polygon(random: Random) -> Ring:
    """Convex, of three to six vertices on an ellipse, counter-clockwise, about the origin."""
    count = random.randint(3, 6)
    while True:
        angles = sorted(random.uniform(0.0, math.tau) for _ in range(count))
        gaps = [(angles[(i + 1) % count] - angles[i]) % math.tau for i in range(count)]
        if min(gaps) > 0.35 and max(gaps) < 0.9 * math.pi:
            break
    w, h = random.uniform(0.6, 2.0), random.uniform(0.6, 2.0)
    return tuple((w * math.cos(t), h * math.sin(t)) for t in angles)


def triangle(random: Random) -> Ring:
    """Any that is not too thin."""
    while True:
        ring = tuple((random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)) for _ in range(3))
        (x, y), (u, v), (s, t) = ring
        area = (u - x) * (t - y) - (v - y) * (s - x)
        if abs(area) > 2.0:
            return ring if area > 0.0 else ring[::-1]


def tilted(random: Random, ring: Ring) -> Ring:
    """Turned about the origin by any angle."""
    t = random.uniform(-math.pi, math.pi)
    c, s = math.cos(t), math.sin(t)
    return tuple((c * x - s * y, s * x + c * y) for x, y in ring)


def shifted(ring: Ring, by: XY) -> Ring:
    return tuple((x + by[0], y + by[1]) for x, y in ring)


def any_shape(random: Random) -> Ring:
    """A box, a bar, a diamond, a tilted box or a polygon about the origin."""
    make = random.choice((rectangle, bar, diamond, polygon, lambda r: tilted(r, rectangle(r))))
    return make(random)


def pair(first: Made = any_shape, second: Made = any_shape, reach: float = REACH) -> Callable[[Random], Arguments]:
    """A at the origin, B somewhere about it."""

    def generate(random: Random) -> Arguments:
        return first(random), shifted(second(random), place(random, reach))

    return generate


def disc(random: Random, reach: float = REACH, low: float = 0.3, high: float = 2.0) -> Disc:
    """A circle somewhere."""
    return place(random, reach), abs(_size(random, low, high))


def box(random: Random, reach: float = REACH, low: float = 0.5, high: float = 3.0) -> tuple[XY, XY]:
    """An axis-aligned box somewhere, by its corners."""
    ring = shifted(rectangle(random, low, high), place(random, reach))
    return ring[0], ring[2]


def _size(random: Random, low: float, high: float) -> float:
    x = random.uniform(low, high)
    return x if random.random() < 0.5 else max(round(2.0 * x) / 2.0, 0.5)
