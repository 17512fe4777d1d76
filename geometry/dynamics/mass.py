"""Mass, centre of mass and moment of inertia of shapes of even density, term by term.

A rounded shape is its core, a strip as wide as the radius along every edge, and a sector at every corner:

    core      area and centroid of its outline; a hole counts negative
    strip     L r                 its centroid in its middle             own moment  A (L^2 + r^2) / 12
    sector    theta r^2 / 2       4 r sin(theta/2) / (3 theta) outward   own moment  theta r^4 / 4 - A d^2

where L is the edge's length, theta the angle between the normals of the two edges at the corner, and d the distance
of the sector's centroid from the corner. A circle is one sector of a full turn, a capsule two strips of one edge and
two half discs. All terms together, about their common centroid c (the parallel axis theorem):

    A = sum A_k        c = sum A_k c_k / A        I = sum (I_k + A_k |c_k - c|^2)

The same by counting, to be shown beside it: dots on a square grid, each for the area of its cell (`mass_by_dots`).

Source: Rounding collider corners announces it for an appendix that it does not have.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from geometry.guards import require_cap
from geometry.outline import centroid, signed_area
from geometry.polygon import Polygon
from geometry.record import VectorField, copies_readonly, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import LARGEST_COORDINATE, Points, Vector, dot, following, number, readonly, xy_of


class TermKind(Enum):
    CORE = "core"  # the polygon inside the rounding; of a concave polygon its outline
    HOLE = "hole"  # a ring cut out of it: negative
    STRIP = "strip"
    SECTOR = "sector"


@record
class MassTerm:
    """One piece of a shape: its area, its centroid, and its second moment of area about that centroid."""

    kind: TermKind
    index: int  # of the edge, the corner or the hole
    area: float  # negative for a hole
    center: VectorField  # world
    own: float  # second moment about `center`; negative for a hole


@record
class AreaSummed:
    """The areas of all terms together."""

    area: float


@record
class CenterFound:
    """The mean of the terms' centroids, weighted by area."""

    center: VectorField  # world


@record
class MassProperties:
    """The answer, and the last step."""

    mass: float  # density * area
    area: float
    center: VectorField  # of mass, world: the centroid
    inertia: float  # moment of inertia about the centre: density * second moment of area
    density: float
    terms: tuple[MassTerm, ...]

    __repr__ = summary

    def spread(self, term: MassTerm) -> float:
        """What a term adds to the second moment by its distance from the centre: A d^2."""
        away = term.center - self.center
        return term.area * dot(away, away)


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class DotSum:
    """What the dots inside a shape add up to."""

    points: Points  # world, row by row from below
    spacing: float
    area: float
    center: Vector  # the mean of the dots
    inertia: float  # about that mean; without what the cells have about their own centres


@steppable
def mass_properties(
    shape: Convex | Polygon, density: float = 1.0
) -> Steps[MassTerm | AreaSummed | CenterFound | MassProperties, MassProperties]:
    """Mass, centre and moment of inertia of a Convex of any radius, or of a Polygon with sharp corners.

    `density` > 0: mass per unit of area. Raises ValueError for a point or a segment, which have no area; for a
    rounded Polygon, whose layers overlap at its reflex corners; for a density that is not > 0; and where mass or
    moment leave the range of double precision.
    """
    if not isinstance(shape, Convex | Polygon):
        raise ValueError(f"mass_properties takes a Convex or a Polygon, not a {type(shape).__name__}")
    density = number(density, "density")
    if density <= 0.0:
        raise ValueError(f"density must be > 0, not {density:g}")
    # Measured from vertex 0, so that a shape far from the origin loses no digits.
    origin = shape.points[0]
    local = []
    for term in _polygon_terms(shape, origin) if isinstance(shape, Polygon) else _convex_terms(shape, origin):
        local.append(term)
        yield _moved(term, origin)
    area = math.fsum(t.area for t in local)
    yield AreaSummed(area)
    moments = zip(*(xy_of(t.area * t.center) for t in local), strict=True)
    center = np.array([math.fsum(column) for column in moments]) / area
    yield CenterFound(origin + center)
    moment = math.fsum(t.own + t.area * dot(t.center - center, t.center - center) for t in local)
    mass, inertia = density * area, density * moment
    if not all(_SMALLEST <= value <= _LARGEST for value in (mass, inertia)):
        raise ValueError(f"mass {mass:g} or moment of inertia {inertia:g} is out of the range of double precision")
    terms = tuple(_moved(term, origin) for term in local)
    answer = MassProperties(mass, area, origin + center, inertia, density, terms)
    yield answer
    return answer


_LARGEST = LARGEST_COORDINATE**4
_SMALLEST = 1.0 / _LARGEST


def _moved(term: MassTerm, by: Vector) -> MassTerm:
    return MassTerm(term.kind, term.index, term.area, term.center + by, term.own)


