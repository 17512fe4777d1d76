"""The two edges that a contact is made of: the reference edge, and the incident edge.

Reference: the edge, of either shape, behind which the other shape lies least deep. An edge with outward normal n sees

    separation = min over the other core of n . (x - start) - both radii

the greatest of these is minus the depth of the overlap. Incident: the other shape's edge whose normal is most
opposed to n, that is whose dot product with n is least (-1 for parallel edges).

Sources: Rounding collider corners; after Box2D the rule that an edge stays while it is nearly the best.
"""

from __future__ import annotations

import math

from geometry.record import VectorField, XYField, record
from geometry.sat.separating_axis import Owner
from geometry.sat.support import furthest_near
from geometry.shape import Convex
from geometry.tolerance import PARALLEL, REFERENCE_HYSTERESIS, rounding, smaller_size
from geometry.trace import Steps, steppable
from geometry.vector import XY, Vector, array_of, xy_of

ALIKE = 1e-6  # dot products that differ by no more than this are compared as angles

_A, _B = Owner.A, Owner.B  # looking a member up takes Python 3.11 longer than a dot product


@record
class EdgeMeasured:
    """One edge, and how deep the other shape lies behind it."""

    owner: Owner  # A or B
    edge: int
    start: VectorField  # first end of the outer edge: the core's edge, moved out by the radius
    end: VectorField  # its second end
    normal: VectorField  # unit, outward
    deepest: int  # index of the other core's vertex that lies deepest behind the edge
    separation: float  # of the other shape along normal; negative behind the edge
    is_best: bool  # whether it is the greatest so far, by more than rounding
    best: EdgeMeasured | None  # the greatest before this one
    tolerance: float

    start_xy = XYField("start")
    end_xy = XYField("end")
    normal_xy = XYField("normal")

    @property
    def best_so_far(self) -> EdgeMeasured:
        return self if self.is_best or self.best is None else self.best

    @property
    def is_gap(self) -> bool:
        return self.separation > self.tolerance


@record
class ReferenceEdge:
    """The edge of least overlap. Places are measured from it: `along` it from its start, and `height` over it."""

    owner: Owner  # A or B
    edge: int  # also the index of the vertex at its start
    next_vertex: int  # index of the vertex at its end
    start: VectorField  # first end of the outer edge
    end: VectorField  # its second end
    inner_start: VectorField  # first end of the core's edge
    inner_end: VectorField  # its second end
    normal: VectorField  # unit, outward from its owner
    tangent: VectorField  # unit, from start to end
    length: float
    separation: float  # of the other shape along normal; negative when overlapping
    ties: tuple[EdgeMeasured, ...]  # others as good, up to rounding
    is_kept: bool  # whether it stays for having been the reference before, though another is a little better

    start_xy = XYField("start")
    end_xy = XYField("end")
    inner_start_xy = XYField("inner_start")
    inner_end_xy = XYField("inner_end")
    normal_xy = XYField("normal")
    tangent_xy = XYField("tangent")

    def along(self, p: Vector) -> float:
        """Of a point, from the start towards the end; between 0 and `length` in front of the edge."""
        return self.along_xy(xy_of(p))

    def height(self, p: Vector) -> float:
        """Of a point over the outer edge; negative behind it."""
        return self.height_xy(xy_of(p))

    def at(self, along: float, height: float) -> Vector:
        """The point with these two measures."""
        return array_of(*self.at_xy(along, height))

    def along_xy(self, p: XY) -> float:
        """`along` of plain numbers."""
        (x, y), (tx, ty) = self.start_xy, self.tangent_xy
        return (p[0] - x) * tx + (p[1] - y) * ty

    def height_xy(self, p: XY) -> float:
        """`height` of plain numbers."""
        (x, y), (nx, ny) = self.start_xy, self.normal_xy
        return (p[0] - x) * nx + (p[1] - y) * ny

    def at_xy(self, along: float, height: float) -> XY:
        """`at` as plain numbers."""
        (x, y), (tx, ty), (nx, ny) = self.start_xy, self.tangent_xy, self.normal_xy
        return x + along * tx + height * nx, y + along * ty + height * ny


@record
class NormalCompared:
    """One edge of the other shape: its normal against the reference edge's."""

    owner: Owner
    edge: int
    normal: VectorField  # unit, outward
    dot: float  # with the reference normal; -1 for a parallel edge that faces it
    is_most_opposed: bool  # so far
    most_opposed: int  # edge of the least dot product so far, this one included
    least_dot: float


@record
class IncidentEdge:
    """The other shape's edge that faces the reference edge most. `deep` is its deeper end, `far` the other one."""

    owner: Owner
    edge: int
    start: VectorField  # first end of the outer edge
    end: VectorField  # its second end
    normal: VectorField  # unit, outward
    dot: float  # with the reference normal
    dots: tuple[float, ...]  # of all the shape's edges, in order
    deep: int  # index of the core's vertex at the deeper end; of equally deep ones the nearer to the reference edge
    far: int
    deep_inner: VectorField  # that vertex
    far_inner: VectorField
    deep_outer: VectorField  # the outer edge's end beside it
    far_outer: VectorField
    radius: float  # of its shape

    deep_inner_xy = XYField("deep_inner")
    far_inner_xy = XYField("far_inner")
    deep_outer_xy = XYField("deep_outer")
    far_outer_xy = XYField("far_outer")


