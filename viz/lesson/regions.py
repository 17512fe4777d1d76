"""Drawing verbs for regions: half-planes, wedges, what is nearest to which part of a simplex, bounds as rings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.mark import Pair
from viz.lesson.marks import circle, circle_points
from viz.lesson.screen import xy

QUIET = 0.07  # opacity of a region that is not in use
IN_USE = 0.11
OF_EDGE = 0.16  # of what is nearest to an edge of a simplex


def half_plane(
    canvas: Canvas,
    through: ArrayLike,
    normal: ArrayLike,
    ink: Ink,
    *,
    opacity: float = QUIET,
    border: Line | None = Line.DASHED,
) -> None:
    """All points behind the line through a point, `normal` pointing out of them, with the line as its border."""
    canvas.region((xy(through),), (xy(normal),), ink, opacity)
    if border is not None:
        x, y = xy(normal)
        canvas.unbounded(through, (-y, x), ink, line=border)


def wedge(
    canvas: Canvas,
    corner: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    ink: Ink,
    *,
    opacity: float = QUIET,
    border: Line | None = Line.DASHED,
) -> None:
    """The wedge that is swept, counter-clockwise and by less than half a turn, from one direction to another."""
    at, (x, y), (u, v) = xy(corner), xy(first), xy(second)
    canvas.region((at, at), ((y, -x), (-v, u)), ink, opacity)
    if border is not None:
        for way in ((x, y), (u, v)):
            canvas.unbounded(at, way, ink, line=border, one_sided=True)


class NearestRegion(NamedTuple):
    """The points that are nearest to one feature of a simplex or convex polygon: the feature by its vertices, the
    lines that bound the region (a point and an outward normal each), and a point in its middle, near the feature."""

    vertices: tuple[int, ...]
    through: tuple[Pair, ...]
    normals: tuple[Pair, ...]
    middle: Pair


def nearest_regions(points: ArrayLike) -> Iterator[NearestRegion]:
    """The regions around a simplex or convex polygon (two points, or more in counter-clockwise order) of the points
    that are nearest to each vertex and to each edge. Of one point there is none to tell apart."""
    corners = np.asarray(points, dtype=np.float64)
    ring = corners.tolist()
    count = len(ring)
    size = 0.15 * float(np.ptp(corners, axis=0).max(initial=0.0))
    for i in range(count if count > 1 else 0):
        (x, y), (px, py), (qx, qy) = ring[i], ring[i - 1], ring[(i + 1) % count]
        # Nearest to a vertex: everything behind both perpendiculars to its edges there.
        away = _unit(2.0 * x - px - qx, 2.0 * y - py - qy)
        middle = (x + size * away[0], y + size * away[1])
        yield NearestRegion((i,), ((x, y), (x, y)), ((px - x, py - y), (qx - x, qy - y)), middle)
        dx, dy = qx - x, qy - y
        out = _unit(dy, -dx)
        middle = ((x + qx) / 2.0 + size * out[0], (y + qy) / 2.0 + size * out[1])
        sides: tuple[tuple[Pair, ...], tuple[Pair, ...]] = ((x, y), (qx, qy)), ((-dx, -dy), (dx, dy))
        if count == 2:
            if i == 0:  # the strip between its two ends, on both sides
                yield NearestRegion((0, 1), *sides, middle)
            continue
        edge = tuple(sorted((i, (i + 1) % count)))
        yield NearestRegion(edge, ((x, y), *sides[0]), ((-out[0], -out[1]), *sides[1]), middle)


def room_in(region: NearestRegion, inside: ArrayLike, half: Pair) -> Pair | None:
    """Where a box of half that size lies in the region of a simplex' part: straight outward from the middle of the
    part, as near as it fits; None where it does not fit within four sizes. `inside`: a point in the simplex."""
    (px, py), (qx, qy) = region.through[-2:]
    x, y = (px + qx) / 2.0, (py + qy) / 2.0
    if len(set(region.through)) > 1:  # of an edge: away from it
        dx, dy = -region.normals[0][0], -region.normals[0][1]
    else:
        u, v = xy(inside)
        dx, dy = x - u, y - v
    dx, dy = _unit(dx, dy)
    wide, high = half
    step = abs(dx) * wide + abs(dy) * high + high
    for i in range(13):
        far = (1.0 + 0.25 * i) * step
        u, v = x + far * dx, y + far * dy
        if all(
            (u - ax) * nx + (v - ay) * ny + abs(nx) * wide + abs(ny) * high <= 0.0
            for (ax, ay), (nx, ny) in zip(region.through, region.normals, strict=True)
        ):
            return u, v
    return None


def simplex_regions(points: ArrayLike) -> list[tuple[set[int], NearestRegion]]:
    """The regions of a segment or triangle of either winding, each with the numbers of the points that make the
    vertex or the edge that it is nearest to."""
    corners = np.asarray(points, dtype=np.float64)
    order = list(range(len(corners)))
    if len(order) == 3:
        (x, y), (px, py), (qx, qy) = corners.tolist()
        if (px - x) * (qy - y) < (py - y) * (qx - x):
            order.reverse()
    return [({order[i] for i in region.vertices}, region) for region in nearest_regions(corners[order])]


def ring_of_bounds(canvas: Canvas, center: ArrayLike, lower: float, upper: float, ink: Ink = Ink.GAP) -> None:
    """What is known of a distance from a point: at least `lower`, dotted inside, at most `upper`, solid outside, and
    the ring between them. An upper bound of infinity is not drawn."""
    if math.isfinite(upper) and upper > max(lower, 0.0):
        for start in (0.0, math.pi):  # two halves, as an area has no holes
            outer = circle_points(canvas, center, upper, start, math.pi)
            inner = circle_points(canvas, center, lower, start, math.pi) if lower > 0.0 else [xy(center)]
            canvas.area((*outer, *reversed(inner)), ink, opacity=0.16)
        circle(canvas, center, upper, ink, Line.OUTLINE)
    circle(canvas, center, lower, ink, Line.DOTTED)


def isolines(canvas: Canvas, center: ArrayLike, radii: Sequence[float], ink: Ink, *, opacity: float = 0.35) -> None:
    """Lines of equal distance from a point."""
    for radius in radii:
        circle(canvas, center, radius, ink, Line.THIN, opacity=opacity)


def _unit(x: float, y: float) -> Pair:
    size = math.hypot(x, y)
    return (x / size, y / size) if size else (0.0, 0.0)
