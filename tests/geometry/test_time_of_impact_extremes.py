"""Searches for a time of impact: shapes of many vertices, and shapes without any size."""

from __future__ import annotations

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
