"""Bilateral advancement: the root of the gap along one axis, from both ends of the interval."""

from lessons.bilateral_advancement.lesson import BilateralAdvancement

__all__ = ["BilateralAdvancement"]
