"""The slab on its way from one face of a box to the next: its line turns about the vertex that both share."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Vector
from geometry.primitives.box_box import FaceTested
from geometry.sat.separating_axis import Owner
from geometry.trace import Grouped
from geometry.vector import left_of
from lessons.pairs.box_box_rules import rocks
from lessons.pairs.telling import turned
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Clock, Moment

FILL = 0.15  # of a slab: even, and quiet, for it fills much of the view
QUARTER, ROUND, ROCKING = 0.9, 4.8, 3.0  # seconds of a turn to the next face, past all of them, and of two tilts
RESTS = 0.36  # of the time from one face to the next: before the turn, and as long after it
ROCKED = math.radians(6.0)  # drawn, of a tilt that no one would see


class Slab(NamedTuple):
    """Between a line on which a box ends and the other box, along a direction."""

    normal: Vector  # unit, away from the box
    on_line: Vector  # a vertex of the box
    support: Vector  # of the other box, against the normal
    separation: float


def slab_of(face: FaceTested) -> Slab:
    return Slab(face.outward, face.start, face.support.point, face.separation)


def slab_at(own: Convex, other: Convex, quarters: float) -> Slab:
    """After so many quarter turns from face 0: in between, the box ends at the vertex that the line turns about."""
    done = math.floor(quarters)
    normal = turned(own.normals[done % 4], 90.0 * (quarters - done))
    on_line = own.points[math.ceil(quarters) % 4]  # of both faces; at a face its own first end
    support = other.points[int((other.points @ normal).argmin())]
    return Slab(normal, on_line, support, float(normal @ (support - on_line)))


def slab_on_its_way(moment: Moment[Any]) -> Slab | None:
    """While the clock runs at a step of the whole trace: towards the face that is tested, of B's faces past all of
    them to the best; at A's face 0 the slab opens. None where it rests at a face."""
    step, t = moment.step, moment.time
    if moment.parent is not None or t >= 1.0:
        return None
    if isinstance(step, FaceTested):
        if step.face > 0:
            own, other = _boxes(moment, step.owner)
            return slab_at(own, other, step.face - 1.0 + t)
        v, n, s = step.start, step.outward, t * step.separation
        return Slab(n, v, step.support.point + (s - step.separation) * n, s)
    if isinstance(step, Grouped):
        own, other = _boxes(moment, Owner.B)
        quarters = _quarters(step, t)
        return None if quarters.is_integer() else slab_at(own, other, quarters)
    return None


def reached_by_now(moment: Moment[Any]) -> int | None:
    """While the slab goes around B: how many faces past face 0 is the one at which it rests or to which it turns, the
    one that is told. None at the end."""
    if isinstance(moment.step, Grouped) and moment.parent is None and moment.time < 1.0:
        return math.ceil(_quarters(moment.step, moment.time))
    return None


def _quarters(group: Grouped[Any], t: float) -> float:
    """Of a turn past B's faces to the best one, with a rest at each; all of them are passed first."""
    best = max(group.part.steps, key=lambda face: face.separation)
    part, done = math.modf(t * (best.face if best.face == 3 else best.face + 4))
    return done + min(max((part - RESTS) / (1.0 - 2.0 * RESTS), 0.0), 1.0)


def clock(moment: Moment[Any]) -> Clock | None:
    """The slab turns to the face that is tested, at each step anew; a box that rocks does so once."""
    if not isinstance(moment.step, FaceTested | Grouped) and not rocks(moment):
        return None
    seconds = ROCKING if rocks(moment) else ROUND if isinstance(moment.step, Grouped) else QUARTER
    return Clock(seconds, ticks=(1.0,) * len(moment.trace), plays_on_entry=True, plays_each_step=True)


def draw_turning(canvas: Canvas, slab: Slab, face: FaceTested) -> None:
    """The direction, and how far the boxes keep along it; v and w where the face that it turns to has them. No
    number: that of a direction near to a face is nearly the one of the face, and would be read beside it."""
    n, v, p, s = slab
    own, other = (Ink.A, Ink.B) if face.owner is Owner.A else (Ink.B, Ink.A)
    ink, foot = separation_ink(s), p - s * n
    if abs(s) > 1e-9:
        measures.measure(canvas, foot, p, ink)
    measures.unit_arrow(canvas, v, n, "")
    away = -face.outward if face.separation < 0.0 else face.outward
    for at, shade, name, way in ((face.start, own, "v", left_of(n)), (face.support.point, other, "w", away)):
        canvas.dot(at, shade)
        canvas.symbol(rf"\boldsymbol{{{name}}}", at, shade, toward=way)


def draw_slab(canvas: Canvas, slab: Slab) -> None:
    """Behind the line of the box red, in front of it green, up to the line through the other box's point."""
    n, v, p, s = slab
    ink = separation_ink(s)
    if abs(s) > 1e-9:
        canvas.region((v, p), (-n, n) if s > 0.0 else (n, -n), ink, FILL)
    for through in (v, p):
        canvas.unbounded(through, left_of(n), ink if through is p else Ink.EXAMINED, line=Line.DASHED)


def draw_tilt(canvas: Canvas, b: Convex, corners: tuple[Vector, ...], time: float) -> None:
    """B tilted about one of its two deepest corners and back, then about the other, where it stays."""
    is_first = time < 0.5
    part = math.sin(2.0 * math.pi * time) if is_first else min(4.0 * (time - 0.5), 1.0)
    at, angle = corners[0 if is_first else 1], ROCKED * (part if is_first else -part)
    c, s = math.cos(angle), math.sin(angle)
    tilted = (b.points - at) @ np.array(((c, s), (-s, c))) + at
    marks.ghost(canvas, Convex(tilted), Ink.FAULTY, Line.DOTTED)
    if time >= 1.0:
        middles = (tilted + np.roll(tilted, -1, axis=0)) / 2.0
        at = middles[int(middles[:, 0].argmax())]
        canvas.label("tilt, enlarged", at, Ink.FAULTY, toward=(1.0, 0.0), style=TextStyle.CAPTION)


def _boxes(moment: Moment[Any], owner: Owner) -> tuple[Convex, Convex]:
    a, b = moment.scene.a.world, moment.scene.b.world
    return (a, b) if owner is Owner.A else (b, a)
