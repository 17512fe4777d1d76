"""Gap, closing distance and what is left of it, as bars from one zero line."""

from __future__ import annotations

import math
from typing import Any

from lessons.bodies.speculative_figure import CLOSING, END, IMPULSE, NEXT, faulty_way, hides_gap, shown
from lessons.bodies.speculative_scene import OFF, Met
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.screen import pitch
from viz.lesson.text import fixed

ROWS = (2.15, 1.38, 0.0)  # heights of the bars
BELOW = 0.73  # where the excess is told, between two bars
COMPARED = -0.72  # of what a rule that is compared closes
HALF = 6.0  # pixels of half a bar
UNDER_BARS = -1.2  # where round lengths stand
NAMED, NUMBERED = 0.28, 0.19  # of the longest length: room for names and numbers beside the bars, at every step alike
PAST = 0.4  # opacity of the bars of a frame that is over


def _range(moment: Moment[Any]) -> tuple[float, float]:
    """The least and the greatest length of both balls."""
    lows, highs = [0.0], [0.1]
    for met in moment.scene.both:
        lengths = met.gap, met.closing, -met.speeds[1] * met.flight.dt
        lows.append(min(lengths))
        highs.append(max(abs(met.gap), *lengths[1:]))
    return min(lows), max(highs)


def bar_axes(moment: Moment[Any], which: int) -> Axes:
    """One scale for both balls."""
    low, high = _range(moment)
    return Axes((low - NAMED * (high - low), high + NUMBERED * high), (-1.9, 2.35))


def draw_bars(canvas: Canvas, moment: Moment[Any], which: int) -> None:
    """s, what the ball would close along the normal in one frame, and what it closes after the impulse; of a rule
    that is compared too."""
    moment = shown(moment, which)
    met: Met = moment.scene.both[which]
    low, high = _range(moment)
    opacity = PAST if moment.index == NEXT else 1.0
    _ruler(canvas, low, high)
    if met.contact is None and not hides_gap(moment):
        told = f"gap {fixed(met.gap)} > margin {fixed(met.margin)}: no contact"
        canvas.label(told, ((low + high) / 2.0, 1.0), Ink.TEXT, fixed=True)
        return
    known = (
        range(1, 2)
        if hides_gap(moment)
        else range(1 + min(moment.index, CLOSING if moment.is_open and moment.index < END else IMPULSE))
    )
    if met.is_cut and 1 in known and 0 in known:
        canvas.stroke(((met.gap, -0.35), (met.gap, 2.35)), Ink.GAP, line=Line.DASHED)
        _bar(canvas, met.gap, met.closing, ROWS[1], Ink.OVERLAP, opacity)
        under = max((met.gap + met.closing) / 2.0, met.gap + 30.0 * canvas.pixel), BELOW  # right of the dashed line
        canvas.label(f"$x$ = **{fixed(met.excess)}**", under, Ink.OVERLAP, fixed=True)
    after = -met.speeds[1] * met.flight.dt
    names = (r"s", r"-v_n\,\Delta t", r"-v_n'\,\Delta t")
    inks = (Ink.GAP if met.gap >= 0.0 else Ink.OVERLAP, Ink.EXAMINED, Ink.ANSWER)
    for i in known:
        length = (met.gap, met.closing, after)[i]
        end = min(length, met.gap) if i == 1 and met.is_ahead and 0 in known else length
        _bar(canvas, 0.0, end, ROWS[i], inks[i], opacity)
        at = low - 14.0 * canvas.pixel, ROWS[i]
        canvas.label(f"${names[i]}$", at, inks[i], toward=(-1.0, 0.0), fixed=True)
        at = max(length, 0.0), ROWS[i]
        canvas.label(fixed(length), at, inks[i], toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)
    if moment.faulty is not None and moment.index >= IMPULSE:
        _compared(canvas, moment, met, which, after, (low + high) / 2.0)


def _compared(canvas: Canvas, moment: Moment[Any], met: Met, which: int, after: float, middle: float) -> None:
    """What a ball closes by the rule that is compared, on a line of its own: its words on the side with room."""
    closed = -float(faulty_way(moment, which) @ met.normal)
    if abs(closed - after) > OFF:
        tick, side = 1.3 * HALF * canvas.pixel_y, 1.0 if closed < middle - OFF else -1.0
        canvas.stroke(((closed, COMPARED - tick), (closed, COMPARED + tick)), Ink.FAULTY, line=Line.CURVE)
        at = closed + side * 4.0 * canvas.pixel, COMPARED
        left = -float(moment.faulty[which].bodies(met.k + 1)[1].velocity @ met.normal) * met.flight.dt
        verb = "closes " if abs(left - closed) > OFF else ""  # it did not move with the velocity that it has now
        canvas.label(f"{moment.compare}: {verb}**{fixed(closed)}**", at, Ink.FAULTY, toward=(side, 0.0), fixed=True)


def _bar(canvas: Canvas, start: float, end: float, row: float, ink: Ink, opacity: float) -> None:
    if start != end:
        low, high = row - HALF * canvas.pixel_y, row + HALF * canvas.pixel_y
        canvas.area(((start, low), (end, low), (end, high), (start, high)), ink, opacity=opacity)


def _ruler(canvas: Canvas, low: float, high: float) -> None:
    """The zero line, and round lengths under the bars."""
    canvas.stroke(((0.0, UNDER_BARS), (0.0, 2.35)), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.stroke(((low, UNDER_BARS), (high, UNDER_BARS)), Ink.CONSTRUCTION, line=Line.THIN)
    unit = 0.1 * pitch(10.0 * (high - low), 5)
    for i in range(math.ceil(low / unit), int(high / unit) + 1):
        canvas.label(
            f"{fixed(i * unit, 1)} m",
            (i * unit, UNDER_BARS - 0.05),
            Ink.QUIET,
            toward=(0.0, -1.0),
            style=TextStyle.CAPTION,
            fixed=True,
        )
        canvas.stroke(((i * unit, UNDER_BARS), (i * unit, UNDER_BARS + 0.13)), Ink.CONSTRUCTION, line=Line.THIN)
