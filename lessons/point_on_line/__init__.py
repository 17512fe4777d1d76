"""Point on a line: the shadow of a point, one product at a time."""

from lessons.point_on_line.lesson import PointOnLineLesson

__all__ = ["PointOnLineLesson"]
