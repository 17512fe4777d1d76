"""Minimum translation: the shortest move that parts two overlapping shapes."""

from lessons.minimum_translation.lesson import MinimumTranslationLesson

__all__ = ["MinimumTranslationLesson"]
