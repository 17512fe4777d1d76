"""Upward normals only: right on a floor, and blind to walls."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import box, manifold, rectangle
from geometry.faulty.upward_only import upward_only

FLOOR = rectangle((-2, -1), (2, 0))


def test_a_contact_with_the_floor_is_kept() -> None:
    body = box(0.6, 0.6, (0.2, 0.28))
    kept, right = upward_only(FLOOR, body, None), manifold(FLOOR, body)
    assert [p.id for p in kept.points] == [p.id for p in right.points]
    assert kept.normal == pytest.approx((0.0, 1.0), abs=1e-6)


def test_a_contact_with_a_wall_is_dropped_though_they_overlap() -> None:
    wall, body = rectangle((0, -1), (2, 1)), box(0.6, 0.6, (-0.29, 0.3))
    kept, right = upward_only(wall, body, None), manifold(wall, body)
    assert right.points
    assert not kept.points
    assert (kept.outcome, kept.separation) == (right.outcome, right.separation)


def test_the_normal_may_lean_by_45_degrees() -> None:
    for degrees, is_kept in ((44.0, True), (46.0, False)):
        turn = np.radians(degrees)
        n = np.array((-np.sin(turn), np.cos(turn)))
        body = box(0.4, 0.4, tuple(0.19 * n), turn)
        slope = box(4.0, 2.0, tuple(-1.0 * n), turn)
        assert bool(upward_only(slope, body, None).points) is is_kept
