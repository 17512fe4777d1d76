"""The gap between two moving bodies over time, and the kinks of its curve."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import gjk
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.time_of_impact.separation_over_time import separation_over_time
from lessons.stories.grouping import apart, whole
from viz.lesson.lesson import Moment

SAMPLES = 81  # of the curve
FALL, JUMP = 1.0, 0.2  # of a slope at a kink; of the smaller body


@lru_cache(maxsize=8)
def gaps_of(scene: Any) -> tuple[np.ndarray, np.ndarray]:
    times = np.linspace(0.0, 1.0, SAMPLES)
    a, sweep_a, b, sweep_b = scene.sweeps
    return times, separation_over_time(a, sweep_a, b, sweep_b, times)


@lru_cache(maxsize=8)
def kinks_of(scene: Any) -> tuple[tuple[float, float], ...]:
    """Where the curve turns down at once, as two edges are parallel and the nearest points jump: the sample there."""
    times, gaps = gaps_of(scene)
    slopes, found = np.diff(gaps) / times[1], []
    falls = slopes[:-2] - slopes[2:]
    for i in np.flatnonzero(falls > FALL).tolist():
        if falls[i] < falls[max(i - 1, 0) : i + 2].max() or gaps[i + 2] <= 0.0:
            continue
        before, after = (gjk(*scene.at(float(times[i + j]))) for j in (1, 2))  # the kink lies between them
        jump = min(math.dist(before.on_a, after.on_a), math.dist(before.on_b, after.on_b))
        if jump > JUMP * min(scene.a.shape.size, scene.b.shape.size):
            t = (gaps[i + 2] - gaps[i] - slopes[i + 2] * times[i + 2] + slopes[i] * times[i]) / falls[i]
            nearest = i + 1 if t - times[i + 1] < times[i + 2] - t else i + 2
            found.append((float(times[nearest]), float(gaps[nearest])))
    return tuple(found)


def kink_before(moment: Moment[Any], state: Advanced) -> tuple[float, float] | None:
    """The kink of the curve that the step to this iteration has passed, if there is one."""
    steps = [each for each in apart(whole(moment).trace.steps) if isinstance(each, Advanced)]
    start = next((each.fraction for each in steps if each.iteration == state.iteration - 1), state.fraction)
    return next((at for at in kinks_of(moment.scene) if start < at[0] <= state.fraction), None)
