"""Pushes along a normal that was chosen before, to be shown beside the minimum translation.

    last normal      the normal of the gap at the last sample apart. Right for a body that flies straight in; wrong
                     where it has passed a corner since: the direction is no longer the shortest
    one-sided edge   always the same normal, that of the wall's outer side. Wrong for a body that comes from the other
                     side: it is pushed through the whole wall. Engines ignore a contact from behind instead

Both remember where the body came from, and nothing of how it moved since. Source: forum threads on one-way platforms
and on bodies pushed through walls; no article is credited.
"""

from __future__ import annotations

from geometry.record import VectorField, record
from geometry.sat.separating_axis import separating_axis
from geometry.sat.support import ends_along
from geometry.shape import Convex
from geometry.vector import XY, Vector


@record
class ChosenPush:
    """A push of B out of A, along one normal whatever the others say."""

    normal: VectorField  # unit
    depth: float  # along it; 0 where the shapes are apart
    push: VectorField


def along_last_normal(a: Convex, before: Convex, now: Convex) -> ChosenPush:
    """B as it was at the sample before chooses the normal."""
    return _pushed(a, now, separating_axis(a, before, early_out=False).normal)


def along_one_side(a: Convex, now: Convex, normal: XY) -> ChosenPush:
    """The unit `normal` of A's one side."""
    return _pushed(a, now, normal)


def _pushed(a: Convex, b: Convex, normal: Vector | XY) -> ChosenPush:
    x, y = (float(part) for part in normal)
    (_, high), (low, _) = ends_along(a, x, y), ends_along(b, x, y)
    apart = separating_axis(a, b).separation >= 0.0
    depth = 0.0 if apart else max(0.0, high - low)
    return ChosenPush((x, y), depth, (depth * x, depth * y))
