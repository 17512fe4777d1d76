"""The figure of two polygons: light that falls on a screen past both, and the screens of all edges around them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Interval, separation
from geometry.faulty.sat import FaultyAxis
from geometry.feature import FeatureRef
from geometry.query.containment import contains
from geometry.sat.edge_shadows import EdgesLit, Screen, Verdict
from geometry.sat.separation_curve import ByHand
from geometry.sat.support import ends_along, support
from lessons.shadows.scene import STICKS_OUT, ShapesAndAxis, degrees
from lessons.shadows.two_polygons_scenes import elsewhere, finds_light, opens_at
from lessons.shadows.world_picture import INKS, draw_numbers
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import midway, point_at, xy
from viz.lesson.text import fixed, tint

BESIDE = 60.0  # pixels: another shape so near to an edge makes its name beside it doubtful
UPPER = 0.18  # of an edge, from its upper end: there its name stands
BARS = 17.0  # pixels from the screen to what is measured beside both bars
SMALL = 0.2  # of their size: the hints of the other screens
TICK = 9.0  # pixels that the mark of 0 stands out of the screen, both ways
ARC = 30.0  # pixels from the corner of the screen's angle
LEAST_ARC = math.radians(1.0)  # an angle below it is no arc
RING = 0.5  # world length from the shapes to the hints
RAY = (0.1, 0.38)  # world lengths before an edge between which the arrow of its light stands
UP = 0.35  # world length that light is seen before the shapes
ROOM = math.radians(24.0)  # between two hints on their ring
BEAM_ROOM = math.radians(32.0)  # between a hint and the light that passes


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Light on the screen that this step looks at, both shapes, and around them what the other screens show."""
    scene, step = moment.scene, moment.step
    lit = moment.latest(EdgesLit)
    seen = () if lit is None else lit.screens
    best = best_of(seen) if seen else None
    angle = scene.angle if best is None else from_above(best.angle)
    is_hand = isinstance(step, ByHand)
    draw_light(canvas, scene, angle, is_hand=is_hand, is_held=is_held_back(moment))
    for body, ink, owner in ((scene.a, Ink.A, "A"), (scene.b, Ink.B, "B")):
        letter = letter_at(body.world, (scene.b if owner == "A" else scene.a).world)
        marks.shape(canvas, body.world, ink, owner, numbered=False, letter_at=letter)
        if best is not None and len(body.world.points) <= marks.MOST_NUMBERED:
            draw_numbers(canvas, scene, body.world, owner, angle)
    for edge in () if best is None else best.edges:
        shape = scene.shape_of(edge)
        draw_ray(canvas, scene, edge, angle)
        marks.highlight_edge(canvas, shape.edges[edge.index], feature=edge)
        name_edge(canvas, scene, edge)
    asked = elsewhere(scene) if moment.is_open and isinstance(step, EdgesLit) and step.owner == "A" else None
    if asked is not None:
        draw_place(canvas, asked)
    # What is asked about has the figure to itself.
    others = [screen for screen in seen if screen is not best and asked is None]
    for screen, place in zip(others, ring(scene, others, angle), strict=True):
        draw_hint(canvas, scene, screen, place)
    if best is not None and isinstance(step, Verdict):
        draw_ends(canvas, scene, best.angle)
    if isinstance(moment.faulty, FaultyAxis):
        draw_faulty(canvas, moment)


def name_edge(canvas: Canvas, scene: ShapesAndAxis, edge: FeatureRef) -> None:
    """The name of an edge that light runs along, in its owner's colour: inside its shape where the light passes or
    the other one is so near that it could be meant."""
    shape, other = scene.shape_of(edge), scene.b.world if edge.owner == "A" else scene.a.world
    ends, out = shape.edges[edge.index], shape.normals[edge.index]
    low, high = sorted((xy(end) for end in ends), key=lambda end: end[1])
    at = np.array(high) + UPPER * (np.array(low) - np.array(high))
    is_in_light = scene.separation_at(scene.edges[edge]) > scene.near and float((other.centroid - at) @ out) > 0.0
    is_crowded = is_in_light or separation(Convex(np.array((at, at + BESIDE * canvas.pixel * out))), other) < 1e-9
    name, ink = f"{edge.owner}{edge.index}", INKS[edge.owner]
    toward = -out if is_crowded else out
    canvas.label(name, at, ink, toward=toward, style=TextStyle.BOLD, feature=edge, leader=True)


