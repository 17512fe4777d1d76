"""The picture of a point against a fixed circle: its path with both roots on it, and the quadratic over time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Outcome, boundary, capsule
from geometry.outcome import Miss
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.steps import Approached, StartMeasured, SweptImpact
from geometry.trace import Grouped
from geometry.vector import Vector, length, unit
from lessons.motion.moving_circle import differs
from lessons.stories.grouping import steps_so_far, whole
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment

BELOW = 0.56  # of a curve's height: room below it for the two bars
BEYOND = 0.35  # radians that the arc of all ends goes on beside the way to p and beside v
FARTHEST = 1.5  # time before 0 and after 1 that a chart may reach for a root


def reached(moment: Moment[Any], *kinds: type) -> bool:
    """Whether one of these kinds of steps has been told."""
    return any(isinstance(step, kinds) for step in steps_so_far(moment))


def trail(canvas: Canvas, start: Vector, end: Vector, radius: float, ink: Ink) -> None:
    """What a circle has swept over: light that fades towards its start."""
    if length(end - start) > 1e-6 * radius:
        outline = boundary(capsule(start, end, radius), marks.SMOOTH * canvas.pixel)
        canvas.light(outline, end, start - end, ink, 0.3)


def draw_disc(canvas: Canvas, at: Vector, radius: float, ink: Ink) -> None:
    """A solid circle where it is now."""
    outline = marks.circle_points(canvas, at, radius)
    canvas.area(outline, ink)
    canvas.stroke(outline, ink, closed=True, line=Line.OUTLINE)


def measured(
    canvas: Canvas, start: Vector, end: Vector, ink: Ink, symbol: str, *, side: float = 1.0, off: float = 0.0
) -> None:
    """A measured length with its symbol of the formula at it: see `measures.measure`."""
    measures.measure(canvas, start, end, ink, off=off)
    way = np.asarray(end) - start
    left = np.array((-way[1], way[0])) / max(length(way), 1e-12)
    middle = (np.asarray(start) + end) / 2.0 + off * canvas.pixel * left
    canvas.symbol(symbol, middle, ink, toward=left * (off or side))


def draw_ring(canvas: Canvas, at: Any, *, named: bool = True) -> None:
    """The circle around p that c must not enter, and its radius."""
    ring = marks.circle_points(canvas, at.p, at.radius)
    canvas.area(ring, Ink.OVERLAP, opacity=0.12)
    canvas.stroke(ring, Ink.B, closed=True, line=Line.END)
    if not named:
        return
    away, back = _beside_path(at)
    rim = at.p + at.radius * (0.8 * away + 0.6 * back)  # beside the path, and beside the contact normal
    canvas.stroke((at.p, rim), Ink.B, line=Line.THIN)
    canvas.symbol(at.radius_name, (at.p + rim) / 2.0, Ink.B, toward=away - back)


def _beside_path(at: Any) -> tuple[Vector, Vector]:
    """The directions away from the path on p's side, and back along it."""
    x, y = unit(at.v) if length(at.v) > 0.0 else (1.0, 0.0)
    side = (
        1.0 if x * at.offset[1] - y * at.offset[0] <= 0.0 else -1.0
    )  # p is on the left of the path, or on its right
    return side * np.array((-y, x)), np.array((x, y)) * (-1.0 if at.beta < 0.0 else 1.0)


def draw_p(canvas: Canvas, at: Any, *, ringed: bool = False, toward: Any = None) -> None:
    """With its letter, at a side of its own where one is given. `ringed`: with the radius of its circle, between
    which and the contact normal the letter stands."""
    canvas.dot(at.p, Ink.B, Point.FILLED)
    away, back = _beside_path(at)
    if toward is None:
        toward = (away if at.passing < 0.7 * at.radius else -back) if ringed else (0.9, -0.6)
    canvas.symbol(rf"\boldsymbol{{{at.letter}}}", at.p, Ink.B, toward=toward)


def is_impact(moment: Moment[Any]) -> bool:
    """Whether an impact after the start is the answer of this step: nothing of the search is left in the figure."""
    return isinstance(moment.step, SweptImpact) and moment.step.outcome is Outcome.HIT


