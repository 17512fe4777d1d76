"""Why no edge of A − B is new: a direction turns once around, and the farthest a − b goes along one edge after
another, each time because a or b goes along an edge of its own."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from geometry import Vector
from geometry.minkowski.origin_test import Wall
from geometry.vector import left_of
from lessons.separating_axes.why_it_works_figure import deciding_of, walls_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment

LENGTH = 30.0  # pixels, of the arrows
REST = 0.2  # of an edge: how far from one of its ends the turn begins and ends


class Farthest(NamedTuple):
    """Along a direction: the farthest vertex or point of A, and of B the farthest the other way; the edge of A − B
    that their difference is going along, if any."""

    n: Vector
    a: Vector
    b: Vector
    wall: Wall | None


def farthest_at(moment: Moment[Any]) -> Farthest:
    """At a time of the turn, which begins and ends on the deciding edge, clear of the origin: an edge's first half is
    the turn to its normal, its second half the way along it."""
    a, b, walls, rest = moment.scene.a.world, moment.scene.b.world, walls_of(moment), deciding_of(moment)
    whole = rest.edge.end - rest.edge.start
    is_late = float((rest.edge.start + 0.5 * whole) @ whole) > 0.0  # the origin is nearer to the start
    passed = moment.time * len(walls) + 0.5 * (1.0 + (1.0 - REST if is_late else REST))
    k = (walls.index(rest) + int(passed)) % len(walls)
    wall, before, part = walls[k], walls[k - 1].normal, 2.0 * (passed % 1.0)
    along, edge = max(part - 1.0, 0.0), wall.edge
    if edge.of_a is None:
        q = b.points[edge.of_b]
        p = edge.start + q
    else:
        p = a.points[edge.of_a]
        q = p - edge.start
    p, q = (
        at if i is None else at + along * (shape.edges[i][1] - shape.edges[i][0])
        for at, i, shape in ((p, edge.of_a, a), (q, edge.of_b, b))
    )
    turn = math.atan2(before[0] * wall.normal[1] - before[1] * wall.normal[0], before @ wall.normal)
    angle = math.atan2(before[1], before[0]) + min(part, 1.0) * turn
    return Farthest(np.array((math.cos(angle), math.sin(angle))), p, q, wall if part >= 1.0 else None)


def draw_farthest(canvas: Canvas, farthest: Farthest, *, is_world: bool) -> None:
    """The direction at the farthest points: in the world those of A and, the other way, of B; on an edge it has the
    name of a normal."""
    n, a, b, wall = farthest
    of_a = wall is not None and wall.edge.of_a is not None
    of_b = wall is not None and wall.edge.of_b is not None
    on_a, on_b = (r"\hat n_A", Ink.A) if of_a else (r"\hat n", Ink.EXAMINED), (r"-\hat n", Ink.EXAMINED)
    if is_world:
        _draw_point(canvas, a, n, r"\boldsymbol a", Ink.A, on_a)
        _draw_point(canvas, b, -n, r"\boldsymbol b", Ink.B, (r"\hat n_B", Ink.B) if of_b else on_b)
    else:
        on_both = (r"-\hat n_B", Ink.B) if of_b and not of_a else on_a
        _draw_point(canvas, a - b, n, r"\boldsymbol a-\boldsymbol b", Ink.TEXT, on_both)


def _draw_point(canvas: Canvas, at: Vector, way: Vector, name: str, ink: Ink, direction: tuple[str, Ink]) -> None:
    """A farthest point, and the direction that it is farthest in, with the name that it has there: beside it, so that
    the figure need not be smaller."""
    tip = at + LENGTH * canvas.pixel * way
    canvas.arrow(at, tip, Ink.EXAMINED, line=Line.MEASURE)
    canvas.symbol(direction[0], tip, direction[1], toward=left_of(way))
    canvas.dot(at, Ink.EXAMINED if ink is Ink.TEXT else ink)
    canvas.symbol(name, at, ink, toward=-way)
