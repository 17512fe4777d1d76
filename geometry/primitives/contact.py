"""What every pair routine answers: one contact, also when the shapes are apart.

The contact is where the two surfaces come nearest along the normal, or lie deepest in each other. Moving B by
-separation along the normal leaves the shapes just touching, at

    on_a = point - separation / 2 normal        (B's end, `on_b`, mirrors it)
"""

from __future__ import annotations

import math

from geometry.outcome import Outcome
from geometry.record import VectorField, XYField, record
from geometry.sat.closest_points import closest_points
from geometry.sat.support import FEW_VERTICES
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import PARALLEL, rounding
from geometry.vector import XY, Vector, array_of, readonly, xy_of

# An edge that leans no more than this on the line across a normal faces along it: of two parallel edges one gives the
# normal, and a few roundings come on top.
LEANING = 2.0 * PARALLEL

_SEPARATED, _OVERLAPPED = Outcome.SEPARATED, Outcome.OVERLAPPED  # looking a member up takes Python 3.11 long


@record
class Contact:
    """Where, which way and how far: the nearest or deepest place of two shapes."""

    point: VectorField  # world; halfway between the two surfaces
    normal: VectorField  # unit, from A to B
    separation: float  # along normal; negative when overlapping, 0 when touching

    point_xy = XYField("point")
    normal_xy = XYField("normal")

    __repr__ = summary

    @property
    def on_a(self) -> Vector:
        """The contact's end on the boundary of A."""
        return readonly(self.point - 0.5 * self.separation * self.normal)

    @property
    def on_b(self) -> Vector:
        """The contact's end on the boundary of B."""
        return readonly(self.point + 0.5 * self.separation * self.normal)

    def turned(self) -> Contact:
        """The same contact with A and B swapped."""
        return Contact(self.point_xy, opposite(self.normal_xy), self.separation)


@record
class PairResult:
    """The answer of a pair routine, and its last step."""

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    contact: Contact
    tolerance: float  # a separation this near to 0 cannot be told from touching

    __repr__ = summary

    @classmethod
    def of(cls, contact: Contact, tolerance: float) -> PairResult:
        """Touching, up to rounding, is contact."""
        return cls(_SEPARATED if contact.separation > tolerance else _OVERLAPPED, contact, tolerance)

    @property
    def point(self) -> Vector:
        """World; halfway between the two surfaces."""
        return self.contact.point

    @property
    def normal(self) -> Vector:
        """Unit, from A to B."""
        return self.contact.normal

    @property
    def separation(self) -> float:
        """Along `normal`, signed."""
        return self.contact.separation

    @property
    def is_touching(self) -> bool:
        return abs(self.separation) <= self.tolerance


def opposite(direction: XY) -> XY:
    """-direction, without the minus zeros."""
    x, y = direction
    return 0.0 - x, 0.0 - y


def middle_between(a: Convex, b: Convex, facing: Facing) -> XY:
    """Halfway between the surfaces that A and B turn to each other along a normal; `facing`: what lies there of both.

    The furthest vertices of A along the normal and the nearest of B, two of either where an edge faces the other
    shape, are laid on the tangent, and the middle of what the two stretches have in common is taken.

    They may have nothing in common where two normals tie up to rounding, of which this one is the worse by a hair.
    Apart, the closest points then know better. Overlapping, the shapes' edges are as good as parallel: the contact
    keeps to the wider of the two stretches.
    """
    (ox, oy), (nx, ny) = facing.origin_xy, facing.normal_xy
    if facing.is_shared:
        along = facing.middle
    elif facing.bottom - facing.top > -facing.tie:
        closest = closest_points(a, b)
        along = (facing.along(closest.on_a_xy) + facing.along(closest.on_b_xy)) / 2.0
    else:
        on_a, on_b = facing.of_a, facing.of_b
        wide, other = (on_a, on_b) if on_a[1] - on_a[0] > on_b[1] - on_b[0] else (on_b, on_a)
        along = min(max((other[0] + other[1]) / 2.0, wide[0]), wide[1])
    across = (facing.top + a.radius + facing.bottom - b.radius) / 2.0
    return ox + across * nx - along * ny, oy + across * ny + along * nx


