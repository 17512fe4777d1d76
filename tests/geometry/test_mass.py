"""Mass, centre and moment of inertia: closed forms, shapely's area and centroid, pymunk's moments, and what placing
and scaling do to them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pymunk
import pytest
import shapely

from geometry import (
    Convex,
    MassProperties,
    Polygon,
    Pose,
    boundary,
    box,
    capsule,
    circle,
    convex,
    mass_properties,
    point,
    rectangle,
    regular_polygon,
    rounded,
    segment,
)
from geometry.dynamics.mass import AreaSummed, CenterFound, MassTerm, TermKind, mass_by_dots
from tests.geometry.mass_oracles import check_by_box2d, check_by_pymunk, check_by_quadrature, compared, random_masses
from tests.geometry.outlines import COMB, INNER_SQUARE, L_SHAPE, SQUARE, STAR, random_rings
from tests.geometry.strategies import random_shape

TRIANGLE = [(0, 0), (4, 0), (0, 3)]
CLUSTERED = [(0, 0), (4, 0), (4, 0.4), (3.9, 0.7), (3.6, 0.9), (3.2, 1), (0, 1)]  # many vertices in one corner
TABLE = [  # area, centre, moment of inertia: of the lesson, found without this package
    (Convex(TRIANGLE, 0.5), 12.7854, (1.4273, 1.0035), 34.1625),
    (Convex(TRIANGLE), 6, (4 / 3, 1), 25 / 3),
    (rounded(box(1.2, 0.8), 0.2), 1.8857, (0, 0), 0.6097),
    (rectangle((0, 0), (4, 1)), 4, (2, 0.5), 17 / 3),
    (capsule((0, 0), (3, 0), 0.5), 3.7854, (1.5, 0), 4.8653),
    (convex(CLUSTERED), 3.8750, (1.9422, 0.4884), 5.2305),
    (Convex([(0, 0), (3, -1), (4, 0), (3, 1)], 0.4), 8.1638, (2.2198, 0), 13.5581),
    (Polygon(SQUARE, [INNER_SQUARE]), 12, (2, 2), 40),
]


def close(found: MassProperties, other: MassProperties, rel: float = 1e-12) -> bool:
    near = np.hypot(*(found.center - other.center)) <= rel * math.sqrt(found.area)
    return bool(near) and (found.mass, found.inertia) == pytest.approx((other.mass, other.inertia), rel=rel)


@pytest.mark.parametrize(("shape", "area", "center", "inertia"), TABLE)
def test_the_table_of_the_lesson(shape: Any, area: float, center: tuple[float, float], inertia: float) -> None:
    found = mass_properties(shape)
    assert found.area == pytest.approx(area, abs=6e-5)
    assert found.center == pytest.approx(center, abs=6e-5)
    assert found.inertia == pytest.approx(inertia, abs=6e-5)


def test_the_terms_of_the_rounded_triangle() -> None:
    found = mass_properties(Convex(TRIANGLE, 0.5))
    told = [(term.own, found.spread(term)) for term in found.terms]
    assert told == [
        pytest.approx(each, abs=6e-5)
        for each in (
            *((8.3333, 0.0531), (2.7083, 3.7985), (5.2604, 2.5183), (1.1562, 4.5899)),
            *((0.0069, 0.8180), (0.0190, 2.8373), (0.0145, 2.0486)),
        )
    ]
    kinds = [term.kind for term in found.terms]
    assert kinds == [TermKind.CORE, *[TermKind.STRIP] * 3, *[TermKind.SECTOR] * 3]


def test_closed_forms() -> None:
    disc = mass_properties(circle(2.0, (5, -3)), density=3.0)
    assert disc.mass == pytest.approx(12.0 * math.pi)
    assert disc.center.tolist() == [5.0, -3.0]
    assert disc.inertia == pytest.approx(0.5 * disc.mass * 4.0)
    slab = mass_properties(box(2.0, 3.0, (5, -7), 0.4))
    assert slab.inertia == pytest.approx(6.0 * 13.0 / 12.0)
    r, half = 0.7, 1.5  # a capsule: a rectangle, and two half discs whose centres lie 4 r / 3 pi outward
    pill = mass_properties(capsule((-half, 0), (half, 0), r))
    disc_area, away = math.pi * r * r, 4.0 * r / (3.0 * math.pi)
    own = 0.5 * disc_area * r * r - disc_area * away**2
    middle = 4.0 * half * r * ((2.0 * half) ** 2 + (2.0 * r) ** 2) / 12.0
    assert pill.inertia == pytest.approx(middle + own + disc_area * (half + away) ** 2)
    for n in (3, 4, 5, 12):  # m R^2 (2 + cos(2 pi / n)) / 6
        regular = mass_properties(regular_polygon(n, 2.0, (1, 1)))
        assert regular.inertia == pytest.approx(regular.mass * 4.0 * (2.0 + math.cos(math.tau / n)) / 6.0)


def test_sharp_polygons_against_shapely_and_pymunk() -> None:
    random = np.random.default_rng(102)
    for _ in range(200):
        shape, density = random_shape(random, "convex polygon"), random.uniform(0.1, 5.0)
        found, polygon = mass_properties(shape, density), shapely.Polygon(shape.points)
        assert found.mass == pytest.approx(density * polygon.area, rel=1e-12)
        assert found.center == pytest.approx(np.array(polygon.centroid.coords[0]), abs=1e-12)
        local = [tuple(p) for p in (shape.points - found.center).tolist()]
        assert found.inertia == pytest.approx(pymunk.moment_for_poly(found.mass, local), rel=1e-9)


def test_concave_outlines_and_holes_against_shapely() -> None:
    """Area and centroid; the second moment of the whole is that of its triangles together."""
    random = np.random.default_rng(103)
    rings = [(np.array(o, float), []) for o in (L_SHAPE, COMB[::-1], STAR)]
    rings += [random_rings(random, int(random.integers(4, 60)))[1] for _ in range(60)]
    for outline, holes in [r for r in rings if Polygon.fault(*r) is None]:
        shape = Polygon(outline, holes)
        found, polygon = mass_properties(shape), shapely.Polygon(outline, holes)
        assert found.area == pytest.approx(polygon.area, rel=1e-9)
        assert found.center == pytest.approx(np.array(polygon.centroid.coords[0]), abs=1e-9)
        total = 0.0
        for triangle in shape.triangulation.triangles:
            p = shape.points[list(triangle)] - found.center
            area = 0.5 * ((p[1] - p[0])[0] * (p[2] - p[0])[1] - (p[1] - p[0])[1] * (p[2] - p[0])[0])
            middles = 0.5 * (p + np.roll(p, 1, axis=0))  # three points make a rule exact for squares
            total += area * float((middles**2).sum()) / 3.0
        assert found.inertia == pytest.approx(total, rel=1e-9)


def test_shapes_of_every_kind_by_quadrature() -> None:
    """A sample; the campaign takes 5,000."""
    for shape in random_masses(501, 210):
        check_by_quadrature(shape)


def test_what_pymunk_and_box2d_know() -> None:
    """A sample of the campaign's shapes."""
    assert compared(check_by_pymunk, 504, 210) == 150
    assert compared(check_by_box2d, 504, 210) > 60


