"""What has been found up to a moment of the GJK ray cast, for both of its figures."""

from __future__ import annotations

from typing import Any

from geometry import Miss
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted
from lessons.motion.casts import differs
from lessons.stories.grouping import apart, steps_so_far, whole
from viz.lesson.lesson import Moment
from viz.lesson.text import counted, fixed

FEW, MANY = 2, 4  # decimals
CLOSE = 0.01  # two lines whose times or gaps differ by less need many
NEAR = 1e-6  # world length: gaps below it are not drawn


def digits_of(moment: Moment[Any]) -> int:
    """Decimals of times, gaps and speeds: as many as tell the lines of the whole cast apart, and as it takes for each
    new time to be that of the numbers shown."""
    planes = [step for step in apart(whole(moment).trace) if isinstance(step, PlaneFound)]
    if any(0.0 < p.next_fraction - p.fraction < CLOSE or 0.0 < p.gap < CLOSE for p in planes):
        return MANY
    divided = [p for p in planes if p.next_fraction > p.fraction or p.miss is Miss.RECEDING]
    return next((places for places in range(FEW, MANY) if all(_adds_up(p, places) for p in divided)), MANY)


def _adds_up(plane: PlaneFound, places: int) -> bool:
    """Whether t + g / (v·n̂) of the rounded numbers is the rounded new time."""
    t, g, speed = plane.fraction, plane.gap, plane.closing
    divisor = round(speed, places)
    if divisor == 0.0:
        return speed == 0.0  # then nothing is divided
    shown = round(t, places) + round(g, places) / divisor
    return fixed(shown, places) == fixed(t + g / speed, places)


def planes_of(moment: Moment[Any]) -> list[PlaneFound]:
    return [step for step in steps_so_far(moment) if isinstance(step, PlaneFound)]


def support_points(moment: Moment[Any]) -> str:
    """How many points of A − B, or of its core, the support queries have found (a vertex may be found again), and how
    many vertices there are."""
    steps = list(apart(whole(moment).trace))
    first = [vertex.pair for step in steps if isinstance(step, RayCastStarted) for vertex in step.simplex.vertices]
    found = {*first, *(step.support.pair for step in steps if isinstance(step, PlaneFound))}
    count = len(moment.scene.figure.points)
    if count == 1:
        return "the one point of the core of A − B"
    if moment.scene.figure.radius > 0.0:
        return f"{counted(len(found), 'point')} of the core of A − B"
    return f"{counted(len(found), 'point')} of A − B, which has {count} vertices"


def time_of(moment: Moment[Any]) -> float:
    """Of the clock, unless what comes is asked about."""
    found = planes_of(moment)
    return (found[-1].next_fraction if found else 0.0) if moment.is_open else moment.time


def shows_fault(moment: Moment[Any]) -> bool:
    """Whether a wrong answer is seen: none before there is a line, and none while it is asked for."""
    return moment.faulty is not None and not moment.is_open and bool(planes_of(moment)) and differs(moment)


def shows_distance(moment: Moment[Any]) -> bool:
    """Whether the wrong answer comes from a distance: then that is drawn."""
    return shows_fault(moment) and (moment.faulty.fraction is None or moment.faulty.fraction > 0.0)
