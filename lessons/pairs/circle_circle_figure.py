"""The figure of two circles: the line through their centres, and the same lengths laid on a number line."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Vector
from geometry.faulty.circle_circle import AddedToA
from geometry.primitives.circle_circle import DistanceFound, NormalFound, OffsetFound, RadiiSummed, SeparationFound
from geometry.primitives.contact import PairResult
from geometry.vector import left_of
from lessons.pairs.circle_circle_faulty import shows_fault
from lessons.pairs.telling import SIZE, D, N, P, draw_common, turned
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import equation, fixed

ASIDE = 16.0  # pixels from the line of centres to a radius measured beside it
LONGEST = 1.06  # of the longer of both lengths: as far as the number line reaches
LEAST = 40.0  # pixels: a shorter way from c_A to P is not measured
BEYOND = 14.0  # pixels from both circles to the arrow of the normal
ROWS = (0.78, 0.42)  # of the number line's height: the distance, and below it the radii
HALF = 0.09  # of that height: half of a bar's breadth


def ink_of(separation: float, tolerance: float) -> Ink:
    """Of a gap or an overlap; circles that just touch have neither."""
    return Ink.ANSWER if abs(separation) <= tolerance else separation_ink(separation)


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both circles, and along the line through their centres what this step finds."""
    a, b, step = moment.scene.a.world, moment.scene.b.world, moment.step
    start, end = a.points[0], b.points[0]
    d = end - start
    distance = math.hypot(*d)
    n = d / distance if distance > 0.0 else np.array((1.0, 0.0))
    found = moment.latest(SeparationFound)
    marks.shape(canvas, a, Ink.A, "A", letter_at=start + 0.72 * a.radius * turned(n, 140.0))
    marks.shape(canvas, b, Ink.B, "B", letter_at=end + 0.62 * b.radius * turned(n, -55.0))
    if found is not None and found.separation < -found.tolerance:
        draw_common(canvas, a, b)
    _faulty(canvas, moment, start, n)
    if isinstance(step, OffsetFound):
        measures.vector_arrow(canvas, start, d, Ink.EXAMINED, D)
    else:
        canvas.stroke((start, end), Ink.EXAMINED, line=Line.MEASURE)
    if isinstance(step, DistanceFound) and abs(d).min() > 0.0:
        corner = np.array((end[0], start[1]))
        for here, there, name, away in (
            (start, corner, "d_x", (0.0, -d[1])),
            (corner, end, "d_y", (d[0], 0.0)),
        ):
            canvas.stroke((here, there), Ink.EXAMINED, line=Line.DASHED)
            canvas.symbol(name, (here + there) / 2.0, Ink.EXAMINED, toward=away)
        canvas.symbol(SIZE, (start + end) / 2.0, Ink.EXAMINED, toward=(-d[1] * d[0], d[0] * d[0]))
    if isinstance(step, RadiiSummed | SeparationFound):
        for center, reach, ink, name in ((start, a.radius * n, Ink.A, "r_A"), (end, -b.radius * n, Ink.B, "r_B")):
            measures.measure(canvas, center, center + reach, ink, off=ASIDE)
            aside = ASIDE * canvas.pixel * left_of(reach) / math.hypot(*reach)
            canvas.symbol(name, center + 0.5 * reach + aside, ink, toward=aside)
    for name, at, ink, way in ((r"\boldsymbol c_A", start, Ink.A, -n), (r"\boldsymbol c_B", end, Ink.B, n)):
        canvas.dot(at, ink)
        canvas.symbol(name, at, ink, toward=turned(way, -40.0))
    if found is not None:
        ink = ink_of(found.separation, found.tolerance)
        canvas.stroke((start + a.radius * n, end - b.radius * n), ink, line=Line.FEATURE)
    if isinstance(step, NormalFound | PairResult):
        far = max(a.radius, distance + b.radius) + BEYOND * canvas.pixel
        measures.unit_arrow(canvas, start + far * n, n, N)
    if isinstance(step, PairResult):
        _contact(canvas, moment, step, n)


