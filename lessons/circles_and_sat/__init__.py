"""Circles and the separating axis test: a circle has no edges, and one extra axis makes up for it."""

from lessons.circles_and_sat.lesson import CirclesAndSat

__all__ = ["CirclesAndSat"]
