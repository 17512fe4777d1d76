"""Bad input: every public maker and query, every kind of it. Always a ValueError, with a sentence that names the
argument, and the vertex as the caller counts it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import geometry
from geometry import (
    Convex,
    Pose,
    boundary,
    box,
    capsule,
    circle,
    convex,
    hull,
    point,
    project_on_axis,
    project_on_line,
    project_on_vector,
    push_apart,
    rectangle,
    regular_polygon,
    rounded,
    segment,
    support,
    support_ties,
)
from geometry.sat.projection import scalar_projection

SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2)]
SOLID = box(1, 1)
Maker = Callable[[Any], object]

# What is wrong with a value, whatever it is for.
NOT_NUMBERS: dict[str, Any] = {
    "text": "one",
    "rows of text": [["a", "b"], ["c", "d"], ["e", "f"]],
    "numbers as text": ["1", "2"],
    "None": None,
    "rows of None": [[None, None], [None, None]],
    "object": object(),
    "rows of objects": np.array([[1, 2], [3, object()], [5, 6]], dtype=object),
    "complex": np.array([[0, 0], [1, 0], [0, 1j]]),
    "booleans": np.array([[True, False], [False, True], [True, True]]),
    "ragged": [[0, 0], [1], [2, 3]],
    "set": {1, 2},
    "dict": {"x": 1, "y": 2},
    "bytes": b"12",
    "beyond any integer": [[0, 0], [10**400, 0], [0, 1]],
}

MAKES_VECTOR: dict[str, Maker] = {
    "point": point,
    "segment start": lambda v: segment(v, (9, 9)),
    "segment end": lambda v: segment((9, 9), v),
    "circle center": lambda v: circle(1, v),
    "capsule start": lambda v: capsule(v, (9, 9), 1),
    "capsule end": lambda v: capsule((9, 9), v, 1),
    "box center": lambda v: box(1, 1, v),
    "rectangle corner": lambda v: rectangle(v, (9, 9)),
    "rectangle opposite": lambda v: rectangle((9, 9), v),
    "regular_polygon center": lambda v: regular_polygon(3, 1, v),
    "Pose position": Pose,
    "Pose.moved": lambda v: Pose().moved(v),
    "Convex.moved": lambda v: SOLID.moved(v),
    "support": lambda v: support(SOLID, v),
    "support_ties": lambda v: support_ties(SOLID, v),
    "project_on_axis": lambda v: project_on_axis(SOLID, v),
    "project_on_line a": lambda v: project_on_line(v, (9, 9), (1, 1)),
    "project_on_line b": lambda v: project_on_line((9, 9), v, (1, 1)),
    "project_on_line c": lambda v: project_on_line((0, 0), (9, 9), v),
    "project_on_vector a": lambda v: project_on_vector(v, (1, 0)),
    "project_on_vector b": lambda v: project_on_vector((1, 0), v),
    "scalar_projection a": lambda v: scalar_projection(v, (1, 0)),
    "scalar_projection b": lambda v: scalar_projection((1, 0), v),
}
BAD_VECTORS: dict[str, Any] = NOT_NUMBERS | {
    "empty": [],
    "one number": 1.0,
    "three numbers": (1, 2, 3),
    "a row of a vector": [[1, 2]],
    "NaN": (0, math.nan),
    "infinite": (-math.inf, 0),
    "huge": (1e300, 0),
    "longer than a double": np.array((np.longdouble("1e4000"), 0)),
}

MAKES_OUTLINE: dict[str, Maker] = {
    "Convex": Convex,
    "convex": convex,
    "rounded": lambda outline: rounded(outline, 0.1),
    "hull": hull,
}
BAD_OUTLINES: dict[str, tuple[Any, str | None]] = {name: (value, None) for name, value in NOT_NUMBERS.items()} | {
    "empty": ([], "must not be empty"),
    "empty rows": (np.empty((0, 2)), "must not be empty"),
    "flat list": ([1, 2, 3, 4], r"must have shape \(n, 2\), not \(4,\)"),
    "three coordinates": (np.ones((4, 3)), r"must have shape \(n, 2\), not \(4, 3\)"),
    "three dimensions": (np.ones((2, 2, 2)), r"must have shape \(n, 2\)"),
    "a number": (3.0, r"must have shape \(n, 2\)"),
    "NaN": ([(0, 0), (2, 0), (2, math.nan)], "must be finite .* vertex 2 is"),
    "infinite": ([(0, 0), (math.inf, 0), (2, 2)], "must be finite .* vertex 1 is"),
    "huge": ([(0, 0), (2, 0), (2, 2), (0, 1e300)], r"within ±1e\+75, vertex 3 is"),
    "all equal": ([(1, 1)] * 4, "zero area|no area"),
    "collinear": ([(0, 0), (1, 1), (2, 2), (5, 5)], "zero area|no area"),
    "collinear and far off": (np.array([(0, 0), (1, 1), (2, 2.0)]) + 1e6, "zero area|no area"),
    "too small for double precision": (np.array(SQUARE) * 1e-100, "zero area|no area"),
    "too far for its size": (np.array(SQUARE) + 1e17, "zero area|no area"),
}
# What hull mends, and the strict constructor and convex do not.
BOW_TIE = [(0, 0), (2, 2), (2, 0), (0, 2)]
PENTAGRAM = [(math.cos(k * 0.8 * math.pi), math.sin(k * 0.8 * math.pi)) for k in range(5)]
ARROW = [(0, 0), (4, 0), (1, 1), (0, 4)]
BAD_SHAPES: dict[str, tuple[Any, str]] = {
    "bow-tie": (BOW_TIE, "crosses itself: edge 0 .* meets edge 2"),
    "lopsided bow-tie": ([(0, 0), (4, 4), (4, 0), (0, 1)], "crosses itself: edge 0 .* meets edge 2"),
    "pentagram": (PENTAGRAM, "crosses itself: edge 0 .* meets edge 2"),
    "pentagram, clockwise": (PENTAGRAM[::-1], "crosses itself: edge 0 .* meets edge 2"),
    "reflex": (ARROW, "vertex 2 is reflex"),
    "reflex, clockwise": (ARROW[::-1], "vertex 1 is reflex"),
    "reflex by little": ([(0, 0), (2, 0), (2, 2), (1, 2 - 1e-9), (0, 2)], "vertex 3 is reflex"),
    "square run through twice": (SQUARE * 2, "crosses itself"),
}


def refuses(run: Callable[[], object], match: str | None = None) -> str:
    with pytest.raises(ValueError, match=match) as caught:
        run()
    assert type(caught.value) is ValueError  # no subclass that a reader would have to know
    message = str(caught.value)
    assert len(message.split()) >= 4, message
    return message


@pytest.mark.parametrize("fault", BAD_VECTORS)
@pytest.mark.parametrize("maker", MAKES_VECTOR)
def test_vectors(maker: str, fault: str) -> None:
    message = refuses(lambda: MAKES_VECTOR[maker](BAD_VECTORS[fault]))
    assert any(word in message for word in ("must be", "must have", "must not")), message


@pytest.mark.parametrize("fault", BAD_OUTLINES)
@pytest.mark.parametrize("maker", MAKES_OUTLINE)
def test_outlines(maker: str, fault: str) -> None:
    value, match = BAD_OUTLINES[fault]
    refuses(lambda: MAKES_OUTLINE[maker](value), match)


@pytest.mark.parametrize("fault", BAD_SHAPES)
@pytest.mark.parametrize("maker", ["Convex", "convex", "rounded"])
def test_shapes_that_are_not_convex(maker: str, fault: str) -> None:
    value, match = BAD_SHAPES[fault]
    refuses(lambda: MAKES_OUTLINE[maker](value), match)
    assert len(hull(value).points) >= 3


@pytest.mark.parametrize("maker", ["convex", "rounded", "hull"])
@pytest.mark.parametrize("count", [1, 2])
def test_too_few_points(maker: str, count: int) -> None:
    refuses(lambda: MAKES_OUTLINE[maker](SQUARE[:count]), "at least 3 vertices, not|no area")


# Faults that the strict constructor alone refuses, with the vertex; `convex` mends all but the fold.
STRICT: dict[str, tuple[Any, str]] = {
    "clockwise": (SQUARE[::-1], "runs clockwise"),
    "repeated": ([(0, 0), (2, 0), (2, 0), (2, 2)], "vertex 2 repeats its neighbour"),
    "repeated at the wrap-around": ([*SQUARE, (0, 0)], "vertex 0 repeats its neighbour"),
    "collinear": ([(0, 0), (1, 0), (2, 0), (2, 2)], "vertex 1 is collinear"),
    "collinear at the wrap-around": ([(1, 0), (2, 0), (2, 2), (0, 0)], "vertex 0 is collinear"),
    "two equal ends": ([(1, 1), (1, 1)], "vertex 1 repeats vertex 0"),
}


@pytest.mark.parametrize("fault", STRICT)
def test_the_constructor_is_strict(fault: str) -> None:
    value, match = STRICT[fault]
    refuses(lambda: Convex(value), match)
    if len(value) > 2:
        assert len(convex(value).points) in (3, 4)


FOLDS: dict[str, tuple[Any, int]] = {
    "spike outward": ([(0, 0), (2, 0), (2, 2), (1, 2), (1, 5), (1, 2), (0, 2)], 4),
    "spike along an edge": ([(0, 0), (2, 0), (2, 2), (2, 3), (2, 2), (0, 2)], 3),
    "at the wrap-around": ([(-1, 0), (2, 0), (2, 2), (0, 2), (0, 0)], 0),
}


@pytest.mark.parametrize("fold", FOLDS)
def test_folds(fold: str) -> None:
    outline, vertex = FOLDS[fold]
    refuses(lambda: convex(outline), f"vertex {vertex} folds|vertex .* is reflex")
    refuses(lambda: Convex(outline), "vertex")


def test_faults_are_numbered_as_the_caller_does() -> None:
    """Vertices that are dropped, or turned round, do not shift the numbers."""
    repeated = [(0, 0), (2, 0), (4, 0), (4, 0), (4, 0), (1, 1), (0, 4)]
    refuses(lambda: convex(repeated), "vertex 5 is reflex")
    refuses(lambda: convex(repeated[::-1]), "vertex 1 is reflex")
    crossed = [(0, 0), (0, 0), (2, 2), (2, 1), (2, 0), (0, 2)]
    refuses(lambda: convex(crossed), "crosses itself: edge 1 .from vertex 1. meets edge 4")


NUMBERS: dict[str, tuple[Callable[[Any], object], str, bool]] = {  # takes it, its name, must be above 0
    "circle radius": (circle, "radius", True),
    "capsule radius": (lambda r: capsule((0, 0), (1, 0), r), "radius", True),
    "rounded radius": (lambda r: rounded(SOLID, r), "radius", True),
    "box width": (lambda x: box(x, 1), "width", True),
    "box height": (lambda x: box(1, x), "height", True),
    "regular_polygon circumradius": (lambda r: regular_polygon(3, r), "circumradius", True),
    "boundary deviation": (lambda d: boundary(circle(1), d), "deviation", True),
    "boundary deviation, sharp": (lambda d: boundary(SOLID, d), "deviation", True),
    "regular_polygon sides": (lambda n: regular_polygon(n, 1), "sides", True),
    "Convex radius": (lambda r: Convex(SQUARE, r), "radius", False),
    "convex radius": (lambda r: convex(SQUARE, r), "radius", False),
    "hull radius": (lambda r: hull(SQUARE, r), "radius", False),
    "push_apart slop": (lambda s: push_apart(SOLID, SOLID, slop=s), "slop", False),
    "box angle": (lambda angle: box(1, 1, angle=angle), "angle", False),
    "Pose angle": (lambda angle: Pose((0, 0), angle), "angle", False),
    "regular_polygon angle": (lambda angle: regular_polygon(3, 1, angle=angle), "angle", False),
}
BAD_NUMBERS: dict[str, Any] = {
    "text": "1",
    "None": None,
    "boolean": True,
    "complex": 1j,
    "object": object(),
    "array": [1.0, 2.0],
    "empty": [],
    "NaN": math.nan,
    "infinite": math.inf,
    "minus infinite": -math.inf,
    "huge": 1e300,
    "beyond a float": 10**400,
    "longer than a double": np.longdouble("1e4000"),
}


@pytest.mark.parametrize("fault", BAD_NUMBERS)
@pytest.mark.parametrize("taker", NUMBERS)
def test_numbers(taker: str, fault: str) -> None:
    take, name, _ = NUMBERS[taker]
    assert name in refuses(lambda: take(BAD_NUMBERS[fault]))


@pytest.mark.parametrize("value", [0, 0.0, -0.0, -1, -1e-300])
@pytest.mark.parametrize("taker", NUMBERS)
def test_sign(taker: str, value: float) -> None:
    take, name, above_zero = NUMBERS[taker]
    if above_zero or (value < 0.0 and name != "angle"):
        assert name in refuses(lambda: take(value))
    else:
        take(value)


@pytest.mark.parametrize("sides", [2, 2.999, 3.5, 1e9, 10**13, 1e75])
def test_sides(sides: float) -> None:
    """A number of sides too large for memory is refused too: its corners would be no corners."""
    refuses(lambda: regular_polygon(sides, 1), "sides must be a whole number|sides are a circle")  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [segment, lambda p, q: capsule(p, q, 1), rectangle])
def test_two_equal_places(make: Callable[..., object]) -> None:
    refuses(lambda: make((3, 4), (3, 4)), "repeats|corners lie on one line")


@pytest.mark.parametrize("place", [lambda s: s.moved((1e17, 0)), lambda s: s.at(Pose((0, -1e17), 0.3))])
@pytest.mark.parametrize("shape", [SOLID, segment((0, 0), (1, 1)), rounded(SOLID, 2)])
def test_moved_so_far_that_the_corners_merge(shape: Convex, place: Callable[[Convex], Convex]) -> None:
    refuses(lambda: place(shape), "too far from the origin for its size")
    assert place(circle(1)).radius == 1.0


def test_every_public_function_is_in_these_tables_or_has_tests_of_its_own() -> None:
    tables = " ".join([*MAKES_VECTOR, *MAKES_OUTLINE, *NUMBERS])
    others = (path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))
    tested = set(re.findall(r"\w+", tables + " ".join(path.read_text(encoding="utf-8") for path in others)))
    records = {name for name in geometry.__all__ if name[0].isupper()}  # answers, made by us
    assert [name for name in geometry.__all__ if name not in records | tested] == []
