"""Two shapes of several pieces: distance and overlap against shapely, and one push for the whole."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from geometry import (
    Convex,
    Outcome,
    Polygon,
    Pose,
    box,
    capsule,
    circle,
    minimum_translation,
    point,
    polygon_manifold,
    polygon_pairs,
    polygon_separation,
    polygon_translation,
    regular_polygon,
    rounded,
    segment,
)
from geometry.concave.pairs import PairTested
from geometry.concave.translation import PieceDifference, difference_of
from geometry.concave.union import DIRECTIONS, Union
from geometry.polygon import pieces_of
from tests.geometry.outlines import COMB, L_SHAPE, PLUS, STAR, U_SHAPE, random_rings, solid, star
from tests.geometry.strategies import random_pairs

Shape = Polygon | Convex
ROOM = Polygon([(-3, -3), (3, -3), (3, 3), (-3, 3)], [[(-2, -2), (2, -2), (2, 2), (-2, 2)]])
NOTCH = (1.45 * math.cos(math.radians(126)), 1.45 * math.sin(math.radians(126)))


def core(shape: Shape) -> shapely.Geometry:
    if isinstance(shape, Polygon):
        return solid(shape)
    make = {1: lambda p: shapely.Point(p[0]), 2: shapely.LineString}.get(len(shape.points), shapely.Polygon)
    return make(shape.points)


def true_push(a: Shape, b: Shape) -> float:
    """The distance of the origin from the boundary of the union of hulls of differences, by shapely."""
    parts = [
        shapely.convex_hull(shapely.MultiPoint((p.points[:, None] - q.points[None]).reshape(-1, 2)))
        for p in pieces_of(a)
        for q in pieces_of(b)
    ]
    return float(shapely.union_all(parts).boundary.distance(shapely.Point(0, 0)))


def random_solid(random: np.random.Generator, n: int, *, reach: float = 1.0, radius: float = 0.0) -> Polygon:
    while True:
        _, (outline, holes) = random_rings(random, n)
        if Polygon.fault(outline, holes) is None:
            size = float(np.ptp(outline, axis=0).max())
            rings = [(ring - outline.mean(axis=0)) * 2.0 / size for ring in (outline, *holes)]
            if Polygon.fault(rings[0], rings[1:]) is None:
                shape = Polygon(rings[0], rings[1:], radius)
                return shape.at(Pose(random.uniform(-reach, reach, 2), random.uniform(0, math.tau)))


def check_parts(a: Shape, b: Shape, room: float = 1e-9) -> None:
    """The push leaves them touching: no common area, and no gap."""
    found = polygon_translation(a, b)
    assert found.translation is not None
    after = polygon_pairs(a, b.moved(found.translation))
    least = after.nearest.separation
    assert least is not None
    assert abs(least) <= room
    if a.radius == b.radius == 0.0:
        common = shapely.intersection(core(a), shapely.transform(core(b), lambda p: p + found.translation))
        assert common.area <= room * min(core(a).area, core(b).area) + 1e-3 * room


@pytest.mark.parametrize(
    ("a", "b", "push"),
    [
        (Polygon(STAR), box(0.8, 0.8, (-0.5, 0.5)), (-0.43, 0.63)),
        (Polygon(L_SHAPE), box(0.6, 0.6, (1.2, 1.2)), (0.1, 0.1)),  # along no edge's normal
        (Polygon(U_SHAPE), box(1.9, 1, (2, 1.3)), (0, 0.2)),
        (Polygon(U_SHAPE), box(2.2, 1, (2, 2.6)), (0, 0.9)),  # erratum S2.19: piece by piece it never ends
        (ROOM, box(1, 1, (1.8, 0)), (-0.3, 0)),  # into a hole of A - B
        (Polygon(U_SHAPE), box(2, 1, (2, 2.6)), (0, 0)),  # it fits exactly: touching
        (Polygon(L_SHAPE), box(0.2, 0.2, (0.5, 0.5)), (0, -0.6)),  # or (-0.6, 0): the first
        (Polygon(L_SHAPE), circle(0.6, (1.2, 1.2)), (0.4, 0.4)),
        (circle(0.6, (1.2, 1.2)), Polygon(L_SHAPE), (-0.4, -0.4)),
        (Polygon(L_SHAPE, radius=0.2), box(0.6, 0.6, (1.2, 1.2)), (0.3, 0.3)),
    ],
)
def test_one_push_for_the_whole(a: Shape, b: Shape, push: tuple[float, float]) -> None:
    found = polygon_translation(a, b)
    assert found.outcome is Outcome.OVERLAPPED
    assert found.translation is not None
    assert found.normal is not None
    assert found.translation == pytest.approx(push, abs=0.005)
    assert found.separation == pytest.approx(-math.hypot(*push), abs=0.005)
    assert math.hypot(*found.normal) == pytest.approx(1.0)
    check_parts(a, b)


def test_apart() -> None:
    a, b = Polygon(STAR), box(0.3, 0.3, NOTCH)
    found = polygon_translation(a, b)
    assert found.outcome is Outcome.SEPARATED
    assert found.translation is None
    assert found.separation == pytest.approx(0.273, abs=0.001)
    assert polygon_separation(a, b) == found.separation
    assert polygon_manifold(a, b).points == ()


def test_convex_shapes_give_the_minimum_translation() -> None:
    """Where each is one piece, sharp or rounded, it is what SAT finds."""
    for a, b, _ in random_pairs(seed=9, n=150):
        known = minimum_translation(a, b)
        found = polygon_translation(a, b)
        assert found.outcome is known.outcome
        if known.translation is not None:
            size = max(a.size, b.size)
            tolerance = (
                1e-9 * size if a.radius + b.radius == 0.0 else 1e-4 * abs(known.found.separation) + 1e-9 * size
            )
            assert found.separation == pytest.approx(min(known.found.separation, 0.0), abs=tolerance)


def test_random_pairs_against_shapely() -> None:
    random = np.random.default_rng(13)
    overlapping = 0
    for _ in range(60):
        a, b = (random_solid(random, int(random.integers(4, 24))) for _ in range(2))
        distance = float(shapely.distance(core(a), core(b)))
        found = polygon_pairs(a, b)
        assert found.distance == pytest.approx(distance, abs=1e-9)
        if found.outcome is Outcome.OVERLAPPED and shapely.intersection(core(a), core(b)).area > 1e-6:
            overlapping += 1
            push = polygon_translation(a, b)
            assert -push.separation == pytest.approx(true_push(a, b), abs=1e-9)
            assert polygon_separation(b, a) == pytest.approx(push.separation, abs=1e-9)
            check_parts(a, b)
    assert overlapping >= 25


def test_distance_of_rounded_shapes() -> None:
    random = np.random.default_rng(14)
    for _ in range(30):
        a, b = random_solid(random, 12, radius=0.1), random_solid(random, 9, reach=3.0, radius=0.05)
        distance = float(shapely.distance(core(a), core(b))) - 0.15
        found = polygon_pairs(a, b)
        assert found.distance == pytest.approx(max(distance, 0.0), abs=1e-9)
        assert (found.outcome is Outcome.OVERLAPPED) == (distance <= 1e-12)


def test_rounded_pushes() -> None:
    """They part the shapes, and are at most 1 % longer than the best of 720 directions, by dense steps."""
    random = np.random.default_rng(15)
    done = 0
    while done < 8:
        a, b = random_solid(random, 10, reach=0.3, radius=0.1), random_solid(random, 8, reach=0.3, radius=0.05)
        if polygon_pairs(a, b).outcome is not Outcome.OVERLAPPED:
            continue
        done += 1
        found = polygon_translation(a, b)
        check_parts(a, b)
        union = difference_of(a, b)
        angles = np.linspace(0, math.tau, 720, endpoint=False) + random.uniform(0, 0.01)
        assert -found.separation <= 1.01 * float(union.exits(angles).min())
        for angle in angles[::90]:  # the way out itself, by shapely
            way = np.array((math.cos(angle), math.sin(angle)))
            out = float(union.exits(np.array([angle]))[0])
            gap = shapely.distance(core(a), shapely.transform(core(b), lambda p, by=out * way: p + by)) - 0.15
            assert gap == pytest.approx(0.0, abs=1e-9)


def test_exits_agree_with_the_exact_push() -> None:
    """Sharp shapes, both ways: no direction leads out sooner than the nearest point of the outline."""
    random = np.random.default_rng(16)
    for _ in range(15):
        a, b = random_solid(random, 12, reach=0.4), random_solid(random, 8, reach=0.4)
        found = polygon_translation(a, b)
        if found.translation is None or found.separation > -1e-6:
            continue
        union = difference_of(a, b)
        angles = np.linspace(0, math.tau, DIRECTIONS, endpoint=False)
        assert -found.separation <= float(union.exits(angles).min()) + 1e-9
        own = math.atan2(*found.translation[::-1])
        assert float(union.exits(np.array([own]))[0]) >= -found.separation - 1e-9
        assert not Union(union.outlines, 0.0, 1e-9).contains(found.translation)
        assert union.contains(np.zeros(2))


def test_the_outline_of_the_union() -> None:
    a, b = Polygon(L_SHAPE), box(0.6, 0.6)
    stretches = difference_of(a, b).stretches()
    length = float(np.hypot(*(stretches[:, 1] - stretches[:, 0]).T).sum())
    grown = shapely.buffer(solid(a), 0.3, join_style="mitre")  # minus a box of 0.6 is a box of 0.6
    assert length == pytest.approx(grown.length)


def test_translation_follows_the_shapes() -> None:
    """Rotated, mirrored in order, scaled and moved: the same push, rotated, turned round, scaled."""
    a, b = Polygon(STAR), box(0.8, 0.8, (-0.5, 0.5))
    push = polygon_translation(a, b).translation
    assert push is not None
    back = polygon_translation(b, a).translation
    assert back == pytest.approx(-push)
    pose = Pose((7, -3), 1.1)
    turned = polygon_translation(a.at(pose), b.at(pose)).translation
    assert turned == pytest.approx(Pose(angle=1.1).place(push), abs=1e-9)
    for scale in (1e-6, 1e6):
        big = polygon_translation(Polygon(STAR * scale), box(0.8 * scale, 0.8 * scale, (-0.5 * scale, 0.5 * scale)))
        assert big.translation == pytest.approx(push * scale, rel=1e-9)
    clockwise = polygon_translation(Polygon(STAR[::-1]), b)
    assert clockwise.translation == pytest.approx(push)
    far = polygon_translation(a.moved((1e6, -1e6)), b.moved((1e6, -1e6)))
    assert far.translation == pytest.approx(push, abs=1e-7)


def test_steps() -> None:
    a, b = Polygon(PLUS), Polygon(L_SHAPE).moved((1.5, 1.5))
    trace = polygon_translation.trace(a, b)
    pairs = [step for step in trace if isinstance(step, PairTested)]
    assert [(s.pair.of_a, s.pair.of_b) for s in pairs] == [(i, j) for i in range(4) for j in range(2)]
    differences = [step for step in trace if isinstance(step, PieceDifference)]
    assert any(step.holds_origin for step in differences) == (trace.result.outcome is Outcome.OVERLAPPED)
    for step in pairs:
        if step.search is not None and step.pair.separation is not None:
            assert (step.search.result.outcome is Outcome.OVERLAPPED) == step.pair.is_overlap
    spared = [s.pair for s in pairs if s.pair.separation is None]
    for pair in spared:
        assert pair.box_gap > 0.0


def test_many_pieces() -> None:
    a = Polygon(COMB)
    b = a.moved((0.13, 0.4))
    assert -polygon_separation(a, b) == pytest.approx(true_push(a, b), abs=1e-9)


def test_of_differences_that_lie_over_one_another_few_edges_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two deep stars of 33 pieces one edge in six; with none struck out first, 66 pieces took half a minute."""
    looked: list[int] = []
    uncovered = Union._uncovered
    monkeypatch.setattr(Union, "_uncovered", lambda union, i: looked.append(i) or uncovered(union, i))
    a = Polygon(star(31, 2.0, 0.9))
    b = a.moved((0.7, 0.31))
    assert len(a.pieces) == 33
    assert -polygon_separation(a, b) == pytest.approx(true_push(a, b), abs=1e-9)
    edges = sum(len(outline) for outline in difference_of(a, b).outlines)
    assert 6 * len(looked) < edges


