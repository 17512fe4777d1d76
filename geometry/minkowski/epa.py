"""EPA: how deep two shapes overlap, from support points of their Minkowski difference alone.

    start with the last simplex of GJK, which holds the origin
    repeat
        f = the face of the polytope nearest to the origin
        w = the support point of A - B along the normal of f
        w is no further out than f: f lies on the boundary of A - B, its distance is the depth
        split f into two faces that meet in w

The polytope lies inside A - B, so the distance of its boundary is a lower bound of the depth of the cores; nothing of
A - B lies beyond w, so w . n is an upper one. Moving B by the depth along n leaves the two touching: n points from A
to B. Radii are added afterwards. Shapes whose cores are apart need none of this, even where their discs overlap:
GJK's normal and distance are the answer, less the radii.

Source: van den Bergen, Proximity queries and penetration depth computation on 3D game objects (2001).
"""

from __future__ import annotations

from operator import attrgetter

from geometry.guards import require_cap, require_pair
from geometry.minkowski.gjk import GjkDistance, GjkStep, Termination, gjk
from geometry.minkowski.simplex import (
    DifferenceSupport,
    Simplex,
    SimplexField,
    SimplexVertex,
    edge_fields,
    witnesses_xy,
)
from geometry.outcome import Outcome
from geometry.record import VectorField, XYField, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import ROUNDING, rounding
from geometry.trace import Steps, Trace, steppable
from geometry.vector import XY, unit_xy


