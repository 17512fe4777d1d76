"""What has been found up to a moment of the GJK ray cast, for both of its figures."""

from __future__ import annotations

from typing import Any

from geometry.time_of_impact.gjk_ray_cast import PlaneFound
from lessons.motion.casts import differs
from lessons.stories.grouping import apart, steps_so_far, whole
from viz.lesson.lesson import Moment

FEW, MANY = 2, 4  # decimals
CLOSE = 0.01  # two lines whose times or gaps differ by less need many
NEAR = 1e-6  # world length: gaps below it are not drawn


def digits_of(moment: Moment[Any]) -> int:
    """Decimals of times and gaps: as many as tell the lines of the whole cast apart."""
    planes = [step for step in apart(whole(moment).trace) if isinstance(step, PlaneFound)]
    return MANY if any(0.0 < p.next_fraction - p.fraction < CLOSE or 0.0 < p.gap < CLOSE for p in planes) else FEW


def planes_of(moment: Moment[Any]) -> list[PlaneFound]:
    return [step for step in steps_so_far(moment) if isinstance(step, PlaneFound)]


def time_of(moment: Moment[Any]) -> float:
    """Of the clock, unless what comes is asked about."""
    found = planes_of(moment)
    return (found[-1].next_fraction if found else 0.0) if moment.is_open else moment.time


def shows_fault(moment: Moment[Any]) -> bool:
    """Whether a wrong answer is seen: none before there is a line, and none while it is asked for."""
    return moment.faulty is not None and not moment.is_open and bool(planes_of(moment)) and differs(moment)
