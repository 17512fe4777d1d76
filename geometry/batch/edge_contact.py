"""The contact points of pairs whose reference edge is known: the twin of `geometry.contact.reference`, `clipping` and
`manifold_points`, which derive what is done here. The reference edges of a call all belong to A, or all to B."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from geometry.batch.contact_rows import CORNER_CORNER, EDGE_CORNER, EDGE_EDGE, Rows, Side
from geometry.batch.separation import SKIPPING
from geometry.batch.shapes import Indices, Numbers, Shapes
from geometry.contact.reference import ALIKE
from geometry.tolerance import PARALLEL

Flags = NDArray[np.bool_]
XYs = tuple[Numbers, Numbers]
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Reference:
    """The reference edges, and places measured from them: `along` each from its start, `height` over it."""

    edge: Indices
    after: Indices  # the vertex at its end
    x: Numbers  # start of the outer edge
    y: Numbers
    normal_x: Numbers
    normal_y: Numbers
    length: Numbers

    def measure(self, x: Numbers, y: Numbers) -> XYs:
        """Of points: along and over the edges."""
        out_x, out_y = x - self.x, y - self.y
        return out_y * self.normal_x - out_x * self.normal_y, out_x * self.normal_x + out_y * self.normal_y

    def at(self, along: Numbers, height: Numbers | float) -> XYs:
        """The points with these measures."""
        x = self.x - along * self.normal_y + height * self.normal_x
        return x, self.y + along * self.normal_x + height * self.normal_y


@dataclass(slots=True, eq=False)
class _Incident:
    """The incident edges, as seen from the reference edges. `deep` is the deeper end's vertex, `far` the other's."""

    edge: Indices
    deep: Indices
    far: Indices
    deep_along: Numbers  # of the core's vertex
    deep_height: Numbers
    near_along: Numbers  # of the outer edge's end beside it
    near_height: Numbers
    far_along: Numbers  # of the outer edge's other end
    far_height: Numbers
    far_core: Numbers  # along, of the core's vertex there
    far_level: Numbers  # and its height
    radius: Numbers

    def height_at(self, along: Numbers, chosen: Indices) -> Numbers:
        """Of the edge and its deeper corner's arc over the reference edge: see `geometry.contact.clipping`."""
        x0, h0, x1, h1 = (row[chosen] for row in (self.near_along, self.near_height, self.far_along, self.far_height))
        on_arc = (x0 == x1) | ((along - x0) * (along - x1) > 0.0)
        across = along - self.deep_along[chosen]
        arc = self.deep_height[chosen] - np.sqrt(np.maximum(0.0, self.radius[chosen] ** 2 - across * across))
        straight = h0 + (along - x0) / np.where(on_arc, 1.0, x1 - x0) * (h1 - h0)
        return np.where(on_arc, arc, straight)


def add_edge_contacts(
    mine: Shapes, theirs: Shapes, pairs: Indices, edge: Indices, margin: Numbers, is_a: bool, rows: Rows
) -> None:
    """The points of these pairs, whose reference edges belong to `mine`, the shapes A if `is_a`. Those between two
    corners that are apart after all have none."""
    tolerance = rows.tolerance[pairs]
    reference = _reference(mine, pairs, edge)
    incident = _incident(theirs, pairs, reference, tolerance)
    for _ in range(len(mine.x)):
        under = _under(mine, theirs, pairs, reference, incident, is_a, rows)
        if under is None:
            break
        edge, reference = under, _reference(mine, pairs, under)
        incident = _incident(theirs, pairs, reference, tolerance)
    rows.owner[pairs], rows.reference[pairs], rows.incident[pairs] = 0 if is_a else 1, edge, incident.edge
    radii = mine.radius[pairs] + theirs.radius[pairs]
    asked = np.flatnonzero(rows.separation[pairs] + radii >= -(1.0 + SKIPPING) * tolerance)
    decided = _add_corners(mine, theirs, pairs, asked, reference, incident, is_a, rows)
    if len(decided):
        left = np.ones(len(pairs), dtype=np.bool_)
        left[decided] = False
        reference, incident = _taken(reference, left), _taken(incident, left)
        margin, pairs = margin[left], pairs[left]
    _add_clipped(reference, incident, margin, pairs, is_a, rows)


