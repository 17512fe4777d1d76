"""Mass by other means: quadrature along the boundary of every kind of shape; pymunk; Box2D in single precision."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pymunk
import pytest

from geometry import Convex, Polygon, mass_properties
from geometry.faulty.mass import about_the_origin, radius_left_out
from tests.geometry import box2d_oracle
from tests.geometry.bodies import KINDS
from tests.geometry.outlines import random_rings
from tests.geometry.strategies import random_shape

EVERY_KIND = (*KINDS, "outline", "outline with holes")
_PLACES, _WEIGHTS = np.polynomial.legendre.leggauss(40)


def random_masses(seed: int, count: int) -> Iterator[Convex | Polygon]:
    """Shapes of every kind in turn."""
    random = np.random.default_rng(seed)
    for k in range(count):
        kind = EVERY_KIND[k % len(EVERY_KIND)]
        if kind in KINDS:
            yield random_shape(random, kind, spread=1.0)
            continue
        while True:
            outline, holes = random_rings(random, int(random.integers(4, 40)), offset=2.0)[1]
            if bool(holes) == kind.endswith("holes") and Polygon.fault(outline, holes) is None:
                yield Polygon(outline, holes)
                break


def check_by_quadrature(shape: Convex | Polygon, rel: float = 1e-9) -> None:
    """By Green's theorem along the boundary: straight pieces and arcs, each by Gauss's rule of 40 places."""
    found = mass_properties(shape)
    area, first, moment = 0.0, np.zeros(2), 0.0
    for p, d in _boundary(shape, found.center):
        sweep = 0.5 * _WEIGHTS * (p[:, 0] * d[:, 1] - p[:, 1] * d[:, 0])
        area += 0.5 * float(sweep.sum())
        first += (sweep[:, None] * p).sum(axis=0) / 3.0
        moment += float((sweep * (p * p).sum(axis=1)).sum()) / 4.0
    assert found.area == pytest.approx(area, rel=rel)
    assert found.inertia == pytest.approx(moment, rel=rel)
    assert np.hypot(*first) <= rel * area * float(np.ptp(shape.points, axis=0).max() + shape.radius)


def _boundary(shape: Convex | Polygon, center: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Points on each piece of the boundary, counter-clockwise around the inside, and the derivatives there."""
    places = 0.5 * (_PLACES + 1.0)
    if isinstance(shape, Polygon):
        for k, listed in enumerate((shape.outline, *shape.holes)):
            x, y = (listed - center).T
            is_left = float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) > 0.0
            ring = listed if is_left == (k == 0) else listed[::-1]
            for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True):
                yield p - center + places[:, None] * (q - p), np.broadcast_to(q - p, (40, 2))
        return
    core, normals, r, n = shape.points - center, shape.normals, shape.radius, len(shape.points)
    angles = [math.atan2(y, x) for x, y in normals]
    for i in range(n):
        start = angles[i - 1] if n > 1 else 0.0
        turn = (angles[i] - start) % math.tau if n > 1 else math.tau
        at = start + turn * places
        out = np.stack((np.cos(at), np.sin(at)), axis=1)
        yield core[i] + r * out, turn * r * np.stack((-out[:, 1], out[:, 0]), axis=1)
        if n > 1:
            edge = core[(i + 1) % n] - core[i]
            yield core[i] + r * normals[i] + places[:, None] * edge, np.broadcast_to(edge, (40, 2))


def check_by_pymunk(shape: Convex | Polygon) -> bool:
    """Areas of all convex shapes, moments of circles and sharp polygons; the moment that it reports for a rounded
    polygon is that of the core at the whole's mass. Whether there was something to compare."""
    if isinstance(shape, Polygon):
        return False
    found, r = mass_properties(shape, 2.0), shape.radius
    local: list[tuple[float, float]] = [(float(x), float(y)) for x, y in shape.points - found.center]
    if len(local) == 1:
        assert found.area == pytest.approx(pymunk.area_for_circle(0.0, r), rel=1e-12)
        assert found.inertia == pytest.approx(pymunk.moment_for_circle(found.mass, 0.0, r), rel=1e-12)
    elif len(local) == 2:
        assert found.area == pytest.approx(pymunk.area_for_segment(local[0], local[1], r), rel=1e-12)
    else:
        assert found.area == pytest.approx(pymunk.area_for_poly(local, r), rel=1e-12)
        reported = pymunk.moment_for_poly(found.mass, local, (0.0, 0.0), r)
        core = mass_properties(Convex(shape.points))
        off = float(((core.center - found.center) ** 2).sum())
        expected = radius_left_out(shape, 2.0).inertia + found.mass * off
        assert reported == pytest.approx(expected if r > 0.0 else found.inertia, rel=1e-9)
    return True


def check_by_box2d(shape: Convex | Polygon) -> bool:
    """Mass, centre, and the moment about the body's origin, of circles and sharp polygons, in single precision.
    Whether there was something to compare."""
    if isinstance(shape, Polygon) or len(shape.points) == 2 or (len(shape.points) > 2 and shape.radius > 0.0):
        return False
    if not box2d_oracle.is_asked(shape):
        return False
    found, theirs = mass_properties(shape, 2.0), box2d_oracle.mass(shape, 2.0)
    size = float(np.abs(shape.points).max() + shape.radius)
    assert theirs.mass == pytest.approx(found.mass, rel=1e-3)
    assert theirs.center == pytest.approx(found.center, abs=1e-4 * size)
    at_origin = about_the_origin(shape, 2.0).inertia
    assert theirs.inertia == pytest.approx(at_origin, rel=1e-3, abs=1e-5 * found.mass * size * size)
    return True


def compared(check: Any, seed: int, count: int) -> int:
    """How many of so many shapes of every kind could be compared."""
    return sum(bool(check(shape)) for shape in random_masses(seed, count))
