"""One shape for every query: the convex hull of 1..n points, fattened by a disc.

One point is a circle, two a capsule, three or more a polygon, rounded when the radius is above 0. The points
are the shape's *core*; its boundary lies `radius` outside. Bad input is refused here, at the maker, and
nowhere later.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry import vector
from geometry.outline import (
    centroid,
    core_fault,
    corners,
    edge_normals,
    far_out,
    hull_corners,
    nearness,
    rounded_outline,
)
from geometry.record import copies_readonly
from geometry.tolerance import COLLINEAR
from geometry.transform import Pose
from geometry.vector import XY, Points, Vector, following, following_xy, number, readonly, xy_rows

P = ParamSpec("P")
T = TypeVar("T")

# `boundary` strays this fraction of the radius at least, whatever is asked for: 2,222 points to a full circle.
FINEST_ARC = 1e-6


@copies_readonly
@dataclass(frozen=True, eq=False)  # without slots: what follows from the points is worked out once
class Convex:
    """`points`: the core, shape (n, 2), counter-clockwise and strictly convex; `radius` >= 0, world units.

    The constructor is strict: it refuses what the makers below would mend (clockwise, collinear or repeated
    vertices) with a ValueError that names the vertex. A single point or two of radius 0 are a point and a
    segment: proper convex sets, allowed for queries; the makers of solids refuse them.
    """

    points: Points
    radius: float

    def __init__(self, points: ArrayLike, radius: float = 0.0) -> None:
        core = vector.points(points)
        radius = number(radius, "radius")
        if radius < 0.0:
            raise ValueError(f"radius must be >= 0, not {radius:g}")
        if (reason := core_fault(core)) is not None:
            raise ValueError(reason)
        object.__setattr__(self, "points", core)
        object.__setattr__(self, "radius", radius)

    def __repr__(self) -> str:
        return f"Convex({self.points.tolist()}, {self.radius:g})"

    @cached_property
    def points_xy(self) -> tuple[XY, ...]:
        """The core's vertices as plain numbers: inner loops over a few of them are quicker than numpy."""
        return xy_rows(self.points)

    @cached_property
    def max_coordinate(self) -> float:
        """The largest coordinate of the shape, by amount: the scale of its rounding errors."""
        return max(map(abs, self.points.ravel().tolist())) + self.radius

    @cached_property
    def size(self) -> float:
        """Twice the way from the mean of the vertices to the farthest boundary point: it stays as the shape turns,
        which that of a bounding box would not."""
        arms = self.points - self.points.mean(axis=0)
        return 2.0 * (float(np.hypot(arms[:, 0], arms[:, 1]).max()) + self.radius)

    @cached_property
    def centroid(self) -> Vector:
        """Centre of area of the core."""
        return centroid(self.points)

    @cached_property
    def normals(self) -> Points:
        """Unit outward normals of the core's edges (see `outline.edge_normals`)."""
        return edge_normals(self.points)

    @cached_property
    def normals_xy(self) -> tuple[XY, ...]:
        """The normals as plain numbers."""
        return xy_rows(self.normals)

    @cached_property
    def edges(self) -> NDArray[np.float64]:
        """The straight edges of the shape's *boundary*, each the core's edge moved out by the radius: shape
        (n, 2, 2), start and end of every one; none for a circle."""
        if len(self.points) == 1:
            return readonly(np.empty((0, 2, 2)))
        out = self.radius * self.normals
        return readonly(np.stack((self.points + out, following(self.points) + out), axis=1))

    @cached_property
    def edges_xy(self) -> tuple[tuple[XY, XY], ...]:
        """The boundary's edges as plain numbers."""
        r, vertices = self.radius, self.points_xy
        ends = zip(vertices, following_xy(vertices), self.normals_xy, strict=False)  # one point has no normal
        return tuple(((px + r * x, py + r * y), (qx + r * x, qy + r * y)) for (px, py), (qx, qy), (x, y) in ends)

    def edge(self, index: int) -> tuple[Vector, Vector]:
        """Ends of edge `index` of the boundary (see `edges`)."""
        return self.edges[index, 0], self.edges[index, 1]

    def at(self, pose: Pose) -> Convex:
        """This shape, taken as local, placed in the world. Raises ValueError where it is too far out for its size."""
        if not isinstance(pose, Pose):
            raise ValueError(f"Convex.at takes a Pose, not of type {type(pose).__name__}")
        return self._placed(pose.place_points(self.points), pose.position)

    def moved(self, by: ArrayLike) -> Convex:
        """This shape moved by a world vector. Raises ValueError where it is too far out for its size."""
        by = vector.vector(by, "displacement")
        return self._placed(readonly(self.points + by), by)

    @cached_property
    def near(self) -> float:
        """How far it can be moved, in whatever turn, and not be `far_out`."""
        return nearness(self.points)

    def with_radius(self, radius: float) -> Convex:
        """The same core with another radius; what is known of the core stays known. Raises ValueError below 0."""
        if not (radius := number(radius, "radius")) >= 0.0:
            raise ValueError(f"radius must be >= 0, not {radius:g}")
        shape, known = of_core(self.points, radius), vars(self)
        vars(shape).update({name: known[name] for name in _OF_THE_CORE if name in known})
        return shape

    def _placed(self, core: Points, by: Vector) -> Convex:
        """The core after a rigid motion `by` so much: still valid, unless it has landed so far out that rounding
        outweighs what made its corners corners: at 1e17 a unit box is one point, four times."""
        is_doubtful = max(map(abs, by.tolist())) >= self.near and far_out(core)
        if is_doubtful and (reason := core_fault(core)) is not None:
            raise ValueError(f"too far from the origin for its size: {reason}")
        return of_core(core, self.radius)

    def once(self, make: Callable[Concatenate[Convex, P], T], *given: P.args, **named: P.kwargs) -> T:
        """`make(shape, *given)`, worked out the first time that it is asked for."""
        known, key = self._known, (make, *given)
        if key not in known:
            known[key] = make(self, *given, **named)
        return known[key]  # type: ignore[no-any-return]  # what that `make` gave

    @cached_property
    def _known(self) -> dict[object, Any]:
        return {}

    def contains(self, place: ArrayLike) -> bool:
        """Whether a point lies in the shape, its boundary included; exact, that is without any tolerance."""
        p = vector.vector(place, "place")
        out = p - self.points
        if len(self.points) > 2 and bool(((out * self.normals).sum(axis=1) <= 0.0).all()):
            return True
        along = following(self.points) - self.points
        squared = np.maximum((along * along).sum(axis=1), np.finfo(float).tiny)
        fraction = np.clip((out * along).sum(axis=1) / squared, 0.0, 1.0)
        beyond = out - fraction[:, None] * along
        return bool(np.hypot(beyond[:, 0], beyond[:, 1]).min() <= self.radius)

    def bounds(self) -> Aabb:
        """Axis-aligned bounding box, radius included."""
        return self._bounds

    @cached_property
    def _bounds(self) -> Aabb:
        return Aabb(readonly(self.points.min(axis=0) - self.radius), readonly(self.points.max(axis=0) + self.radius))


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Aabb:
    """Axis-aligned box from corner `low` to corner `high`, world units; equal corners on an axis make it flat.

    Raises ValueError for corners that are not two finite numbers each, and for low > high on either axis.
    """

    low: Vector
    high: Vector

    def __init__(self, low: ArrayLike, high: ArrayLike) -> None:
        most = sys.float_info.max  # the box around shapes at the largest coordinates lies beyond those
        low, high = vector.vector(low, "low", most), vector.vector(high, "high", most)
        if (low > high).any():
            raise ValueError(f"a box must have low <= high on both axes, not {low.tolist()} and {high.tolist()}")
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def center(self) -> Vector:
        return readonly((self.low + self.high) / 2.0)

    @property
    def extent(self) -> Vector:
        """Width and height."""
        return readonly(self.high - self.low)

    def joined(self, other: Aabb) -> Aabb:
        """The smallest box around both."""
        return Aabb(readonly(np.minimum(self.low, other.low)), readonly(np.maximum(self.high, other.high)))


