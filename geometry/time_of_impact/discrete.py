"""Discrete steps: looking at a few moments and hoping that nothing happens in between.

Tested at the start and at the end of every step. What is thinner than a step is long may be passed without a trace:
it tunnels. More steps cost more and only move the limit. Sources: SAT explained; Collision detection for dummies.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from geometry.minkowski.gjk import gjk
from geometry.outcome import Miss, Outcome
from geometry.primitives.convex_convex import convex_convex
from geometry.record import MadeField, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.time_of_impact.bilateral_advancement import bilateral_advancement
from geometry.time_of_impact.impact import TimeOfImpact, missed, require_sweeps, sweep_rounding
from geometry.time_of_impact.moving import Moving, MovingPair
from geometry.time_of_impact.separation_over_time import Dips, dips
from geometry.trace import Steps, Trace, steppable
from geometry.transform import Pose, Sweep
from geometry.vector import length

NEAR = 1e3  # times the rounding: where shapes are nearer, their contact decides
MOST_STEPS = 1000  # far more than any game takes, and still a moment

Spans = tuple[tuple[float, float], ...]  # stretches of the motion: fractions, from where to where


@record
class MomentTested:
    """Both shapes at the end of a step."""

    step: int  # 0 for the start
    fraction: float
    pose_a: Pose
    pose_b: Pose
    separation: float  # signed
    overlapped: bool  # touching or deeper: found


class Curve:
    """The search of the curve, made when something of it is first read: it takes as long as all the other steps."""

    def __init__(self, a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, steps: int) -> None:
        self._motion, self._steps = (a, sweep_a, b, sweep_b), steps

    @cached_property
    def _dips(self) -> Dips:
        return dips(*self._motion)

    @property
    def overlaps(self) -> Spans:
        return self._dips.overlaps

    @property
    def fraction(self) -> float:
        return self._dips.fraction

    @property
    def least(self) -> float:
        return self._dips.least

    @property
    def unseen(self) -> Spans:
        """The overlaps that lie between two samples."""
        return tuple((t, u) for t, u in self.overlaps if math.ceil(t * self._steps) > u * self._steps)


class SpansField(MadeField):
    """A field of stretches, given as the curve and what they are in it."""

    make = staticmethod(getattr)

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> Spans: ...
        def __set__(self, owner: object, value: tuple[Curve, str]) -> None: ...


class NumberField(MadeField):
    """A field of one number, given as the curve and what it is in it."""

    make = staticmethod(getattr)

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> float: ...
        def __set__(self, owner: object, value: tuple[Curve, str]) -> None: ...


@record
class CurveSearched:
    """Where the separation is below 0 over the whole motion, and where it is least."""

    overlaps: SpansField  # fractions: from the first contact to the last, in order
    fraction: NumberField  # where the separation is least
    least: NumberField  # the separation there
    unseen: SpansField  # those of the overlaps that no sample falls in


@record
class WidthsMeasured:
    """What has to be passed between two samples, along the motion of A as seen from B."""

    width_a: float  # extent along the motion; 0 with nothing moving
    width_b: float
    travel: float  # length of the relative motion in the whole interval
    step: float  # and from one sample to the next
    turns: bool  # a body turns: its width changes, and the lengths say nothing
    can_tunnel: bool  # width_a + width_b < step, and none turns


@record
class StepsNeeded:
    """How many steps are enough for a motion head-on, from wherever it starts."""

    # The least n with travel / n <= width_a + width_b; None where a body turns, nothing moves, or no float holds it.
    needed: int | None


@record
class ContinuousAsked:
    """What really happens between the moments."""

    impact: TimeOfImpact
    query: Trace  # type: ignore[type-arg]  # bilateral advancement


@record
class Tunnelling:
    """Discrete against continuous. The last step too."""

    discrete: TimeOfImpact
    continuous: TimeOfImpact
    tunnelled: bool  # they touch, and no moment shows it
    late: float | None  # fractions by which the discrete answer is late; None where not both hit
    tests: int  # moments looked at

    __repr__ = summary


DiscreteStep = MomentTested | TimeOfImpact
TunnellingStep = (
    MomentTested | TimeOfImpact | CurveSearched | WidthsMeasured | StepsNeeded | ContinuousAsked | Tunnelling
)


@steppable
def discrete_steps(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, steps: int = 1
) -> Steps[DiscreteStep, TimeOfImpact]:
    """Test the start and the end of each of `steps` equal steps; stop at the first overlap.

    The answer may be late, and may miss. Its `separation` at a HIT is minus the depth that had been reached. Raises
    ValueError for anything but shapes and sweeps, and unless `steps` is a whole number from 1 to MOST_STEPS.
    """
    require_sweeps("discrete_steps", a, sweep_a, b, sweep_b)
    require_steps(steps)
    pair = MovingPair(Moving(a, sweep_a), Moving(b, sweep_b))
    near = NEAR * sweep_rounding(a, sweep_a, b, sweep_b)
    warm = None
    for step in range(steps + 1):
        t = step / steps
        at_a, at_b = pair.at(t)
        apart = gjk(at_a, at_b, start=warm)
        warm = apart.simplex.pairs
        if apart.outcome is Outcome.SEPARATED and apart.distance > near:
            yield MomentTested(step, t, sweep_a.at(t), sweep_b.at(t), apart.distance, False)
            continue
        found = convex_convex(at_a, at_b)
        hit = found.outcome is Outcome.OVERLAPPED
        yield MomentTested(step, t, sweep_a.at(t), sweep_b.at(t), found.separation, hit)
        if hit:
            outcome = Outcome.HIT if step else Outcome.OVERLAPPED
            place = found.contact
            result = TimeOfImpact(outcome, t, place.separation, place.normal, place.on_a, place.on_b, step + 1)
            yield result
            return result
    result = missed(Miss.PASSING, steps + 1)
    yield result
    return result


def require_steps(steps: int) -> None:
    """Raises ValueError unless it is a whole number from 1 to MOST_STEPS."""
    if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= MOST_STEPS:
        raise ValueError(f"steps must be a whole number from 1 to {MOST_STEPS}, not {steps!r}")


@steppable
def tunnelling(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, steps: int = 1
) -> Steps[TunnellingStep, Tunnelling]:
    """What `steps` discrete steps see of a motion, and what there was to see."""
    seen = yield from discrete_steps.steps(a, sweep_a, b, sweep_b, steps)
    yield search_curve(a, sweep_a, b, sweep_b, steps)
    yield measure_widths(a, sweep_a, b, sweep_b, steps)
    yield count_steps(a, sweep_a, b, sweep_b)
    impact = bilateral_advancement(a, sweep_a, b, sweep_b)
    yield ContinuousAsked(impact, bilateral_advancement.trace(a, sweep_a, b, sweep_b))
    late = seen.fraction - impact.fraction if seen.outcome is impact.outcome is Outcome.HIT else None
    tunnelled = impact.outcome is Outcome.HIT and seen.outcome is Outcome.SEPARATED
    verdict = Tunnelling(seen, impact, tunnelled, late, seen.iterations)
    yield verdict
    return verdict


def search_curve(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, steps: int) -> CurveSearched:
    """The stretches in touch, and those of them that lie between two samples."""
    curve = Curve(a, sweep_a, b, sweep_b, steps)
    return CurveSearched((curve, "overlaps"), (curve, "fraction"), (curve, "least"), (curve, "unseen"))


def measure_widths(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, steps: int) -> WidthsMeasured:
    """The extents of both shapes, as they lie at the start, along the relative motion."""
    motion = sweep_a.motion - sweep_b.motion
    travel, turns = length(motion), sweep_a.turn != 0.0 or sweep_b.turn != 0.0
    if travel == 0.0:
        return WidthsMeasured(0.0, 0.0, 0.0, 0.0, turns, False)
    along = motion / travel
    width_a, width_b = (
        float(np.ptp(shape.at(sweep.start).points @ along)) + 2.0 * shape.radius
        for shape, sweep in ((a, sweep_a), (b, sweep_b))
    )
    can = not turns and width_a + width_b < travel / steps
    return WidthsMeasured(width_a, width_b, travel, travel / steps, turns, can)


def count_steps(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep) -> StepsNeeded:
    """Enough of them that none is longer than both shapes together."""
    widths = measure_widths(a, sweep_a, b, sweep_b, 1)
    if widths.turns or widths.travel == 0.0 or widths.width_a + widths.width_b == 0.0:
        return StepsNeeded(None)
    ratio = widths.travel / (widths.width_a + widths.width_b)
    return StepsNeeded(max(1, math.ceil(ratio)) if math.isfinite(ratio) else None)
