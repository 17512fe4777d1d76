"""A circle that is cast: a ray against a shape that has grown by its radius."""

from lessons.circle_cast.lesson import CircleCastLesson

__all__ = ["CircleCastLesson"]
