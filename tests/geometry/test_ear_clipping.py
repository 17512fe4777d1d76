"""Ear clipping: the lessons' outlines step by step, and random ones by an exact proof."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import Polygon, ear_clipping, point_in_triangle
from geometry.concave.blockers import Blockers, Candidates
from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, TipTested, Triangulation, WindingFound
from tests.geometry.outlines import (
    ARROWHEAD,
    CAVE_WALL,
    COMB,
    HOOK,
    INNER_SQUARE,
    L_SHAPE,
    PLUS,
    SQUARE,
    STAR,
    U_SHAPE,
    check_triangulation,
    comb,
    random_rings,
    spiral,
)


def tips(polygon: Polygon, **how: int) -> list[TipTested]:
    return [step for step in ear_clipping.trace(polygon, **how) if isinstance(step, TipTested)]


def test_the_cave_wall_tip_by_tip() -> None:
    """The storyboard's list; blockers in brackets, all of them."""
    told = " ".join(
        f"{s.tip}{'r' * (s.result is Ear.REFLEX)}{str(s.inside).replace(',)', ')').replace(' ', '') * bool(s.inside)}"
        for s in tips(Polygon(CAVE_WALL))
    )
    assert told == "0 1 2r 3 2 4(6) 5 4 6(10,14) 7r 8 7 6(10,11,14) 9 6 10(14) 11r 12 11 10(14) 13"


@pytest.mark.parametrize(
    ("outline", "tests", "triangles"),
    [(CAVE_WALL, 21, 14), (ARROWHEAD, 2, 2), (COMB, 24, 13), (SQUARE[:3], 0, 1), (L_SHAPE, 5, 4), (U_SHAPE, 8, 6)],
)
def test_counts(outline: list[tuple[float, float]], tests: int, triangles: int) -> None:
    polygon = Polygon(outline)
    found = ear_clipping(polygon)
    check_triangulation(polygon, found.triangles)
    assert len(found.triangles) == triangles
    if outline is not U_SHAPE:
        assert found.tests == tests


def test_straight_vertices_are_no_ears_and_block() -> None:
    run = Polygon([(0, 0), (2, 0), (4, 0), (4, 2), (4, 4), (0, 4)])
    check_triangulation(run, ear_clipping(run).triangles)
    first = tips(Polygon([(2, 0), (4, 0), (4, 4), (0, 4), (0, 0)]))[0]
    assert first.result is Ear.STRAIGHT
    assert first.cross == 0.0
    on_diagonal = tips(Polygon([(0, 0), (4, 0), (4, 4), (2, 2), (0, 4)]))
    assert [(s.tip, s.inside) for s in on_diagonal if s.result is Ear.BLOCKED] == [(0, (3,)), (1, (3,))]
    # 3 is straight once 4 is gone, and lies on the diagonal 2-0 of the tip 1.
    straight = Polygon([(0, 0), (4, 0), (4, 4), (2, 2), (1, 1), (0, 4)])
    check_triangulation(straight, ear_clipping(straight).triangles)


def test_hole_and_bridge() -> None:
    ring = Polygon(SQUARE, [INNER_SQUARE])
    trace = ear_clipping.trace(ring)
    (bridge,) = (step for step in trace if isinstance(step, BridgeBuilt))
    assert (bridge.hole_vertex, bridge.ring_vertex, bridge.met.tolist()) == (7, 1, [4.0, 1.0])
    assert bridge.ring == (0, 1, 7, 4, 5, 6, 7, 1, 2, 3)
    assert trace.result.tests == 11
    check_triangulation(ring, trace.result.triangles)


