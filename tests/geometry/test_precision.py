"""Small tests in a chosen precision: equal to the scalar routines in double, real single precision in single."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import geometry
from geometry import convex
from geometry.faulty import contact_rules
from geometry.precision import measures
from geometry.precision.shoelace import shoelace
from geometry.shape import hull

coordinate = st.floats(-3.0, 3.0).map(lambda x: round(x, 3))
points = st.lists(st.tuples(coordinate, coordinate), min_size=3, max_size=8)
SQUARE = np.array(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))


def ring(cloud: list[tuple[float, float]]) -> np.ndarray | None:
    """The hull of a cloud, unless it is a sliver."""
    try:
        shape = hull(cloud)
    except ValueError:
        return None
    sharp = len(shape.points) >= 3 and measures.areas(shape.points[None])[0] > 0.05
    return shape.points if sharp else None


@given(points, points, st.tuples(coordinate, coordinate))
def test_separation_in_double_is_that_of_the_steppable_routine(
    a: list[tuple[float, float]], b: list[tuple[float, float]], by: tuple[float, float]
) -> None:
    """Over edge normals alone it has the right sign, and never exceeds the distance; overlapping it is the same."""
    first, second = ring(a), ring(b)
    if first is None or second is None:
        return
    second = second + by
    right = geometry.separation(convex(first), convex(second))
    (found,) = measures.separations(first[None], second[None])
    if right <= 0.0:
        assert found == pytest.approx(right, abs=1e-12)
    else:
        spans = []
        for own, other in ((first, second), (second, first)):
            for x, y in np.roll(own, -1, axis=0) - own:
                outward = np.array((y, -x)) / math.hypot(x, y)
                spans.append((other @ outward).min() - (own @ outward).max())
        assert found == pytest.approx(max(spans), abs=1e-12)
        assert found <= right + 1e-12
        assert found > -1e-12


def by_hand(a: np.ndarray, b: np.ndarray) -> np.float32:
    """The same test by numpy's scalars, one operation at a time."""
    best = np.float32(-np.inf)
    for p, q in ((a, b), (b, a)):
        for i in range(len(p)):
            x, y = p[(i + 1) % len(p)] - p[i]
            length = np.sqrt(x * x + y * y)
            nx, ny = y / length, -x / length
            last = max(u * nx + v * ny for u, v in p)
            best = max(best, min(u * nx + v * ny for u, v in q) - last)
    assert isinstance(best, np.float32)
    return best


def test_single_precision_is_numpy_s_at_every_operation() -> None:
    rng = np.random.default_rng(7)
    turn = rng.uniform(0.0, math.tau, 40)
    for angle, d in zip(turn, 10.0 ** rng.uniform(0.0, 6.0, 40), strict=True):
        c, s = math.cos(angle), math.sin(angle)
        a = (SQUARE @ np.array(((c, s), (-s, c))) + d).astype(np.float32)
        b = (SQUARE @ np.array(((c, s), (-s, c))) + d + 1.02 * np.array((c, s))).astype(np.float32)
        found = measures.separations(a[None], b[None])
        assert found.dtype == np.float32
        assert found[0] == by_hand(a, b)
    for routine in (
        measures.areas(a[None]),
        measures.turns(a[:1], a[1:2], a[2:3]),
        measures.leads(a[None], b[None, :2], 0, 1),
    ):
        assert routine.dtype == np.float32
    assert measures.discriminants(a[:1], a[1:2], a[2:3], 0.5).dtype == np.float32


def test_copies_do_not_know_of_each_other() -> None:
    rng = np.random.default_rng(3)
    a = (SQUARE + rng.uniform(-1.0, 1.0, (50, 1, 2))).astype(np.float32)
    b = (SQUARE + rng.uniform(-2.0, 2.0, (50, 1, 2))).astype(np.float32)
    each = [measures.separations(a[i : i + 1], b[i : i + 1])[0] for i in range(50)]
    assert measures.separations(a, b).tolist() == each


