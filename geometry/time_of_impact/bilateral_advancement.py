"""Bilateral advancement: root finding on the gap along one axis, from both ends of what is left of the interval.

    t1 = 0
    repeat
        distance at t1: within the target's tolerance? a hit
        an axis between the closest features; s(t) = the gap along it (see `separation_function`)
        t2 = 1
        repeat                                                        (push back)
            the deepest vertices along the axis at t2
            clear of the target at t2, and proved clear all the way from t1:  t1 = t2, next axis; t2 = 1: a miss
            as deep as the target, and proved clear all the way:              t1 = t2, next axis
            deeper:          t2 = the root of g(t) = target for these two vertices, between t1 and t2
            not proved:      t2 = the middle of t1 and t2

Conservative advancement steps by a bound of the speed and creeps; this one goes where the curve really meets the
target. As s is never more than the distance, an axis that stays open until the end proves a miss at once.

Source: Catto, Continuous collision (2013), and Box2D's `b2TimeOfImpact`, which takes an open gap at t2 for an open
gap on the whole way to it: a thin shape that turns fast gets through there. Here the floor under the curve has to
be open.
"""

from __future__ import annotations

from enum import Enum

from geometry.guards import require_cap
from geometry.outcome import Miss, Outcome
from geometry.record import VectorField, record
from geometry.shape import Convex
from geometry.time_of_impact.conservative_advancement import (
    Advanced,
    InTouch,
    Standing,
    SweepsMeasured,
    advanced,
    ended,
    measure,
    stand,
    told,
)
from geometry.time_of_impact.impact import Lengths, TimeOfImpact, deciding, missed, overlapped, require_sweeps
from geometry.time_of_impact.moving import Moving, MovingPair
from geometry.time_of_impact.separation_function import AxisFrame, Deepest, SeparationFunction, function_at
from geometry.trace import Steps, Trace, steppable
from geometry.transform import Sweep

BILATERAL_ITERATIONS = 100
PUSH_BACKS = 25  # of the far end, for one axis: each time to a root, or to the middle. Ten have been seen
ROOT_ITERATIONS = 40  # bisection, every other one, halves the bracket 20 times. Nineteen have been seen
# The root is found to this fraction of the tolerance, so that the deepest vertices' gap is well inside it.
ROOT_TOLERANCE = 0.1


class PushBack(Enum):
    """What follows from the deepest vertices at t2."""

    OPEN_TO_THE_END = "open to the end"  # clear at 1 and all the way: no contact in the interval
    ADVANCE = "advance"  # clear all the way: t1 moves up to t2
    ROOT = "root"  # deeper than the target: t2 moves down to where these two vertices reach it
    HALVE = "halve"  # not deep at t2, but not proved clear before it: t2 moves halfway down


_OPEN, _ADVANCE, _ROOT, _HALVE = PushBack  # in loops: looking a member up takes Python 3.11 longer than a dot product


class RootMethod(Enum):
    """Which guess is tried for a root."""

    SECANT = "secant"  # where the chord meets the target: quick on a curve that is nearly straight
    BISECTION = "bisection"  # the middle: sure


_SECANT, _BISECTION = RootMethod


@record
class AxisChosen:
    """The distance at t1, and the axis that the gap will be watched along."""

    iteration: int  # from 1
    state: Advanced  # time, poses, separation, normal, witness points, bound, GJK's trace in its `query`
    frame: AxisFrame  # what the axis turns with
    axis: VectorField  # unit, in that frame
    curvature: float  # bound of how much the gap along it curves
    query: Trace  # type: ignore[type-arg]  # GJK of the shapes at t1: the state's


@record
class DeepestFound:
    """The deepest vertices at t2, and what is proved about the time before."""

    iteration: int
    push_back: int  # from 1, for this axis
    first: Deepest  # at t1
    last: Deepest  # at t2
    direction: VectorField  # unit, the axis in the world at t2
    floor: float  # the gap along the axis is not less between t1 and t2
    decision: PushBack


@record
class RootTried:
    """One guess at where two vertices' gap is the target."""

    iteration: int
    index_a: int
    index_b: int
    trial: int  # from 1
    method: RootMethod
    low: float  # fractions: the bracket that the guess was made in, the gap more than the target at low
    high: float  # and less at high
    fraction: float
    separation: float  # of the two vertices there, along the axis
    found: bool  # near enough to the target


BilateralStep = SweepsMeasured | AxisChosen | DeepestFound | RootTried | Advanced | InTouch | TimeOfImpact


