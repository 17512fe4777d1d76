"""Beside the shapes of concave collision: the differences of their pieces around the origin, whose union is A − B."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry.concave.contacts import PolygonManifold
from geometry.concave.pairs import PairsTested, PairTested, PiecePair
from geometry.concave.translation import PieceDifference, PolygonTranslation
from geometry.dynamics.step import Stepped
from geometry.faulty.concave_pushes import PiecePush
from geometry.vector import Points, Vector, following
from lessons.concave.concave_collision_figure import path, pushes_in
from lessons.concave.concave_collision_names import MANY
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import answer, circle
from viz.lesson.measures import measure, vector_arrow
from viz.lesson.text import fixed

LENS = 4.0  # a push that is small for its shapes: what lies around the origin, in lengths of it
MOST_NAMED = 6  # differences: of more the names would hide one another


def draw_difference(canvas: Canvas, moment: Moment[Any]) -> None:
    """A − B, pair by pair, around the origin; the same arrows as in the world."""
    step, scene = moment.step, moment.scene
    tested = {(s.pair.of_a, s.pair.of_b): s.pair for s in moment.seen if isinstance(s, PairTested)}
    is_union = moment.latest(PieceDifference) is not None or (isinstance(step, PairsTested) and not step.overlapping)
    if is_union:
        _union(canvas, scene)
    elif tested:
        for key, pair in tested.items():
            now = isinstance(step, PairTested) and key == (step.pair.of_a, step.pair.of_b)
            _one(canvas, scene.difference(*key), pair, is_now=now)
            if now:
                _named(canvas, scene, key[0], key[1], Ink.EXAMINED)
    elif len(scene.whole.result.pairs.pairs) > MANY:
        _crowd(canvas, scene, Ink.CONSTRUCTION)
    else:
        for key, points in scene.differences.items():
            _one(canvas, points, None, is_now=False)
            if len(scene.differences) <= MOST_NAMED:
                _named(canvas, scene, key[0], key[1], Ink.QUIET)
    if isinstance(step, PiecePush):
        canvas.stroke(scene.difference(step.of_a, step.of_b), Ink.FAULTY, closed=True, line=Line.MEASURE)
        _named(canvas, scene, step.of_a, step.of_b, Ink.FAULTY)
    if not isinstance(step, PieceDifference | PolygonManifold | Stepped) and not moment.compare:
        path(canvas, np.zeros(2), pushes_in(moment))
    if isinstance(step, PairsTested) and not step.overlapping:
        p, q = step.nearest.on_a, step.nearest.on_b
        if p is not None and q is not None:
            measure(canvas, (0.0, 0.0), p - q, Ink.GAP, fixed(step.distance), style=TextStyle.BOLD)
    canvas.dot((0.0, 0.0), Ink.ANSWER, Point.ANSWER)
    push = scene.push if isinstance(step, PolygonTranslation | PolygonManifold | Stepped) else None
    if push is None or not push.any():
        canvas.label("origin", (0.0, 0.0), Ink.TEXT, toward=_beside(pushes_in(moment)) or (0.6, -1.0))
        return
    circle(canvas, (0.0, 0.0), math.hypot(*push), Ink.ANSWER, Line.DASHED, opacity=0.7)
    vector_arrow(canvas, (0.0, 0.0), push, Ink.ANSWER)
    answer(canvas, push)
    canvas.symbol(r"\answer{d}", push, Ink.ANSWER, toward=push)
    half, off = 0.5 * push, (-push[1], push[0])
    length = fixed(math.hypot(*push), 3 if scene.is_fine else 2)
    canvas.label(length, half, Ink.ANSWER, toward=np.negative(off), style=TextStyle.BOLD)
    canvas.label("origin", (0.0, 0.0), Ink.TEXT, toward=_beside(pushes_in(moment), push) or -push)
    if scene.is_fine:
        _walls(canvas, scene)


def _one(canvas: Canvas, points: Points, pair: PiecePair | None, *, is_now: bool) -> None:
    """The difference of one pair; the one that is tested now is red where it contains the origin, else green."""
    ink = Ink.OVERLAP if pair is not None and pair.is_overlap else Ink.GAP if pair is not None else Ink.CONSTRUCTION
    canvas.area(points, ink, opacity=0.3 if is_now else 0.07)
    line = Line.MEASURE if is_now else Line.DASHED
    canvas.stroke(points, Ink.EXAMINED if is_now else Ink.CONSTRUCTION, closed=True, line=line)


def _beside(pushes: Sequence[PiecePush], push: Vector | None = None) -> tuple[float, float] | None:
    """The way from the origin on which neither the first push of the pieces nor that of the whole is drawn."""
    if not pushes:
        return None
    x, y = -pushes[0].push / math.hypot(*pushes[0].push)
    if push is not None:
        x, y = np.array((x, y)) - push / math.hypot(*push)
    return (float(x), float(y)) if math.hypot(x, y) > 0.1 else (float(-pushes[0].push[1]), float(pushes[0].push[0]))


def _named(canvas: Canvas, scene: Any, i: int, j: int, ink: Ink) -> None:
    """What the difference of a pair is called, in it, on the side that is turned away from the origin."""
    points = scene.difference(i, j)
    middle = points.mean(axis=0)
    way = middle / max(math.hypot(*middle), 1e-9)
    end = points[int((points @ way).argmax())]
    words = f"{scene.names['A'][i]} − {scene.names['B'][j]}"
    style = TextStyle.CAPTION if ink is Ink.QUIET else TextStyle.BOLD
    canvas.label(words, 0.45 * middle + 0.55 * end, ink, style=style)


def _union(canvas: Canvas, scene: Any) -> None:
    """The differences faint, their union's outline bold; through the lens only what lies near the origin."""
    half = LENS * math.hypot(*scene.push) if scene.is_fine else math.inf
    ink = Ink.OVERLAP if scene.push is not None else Ink.GAP
    if len(scene.whole.result.pairs.pairs) > MANY and not scene.is_fine:
        _crowd(canvas, scene, ink)
    else:
        _singly(canvas, scene, ink, half)
    for p, q in scene.boundary:
        if (ends := cut(p, q, half)) is not None:
            canvas.stroke(ends, Ink.TEXT, line=Line.CURVE)
    if not scene.is_fine:
        largest = max(scene.differences.values(), key=lambda points: float(np.ptp(points, axis=0).prod()))
        canvas.label("A − B", largest.mean(axis=0), Ink.TEXT, style=TextStyle.LETTER)


