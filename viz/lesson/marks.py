"""Drawing verbs: what most figures are made of, from the canvas's few. They take numbers and shapes, never the steps
of an algorithm; lengths named in pixels stay the same at any zoom, in charts too.

Here: shapes and their names, ghosts, circles, points. Lengths, angles and arrows are in `measures`, projections on an
axis in `projections`, curves in `charts`, regions and bounds in `regions`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import Convex, boundary
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.mark import Pair
from viz.lesson.screen import xy

SMOOTH = 0.2  # pixels that a drawn arc may stray from the true one
MOST_NUMBERED = 12  # vertices: a shape with more has no names at its edges
_COPIES = 0.35  # opacity that the copies of a sweep add up to


def shape(
    canvas: Canvas,
    convex: Convex,
    ink: Ink,
    owner: str = "",
    *,
    numbered: bool = True,
    names_outside: bool = False,
    letter_at: ArrayLike | None = None,
    letter_stays: bool = False,
    opacity: float | None = None,
) -> None:
    """A solid shape. With an owner its letter stands inside (`letter_stays`: just where it is put), and its edges and
    vertices can be pointed at; numbered, they have faint names: each edge its number outside, each vertex its own
    ("v2") inside (`names_outside`: where lines start at it inside), of up to twelve."""
    outline = boundary(convex, SMOOTH * canvas.pixel)
    if len(outline) > 2:
        canvas.area(outline, ink, opacity=opacity, hatched=ink is Ink.B and opacity is not None)
    canvas.stroke(outline, ink, closed=len(outline) > 2, line=Line.OUTLINE)
    if owner:
        at = convex.centroid if letter_at is None else letter_at
        canvas.label(owner, at, ink, style=TextStyle.LETTER, fixed=letter_stays)
        numbered = numbered and len(convex.points) <= MOST_NUMBERED
        features(canvas, convex, ink, owner, numbered=numbered, names_outside=names_outside)


def features(
    canvas: Canvas, convex: Convex, ink: Ink, owner: str, *, numbered: bool = True, names_outside: bool = False
) -> None:
    """The edges and vertices of a shape, to be pointed at and clicked, with their faint names if `numbered`. A vertex
    of a rounded shape lies in the middle of its arc."""
    corners = convex.points.tolist()
    inward = _inward(corners)
    names = numbered and len(corners) > 2
    for i, ((x, y), (dx, dy)) in enumerate(zip(corners, inward, strict=True)):
        at = (x - convex.radius * dx, y - convex.radius * dy)
        feature = FeatureRef(owner, FeatureKind.VERTEX, i)
        canvas.feature((at,), feature, ink)
        if names:
            toward = (-dx, -dy) if names_outside else (dx, dy)
            canvas.label(f"v{i}", at, ink, toward=toward, style=TextStyle.VERTEX, feature=feature)
    for i, ((x, y), (x2, y2)) in enumerate(convex.edges.tolist()):
        feature = FeatureRef(owner, FeatureKind.EDGE, i)
        canvas.feature(((x, y), (x2, y2)), feature, ink)
        if names:
            middle, outward = ((x + x2) / 2.0, (y + y2) / 2.0), (y2 - y, x - x2)
            canvas.label(str(i), middle, ink, toward=outward, style=TextStyle.NUMBER, feature=feature)


def _inward(corners: list[list[float]]) -> list[Pair]:
    """Unit bisectors of a convex outline's corners, pointing inside; of two points the way to the other one, and of
    one none."""
    if len(corners) == 1:
        return [(0.0, 0.0)]
    found = []
    for i, (x, y) in enumerate(corners):
        (px, py), (qx, qy) = corners[i - 1], corners[(i + 1) % len(corners)]
        p, q = math.hypot(px - x, py - y), math.hypot(qx - x, qy - y)
        dx, dy = (px - x) / p + (qx - x) / q, (py - y) / p + (qy - y) / q
        size = math.hypot(dx, dy)
        found.append((dx / size, dy / size) if size > 1e-9 else ((py - y) / p, (x - px) / p))
    return found


def highlight_edge(
    canvas: Canvas,
    ends: ArrayLike,
    ink: Ink = Ink.EXAMINED,
    name: str = "",
    *,
    feature: FeatureRef | None = None,
    outward: ArrayLike | None = None,
    line: Line = Line.FEATURE,
    glow: bool = True,
) -> None:
    """The edge in use, ends of shape (2, 2): broad (doubled for an incident edge), with its name in bold, by a leader
    where there is no room beside it. Its faint number gives way to the name."""
    start, end = np.asarray(ends, dtype=np.float64).tolist()
    if glow:
        canvas.glow((start, end), ink)
    canvas.stroke((start, end), ink, line=line)
    if name:
        # Near the upper end: the middle is where its normal stands.
        (x, y), (u, v) = (start, end) if start[1] >= end[1] else (end, start)
        at = (0.82 * x + 0.18 * u, 0.82 * y + 0.18 * v)
        away = (end[1] - start[1], start[0] - end[0]) if outward is None else outward
        canvas.label(name, at, ink, toward=away, style=TextStyle.BOLD, feature=feature, leader=True)


def highlight_vertex(
    canvas: Canvas,
    at: ArrayLike,
    ink: Ink = Ink.EXAMINED,
    name: str = "",
    *,
    feature: FeatureRef | None = None,
    toward: ArrayLike = (0.0, 1.0),
) -> None:
    """The vertex in use, ringed, with its name in bold."""
    canvas.dot(at, ink)
    if name:
        canvas.label(name, at, ink, toward=toward, style=TextStyle.BOLD, feature=feature)


def ghost(
    canvas: Canvas, convex: Convex, ink: Ink = Ink.GHOST, line: Line = Line.END, *, opacity: float = 1.0
) -> None:
    """Where a shape was (START), will be (END) or would wrongly be (DOTTED): its outline alone."""
    outline = boundary(convex, SMOOTH * canvas.pixel)
    canvas.stroke(outline, ink, closed=len(outline) > 2, line=line, opacity=opacity)


def sweep(canvas: Canvas, outlines: Sequence[ArrayLike], ink: Ink) -> None:
    """The trail of a body that moves: its outlines on the way, 14 to 22 of them, each hardly there."""
    for outline in outlines:
        canvas.area(outline, ink, opacity=min(max(_COPIES / len(outlines), 0.015), 0.03))


def circle(
    canvas: Canvas, center: ArrayLike, radius: float, ink: Ink, line: Line = Line.THIN, *, opacity: float = 1.0
) -> None:
    """A circle in the pane's units; nothing for one of radius 0."""
    if radius > 0.0:
        canvas.stroke(circle_points(canvas, center, radius), ink, closed=True, line=line, opacity=opacity)


