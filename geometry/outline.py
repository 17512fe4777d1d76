"""Outlines as rows of points: area, winding, normals, and validity with a reason.

An outline is closed: edge i runs from vertex i to vertex i + 1, the last one back to vertex 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.tolerance import COLLINEAR, EPSILON
from geometry.vector import SMALLEST_LENGTH, XY, Points, Vector, following, length, readonly, xy_rows


def signed_area(outline: Points) -> float:
    """Enclosed area: positive counter-clockwise, negative clockwise. Measured from vertex 0, so that an
    outline far from the origin loses no digits."""
    p = outline - outline[0]
    q = following(p)
    return 0.5 * float((p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum())


def is_counter_clockwise(outline: Points) -> bool:
    """Whether the outline runs counter-clockwise (y up)."""
    return signed_area(outline) > 0.0


def centroid(outline: Points) -> Vector:
    """Centre of area; for one point or two, their middle.

    The area splits into triangles from vertex 0; each has its centre at a third of the sum of its two other
    corners and half a cross product of weight.
    """
    if len(outline) < 3:
        return readonly(outline.mean(axis=0))
    p = outline - outline[0]
    q = following(p)
    weight = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    return readonly(outline[0] + (weight[:, None] * (p + q)).sum(axis=0) / (3.0 * weight.sum()))


def extent(outline: Points) -> float:
    """The longer side of the bounding box."""
    return float(np.ptp(outline, axis=0).max())


def edge_normals(outline: Points) -> Points:
    """Unit outward normals of a counter-clockwise outline, one an edge; shape (n, 2).

    Two points make a segment seen from both sides: two edges, two opposite normals. One point has none.
    """
    if len(outline) == 1:
        return readonly(np.empty((0, 2)))
    edges = following(outline) - outline
    return readonly(np.stack((edges[:, 1], -edges[:, 0]), axis=1) / np.hypot(edges[:, 0], edges[:, 1])[:, None])


def flatness(outline: Points) -> float:
    """How far a vertex may lie from the line through its neighbours and still be no corner."""
    return COLLINEAR * extent(outline) + _blur(outline) + SMALLEST_LENGTH


def far_out(outline: Points) -> bool:
    """Whether the rounding of the coordinates outweighs COLLINEAR: the outline lies far from the origin for its
    size, and moving it there may have merged or flattened its corners."""
    return _blur(outline) > COLLINEAR * extent(outline)


def nearness(outline: Points) -> float:
    """Moved by less than this after whatever turn about the origin, an outline is not `far_out`; negative where even
    turned it may be. The longer side of its box shrinks by the root of 2 at most. One point has no corners."""
    if len(outline) == 1:
        return math.inf
    return COLLINEAR * extent(outline) / (6.0 * EPSILON) - float(np.hypot(outline[:, 0], outline[:, 1]).max())


def is_convex(outline: Points) -> bool:
    """Whether the outline is strictly convex and counter-clockwise: every vertex a corner, turned left."""
    return fault(outline) is None


def core_fault(core: Points) -> str | None:
    """Why these points are no core of a shape, or None: one point or two are no outline, but fine."""
    if len(core) == 1:
        return None
    if len(core) == 2:
        repeats = extent(core) <= flatness(core)
        return "vertex 1 repeats vertex 0: a capsule needs two distinct ends" if repeats else None
    return fault(core)


def fault(outline: Points) -> str | None:
    """Why this is no strictly convex counter-clockwise outline, naming the vertex; None when it is one."""
    tolerance = flatness(outline)
    if len(outline) < 3:
        return f"an outline needs at least 3 vertices, not {len(outline)}"
    if _on_one_line(outline, tolerance):
        return _no_area(outline)
    if (repeated := _first_repeated(outline, tolerance)) is not None:
        return f"vertex {repeated} repeats its neighbour"
    turn = _turns(outline)
    if (flat := np.flatnonzero(np.abs(turn) <= tolerance)).size:
        return f"vertex {flat[0]} is collinear with its neighbours"
    if _winds_once(outline):
        if (turn > 0.0).all():
            return None
        if (turn < 0.0).all():
            return "the outline runs clockwise: reverse it, or use a maker that takes either winding"
    numbers = np.arange(len(outline))
    return _crossing(outline, numbers) or _reflex(outline, numbers)


def corners(outline: Points) -> Points:
    """The outline with repeated and collinear vertices dropped, counter-clockwise: a strictly convex one.

    Accepts either winding. Raises ValueError for no area, a fold, a crossing or a reflex vertex, and names
    the vertex as the caller numbered it.
    """
    tolerance = flatness(outline)
    if len(outline) < 3:
        raise ValueError(f"an outline needs at least 3 vertices, not {len(outline)}")
    if _on_one_line(outline, tolerance):
        raise ValueError(_no_area(outline))
    kept = _drop_flat(outline, tolerance)
    if len(kept) < 3:
        raise ValueError(_no_area(outline))
    clean = outline[kept]
    if signed_area(clean) < 0.0:
        clean = clean[::-1]
    if not (_winds_once(clean) and (_turns(clean) > 0.0).all()):
        clean = outline[kept]  # not `outline`: across a repeated vertex two edges meet that are neighbours
        raise ValueError(_crossing(clean, kept) or _reflex(clean, kept))
    return readonly(clean)


def plainly_convex(points: Points, rings: Sequence[Sequence[int]]) -> list[bool]:
    """Of convex rings of points (vertex numbers, counter-clockwise): which have an area and a corner at every vertex
    beyond any doubt, so that `corners` would keep them as they are. All are looked at in one go."""
    first = np.cumsum([0, *(len(ring) for ring in rings[:-1])])
    of = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    p = points[[i for ring in rings for i in ring]]
    after = np.arange(1, len(p) + 1)
    after[np.append(first[1:], len(p)) - 1] = first
    leaving = p[after] - p
    arriving = np.empty_like(leaving)
    arriving[after] = leaving
    low, high = np.minimum.reduceat(p, first), np.maximum.reduceat(p, first)
    size = (high - low).max(axis=1)
    blur = 4.0 * EPSILON * np.maximum(np.abs(low), np.abs(high)).max(axis=1)
    room = 4.0 * (COLLINEAR * size + blur + SMALLEST_LENGTH)  # of `flatness`: rounding decides nothing here
    base, steps = arriving + leaving, np.hypot(leaving[:, 0], leaving[:, 1])
    arm = np.minimum.reduceat(steps, first)
    turn = arriving[:, 0] * leaving[:, 1] - arriving[:, 1] * leaving[:, 0]
    reach = np.maximum(np.hypot(base[:, 0], base[:, 1]), steps)
    is_corner = np.logical_and.reduceat(turn > room[of] * reach, first)
    found: list[bool] = (is_corner & (arm > room) & (np.maximum.reduceat(turn, first) > 16.0 * room * size)).tolist()
    return found


def hull_corners(cloud: Points) -> Points:
    """The corners of the hull, counter-clockwise. Raises ValueError for points on one line."""
    if on_one_line(cloud):
        raise ValueError("the cloud has no area: all its points lie on one line")
    ordered = tuple(sorted(xy_rows(cloud)))
    return corners(np.array(_hull_side(ordered) + _hull_side(ordered[::-1])))


def _hull_side(ordered: tuple[XY, ...]) -> list[XY]:
    """One side of the hull of points in order of x: left turns only; its last point opens the other side."""
    chain: list[XY] = []
    for x, y in ordered:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
                break
            chain.pop()
        chain.append((x, y))
    return chain[:-1]


def rounded_outline(outline: Points, normals: Points, radius: float, step: float) -> Points:
    """The outline (or one point) with a layer of thickness `radius` around it, its arcs in steps of at most `step`
    radians."""
    if len(outline) == 1:
        turn = np.linspace(0.0, math.tau, max(8, math.ceil(math.tau / step)), endpoint=False)
        return readonly(outline + radius * np.stack((np.cos(turn), np.sin(turn)), axis=1))
    heading = np.arctan2(normals[:, 1], normals[:, 0])
    arriving = np.roll(heading, 1)
    sweep = (heading - arriving) % math.tau
    arcs = []
    for corner, start, angle in zip(outline, arriving.tolist(), sweep.tolist(), strict=True):
        turn = np.linspace(start, start + angle, 1 + max(1, math.ceil(angle / step)))
        arcs.append(corner + radius * np.stack((np.cos(turn), np.sin(turn)), axis=1))
    return readonly(np.concatenate(arcs))


def part_in_front(outline: Points, through: Vector, n: Vector) -> list[Vector]:
    """The corners of a convex outline's part in front of a line, those on it included; none if it only touches it."""
    piece: list[Vector] = []
    heights = (outline - through) @ n
    if heights.max() <= 0.0:
        return []
    for p, q, h, k in zip(outline, following(outline), heights, following(heights), strict=True):
        if h >= 0.0:
            piece.append(p)
        if h * k < 0.0:
            piece.append(p + h / (h - k) * (q - p))
    return piece


