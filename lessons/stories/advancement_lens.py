"""What is too small in the curve of a search in time, enlarged beside it: a short step, or the impact."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from geometry.time_of_impact.conservative_advancement import Advanced, SweepsMeasured
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.trace import Grouped
from lessons.stories.advancement_figure import states_of
from lessons.stories.advancement_gaps import contact_of, curve_of
from lessons.stories.advancement_triangle import legs, name_rest, places, triangle
from lessons.stories.grouping import apart, whole
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.mark import Mark, Pair
from viz.lesson.text import fixed

TINY = 0.06  # of the axes: a triangle with a shorter leg is enlarged
SEEN = 1.6  # of the tolerance's end: so high the impact is enlarged
SHARES = ((0.52, 0.52), (0.52, 0.42), (0.44, 0.42), (0.44, 0.36))  # of the plot, the first that is free
MOST = (260.0, 210.0)  # pixels
ABOVE, BEYOND = 6.0, 27.0  # pixels over the plot and to the right of it
CLEAR = 10.0  # pixels between it and the curve
FRAME = (28.0, 50.0)  # pixels of its width and height that its title and its margins take
NAMES, SUM, NUMBERS = 26.0, 46.0, 13.0  # pixels for names on the right, for s₀ + ε there, and for numbers below
APART = 4.0  # pixels: names of near levels make room for each other
SAMPLES = 33  # of the curve in it


class Part(NamedTuple):
    """Of the curve: from 0 to `high`, from one time to another."""

    title: str
    start: float
    end: float
    high: float


class Lens(NamedTuple):
    """Where a part of the curve stands enlarged."""

    part: Part
    corner: Pair  # its upper right
    size: Pair  # pixels
    left: float  # in the chart's units
    low: float


def lens_of(canvas: Canvas, moment: Moment[Any], axes: Axes, top: float) -> Lens | None:
    """What this step enlarges, on the right where the curve leaves room; None where nothing is too small, or where
    there is no room. `top`: the highest gap of the axes."""
    part = part_of(moment, top)
    if part is None:
        return None
    times, gaps = curve_of(moment)
    high, px, py = 1.03 * top + ABOVE * canvas.pixel_y, canvas.pixel, canvas.pixel_y
    for wide, tall in SHARES:
        width, height = min(wide / px, MOST[0]), min(tall * top / py, MOST[1])
        low = high - height * py
        for right in np.arange(axes.x[1] + BEYOND * px, (width + 2.0 * CLEAR) * px, -0.02).tolist():
            left = right - width * px
            beside = np.linspace(left - CLEAR * px, right + CLEAR * px, 41)
            if (np.interp(beside, times, gaps, right=-np.inf) < low - CLEAR * py).all():
                return Lens(part, (right, high), (width, height), left, low)
    return None


def part_of(moment: Moment[Any], top: float) -> Part | None:
    """The impact, or the triangle of a step that would be too small to be seen."""
    state, step, target = states_of(moment)[-1], moment.step, moment.scene.target
    if not isinstance(state, Advanced) or isinstance(step, SweepsMeasured) or moment.faulty is not None:
        return None
    if state.hit:
        return impact_of(moment, state)
    t, parts = state.fraction, step.part if isinstance(step, Grouped) else (state,)
    least = min(min(each.step, (each.separation - target) / top) for each in parts)
    if state.step <= 0.0 or least >= TINY or (state.fraction == 0.0 and moment.is_open):
        return None
    end = min(t + 1.1 * state.separation / state.bound, 1.0)
    if isinstance(step, Grouped):
        high, start = 1.2 * max(each.separation for each in parts), max(parts[0].fraction - state.step, 0.0)
        title = f"Iterations {parts[0].iteration} to {state.iteration}"
        return Part(title, start, end, min(high, top))
    return Part(f"Iteration {state.iteration}, enlarged", max(t - 1.4 * state.step, 0.0), end, 1.5 * state.separation)


def impact_of(moment: Moment[Any], state: Advanced) -> Part:
    """From where the curve comes down to it, to the first contact."""
    high = SEEN * tolerated(moment)
    times, gaps = curve_of(moment)
    above = np.flatnonzero((times < state.fraction) & (gaps > high))
    start = 0.0
    if len(above):
        i = int(above[-1])
        start = float(np.interp(-high, -gaps[i : i + 2], times[i : i + 2]))
    contact = contact_of(moment.scene)
    after = contact if contact is not None else 2.0 * state.fraction - start
    end = min(max(after + 0.12 * (after - start), start + 1e-6), 1.0)
    return Part("The impact, enlarged", start, end, high)


def tolerated(moment: Moment[Any]) -> float:
    """The greatest gap of a hit."""
    lengths = whole(moment).trace.steps[0].lengths
    return float(lengths.target + lengths.tolerance)


def draw_lens(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """The part of the curve in an inset: in its own units at first, then in pixels."""
    part = lens.part
    state: Any = states_of(moment)[-1]
    names = SUM if state.hit else NAMES
    inner = lens.size[0] - FRAME[0] - names, lens.size[1] - FRAME[1] - NUMBERS
    small = Canvas((part.end - part.start) / inner[0], part.high / inner[1])
    grounds(small, moment.scene.target, part, APART * (-1.0 if state.hit else 1.0))
    times, gaps = near(moment.scene, whole(moment).trace, part)
    last = max(float(curve_of(moment)[0][-1]), state.fraction)
    shown = np.where((gaps >= -1e-6 * part.high) & (gaps <= 1.05 * part.high) & (times <= last), gaps, np.nan)
    charts.curve(small, times, shown, Ink.GAP, until=state.fraction, fill=0.06)
    if state.hit:
        arrival(small, moment, state, part)
    else:
        step(small, moment, state, part)
    canvas.inset("top right", lens.size, part.title, in_pixels(small, part.start), at=lens.corner)


def in_pixels(small: Canvas, start: float) -> list[Mark]:
    """The marks of a part of a chart, in pixels from its start and from 0: an inset has one unit for both ways."""

    def place(at: Pair) -> Pair:
        return (at[0] - start) / small.pixel, at[1] / small.pixel_y

    moved: list[Mark] = []
    mark: Any
    for mark in small.marks:
        changed: dict[str, Any] = {}
        for name in ("at", "start", "end"):
            if name in mark._fields:
                changed[name] = place(getattr(mark, name))
        if "points" in mark._fields:
            changed["points"] = tuple(map(place, mark.points))
        moved.append(mark._replace(**changed))
    return moved


@lru_cache(maxsize=8)  # of what does not change while time plays
def near(scene: Any, trace: Any, part: Part) -> tuple[np.ndarray, np.ndarray]:
    """The gap over the times of a part, the iterations' own among them."""
    known = [each.fraction for each in apart(trace.steps) if isinstance(each, Advanced)]
    inside = [t for t in (*known, contact_of(scene)) if t is not None and part.start < t < part.end]
    times = np.unique((*np.linspace(part.start, part.end, SAMPLES), *inside))
    a, sweep_a, b, sweep_b = scene.sweeps
    return times, separation_over_time(a, sweep_a, b, sweep_b, times)


