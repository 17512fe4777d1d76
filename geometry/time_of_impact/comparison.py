"""Every way to look for a contact of two moving shapes, on the same motion: what each says, and what it costs.

Discrete steps look at moments and may miss what is between them. A ray, and the casts, see the whole way, but a ray
takes B for the point that it turns about, and the casts leave turning out of account. The advancements leave out
nothing. Each answer is held against that of bilateral advancement.

Costs have one unit, a dot product with a vertex. Of shapes with n and m vertices: a test of all axes 2nm, a support
point of A - B and a gap along an axis n + m, the gap of one pair of vertices 2, a ray against A 2n; merging the
edges into A - B n + m, and the ray against what it then has, 2 for each edge, and for each corner that is tested.

Sources: Collision detection for dummies, which goes through them in this order; Catto, Continuous collision (2013).
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from geometry.minkowski.gjk import SimplexStarted, SupportTaken
from geometry.outcome import Outcome
from geometry.query.ray_cast import ray_cast
from geometry.ray import Ray
from geometry.record import record
from geometry.shape import Convex
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, RootTried, bilateral_advancement
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, conservative_advancement
from geometry.time_of_impact.discrete import MomentTested, discrete_steps
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, gjk_ray_cast
from geometry.time_of_impact.impact import TimeOfImpact, lengths, require_sweeps
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.time_of_impact.linear_cast_steps import CornerTested, DifferenceFormed
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.trace import Steps, steppable
from geometry.transform import Pose, Sweep
from geometry.vector import SMALLEST_LENGTH, length

# A time before the true one is as good as it when the gap there is no more than this many targets: the advancements
# steer for one target, and where shapes graze each other a small gap lasts for a long time.
SAME_TARGETS = 4.0


class MotionMethod(Enum):
    """Who is asked."""

    END_ONLY = "start and end"
    SUB_STEPS = "sub-steps"
    RAY = "ray"
    LINEAR_CAST = "linear cast"
    GJK_RAY_CAST = "GJK ray cast"
    CONSERVATIVE = "conservative advancement"
    BILATERAL = "bilateral advancement"


class Verdict(Enum):
    """What an answer is worth."""

    RIGHT = "right"
    LATE = "late"  # a contact, but the shapes have been in touch for a while
    EARLY = "early"  # a contact is said to come before it does
    MISSED = "missed"  # no contact is seen, and there is one
    IMAGINED = "imagined"  # a contact is seen, and there is none
    UNKNOWN = "unknown"  # given up at a cap


class Work(NamedTuple):
    """What an answer took."""

    number: int  # how many of `unit` were worked out
    unit: str  # test, edge, face, line, distance query
    cost: int  # dot products with vertices
    supports: int = 0
    trials: int = 0


@record
class MethodAsked:
    """One method's answer and cost."""

    method: MotionMethod
    outcome: Outcome
    fraction: float | None  # of the contact; None where none is seen
    verdict: Verdict
    off: float  # fraction less the true one; 0 where one of them has none
    gap: float  # of the shapes at `fraction`, signed; at the end where no contact is seen
    count: int  # how many of `unit` were worked out
    unit: str  # test, edge, face, line, distance query
    cost: int  # dot products with vertices
    supports: (
        int  # support points of A - B in that, and gaps along an axis, each of which takes one; 0 for the first four
    )
    trials: int  # of roots in that; 0 for all but bilateral advancement
    instants: tuple[float, ...]  # fractions at which shapes were looked at; none for a ray and the linear cast


@record
class MethodsCompared:
    """All of them, and what is true. The last step too."""

    asked: tuple[MethodAsked, ...]
    truth: TimeOfImpact  # of bilateral advancement
    turns: bool  # whether a body turns, which the ray and the casts do not see


ComparisonStep = MethodAsked | MethodsCompared


@steppable
def methods_compared(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, steps: int = 8
) -> Steps[ComparisonStep, MethodsCompared]:
    """Ask every method about the motion of two shapes given in their local frames. `steps`: of the sub-steps.

    Raises ValueError for anything but shapes and sweeps, and for `steps` that `discrete_steps` refuses.
    """
    require_sweeps("methods_compared", a, sweep_a, b, sweep_b)
    runs = _asked(a, sweep_a, b, sweep_b, steps)
    truth: TimeOfImpact = runs[MotionMethod.BILATERAL][-1]
    near = SAME_TARGETS * lengths(a, sweep_a, b, sweep_b, None, None).target
    speed = length(sweep_b.motion - sweep_a.motion)
    slack = near / speed if speed > near else 0.0
    said = [_said(method, runs, a, sweep_a, b, sweep_b) for method in MotionMethod]
    times = [1.0 if fraction is None else fraction for _, fraction, *_ in said]
    at_times = separation_over_time(a, sweep_a, b, sweep_b, times).tolist()
    asked = []
    for method, (outcome, fraction, work), gap in zip(MotionMethod, said, at_times, strict=True):
        verdict = _verdict(outcome, fraction, truth, slack, gap <= near)
        off = fraction - truth.fraction if fraction is not None and truth.outcome is not Outcome.SEPARATED else 0.0
        instants = _instants(runs.get(method, ()))
        found = MethodAsked(method, outcome, fraction, verdict, off, gap, *work, instants)
        asked.append(found)
        yield found
    answer = MethodsCompared(tuple(asked), truth, sweep_a.turn != 0.0 or sweep_b.turn != 0.0)
    yield answer
    return answer