def on_one_line(cloud: Points) -> bool:
    """Whether the points have no area: they are one point, or lie on one line."""
    return _on_one_line(cloud, flatness(cloud))


def _blur(outline: Points) -> float:
    return 4.0 * EPSILON * float(np.abs(outline).max())


def _no_area(outline: Points) -> str:
    return f"the outline has zero area: vertices 0 to {len(outline) - 1} lie on one line"


def _on_one_line(outline: Points, tolerance: float) -> bool:
    away = outline - outline[0]
    far = away[int(np.hypot(away[:, 0], away[:, 1]).argmax())]
    reach = length(far)
    return reach <= tolerance or float(np.abs(far[0] * away[:, 1] - far[1] * away[:, 0]).max()) / reach <= tolerance


def _first_repeated(outline: Points, tolerance: float) -> int | None:
    edges = outline - np.roll(outline, 1, axis=0)
    repeated = np.flatnonzero(np.hypot(edges[:, 0], edges[:, 1]) <= tolerance)
    return int(repeated[0]) if repeated.size else None


def _turns(outline: Points) -> NDArray[np.float64]:
    """Signed height of every vertex over the line through its neighbours: positive at a left turn.

    The area of the corner's triangle is half the cross product of its sides; over its base, a height. Where the
    neighbours meet (a fold of zero base) the arms stand in for the base.
    """
    arriving = outline - np.roll(outline, 1, axis=0)
    leaving = following(outline) - outline
    twice_area = arriving[:, 0] * leaving[:, 1] - arriving[:, 1] * leaving[:, 0]
    base = arriving + leaving
    arm = np.minimum(np.hypot(*arriving.T), np.hypot(*leaving.T))
    reach = np.maximum(np.hypot(*base.T), arm)
    return twice_area / np.where(reach > 0.0, reach, 1.0)


