"""Refusals that several routines share: a ValueError that names the routine and the argument."""

from __future__ import annotations

from geometry.shape import Convex


def require_convex(routine: str, expected: str, shape: object, name: str) -> None:
    """Raises ValueError unless it is a shape at all."""
    if not isinstance(shape, Convex):
        raise ValueError(f"{routine} takes {expected}; {name} is no Convex but of type {type(shape).__name__}")
