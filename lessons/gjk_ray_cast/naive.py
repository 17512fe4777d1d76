"""What the article's scheme would do where it says less than is needed: computed, to be shown beside the cast."""

from __future__ import annotations

from typing import NamedTuple

from geometry import gjk, separation
from geometry.vector import dot
from lessons.gjk_ray_cast.scene import DISTANCE, NOTHING, RayCast


class Naive(NamedTuple):
    """Its first step: where it leads, and how the shapes really stand there."""

    fraction: float  # below 0: back in time; above 1: it ends there, with no contact
    separation: float | None  # of the shapes at `fraction`; None outside the interval


def naive(scene: RayCast) -> Naive | None:
    """The first step of the version that is shown; None for none, or where there is no gap, or it divides by 0."""
    if scene.beside == NOTHING:
        return None
    found = gjk(scene.a.world, scene.b.world)
    if found.normal is None or found.separation is None or found.separation <= 0.0:
        return None
    closing = 0.0 - dot(found.normal, scene.ray)
    if scene.beside != DISTANCE and closing == 0.0:
        return None
    t = found.separation if scene.beside == DISTANCE else found.separation / closing
    return Naive(t, separation(*scene.at(t)) if 0.0 <= t <= 1.0 else None)
