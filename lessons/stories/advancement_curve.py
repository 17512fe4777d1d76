"""A search in time drawn over time: the gap, the triangle of each iteration below it, and the bound as a sum."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Outcome, separation
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, SweepsMeasured
from geometry.trace import Grouped
from lessons.stories.advancement_bar import HEAD_ROOM, TERMS, bound_bar
from lessons.stories.advancement_figure import rotates, states_of
from lessons.stories.advancement_gaps import gaps_of, kink_before
from lessons.stories.grouping import apart, whole
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

FOOT_ROOM = 0.1  # of the greatest gap below 0: there the step is measured
MOST_NAMED = 7  # iterations: of more none before the newest is named
NAMED = 64.0  # pixels between iterations that are named
WORDS = 70.0  # pixels, of an iteration's name
LENS, CLOSE = (230.0, 164.0), (140.0, 108.0)  # pixels: what enlarges the impact, and the curve in it
SEEN = 1.8  # of the tolerance's end: so high the curve is enlarged
AFTER, DEEP = 2.0, 0.3  # of the impact's time; of the greatest gap: so much of what comes after is shown
UNDER = 140.0  # pixels from the top of the axes: under the lens the play head is shorter
HANDLE, UNDER_HANDLE = 6.0, 24.0  # pixels: half of the play head's handle, and how far below it a name is beside it
DECIMALS = 4  # of the table, in which neighbours differ by little, and of a short step
SHORT = 0.01  # of the whole time: a shorter step is told with more decimals
OFF_SCALE = 48.0  # pixels below 0: less has no room for an arrow
KINK = 44.0  # pixels, of its name
TINY = 0.11  # of the axes: around a triangle with a shorter leg they are narrowed


def curve_of(moment: Moment[Any]) -> tuple[np.ndarray, np.ndarray]:
    """The gap over time, up to the impact if there is one, and once it is found to the end; with a faulty search to
    the last time that it looks at."""
    least = 1.0 if is_found(moment) else 0.0
    return _curve(moment.scene, whole(moment).trace, least if moment.faulty is None else max(moment.faulty.times))


def is_found(moment: Moment[Any]) -> bool:
    """Whether this step is the impact, which then is shown enlarged, without a faulty search."""
    return isinstance(moment.step, Advanced) and moment.step.hit and moment.faulty is None


@lru_cache(maxsize=8)  # of what does not change: every pane of every step asks
def _curve(scene: Any, trace: Any, least: float) -> tuple[np.ndarray, np.ndarray]:
    known = {each.fraction: each.separation for each in apart(trace.steps) if isinstance(each, Advanced)}
    end = max(least, trace.result.fraction) if trace.result.outcome is Outcome.HIT else 1.0
    times, gaps = gaps_of(scene)
    if end not in known:
        known[end] = float(gaps[-1]) if end == times[-1] else separation(*scene.at(end))
    found, first = np.unique((*known, *times[times < end]), return_index=True)
    return found, np.array((*known.values(), *gaps[times < end]))[first]


def axes_of(moment: Moment[Any]) -> Axes:
    """Time from 0 to somewhat beyond the impact, and the gap, with room above it for the bound; only what is around
    the present step where this would be too small to be seen. Once the impact is found, what comes after it too."""
    times, gaps = curve_of(moment)
    last, wide = float(times[-1]), 1.1 if moment.faulty is None else 1.3  # a faulty search has words at its end
    if is_found(moment):
        last, wide = moment.step.fraction, AFTER
    high = max(float(gaps[times <= last].max()), 2.0 * moment.scene.target)
    end = min(1.0, max(wide * last, 0.05))
    if is_found(moment):
        least = float(gaps[times <= end].min())
        return Axes((0.0, end), (min(max(least, -DEEP * high), -FOOT_ROOM * high), HEAD_ROOM * high), "time t")
    deep = 1.15 if moment.faulty is None and gaps[0] >= 0.0 else 1.35
    start, end, high, low = narrowed(moment, end, high) or (0.0, end, high, min(deep * float(gaps.min()), 0.0))
    return Axes((start, end), (min(low, -FOOT_ROOM * high), HEAD_ROOM * high), "time t")


def narrowed(moment: Moment[Any], end: float, high: float) -> tuple[float, float, float, float] | None:
    """First and last time, greatest and least gap around a triangle that would be too small."""
    state, step, target = states_of(moment)[-1], moment.step, moment.scene.target
    if not isinstance(state, Advanced) or isinstance(step, SweepsMeasured) or moment.faulty is not None:
        return None
    t, first = state.fraction, step.first if isinstance(step, Grouped) else state
    if state.step > 0.0 and min(state.step / end, (state.separation - target) / high) < TINY:
        most = 2.2 * state.separation if first is state else 1.3 * max(each.separation for each in step.part)
        start = max(first.fraction - 3.0 * state.step, 0.0)
        end = min(end, t + 1.15 * state.separation / state.bound)
    else:
        return None
    if most >= high:
        return None
    times, gaps = curve_of(moment)
    above = np.flatnonzero((times < first.fraction) & (gaps > most))
    if len(above):  # up to `most` the curve is shown
        i = int(above[-1])
        start = max(start, float(np.interp(-most, -gaps[i : i + 2], times[i : i + 2])))
    return start, end, most, 0.0


def draw_curve(canvas: Canvas, moment: Moment[Any], *, no_turns: bool = False) -> None:
    """s(t) as far as it has been reached, the triangles that it cannot cross, and the clock; with the turns' terms
    struck out, which a faulty bound leaves out."""
    scene, axes, states = moment.scene, axes_of(moment), states_of(moment)
    state, is_start = states[-1], isinstance(moment.step, SweepsMeasured)
    low, end, top = axes.y[0], axes.x[1], axes.y[1] / HEAD_ROOM
    plot = Axes(axes.x, (low, 1.03 * top), axes.x_label)
    charts.chart_axes(canvas, plot)
    canvas.stroke(((axes.x[0], scene.target), (end, scene.target)), Ink.TEXT, line=Line.DASHED)
    is_asked = hides_future(moment, state)
    if is_start and moment.is_open:
        canvas.label("target gap $s_0$", (end, scene.target), Ink.TEXT, toward=(-1.0, 1.0))
    else:
        canvas.label("$s_0$", (end + 18.0 * canvas.pixel, scene.target), Ink.TEXT, fixed=True)
    if not is_asked:
        times, gaps = curve_of(moment)
        until = min(end, float(times[-1]))
        times = np.array((axes.x[0], *times[(times > axes.x[0]) & (times < until)], until))
        gaps = np.interp(times, *curve_of(moment))
        is_inside = (gaps <= 1.02 * top) & (gaps >= low)
        shown = np.where(is_inside, gaps, np.nan)[: np.flatnonzero(is_inside).max(initial=0) + 1]
        charts.curve(canvas, times[: len(shown)], shown, until=state.fraction, fill=0.06)
        at = times[len(times) // 2], gaps[len(times) // 2]
        low_at = line_at(state, at[0]) if isinstance(state, Advanced) else -np.inf
        if is_start and at[1] > low_at + 14.0 * canvas.pixel_y:
            canvas.label("not known yet", at, Ink.QUIET, toward=(1.0, 1.0), style=TextStyle.CAPTION)
    is_under = is_found(moment) and moment.time > end - (LENS[0] - 18.0) * canvas.pixel  # the lens' left side
    head = min(plot.y[1], axes.y[1] - UNDER * canvas.pixel_y) if is_under else plot.y[1]
    is_named = isinstance(state, Advanced) and (state.miss is Miss.TOO_FAR or state.hit)  # below 0
    clock(canvas, moment, Axes(plot.x, (low, head)), state.fraction, is_short=is_named)
    aside = axes.x[0] - 14.0 * canvas.pixel
    canvas.label("$s$", (aside, plot.y[1]), Ink.GAP, fixed=True)
    known = [each for each in states if isinstance(each, Advanced) and each.fraction >= axes.x[0]]
    if not known:
        if not is_start:
            touched(canvas, moment, state.fraction)
        return
    last = known[-1]
    for each in known[:-1]:
        triangle(canvas, each, end)
        canvas.dot((each.fraction, each.separation), Ink.GAP)
    names(canvas, moment, known)
    if not last.hit or moment.faulty is not None:
        bound_bar(canvas, moment, last, axes, struck=TERMS[1:] if no_turns else ())
    if is_start:
        if not moment.is_open:
            triangle(canvas, last, end, is_newest=True)
            if last.step > 0.0 and not is_asked:  # the answer to how far time may go
                below = last.step, -17.0 * canvas.pixel_y
                canvas.dot((last.step, scene.target), Ink.ANSWER, Point.FILLED)
                canvas.label(f"t = {fixed(last.step, 3)}", below, Ink.ANSWER, style=TextStyle.BOLD, fixed=True)
        canvas.dot((0.0, last.separation), Ink.GAP, Point.FILLED)
        times, gaps = curve_of(moment)
        if moment.is_open or gaps[times < 80.0 * canvas.pixel].max() <= last.separation:  # the words cross no curve
            at = 46.0 * canvas.pixel, last.separation + (0.0 if moment.is_open else 14.0 * canvas.pixel_y)
            words = f"s = {fixed(last.separation, 3)}"
            canvas.label(words, at, Ink.GAP, style=TextStyle.BOLD, fixed=True)
    else:
        newest(canvas, moment, last, axes)


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


def clock(canvas: Canvas, moment: Moment[Any], plot: Axes, at: float, *, is_short: bool) -> None:
    """The play head, or an arrow to where it is; where it is not at the iteration, with the gap then. Where words
    stand below 0 it goes down to 0 only, or to an overlap."""
    t, (start, end), s = moment.time, plot.x, separation(*moment.scene.at(moment.time))
    if not start <= t <= end:
        edge, way = (start, 1.0) if t < start else (end, -1.0)
        tail, high = edge + way * 30.0 * canvas.pixel, plot.y[1] - 18.0 * canvas.pixel_y
        canvas.arrow((tail, high), (edge, high), Ink.INTERFACE)
        depth = "" if s > -1e-9 else f", {tint(f'overlap {fixed(-s, 3)}', Ink.OVERLAP)}"
        words = f"t = {fixed(t, 3)}{depth}"
        canvas.label(words, (tail, high), Ink.INTERFACE, toward=(way, 0.0), style=TextStyle.CAPTION)
        return
    is_off = s < plot.y[0] and plot.y[0] < -OFF_SCALE * canvas.pixel_y
    foot = 0.0 if is_off or (is_short and s > -1e-9) else plot.y[0]
    charts.play_head(canvas, t, Axes(plot.x, (foot, plot.y[1])))
    if abs(t - at) <= 1e-9:
        return
    if is_off:
        off_scale(canvas, t, s, plot, curve_of(moment))
        return
    low, way = plot.y[0], 1.0 if end - t > 1.4 * WORDS * canvas.pixel else -1.0
    if low <= s:
        canvas.dot((t, s), Ink.INTERFACE, Point.FILLED)
    words, ink = (f"overlap {fixed(-s, 3)}", Ink.OVERLAP) if s < -1e-9 else (f"s = {fixed(s, 3)}", Ink.GAP)
    aside = HANDLE * canvas.pixel if plot.y[1] - s < UNDER_HANDLE * canvas.pixel_y else 0.0
    canvas.label(words, (t + way * aside, max(s, low)), ink, toward=(way, 0.6), style=TextStyle.BOLD)


def off_scale(canvas: Canvas, t: float, s: float, plot: Axes, curve: tuple[np.ndarray, np.ndarray]) -> None:
    """An overlap deeper than the axis goes: an arrow down from 0, and below it the words, right of the curve."""
    (_, end), (low, _), (times, gaps) = plot.x, plot.y, curve
    tip = low + 24.0 * canvas.pixel_y
    canvas.arrow((t, 0.0), (t, tip), Ink.OVERLAP)
    drawn = float(times[np.flatnonzero(gaps >= low).max()])
    x = max(min(t, end - 30.0 * canvas.pixel), drawn + 52.0 * canvas.pixel)
    canvas.label(
        f"overlap {fixed(-s, 3)}", (x, tip - 12.0 * canvas.pixel_y), Ink.OVERLAP, style=TextStyle.BOLD, fixed=True
    )


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
        canvas.glow(((t, s), foot), Ink.EXAMINED)
        canvas.stroke(((t, s), foot), Ink.EXAMINED, line=Line.FEATURE)
    else:
        canvas.stroke(((t, s), foot), Ink.EXAMINED, line=Line.DASHED, opacity=0.6)


def newest(canvas: Canvas, moment: Moment[Any], state: Advanced, axes: Axes) -> None:
    """The gap of this iteration, its bound, and the step that is safe."""
    target, t, s = moment.scene.target, state.fraction, state.separation
    if state.hit:
        (left, right), up = axes.x, target + whole(moment).trace.steps[0].lengths.tolerance
        canvas.area(((left, target), (right, target), (right, up), (left, up)), Ink.GAP, opacity=0.16)
        measures.measure(canvas, (t, 0.0), (t, s), Ink.GAP)
        marks.answer(canvas, (t, s))
        below = t - 76.0 * canvas.pixel, -17.0 * canvas.pixel_y
        canvas.label(f"time of impact {fixed(t, 3)}", below, Ink.ANSWER, style=TextStyle.BOLD, fixed=True)
        if moment.faulty is None:
            canvas.inset("top right", LENS, "The impact, enlarged", close_up(moment, state, up).marks)
        else:
            canvas.label(f"s = {fixed(s, 3)}", (t, s), Ink.GAP, toward=(-1.0, 1.0), style=TextStyle.BOLD)
        return
    triangle(canvas, state, axes.x[1], is_newest=True)
    canvas.dot((t, s), Ink.GAP, Point.FILLED)
    is_on_top = axes.y[1] / HEAD_ROOM - s < UNDER_HANDLE * canvas.pixel_y
    beside = t + (HANDLE * canvas.pixel if is_on_top else 0.0)
    canvas.label(f"iteration {state.iteration}", (beside, s), Ink.GAP, toward=(1.0, 0.6), style=TextStyle.BOLD)
    kink = kink_before(moment, state)
    if kink is not None and kink[0] > axes.x[0]:
        canvas.dot(kink, Ink.QUIET)
        way = (1.0, 0.0) if t - kink[0] > KINK * canvas.pixel else (-0.4, 1.0)  # not across the play head
        canvas.label("kink", kink, Ink.QUIET, toward=way, style=TextStyle.CAPTION)
    if state.step > 0.0:
        before = next((each for each in reversed(states_of(moment)[:-1]) if isinstance(each, Advanced)), None)
        legs(canvas, state, target, axes, before, named=not isinstance(moment.step, Grouped))
        if not isinstance(moment.step, Grouped):
            name_slope(canvas, moment, state, axes)
        after, times = state.fraction + state.step, curve_of(moment)[0]
        if after <= times[-1] and not hides_future(moment, state):
            then = float(np.interp(after, *curve_of(moment)))
            charts.drop_line(canvas, (after, target), min(then, axes.y[1] / HEAD_ROOM))
    elif state.bound > 0.0:
        charts.drop_line(canvas, (1.0, state.least_at_end), 0.0)
        canvas.dot((1.0, state.least_at_end), Ink.GAP, Point.FILLED)
        words = f"lower bound **{fixed(state.least_at_end, 3)}** at t = 1"
        canvas.label(words, (1.0, 0.0), Ink.GAP, toward=(-0.3, -1.0))


def close_up(moment: Moment[Any], state: Advanced, up: float) -> Canvas:
    """The end of the curve in pixels: how it comes down to within the tolerance of the target gap."""
    small, (wide, high), target = Canvas(1.0), CLOSE, moment.scene.target
    times, gaps = curve_of(moment)
    times, gaps, most = times[times <= state.fraction], gaps[times <= state.fraction], SEEN * up
    above = np.flatnonzero(gaps > most)
    start = float(np.interp(-most, -gaps[above[-1] :], times[above[-1] :])) if len(above) else 0.0
    across = wide / max(state.fraction - start, 1e-9)

    def place(t: float, s: float) -> tuple[float, float]:
        return across * (t - start), high * s / most

    low, top, right = high * target / most, high * up / most, wide + 14.0
    small.area(((0.0, low), (right, low), (right, top), (0.0, top)), Ink.GAP, opacity=0.16)
    small.stroke(((0.0, low), (right, low)), Ink.TEXT, line=Line.DASHED)
    small.stroke(((0.0, 0.0), (right, 0.0)), Ink.CONSTRUCTION)
    kept = times >= start
    path = [place(start, float(np.interp(start, times, gaps)))]
    path += [place(t, s) for t, s in zip(times[kept].tolist(), gaps[kept].tolist(), strict=True)]
    small.stroke(path, Ink.GAP, line=Line.CURVE)
    for each in states_of(moment):
        if isinstance(each, Advanced) and start <= each.fraction < state.fraction:
            small.dot(place(each.fraction, each.separation), Ink.GAP)
    marks.answer(small, place(state.fraction, state.separation))
    words = f"s = {fixed(state.separation, 3)}"
    small.label(words, (right, high), Ink.GAP, style=TextStyle.BOLD, fixed=True)
    for symbol, y, aside in (("$s_0$", low - 4.0, 14.0), (r"$s_0+\varepsilon$", top + 4.0, 25.0), ("0", 0.0, 10.0)):
        small.label(symbol, (right + aside, y), Ink.TEXT, fixed=True)
    words = rf"tolerance $\varepsilon$ = {fixed(up - target)}"
    small.label(words, (0.5 * wide, 0.5 * low), Ink.TEXT, fixed=True)
    return small


def legs(canvas: Canvas, state: Advanced, target: float, axes: Axes, before: Advanced | None, *, named: bool) -> None:
    """The triangle's legs: what is left of the gap above the target, and the step."""
    t, after, s = state.fraction, state.fraction + state.step, state.separation
    measures.measure(canvas, (t, target), (t, s), Ink.GAP)
    canvas.stroke(((t, target), (after, target)), Ink.ANSWER, line=Line.MEASURE)
    canvas.dot((after, target), Ink.ANSWER, Point.FILLED)
    if not named:
        return
    measures.right_angle(canvas, (t, target), (1.0, 0.0), (0.0, 1.0))
    decimals = 3 if state.step >= SHORT else DECIMALS
    step, y = rf"step $\Delta{{t}}$ = **{fixed(state.step, decimals)}**", target + 0.9 * (s - target)
    beside = max(0.5 * (t + after), t + 60.0 * canvas.pixel)  # not across the play head
    canvas.label(step, (beside, 0.0), Ink.TEXT, toward=(0.0, -1.0))
    below, left = y - 19.0 * canvas.pixel_y, 0.0
    if before is not None and before.bound > 0.0:  # its line is no background for words
        left = before.fraction + (before.separation - below) / before.bound
    if t - max(left, axes.x[0]) > 58.0 * canvas.pixel and below > target:
        for words, high in (("$s-s_0$", y), (f"**{fixed(s - target, 3)}**", below)):
            canvas.label(words, (t - 31.0 * canvas.pixel, high), Ink.GAP, fixed=True)
    elif after - t > 80.0 * canvas.pixel:  # inside of the triangle, where it is wide
        number = f" = **{fixed(s - target, 3)}**" if after - t > 180.0 * canvas.pixel else ""
        canvas.label(f"$s-s_0${number}", (t, 0.75 * target + 0.25 * s), Ink.GAP, toward=(1.0, 0.0))