def _under(
    mine: Shapes, theirs: Shapes, pairs: Indices, reference: _Reference, incident: _Incident, is_a: bool, rows: Rows
) -> Indices | None:
    """The reference edges anew, where the deepest of the other shape lies past one, and over a neighbour that is as
    good up to rounding; None where they stay."""
    tolerance = rows.tolerance[pairs]
    before, beyond = incident.deep_along < -tolerance, incident.deep_along > reference.length + tolerance
    level = np.abs(incident.far_level - incident.deep_height) <= tolerance  # the far end counts too
    before &= ~level | (incident.far_core < -tolerance)
    beyond &= ~level | (incident.far_core > reference.length + tolerance)
    some = np.flatnonzero(before | beyond)
    if not len(some):
        return None
    at, count = pairs[some], mine.count[pairs[some]]
    edge = (reference.edge[some] + np.where(before[some], -1, 1)) % count
    beside = _reference(mine, at, edge)
    heights = np.full((len(theirs.x), len(some)), np.inf)
    alongs = np.zeros_like(heights)
    for i, (x, y) in enumerate(zip(theirs.x[:, at], theirs.y[:, at], strict=True)):
        alongs[i], height = beside.measure(x, y)
        heights[i] = np.where(i < theirs.count[at], height, np.inf)
    gaps = heights.min(axis=0) - theirs.radius[at]
    deepest = heights <= heights.min(axis=0) + tolerance[some]
    first = np.where(deepest, alongs, np.inf).min(axis=0)
    last = np.where(deepest, alongs, -np.inf).max(axis=0)
    is_over = np.where(before[some], first <= beside.length + tolerance[some], last >= -tolerance[some])
    found = np.flatnonzero((gaps >= rows.separation[at] - tolerance[some]) & is_over)
    if not len(found):
        return None
    edges, at, sign = reference.edge.copy(), at[found], 1.0 if is_a else -1.0
    edges[some[found]] = edge[found]
    rows.normal_x[at], rows.normal_y[at] = sign * beside.normal_x[found], sign * beside.normal_y[found]
    rows.separation[at] = gaps[found]
    return edges


def _reference(shapes: Shapes, pairs: Indices, edge: Indices) -> _Reference:
    pick, r = picker(shapes, pairs, edge), shapes.radius[pairs]
    nx, ny = pick(shapes.normal_x), pick(shapes.normal_y)
    x, y = pick(shapes.x) + r * nx, pick(shapes.y) + r * ny
    return _Reference(edge, _after(shapes, pairs, edge), x, y, nx, ny, pick(shapes.length))


def _incident(shapes: Shapes, pairs: Indices, reference: _Reference, tolerance: Numbers) -> _Incident:
    """The edge most opposed to the reference normal; a later one must be so by more than PARALLEL, as an angle."""
    dots = shapes.normal_x.take(pairs, axis=1)
    dots *= reference.normal_x
    across = shapes.normal_y.take(pairs, axis=1)
    across *= reference.normal_y
    dots += across
    least, edge = np.full(len(pairs), np.inf), np.zeros(len(pairs), dtype=np.intp)
    for i, dot in enumerate(dots):
        is_most = dot < least - ALIKE
        alike = np.flatnonzero(~is_most & (dot <= least + ALIKE))
        if len(alike):
            x, y, best = reference.normal_x[alike], reference.normal_y[alike], edge[alike]
            turn = np.hypot(shapes.normal_x[i, pairs[alike]] + x, shapes.normal_y[i, pairs[alike]] + y)
            least_turn = np.hypot(shapes.normal_x[best, pairs[alike]] + x, shapes.normal_y[best, pairs[alike]] + y)
            is_most[alike] = turn < least_turn - PARALLEL
        np.putmask(least, is_most, dot)
        np.putmask(edge, is_most, i)
    after = _after(shapes, pairs, edge)
    pick, pick_after, r = picker(shapes, pairs, edge), picker(shapes, pairs, after), shapes.radius[pairs]
    start_along, start_height = reference.measure(pick(shapes.x), pick(shapes.y))
    end_along, end_height = reference.measure(pick_after(shapes.x), pick_after(shapes.y))
    at_start = start_height <= end_height
    parallel = np.flatnonzero(np.abs(start_height - end_height) <= tolerance)
    if len(parallel):  # the end that is less far beside the reference edge
        first, second, size = start_along[parallel], end_along[parallel], reference.length[parallel]
        at_start[parallel] = np.maximum(-first, first - size) <= np.maximum(-second, second - size)
    deep_along, far_along = _ordered(at_start, start_along, end_along)
    deep_height, far_height = _ordered(at_start, start_height, end_height)
    nx, ny = r * pick(shapes.normal_x), r * pick(shapes.normal_y)
    out_along = ny * reference.normal_x - nx * reference.normal_y
    out_height = nx * reference.normal_x + ny * reference.normal_y
    return _Incident(
        edge, *_ordered(at_start, edge, after), deep_along, deep_height, deep_along + out_along,
        deep_height + out_height, far_along + out_along, far_height + out_height, far_along, far_height, r,
    )  # fmt: skip


