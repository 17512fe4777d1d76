"""Refusals that several routines share: a ValueError that names the routine and the argument."""

from __future__ import annotations

from geometry.polygon import Polygon
from geometry.shape import Convex


def require_convex(routine: str, expected: str, shape: object, name: str) -> None:
    """Raises ValueError unless it is a shape at all."""
    if not isinstance(shape, Convex):
        raise ValueError(f"{routine} takes {expected}; {name} is no Convex but of type {type(shape).__name__}")


def require_cap(cap: int) -> None:
    """Raises ValueError unless it is a whole number above 0."""
    if isinstance(cap, bool) or not isinstance(cap, int) or cap < 1:
        raise ValueError(f"the iteration cap must be a whole number of at least 1, not {cap!r}")


def require_polygon(routine: str, expected: str, shape: object) -> None:
    """Raises ValueError unless it is a Polygon."""
    if not isinstance(shape, Polygon):
        raise ValueError(f"{routine} takes {expected}, not a {type(shape).__name__}")


def require_solid(routine: str, shape: object, name: str) -> None:
    """Raises ValueError unless it is a Polygon or a Convex."""
    if not isinstance(shape, Convex | Polygon):
        raise ValueError(
            f"{routine} takes two shapes, Polygon or Convex; {name} is neither but of type {type(shape).__name__}"
        )
