"""Shapes: what the makers make, what they mend, and what stays true of every shape. Refusals: test_refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geometry import (
    Convex,
    Pose,
    boundary,
    box,
    capsule,
    circle,
    convex,
    hull,
    point,
    rectangle,
    regular_polygon,
    rounded,
    segment,
)
from geometry.outline import far_out, is_convex, is_counter_clockwise, nearness, part_in_front, signed_area
from tests.geometry.oracles import EPSILON, core, largest_coordinate
from tests.geometry.strategies import angles, coordinates, powers, relabelled, scaled, shapes, vectors

Pairwise = tuple[float, float]
SQUARE = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)])
polygons = shapes(("box", "regular polygon", "convex polygon", "triangle", "rounded polygon"))


def same_outline(first: np.ndarray, second: np.ndarray) -> bool:
    """The same vertices in the same order, counted from any of them."""
    return any(np.array_equal(np.roll(first, k, axis=0), second) for k in range(len(first)))


def test_makers() -> None:
    assert point((1, 2)).points.tolist() == [[1, 2]]
    assert point((1, 2)).radius == 0.0
    assert segment((0, 0), (3, 4)).points.tolist() == [[0, 0], [3, 4]]
    assert (circle(2).points.tolist(), circle(2).radius) == ([[0, 0]], 2.0)
    assert capsule((0, 0), (1, 0), 0.5).radius == 0.5
    assert box(4, 2, (1, 1)).points.tolist() == [[-1, 0], [3, 0], [3, 2], [-1, 2]]
    assert box(4, 2, angle=math.pi / 2).points == pytest.approx(np.array([[1, -2], [1, 2], [-1, 2], [-1, -2]]))
    assert rectangle((2, 3), (0, 1)).points.tolist() == [[0, 1], [2, 1], [2, 3], [0, 3]]
    assert regular_polygon(4, 1).points == pytest.approx(np.array([[1, 0], [0, 1], [-1, 0], [0, -1]]), abs=1e-15)
    assert rounded(SQUARE, 0.5).radius == 0.5
    assert rounded(rounded(circle(1), 0.5), 0.25).radius == 1.75
    assert hull([(0, 0), (2, 0), (1, 0.5), (2, 2), (0, 2), (1, 1)], 0.5).radius == 0.5


@pytest.mark.parametrize("sides", [3, 4.0, np.int64(7), 1000])
def test_regular_polygons(sides: int) -> None:
    shape = regular_polygon(sides, 2.0, (3, 4), 0.5)
    away = shape.points - (3, 4)
    assert len(shape.points) == sides
    assert np.hypot(*away.T) == pytest.approx(2.0)
    assert np.arctan2(*away[0][::-1]) == pytest.approx(0.5)


@given(polygons)
def test_clockwise_outlines_are_turned(shape: Convex) -> None:
    turned = convex(shape.points[::-1], shape.radius)
    assert is_counter_clockwise(turned.points)
    assert same_outline(turned.points, shape.points)


MENDABLE = {
    "repeated": [(0, 0), (2, 0), (2, 0), (2, 2), (0, 2)],
    "repeated many times": [(0, 0)] * 3 + [(2, 0)] * 4 + [(2, 2), (0, 2)],
    "repeated at the wrap-around": [(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)],
    "collinear": [(0, 0), (1, 0), (2, 0), (2, 2), (0, 2)],
    "collinear at the wrap-around": [(1, 0), (2, 0), (2, 2), (0, 2), (0, 0)],
    "collinear last": [(0, 0), (2, 0), (2, 2), (0, 2), (0, 1)],
    "collinear run across the wrap-around": [(0.5, 0), (1, 0), (2, 0), (2, 2), (0, 2), (0, 0), (0.25, 0)],
    "collinear and repeated": [(0, 0), (1, 0), (1, 0), (2, 0), (2, 1.5), (2, 2), (0, 2), (0, 0)],
    "repeated within rounding": [(0, 0), (2, 0), (2, 1e-13), (2, 2), (0, 2)],
    "bent inward within rounding": [(0, 0), (1, 1e-13), (2, 0), (2, 2), (0, 2)],
}


@pytest.mark.parametrize("name", MENDABLE)
@pytest.mark.parametrize("winding", [1, -1])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("offset", [(0, 0), (1024.0, -512.0)])
def test_flat_and_repeated_vertices_are_dropped(name: str, winding: int, scale: float, offset: Pairwise) -> None:
    outline = np.array(MENDABLE[name])[::winding] * scale
    shape = convex(outline + np.array(offset) * scale)
    expected = SQUARE * scale + np.array(offset) * scale
    assert len(shape.points) == 4
    ordered = sorted(range(4), key=lambda k: math.atan2(*(shape.points[k] - expected.mean(axis=0))[::-1]))
    assert shape.points[ordered] == pytest.approx(expected, abs=1e-12 * scale)


@pytest.mark.parametrize("name", MENDABLE)
def test_they_are_dropped_a_million_away_too(name: str) -> None:
    shape = convex(np.array(MENDABLE[name]) * 1e-3 + 1e6)
    assert len(shape.points) == 4
    assert signed_area(shape.points) == pytest.approx(4e-6, rel=1e-6)


@given(polygons, st.integers(0, 11), st.floats(0.1, 0.9))
def test_a_vertex_on_an_edge_is_dropped_anywhere(shape: Convex, edge: int, fraction: float) -> None:
    n = len(shape.points)
    i = edge % n
    extra = shape.points[i] + fraction * (shape.points[(i + 1) % n] - shape.points[i])
    outline = np.insert(shape.points, i + 1, extra, axis=0)
    for first in range(n + 1):
        assert len(convex(np.roll(outline, first, axis=0)).points) == n


@given(st.lists(st.tuples(st.floats(-10, 10), st.floats(-10, 10)), min_size=3, max_size=30))
def test_hull_against_shapely(cloud: list[Pairwise]) -> None:
    expected = shapely.convex_hull(shapely.MultiPoint(cloud))
    if expected.area < 1e-6:
        return
    found = hull(cloud)
    assert is_convex(found.points)
    assert {tuple(p) for p in found.points.tolist()} <= {(x + 0.0, y + 0.0) for x, y in cloud}
    # Nothing of it stands out by more than the flatness of a dropped vertex. (shapely.hausdorff_distance divides by 0
    # where an edge is 1e-206 long.)
    assert shapely.distance(core(found), shapely.points(expected.exterior.coords)).max() <= 1e-10
    assert signed_area(found.points) == pytest.approx(expected.area, rel=1e-9)


@given(polygons, vectors)
def test_area_and_centroid_move_with_the_shape(shape: Convex, by: Pairwise) -> None:
    there = shape.moved(by)
    blur = 64.0 * EPSILON * largest_coordinate(there)
    scale = float(np.ptp(shape.points, axis=0).max())
    assert signed_area(there.points) == pytest.approx(signed_area(shape.points), abs=4.0 * blur * scale)
    # A sliver's centroid is as sharp along its length as its area is: blur over thickness.
    thickness = signed_area(shape.points) / scale
    assert there.centroid == pytest.approx(shape.centroid + by, abs=blur * (1.0 + scale / thickness))


@given(shapes())
def test_area_and_centroid_against_shapely(shape: Convex) -> None:
    expected = core(shape)
    assert shape.centroid == pytest.approx(np.array(expected.centroid.coords[0]), abs=1e-12)
    if len(shape.points) > 2:
        assert signed_area(shape.points) == pytest.approx(expected.area, rel=1e-12)


@given(shapes(), powers)
def test_scaling_by_a_power_of_two_is_exact(shape: Convex, factor: float) -> None:
    other = scaled(shape, factor)
    assert other.centroid.tolist() == (factor * shape.centroid).tolist()
    assert other.normals.tolist() == shape.normals.tolist()
    assert other.max_coordinate == factor * shape.max_coordinate


@given(shapes())
def test_normals_point_outward(shape: Convex) -> None:
    assert np.hypot(*shape.normals.T) == pytest.approx(1.0, abs=1e-15)
    assert len(shape.normals) == (0 if len(shape.points) == 1 else len(shape.points))
    for i, n in enumerate(shape.normals):
        start, end = shape.edge(i)
        assert (shape.points @ n).max() + shape.radius == pytest.approx(start @ n, abs=1e-14)
        assert (end - start) @ n == pytest.approx(0.0, abs=1e-14)


@given(shapes(), st.integers(0, 11))
def test_relabelling(shape: Convex, first: int) -> None:
    again = relabelled(shape, first)
    assert again.centroid == pytest.approx(shape.centroid, abs=1e-13)
    assert (again.bounds().low == shape.bounds().low).all()


@given(shapes(), angles, vectors)
def test_placing_keeps_the_shape(shape: Convex, angle: float, position: Pairwise) -> None:
    placed = shape.at(Pose(position, angle))
    blur = 64.0 * EPSILON * largest_coordinate(placed, shape)
    between, before = placed.points[:, None] - placed.points, shape.points[:, None] - shape.points
    assert np.hypot(*between.T) == pytest.approx(np.hypot(*before.T), abs=blur)
    assert placed.radius == shape.radius
    assert not placed.points.flags.writeable


@given(vectors, angles, st.lists(vectors, min_size=1, max_size=5))
def test_unplace_undoes_place(position: Pairwise, angle: float, local: list[Pairwise]) -> None:
    pose, there = Pose(position, angle), np.array(local)
    blur = 16.0 * EPSILON * max(np.abs(local).max(), np.abs(position).max(), 1e-300)
    assert pose.unplace(pose.place(there)) == pytest.approx(there, abs=blur)
    assert pose.place(pose.unplace(there)) == pytest.approx(there, abs=blur)
    assert pose.place(there[0]) == pytest.approx(pose.place(there)[0], abs=blur)


@given(angles, vectors, coordinates)
def test_poses_turn_and_move(angle: float, position: Pairwise, by: float) -> None:
    assert Pose().place(np.array((1.0, 0.0))).tolist() == [1.0, 0.0]
    quarter = Pose(position, angle).turned(math.pi / 2.0)
    assert quarter.angle == angle + math.pi / 2.0
    assert quarter.position.tolist() == list(position)
    assert Pose(position, angle).moved((by, 0)).position[0] == position[0] + by
    east, north = Pose(angle=angle).place(np.array(((1.0, 0.0), (0.0, 1.0))))
    assert east[0] * north[1] - east[1] * north[0] == pytest.approx(1.0)  # counter-clockwise, no mirror
    assert math.atan2(east[1], east[0]) == pytest.approx(math.remainder(angle, math.tau), abs=1e-14)


@given(shapes(), st.floats(1e-5, 10.0))
def test_boundary_strays_no_further_than_asked(shape: Convex, deviation: float) -> None:
    outline = boundary(shape, deviation)
    if len(outline) < 3:
        assert shape.radius == 0.0
        return
    assert is_counter_clockwise(outline)
    inside = core(shape)
    middles = (outline + np.roll(outline, -1, axis=0)) / 2.0
    assert shapely.distance(inside, shapely.points(outline)) == pytest.approx(shape.radius, abs=1e-12)
    away = shapely.distance(inside, shapely.points(middles))
    assert away.max() <= shape.radius + 1e-12
    if shape.radius > 0.0:
        assert away.min() >= shape.radius - max(deviation, 1e-6 * shape.radius) - 1e-12
    assert shapely.Polygon(outline).is_valid


def test_boundary_of_a_huge_disc_ends() -> None:
    assert len(boundary(circle(1e6), 1e-9)) == 2222


@given(shapes())
def test_bounds_hold_the_shape_tightly(shape: Convex) -> None:
    found, outline = shape.bounds(), boundary(shape, 1e-5)
    assert found.low == pytest.approx(outline.min(axis=0), abs=1e-4)
    assert found.high == pytest.approx(outline.max(axis=0), abs=1e-4)
    assert found.center + found.extent / 2.0 == pytest.approx(found.high)
    joined = found.joined(box(1, 1, (9, 9)).bounds())
    assert (joined.low <= found.low).all()
    assert joined.high == pytest.approx(np.maximum(found.high, 9.5))


def test_what_comes_in_is_copied_and_what_goes_out_is_sealed() -> None:
    mine = SQUARE.copy()
    shape = Convex(mine)
    mine[0] = 99.0
    assert shape.points[0].tolist() == [0, 0]
    for array in (shape.points, shape.normals, shape.centroid, shape.edge(0)[0], shape.bounds().low):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0.0
    with pytest.raises(AttributeError):
        shape.radius = 1.0  # type: ignore[misc]


def test_repr_can_be_read_back() -> None:
    shape = rounded(SQUARE, 0.25)
    assert eval(repr(shape), {"Convex": Convex}).points.tolist() == shape.points.tolist()
    assert repr(Pose((1, 2), 0.5)) == "Pose((1.0, 2.0), 0.5)"


@given(shapes(), coordinates, coordinates)
def test_a_shape_contains_the_points_at_most_its_radius_from_its_core(shape: Convex, x: float, y: float) -> None:
    found, gap = shape.contains((x, y)), core(shape).distance(shapely.Point(x, y)) - shape.radius
    blur = 1e-9 * max(1.0, shape.max_coordinate, abs(x), abs(y))
    assert found == (gap <= 0.0) or abs(gap) <= blur


def test_its_own_points_and_centroid_are_contained() -> None:
    for shape in (point((1, 2)), segment((0, 0), (2, 1)), circle(1.0, (3, 4)), box(2, 1), rounded(box(2, 1), 0.3)):
        assert all(shape.contains(vertex) for vertex in (*shape.points, shape.centroid))
        assert not shape.contains(shape.points[0] + (5.0, 5.0))


def test_another_radius_keeps_what_is_known_of_the_core() -> None:
    shape = rounded(box(2.0, 1.0), 0.3).at(Pose((1.0, 2.0), 0.4))
    normals = shape.normals
    grown = shape.with_radius(0.7)
    assert grown.radius == 0.7
    assert grown.points is shape.points
    assert grown.normals is normals, "not worked out again"
    fresh = Convex(shape.points, 0.7)
    assert grown.bounds().high == pytest.approx(fresh.bounds().high)
    assert grown.size == fresh.size != shape.size
    for wrong in (-0.1, math.nan, math.inf, None, "1"):
        with pytest.raises(ValueError, match="radius"):
            shape.with_radius(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("angle", [0.0, math.pi / 4.0, 1.0])
def test_near_shapes_need_no_second_look(angle: float) -> None:
    """Wherever the quick answer is that a placed shape has kept its corners, the careful one says so too."""
    for shape in (box(1.0, 1.0), box(3.0, 0.01).moved((5.0, -2.0)), rounded(box(1e-6, 1e-6), 1.0)):
        within = nearness(shape.points)
        for part in (0.5, 0.999):
            placed = Pose((part * within, -part * within), angle).place(shape.points)
            assert not far_out(placed)
        lost = Pose((1e17, 0.0), angle)
        with pytest.raises(ValueError, match="too far from the origin"):
            shape.at(lost)


@given(shape=shapes(), by=st.floats(0.0, 10.0), known=st.booleans())
def test_a_grown_shape_is_one_made_anew(shape: Convex, by: float, known: bool) -> None:
    """What it takes over from the smaller shape is what it would have found out itself."""
    if known:
        assert len(shape.edges_xy) == len(shape.normals_xy)
        assert shape.size >= shape.radius
        assert shape.max_coordinate >= shape.radius
    grown, anew = shape.with_radius(shape.radius + by), Convex(shape.points, shape.radius + by)
    for name in ("points_xy", "normals_xy", "edges_xy", "max_coordinate", "size", "radius"):
        assert getattr(grown, name) == getattr(anew, name), name
    assert (grown.edges == anew.edges).all()
    assert np.reshape(grown.edges_xy, (-1, 2, 2)).tolist() == anew.edges.tolist()


def test_the_part_of_an_outline_in_front_of_a_line() -> None:
    square = np.array(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)))
    n = np.array((1.0, 0.0))
    piece = np.array(part_in_front(square, np.array((1.5, 7.0)), n))
    assert sorted(map(tuple, piece.tolist())) == [(1.5, 0.0), (1.5, 2.0), (2.0, 0.0), (2.0, 2.0)]
    rest = np.array(part_in_front(square, np.array((1.5, 7.0)), -n))
    assert (rest[:, 0].min(), rest[:, 0].max()) == (0.0, 1.5)
    assert part_in_front(square, np.array((2.0, 0.0)), n) == [], "only touched"
    assert np.array_equal(part_in_front(square, np.array((-1.0, 0.0)), n), square)
