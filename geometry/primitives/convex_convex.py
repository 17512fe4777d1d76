"""Any two shapes: the separating axis test, and the contact that its best axis gives.

One routine for every pair, where a table needs one for each pair of kinds.
"""

from __future__ import annotations

from geometry.guards import require_convex
from geometry.outcome import Outcome
from geometry.primitives.contact import Contact, PairResult, middle_between
from geometry.sat.separating_axis import AxisStep, AxisTested, Owner, SeparatingAxis, separating_axis
from geometry.shape import Convex
from geometry.trace import Steps, steppable

ConvexConvexStep = AxisStep | PairResult


@steppable
def convex_convex(a: Convex, b: Convex) -> Steps[ConvexConvexStep, PairResult]:
    """The contact of any two shapes: every axis is tested, so that the separation is the signed distance.

    Tie rules: those of `separating_axis`, but apart the line between the closest points goes first. Where an edge
    faces an edge, the middle of what they share. Normals of edges within some 1e-8 of parallel tie, and the one
    that keeps its place may make the contact miss a boundary by sqrt(2 separation tolerance), 1e-7 at unit size.
    """
    require_convex("convex_convex", "two Convex", a, "A")
    require_convex("convex_convex", "two Convex", b, "B")
    found = yield from separating_axis.steps(a, b, early_out=False)
    best = _line_between_corners(found) or found.best
    result = PairResult.of(Contact(middle_between(a, b, best.normal), best.normal, best.separation), best.tolerance)
    yield result
    return result


def _line_between_corners(found: SeparatingAxis) -> AxisTested | None:
    """Apart, the closest-point axis if it is as good as the best. A corner just beyond an edge's end has all but
    the same separation along the edge's normal, but moved that way it would miss the edge."""
    if found.outcome is not Outcome.SEPARATED:
        return None
    least = found.separation - found.best.tolerance
    return next((t for t in found.tests if t.axis.owner is Owner.CLOSEST and t.separation >= least), None)
