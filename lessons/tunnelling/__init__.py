"""Discrete steps against continuous time: what is not seen between two moments."""

from lessons.tunnelling.lesson import TunnellingLesson

__all__ = ["TunnellingLesson"]
