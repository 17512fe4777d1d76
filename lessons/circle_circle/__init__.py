"""Two circles: one distance against one sum, and which way the normal points."""

from lessons.circle_circle.lesson import CircleCircle

__all__ = ["CircleCircle"]
