"""The figure of two polygons: light that falls on a screen past both, and the screens of all edges around them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from geometry import Convex, Interval
from geometry.faulty.sat import FaultyAxis
from geometry.sat.edge_shadows import EdgesLit, Screen
from geometry.sat.separation_curve import ByHand
from geometry.sat.support import ends_along, support
from lessons.shadows.scene import ShapesAndAxis, degrees
from lessons.shadows.world_picture import axis_stub
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import point_at, xy
from viz.lesson.text import fixed

SMALL = 0.17  # of their size: the hints of the other screens
RING = 0.5  # world length from the shapes to the hints
UP = 0.35  # world length that light is seen before the shapes


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Light on the screen that this step looks at, both shapes, and around them what the other screens show."""
    scene, step = moment.scene, moment.step
    lit = moment.latest(EdgesLit)
    seen = () if lit is None else lit.screens
    best = max(seen, key=lambda screen: screen.separation) if seen else None
    angle = scene.angle if best is None else best.angle
    is_hand = isinstance(step, ByHand)
    draw_light(canvas, scene, angle, is_hand=is_hand, is_open=is_hand and moment.is_open)
    for body, ink, owner in ((scene.a, Ink.A, "A"), (scene.b, Ink.B, "B")):
        marks.shape(canvas, body.world, ink, owner)
    for edge in () if best is None else best.edges:
        shape = scene.shape_of(edge)
        marks.highlight_edge(canvas, shape.edges[edge.index], feature=edge)
    for screen in seen:
        draw_hint(canvas, scene, screen, angle, is_best=screen is best)
    if best is not None:
        canvas.stroke(axis_stub(canvas, scene), Ink.GHOST, line=Line.DASHED, opacity=0.5)
        canvas.label(
            f"your screen, {degrees(scene.angle)}",
            scene.axis.end,
            Ink.QUIET,
            toward=(1.0, 0.0),
            style=TextStyle.CAPTION,
        )
    if isinstance(moment.faulty, FaultyAxis):
        draw_faulty(canvas, moment)


def gap_or_overlap(scene: ShapesAndAxis, angle: float) -> str:
    """What lies between both shadows on a screen, in two words; of one inside the other, how far to shift it."""
    s = scene.separation_at(angle)
    if scene.kind(angle) == "depth" and abs(s) > scene.near:
        return f"{fixed(abs(s))} to part"
    return "just touch" if abs(s) <= scene.near else f"{'gap' if s > 0.0 else 'overlap'} {fixed(abs(s))}"


def spans(scene: ShapesAndAxis, angle: float) -> tuple[Interval, Interval]:
    """Both shadows on a screen at an angle."""
    n = math.cos(angle), math.sin(angle)
    return Interval(*ends_along(scene.a.world, *n)), Interval(*ends_along(scene.b.world, *n))


def draw_light(canvas: Canvas, scene: ShapesAndAxis, angle: float, *, is_hand: bool, is_open: bool) -> None:
    """The screen with both shadows, the ways of the light that the shapes keep off it, and between them what passes
    or is kept off twice. While a gap is asked for (`is_open`) the light and the screen alone."""
    n, off, span = scene.beside(angle)
    aside = np.array((n[1], -n[0]))
    base = (off * n[1], -off * n[0])
    shapes = (scene.a.world, scene.b.world)
    back = max(support(each, -aside).value for each in shapes) + UP

    def at(t: float, up: float = 0.0) -> Pair:
        return point_at(point_at(base, n, t), (-aside[0], -aside[1]), up)

    found = spans(scene, angle)
    between = projections.facing_ends(*found)
    s = scene.separation_at(angle)
    ink = scene.ink_of(s)
    if is_open:
        return draw_lamp(canvas, scene, angle, at, off + back)
    dark = [kept_off(shape, n, (at(own.low), at(own.high))) for shape, own in zip(shapes, found, strict=True)]
    for points, tone in zip(dark, (Ink.A, Ink.B), strict=True):
        canvas.area(points, tone, opacity=0.09)
    strip = (at(between.low), at(between.high), at(between.high, off + back), at(between.low, off + back))
    if s > scene.near:
        canvas.light(strip, at(between.low), tuple((off + back) * -aside * 1.6), Ink.GAP, 0.5)
        canvas.area(strip, Ink.GAP, opacity=0.22)
    elif s < -scene.near:
        last = max((0, 1), key=lambda i: support(shapes[i], aside).value)  # behind both: no fill is cut
        behind = kept_off(shapes[last], n, (at(found[last].low), at(found[last].high)), is_behind=True)
        shared = Interval(max(found[0].low, found[1].low), min(found[0].high, found[1].high))
        canvas.area(cut(behind, n, shared), Ink.OVERLAP, opacity=0.1)
    if not is_hand:
        canvas.arrow(at(span.low - 0.15), at(span.high + 0.15), Ink.EXAMINED, line=Line.THIN)
    for own, tone, lane in ((found[0], Ink.A, 1.0), (found[1], Ink.B, -1.0)):
        projections.projection(canvas, base, n, own, tone, lane=lane * 4.5)
    measures.measure(canvas, at(between.low), at(between.high), ink)
    marks.pill(canvas, at((between.low + between.high) / 2.0), gap_or_overlap(scene, angle), ink, toward=tuple(aside))
    if is_hand:
        draw_lamp(canvas, scene, angle, at, off + back)


