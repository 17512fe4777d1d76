"""Two polygons: the whole separating axis test at first sight, every shadow at once."""

from lessons.two_polygons.lesson import TwoPolygons

__all__ = ["TwoPolygons"]
