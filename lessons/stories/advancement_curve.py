"""A search in time drawn over time: the gap, the triangle of each iteration below it, and the bound as a sum."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import separation
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, SweepsMeasured
from geometry.trace import Grouped
from lessons.stories.advancement_bar import HEAD_ROOM, TERMS, bound_bar
from lessons.stories.advancement_figure import reaching, rotates, states_of
from lessons.stories.advancement_gaps import curve_of, is_found, kink_before, width_along
from lessons.stories.advancement_lens import Lens, draw_lens, lens_of, tolerated
from lessons.stories.advancement_triangle import legs, line_at, name_legs, name_slope, triangle
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

FOOT_ROOM = 0.1  # of the greatest gap below 0: there the step is measured
DEEP = 1.35  # of the deepest overlap that a search looks at
MOST_NAMED = 7  # iterations: of more none before the newest is named
NAMED = 64.0  # pixels between iterations that are named
WORDS = 70.0  # pixels, of an iteration's name
UNDER = 12.0  # pixels between the play head and the lens above it
HANDLE, UNDER_HANDLE = 6.0, 24.0  # pixels: half of the play head's handle, and how far below it a name is beside it
TARGET = 22.0  # pixels from the end of the target's line to its name
DEPTH, TIP = 50.0, 5.0  # pixels, to the middle of an overlap's words; from an arrow's tip to the end of the axis
BESIDE = 56.0  # pixels up to the end of the axis: there they stand right of the play head
KINK = 44.0  # pixels, of its name
ALONG, LEAST_ALONG, ALONG_NAME = 17, 14.0, 60.0  # samples; pixels from the curve and the line; to its name's middle


def axes_of(moment: Moment[Any]) -> Axes:
    """The whole time of the motion at every step, and the gap up to the impact, with room above it for the bound."""
    times, gaps = curve_of(moment)
    if is_found(moment):  # what comes after it may leave the axes
        gaps = gaps[times <= moment.step.fraction]
    high = max(float(gaps.max()), 2.0 * moment.scene.target)
    return Axes((0.0, 1.0), (min(DEEP * float(gaps.min()), -FOOT_ROOM * high), HEAD_ROOM * high), "time $t$")


def draw_curve(canvas: Canvas, moment: Moment[Any], *, no_turns: bool = False) -> None:
    """s(t) as far as it has been reached, the triangles that it cannot cross, and the clock; with the turns' terms
    struck out, which a faulty bound leaves out."""
    scene, axes, states = moment.scene, axes_of(moment), states_of(moment)
    state, is_start = states[-1], isinstance(moment.step, SweepsMeasured)
    low, end, top = axes.y[0], axes.x[1], axes.y[1] / HEAD_ROOM
    plot = Axes(axes.x, (low, 1.03 * top), axes.x_label)
    charts.chart_axes(canvas, plot)
    canvas.stroke(((0.0, scene.target), (end, scene.target)), Ink.TEXT, line=Line.DASHED)
    is_asked = hides_future(moment, state)
    if is_start and moment.is_open:
        canvas.label("target gap $s_0$", (end, scene.target), Ink.TEXT, toward=(-1.0, 1.0))
    else:
        canvas.label("$s_0$", (end + TARGET * canvas.pixel, scene.target), Ink.TEXT, fixed=True)
    lens = None if is_asked else lens_of(canvas, moment, axes, top)
    if not is_asked:
        times, gaps = curve_of(moment)
        is_inside = (gaps <= 1.02 * top) & (gaps >= low)
        shown = np.where(is_inside, gaps, np.nan)[: np.flatnonzero(is_inside).max(initial=0) + 1]
        charts.curve(canvas, times[: len(shown)], shown, until=state.fraction, fill=0.06)
        at = times[len(times) // 2], gaps[len(times) // 2]
        low_at = line_at(state, at[0]) if isinstance(state, Advanced) else -np.inf
        if is_start and at[1] > low_at + 14.0 * canvas.pixel_y:
            canvas.label("not known yet", at, Ink.QUIET, toward=(1.0, 1.0), style=TextStyle.CAPTION)
    is_named = isinstance(state, Advanced) and (state.miss is Miss.TOO_FAR or state.hit)  # below 0
    clock(canvas, moment, Axes(plot.x, (low, under(canvas, lens, moment.time, plot.y[1]))), state, is_short=is_named)
    canvas.label("$s$", (-14.0 * canvas.pixel, plot.y[1]), Ink.GAP, fixed=True)
    known = [each for each in states if isinstance(each, Advanced)]
    if not known:
        if not is_start:
            touched(canvas, moment, state.fraction)
        return
    last = known[-1]
    for each in known[:-1]:
        triangle(canvas, each, end)
        canvas.dot((each.fraction, each.separation), Ink.GAP)
    names(canvas, moment, known)
    bounded = reaching(moment)
    bound_bar(
        canvas, moment, bounded if isinstance(bounded, Advanced) else last, axes, struck=TERMS[1:] if no_turns else ()
    )
    if is_start:
        if not moment.is_open:
            triangle(canvas, last, end, is_newest=True)
            if last.step > 0.0 and not is_asked:  # the answer to how far time may go
                below = last.step, -17.0 * canvas.pixel_y
                canvas.dot((last.step, scene.target), Ink.ANSWER, Point.FILLED)
                canvas.label(f"$t$ = {fixed(last.step, 3)}", below, Ink.ANSWER, style=TextStyle.BOLD, fixed=True)
        canvas.dot((0.0, last.separation), Ink.GAP, Point.FILLED)
        times, gaps = curve_of(moment)
        if moment.is_open or gaps[times < 80.0 * canvas.pixel].max() <= last.separation:  # the words cross no curve
            at = 46.0 * canvas.pixel, last.separation + (0.0 if moment.is_open else 14.0 * canvas.pixel_y)
            words = f"s = {fixed(last.separation, 3)}"
            canvas.label(words, at, Ink.GAP, style=TextStyle.BOLD, fixed=True)
    else:
        newest(canvas, moment, last, axes, is_small=lens is not None)
    if lens is not None:
        draw_lens(canvas, moment, lens)


def under(canvas: Canvas, lens: Lens | None, t: float, top: float) -> float:
    """Up to where the play head goes: to the top, or to below the lens."""
    if lens is None or not lens.left < t + UNDER * canvas.pixel:
        return top
    return min(top, lens.low - UNDER * canvas.pixel_y)


def hides_future(moment: Moment[Any], state: Any) -> bool:
    """Before the first step, while it is asked what is known without the curve. Bodies that only translate ask it
    after their start."""
    waits = isinstance(moment.step, SweepsMeasured) and not rotates(moment.scene)
    return state.fraction == 0.0 and (moment.is_open or waits)


def touched(canvas: Canvas, moment: Moment[Any], t: float) -> None:
    """The time of impact of bodies in contact, on the side of the curve that is free."""
    s = min(separation(*moment.scene.at(t)), 0.0)
    marks.answer(canvas, (t, s))
    times, gaps = curve_of(moment)
    y = s - (17.0 if s > -1e-9 else 4.0) * canvas.pixel_y
    if gaps[times <= t + WORDS * canvas.pixel].min() < s - 1e-9:
        y = max(s, moment.scene.target) + 17.0 * canvas.pixel_y
    at = t + 94.0 * canvas.pixel, y
    canvas.label(f"time of impact {fixed(t, 3)}", at, Ink.ANSWER, style=TextStyle.BOLD, fixed=True)


def names(canvas: Canvas, moment: Moment[Any], known: list[Advanced]) -> None:
    """The names of iterations before the newest, where there is room and no other line; none while time plays, for
    the play head would pass through them."""
    if len(known) > MOST_NAMED or moment.faulty is not None or abs(moment.time - known[-1].fraction) > 1e-9:
        return
    named = known[-1]
    for each in reversed(known[:-1]):
        aside = abs(each.fraction - named.fraction) / canvas.pixel
        if aside + abs(each.separation - named.separation) / canvas.pixel_y <= NAMED:
            continue
        named, at = each, (each.fraction, each.separation)
        if not 1e-9 < moment.time - each.fraction < WORDS * canvas.pixel:  # where the play head stands
            words = f"iteration {each.iteration}"
            canvas.label(words, at, Ink.QUIET, toward=(1.0, 0.5), style=TextStyle.CAPTION)


def clock(canvas: Canvas, moment: Moment[Any], plot: Axes, state: Any, *, is_short: bool) -> None:
    """The play head; where it is not at the iteration, with the gap then. Where words stand below 0 it goes down to
    0 only, or to an overlap."""
    t, (low, _), s = moment.time, plot.y, separation(*moment.scene.at(moment.time))
    is_off = s < low
    charts.play_head(canvas, t, Axes(plot.x, (0.0 if is_off or (is_short and s > -1e-9) else low, plot.y[1])))
    if abs(t - state.fraction) <= 1e-9:
        return
    if is_off:  # an arrow says so, and the words stand beside it
        canvas.arrow((t, 0.0), (t, low + TIP * canvas.pixel_y), Ink.OVERLAP)
        way = 1.0 if plot.x[1] - t > BESIDE * canvas.pixel else -1.0
        at = t + way * DEPTH * canvas.pixel, 0.5 * low
        canvas.label(f"overlap {fixed(-s, 3)}", at, Ink.OVERLAP, style=TextStyle.BOLD, fixed=True)
        return
    way = 1.0 if plot.x[1] - t > 1.4 * WORDS * canvas.pixel else -1.0
    canvas.dot((t, s), Ink.INTERFACE, Point.FILLED)
    words, ink = (f"overlap {fixed(-s, 3)}", Ink.OVERLAP) if s < -1e-9 else (f"s = {fixed(s, 3)}", Ink.GAP)
    aside = HANDLE * canvas.pixel if plot.y[1] - s < UNDER_HANDLE * canvas.pixel_y else 0.0
    canvas.label(words, (t + way * aside, s), ink, toward=(way, 0.6), style=TextStyle.BOLD)


def newest(canvas: Canvas, moment: Moment[Any], state: Advanced, axes: Axes, *, is_small: bool) -> None:
    """The gap of this iteration, its bound, and the step that is safe, whose parts are named in the lens where it
    is small."""
    target, t, s = moment.scene.target, state.fraction, state.separation
    if state.hit:
        (left, right), up = axes.x, tolerated(moment)
        canvas.area(((left, target), (right, target), (right, up), (left, up)), Ink.GAP, opacity=0.16)
        measures.measure(canvas, (t, 0.0), (t, s), Ink.GAP)
        marks.answer(canvas, (t, s))
        below = t - 76.0 * canvas.pixel, -17.0 * canvas.pixel_y
        canvas.label(f"time of impact {fixed(t, 3)}", below, Ink.ANSWER, style=TextStyle.BOLD, fixed=True)
        if not is_small:
            canvas.label(f"s = {fixed(s, 3)}", (t, s), Ink.GAP, toward=(-1.0, 1.0), style=TextStyle.BOLD)
        return
    triangle(canvas, state, axes.x[1], is_newest=True)
    canvas.dot((t, s), Ink.GAP, Point.FILLED)
    is_on_top = axes.y[1] / HEAD_ROOM - s < UNDER_HANDLE * canvas.pixel_y
    beside = t + (HANDLE * canvas.pixel if is_on_top else 0.0)
    canvas.label(f"iteration {state.iteration}", (beside, s), Ink.GAP, toward=(1.0, 0.6), style=TextStyle.BOLD)
    kink = kink_before(moment, state)
    if kink is not None:
        canvas.dot(kink, Ink.QUIET)
        way = (1.0, 0.0) if t - kink[0] > KINK * canvas.pixel else (-0.4, 1.0)  # not across the play head
        canvas.label("kink", kink, Ink.QUIET, toward=way, style=TextStyle.CAPTION)
    if state.step > 0.0:
        safe_step(canvas, moment, state, axes, is_named=not is_small and not isinstance(moment.step, Grouped))
    elif state.bound > 0.0:
        charts.drop_line(canvas, (1.0, state.least_at_end), 0.0)
        canvas.dot((1.0, state.least_at_end), Ink.GAP, Point.FILLED)
        words = f"lower bound **{fixed(state.least_at_end, 3)}** at $t$ = 1"
        canvas.label(words, (1.0, 0.0), Ink.GAP, toward=(-0.3, -1.0))


def safe_step(canvas: Canvas, moment: Moment[Any], state: Advanced, axes: Axes, *, is_named: bool) -> None:
    """The legs of the triangle and their names, and up from its tip the gap that there will be."""
    target, curve, after = moment.scene.target, curve_of(moment), state.fraction + state.step
    legs(canvas, state, target)
    if is_named:
        before = next((each for each in reversed(states_of(moment)[:-1]) if isinstance(each, Advanced)), None)
        name_legs(canvas, state, target, before, curve)
        name_slope(canvas, state, target, curve, width_along(moment.scene, state.normal, min(after, 1.0)))
    if hides_future(moment, state):
        return
    draw_along(canvas, moment, state, is_named=is_named)
    if after <= curve[0][-1]:
        then = float(np.interp(after, *curve))
        charts.drop_line(canvas, (after, target), min(then, axes.y[1] / HEAD_ROOM))


def draw_along(canvas: Canvas, moment: Moment[Any], state: Advanced, *, is_named: bool) -> None:
    """The separation along this iteration's normal, until the step ends: above the line of its bound and below the
    curve, where it can be told from both."""
    after = min(state.fraction + state.step, 1.0)
    times = np.linspace(state.fraction, after, ALONG)
    widths = [width_along(moment.scene, state.normal, t) for t in times.tolist()]
    least = LEAST_ALONG * canvas.pixel_y
    is_below = separation(*moment.scene.at(after)) - widths[-1] > least
    if not is_below or widths[-1] - line_at(state, after) < least:
        return
    canvas.stroke(list(zip(times.tolist(), widths, strict=True)), Ink.EXAMINED, line=Line.DOTTED)
    canvas.dot((after, widths[-1]), Ink.EXAMINED)
    if not is_named:
        return
    later, gaps = curve_of(moment)  # beyond the curve where it comes down to that height
    down = later[(later > after) & (gaps < widths[-1] + least)]
    left = (float(down[0]) if len(down) else after) + 10.0 * canvas.pixel
    under = (later > left) & (later < left + 2.0 * ALONG_NAME * canvas.pixel)
    if (np.abs(gaps[under] - widths[-1]) < least).any():  # the curve comes up again, through the name
        return
    canvas.stroke(((after, widths[-1]), (left, widths[-1])), Ink.EXAMINED, line=Line.THIN, opacity=0.7)
    at = left + ALONG_NAME * canvas.pixel, widths[-1]
    canvas.label(r"separation along $\hat n$", at, Ink.EXAMINED, style=TextStyle.CAPTION, fixed=True)
