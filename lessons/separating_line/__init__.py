"""Separating line: place a line between two shapes by hand; the axis is the perpendicular one."""

from lessons.separating_line.lesson import SeparatingLine

__all__ = ["SeparatingLine"]
