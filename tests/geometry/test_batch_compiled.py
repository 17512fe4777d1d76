"""The compiled search for separating axes: it answers what the rows of numpy answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from geometry import Separations, Shapes, box, circle, separations
from geometry.batch import compiled
from geometry.batch.separation import (
    EDGE_OF_A,
    EDGE_OF_B,
    NO_EDGE,
    compiled_separate,
    separations_by_kernel,
    separations_by_numpy,
)
from tests.geometry.test_batch import CROWDS, packed, random_crowd

needs_numba = pytest.mark.skipif(not compiled.IS_COMPILED, reason="numba, the extra `fast`, is not installed")


def same(found: Separations, known: Separations) -> None:
    for name in ("owner", "edge", "tolerance"):
        assert (getattr(found, name) == getattr(known, name)).all(), name
    slack = 4.0 * known.tolerance
    assert (np.abs(found.separation - known.separation) <= slack).all()
    for name in ("normal_x", "normal_y"):
        assert np.abs(getattr(found, name) - getattr(known, name)).max(initial=0.0) <= 1e-12


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The loops as Python runs them, compiled or not."""
    for name in ("_try_edges", "_feet_within", "_nearest", "_along"):
        monkeypatch.setattr(compiled, name, body(getattr(compiled, name)))
    return body(compiled.separate)  # type: ignore[no-any-return]


def body(function: Any) -> Any:
    return getattr(function, "py_func", function)


@pytest.mark.parametrize("crowd", CROWDS)
def test_the_loops_answer_what_numpy_answers(crowd: str, plain: Callable[..., None]) -> None:
    a, b = packed(CROWDS[crowd]()[:250])
    with np.errstate(all="raise", under="ignore"):
        found = separations_by_kernel(plain, a, b)
    same(found, separations_by_numpy(a, b))


def test_the_crowd_has_all_answers() -> None:
    found = separations_by_numpy(*packed(random_crowd(1)[:250]))
    assert {EDGE_OF_A, EDGE_OF_B, NO_EDGE} == set(found.owner.tolist())


@needs_numba
@pytest.mark.parametrize("crowd", CROWDS)
def test_compiled_they_answer_the_same(crowd: str) -> None:
    a, b = packed(CROWDS[crowd]())
    same(separations(a, b), separations_by_numpy(a, b))


@needs_numba
def test_parts_and_blocks_are_taken_as_they_come() -> None:
    """Rows that do not lie side by side, and numbers of pairs about the size of a block."""
    a, b = packed(random_crowd(2, 300))
    for start, stop in (
        (0, 0),
        (5, 6),
        (3, 3 + compiled.BLOCK - 1),
        (3, 3 + compiled.BLOCK),
        (0, 2 * compiled.BLOCK + 1),
    ):
        run = slice(start, stop)
        same(separations(a.part(run), b.part(run)), separations_by_numpy(a.part(run), b.part(run)))
    assert compiled_separate() is compiled.separate


@pytest.mark.skipif(compiled.IS_COMPILED, reason="numba is installed")
def test_without_numba_numpy_answers() -> None:
    assert compiled_separate() is None
    one = Shapes.of([box(1, 1), circle(1)])
    same(separations(one, one), separations_by_numpy(one, one))
