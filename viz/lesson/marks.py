"""Drawing verbs: what most figures are made of, from the canvas's few. They take numbers and shapes, never the steps
of an algorithm; lengths named in pixels stay the same at any zoom, in charts too.

Shapes and their names, measured lengths and angles, arrows, points. Projections on an axis are in `projections`,
curves in `charts`, regions and bounds in `regions`."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import Convex, boundary
from viz.lesson.canvas import Canvas, Pair
from viz.lesson.ink import Ink, Line, Point, TextStyle

SMOOTH = 0.2  # pixels that a drawn arc may stray from the true one
MOST_NUMBERED = 12  # vertices: a shape with more has no names at its edges
UNIT_ARROW = 48.0  # pixels: an arrow of a unit vector says a direction, no length
TICK = 7.0  # pixels, of the end ticks of a measured length, to each side
_COPIES = 0.35  # opacity that the copies of a sweep add up to
_SQUARE = 9.0  # pixels, of the sign for a right angle


def shape(
    canvas: Canvas,
    convex: Convex,
    ink: Ink,
    owner: str = "",
    *,
    numbered: bool = True,
    letter_at: ArrayLike | None = None,
    opacity: float | None = None,
) -> None:
    """A solid shape. With an owner its letter stands inside, and its edges and vertices can be pointed at; numbered,
    they have faint names: each edge its number outside, each vertex its own ("v2") inside, of up to twelve."""
    outline = boundary(convex, SMOOTH * canvas.pixel)
    if len(outline) > 2:
        canvas.area(outline, ink, opacity=opacity, hatched=ink is Ink.B and opacity is not None)
    canvas.stroke(outline, ink, closed=len(outline) > 2, line=Line.OUTLINE)
    if owner:
        canvas.label(owner, convex.centroid if letter_at is None else letter_at, ink, style=TextStyle.LETTER)
        features(canvas, convex, ink, owner, numbered=numbered and len(convex.points) <= MOST_NUMBERED)


def features(canvas: Canvas, convex: Convex, ink: Ink, owner: str, *, numbered: bool = True) -> None:
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
            canvas.label(f"v{i}", at, ink, toward=(dx, dy), style=TextStyle.VERTEX, feature=feature)
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
    last = count if abs(turn) >= math.tau else count + 1
    angles = [start + turn * i / count for i in range(last)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def disc(canvas: Canvas, at: ArrayLike, pixels: float, ink: Ink, *, opacity: float = 1.0) -> None:
    """A filled disc of so many pixels' radius."""
    x, y = xy(at)
    turns = [math.tau * i / 32 for i in range(32)]
    px, py = pixels * canvas.pixel, pixels * canvas.pixel_y
    canvas.area([(x + px * math.cos(a), y + py * math.sin(a)) for a in turns], ink, opacity=opacity)


def measure(
    canvas: Canvas,
    start: ArrayLike,
    end: ArrayLike,
    ink: Ink,
    text: str = "",
    *,
    off: float = 0.0,
    side: float = 1.0,
    line: Line = Line.MEASURE,
    style: TextStyle = TextStyle.LABEL,
) -> None:
    """A measured length with end ticks, and what it measures on its left, going from start to end (`side` -1: on its
    right). `off`: so many pixels to the left (negative: to the right) of what is measured, with thin lines from its
    ends."""
    p, q = xy(start), xy(end)
    ax, ay = across(canvas, p, q)
    if off:
        low, high = (p[0] + off * ax, p[1] + off * ay), (q[0] + off * ax, q[1] + off * ay)
        for here, there in ((p, low), (q, high)):
            canvas.stroke((here, there), Ink.CONSTRUCTION, line=Line.DASHED)
        p, q, side = low, high, math.copysign(1.0, off)
    canvas.stroke((p, q), ink, line=line)
    for x, y in (p, q):
        canvas.stroke(((x - TICK * ax, y - TICK * ay), (x + TICK * ax, y + TICK * ay)), ink, line=line)
    if text:
        canvas.label(text, midway(p, q), ink, toward=on_screen(canvas, (side * ax, side * ay)), style=style)


def bracket(canvas: Canvas, start: ArrayLike, end: ArrayLike, ink: Ink, text: str = "", *, off: float = 12.0) -> None:
    """A bracket beside a length, `off` pixels to the left of it (negative: to the right), and what it means."""
    p, q = xy(start), xy(end)
    ax, ay = across(canvas, p, q)
    hook = off - math.copysign(6.0, off)
    (x, y), (u, v) = p, q
    canvas.stroke(
        (
            (x + hook * ax, y + hook * ay),
            (x + off * ax, y + off * ay),
            (u + off * ax, v + off * ay),
            (u + hook * ax, v + hook * ay),
        ),
        ink,
        line=Line.THIN,
    )
    if text:
        middle = midway((x + off * ax, y + off * ay), (u + off * ax, v + off * ay))
        sign = math.copysign(1.0, off)
        canvas.label(text, middle, ink, toward=on_screen(canvas, (sign * ax, sign * ay)))


