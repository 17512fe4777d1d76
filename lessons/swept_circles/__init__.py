"""Two moving circles: a point against the summed radius, in relative motion."""

from lessons.swept_circles.lesson import SweptCircles

__all__ = ["SweptCircles"]
