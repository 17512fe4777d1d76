"""Shortcuts that shapes of many vertices take give the same answers as the plain way."""

from __future__ import annotations

import re

import numpy as np
import pytest

import geometry.time_of_impact.separation_over_time as module_function
from geometry import (
    Convex,
    Outcome,
    Pose,
    Sweep,
    bilateral_advancement,
    circle,
    conservative_advancement,
    gjk,
    gjk_ray_cast,
    linear_cast,
    point,
    regular_polygon,
    tunnelling,
)
from geometry.outline import _crossing
from geometry.vector import Points, cross, following


def first_crossing(outline: Points) -> tuple[int, int] | None:
    """The first pair of edges that meet, every pair tried in order."""
    n, ends = len(outline), following(outline)
    for i in range(n):
        for j in range(i + 2, n - (i == 0)):
            d, e, between = ends[i] - outline[i], ends[j] - outline[j], outline[j] - outline[i]
            across = cross(d, e)
            if (
                across != 0.0
                and 0.0 <= cross(between, e) / across <= 1.0
                and 0.0 <= cross(between, d) / across <= 1.0
            ):
                return i, j
    return None


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_the_first_crossing_is_found_among_edges_whose_boxes_meet(offset: float) -> None:
    rng = np.random.default_rng(17)
    crossed = 0
    for _ in range(150):
        n = int(rng.integers(4, 14))
        turn = np.linspace(0.0, 2.0 * np.pi, n, endpoint=False) + rng.uniform(-0.8, 0.8, n)
        outline = rng.uniform(0.4, 1.0, (n, 1)) * np.stack((np.cos(turn), np.sin(turn)), axis=1) + offset
        expected = first_crossing(outline)
        said = _crossing(outline, np.arange(n))
        crossed += expected is not None
        named = said and tuple(int(each) for each in re.findall(r"edge (\d+)", said))
        assert named == expected
    assert 20 < crossed < 130


@pytest.mark.parametrize("radius", [0.0, 0.2])
def test_the_curve_of_many_vertices_is_that_of_few(radius: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time looked at by GJK and EPA, or all at once by faces and vertices."""
    a, b = Convex(regular_polygon(20, 1.0).points, radius), regular_polygon(21, 0.7, (3.0, 0.2))
    sweeps = Sweep(Pose((0.0, 0.0)), Pose((5.0, 0.0), 3.0)), Sweep(Pose((0.0, 1.0)), Pose((0.0, -1.0), -1.0))
    t = np.linspace(0.0, 1.0, 41)
    few = module_function.separation_over_time(a, sweeps[0], b, sweeps[1], t)
    monkeypatch.setattr(module_function, "MANY_PAIRS", 1)
    many = module_function.separation_over_time(a, sweeps[0], b, sweeps[1], t)
    assert few.min() < -0.3
    assert few.max() > 1.0
    assert np.abs(few - many).max() < 1e-12


@pytest.mark.parametrize("b", [point((0.0, 0.0)), circle(1e-3)])
def test_two_points_at_the_origin_overlap_in_every_routine(b: Convex) -> None:
    a, still, moving = point((0.0, 0.0)), Sweep(Pose()), Sweep(Pose(), Pose((1.0, 0.0)))
    for sweep in (still, moving):
        assert conservative_advancement(a, sweep, b, still).outcome is Outcome.OVERLAPPED
        assert bilateral_advancement(a, sweep, b, still).outcome is Outcome.OVERLAPPED
        assert tunnelling(a, sweep, b, still).continuous.outcome is Outcome.OVERLAPPED
    assert gjk(a, b).outcome is Outcome.OVERLAPPED
    assert linear_cast(a, (1.0, 0.0), b).outcome is Outcome.OVERLAPPED
    assert gjk_ray_cast(a, (1.0, 0.0), b).outcome is Outcome.OVERLAPPED
