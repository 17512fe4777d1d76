"""Shadow of a polygon: two support points make an interval."""

from lessons.polygon_shadow.lesson import PolygonShadow

__all__ = ["PolygonShadow"]
