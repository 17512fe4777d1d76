"""Refusals that several routines share: a ValueError that names the routine and the argument."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.polygon import Polygon
from geometry.shape import Convex


def require_convex(routine: str, expected: str, shape: object, name: str) -> None:
    """Raises ValueError unless it is a shape at all."""
    if not isinstance(shape, Convex):
        raise ValueError(f"{routine} takes {expected}; {name} is no Convex but of type {type(shape).__name__}")


def require_pair(routine: str, a: object, b: object) -> None:
    """Raises ValueError unless both are shapes."""
    if isinstance(a, Convex) and isinstance(b, Convex):
        return
    require_convex(routine, "two Convex", a, "A")
    require_convex(routine, "two Convex", b, "B")


def listed(routine: str, name: str, values: object) -> tuple[Any, ...]:
    """The values of a sequence. Raises ValueError for anything else: text, numbers, what can be read only once."""
    if isinstance(values, list | tuple) or (isinstance(values, np.ndarray) and values.ndim > 0):
        return tuple(values)
    raise ValueError(f"{routine} takes a list or a tuple of {name}, not of type {type(values).__name__}")


def require_cap(cap: int, name: str = "iteration cap") -> None:
    """Raises ValueError unless it is a whole number above 0."""
    if isinstance(cap, bool) or not isinstance(cap, int | np.integer) or cap < 1:
        raise ValueError(f"the {name} must be a whole number of at least 1, not {cap!r}")


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