ReferenceStep = EdgeMeasured | ReferenceEdge
IncidentStep = NormalCompared | IncidentEdge


@steppable
def find_reference(
    a: Convex, b: Convex, previous: tuple[Owner, int] | None = None, hysteresis: float = REFERENCE_HYSTERESIS
) -> Steps[ReferenceStep, ReferenceEdge | EdgeMeasured]:
    """The reference edge of two shapes that have edges; or, where an edge leaves a gap, that edge, and no more.

    Tie rule: A's edges in order, then B's; a later one must be better by more than rounding. `previous`, the owner
    and edge of the frame before, is kept while the other shape's deepest vertex lies over it and no edge is better
    by more than `hysteresis` of the smaller shape's size: a pair at rest does not change its mind.
    """
    best: EdgeMeasured | None = None
    better = as_good = -math.inf  # what a separation must exceed, or reach, for that
    measured = []  # those that may be as good
    tolerance, radii = rounding(a, b), a.radius + b.radius
    for owner, one, other in ((_A, a, b), (_B, b, a)):
        k = 0  # the deepest vertex goes around with the edges
        edges = zip(one.points_xy, one.normals_xy, one.edges_xy, strict=False)  # a circle has none
        for i, ((x, y), (nx, ny), (start, end)) in enumerate(edges):
            k, below = furthest_near(other, -nx, -ny, k, tolerance)
            separation = -below - (x * nx + y * ny) - radii
            if separation < as_good and (owner, i) != previous:
                yield EdgeMeasured(owner, i, start, end, (nx, ny), k, separation, False, best, tolerance)
                continue
            found = EdgeMeasured(owner, i, start, end, (nx, ny), k, separation, separation > better, best, tolerance)
            yield found
            if separation > tolerance:
                return found
            measured.append(found)
            if found.is_best:
                best, better, as_good = found, separation + tolerance, separation - tolerance
    assert best is not None
    old = next((m for m in measured if (m.owner, m.edge) == previous), None) if previous is not None else None
    ties = [m for m in measured if m.separation >= as_good]  # the best among them
    chosen, is_kept = best if len(ties) == 1 else _under(best, ties, a, b), False
    is_near = old is not None and best.separation - old.separation <= hysteresis * smaller_size(a, b)
    if old is not None and is_near and _lies_over(old, b if old.owner is _A else a):
        chosen, is_kept = old, old is not best
    others = tuple([m for m in ties if m is not chosen])
    reference = _reference(chosen, a if chosen.owner is _A else b, others, is_kept)
    yield reference
    return reference


@steppable
def find_incident(other: Convex, reference: ReferenceEdge, tolerance: float) -> Steps[IncidentStep, IncidentEdge]:
    """The edge of `other`, the shape that has not the reference edge, that faces it most.

    Tie rule: the first; a later one must be more opposed by more than PARALLEL, as an angle. (Of normals that are all
    but opposed to the reference's the dot products are equal to 1e-12 where the angles are not to 1e-6.) Where that
    edge lies wholly beside the reference edge, and the next one is as deep in front of it up to rounding, the next.
    """
    owner = _B if reference.owner is _A else _A
    chosen, least = 0, float("inf")
    dots = []
    x, y = reference.normal_xy
    for i, normal in enumerate(other.normals_xy):
        value = normal[0] * x + normal[1] * y
        is_most = value < least - ALIKE or (value <= least + ALIKE and _beats(normal, other.normals_xy[chosen], x, y))
        if is_most:
            chosen, least = i, value
        dots.append(value)
        yield NormalCompared(owner, i, normal, value, is_most, chosen, least)
    facing = _in_front(other, chosen, reference, tolerance)
    incident = incident_at(other, owner, facing, tuple(dots), reference, tolerance)
    yield incident
    return incident


def _under(best: EdgeMeasured, ties: list[EdgeMeasured], a: Convex, b: Convex) -> EdgeMeasured:
    """The edge that the deepest of the other shape lies over, or past the end of which it lies by less, should that
    be a neighbour of the best which is as good up to rounding: at an almost flat vertex the first of two edges may be
    long past."""
    chosen, (own, other) = best, (a, b) if best.owner is _A else (b, a)
    for _ in own.points_xy:
        beyond = _past(chosen, other)
        i = (chosen.edge + beyond) % len(own.points)
        beside = next((m for m in ties if m.owner is best.owner and m.edge == i), None)
        if beyond == 0 or beside is None or _past(beside, other) == -beyond:
            break
        chosen = beside
    return chosen


