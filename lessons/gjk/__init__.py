"""GJK: the distance of two convex shapes from support points alone."""

from lessons.gjk.lesson import GjkLesson

__all__ = ["GjkLesson"]