@pytest.mark.parametrize("kind", ["circle", "capsule", "rounded polygon"])
def test_rounded_shapes_against_fine_outlines(kind: str) -> None:
    """The error of a polygon inside an arc falls with the square of its step: two of them give the limit."""
    random = np.random.default_rng(104)
    for _ in range(25):
        shape = random_shape(random, kind)
        found = mass_properties(shape)
        coarse, fine = (mass_properties(convex(boundary(shape, d * shape.size))) for d in (4e-5, 1e-5))
        assert found.area == pytest.approx(fine.area, rel=2e-4)
        assert found.inertia == pytest.approx(fine.inertia, rel=4e-4)
        assert np.hypot(*(found.center - fine.center)) < 1e-4 * shape.size
        assert abs(found.inertia - fine.inertia) <= abs(found.inertia - coarse.inertia)
        arcs = [t for t in found.terms if t.kind is TermKind.SECTOR]
        assert sum(t.area for t in arcs) == pytest.approx(math.pi * shape.radius**2), "sectors make one disc"


@pytest.mark.parametrize("kind", ["circle", "capsule", "rounded polygon", "convex polygon"])
def test_placing_scaling_and_density(kind: str) -> None:
    random = np.random.default_rng(105)
    for _ in range(25):
        shape = random_shape(random, kind)
        found, pose = mass_properties(shape), Pose(random.uniform(-5, 5, 2), random.uniform(-4, 4))
        placed = mass_properties(shape.at(pose))
        assert placed.center == pytest.approx(pose.place(found.center), abs=1e-12)
        assert placed.inertia == pytest.approx(found.inertia, rel=1e-11)
        far = mass_properties(shape.moved((3e6, -2e6)))
        assert far.inertia == pytest.approx(found.inertia, rel=1e-7)
        for s in (1e-30, 1e-3, 1e30):
            scaled = mass_properties(Convex(s * shape.points, s * shape.radius), 2.0)
            assert (scaled.mass, scaled.inertia) == pytest.approx(
                (2.0 * s**2 * found.mass, 2.0 * s**4 * found.inertia), rel=1e-11
            )


