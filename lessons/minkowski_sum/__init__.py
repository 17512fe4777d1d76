"""Minkowski sum: one shape carried round another, built edge by edge, and reaches that add."""

from lessons.minkowski_sum.lesson import MinkowskiSum

__all__ = ["MinkowskiSum"]
