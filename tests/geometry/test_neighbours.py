"""Inner edges and cones: tiles, ridges, valleys and T-junctions; a box and a wheel that no seam stops."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import (
    Convex,
    Manifold,
    NormalCone,
    Polygon,
    Pose,
    box,
    circle,
    convex,
    manifold,
    neighbours,
    rectangle,
    rounded,
)
from geometry.contact.neighbours import Among, is_ghost
from geometry.feature import edge, vertex
from tests.geometry.outlines import INNER_SQUARE, L_SHAPE, PLUS, SQUARE, random_rings

UP = (0.0, 1.0)
TILES = tuple(rectangle((x, -1), (x + 1, 0)) for x in range(-3, 3))  # edges: bottom, right, top, left
# Triangles that point up own their bottom edge only; their top vertices are at the whole numbers.
FLOOR = tuple(
    triangle
    for x in range(-3, 3)
    for triangle in (
        convex([(x, 0), (x + 0.5, -0.8), (x + 1, 0)]),
        convex([(x + 0.5, -0.8), (x + 1.5, -0.8), (x + 1, 0)]),
    )
)


def kept(pieces: tuple[Convex, ...], body: Convex) -> list[tuple[int, Manifold]]:
    known = neighbours(pieces)
    found = []
    for i, piece in enumerate(pieces):
        contact = manifold(piece, body)
        if any(not is_ghost(contact, p, Among(known, pieces, i), None) for p in contact.points):
            found.append((i, contact))
    return found


def test_tiles() -> None:
    known = neighbours(TILES)
    for i in range(1, 5):
        assert [known.is_inner(i, e) for e in range(4)] == [False, True, False, True]
        (cone,) = known.cones(TILES, i, 2)  # right end of the top
        assert (cone.first, cone.second) == (UP, UP)
        assert cone.turn == 0.0
    assert [known.is_inner(0, e) for e in range(4)] == [False, True, False, False]
    (corner,) = known.cones(TILES, 0, 3)  # the floor's left end: a fan from up to left
    assert corner.turn == pytest.approx(math.pi / 2)
    assert corner.holds((-0.6, 0.8))
    assert not corner.holds((0.6, 0.8))


def test_ridge_and_valley() -> None:
    c, s = math.cos(math.radians(20)), math.sin(math.radians(20))
    ridge = (convex([(-c, -s), (0, -2), (0, 0)]), convex([(0, 0), (0, -2), (c, -s)]))
    known = neighbours(ridge)
    top = ridge[0].points.any(axis=1).tolist().index(False)
    (cone,) = known.cones(ridge, 0, top)
    assert cone.turn == pytest.approx(math.radians(40))
    assert cone.holds(UP)
    assert cone.holds((s, c))
    assert not cone.holds((math.sin(0.5), math.cos(0.5)))
    valley = (convex([(-c, s), (0, -2), (0, 0)]), convex([(0, 0), (0, -2), (c, s)]))
    low = valley[0].points.any(axis=1).tolist().index(False)
    (reflex,) = neighbours(valley).cones(valley, 0, low)
    assert reflex.turn < 0.0
    assert not reflex.holds(UP)
    assert reflex.holds((s, c))
    assert reflex.holds((-s, c))


def test_ghost_vertices_are_the_far_ends_of_the_outer_edges() -> None:
    known = neighbours(TILES)
    for i in range(1, 5):
        assert known.ghosts(TILES, i, 3) == (((i - 2.0, 0.0), (i - 4.0, 0.0)),), "at its left end: of the two tops"
    assert known.ghosts(TILES, 0, 3) == (((-2.0, 0.0), (-3.0, -1.0)),), "the floor goes on down its side"
    step = (rectangle((-2, -1), (0, 0)), rectangle((0, -1), (3, 0.25)))
    ((right, left),) = neighbours(step).ghosts(step, 1, 3)
    assert (right, left) == ((3.0, 0.25), (0.0, 0.0)), "of its side only the part over the other tile is outer"
    ((right, left),) = neighbours(step).ghosts(step, 0, 2)
    assert (right, left) == ((0.0, 0.25), (-2.0, 0.0)), "the same corner from below"
    turned = tuple(piece.at(Pose((1.0, 2.0), math.pi / 2)) for piece in step)
    assert np.array(neighbours(step).ghosts(turned, 1, 3)) == pytest.approx(np.array((((0.75, 5.0), (1.0, 2.0)),)))
    square = (
        rectangle((0, 0), (1, 1)),
        rectangle((1, 0), (2, 1)),
        rectangle((0, 1), (1, 2)),
        rectangle((1, 1), (2, 2)),
    )
    assert neighbours(square).ghosts(square, 0, 2) == (), "inside the whole"


def test_a_cone_of_one_direction_has_slack() -> None:
    cone = NormalCone(UP, UP)
    for degrees, is_held in ((0, True), (1.9, True), (2.1, False), (8, False), (90, False), (180, False)):
        for sign in (-1, 1):
            turn = math.radians(sign * degrees)
            assert cone.holds((math.sin(turn), math.cos(turn))) == is_held


def test_parts_of_edges() -> None:
    """A T-junction: the small box covers a part of the large one's side."""
    pieces = (rectangle((0, 0), (2, 4)), rectangle((2, 1), (3, 2)))
    known = neighbours(pieces)
    assert known.outer[0][1] == ((0.0, 1.0), (2.0, 4.0))
    assert known.outer[1][3] == ()
    assert known.is_inner(1, 3)
    assert not known.is_inner(0, 1)
    assert known.is_possible(pieces, 0, edge(1), np.array((2, 3)), (1, 0))
    assert not known.is_possible(pieces, 0, edge(1), np.array((2, 1.5)), (1, 0))
    (inside_corner,) = known.cones(pieces, 1, 0)  # at (2, 1): reflex
    assert inside_corner.turn == pytest.approx(-math.pi / 2)


