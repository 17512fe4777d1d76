"""The green part of the separation curve, against samples: also where one end lies a quarter turn from the top."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from geometry import Convex, Pose, box, capsule, circle, convex, regular_polygon
from geometry.sat.separating_axis import separation_along
from geometry.sat.separation_curve import gap_angles

FINE = np.linspace(0.0, math.pi, 3601)


def some_pair(seed: int) -> tuple[Convex, Convex]:
    draw = random.Random(seed)
    made = [
        box(draw.uniform(0.3, 2.0), draw.uniform(0.3, 2.0)),
        regular_polygon(draw.randint(3, 8), draw.uniform(0.4, 1.4)),
        circle(draw.uniform(0.2, 1.0)),
        capsule((0.0, 0.0), (1.0, 0.3), 0.3),
        convex(((-1.3, -0.35), (1.2, -0.6), (0.4, 0.8))),
    ]
    poses = [Pose((draw.uniform(-w, w), draw.uniform(-w, w)), draw.uniform(0.0, 6.0)) for w in (1.0, 3.0)]
    a, b = (draw.choice(made).at(pose) for pose in poses)
    return a, b


@pytest.mark.parametrize("seed", range(60))
def test_the_green_part_is_that_of_the_samples(seed: int) -> None:
    a, b = some_pair(seed)
    check(a, b)


def test_an_end_a_quarter_turn_from_the_top() -> None:
    """Corner above corner, and an edge of each on the line through both: along the level axis they just touch."""
    a = convex(((0.0, 0.0), (-1.0, -1.0), (0.0, -1.0)))
    b = convex(((0.0, 0.5), (1.0, 1.5), (0.0, 1.5)))
    assert separation_along(a, b, np.array([0.0]))[0] == 0.0
    check(a, b)


def check(a: Convex, b: Convex) -> None:
    found, values = gap_angles(a, b), separation_along(a, b, FINE)
    green = sum(((i.low < FINE) & (i.high > FINE)).astype(int) for i in found) + np.zeros(len(FINE), dtype=int)
    assert np.array_equal(green[1:-1] > 0, values[1:-1] > 0.0)
    ends = [end for i in found for end in (i.low, i.high) if 0.0 < end < math.pi]
    assert separation_along(a, b, np.array(ends)) == pytest.approx(np.zeros(len(ends)), abs=1e-12)