def _convex_terms(shape: Convex, origin: Vector) -> Iterator[MassTerm]:
    core, r = shape.points - origin, shape.radius
    if len(core) < 3 and r == 0.0:
        raise ValueError(f"a {'point' if len(core) == 1 else 'segment'} has no area, and so no mass")
    if len(core) >= 3:
        yield _ring(core, TermKind.CORE)
    if r > 0.0:
        for i, (start, end, normal) in enumerate(zip(core, following(core), shape.normals, strict=False)):
            length = float(np.hypot(*(end - start)))
            area = length * r
            middle = 0.5 * (start + end) + 0.5 * r * normal
            yield MassTerm(TermKind.STRIP, i, area, middle, area * (length * length + r * r) / 12.0)
        for i, corner in enumerate(core):
            yield _sector(i, corner, shape)


def _sector(i: int, corner: Vector, shape: Convex) -> MassTerm:
    r = shape.radius
    if len(shape.points) == 1:  # a full turn: in every direction alike
        return MassTerm(TermKind.SECTOR, i, math.pi * r * r, corner, 0.5 * math.pi * r**4)
    (x, y), (u, v) = shape.normals_xy[i - 1], shape.normals_xy[i]
    # At most half a turn: at a capsule's ends it is that, whatever the sign of the zero that is their product.
    half = 0.5 * abs(math.atan2(x * v - y * u, x * u + y * v))
    area = half * r * r
    away = 2.0 / 3.0 * r * (math.sin(half) / half if half > 0.0 else 1.0)
    out = np.array((x * math.cos(half) - y * math.sin(half), x * math.sin(half) + y * math.cos(half)))
    return MassTerm(TermKind.SECTOR, i, area, corner + away * out, 0.5 * area * r * r - area * away * away)


def _polygon_terms(shape: Polygon, origin: Vector) -> Iterator[MassTerm]:
    if shape.radius > 0.0:
        raise ValueError("the mass of a rounded Polygon is not known: its layers overlap at its reflex corners")
    for k, ring in enumerate(shape.ordered):
        yield _ring(shape.points[list(ring)] - origin, TermKind.HOLE if k else TermKind.CORE, max(0, k - 1))


def _ring(outline: Points, kind: TermKind, index: int = 0) -> MassTerm:
    """Triangles from the centroid c to every edge, with the sides p and q there: p x q / 2 is the signed area, and
    (p . p + p . q + q . q) / 6 times it the second moment about c. A clockwise ring, a hole, comes out negative."""
    c = centroid(outline)
    p = outline - c
    q = following(p)
    twice = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    own = math.fsum(twice * ((p * p).sum(axis=1) + (p * q).sum(axis=1) + (q * q).sum(axis=1))) / 12.0
    return MassTerm(kind, index, signed_area(outline), c, own)


def mass_by_dots(shape: Convex | Polygon, rows: int, density: float = 1.0) -> DotSum:
    """Dots in the middle of square cells, `rows` of them along the longer side of the shape's box: those inside the
    shape count. Raises ValueError where none is inside, and for rows that are no whole number above 0."""
    require_cap(rows, "number of rows")
    r = shape.radius
    low, high = shape.points.min(axis=0) - r, shape.points.max(axis=0) + r
    spacing = float((high - low).max()) / rows
    columns, lines = (max(1, math.ceil(side / spacing - 1e-9)) for side in (high - low).tolist())
    x, y = np.meshgrid(*((np.arange(n) - 0.5 * (n - 1)) * spacing for n in (columns, lines)))
    dots = 0.5 * (low + high) + np.stack((x.ravel(), y.ravel()), axis=1)
    dots = dots[_inside(shape, dots)]
    if not len(dots):
        raise ValueError("no dot of the grid lies inside the shape")
    center = dots.mean(axis=0)
    cell = spacing * spacing
    inertia = density * cell * float(((dots - center) ** 2).sum())
    return DotSum(readonly(dots), spacing, cell * len(dots), readonly(center), inertia)


def _inside(shape: Convex | Polygon, dots: Points) -> NDArray[np.bool_]:
    """Inside all rings by the number of edges to the right of a dot, or nearer to an edge than the radius."""
    inside, near = np.zeros(len(dots), dtype=np.bool_), np.zeros(len(dots), dtype=np.bool_)
    rings = [shape.points[list(ring)] for ring in shape.rings] if isinstance(shape, Polygon) else [shape.points]
    for ring in rings:
        for p, q in zip(ring, following(ring), strict=True):
            e, to = q - p, dots - p
            rises = (p[1] > dots[:, 1]) != (q[1] > dots[:, 1])
            left = e[0] * to[:, 1] - e[1] * to[:, 0] > 0.0
            inside ^= rises & (left == (e[1] > 0.0))
            if shape.radius > 0.0:
                place = np.clip(to @ e / max(dot(e, e), np.finfo(np.float64).tiny), 0.0, 1.0)
                near |= ((to - place[:, None] * e) ** 2).sum(axis=1) <= shape.radius**2
    return inside | near
