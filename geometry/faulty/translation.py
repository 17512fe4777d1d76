"""Faulty ways to choose a minimum translation; what is wrong with each is said where it is defined.

Source: SAT explained.
"""

from __future__ import annotations

import numpy as np

from geometry.outcome import Outcome
from geometry.sat.minimum_translation import minimum_translation
from geometry.sat.separating_axis import AxisTested, cast_on, edge_axes, separating_axis
from geometry.shape import Convex
from geometry.vector import Vector, dot, length, readonly


def translation_without_verdict(a: Convex, b: Convex) -> Vector:
    """The smallest |separation| of any axis, taken for an overlap without asking whether there is a gap.

    Shapes that overlap get their minimum translation. Apart, B is pulled towards A across the narrowest gap, or
    across an overlap that means nothing.
    """
    tests = separating_axis(a, b, early_out=False).tests
    least = min(tests, key=lambda tested: abs(tested.separation))
    return readonly(-least.separation * least.normal)


def translation_turned_twice(a: Convex, b: Convex) -> Vector | None:
    """The minimum translation, its direction turned once by the sign of the overlap and once more by hand.

    Right where the axis points from A to B as it is offered; where it has to be turned, B is moved deeper into A.
    None when the shapes are separated.
    """
    answer = minimum_translation(a, b)
    if answer.translation is None:
        return None
    return readonly(-answer.translation) if answer.found.best.is_turned else answer.translation


def best_by_raw_normals(a: Convex, b: Convex) -> AxisTested | None:
    """The axis whose overlap *times the length of its edge* is least: what raw normals choose.

    Long edges look deep, so a short one may win although its overlap is greater. None when the shapes are separated
    or have no edges.
    """
    if separating_axis(a, b).best.is_gap:
        return None
    lengths = [length(end - start) for shape in (a, b) for start, end in shape.edges]
    tests = [cast_on(a, b, axis) for axis in edge_axes(a, b)]
    scaled = [-tested.separation * size for tested, size in zip(tests, lengths, strict=True)]
    return tests[int(np.argmin(scaled))] if tests else None


def translation_by_centres(a: Convex, b: Convex) -> Vector | None:
    """A faulty routine, kept to be shown: the least |overlap| turned to point from centre to centre.

    The overlap is the same, but the centres may lie the other way round from the shorter way out; B is then
    moved deeper, and the shapes still overlap. None when the shapes are separated.
    """
    found = separating_axis(a, b)
    if found.outcome is Outcome.SEPARATED:
        return None
    side = -1.0 if dot(b.centroid - a.centroid, found.normal) < 0.0 else 1.0
    return readonly(-found.separation * side * found.normal)


def translation_by_raw_normals(a: Convex, b: Convex) -> Vector | None:
    """Out along the axis that raw normals choose; None when they choose none."""
    chosen = best_by_raw_normals(a, b)
    return None if chosen is None else readonly(-chosen.separation * chosen.normal)


def translation_by_shared_part(a: Convex, b: Convex) -> Vector | None:
    """The piece that two projections share, taken for the way out: too short where one lies inside the other.

    None when the shapes are separated.
    """
    found = separating_axis(a, b)
    if found.outcome is Outcome.SEPARATED:
        return None

    def shared(tested: AxisTested) -> float:
        on_a, on_b = tested.projection_a, tested.projection_b
        return max(0.0, min(on_a.high, on_b.high) - max(on_a.low, on_b.low))

    least = min(found.tests, key=shared)
    return readonly(shared(least) * least.normal)
