"""Lengths below the bodies: how far A moves in a time step, both extents, the overlap, and the gap; how far the
farthest point of a body turns."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from geometry.time_of_impact.discrete import ContinuousAsked, StepsNeeded, WidthsMeasured
from geometry.vector import Points
from lessons.motion.tunnelling_scene import Stepped, reach
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.measures import angle_arc, measure
from viz.lesson.text import fixed, tint

BELOW, ROW = 16.0, 40.0  # pixels from the bodies to the first length below them, and from there to the second
NAME_BELOW = 22.0  # pixels more, where the samples are named below A
ROW_BESIDE = 120.0  # the same where they stand beside the bodies
NAME = 19.0  # pixels from the joined extents to the middle of their name, where they are nearly level
LEVEL = 0.05
LONG = 90.0  # pixels: a length that has room for its name below it
ARC, ASKED = 0.24, 0.18  # of the radius: where an angle of a body that only turns is drawn, and while it is asked
LOW = 0.8  # of that angle: where its name stands
At = Callable[[float, float], Pair]  # the place at a length along the motion, in a row


def lengths(canvas: Canvas, moment: Moment[Any], outline: Points, *, is_sampled: bool) -> None:
    """How far A moves in a step, and both extents; in the whole time, and up to its impact. They have one scale and
    lie below the bodies where they are in the motion as seen from B, B being where the gap is least."""
    scene, widths, shown = moment.scene, moment.scene.widths, moment.scene.lengths
    if shown is None:
        return
    along, down = shown.along, shown.down
    moves = scene.sweep_b.motion.any()
    below = BELOW + (NAME_BELOW if moves else 0.0)
    pitch = ROW + (ROW_BESIDE - ROW) * abs(float(along[1]))

    def at(place: float, row: float) -> Pair:
        x, y = (place * along + (shown.low + (below + (1.0 - row) * pitch) * canvas.pixel) * down).tolist()
        return x, y

    begin, ahead = shown.begin, 0.0 if moves else shown.ahead
    step = min(int(scene.dips.fraction * scene.count), scene.count - 1)
    seen = ", as seen from B" if moves else ""
    start, way, symbol = (
        (begin + step * widths.step, widths.step, r"\|\boldsymbol{v}\|\,Δt")
        if is_sampled
        else (begin + ahead, widths.travel, r"\|\boldsymbol{v}\|")
    )
    if is_sampled and isinstance(moment.step, StepsNeeded) and scene.enough is not None:
        n = scene.enough  # the step that ends in the overlap, were there so many
        end = math.ceil(scene.dips.fraction * n) if scene.rescue is None else round(scene.rescue[0] * n)
        way, symbol = widths.travel / n, rf"\|\boldsymbol{{v}}\| / {n}"
        start = begin + (end - 1) * way
    canvas.arrow(at(start, 0), at(start + way, 0), Ink.EXAMINED)
    words = f"${symbol}$ = **{fixed(way)}**{seen}"
    canvas.label(words, at(start + way / 2.0, 0), Ink.EXAMINED, toward=down)
    # Two unseen points keep the room of both rows, so that all stages and both views have one scale.
    for corner in (at(begin, -0.5), at(begin + ahead + widths.travel, -0.5)):
        canvas.stroke((corner, corner), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    if is_sampled and isinstance(moment.step, WidthsMeasured | StepsNeeded) and scene.found != 0.0:
        _extents(canvas, moment, at, outline)
    elif not is_sampled and scene.impact and moment.latest(ContinuousAsked) is not None:
        free, symbol = scene.impact * widths.travel, r"t\,\|\boldsymbol{v}\|"
        if scene.is_head_on:
            free, symbol = scene.s(0.0), "s(0)"
        measure(canvas, at(begin + ahead, 1), at(begin + ahead + free, 1), Ink.GAP)
        beside = free < LONG * canvas.pixel
        place, side = (free, along) if beside else (free / 2.0, down)
        canvas.label(f"${symbol}$ = **{fixed(free)}**", at(begin + ahead + place, 1), Ink.GAP, toward=side)


def _extents(canvas: Canvas, moment: Moment[Any], at: At, outline: Points) -> None:
    """Both extents between first touch and last, A's in two parts; the overlap where it is shorter; of two that move
    each extent below its own body, at the start."""
    scene, widths, shown = moment.scene, moment.scene.widths, moment.scene.lengths
    along, down, way = shown.along, shown.down, scene.overlap_length
    moves = scene.sweep_b.motion.any()
    if way is not None and not scene.is_broad and (isinstance(moment.step, StepsNeeded) or not widths.can_tunnel):
        first = shown.begin + scene.dips.overlaps[0][0] * widths.travel
        measure(canvas, at(first, 1), at(first + way, 1), Ink.OVERLAP)
        canvas.label(f"$L$ = **{fixed(way)}**", at(first + way / 2.0, 1), Ink.OVERLAP, toward=down)
        if not moves and isinstance(moment.step, WidthsMeasured):
            _touches(canvas, scene, at, outline, (first, first + way))
        return
    if moves:
        for body, ink, name, width in (
            (scene.a, Ink.A, "w_A", widths.width_a),
            (scene.b, Ink.B, "w_B", widths.width_b),
        ):
            first = -reach(body.world, -along)
            measure(canvas, at(first, 1), at(first + width, 1), ink)
            canvas.label(f"${name}$ = **{fixed(width)}**", at(first + width / 2.0, 1), ink, toward=down)
        return
    front = (
        shown.ahead,
        widths.width_b,
        widths.width_a - shown.ahead,
    )  # from A's middle, at its first touch, to its front
    ends = np.cumsum((shown.near, *front)).tolist()
    first, last = ends[0], ends[-1]
    if scene.is_broad and isinstance(moment.step, WidthsMeasured):
        _touches(canvas, scene, at, outline, (first, last))
    for (begin, end), ink in zip(pairwise(ends), (Ink.A, Ink.B, Ink.A), strict=True):
        measure(canvas, at(begin, 1), at(end, 1), ink)
    parts = tint(f"**{fixed(widths.width_a)}**", Ink.A), tint(f"**{fixed(widths.width_b)}**", Ink.B)
    words = rf"$\A{{w_A}} + \B{{w_B}}$ = {' + '.join(parts)} = **{fixed(last - first)}**"
    is_level = abs(float(along[1])) < LEVEL
    place = at((first + last) / 2.0, 1.0 - NAME / ROW if is_level else 1.0)
    canvas.label(words, place, Ink.TEXT, toward=None if is_level else down, fixed=is_level)


def _touches(canvas: Canvas, scene: Stepped, at: At, outline: Points, ends: Pair) -> None:
    """A where it first touches B and where it last does, and lines down below its middle."""
    if scene.lengths is None:
        return
    names = ("first touch", -1.0), ("last touch", 1.0)
    for t, end, (name, side) in zip(scene.dips.overlaps[0], ends, names, strict=True):
        placed = scene.sweep_a.at(t).place(outline)
        canvas.stroke(placed, Ink.A, closed=True, line=Line.DASHED)  # a thin outline is where A is now
        middle, foot = scene.sweep_a.at(t).position, np.array(at(end, 1))
        low = middle + float(((placed - middle) @ scene.lengths.down).max()) * scene.lengths.down
        canvas.stroke((low, foot), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.label(name, (low + foot) / 2.0, Ink.A, toward=side * scene.lengths.along, style=TextStyle.CAPTION)


def turned(canvas: Canvas, moment: Moment[Any], *, is_asked: bool) -> None:
    """How far a body turns in one time step: the radius of its farthest point, and the angle from the sample that the
    sentence begins with; while asked, of a body that only turns, the whole angle."""
    scene: Stepped = moment.scene
    is_why = isinstance(moment.step, WidthsMeasured)
    if not scene.turns or not (is_why or (is_asked and not scene.widths.travel)):
        return
    k = scene.gaps_beside[0] if scene.gaps_beside is not None and is_why else 0
    own = len(scene.turning) > 1
    for body, sweep, ink in ((scene.a, scene.sweep_a, Ink.A), (scene.b, scene.sweep_b, Ink.B)):
        if not sweep.turn or (is_asked and not is_why and ink is Ink.B):
            continue
        pose, by = sweep.at(k / scene.count), sweep.turn / scene.count
        x, y = max((pose.place(body.shape.points) - pose.position).tolist(), key=_far_up)
        begin, reached = math.atan2(y, x), math.hypot(x, y) + body.shape.radius
        tip = pose.position + (reached * math.cos(begin), reached * math.sin(begin))
        size = (1.0 if scene.widths.travel else ARC if is_why else ASKED) * reached / canvas.pixel
        name = f"_{ink.name}" if own else ""
        if not is_why:
            by, words = sweep.turn, f"{abs(math.degrees(sweep.turn)):.0f}°"
        else:
            words = f"$Δθ{name}$ = **{fixed(abs(by))}** rad"
            off = -24.0 if not scene.widths.travel else 0.0
            length = "" if scene.widths.travel else f" = **{fixed(reached)}**"  # no room in an outline
            measure(canvas, pose.position, tip, Ink.EXAMINED, f"$r{name}${length}", off=off)
        is_low = is_why and not scene.widths.travel  # there the outline between two samples is in the way
        angle_arc(canvas, pose.position, begin, begin + by, ink, "" if is_low else words, radius=size, arrow=True)
        if is_low:
            x, y = math.cos(begin + LOW * by), math.sin(begin + LOW * by)
            place = pose.position + size * canvas.pixel * np.array((x, y))
            canvas.label(words, place, ink, toward=(x, y))
    if is_why and scene.widths.travel:
        _translation(canvas, scene, k)


def _far_up(place: list[float]) -> Pair:
    """How far from the pivot, and of two that are as far how high."""
    return round(math.hypot(*place), 9), place[1]


def _translation(canvas: Canvas, scene: Stepped, k: int) -> None:
    """How far A moves besides, as seen from B: below it."""
    along = scene.velocity / scene.widths.travel
    start = scene.sweep_a.at(k / scene.count).position
    radius = max((each.radius for each in scene.turning if each.name == "A"), default=reach(scene.a.shape, along))
    x, y = (start - (radius + BELOW * canvas.pixel) * np.array((0.0, 1.0))).tolist()
    dx, dy = (scene.widths.step * along).tolist()
    canvas.arrow((x, y), (x + dx, y + dy), Ink.EXAMINED)
    words = rf"$\|\boldsymbol{{v}}\|\,Δt$ = **{fixed(scene.widths.step)}**"
    canvas.label(words, (x + dx / 2.0, y + dy / 2.0), Ink.EXAMINED, toward=(0.0, -1.0))
