"""Fewer points for a line that was drawn by hand, against shapely's Douglas-Peucker."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geometry.simplify import simplify, simplify_ring

numbers = st.floats(-10.0, 10.0).map(lambda x: round(x, 6) + 0.0)  # shapely fails on chords of 1e-200
places = st.tuples(numbers, numbers)
paths = st.lists(places, min_size=1, max_size=40)
tolerances = st.one_of(st.just(0.0), st.floats(1e-3, 5.0))


def distance(at: tuple[float, float], line: np.ndarray) -> float:
    return float(shapely.Point(at).distance(shapely.LineString(line)))


@given(paths, tolerances)
def test_what_goes_lies_near_what_stays(path: list[tuple[float, float]], tolerance: float) -> None:
    kept = simplify(path, tolerance)
    assert kept[0].tolist() == list(path[0])
    assert kept[-1].tolist() == list(path[-1])
    rows = iter(map(list, path))
    assert all(point in rows for point in kept.tolist()), "points of the path, in its order"
    if len(kept) > 1:
        assert max(distance(point, kept) for point in path) <= tolerance + 1e-9
    assert simplify(kept, tolerance).tolist() == kept.tolist(), "a second time nothing goes"


@given(st.lists(places, min_size=3, max_size=40, unique=True), st.floats(1e-2, 5.0))
def test_shapely_keeps_as_many(path: list[tuple[float, float]], tolerance: float) -> None:
    """The same points unless two are equally far, or a distance is the tolerance up to rounding."""
    theirs = shapely.LineString(path).simplify(tolerance, preserve_topology=False)
    ours = simplify(path, tolerance)
    if len(ours) != len(theirs.coords):
        near = {len(simplify(path, tolerance * factor)) for factor in (1.0 - 1e-9, 1.0 + 1e-9)}
        assert len(theirs.coords) in near or np.abs(np.array(path)).max() < 1e-6 or _has_ties(path)


def _has_ties(path: list[tuple[float, float]]) -> bool:
    """Whether some distances from some chord are equal up to rounding: then either may stay."""
    points = np.array(path)
    for i in range(len(points)):
        for j in range(i + 2, len(points)):
            chord = shapely.LineString((points[i], points[j]))
            away = sorted(chord.distance(shapely.Point(p)) for p in points[i + 1 : j])
            if any(abs(far - near) < 1e-9 for near, far in itertools.pairwise(away)):
                return True
    return False


@given(paths, tolerances)
def test_a_ring_keeps_its_corners(ring: list[tuple[float, float]], tolerance: float) -> None:
    kept = simplify_ring(ring, tolerance)
    assert {tuple(p) for p in kept.tolist()} <= {(x + 0.0, y + 0.0) for x, y in ring}
    if len(kept) > 1:
        closed = np.concatenate((kept, kept[:1]))
        assert max(distance(point, closed) for point in ring) <= tolerance + 1e-9


def test_a_circle_and_a_square() -> None:
    turns = np.linspace(0.0, math.tau, 720, endpoint=False)
    circle = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    kept = simplify_ring(circle, 0.01)
    assert 16 <= len(kept) <= 40, "a chord strays r (1 - cos) from its arc: 22 chords of 0.01 at most"
    side = np.linspace(0.0, 1.0, 50, endpoint=False)
    square = np.concatenate([np.stack((side, 0 * side), 1), np.stack((0 * side + 1, side), 1),
                             np.stack((1 - side, 0 * side + 1), 1), np.stack((0 * side, 1 - side), 1)])  # fmt: skip
    shifted = np.roll(square, 17, axis=0)  # begun in the middle of a side
    assert sorted(map(tuple, simplify_ring(shifted, 1e-6).tolist())) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_spike_that_turns_back_beyond_the_end_stays() -> None:
    assert simplify([(0, 0), (5, 0), (1, 0)], 0.5).tolist() == [[0, 0], [5, 0], [1, 0]]


def test_refusals() -> None:
    with pytest.raises(ValueError, match="tolerance must be >= 0"):
        simplify([(0, 0), (1, 1)], -0.1)
    with pytest.raises(ValueError, match="path"):
        simplify([], 0.1)
    with pytest.raises(ValueError, match="ring"):
        simplify_ring([(0.0, math.nan)], 0.1)