def _contact(canvas: Canvas, moment: Moment[Any], step: PairResult, n: Vector) -> None:
    """The contact point, and B pushed out as far as the clock has run."""
    b, s = moment.scene.b.world, step.separation
    if s < -step.tolerance:
        moved = b.moved(-moment.time * s * n)
        marks.ghost(canvas, moved, Ink.B)
        measures.measure(canvas, b.points[0], b.points[0] - s * n, Ink.OVERLAP, off=-ASIDE)
        aside = -ASIDE * canvas.pixel * left_of(n)
        canvas.symbol("-s", b.points[0] - 0.5 * s * n + aside, Ink.OVERLAP, toward=aside)
    side, a = left_of(n), moment.scene.a.world
    far = a.radius + s / 2.0
    if far > LEAST * canvas.pixel and not moment.compare:
        told = half_way(a.radius, s)[1].rpartition(" ")[2]
        measures.measure(canvas, a.points[0], step.point, Ink.ANSWER, told, off=-ASIDE)
    marks.answer(canvas, step.point, f"${P}$", toward=side)


def half_way(r: float, s: float) -> tuple[str, str]:
    """Half of s, and with it how far the contact point is from the centre of A; never a negative distance."""
    if s >= 0.0:
        told = equation("{h}|{r} + {h} = {result}", lambda r, h: r + h, r=r, h=s / 2.0)
    elif r + s / 2.0 >= 0.0:
        told = equation("−{h}|{r} − {h} = {result}", lambda r, h: r - h, r=r, h=-s / 2.0)
    else:
        told = equation("−{h}|{h} − {r} = {result}", lambda r, h: h - r, r=r, h=-s / 2.0)
    half, _, way = told.partition("|")
    return half, way


def _faulty(canvas: Canvas, moment: Moment[Any], start: Vector, n: Vector) -> None:
    """What the rule that is compared makes of the circles."""
    result: PairResult = moment.trace.result
    a, faulty = moment.scene.a.world, moment.faulty
    if not shows_fault(moment):
        return
    if isinstance(faulty, AddedToA):
        if faulty.move.any():
            ghost = a.moved(faulty.move)
            marks.ghost(canvas, ghost, Ink.FAULTY, Line.DOTTED)
            if isinstance(moment.step, PairResult):
                told = f"overlap **{fixed(-faulty.separation)}**, not 0.00"
                edge = ghost.points[0] + a.radius * turned(n, 115.0)
                canvas.label(told, edge, Ink.FAULTY, toward=turned(n, 115.0))
                aside = -ASIDE * canvas.pixel * left_of(n)  # beside the line, on which all else lies
                canvas.arrow(start + aside, ghost.points[0] + aside, Ink.FAULTY, line=Line.MEASURE)
                canvas.symbol(r"s\,N", (start + ghost.points[0]) / 2.0 + aside, Ink.FAULTY, toward=aside)
                canvas.symbol(r"\boldsymbol c_A'", ghost.points[0] + aside, Ink.FAULTY, toward=n + 0.5 * aside)
        far = start + (a.radius + BEYOND * canvas.pixel) * faulty.normal
        measures.unit_arrow(canvas, far, faulty.normal, "N", Ink.FAULTY)
    elif moment.compare and faulty is None:
        canvas.label("0 / 0: no vector", start, Ink.FAULTY, toward=(0.0, -1.0))
    elif faulty is False and result.separation <= result.tolerance:
        marks.cross(canvas, result.point, "no hit", Ink.FAULTY, toward=left_of(n))


def lengths(moment: Moment[Any]) -> Axes:
    """The number line reaches a little beyond the longer of both lengths."""
    scene = moment.scene
    longest = max(math.dist(scene.a.pose.position, scene.b.pose.position), scene.r_a + scene.r_b)
    return Axes((0.0, LONGEST * longest), (0.0, 1.0))


