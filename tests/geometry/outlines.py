"""Outlines for the tests of concave shapes: those of the lessons, and random ones of every kind."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import shapely

from geometry import Polygon, Pose

Rings = tuple[np.ndarray, list[np.ndarray]]

L_SHAPE = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)]
U_SHAPE = [(0, 0), (4, 0), (4, 3), (3, 3), (3, 1), (1, 1), (1, 3), (0, 3)]
ARROWHEAD = [(0, 0), (4, -2), (3, 0), (4, 2)]
PLUS = [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)]
COMB = [(0, 0), (6, 0), (6, 3), (5.5, 1), (5, 3), (4.5, 1), (4, 3), (3.5, 1), (3, 3), (2.5, 1), (2, 3), (1.5, 1),
        (1, 3), (0.5, 1), (0, 3)]  # fmt: skip
CAVE_WALL = [(-4.2, -2.2), (-1.35, -2.75), (-0.55, -1.62), (0.75, -2.55), (3.3, -2.45), (4.35, -0.2), (2.35, -0.75),
             (2.75, 1.15), (4.0, 2.35), (1.35, 2.75), (0.55, 0.75), (-0.75, 1.45), (-0.5, 2.75), (-3.3, 2.6),
             (-2.35, 0.65), (-4.45, 0.55)]  # fmt: skip
HOOK = [(0, 3), (0, 0), (5, 0), (5, 4), (2, 4), (4, 3), (4, 1), (1, 1)]
SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
INNER_SQUARE = [(1, 1), (1, 3), (3, 3), (3, 1)]


def star(tips: int = 5, outer: float = 2.0, inner: float = 0.9, first: float = math.pi / 2) -> np.ndarray:
    angle = first + np.arange(2 * tips) * math.pi / tips
    reach = np.where(np.arange(2 * tips) % 2 == 0, outer, inner)
    return np.stack((reach * np.cos(angle), reach * np.sin(angle)), axis=1)


STAR = star()


def noisy(random: np.random.Generator, n: int) -> np.ndarray:
    """A star-shaped outline of random reach."""
    angle = np.sort(random.uniform(0.0, math.tau, n)) if n > 5 else np.arange(n) * math.tau / n
    reach = random.uniform(0.3, 2.0, n)
    return np.stack((reach * np.cos(angle), reach * np.sin(angle)), axis=1)


def lobes(random: np.random.Generator, n: int) -> np.ndarray:
    angle = np.arange(n) * math.tau / n
    reach = 1.0 + random.uniform(0.1, 0.8) * np.cos(random.integers(2, 9) * angle)
    return np.stack((reach * np.cos(angle), reach * np.sin(angle)), axis=1)


def spiral(random: np.random.Generator, n: int) -> np.ndarray:
    half = max(2, n // 2)
    turn = np.linspace(0.0, random.uniform(0.3, 4.0) * math.tau, half)
    reach, wide = 0.6 + 0.7 * turn / math.tau, random.uniform(0.05, 0.45)
    way = np.stack((np.cos(turn), np.sin(turn)), axis=1)
    return np.concatenate((reach[:, None] * way, ((reach - wide)[:, None] * way)[::-1]))


def comb(random: np.random.Generator, n: int) -> np.ndarray:
    """Teeth side by side on whole or random heights: with straight runs, often."""
    teeth = max(1, (n - 3) // 2)
    x = np.linspace(teeth, 0.0, 2 * teeth + 1)
    high, low = (random.integers(1, 3, teeth + 1), random.integers(-2, 0, teeth)) if n % 2 else (
        random.uniform(1, 3, teeth + 1), random.uniform(-2, 0.9, teeth))  # fmt: skip
    y = np.empty(2 * teeth + 1)
    y[0::2], y[1::2] = high, low
    return np.concatenate(([(0.0, -3.0), (float(teeth), -3.0)], np.stack((x, y), axis=1)))


def partitioned(random: np.random.Generator, n: int) -> np.ndarray:
    """A random simple outline through random points (space partitioning, Auer and Held 1996)."""
    cloud = random.uniform(-2.0, 2.0, (n, 2))
    order = np.arange(2, n)

    def way(start: np.ndarray, end: np.ndarray, between: np.ndarray, depth: int = 0) -> list[np.ndarray]:
        if len(between) == 0:
            return []
        k = int(random.integers(len(between)))
        through = cloud[between[k]]
        rest = np.delete(between, k)
        t = random.uniform(0.05, 0.95)
        on_line = (1 - t) * start + t * end
        along = through - on_line
        away, back = cloud[rest] - on_line, start - on_line
        side = along[0] * away[:, 1] - along[1] * away[:, 0]
        of_start = along[0] * back[1] - along[1] * back[0]
        near = rest[(side > 0) == (of_start > 0)]
        far = rest[(side > 0) != (of_start > 0)]
        return [*way(start, through, near), through, *way(through, end, far)]

    start, end = cloud[0], cloud[1]
    side = (end - start)[0] * (cloud[order, 1] - start[1]) - (end - start)[1] * (cloud[order, 0] - start[0])
    there, back = way(start, end, order[side < 0]), way(end, start, order[side >= 0])
    return np.array([start, *there, end, *back])


def collinear(random: np.random.Generator, n: int) -> np.ndarray:
    """An outline on whole numbers with straight vertices on its edges: an L, a U or a square, finely divided."""
    base = np.array((L_SHAPE, U_SHAPE, PLUS)[int(random.integers(3))], dtype=float)
    each = max(1, n // len(base))
    parts = [
        a + (b - a) * k / each for a, b in zip(base, np.roll(base, -1, axis=0), strict=True) for k in range(each)
    ]
    return np.array(parts)


KINDS: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "noisy": noisy,
    "lobes": lobes,
    "spiral": spiral,
    "comb": comb,
    "partitioned": partitioned,
    "collinear": collinear,
}


def with_holes(random: np.random.Generator, outline: np.ndarray, most: int) -> list[np.ndarray]:
    """Up to `most` star-shaped holes inside an outline, apart from it and from one another."""
    free = shapely.Polygon(outline)
    holes: list[np.ndarray] = []
    if not free.is_valid:
        return holes
    low, high = outline.min(axis=0), outline.max(axis=0)
    for _ in range(4 * most):
        place = random.uniform(low, high)
        if not free.contains(shapely.Point(place)) or len(holes) == most:
            continue
        room = float(free.boundary.distance(shapely.Point(place)))
        if room < 1e-3:
            continue
        hole = place + noisy(random, int(random.integers(3, 12))) * room * 0.45
        if random.integers(2):
            hole = hole[::-1]
        shape = shapely.Polygon(hole)
        if shape.is_valid and free.contains_properly(shape):
            holes.append(hole)
            free = free.difference(shape)
    return holes


def random_rings(random: np.random.Generator, n: int, *, offset: float = 0.0) -> tuple[str, Rings]:
    """Rings of a random kind, winding, turn and size, with holes now and then; not always valid."""
    kind = str(random.choice(list(KINDS)))
    outline = KINDS[kind](random, n)
    holes = with_holes(random, outline, int(random.integers(1, 6))) if random.integers(4) == 0 else []
    if random.integers(2):
        outline = outline[::-1]
    if kind == "collinear" and random.integers(2):
        return kind, (outline, holes)  # on whole numbers
    place = Pose(random.uniform(-offset, offset, 2), float(random.uniform(0.0, math.tau)))
    size = 10.0 ** random.uniform(-2.0, 2.0)
    return kind, (place.place(size * outline), [place.place(size * hole) for hole in holes])


def fractions(points: np.ndarray) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(x), Fraction(y)) for x, y in points.tolist()]


def check_triangulation(polygon: Polygon, triangles: tuple[tuple[int, int, int], ...]) -> None:
    """A proof that the triangles fill the polygon, once, by exact fractions: all of them run counter-clockwise, every
    edge between two of them is met once each way, and what is left of the edges is the boundary."""
    n, h = len(polygon.points), len(polygon.holes)
    assert len(triangles) == n + 2 * h - 2
    exact = fractions(polygon.points)
    met: set[tuple[int, int]] = set()
    total = Fraction(0)
    for a, b, c in triangles:
        (ax, ay), (bx, by), (cx, cy) = exact[a], exact[b], exact[c]
        twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        assert twice > 0
        total += twice / 2
        for edge in ((a, b), (b, c), (c, a)):
            assert edge not in met
            met.add(edge)
    boundary = {(ring[i - 1], ring[i]) for ring in polygon.ordered for i in range(len(ring))}
    assert {edge for edge in met if edge[::-1] not in met} == boundary
    area = sum((exact[i][0] * exact[j][1] - exact[i][1] * exact[j][0]) / 2 for i, j in boundary)
    assert total == area
    size = float(np.ptp(polygon.points, axis=0).max())
    perimeter = sum(math.dist(polygon.points[i], polygon.points[j]) for i, j in boundary)
    assert abs(polygon.area - float(area)) <= 1e-12 * perimeter * size


def solid(polygon: Polygon) -> shapely.Polygon:
    """The core, by shapely."""
    return shapely.Polygon(polygon.outline, polygon.holes)