def test_points_of_the_whole() -> None:
    """A box on the floor of the U: two points, with the normal up, none on inner edges."""
    found = polygon_manifold(Polygon(U_SHAPE), box(1.5, 1, (2, 1.495)))
    assert found.outcome is Outcome.OVERLAPPED
    assert {tuple(p.normal.tolist()) for p in found.points} == {(0.0, 1.0)}
    places = sorted(float(p.contact.point[0]) for p in found.points)
    assert (places[0], places[-1]) == (pytest.approx(1.25), pytest.approx(2.75))
    assert all(p.contact.separation == pytest.approx(-0.005) for p in found.points)


def test_deep_inside_there_is_one_point_by_the_push() -> None:
    found = polygon_manifold(Polygon(L_SHAPE), box(0.2, 0.2, (0.5, 0.5)))
    (only,) = found.points
    assert found.is_from_translation
    assert only.contact.separation == pytest.approx(-0.6)
    gap = (only.contact.on_b - only.contact.on_a) @ only.normal
    assert gap == pytest.approx(-0.6)


def test_overlap_always_has_a_point() -> None:
    random = np.random.default_rng(21)
    for _ in range(40):
        a, b = random_solid(random, 14, reach=0.6, radius=float(random.choice((0, 0.1)))), random_solid(random, 9)
        found = polygon_manifold(a, b)
        assert bool(found.points) == (polygon_pairs(a, b).outcome is Outcome.OVERLAPPED)
        for each in (*found.points, *found.dropped):
            assert math.hypot(*each.normal) == pytest.approx(1.0)
            gap = float((each.contact.on_b - each.contact.on_a) @ each.normal)
            assert gap == pytest.approx(each.contact.separation, abs=1e-9)


