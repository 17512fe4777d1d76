"""A thousand vertices and more: what every routine answers within a second, and what a refusal costs."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest

import geometry as g
from geometry import outline as rings
from geometry.outline import following
from tests.geometry.oracles import distance

MANY = 1000


def star(points: int) -> np.ndarray:
    """Every other vertex is reflex, and no edges cross."""
    turn = np.arange(points) * (math.tau / points)
    return np.where(np.arange(points) % 2, 1.0, 0.5)[:, None] * np.stack((np.cos(turn), np.sin(turn)), axis=1)


def every_pair(outline: np.ndarray) -> tuple[int, int] | None:
    """The first two edges that cross, by trying all pairs."""
    d, n = following(outline) - outline, len(outline)
    for i in range(n):
        for j in range(i + 2, n - (i == 0)):
            across = d[i][0] * d[j][1] - d[i][1] * d[j][0]
            if across != 0.0:
                x, y = outline[j] - outline[i]
                s, t = (x * d[j][1] - y * d[j][0]) / across, (x * d[i][1] - y * d[i][0]) / across
                if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0:
                    return i, j
    return None


def test_a_large_star_is_refused_without_a_table_of_all_pairs() -> None:
    tracemalloc.start()
    with pytest.raises(ValueError, match="vertex 0 is reflex"):
        g.convex(star(3 * MANY))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * 2**20  # a table of all pairs took 484 MiB


@pytest.mark.parametrize("seed", range(40))
def test_the_crossing_that_is_named_is_the_first_of_all_pairs(seed: int) -> None:
    random = np.random.default_rng(seed)
    outline = random.integers(-4, 5, (int(random.integers(4, 12)), 2)).astype(float)
    said = rings._crossing(outline, np.arange(len(outline)))
    first = every_pair(outline)
    assert (said is None) == (first is None)
    if first is not None:
        assert said == (
            f"the outline crosses itself: edge {first[0]} (from vertex {first[0]}) "
            f"meets edge {first[1]} (from vertex {first[1]})"
        )


def test_separation_of_two_shapes_of_a_thousand_vertices() -> None:
    for apart in (0.4, 1.9, 2.6):
        a, b = g.regular_polygon(MANY, 1.0), g.regular_polygon(MANY + 1, 1.0, (0.8 * apart, 0.6 * apart))
        normals = np.concatenate((a.normals, -b.normals)).T
        along = float(((b.points @ normals).min(axis=0) - (a.points @ normals).max(axis=0)).max())
        truth = distance(a, b) if apart > 2.0 else along
        assert g.separation(a, b) == pytest.approx(truth, abs=1e-9)
        assert g.collide(a, b).separation == pytest.approx(truth, abs=1e-9)
        assert g.cross_check(a, b).all_agree


@pytest.mark.parametrize("sides", [5, 12, 40, 60, 200])
def test_many_axes_are_skipped_as_few_are(sides: int) -> None:
    """Of two axes on one line through the origin the first is tested, however they are filed."""
    a = g.regular_polygon(sides, 1.0, angle=0.1)
    b = g.regular_polygon(sides if sides % 2 else sides // 2, 0.7, (0.2, 0.1), 0.1)
    found = g.separating_axis(a, b, early_out=False)
    tested: list[tuple[float, float]] = []
    for shape in (a, b):
        for x, y in shape.normals.tolist():
            if all(abs(x * v - y * u) > 1e-12 for u, v in tested):
                tested.append((x, y))
    assert [t.axis.direction_xy for t in found.tests if t.axis.edge is not None] == tested


def test_closest_points_do_not_depend_on_how_many_are_measured_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = g.regular_polygon(30, 1.0), g.regular_polygon(41, 1.0, (1.9, 2.0))
    whole = g.closest_points(a, b)
    monkeypatch.setattr("geometry.sat.closest_points.AT_ONCE", 100)
    parts = g.closest_points(a, b)
    assert (parts.on_a == whole.on_a).all()
    assert (parts.on_b == whole.on_b).all()
