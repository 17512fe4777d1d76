"""What the table of routines has by now, while its clock runs, and what it counts."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Vector, epa
from geometry.minkowski.epa import FaceTested, PolytopeStarted
from geometry.minkowski.gjk import SimplexStarted, SupportTaken
from geometry.minkowski.simplex import SimplexVertex
from geometry.primitives.kind_table import KINDS, BodiesPaired, Kind, kind_of
from viz.lesson.lesson import Moment

SHORT = {Kind.ROUNDED: "rounded"}  # names that fit a column


def name_of(kind: Kind) -> str:
    return SHORT.get(kind, kind.value)


def cells_in(moment: Moment[Any]) -> int:
    """How many cells the newest column has by now."""
    k: int = moment.step.kinds
    return max(1, math.floor(moment.time * k + 1e-9))


def bodies_in(moment: Moment[Any]) -> int:
    """How many bodies have come by now: two at first."""
    n: int = moment.step.bodies
    return 2 + math.floor(moment.time * (n - 2) + 1e-9)


def are_coming(moment: Moment[Any]) -> bool:
    """Whether bodies are still coming: then the number of routines is not told beside that of their pairs."""
    return isinstance(moment.step, BodiesPaired) and bodies_in(moment) < moment.step.bodies


class Asked(NamedTuple):
    """A support point that the generic routine asked both shapes for, on their boundaries (where EPA has no direction
    yet, of cores that touch at a vertex, on the cores)."""

    on_a: Vector
    on_b: Vector


def supports_asked(a: Convex, b: Convex) -> list[Asked]:
    """All of GJK and, where it is needed, of EPA, in their order."""
    found: list[Asked] = []

    def ask(vertex: SimplexVertex, direction: Vector | None) -> None:
        p, q = a.points[vertex.index_a], b.points[vertex.index_b]
        n = np.zeros(2) if direction is None else direction
        found.append(Asked(p + a.radius * n, q - b.radius * n))

    for step in epa.trace(a, b).steps:
        match step:
            case SimplexStarted():
                for vertex in step.simplex.vertices:
                    ask(vertex, step.direction)
            case SupportTaken() | FaceTested():
                ask(
                    step.vertex, step.direction if isinstance(step, SupportTaken) else step.faces[step.nearest].normal
                )
            case PolytopeStarted():
                for vertex in step.added:
                    ask(vertex, None)
    return found


def pairs_of(bodies: int) -> int:
    return bodies * (bodies - 1) // 2


def routines_of(kinds: float) -> float:
    """For each pair of kinds; between whole numbers of them the curve through these."""
    return kinds * (kinds + 1.0) / 2.0


def outside(moment: Moment[Any]) -> tuple[Kind, ...]:
    """The kinds of the pair that the table does not have."""
    found = {kind_of(each.world) for each in (moment.scene.a, moment.scene.b)}
    return tuple(kind for kind in KINDS[moment.scene.kinds :] if kind in found)
