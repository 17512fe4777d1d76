"""A moving point against a wall: two cross products divided by a third, and no root."""

from lessons.ray_segment.lesson import RaySegment

__all__ = ["RaySegment"]
