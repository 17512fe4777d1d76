"""The table of pair routines, how it grows, and what the routines refuse."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from geometry import Aabb, Convex, Pose, box, capsule, circle, convex, point, regular_polygon, rounded, segment
from geometry.primitives.aabb import aabb_around, aabb_joined, aabb_overlap, aabb_pair
from geometry.primitives.box_box import box_box
from geometry.primitives.circle_aabb import circle_aabb
from geometry.primitives.circle_circle import circle_circle
from geometry.primitives.circle_obb import circle_obb
from geometry.primitives.convex_convex import convex_convex
from geometry.primitives.dispatch import (
    PAIR_ROUTINES,
    KindsFound,
    RoutineChosen,
    TurnedRound,
    body_pairs,
    collide,
    pair_functions_needed,
)
from geometry.primitives.kinds import ShapeKind, shape_kind
from tests.geometry.test_refusals import BAD_NUMBERS, refuses

TRAPEZIUM = convex([(0, 0), (3, 0), (2, 1), (1, 1)])
PARALLELOGRAM = convex([(0, 0), (2, 0), (3, 1), (1, 1)])
KITE = convex([(0, -2), (1, 0), (0, 1), (-1, 0)])
KINDS = {
    ShapeKind.CIRCLE: (circle(1), point((1, 2))),
    ShapeKind.BOX: (
        box(1, 2),
        box(1, 1e-6, (1e6, -1e6), 0.3),
        box(1e-6, 1e-6, (3, 4), 1.0),
        box(1e6, 1e6, (1, 2), 0.1),
        regular_polygon(4, 1),
        box(3, 1).at(Pose((1e6, 1e6), 1.0)).moved((-3e5, 12.3)).moved((1, 1)),
    ),
    ShapeKind.GENERAL: (
        capsule((0, 0), (1, 0), 1), segment((0, 0), (1, 0)), TRAPEZIUM, PARALLELOGRAM, KITE, rounded(box(1, 1), 0.1),
        regular_polygon(3, 1), regular_polygon(5, 1), convex([(0, 0), (2, 0), (2, 1 + 1e-9), (0, 1)]),
    ),
}  # fmt: skip
SHAPES = [(kind, shape) for kind, of_kind in KINDS.items() for shape in of_kind]


@pytest.mark.parametrize(("kind", "shape"), SHAPES)
def test_kinds(kind: ShapeKind, shape: Convex) -> None:
    assert shape_kind(shape) is kind


def test_every_pair_of_kinds_has_one_row() -> None:
    assert len(PAIR_ROUTINES) == pair_functions_needed(len(ShapeKind)) == 6
    for first, second in combinations_with_replacement(ShapeKind, 2):
        assert ((first, second) in PAIR_ROUTINES) + ((second, first) in PAIR_ROUTINES) == 1 + (first is second)


@pytest.mark.parametrize(("first", "second"), list(product(ShapeKind, repeat=2)))
def test_the_routine_for_a_pair(first: ShapeKind, second: ShapeKind) -> None:
    expected = {
        frozenset({ShapeKind.CIRCLE}): "circle_circle",
        frozenset({ShapeKind.CIRCLE, ShapeKind.BOX}): "circle_obb",
        frozenset({ShapeKind.BOX}): "box_box",
    }.get(frozenset({first, second}), "convex_convex")
    a, b = KINDS[first][0], KINDS[second][0].moved((0.3, 0.2))
    trace = collide.trace(a, b)
    kinds, chosen = trace.steps[:2]
    assert isinstance(kinds, KindsFound)
    assert (kinds.kind_a, kinds.kind_b) == (first, second)
    assert isinstance(chosen, RoutineChosen)
    assert chosen.routine == expected
    assert chosen.swapped == ((first, second) not in PAIR_ROUTINES)
    turned = [step for step in trace if isinstance(step, TurnedRound)]
    assert len(turned) == chosen.swapped
    for step in turned:
        assert step.turned.normal.tolist() == (0.0 - step.answered.normal).tolist()
        assert step.turned.point_xy is step.answered.point_xy
    assert expected in {line.function for lines in trace.lines for line in lines}  # its own source is shown
    if first is not second:  # one routine answered both
        back = collide(b, a)
        assert back.separation == trace.result.separation
        assert back.normal.tolist() == (0.0 - trace.result.normal).tolist()
        assert back.point.tolist() == trace.result.point.tolist()


@pytest.mark.parametrize("n", [*range(12), np.int64(7)])
def test_counts(n: int) -> None:
    assert pair_functions_needed(n) == len(list(combinations_with_replacement(range(n), 2)))
    assert body_pairs(n) == len(list(combinations(range(n), 2)))
    assert isinstance(body_pairs(n), int)


def test_counts_that_are_large() -> None:
    assert body_pairs(1000) == 499_500
    assert body_pairs(10**12) == (10**24 - 10**12) // 2
    assert pair_functions_needed(3_000_000_001) == 3_000_000_001 * 1_500_000_001


@pytest.mark.parametrize("count", [pair_functions_needed, body_pairs])
@pytest.mark.parametrize("value", [-1, -3.0, 0.5, 2.0000001, *BAD_NUMBERS.values()])
def test_counts_refuse(count: Callable[[Any], int], value: Any) -> None:
    refuses(lambda: count(value))


AROUND = box(1, 1).bounds()
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "circle_circle, A": (lambda: circle_circle(box(1, 1), circle(1)),
                         "circle_circle takes two circles; A has 4 vertices"),
    "circle_circle, B": (lambda: circle_circle(circle(1), segment((0, 0), (1, 0))),
                         "circle_circle takes two circles; B has 2 vertices"),
    "circle_circle, number": (lambda: circle_circle(circle(1), 3),  # type: ignore[arg-type]
                              "circle_circle takes two circles; B is no Convex but of type int"),
    "circle_aabb, shape": (lambda: circle_aabb(box(1, 1), circle(1)),  # type: ignore[arg-type]
                           "circle_aabb takes an Aabb and a circle; the box is no Aabb but of type Convex"),
    "circle_aabb, polygon": (lambda: circle_aabb(AROUND, regular_polygon(5, 1)),
                             "circle_aabb takes an Aabb and a circle; the circle has 5 vertices"),
    "Aabb, backward": (lambda: Aabb((1, 0), (0, 1)), "a box must have low <= high on both axes"),
    "Aabb, NaN": (lambda: Aabb((0, math.nan), (0, 1)), "low must be finite"),
    "Aabb, infinite": (lambda: Aabb((0, 0), (math.inf, 1)), "high must be finite"),
    "Aabb, three numbers": (lambda: Aabb((0, 0, 0), (1, 1, 1)), "low must have shape"),
    "Aabb, text": (lambda: Aabb((0, 0), ("a", "b")), "high must be numbers"),
    "circle_obb, trapezium": (lambda: circle_obb(TRAPEZIUM, circle(1)),
                              "circle_obb takes a box and a circle; the box has 4 vertices that make no rectangle"),
    "circle_obb, rounded": (lambda: circle_obb(rounded(box(1, 1), 0.5), circle(1)),
                            "the box is rounded, with 4 vertices and a radius of 0.5"),
    "circle_obb, swapped": (lambda: circle_obb(circle(1), box(1, 1)),
                            "circle_obb takes a box and a circle; the box is a circle"),
    "circle_obb, box": (lambda: circle_obb(box(1, 1), box(1, 1)), "the circle has 4 vertices"),
    "box_box, A": (lambda: box_box(circle(1), box(1, 1)), "box_box takes two boxes; A is a circle"),
    "box_box, B": (lambda: box_box(box(1, 1), PARALLELOGRAM),
                   "box_box takes two boxes; B has 4 vertices that make no rectangle"),
    "collide, A": (lambda: collide(None, circle(1)),  # type: ignore[arg-type]
                   "collide takes two Convex; A is no Convex but of type NoneType"),
    "collide, B": (lambda: collide(circle(1), [(0, 0)]),  # type: ignore[arg-type]
                   "collide takes two Convex; B is no Convex but of type list"),
    "convex_convex": (lambda: convex_convex(circle(1), AROUND),  # type: ignore[arg-type]
                      "convex_convex takes two Convex; B is no Convex but of type Aabb"),
    "aabb_around": (lambda: aabb_around(AROUND),  # type: ignore[arg-type]
                    "aabb_around takes a Convex; the shape is no Convex but of type Aabb"),
    "aabb_joined": (lambda: aabb_joined(AROUND, box(1, 1)),  # type: ignore[arg-type]
                    "aabb_joined takes two Aabb; B is no Aabb but of type Convex"),
    "aabb_overlap": (lambda: aabb_overlap("box", AROUND),  # type: ignore[arg-type]
                     "aabb_overlap takes two Aabb; A is no Aabb but of type str"),
    "aabb_pair": (lambda: aabb_pair(circle(1), AROUND),  # type: ignore[arg-type]
                  "aabb_pair takes two Convex; B is no Convex but of type Aabb"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_the_wrong_kind_of_shape(case: str) -> None:
    run, sentence = REFUSED[case]
    assert sentence in refuses(run)


@pytest.mark.parametrize("routine", [circle_circle, circle_obb, box_box, circle_aabb, convex_convex, collide])
def test_every_field_of_every_step_says_what_it_is(routine: Any) -> None:
    """The app shows the comment beside a field as its help."""
    module = inspect.getmodule(routine.steps)
    assert module is not None
    for name, record in inspect.getmembers(module, inspect.isclass):
        if record.__module__ == module.__name__ and hasattr(record, "__dataclass_fields__"):
            lines = inspect.getsource(record).splitlines()
            for field in record.__dataclass_fields__:
                assert any(line.startswith(f"    {field}: ") and "  # " in line for line in lines), f"{name}.{field}"