def name_slope(canvas: Canvas, moment: Moment[Any], state: Advanced, axes: Axes) -> None:
    """What the line's slope is: beyond the dashed line at its end, or close to it, at a height without a curve."""
    (times, gaps), target, pixel = curve_of(moment), moment.scene.target, canvas.pixel
    after = state.fraction + state.step
    for is_beyond in (True, False):
        for part in (0.5, 0.65, 0.3, 0.8):
            y, x = target + part * (state.separation - target), state.fraction + (1.0 - part) * state.step
            aside = after + 10.0 * pixel if is_beyond else x + 26.0 * pixel
            beside = np.linspace(aside - 6.0 * pixel, aside + 66.0 * pixel, 16)
            passing = np.where(beside <= times[-1], np.interp(beside, times, gaps), np.inf)
            is_free = bool((np.abs(passing - y) > 14.0 * canvas.pixel_y).all()) and beside[-1] <= axes.x[1]
            if is_free and (is_beyond or not beside[0] < after < beside[-1] or passing[0] < y):
                canvas.stroke(((x + 8.0 * pixel, y), (aside, y)), Ink.EXAMINED, line=Line.THIN, opacity=0.7)
                canvas.label(r"slope $-\mu$", (aside + 34.0 * pixel, y), Ink.EXAMINED, fixed=True)
                return
