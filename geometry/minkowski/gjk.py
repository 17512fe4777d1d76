"""GJK: the distance of two convex shapes, from support points of their Minkowski difference alone.

    start with any point of A - B
    repeat
        v = the point of the simplex nearest to the origin, on the fewest vertices that hold it
        v is the origin, or the simplex holds it: the cores touch or overlap
        w = the support point of A - B along -v
        w is no further along -v than v: nothing of A - B is nearer, |v| is the distance
        add w to the simplex

Nothing of A - B lies beyond the line across -v through w, so w . v / |v| is a lower bound of the distance and |v| an
upper one; the loop ends when they meet. Radii are added afterwards: the cores' distance less both.

Sources: Gilbert, Johnson, Keerthi (1988); van den Bergen (1999) for the bounds; mentioned, not shown, in Rounding
collider corners and Collision detection for dummies.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from operator import index

from numpy.typing import ArrayLike

from geometry.guards import require_cap, require_pair
from geometry.minkowski.simplex import (
    DifferenceSupport,
    Simplex,
    SimplexRegion,
    SimplexVertex,
    nearest,
    turned,
    witnesses_xy,
)
from geometry.outcome import Outcome
from geometry.record import OptionalVectorField, OptionalXYField, VectorField, XYField, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import ROUNDING, rounding
from geometry.trace import Steps, steppable
from geometry.vector import unit, unit_xy, xy_of

# Two shapes of a dozen vertices take about four rounds, of a thousand about ten.
GJK_ITERATIONS = 100


class Termination(Enum):
    """Why GJK or EPA stopped."""

    CONVERGED = "converged"  # the bounds met
    CONTAINS_ORIGIN = "contains the origin"  # GJK: the cores overlap; EPA finds how deep
    TOUCHING = "touching"  # GJK: the origin lies on the difference's boundary, up to rounding
    NOT_NEEDED = "not needed"  # EPA: the cores are apart, GJK's answer stands
    ITERATION_CAP = "iteration cap"


# In loops: looking a member up takes Python 3.11 longer than a dot product.
_CONVERGED, _CONTAINS_ORIGIN, _TOUCHING, _NOT_NEEDED, _ITERATION_CAP = Termination
_SEPARATED, _OVERLAPPED = Outcome.SEPARATED, Outcome.OVERLAPPED
_INSIDE = SimplexRegion.INSIDE


@record
class SimplexStarted:
    """The first simplex: a support point, or the pairs of a warm start."""

    simplex: Simplex
    direction: OptionalVectorField  # unit, that the first support point was looked for along; None for a warm start
    is_warm: bool


@record
class SupportTaken:
    """The support point of A - B towards the origin, and what it proves."""

    iteration: int  # from 1
    simplex: Simplex  # looked from
    direction: VectorField  # unit; towards the origin, or across an edge that the origin lies on
    vertex: SimplexVertex
    lower: float  # bound of the cores' distance: nothing is nearer to the origin along direction; < 0 beyond it
    upper: float  # the other bound: the distance of the simplex
    tolerance: float  # bounds as near as this have met
    is_repeated: bool  # the simplex has this vertex already
    is_across: bool  # the origin lies on the simplex: is there more of the difference on this side of it?
    is_last: bool  # nothing lies beyond: the search is over

    @property
    def gap(self) -> float:
        """Between the bounds: how much nearer the difference might still come."""
        return self.upper - self.lower


@record
class SimplexReduced:
    """The support point added, and the vertices that do not hold the nearest point dropped."""

    iteration: int
    candidates: tuple[SimplexVertex, ...]  # two or three, the new one last
    simplex: Simplex
    dropped: tuple[SimplexVertex, ...]


@record
class GjkDistance:
    """The answer. Where the cores overlap or touch, only EPA knows the normal, and how deep they are."""

    outcome: Outcome  # SEPARATED, OVERLAPPED (touching and overlapping discs included), FAILED at the cap
    termination: Termination
    core_distance: float  # of the cores; 0 where they touch or overlap, an upper bound at the cap
    radius: float  # of both together
    separation: float | None  # signed, of the boundaries: core_distance - radius; None where the cores overlap
    normal: OptionalVectorField  # unit, A to B; None where the cores touch or overlap
    core_a: VectorField  # witness points of the cores; both the same point, up to rounding, where those overlap
    core_b: VectorField
    on_a: VectorField  # witness points of the boundaries; those of the cores where there is no normal
    on_b: VectorField
    simplex: Simplex  # the last; its `pairs` start the next run warm
    iterations: int
    supports: int  # support points of A - B looked for
    dots: int  # dot products taken for them
    tolerance: float  # a separation this near to 0 cannot be told from touching

    normal_xy = OptionalXYField("normal")
    core_a_xy = XYField("core_a")
    core_b_xy = XYField("core_b")
    on_a_xy = XYField("on_a")
    on_b_xy = XYField("on_b")

    __repr__ = summary

    @property
    def distance(self) -> float:
        """Of the boundaries, 0 in contact."""
        return self.separation if self.outcome is Outcome.SEPARATED and self.separation is not None else 0.0


GjkStep = SimplexStarted | SupportTaken | SimplexReduced | GjkDistance


@steppable
def gjk(
    a: Convex,
    b: Convex,
    *,
    start: Sequence[tuple[int, int]] | None = None,
    direction: ArrayLike | None = None,
    cap: int = GJK_ITERATIONS,
) -> Steps[GjkStep, GjkDistance]:
    """Distance and witness points of any two shapes.

    `start`: one to three pairs (vertex of A, vertex of B) to begin with, such as the `simplex.pairs` of a run a frame
    ago. `direction`: where to look for the first support point (any length but 0); by default from A's first vertex
    to B's. `cap`: rounds of the loop; a look to either side of an edge that holds the origin may follow the last.
    Raises ValueError for pairs that do not exist, for both at once, and for a cap below 1.
    """
    require_pair("gjk", a, b)
    require_cap(cap)
    difference = DifferenceSupport(a, b)
    touching = rounding(a, b)
    simplex = yield from _started.steps(difference, start, direction, touching)
    termination = _ITERATION_CAP
    iteration = 0
    while True:
        if simplex.region is _INSIDE:
            termination = _CONTAINS_ORIGIN
            break
        toward = simplex.direction_xy
        if toward is None or simplex.distance <= touching:
            termination, simplex, iteration = yield from _across.steps(difference, simplex, iteration, touching)
            break
        if iteration >= cap:
            break
        iteration += 1
        vertex, upper = difference.along(toward), simplex.distance
        (wx, wy), (x, y) = vertex.w_xy, toward
        lower = -(wx * x + wy * y)
        # The products are rounded in proportion to the points of the difference, wherever the shapes themselves are.
        tolerance = ROUNDING * max(upper, abs(wx), abs(wy))
        is_repeated = simplex.has_pair(vertex)
        is_last = is_repeated or upper - lower <= tolerance
        yield SupportTaken(iteration, simplex, toward, vertex, lower, upper, tolerance, is_repeated, False, is_last)
        if is_last:
            termination = _CONVERGED
            break
        candidates = (*simplex.vertices, vertex)
        reduced = nearest(candidates)
        yield SimplexReduced(iteration, candidates, reduced, reduced.dropped(candidates))
        if reduced.distance >= upper and vertex not in reduced.vertices:
            # Rounding: the new point should have come nearer and does not. Nothing more can be told apart; but where
            # the edge is a diagonal beside the difference's own, the corner's own direction has the better bound.
            simplex = turned(difference, simplex)
            toward = simplex.direction_xy
            assert toward is not None
            if max(lower, -difference.along(toward).along(toward)) > touching:
                termination = _CONVERGED
            else:
                termination, simplex, iteration = yield from _across.steps(difference, simplex, iteration, touching)
            break
        simplex = reduced
    answer = _answer(a, b, termination, simplex, iteration, difference, touching)
    yield answer
    return answer


@steppable
def _started(
    difference: DifferenceSupport,
    start: Sequence[tuple[int, int]] | None,
    direction: ArrayLike | None,
    touching: float,
) -> Steps[SimplexStarted, Simplex]:
    """The first simplex. A warm one that the origin lies on is left: its points may be anywhere in the difference, so
    it tells neither the way to its boundary nor whether the origin is on it."""
    if start is not None:
        if direction is not None:
            raise ValueError("gjk starts from pairs or from a direction, not from both")
        simplex = nearest([difference.vertex(i, j) for i, j in _pairs(start, difference)])
        yield SimplexStarted(simplex, None, is_warm=True)
        if simplex.region is _INSIDE or simplex.distance > touching:
            return simplex
    if direction is not None:
        toward = xy_of(unit(direction))
    else:
        (ax, ay), (bx, by) = difference.a.points_xy[0], difference.b.points_xy[0]
        toward = unit_xy(bx - ax, by - ay) if (ax, ay) != (bx, by) else (1.0, 0.0)
    simplex = nearest([difference.along(toward)])
    yield SimplexStarted(simplex, toward, is_warm=False)
    return simplex


@steppable
def _across(
    difference: DifferenceSupport, simplex: Simplex, iteration: int, touching: float
) -> Steps[SupportTaken, tuple[Termination, Simplex, int]]:
    """The origin lies on the simplex: touching if the difference ends there, overlapping if it goes on.

    A lone vertex is a support point, so it is on the boundary. An edge is, when nothing lies beyond it on one side.
    """
    if simplex.region is SimplexRegion.VERTEX:
        return _TOUCHING, simplex, iteration
    p, q = simplex.vertices
    (px, py), (qx, qy) = p.w_xy, q.w_xy
    x, y = unit_xy(py - qy, qx - px)  # left of the edge
    for side in ((x, y), (-x, -y)):
        iteration += 1
        vertex = difference.along(side)
        reach = vertex.along(side)
        is_repeated = simplex.has_pair(vertex)
        is_last = is_repeated or reach <= touching
        yield SupportTaken(
            iteration, simplex, side, vertex, -reach, simplex.distance, touching, is_repeated, True, is_last
        )
        if is_last:
            return _TOUCHING, simplex, iteration
    held = Simplex((p, q, vertex), (*simplex.weights, 0.0), simplex.closest_xy, 0.0, None, _INSIDE)
    return _CONTAINS_ORIGIN, held, iteration


def _answer(
    a: Convex,
    b: Convex,
    termination: Termination,
    simplex: Simplex,
    iterations: int,
    difference: DifferenceSupport,
    tolerance: float,
) -> GjkDistance:
    """The cores' answer, and the radii's part in it."""
    core_a, core_b = on_a, on_b = witnesses_xy(simplex)
    radius = a.radius + b.radius
    is_apart = termination in (_CONVERGED, _ITERATION_CAP)
    distance = simplex.distance if is_apart else 0.0
    normal = simplex.direction_xy if is_apart else None
    if normal is not None:
        (ax, ay), (bx, by), (x, y) = core_a, core_b, normal
        on_a, on_b = (ax + a.radius * x, ay + a.radius * y), (bx - b.radius * x, by - b.radius * y)
    separation = None if termination is _CONTAINS_ORIGIN else distance - radius
    if termination is _ITERATION_CAP:
        outcome = Outcome.FAILED
    else:
        outcome = _SEPARATED if separation is not None and separation > tolerance else _OVERLAPPED
    return GjkDistance(
        outcome, termination, distance, radius, separation, normal, core_a, core_b, on_a, on_b,
        simplex, iterations, difference.supports, difference.dots, tolerance,
    )  # fmt: skip


def _pairs(start: Sequence[tuple[int, int]], difference: DifferenceSupport) -> list[tuple[int, int]]:
    """The pairs of a warm start, checked; repeats are dropped."""
    n, m = len(difference.a.points_xy), len(difference.b.points_xy)
    try:
        pairs = [(index(i), index(j)) for i, j in start]
    except (TypeError, ValueError):
        raise ValueError("start must be pairs (vertex of A, vertex of B) of whole numbers") from None
    if not 1 <= len(pairs) <= 3:
        raise ValueError(f"start must hold one to three pairs, not {len(pairs)}")
    for i, j in pairs:
        if not (0 <= i < n and 0 <= j < m):
            raise ValueError(f"start has the pair ({i}, {j}), but A has {n} vertices and B has {m}")
    return list(dict.fromkeys(pairs))
