"""The mergings with a slip, where each of them shows, and what lies beside a diagonal."""

from __future__ import annotations

import pytest

from geometry import Polygon, convex_decomposition
from geometry.concave.convex_decomposition import DiagonalTried, TrianglesTaken, join
from geometry.faulty.convex_pieces import FaultyPieces, Slip, pieces_with
from tests.geometry.outlines import CAVE_WALL, COMB, INNER_SQUARE, L_SHAPE, PLUS, SQUARE, STAR, U_SHAPE

FAN = [(4, 1), (-1, 2), (-3, 0.5), (0, -2.5), (2, -1.5), (1, -0.5)]
OUTLINES = [CAVE_WALL, COMB, L_SHAPE, PLUS, SQUARE, STAR.tolist(), U_SHAPE, FAN]


def faulty(slip: Slip, outline: list[tuple[float, float]]) -> FaultyPieces:
    polygon = Polygon(outline)
    taken = convex_decomposition.trace(polygon)[0]
    assert isinstance(taken, TrianglesTaken)
    return pieces_with(slip, polygon, taken)


@pytest.mark.parametrize("outline", OUTLINES)
def test_without_a_slip_it_is_the_right_one(outline: list[tuple[float, float]]) -> None:
    found, trace = faulty(Slip.NONE, outline), convex_decomposition.trace(Polygon(outline))
    tried = [step for step in trace if isinstance(step, DiagonalTried)]
    assert list(found.removed) == [step.removed for step in tried]
    assert [len(pieces) for pieces in found.after[1:]] == [step.pieces for step in tried]
    assert {frozenset(piece) for piece in found.after[-1]} == {frozenset(piece) for piece in trace.result.pieces}
    assert not any(found.reflex)


@pytest.mark.parametrize("outline", OUTLINES)
def test_what_lies_beside_a_diagonal_is_what_the_trace_says(outline: list[tuple[float, float]]) -> None:
    found, trace = faulty(Slip.NONE, outline), convex_decomposition.trace(Polygon(outline))
    tried = [step for step in trace if isinstance(step, DiagonalTried)]
    for pieces, step in zip(found.after, tried, strict=False):
        two = join(pieces, step.diagonal)
        assert (two.corner_first, two.corner_second) == (step.corner_first, step.corner_second)
        start = two.joined.index(step.joined[0])
        assert two.joined[start:] + two.joined[:start] == step.joined
        assert set(two.sides[0]) | set(two.sides[1]) == set(step.joined)


@pytest.mark.parametrize(
    ("slip", "outline", "pieces", "reflex"),
    [
        (Slip.ONE_END, L_SHAPE, 2, {3}),
        (Slip.ONE_END, U_SHAPE, 2, {4, 5}),
        (Slip.ONE_END, PLUS, 4, set()),  # every corner that forbids is the lower one
        (Slip.TRIANGLES, FAN, 1, {5}),
        (Slip.TRIANGLES, L_SHAPE, 2, set()),
        (Slip.STRICT, PLUS, 6, set()),
        (Slip.STRICT, COMB, 12, set()),
        (Slip.STRICT, STAR.tolist(), 5, set()),
    ],
)
def test_what_a_slip_costs(slip: Slip, outline: list[tuple[float, float]], pieces: int, reflex: set[int]) -> None:
    found = faulty(slip, outline)
    assert len(found.after[-1]) == pieces
    assert {v for each in found.reflex for v in each} == reflex


def test_refusals() -> None:
    with pytest.raises(ValueError, match="no piece lies on the left of the edge from vertex 0 to vertex 2"):
        join([(0, 1, 3)], (0, 2))
    polygon = Polygon(SQUARE, [INNER_SQUARE])
    taken = convex_decomposition.trace(polygon)[0]
    assert isinstance(taken, TrianglesTaken)
    with pytest.raises(ValueError, match="no holes"):
        pieces_with(Slip.ONE_END, polygon, taken)