def draw_lengths(canvas: Canvas, moment: Moment[Any]) -> None:
    """The distance of the centres as a bar, below it the radii end to end, and what they differ by."""
    axes, scene = lengths(moment), moment.scene
    chart_axes(canvas, axes, y_ticks=())
    known, summed = moment.latest(DistanceFound), moment.latest(RadiiSummed)
    found = moment.latest(SeparationFound)
    top, low = ROWS
    if known is None:  # its length comes with the next step
        d = math.dist(scene.a.pose.position, scene.b.pose.position)
        draw_outline(canvas, 0.0, d, Ink.EXAMINED, top)
        canvas.symbol(SIZE, (d / 2.0, top + HALF), Ink.EXAMINED, toward=(0.0, 1.0))
    if summed is None:  # and theirs with the one after
        for start, size, ink, name in ((0.0, scene.r_a, Ink.A, "r_A"), (scene.r_a, scene.r_b, Ink.B, "r_B")):
            draw_outline(canvas, start, start + size, ink, low)
            canvas.symbol(name, (start + size / 2.0, low - HALF), ink, toward=(0.0, -1.0))
    if known is not None:
        told = f"${SIZE}$ = {fixed(known.distance)}"
        _bar(canvas, 0.0, known.distance, top, Ink.EXAMINED)
        canvas.label(told, (known.distance / 2.0, top + HALF), Ink.EXAMINED, toward=(0.0, 1.0))
    if summed is not None:
        a, b = scene.r_a, scene.r_b
        for start, size, ink, name in ((0.0, a, Ink.A, "r_A"), (a, b, Ink.B, "r_B")):
            _bar(canvas, start, start + size, low, ink)
            canvas.label(f"${name}$ = {fixed(size)}", (start + size / 2.0, low - HALF), ink, toward=(0.0, -1.0))
    if found is not None:
        ends, ink = sorted((found.distance, found.radii)), ink_of(found.separation, found.tolerance)
        foot = low - HALF
        rows = ((low + HALF, 1.0),) if found.separation < 0.0 else ((foot, top - HALF), (top + HALF, 1.0))
        for under, over in rows:  # beside the bars, which keep their colours
            canvas.area(((ends[0], under), (ends[1], under), (ends[1], over), (ends[0], over)), ink, opacity=0.3)
        for x in ends:
            canvas.stroke(((x, foot), (x, 1.0)), ink, line=Line.OUTLINE)
        middle = ((ends[0] + ends[1]) / 2.0, 1.0)
        told = f"$s$ = {fixed(found.separation)}"
        canvas.label(told, middle, ink, toward=(0.0, 1.0), style=TextStyle.PILL)
        step = moment.step
        if isinstance(step, PairResult) and step.separation < -step.tolerance:
            pushed = found.distance - moment.time * step.separation
            draw_outline(canvas, found.distance, pushed, Ink.EXAMINED, line=Line.DASHED)
        if moment.faulty is False:
            canvas.label("not less, so no hit", (ends[0], 0.6), Ink.FAULTY, toward=(-1.0, 0.0))


def draw_outline(
    canvas: Canvas, start: float, end: float, ink: Ink, y: float = ROWS[0], line: Line = Line.DOTTED
) -> None:
    """Of a bar that is not there: not computed yet, a push still to come, or what an answer would make of it."""
    corners = ((start, y - HALF), (end, y - HALF), (end, y + HALF), (start, y + HALF))
    canvas.stroke(corners, ink, closed=True, line=line)


def _bar(canvas: Canvas, start: float, end: float, y: float, ink: Ink) -> None:
    corners = ((start, y - HALF), (end, y - HALF), (end, y + HALF), (start, y + HALF))
    canvas.area(corners, ink, opacity=0.8, hatched=ink is Ink.B)
