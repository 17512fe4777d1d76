"""A moving point against a wall: cross products, and no root."""

from lessons.ray_segment.lesson import RaySegment

__all__ = ["RaySegment"]
