"""Minkowski difference: two shapes against each other become one shape against the origin."""

from lessons.minkowski_difference.lesson import MinkowskiDifference

__all__ = ["MinkowskiDifference"]
