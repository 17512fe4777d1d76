"""Why a moving query met nothing: the named reasons beside `Outcome.SEPARATED`."""

from __future__ import annotations

from enum import Enum


class Miss(Enum):
    """What proves that there is no contact within the interval."""

    NO_MOTION = "no motion"  # apart, and neither moves or turns relative to the other
    RECEDING = "receding"  # the gap along the normal cannot close: it grows, or stays as it is
    PASSING = "passing"  # the path goes by
    TOO_FAR = "too far"  # the gap cannot close before the interval ends
