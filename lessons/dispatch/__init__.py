"""Dispatch: which routine for which pair, and how the table grows."""

from lessons.dispatch.lesson import Dispatch

__all__ = ["Dispatch"]
