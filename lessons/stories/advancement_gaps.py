"""The gap between two moving bodies over time: its curve as far as a search goes, its kinks, the first contact."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Outcome, gjk, separation
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.time_of_impact.separation_over_time import dips, separation_over_time
from geometry.vector import Vector
from lessons.stories.grouping import apart, whole
from viz.lesson.lesson import Moment

SAMPLES = 81  # of the curve
FINER, FINER_SAMPLES = 2, 25  # so often what holds the first contact is divided, and so finely
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


def width_along(scene: Any, normal: Vector, t: float) -> float:
    """The width of the strip across a normal that holds neither body; negative where there is none."""
    low, high = strip_along(scene, normal, t)
    return high - low


def strip_along(scene: Any, normal: Vector, t: float) -> tuple[float, float]:
    """How far A reaches along a normal, and where B begins."""
    a, b = scene.at(t)
    return float((a.points @ normal).max()) + a.radius, float((b.points @ normal).min()) - b.radius


def curve_of(moment: Moment[Any]) -> tuple[np.ndarray, np.ndarray]:
    """The gap over time, up to the impact if there is one, and once it is found to the end; with a faulty search to
    the last time that it looks at."""
    least = 1.0 if is_found(moment) else 0.0
    return _curve(moment.scene, whole(moment).trace, least if moment.faulty is None else max(moment.faulty.times))


def is_found(moment: Moment[Any]) -> bool:
    """Whether this step is the impact, which then is shown enlarged, without a faulty search."""
    return isinstance(moment.step, Advanced) and moment.step.hit and moment.faulty is None


@lru_cache(maxsize=8)  # of what does not change: every pane of every step asks
def _curve(scene: Any, trace: Any, least: float) -> tuple[np.ndarray, np.ndarray]:
    known = {each.fraction: each.separation for each in apart(trace.steps) if isinstance(each, Advanced)}
    end = max(least, trace.result.fraction) if trace.result.outcome is Outcome.HIT else 1.0
    times, gaps = gaps_of(scene)
    if end not in known:
        known[end] = float(gaps[-1]) if end == times[-1] else separation(*scene.at(end))
    found, first = np.unique((*known, *times[times < end]), return_index=True)
    return found, np.array((*known.values(), *gaps[times < end]))[first]


@lru_cache(maxsize=8)
def contact_of(scene: Any) -> float | None:
    """When the bodies first touch; None where they never do. A contact between two samples is looked for closely."""
    times, gaps = gaps_of(scene)
    a, sweep_a, b, sweep_b = scene.sweeps
    for _ in range(FINER):
        met = np.flatnonzero(gaps <= 0.0)
        if not len(met):
            found = dips(a, sweep_a, b, sweep_b)
            return found.overlaps[0][0] if found.overlaps else found.fraction if found.least <= 0.0 else None
        if not met[0]:
            return float(times[0])
        times = np.linspace(times[met[0] - 1], times[met[0]], FINER_SAMPLES)
        gaps = separation_over_time(a, sweep_a, b, sweep_b, times)
    i = max(int(np.flatnonzero(gaps <= 0.0)[0]), 1)
    return float(times[i - 1] + (times[i] - times[i - 1]) * gaps[i - 1] / (gaps[i - 1] - gaps[i]))