def _singly(canvas: Canvas, scene: Any, ink: Ink, half: float) -> None:
    """Each difference with its edges."""
    for points in scene.differences.values():
        part = clipped(points, half)
        if len(part) > 2:
            canvas.area(part, ink, opacity=0.12)
        for p, q in zip(points, np.roll(points, -1, axis=0), strict=True):
            if (ends := cut(p, q, half)) is not None:
                canvas.stroke(ends, Ink.CONSTRUCTION, line=Line.DASHED)


def _crowd(canvas: Canvas, scene: Any, ink: Ink) -> None:
    """Many differences, all alike."""
    every = list(scene.differences.values())
    edges = np.concatenate([np.stack((points, following(points)), axis=1) for points in every])
    corners = [np.stack((np.broadcast_to(p[0], (len(p) - 2, 2)), p[1:-1], p[2:]), axis=1) for p in every]
    canvas.crowd(ink, segments=edges, triangles=np.concatenate(corners), opacity=0.25, fill=0.05)


def _walls(canvas: Canvas, scene: Any) -> None:
    """Through the lens: the wall of one difference that lies nearer than the boundary of the union."""
    pair = min((p for p in scene.whole.result.pairs.overlapping), key=lambda p: -(p.separation or 0.0))
    points = scene.difference(pair.of_a, pair.of_b)
    sides = np.roll(points, -1, axis=0) - points
    off = (points[:, 0] * sides[:, 1] - points[:, 1] * sides[:, 0]) / np.hypot(*sides.T)
    i = int(np.abs(off).argmin())
    foot = off[i] * np.array((sides[i, 1], -sides[i, 0])) / math.hypot(*sides[i])
    half = LENS * math.hypot(*scene.push)
    if (ends := cut(points[i], points[i] + sides[i], half)) is not None:
        canvas.stroke(ends, Ink.FAULTY, line=Line.MEASURE)
    canvas.label(
        f"a square of {fixed(2.0 * half, 3)} around the origin",
        (0.0, -half),
        Ink.QUIET,
        toward=(0.0, -1.0),
        style=TextStyle.CAPTION,
    )
    canvas.arrow((0.0, 0.0), foot, Ink.FAULTY)
    canvas.label(fixed(math.hypot(*foot), 3), foot, Ink.FAULTY, toward=foot, style=TextStyle.BOLD)


def cut(p: Vector, q: Vector, half: float) -> tuple[Vector, Vector] | None:
    """The part of a segment in the square of this half side around the origin."""
    if half == math.inf:
        return p, q
    low, high = 0.0, 1.0
    for start, way in zip(p.tolist(), (q - p).tolist(), strict=True):
        if way == 0.0:
            low = low if abs(start) <= half else 2.0
            continue
        first, last = sorted(((-half - start) / way, (half - start) / way))
        low, high = max(low, first), min(high, last)
    return (p + low * (q - p), p + high * (q - p)) if low < high else None


def clipped(points: Points, half: float) -> list[Vector]:
    """The part of a convex outline in the square of this half side around the origin."""
    ring = list(points)
    if half == math.inf:
        return ring
    for axis, sign in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
        found: list[Vector] = []
        for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
            a, b = sign * p[axis] - half, sign * q[axis] - half
            if a <= 0.0:
                found.append(p)
            if a * b < 0.0:
                found.append(p + a / (a - b) * (q - p))
        ring = found
    return ring
