"""The contact of a circle (or a point) with any shape, many pairs at once: the twin of `geometry.query.point_query`,
asked from the circle's centre, and of `manifold_points.circle_contact`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.batch.contact_rows import CIRCLE, Rows, Side
from geometry.batch.shapes import Indices, Numbers, Shapes
from geometry.query.point_query import vertex_normal
from geometry.tolerance import ROUNDING

Flags = NDArray[np.bool_]


def add_circle_contacts(shapes: Shapes, discs: Shapes, pairs: Indices, is_of_b: bool, rows: Rows) -> None:
    """The contacts of these pairs, of which `discs` have one vertex: they are the shapes B if `is_of_b`."""
    shape, disc = shapes.take(pairs), discs.take(pairs)
    px, py = disc.x[0], disc.y[0]
    foot_x, foot_y, feature, is_vertex, distance, in_core = _nearest(shape, px, py)
    x, y = _outward(shape, px - foot_x, py - foot_y, feature, is_vertex, distance, _rounding(shape, px, py))
    gap = np.where(in_core, -distance, distance) - shape.radius - disc.radius
    sign = 1.0 if is_of_b else -1.0
    rows.turn(pairs, sign * x, sign * y, gap)
    some = np.flatnonzero(gap <= rows.tolerance[pairs])
    x, y, r, s = x[some], y[some], shape.radius[some], disc.radius[some]
    one: Side = (foot_x[some] + r * x, foot_y[some] + r * y, feature[some], is_vertex[some])
    other: Side = (px[some] - s * x, py[some] - s * y, np.zeros(len(some), dtype=np.intp), True)
    rows.add(0, pairs[some], gap[some], one, other, is_of_b)
    rows.kind[pairs[some]] = CIRCLE


def _rounding(shape: Shapes, px: Numbers, py: Numbers) -> Numbers:
    return ROUNDING * np.maximum(shape.max_coordinate, np.maximum(np.abs(px), np.abs(py)))


def _nearest(shape: Shapes, px: Numbers, py: Numbers) -> tuple[Numbers, Numbers, Indices, Flags, Numbers, Flags]:
    """The nearest point of each core to its centre: x, y, the feature and whether it is a vertex, the distance, and
    whether the centre lies in the core."""
    n, v = len(shape), len(shape.x)
    tolerance = _rounding(shape, px, py)
    x, y, distance = shape.x[0].copy(), shape.y[0].copy(), np.full(n, np.inf)
    feature, is_vertex = np.zeros(n, dtype=np.intp), np.ones(n, dtype=np.bool_)
    in_core = shape.count > 2
    behind = (px - shape.x[0]) * shape.normal_x[0] + (py - shape.y[0]) * shape.normal_y[0] < 0.0
    for i in range(v):
        # A circle has no edge; of a capsule's two, one line, that on the centre's side is asked.
        has_edge = (i < shape.count) & ((shape.count > 2) | ((shape.count == 2) & (behind == (i == 1))))
        nx, ny, length = shape.normal_x[i], shape.normal_y[i], shape.length[i]
        out_x, out_y = px - shape.x[i], py - shape.y[i]
        along, height = out_y * nx - out_x * ny, out_x * nx + out_y * ny
        in_core &= ~has_edge | (height <= 0.0)
        at_start, at_end = along <= 0.0, along >= length
        after = np.where(i + 1 < shape.count, min(i + 1, v - 1), 0)
        end_x, end_y = (np.where(i + 1 < shape.count, row[min(i + 1, v - 1)], row[0]) for row in (shape.x, shape.y))
        at_edge = ~(at_start | at_end)
        foot_x = np.where(at_start, shape.x[i], np.where(at_end, end_x, shape.x[i] - along * ny))
        foot_y = np.where(at_start, shape.y[i], np.where(at_end, end_y, shape.y[i] + along * nx))
        far = np.where(at_edge, np.abs(height), np.hypot(px - foot_x, py - foot_y))
        tie = np.where(height > 0.0, 0.0, tolerance)
        is_nearest = has_edge & (((height > 0.0) & at_edge) | (far < distance - tie))
        for row, value in ((x, foot_x), (y, foot_y), (distance, far), (is_vertex, ~at_edge)):
            np.putmask(row, is_nearest, value)
        np.putmask(feature, is_nearest, np.where(at_end & ~at_start, after, i))
    alone = shape.count == 1
    distance = np.where(alone, np.hypot(px - x, py - y), distance)
    return x, y, feature, is_vertex, distance, in_core


def _outward(
    shape: Shapes, x: Numbers, y: Numbers, feature: Indices, is_vertex: Flags, distance: Numbers, tolerance: Numbers
) -> tuple[Numbers, Numbers]:
    """Unit normals at the feet: an edge's own; from a vertex to the centre, whose vector is (x, y); where these are
    one place, the middle of what the vertex faces."""
    column = np.arange(len(shape))
    has_line = is_vertex & (distance > tolerance)
    size = np.where(has_line, distance, 1.0)
    x = np.where(has_line, x / size, shape.normal_x[feature, column])
    y = np.where(has_line, y / size, shape.normal_y[feature, column])
    on_vertex = is_vertex & ~has_line
    np.putmask(x, on_vertex & (shape.count == 1), 1.0)
    for k in np.flatnonzero(on_vertex & (shape.count > 1)).tolist():
        x[k], y[k] = vertex_normal(shape.shape(k), int(feature[k]))
    return x, y