def draw_lamp(canvas: Canvas, scene: ShapesAndAxis, angle: float, at: Callable[..., Pair], up: float) -> None:
    """Where light comes from, `up` over the screen, and the screen with its angle."""
    n, _, span = scene.beside(angle)
    for t in (0.1, 0.3, 0.5, 0.7, 0.9):
        place = span.low + t * span.length
        canvas.arrow(at(place, up + 0.3), at(place, up), Ink.EXAMINED)
    canvas.label("light", at(span.low + 0.5 * span.length, up + 0.3), Ink.EXAMINED, toward=(-n[1], n[0]))
    canvas.arrow(at(span.low - 0.15), at(span.high + 0.15), Ink.EXAMINED, line=Line.THIN)
    words = rf"screen at {degrees(angle)}: turn it"
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


def draw_hint(canvas: Canvas, scene: ShapesAndAxis, screen: Screen, shown: float, *, is_best: bool) -> None:
    """A screen of an edge as a small copy, on the side of the shapes that the one at the angle `shown` leaves free:
    both bars, and green or red what lies between them."""
    a, b = scene.a.world, scene.b.world
    n = math.cos(screen.angle), math.sin(screen.angle)
    side = np.array((n[1], -n[0]))
    if float(side @ (math.sin(shown), -math.cos(shown))) > 0.0:
        side = -side
    (low_a, high_a), (low_b, high_b) = ((each.low, each.high) for each in spans(scene, screen.angle))
    middle = (min(low_a, low_b) + max(high_a, high_b)) / 2.0
    far = max(support(each, side).value for each in (a, b)) + RING
    foot = middle * np.array(n) + far * side
    opacity = 1.0 if is_best else 0.45

    def at(t: float, lane: float = 0.0) -> Pair:
        return point_at(point_at(foot, n, SMALL * (t - middle)), side, lane * canvas.pixel)

    for low, high, ink, lane in ((low_a, high_a, Ink.A, 2.5), (low_b, high_b, Ink.B, -2.5)):
        canvas.stroke((at(low, lane), at(high, lane)), ink, line=Line.MEASURE, opacity=opacity)
    between = projections.facing_ends(Interval(low_a, high_a), Interval(low_b, high_b))
    ink = scene.ink_of(screen.separation)
    for t in (between.low, between.high):
        canvas.stroke((at(t, -8.0), at(t, 8.0)), ink, line=Line.MEASURE)
    words = ", ".join(f"{edge.owner}{edge.index}" for edge in screen.edges)
    style = TextStyle.BOLD if is_best else TextStyle.CAPTION
    canvas.label(words, at(middle, 10.0), ink, toward=tuple(side), style=style)


def draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The two screens that are all that a faulty test looks at, with the overlaps that it finds there."""
    scene = moment.scene
    for angle, name in ((0.0, "x"), (math.pi / 2.0, "y")):
        n, off, span = scene.beside(angle)
        base = ((off + 0.35) * n[1], -(off + 0.35) * n[0])
        canvas.stroke([point_at(base, n, t) for t in (span.low, span.high)], Ink.FAULTY, line=Line.DOTTED)
        between = projections.facing_ends(*spans(scene, angle))
        start, end = (point_at(base, n, t) for t in (between.low, between.high))
        measures.measure(canvas, start, end, Ink.FAULTY, f"{name}: {gap_or_overlap(scene, angle)}", side=-1.0)
