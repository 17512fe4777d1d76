"""The right answers, by the project's own routines, in plain values."""

from __future__ import annotations

from typing import Any

from geometry import Convex, minimum_translation
from geometry.sat.separating_axis import separating_axis
from lessons.labs.cards.parts import XY, Kind, Ring, convex_of


def xy(point: Any) -> XY:
    """An array as two plain numbers."""
    x, y = point.tolist()
    return x, y


def push(a: Ring, b: Ring) -> XY | None:
    """The minimum translation of B; None where the polygons are apart."""
    move = minimum_translation(Convex(a, 0.0), Convex(b, 0.0)).translation
    return None if move is None else xy(move)


def axis(a: Ring, b: Ring) -> tuple[float, XY]:
    """The greatest separation of two polygons along an edge normal, and that normal, from A to B."""
    return axis_of(convex_of(Kind.POLYGON, a), convex_of(Kind.POLYGON, b))


def axis_of(a: Convex, b: Convex) -> tuple[float, XY]:
    """The same of any two convex shapes."""
    best = separating_axis(a, b, early_out=False).best
    return best.separation, xy(best.normal)
