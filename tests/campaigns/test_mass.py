"""Mass properties of thousands of shapes of every kind, against quadrature and other engines."""

from __future__ import annotations

from tests.geometry.mass_oracles import check_by_box2d, check_by_pymunk, check_by_quadrature, compared, random_masses


def test_by_quadrature() -> None:
    """5,000 shapes of seven kinds, concave ones and holes among them, seed 501: area, centre and moment to 1e-9."""
    for shape in random_masses(501, 5000):
        check_by_quadrature(shape)


def test_what_pymunk_and_box2d_know() -> None:
    """5,000 shapes, seed 502: areas of all convex ones and moments of the sharp ones and of circles."""
    print("pymunk", compared(check_by_pymunk, 502, 5000), "Box2D", compared(check_by_box2d, 502, 5000))
