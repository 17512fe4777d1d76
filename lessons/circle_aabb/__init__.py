"""A circle against an axis-aligned box: clamp, and mind the centre inside."""

from lessons.circle_aabb.lesson import CircleAabb

__all__ = ["CircleAabb"]