def best_of(screens: Sequence[Screen]) -> Screen:
    """The screen that stands in full: the one of the widest gap, or of the least overlap."""
    return max(screens, key=lambda screen: screen.separation)


def from_above(angle: float) -> float:
    """The same screen, turned so that light falls down on it: it stands below the shapes in every step."""
    return angle - math.pi if angle > math.pi / 2.0 + 1e-9 else angle


def draw_ray(canvas: Canvas, scene: ShapesAndAxis, edge: FeatureRef, angle: float) -> None:
    """Light that runs on along an edge, before it comes to its end: not where another shape stands in its way."""
    up = np.array((-math.sin(angle), math.cos(angle)))
    end = max(scene.shape_of(edge).edges[edge.index], key=lambda point: float(point @ up))
    start, tip = end + RAY[1] * up, end + RAY[0] * up
    other = scene.b.world if edge.owner == "A" else scene.a.world
    if separation(Convex(np.array((tip, start))), other) > RAY[0] / 2.0:
        canvas.arrow(xy(start), xy(tip), Ink.EXAMINED)


def letter_at(shape: Convex, other: Convex) -> Pair:
    """Where a shape's letter stands: in its middle, or clear of a shape inside of it."""
    middle = xy(shape.centroid)
    if not contains(shape, other):
        return middle
    return midway(middle, max((xy(each) for each in shape.points), key=lambda each: math.dist(each, other.centroid)))


def gap_or_overlap(scene: ShapesAndAxis, angle: float, *, in_column: bool = False) -> str:
    """What lies between both shadows on a screen, in two words; of one inside the other, how far to shift it.
    `in_column`: with the number first."""
    s = scene.separation_at(angle)
    if abs(s) <= scene.near:
        return "just touch"
    if scene.kind(angle) == "depth":
        return f"{fixed(abs(s))} to separate"
    words = "gap" if s > 0.0 else "overlap", fixed(abs(s))
    return " ".join(reversed(words) if in_column else words)


def spans(scene: ShapesAndAxis, angle: float) -> tuple[Interval, Interval]:
    """Both shadows on a screen at an angle."""
    n = math.cos(angle), math.sin(angle)
    return Interval(*ends_along(scene.a.world, *n)), Interval(*ends_along(scene.b.world, *n))


def draw_place(canvas: Canvas, there: ShapesAndAxis) -> None:
    """Where B is asked about."""
    canvas.stroke(there.b.world.points, Ink.B, closed=True, line=Line.DASHED)
    canvas.label("B moved here", there.b.world.centroid, Ink.B, style=TextStyle.CAPTION)


class Ends(NamedTuple):
    """The two ends of shadows between which a gap or an overlap lies: where the one on the right begins, and where
    the other stops."""

    right: str
    low: float
    left: str
    high: float


def ends_between(scene: ShapesAndAxis, angle: float) -> Ends:
    a, b = spans(scene, angle)
    is_b_right = b.low - a.high >= a.low - b.high - scene.near
    return Ends("B", b.low, "A", a.high) if is_b_right else Ends("A", a.low, "B", b.high)


def draw_ends(canvas: Canvas, scene: ShapesAndAxis, angle: float) -> None:
    """Both ends with their places on the screen, and where these are counted from. `angle`: as it is shown, in
    [0, pi): the places grow along it."""
    (x, y), off, span = scene.beside(from_above(angle))
    n, base, ends, up = (math.cos(angle), math.sin(angle)), (off * y, -off * x), ends_between(scene, angle), (-y, x)
    side = 1.0 if ends.low >= ends.high else -1.0
    for name, which, value, way in (("min", ends.right, ends.low, side), ("max", ends.left, ends.high, -side)):
        words = rf"$\{name}_{which}$ = {fixed(value)}"
        toward = (1.5 * way * n[0] + up[0], 1.5 * way * n[1] + up[1])
        canvas.label(words, point_at(base, n, value), INKS[which], toward=toward)
    is_clear = (
        min(abs(ends.low), abs(ends.high)) > 2.0 * TICK * canvas.pixel
    )  # else an end says itself that it is at 0
    if span.low - STICKS_OUT < 0.0 < span.high + STICKS_OUT and is_clear:
        tick = [point_at(base, up, sign * TICK * canvas.pixel) for sign in (-1.0, 1.0)]
        canvas.stroke(tick, Ink.TEXT, line=Line.THIN)
        canvas.label("0", base, Ink.QUIET, toward=(y, -x), style=TextStyle.CAPTION)


