"""How clearly a scene shows that two answers differ: no slivers, no corners in one place, a difference that is large
beside the scene, and no tie that the least movement would break. The shrinking keeps it, and of equally simple
examples the clearest is taken."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from lessons.labs.cards.card import Asked, Card
from lessons.labs.cards.parts import BODIES, XY, Arguments, Kind, Ring, corners, extent, moved

DIFFERENCE = 0.15  # of the answers, as a share of the scene: as much is seen at once
THICK, BENT, LARGE = 0.35, 0.12, 0.3  # a shape's thickness and least bend to its diameter, and that to the scene
DISTINCT = 0.1  # of the scene, from corner to corner
NUDGE = 0.05  # of the scene: a small move, after which the answers still differ
WAYS = tuple((math.cos(t), math.sin(t)) for t in (0.5, 0.5 + math.pi / 2, 0.5 + math.pi, 0.5 - math.pi / 2))
Ask = Callable[[Arguments], Asked]


class Clarity(NamedTuple):
    """Each from 0 to 1, which is clear."""

    difference: float
    shapes: float  # of the worst of them
    corners: float  # of different shapes: how far the nearest two are from each other
    steadiness: float

    def holds(self, least: Clarity) -> bool:
        """Whether nothing is less clear than there."""
        return all(mine >= other - 1e-9 for mine, other in zip(self, least, strict=True))


def clarity(card: Card, arguments: Arguments, asked: Asked, ask: Ask) -> Clarity:
    """Of a scene on which the answers differ; `ask` answers on others and raises ValueError for what is none."""
    size = extent(card.parts, arguments)
    shapes = [_shape(ring, size) for ring in _rings(card, arguments)]
    told = [_corners(part.kind, value) for part, value in zip(card.parts, arguments, strict=True)]
    ways = [math.dist(p, q) / size / DISTINCT for one, other in combinations(told, 2) for p in one for q in other]
    return Clarity(
        min(asked.error / size / DIFFERENCE, 1.0),
        min((1.0, *shapes)),
        min((1.0, *ways)),
        _steadiness(card, arguments, asked, ask, size),
    )


def _rings(card: Card, arguments: Arguments) -> Iterator[Ring]:
    """The corners of each shape."""
    for part, value in zip(card.parts, arguments, strict=True):
        if part.kind in BODIES or part.kind is Kind.OUTLINE:
            yield _corners(part.kind, value)


def _corners(kind: Kind, value: Any) -> tuple[XY, ...]:
    """Those of the square in a circle, and all four of a box."""
    if kind is Kind.CIRCLE:
        (x, y), r = value
        return (x + r, y), (x, y + r), (x - r, y), (x, y - r)
    if kind is Kind.BOX:
        (x, y), (u, v) = value
        return (x, y), (u, y), (u, v), (x, v)
    return corners(kind, value)


def _shape(ring: Ring, size: float) -> float:
    """Of one shape in a scene of a size."""
    count = len(ring)
    diameter = max(math.dist(p, q) for p in ring for q in ring)
    thick = min(
        _distance(ring[i], ring[k], ring[(k + 1) % count])
        for i in range(count)
        for k in range(count)
        if i not in (k, (k + 1) % count)
    )
    bent = min(_distance(ring[i], ring[i - 1], ring[(i + 1) % count]) for i in range(count))
    return min(thick / diameter / THICK, bent / diameter / BENT, diameter / size / LARGE)


def _distance(c: XY, p: XY, q: XY) -> float:
    """Of a point from a segment."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    t = min(max(((c[0] - p[0]) * dx + (c[1] - p[1]) * dy) / (dx * dx + dy * dy), 0.0), 1.0)
    return math.dist(c, (p[0] + t * dx, p[1] + t * dy))


def _steadiness(card: Card, arguments: Arguments, asked: Asked, ask: Ask, size: float) -> float:
    """The share of small moves of one part, or of one vertex of the only one, after which the answers differ by half
    as much and the right one is of the same kind; a move that leaves no scene does not count."""
    kept = tried = 0
    for scene in _nudged(card, arguments, NUDGE * size):
        try:
            there = ask(scene)
        except ValueError:
            continue
        tried += 1
        kept += there.error >= 0.5 * asked.error and _kind(card, there) == _kind(card, asked)
    return kept / tried if tried else 1.0


def _kind(card: Card, asked: Asked) -> str:
    """The words of the right answer without its numbers: "apart by", "touching"."""
    return re.sub(r"[−\d.]", "", card.said(asked.right))


def _nudged(card: Card, arguments: Arguments, by: float) -> Iterator[Arguments]:
    ways = [(by * x, by * y) for x, y in WAYS]
    if len(arguments) == 1:
        ring = arguments[0]
        for i, (x, y) in enumerate(ring):
            yield from (((*ring[:i], (x + dx, y + dy), *ring[i + 1 :]),) for dx, dy in ways)
        return
    for i, part in enumerate(card.parts[1:], start=1):
        for dx, dy in ways:
            value = arguments[i]
            there = (
                (value[0] + dx, value[1] + dy) if part.kind is Kind.VELOCITY else moved(part.kind, value, (dx, dy))
            )
            yield (*arguments[:i], there, *arguments[i + 1 :])
