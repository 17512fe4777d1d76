"""The calls that are measured: each algorithm on small shapes and on large ones, plain and traced.

Only names that the first edition has too, so that the same file measures it (see `test_plain_calls`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import geometry
from geometry import Convex, Ray, Steppable, convex, regular_polygon, rounded

Ask = Callable[[], object]
Case = tuple[str, str, str]  # algorithm, shapes, "plain" or "traced"

# No two edges are parallel: every axis is tested. (Of a regular hexagon's six axes three are twins.)
IRREGULAR = ((1.0, 0.1), (0.45, 0.95), (-0.5, 0.8), (-1.05, -0.15), (-0.4, -0.9), (0.6, -0.85))

_OVERLAP, _APART = 1.5, 2.6  # from centre to centre


def _pairs() -> dict[str, tuple[Convex, Convex]]:
    pairs = {}
    for name, one in (
        ("regular hexagons", regular_polygon(6, 1.0)),
        ("irregular hexagons", convex(IRREGULAR)),
        ("rounded hexagons", rounded(convex(IRREGULAR), 0.2)),
        ("dozen vertices", regular_polygon(12, 1.0)),
        ("dozen vertices, rounded", rounded(regular_polygon(12, 1.0), 0.2)),
        ("1000 vertices", regular_polygon(1000, 1.0)),
        ("1000 vertices, rounded", rounded(regular_polygon(1000, 1.0), 0.2)),
    ):
        for how, gap in (("overlapping", _OVERLAP), ("apart", _APART + 2.0 * one.radius)):
            pairs[f"{name}, {how}"] = (
                one.at(geometry.Pose((0.0, 0.0), 0.1)),
                one.at(geometry.Pose((gap, 0.3), 0.47)),
            )
    return pairs


def plain_cases() -> dict[Case, Ask]:
    """Every call, by what it is."""
    cases: dict[Case, Ask] = {}
    for shapes, pair in _pairs().items():
        for algorithm in (geometry.separating_axis, geometry.gjk, geometry.manifold):
            if algorithm is geometry.separating_axis and shapes.startswith("1000") and "overlapping" in shapes:
                continue  # every axis against every other: seconds
            _both(cases, algorithm, shapes, pair)
        if "apart" in shapes:
            ray = Ray((-4.0, 0.2), (8.0, 0.3))
            _both(cases, geometry.ray_cast, shapes.removesuffix(", apart"), (pair[0], ray))
    return cases


def _both(
    cases: dict[Case, Ask], algorithm: Steppable[..., Any, Any], shapes: str, given: tuple[object, ...]
) -> None:
    name = algorithm.__name__
    cases[name, shapes, "plain"] = lambda: algorithm(*given)
    cases[name, shapes, "traced"] = lambda: algorithm.trace(*given)
