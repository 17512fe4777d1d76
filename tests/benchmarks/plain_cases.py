"""The calls that are measured: each algorithm on small shapes and on large ones, plain and traced.

Only names that the first edition has too, so that the same file measures it (see `test_plain_calls`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from geometry import (
    Convex,
    Pose,
    Ray,
    Steppable,
    convex,
    gjk,
    manifold,
    ray_cast,
    regular_polygon,
    rounded,
    separating_axis,
)
from tests.benchmarks.plain_rest import rest

Ask = Callable[[], object]
Case = tuple[str, str, str]  # algorithm, shapes, "plain" or "traced"

# No two edges are parallel: every axis is tested. (Of a regular hexagon's six axes three are twins.)
IRREGULAR = ((1.0, 0.1), (0.45, 0.95), (-0.5, 0.8), (-1.05, -0.15), (-0.4, -0.9), (0.6, -0.85))

_OVERLAP, _APART = 1.5, 2.6  # from centre to centre
_DIRECTIONS = 8  # of B from A: which edge shows a gap, and how soon, depends on it


def _pairs() -> dict[str, list[tuple[Convex, Convex]]]:
    """Two alike, B in every direction from A."""
    pairs = {}
    for name, one, directions in (
        ("regular hexagons", regular_polygon(6, 1.0), _DIRECTIONS),
        ("irregular hexagons", convex(IRREGULAR), _DIRECTIONS),
        ("rounded hexagons", rounded(convex(IRREGULAR), 0.2), _DIRECTIONS),
        ("dozen vertices", regular_polygon(12, 1.0), _DIRECTIONS),
        ("dozen vertices, rounded", rounded(regular_polygon(12, 1.0), 0.2), _DIRECTIONS),
        ("1000 vertices", regular_polygon(1000, 1.0), 1),
        ("1000 vertices, rounded", rounded(regular_polygon(1000, 1.0), 0.2), 1),
    ):
        for how, gap in (("overlapping", _OVERLAP), ("apart", _APART + 2.0 * one.radius)):
            angles = [0.1 + math.tau * i / directions for i in range(directions)]
            pairs[f"{name}, {how}"] = [
                (one.at(Pose((0.0, 0.0), 0.1)), one.at(Pose((gap * math.cos(t), gap * math.sin(t)), 0.47)))
                for t in angles
            ]
    return pairs


def plain_cases() -> dict[Case, Ask]:
    """Every call, by what it is: a round is all pairs of the case."""
    cases: dict[Case, Ask] = {}
    every = _pairs()
    for routine, shapes, given in rest(every):
        _both(cases, routine, shapes, given)
    for shapes, pairs in every.items():
        for algorithm in (separating_axis, gjk, manifold):
            if algorithm is separating_axis and shapes.startswith("1000") and "overlapping" in shapes:
                continue  # every axis against every other: seconds
            _both(cases, algorithm, shapes, list(pairs))
        if "apart" in shapes:
            rays = [(a, Ray(b.centroid, 1.2 * (a.centroid - b.centroid))) for a, b in pairs]
            _both(cases, ray_cast, shapes.removesuffix(", apart"), list(rays))
    return cases


def _both(cases: dict[Case, Ask], algorithm: Callable[..., object], shapes: str, given: list[Any]) -> None:
    """Plain, and traced where the routine can be."""

    def plain() -> None:
        for each in given:
            algorithm(*each)

    cases[algorithm.__name__, shapes, "plain"] = plain
    if isinstance(algorithm, Steppable):
        trace = algorithm.trace

        def traced() -> None:
            for each in given:
                trace(*each)

        cases[algorithm.__name__, shapes, "traced"] = traced
