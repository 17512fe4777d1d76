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
from geometry.vector import Points
from lessons.concave.ear_clipping_asked import asked_ring
from lessons.concave.ear_clipping_crowd import diamonds, draw_quiet
from lessons.concave.ear_clipping_faults import culprit, draw_fault
from lessons.concave.ear_clipping_state import (
    clipped,
    corners,
    faulty_clips,
    having,
    is_crowd,
    leaves,
    on_side,
    ring_before,
    vertex,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import circle
from viz.lesson.screen import scaled

ROOM = 15.0  # pixels: the least radius of the circle in a triangle that has room for its number
THIN = 8.5  # pixels: the least one that has room for the number alone, this far and more from vertices that are left:
NEAR = 12.0
NUMBER = 11.0  # pixels: the circle around the number of a triangle
ASIDE = 24.0  # pixels: the name of the edge before the candidate stands off the number of the neighbour
HEAD = 9.0  # pixels, half of an arrow head that shows the order
CLEAR = 0.25  # of a diagonal: nearer to its ends no line of the tree crosses it
APART = 2.5  # pixels by which each of a bridge's two edges stands aside
ARROWS = 40  # of a ring at most, that show the order


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    step, points = moment.step, moment.scene.polygon.points
    ring = ring_before(moment)
    if is_crowd(moment):
        draw_quiet(canvas, moment, ring)
    else:
        _parts(canvas, moment, ring)
    if isinstance(step, WindingFound):
        for walked in moment.scene.polygon.ordered:
            every = max(1, len(walked) // ARROWS)
            for i, j in list(itertools.pairwise([*walked, walked[0]]))[::every]:
                _order(canvas, points[i], points[j])
    elif isinstance(step, BridgeBuilt):
        _bridge(canvas, step, points)
    elif isinstance(step, TipTested):
        _candidate(canvas, step, points, named=not is_crowd(moment))
        if is_crowd(moment) and step.inside:
            diamonds(canvas, points[list(step.inside)], Ink.OVERLAP)
    _answers(canvas, moment)
    if isinstance(moment.faulty, FaultyTriangulation):
        draw_fault(canvas, moment, moment.faulty)
    _vertices(canvas, moment, ring)


def _parts(canvas: Canvas, moment: Moment[Any], ring: list[int]) -> None:
    """What is left and what has been clipped; at the end all triangles and their tree."""
    step, points = moment.step, moment.scene.polygon.points
    is_done = isinstance(step, Triangulation)
    done = step.triangles if isinstance(step, Triangulation) else clipped(moment)
    for number, triangle in enumerate(done, 1):
        beside = isinstance(step, TipTested) and len({step.before, step.tip, step.after} & {*triangle}) > 1
        marked = points[[*ring, *triangle] if beside else ring]  # the candidate's broad edges take room as well
        _triangle(canvas, points[list(triangle)], 0 if is_done else number, marked, is_faulty=bool(moment.compare))
    if isinstance(step, Triangulation):
        _ring(canvas, points, step.ring)
        if not moment.compare:
            for leaf in leaves(moment):
                canvas.area(points[list(leaf)], Ink.ANSWER, opacity=0.2)
            _tree(canvas, points, step)
    else:
        is_bridged = isinstance(step, TipTested)
        canvas.area(points[ring if is_bridged else list(moment.trace.result.ring)], Ink.A)
        _ring(canvas, points, ring)
        if not is_bridged:
            _holes(canvas, moment, ring)


def _answers(canvas: Canvas, moment: Moment[Any]) -> None:
    """Shown with an answer: the line that closes the clicked vertex's triangle, or a bridge to it."""
    polygon, asked = moment.scene.polygon, asked_ring(moment)
    lines = [corners(asked, place) for place in range(len(asked))]
    if isinstance(moment.step, WindingFound) and isinstance(moment.next, BridgeBuilt):
        lines = [(moment.next.hole_vertex, v, v) for v in polygon.ordered[0]]
    for a, b, c in lines:
        canvas.feature((polygon.points[a], polygon.points[c]), vertex(b), Ink.A)


def _triangle(canvas: Canvas, shape: Points, number: int, marked: Points, *, is_faulty: bool) -> None:
    """One that has been clipped, with its number; or, without a number, one of all at the end: without its sides
    where those of a faulty rule are drawn."""
    canvas.area(shape, Ink.GHOST if number else Ink.A, opacity=0.26)
    if number or not is_faulty:
        canvas.stroke(shape, Ink.GHOST if number else Ink.CONSTRUCTION, closed=True, line=Line.THIN)
    if not number or _room(shape) < THIN * canvas.pixel:
        return
    middle, has_room = _incentre(shape), _room(shape) > ROOM * canvas.pixel
    if has_room or np.hypot(*(marked - middle).T).min() > NEAR * canvas.pixel:
        if has_room:
            circle(canvas, middle, NUMBER * canvas.pixel, Ink.QUIET)
        canvas.label(str(number), middle, Ink.TEXT, style=TextStyle.BOLD, fixed=True)


def _holes(canvas: Canvas, moment: Moment[Any], ring: Sequence[int]) -> None:
    """Those that no bridge joins to the ring yet."""
    polygon = moment.scene.polygon
    for hole in polygon.ordered[1:]:
        if hole[0] not in ring:
            canvas.stroke(polygon.points[list(hole)], Ink.A, closed=True, line=Line.OUTLINE)


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
    """Triangles joined over the diagonals that they share, not over bridges: so there is no way round."""
    middles = [points[list(triangle)].mean(axis=0) for triangle in answer.triangles]
    diagonals = set(answer.diagonals)
    first: dict[tuple[int, int], int] = {}
    for k, (a, b, c) in enumerate(answer.triangles):
        for i, j in ((a, b), (b, c), (c, a)):
            side = (i, j) if i < j else (j, i)
            if side in first:
                link = _link(points[i], points[j], middles[k], middles[first[side]])
                canvas.stroke(link, Ink.ANSWER, line=Line.OUTLINE)
            elif side in diagonals:
                first[side] = k
    for middle in middles:
        canvas.dot(middle, Ink.ANSWER, Point.FILLED)


def _link(p: Points, q: Points, start: Points, end: Points) -> list[Points]:
    """From a triangle's middle to the next one's, over the diagonal from p to q: straight where that crosses it well
    inside, else with a soft bend (a corner would look like a node)."""
    (ux, uy), (vx, vy), (wx, wy) = q - p, end - start, start - p
    t = (wx * vy - wy * vx) / (ux * vy - uy * vx)
    if CLEAR <= t <= 1.0 - CLEAR:
        return [start, end]
    over = p + min(max(t, CLEAR), 1.0 - CLEAR) * (q - p)
    near, far = over + 0.5 * (start - over), over + 0.5 * (end - over)
    bend = [(1.0 - s) ** 2 * near + 2.0 * s * (1.0 - s) * over + s * s * far for s in np.linspace(0.0, 1.0, 9)]
    return [start, *bend, end]


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


def _candidate(canvas: Canvas, step: TipTested, points: Points, *, named: bool) -> None:
    """Its two edges and, where it is convex, its triangle with what lies in it."""
    a, b, c = points[step.before], points[step.tip], points[step.after]
    if step.result in (Ear.EAR, Ear.BLOCKED):
        canvas.area((a, b, c), Ink.EXAMINED, opacity=0.18)
        canvas.stroke((a, c), Ink.EXAMINED, line=Line.DASHED)
    canvas.stroke((a, b, c), Ink.EXAMINED, line=Line.FEATURE)
    for name, p, q in (("e_{i-1}", a, b), ("e_i", b, c)) if named else ():
        aside = 0.0 if p is b else min(0.2, ASIDE * canvas.pixel / math.hypot(*(q - p)))
        middle = p + (0.5 + aside) * (q - p)
        canvas.symbol(rf"\examined{{{name}}}", middle, Ink.EXAMINED, toward=(q[1] - p[1], p[0] - q[0]))


def _vertices(canvas: Canvas, moment: Moment[Any], ring: list[int]) -> None:
    """Those that are left: rings, and diamonds where the outline turns right or not at all; numbers of all. Of a
    crowd only those in use."""
    step, polygon = moment.step, moment.scene.polygon
    rings = polygon.ordered if not isinstance(step, TipTested) else (ring,)
    words = _words(moment)
    turn, is_many = polygon.exact.turn, is_crowd(moment)
    around = {
        v: (o[k - 1], o[(k + 1) % len(o)])
        for o in polygon.ordered
        for k, v in enumerate(o)
        if not is_many or v in words
    }
    not_convex = {
        v
        for each in rings
        for k, v in enumerate(each)
        if v in around and turn(each[k - 1], v, each[(k + 1) % len(each)]) <= 0
    }
    left = set(ring) if isinstance(step, TipTested) else around
    for v, (before, after) in around.items():
        ink, name = words.get(v, (Ink.A, str(v)))
        at, toward = polygon.points[v], _away(polygon.points, before, v, after)
        if ink is Ink.OVERLAP:
            canvas.glow((at,), Ink.OVERLAP, 0.6)
        if v in left:
            canvas.feature((at,), vertex(v), Ink.A)
            plain = Ink.TEXT if v in not_convex and ink is Ink.A else ink
            canvas.dot(at, plain, Point.DIAMOND if v in not_convex else Point.RING)
        if ink is Ink.FAULTY:  # on its own line, clear of the words below
            toward = math.copysign(1.0, toward[0]), 0.0
        style = TextStyle.BOLD if ":" in name else TextStyle.LABEL
        canvas.label(name, at, ink if v in left else Ink.GHOST, toward=toward, style=style)


def _words(moment: Moment[Any]) -> dict[int, tuple[Ink, str]]:
    """What stands at the vertices that this step is about."""
    step, polygon = moment.step, moment.scene.polygon
    if isinstance(step, BridgeBuilt):
        return {v: (Ink.EXAMINED, str(v)) for v in (step.hole_vertex, step.ring_vertex)}
    if isinstance(step, Triangulation) and moment.compare:
        clip = next((clip for clip in faulty_clips(moment) if clip.is_wrong), None)
        if clip is None:
            return {}
        return {k: (Ink.OVERLAP, str(k)) for k in clip.inside} | {
            clip.triangle[1]: (Ink.FAULTY, culprit(moment, clip))
        }
    if isinstance(step, Triangulation):
        if is_crowd(moment) or len(polygon.ordered) > 1:
            return {}
        tips = {tip for _, tip, _ in leaves(moment)}
        ears = having(polygon, polygon.ordered[0], Ear.EAR) if tips else ()
        return {v: (Ink.ANSWER if v in tips else Ink.QUIET, f"{v}: ear") for v in ears}
    if not isinstance(step, TipTested):
        return {}
    triangle = step.before, step.tip, step.after
    at_tip = "not an ear" if step.result is Ear.BLOCKED else step.result.value
    words = {step.tip: (Ink.EXAMINED, f"{step.tip}: {at_tip}")}
    if is_crowd(moment):  # there is no room beside short edges
        return words
    side = {k: "on its side" if on_side(polygon, triangle, k) else "inside" for k in step.inside}
    inside = {k: (Ink.OVERLAP, f"{k}: {where}") for k, where in side.items()}
    return inside | {v: (Ink.EXAMINED, str(v)) for v in triangle} | words


def _away(points: Points, before: int, at: int, after: int) -> tuple[float, float]:
    """Out of the solid, which lies on the left."""
    p, q = points[at] - points[before], points[after] - points[at]
    p, q = p / math.hypot(*p), q / math.hypot(*q)
    return float(p[1] + q[1]), -float(p[0] + q[0])


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
