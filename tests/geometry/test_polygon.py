"""Polygons: what is accepted, what is refused, and with which words; against shapely and by exact signs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Convex, Polygon, Pose, regular_polygon
from geometry.exact import Lattice
from geometry.outline import plainly_convex
from geometry.polygon import _piece, pieces_of
from tests.geometry.outlines import (
    CAVE_WALL,
    COMB,
    INNER_SQUARE,
    L_SHAPE,
    SQUARE,
    STAR,
    Rings,
    noisy,
    random_rings,
    solid,
)

RING = Polygon(SQUARE, [INNER_SQUARE])

# outline, holes, what the refusal says
REFUSED: dict[str, tuple[Any, list[Any], str]] = {
    "no points": ([], [], "must not be empty"),
    "one vertex": (SQUARE[:1], [], "the outline needs at least 3 vertices, not 1"),
    "two vertices": (SQUARE[:2], [], "the outline needs at least 3 vertices, not 2"),
    "NaN": ([(0, 0), (1, math.nan), (2, 2)], [], "must be finite .* vertex 1 is"),
    "infinite": ([(0, 0), (1, 0), (math.inf, 2)], [], "must be finite .* vertex 2 is"),
    "text": ("outline", [], "must be numbers"),
    "three coordinates": (np.ones((4, 3)), [], r"must have shape \(n, 2\)"),
    "on one line": ([(0, 0), (1, 1), (2, 2), (5, 5)], [], "the outline has zero area: vertices 0 to 3"),
    "one place": ([(1, 1)] * 4, [], "the outline has zero area"),
    "too small": (np.array(SQUARE) * 1e-100, [], "the outline has zero area"),
    "too far for its size": (np.array(SQUARE) + 1e17, [], "the outline has zero area"),
    "bow-tie": ([(0, 0), (4, 4), (4, 0), (0, 4)], [], r"crosses itself: edges 0 and 2 cross at \(2, 2\)"),
    "crossing behind a notch": (
        [(0, 0), (10, 5), (10, 0), (0, 5), (3, 2.5)], [], r"crosses itself: edges 0 and 2 cross at \(5, 2.5\)"),
    "pentagram": (STAR[[0, 4, 8, 2, 6]], [], r"crosses itself: edges \d and \d cross at"),
    "repeated at once": ([(0, 0), (4, 0), (4, 0), (4, 4)], [], "vertex 2 of the outline repeats vertex 1, at"),
    "repeated at the end": ([*SQUARE, (0, 0)], [], r"vertex 4 of the outline repeats vertex 0, at \(0, 0\)"),
    "touches itself in a vertex": (
        [(0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)], [], "vertex 5 of the outline repeats vertex 2"),
    "vertex on an edge": ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], [], r"vertex 3 .* touches edge 0, at \(2, 0\)"),
    "vertex on an upright edge": ([(0, 0), (4, 0), (0, 2), (4, 4), (0, 4)], [], "touches edge 4, at"),
    "edge along an edge": ([(0, 0), (4, 0), (4, 2), (3, 0), (1, 0), (0, 4)], [], "touches edge 0"),
    "spike outward": ([(0, 0), (4, 0), (4, 4), (2, 2), (6, 6), (0, 4)], [], "vertex 2|vertex 3|vertex 4|crosses"),
    "spike along an edge": ([(0, 0), (4, 0), (2, 0), (2, 3)], [], "vertex 1 of the outline is a spike"),
    "hole outside": (SQUARE, [[(5, 1), (5, 3), (6, 3)]], "hole 0 lies outside the outline"),
    "hole to the left": (SQUARE, [[(-5, 1), (-5, 3), (-6, 3)]], "hole 0 lies outside the outline"),
    "hole around the outline": (INNER_SQUARE, [SQUARE], "hole 0 lies outside the outline"),
    "hole crosses": (SQUARE, [[(3, 1), (5, 3), (2, 3)]], "its edge 0 and edge 1 cross at"),
    "hole in a hole": (SQUARE, [INNER_SQUARE, [(1.5, 1.5), (2, 1.5), (2, 2)]], "hole 1 lies in hole 0"),
    "holes cross": (SQUARE, [INNER_SQUARE, [(2, 2), (3.5, 2), (2.5, 3.5)]], "hole 1 crosses hole 0"),
    "same hole twice": (SQUARE, [INNER_SQUARE, INNER_SQUARE], "vertex 0 of hole 1 touches vertex 0 of hole 0"),
    "hole touches the outline": (SQUARE, [[(0, 2), (1, 1), (1, 3)]], "touches edge 3 of the outline"),
    "hole touches a corner": (SQUARE, [[(0, 0), (2, 1), (1, 2)]], "touches vertex 0 of the outline"),
    "hole without area": (SQUARE, [[(1, 1), (2, 2), (3, 3)]], "hole 0 has zero area"),
    "hole of two": (SQUARE, [[(1, 1), (2, 2)]], "hole 0 needs at least 3 vertices, not 2"),
    "hole crosses itself": (SQUARE, [[(1, 1), (3, 3), (3, 1), (1, 3)]], "hole 0 crosses itself: edges 0 and 2"),
    "hole with NaN": (SQUARE, [[(1, 1), (math.nan, 3), (3, 1)]], "hole 0 must be finite"),
    "second winding": (SQUARE * 2, [], "repeats"),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_what_is_refused(fault: str) -> None:
    outline, holes, words = REFUSED[fault]
    with pytest.raises(ValueError, match=words):
        Polygon(outline, holes)


@pytest.mark.parametrize("fault", [name for name, case in REFUSED.items() if "cross at" in case[2]])
def test_a_fault_knows_its_place(fault: str) -> None:
    outline, holes, _ = REFUSED[fault]
    found = Polygon.fault(outline, holes)
    assert found is not None
    rings = [np.array(outline, dtype=float), *(np.array(hole, dtype=float) for hole in holes)]
    assert found.place is not None
    for ring, edge in found.edges:
        start, end = rings[ring][edge], rings[ring][(edge + 1) % len(rings[ring])]
        line = shapely.LineString((start, end))
        assert line.distance(shapely.Point(found.place)) <= 1e-12


def malformed(random: np.random.Generator, kind: int) -> tuple[Rings, str]:
    """A good outline with one fault of a kind, and what the refusal must say, with the number of the culprit."""
    n = int(random.integers(5, 40))
    angle = np.arange(n) * math.tau / n
    circle = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    good = circle * random.uniform(0.3, 2.0, (n, 1)) * 10.0 ** random.uniform(-6, 6)
    if random.integers(2):
        good = good[::-1].copy()
    k = int(random.integers(n))
    after = (k + 1) % n
    room = float(shapely.Polygon(good).boundary.distance(shapely.Point(0, 0)))
    hole = room * 0.5 * np.array([(math.cos(t), math.sin(t)) for t in random.uniform(0, 1) + np.arange(5) * 1.25])
    middle = 0.5 * (good[k] + good[after])
    match kind:
        case 0:
            return (np.insert(good, after, good[k], axis=0), []), "repeats vertex"
        case 1:  # out and back on the same way
            return (np.insert(good, k + 1, [good[k] * 3.0, good[k]], axis=0), []), "repeats vertex|spike|crosses"
        case 2:
            crossed = circle.copy()
            crossed[[k, after]] = crossed[[after, k]]
            return (crossed, []), "crosses itself: edges [0-9]+ and [0-9]+ cross at"
        case 3:
            return (good[:2], []), "at least 3 vertices, not 2"
        case 4:
            return (good[k] * np.linspace(1.0, 2.0, n)[:, None], []), "zero area: vertices 0 to"
        case 5:
            bad = good.copy()
            bad[k, 0] = random.choice((math.nan, math.inf, -math.inf))
            return (bad, []), f"must be finite .* vertex {k} is"
        case 6:
            return (good, [hole + 10.0 * np.abs(good).max()]), "hole 0 lies outside the outline"
        case 7:
            return (good, [hole, 0.5 * hole]), "hole 1 lies in hole 0"
        case 8:
            return (good, [0.2 * hole, hole * 100.0 + middle]), "crosses|outside|hole 0 lies in|touches"
        case 9:
            return (good, [np.array([good[k], *hole[:2]])]), f"touches vertex {k} of the outline|cross"
        case 10:
            return (good, [hole[[0, 2, 4, 1, 3]]]), "hole 0 crosses itself: edges [0-9] and [0-9] cross at"
        case _:
            return (
                good,
                [hole, hole + 0.3 * room],
            ), "hole [01] crosses hole [01]: its edge [0-9] and edge [0-9] cross"


def test_three_hundred_malformed_outlines() -> None:
    """The bar: each is a ValueError that names the fault and where it is."""
    random = np.random.default_rng(300)
    for i in range(300):
        (outline, holes), words = malformed(random, i % 12)
        with pytest.raises(ValueError, match=words):
            Polygon(outline, holes)


def test_bad_arguments() -> None:
    for holes in (3, "holes", None, {1: 2}.values()):
        with pytest.raises(ValueError, match="must"):
            Polygon(SQUARE, holes)  # type: ignore[arg-type]
    for radius in (-1, math.nan, "1", None):
        with pytest.raises(ValueError, match="radius must be"):
            Polygon(SQUARE, radius=radius)  # type: ignore[arg-type]


def test_nothing_wrong() -> None:
    assert Polygon.fault(SQUARE, [INNER_SQUARE]) is None
    assert Polygon.fault(CAVE_WALL[::-1]) is None


def test_either_winding_is_kept_and_said() -> None:
    there, back = Polygon(L_SHAPE), Polygon(L_SHAPE[::-1])
    assert there.is_counter_clockwise
    assert not back.is_counter_clockwise
    assert there.signed_area == -back.signed_area == 5.0
    assert there.area == back.area == 5.0
    assert (back.outline == np.array(L_SHAPE[::-1])).all()
    assert back.ordered == ((0, 5, 4, 3, 2, 1),)
    assert there.reflex == (3,)
    assert back.reflex == (2,)


def test_holes() -> None:
    assert RING.area == 12.0
    assert RING.reflex == (4, 5, 6, 7)
    assert RING.rings == (range(4), range(4, 8))
    assert RING.ordered == ((0, 1, 2, 3), (4, 5, 6, 7))
    assert Polygon(SQUARE, [INNER_SQUARE[::-1]]).ordered == ((0, 1, 2, 3), (4, 7, 6, 5))
    assert RING.contains((0.5, 2))
    assert RING.contains((1, 2))
    assert not RING.contains((2, 2))
    assert Polygon(SQUARE, [INNER_SQUARE], 0.5).contains((1.4, 2))
    assert not Polygon(SQUARE, [INNER_SQUARE], 0.5).contains((2, 2))


def test_faults_are_those_of_shapely() -> None:
    """What shapely calls invalid is refused, and what it calls valid is not, but for what touches."""
    random = np.random.default_rng(11)
    refused = 0
    for _ in range(400):
        n = int(random.integers(3, 40))
        _, (outline, holes) = random_rings(random, n, offset=float(random.choice((0.0, 10.0, 1e6))))
        outline = np.array(outline)
        if random.integers(2):
            outline[random.integers(len(outline))] += random.normal(0.0, 0.5, 2) * np.ptp(outline, axis=0)
        if random.integers(6) == 0:
            outline = np.round(outline * 2) / 2
        valid = shapely.Polygon(outline, holes).is_valid
        fault = Polygon.fault(outline, holes)
        refused += fault is not None
        if not valid:
            assert fault is not None
        elif fault is not None:
            assert "repeats" in fault.reason or "touches" in fault.reason, fault.reason
    assert 50 < refused < 350


def test_moving_keeps_the_pieces() -> None:
    polygon = Polygon(CAVE_WALL, radius=0.1)
    placed = polygon.at(Pose((3, -2), 0.7))
    assert placed.decomposition is polygon.decomposition
    assert placed.radius == 0.1
    for piece, own in zip(polygon.pieces, placed.pieces, strict=True):
        assert own.points == pytest.approx(piece.at(Pose((3, -2), 0.7)).points, abs=1e-12)
    assert polygon.moved((1, 2)).outline == pytest.approx(polygon.outline + (1, 2))
    with pytest.raises(ValueError, match="too far from the origin for its size"):
        polygon.moved((1e17, 0))


def test_a_point_on_a_seam_is_inside() -> None:
    """Beside both pieces by a rounding of their edges, but in the polygon; what is near and outside is not in it."""
    random = np.random.default_rng(31)
    for _ in range(40):
        _, (outline, holes) = random_rings(random, 16)
        if Polygon.fault(outline, holes) is not None:
            continue
        polygon = Polygon(outline, holes)
        judge = solid(polygon)
        for i, j in polygon.decomposition.kept:
            for share in (0.1, 0.37, 0.5, 0.9):
                assert polygon.contains((1.0 - share) * polygon.points[i] + share * polygon.points[j])
        assert all(polygon.contains(vertex) for vertex in polygon.points)
        low, high = outline.min(axis=0), outline.max(axis=0)
        for place in random.uniform(low - 0.1, high + 0.1, (40, 2)):
            if judge.boundary.distance(shapely.Point(place)) > 1e-9 * float(np.abs(high).max()):
                assert polygon.contains(place) == judge.contains(shapely.Point(place))


def test_bounds_hold_the_pieces() -> None:
    polygon = Polygon(STAR, radius=0.25)
    bounds = polygon.bounds()
    assert bounds.low == pytest.approx(STAR.min(axis=0) - 0.25)
    assert bounds.high == pytest.approx(STAR.max(axis=0) + 0.25)


def test_pieces_fill_the_polygon() -> None:
    random = np.random.default_rng(4)
    done = 0
    while done < 60:
        _, (outline, holes) = random_rings(random, int(random.integers(3, 60)), offset=5.0)
        if Polygon.fault(outline, holes) is not None:
            continue
        done += 1
        polygon = Polygon(outline, holes)
        cores = [shapely.Polygon(piece.points) for piece in polygon.pieces if len(piece.points) > 2]
        size = float(np.ptp(outline, axis=0).max())
        assert sum(core.area for core in cores) == pytest.approx(polygon.area, abs=1e-9 * size * size)
        assert solid(polygon).symmetric_difference(shapely.union_all(cores)).area <= 1e-8 * size * size


def test_a_convex_polygon_is_one_piece() -> None:
    nonagon = regular_polygon(9, 2.0)
    (piece,) = Polygon(nonagon.points[::-1], radius=0.5).pieces
    assert piece.radius == 0.5
    assert {tuple(p) for p in piece.points.tolist()} == {tuple(p) for p in nonagon.points.tolist()}
    assert pieces_of(nonagon) == (nonagon,)


def test_a_needle_is_not_lost() -> None:
    """A tip thinner than rounding is a piece all the same: a segment."""
    polygon = Polygon([(0, 0), (2, 0), (2, 1), (9, 1 + 1e-13), (2, 1 + 1e-13), (2, 2), (0, 2)])
    assert polygon.contains((9, 1 + 1e-13))
    assert any(len(piece.points) == 2 for piece in polygon.pieces)
    assert all(isinstance(piece, Convex) for piece in polygon.pieces)


def test_where_rounding_is_as_large_as_the_shape_pieces_are_pieces_all_the_same() -> None:
    polygon = Polygon(STAR + 1e15)
    assert len(polygon.pieces) == 5


@pytest.mark.parametrize("scale", [1e-60, 1e-9, 1.0, 1e9, 1e60])
def test_scales(scale: float) -> None:
    polygon = Polygon(np.array(COMB) * scale)
    assert polygon.area == pytest.approx(12 * scale * scale, rel=1e-12)
    assert len(polygon.pieces) == 8


def test_whole_numbers_are_exact() -> None:
    random = np.random.default_rng(3)
    points = random.uniform(-1, 1, (40, 2)) * 10.0 ** random.integers(-30, 30, (40, 1))
    points[3] = 0.0
    exact = Lattice(points)
    assert [x / exact.unit for x in exact.xs] == points[:, 0].tolist()
    assert [y / exact.unit for y in exact.ys] == points[:, 1].tolist()
    ulp = np.nextafter(0.3, 1.0)
    assert Lattice(np.array([(0.1, 0.1), (0.3, 0.3), (0.7, 0.7)])).turn(0, 1, 2) == 0
    assert Lattice(np.array([(0.1, 0.1), (0.3, ulp), (0.7, 0.7)])).turn(0, 1, 2) < 0
    assert Lattice(np.array([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)])).unit == 1


def test_ten_thousand_vertices_are_looked_at_quickly() -> None:
    """Not a bar (machines differ): a quadratic search would take a minute."""
    outline = noisy(np.random.default_rng(1), 10_000)
    assert Polygon(outline).is_counter_clockwise


def test_pieces_that_are_made_at_once_are_those_that_are_asked_one_by_one() -> None:
    random = np.random.default_rng(5)
    plain = 0
    for _ in range(60):
        angle = np.sort(random.uniform(0.0, math.tau, 30))
        ring = random.uniform(0.3, 2.0, (30, 1)) * np.stack((np.cos(angle), np.sin(angle)), axis=1)
        if random.integers(2):
            ring = np.round(4.0 * ring)  # straight runs, whose vertices go
        ring += random.choice((0.0, 1e6, 1e11))
        if Polygon.fault(ring) is not None:
            continue
        whole = Polygon(ring)
        rings = whole.decomposition.pieces
        plain += sum(plainly_convex(whole.points, rings))
        for numbers, piece in zip(rings, whole.pieces, strict=True):
            assert np.array_equal(piece.points, _piece(whole.points[list(numbers)], 0.0).points)
    assert plain > 100
