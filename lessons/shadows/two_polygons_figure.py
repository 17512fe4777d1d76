"""The figure of two polygons: light that falls on a screen past both, and the screens of all edges around them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Interval, separation
from geometry.faulty.sat import FaultyAxis
from geometry.feature import FeatureRef
from geometry.query.containment import contains
from geometry.sat.edge_shadows import EdgesLit, Screen, Verdict
from geometry.sat.separation_curve import ByHand
from geometry.sat.support import support
from lessons.shadows.scene import STICKS_OUT, ShapesAndAxis
from lessons.shadows.two_polygons_light import draw_light, gap_or_overlap, spans
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
SMALL = 0.2  # of their size: the hints of the other screens
TICK = 9.0  # pixels that the mark of 0 stands out of the screen, both ways
RING = 0.5  # world length from the shapes to the hints
RAY = (0.1, 0.38)  # world lengths before an edge between which the arrow of its light stands
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
            draw_numbers(canvas, scene, body.world, owner, angle, named=True)
    for edge in () if best is None else at_the_ends(scene, best):
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
    if isinstance(moment.faulty, FaultyAxis):
        draw_faulty(canvas, moment)
    elif best is not None and isinstance(step, Verdict):
        draw_ends(canvas, scene, best.angle)


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


def name_edges(canvas: Canvas, scene: ShapesAndAxis, screen: Screen) -> None:
    """The edges that light runs along, lit and named."""
    for edge in screen.edges:
        marks.highlight_edge(canvas, scene.shape_of(edge).edges[edge.index], feature=edge)
        name_edge(canvas, scene, edge)


def best_of(screens: Sequence[Screen]) -> Screen:
    """The screen that stands in full: the one of the widest gap, or of the least overlap."""
    return max(screens, key=lambda screen: screen.separation)


def at_the_ends(scene: ShapesAndAxis, screen: Screen) -> list[FeatureRef]:
    """Of the edges that light runs along on a screen: those at the two ends of a gap; all, where there is none."""
    if screen.separation <= scene.near:
        return [*screen.edges]
    n, ends = (math.cos(screen.angle), math.sin(screen.angle)), ends_between(scene, screen.angle)
    bounds = {ends.right: ends.low, ends.left: ends.high}
    feet = {edge: float(scene.shape_of(edge).edges[edge.index][0] @ n) for edge in screen.edges}
    return [edge for edge, foot in feet.items() if abs(foot - bounds[edge.owner]) < scene.near]


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
    last = (span.high if n[0] * x + n[1] * y > 0.0 else -span.low) + STICKS_OUT  # the places grow that way
    canvas.arrow(point_at(base, n, last - STICKS_OUT), point_at(base, n, last), Ink.EXAMINED, line=Line.THIN)


def is_held_back(moment: Moment[Any]) -> bool:
    """Whether the shadow of B would tell what is asked: on a screen that the learner turns to a gap. Where the scene
    opens it stands there, to show what a shadow is."""
    return moment.is_open and isinstance(moment.step, ByHand) and finds_light(moment) and not opens_at(moment.scene)


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

    for low, high, ink, lane in ((low_a, high_a, Ink.A, 5.0), (low_b, high_b, Ink.B, -5.0)):
        canvas.stroke((at(low, lane), at(high, lane)), ink, line=Line.MEASURE, opacity=0.8)
    between = projections.facing_ends(Interval(low_a, high_a), Interval(low_b, high_b))
    ink = scene.ink_of(screen.separation)
    canvas.stroke((at(between.low), at(between.high)), ink, line=Line.FEATURE)
    canvas.label(
        ", ".join(tinted(screen)),
        at(middle, 10.0),
        INKS[screen.edges[0].owner],
        toward=tuple(side),
        style=TextStyle.CAPTION,
    )


def tinted(screen: Screen) -> list[str]:
    """The names of the edges that light runs along, each in its owner's ink."""
    return [tint(f"{edge.owner}{edge.index}", INKS[edge.owner]) for edge in screen.edges]


def draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The two screens that are all that a faulty test looks at, with the overlaps that it finds there: the upright
    one on the side that the screen in full leaves free."""
    scene, lit = moment.scene, moment.latest(EdgesLit)
    is_right = lit is not None and from_above(best_of(lit.screens).angle) > 1e-9
    for angle, name in ((0.0, "x"), (-math.pi / 2.0 if is_right else math.pi / 2.0, "y")):
        n, off, _ = scene.beside(angle)
        base = ((off + 0.35) * n[1], -(off + 0.35) * n[0])
        found = spans(scene, angle)
        for own, ink, lane in zip(found, (Ink.A, Ink.B), (4.0, -4.0), strict=True):
            ends = [point_at(point_at(base, n, t), (n[1], -n[0]), lane * canvas.pixel) for t in (own.low, own.high)]
            canvas.stroke(ends, ink, line=Line.MEASURE, opacity=0.8)
        between = projections.facing_ends(*found)
        start, end = (point_at(base, n, t) for t in (between.low, between.high))
        measures.measure(canvas, start, end, Ink.FAULTY, f"{name}: {gap_or_overlap(scene, angle)}", side=-1.0)
