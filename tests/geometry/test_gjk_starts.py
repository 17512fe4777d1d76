"""Where GJK may start: warm, from the pairs of an earlier run, or from a direction; and what it refuses."""

from __future__ import annotations

import math
from typing import Any

import pytest

from geometry import Pose, box, capsule, convex, gjk, regular_polygon
from geometry.minkowski.gjk import SimplexStarted, Termination
from tests.geometry import oracles
from tests.geometry.awkward import AWKWARD
from tests.geometry.strategies import random_pairs

SQUARE = box(2, 2)
FAMILIAR = [(pair.a, pair.b) for pair in random_pairs(seed=31, n=162)] + [(case.a, case.b) for case in AWKWARD]


def test_a_warm_start_from_the_answer_needs_one_look() -> None:
    for a, b in FAMILIAR:
        cold = gjk(a, b)
        warm = gjk(a, b, start=cold.simplex.pairs)
        if cold.termination is Termination.CONVERGED:
            assert warm.supports == 1
            assert warm.core_distance == pytest.approx(cold.core_distance, abs=oracles.tolerance(a, b))
        assert warm.termination is cold.termination


def test_a_triangle_that_holds_the_origin_needs_none() -> None:
    a, b = box(2, 2), box(1, 1, (0.3, 0.2), 0.4)
    cold = gjk(a, b)
    warm = gjk(a, b, start=cold.simplex.pairs)
    assert len(cold.simplex.vertices) == 3
    assert warm.supports == warm.dots == 0
    assert warm.termination is Termination.CONTAINS_ORIGIN


def test_a_warm_start_through_the_origin_begins_anew() -> None:
    """Vertex 0 of a square and of its twin: their difference is 0, in the middle of the difference."""
    trace = gjk.trace(SQUARE, SQUARE, start=[(0, 0)])
    starts = [step for step in trace if isinstance(step, SimplexStarted)]
    assert [step.is_warm for step in starts] == [True, False]
    assert trace.result.termination is Termination.CONTAINS_ORIGIN


def test_frame_to_frame_warm_starts_save_support_points() -> None:
    still, shape = regular_polygon(24, 1.0), regular_polygon(20, 1.0)
    cold = warm = 0
    pairs = None
    for k in range(100):
        moved = shape.at(Pose((2.5 + 0.01 * k, 0.02 * k), 0.02 * k))
        cold += gjk(still, moved).supports
        found = gjk(still, moved, start=pairs)
        warm, pairs = warm + found.supports, found.simplex.pairs
    assert warm < 0.7 * cold


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ([], "one to three pairs"),
        ([(0, 0)] * 4, "one to three pairs"),
        ([(4, 0)], r"A has 4 vertices and B has 2"),
        ([(0, -1)], r"pair \(0, -1\)"),
        ([(0.5, 0)], "whole numbers"),
        ([(0, 0, 0)], "whole numbers"),
        ("ab", "whole numbers"),
        (7, "whole numbers"),
        ([None], "whole numbers"),
    ],
)
def test_wrong_starts_are_refused(start: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gjk(SQUARE, capsule((3, 0), (4, 0), 1), start=start)


def test_wrong_arguments_are_refused() -> None:
    any_shape: Any = "square"
    for cap in (0, -1, 2.5, None, math.nan):
        with pytest.raises(ValueError, match="iteration cap"):
            gjk(SQUARE, SQUARE, cap=cap)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="direction"):
        gjk(SQUARE, SQUARE, direction=(0, 0))
    with pytest.raises(ValueError, match="direction"):
        gjk(SQUARE, SQUARE, direction=(math.nan, 0))
    with pytest.raises(ValueError, match="not from both"):
        gjk(SQUARE, SQUARE, start=[(0, 0)], direction=(1, 0))
    for pair in ((any_shape, SQUARE), (SQUARE, any_shape)):
        with pytest.raises(ValueError, match="gjk takes two Convex"):
            gjk(*pair)


def test_repeated_pairs_of_a_start_count_once() -> None:
    a, b = SQUARE, convex([(3, 0), (4, -1), (4, 1)])
    trace = gjk.trace(a, b, start=[(1, 0), (1, 0), (2, 0)])
    assert isinstance(trace.steps[0], SimplexStarted)
    assert trace.steps[0].simplex.pairs == ((1, 0), (2, 0))
    assert trace.result.separation == 2.0
