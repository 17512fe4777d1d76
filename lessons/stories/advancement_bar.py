"""The bound of the closing speed as a bar, above the curve of a search in time."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.time_of_impact.conservative_advancement import Advanced
from lessons.stories.grouping import apart, whole
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

HEAD_ROOM = 1.3  # of the greatest gap: above the curve stands the bar
LEAST = 30.0  # pixels: a shorter piece has no room for an arrow
UNDER, OVER, BAR_LOW = 34.0, 58.0, 0.3  # pixels under the top of the axes, over the play head; of the time axis
FAINT, LEFT_OUT = 0.1, 56.0  # opacity of a piece that is left out; pixels: a shorter one does not say so
TERMS = (r"\boldsymbol{v}\cdot{\hat n}", r"r_A|\omega_A|", r"r_B|\omega_B|")


def bound_bar(canvas: Canvas, moment: Moment[Any], state: Advanced, axes: Axes, struck: tuple[str, ...] = ()) -> None:
    """The bound above the curve, to one scale in all iterations: its terms end to end from 0, a negative one last and
    back to the left, each with its number and its symbol; where they end is μ."""
    measured = whole(moment).trace.steps[0]
    arcs = measured.radius_a * abs(measured.turn_a), measured.radius_b * abs(measured.turn_b)
    closings = [each.closing for each in apart(whole(moment).trace.steps) if isinstance(each, Advanced)]
    low, high = min(0.0, sum(arcs) + min(closings)), sum(arcs) + max(0.0, *closings)
    (start, end), half = axes.x, 11.0 * canvas.pixel_y
    y = max(axes.y[1] - UNDER * canvas.pixel_y, 1.03 * axes.y[1] / HEAD_ROOM + OVER * canvas.pixel_y)
    left, wide = start + BAR_LOW * (end - start), (1.0 - BAR_LOW) * (end - start)
    unit = wide / (high - low) if high > low else 0.0
    x = zero = left - low * unit
    first = zero + min(0.0, state.bound) * unit - (60.0 if state.closing >= 0.0 else 76.0) * canvas.pixel
    canvas.label(rf"$\mu$ = **{fixed(state.bound, 3)}**", (first, y), Ink.EXAMINED, fixed=True)
    if not unit:
        return
    last, terms = -np.inf, list(zip((state.closing, *arcs), TERMS, (0.85, 0.6, 0.4), strict=True))
    if state.closing < 0.0:  # the turns first, and from their end back
        terms = [*terms[1:], terms[0]]
    for value, symbol, opacity in terms:
        if value == 0.0:
            continue
        end, back = x + value * unit, value < 0.0
        lane = y - 2.0 * half if back else y
        box = (x, lane - half), (end, lane - half), (end, lane + half), (x, lane + half)
        is_struck = symbol in struck
        canvas.area(box, Ink.EXAMINED, opacity=FAINT if is_struck else opacity)
        if state.closing < 0.0 and abs(value) * unit > LEAST * canvas.pixel:  # terms that lead to and fro
            canvas.arrow((x, lane), (end, lane), Ink.TEXT, line=Line.THIN)
        if is_struck:
            canvas.stroke(box, Ink.FAULTY, closed=True, line=Line.DOTTED)
            if abs(value) * unit > LEFT_OUT * canvas.pixel:
                at = 0.5 * (x + end), lane
                canvas.label("left out", at, Ink.FAULTY, style=TextStyle.CAPTION, fixed=True)
        middle = 0.5 * (x + end)
        number, name = fixed(value, 3), f"${symbol}$"
        if state.closing >= 0.0:
            last = max(middle, last + 62.0 * canvas.pixel)
            places = [(number, (last, y + 2.4 * half)), (name, (last, y - 2.4 * half))]
        else:  # both at the piece's own side
            last = max(middle, last + 112.0 * canvas.pixel)
            at = (x + 66.0 * canvas.pixel, lane) if back else (last, lane + 2.4 * half)
            places = [(f"{name} = {number}", at)]
        for words, at in places:
            canvas.label(words, at, Ink.EXAMINED, fixed=True)
        x = end
    lowest = y - (3.3 if state.closing < 0.0 else 1.3) * half
    for at, words in ((zero, "0"), (x, "")):
        canvas.stroke(((at, lowest), (at, y + 1.3 * half)), Ink.EXAMINED, line=Line.MEASURE)
        if words and state.closing < 0.0:
            canvas.label(words, (at - 8.0 * canvas.pixel, y), Ink.EXAMINED, style=TextStyle.CAPTION, fixed=True)