def point(position: ArrayLike) -> Convex:
    """A single point: for queries, without area."""
    return Convex([vector.vector(position, "position")])


def segment(start: ArrayLike, end: ArrayLike) -> Convex:
    """A straight segment: for queries, without area. Raises ValueError when the ends coincide."""
    return Convex(np.stack((vector.vector(start, "start"), vector.vector(end, "end"))))


def circle(radius: float, center: ArrayLike = (0.0, 0.0)) -> Convex:
    """A disc. Raises ValueError unless radius > 0."""
    return Convex([vector.vector(center, "center")], _positive(radius, "radius"))


def capsule(start: ArrayLike, end: ArrayLike, radius: float) -> Convex:
    """All points within `radius` of the segment. Raises ValueError unless radius > 0 and the ends differ."""
    ends = np.stack((vector.vector(start, "start"), vector.vector(end, "end")))
    return Convex(ends, _positive(radius, "radius"))


def box(width: float, height: float, center: ArrayLike = (0.0, 0.0), angle: float = 0.0) -> Convex:
    """A width x height box about `center`, turned by `angle` radians. Raises ValueError unless both are > 0."""
    x, y = _positive(width, "width") / 2.0, _positive(height, "height") / 2.0
    corners = np.array(((-x, -y), (x, -y), (x, y), (-x, y)))
    return Convex(Pose(center, angle).place(corners))