@steppable
def bilateral_advancement(
    a: Convex,
    sweep_a: Sweep,
    b: Convex,
    sweep_b: Sweep,
    *,
    target: float | None = None,
    tolerance: float | None = None,
    cap: int = BILATERAL_ITERATIONS,
) -> Steps[BilateralStep, TimeOfImpact]:
    """When two moving and turning shapes, given in their local frames, first come within the target distance.

    The same answer as `conservative_advancement`, whose parameters these are, in fewer distance queries. FAILED at
    any of the three caps, with the time up to which nothing touches.
    """
    require_sweeps("bilateral_advancement", a, sweep_a, b, sweep_b)
    require_cap(cap)
    pair = MovingPair(Moving(a, sweep_a), Moving(b, sweep_b))
    measured = measure(pair.a, pair.b, deciding(pair.a, pair.b, target, tolerance))
    yield measured
    t = 0.0
    last: Standing | None = None
    for iteration in range(1, cap + 1):
        state = stand(pair, measured, iteration, t, last)
        if state.touches:
            yield told(state, measured, sweep_a, sweep_b)
            result = overlapped(state.a, state.b, iteration) if last is None else ended(last, Outcome.HIT)
            yield result
            return result
        last = state
        if state.miss is not None or state.hit:
            yield told(state, measured, sweep_a, sweep_b)
            result = ended(state, Outcome.HIT) if state.miss is None else missed(state.miss, iteration)
            yield result
            return result
        function = function_at(pair.a, pair.b, t, state.found)
        yield _chosen(advanced(state, measured, sweep_a, sweep_b), function)
        reached = yield from _push_back.steps(function, measured.lengths, t, iteration)
        if reached is None:
            break
        t, decision = reached
        if decision is _OPEN:
            result = missed(Miss.PASSING, iteration)
            yield result
            return result
    assert last is not None
    result = ended(last, Outcome.FAILED)
    yield result
    return result


def _chosen(state: Advanced, function: SeparationFunction) -> AxisChosen:
    return AxisChosen(state.iteration, state, function.frame, function.axis_xy, function.curvature, state.query)


@steppable
def _push_back(
    function: SeparationFunction, limits: Lengths, t1: float, iteration: int
) -> Steps[DeepestFound | RootTried, tuple[float, PushBack] | None]:
    """Move t2 down from 1 until the gap is proved open up to it; None at a cap."""
    first = function.deepest(t1)
    t2 = 1.0
    for push_back in range(1, PUSH_BACKS + 1):
        last = function.deepest(t2)
        floor = function.floor(first, last)
        decision = _decide(limits, last, floor)
        yield DeepestFound(iteration, push_back, first, last, function.direction(t2), floor, decision)
        if decision is _ADVANCE or decision is _OPEN:
            return t2, decision
        if decision is _HALVE:
            t2 = (t1 + t2) / 2.0
            continue
        root = yield from _root.steps(function, limits, t1, last, iteration)
        if root is None:
            return None
        t2 = root
    return None


def _decide(limits: Lengths, last: Deepest, floor: float) -> PushBack:
    """Deeper than the target's band: to the root. Otherwise the floor has to be open: above rounding."""
    if last.separation < limits.target - limits.tolerance:
        return _ROOT
    if floor < limits.target - limits.tolerance:
        return _HALVE
    clear = last.separation > limits.target + limits.tolerance
    return _OPEN if clear and last.fraction == 1.0 else _ADVANCE


@steppable
def _root(
    function: SeparationFunction, limits: Lengths, t1: float, last: Deepest, iteration: int
) -> Steps[RootTried, float | None]:
    """Where the gap of the deepest vertices is the target, between t1 and t2: secant and bisection in turn.

    At t1 the gap along the axis is more than the target, for these vertices as for all; at t2 it is less.
    """
    i, j = last.index_a, last.index_b
    low, high = t1, last.fraction
    at_low, at_high = function.between(low, i, j), last.separation
    enough = max(ROOT_TOLERANCE * limits.tolerance, limits.rounding)
    for trial in range(1, ROOT_ITERATIONS + 1):
        method = _SECANT if trial % 2 == 1 else _BISECTION
        guess = (low + high) / 2.0
        if method is _SECANT:
            guess = low + (limits.target - at_low) * (high - low) / (at_high - at_low)
        gap = function.between(guess, i, j)
        found = abs(gap - limits.target) <= enough
        yield RootTried(iteration, i, j, trial, method, low, high, guess, gap, found)
        if found:
            return guess
        if gap > limits.target:
            low, at_low = guess, gap
        else:
            high, at_high = guess, gap
    return None