def test_inner_vertices_have_no_cone() -> None:
    pieces = tuple(rectangle((x, y), (x + 1, y + 1)) for x in range(3) for y in range(3))
    known = neighbours(pieces)
    assert known.cones(pieces, 4, 0) == ()
    assert not known.is_possible(pieces, 4, vertex(0), np.array((1, 1)), UP)


def test_corners_of_the_whole_that_touch() -> None:
    """Two tiles that touch in a corner: each edge goes on along its own tile."""
    pieces = (rectangle((0, 0), (1, 1)), rectangle((1, 1), (2, 2)))
    known = neighbours(pieces)
    cones = known.cones(pieces, 0, 2)
    assert len(cones) == 2
    assert {round(cone.turn, 9) for cone in cones} == {round(math.pi / 2, 9)}
    assert any(cone.holds((math.sqrt(0.5), math.sqrt(0.5))) for cone in cones)


@pytest.mark.parametrize("floor", [TILES, FLOOR])
@pytest.mark.parametrize("place", [-0.002, 0.002, -0.001, 0.298, 0.302, 0.7])
def test_a_box_that_glides(floor: tuple[Convex, ...], place: float) -> None:
    """Its corner a little behind a seam and a little deeper: only normals that point up are left."""
    body = box(0.6, 0.6, (place - 0.3, 0.295))
    left = kept(floor, body)
    assert left
    for _, contact in left:
        assert contact.normal == pytest.approx(UP)


@pytest.mark.parametrize("floor", [TILES, FLOOR])
def test_wherever_it_stands(floor: tuple[Convex, ...]) -> None:
    """A box with a tilt of up to 1 degree, a rounded one of any turn, a wheel: always held, never from the side."""
    random = np.random.default_rng(44)
    for i in range(150):
        x, depth, tilt = random.uniform(-2, 2), random.uniform(0, 0.02), math.radians(random.uniform(-1, 1))
        high = 0.3 * (math.cos(tilt) + abs(math.sin(tilt)))
        left = kept(floor, box(0.6, 0.6, (x, high - depth), tilt))
        assert left
        assert all(contact.normal[1] > math.cos(math.radians(1.1)) for _, contact in left)
        left = kept(floor, circle(0.1 + 0.003 * i, (x, 0.1 + 0.003 * i - depth)))
        assert left
        assert all(contact.normal[1] > 0.999 for _, contact in left)
        turned = rounded(box(0.4, 0.4, (x, 0.3 - depth), random.uniform(0, 7)), 0.1)
        assert all(contact.normal[1] > 0.9 for _, contact in kept(floor, turned))


