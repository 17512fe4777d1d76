"""The faulty queries fail where they are said to, and only there."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Ray, RayKind, box, capsule, circle_cast, convex, point_query, ray_cast, rounded
from geometry.faulty.circle_cast import centre_only, square_corners, squared
from geometry.faulty.point_query import pushed_along, unclamped, unsigned
from geometry.faulty.ray_cast import entries_ahead, mitred, perpendicular_alone

P = np.array


def test_without_clamp_a_point_beyond_a_vertex_is_too_near() -> None:
    shape = box(2.0, 2.0)
    found = unclamped(shape, P((4.0, 1.5)))
    assert (found.separation, found.edge) == (pytest.approx(0.5), 2)
    assert found.closest == pytest.approx((4.0, 1.0))
    assert point_query(shape, P((4.0, 1.5))).separation == pytest.approx(math.hypot(3.0, 0.5))
    for p in ((0.2, 1.7), (0.2, 0.1)):  # in front of an edge, and inside, it is right
        right = point_query(shape, P(p))
        wrong = unclamped(shape, P(p))
        assert wrong.separation == pytest.approx(right.separation)
        assert wrong.closest == pytest.approx(right.closest)
    behind = unclamped(rounded(shape, 0.5), P((4.0, 0.5)))
    assert behind.separation == pytest.approx(0.0)
    assert behind.closest == pytest.approx((4.0, 0.5)), "towards p, as p is outside"


def test_without_a_sign_only_a_p_inside_the_core_is_wrong() -> None:
    shape = rounded(box(2.0, 2.0), 0.25)
    assert unsigned(shape, P((0.6, 0.0))).separation == pytest.approx(0.4 - 0.25)
    assert point_query(shape, P((0.6, 0.0))).separation == pytest.approx(-0.4 - 0.25)
    for p in ((1.1, 0.0), (2.0, 2.0)):
        assert unsigned(shape, P(p)).separation == pytest.approx(point_query(shape, P(p)).separation)


def test_along_p_and_its_foot_nothing_can_be_pushed_from_the_core_s_boundary() -> None:
    shape = rounded(box(2.0, 2.0), 0.5)
    assert pushed_along(shape, P((1.0, 1.0))).closest is None
    for p in ((0.3, 0.9), (0.3, 1.2), (1.5, 1.6)):
        found = pushed_along(shape, P(p))
        assert found.closest == pytest.approx(point_query(shape, P(p)).closest)
    tilted = rounded(convex(((-1.0, -0.3), (1.1, -0.8), (0.2, 0.9))), 0.5)
    middle = tilted.points[:2].mean(axis=0)
    off = pushed_along(tilted, middle).closest
    assert off is None or math.dist(off, point_query(tilted, middle).closest) > 0.1


def test_the_axis_across_a_ray_knows_no_start_and_no_end() -> None:
    shape = box(2.0, 2.0)
    behind = Ray((3.0, 0.0), (1.0, 0.0), RayKind.HALF_LINE)
    assert perpendicular_alone(shape, behind).distance == pytest.approx(-4.0)
    assert ray_cast(shape, behind).distance is None
    ahead = Ray((-3.0, 0.0), (1.0, 0.0), RayKind.HALF_LINE)
    assert perpendicular_alone(shape, ahead).distance == ray_cast(shape, ahead).distance == pytest.approx(2.0)


def test_lines_ahead_alone_are_too_few_in_a_pocket() -> None:
    tip = rounded(convex(((-0.5, -0.4), (0.5, -0.4), (0.0, 0.45))), 0.7)
    pocket = Ray((0.05, 1.66), (0.15, -0.44), RayKind.HALF_LINE)
    assert ray_cast(tip, pocket).distance is not None
    assert entries_ahead(tip, pocket).distance is None
    for start in ((3.0, 0.2), (0.1, 3.0)):
        ray = Ray(start, np.array((0.0, 0.1)) - start, RayKind.HALF_LINE)
        assert entries_ahead(tip, ray).distance == pytest.approx(ray_cast(tip, ray).distance)


def test_mitred_corners_are_met_too_early() -> None:
    shape = rounded(box(2.0, 2.0), 0.5)
    corner = Ray((3.0, 3.0), (-1.0, -1.0), RayKind.HALF_LINE)
    early, right = mitred(shape, corner).distance, ray_cast(shape, corner).distance
    assert early == pytest.approx(1.5 * math.sqrt(2.0))
    assert right == pytest.approx(2.0 * math.sqrt(2.0) - 0.5)
    flat = Ray((3.0, 0.2), (-1.0, 0.0), RayKind.HALF_LINE)
    assert mitred(shape, flat).distance == pytest.approx(1.5)
    assert mitred(shape, Ray((3.0, 3.0), (1.0, 0.0), RayKind.HALF_LINE)).distance is None


def test_a_circle_is_neither_its_centre_nor_square() -> None:
    shape = box(2.0, 2.0)
    past = Ray((-3.0, 1.2), (6.0, 0.0))
    assert centre_only(shape, past, 0.5).distance is None
    assert circle_cast(shape, past, 0.5).cast.distance == pytest.approx(2.0 - math.sqrt(0.25 - 0.04))
    assert square_corners(shape, past, 0.5).distance == pytest.approx(1.5)
    flat = Ray((-3.0, 0.2), (6.0, 0.0))
    assert centre_only(shape, flat, 0.5).distance == pytest.approx(2.0)
    assert square_corners(shape, flat, 0.5).distance == pytest.approx(1.5)
    assert squared(shape, 0.5).points == pytest.approx(1.5 * shape.points)
    assert squared(capsule((0.0, 0.0), (1.0, 0.0), 0.2), 0.5).radius == 0.7