def angle_arc(
    canvas: Canvas,
    center: ArrayLike,
    start: float,
    end: float,
    ink: Ink,
    text: str = "",
    *,
    radius: float = 34.0,
    arrow: bool = False,
    line: Line = Line.THIN,
) -> None:
    """An angle from direction `start` to `end` (radians, counter-clockwise where end > start), `radius` pixels around
    its corner, with its name; `arrow`: with a head at its end, for a turn."""
    x, y = xy(center)
    size, turn = radius * canvas.pixel, end - start
    if turn == 0.0:
        return
    head = math.copysign(min(9.0 / radius, abs(turn) / 2.0), turn) if arrow else 0.0
    canvas.stroke(circle_points(canvas, (x, y), size, start, turn - head), ink, line=line)
    if arrow:
        # The head is a short straight arrow, which ends on the arc.
        before, tip = end - 1.5 * head, end
        canvas.arrow(
            (x + size * math.cos(before), y + size * math.sin(before)),
            (x + size * math.cos(tip), y + size * math.sin(tip)),
            ink,
            line=line,
        )
    if text:
        way = (math.cos(start + turn / 2.0), math.sin(start + turn / 2.0))
        canvas.label(text, (x + size * way[0], y + size * way[1]), ink, toward=way)


def right_angle(
    canvas: Canvas, corner: ArrayLike, along: ArrayLike, up: ArrayLike, ink: Ink = Ink.CONSTRUCTION
) -> None:
    """The little square that says: perpendicular. `along` and `up` are its two sides."""
    x, y = xy(corner)
    px, py = scaled(canvas, along, _SQUARE)
    qx, qy = scaled(canvas, up, _SQUARE)
    canvas.stroke(((x + px, y + py), (x + px + qx, y + py + qy), (x + qx, y + qy)), ink, line=Line.THIN)


def unit_arrow(
    canvas: Canvas,
    start: ArrayLike,
    direction: ArrayLike,
    symbol: str = r"\hat{\mathbf n}",
    ink: Ink = Ink.EXAMINED,
    *,
    at_most: float = math.inf,
    feature: FeatureRef | None = None,
) -> None:
    """A direction with its symbol: 48 pixels, and never longer than half of `at_most`, the length (in the pane's
    units) of the gap or overlap that it explains."""
    x, y = xy(start)
    dx, dy = scaled(canvas, direction, UNIT_ARROW)
    part = min(1.0, at_most / 2.0 / math.hypot(dx, dy))
    tip = (x + part * dx, y + part * dy)
    canvas.arrow((x, y), tip, ink, line=Line.MEASURE)
    if symbol:
        canvas.symbol(symbol, tip, ink, toward=on_screen(canvas, (dx, dy)), feature=feature)


def vector_arrow(
    canvas: Canvas, start: ArrayLike, vector: ArrayLike, ink: Ink, symbol: str = "", *, side: float = 1.0
) -> None:
    """A vector at its true length, its symbol on its left (`side` -1: on its right); nothing for the zero vector."""
    (x, y), (dx, dy) = xy(start), xy(vector)
    if dx or dy:
        canvas.arrow((x, y), (x + dx, y + dy), ink)
        if symbol:
            ax, ay = across(canvas, (x, y), (x + dx, y + dy))
            middle = (x + dx / 2.0, y + dy / 2.0)
            canvas.symbol(symbol, middle, ink, toward=on_screen(canvas, (side * ax, side * ay)))


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


# Pixels and directions, for these verbs and those of the modules beside this one.


def xy(point: ArrayLike) -> Pair:
    """A point as two plain numbers."""
    x, y = point.tolist() if isinstance(point, np.ndarray) else point  # type: ignore[union-attr, misc]
    return float(x), float(y)


def midway(p: Pair, q: Pair) -> Pair:
    return (p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0


def scaled(canvas: Canvas, direction: ArrayLike, pixels: float) -> Pair:
    """A direction (any length but 0), as a step of so many pixels on the screen."""
    x, y = xy(direction)
    u, v = x / canvas.pixel, y / canvas.pixel_y
    part = pixels / math.hypot(u, v)
    return x * part, y * part


def across(canvas: Canvas, start: Pair, end: Pair) -> Pair:
    """One pixel to the left of the way from start to end, as it looks on the screen; up for no way."""
    u, v = (end[0] - start[0]) / canvas.pixel, (end[1] - start[1]) / canvas.pixel_y
    size = math.hypot(u, v)
    if size == 0.0:
        return 0.0, canvas.pixel_y
    return -v / size * canvas.pixel, u / size * canvas.pixel_y


def on_screen(canvas: Canvas, way: Pair) -> Pair:
    """The direction of a small step as it looks on the screen, y up: what `toward` means."""
    return way[0] / canvas.pixel, way[1] / canvas.pixel_y


def point_at(base: ArrayLike, direction: ArrayLike, t: float) -> Pair:
    """base + t direction."""
    (x, y), (dx, dy) = xy(base), xy(direction)
    return x + t * dx, y + t * dy