def test_winding_and_first_vertex_do_not_matter() -> None:
    first = mass_properties(Polygon(L_SHAPE, [[(0.2, 0.2), (0.2, 0.8), (0.8, 0.8)]]))
    for k in range(6):
        turned = L_SHAPE[k:] + L_SHAPE[:k]
        assert close(mass_properties(Polygon(turned[::-1], [[(0.8, 0.8), (0.2, 0.8), (0.2, 0.2)]])), first)


def test_slivers() -> None:
    thin = mass_properties(rectangle((0, 0), (1, 1e-9)))
    assert thin.inertia == pytest.approx(1e-9 / 12.0, rel=1e-9)
    soft = mass_properties(capsule((0, 0), (1e-9, 0), 1.0))
    assert soft.inertia == pytest.approx(0.5 * math.pi, rel=1e-8)


def test_each_term_is_a_step() -> None:
    trace = mass_properties.trace(Convex(TRIANGLE, 0.5))
    *terms, area, center, end = trace
    assert isinstance(area, AreaSummed)
    assert isinstance(center, CenterFound)
    assert (area.area, center.center.tolist()) == (trace.result.area, trace.result.center.tolist())
    assert all(isinstance(t, MassTerm) for t in terms)
    assert [t.area for t in terms] == [t.area for t in end.terms]  # type: ignore[union-attr]
    assert trace.result is end


@pytest.mark.parametrize(("shape", "area", "center", "inertia"), TABLE)
def test_dots_come_near(shape: Any, area: float, center: tuple[float, float], inertia: float) -> None:
    """Each dot inside by another routine; on 400 rows within 0.3 % of the closed form."""
    few = mass_by_dots(shape, 12, density=2.0)
    solid = shapely.Polygon(shape.outline, shape.holes) if isinstance(shape, Polygon) else _solid(shape)
    low, high = np.array(solid.bounds).reshape(2, 2)
    assert few.spacing == pytest.approx((high - low).max() / 12.0, rel=1e-3)
    assert all(solid.distance(shapely.Point(dot)) < 1e-4 for dot in few.points)
    grid = few.points[0] + few.spacing * np.moveaxis(np.mgrid[-12:13, -12:13], 0, -1).reshape(-1, 2)
    inside = sum(solid.buffer(-1e-4).contains(shapely.Point(dot)) for dot in grid)
    assert inside <= len(few.points) <= sum(solid.buffer(1e-4).contains(shapely.Point(dot)) for dot in grid)
    assert few.area == pytest.approx(len(few.points) * few.spacing**2)
    assert few.center == pytest.approx(few.points.mean(axis=0))
    assert few.inertia == pytest.approx(2.0 * few.spacing**2 * ((few.points - few.center) ** 2).sum())
    many = mass_by_dots(shape, 400)
    assert many.area == pytest.approx(area, rel=3e-3)
    assert many.center == pytest.approx(center, abs=0.005)
    assert many.inertia == pytest.approx(inertia, rel=3e-3)


def _solid(shape: Convex) -> shapely.Polygon:
    core = shapely.Polygon(shape.points) if len(shape.points) > 2 else shapely.LineString(shape.points)
    return core.buffer(shape.radius, quad_segs=200)


def test_refusals() -> None:
    for bad, match in (
        (point((1, 2)), "a point has no area"),
        (segment((0, 0), (1, 2)), "a segment has no area"),
        ("box", "takes a Convex or a Polygon, not a str"),
        (Polygon(L_SHAPE, radius=0.1), "rounded Polygon"),
    ):
        with pytest.raises(ValueError, match=match):
            mass_properties(bad)  # type: ignore[arg-type]
    for density in (0.0, -1.0):
        with pytest.raises(ValueError, match="density must be > 0"):
            mass_properties(box(1, 1), density)
    for density in (math.nan, "2", None, 1e300):
        with pytest.raises(ValueError, match="density must be"):
            mass_properties(box(1, 1), density)  # type: ignore[arg-type]
    for rows in (0, -3, 1.5, True):
        with pytest.raises(ValueError, match="number of rows must be a whole number"):
            mass_by_dots(box(1, 1), rows)  # type: ignore[arg-type]
    for shape, density in ((circle(1e70), 1e75), (circle(1e-74), 1e-70), (box(1e-73, 1e-73), 1e-10)):
        with pytest.raises(ValueError, match=r"out of the range|must be"):
            mass_properties(shape, density)
