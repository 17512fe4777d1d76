"""Rounded anatomy: inner polygon, inner edges, outer edges, corner circles."""

from lessons.rounded_anatomy.lesson import RoundedAnatomy

__all__ = ["RoundedAnatomy"]
