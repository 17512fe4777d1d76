"""How the world of two shadows is drawn: both projections beside an axis, with what lies between them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Interval
from geometry.faulty.sat import FaultyAxis
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separation_curve import (
    BetweenKinks,
    ByHand,
    EveryDirection,
    angle_of,
    between_kinks,
    by_hand,
)
from geometry.sat.support import ends_along, support
from geometry.vector import length
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.mark import Pair
from viz.lesson.screen import point_at, xy
from viz.lesson.text import fixed

ZERO_ROOM = 50.0  # pixels along the axis from its origin to a pill on the same side
END_ROOM = (94.0, 28.0)  # pixels, level and upright, from the middle of a pill to that of a number beside it
NUMBER_OFF = 12.0  # pixels from an edge to its number, and at least from there to a line
UPRIGHT = 0.2  # an axis whose direction has less than this x
ASIDE = 17.0  # pixels from the axis to the number of an end that decides
PILL, PILL_OFF = (45.0, 11.0), 8.0  # pixels: half of a pill's width and height; from the axis to it
WORDS = (44.0, 9.0)  # pixels: half of such a number's width and height
HAND = ByHand | EveryDirection | BetweenKinks  # steps that look along the axis that the learner turns
INKS = {"A": Ink.A, "B": Ink.B}


def clear_foot(ends: np.ndarray, arrow: np.ndarray, other: Convex, room: float = 0.2) -> np.ndarray:
    """Where on an edge an arrow stands: in its middle, or where its tip is clear of the other shape by some share of
    its length."""

    def outside(foot: np.ndarray) -> float:
        tip = foot + arrow
        if len(other.points) > 2:
            return float(((tip - other.points) * other.normals).sum(axis=1).max())
        return min(math.dist(tip, point) for point in other.points) - other.radius

    room *= length(arrow)
    feet = [(1.0 - t) * ends[0] + t * ends[1] for t in (0.5, 0.25, 0.75, 0.12, 0.88)]
    return next((foot for foot in feet if outside(foot) > room), max(feet, key=outside))


def draw_projections(canvas: Canvas, scene: ShapesAndAxis, angle: float, step: Any) -> None:
    """Both projections beside the axis at an angle, and the slab between the two ends that decide; with the names
    that the ends have in the formula."""
    n, off, _ = scene.beside(angle)
    side, aside = scene.side(angle), scene.out(angle)
    base = (off * n[1], -off * n[0])
    a, b = scene.a.world, scene.b.world
    found = by_hand(a, b, np.array(n))
    between = projections.facing_ends(found.projection_a, found.projection_b)
    ink, middle_at = scene.ink_of(found.separation), (between.low + between.high) / 2.0
    highest = max(support(shape, (-aside[0], -aside[1])).value for shape in (a, b)) + 0.15
    projections.slab(canvas, n, between, ink, along=Interval(*sorted((-off, side * highest))))
    # The bar of the shape nearer the axis lies on the side of the shapes: the other one stands back from its end.
    inner = side if support(a, aside).value >= support(b, aside).value else -side
    for shape, span, owner, lane in ((a, found.projection_a, "A", inner), (b, found.projection_b, "B", -inner)):
        projections.projection(canvas, base, n, span, INKS[owner], lane=lane * projections.LANE)
        for value, sign, word in ((span.low, -1.0, "min"), (span.high, 1.0, "max")):
            vertex = support(shape, (sign * n[0], sign * n[1])).point
            end = point_at(base, n, value)
            decides = value in (between.low, between.high)
            if decides:
                canvas.dot(vertex, INKS[owner])
            else:
                canvas.stroke((xy(vertex), end), INKS[owner], line=Line.DASHED)
            told = rf"$\{word}_{owner}$ = {fixed(value)}"
            if decides and not isinstance(step, BetweenKinks):
                is_low = value == between.low if between.length else sign > 0.0
                draw_end(canvas, base, n, aside, between, is_low, told, INKS[owner])
            elif isinstance(step, ByHand):
                # Beyond the end of the bar, a little to the side without shapes.
                toward = (sign * n[0] + 0.2 * aside[0], sign * n[1] + 0.2 * aside[1])
                canvas.label(told, end, INKS[owner], toward=toward)
    if isinstance(step, ByHand):
        draw_zero(canvas, base, aside, middle_at)
    middle = point_at(base, n, middle_at)
    measures.measure(canvas, point_at(base, n, between.low), point_at(base, n, between.high), ink)
    marks.pill(canvas, middle, scene.measured(angle), ink, toward=aside)


def draw_end(
    canvas: Canvas, base: Pair, n: Pair, out: Pair, ends: Interval, is_low: bool, told: str, ink: Ink
) -> None:
    """The number of an end that decides, on the side of the axis without shapes: level with it, or so far outward
    along the axis that the pill between the two has room, at a line from its end unless that runs under the pill."""
    (c, s), (u, v), pixel, sign = n, out, canvas.pixel, -1.0 if is_low else 1.0
    room = min(END_ROOM[0] / max(abs(c), 1e-9), END_ROOM[1] / max(abs(s), 1e-9)) * pixel
    far = (ends.low + ends.high) / 2.0 + sign * max(ends.length / 2.0, room)
    (x, y), end = point_at(base, n, far), point_at(base, n, ends.low if is_low else ends.high)
    off = ASIDE * pixel
    px, py = point_at(base, n, (ends.low + ends.high) / 2.0)
    px, py = (
        px + (PILL_OFF + PILL[0] * abs(s)) * pixel * u,
        py + (PILL_OFF + PILL[1] * abs(c)) * pixel * v,
    )  # of the pill
    style = TextStyle.CAPTION if abs(c) < UPRIGHT else TextStyle.LABEL  # beside an upright bar room is short
    canvas.label(told, (x + off * u, y + off * v), ink, toward=out, style=style, fixed=True)
    if abs(far - (ends.low if is_low else ends.high)) > off:  # it stands beside the other's bar
        away = off + (9.0 + abs(s) * WORDS[0] + abs(c) * WORDS[1]) * pixel
        wx, wy = x + away * u - end[0], y + away * v - end[1]  # from the end to the middle of the words
        short = 1.0 - min(WORDS[0] * pixel / max(abs(wx), 1e-9), WORDS[1] * pixel / max(abs(wy), 1e-9), 1.0)
        tip = end[0] + short * wx, end[1] + short * wy
        if not any(
            abs((1 - t) * end[0] + t * tip[0] - px) < PILL[0] * pixel
            and abs((1 - t) * end[1] + t * tip[1] - py) < PILL[1] * pixel
            for t in (0.2, 0.4, 0.6, 0.8)
        ):
            canvas.stroke((end, tip), ink, line=Line.THIN)


def draw_numbers(
    canvas: Canvas, scene: ShapesAndAxis, shape: Convex, owner: str, angle: float, *, named: bool = False
) -> None:
    """The numbers of the edges, each where no end of a projection's line runs through it. `named`: with the letter of
    their owner."""
    (c, s), off = (math.cos(angle), math.sin(angle)), NUMBER_OFF * canvas.pixel
    ends = [value for each in (scene.a, scene.b) for value in ends_along(each.world, c, s)]
    for i, (((x, y), (u, v)), (nx, ny)) in enumerate(zip(shape.edges.tolist(), shape.normals.tolist(), strict=True)):
        places = [((1.0 - t) * x + t * u, (1.0 - t) * y + t * v) for t in (0.5, 0.36, 0.64, 0.24, 0.76)]
        room = [min(abs((px + off * nx) * c + (py + off * ny) * s - value) for value in ends) for px, py in places]
        clear = next((k for k, each in enumerate(room) if each > off), max(range(5), key=room.__getitem__))
        feature = FeatureRef(owner, FeatureKind.EDGE, i)
        style = TextStyle.NUMBER
        canvas.label(
            f"{owner}{i}" if named else str(i),
            places[clear],
            INKS[owner],
            toward=(nx, ny),
            style=style,
            feature=feature,
        )


def draw_cores(canvas: Canvas, scene: ShapesAndAxis, angle: float) -> None:
    """Where no edge normal is best: the two vertices (of round shapes: points of their cores) that lie nearest to
    each other, on a line along the axis."""
    found = between_kinks(scene.a.world, scene.b.world, angle)
    a, b = scene.a.world.points[found.vertex_a], scene.b.world.points[found.vertex_b]
    for shape, at in ((scene.a.world, a), (scene.b.world, b)):
        if len(shape.points) == 2:
            canvas.stroke(shape.points, Ink.QUIET, line=Line.DASHED)
        canvas.dot(at, Ink.ANSWER, Point.SMALL)
    canvas.stroke((a, b), Ink.ANSWER, line=Line.THIN)
    if scene.a.world.radius + scene.b.world.radius > 0.0:
        canvas.symbol(r"\mathbf{d}", (a + b) / 2.0, Ink.ANSWER, toward=(-found.difference[1], found.difference[0]))


def draw_zero(canvas: Canvas, base: Pair, aside: Pair, pill: float) -> None:
    """Where an axis counts from: the foot of the world's origin; its name on the side of the shapes only where the
    pill is near on the other."""
    tick = 2.0 * projections.LANE * canvas.pixel
    canvas.stroke([point_at(base, aside, end) for end in (-tick, tick)], Ink.TEXT, line=Line.THIN)
    side = 1.0 if abs(pill) > ZERO_ROOM * canvas.pixel else -1.0
    toward = (side * aside[0], side * aside[1])
    canvas.label("origin", point_at(base, toward, tick), Ink.QUIET, toward=toward, style=TextStyle.CAPTION)


def draw_difference(canvas: Canvas, scene: ShapesAndAxis, step: BetweenKinks) -> None:
    """The two vertices that decide, the difference between them, and its angle with the axis."""
    a, b = scene.a.world.points[step.vertex_a], scene.b.world.points[step.vertex_b]
    start, end = (a, b) if float((b - a) @ step.difference) >= 0.0 else (b, a)
    for owner, shape, i, at in (("A", scene.a.world, step.vertex_a, a), ("B", scene.b.world, step.vertex_b, b)):
        canvas.dot(at, INKS[owner])
        if len(shape.points) > 1:
            feature, style = FeatureRef(owner, FeatureKind.VERTEX, i), TextStyle.BOLD
            inward = shape.centroid - at
            canvas.label(f"v{i}", at, INKS[owner], toward=inward, style=style, feature=feature)
    if length(step.difference) > 24.0 * canvas.pixel:
        tilt = math.atan2(step.difference[1], step.difference[0])
        measures.vector_arrow(canvas, start, end - start, Ink.ANSWER, r"\mathbf{d}")
        way = np.array((math.cos(step.angle), math.sin(step.angle)))
        canvas.stroke((start, start + 60.0 * canvas.pixel * way), Ink.CONSTRUCTION, line=Line.DASHED)
        turn = math.remainder(tilt - step.angle, math.tau)
        measures.angle_arc(canvas, start, step.angle, step.angle + turn, Ink.TEXT, r"$\alpha$", radius=24.0)


def draw_mistake(canvas: Canvas, scene: ShapesAndAxis, found: FaultyAxis) -> None:
    """In the world: the axis that a faulty search settles on, with thin bars and the gap or overlap that it reports
    there, on the far side of the shapes from where an axis is drawn in full."""
    angle = angle_of(found.axis.direction)
    for edge, normal_at in scene.edges.items():
        if edge.owner == found.axis.owner.value and apart(normal_at, angle) <= 1e-9:  # it offers this axis
            shape = scene.shape_of(edge)
            inward = -5.0 * canvas.pixel * shape.normals[edge.index]
            canvas.stroke(shape.edges[edge.index] + inward, Ink.FAULTY, line=Line.DOTTED)
    n, off, span = scene.beside(angle + math.pi)
    told = by_hand(scene.a.world, scene.b.world, np.array(n))
    between = projections.facing_ends(told.projection_a, told.projection_b)
    far = off + 0.1 * scene.side(angle)
    foot = (far * n[1], -far * n[0])
    canvas.stroke([point_at(foot, n, value) for value in (span.low, span.high)], Ink.FAULTY, line=Line.THIN)
    for owner, bar, lane in (("A", told.projection_a, 1.0), ("B", told.projection_b, -1.0)):
        out = -lane * projections.LANE * canvas.pixel
        beside = (foot[0] + out * n[1], foot[1] - out * n[0])
        ends = [point_at(beside, n, value) for value in (bar.low, bar.high)]
        canvas.stroke(ends, INKS[owner], line=Line.DOTTED)
        outer = 1 if bar.high == span.high else 0
        toward = n if outer else (-n[0], -n[1])
        canvas.label(owner, ends[outer], INKS[owner], toward=toward, style=TextStyle.CAPTION)
    low, high = (point_at(foot, n, value) for value in (between.low, between.high))
    at = point_at(foot, n, span.high + 22.0 * canvas.pixel)
    canvas.label(rf"$\theta$ = {degrees(angle)}", at, Ink.FAULTY, toward=n, style=TextStyle.CAPTION)
    words = f"$s$ = {fixed(told.separation)}"
    measures.measure(canvas, low, high, Ink.FAULTY, words, side=-1.0)