def _add_corners(
    mine: Shapes, theirs: Shapes, pairs: Indices, some: Indices, reference: _Reference, incident: _Incident,
    is_a: bool, rows: Rows,
) -> Indices:  # fmt: skip
    """The pairs, some of all, whose deepest vertex is nearest to an end of the reference edge. Answers which those
    are."""
    along, slack = incident.deep_along[some], rows.tolerance[pairs[some]]
    before, beyond = along < -slack, along > reference.length[some] + slack
    some, corner = some[before | beyond], np.where(before, reference.edge[some], reference.after[some])
    corner, at = corner[before | beyond], pairs[some]
    deep, tolerance = incident.deep[some], rows.tolerance[at]
    pick_deep, pick_far = picker(theirs, at, deep), picker(theirs, at, incident.far[some])
    px, py = pick_deep(theirs.x), pick_deep(theirs.y)
    cx, cy = (picker(mine, at, corner)(row) for row in (mine.x, mine.y))
    x, y = px - cx, py - cy
    tx, ty = pick_far(theirs.x) - px, pick_far(theirs.y) - py
    size = np.hypot(tx, ty)
    foot = -(x * tx + y * ty)
    is_far = foot > (size + tolerance) * size  # the incident edge's other end is as deep, and nearer
    deep = np.where(is_far, incident.far[some], deep)
    px, py = np.where(is_far, px + tx, px), np.where(is_far, py + ty, py)
    x, y = px - cx, py - cy
    distance = np.hypot(x, y)
    decides = (distance > tolerance) & (is_far | (foot <= tolerance * size))
    x, y, cx, cy, px, py, distance, tolerance = (row[decides] for row in (x, y, cx, cy, px, py, distance, tolerance))
    corner, deep, at = corner[decides], deep[decides], at[decides]
    x, y = x / distance, y / distance
    r, s, sign = mine.radius[at], theirs.radius[at], 1.0 if is_a else -1.0
    gap = distance - (r + s)
    is_apart = gap > tolerance
    rows.turn(at, sign * x, sign * y, gap)
    rows.kind[at] = CORNER_CORNER
    one: Side = (cx + r * x, cy + r * y, corner, True)
    other: Side = (px - s * x, py - s * y, deep, True)
    rows.add(0, at, gap, one, other, is_a)
    rows.clear(at[is_apart])
    return some[decides]


def _add_clipped(
    reference: _Reference, incident: _Incident, margin: Numbers, pairs: Indices, is_a: bool, rows: Rows
) -> None:
    """The incident edges, cut at both side planes; what lies more than the margin above the face is left out."""
    tolerance, n = rows.tolerance[pairs], len(pairs)
    low = incident.deep_height - incident.radius
    along, height = np.stack((incident.deep_along, incident.far_along)), np.stack((low, incident.far_height))
    of_mine, of_theirs = np.stack((reference.edge,) * 2), np.stack((incident.deep, incident.far))
    is_cut, is_left = np.zeros((2, n), dtype=np.bool_), np.ones(n, dtype=np.bool_)
    for corner, limit in ((reference.edge, np.zeros(n)), (reference.after, reference.length)):
        beyond = (along if corner is reference.edge else limit - along) < -tolerance
        is_left &= ~(beyond[0] & beyond[1])
        for slot in (0, 1):
            some = np.flatnonzero(beyond[slot] & is_left)
            along[slot][some], height[slot][some] = limit[some], incident.height_at(limit[some], some)
            of_mine[slot][some], of_theirs[slot][some], is_cut[slot][some] = corner[some], incident.edge[some], True
    kept = (height <= margin + tolerance) & is_left
    is_both = kept[0] & kept[1]
    is_one_place = is_both & (np.abs(along[0] - along[1]) <= tolerance)  # then the deeper counts
    is_turned = np.where(is_both, np.where(is_one_place, height[1] < height[0], along[1] < along[0]), ~kept[0])
    is_both &= ~is_one_place
    on_face = is_cut.copy()  # of the two features the reference edge's is a vertex where the other's is an edge
    none = np.flatnonzero(~(kept[0] | kept[1]))  # edges that tie: the deepest point, beside the edge
    is_turned[none], is_cut[0][none], on_face[0][none] = False, False, True
    along[0][none], height[0][none], of_theirs[0][none] = incident.deep_along[none], low[none], incident.deep[none]
    of_mine[0][none] = np.where(along[0][none] < 0.0, reference.edge[none], reference.after[none])
    rows.kind[pairs] = np.where(is_both, EDGE_EDGE, EDGE_CORNER)
    points = zip(
        *(_ordered(is_turned, row[1], row[0]) for row in (along, height, of_mine, on_face, of_theirs, ~is_cut)),
        strict=True,
    )
    for slot, point in enumerate(points):
        edges = reference
        if slot == 1 and not is_both.all():
            edges, pairs, point = _taken(reference, is_both), pairs[is_both], tuple(row[is_both] for row in point)
        place, over, feature, is_vertex, other_feature, other_is_vertex = point
        one: Side = (*edges.at(place, 0.0), feature, is_vertex)
        other: Side = (*edges.at(place, over), other_feature, other_is_vertex)
        rows.add(slot, pairs, over, one, other, is_a)


def picker(shapes: Shapes, at: Indices, row: Indices) -> Callable[[Numbers], Numbers]:
    """Picks one vertex's, or edge's, number of each of these shapes from an array (v, n)."""
    place = row * len(shapes) + at
    return lambda numbers: numbers.ravel().take(place)


def _after(shapes: Shapes, pairs: Indices, edge: Indices) -> Indices:
    """The vertices at the ends of edges."""
    after = edge + 1
    after[after == shapes.count[pairs]] = 0
    return after


def _ordered(is_first: Flags, one: NDArray[Any], other: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.where(is_first, one, other), np.where(is_first, other, one)


def _taken(columns: T, chosen: Flags) -> T:
    return type(columns)(*(getattr(columns, field.name)[chosen] for field in fields(columns)))  # type: ignore[arg-type]
