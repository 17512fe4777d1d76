"""The shadows of two polygons along every edge: one gap proves that they are apart, none that they overlap.

Source: SAT explained. The same test as `separating_axis`, as it is first met: the edges of one shape at once,
parallel edges together, and the verdict last.
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from geometry.feature import FeatureKind, FeatureRef
from geometry.record import record
from geometry.sat.separation_curve import ByHand, angle_of, by_hand
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import unit

SAME = 1e-9  # radians: edges are parallel


@record
class Screen:
    """What one direction of light shows: the edges that it runs along, and both shadows on a screen across it."""

    edges: tuple[FeatureRef, ...]
    angle: float  # of the screen, in [0, pi): it is perpendicular to the edges
    separation: float  # of the shadows; negative where they overlap


@record
class EdgesLit:
    """Light along every edge of one shape; parallel edges share a screen."""

    owner: str
    screens: tuple[Screen, ...]  # all so far


@record
class Verdict:
    """How many of all screens show a gap, and the one of the greatest separation."""

    screens: tuple[Screen, ...]
    gaps: int
    best: Screen


EdgeShadowStep = ByHand | EdgesLit | Verdict


@steppable
def edge_shadows(a: Convex, b: Convex, direction: ArrayLike) -> Steps[EdgeShadowStep, Verdict]:
    """Both shadows on a screen along `direction`, then on the screens of all edges. Raises ValueError for shapes that
    are no polygons, as their edges are not enough."""
    if min(len(a.points), len(b.points)) < 3 or a.radius + b.radius > 0.0:
        raise ValueError("this test is for polygons: of round shapes the edges are not enough")
    yield by_hand(a, b, unit(direction))
    found: list[Screen] = []
    for owner, shape in (("A", a), ("B", b)):
        for i, normal in enumerate(shape.normals):
            edge, angle = FeatureRef(owner, FeatureKind.EDGE, i), angle_of(normal)
            twin = next((k for k, each in enumerate(found) if _apart(each.angle, angle) <= SAME), None)
            if twin is None:
                found.append(Screen((edge,), angle, by_hand(a, b, normal).separation))
            else:
                found[twin] = Screen((*found[twin].edges, edge), found[twin].angle, found[twin].separation)
        yield EdgesLit(owner, tuple(found))
    near = rounding(a, b)
    verdict = Verdict(
        tuple(found), sum(each.separation > near for each in found), max(found, key=lambda each: each.separation)
    )
    yield verdict
    return verdict


def _apart(first: float, second: float) -> float:
    return abs(math.remainder(first - second, math.pi))