def test_a_reflex_vertex_in_the_way_of_a_bridge_takes_it() -> None:
    notch = [(0, 0), (6, 0), (10, -1), (10, 5), (5, 2.2), (0, 5)]  # vertex 4 hangs into the triangle M, I, P
    hole = [(1, 2), (2, 1), (2, 3)]
    polygon = Polygon(notch, [hole])
    (bridge,) = (step for step in ear_clipping.trace(polygon) if isinstance(step, BridgeBuilt))
    check_triangulation(polygon, ear_clipping(polygon).triangles)
    sight = shapely.LineString((polygon.points[bridge.hole_vertex], polygon.points[bridge.ring_vertex]))
    assert shapely.Polygon(notch, [hole]).covers(sight)


def test_several_holes_on_one_vertex() -> None:
    """Bridges that end in the same vertex, or in another hole's: each visit is judged by its own two edges."""
    square = [(0, 0), (20, 0), (20, 20), (0, 20)]
    for holes in (
        [[(x, y), (x + 1, y + 0.5), (x, y + 1)] for x in range(1, 18, 4) for y in range(1, 18, 4)],
        [[(2, 9), (4, 9), (4, 10)], [(2, 11), (4, 11), (4, 12)], [(6, 10), (7, 9), (7, 12)]],
        [[(2, 2 + 2 * k), (3, 2 + 2 * k), (3, 3 + 2 * k)] for k in range(8)],
        [[(5, 5), (15, 5), (15, 15), (5, 15), (5, 14), (14, 14), (14, 6), (5, 6)], [(7, 9), (9, 10), (7, 11)]],
    ):
        for first in range(4):
            polygon = Polygon(square, holes)
            check_triangulation(polygon, ear_clipping(polygon, first=first).triangles)


def test_either_winding() -> None:
    for outline in (L_SHAPE, CAVE_WALL, STAR.tolist(), COMB):
        there, back = Polygon(outline), Polygon(outline[::-1])
        check_triangulation(back, ear_clipping(back).triangles)
        step = ear_clipping.trace(back)[0]
        assert isinstance(step, WindingFound)
        assert step.is_reversed
        assert step.signed_area == -there.signed_area
        assert step.ring[0] == 0


def test_random_outlines() -> None:
    random = np.random.default_rng(2026)
    done = 0
    while done < 150:
        n = int(3 * 20.0 ** random.uniform(0.0, 1.0))
        _, (outline, holes) = random_rings(random, n, offset=float(10.0 ** random.uniform(-1, 6)))
        if Polygon.fault(outline, holes) is not None:
            continue
        polygon = Polygon(outline, holes)
        check_triangulation(polygon, ear_clipping(polygon, first=int(random.integers(len(outline)))).triangles)
        done += 1


def test_the_strip_finds_what_all_find() -> None:
    random = np.random.default_rng(8)
    for outline in (spiral(random, 300), comb(random, 201), comb(random, 200), CAVE_WALL):
        polygon = Polygon(outline)
        one = ear_clipping.trace(polygon, candidates=Candidates.ALL)
        other = ear_clipping.trace(polygon, candidates=Candidates.STRIP)
        assert one.result.triangles == other.result.triangles
        kept = [[s.inside for s in trace if isinstance(s, TipTested)] for trace in (one, other)]
        assert kept[0] == kept[1]