def _past(edge: EdgeMeasured, other: Convex) -> int:
    """Where the deepest of the other shape lies, a vertex or an edge: -1 before this edge's start, 1 past its end, 0
    over some of it, up to rounding."""
    (x, y), (end_x, end_y), (nx, ny), slack = edge.start_xy, edge.end_xy, edge.normal_xy, edge.tolerance
    vertices, k = other.points_xy, edge.deepest
    below = vertices[k][0] * nx + vertices[k][1] * ny + slack
    beside = (vertices[k - 1], vertices[k + 1 - len(vertices)])
    deepest = [vertices[k], *(p for p in beside if p[0] * nx + p[1] * ny <= below)]
    along = [nx * (py - y) - ny * (px - x) for px, py in deepest]  # n turned left is the way along the edge
    if max(along) < -slack:
        return -1
    return 1 if min(along) > math.hypot(end_x - x, end_y - y) + slack else 0


def _lies_over(edge: EdgeMeasured, other: Convex) -> bool:
    """Whether the other shape's deepest vertex lies in front of an edge, not beside it."""
    px, py = other.points_xy[edge.deepest]
    (x, y), (end_x, end_y), (nx, ny) = edge.start_xy, edge.end_xy, edge.normal_xy
    return 0.0 <= nx * (py - y) - ny * (px - x) <= math.hypot(end_x - x, end_y - y)


def _beats(normal: XY, best: XY, x: float, y: float) -> bool:
    """Whether a normal is more opposed to (x, y) than the best so far: |n + r| = 2 sin(angle / 2) keeps its digits
    where the angle between n and -r is small."""
    return math.hypot(normal[0] + x, normal[1] + y) < math.hypot(best[0] + x, best[1] + y) - PARALLEL


def _in_front(other: Convex, chosen: int, reference: ReferenceEdge, tolerance: float) -> int:
    """The edge that lies in front of the reference edge, should that be a neighbour of the most opposed one which is
    as deep there up to rounding: at an almost flat vertex the most opposed of two edges may be long past."""
    points, i = other.points_xy, chosen
    for _ in points:
        ends = i, (i + 1) % len(points)
        along = [reference.along_xy(points[k]) for k in ends]
        if max(along) >= -tolerance and min(along) <= reference.length + tolerance:
            return i
        border = 0.0 if max(along) < 0.0 else reference.length
        near = int(abs(along[1] - border) < abs(along[0] - border))
        step = 1 if near else -1  # the next edge leads from the nearer end to `beyond`
        corner, beyond = points[ends[near]], points[(ends[near] + step) % len(points)]
        forwards = (reference.along_xy(beyond) - along[near]) / (border - along[near])
        rise = reference.height_xy(beyond) - reference.height_xy(corner)
        # Leads away, or is less deep at the border: by twice the rounding, as edges tie within it on either shape.
        if forwards <= 0.0 or rise > 2.0 * tolerance * max(forwards, 1.0):
            return chosen
        i = (i + step) % len(points)
    return chosen


def _reference(chosen: EdgeMeasured, shape: Convex, ties: tuple[EdgeMeasured, ...], is_kept: bool) -> ReferenceEdge:
    i = chosen.edge
    after = (i + 1) % len(shape.points)
    (x, y), (end_x, end_y), (nx, ny) = chosen.start_xy, chosen.end_xy, chosen.normal_xy
    size = math.hypot(end_x - x, end_y - y)
    inner_start, inner_end = shape.points_xy[i], shape.points_xy[after]
    return ReferenceEdge(
        chosen.owner, i, after, (x, y), (end_x, end_y), inner_start, inner_end,
        (nx, ny), (-ny, nx), size, chosen.separation, ties, is_kept,
    )  # fmt: skip


def incident_at(
    shape: Convex, owner: Owner, i: int, dots: tuple[float, ...], reference: ReferenceEdge, tolerance: float
) -> IncidentEdge:
    """An edge as the incident one, whichever a search has chosen: which of its ends is the deeper."""
    j = (i + 1) % len(shape.points)
    inner = shape.points_xy
    start, end = shape.edges_xy[i]
    first, second = reference.height_xy(inner[i]), reference.height_xy(inner[j])
    if abs(first - second) <= tolerance:  # parallel: the end that is less far beside the reference edge
        first, second = _beside(reference, inner[i]), _beside(reference, inner[j])
    at_start = first <= second
    deep, far = (i, j) if at_start else (j, i)
    deep_outer, far_outer = (start, end) if at_start else (end, start)
    return IncidentEdge(
        owner, i, start, end, shape.normals_xy[i], dots[i], dots,
        deep, far, inner[deep], inner[far], deep_outer, far_outer, shape.radius,
    )  # fmt: skip


def _beside(reference: ReferenceEdge, p: XY) -> float:
    """How far a point lies beyond the ends of the reference edge; 0 or less in front of it."""
    along = reference.along_xy(p)
    return max(-along, along - reference.length)
