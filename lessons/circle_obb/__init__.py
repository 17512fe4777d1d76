"""A circle against a turned box: into the box's own space, where it is upright, and back."""

from lessons.circle_obb.lesson import CircleObb

__all__ = ["CircleObb"]