def test_the_result_alone_looks_for_one_blocker_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comb of 10,000 vertices took ten seconds when all blockers of every triangle were listed for nobody."""
    polygon = Polygon(COMB)
    answer = ear_clipping.trace(polygon).result
    monkeypatch.delattr(Blockers, "inside")
    assert ear_clipping(polygon).triangles == answer.triangles


def test_blockers_are_found_by_shapely_too() -> None:
    random = np.random.default_rng(12)
    for outline in (CAVE_WALL, COMB, PLUS, HOOK, spiral(random, 80), comb(random, 61), comb(random, 60)):
        polygon = Polygon(outline)
        ring = list(range(len(outline)))
        for step in tips(polygon):
            a, b, c = step.before, step.tip, step.after
            assert (ring[(ring.index(b) - 1) % len(ring)], ring[(ring.index(b) + 1) % len(ring)]) == (a, c)
            assert len(ring) == step.left
            assert ring[step.place] == b
            triangle = shapely.Polygon(polygon.points[[a, b, c]]) if step.cross else None
            if step.cross > 0:
                assert triangle is not None
                others = {k for k in ring if k not in (a, b, c) and triangle.covers(shapely.Point(polygon.points[k]))}
                assert set(step.inside) <= others
                for k in step.inside:  # reflex or straight in the ring that is left
                    at = ring.index(k)
                    assert polygon.exact.turn(ring[at - 1], k, ring[(at + 1) % len(ring)]) <= 0
                assert bool(step.inside) == bool(others)  # a reflex or straight one is always among them
            if step.is_ear:
                ring.remove(b)


def test_two_ears_at_least() -> None:
    """Every outline of more than three vertices: the hook has exactly two."""
    for outline, ears in ((HOOK, {0, 4}), (ARROWHEAD, {1, 3}), (CAVE_WALL, {0, 1, 3, 4, 5, 8, 9, 12, 13, 15})):
        n = len(outline)
        found = set()
        for v in range(n):
            first = tips(Polygon(outline), first=v)[0]
            assert first.tip == v
            found |= {v} if first.is_ear else set()
        assert found == ears


def test_refusals() -> None:
    for shape in (SQUARE, None, Polygon):
        with pytest.raises(ValueError, match="ear_clipping takes a Polygon, not a"):
            ear_clipping(shape)  # type: ignore[arg-type]
    for first in (-1, 4, 1.0, True, "0"):
        with pytest.raises(ValueError, match="first must be a vertex of the outline, 0 to 3, not"):
            ear_clipping(Polygon(SQUARE), first=first)  # type: ignore[arg-type]


def test_answer_and_diagonals() -> None:
    found = ear_clipping(Polygon(L_SHAPE))
    assert isinstance(found, Triangulation)
    assert found.diagonals == ((0, 2), (0, 3), (3, 5))
    assert found.triangles[-1] == (3, 4, 5)


TRIANGLE = ((0, 0), (4, 0), (0, 4))


@pytest.mark.parametrize(
    ("p", "inside", "boundary", "weights"),
    [
        ((1, 1), True, False, (0.5, 0.25, 0.25)),
        ((2, 2), True, True, (0.0, 0.5, 0.5)),  # half-open tests lose it
        ((0, 0), True, True, (1.0, 0.0, 0.0)),
        ((2, 0), True, True, (0.5, 0.5, 0.0)),
        ((3, 3), False, False, (-0.5, 0.75, 0.75)),
        ((5, 0), False, False, (-0.25, 1.25, 0.0)),
    ],
)
def test_point_in_triangle(
    p: tuple[float, float], inside: bool, boundary: bool, weights: tuple[float, float, float]
) -> None:
    a, b, c = TRIANGLE
    found = point_in_triangle(p, a, b, c)
    assert (found.is_inside, found.on_boundary, found.weights) == (inside, boundary, weights)
    back = point_in_triangle(p, a, c, b)
    assert (back.is_inside, back.on_boundary) == (inside, boundary)
    assert back.weights == (weights[0], weights[2], weights[1])
    assert back.twice_area == -found.twice_area == -16.0


def test_weights_give_the_point_back() -> None:
    random = np.random.default_rng(1)
    for _ in range(200):
        p, a, b, c = random.uniform(-5, 5, (4, 2))
        found = point_in_triangle(p, a, b, c)
        wa, wb, wc = found.weights
        assert wa + wb + wc == pytest.approx(1.0)
        assert wa * a + wb * b + wc * c == pytest.approx(p, abs=1e-6)
        assert found.is_inside == shapely.Polygon((a, b, c)).covers(shapely.Point(p))


def test_point_in_triangle_refuses() -> None:
    with pytest.raises(ValueError, match="zero area: a, b and c lie on one line"):
        point_in_triangle((0, 0), (0, 0), (1, 1), (2, 2))
    with pytest.raises(ValueError, match="p must be finite"):
        point_in_triangle((float("nan"), 0), *TRIANGLE)