@pytest.mark.parametrize("routine", [polygon_pairs, polygon_translation, polygon_manifold, polygon_separation])
def test_refusals(routine: object) -> None:
    for a, b, name in ((STAR, box(1, 1), "A"), (box(1, 1), None, "B"), ("a", "b", "A")):
        with pytest.raises(ValueError, match=f"takes two shapes, Polygon or Convex; {name} is neither"):
            routine(a, b)  # type: ignore[operator]


def test_other_shapes() -> None:
    star = Polygon(STAR, radius=0.1)
    for b in (capsule((-1, 0), (1, 0.3), 0.2), rounded(regular_polygon(5, 0.5), 0.1), circle(0.3)):
        check_parts(star, b)
        check_parts(b, star)


def test_inner_edges_are_no_walls() -> None:
    """Points and segments have no inside that would lie over an inner edge: it is left out all the same."""
    plus = Polygon(PLUS)
    assert polygon_separation(plus, point((1.5, 1.5))) == pytest.approx(-math.sqrt(0.5))
    assert polygon_separation(Polygon(STAR), point((0, 0))) == pytest.approx(-0.9)
    assert polygon_separation(plus, point((3, 1.5))) == 0.0
    random = np.random.default_rng(5)
    for i in range(80):
        a = random_solid(random, int(random.integers(3, 25)))
        b = point(random.uniform(-0.5, 0.5, 2)) if i % 2 else segment(*random.uniform(-0.7, 0.7, (2, 2)))
        found = polygon_separation(a, b)
        if found < 0.0:
            assert -found == pytest.approx(true_push(a, b), abs=1e-9)