def is_held_back(moment: Moment[Any]) -> bool:
    """Whether the shadow of B would tell what is asked: on a screen that the learner turns to a gap. Where the scene
    opens it stands there, to show what a shadow is."""
    return moment.is_open and isinstance(moment.step, ByHand) and finds_light(moment) and not opens_at(moment.scene)


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
        draw_lamp(canvas, scene, angle, at, off + back)


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
    ray = (corner, (corner[0] + 1.4 * ARC * canvas.pixel, corner[1]))
    canvas.stroke(ray, Ink.CONSTRUCTION, line=Line.DASHED)
    measures.angle_arc(canvas, corner, 0.0, turn, Ink.EXAMINED, degrees(turn), radius=ARC)


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


def draw_lamp(canvas: Canvas, scene: ShapesAndAxis, angle: float, at: Callable[..., Pair], up: float) -> None:
    """Where light comes from, `up` over the screen, and the screen with its angle."""
    n, _, span = scene.beside(angle)
    for t in (0.1, 0.3, 0.5, 0.7, 0.9):
        place = span.low + t * span.length
        canvas.arrow(at(place, up + 0.3), at(place, up), Ink.EXAMINED)
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


def ring(scene: ShapesAndAxis, screens: Sequence[Screen], shown: float) -> list[Pair]:
    """Where the hints of screens stand, around the shapes on the side that the screen at the angle `shown` leaves
    free: each where its own screen would stand, but clear of its neighbours and of light that passes."""
    shapes = scene.a.world, scene.b.world
    back = shown + math.pi / 2.0
    turns = [math.remainder(screen.angle - shown, math.pi) for screen in screens]  # from there, in half a turn
    room = BEAM_ROOM if scene.separation_at(shown) > scene.near else ROOM / 2.0
    placed = dict.fromkeys(range(len(turns)), 0.0)
    for sign in (1.0, -1.0):
        side = sorted(
            (i for i, turn in enumerate(turns) if (turn >= 0.0) is (sign > 0.0)), key=lambda i: abs(turns[i])
        )
        least, step = room, min(ROOM, (math.radians(100.0) - room) / max(len(side) - 1, 1))
        for i in side:
            placed[i] = sign * max(abs(turns[i]), least)
            least = abs(placed[i]) + step
        over = max((abs(placed[i]) for i in side), default=0.0) - math.radians(100.0)
        for k, i in enumerate(side) if over > 0.0 else ():
            placed[i] = sign * (room + k * step)
    corners = np.vstack((scene.a.world.points, scene.b.world.points))
    center = (corners.min(axis=0) + corners.max(axis=0)) / 2.0
    found = []
    for i in range(len(screens)):
        way = np.array((math.cos(back + placed[i]), math.sin(back + placed[i])))
        far = max(support(shape, way).value for shape in shapes) - float(center @ way) + RING
        found.append(xy(center + far * way))
    return found


def draw_hint(canvas: Canvas, scene: ShapesAndAxis, screen: Screen, place: Pair) -> None:
    """A screen of an edge as a small copy: both bars, and green or red what lies between them."""
    n = math.cos(screen.angle), math.sin(screen.angle)
    a, b = scene.a.world, scene.b.world
    away = np.array(place) - (a.centroid + b.centroid) / 2.0
    side = np.array((n[1], -n[0]))
    side = side if float(side @ away) > 0.0 else -side
    (low_a, high_a), (low_b, high_b) = ((each.low, each.high) for each in spans(scene, screen.angle))
    middle = (min(low_a, low_b) + max(high_a, high_b)) / 2.0

    def at(t: float, lane: float = 0.0) -> Pair:
        return point_at(point_at(place, n, SMALL * (t - middle)), side, lane * canvas.pixel)

    for low, high, ink, lane in ((low_a, high_a, Ink.A, 4.0), (low_b, high_b, Ink.B, -4.0)):
        canvas.stroke((at(low, lane), at(high, lane)), ink, line=Line.MEASURE, opacity=0.8)
    between = projections.facing_ends(Interval(low_a, high_a), Interval(low_b, high_b))
    ink = scene.ink_of(screen.separation)
    canvas.stroke((at(between.low), at(between.high)), ink, line=Line.FEATURE)
    words = ", ".join(tint(f"{edge.owner}{edge.index}", INKS[edge.owner]) for edge in screen.edges)
    canvas.label(words, at(middle, 10.0), INKS[screen.edges[0].owner], toward=tuple(side), style=TextStyle.CAPTION)


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
