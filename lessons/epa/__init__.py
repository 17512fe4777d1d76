"""EPA: how deep two shapes overlap, face by face."""

from lessons.epa.lesson import EpaLesson

__all__ = ["EpaLesson"]
