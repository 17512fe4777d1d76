"""The step that no turning motion can outrun, against the motion itself, looked at closely."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geometry.counterexample import turning
from geometry.counterexample.statement import Arguments
from geometry.counterexample.turning import Spinning, safe_step, turning_motion
from geometry.sat.separating_axis import separating_axis

TRIANGLES = (
    ((0.0, 0.0), (2.0, 0.0), (0.5, 1.0)),
    ((0.0, 0.0), (3.0, 0.1), (0.0, 0.4)),
    ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),
)
numbers = st.floats(-8.0, 8.0)
velocities = st.tuples(numbers, numbers)
outlines = st.sampled_from(TRIANGLES)


@given(outlines, velocities, numbers, outlines, velocities, numbers, st.floats(0.0, math.tau), st.floats(0.0, 0.9))
def test_a_safe_step_keeps_the_gap_along_its_normal(
    outline_a: tuple[tuple[float, float], ...],
    velocity_a: tuple[float, float],
    spin_a: float,
    outline_b: tuple[tuple[float, float], ...],
    velocity_b: tuple[float, float],
    spin_b: float,
    way: float,
    part: float,
) -> None:
    away = 3.6 * math.cos(way), 3.6 * math.sin(way)
    a = Spinning(outline_a, velocity_a, spin_a)
    b = Spinning(tuple((x + away[0], y + away[1]) for x, y in outline_b), velocity_b, spin_b)
    found = separating_axis(a.at(0.0), b.at(0.0), early_out=False)
    assume(found.separation > 0.01)
    level = part * found.separation
    step = safe_step(a, b, found.normal, level, 0.0)
    assert step > 0.0
    n, least = found.normal, math.inf
    for t in np.linspace(0.0, min(step, 1.0), 60).tolist():
        gap = float((b.at(t).points @ n).min() - (a.at(t).points @ n).max())
        assert gap >= level - 1e-9 * (1.0 + abs(gap))
        least = min(least, gap)
    if spin_a == spin_b == 0.0 and step < 1.0:  # nothing bends: the step is the whole way
        assert abs(least - level) <= 1e-9


def test_a_corner_on_a_turning_edge_gives_a_scene_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The corner (10, 1) lies on the bar, level with its centroid: at no spin can it be told when they touch."""
    bar, other = (
        [(7.0, -1.0), (13.0, -1.0), (13.0, 1.0), (7.0, 1.0)],
        [(10.0, 2.0), (9.0, 3.0), (8.0, 2.0), (10.0, 1.0)],
    )
    scene: Arguments = (other, (0.0, 0.0), 0.0, bar, (0.0, 0.0), 1.5)
    with pytest.raises(ValueError, match="too near"):
        turning.turning_motion(scene)
    tries = itertools.count()

    def counted(arguments: Arguments) -> turning.Turning:
        assert next(tries) < 10
        return turning_motion(arguments)

    monkeypatch.setattr(turning, "turning_motion", counted)
    found = turning.told_apart(random.Random(1), scene)
    assert 0.5 < found[5] < 1.5
    assert turning_motion(found).close > 0.0
