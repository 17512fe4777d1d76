"""What the table of routines has by now, while its clock runs, and what it counts."""

from __future__ import annotations

import math
from typing import Any

from geometry.primitives.kind_table import KINDS, BodiesPaired, Kind, kind_of
from viz.lesson.lesson import Moment


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


def pairs_of(bodies: int) -> int:
    return bodies * (bodies - 1) // 2


def routines_of(kinds: float) -> float:
    """For each pair of kinds; between whole numbers of them the curve through these."""
    return kinds * (kinds + 1.0) / 2.0


def outside(moment: Moment[Any]) -> tuple[Kind, ...]:
    """The kinds of the pair that the table does not have."""
    found = {kind_of(each.world) for each in (moment.scene.a, moment.scene.b)}
    return tuple(kind for kind in KINDS[moment.scene.kinds :] if kind in found)
