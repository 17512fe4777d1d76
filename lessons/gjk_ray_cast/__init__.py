"""GJK ray cast: the linear cast from support points alone."""

from lessons.gjk_ray_cast.lesson import GjkRayCast

__all__ = ["GjkRayCast"]
