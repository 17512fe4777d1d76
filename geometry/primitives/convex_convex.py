"""Any two shapes: the separating axis test, and the contact that its best axis gives.

One routine for every pair, where a table needs one for each pair of kinds.
"""

from __future__ import annotations

from geometry.guards import require_pair
from geometry.outcome import Outcome
from geometry.primitives.contact import Contact, Facing, PairResult, faced, middle_between
from geometry.sat.separating_axis import AxisStep, AxisTested, Owner, SeparatingAxis, separating_axis
from geometry.shape import Convex
from geometry.trace import Steps, steppable

ConvexConvexStep = AxisStep | PairResult


@steppable
def convex_convex(a: Convex, b: Convex) -> Steps[ConvexConvexStep, PairResult]:
    """The contact of any two shapes: every axis is tested, so that the separation is the signed distance.

    Tie rules: those of `separating_axis`, but apart the line between the closest points goes first. Where an edge
    faces an edge, the middle of what they share. Of axes that tie, one along which something of A lies over something
    of B goes first.
    """
    require_pair("convex_convex", a, b)
    found = yield from separating_axis.steps(a, b, early_out=False)
    best, facing = _meeting(a, b, found)
    contact = Contact(middle_between(a, b, facing), best.normal_xy, best.separation)
    result = PairResult.of(contact, best.tolerance)
    yield result
    return result


def _meeting(a: Convex, b: Convex, found: SeparatingAxis) -> tuple[AxisTested, Facing]:
    """The axis that the contact is taken from, and what faces along it. Along an edge's normal that is the worse by
    less than rounding, what A turns to B may lie beside what B turns to A, by sqrt(2 separation tolerance): 1e-7 at
    unit size. Of axes as good the first along which they share something is taken, else the one along which they lie
    least beside each other."""
    best, tie = _line_between_corners(found) or found.best, found.best.tolerance
    facing = faced(a, b, best.normal_xy, tie)
    if facing.is_shared:
        return best, facing
    as_good = [t for t in found.tests if t.separation >= found.separation - tie]
    return min(((t, faced(a, b, t.normal_xy, tie)) for t in as_good), key=lambda each: max(each[1].beside, 0.0))


def _line_between_corners(found: SeparatingAxis) -> AxisTested | None:
    """Apart, the closest-point axis if it is as good as the best. A corner just beyond an edge's end has all but
    the same separation along the edge's normal, but moved that way it would miss the edge."""
    if found.outcome is not Outcome.SEPARATED:
        return None
    last = found.made_tests.made_last()  # where a glance has told that it is worse it is not
    if last is None or last.axis.owner is not Owner.CLOSEST:
        return None
    return last if last.separation >= found.separation - found.best.tolerance else None
