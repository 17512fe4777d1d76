"""What the table of routines has by now, while its clock runs, and what it counts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, Vector
from geometry.minkowski.epa import FaceTested, PolytopeStarted
from geometry.minkowski.gjk import SimplexStarted, SupportTaken
from geometry.primitives.kind_table import KINDS, BodiesPaired, Kind, KindAdded, kind_of
from viz.lesson.lesson import Moment

Number = TypeVar("Number", float, NDArray[np.float64])
BEGUN = 3  # kinds at the first step of a table that is counted
SHORT = {Kind.ROUNDED: "rounded"}  # names that fit a column


def name_of(kind: Kind) -> str:
    return SHORT.get(kind, kind.value)


def asks_growth(moment: Moment[Any]) -> bool:
    """Whether the routines of a full table are asked for: at the first rows of the scene whose table is counted."""
    if moment.compare or not isinstance(moment.step, KindAdded) or moment.step.kinds != BEGUN:
        return False
    return bool(moment.scene.kinds > BEGUN + 1 and moment.scene.is_counted)


def first_added(moment: Moment[Any]) -> int:
    """The first of the rows that a step adds: where the table comes with its kinds, all rows after the first ones
    come in one step, else only the last."""
    k: int = moment.step.kinds
    return min(k, BEGUN + 1) if moment.scene.is_counted else k


def grown(moment: Moment[Any]) -> tuple[int, int]:
    """How many kinds the table has by now, and how many cells the newest row."""
    k, first = moment.step.kinds, first_added(moment)
    left = max(1, math.floor(moment.time * sum(range(first, k + 1)) + 1e-9))
    for row in range(first, k):
        if left <= row:
            return row, left
        left -= row
    return k, left


def kinds_in(moment: Moment[Any]) -> int:
    """How many kinds are shown by now: of a full table all."""
    return grown(moment)[0] if isinstance(moment.step, KindAdded) else moment.scene.kinds


def bodies_in(moment: Moment[Any]) -> int:
    """How many bodies have come by now: two at first."""
    n: int = moment.step.bodies
    return 2 + math.floor(moment.time * (n - 2) + 1e-9)


def are_coming(moment: Moment[Any]) -> bool:
    """Whether bodies are still coming: then the number of routines is not told beside that of their pairs."""
    return isinstance(moment.step, BodiesPaired) and bodies_in(moment) < moment.step.bodies


class Asked(NamedTuple):
    """A support point that the generic routine asked both cores for: it takes the radii off at the end."""

    on_a: Vector
    on_b: Vector


def supports_asked(generic: Iterable[Any], a: Convex, b: Convex) -> list[Asked]:
    """All of GJK and, where it is needed, of EPA, in their order."""
    found: list[Asked] = []
    for step in generic:
        match step:
            case SimplexStarted():
                vertices = step.simplex.vertices
            case SupportTaken() | FaceTested():
                vertices = (step.vertex,)
            case PolytopeStarted():
                vertices = step.added
            case _:
                continue
        found += [Asked(a.points[vertex.index_a], b.points[vertex.index_b]) for vertex in vertices]
    return found


def pairs_of(bodies: int) -> int:
    return bodies * (bodies - 1) // 2


def routines_of(kinds: Number) -> Number:
    """For each pair of kinds; between whole numbers of them the curve through these."""
    found: Number = kinds * (kinds + 1.0) / 2.0
    return found


def outside(moment: Moment[Any]) -> tuple[Kind, ...]:
    """The kinds of the pair that the table does not have."""
    found = {kind_of(each.world) for each in (moment.scene.a, moment.scene.b)}
    return tuple(kind for kind in KINDS[moment.scene.kinds :] if kind in found)
