"""The first point of a shape on a ray."""

from lessons.ray_cast.lesson import RayCastLesson

__all__ = ["RayCastLesson"]
