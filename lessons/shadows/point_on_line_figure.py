"""The figure of a point on a line: two vectors, two areas on the line, and the light that falls on it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.faulty.foot import FaultyFoot
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.projection import Divided, Dotted, FootFound, Squared
from geometry.vector import left_of, length
from lessons.shadows.point_on_line_arc import away, draw_arc, has_arc, is_moving, shown
from lessons.shadows.point_on_line_faulty import begun
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import equation, fixed, tint

SCALE = 30.0  # pixels from the areas to the scale of t
RAY = (66.0, 22.0)  # pixels farther out than c: both ends of a ray of the light
RAYS = (-150.0, -90.0, -30.0, 30.0, 90.0, 150.0)  # pixels along the line from c to each of them
TURN = 3.0  # of its time a third each: to turn, to stay, to turn back
CROSS = 10.0  # pixels from the middle of a cross around a ring to its ends
LIGHT = 0.22  # its strength at the line
LEAST, NEARER, GAP = 0.3, (0.5, 0.1), 44.0  # p_x that is wanted; two lengths of q; pixels above each of their areas
OFF = 52.0  # pixels from the line to the measured length on it, which is part of the scale of t


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The line, a, b, c and what this step makes of them."""
    scene, step = shown(moment), moment.step
    if scene.found is not None:
        canvas.unbounded(scene.a, scene.q, Ink.CONSTRUCTION, line=Line.THIN)
        if isinstance(step, Dotted) and not moment.compare and turned(moment.time) > 0.0:
            draw_turned(canvas, scene, turned(moment.time))
        elif isinstance(step, Dotted | Squared | Divided):
            draw_areas(canvas, moment)
        elif isinstance(step, FootFound):
            draw_foot(canvas, moment, scene)
        elif scene.height > 24.0 * canvas.pixel:
            draw_rays(canvas, scene)
    elif isinstance(step, Squared) and not moment.is_open:
        draw_nearing(canvas, scene)
    above = np.array((0.0, 1.0)) if scene.found is None else -away(scene)
    for name, v, ink in (("q", scene.q, Ink.TEXT), ("p", scene.p, Ink.EXAMINED)):
        if length(v):
            canvas.arrow(scene.a, scene.a + v, ink, line=Line.MEASURE)
            canvas.feature((scene.a, scene.a + v), FeatureRef(name, FeatureKind.PART), ink)
    if length(scene.q):
        canvas.symbol(r"\boldsymbol{q}", scene.a + 0.5 * scene.q, Ink.TEXT, toward=above)
    along = scene.p if scene.found is None else np.sign(float(left_of(scene.q) @ scene.p)) * left_of(scene.p)
    is_foot = isinstance(step, FootFound)
    if is_foot and float(along @ (scene.a - scene.found.foot)) < 0.0:
        along = -along  # off the light from c
    toward = along if length(along) else above
    canvas.symbol(r"\boldsymbol{p}", scene.a + 0.55 * scene.p, Ink.EXAMINED, toward=toward, fixed=is_foot)
    behind = -scene.q - 0.4 * scene.p if scene.found is not None else (-1.0, -1.0)
    for name, at, ink, toward in (
        ("a", scene.a, Ink.TEXT, behind),
        ("b", scene.b, Ink.TEXT, scene.q - 0.3 * above if scene.found is not None else (1.0, -1.0)),
        ("c", scene.c, Ink.EXAMINED, above),
    ):
        canvas.dot(at, ink, Point.FILLED if name == "c" else Point.RING)
        canvas.symbol(rf"\boldsymbol{{{name}}}", at, ink, toward=toward)
    if isinstance(moment.faulty, FaultyFoot) and begun(moment):
        draw_faulty(canvas, moment, moment.faulty)


def draw_nearing(canvas: Canvas, scene: Any) -> None:
    """Both areas for two short q to the right, one below the other: the rectangle shrinks less than the square."""
    px, at = float(scene.p[0]), scene.a
    if px < LEAST:
        return
    for x in NEARER:
        at = at - (0.0, GAP * canvas.pixel)
        for wide, ink in ((px, Ink.EXAMINED), (x, Ink.TEXT)):
            outline = [at + corner for corner in ((0.0, 0.0), (wide, 0.0), (wide, -x), (0.0, -x))]
            canvas.area(outline, ink, opacity=0.2)
            canvas.stroke(outline, ink, closed=True, line=Line.OUTLINE)
        words = rf"$\lVert\boldsymbol{{q}}\rVert$ = {fixed(x)}: $t$ = {fixed(px / x)}"
        canvas.label(words, at + (px, -0.5 * x), Ink.TEXT, toward=(1.0, 0.0))
        at = at - (0.0, x)


def draw_rays(canvas: Canvas, scene: Any) -> None:
    """The light, farther out than c: at a right angle to the line."""
    out, along, (far, near) = away(scene), scene.q / length(scene.q), RAY
    for aside in RAYS:
        above = scene.c + aside * canvas.pixel * along
        canvas.arrow(above - far * canvas.pixel * out, above - near * canvas.pixel * out, Ink.QUIET, line=Line.THIN)


