"""The parts of a rounded shape add up to the whole that shapely measures."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from geometry import Convex, box, capsule, circle, convex, rounded
from geometry.contact.rounded_parts import ArcsJoined, CornerTurned, EdgeMovedOut, RoundedParts, rounded_parts, shrunk
from geometry.faulty.rounding import mitred
from tests.geometry.strategies import random_shape


def test_area_and_perimeter_are_shapelys() -> None:
    random = np.random.default_rng(91)
    for _ in range(300):
        shape = random_shape(random, "rounded polygon")
        found = rounded_parts(shape)
        whole = shapely.Polygon(shape.points).buffer(shape.radius, quad_segs=256)
        assert found.area == pytest.approx(whole.area, rel=1e-4)
        assert found.perimeter == pytest.approx(whole.length, rel=1e-4)


def test_parts_add_up() -> None:
    random = np.random.default_rng(92)
    for _ in range(300):
        shape = random_shape(random, "rounded polygon")
        steps = rounded_parts.trace(shape).steps
        edges = [s for s in steps if isinstance(s, EdgeMovedOut)]
        corners = [s for s in steps if isinstance(s, CornerTurned)]
        (joined,) = [s for s in steps if isinstance(s, ArcsJoined)]
        assert joined.turned == pytest.approx(math.tau)
        assert joined.length == pytest.approx(math.tau * shape.radius)
        assert joined.area == pytest.approx(math.pi * shape.radius**2)
        assert sum(s.band for s in edges) == pytest.approx(steps[-1].bands)
        assert sum(s.sector for s in corners) == pytest.approx(steps[-1].sectors)
        for before, corner, after in zip(edges[-1:] + edges[:-1], corners, edges, strict=True):
            for angle, end in ((corner.start_angle, before.end), (corner.start_angle + corner.sweep, after.start)):
                arm = shape.radius * np.array((math.cos(angle), math.sin(angle)))
                assert corner.center + arm == pytest.approx(end)


def test_by_hand() -> None:
    soft = rounded_parts(rounded(box(2, 1), 0.5))
    assert soft == soft
    assert (soft.core.area, soft.bands) == pytest.approx((2.0, 3.0))
    assert soft.area == pytest.approx(5.0 + math.pi / 4.0)
    assert rounded_parts(capsule((0, 0), (2, 0), 1)).area == pytest.approx(4.0 + math.pi)
    assert rounded_parts(circle(2)).perimeter == pytest.approx(4.0 * math.pi)
    assert isinstance(rounded_parts(box(1, 1)), RoundedParts)
    assert rounded_parts(box(1, 1, (1e6, 1e6))).area == pytest.approx(1.0, rel=1e-6)


def test_mitred_corners_reach_beyond_every_arc() -> None:
    random = np.random.default_rng(93)
    for _ in range(100):
        shape = random_shape(random, "rounded polygon")
        found, arcs = mitred(shape), [s for s in rounded_parts.trace(shape) if isinstance(s, CornerTurned)]
        over = [shape.radius * (1.0 / math.cos(arc.sweep / 2.0) - 1.0) for arc in arcs]
        assert found.error == pytest.approx(max(over))
        outline = shapely.Polygon(shape.points).buffer(shape.radius, quad_segs=256)
        distances = [outline.distance(shapely.Point(tip)) for tip in found.outline]
        assert distances == pytest.approx(over, abs=1e-3)
        assert (found.worst == found.outline[int(np.argmax(over))]).all()
        assert shapely.Polygon(found.outline).covers(shapely.Point(found.right))
        assert np.hypot(*(found.worst - found.right)) == pytest.approx(found.error)
        assert outline.exterior.distance(shapely.Point(found.right)) < 1e-3
    assert mitred(box(2, 1)).error == mitred(capsule((0, 0), (2, 0), 1)).error == 0.0


def moved_in(core: Convex, by: float) -> shapely.Polygon:
    """The half-planes behind every edge, moved in, one after the other. (GEOS's negative buffer is off by 3e-4.)"""
    left = shapely.Polygon(core.points)
    for p, n in zip(core.points, core.normals, strict=True):
        t = np.array((-n[1], n[0]))
        top = p - by * n
        left = left.intersection(
            shapely.Polygon((top - 99 * t, top + 99 * t, top + 99 * t - 99 * n, top - 99 * t - 99 * n))
        )
    return left


def test_shrunk_and_rounded_has_the_same_size() -> None:
    random = np.random.default_rng(93)
    some = 0
    for _ in range(300):
        core = random_shape(random, "convex polygon")
        by = random.uniform(0.01, 0.4) * math.sqrt(rounded_parts(core).area)
        inner = shrunk(core, by)
        left = moved_in(core, by)
        if inner is None:
            assert left.area < 1e-6
            continue
        some += 1
        assert rounded_parts(inner).area == pytest.approx(left.area, abs=1e-6)
        again = Convex(inner.points, by)
        heights = (again.points @ core.normals.T).max(axis=0) + by
        assert (heights <= (core.points * core.normals).sum(axis=1) + 1e-9).all()
    assert some > 100


def test_nothing_left() -> None:
    assert shrunk(box(2, 1), 0.5) is None
    assert shrunk(box(2, 1), 3.0) is None
    left = shrunk(box(2, 1), 0.25)
    assert left is not None
    assert np.ptp(left.points, axis=0) == pytest.approx((1.5, 0.5))
    assert shrunk(convex(((0, 0), (4, 0), (0, 3))), 1.0) is None  # its inner circle's radius


def test_refusals() -> None:
    with pytest.raises(ValueError, match="takes a Convex"):
        rounded_parts("box")  # type: ignore[arg-type]
