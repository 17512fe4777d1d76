"""Conservative advancement: steps in time that no motion can outrun."""

from lessons.conservative_advancement.lesson import ConservativeAdvancement

__all__ = ["ConservativeAdvancement"]
