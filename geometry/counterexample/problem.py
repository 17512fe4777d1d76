"""The questions whose answers can be judged, by the name of the function that a student writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from geometry.counterexample.areas import POINT_IN_POLYGON, TRIANGULATE
from geometry.counterexample.casts import CIRCLE_CAST, RAY_CAST
from geometry.counterexample.circles import CIRCLE_PAIRS
from geometry.counterexample.manifolds import MANIFOLD
from geometry.counterexample.moving import SWEPT_CIRCLE, TIME_OF_IMPACT
from geometry.counterexample.pairs import CLOSEST_POINTS, DISTANCE, MTV, OVERLAP
from geometry.counterexample.statement import Arguments, Conventions, Parameter, Problem
from geometry.counterexample.turning import TIME_OF_IMPACT_TURNING
from geometry.counterexample.vertices import MINKOWSKI_DIFFERENCE, SUPPORT

__all__ = ["PROBLEMS", "Arguments", "Conventions", "Parameter", "Problem", "called", "signatures"]

PROBLEMS: Mapping[str, Problem] = {
    problem.name: problem
    for problem in (
        OVERLAP,
        MTV,
        DISTANCE,
        CLOSEST_POINTS,
        *CIRCLE_PAIRS.values(),
        SUPPORT,
        MINKOWSKI_DIFFERENCE,
        MANIFOLD,
        RAY_CAST,
        CIRCLE_CAST,
        SWEPT_CIRCLE,
        TIME_OF_IMPACT,
        TIME_OF_IMPACT_TURNING,
        TRIANGULATE,
        POINT_IN_POLYGON,
    )
}


def signatures(problems: Iterable[Problem]) -> dict[str, tuple[int, ...]]:
    """The functions by name, each with the numbers of arguments that it can be asked with, the usual one first."""
    found: dict[str, tuple[int, ...]] = {}
    for each in problems:
        found[each.function] = (*found.get(each.function, ()), len(each.parameters))
    return found


def called(problems: Iterable[Problem], function: str, count: int) -> Problem:
    """What a function of so many parameters is asked; the usual question, where none has so many."""
    named = [each for each in problems if each.function == function]
    return next((each for each in named if len(each.parameters) == count), named[0])