def circle_points(
    canvas: Canvas, center: ArrayLike, radius: float, start: float = 0.0, turn: float = math.tau
) -> list[Pair]:
    """Points on an arc from angle `start` over `turn` radians, as smooth as the eye asks; of a full circle the first
    one is not repeated."""
    x, y = xy(center)
    ratio = min(max(SMOOTH * canvas.pixel / radius, 1e-5), 1.0)
    count = max(8, math.ceil(abs(turn) / (2.0 * math.acos(1.0 - ratio))))
    return [(x + radius * dx, y + radius * dy) for dx, dy in _ways(count, start, turn)]


@lru_cache(maxsize=256)
def _ways(count: int, start: float, turn: float) -> tuple[Pair, ...]:
    """Unit vectors along an arc in so many steps; of a full turn the first one is not repeated."""
    last = count if abs(turn) >= math.tau else count + 1
    angles = [start + turn * i / count for i in range(last)]
    return tuple([(math.cos(a), math.sin(a)) for a in angles])


def disc(canvas: Canvas, at: ArrayLike, pixels: float, ink: Ink, *, opacity: float = 1.0) -> None:
    """A filled disc of so many pixels' radius."""
    x, y = xy(at)
    px, py = pixels * canvas.pixel, pixels * canvas.pixel_y
    canvas.area([(x + px * dx, y + py * dy) for dx, dy in _ways(32, 0.0, math.tau)], ink, opacity=opacity)


def answer(
    canvas: Canvas, at: ArrayLike, text: str = "", *, toward: ArrayLike = (1.0, 0.6), leader: bool = False
) -> None:
    """The point that is the answer, white with a halo, and what it is."""
    canvas.dot(at, Ink.ANSWER, Point.ANSWER)
    if text:
        canvas.label(text, at, Ink.ANSWER, toward=toward, style=TextStyle.BOLD, leader=leader)


def cross(
    canvas: Canvas, at: ArrayLike, text: str = "", ink: Ink = Ink.GHOST, *, toward: ArrayLike = (0.0, -1.0)
) -> None:
    """A point that is cut off or refused (grey), or wrong (in the ink of faulty answers), and why."""
    canvas.dot(at, ink, Point.CROSS)
    if text:
        canvas.label(text, at, ink, toward=toward)


def pill(
    canvas: Canvas, at: ArrayLike, text: str, ink: Ink, *, toward: ArrayLike | None = (0.0, 1.0), leader: bool = False
) -> None:
    """The one number that the step is about."""
    canvas.label(text, at, ink, toward=toward, style=TextStyle.PILL, leader=leader)
