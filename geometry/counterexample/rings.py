"""Random outlines that may be concave: letters, combs, stars, and rings without crossings."""

from __future__ import annotations

import math
import random
from itertools import combinations

from geometry.counterexample import scenes
from geometry.counterexample.statement import area_of
from geometry.counterexample.truth import extent_of
from geometry.polygon import Polygon
from geometry.vector import XY

LETTERS: tuple[tuple[XY, ...], ...] = (
    ((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)),  # L
    ((0, 0), (4, 0), (4, 3), (3, 3), (3, 1), (1, 1), (1, 3), (0, 3)),  # U
    ((0, 0), (4, 1), (0, 2), (1, 1)),  # an arrowhead
    ((0, 0), (5, 0), (5, 3), (4, 1), (3, 3), (2, 1), (1, 3), (0, 1)),  # a crown
    ((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)),  # a cross
    ((0, 0), (6, 0), (6, 5), (2, 5), (2, 3), (4, 3), (4, 2), (1, 2), (1, 6), (0, 6)),  # a hook
)


def letter(rng: random.Random) -> list[XY]:
    """A shape of right angles or notches in whole numbers, turned by quarters, stretched or mirrored."""
    wide, high = float(rng.randint(1, 2)), float(rng.randint(1, 2))
    outline = [(wide * x, high * y) for x, y in rng.choice(LETTERS)]
    if rng.random() < 0.5:
        outline = [(-x, y) for x, y in outline][::-1]
    cosine, sine = rng.choice(scenes.QUARTERS)
    return rotated(rng, [(x + 0.0, y + 0.0) for x, y in scenes.turned(outline, cosine, sine)])


def rotated(rng: random.Random, outline: list[XY]) -> list[XY]:
    """The same ring from another vertex on."""
    first = rng.randrange(len(outline))
    return outline[first:] + outline[:first]


def star(rng: random.Random, grid: float | None) -> list[XY]:
    """Vertices all around a centre at very different distances."""
    count = rng.randint(4, 9)
    step = math.tau / count
    ring = []
    for i in range(count):
        angle, far = (i + rng.uniform(-0.3, 0.3)) * step, rng.uniform(0.6, 4.0)
        ring.append((far * math.cos(angle), far * math.sin(angle)))
    return scenes.rounded_to(ring, grid)


def tangle(rng: random.Random, grid: float | None) -> list[XY]:
    """Random points, joined in a random order, with the crossings taken out one by one (2-opt)."""
    ring = scenes.rounded_to(
        [(rng.uniform(-4.0, 4.0), rng.uniform(-4.0, 4.0)) for _ in range(rng.randint(4, 9))], grid
    )
    for _ in range(200):
        for i, j in combinations(range(len(ring)), 2):
            turned_round = ring[: i + 1] + ring[i + 1 : j + 1][::-1] + ring[j + 1 :]
            if _length(turned_round) < _length(ring) - 1e-9:
                ring = turned_round
                break
        else:
            break
    return ring if area_of(ring) > 0.0 else ring[::-1]


def _length(ring: list[XY]) -> float:
    return sum(math.dist(p, q) for p, q in zip([ring[-1], *ring], ring, strict=False))


def ring(rng: random.Random, grid: float | None = None) -> list[XY]:
    """Any outline, counter-clockwise, from any vertex on."""
    while True:
        choice = rng.random()
        if choice < 0.2:
            return letter(rng)
        found = star(rng, grid) if choice < 0.6 else tangle(rng, grid)
        if scenes.is_stout(found) and is_simple(found):
            return rotated(rng, found)


def is_simple(outline: list[XY]) -> bool:
    """Whether an outline bounds an area, and no vertex lies on or very near to an edge of others."""
    return Polygon.fault(outline) is None and clearance(outline) > 0.02 * extent_of(outline)


def clearance(outline: list[XY]) -> float:
    """The least distance of a vertex from an edge that is not its own."""
    count, least = len(outline), math.inf
    for i, p in enumerate(outline):
        for j in range(count):
            if i not in (j, (j + 1) % count):
                least = min(least, to_segment(p, outline[j], outline[(j + 1) % count]))
    return least


def to_segment(p: XY, start: XY, end: XY) -> float:
    """The distance of a point from a segment."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    x, y = p[0] - start[0], p[1] - start[1]
    along = min(1.0, max(0.0, (x * ex + y * ey) / (ex * ex + ey * ey)))
    return math.hypot(x - along * ex, y - along * ey)


def to_boundary(p: XY, outline: list[XY]) -> float:
    """The distance of a point from an outline."""
    return min(to_segment(p, start, end) for start, end in zip([outline[-1], *outline], outline, strict=False))
