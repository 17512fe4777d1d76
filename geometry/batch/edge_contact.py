"""The contact points of pairs whose reference edge is known: the twin of `geometry.contact.reference`, `clipping` and
`manifold_points`, which derive what is done here. The reference edges of a call all belong to A, or all to B."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from geometry.batch.contact_rows import CORNER_CORNER, EDGE_CORNER, EDGE_EDGE, Rows, Side
from geometry.batch.separation import SKIPPING
from geometry.batch.shapes import Indices, Numbers, Shapes
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
    radius: Numbers

    def height_at(self, along: Numbers, chosen: Indices) -> Numbers:
        """Of the edge and its deeper corner's arc over the reference edge: see `geometry.contact.clipping`."""
        x0, h0, x1, h1 = (row[chosen] for row in (self.near_along, self.near_height, self.far_along, self.far_height))
        on_arc = (x0 == x1) | ((along - x0) * (x1 - x0) < 0.0)
        across = along - self.deep_along[chosen]
        arc = self.deep_height[chosen] - np.sqrt(np.maximum(0.0, self.radius[chosen] ** 2 - across * across))
        straight = h0 + (along - x0) / np.where(on_arc, 1.0, x1 - x0) * (h1 - h0)
        return np.where(on_arc, arc, straight)


def add_edge_contacts(
    mine: Shapes, theirs: Shapes, at: Indices, edge: Indices, margin: Numbers, pairs: Indices, is_a: bool, rows: Rows
) -> None:
    """The points of the pairs at these places, whose reference edges belong to `mine`, the shapes A if `is_a`. Those
    between two corners that are apart after all have none."""
    tolerance = rows.tolerance[pairs]
    reference = _reference(mine, at, edge)
    incident = _incident(theirs, at, reference, tolerance)
    rows.owner[pairs], rows.reference[pairs], rows.incident[pairs] = 0 if is_a else 1, edge, incident.edge
    radii = mine.radius[at] + theirs.radius[at]
    is_asked = rows.separation[pairs] + radii >= -(1.0 + SKIPPING) * tolerance
    decides = np.zeros(len(pairs), dtype=np.bool_)
    some = np.flatnonzero(is_asked)
    if len(some):
        decided = _add_corners(mine, theirs, at, some, reference, incident, pairs, is_a, rows)
        decides[decided] = True
    clipped = np.flatnonzero(~decides)
    if len(clipped) < len(pairs):
        reference, incident = _taken(reference, clipped), _taken(incident, clipped)
        margin, pairs = margin[clipped], pairs[clipped]
    _add_clipped(reference, incident, margin, pairs, is_a, rows)


def _reference(shapes: Shapes, at: Indices, edge: Indices) -> _Reference:
    nx, ny, r = shapes.normal_x[edge, at], shapes.normal_y[edge, at], shapes.radius[at]
    x, y = shapes.x[edge, at] + r * nx, shapes.y[edge, at] + r * ny
    return _Reference(edge, _after(shapes, at, edge), x, y, nx, ny, shapes.length[edge, at])


def _incident(shapes: Shapes, at: Indices, reference: _Reference, tolerance: Numbers) -> _Incident:
    """The edge most opposed to the reference normal; a later one must be so by more than PARALLEL."""
    all_x, all_y = shapes.normal_x.take(at, axis=1), shapes.normal_y.take(at, axis=1)
    dots = all_x * reference.normal_x
    dots += all_y * reference.normal_y
    least, edge = np.full(len(at), np.inf), np.zeros(len(at), dtype=np.intp)
    for i, dot in enumerate(dots):
        is_most = dot < least - PARALLEL
        np.putmask(least, is_most, dot)
        np.putmask(edge, is_most, i)
    column, after = np.arange(len(at)), _after(shapes, at, edge)
    r = shapes.radius[at]
    start_along, start_height = reference.measure(shapes.x[edge, at], shapes.y[edge, at])
    end_along, end_height = reference.measure(shapes.x[after, at], shapes.y[after, at])
    is_parallel = np.abs(start_height - end_height) <= tolerance  # the end that is less far beside the reference edge
    first = np.where(is_parallel, np.maximum(-start_along, start_along - reference.length), start_height)
    second = np.where(is_parallel, np.maximum(-end_along, end_along - reference.length), end_height)
    at_start = first <= second
    deep_along, far_along = _ordered(at_start, start_along, end_along)
    deep_height, far_height = _ordered(at_start, start_height, end_height)
    nx, ny = r * all_x[edge, column], r * all_y[edge, column]
    out_along = ny * reference.normal_x - nx * reference.normal_y
    out_height = nx * reference.normal_x + ny * reference.normal_y
    return _Incident(
        edge, *_ordered(at_start, edge, after), deep_along, deep_height, deep_along + out_along,
        deep_height + out_height, far_along + out_along, far_height + out_height, r,
    )  # fmt: skip


