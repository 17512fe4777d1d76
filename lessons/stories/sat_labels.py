"""Where the small labels of a separating axis test stand: clear of lines and of the other shape."""

from __future__ import annotations

import math
from itertools import product

from geometry import Convex, Interval, point
from geometry.feature import FeatureRef
from geometry.query.containment import contains
from viz.lesson.canvas import Arrow, Canvas, Label, Mark, Stroke
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.mark import Pair

PLACES = 0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86  # of an edge's number along it, the best first
NUMBER, FREE = 13.0, 11.0  # pixels from an edge to the middle of its number, and from there to other lines

VERTEX = 18.0  # pixels from a vertex to the middle of its name
UNIT = Ink.EXAMINED, Ink.ANSWER  # of n


def clear_numbers(canvas: Canvas, shapes: tuple[Convex, Convex]) -> None:
    """An edge's number moves along its edge to where no help line and no other outline runs through it, and no other
    number or name of a vertex that decides stands near."""
    lines = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED]
    outlines = {"A": shapes[1].edges_xy, "B": shapes[0].edges_xy}
    far, free = VERTEX * canvas.pixel, FREE * canvas.pixel
    placed: list[Pair] = []
    names = [
        (m.at[0] + far * m.toward[0], m.at[1] + far * m.toward[1])
        for m in canvas.marks
        if isinstance(m, Label) and m.leader and m.toward and m.text.startswith("v")
    ]
    for i, mark in enumerate(canvas.marks):
        edge = mark.feature if isinstance(mark, Label) and mark.style is TextStyle.NUMBER else None
        if not isinstance(mark, Label) or not isinstance(edge, FeatureRef):
            continue
        shape = shapes["AB".index(edge.owner)]
        ((x, y), (u, v)), (p, q) = shape.edges_xy[edge.index], shape.normals_xy[edge.index]
        best, chosen = 0.0, (x, y)
        for way, t in product((1.0, -1.0), PLACES):  # outside, else inside
            at = (1.0 - t) * x + t * u, (1.0 - t) * y + t * v
            off = way * NUMBER * canvas.pixel
            middle = at[0] + off * p, at[1] + off * q
            room = min(_far(middle, *line) for line in (*lines, *outlines[edge.owner]))
            room = min([room, *(math.dist(middle, name) / 1.8 for name in names)])
            clear = min((math.dist(middle, other) / 3.0 for other in placed), default=free)
            rank = 10.0 * min(room, free) + min(clear, free)  # the lines count first
            if rank > best:
                best, chosen = rank, middle
                canvas.marks[i] = mark._replace(at=at, toward=(way * p, way * q))
            if min(room, clear) >= free:
                break
        placed.append(chosen)


def clear_names(canvas: Canvas, shapes: tuple[Convex, Convex], n: Pair, slab: Interval) -> None:
    """The faint name of a vertex goes where the vertex lies on the other shape. Those of a hatched shape, on which
    nobody could read them, stand outside, and go where there is no room: near the slab between `slab` along n, the
    other shape, a help line or the symbol at an arrow's tip."""
    others, free = {"A": shapes[1], "B": shapes[0]}, FREE * canvas.pixel
    taken = [(m.end, m.end, 4.0 * free) for m in canvas.marks if isinstance(m, Arrow) and m.ink in UNIT]
    taken += [
        (m.points[0], m.points[1], free) for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED
    ]
    kept: list[Mark] = []
    for mark in canvas.marks:
        if isinstance(mark, Label) and mark.style is TextStyle.VERTEX and isinstance(mark.feature, FeatureRef):
            other = others[mark.feature.owner]
            if contains(other, point(mark.at)):
                continue
            if mark.ink is Ink.B and mark.toward is not None:
                u, v = -mark.toward[0], -mark.toward[1]
                mark = mark._replace(toward=(u, v))
                x, y = mark.at[0] + VERTEX * canvas.pixel * u, mark.at[1] + VERTEX * canvas.pixel * v
                if slab.low - free < x * n[0] + y * n[1] < slab.high + free:
                    continue
                around = [(*edge, 2.0 * free) for edge in other.edges_xy]
                if any(_far((x, y), start, end) < room for start, end, room in taken + around):
                    continue
        kept.append(mark)
    canvas.marks[:] = kept


def _far(at: Pair, start: Pair, end: Pair) -> float:
    """From a point to a segment."""
    (x, y), (u, v) = start, end
    dx, dy = u - x, v - y
    t = ((at[0] - x) * dx + (at[1] - y) * dy) / (dx * dx + dy * dy or 1.0)
    t = min(1.0, max(0.0, t))
    return math.hypot(at[0] - x - t * dx, at[1] - y - t * dy)
