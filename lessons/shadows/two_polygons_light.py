"""Light that falls past two polygons on a screen: both shadows, and what passes between them."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from geometry import Convex, Interval
from geometry.sat.support import ends_along, support
from lessons.shadows.scene import STICKS_OUT, ShapesAndAxis, degrees
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.mark import Pair
from viz.lesson.screen import point_at, xy
from viz.lesson.text import fixed

BARS = 17.0  # pixels from the screen to what is measured beside both bars
ARC = 30.0  # pixels from the corner of the screen's angle, which is longer for one below SMALL
SMALL = math.radians(25.0)
LEAST_ARC = math.radians(1.0)  # an angle below it is no arc
UP = 0.35  # world length that light is seen before the shapes


def gap_or_overlap(scene: ShapesAndAxis, angle: float, *, in_column: bool = False) -> str:
    """What lies between both shadows on a screen, in two words; of one inside the other, how far to shift it.
    `in_column`: with the number first."""
    s = scene.separation_at(angle)
    if abs(s) <= scene.near:
        return "just touch"
    if scene.kind(angle) == "depth":
        words = "shift", fixed(abs(s))
    else:
        words = "gap" if s > 0.0 else "overlap", fixed(abs(s))
    return " ".join(reversed(words) if in_column else words)


def spans(scene: ShapesAndAxis, angle: float) -> tuple[Interval, Interval]:
    """Both shadows on a screen at an angle."""
    n = math.cos(angle), math.sin(angle)
    return Interval(*ends_along(scene.a.world, *n)), Interval(*ends_along(scene.b.world, *n))


def draw_light(canvas: Canvas, scene: ShapesAndAxis, angle: float, *, is_hand: bool, is_held: bool = False) -> None:
    """The screen with both shadows, the ways of the light that the shapes keep off it, and between them what passes
    or is kept off twice. `is_held`: with the shadow of A alone."""
    n, off, span = scene.beside(angle)
    aside = np.array((n[1], -n[0]))
    base = (off * n[1], -off * n[0])
    shapes = (scene.a.world, scene.b.world)
    back = max(support(each, -aside).value for each in shapes) + UP

    def at(t: float, up: float = 0.0) -> Pair:
        return point_at(point_at(base, n, t), (-aside[0], -aside[1]), up)

    found = spans(scene, angle)
    screen = at(span.low - STICKS_OUT), at(span.high + STICKS_OUT)
    for shape, own, tone in tuple(zip(shapes, found, (Ink.A, Ink.B), strict=True))[: 1 if is_held else 2]:
        canvas.area(kept_off(shape, n, (at(own.low), at(own.high))), tone, opacity=0.09)
    if not is_held:
        draw_passing(canvas, scene, at, found, off + back + 0.3)
    canvas.stroke(screen, Ink.EXAMINED, line=Line.THIN)
    draw_angle(canvas, screen, angle)
    projections.projection(canvas, base, n, found[0], Ink.A, lane=4.5)
    if not is_held:
        projections.projection(canvas, base, n, found[1], Ink.B, lane=-4.5)
        draw_between(canvas, scene, angle, at)
    if is_hand:
        draw_lamp(canvas, scene, angle, at, off + back, is_held=is_held)


def draw_shadow_of_b(canvas: Canvas, scene: ShapesAndAxis) -> None:
    """The shadow of B on the learner's screen and what it leaves of A's, where only that of A is drawn."""
    n, off, _ = scene.beside(scene.angle)
    base = (off * n[1], -off * n[0])

    def at(t: float, up: float = 0.0) -> Pair:
        return point_at(point_at(base, n, t), (-n[1], n[0]), up)

    found = spans(scene, scene.angle)
    canvas.area(kept_off(scene.b.world, n, (at(found[1].low), at(found[1].high))), Ink.B, opacity=0.09)
    draw_passing(canvas, scene, at, found, 0.0)
    projections.projection(canvas, base, n, found[1], Ink.B, lane=-4.5)
    draw_between(canvas, scene, scene.angle, at)


def draw_passing(
    canvas: Canvas, scene: ShapesAndAxis, at: Callable[..., Pair], found: tuple[Interval, Interval], up: float
) -> None:
    """The light that passes between both shadows, from `up` over the screen; or where both shapes keep it off."""
    (x, y), (u, v) = at(0.0), at(1.0)
    n, aside = (u - x, v - y), np.array((v - y, x - u))
    between = projections.facing_ends(*found)
    s = max(found[1].low - found[0].high, found[0].low - found[1].high)
    shapes = scene.a.world, scene.b.world
    if s > scene.near:
        level = float(np.array((x, y)) @ aside)
        draw_beam(canvas, at, between, [level - each for each in facing(scene, n, aside)], up)
    elif s < -scene.near:
        last = max((0, 1), key=lambda i: support(shapes[i], aside).value)  # behind both: no fill is cut
        behind = kept_off(shapes[last], n, (at(found[last].low), at(found[last].high)), is_behind=True)
        shared = Interval(max(found[0].low, found[1].low), min(found[0].high, found[1].high))
        canvas.area(cut(behind, n, shared), Ink.OVERLAP, opacity=0.1)


def draw_between(canvas: Canvas, scene: ShapesAndAxis, angle: float, at: Callable[..., Pair]) -> None:
    """What lies between both shadows, measured on the screen."""
    between, ink = projections.facing_ends(*spans(scene, angle)), scene.ink_of(scene.separation_at(angle))
    off = -BARS if scene.separation_at(angle) < -scene.near else 0.0  # beside both bars of an overlap
    measures.measure(canvas, at(between.low), at(between.high), ink, off=off)
    middle, aside = at((between.low + between.high) / 2.0, off * canvas.pixel), (math.sin(angle), -math.cos(angle))
    marks.pill(canvas, middle, gap_or_overlap(scene, angle), ink, toward=aside)


def draw_angle(canvas: Canvas, screen: tuple[Pair, Pair], angle: float) -> None:
    """The angle of the screen from the x axis, in [0°, 180°), at its lower end."""
    corner, turn = min(screen, key=lambda place: (round(place[1], 9), place[0])), angle % math.pi
    if turn < LEAST_ARC:
        return
    radius = ARC * (1.0 + 1.4 * max(0.0, 1.0 - turn / SMALL))
    ray = (corner, (corner[0] + (radius + 0.4 * ARC) * canvas.pixel, corner[1]))
    canvas.stroke(ray, Ink.CONSTRUCTION, line=Line.DASHED)
    measures.angle_arc(canvas, corner, 0.0, turn, Ink.EXAMINED, degrees(turn), radius=radius)


def facing(scene: ShapesAndAxis, n: Pair, aside: np.ndarray) -> list[float]:
    """How far aside the parts of both shapes lie, on average, that a gap along n lies between."""
    a, b = scene.a.world.points, scene.b.world.points
    sign = 1.0 if float((b @ n).min()) > float((a @ n).max()) else -1.0
    found = []
    for points, along in ((a, a @ n * sign), (b, b @ n * -sign)):
        found.append(float((points[along > along.max() - 1e-6] @ aside).mean()))
    return found


def draw_beam(canvas: Canvas, at: Callable[..., Pair], gap: Interval, near: list[float], up: float) -> None:
    """The light that passes: brightest between the parts that it passes, `near` over the screen, and fading both
    ways."""
    middle, bright = (gap.low + gap.high) / 2.0, sum(near) / len(near)
    strip = (at(gap.low), at(gap.high), at(gap.high, up), at(gap.low, up))
    (x, y), (u, v) = at(middle, bright), at(middle, bright + max(bright, up - bright))
    canvas.light(strip, (x, y), (u - x, v - y), Ink.GAP, 0.75)
    canvas.area(strip, Ink.GAP, opacity=0.16)


def draw_lamp(
    canvas: Canvas, scene: ShapesAndAxis, angle: float, at: Callable[..., Pair], up: float, *, is_held: bool
) -> None:
    """Where light comes from, `up` over the screen, with its rays to where they end, and the screen's name.
    `is_held`: without the rays, which would tell what is asked."""
    n, off, span = scene.beside(angle)
    for t in (0.1, 0.3, 0.5, 0.7, 0.9):
        place = span.low + t * span.length
        canvas.arrow(at(place, up + 0.3), at(place, up), Ink.EXAMINED)
        if not is_held:
            end = max((*(met(shape, n, place) for shape in (scene.a.world, scene.b.world)), -off))
            canvas.stroke((at(place, up), at(place, end + off)), Ink.EXAMINED, line=Line.THIN, opacity=0.4)
    canvas.label("light", at(span.low + 0.5 * span.length, up + 0.3), Ink.EXAMINED, toward=(-n[1], n[0]))
    words = "turn the screen"
    canvas.label(words, at(span.high + 0.15), Ink.EXAMINED, toward=(n[0] + 0.3 * n[1], n[1] - 0.3 * n[0]))


def kept_off(shape: Convex, n: Pair, ends: tuple[Pair, Pair], *, is_behind: bool = False) -> list[Pair]:
    """The outline of a shape together with its shadow's way to both ends of its bar; or what lies behind it alone."""
    points = [xy(point) for point in shape.points]
    low, high = (support(shape, (sign * n[0], sign * n[1])).index for sign in (-1.0, 1.0))
    if is_behind:
        return [*(points[i % len(points)] for i in range(low, high + 1 + len(points) * (high < low))), *ends[::-1]]
    front = [points[i % len(points)] for i in range(high, low + 1 + len(points) * (low < high))]
    return [*front, *ends]


def cut(outline: list[Pair], n: Pair, span: Interval) -> list[Pair]:
    """The part of an outline, over each place along n in one piece, whose places along n lie in a span."""
    for sign, bound in ((1.0, span.high), (-1.0, -span.low)):
        over = [sign * (x * n[0] + y * n[1]) - bound for x, y in outline]
        kept: list[Pair] = []
        for i, (p, d) in enumerate(zip(outline, over, strict=True)):
            q, e = outline[i - 1], over[i - 1]
            if d * e < 0.0:
                kept.append((q[0] + (p[0] - q[0]) * e / (e - d), q[1] + (p[1] - q[1]) * e / (e - d)))
            if d <= 0.0:
                kept.append(p)
        outline = kept
    return outline


def met(shape: Convex, n: Pair, t: float) -> float:
    """How high over the origin, against the light that falls on the screen along n, a ray at t meets a shape first;
    -inf past it."""
    points = [(x * n[0] + y * n[1] - t, y * n[0] - x * n[1]) for x, y in shape.points.tolist()]
    found = [-math.inf]
    for (s, h), (r, g) in zip(points, points[1:] + points[:1], strict=True):
        if s * r <= 0.0 and s != r:
            found.append(h + (g - h) * s / (s - r))
    return max(found)
