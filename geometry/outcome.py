"""The named endings of a query, instead of magic numbers."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """How a query ended. Touching counts as contact in every query alike."""

    SEPARATED = "separated"  # a gap, however small, that rounding cannot explain
    OVERLAPPED = "overlapped"  # touching or deeper
    HIT = "hit"  # a moving query met its target
    FAILED = "failed"  # a named iteration cap was reached
