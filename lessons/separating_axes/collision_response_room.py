"""Where the words and numbers of pushing apart find room: clear of the bodies beside them."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Points, Vector, point, separation, support
from geometry.outline import edge_normals
from geometry.shape import boundary
from lessons.separating_axes.collision_response_gap import OUT
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle

NUMBER = np.array((24.0, 9.0))  # pixels: half of a number's width and height, and some air
CLEAR = 20.0  # pixels from a body to the middle of the words beside it, and from there to other bodies
MEASURED = 20.0  # pixels: a depth that has ends of its own


def is_clear(shapes: list[Convex], at: Vector, gap: float) -> bool:
    """Whether a point is further than this from all of them; mostly their bounds tell it."""
    for shape in shapes:
        box = shape.bounds()
        near = np.maximum(np.maximum(box.low - at, at - box.high), 0.0)
        if float(near @ near) <= gap * gap and separation(shape, point(tuple(at))) <= gap:
            return False
    return True


def faces(shape: Convex, deviation: float) -> tuple[Points, Points]:
    """The outline of a shape and the outward normal of each of its edges."""
    if not shape.radius:
        return shape.points, shape.normals
    points = boundary(shape, deviation)
    return points, edge_normals(points)


def draw_depth(
    canvas: Canvas,
    a: Convex,
    b: Convex,
    each: Any,
    words: str,
    ink: Ink,
    style: TextStyle,
    *,
    measured: bool = True,
) -> None:
    """How deep two bodies overlap: at the end of a line out of the overlap, to the right or upwards."""
    n = each.normal
    t = _along(n)
    middle, inner, end = _line_out(canvas, a, b, each, t)
    start = middle + max(0.0, inner) * t if abs(n[1]) > 0.7 else middle
    canvas.stroke((start, end), ink, line=Line.DASHED)
    if measured and each.depth > MEASURED * canvas.pixel:
        measures.measure(canvas, middle - 0.5 * each.depth * n, middle + 0.5 * each.depth * n, ink)
    canvas.label(words, end, ink, toward=t, style=style)


def draw_pair(canvas: Canvas, a: Convex, b: Convex, each: Any, number: int) -> None:
    """Which pair is pushed now, in the order of an iteration: at a line out of the overlap, on the side where no
    depth stands."""
    t = -_along(each.normal)
    middle, inner, end = _line_out(canvas, a, b, each, t)
    canvas.stroke((middle + inner * t, end), Ink.EXAMINED, line=Line.DASHED)
    canvas.label(f"pair **{number}**", end, Ink.EXAMINED, toward=t)


def _along(n: Vector) -> Vector:
    """Along the faces in contact: to the right or upwards."""
    t = np.array((-n[1], n[0]))
    return -t if t[0] + t[1] < 0.0 else t


def _line_out(canvas: Canvas, a: Convex, b: Convex, each: Any, t: Vector) -> tuple[Vector, float, Vector]:
    """The middle of an overlap, how far it is from there out of one body, and a place outside both."""
    n = each.normal
    middle = support(b, -n).point + 0.5 * each.depth * n
    if not (a.contains(middle) and b.contains(middle)):  # the corner that is deepest is one of a
        middle = support(a, n).point - 0.5 * each.depth * n
    inner, outer = sorted(_way_out(canvas, shape, middle, t) for shape in (a, b))
    return middle, inner, middle + (outer + OUT * canvas.pixel) * t


def _way_out(canvas: Canvas, shape: Convex, start: Vector, t: Vector) -> float:
    """How far a number has to go from a point along t until it is out of a shape, as wide or high as it is."""
    points, normals = faces(shape, canvas.pixel)
    leaves = normals @ t > 1e-9
    points, normals = points[leaves], normals[leaves]
    half = float(np.abs((t[1], t[0])) @ NUMBER) * canvas.pixel * np.array((-t[1], t[0]))
    ahead, aside, slope = ((points - start) * normals).sum(axis=1), normals @ half, normals @ t
    way = max(float(((ahead + by) / slope).min()) for by in (-aside, 0.0, aside))
    return min(way, float(support(shape, t).point @ t - start @ t))