def _asked(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, steps: int) -> dict[MotionMethod, tuple[Any, ...]]:
    """The steps of all but the ray; the last one is the answer."""
    sweeps = a, sweep_a, b, sweep_b
    slides = a.at(sweep_a.start), sweep_a.motion, b.at(sweep_b.start), sweep_b.motion
    return {
        MotionMethod.END_ONLY: tuple(discrete_steps.steps(*sweeps, 1)),
        MotionMethod.SUB_STEPS: tuple(discrete_steps.steps(*sweeps, steps)),
        MotionMethod.LINEAR_CAST: tuple(linear_cast.steps(*slides)),
        MotionMethod.GJK_RAY_CAST: tuple(gjk_ray_cast.steps(*slides)),
        MotionMethod.CONSERVATIVE: tuple(conservative_advancement.steps(*sweeps)),
        MotionMethod.BILATERAL: tuple(bilateral_advancement.steps(*sweeps)),
    }


def _said(
    method: MotionMethod,
    runs: dict[MotionMethod, tuple[Any, ...]],
    a: Convex,
    sweep_a: Sweep,
    b: Convex,
    sweep_b: Sweep,
) -> tuple[Outcome, float | None, Work]:
    """A method's outcome, the fraction of its contact, and its cost."""
    if method is MotionMethod.RAY:
        outcome, fraction = _ray(a.at(sweep_a.start), sweep_b.start, sweep_b.motion - sweep_a.motion)
        return outcome, fraction, Work(len(a.points), "edge", 2 * len(a.points))
    found: TimeOfImpact = runs[method][-1]
    seen = found.outcome in (Outcome.HIT, Outcome.OVERLAPPED)
    work = _work(method, runs[method], len(a.points), len(b.points))
    return found.outcome, found.fraction if seen else None, work


def _ray(a: Convex, start: Pose, motion: Any) -> tuple[Outcome, float | None]:
    """B as the point that it turns about, seen from A."""
    if length(motion) <= SMALLEST_LENGTH:
        return Outcome.SEPARATED, None
    found = ray_cast(a, Ray(start.position, motion))
    return found.outcome, found.fraction


def _work(method: MotionMethod, trace: tuple[Any, ...], n: int, m: int) -> Work:
    """How many of what were worked out, and what that takes in dot products."""
    if method in (MotionMethod.END_ONLY, MotionMethod.SUB_STEPS):
        tests = sum(isinstance(step, MomentTested) for step in trace)
        return Work(tests, "test", 2 * n * m * tests)
    if method is MotionMethod.LINEAR_CAST:
        edges = sum(len(step.difference.edges) for step in trace if isinstance(step, DifferenceFormed))
        faces = edges + sum(isinstance(step, CornerTested) for step in trace)
        return Work(faces, "face", n + m + 2 * faces)
    if method is MotionMethod.GJK_RAY_CAST:
        lines = sum(isinstance(step, PlaneFound) for step in trace)
        return Work(lines, "line", (lines + 1) * (n + m), lines + 1)
    queries = [step.query for step in trace if isinstance(step, Advanced | InTouch | AxisChosen)]
    starts = (isinstance(step, SimplexStarted) and not step.is_warm for query in queries for step in query)
    supports = sum(starts) + sum(isinstance(step, SupportTaken) for query in queries for step in query)
    supports += sum(isinstance(step, AxisChosen | DeepestFound) for step in trace)  # a gap along an axis
    trials = sum(isinstance(step, RootTried) for step in trace)
    return Work(len(queries), "distance query", supports * (n + m) + 2 * trials, supports, trials)


def _instants(trace: tuple[Any, ...]) -> tuple[float, ...]:
    """The fractions of the tests, of the estimates that a line was found for, and of the distance queries."""
    looks = (step.state if isinstance(step, AxisChosen) else step for step in trace)
    return tuple(step.fraction for step in looks if isinstance(step, MomentTested | PlaneFound | Advanced | InTouch))


def _verdict(outcome: Outcome, fraction: float | None, truth: TimeOfImpact, slack: float, is_near: bool) -> Verdict:
    """`slack`: fractions within which a later time is the same; `is_near`: the gap at `fraction` is small."""
    if Outcome.FAILED in (outcome, truth.outcome):
        return Verdict.UNKNOWN
    if truth.outcome is Outcome.SEPARATED:
        return Verdict.RIGHT if fraction is None else Verdict.IMAGINED
    if fraction is None:
        return Verdict.MISSED
    if fraction > truth.fraction + slack:
        return Verdict.LATE
    return Verdict.RIGHT if is_near else Verdict.EARLY