def draw_path(canvas: Canvas, at: Any, moment: Moment[Any], *, keeps_roots: bool = False) -> None:
    """v as an arrow at its true length; with both roots what of it is free and what is inside: not at the impact,
    if they are not kept."""
    c, end = at.c, at.at(1.0)
    roots = at.roots if reached(moment, RootsFound) else None
    if roots is None or (is_impact(moment) and not keeps_roots):
        measures.vector_arrow(canvas, c, at.v, Ink.EXAMINED)
    else:
        inside, after = (at.at(min(max(root, 0.0), 1.0)) for root in roots)
        canvas.stroke((c, end if roots[1] < 1.0 else at.at(roots[1])), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.stroke((c, inside), Ink.EXAMINED, line=Line.CURVE)
        canvas.arrow(c, end, Ink.EXAMINED, line=Line.MEASURE)
        canvas.stroke((inside, after), Ink.OVERLAP, line=Line.FEATURE)
    if length(at.v) > 0.0:
        side = np.array((-at.v[1], at.v[0]))
        far = 0.8 if moment.index else _clear_of_end(at)
        place = at.at(far if roots is None else 0.25 * min(max(roots[0], 0.2), 1.0))
        canvas.symbol(r"\boldsymbol{v}", place, Ink.EXAMINED, toward=side)
    canvas.dot(c, Ink.A, Point.FILLED)
    canvas.symbol(r"\boldsymbol{c}", c, Ink.A, toward=-at.v + (0.0, 0.5 * length(at.v) + 1e-9))


def _clear_of_end(at: Any) -> float:
    """When c is far along its path, and not where the circle around its end, as first drawn, crosses it."""
    time: float = max((0.8, 0.65), key=lambda t: abs((1.0 - t) * length(at.v) - at.radius))
    return time


def draw_roots(canvas: Canvas, at: Any, moment: Moment[Any], *, keeps_roots: bool = False) -> None:
    """Both roots on the path; before them the least distance m."""
    is_formed = reached(moment, QuadraticFormed) and length(at.v) > 0.0
    if is_formed and not moment.is_open and at.passing > 12.0 * canvas.pixel and not reached(moment, RootsFound):
        draw_passing(canvas, at)
    if reached(moment, RootsFound):
        first, last = at.roots or (0.0, 0.0)
        down = np.array((at.v[1], -at.v[0])) * (1.0 if at.v[0] >= 0.0 else -1.0)
        is_one = length(at.at(last) - at.at(first)) < 8.0 * canvas.pixel
        marks.answer(canvas, at.at(first))
        canvas.symbol("t_1=t_2" if is_one else "t_1", at.at(first), Ink.ANSWER, toward=down - at.v)
        if not is_one and (keeps_roots or not is_impact(moment)):
            canvas.dot(at.at(last), Ink.GHOST)
            canvas.symbol("t_2", at.at(last), Ink.QUIET, toward=down + at.v)


def draw_passing(canvas: Canvas, at: Any) -> None:
    """m: how near the path, extended, comes to p."""
    foot = at.at(-at.beta / at.alpha)
    canvas.stroke((at.c, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    measures.measure(canvas, at.p, foot, Ink.TEXT, f"$m$ = {at.passing:.2f}")
    measures.right_angle(canvas, foot, -at.v, at.p - foot)


def draw_point(canvas: Canvas, at: Any, moment: Moment[Any]) -> None:
    """Only the point c and the circle around p: what a lesson shows of a nested quadratic."""
    draw_ring(canvas, at)
    draw_path(canvas, at, moment)
    draw_gap(canvas, at, moment)
    draw_roots(canvas, at, moment)
    draw_p(canvas, at, ringed=True)


def draw_gap(canvas: Canvas, at: Any, moment: Moment[Any]) -> None:
    """The gap at the start, from c to the circle around p; then what v must do to close it, and does not do where
    that is why there is no impact."""
    step = moment.step.last if isinstance(moment.step, Grouped) else moment.step
    miss = step.miss if isinstance(step, Approached | SweptImpact) else None
    s = at.gap(0.0)
    is_short = miss is Miss.TOO_FAR and length(at.v) < s
    is_asked = isinstance(step, StartMeasured | Approached) or is_short or miss is Miss.RECEDING
    if not is_asked or length(at.offset) == 0.0:
        return
    rim = at.c - s * unit(at.offset)
    canvas.stroke((at.c, at.p), Ink.CONSTRUCTION, line=Line.DASHED)
    if abs(s) > 4.0 * canvas.pixel:
        measured(canvas, at.c, rim, separation_ink(s), "s", side=1.0 if at.v[0] >= 0.0 else -1.0)
    if is_short:
        draw_reach(canvas, at)
    elif not isinstance(step, StartMeasured) and length(at.v) > 0.0:
        draw_border(canvas, at)


def draw_border(canvas: Canvas, at: Any) -> None:
    """Where β changes its sign: the line through c at right angles to the way to p."""
    to_p = -unit(at.offset)
    along = np.array((to_p[1], -to_p[0])) * (1.0 if to_p[0] >= 0.0 else -1.0)  # downwards
    end = at.c + 1.2 * at.radius * along
    canvas.stroke((at.c - 1.2 * at.radius * along, end), Ink.TEXT, line=Line.DASHED)
    measures.right_angle(canvas, at.c, to_p, -along)
    for sign, relation in ((1.0, "<"), (-1.0, ">")):
        ink = Ink.EXAMINED if sign * at.beta < 0.0 else Ink.QUIET
        place = end - 0.3 * at.radius * along + 0.2 * sign * at.radius * to_p  # clear of the line
        canvas.symbol(rf"\beta{relation}0", place, ink, toward=sign * to_p)


def draw_reach(canvas: Canvas, at: Any, beyond: float = BEYOND) -> None:
    """As far as c can come in the motion, whatever its direction: from v's to p's, and by `beyond` radians more."""
    angles = [math.atan2(way[1], way[0]) for way in (-at.offset, at.v)]
    turn = math.remainder(angles[1] - angles[0], math.tau)
    first, last = sorted((0.0, turn))
    over = angles[0] + np.linspace(first - beyond, last + beyond, 61)
    canvas.stroke(
        at.c + length(at.v) * np.stack((np.cos(over), np.sin(over)), axis=1), Ink.EXAMINED, line=Line.DOTTED
    )
    to_p = -unit(at.offset)
    name = r"\Vert\boldsymbol{v}\Vert"
    canvas.symbol(
        name,
        at.c + length(at.v) * to_p,
        Ink.EXAMINED,
        toward=np.array((-to_p[1], to_p[0])) * (-1.0 if turn > 0.0 else 1.0),
    )


def draw_normal(canvas: Canvas, at: Vector, normal: Vector, touched: Vector) -> None:
    """The contact normal, from A's centre to where it touches."""
    canvas.stroke((at, touched), Ink.A, line=Line.MEASURE)
    measures.unit_arrow(canvas, touched, normal, r"\hat n", Ink.EXAMINED)


# The chart: the gap so far, then the quadratic.


def is_squared(moment: Moment[Any]) -> bool:
    return reached(moment, QuadraticFormed)


def _faulty_time(moment: Moment[Any]) -> float | None:
    """The time of impact that a faulty rule reports, where that is wrong."""
    time: float | None = moment.faulty.fraction if differs(moment) else None
    return time


def axes(at: Any, moment: Moment[Any]) -> Axes:
    if not is_squared(moment):
        high = 1.12 * max(at.gap(0.0), at.gap(1.0), 0.3 * at.radius)
        end = max(1.0, 1.12 * (_faulty_time(moment) or 0.0))
        return Axes((0.0, end), (-1.1 * at.radius, high), "", "gap $s$")
    roots = [t for t in at.roots or () if reached(moment, RootsFound) or moment.compare]
    near = [t for t in roots if -FARTHEST <= t <= 1.0 + FARTHEST]
    after = at.alpha + 2.0 * at.beta + at.gamma
    low, high = least(at), 1.12 * max(at.gamma, 0.8 * at.radius**2, 2.5 * least(at), min(after, 12.0 * at.radius**2))
    room = 0.12 if at.roots is None else BELOW  # the same before and after the bars are drawn
    below = min(low, 0.0) - room * (high - min(low, 0.0)) - 0.2 * at.radius**2
    begin, end = min(0.0, *near, 0.0), max(1.0, *near, 1.0)
    margin = 0.04 * (end - begin)
    name = r"$\alpha t^2+2\beta t+\gamma$"
    return Axes(
        (begin - (margin if begin < 0.0 else 0.0), end + (margin if end > 1.0 else 0.0)), (below, high), "", name
    )


def least(at: Any) -> float:
    """Of the quadratic: m² − R²."""
    value: float = at.passing**2 - at.radius**2
    return value


def draw_chart(canvas: Canvas, at: Any, moment: Moment[Any], t: float) -> None:
    ranges = axes(at, moment)
    low, high = ranges.y
    floor = min(least(at), 0.0) if is_squared(moment) else low
    rows = [y for y in charts.round_ticks(low, high, 4) if y >= floor]
    charts.chart_axes(canvas, ranges, y_ticks=rows)
    if not is_squared(moment):
        _gap_so_far(canvas, at, moment, t)
    else:
        for begin, end, ink, line in (
            ()
            if moment.is_open
            else (
                (ranges.x[0], 0.0, Ink.GHOST, Line.DOTTED),
                (0.0, 1.0, Ink.TEXT, Line.CURVE),
                (1.0, ranges.x[1], Ink.GHOST, Line.DOTTED),
            )
        ):  # before the start and after the end there is no motion
            ts = np.linspace(begin, end, 81)
            values = at.alpha * ts**2 + 2.0 * at.beta * ts + at.gamma
            kept = values <= high
            if end > begin and line is Line.CURVE:
                charts.curve(canvas, ts[kept], values[kept])
            elif end > begin and kept.sum() > 1:
                canvas.stroke(np.stack((ts[kept], values[kept]), axis=1), ink, line=line)
        if at.gamma <= high:
            canvas.dot((0.0, at.gamma), Ink.TEXT)
            canvas.symbol(r"\gamma", (0.0, at.gamma), Ink.TEXT, toward=(1.0, 0.5))
        middle = -at.beta / at.alpha if at.alpha > 0.0 else 0.0
        if (
            not moment.is_open
            and 0.0 < middle < 1.0
            and reached(moment, QuadraticFormed)
            and not reached(moment, RootsFound)
        ):
            name = f"m^2-{at.radius_name}^2"
            if least(at) < 0.0:
                canvas.symbol(name, (middle, least(at)), Ink.TEXT, toward=(0.0, -1.0))
            else:  # not on the axis below it, nor on the play head
                canvas.symbol(name, (middle + 6.0 * canvas.pixel, least(at)), Ink.TEXT, toward=(1.0, 0.8))
        if reached(moment, RootsFound):
            _bars(canvas, at, ranges)
    is_named = reached(moment, RootsFound) and any(abs(t - root) < 1e-6 for root in at.roots or ())
    charts.play_head(canvas, t, ranges, f"t = {t:.2f}" if t > 0.0 and not is_named else "")


def _gap_so_far(canvas: Canvas, at: Any, moment: Moment[Any], t: float) -> None:
    """The gap as far as the clock has run; how fast it closes at the start, as a slope."""
    if reached(moment, SweptImpact) or differs(moment):  # with an answer there is nothing left to hide
        ts = np.linspace(0.0, axes(at, moment).x[1], 81)
        charts.curve(canvas, ts, at.gaps(ts), until=1.0)
    elif t > 0.0:
        ts = np.linspace(0.0, t, 41)
        charts.curve(canvas, ts, at.gaps(ts))
    start = at.gap(0.0)
    canvas.dot((0.0, start), Ink.GAP if start > 0.0 else Ink.OVERLAP)
    if isinstance(moment.step, Approached) and length(at.offset) > 0.0:
        slope = at.beta / length(at.offset)
        part = min(0.3, 0.6 * start / -slope) if slope < 0.0 else 0.3  # no root: the curve bends away from it
        canvas.stroke(((0.0, start), (part, start + part * slope)), Ink.EXAMINED, line=Line.FEATURE)
        words = rf"slope $\beta\,/\Vert{{}}\boldsymbol{{c}}-\boldsymbol{{{at.letter}}}\Vert{{}}$"
        canvas.label(words, (part, start + part * slope), Ink.EXAMINED, toward=(1.0, 0.6))


def _bars(canvas: Canvas, at: Any, ranges: Axes) -> None:
    """The two terms of the roots as lengths of time: −β / α, and half the chord to each side."""
    first, last = at.roots or (0.0, 0.0)
    middle = (first + last) / 2.0
    low = ranges.y[0]
    base = min(least(at), 0.0)
    upper, lower = (base - part * (base - low) for part in (0.34, 0.66))
    left, right = ranges.x
    is_one = last - first < 1e-6
    if left < middle < right:
        measures.measure(canvas, (0.0, lower), (middle, lower), Ink.EXAMINED)
        canvas.label(r"$-\beta/\alpha$", (0.25 * middle, lower), Ink.EXAMINED, toward=(0.0, -1.0))
    for t, side in ((first, -1.0), (last, 1.0)):
        if left <= t <= right:
            charts.drop_line(canvas, (t, 0.0), upper)
            if first < last:
                root = r"$\sqrt{\beta^2-\alpha\gamma}\,/\alpha$" if side > 0.0 and last - first > 0.1 else ""
                measures.measure(canvas, (middle, upper), (t, upper), Ink.TEXT, root, side=-1.0)
            canvas.dot((t, 0.0), Ink.ANSWER if side < 0.0 else Ink.GHOST, Point.ANSWER if side < 0.0 else Point.RING)
            if is_one and side > 0.0:
                continue  # said once
            name = "t_1=t_2" if is_one else f"t_{1 if side < 0.0 else 2}"
            told = f"${name}$ = **{t:.2f}**".replace("-", "−")
            canvas.label(
                told, (t, 0.0), Ink.ANSWER if side < 0.0 else Ink.QUIET, toward=(side, 1.0), style=TextStyle.LABEL
            )


def hit(moment: Moment[Any]) -> SweptImpact | None:
    """The answer, where it is an impact after the start."""
    found: SweptImpact = whole(moment).trace.result
    return found if found.outcome is Outcome.HIT else None
