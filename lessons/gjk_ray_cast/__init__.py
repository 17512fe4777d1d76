"""GJK ray cast: the linear cast without ever building the difference."""

from lessons.gjk_ray_cast.lesson import GjkRayCast

__all__ = ["GjkRayCast"]
