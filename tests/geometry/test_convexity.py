"""Turns, hull, strips and the test on an outline's own edge normals, against shapely and half-planes."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from shapely import Polygon as Judge

from geometry import Convex, Polygon, box, convex
from geometry.concave.convexity import Turn, Turned, convexity, outline_axes, outline_hull, outline_strips, outward
from geometry.faulty.convexity import angles_by_arccos, push_of_the_outline, winding_not_checked
from geometry.transform import Pose
from tests.geometry.outlines import CAVE_WALL, COMB, L_SHAPE, SQUARE, STAR, noisy, star

ARROW = [(0, 0), (4, -2), (3, 0), (4, 2)]
OUTLINES = [CAVE_WALL, COMB, L_SHAPE, SQUARE, STAR.tolist(), ARROW]


def small_box(width: float, x: float, y: float, angle: float = 0.0) -> Convex:
    return box(width, width).at(Pose(np.array((x, y)), angle))


def in_all_strips(outline: np.ndarray) -> Judge:
    """A large square cut by both sides of every strip."""
    found = shapely.box(-100.0, -100.0, 100.0, 100.0)
    for e in np.roll(outline, -1, axis=0) - outline:
        n, along = np.array((e[1], -e[0])) / math.hypot(*e), e / math.hypot(*e)
        low, high = (outline @ n).min(), (outline @ n).max()
        corners = [a * n + t * along for a, t in ((low, -300), (high, -300), (high, 300), (low, 300))]
        found = found.intersection(Judge(corners))
    return found


@pytest.mark.parametrize("outline", OUTLINES)
@pytest.mark.parametrize("is_reversed", [False, True])
def test_areas_and_turns(outline: list[tuple[float, float]], is_reversed: bool) -> None:
    points = np.array(outline[::-1] if is_reversed else outline, dtype=float)
    polygon = Polygon(points)
    trace = convexity.trace(polygon, small_box(0.3, 50.0, 0.0))
    own, whole, strips = trace.result.areas
    assert own == pytest.approx(Judge(points).area)
    assert whole == pytest.approx(Judge(points).convex_hull.area)
    assert strips == pytest.approx(in_all_strips(points).area)
    walk = [step for step in trace if isinstance(step, Turned)]
    assert sorted(step.vertex for step in walk) == list(range(len(points)))
    assert trace.result.reflex == polygon.reflex
    sign = 1.0 if Judge(points).exterior.is_ccw else -1.0
    for step in walk:
        i = step.vertex
        p, q, r = points[i - 1], points[i], points[(i + 1) % len(points)]
        cross = sign * float((q - p)[0] * (r - q)[1] - (q - p)[1] * (r - q)[0])
        assert step.cross == pytest.approx(cross)
        kind = Turn.CONVEX if cross > 1e-12 else Turn.REFLEX if cross < -1e-12 else Turn.STRAIGHT
        assert step.turn is kind


def test_outward_normals_lead_out() -> None:
    for points in (np.array(L_SHAPE, dtype=float), np.array(L_SHAPE[::-1], dtype=float)):
        middles = (points + np.roll(points, -1, axis=0)) / 2.0
        for middle, n in zip(middles, outward(Polygon(points)), strict=True):
            assert not Judge(points).contains(shapely.Point(middle + 1e-3 * n))
            assert Judge(points).contains(shapely.Point(middle - 1e-3 * n))


def test_bridges_are_the_hull_s_edges_that_are_not_the_outline_s() -> None:
    assert outline_hull(Polygon(L_SHAPE)).bridges == ((2, 4),)
    assert set(outline_hull(Polygon(STAR)).bridges) == {(0, 2), (2, 4), (4, 6), (6, 8), (8, 0)}
    assert outline_hull(Polygon(SQUARE)).bridges == ()
    run = [(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)]
    assert outline_hull(Polygon(run)).bridges == (), "a straight run is no notch"


def test_a_pentagram_s_strips_are_its_hull() -> None:
    found = outline_strips(Polygon(star(inner=2.0 * 0.3819660112501051)))
    assert found.area == pytest.approx(9.5105651629515)
    assert len(found.strips) == 5


@pytest.mark.parametrize("seed", range(20))
def test_strips_of_random_outlines(seed: int) -> None:
    points = noisy(np.random.default_rng(seed), 12)
    assert outline_strips(Polygon(points)).area == pytest.approx(in_all_strips(points).area, rel=1e-9)


def test_separations_are_the_storyboard_s() -> None:
    angle = math.radians(126.0)
    for outline, b, separation, distance in (
        (STAR, small_box(0.3, 1.45 * math.cos(angle), 1.45 * math.sin(angle)), -0.4676, 0.2733),
        (np.array(L_SHAPE), small_box(0.6, 2, 2), -1.3, 0.7),
        (np.array(ARROW), small_box(0.4, 3.7, 0), -0.5, 0.3578),
        (np.array(L_SHAPE), small_box(0.8, 2.6, 2.6, math.pi / 4), 0.4485, 1.0343),
    ):
        found = convexity(Polygon(outline), b)
        assert found.tested.best.separation == pytest.approx(separation, abs=5e-5)
        assert found.pairs.distance == pytest.approx(distance, abs=5e-5)
        assert found.is_wrong is (separation < 0.0)
        assert found.tested.is_gap is (separation > 0.0)


def test_a_reported_gap_is_always_one_and_a_reported_overlap_often_is_none() -> None:
    random, wrong, apart = np.random.default_rng(7), 0, 0
    polygon, judge = Polygon(STAR), Judge(STAR)
    for _ in range(300):
        way, far = random.uniform(0.0, math.tau), random.uniform(0.0, 2.6)
        b = small_box(0.5, far * math.cos(way), far * math.sin(way), random.uniform(0.0, math.pi))
        is_apart = judge.distance(Judge(b.points)) > 0.0
        is_gap = outline_axes(polygon, b).is_gap
        assert is_apart or not is_gap
        apart, wrong = apart + is_apart, wrong + (is_apart and not is_gap)
    assert 0.35 < wrong / apart < 0.55


def test_what_is_no_sharp_outline_is_refused() -> None:
    hole = Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (1, 3), (3, 3), (3, 1)]])
    for a, b in (
        (hole, small_box(1, 9, 9)),
        (Polygon(SQUARE, radius=0.5), small_box(1, 9, 9)),
        (Polygon(SQUARE), convex([(9, 9), (10, 9), (9, 10)], 0.2)),
    ):
        with pytest.raises(ValueError, match="sharp shapes without holes"):
            convexity(a, b)


def test_the_push_is_the_reported_depth_and_its_error_counts_the_distance() -> None:
    polygon, b = Polygon(L_SHAPE), small_box(0.6, 2.0, 2.0)
    found = push_of_the_outline(polygon, b, 0.7)
    assert found.depth == pytest.approx(1.3)
    assert found.error == pytest.approx(2.0)
    moved = outline_axes(polygon, b.moved(found.push)).best.separation
    assert moved == pytest.approx(0.0, abs=1e-12), "it ends what it takes for an overlap"
    assert push_of_the_outline(polygon, small_box(0.6, 9.0, 9.0), 8.0).depth == 0.0
    assert push_of_the_outline(polygon, small_box(0.6, 0.5, 0.5), 0.0).error == 0.0


def test_arccos_finds_no_reflex_vertex() -> None:
    found = angles_by_arccos(Polygon(STAR))
    assert found.reflex == ()
    assert found.wrong == (1, 3, 5, 7, 9)
    assert max(found.angles) <= math.pi
    ell = angles_by_arccos(Polygon(L_SHAPE))
    assert [round(math.degrees(angle)) for angle in ell.angles] == [90] * 6


def test_a_clockwise_list_is_misjudged_at_every_vertex() -> None:
    assert winding_not_checked(Polygon(L_SHAPE)).wrong == ()
    found = winding_not_checked(Polygon(L_SHAPE[::-1]))
    assert found.wrong == tuple(range(6))
    assert len(found.reflex) == 5


@pytest.mark.parametrize("quarters", range(4))
def test_up_and_down_are_one_strip_whatever_rounding_says(quarters: int) -> None:
    angle = quarters * math.pi / 2.0
    c, s = math.cos(angle), math.sin(angle)
    found = outline_strips(Polygon(0.1 * np.array(L_SHAPE) @ np.array(((c, s), (-s, c)))))
    assert len(found.strips) == 2
    assert found.area == pytest.approx(0.01 * in_all_strips(np.array(L_SHAPE, dtype=float)).area)
