"""Boxes around shapes: built vertex by vertex, joined, and compared axis by axis."""

from lessons.aabb.lesson import AabbLesson

__all__ = ["AabbLesson"]
