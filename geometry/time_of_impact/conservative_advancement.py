"""Conservative advancement: steps in time that no motion can outrun.

At time t the shapes are `separation` apart along `normal`, from A to B. In the rest of the interval that gap closes
at a rate of at most

    bound = normal . (v_A - v_B)  +  r_A |w_A|  +  r_B |w_B|

the centres' own approach, and the arcs of the furthest points (see `angular_bound`). So there is no contact before
t + separation / bound, and it is safe to go where the gap could be down to the target distance:

    t += (separation - target) / bound

until the gap is the target's, up to the tolerance. The bound is pessimistic, the steps shorten, and where the shapes
only graze each other they shorten a great deal; hence the cap. When the bound is 0 or less the gap never closes.

Sources: Mirtich (1996); Collision detection for dummies (`AngularCast`, which goes back in time from pairs that
recede, and for some of them for ever).
"""

from __future__ import annotations

from geometry.guards import require_cap
from geometry.minkowski.gjk import gjk
from geometry.outcome import Miss, Outcome
from geometry.record import record
from geometry.shape import Convex
from geometry.time_of_impact.impact import (
    Lengths,
    TimeOfImpact,
    gap_along,
    lengths,
    missed,
    overlapped,
    require_sweeps,
    turning_radius,
)
from geometry.trace import Steps, Trace, steppable
from geometry.transform import Pose, Sweep
from geometry.vector import Vector, dot, length, readonly

CONSERVATIVE_ITERATIONS = 100


@record
class SweepsMeasured:
    """What bounds the motion, once for the whole interval."""

    motion: Vector  # v = v_A - v_B: displacement of A's centre as seen from B's
    radius_a: float  # of A's furthest vertex from its centre of rotation
    radius_b: float
    turn_a: float  # radians over the interval, signed, not wrapped
    turn_b: float
    arcs: float  # radius_a |turn_a| + radius_b |turn_b|
    lengths: Lengths  # target distance, tolerance, rounding


@record
class Advanced:
    """One iteration: the shapes at a time, the gap, the bound of how it closes, and the step that is safe."""

    iteration: int  # from 1
    fraction: float  # t
    pose_a: Pose
    pose_b: Pose
    separation: float  # at t, along normal
    normal: Vector  # unit, from A to B
    on_a: Vector  # world: where the boundaries are nearest
    on_b: Vector
    closing: float  # normal . motion: what the centres close of the gap in a whole interval; negative apart
    arcs: float  # what the turns can close at most
    bound: float  # closing + arcs; 0 or less: the gap never closes
    least_at_end: float  # separation - (1 - t) bound: the gap can be no less in the rest of the interval
    step: float  # a fraction of the interval; 0 where it ends
    hit: bool  # the gap is the target's, up to the tolerance
    miss: Miss | None  # what this decides, if anything
    query: Trace  # type: ignore[type-arg]  # GJK of the shapes at t


@record
class InTouch:
    """The shapes touch or overlap at a time: at the start, or, after very many turns, by rounding at the end."""

    iteration: int
    fraction: float
    pose_a: Pose
    pose_b: Pose
    query: Trace  # type: ignore[type-arg]  # GJK of the shapes at that time


ConservativeStep = SweepsMeasured | Advanced | InTouch | TimeOfImpact


@steppable
def conservative_advancement(
    a: Convex,
    sweep_a: Sweep,
    b: Convex,
    sweep_b: Sweep,
    *,
    target: float | None = None,
    tolerance: float | None = None,
    cap: int = CONSERVATIVE_ITERATIONS,
) -> Steps[ConservativeStep, TimeOfImpact]:
    """When two moving and turning shapes, given in their local frames, first come within the target distance.

    A HIT is never late: nothing touches before its fraction, and its gap is at most `target` + `tolerance` (world
    units; see `impact.lengths` for the defaults). Touching at the start is OVERLAPPED; a gap that cannot close is
    SEPARATED, however narrow. FAILED at the cap. Raises ValueError for anything but shapes and sweeps, a target
    within rounding, a tolerance that is not in (0, target], a cap below 1.
    """
    require_sweeps("conservative_advancement", a, sweep_a, b, sweep_b)
    require_cap(cap)
    measured = measure(a, sweep_a, b, sweep_b, target, tolerance)
    yield measured
    t = 0.0
    last: Advanced | None = None
    for iteration in range(1, cap + 1):
        state = advance(a, sweep_a, b, sweep_b, measured, t, last)
        yield state
        if isinstance(state, InTouch):
            result = overlapped(a.at(state.pose_a), b.at(state.pose_b), iteration)
            result = result if last is None else ended(last, Outcome.HIT)
            yield result
            return result
        if state.miss is not None or state.hit:
            result = ended(state, Outcome.HIT) if state.miss is None else missed(state.miss, iteration)
            yield result
            return result
        t, last = min(t + state.step, 1.0), state
    assert last is not None
    result = ended(last, Outcome.FAILED)
    yield result
    return result


def measure(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, target: float | None, tolerance: float | None
) -> SweepsMeasured:
    """Radii about the centres of rotation, turns, relative motion, and the lengths that decide."""
    radius_a, radius_b = turning_radius(a), turning_radius(b)
    turn_a, turn_b = sweep_a.turn, sweep_b.turn
    arcs = radius_a * abs(turn_a) + radius_b * abs(turn_b)
    motion = readonly(sweep_a.motion - sweep_b.motion)
    decisive = lengths(a, sweep_a, b, sweep_b, target, tolerance)
    return SweepsMeasured(motion, radius_a, radius_b, turn_a, turn_b, arcs, decisive)


def advance(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, measured: SweepsMeasured, t: float, last: Advanced | None
) -> Advanced | InTouch:
    """Distance, bound and step at t, or that the shapes touch; `last` is the iteration before.

    GJK starts warm, with the vertices that were nearest then: little has moved, so mostly they still are. The gap is
    taken along GJK's normal, not from its distance: whatever the normal, nothing is nearer than that.
    """
    pose_a, pose_b = sweep_a.at(t), sweep_b.at(t)
    at_a, at_b = a.at(pose_a), b.at(pose_b)
    iteration, warm = (1, None) if last is None else (last.iteration + 1, last.query.result.simplex.pairs)
    query = gjk.trace(at_a, at_b, start=warm)
    found = query.result
    limits = measured.lengths
    if found.normal is None:
        return InTouch(iteration, t, pose_a, pose_b, query)
    separation = gap_along(at_a, at_b, found.normal)
    if separation <= limits.rounding:
        return InTouch(iteration, t, pose_a, pose_b, query)
    closing = dot(found.normal, measured.motion) + 0.0  # no -0.0: it is shown
    bound = closing + measured.arcs
    least = separation - (1.0 - t) * bound
    hit = separation <= limits.target + limits.tolerance
    miss = None
    if bound <= 0.0:
        miss = Miss.RECEDING if length(measured.motion) + measured.arcs > 0.0 else Miss.NO_MOTION
    elif least > limits.rounding:
        miss = Miss.TOO_FAR
    step = 0.0 if hit or miss is not None else (separation - limits.target) / bound
    return Advanced(
        iteration, t, pose_a, pose_b, separation, found.normal, found.on_a, found.on_b,
        closing, measured.arcs, bound, least, step, hit and miss is None, miss, query,
    )  # fmt: skip


def ended(state: Advanced, outcome: Outcome) -> TimeOfImpact:
    """A HIT, or FAILED at the cap, as the shapes lie then."""
    return TimeOfImpact(
        outcome, state.fraction, state.separation, state.normal, state.on_a, state.on_b, state.iteration
    )
