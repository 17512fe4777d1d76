"""The named endings of a query, instead of magic numbers."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """How a query ended. Touching counts as contact in every query alike."""

    SEPARATED = "separated"  # a gap, however small, that rounding cannot explain
    OVERLAPPED = "overlapped"  # touching or deeper
    HIT = "hit"  # a moving query met its target
    FAILED = "failed"  # a named iteration cap was reached


class Miss(Enum):
    """What proves that a moving query or a ray meets nothing. A ray is the path of a point."""

    NO_MOTION = "no motion"  # apart, and neither moves or turns relative to the other
    RECEDING = "receding"  # the gap along the normal cannot close; a ray: the shape lies behind its origin
    PASSING = "passing"  # the path goes by; a ray: its whole line misses the shape
    TOO_FAR = "too far"  # the gap cannot close before the interval, or the ray, ends