def draw_areas(canvas: Canvas, moment: Moment[Any]) -> None:
    """The rectangle p · q on the line, then the square on q over it, then the scale of t below both."""
    scene, step = moment.scene, moment.step
    found, out, size = scene.found, away(scene), length(scene.q)
    down, value = size * out, float(scene.p @ scene.q)
    ink = Ink.EXAMINED
    foot, a, b = found.foot, scene.a, scene.b
    if isinstance(step, Squared | Divided):
        square = (a, b, b + down, a + down)
        canvas.area(square, Ink.TEXT, opacity=0.07)
        canvas.stroke(square, Ink.TEXT, closed=True, line=Line.OUTLINE)
        canvas.feature((b, b + down), FeatureRef("square", FeatureKind.PART), Ink.TEXT)
        words = rf"$\lVert\boldsymbol{{q}}\rVert^2$ = **{fixed(float(scene.q @ scene.q))}**"
        if found.fraction > 1.0:  # what is wider has its words beside it, the other one inside
            canvas.label(words, (a + b + down) / 2.0, Ink.TEXT)
        else:
            canvas.label(words, b + 0.5 * down, Ink.TEXT, toward=scene.q)
    rectangle = (a, foot, foot + down, a + down)
    canvas.area(rectangle, ink, opacity=0.22, hatched=value < 0.0)
    canvas.stroke(rectangle, ink, closed=True, line=Line.OUTLINE)
    canvas.feature((a + down, foot + down), FeatureRef("p · q", FeatureKind.PART), ink)
    words = tint(rf"$\boldsymbol{{p}}\cdot{{\boldsymbol{{q}}}}$ = **{fixed(value)}**", ink)
    if found.fraction > 1.0 and not isinstance(step, Dotted):
        canvas.label(words, foot + 0.5 * down, ink, toward=scene.q, style=TextStyle.BOLD)
    elif found.fraction < 0.0:  # not into the square
        canvas.label(words, foot + 0.5 * down, ink, toward=-scene.q, style=TextStyle.BOLD)
    else:
        canvas.label(words, (a + foot + down) / 2.0, ink, style=TextStyle.BOLD)
    canvas.stroke((a, foot), ink, line=Line.BAR)
    middle = a + (0.75 if found.fraction > 1.0 else 0.5) * (foot - a)  # not at b
    canvas.label(r"shadow of $\examined{\boldsymbol{p}}$", middle, ink, toward=out, style=TextStyle.CAPTION)
    canvas.symbol(r"\lVert\boldsymbol{q}\rVert", a + 0.5 * down, Ink.TEXT, toward=(a - foot) if value else -scene.q)
    canvas.stroke((scene.c, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    if scene.height > 24.0 * canvas.pixel:
        measures.right_angle(canvas, foot, scene.a - foot if found.fraction > 0.3 else scene.q, scene.c - foot)
    if isinstance(step, Dotted):
        start, turn = math.atan2(scene.q[1], scene.q[0]), angle_of(scene)
        measures.angle_arc(
            canvas, a, start, start + turn, Ink.EXAMINED, f"{abs(math.degrees(turn)):.0f}°", radius=44.0
        )
    if isinstance(step, Divided):
        draw_scale(canvas, scene, size + SCALE * canvas.pixel, found.fraction)


def turned(time: float) -> float:
    """How much of the turn that lays q along x is done: out, held, and back to 0 at the end."""
    part = min(1.0, TURN * min(time, 1.0 - time))
    return part * part * (3.0 - 2.0 * part)


def draw_turned(canvas: Canvas, scene: Any, part: float) -> None:
    """p, q and their area turned about a towards the x axis: the products change and their sum stays."""
    angle = -part * math.atan2(scene.q[1], scene.q[0])
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.array(((cos, -sin), (sin, cos)))
    a, p, q = scene.a, turn @ scene.p, turn @ scene.q
    shadow, down = scene.found.fraction * q, length(q) * (turn @ away(scene))
    canvas.unbounded(a, (1.0, 0.0), Ink.QUIET, line=Line.DOTTED)
    rectangle = (a, a + shadow, a + shadow + down, a + down)
    canvas.area(rectangle, Ink.EXAMINED, opacity=0.22, hatched=scene.found.fraction < 0.0)
    canvas.stroke(rectangle, Ink.EXAMINED, closed=True, line=Line.OUTLINE)
    canvas.stroke((a + p, a + shadow), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.arrow(a, a + q, Ink.TEXT, line=Line.MEASURE)
    canvas.arrow(a, a + p, Ink.EXAMINED, line=Line.MEASURE)
    x, y = (float(product) for product in p * q)
    told = equation("{x} + {y} = **{result}**", lambda x, y: x + y, x=x, y=y).replace("+ −", "− ")
    canvas.label(
        f"$p_xq_x+p_yq_y$ = {told}",
        (rectangle[2] + rectangle[3]) / 2.0,
        Ink.EXAMINED,
        toward=down,
        style=TextStyle.BOLD,
    )


def draw_scale(canvas: Canvas, scene: Any, away_from: float, t: float, names: bool = True) -> None:
    """The fractions of the way from a to b, so far from the line, with a mark at one of them, and its number."""
    fraction, out = scene.found.fraction, away(scene)
    off = away_from * out
    low, high = min(fraction, 0.0), max(fraction, 1.0)
    canvas.stroke((scene.a + low * scene.q + off, scene.a + high * scene.q + off), Ink.CONSTRUCTION, line=Line.THIN)
    for tick, name in ((0.0, "$t$ = 0"), (1.0, "$t$ = 1")):
        at = scene.a + tick * scene.q + off
        canvas.stroke((at - 7.0 * canvas.pixel * out, at + 7.0 * canvas.pixel * out), Ink.QUIET, line=Line.MEASURE)
        canvas.label(name, at, Ink.QUIET, toward=out, style=TextStyle.CAPTION)
    at = scene.a + t * scene.q + off
    canvas.dot(at, Ink.ANSWER, Point.FILLED)
    canvas.feature((at,), FeatureRef("t", FeatureKind.PART), Ink.ANSWER)
    canvas.label(f"$t$ = **{fixed(t)}**" if names else "$t$", at, Ink.ANSWER, toward=out, style=TextStyle.BOLD)


def angle_of(scene: Any) -> float:
    """From q to p, in radians; negative clockwise."""
    (px, py), (qx, qy) = scene.p, scene.q
    return math.atan2(qx * py - qy * px, qx * px + qy * py)


def draw_foot(canvas: Canvas, moment: Moment[Any], scene: Any) -> None:
    """The light that falls from c to the line, the foot below it, and what is measured: along the line and to c.
    `scene`: with c where it is now. While c moves, sentence and table alone tell numbers."""
    found, moves = scene.found, is_moving(moment)
    a, foot, out, size = scene.a, found.foot, away(scene), scene.height
    if size > 24.0 * canvas.pixel:
        if not moment.compare and has_arc(moment.scene):
            up = scene.c - foot
            canvas.light((a, foot, scene.c, a + up), foot, up, Ink.EXAMINED, LIGHT)
            draw_arc(canvas, moment.scene, moment.time)
        canvas.stroke((scene.c, foot), Ink.ANSWER, line=Line.DASHED)
        if not moves:
            canvas.label(
                fixed(size), (scene.c + foot) / 2.0, Ink.TEXT, toward=foot - a if found.fraction else scene.q
            )
        measures.right_angle(canvas, foot, a - foot if found.fraction > 0.3 else scene.q, scene.c - foot, Ink.ANSWER)
    off = OFF * canvas.pixel
    if not moment.compare:
        draw_scale(canvas, scene, off, found.fraction, names=not moves)
    if abs(found.signed_length) > 1e-9:
        start, end = a + off * out, foot + off * out
        words = "" if moves else rf"$\answer{{\ell}}$ = **{fixed(found.signed_length)}**"
        side = 1.0 if float(left_of(foot - a) @ out) > 0.0 else -1.0
        canvas.stroke((a, foot), Ink.ANSWER, line=Line.BAR, opacity=0.45)
        measures.measure(canvas, start, end, Ink.ANSWER, words, side=side)
        canvas.feature((start, end), FeatureRef("ℓ", FeatureKind.PART), Ink.ANSWER)
    marks.answer(canvas, foot)
    canvas.feature((foot,), FeatureRef("f", FeatureKind.PART), Ink.ANSWER)
    canvas.symbol(r"\boldsymbol{f}", foot, Ink.ANSWER, toward=scene.q + length(scene.q) * out)


def draw_faulty(canvas: Canvas, moment: Moment[Any], found: FaultyFoot) -> None:
    """Where a faulty rule puts the foot, and at the end how far off that is."""
    scene, out = moment.scene, away(moment.scene)
    canvas.stroke((scene.c, found.foot), Ink.FAULTY, line=Line.DOTTED)
    wrong = found.foot - scene.found.foot
    free = wrong / length(wrong) if found.error > 1e-6 else 0.0 * out
    marks.cross(canvas, found.foot, r"$\boldsymbol{f}'$", Ink.FAULTY, toward=free - 0.8 * out)
    if isinstance(moment.step, FootFound) and found.error > 1e-6:
        off = 2.3 * OFF * canvas.pixel * out
        ends = scene.found.foot + off, found.foot + off
        side = 1.0 if float(left_of(ends[1] - ends[0]) @ out) > 0.0 else -1.0
        for end in (scene.found.foot, found.foot):
            canvas.stroke((end, end + off), Ink.FAULTY, line=Line.THIN, opacity=0.5)
        measures.measure(canvas, *ends, Ink.FAULTY, f"error {fixed(found.error)}", side=side)
    if min(math.dist(found.foot, end) for end in (scene.a, scene.b)) < 4.0 * canvas.pixel:
        for x in (-CROSS, CROSS):  # wider than the ring there, which would hide it
            arm = canvas.pixel * np.array((x, CROSS))
            canvas.stroke((found.foot - arm, found.foot + arm), Ink.FAULTY, line=Line.MEASURE)