@record
class Face:
    """An edge of the polytope, counter-clockwise."""

    start: SimplexVertex
    end: SimplexVertex
    normal: VectorField  # unit, outward; as a contact normal it points from A to B
    nearest: SimplexField  # its point nearest to the origin
    distance: float  # of that point: how far out the polytope reaches here

    normal_xy = XYField("normal")

    @property
    def pairs(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Indices of the vertices of A and of B at both ends."""
        return self.start.pair, self.end.pair

    def has_pair(self, vertex: SimplexVertex) -> bool:
        """Whether one of its ends is the difference of the same two vertices."""
        i, j = vertex.index_a, vertex.index_b
        p, q = self.start, self.end
        return (p.index_a == i and p.index_b == j) or (q.index_a == i and q.index_b == j)


@record
class PolytopeStarted:
    """The first polytope: GJK's triangle; its segment seen from both sides; or what was found around its point."""

    faces: tuple[Face, ...]  # counter-clockwise; two for a segment
    simplex: Simplex  # GJK's last
    added: tuple[SimplexVertex, ...]  # looked for because the simplex was too small; none for a triangle
    query: Trace | None  # type: ignore[type-arg]  # GJK's, where the caller had it traced


@record
class FaceTested:
    """The face nearest to the origin, and whether the difference goes on beyond it."""

    iteration: int  # from 1
    faces: tuple[Face, ...]
    nearest: int  # index of the face, the first of several equally near
    vertex: SimplexVertex  # support point along its normal
    lower: float  # bound of the cores' depth: the face's distance
    upper: float  # the other bound: how far out the support point is along the normal
    tolerance: float  # bounds as near as this have met
    is_repeated: bool  # the support point is an end of the face
    is_last: bool  # nothing lies beyond the face

    @property
    def face(self) -> Face:
        return self.faces[self.nearest]

    @property
    def gap(self) -> float:
        """Between the bounds."""
        return self.upper - self.lower


@record
class FaceSplit:
    """The face gives way to two, which meet in the support point."""

    iteration: int
    faces: tuple[Face, ...]  # the polytope now
    replaced: tuple[Face, ...]  # the face, and neighbours that the new corner makes part of the inside
    added: tuple[Face, ...]


@record
class Penetration:
    """The answer: moving B by minus the separation along the normal leaves the shapes just touching."""

    outcome: Outcome  # SEPARATED, OVERLAPPED (touching included), FAILED at the cap
    termination: Termination  # CONVERGED, NOT_NEEDED (cores apart) or ITERATION_CAP
    separation: float  # signed, of the boundaries: minus the depth when overlapping
    normal: VectorField  # unit, A to B
    core_a: VectorField  # witness points of the cores: the deepest of each in the other
    core_b: VectorField
    on_a: VectorField  # witness points of the boundaries: on_b - on_a = separation * normal
    on_b: VectorField
    face: Face | None  # the nearest of the difference; None where EPA was not needed
    distance: GjkDistance  # what GJK found
    iterations: int  # of EPA alone, as are the counts
    supports: int
    dots: int
    tolerance: float  # a separation this near to 0 cannot be told from touching

    __repr__ = summary

    @property
    def depth(self) -> float:
        """How far B must move along the normal, 0 when separated."""
        return max(0.0, -self.separation)


_distance = attrgetter("distance")

EpaStep = GjkStep | PolytopeStarted | FaceTested | FaceSplit | Penetration


@steppable
def epa(
    a: Convex, b: Convex, found: GjkDistance | Trace[GjkStep, GjkDistance] | None = None, *, cap: int | None = None
) -> Steps[EpaStep, Penetration]:
    """Depth, normal and witness points of two shapes; their distance where they do not overlap.

    `found` is GJK's answer for the same pair (ValueError for another's), or its trace, which then lies below the
    first polytope, to be stepped into; without it GJK runs first, as a phase. `cap` bounds the rounds; by default it
    is the number of vertices that A - B can have, and as many faces: every round but the last finds a new vertex, so
    it is never reached. Tie rule: of faces equally near, the first, counted from the first polytope's.
    """
    require_pair("epa", a, b)
    limit = 2 * (len(a.points) + len(b.points)) if cap is None else cap
    require_cap(limit)
    difference = DifferenceSupport(a, b)
    query = found if isinstance(found, Trace) else None
    distance = found.result if isinstance(found, Trace) else found
    if distance is None:
        distance = yield from gjk.steps(a, b)
    else:
        _require_same_pair(difference, distance)
    if distance.normal_xy is not None:
        answer = _apart(distance)
        yield answer
        return answer
    faces, added = _polytope(difference, distance.simplex, rounding(a, b))
    yield PolytopeStarted(faces, distance.simplex, added, query)
    termination, iteration = Termination.ITERATION_CAP, 0
    while True:
        face = min(faces, key=_distance)
        if iteration >= limit:
            break
        iteration += 1
        vertex = difference.along(face.normal_xy)
        upper = vertex.along(face.normal_xy)
        tolerance = ROUNDING * max(face.start.largest, face.end.largest, vertex.largest)
        is_repeated = face.has_pair(vertex)
        is_last = is_repeated or upper - face.distance <= tolerance
        nearest = faces.index(face)
        yield FaceTested(iteration, faces, nearest, vertex, face.distance, upper, tolerance, is_repeated, is_last)
        if is_last:
            termination = Termination.CONVERGED
            break
        faces, replaced, new = _split(faces, nearest, vertex)
        yield FaceSplit(iteration, faces, replaced, new)
    answer = _answer(a, b, distance, termination, face, iteration, difference)
    yield answer
    return answer


def _require_same_pair(difference: DifferenceSupport, found: GjkDistance) -> None:
    if not isinstance(found, GjkDistance):
        raise ValueError(f"epa takes GJK's answer as found, not of type {type(found).__name__}")
    for vertex in found.simplex.vertices:
        i, j = vertex.pair
        is_there = i < len(difference.a.points) and j < len(difference.b.points)
        if not is_there or difference.vertex(i, j).w_xy != vertex.w_xy:
            raise ValueError(
                f"epa was given GJK's answer for another pair: vertices {i} of A and {j} of B do not fit it"
            )


def _polytope(
    difference: DifferenceSupport, simplex: Simplex, touching: float
) -> tuple[tuple[Face, ...], tuple[SimplexVertex, ...]]:
    """The first polytope, and the vertices found for it.

    A triangle is one. An edge is one of no area, a face each way: either may grow. From a lone vertex, look right,
    left, up and down for another point; where there is none the difference is a point.
    """
    vertices = simplex.vertices
    if len(vertices) == 3:
        p, q, r = vertices
        if _side(p.w_xy, q.w_xy, r.w_xy) < 0.0:
            q, r = r, q
        return (_face(p, q), _face(q, r), _face(r, p)), ()
    added: tuple[SimplexVertex, ...] = ()
    if len(vertices) == 1:
        (only,) = vertices
        for direction in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
            other = difference.along(direction)
            (x, y), (other_x, other_y) = only.w_xy, other.w_xy
            if max(abs(other_x - x), abs(other_y - y)) > touching:
                vertices, added = (only, other), (other,)
                break
        else:
            nearest = (only,), (1.0,), only.w_xy, simplex.distance, None, simplex.region
            return (Face(only, only, (1.0, 0.0), nearest, 0.0),), ()
    p, q = vertices
    return (_face(p, q), _face(q, p)), added


def _face(start: SimplexVertex, end: SimplexVertex) -> Face:
    """The nearest point of the segment, not of its line: an edge as short as rounding may point anywhere, but it is
    no nearer for that. (The polytope holds the origin, so between its ends a true face has both the same.)"""
    nearest = edge_fields(start, end)
    (x, y), (end_x, end_y) = start.w_xy, end.w_xy
    outward_x, outward_y = unit_xy(end_y - y, x - end_x)
    return Face(start, end, (outward_x + 0.0, outward_y + 0.0), nearest, nearest[3])  # no -0.0: it is shown


def _split(
    faces: tuple[Face, ...], nearest: int, vertex: SimplexVertex
) -> tuple[tuple[Face, ...], tuple[Face, ...], tuple[Face, ...]]:
    """The polytope with a new corner, the faces that it replaces and those that it adds.

    Where a warm start began inside the difference, a face next to the one that is split may see the new corner too;
    the corner between them is then no corner any more, and both give way.
    """
    first = faces[nearest:] + faces[:nearest]  # the face that is split comes first
    replaced = [first[0]]
    rest = list(first[1:])
    while len(rest) > 1 and _sees(rest[0], vertex):
        replaced.append(rest.pop(0))
    while len(rest) > 1 and _sees(rest[-1], vertex):
        replaced.insert(0, rest.pop())
    added = (_face(replaced[0].start, vertex), _face(vertex, replaced[-1].end))
    return (*added, *rest), tuple(replaced), added


def _sees(face: Face, vertex: SimplexVertex) -> bool:
    """Whether the vertex lies beyond the face."""
    (x, y), (start_x, start_y) = vertex.w_xy, face.start.w_xy
    return _along((x - start_x, y - start_y), face.normal_xy) > 0.0 and not face.has_pair(vertex)


def _along(p: XY, n: XY) -> float:
    return p[0] * n[0] + p[1] * n[1]


def _side(p: XY, q: XY, r: XY) -> float:
    """Positive where r lies to the left of the way from p to q."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _apart(found: GjkDistance) -> Penetration:
    """The cores are apart: GJK's distance, normal and witness points, the discs' overlap included."""
    assert found.normal_xy is not None
    assert found.separation is not None
    failed = found.termination is Termination.ITERATION_CAP
    termination = Termination.ITERATION_CAP if failed else Termination.NOT_NEEDED
    return Penetration(
        found.outcome, termination, found.separation, found.normal_xy, found.core_a_xy, found.core_b_xy,
        found.on_a_xy, found.on_b_xy, None, found, 0, 0, 0, found.tolerance,
    )  # fmt: skip


def _answer(
    a: Convex,
    b: Convex,
    found: GjkDistance,
    termination: Termination,
    face: Face,
    iterations: int,
    difference: DifferenceSupport,
) -> Penetration:
    core_a, core_b = witnesses_xy(face.nearest)
    (ax, ay), (bx, by), (x, y) = core_a, core_b, face.normal_xy
    failed = termination is Termination.ITERATION_CAP
    return Penetration(
        Outcome.FAILED if failed else Outcome.OVERLAPPED,
        termination,
        0.0 - face.distance - (a.radius + b.radius),
        (x, y),
        core_a,
        core_b,
        (ax + a.radius * x, ay + a.radius * y),
        (bx - b.radius * x, by - b.radius * y),
        face,
        found,
        iterations,
        difference.supports,
        difference.dots,
        found.tolerance,
    )
