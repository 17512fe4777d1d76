"""What a rounded shape is made of: inner polygon, outer edges, corner circles."""

from lessons.rounded_anatomy.lesson import RoundedAnatomy

__all__ = ["RoundedAnatomy"]
