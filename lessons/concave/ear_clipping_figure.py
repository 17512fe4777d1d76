"""The figure of ear clipping: what is left of the outline, the candidate's triangle, what lies in it, and what has
been clipped."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, TipTested, Triangulation, WindingFound
from geometry.faulty.ear_clipping import FaultyTriangulation
from geometry.feature import FeatureKind, FeatureRef
from geometry.vector import Points
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.screen import scaled
from viz.lesson.text import fixed

Triangle = tuple[int, int, int]

ROOM = 15.0  # pixels: the least radius of the circle in a triangle that has room for its number
HEAD = 9.0  # pixels, half of an arrow head that shows the order
APART = 2.5  # pixels by which each of a bridge's two edges stands aside
BELOW = 26.0  # pixels under the outline, of the words on a faulty rule


def vertex(index: int) -> FeatureRef:
    """What is clicked."""
    return FeatureRef("A", FeatureKind.VERTEX, index)


def ring_before(moment: Moment[Any]) -> list[int]:
    """The vertices left when this step looks at them, counter-clockwise; a bridge's ends come twice."""
    ring: list[int] = []
    for step in moment.seen:
        if isinstance(step, WindingFound | BridgeBuilt):
            ring = list(step.ring)
        elif isinstance(step, TipTested) and step.is_ear and step is not moment.step:
            del ring[step.place]
    return ring


def clipped(moment: Moment[Any]) -> list[Triangle]:
    """The ears that have been cut off before this step."""
    seen = moment.seen[:-1]
    return [(s.before, s.tip, s.after) for s in seen if isinstance(s, TipTested) and s.is_ear]


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    step, points = moment.step, moment.scene.polygon.points
    ring = ring_before(moment)
    is_done = isinstance(step, Triangulation)
    done = list(step.triangles) if isinstance(step, Triangulation) else clipped(moment)
    for number, triangle in enumerate(done, 1):
        corners = points[list(triangle)]
        canvas.area(corners, Ink.A if is_done else Ink.GHOST, opacity=0.26)
        canvas.stroke(corners, Ink.CONSTRUCTION if is_done else Ink.GHOST, closed=True, line=Line.THIN)
        if not is_done and _room(corners) > ROOM * canvas.pixel:
            canvas.label(str(number), _incentre(corners), Ink.TEXT, style=TextStyle.BOLD, fixed=True)
    if isinstance(step, Triangulation):
        _ring(canvas, points, step.ring)
        _tree(canvas, points, step)
    else:
        canvas.area(points[ring], Ink.A)
        _ring(canvas, points, ring)
    if isinstance(step, WindingFound):
        for i, j in itertools.pairwise([*ring, ring[0]]):
            _order(canvas, points[i], points[j])
    elif isinstance(step, BridgeBuilt):
        _bridge(canvas, step, points)
    elif isinstance(step, TipTested):
        _candidate(canvas, step, points)
    _vertices(canvas, moment, ring)
    if isinstance(moment.faulty, FaultyTriangulation):
        _faulty(canvas, moment, points)


def _ring(canvas: Canvas, points: Points, ring: Sequence[int]) -> None:
    """What is left; the two edges of a bridge a little apart."""
    sides = list(itertools.pairwise([*ring, ring[0]]))
    twice = {(i, j) for i, j in sides if (j, i) in sides}
    if not twice:
        canvas.stroke(points[list(ring)], Ink.A, closed=True, line=Line.OUTLINE)
        return
    for i, j in sides:
        p, q = points[i], points[j]
        if (i, j) in twice:
            aside = np.array(scaled(canvas, (p[1] - q[1], q[0] - p[0]), APART))
            p, q = p + aside, q + aside
        canvas.stroke((p, q), Ink.A, line=Line.OUTLINE)


def _tree(canvas: Canvas, points: Points, answer: Triangulation) -> None:
    """Neighbours joined over the diagonals that they share, not over bridges: so there is no way round."""
    middles = [_incentre(points[list(triangle)]) for triangle in answer.triangles]
    diagonals = set(answer.diagonals)
    first: dict[tuple[int, int], int] = {}
    for k, (a, b, c) in enumerate(answer.triangles):
        for i, j in ((a, b), (b, c), (c, a)):
            side = (i, j) if i < j else (j, i)
            if side in first:  # by way of the diagonal's middle: the tree never leaves the outline
                over = (points[i] + points[j]) / 2.0
                canvas.stroke((middles[k], over, middles[first[side]]), Ink.ANSWER, line=Line.MEASURE)
            elif side in diagonals:
                first[side] = k
    for middle in middles:
        canvas.dot(middle, Ink.ANSWER, Point.SMALL)


def _bridge(canvas: Canvas, step: BridgeBuilt, points: Points) -> None:
    """The ray to the right, the edge that it meets, and the bridge."""
    start, end = points[step.hole_vertex], points[step.ring_vertex]
    canvas.stroke((start, step.met), Ink.EXAMINED, line=Line.DASHED)
    canvas.stroke(points[list(step.met_edge)], Ink.EXAMINED, line=Line.MEASURE)
    canvas.glow((start, end), Ink.EXAMINED)
    side = np.array(scaled(canvas, (start[1] - end[1], end[0] - start[0]), APART))
    for way in (side, -side):
        canvas.stroke((start + way, end + way), Ink.EXAMINED, line=Line.OUTLINE)
    canvas.dot(step.met, Ink.EXAMINED, Point.SMALL)