def grounds(small: Canvas, target: float, part: Part, aside: float) -> None:
    """The level of 0 and that of the target, with their names on the right, that of the target so many pixels
    higher: aside from 0, or from s₀ + ε."""
    ends, beside = (part.start, part.end), part.end + 0.5 * NAMES * small.pixel
    small.stroke([(t, 0.0) for t in ends], Ink.QUIET, line=Line.THIN)
    small.stroke([(t, target) for t in ends], Ink.TEXT, line=Line.DASHED)
    for words, s in (("$s_0$", target + aside * small.pixel_y), ("0", 0.0)):
        small.label(words, (beside, s), Ink.TEXT, fixed=True)


def step(small: Canvas, moment: Moment[Any], state: Advanced, part: Part) -> None:
    """The triangles of the iterations in the part; that of the newest with its legs."""
    inside = [s for s in states_of(moment) if isinstance(s, Advanced) and part.start <= s.fraction]
    for each in inside[:-1]:
        triangle(small, each, part.end)
        small.dot((each.fraction, each.separation), Ink.GAP)
    triangle(small, state, part.end, is_newest=True)
    legs(small, state, moment.scene.target)
    small.dot((state.fraction, state.separation), Ink.GAP, Point.FILLED)
    if isinstance(moment.step, Grouped):
        return
    measures.right_angle(small, (state.fraction, moment.scene.target), (1.0, 0.0), (0.0, 1.0))
    below = state.fraction + 0.5 * state.step, -NUMBERS * small.pixel_y
    number = fixed(state.step, places(state.step))
    small.label(rf"$\Delta{{t}}$ = **{number}**", below, Ink.TEXT, fixed=True)
    name_rest(small, state, moment.scene.target, None, curve_of(moment), part.start)


def arrival(small: Canvas, moment: Moment[Any], state: Advanced, part: Part) -> None:
    """The tolerance, the impact as it is reported, and the first contact, which is no earlier."""
    target, up, t = moment.scene.target, tolerated(moment), state.fraction
    corners = (part.start, target), (part.end, target), (part.end, up), (part.start, up)
    small.area(corners, Ink.GAP, opacity=0.16)
    beside = part.end + 0.5 * SUM * small.pixel
    small.label(r"$s_0+\varepsilon$", (beside, up + APART * small.pixel_y), Ink.TEXT, fixed=True)
    for each in states_of(moment)[:-1]:
        if isinstance(each, Advanced) and part.start <= each.fraction and each.separation <= part.high:
            small.dot((each.fraction, each.separation), Ink.GAP)
    charts.drop_line(small, (t, state.separation), 0.0)
    marks.answer(small, (t, state.separation))
    contact, below = contact_of(moment.scene), -NUMBERS * small.pixel_y
    if contact is None or contact > part.end:
        small.label(fixed(t, 3), (t, below), Ink.ANSWER, style=TextStyle.BOLD, fixed=True)
        return
    small.dot((contact, 0.0), Ink.TEXT, Point.RING)
    words = f"contact {fixed(contact, 3)}"
    small.label(words, (contact, below), Ink.TEXT, style=TextStyle.BOLD, fixed=True)
    left = min(t, contact - 80.0 * small.pixel)
    small.label(fixed(t, 3), (left, below), Ink.ANSWER, style=TextStyle.BOLD, fixed=True)
