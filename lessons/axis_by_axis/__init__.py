"""Axis by axis: the separating axis test as it runs, one candidate axis at a time."""

from lessons.axis_by_axis.lesson import AxisByAxis

__all__ = ["AxisByAxis"]