def _winds_once(outline: Points) -> bool:
    """Whether the direction of travel turns through one full circle: a star of left turns makes two."""
    edges = following(outline) - outline
    after = following(edges)
    sine = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    cosine = (edges * after).sum(axis=1)
    return abs(abs(float(np.arctan2(sine, cosine).sum())) - math.tau) < 0.5


def _drop_flat(outline: Points, tolerance: float) -> NDArray[np.intp]:
    """Indices of the vertices that are corners: repeats and flat vertices go, one after the other, each judged
    against the neighbours that are still there. A vertex where the outline folds back is refused."""
    kept, p = list(range(len(outline))), xy_rows(outline)
    k = quiet = 0
    while quiet < len(kept) and len(kept) > 2:
        k %= len(kept)
        (ax, ay), (bx, by), (cx, cy) = p[kept[k - 1]], p[kept[k]], p[kept[(k + 1) % len(kept)]]
        ex, ey, fx, fy = bx - ax, by - ay, cx - bx, cy - by  # the edges that arrive and leave
        arm = min(math.hypot(ex, ey), math.hypot(fx, fy))
        if arm <= tolerance:
            del kept[k]
            quiet, k = 0, k - 1
            continue
        base = max(math.hypot(ex + fx, ey + fy), arm)
        if abs(ex * fy - ey * fx) <= tolerance * base:
            if ex * fx + ey * fy < 0.0:
                raise ValueError(f"vertex {kept[k]} folds the outline back onto itself")
            del kept[k]
            quiet, k = 0, k - 1
            continue
        quiet, k = quiet + 1, k + 1
    return np.array(kept, dtype=np.intp)


def _crossing(outline: Points, numbers: NDArray[np.intp]) -> str | None:
    """Two edges that cross or touch, by number; None when there are none.

    Edges p + s d and q + t e cross where s = (q - p) x e / d x e and t = (q - p) x d / d x e lie in [0, 1]. Each is
    compared with those after it whose boxes meet its own: few, and no table of all pairs is ever held.
    """
    n = len(outline)
    d = following(outline) - outline
    low, high = np.minimum(outline, following(outline)).T.copy(), np.maximum(outline, following(outline)).T.copy()
    for i in range(n - 2):
        rest = slice(i + 2, n - 1 if i == 0 else n)  # neighbours share a vertex and do not cross
        meet = (low[0, rest] <= high[0, i]) & (high[0, rest] >= low[0, i])
        meet &= (low[1, rest] <= high[1, i]) & (high[1, rest] >= low[1, i])
        second = np.flatnonzero(meet) + i + 2
        if not second.size:
            continue
        between, own, others = outline[second] - outline[i], d[i], d[second]
        across = own[0] * others[:, 1] - own[1] * others[:, 0]
        safe = np.where(across == 0.0, 1.0, across)
        s = (between[:, 0] * others[:, 1] - between[:, 1] * others[:, 0]) / safe
        t = (between[:, 0] * own[1] - between[:, 1] * own[0]) / safe
        hits = np.flatnonzero((across != 0.0) & (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0))
        if hits.size:
            e, f = numbers[i], numbers[second[hits[0]]]
            return f"the outline crosses itself: edge {e} (from vertex {e}) meets edge {f} (from vertex {f})"
    return None


def _reflex(clean: Points, numbers: NDArray[np.intp]) -> str:
    """Names the vertex that turns most against the outline's winding."""
    turn = _turns(clean) * (1.0 if signed_area(clean) > 0.0 else -1.0)
    return f"vertex {numbers[int(turn.argmin())]} is reflex: the outline bends inward there"
