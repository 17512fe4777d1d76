"""The closest boundary point to a given point, inside or outside."""

from lessons.point_query.lesson import PointQueryLesson

__all__ = ["PointQueryLesson"]
