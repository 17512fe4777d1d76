"""The figure of separating line: the line with the signed distances that decide, and all the lines that fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, Interval, Owner
from geometry.sat.separating_axis import AxisTested
from geometry.sat.separating_line import LinesCounted, LineVerdict, OnAxis, SideMeasured
from geometry.sat.separation_curve import gap_angles
from geometry.sat.support import ends_along, support
from geometry.shape import boundary
from geometry.vector import Points, Vector, following
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FAN = 12  # a radian: lines that fit, drawn among all of them
INKS = {"A": Ink.A, "B": Ink.B}


def crossing_of(side: SideMeasured) -> str:
    """How far a shape reaches to the wrong side, as a clause."""
    wrong = side.greatest if side.owner is Owner.A else -side.least
    if round(wrong, 9) == 0.0:
        return f"{side.owner.value} touches the line"
    where = "in front of" if side.owner is Owner.A else "behind"
    return f"{side.owner.value} reaches {fixed(wrong)} {where} the line"


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both shapes and the line; of the shapes looked at the point that decides, and the piece on the wrong side."""
    scene, step = moment.scene, moment.step
    first = moment.trace.steps[0]
    n, start, end = first.normal, scene.line.start, scene.line.end
    if isinstance(step, LinesCounted):
        draw_fan(canvas, scene.a.world, scene.b.world, step.gaps)
    for owner, shape in zip("AB", scene.shapes, strict=True):
        marks.shape(canvas, shape, INKS[owner], owner)
    separates = moment.trace.result.separates and isinstance(step, LineVerdict | OnAxis | LinesCounted)
    canvas.unbounded(start, end - start, Ink.GAP if separates else Ink.EXAMINED, line=Line.FEATURE)
    canvas.symbol(r"\boldsymbol x_0", start, Ink.EXAMINED, toward=-n)
    measures.unit_arrow(canvas, start, n, r"\hat n")
    if isinstance(step, SideMeasured):
        for way, words, ink in ((-n, r"behind: $\delta<0$", Ink.A), (n, r"in front: $\delta>0$", Ink.B)):
            canvas.label(words, end + 14.0 * canvas.pixel * way, ink, toward=way, style=TextStyle.CAPTION)
    if isinstance(moment.faulty, AxisTested):
        _draw_faulty(canvas, moment)
    for side in moment.seen[:2]:
        is_new = side is step or (isinstance(step, LineVerdict) and not moment.is_open)
        _draw_side(canvas, moment, side, is_new=is_new)
    if isinstance(step, OnAxis):
        _draw_axis(canvas, moment, step)


def _draw_side(canvas: Canvas, moment: Moment[Any], side: SideMeasured, *, is_new: bool) -> None:
    """The signed distance of the point of a shape that decides; what is beyond the line is red."""
    is_a, n, start = side.owner is Owner.A, side.normal, moment.scene.line.start
    shape = moment.scene.shapes[0 if is_a else 1]
    ink, value = INKS[side.owner.value], side.greatest if is_a else side.least
    outline = boundary(shape, canvas.pixel)
    piece = _in_front(outline, start, n if is_a else -n)
    if len(piece) > 2:
        canvas.area(piece, Ink.OVERLAP, opacity=0.45)
    if not is_new:
        return
    v = support(shape, n if is_a else -n).point
    foot = v - value * n
    canvas.dot(v, ink)
    word = rf"\{'max' if is_a else 'min'}_{side.owner.value}"
    along = np.array((-n[1], n[0]))
    other = support(moment.scene.shapes[1 if is_a else 0], -n if is_a else n).point
    away = math.copysign(1.0, float((v - other) @ along)) * along + (0.4 if is_a else -0.4) * n
    measures.measure(canvas, foot, v, ink)
    canvas.label(rf"${word}\,\delta$ = {fixed(value)}", v, ink, toward=away, style=TextStyle.BOLD)


def _in_front(outline: Points, through: Vector, n: Vector) -> list[Vector]:
    """The part of a convex outline in front of a line."""
    piece: list[Vector] = []
    heights = (outline - through) @ n
    for p, q, h, k in zip(outline, following(outline), heights, following(heights), strict=True):
        if h > 0.0:
            piece.append(p)
        if h * k < 0.0:
            piece.append(p + h / (h - k) * (q - p))
    return piece


