"""The last picture of the angular bound: a wall before A, and how far A's front may come and has come."""

from __future__ import annotations

import math

import numpy as np

from geometry.shape import Convex
from geometry.vector import Vector
from lessons.motion.angular_bound_scene import CENTROID, GAP, SEEN, Turning, is_beaten
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

TO_BARS, ROW = 46.0, 40.0  # pixels from the body down to the first bar, and between two bars
WORDS = 30.0  # pixels that a bar takes upwards with the words above it
OMEGA = 44.0  # pixels, radius of the arc that says how far A turns
ABOVE = 16.0  # pixels from the way of the centre up to its velocity
N_OVER = 26.0  # pixels from the bar of the gap up to the normal: A never comes as low
WALL = 14.0  # pixels of it that are drawn
CLEAR = 58.0  # pixels from the wall to the middle of words below it
UNDER = 4.0  # pixels from the bar of the gap down to the end of the wall: words of the next bar come below
NAME = 56.0  # pixels that the wall's name takes beside it
ALIKE = 16.0  # pixels: marks on a bar as near as this to each other have one name


def draw_wall(canvas: Canvas, moment: Moment[Turning], shape: Convex, t: float) -> None:
    """Where A's front was, the wall before it, how far the front has come at most and how far in fact; and the line
    that it stays before."""
    scene, found = moment.scene, moment.scene.found
    x = float(scene.a.world.points[:, 0].max()) + scene.a.shape.radius
    y, top = scene.low - TO_BARS * canvas.pixel, scene.high(t)
    if scene.speed:
        top = max(top, float(scene.pivot[1]) + 2.0 * ABOVE * canvas.pixel)
    is_less, over = is_beaten(moment), top + WORDS * canvas.pixel
    gap, bound, advance = (y - row * ROW * canvas.pixel for row in range(3))
    low, wrong = advance - 14.0 * canvas.pixel, bound  # a faulty bound stands in the place of the right one
    canvas.stroke(((x, low), (x, top)), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.label("front at t = 0", (x, low), Ink.QUIET, toward=(0.0, -1.0))
    measures.unit_arrow(canvas, (x, y + N_OVER * canvas.pixel), (1.0, 0.0), ink=Ink.TEXT)
    _velocity(canvas, scene, t)
    _radius(canvas, moment, shape, t)
    when, came = scene.farthest_front(t)
    _obstacle(canvas, x + GAP, gap - UNDER * canvas.pixel, top, x + came)
    projections.length_bar(canvas, (x, gap), GAP, Ink.GAP)
    canvas.label(f"gap $g$ = **{fixed(GAP)}**", (x, gap), Ink.GAP, toward=(-1.0, 0.0))
    if when < t:
        marks.ghost(canvas, scene.shape_at(when, moves=True), Ink.A)
    canvas.crowd(Ink.GHOST, segments=((x, top, x, over),), opacity=0.0)  # room for its words, also when it is gone
    if t > 0.0:
        if t <= scene.safe:  # later the line is in the wall or behind it, and rules out nothing
            ends = x + found.total * t
            canvas.stroke(((ends, bound), (ends, over)), Ink.EXAMINED, line=Line.MEASURE)
            words = f"A cannot pass this line before t = {scene.told(t)}"
            canvas.label(words, (ends, over - 8.0 * canvas.pixel), Ink.EXAMINED, toward=(-1.0, 0.0))
        if not is_less:
            _sum(canvas, scene, (x, bound), t)
        words = f"A's front in fact: **{fixed(came)}**"
        words += f", at t = {fixed(when)}" if when < t else ""
        projections.length_bar(canvas, (x, advance), came, Ink.A, words)
    if came > 0.0:
        for here, there in ((advance, bound), (gap, top)):
            canvas.stroke(((x + came, here), (x + came, there)), Ink.A, line=Line.DOTTED)  # not through words
    if is_less and t > 0.0:
        ends = x + (found.motion + moment.faulty.bound) * t  # which A is seen to have passed
        canvas.stroke(((ends, wrong), (ends, top)), Ink.FAULTY, line=Line.DOTTED)
        _beaten(canvas, moment, (x, wrong), came, t)


def _obstacle(canvas: Canvas, x: float, low: float, high: float, front: float) -> None:
    """The wall, seen as far as A's front may meet it; its name is not where the line of the front stands."""
    right = x + WALL * canvas.pixel
    canvas.area(((x, low), (right, low), (right, high), (x, high)), Ink.B, opacity=0.3, hatched=True)
    canvas.stroke(((x, low), (x, high)), Ink.B, line=Line.OUTLINE)
    beside = max(right, front) if front < right + NAME * canvas.pixel else right
    canvas.label("wall", (beside, 0.5 * (low + high)), Ink.B, toward=(1.0, 0.0), style=TextStyle.BOLD)


def _beaten(canvas: Canvas, moment: Moment[Turning], start: tuple[float, float], came: float, t: float) -> None:
    """The faulty bound, and by how much A's front has gone beyond it."""
    (x, y), wrong = start, (moment.scene.found.motion + moment.faulty.bound) * t
    projections.length_bar(canvas, start, wrong, Ink.FAULTY)
    words = f"{moment.compare}: **{fixed(wrong)}**"
    if came - wrong > SEEN:
        measures.measure(canvas, (x + wrong, y), (x + came, y), Ink.FAULTY)
        words += (
            f", error **{fixed(float(fixed(came)) - float(fixed(wrong)))}**"  # of the lengths as they are printed
        )
    canvas.label(words, (x + max(came, wrong) + 4.0 * canvas.pixel, y), Ink.FAULTY, toward=(1.0, 0.0))


def _radius(canvas: Canvas, moment: Moment[Turning], shape: Convex, t: float) -> None:
    """What the turn's part of the bound is made of: the farthest vertex' distance from the centre of rotation, and
    how far A has turned; beside a faulty bound what that takes instead."""
    scene, is_less = moment.scene, is_beaten(moment)
    r, center = scene.found.radius, scene.pivot + (scene.speed * t, 0.0)
    if r == 0.0:
        return
    far = scene.found.furthest
    end, ink, name = shape.points[far], Ink.EXAMINED, "r"
    middle, moved = shape.centroid, center - scene.pivot
    beside = (-0.6, 1.0 if end[1] > middle[1] else -1.0)  # not into the wall
    canvas.label(f"v{far}", end, Ink.A, toward=beside, style=TextStyle.CAPTION)
    if is_less and moment.compare == CENTROID:
        ink, name = Ink.FAULTY, r"r_\mathrm{centroid}"
        end = scene.from_centroid(shape)
        canvas.label("centroid", middle, Ink.FAULTY, toward=middle - end, style=TextStyle.CAPTION)
    elif is_less:
        chord = scene.on_arc(0.0) + moved, scene.on_arc(1.0) + moved
        canvas.stroke(chord, Ink.FAULTY, line=Line.DOTTED)
        canvas.label("chord", (chord[0] + chord[1]) / 2.0, Ink.FAULTY, toward=(0.0, -1.0))
    begin = middle if ink is Ink.FAULTY else center
    canvas.stroke((begin, end), ink, line=Line.MEASURE if ink is Ink.EXAMINED else Line.DOTTED)
    canvas.dot(center, Ink.EXAMINED, Point.SMALL)  # where it is now: the ring may still be where it was
    x, y = end - begin
    canvas.label(f"${name}$", (begin + end) / 2.0, ink, toward=(-y, x))
    if scene.angle * t:
        omega(canvas, center, scene.start_angle, scene.angle * t)


def omega(canvas: Canvas, center: Vector, start: float, turn: float) -> None:
    """How far A has turned, as an arrow around its centre of rotation."""
    measures.angle_arc(canvas, center, start, start + turn, Ink.EXAMINED, radius=OMEGA, arrow=True)
    if turn:
        middle = way(start + turn / 2.0)
        canvas.symbol(r"\omega", center + OMEGA * canvas.pixel * middle, Ink.EXAMINED, toward=middle)


def way(a: float) -> Vector:
    """The unit vector in a direction."""
    return np.array((math.cos(a), math.sin(a)))


def _velocity(canvas: Canvas, scene: Turning, t: float) -> None:
    """The centre's velocity, and below it how far the centre has come."""
    if scene.speed:
        start, end = scene.pivot, scene.pivot + (scene.speed * t, 0.0)
        above = start + (0.0, ABOVE * canvas.pixel)
        canvas.arrow(above, above + (scene.speed, 0.0), Ink.TEXT, line=Line.MEASURE)
        canvas.symbol(r"\boldsymbol{v}", above + (scene.speed, 0.0), Ink.TEXT, toward=(1.0, 0.0))
        if scene.speed * t >= ALIKE * canvas.pixel:  # a shorter one has no ring at its end
            canvas.stroke((start, end), Ink.EXAMINED, line=Line.DASHED)


def _sum(canvas: Canvas, scene: Turning, start: tuple[float, float], t: float) -> None:
    """The unrolled bar of r, laid along n̂ after the way of the centre."""
    found, (x, y) = scene.found, start
    by, moved = "" if t == 1.0 else r"\,t", found.motion * t
    name = rf"$\boldsymbol{{v}}\cdot\hat n{by}$ = {fixed(moved)}"
    if moved > 0.0:
        projections.length_bar(canvas, start, moved, Ink.TEXT)
        is_long = moved > 100.0 * canvas.pixel
        place, toward = ((x + moved / 2.0, y), (0.0, 1.0)) if is_long else ((x, y), (-1.0, 0.0))
        canvas.label(name, place, Ink.TEXT, toward=toward)
    if found.bound > 0.0:
        projections.length_bar(canvas, (x + moved, y), found.bound * t, Ink.EXAMINED)
    if found.bound * t > 100.0 * canvas.pixel and moved > 0.0:
        middle = x + moved + found.bound * t / 2.0
        if abs(middle - x - GAP) < CLEAR * canvas.pixel and GAP + 2.0 * CLEAR * canvas.pixel < found.total * t:
            middle = x + GAP + (CLEAR + 6.0) * canvas.pixel  # not below the end of the wall
        above = (middle, y + 8.0 * canvas.pixel)
        canvas.label(rf"$r\,|\omega|{by}$ = {fixed(found.bound * t)}", above, Ink.EXAMINED, toward=(0.0, 1.0))
    words = rf"$\mu{by}$ = **{fixed(found.total * t)}**"
    canvas.label(words, (x + found.total * t, y), Ink.EXAMINED, toward=(1.0, 0.0))
