"""Linear cast: shapes that slide, as a ray against their Minkowski difference."""

from lessons.linear_cast.lesson import LinearCast

__all__ = ["LinearCast"]
