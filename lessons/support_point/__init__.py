"""Support point: the furthest point of a shape in a direction, and the ties that a plain maximum hides."""

from lessons.support_point.lesson import SupportPointLesson

__all__ = ["SupportPointLesson"]