def _candidate(canvas: Canvas, step: TipTested, points: Points) -> None:
    """Its two edges and, where it is convex, its triangle with what lies in it."""
    a, b, c = points[step.before], points[step.tip], points[step.after]
    if step.result in (Ear.EAR, Ear.BLOCKED):
        canvas.area((a, b, c), Ink.EXAMINED, opacity=0.18)
        canvas.stroke((a, c), Ink.EXAMINED, line=Line.DASHED)
    canvas.stroke((a, b, c), Ink.EXAMINED, line=Line.FEATURE)
    for k in step.inside:
        canvas.glow((points[k],), Ink.OVERLAP)


def _vertices(canvas: Canvas, moment: Moment[Any], ring: list[int]) -> None:
    """Those that are left: rings, and diamonds where the outline turns right or not at all; numbers of all."""
    step, polygon = moment.step, moment.scene.polygon
    points, is_done = polygon.points, isinstance(moment.step, Triangulation)
    rings = polygon.ordered if is_done else (ring,)
    not_convex = set().union(*(_not_convex(moment, each) for each in rings))
    corners: tuple[int, ...] = ()
    inside: tuple[int, ...] = ()
    if isinstance(step, TipTested):
        corners, inside = (step.before, step.tip, step.after), step.inside
    elif isinstance(step, BridgeBuilt):
        corners = step.hole_vertex, step.ring_vertex
    left = set(ring) if not is_done else set(range(len(points)))
    for order in polygon.ordered:
        for k, v in enumerate(order):
            ink = Ink.OVERLAP if v in inside else Ink.EXAMINED if v in corners else Ink.A
            toward = _away(points, order[k - 1], v, order[(k + 1) % len(order)])
            if v in left:
                canvas.feature((points[v],), vertex(v), Ink.A)
                plain = Ink.TEXT if v in not_convex and ink is Ink.A else ink
                canvas.dot(points[v], plain, Point.DIAMOND if v in not_convex else Point.RING)
            is_tip = isinstance(step, TipTested) and v == step.tip
            words = f"{v}: {step.result.value}" if is_tip and step.result is not Ear.BLOCKED else str(v)
            if v in inside:
                words = f"{v}: inside"
            style = TextStyle.BOLD if is_tip or v in inside else TextStyle.LABEL
            canvas.label(words, points[v], ink if v in left else Ink.GHOST, toward=toward, style=style)


def _not_convex(moment: Moment[Any], ring: Sequence[int]) -> set[int]:
    turn = moment.scene.polygon.exact.turn
    return {v for k, v in enumerate(ring) if turn(ring[k - 1], v, ring[(k + 1) % len(ring)]) <= 0}


def _away(points: Points, before: int, at: int, after: int) -> tuple[float, float]:
    """Out of the solid, which lies on the left."""
    p, q = points[at] - points[before], points[after] - points[at]
    p, q = p / math.hypot(*p), q / math.hypot(*q)
    return float(p[1] + q[1]), -float(p[0] + q[0])


def _faulty(canvas: Canvas, moment: Moment[Any], points: Points) -> None:
    """The triangles of a faulty rule, dotted, and by how much they miss."""
    found = moment.faulty
    for triangle in found.triangles:
        canvas.stroke(points[list(triangle)], Ink.FAULTY, closed=True, line=Line.DOTTED)
    low = points.min(axis=0)
    at = (float(points[:, 0].mean()), float(low[1]) - BELOW * canvas.pixel)
    canvas.label(f"{moment.compare}: {_missed(moment)}", at, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)


def _missed(moment: Moment[Any]) -> str:
    found, wanted = moment.faulty, len(moment.scene.polygon.points) - 2
    if not found.triangles:
        return "no triangle at all"
    count = len(found.triangles)
    if found.error > 1e-9 * found.area or count != wanted:
        return f"{count} of {wanted} triangles, area {fixed(found.covered)} of {fixed(found.area)}"
    return f"{found.empty} of {wanted} triangles without area" if found.empty else "no error here"


def _order(canvas: Canvas, p: Any, q: Any) -> None:
    """An arrow head at the middle of an edge: the way round."""
    dx, dy = scaled(canvas, q - p, HEAD)
    x, y = ((p + q) / 2.0).tolist()
    canvas.arrow((x - dx, y - dy), (x + dx, y + dy), Ink.EXAMINED, line=Line.OUTLINE)


def _sides(corners: Points) -> tuple[float, float, float]:
    """Lengths, each opposite to a corner."""
    a, b, c = corners
    return math.hypot(*(b - c)), math.hypot(*(c - a)), math.hypot(*(a - b))


def _incentre(corners: Points) -> Points:
    sides = np.array(_sides(corners))
    middle: Points = sides @ corners / sides.sum()
    return middle


def _room(corners: Points) -> float:
    """The radius of the circle in a triangle."""
    p, q = corners[1] - corners[0], corners[2] - corners[0]
    return abs(float(p[0] * q[1] - p[1] * q[0])) / sum(_sides(corners))
