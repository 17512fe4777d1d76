"""The floor under the gap along an axis: the chord less what the gap can sag below it, and where that is too low."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack
from geometry.time_of_impact.separation_function import AxisFrame, SeparationFunction
from geometry.trace import Grouped
from lessons.motion.bilateral_scene import SAG, TIMES, TOLD_APART, Rooted, first_of, is_floor, last_of
from viz.lesson import charts, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, plain

FLOOR_POINTS = 41
WITH = r", and $\hat n$ with "
CHORD_NAMED = 160.0  # pixels: a shorter chord has no room for its name
BESIDE, ABOVE, BELOW = 0.04, 0.14, 0.36  # of the zoomed bracket's size: what is seen around it
SAG_NAMED = 14.0  # pixels: a sag that is less deep is not measured
DIP, PROVED = 0.3, 0.16  # opacity: of what a floor lies too low by, of what is below a floor
ROOM = 22.0  # pixels between the line at 0 and a lower limit that is named in between
HALF = 72.0  # pixels: half of the least value with its name
BELOW_ZERO = 18.0  # pixels: from the line at 0 to the middle of a name below it
LETTER = 6.8  # pixels: about as wide a letter is
LIMIT, SHORT = 80.0, 44.0  # pixels from the chart's left end to the middle of the limit's name, whole and short
LENS = 0.35  # of the first bracket of an axis: one that has become shorter fills the chart alone
TURN_AT, TURN_SEEN, TURN_RADIUS = 90.0, 120.0, 64.0  # degrees: where the arrow of a turn is; pixels
V_AT = 0.36  # of its arrow: where v stands
ATEND = 0.2  # of a bracket: nearer to an end a name would leave it
NAMED = 0.35  # of a chord: where its name stands


def floors_of(moment: Moment[Any]) -> tuple[DeepestFound, DeepestFound] | None:
    """The first floor of a bracket and the one that the step ends at, if a floor decides it; None for others."""
    step = moment.step
    first, end = first_of(step), last_of(step)
    if moment.parent is not None or not is_floor(end) or isinstance(first, AxisChosen):
        return None
    before = last_of(moment.trace.steps[moment.index - 1])
    return (before, end) if is_floor(before) and before.iteration == end.iteration else (first, end)


def last_of_later(moment: Moment[Any]) -> DeepestFound | None:
    """What has proved the only later bracket, whose query, root and floor are one step."""
    step = moment.step
    if moment.parent is not None or not isinstance(step, Grouped) or not isinstance(step.first, AxisChosen):
        return None
    if step.first.iteration <= TOLD_APART or sum(isinstance(part, AxisChosen) for part in step.part) > 1:
        return None
    return step.last if is_floor(step.last) and step.last.decision is not PushBack.HALVE else None


def begins(moment: Moment[Any]) -> bool:
    """Whether the first floor of a bracket stands in the step, not in the one before."""
    floors = floors_of(moment)
    return floors is not None and floors[0] is first_of(moment.step)


def is_halved(moment: Moment[Any]) -> bool:
    """Whether a bracket has become shorter, as its first floor was too low."""
    floors = floors_of(moment)
    return floors is not None and floors[0] is not floors[1]


def is_shorter(moment: Moment[Any]) -> bool:
    """Whether it has become shorter than half."""
    floors = floors_of(moment)
    if floors is None:
        return False
    (t1, was), now = (floors[0].first.fraction, floors[0].last.fraction), floors[1].last.fraction
    return now - t1 < 0.499 * (was - t1)


def is_too_low(moment: Moment[Any]) -> bool:
    """Whether the step ends at a floor that does not prove its bracket."""
    floors = floors_of(moment)
    return floors is not None and floors[1].decision is PushBack.HALVE


def zoomed(scene: Rooted, low: DeepestFound, kept: DeepestFound) -> Axes:
    """The bracket that was too long, as high as the gap in it, and as deep as that and the floor of the step. A
    narrow one has the chart for itself."""
    function = scene.functions[low.iteration - 1]
    points, start, end = floor_points(function, kept), low.first.fraction, low.last.fraction
    if kept.last.fraction - start < LENS * (end - start):
        end = kept.last.fraction
    curve = function.over(np.linspace(start, end, FLOOR_POINTS))
    top = max(float(curve.max()), kept.last.separation)
    bottom = min(float(points[:, 1].min()), float(curve.min()), 0.0)
    aside, tall = BESIDE * (end - start), top - bottom
    return Axes((start - aside, end + aside), (bottom - BELOW * tall, top + ABOVE * tall), "time t")


def draw_bound(
    canvas: Canvas, scene: Rooted, low: DeepestFound, kept: DeepestFound, axes: Axes, head: float, *, is_asked: bool
) -> None:
    """The floor of a step with its chord, and what it lies too low by; where that is asked, the chord alone. Of a
    halved bracket also where that ended."""
    function, least = scene.functions[low.iteration - 1], scene.target - scene.tolerance
    canvas.stroke([(t, least) for t in axes.x], Ink.TEXT, line=Line.DASHED)
    is_roomy = least > ROOM * canvas.pixel_y
    is_long = is_roomy or kept.decision is not PushBack.HALVE  # else the floor comes down beside the name
    at = axes.x[0] + (LIMIT if is_long else SHORT) * canvas.pixel, least - 11.0 * canvas.pixel_y * is_roomy
    named = r"limit $s_0-\varepsilon$ = " if is_long else "limit "
    named += f"**{fixed(least)}**"
    canvas.label(named, at, Ink.TEXT, toward=None if is_roomy else (1.0, -3.0), fixed=is_roomy)
    if kept is not low and low.last.fraction < axes.x[1]:
        canvas.dot((low.last.fraction, low.last.separation), Ink.QUIET, Point.RING)
    if is_asked:
        draw_chord(canvas, kept, axes.y[0])
        return
    if scene.asks != SAG:
        _sag(canvas, function, kept, axes.y[0], head)
    if kept.decision is not PushBack.HALVE:
        draw_floor(canvas, function, kept, axes, head)
        return
    below = floor_points(function, low)
    for run in charts.signed_runs(below[:, 0], below[:, 1], least):
        if not run.is_above:
            canvas.area(run.points, Ink.OVERLAP, opacity=DIP)
    draw_floor(canvas, function, low, axes, head, told="lower bound too low:", least=Ink.OVERLAP)


def sag_of(function: SeparationFunction, found: DeepestFound) -> float:
    """How deep a floor is below its chord in the middle, where that is most: K/8 (t2 − t1)²."""
    return function.curvature / 8.0 * (found.last.fraction - found.first.fraction) ** 2


def _sag(canvas: Canvas, function: SeparationFunction, found: DeepestFound, low: float, head: float) -> None:
    """Measured from the chord down to the floor, in the middle of the bracket; its name is away from the head."""
    ends, sag = (found.first, found.last), sag_of(function, found)
    t, chord = (sum(values) / 2.0 for values in zip(*((e.fraction, e.separation) for e in ends), strict=True))
    if sag < SAG_NAMED * canvas.pixel_y or chord - sag < low:
        return
    ends_of, side = ((t, chord), (t, chord - sag)), -1.0 if head > t else 1.0
    measures.measure(canvas, *ends_of, Ink.TEXT, f"sag **{fixed(sag, 3)}**", side=side, line=Line.THIN)


def draw_bend(canvas: Canvas, scene: Rooted, axis: int, t: float) -> None:
    """The lengths that the bound of the bend is made of, at their true size: the radius of a body at a time, the most
    that both centres are apart, and how far one moves as seen from the other in the whole time."""
    start = scene.sweep_b.at(0.0).position
    ends = [sweep.at(scene.farthest).position for sweep in (scene.sweep_a, scene.sweep_b)]
    for symbol, length in scene.bent_by(axis).items():
        if symbol == "d":
            measures.measure(canvas, ends[0], ends[1], Ink.EXAMINED, rf"$d$ ≤ **{fixed(length)}**", line=Line.THIN)
        elif symbol == "v":
            end = start + scene.sweep_b.motion - scene.sweep_a.motion
            canvas.arrow(start, end, Ink.EXAMINED, line=Line.THIN)
            beside = start + V_AT * (end - start)
            canvas.label(f"$v$ = **{fixed(length)}**", beside, Ink.EXAMINED, toward=(1.0, 0.3))
        else:
            which = "AB".index(symbol[-1])
            centre, other = (
                (scene.sweep_a, scene.sweep_b)[which].at(t).position,
                scene.at(t)[1 - which].points.mean(axis=0),
            )
            far = max(  # of vertices that are as far out the one that the other body is far from
                scene.at(t)[which].points, key=lambda p: (round(math.dist(p, centre), 6), math.dist(p, other))
            )
            canvas.stroke((centre, far), Ink.EXAMINED, line=Line.THIN)
            named = f"${symbol}$ = **{fixed(length)}**"
            canvas.label(named, (centre + far) / 2.0, Ink.EXAMINED, toward=(-0.3, -1.0))


def draw_turns(canvas: Canvas, scene: Rooted, t: float) -> None:
    """How far each body turns in the whole time, in radians: what the lengths are multiplied with."""
    for name, sweep, ink in zip("AB", (scene.sweep_a, scene.sweep_b), (Ink.A, Ink.B), strict=True):
        if abs(sweep.turn) > 1e-9:
            told = rf"$|\omega_{name}|$ = **{fixed(abs(sweep.turn))}**"
            start = math.radians(TURN_AT)
            end = start + math.copysign(math.radians(TURN_SEEN), sweep.turn)
            measures.angle_arc(canvas, sweep.at(t).position, start, end, ink, told, radius=TURN_RADIUS, arrow=True)


def floor_points(function: SeparationFunction, found: DeepestFound) -> np.ndarray:
    """chord − K/2 (t − t1)(t2 − t) between both ends."""
    (t1, g1), (t2, g2) = ((each.fraction, each.separation) for each in (found.first, found.last))
    t = np.linspace(t1, t2, FLOOR_POINTS)
    chord = g1 + (g2 - g1) * (t - t1) / (t2 - t1)
    return np.stack((t, chord - function.curvature / 2.0 * (t - t1) * (t2 - t)), axis=1)


def draw_floor(
    canvas: Canvas,
    function: SeparationFunction,
    found: DeepestFound,
    axes: Axes,
    head: float,
    *,
    told: str = "lower bound",
    least: Ink = Ink.GAP,
) -> None:
    """As far as the chart goes down, below its chord; filled where it is above 0. Its name is clear of the head."""
    low = axes.y[0]
    points, chord = floor_points(function, found), draw_chord(canvas, found, low)
    for run in charts.signed_runs(points[:, 0], points[:, 1]):
        if run.is_above:
            canvas.area(((run.points[0][0], 0.0), *run.points, (run.points[-1][0], 0.0)), Ink.GAP, opacity=PROVED)
    for run in charts.signed_runs(points[:, 0], points[:, 1], low):
        if run.is_above:
            canvas.stroke(run.points, Ink.GAP, line=Line.CURVE)
    t, deepest = least_at(function, found), found.floor
    text = f"{told} **{fixed(found.floor, 3)}**"
    near = ATEND * (chord[1, 0] - chord[0, 0])
    aside = 1.0 if t - chord[0, 0] < near else -1.0 if chord[1, 0] - t < near else 0.0  # into the bracket
    if aside > 0.0 and chord[1, 0] - t > 2.0 * HALF * canvas.pixel:  # clear of the axis at its left
        t, aside = t + HALF * canvas.pixel, 0.0
    wide = (0.5 * LETTER * len(plain(text)) + 8.0) * canvas.pixel
    if aside < 0.0 and axes.x[1] - t > 2.0 * wide:  # there is room behind the bracket, beside the head
        place = t + wide, min(deepest, 0.0) - BELOW_ZERO * canvas.pixel_y
        canvas.label(text, place, least, fixed=True)
        return
    if not aside:
        t = clear_of(t, wide, head, axes.x)
    canvas.label(text, (t, max(deepest, low)), least, toward=(aside, -1.0 if deepest > low else 1.0))


def clear_of(x: float, half: float, head: float, within: tuple[float, float] = (0.0, 1.0)) -> float:
    """The middle of words nearest to x, within the chart, that the play head does not cross."""
    low, high = within[0] + half, within[1] - half
    x = min(max(x, low), high)
    if abs(x - head) >= half:
        return x
    sides = [side for side in (head - half, head + half) if low <= side <= high]
    return min(sides, key=lambda side: abs(side - x), default=x)


def draw_chord(canvas: Canvas, found: DeepestFound, low: float) -> np.ndarray:
    """From one end of a bracket to the other, named where there is room."""
    chord = np.array([(each.fraction, each.separation) for each in (found.first, found.last)])
    if chord[1, 1] >= low:
        canvas.stroke(chord, Ink.QUIET, line=Line.DASHED)
        if (chord[1, 0] - chord[0, 0]) > CHORD_NAMED * canvas.pixel:
            named = chord[0] + NAMED * (chord[1] - chord[0])
            canvas.label("chord", named, Ink.QUIET, toward=(0.3, 1.0), style=TextStyle.CAPTION)
    return chord


def been_at(scene: Rooted, low: DeepestFound, kept: DeepestFound) -> list[float]:
    """Every t2 from the first floor of a bracket to the one of the step."""
    ends = [s for s in scene.steps if isinstance(s, DeepestFound) and s.iteration == kept.iteration]
    return [each.last.fraction for each in ends[ends.index(low) : ends.index(kept) + 1]]


def last_floor(scene: Rooted) -> DeepestFound | None:
    """What has proved that the gap along the last axis stays open; None where the search ended otherwise."""
    last = next((step for step in reversed(scene.steps) if isinstance(step, DeepestFound)), None)
    return last if last is not None and last.decision is PushBack.OPEN_TO_THE_END else None


def bend_told(moment: Moment[Any]) -> str:
    """What bounds how much the gap curves upwards, and why it curves."""
    if not begins(moment):
        return ""
    scene, k = moment.scene, first_of(moment.step).iteration
    function, turning = scene.functions[k - 1], _turning(scene)
    told = f"$K$ = **{fixed(function.curvature)}** is the most that $g$ can curve"
    if function.curvature <= 0.0:
        return f"{told}: neither A nor B turns."
    spins = function.frame is not AxisFrame.WORLD and function.frame.value in turning
    why = f"{' and '.join(turning)} turn{'s' * (len(turning) == 1)}"
    told += f", as {why}{WITH * spins}{function.frame.value * spins}"
    sag = fixed(sag_of(function, last_of(moment.step)), 3)
    return f"{told}." if scene.asks == SAG else rf"{told}. Sag: $K/8\cdot(t_2-t_1)^2$ = **{sag}**."


def _turning(scene: Rooted) -> list[str]:
    return [name for name, sweep in zip("AB", (scene.sweep_a, scene.sweep_b), strict=True) if abs(sweep.turn) > 1e-9]


def least_at(function: SeparationFunction, found: DeepestFound) -> float:
    """When a floor is least: there it proves least."""
    (t1, g1), (t2, g2) = ((each.fraction, each.separation) for each in (found.first, found.last))
    if function.curvature * (t2 - t1) ** 2 <= 2.0 * abs(g2 - g1):
        return t1 if g1 < g2 else t2
    return (t1 + t2) / 2.0 + (g1 - g2) / ((t2 - t1) * function.curvature)


def draw_passed_over(canvas: Canvas, scene: Rooted, jumped: list[float], axes: Axes) -> None:
    """The deepest overlap between two times at which the search without a lower bound has been."""
    inside = (jumped[0] < TIMES) & (jumped[-1] > TIMES)
    deep = int(np.where(inside, scene.gaps, np.inf).argmin())
    at = float(TIMES[deep]), float(scene.gaps[deep])
    if axes.y[0] <= at[1] < 0.0:
        canvas.dot(at, Ink.OVERLAP, Point.FILLED)
        canvas.label(f"**{fixed(at[1])}**", at, Ink.OVERLAP, toward=(0.4, -1.0), style=TextStyle.CAPTION)
