"""Faulty mass properties: what each rule gets wrong, by closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Convex, Polygon, box, capsule, circle, mass_properties, rectangle, rounded
from geometry.faulty.mass import about_the_origin, mean_of_vertices, radius_left_out, without_parallel_axis
from tests.geometry.outlines import INNER_SQUARE, SQUARE
from tests.geometry.test_mass import CLUSTERED, TRIANGLE


def test_the_mean_of_the_vertices_is_pulled_by_a_crowded_corner() -> None:
    shape = Convex(CLUSTERED)
    wrong = mean_of_vertices(shape, 2.0)
    mean = np.array(CLUSTERED).mean(axis=0)
    assert wrong.center == pytest.approx(mean)
    assert wrong.error == pytest.approx(0.73, abs=0.005)
    found = mass_properties(shape, 2.0)
    assert wrong.inertia == pytest.approx(found.inertia + found.mass * wrong.error**2)
    assert wrong.about == pytest.approx(mean)
    assert mean_of_vertices(box(2, 1)).error == pytest.approx(0.0, abs=1e-12)


def test_chipmunk_ignores_the_radius() -> None:
    """Per unit of mass the rounded box gets 0.1733 for 0.3233."""
    shape = rounded(box(1.2, 0.8), 0.2)
    wrong, found = radius_left_out(shape, 3.0), mass_properties(shape, 3.0)
    assert wrong.inertia / found.mass == pytest.approx(0.1733, abs=5e-5)
    assert found.inertia / found.mass == pytest.approx(0.3233, abs=5e-5)
    assert wrong.error == pytest.approx(1.0 - wrong.inertia / found.inertia)
    pill = capsule((0, 0), (3, 0), 0.5)
    assert radius_left_out(pill).inertia == pytest.approx(mass_properties(pill).mass * 9.0 / 12.0)
    assert radius_left_out(circle(2.0)).inertia == 0.0
    assert radius_left_out(Polygon(SQUARE, [INNER_SQUARE]), 2.0).error == pytest.approx(0.0, abs=1e-12)


def test_without_the_distances() -> None:
    wrong = without_parallel_axis(Convex(TRIANGLE, 0.5), 2.0)
    assert wrong.inertia == pytest.approx(2.0 * 17.4987, abs=1e-3)
    assert wrong.error == pytest.approx(1.0 - 17.4987 / 34.1625, abs=1e-5)
    assert without_parallel_axis(rectangle((1, 1), (4, 2))).error == pytest.approx(0.0, abs=1e-12)


def test_box2d_reports_the_moment_about_the_origin() -> None:
    wrong = about_the_origin(Convex(TRIANGLE))
    assert wrong.inertia == pytest.approx(25.0)
    assert wrong.about.tolist() == [0.0, 0.0]
    assert wrong.center == pytest.approx((4.0 / 3.0, 1.0))
    assert wrong.error == pytest.approx(2.0)
    assert math.isclose(about_the_origin(box(2, 1)).inertia, mass_properties(box(2, 1)).inertia)
