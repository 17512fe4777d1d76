"""How far places are from shapes, against the routine that is told."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import Convex, capsule, circle, point, regular_polygon, separation
from lessons.stories.room import distances


@pytest.mark.parametrize("seed", range(20))
def test_each_place_has_its_distance_from_the_nearest_shape(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shapes = [
        circle(0.6, rng.normal(size=2)),
        capsule(rng.normal(size=2), rng.normal(size=2), 0.3),
        Convex(regular_polygon(5, 0.8).points + rng.normal(size=2), 0.2),
    ]
    places = 2.0 * rng.normal(size=(30, 2))
    found = distances(places, shapes)
    for place, far in zip(places, found.tolist(), strict=True):
        right = min(separation(shape, point(place)) for shape in shapes)
        assert far <= 0.0 if right <= 0.0 else far == pytest.approx(right), "not above 0 in one of them"
