"""The angular bound: no point of a turning body moves further than its furthest vertex."""

from lessons.angular_bound.lesson import AngularBoundLesson

__all__ = ["AngularBoundLesson"]
