"""The questions whose answers can be judged, by the name of the function that a student writes."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.counterexample.pairs import CLOSEST_POINTS, DISTANCE, MTV, OVERLAP
from geometry.counterexample.statement import Arguments, Conventions, Parameter, Problem

__all__ = ["PROBLEMS", "Arguments", "Conventions", "Parameter", "Problem"]

PROBLEMS: Mapping[str, Problem] = {
    problem.name: problem
    for problem in (
        OVERLAP,
        MTV,
        DISTANCE,
        CLOSEST_POINTS,
    )
}
