"""Every way to a time of impact, asked the same: what each answers, what it costs, and whether it is right.

The two casts look at shapes that do not turn. Asked about shapes that do, they answer about others: the same shapes
moved without turning. Discrete steps look at a few moments. The advancements hold for everything.

The reference is the linear cast where nothing turns, which is exact, and bilateral advancement otherwise. A contact
is one within the target distance of the advancements, so that an exact answer and a near one are both right.

Sources: SAT explained and Collision detection for dummies, which show one method each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from geometry.outcome import Outcome
from geometry.shape import Convex
from geometry.time_of_impact.bilateral_advancement import (
    AxisChosen,
    DeepestFound,
    RootTried,
    bilateral_advancement,
)
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, conservative_advancement
from geometry.time_of_impact.discrete import MomentTested, discrete_steps, require_steps
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, gjk_ray_cast
from geometry.time_of_impact.impact import Lengths, TimeOfImpact, lengths, require_sweeps, turning_radius
from geometry.time_of_impact.linear_cast import CornerTested, FaceTested, linear_cast
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.trace import Steps, Trace, steppable
from geometry.transform import Sweep

SUB_STEPS = 8
BETWEEN = 33  # moments between two answers that are looked at for an overlap: a verdict for a lesson, not a proof


class Method(Enum):
    """In the order in which they are asked."""

    DISCRETE = "discrete"  # the start and the end
    SUB_STEPS = "sub-steps"
    LINEAR_CAST = "linear cast"  # a ray against the faces of the difference
    GJK_RAY_CAST = "GJK ray cast"
    CONSERVATIVE = "conservative advancement"
    BILATERAL = "bilateral advancement"


class Verdict(Enum):
    """How an answer stands to the reference."""

    RIGHT = "right"
    LATE = "late"  # there is a contact, and the shapes overlap before this time
    EARLY = "early"  # there is a contact, but at this time the shapes are still apart
    MISSED = "missed"  # there is a contact
    FALSE = "false"  # there is none
    UNKNOWN = "unknown"  # this search or the reference gave up at its cap


@dataclass(frozen=True, slots=True, eq=False)
class MethodAsked:
    """One method: its answer and its cost."""

    method: Method
    applies: bool  # whether it is made for such motions: the casts only for shapes that do not turn
    outcome: Outcome
    fraction: float  # of the answer; 1 where SEPARATED
    separation: float | None  # at `fraction`, of the shapes as they really stand, turned; None where SEPARATED
    rounds: int  # of its own loops: moments, faces and corners, planes, advances; axes, far ends, guesses
    queries: int  # how often it asked for the distance of the two shapes at one moment
    visited: tuple[float, ...]  # fractions at which it looked, in order


@dataclass(frozen=True, slots=True, eq=False)
class MethodsCompared:
    """All of them. The last step too."""

    asked: tuple[MethodAsked, ...]  # a method each, in the order of Method
    verdicts: tuple[Verdict, ...]  # one each
    reference: Method  # what they are held against
    lengths: Lengths  # how near counts as a contact


AllMethodsStep = MethodAsked | MethodsCompared


@steppable
def all_methods(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, sub_steps: int = SUB_STEPS
) -> Steps[AllMethodsStep, MethodsCompared]:
    """Ask each method in turn about two shapes, given in their local frames, and their motions.

    Raises ValueError for anything but shapes and sweeps, and for `sub_steps` that `discrete_steps` refuses.
    """
    require_sweeps("all_methods", a, sweep_a, b, sweep_b)
    require_steps(sub_steps)
    limits = lengths(a, sweep_a, b, sweep_b, None, None)
    arcs = turning_radius(a) * abs(sweep_a.turn) + turning_radius(b) * abs(sweep_b.turn)
    turns = arcs > limits.rounding
    asked: list[MethodAsked] = []
    for method in Method:
        trace = _trace(method, a, sweep_a, b, sweep_b, sub_steps)
        answer = trace.result
        separation = None
        if answer.outcome is not Outcome.SEPARATED:
            separation = float(separation_over_time(a, sweep_a, b, sweep_b, (answer.fraction,))[0])
        rounds = sum(isinstance(step, _ROUNDS) for step in trace)
        visited = tuple(_visited(trace))
        is_cast = method in (Method.LINEAR_CAST, Method.GJK_RAY_CAST)
        found = MethodAsked(
            method, not (turns and is_cast), answer.outcome, answer.fraction, separation,
            rounds, 0 if is_cast else len(visited), visited,
        )  # fmt: skip
        yield found
        asked.append(found)
    reference = Method.BILATERAL if turns else Method.LINEAR_CAST
    truth = next(found for found in asked if found.method is reference)
    verdicts = tuple(_judge(found, truth, limits, a, sweep_a, b, sweep_b) for found in asked)
    result = MethodsCompared(tuple(asked), verdicts, reference, limits)
    yield result
    return result


def _trace(
    method: Method, a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, sub_steps: int
) -> Trace[Any, TimeOfImpact]:
    match method:
        case Method.DISCRETE:
            return discrete_steps.trace(a, sweep_a, b, sweep_b, 1)
        case Method.SUB_STEPS:
            return discrete_steps.trace(a, sweep_a, b, sweep_b, sub_steps)
        case Method.LINEAR_CAST:
            return linear_cast.trace(a.at(sweep_a.start), sweep_a.motion, b.at(sweep_b.start), sweep_b.motion)
        case Method.GJK_RAY_CAST:
            return gjk_ray_cast.trace(a.at(sweep_a.start), sweep_a.motion, b.at(sweep_b.start), sweep_b.motion)
        case Method.CONSERVATIVE:
            return conservative_advancement.trace(a, sweep_a, b, sweep_b)
        case Method.BILATERAL:
            return bilateral_advancement.trace(a, sweep_a, b, sweep_b)


_ROUNDS = (
    MomentTested, FaceTested, CornerTested, PlaneFound, Advanced, InTouch, AxisChosen, DeepestFound, RootTried,
)  # fmt: skip


def _visited(trace: Trace[Any, TimeOfImpact]) -> Iterator[float]:
    """The fractions at which a method looks at the shapes, or has its estimate."""
    before: float | None = None
    for step in trace:
        match step:
            case MomentTested(fraction=t) | Advanced(fraction=t) | InTouch(fraction=t):
                yield t
            case AxisChosen(state=state):
                yield state.fraction
            case PlaneFound(fraction=t) if t != before:  # several planes at one estimate are one
                before = t
                yield t


def _judge(
    found: MethodAsked, truth: MethodAsked, limits: Lengths, a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep
) -> Verdict:
    """An answer against the reference. Of two contacts the later one is late where the shapes overlap before it."""
    if Outcome.FAILED in (found.outcome, truth.outcome):
        return Verdict.UNKNOWN
    band = limits.target + limits.tolerance
    if found.separation is None:
        return Verdict.RIGHT if truth.separation is None else Verdict.MISSED
    if truth.separation is None:
        return Verdict.RIGHT if found.separation <= band else Verdict.FALSE
    if found.fraction <= truth.fraction:
        return Verdict.EARLY if found.separation > band else Verdict.RIGHT
    between = np.linspace(truth.fraction, found.fraction, BETWEEN)
    deepest = float(separation_over_time(a, sweep_a, b, sweep_b, between).min())
    return Verdict.LATE if deepest < -band or found.separation > band else Verdict.RIGHT