def test_what_has_shrunk_to_a_point_offers_no_normal() -> None:
    flat = (SQUARE * 1e-3 + 1e7).astype(np.float32)[None]
    assert measures.separations(flat, flat)[0] == 0.0
    assert np.isfinite(measures.leads(flat, flat[:, :2], 0, 1)).all()


@pytest.mark.parametrize(("distance", "area"), [(1e3, 1.0), (1e4, 0.0), (1e5, -1024.0)])
def test_the_area_of_a_unit_square_far_away(distance: float, area: float) -> None:
    far = (SQUARE + distance).astype(np.float32)
    assert measures.areas(far[None])[0] == area
    assert measures.areas(far[None] - far[None, :1])[0] == 1.0
    assert measures.areas((SQUARE + distance)[None])[0] == pytest.approx(1.0)


@given(points.map(ring), st.sampled_from((np.float32, np.float64)), st.floats(0.0, 1e6))
def test_the_area_step_by_step(outline: np.ndarray | None, kind: type[np.floating], distance: float) -> None:
    """It is that of the vectorised routine, and what the edges lose is all that is lost."""
    if outline is None:
        return
    found = shoelace(outline + distance, kind)
    stored = (outline + distance).astype(kind)
    assert found.area == float(measures.areas(stored[None])[0])
    exact = sum(
        Fraction(float(x)) * Fraction(float(v)) - Fraction(float(u)) * Fraction(float(y))
        for (x, y), (u, v) in zip(stored, np.roll(stored, -1, axis=0), strict=True)
    )
    assert found.exact == float(exact / 2)
    size = max(1.0, abs(found.area), abs(found.exact))
    assert found.exact + 0.5 * sum(edge.lost for edge in found.edges) == pytest.approx(found.area, abs=1e-9 * size)


@pytest.mark.parametrize(("distance", "single"), [(100.0, 0.16015625), (1000.0, 0.1875), (10_000.0, 0.0)])
def test_a_glancing_ray(distance: float, single: float) -> None:
    """r = 0.5 and h = 0.3: r^2 - h^2 = 0.16 at any distance."""
    start, way, center = np.array(((-distance, 0.3),)), np.array(((1.0, 0.0),)), np.zeros((1, 2))
    assert measures.discriminants(start, way, center, 0.5)[0] == pytest.approx(0.16, abs=1e-7)
    p, v, c = (x.astype(np.float32) for x in (start, way, center))
    found = measures.discriminants(p, v, c, 0.5)
    assert found[0] == single


@given(st.tuples(coordinate, coordinate), st.tuples(coordinate, coordinate), st.tuples(coordinate, coordinate))
def test_a_turn_is_twice_the_triangle(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> None:
    triangle = np.array((p, q, r))
    (found,) = measures.turns(*(triangle[i : i + 1] for i in range(3)))
    assert found == pytest.approx(2.0 * measures.areas(triangle[None])[0], abs=1e-12)


def test_the_incident_edge_leads() -> None:
    """Dot products of normals by their angles."""
    tilts = np.radians((1.0, 2.0))
    corner = np.array(((-1.0, math.tan(tilts[0])), (0.0, 0.0), (1.0, math.tan(tilts[1])), (0.0, 2.0)))
    reference = np.array(((-1.0, -1.0), (1.0, -1.0)))[::-1]  # its normal points up
    (found,) = measures.leads(corner[None], reference[None], 0, 1)
    assert found == pytest.approx(math.cos(tilts[0]) - math.cos(tilts[1]), abs=1e-12)
    (turned,) = measures.leads(corner[None], reference[None], 1, 0)
    assert turned == -found


def test_rules_of_contact() -> None:
    values = np.array((-0.1, 0.0, 1e-9, 0.0005, 0.02), dtype=np.float32)
    assert contact_rules.sign_of_the_computed(values).tolist() == [True, True, False, False, False]
    assert contact_rules.absolute_tolerance(values).tolist() == [True, True, True, True, False]
    assert contact_rules.equality(values).tolist() == [False, True, False, False, False]