def touching_ends(a: Convex, b: Convex, normal: Vector, blur: float) -> tuple[Vector, Vector]:
    """Where two shapes that touch along `normal` do so: a point of A's boundary, and one of B's.

    The middle of what faces share; else, of the closest points of the cores, those of the boundaries beside them:
    whatever the normal's last digits, they are where the shapes are. `blur`: the rounding of a vertex.
    """
    nx, ny = xy_of(normal)
    facing = faced(a, b, (nx, ny), max(blur, rounding(a, b)))
    if facing.is_shared:
        x, y = facing.origin_xy
        x, y = x - facing.middle * ny, y + facing.middle * nx
        of_a, of_b = facing.top + a.radius, facing.bottom - b.radius
        return array_of(x + of_a * nx, y + of_a * ny), array_of(x + of_b * nx, y + of_b * ny)
    closest = closest_points(a, b)
    (ax, ay), (bx, by) = closest.on_a_xy, closest.on_b_xy
    apart = math.hypot(bx - ax, by - ay)
    if apart > facing.tie:
        nx, ny = (bx - ax) / apart, (by - ay) / apart
    return array_of(ax + a.radius * nx, ay + a.radius * ny), array_of(bx - b.radius * nx, by - b.radius * ny)


@record
class Facing:
    """The stretches of two cores that face each other along a normal, measured from `origin` across and along."""

    origin: VectorField
    normal: VectorField
    top: float  # how far A's core reaches along the normal
    bottom: float  # how near B's comes
    of_a: tuple[float, float]  # along the normal turned left: what of A lies there
    of_b: tuple[float, float]
    tie: float  # what rounding can do to a vertex

    origin_xy = XYField("origin")
    normal_xy = XYField("normal")

    @property
    def beside(self) -> float:
        """How far the stretches lie beside each other; negative: what they share."""
        return max(self.of_a[0], self.of_b[0]) - min(self.of_a[1], self.of_b[1])

    @property
    def is_shared(self) -> bool:
        """Whether some of either lies over some of the other."""
        return self.beside <= 0.0

    @property
    def middle(self) -> float:
        """Of what is shared."""
        return (max(self.of_a[0], self.of_b[0]) + min(self.of_a[1], self.of_b[1])) / 2.0

    def along(self, place: XY) -> float:
        """How far along the normal turned left a point lies."""
        (x, y), (ox, oy), (nx, ny) = place, self.origin_xy, self.normal_xy
        return (y - oy) * nx - (x - ox) * ny


def faced(a: Convex, b: Convex, normal: XY, tie: float) -> Facing:
    """What of A and of B faces the other along `normal`: the vertices that lie as far out as any, up to `tie`, and
    those on edges that are parallel to it up to what `PARALLEL` takes for parallel."""
    origin, (nx, ny) = a.points_xy[0], normal  # near the origin no digits are lost
    top, of_a = _outermost(a, origin, nx, ny, 1.0, tie)
    bottom, of_b = _outermost(b, origin, nx, ny, -1.0, tie)
    return Facing(origin, normal, top, bottom, of_a, of_b, tie)


def _outermost(shape: Convex, origin: XY, nx: float, ny: float, way: float, tie: float) -> tuple[float, XY]:
    """How far the core reaches along the normal (`way` 1) or against it (-1), and from where to where it does so
    along the normal turned left."""
    near, most, there = [], -math.inf, 0.0
    # What lies lower than this under the furthest does not face along the normal, however far beside: no two points
    # of a shape are further apart than 2 sqrt(2) times its largest coordinate.
    depth = tie + 3.0 * LEANING * shape.max_coordinate
    if len(shape.points) > FEW_VERTICES:
        out = shape.points - origin
        across, along = (out @ (way * nx, way * ny)).tolist(), (out @ (-ny, nx)).tolist()
        most = max(across)
        near, there = list(zip(along, across, strict=True)), along[across.index(most)]
    else:
        for x, y in shape.points_xy:
            x, y = x - origin[0], y - origin[1]
            height = way * (x * nx + y * ny)
            if height >= most - depth:
                beside = y * nx - x * ny
                near.append((beside, height))
                if height > most:
                    most, there = height, beside
    level = most - tie
    facing = [t for t, height in near if height >= level - LEANING * abs(t - there)]
    return way * most, (min(facing), max(facing))
