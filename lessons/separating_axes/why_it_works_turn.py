"""Why no edge of A − B is new: a direction turns once around, and the farthest a − b goes along one edge after
another, each time because a or b goes along an edge of its own."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from geometry import Vector
from lessons.separating_axes.why_it_works_figure import walls_of
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment

LENGTH = 68.0  # pixels, of what the arrow is half of: longer than those of the edges
REST = 0.25  # of the part that belongs to an edge: at both ends of time the direction is between two normals


class Farthest(NamedTuple):
    """Along a direction: the farthest vertex or point of A, and of B the farthest the other way."""

    n: Vector
    a: Vector
    b: Vector


def farthest_at(moment: Moment[Any]) -> Farthest:
    """At a time of the turn: an edge's first half is the turn to its normal, its second half the way along it."""
    a, b, walls = moment.scene.a.world, moment.scene.b.world, walls_of(moment)
    first = min(
        range(len(walls)), key=lambda i: float((walls[i - 1].normal + walls[i].normal)[1])
    )  # the lowest corner
    passed = moment.time * len(walls) + REST
    k = (first + int(passed)) % len(walls)
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
    return Farthest(np.array((math.cos(angle), math.sin(angle))), p, q)


def draw_farthest(canvas: Canvas, moment: Moment[Any], *, is_world: bool) -> None:
    """The direction at the farthest points: in the world those of A and, the other way, of B."""
    n, a, b = farthest_at(moment)
    if not is_world:
        canvas.dot(a - b, Ink.EXAMINED)
        measures.unit_arrow(canvas, a - b, n, r"\hat n", at_most=LENGTH * canvas.pixel)
        canvas.symbol(r"\boldsymbol a-\boldsymbol b", a - b, Ink.TEXT, toward=-n)
        return
    for at, way, ink, name, symbol in (
        (a, n, Ink.A, r"\boldsymbol a", r"\hat n"),
        (b, -n, Ink.B, r"\boldsymbol b", r"-\hat n"),
    ):
        measures.unit_arrow(canvas, at, way, symbol, at_most=LENGTH * canvas.pixel)
        canvas.dot(at, ink)
        canvas.symbol(name, at, ink, toward=-way)