def rectangle(corner: ArrayLike, opposite: ArrayLike) -> Convex:
    """The axis-aligned rectangle with these two opposite corners, in any order."""
    p, q = vector.vector(corner, "corner"), vector.vector(opposite, "opposite corner")
    (left, bottom), (right, top) = np.minimum(p, q), np.maximum(p, q)
    if left == right or bottom == top:
        raise ValueError("a rectangle needs a width and a height: the corners lie on one line")
    return Convex(((left, bottom), (right, bottom), (right, top), (left, top)))


def regular_polygon(sides: int, circumradius: float, center: ArrayLike = (0.0, 0.0), angle: float = 0.0) -> Convex:
    """`sides` >= 3 equal sides; the first vertex `circumradius` away from `center` in direction `angle`."""
    if int(number(sides, "sides")) != sides or sides < 3:
        raise ValueError(f"sides must be a whole number of at least 3, not {sides}")
    # A vertex stands 1 - cos t = 2 sin^2(t / 2) circumradii over its neighbours' chord, for sides that turn by t.
    if 2.0 * math.sin(math.pi / sides) ** 2 <= 2.0 * COLLINEAR:
        raise ValueError(f"{sides:g} sides are a circle: the corners are too flat to be told from it")
    turn = np.arange(int(sides)) * (math.tau / int(sides))
    corners = _positive(circumradius, "circumradius") * np.stack((np.cos(turn), np.sin(turn)), axis=1)
    return Convex(Pose(center, angle).place(corners))


def convex(outline: ArrayLike, radius: float = 0.0) -> Convex:
    """A polygon from its outline, rounded when radius > 0.

    Either winding is taken and turned counter-clockwise; collinear and repeated vertices are dropped. Raises
    ValueError for zero area, a crossing, a fold or a reflex vertex; `hull` takes any cloud of points.
    """
    return Convex(corners(vector.points(outline, "outline")), radius)


def hull(cloud: ArrayLike, radius: float = 0.0) -> Convex:
    """The convex hull of any points that do not lie on one line (monotone chain, Andrew 1979)."""
    p = vector.points(cloud, "cloud")
    return Convex(hull_corners(p), radius)


def rounded(shape: Convex | ArrayLike, radius: float) -> Convex:
    """A shape (or an outline) with a layer of thickness `radius` > 0 added all around."""
    core = shape if isinstance(shape, Convex) else convex(shape)
    return core.with_radius(core.radius + _positive(radius, "radius"))


def boundary(shape: Convex, deviation: float) -> Points:
    """The boundary as a closed outline `(m, 2)` whose arcs stray at most `deviation` > 0 from the true ones.

    A chord over an angle t of a circle of radius r strays r (1 - cos(t / 2)). No arc is drawn finer than
    FINEST_ARC. Raises ValueError unless deviation > 0.
    """
    if not isinstance(shape, Convex):
        raise ValueError(f"boundary takes a Convex, not of type {type(shape).__name__}")
    deviation = _positive(deviation, "deviation")
    if shape.radius == 0.0:
        return shape.points
    ratio = min(max(deviation / shape.radius, FINEST_ARC), 1.0)
    return rounded_outline(shape.points, shape.normals, shape.radius, 2.0 * math.acos(1.0 - ratio))


# What a shape finds out about its core alone: it holds under another radius too.
_OF_THE_CORE = ("points_xy", "normals", "normals_xy", "centroid", "near")


def of_core(core: Points, radius: float) -> Convex:
    """A shape of a core and a radius that are known to be valid."""
    shape = object.__new__(Convex)
    vars(shape).update(points=core, radius=radius)
    return shape


def _positive(value: float, name: str) -> float:
    checked = number(value, name)
    if checked <= 0.0:
        raise ValueError(f"{name} must be > 0, not {checked:g}")
    return checked