@pytest.mark.parametrize("place", [-0.002, 0.302, 0.7])
def test_the_floor_may_be_b(place: float) -> None:
    known, body = neighbours(TILES), box(0.6, 0.6, (place - 0.3, 0.295))
    left = []
    for i, tile in enumerate(TILES):
        found = manifold(body, tile)
        left += [found for p in found.points if not is_ghost(found, p, None, Among(known, TILES, i))]
    assert left
    for found in left:
        assert found.normal == pytest.approx((0, -1))


def test_without_neighbours_it_trips() -> None:
    """The case is real: SAT's own answer points against the motion at this place, or down."""
    body = box(0.6, 0.6, (-0.298, 0.295))
    normals = [manifold(tile, body).normal for tile in TILES if manifold(tile, body).points]
    assert any(abs(normal[0]) > 0.9 for normal in normals)


@pytest.mark.parametrize("place", [-0.1, -0.05, 0.0, 0.03, 0.1, 0.5])
def test_a_wheel_that_rolls_on(place: float) -> None:
    wheel = circle(0.5, (place, 0.48))
    for floor in (TILES, FLOOR):
        left = kept(floor, wheel)
        assert left
        for _, contact in left:
            assert contact.normal == pytest.approx(UP, abs=1e-6)


def test_a_step_is_still_felt() -> None:
    """A tile raised by 0.05 is no longer flush: a part of its side is outer."""
    tiles = (*TILES[:3], rectangle((0, -1), (1, 0.05)))
    left = kept(tiles, box(0.6, 0.6, (-0.29, 0.3)))
    assert any(contact.normal == pytest.approx((-1, 0)) for _, contact in left)


def test_pieces_of_polygons() -> None:
    """Outer parts together are the boundary, whatever the pieces."""
    random = np.random.default_rng(3)
    polygons = [Polygon(L_SHAPE), Polygon(PLUS), Polygon(SQUARE, [INNER_SQUARE])]
    while len(polygons) < 40:
        _, (outline, holes) = random_rings(random, int(random.integers(4, 24)))
        if Polygon.fault(outline, holes) is None:
            polygons.append(Polygon(outline, holes))
    for polygon in polygons:
        known = polygon.neighbours
        outer = math.fsum(high - low for piece in known.outer for parts in piece for low, high in parts)
        p = polygon.points
        boundary = math.fsum(
            math.dist(p[ring[i - 1]], p[ring[i]]) for ring in polygon.ordered for i in range(len(ring))
        )
        assert outer == pytest.approx(boundary, rel=1e-9)


def test_numbers_stay_while_pieces_move() -> None:
    polygon = Polygon(PLUS)
    placed = polygon.at(Pose((3, 4), 0.5))
    again = neighbours(placed.pieces)
    assert placed.neighbours is polygon.neighbours
    assert again.corners == polygon.neighbours.corners
    for one, other in zip(again.outer, polygon.neighbours.outer, strict=True):
        for parts, others in zip(one, other, strict=True):
            assert np.array(parts) == pytest.approx(np.array(others), abs=1e-12)


def test_circles_have_no_neighbours() -> None:
    pieces = (circle(1), circle(1, (2, 0)))
    known = neighbours(pieces)
    assert known.is_possible(pieces, 0, vertex(0), np.array((1, 0)), (1, 0))


def test_refusals() -> None:
    with pytest.raises(ValueError, match="neighbours takes a sequence of Convex; piece 1 is no Convex"):
        neighbours([box(1, 1), Polygon(SQUARE)])  # type: ignore[list-item]
