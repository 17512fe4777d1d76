"""Independent answers: from raw points and radii, by shapely and numpy, never by our algorithms.

The signed distance of two convex shapes is that of the origin from their Minkowski difference, and the difference
of two hulls is the hull of all differences of their points. A disc of the two radii together fattens it.
"""

from __future__ import annotations

import numpy as np
import shapely

from geometry import Convex

EPSILON = float(np.finfo(np.float64).eps)


def core(shape: Convex) -> shapely.Geometry:
    """The shape's points as a shapely point, line or polygon."""
    if len(shape.points) > 2:
        return shapely.Polygon(shape.points)
    return shapely.LineString(shape.points) if len(shape.points) == 2 else shapely.Point(shape.points[0])


def distance(a: Convex, b: Convex) -> float:
    """Gap between the boundaries of two shapes whose cores are apart (negative when only the discs overlap)."""
    return float(shapely.distance(core(a), core(b))) - a.radius - b.radius


def hull_of(cloud: np.ndarray) -> shapely.Geometry:
    """The convex hull of points (n, 2).

    Twice: above 50 points GEOS (3.14.1) thins them out first, and then sometimes leaves a point in its ring that is
    deep inside, such as the origin in the difference of a shape and itself. The hull of that ring is right.
    """
    return shapely.convex_hull(shapely.convex_hull(shapely.MultiPoint(cloud)))


def signed_distance(a: Convex, b: Convex) -> float:
    """The gap when apart, minus the depth when overlapping."""
    difference = hull_of((a.points[:, None, :] - b.points[None, :, :]).reshape(-1, 2))
    origin = shapely.Point(0.0, 0.0)
    outside = float(shapely.distance(difference, origin))
    inside = (
        float(shapely.distance(shapely.boundary(difference), origin)) if difference.geom_type == "Polygon" else 0.0
    )
    return (outside if outside > 0.0 else -inside) - a.radius - b.radius


def gap_along(a: Convex, b: Convex, n: np.ndarray) -> float:
    """Signed gap between the shadows of a and b along the unit vector n, which points from A to B."""
    return float((b.points @ n).min() - (a.points @ n).max()) - a.radius - b.radius


def tolerance(*shapes: Convex) -> float:
    """The promised error: 1e-9 x size + 64 eps x largest coordinate."""
    size = max(float(np.ptp(s.points, axis=0).max()) + 2.0 * s.radius for s in shapes)
    return 1e-9 * size + 64.0 * EPSILON * largest_coordinate(*shapes)


def largest_coordinate(*shapes: Convex) -> float:
    """Of any boundary point."""
    return max(float(np.abs(s.points).max()) + s.radius for s in shapes)