def _draw_axis(canvas: Canvas, moment: Moment[Any], seen: OnAxis) -> None:
    """The axis across the line, below both shapes, with both projections and the line as a point of it."""
    n, start = seen.normal, moment.scene.line.start
    down = np.array((-n[1], n[0]))
    down = -down if down[1] > 0.0 or (down[1] == 0.0 and down[0] < 0.0) else down
    far = max(support(shape, down).point @ down for shape in moment.scene.shapes) + 50.0 * canvas.pixel
    base = start + (far - float(start @ down)) * down
    spans = seen.projection_a, seen.projection_b
    span = Interval(min(s.low for s in spans) - 0.15, max(s.high for s in spans) + 0.3)
    ends = projections.facing_ends(*spans)
    place, ink = float(start @ n), separation_ink(seen.separation)
    projections.slab(canvas, n, Interval(ends.low + place, ends.high + place), ink)
    projections.axis(canvas, base, n, span, r"axis $\hat n$")
    left = 1.0 if float(down @ (-n[1], n[0])) < 0.0 else -1.0
    for each, shape_ink, lane in zip(spans, (Ink.A, Ink.B), (left, -left), strict=True):
        projections.projection(canvas, base, n, each, shape_ink, lane=lane * projections.LANE)
    projections.dimension(canvas, base, n, ends, ink, f"s = {fixed(seen.separation)}", off=-left * 26.0)
    marks.answer(canvas, base)
    canvas.label("the line", base, Ink.ANSWER, toward=-down + 0.6 * n, style=TextStyle.BOLD, leader=True)
    measures.right_angle(canvas, base, n, -down, Ink.ANSWER)


def _draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both projections on the line itself, and what lies between them."""
    found, start = moment.faulty, moment.scene.line.start
    t = moment.scene.line.vector / math.hypot(*moment.scene.line.vector)
    base = start - float(start @ t) * t
    spans = [Interval(*ends_along(shape, *t)) for shape in moment.scene.shapes]
    for span, lane, name in zip(spans, (1.0, -1.0), "AB", strict=True):
        out = lane * projections.LANE * canvas.pixel * np.array((-t[1], t[0]))
        ends = base + out + np.outer((span.low, span.high), t)
        canvas.stroke(ends, Ink.FAULTY, line=Line.BAR, opacity=0.75)
        canvas.label(name, ends[0 if span.low < min(s.high for s in spans) else 1], Ink.FAULTY, toward=lane * out)
    ends = projections.facing_ends(*spans)
    words = f"{'gap' if found.separation > 0.0 else 'overlap'} {fixed(abs(found.separation))}"
    middle = base + (ends.low + ends.high) / 2.0 * t
    canvas.label(words, middle, Ink.FAULTY, toward=(-t[1], t[0]), style=TextStyle.BOLD)


def draw_fan(canvas: Canvas, a: Convex, b: Convex, gaps: Sequence[Interval], *, lines: bool = True) -> None:
    """All separating lines as light: the slabs between the shapes in evenly spread directions, and a line in each."""
    for gap in gaps:
        count = max(2, round(FAN * gap.length))
        for i in range(count):
            angle = gap.low + (i + 0.5) / count * gap.length
            n = np.array((math.cos(angle), math.sin(angle)))
            spans = [Interval(*ends_along(shape, *n)) for shape in (a, b)]
            ends = projections.facing_ends(*spans)
            canvas.region((ends.low * n, ends.high * n), (-n, n), Ink.GAP, 0.07)
            if lines:
                canvas.unbounded((ends.low + ends.high) / 2.0 * n, (-n[1], n[0]), Ink.GAP, line=Line.DASHED)


def draw_nearer(canvas: Canvas, moment: Moment[Any], *, part: float) -> None:
    """Both shapes with a part of the gap between them, and how far a separating line can then turn. B moves along the
    best axis; overlapping shapes are moved apart instead."""
    scene, s = moment.scene, moment.scene.apart
    a, b = scene.a.world, scene.b.world.moved(-scene.best.normal * s * (1.0 - part))
    is_counted, gap = isinstance(moment.step, LinesCounted), s * part
    gaps = gap_angles(a, b) if is_counted and gap > 0.0 else ()
    if gaps:
        draw_fan(canvas, a, b, gaps, lines=False)
    for shape, ink, owner in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        marks.shape(canvas, shape, ink, numbered=False)
        canvas.label(owner, shape.centroid, ink, style=TextStyle.BOLD)
    low = min(support(shape, (0.0, -1.0)).point[1] for shape in (a, b))
    centre = np.array(((a.centroid[0] + b.centroid[0]) / 2.0, low))
    turn = math.degrees(sum(each.length for each in gaps))
    words = f"gap {fixed(gap)}" if gap > 0.0 else f"overlap {fixed(-gap)}" if gap < 0.0 else "gap 0.00"
    if is_counted:
        words += f": **{fixed(turn, 0)}°** to turn" if gap > 0.0 else ": no line fits"
    canvas.label(words, centre, separation_ink(gap) if gap else Ink.TEXT, toward=(0.0, -1.0), fixed=True)
