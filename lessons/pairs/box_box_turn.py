"""The slab on its way from one face of a box to the next: its line turns about the vertex that both share."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from geometry import Convex, Vector
from geometry.primitives.box_box import FaceTested
from geometry.sat.separating_axis import Owner
from geometry.trace import Grouped
from geometry.vector import left_of
from lessons.pairs.telling import turned
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, separation_ink
from viz.lesson.lesson import Clock, Moment

NEARLY = 0.03  # of a quarter turn: there a face is reached
FAR, FADES, LIT = 3000.0, 120.0, 0.4  # pixels to the ends of a slab; until its light is nearly gone; its amount
QUARTER, ROUND = 0.9, 3.0  # seconds of a turn to the next face, and of one past all of them


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
    on_line = own.points[(done + 1) % 4]
    support = other.points[int((other.points @ normal).argmin())]
    return Slab(normal, on_line, support, float(normal @ (support - on_line)))


def slab_on_its_way(moment: Moment[Any]) -> Slab | None:
    """While the clock runs at a step of the whole trace: towards the face that is tested, of B's faces past all of
    them to the best; at A's face 0 the slab opens. None at the end."""
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
        return slab_at(own, other, _quarters(step, t))
    return None


def reached_by_now(moment: Moment[Any]) -> int | None:
    """While the slab turns around B: how many faces it has come past face 0. None at rest."""
    if isinstance(moment.step, Grouped) and moment.parent is None and moment.time < 1.0:
        return math.floor(_quarters(moment.step, moment.time) + NEARLY)
    return None


def _quarters(group: Grouped[Any], t: float) -> float:
    """Of a turn past B's faces to the best one; all of them are passed first."""
    best = max(group.part.steps, key=lambda face: face.separation)
    return float(t * (best.face if best.face == 3 else best.face + 4))


def clock(moment: Moment[Any]) -> Clock | None:
    """The slab turns to the face that is tested, at each step anew."""
    if not isinstance(moment.step, FaceTested | Grouped):
        return None
    seconds = ROUND if isinstance(moment.step, Grouped) else QUARTER
    return Clock(seconds, ticks=(1.0,) * len(moment.trace), plays_on_entry=True, plays_each_step=True)


def draw_turning(canvas: Canvas, slab: Slab, owner: Owner) -> None:
    """The direction, what both boxes have against it, and how far they keep there. No number: that of a direction
    near to a face is nearly the one of the face, and would be read beside it."""
    n, v, p, s = slab
    own, other = (Ink.A, Ink.B) if owner is Owner.A else (Ink.B, Ink.A)
    ink, foot = separation_ink(s), p - s * n
    if abs(s) > 1e-9:
        measures.measure(canvas, foot, p, ink)
    measures.unit_arrow(canvas, v, n, "")
    for at, shade, name, way in ((v, own, "v", left_of(n)), (p, other, "w", -n if s < 0.0 else n)):
        canvas.dot(at, shade)
        canvas.symbol(rf"\boldsymbol{{{name}}}", at, shade, toward=way)


def draw_slab(canvas: Canvas, slab: Slab) -> None:
    """Behind the line of the box red, in front of it green: light that fades away from that line."""
    n, v, p, s = slab
    ink, along = separation_ink(s), FAR * canvas.pixel * left_of(n)
    if abs(s) > 1e-9:
        outline = [v - along, v + along, v + s * n + along, v + s * n - along]
        fades = math.copysign(min(1.5 * abs(s), FADES * canvas.pixel), s)
        canvas.light(outline, v, fades * n, ink, LIT)
    for through in (v, p):
        canvas.unbounded(through, left_of(n), ink if through is p else Ink.EXAMINED, line=Line.DASHED)


def _boxes(moment: Moment[Any], owner: Owner) -> tuple[Convex, Convex]:
    a, b = moment.scene.a.world, moment.scene.b.world
    return (a, b) if owner is Owner.A else (b, a)