def _add_corners(
    mine: Shapes, theirs: Shapes, at: Indices, some: Indices, reference: _Reference, incident: _Incident,
    pairs: Indices, is_a: bool, rows: Rows,
) -> Indices:  # fmt: skip
    """Pairs whose deepest vertex is nearest to an end of the reference edge. Answers which of them those are."""
    tolerance = rows.tolerance[pairs[some]]
    along = incident.deep_along[some]
    before, beyond = along < -tolerance, along > reference.length[some] + tolerance
    keep = before | beyond
    some, tolerance = some[keep], tolerance[keep]
    corner = np.where(before[keep], reference.edge[some], reference.after[some])
    deep, far, place = incident.deep[some], incident.far[some], at[some]
    px, py = theirs.x[deep, place], theirs.y[deep, place]
    cx, cy = mine.x[corner, place], mine.y[corner, place]
    x, y = px - cx, py - cy
    tx, ty = theirs.x[far, place] - px, theirs.y[far, place] - py
    distance = np.hypot(x, y)
    decides = (distance > tolerance) & (-(x * tx + y * ty) <= tolerance * np.hypot(tx, ty))
    x, y = x[decides] / distance[decides], y[decides] / distance[decides]
    some, corner, deep, place = some[decides], corner[decides], deep[decides], place[decides]
    r, s = mine.radius[place], theirs.radius[place]
    gap, sign, here = distance[decides] - (r + s), 1.0 if is_a else -1.0, pairs[some]
    rows.turn(here, sign * x, sign * y, gap)
    is_apart = gap > tolerance[decides]
    rows.kind[here] = np.where(is_apart, -1, CORNER_CORNER)
    one: Side = (cx[decides] + r * x, cy[decides] + r * y, corner, True)
    other: Side = (px[decides] - s * x, py[decides] - s * y, deep, True)
    rows.add(0, here, gap, one, other, is_a)
    rows.clear(here[is_apart])
    return some


def _add_clipped(
    reference: _Reference, incident: _Incident, margin: Numbers, pairs: Indices, is_a: bool, rows: Rows
) -> None:
    """The incident edges, cut at both side planes; what lies more than the margin above the face is left out."""
    tolerance, n = rows.tolerance[pairs], len(pairs)
    column = np.arange(n)
    low = incident.deep_height - incident.radius
    along, height = np.stack((incident.deep_along, incident.far_along)), np.stack((low, incident.far_height))
    of_mine, of_theirs = np.stack((reference.edge,) * 2), np.stack((incident.deep, incident.far))
    is_cut, is_left = np.zeros((2, n), dtype=np.bool_), np.ones(n, dtype=np.bool_)
    for corner, limit in ((reference.edge, np.zeros(n)), (reference.after, reference.length)):
        beyond = (along if corner is reference.edge else limit - along) < -tolerance
        is_left &= ~(beyond[0] & beyond[1])
        for slot in (0, 1):
            some = np.flatnonzero(beyond[slot] & is_left)
            along[slot, some], height[slot, some] = limit[some], incident.height_at(limit[some], some)
            of_mine[slot, some], of_theirs[slot, some], is_cut[slot, some] = corner[some], incident.edge[some], True
    kept = (height <= margin + tolerance) & is_left
    count = kept.sum(axis=0)
    is_one_place = (count == 2) & (np.abs(along[0] - along[1]) <= tolerance)  # then the deeper counts
    second_is_first = np.where(is_one_place, height[1] < height[0], along[1] < along[0])
    first = np.where(count == 2, second_is_first, ~kept[0]).astype(np.intp)
    count -= is_one_place
    none = np.flatnonzero(count == 0)  # edges that tie: the deepest point, beside the edge
    first[none], is_cut[0, none], of_theirs[0, none] = 0, True, incident.deep[none]
    along[0, none], height[0, none] = incident.deep_along[none], low[none]
    of_mine[0, none] = np.where(along[0, none] < 0.0, reference.edge[none], reference.after[none])
    rows.kind[pairs] = np.where(count == 2, EDGE_EDGE, EDGE_CORNER)
    mine_is_vertex, theirs_is_vertex = is_cut, ~is_cut
    theirs_is_vertex[0, none] = True
    for slot, some in ((0, column), (1, np.flatnonzero(count == 2))):
        row = first[some] if slot == 0 else 1 - first[some]
        some_reference = reference if len(some) == n else _taken(reference, some)
        place, over = along[row, some], height[row, some]
        one: Side = (*some_reference.at(place, 0.0), of_mine[row, some], mine_is_vertex[row, some])
        other: Side = (*some_reference.at(place, over), of_theirs[row, some], theirs_is_vertex[row, some])
        rows.add(slot, pairs[some], over, one, other, is_a)


def _after(shapes: Shapes, at: Indices, edge: Indices) -> Indices:
    """The vertices at the ends of edges."""
    after = edge + 1
    after[after == shapes.count[at]] = 0
    return after


def _ordered(is_first: Flags, one: NDArray[Any], other: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.where(is_first, one, other), np.where(is_first, other, one)


def _taken(columns: T, chosen: Indices) -> T:
    return type(columns)(*(getattr(columns, field.name)[chosen] for field in fields(columns)))  # type: ignore[arg-type]