def test_exits_against_shapely() -> None:
    """The first way out along a line, gaps and pockets included, sharp and rounded."""
    random = np.random.default_rng(31)
    gaps = 0
    for i in range(24):
        radius = 0.03 * (i % 2)
        a, b = random_solid(random, 16, reach=0.3, radius=radius), box(0.05, 0.04, random.uniform(-0.6, 0.6, 2))
        union = difference_of(a, b)
        parts = [shapely.Polygon(outline).buffer(radius, quad_segs=400) for outline in union.outlines]
        whole = shapely.union_all(parts)
        if not whole.contains(shapely.Point(0, 0)):
            continue
        for angle in random.uniform(0, math.tau, 12):
            line = shapely.LineString(((0, 0), (9 * math.cos(angle), 9 * math.sin(angle))))
            free = line.difference(whole)
            out = float(free.distance(shapely.Point(0, 0)))
            assert float(union.exits(np.array([angle]))[0]) == pytest.approx(out, abs=1e-5)
            gaps += free.geom_type == "MultiLineString"
    assert gaps > 10


def test_a_push_that_is_known_gives_the_same_contacts() -> None:
    random = np.random.default_rng(13)
    for _ in range(12):
        a, b = random_solid(random, 12), random_solid(random, 8, reach=1.5)
        found, again = polygon_manifold(a, b), polygon_manifold(a, b, known=polygon_translation(a, b))
        assert [p.contact.point.tolist() for p in again.points] == [p.contact.point.tolist() for p in found.points]
        assert (again.outcome, again.is_from_translation) == (found.outcome, found.is_from_translation)


def test_only_differences_that_can_matter_have_a_step() -> None:
    """Those whose boxes are further apart than the move that parts the boxes of the whole."""
    a, b = Polygon(COMB), box(0.1, 0.1, (3.0, 1.2))
    trace = polygon_translation.trace(a, b)
    told = {(step.of_a, step.of_b) for step in trace if isinstance(step, PieceDifference)}
    (low, high), (left, right) = ((s.bounds().low, s.bounds().high) for s in (a, b))
    most = min(*(high - left), *(right - low))
    assert told == {(p.of_a, p.of_b) for p in trace.result.pairs.pairs if p.box_gap <= most}
    assert len(told) == 4 < len(a.pieces)
    assert -trace.result.separation == pytest.approx(true_push(a, b), abs=1e-9)
