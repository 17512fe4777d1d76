"""The world of bilateral advancement: both bodies, and the strip that the gap along the axis is the width of."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, gjk
from geometry.interval import Interval
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch
from geometry.time_of_impact.separation_function import AxisFrame, SeparationFunction
from geometry.vector import left_of
from lessons.motion.bilateral_figure import asks_curve, axis_of, jumped_to
from lessons.motion.bilateral_floor import draw_bend, draw_turns
from lessons.motion.bilateral_scene import Rooted, is_floor
from lessons.stories import advancement_figure
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

TURNED, ARC = 0.5, 0.45  # radians: from here on a turn is told; of the radius: where its arc is
PIXEL = 0.01  # world length: as if no pixel were larger n stands by its strip, as a view that grows would push it on
PARTS = (0.0, 0.25, 0.5, 0.75)  # of each side: where an outline is looked at
TOLD, BESIDE = (68.0, 24.0), 52.0  # pixels: the strip's width with its name; to the middle of that beside the strip
NAMED = 62.0  # pixels: the unit arrow with its name
AHEAD = (10.0, 48.0, 66.0)  # pixels along it: its foot, its tip, its name
ROOMY = 40.0  # pixels: more room than this around it is no gain
TIED = 1e-6  # world length: vertices that are as far along an axis as that are those of an edge
NEAR, CLEAR, ENOUGH = 14.0, 22.0, 13.0  # pixels: from the bar; to the middle of a letter; of room around that
SIDES = ((1.0, 0.4), (1.0, 0.0), (1.0, -0.4), (-1.0, 0.4), (-1.0, 0.0), (-1.0, -0.4))  # beside and before a vertex


def draw_world(canvas: Canvas, moment: Moment[Rooted]) -> None:
    """Both bodies, and the gap along the axis as a strip, which turns with time."""
    scene, t, axis = moment.scene, moment.time, axis_of(moment)
    if moment.hurried:  # as every view is fitted
        same_view(canvas, scene, t)
    jumped = jumped_to(moment)
    if len(jumped) > 1:  # beside where the search without a floor has come, the ends would be too many ghosts
        for body, end, ink in ((scene.a, scene.a_end, Ink.A), (scene.b, scene.b_end, Ink.B)):
            if advancement_figure.moves(body, end):
                marks.ghost(canvas, body.world, ink, Line.START)
    else:
        advancement_figure.ends(canvas, scene)
    _turn(canvas, scene)
    named = False
    is_bent = moment.parent is not None and is_floor(moment.step)  # then K is told, not the width of the strip
    a, b = scene.at(t)
    if isinstance(moment.step, Advanced) and moment.step.hit:
        if t != moment.step.fraction:  # there the answer stands in it
            _nearest(canvas, a, b)
    elif axis is not None and not is_bent:
        _strip(canvas, scene, scene.functions[axis.iteration - 1], t, is_told=not asks_curve(moment))
        named = True
    for shape, ink in ((a, Ink.A), (b, Ink.B)):
        marks.shape(canvas, shape, ink, ink.name, numbered=False)
    if is_bent:
        draw_bend(canvas, scene, moment.step.iteration, t)
        draw_turns(canvas, scene, t)
    if named and axis is not None:
        _supports(canvas, scene.functions[axis.iteration - 1], t, a, b)
    found = scene.trace.result
    is_there = isinstance(moment.step, Advanced | InTouch) and t == found.fraction
    if is_there and found.on_a is not None and found.on_b is not None:
        at = (found.on_a + found.on_b) / 2.0
        marks.answer(canvas, at, f"impact, $t$ = {fixed(t, 3)}", leader=True)
    if len(jumped) > 1:
        advancement_figure.ghost_at(canvas, scene, jumped[-1], "no lower bound: ", Ink.FAULTY)


def same_view(canvas: Canvas, scene: Rooted, t: float) -> None:
    """Unseen: all that any step draws at a time, so that the world keeps its scale from step to step."""
    a, b = scene.at(t)
    strips = [end for function in scene.functions for end in _across(function, t, a, b)]
    places = np.vstack((*scene.held, *strips))
    (left, low), (right, high) = places.min(axis=0), places.max(axis=0)
    canvas.area(((left, low), (right, low), (right, high), (left, high)), Ink.CONSTRUCTION, opacity=0.0)


def support(n: Any, a: Convex, b: Convex) -> tuple[np.ndarray, np.ndarray]:
    """The vertices with the greatest n · a and the least n · b; of those of an edge the one nearest to the other."""
    last, first = (
        points[(points @ way) >= (points @ way).max() - TIED] for points, way in ((a.points, n), (b.points, -n))
    )
    pairs = [(p, q) for p in last for q in first]
    return min(pairs, key=lambda pair: round(abs(float((pair[0] - pair[1]) @ left_of(n))), 6))


def _across(function: SeparationFunction, t: float, a: Convex, b: Convex) -> tuple[np.ndarray, np.ndarray]:
    """The last of A and the first of B along an axis, beside each other at the vertex that the axis does not turn
    with: at a of an edge of B, else at b."""
    n = function.direction(t)
    p, q = support(n, a, b)
    high, low = float(p @ n) + a.radius, float(q @ n) - b.radius
    side = float((p if function.frame is AxisFrame.B else q) @ left_of(n)) * left_of(n)
    return high * n + side, low * n + side


def _supports(canvas: Canvas, function: SeparationFunction, t: float, a: Convex, b: Convex) -> None:
    """The letters of the formula at the vertices that give its maximum and its minimum."""
    n, aside = function.direction(t), left_of(function.direction(t))
    start, _ = _across(function, t, a, b)
    for name, at, shape, ink, ahead in zip("ab", support(n, a, b), (a, b), (Ink.A, Ink.B), (1.0, -1.0), strict=True):
        off = float((at - start) @ aside)
        if abs(off) < NEAR * canvas.pixel:  # there the bar hangs
            off = float((at - shape.centroid) @ aside)
        ways = [side * math.copysign(1.0, off) * aside + k * ahead * n for side, k in SIDES]
        places = at + CLEAR * canvas.pixel * np.array(ways)
        free = np.minimum(np.minimum(_room(places, a), _room(places, b)), ENOUGH * canvas.pixel)
        canvas.dot(at, ink, Point.FILLED)
        canvas.symbol(rf"\boldsymbol{{{name}}}", at, ink, toward=ways[int(free.argmax())])


def _room(places: np.ndarray, shape: Convex) -> np.ndarray:
    """How far places are outside of a shape, at least; negative inside."""
    sides = np.roll(shape.points, -1, axis=0) - shape.points
    outward = np.stack((sides[:, 1], -sides[:, 0]), axis=1) / np.hypot(*sides.T)[:, None]
    return np.asarray((places @ outward.T - (shape.points * outward).sum(axis=1)).max(axis=1))


def _nearest(canvas: Canvas, a: Convex, b: Convex) -> None:
    """The true gap, between the nearest points: the axis of the last query says little of other times."""
    found = gjk(a, b)
    if found.separation is not None and found.separation > 0.0:
        measures.measure(canvas, found.on_a, found.on_b, Ink.GAP, f"$s$ = **{fixed(found.separation, 3)}**")


def _turn(canvas: Canvas, scene: Rooted) -> None:
    """How far B turns, where its centre stays: both ends of that may look the same."""
    (x, y), turn = scene.b.pose.position.tolist(), scene.sweep_b.turn
    if float(np.hypot(*scene.sweep_b.motion)) > 1e-9 or abs(turn) < TURNED:
        return
    farthest = scene.b.world.points[0] - (x, y)
    angles = np.arctan2(farthest[1], farthest[0]) + np.linspace(0.0, turn, 41)
    arc = np.column_stack((np.cos(angles), np.sin(angles))) * np.hypot(*farthest) * ARC + (x, y)
    canvas.stroke(arc[:-3], Ink.B, line=Line.THIN, opacity=0.7)
    canvas.arrow(arc[-5], arc[-1], Ink.B, line=Line.THIN)
    words = f"{fixed(math.degrees(turn), 0)}°"
    canvas.label(words, arc[28], Ink.B, toward=arc[28] - (x, y), style=TextStyle.CAPTION)


def _strip(canvas: Canvas, scene: Rooted, function: SeparationFunction, t: float, *, is_told: bool) -> None:
    """Everything between the last of A and the first of B along the axis; its width is not told while it is asked."""
    n, (a, b) = function.direction(t), scene.at(t)
    start, end = _across(function, t, a, b)
    high, low = float(start @ n), float(end @ n)
    ink = separation_ink(low - high)
    projections.slab(canvas, n, Interval(min(high, low), max(high, low)), ink, opacity=0.09)
    told = f"$g$ = **{fixed(low - high, 3)}**" if is_told else "$g$"
    is_wide = abs(low - high) > float(np.abs(n) @ TOLD) * canvas.pixel
    measures.measure(canvas, start, end, ink, told * is_wide)
    far = np.array((-56.0, 56.0, -92.0, 92.0, -130.0, 130.0, -170.0, 170.0))[:, None] * min(canvas.pixel, PIXEL)
    places = start + far * left_of(n)
    outlines = [
        points + part * (np.roll(points, -1, axis=0) - points) for points in (a.points, b.points) for part in PARTS
    ]
    near = np.vstack((*outlines, a.points.mean(axis=0), b.points.mean(axis=0)))
    if not is_wide:  # beside the strip, on the side that is farther from both bodies
        sides = [(start, -n), (end, n)] if high <= low else [(end, -n), (start, n)]
        at, way = max(sides, key=lambda x: np.hypot(*(near - x[0] - BESIDE * canvas.pixel * x[1]).T).min())
        canvas.label(told, at, ink, toward=way)
    named = np.vstack(support(n, a, b))
    room = [
        np.minimum(_room(at, shape), np.hypot(*(at[:, None] - named).transpose(2, 0, 1)).min(axis=1))
        for at in (places + ahead * canvas.pixel * n for ahead in AHEAD)
        for shape in (a, b)
    ]
    tips, (least, most) = places + NAMED * min(canvas.pixel, PIXEL) * n, scene.held
    outside = np.maximum(np.maximum(least - tips, tips - most), 0.0).sum(axis=1)
    roomy = np.minimum(np.minimum.reduce(room), ROOMY * canvas.pixel)
    free = places[int((roomy - 0.1 * np.abs(far[:, 0]) - outside).argmax())]
    measures.unit_arrow(canvas, free, n, r"\hat n")
