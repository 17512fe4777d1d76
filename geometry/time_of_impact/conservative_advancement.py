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

import math

from geometry.guards import require_cap
from geometry.minkowski.gjk import GjkDistance, gjk
from geometry.outcome import Miss, Outcome
from geometry.record import VectorField, XYField, record
from geometry.shape import Convex
from geometry.time_of_impact.impact import (
    Lengths,
    TimeOfImpact,
    deciding,
    gap_along,
    missed,
    overlapped,
    require_sweeps,
)
from geometry.time_of_impact.moving import Moving, MovingPair
from geometry.trace import Steps, Trace, steppable
from geometry.transform import Pose, Sweep

CONSERVATIVE_ITERATIONS = 100


@record
class SweepsMeasured:
    """What bounds the motion, once for the whole interval."""

    motion: VectorField  # v = v_A - v_B: displacement of A's centre as seen from B's
    radius_a: float  # of A's furthest vertex from its centre of rotation
    radius_b: float
    turn_a: float  # radians over the interval, signed, not wrapped
    turn_b: float
    arcs: float  # radius_a |turn_a| + radius_b |turn_b|
    lengths: Lengths  # target distance, tolerance, rounding

    motion_xy = XYField("motion")


@record
class Advanced:
    """One iteration: the shapes at a time, the gap, the bound of how it closes, and the step that is safe."""

    iteration: int  # from 1
    fraction: float  # t
    pose_a: Pose
    pose_b: Pose
    separation: float  # at t, along normal
    normal: VectorField  # unit, from A to B
    on_a: VectorField  # world: where the boundaries are nearest
    on_b: VectorField
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


@record
class Standing:
    """One iteration as the search goes on with it; `told` makes the step that shows it."""

    iteration: int  # from 1
    fraction: float  # t
    a: Convex  # placed at t
    b: Convex
    warm: tuple[tuple[int, int], ...] | None  # the pairs of vertices that GJK has started from
    found: GjkDistance
    separation: float  # along GJK's normal; 0 where the cores overlap
    closing: float
    bound: float
    step: float
    hit: bool
    miss: Miss | None
    touches: bool  # or overlaps: there is no gap to go by


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
    pair = MovingPair(Moving(a, sweep_a), Moving(b, sweep_b))
    measured = measure(pair.a, pair.b, deciding(pair.a, pair.b, target, tolerance))
    yield measured
    t = 0.0
    last: Standing | None = None
    for iteration in range(1, cap + 1):
        state = stand(pair, measured, iteration, t, last)
        yield told(state, measured, sweep_a, sweep_b)
        if state.touches:
            result = overlapped(state.a, state.b, iteration) if last is None else ended(last, Outcome.HIT)
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


def measure(a: Moving, b: Moving, decisive: Lengths) -> SweepsMeasured:
    """Radii about the centres of rotation, turns, relative motion, and the lengths that decide."""
    arcs = a.reach * abs(a.turn) + b.reach * abs(b.turn)
    (ax, ay), (bx, by) = a.motion, b.motion
    return SweepsMeasured((ax - bx, ay - by), a.reach, b.reach, a.turn, b.turn, arcs, decisive)


def stand(pair: MovingPair, measured: SweepsMeasured, iteration: int, t: float, last: Standing | None) -> Standing:
    """Distance, bound and step at t, or that the shapes touch; `last` is the iteration before.

    GJK starts warm, with the vertices that were nearest then: little has moved, so mostly they still are. The gap is
    taken along GJK's normal, not from its distance: whatever the normal, nothing is nearer than that.
    """
    at_a, at_b = pair.at(t)
    warm = None if last is None else last.found.simplex.pairs
    found, limits = gjk(at_a, at_b, start=warm), measured.lengths
    normal = found.normal_xy
    separation = 0.0 if normal is None else gap_along(at_a, at_b, *normal)
    if normal is None or separation <= limits.rounding:
        return Standing(iteration, t, at_a, at_b, warm, found, separation, 0.0, 0.0, 0.0, False, None, True)
    (x, y), (dx, dy) = normal, measured.motion_xy
    closing = x * dx + y * dy + 0.0  # no -0.0: it is shown
    bound = closing + measured.arcs
    hit = separation <= limits.target + limits.tolerance
    miss = None
    if bound <= 0.0:
        miss = Miss.RECEDING if math.hypot(dx, dy) + measured.arcs > 0.0 else Miss.NO_MOTION
    elif least_at_end(separation, t, bound) > limits.rounding:
        miss = Miss.TOO_FAR
    step = 0.0 if hit or miss is not None else (separation - limits.target) / bound
    return Standing(
        iteration, t, at_a, at_b, warm, found, separation,
        closing, bound, step, hit and miss is None, miss, False,
    )  # fmt: skip


def least_at_end(separation: float, t: float, bound: float) -> float:
    """What is left of a gap at the end of the interval, if from t on it closes as fast as it can."""
    return separation - (1.0 - t) * bound


def told(state: Standing, measured: SweepsMeasured, sweep_a: Sweep, sweep_b: Sweep) -> Advanced | InTouch:
    """An iteration as a step: with the poses, and GJK's own steps."""
    if not state.touches:
        return advanced(state, measured, sweep_a, sweep_b)
    t, query = state.fraction, gjk.trace(state.a, state.b, start=state.warm)
    return InTouch(state.iteration, t, sweep_a.at(t), sweep_b.at(t), query)


def advanced(state: Standing, measured: SweepsMeasured, sweep_a: Sweep, sweep_b: Sweep) -> Advanced:
    """`told` where there is a gap."""
    t, found, query = state.fraction, state.found, gjk.trace(state.a, state.b, start=state.warm)
    assert found.normal_xy is not None
    return Advanced(
        state.iteration, t, sweep_a.at(t), sweep_b.at(t), state.separation,
        found.normal_xy, found.on_a_xy, found.on_b_xy, state.closing, measured.arcs, state.bound,
        least_at_end(state.separation, t, state.bound), state.step, state.hit, state.miss, query,
    )  # fmt: skip


def ended(state: Standing, outcome: Outcome) -> TimeOfImpact:
    """A HIT, or FAILED at the cap, as the shapes lie then."""
    found = state.found
    return TimeOfImpact(
        outcome, state.fraction, state.separation, found.normal_xy, found.on_a_xy, found.on_b_xy, state.iteration
    )
