"""A moving circle against a wall: a slab, then the place on the wall, then its ends."""

from lessons.swept_circle_segment.lesson import SweptCircleSegment

__all__ = ["SweptCircleSegment"]
