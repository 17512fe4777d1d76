"""The triangle of one iteration under the curve of the gap: its line of slope −μ, its legs, and their names."""

from __future__ import annotations

import numpy as np

from geometry.time_of_impact.conservative_advancement import Advanced
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import fixed

Curve = tuple[np.ndarray, np.ndarray]  # times and gaps

DECIMALS = 3  # of times, gaps and bounds, in words and in the table
SHORT = 0.002  # of the whole time: a shorter step is told with one more
SLOPE, MEANING = 68.0, 104.0  # pixels, of the slope's name and of its meaning in two lines
MEANS = ("the gap stays", 84.0), ("above this line", 92.0)  # with its length
ROOM, ASIDE, LINE = 42.0, 22.0, 19.0  # pixels: of a name beside its leg, to its middle, and from line to line


def places(*steps: float) -> int:
    """So many decimals do steps need that are told together."""
    return DECIMALS + any(0.0 < step < SHORT for step in steps)


def line_at(state: Advanced, t: float) -> float:
    """How low the gap can be at a later time, by an iteration's bound."""
    return float(state.separation - state.bound * (t - state.fraction))


def triangle(canvas: Canvas, state: Advanced, last: float, *, is_newest: bool = False) -> None:
    """Below the line of slope −μ from the gap down to 0, or to the last time, the curve cannot come."""
    if state.bound <= 0.0:
        return
    t, s = state.fraction, state.separation
    end = min(state.fraction + s / state.bound, last)
    foot = (end, max(s - state.bound * (end - state.fraction), 0.0))
    canvas.area(((t, 0.0), (foot[0], 0.0), foot, (t, s)), Ink.EXAMINED, opacity=0.16 if is_newest else 0.05)
    if is_newest:
        canvas.stroke(((t, s), foot), Ink.EXAMINED, line=Line.FEATURE)
    else:
        canvas.stroke(((t, s), foot), Ink.EXAMINED, line=Line.DASHED, opacity=0.6)


def legs(canvas: Canvas, state: Advanced, target: float) -> None:
    """What is left of the gap above the target, and the step."""
    t, after, s = state.fraction, state.fraction + state.step, state.separation
    measures.measure(canvas, (t, target), (t, s), Ink.GAP)
    canvas.stroke(((t, target), (after, target)), Ink.ANSWER, line=Line.MEASURE)
    canvas.dot((after, target), Ink.ANSWER, Point.FILLED)


def name_legs(canvas: Canvas, state: Advanced, target: float, before: Advanced | None, curve: Curve) -> None:
    """The step below 0, and the rest of the gap beside its leg."""
    t, after = state.fraction, state.fraction + state.step
    measures.right_angle(canvas, (t, target), (1.0, 0.0), (0.0, 1.0))
    words = rf"step $\Delta{{t}}$ = **{fixed(state.step, places(state.step))}**"
    beside = max(0.5 * (t + after), t + 60.0 * canvas.pixel)  # not across the play head
    canvas.label(words, (beside, 0.0), Ink.TEXT, toward=(0.0, -1.0))
    name_rest(canvas, state, target, before, curve, 0.0)


def name_rest(
    canvas: Canvas, state: Advanced, target: float, before: Advanced | None, curve: Curve, start: float
) -> None:
    """What is left of the gap above the target: on the left of its leg, under the curve, with its number where there
    is room up to the line of the iteration before, or to the chart's `start`; or inside of a wide triangle."""
    t, s, wide = state.fraction, state.separation, state.step / canvas.pixel
    beside = np.interp(np.linspace(t - ROOM * canvas.pixel, t, 9), *curve)
    high = min(s, float(beside.min())) - 12.0 * canvas.pixel_y
    for words in ("$s-s_0$", f"**{fixed(s - target, 3)}**"):
        left, low = start, high - 0.5 * LINE * canvas.pixel_y
        if before is not None and before.bound > 0.0:  # its line is no background for words
            left = max(left, before.fraction + (before.separation - low) / before.bound)
        if t - left < ROOM * canvas.pixel or low <= target:
            break
        canvas.label(words, (t - ASIDE * canvas.pixel, high), Ink.GAP, toward=(-1.0, 0.0))
        high -= LINE * canvas.pixel_y
    else:
        return
    if words == "$s-s_0$" and wide > 80.0:
        number = f" = **{fixed(s - target, 3)}**" if wide > 180.0 else ""
        canvas.label(f"$s-s_0${number}", (t, 0.75 * target + 0.25 * s), Ink.GAP, toward=(1.0, 0.0))


def name_slope(canvas: Canvas, state: Advanced, target: float, curve: Curve, taken: float) -> None:
    """What the line's slope is, and what it means where there is room: beyond the dashed line at its end, or close to
    it, at a height without a curve and with no words at the height `taken`."""
    (times, gaps), pixel, after = curve, canvas.pixel, state.fraction + state.step
    for is_beyond, wide in ((True, MEANING), (True, SLOPE), (False, SLOPE)):
        for part in (0.5, 0.65, 0.3, 0.8):
            y, x = target + part * (state.separation - target), state.fraction + (1.0 - part) * state.step
            aside, low = (
                after + 10.0 * pixel if is_beyond else x + 26.0 * pixel,
                2.0 * LINE if wide == MEANING else 0.0,
            )
            beside = np.linspace(aside - 6.0 * pixel, aside + (wide - 2.0) * pixel, 16)
            passing = np.where(beside <= times[-1], np.interp(beside, times, gaps), np.inf)
            off = (np.array((*passing, taken)) - y) / canvas.pixel_y
            is_free = bool(((off > 14.0) | (off < -14.0 - low)).all()) and beside[-1] <= 1.0
            if not is_free or not (is_beyond or not beside[0] < after < beside[-1] or passing[0] < y):
                continue
            canvas.stroke(((x + 8.0 * pixel, y), (aside, y)), Ink.EXAMINED, line=Line.THIN, opacity=0.7)
            canvas.label(r"slope $-\mu$", (aside + 0.5 * SLOPE * pixel, y), Ink.EXAMINED, fixed=True)
            for i, (words, length) in enumerate(MEANS if wide == MEANING else (), start=1):
                at = aside + 0.5 * length * pixel, y - i * LINE * canvas.pixel_y
                canvas.label(words, at, Ink.EXAMINED, style=TextStyle.CAPTION, fixed=True)
            return
