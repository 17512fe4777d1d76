"""What every time-of-impact routine answers, and the lengths that decide it."""

from __future__ import annotations

from geometry.guards import require_convex
from geometry.outcome import Miss, Outcome
from geometry.primitives.contact import touching_ends
from geometry.primitives.convex_convex import convex_convex
from geometry.record import OptionalVectorField, OptionalXYField, record
from geometry.sat.support import along
from geometry.shape import Convex
from geometry.summary import summary
from geometry.time_of_impact.moving import Moving
from geometry.tolerance import ROUNDING, TARGET_DISTANCE, TARGET_TOLERANCE
from geometry.transform import Sweep
from geometry.vector import SMALLEST_LENGTH, XY, number

# The target is this many times what rounding explains, at the least: the tolerance around it has to be told apart.
LEAST_TARGET = 16.0

# Angles are rounded in proportion. Beyond this one, some 1e10 turns, what that moves the far end of a shape by could
# no longer be told from the gap that the searches steer for (LEAST_TARGET times 2e-5 of the shape's radius).
LARGEST_ANGLE = 1e11


@record
class TimeOfImpact:
    """The answer, and the last step of every routine.

    OVERLAPPED: touching or deeper at the start. HIT: the first contact; up to `fraction` nothing has touched.
    SEPARATED: no contact in the whole interval, and `miss` says why. FAILED: the cap was reached; up to `fraction`
    nothing has touched, and nobody knows about the rest.
    """

    outcome: Outcome
    fraction: float  # of both motions: 0 when OVERLAPPED, 1 when SEPARATED
    separation: float | None  # at `fraction`, along normal; None when SEPARATED
    normal: OptionalVectorField  # unit, from A to B, at `fraction`; None when SEPARATED
    on_a: OptionalVectorField  # world: where the boundaries are nearest at `fraction`; None when SEPARATED
    on_b: OptionalVectorField
    iterations: int  # rounds of the routine's own loop
    miss: Miss | None = None  # why SEPARATED

    normal_xy = OptionalXYField("normal")

    __repr__ = summary


def missed(miss: Miss, iterations: int) -> TimeOfImpact:
    """No contact in the interval."""
    return TimeOfImpact(Outcome.SEPARATED, 1.0, None, None, None, None, iterations, miss)


def overlapped(a: Convex, b: Convex, iterations: int = 0) -> TimeOfImpact:
    """Contact at the start already: the deepest place of the two shapes as they lie."""
    found = convex_convex(a, b).contact
    return TimeOfImpact(Outcome.OVERLAPPED, 0.0, found.separation, found.normal, found.on_a, found.on_b, iterations)


def met(a: Convex, b: Convex, fraction: float, normal: XY, iterations: int, blur: float) -> TimeOfImpact:
    """A hit of two shapes, as they lie at `fraction`, across `normal`. `blur`: what rounding may have done to a
    vertex on its way there."""
    on_a, on_b = touching_ends(a, b, normal, blur)
    return TimeOfImpact(Outcome.HIT, fraction, gap_along(a, b, *normal), normal, on_a, on_b, iterations)


def gap_along(a: Convex, b: Convex, x: float, y: float) -> float:
    """The gap of the projections on the unit vector (x, y) from A to B: the distance of the shapes is no less."""
    return min(along(b, x, y)) - max(along(a, x, y)) - a.radius - b.radius


@record
class Lengths:
    """The three lengths that decide a search that only comes near: all in world units."""

    target: float  # the gap that it steers for: more than nothing, so that there is a normal at the hit
    tolerance: float  # how near to the target is near enough
    rounding: float  # a gap of no more than this cannot be told from touching


def lengths(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, target: float | None, tolerance: float | None
) -> Lengths:
    """The lengths asked for, or those that follow from the sizes of the shapes.

    Raises ValueError unless LEAST_TARGET * rounding <= target and 0 < tolerance <= target.
    """
    return deciding(Moving(a, sweep_a), Moving(b, sweep_b), target, tolerance)


def deciding(a: Moving, b: Moving, target: float | None, tolerance: float | None) -> Lengths:
    """`lengths` of shapes that move already."""
    blur = _rounding_of(a, b)
    if target is None:
        # Two points that rest at the origin have no length at all to go by: any target above 0 will do.
        target = max(TARGET_DISTANCE * _smaller_extent(a.shape, b.shape), LEAST_TARGET * blur, SMALLEST_LENGTH)
    else:
        target = number(target, "target")
        if not target >= LEAST_TARGET * blur:
            least = f"{LEAST_TARGET * blur:g}, {LEAST_TARGET:g} times the rounding of the coordinates"
            raise ValueError(f"target must be at least {least}, not {target:g}")
    tolerance = TARGET_TOLERANCE * target if tolerance is None else number(tolerance, "tolerance")
    if not 0.0 < tolerance <= target:
        raise ValueError(f"tolerance must be > 0 and at most the target of {target:g}, not {tolerance:g}")
    return Lengths(target, tolerance, blur)


def _smaller_extent(a: Convex, b: Convex) -> float:
    """The extent of the smaller of two shapes as they are placed in their own frames; points have none, and do not
    count. 0 for two points."""
    sizes = []
    for shape in (a, b):
        xs, ys = zip(*shape.points_xy, strict=True)
        sizes.append(max(max(xs) - min(xs), max(ys) - min(ys)) + 2.0 * shape.radius)
    return min((s for s in sizes if s > 0.0), default=0.0)


def sweep_rounding(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep) -> float:
    """What rounding can do to a gap, anywhere on the way."""
    return _rounding_of(Moving(a, sweep_a), Moving(b, sweep_b))


def _rounding_of(a: Moving, b: Moving) -> float:
    reach = 0.0
    for each in (a, b):
        # An angle is rounded in proportion: after many turns it tells.
        angle = max(abs(each.start_angle), abs(each.end_angle))
        reach = max(reach, each.furthest_end + (1.0 + angle / 16.0) * each.reach + each.radius)
    return ROUNDING * reach


def require_sweeps(routine: str, a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep) -> None:
    """Raises ValueError for anything but two shapes and their sweeps, and for angles beyond LARGEST_ANGLE."""
    for shape, sweep, name in ((a, sweep_a, "A"), (b, sweep_b, "B")):
        require_convex(routine, "two Convex with a Sweep each", shape, name)
        if not isinstance(sweep, Sweep):
            raise ValueError(f"{routine} takes two Convex with a Sweep each; {name}'s is {type(sweep).__name__}")
        angle = max(abs(sweep.start.angle), abs(sweep.end.angle))
        if angle > LARGEST_ANGLE:
            raise ValueError(
                f"{routine} takes angles of at most {LARGEST_ANGLE:g} radians; {name}'s, {angle:g}, is all rounding"
            )
