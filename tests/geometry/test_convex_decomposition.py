"""Hertel-Mehlhorn: the storyboards' counts, the bound, and that no diagonal is left that could go."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import Polygon, convex_decomposition, ear_clipping, regular_polygon
from geometry.concave.convex_decomposition import Decomposition, DiagonalTried, TrianglesTaken
from tests.geometry.outlines import (
    CAVE_WALL,
    COMB,
    INNER_SQUARE,
    L_SHAPE,
    PLUS,
    SQUARE,
    STAR,
    U_SHAPE,
    fractions,
    random_rings,
)


def crosses(polygon: Polygon, ring: tuple[int, ...]) -> list[float]:
    """Exact, at every vertex of a ring."""
    p = fractions(polygon.points[list(ring)])
    found = []
    for i in range(len(p)):
        (ax, ay), (bx, by), (cx, cy) = p[i - 1], p[i], p[(i + 1) % len(p)]
        found.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return [float(np.sign(value)) for value in found]


def check(polygon: Polygon, found: Decomposition) -> None:
    assert len(found.pieces) == len(found.kept) + 1 - found.holes
    assert len(found.pieces) <= found.most or found.reflex == 0
    assert len(found.pieces) >= found.least
    edges = {(ring[i - 1], ring[i]): k for k, ring in enumerate(found.pieces) for i in range(len(ring))}
    assert len(edges) == sum(map(len, found.pieces))
    assert set(found.kept) == {(i, j) for i, j in edges if (j, i) in edges and i < j}
    for ring in found.pieces:
        assert min(crosses(polygon, ring)) >= 0.0
    for i, j in found.kept:  # joined there, a piece would be reflex
        one, other = found.pieces[edges[i, j]], found.pieces[edges[j, i]]
        k, m = one.index(j), other.index(i)
        joined = (*one[k:], *one[:k])[:-1] + (*other[m:], *other[:m])[:-1]
        assert min(crosses(polygon, joined)) < 0.0


@pytest.mark.parametrize(
    ("outline", "pieces"),
    [(L_SHAPE, 2), (U_SHAPE, 3), (PLUS, 4), (STAR.tolist(), 5), (COMB, 8), (CAVE_WALL, 8), (SQUARE, 1)],
)
def test_counts(outline: list[tuple[float, float]], pieces: int) -> None:
    polygon = Polygon(outline)
    found = convex_decomposition(polygon)
    check(polygon, found)
    assert len(found.pieces) == pieces


def test_the_order_of_the_triangles_matters() -> None:
    polygon = Polygon(CAVE_WALL)
    assert len(convex_decomposition(polygon, ear_clipping(polygon, first=2)).pieces) == 7


def test_holes() -> None:
    polygon = Polygon(SQUARE, [INNER_SQUARE])
    found = convex_decomposition(polygon)
    check(polygon, found)
    assert len(found.pieces) == 4
    assert found.most == 8


@pytest.mark.parametrize(
    ("outline", "tried"),
    [
        (L_SHAPE, [((0, 2), 3, 2, True), ((0, 3), 9, -4, False), ((3, 5), 2, 3, True)]),
        (
            U_SHAPE,
            [((1, 3), 3, 2, True), ((1, 4), 12, -6, False), ((0, 4), 4, 2, True), ((0, 5), 12, -4, False),
             ((5, 7), 2, 3, True)],
        ),
    ],
)  # fmt: skip
def test_diagonal_by_diagonal(outline: list[tuple[float, float]], tried: list[object]) -> None:
    trace = convex_decomposition.trace(Polygon(outline))
    steps = [step for step in trace if isinstance(step, DiagonalTried)]
    assert [(s.diagonal, s.cross_first, s.cross_second, s.removed) for s in steps] == tried
    first = trace[0]
    assert isinstance(first, TrianglesTaken)
    assert first.diagonals == tuple(s.diagonal for s in steps)
    assert [s.pieces for s in steps] == list(np.cumsum([first.pieces, *(-int(s.removed) for s in steps)])[1:])
    assert steps[0].joined in ((2, 3, 0, 1), (3, 4, 1, 2))
    assert steps[0].corner_first[1] == steps[0].diagonal[0]


def test_random_outlines() -> None:
    random = np.random.default_rng(77)
    done = 0
    while done < 120:
        _, (outline, holes) = random_rings(random, int(random.integers(3, 60)), offset=100.0)
        if Polygon.fault(outline, holes) is None:
            polygon = Polygon(outline, holes)
            check(polygon, convex_decomposition(polygon))
            done += 1


def test_a_convex_outline_is_one_piece_however_it_is_cut() -> None:
    polygon = Polygon(regular_polygon(30, 1.0).points)
    for first in range(0, 30, 7):
        assert len(convex_decomposition(polygon, ear_clipping(polygon, first=first)).pieces) == 1


def test_straight_vertices_may_stay_straight() -> None:
    run = Polygon([(0, 0), (1, 0), (4, 0), (4, 2), (4, 4), (0, 4)])
    found = convex_decomposition(run)
    assert len(found.pieces) == 1
    assert len(run.pieces[0].points) == 4


def test_refusals() -> None:
    with pytest.raises(ValueError, match="convex_decomposition takes a Polygon, not a"):
        convex_decomposition(SQUARE)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the triangulation is not one of this polygon"):
        convex_decomposition(Polygon(SQUARE), ear_clipping(Polygon(L_SHAPE)))
