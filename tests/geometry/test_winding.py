"""The signed area edge by edge, and which way round an outline runs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Polygon, winding
from geometry.outline import signed_area
from geometry.sat.winding import CrossAdded
from tests.geometry.outlines import CAVE_WALL, L_SHAPE


def test_winding() -> None:
    random = np.random.default_rng(6)
    for _ in range(50):
        p = random.uniform(-5, 5, (9, 2))
        trace = winding.trace(p)
        parts = [step for step in trace if isinstance(step, CrossAdded)]
        assert trace.result.signed_area == pytest.approx(signed_area(p))
        assert 0.5 * sum(step.cross for step in parts) == pytest.approx(trace.result.signed_area)
        assert parts[-1].total == pytest.approx(2.0 * trace.result.signed_area)
        assert winding(p[::-1]).signed_area == pytest.approx(-trace.result.signed_area)
    far = np.array(L_SHAPE) + 1e9
    assert winding(far).signed_area == 5.0


def test_concave_outlines() -> None:
    for outline in (CAVE_WALL, L_SHAPE):
        assert winding(outline).is_counter_clockwise
        assert not winding(outline[::-1]).is_counter_clockwise
        assert winding(outline).signed_area == pytest.approx(Polygon(outline).area)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="at least 3 vertices, not 2"):
        winding(L_SHAPE[:2])
    with pytest.raises(ValueError, match="zero area: it runs neither clockwise nor counter-clockwise"):
        winding([(0, 0), (1, 0), (2, 0)])
    with pytest.raises(ValueError, match="outline must be finite"):
        winding([(0, 0), (1, math.nan), (0, 1)])
