"""Two boxes: every face asks how far the other box keeps in front of it."""

from lessons.box_box.lesson import BoxBox

__all__ = ["BoxBox"]
