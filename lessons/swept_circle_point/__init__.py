"""A moving circle against a point: a quadratic, and which of its roots counts."""

from lessons.swept_circle_point.lesson import SweptCirclePoint

__all__ = ["SweptCirclePoint"]
