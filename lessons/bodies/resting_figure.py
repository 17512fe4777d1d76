"""What is drawn of a stack: the bodies under either rule, the impulses of a frame, and both curves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Stepped, Trace, rectangle
from geometry.dynamics.contacts import BodyContact, ContactsFound, Motion
from geometry.dynamics.step import GravityApplied, ImpulseApplied, Pushed, WarmStarted
from geometry.feature import FeatureKind, FeatureRef
from geometry.trace import Grouped
from lessons.bodies.resting_scene import FRAMES, OTHERS, SECONDS, Stack, found, on_floor, state
from lessons.bodies.runs import Run
from viz.lesson import charts, marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.measures import measure
from viz.lesson.text import fixed

UNIT = Axes((0.0, 1.0), (0.0, 1.0))  # of the curves, which have ticks of their own
ASPECT = 1.22  # of the view of a stack
HEADROOM = 1.3  # times what is needed: the greatest impulse of the chart
DECADES = -4.0, 2.0  # of kinetic energy
SPEED = 3.0  # length of an arrow for a speed of 1
ARROW = 0.8  # of the mean body's height: the arrow of an impulse that is half of what is needed
ASIDE = 16.0  # pixels from a contact point to its arrow
LOWEST = 0.3  # thickness of the floor


def point(i: int) -> FeatureRef:
    """A contact point, to be clicked."""
    return FeatureRef(f"point {i + 1}", FeatureKind.PART, i)


def frames_at(moment: Moment[Stack]) -> int:
    return round(moment.time * FRAMES)


def run_of(moment: Moment[Stack], *, is_other: bool) -> Run:
    return moment.scene.other(moment.compare) if is_other else moment.scene.right


def trace_of(moment: Moment[Stack], *, is_other: bool) -> Trace[Any, Stepped]:
    return moment.scene.first(run_of(moment, is_other=is_other))


def sums(trace: Trace[Any, Stepped], count: int | None = None) -> list[float]:
    """The normal impulses of the contacts after the first `count` impulses, all of them unless told."""
    started = next(step for step in trace if isinstance(step, WarmStarted))
    normal = [impulse.normal for impulse in started.impulses]
    for step in [each for each in trace if isinstance(each, ImpulseApplied)][:count]:
        if not step.is_friction:
            normal[step.contact] = step.after
    return normal


def carried(trace: Trace[Any, Stepped]) -> list[float]:
    """By the floor: before the first iteration, and after each."""
    contacts = found(trace)
    steps = [step for step in trace if isinstance(step, ImpulseApplied)]
    last = [i for i, step in enumerate(steps, 1) if i == len(steps) or steps[i].iteration > step.iteration]
    floor = on_floor(contacts)
    return [sum(each[i] for i in floor) for each in (sums(trace, count) for count in (0, *last))]


def applied(moment: Moment[Stack]) -> int | None:
    """How many impulses are applied at this step; None for all of them."""
    if moment.parent is not None:
        return moment.index + 1
    return 0 if moment.latest(Grouped) is None and moment.latest(ImpulseApplied) is None else None


def motions(moment: Moment[Stack], trace: Trace[Any, Stepped]) -> tuple[Motion, ...]:
    """Of all bodies, as far as the frame is solved."""
    seen: tuple[Motion, ...] = ()
    count = applied(moment)
    for step in trace:
        if isinstance(step, ImpulseApplied):
            if count == 0:
                break
            count = None if count is None else count - 1
        if isinstance(step, GravityApplied | WarmStarted | ImpulseApplied):
            seen = step.motions
        if isinstance(step, GravityApplied) and moment.parent is None and moment.latest(WarmStarted) is None:
            break
    return seen


def draw_stack(canvas: Canvas, moment: Moment[Stack], *, is_other: bool = False) -> None:
    scene, run = moment.scene, run_of(moment, is_other=is_other)
    is_played = type(moment.step).__name__ == "Played"
    ink = Ink.FAULTY if is_other else Ink.ANSWER
    tall = 1.2 * scene.high + LOWEST
    half = 0.5 * ASPECT * tall
    canvas.stroke(((-half, -LOWEST), (half, tall - LOWEST)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    _titles(canvas, moment, run, (-half, tall - LOWEST), is_other=is_other)
    marks.shape(canvas, rectangle((-half, -LOWEST), (half, 0.0)), Ink.A)
    k = frames_at(moment) if is_played else 0
    for i in range(1, len(scene.bodies)):
        (body,), (start,) = run.placed(i, k / FRAMES * SECONDS), run.placed(i, 0.0)
        if k:
            marks.ghost(canvas, start, Ink.QUIET, Line.START)
        marks.shape(canvas, body, Ink.B, opacity=0.14)
        canvas.label(str(i), body.centroid, Ink.B, style=TextStyle.NUMBER, fixed=True)
    if not is_played:
        _frame(canvas, moment, trace_of(moment, is_other=is_other), ink, is_other=is_other)
    elif k and (now := state(run, k)).sunk > 0.02:
        _sunk(canvas, scene, run, k, half, now.sunk)


def _titles(canvas: Canvas, moment: Moment[Stack], run: Run, at: tuple[float, float], *, is_other: bool) -> None:
    rules = OTHERS[moment.compare]
    x, y = at[0] + 10.0 * canvas.pixel, at[1] - 12.0 * canvas.pixel
    name, ink = (rules.wrong, Ink.FAULTY) if is_other else (rules.right, Ink.TEXT)
    canvas.label(name, (x, y), ink, toward=(1.0, 0.0), style=TextStyle.TITLE, fixed=True)
    words = "the same start"
    if type(moment.step).__name__ == "Played":
        words = state(run, frames_at(moment)).told
    elif not is_other:
        words = "the first frame that is shown"
    canvas.label(words, (x, y - 20.0 * canvas.pixel), Ink.QUIET, toward=(1.0, 0.0), fixed=True)


def _sunk(canvas: Canvas, scene: Stack, run: Run, k: int, half: float, sunk: float) -> None:
    """How far the body that has sunk furthest has, beside the stack."""
    bodies = range(1, len(scene.bodies))
    before, after = ({i: float(run.bodies(n)[i].pose.position[1]) for i in bodies} for n in (0, k))
    i = max(bodies, key=lambda i: before[i] - after[i])
    x = 0.82 * half
    for y in (before[i], after[i]):
        canvas.stroke(((x - 40.0 * canvas.pixel, y), (x + 12.0 * canvas.pixel, y)), Ink.QUIET, line=Line.DASHED)
    measure(canvas, (x, after[i]), (x, before[i]), Ink.OVERLAP)
    at = (x, 0.5 * (before[i] + after[i]))
    marks.pill(canvas, at, f"{i} sunk {fixed(sunk)}", Ink.OVERLAP, toward=(-1.0, 0.0))


def _frame(
    canvas: Canvas, moment: Moment[Stack], trace: Trace[Any, Stepped], ink: Ink, *, is_other: bool
) -> None:
    """The first frame, as far as it has come."""
    scene, step = moment.scene, moment.step
    contacts, moved = found(trace), motions(moment, trace)
    is_pushed, has_moved = moment.latest(Pushed) is not None, isinstance(step, Stepped)
    for i, body in enumerate(scene.bodies[1:], 1):
        fall = SPEED * moved[i].velocity
        if not is_pushed and math.hypot(*fall) > 6.0 * canvas.pixel:
            x, y = body.pose.position + (0.3 * ARROW, 0.0)
            canvas.arrow((x, y - 0.5 * fall[1]), (x + fall[0], y + 0.5 * fall[1]), Ink.EXAMINED, line=Line.MEASURE)
            if i == len(scene.bodies) - 1 and isinstance(step, GravityApplied):
                canvas.symbol(r"\Delta v", (x, y), Ink.EXAMINED, toward=(1.0, 0.0))
    if moment.parent is None and moment.latest(ContactsFound) is None:
        return
    normal = sums(trace, applied(moment)) if moment.parent is not None or moment.latest(WarmStarted) else []
    scale = 2.0 * ARROW * scene.high / len(scene.things) / scene.needed
    deep = min(range(len(contacts)), key=lambda i: contacts[i].separation, default=-1)
    for i, c in enumerate(contacts):
        is_now = moment.parent is not None and not is_other and step.contact == i
        canvas.dot(c.point, Ink.EXAMINED if is_now else ink, Point.FILLED)
        canvas.feature((c.point,), point(i), ink)
        if normal and not is_pushed:
            _impulse(canvas, scene, c, scale * normal[i], ink)
        if not normal and not is_other:
            side = float(c.point[0] - scene.bodies[c.id.pair.body_b].pose.position[0])
            canvas.label(str(i + 1), c.point, Ink.TEXT, toward=(side, 0.3), style=TextStyle.CAPTION)
        if is_pushed and not has_moved and i == deep:
            words = f"{fixed(max(0.0, -c.separation), 3)} deep"
            marks.pill(canvas, c.point, words, Ink.OVERLAP, toward=(1.0, 0.3))
    if normal and not is_pushed and (floor := on_floor(contacts)):
        j = fixed(sum(normal[i] for i in floor))
        at = (max(float(contacts[i].point[0]) for i in floor), 0.0)
        words = f"floor: $j$ = **{j}**" if not is_other else f"floor: **{j}**"
        canvas.label(words, at, ink, toward=(1.0, 0.25), style=TextStyle.BOLD)


def _impulse(canvas: Canvas, scene: Stack, c: BodyContact, length: float, ink: Ink) -> None:
    """On the upper body, beside the point where its side would hide it."""
    if length < 4.0 * canvas.pixel:
        return
    inward = math.copysign(ASIDE * canvas.pixel, scene.bodies[c.id.pair.body_b].pose.position[0] - c.point[0])
    start = c.point + (inward, 0.0)
    canvas.arrow(start, start + length * c.normal.direction, ink)


# The curves.


def draw_curves(canvas: Canvas, moment: Moment[Stack]) -> None:
    if type(moment.step).__name__ == "Played":
        _energy(canvas, moment)
    else:
        _floor(canvas, moment)


def _floor(canvas: Canvas, moment: Moment[Stack]) -> None:
    """What the floor carries after each iteration of the first frame, as far as it has come."""
    scene = moment.scene
    n, top = scene.iterations, HEADROOM * scene.needed
    every = max(1, math.ceil(n / 16))
    columns = [k / n for k in range(0, n + 1, every)]
    rows = charts.round_ticks(0.0, top, 5)
    axes = Axes(*UNIT[:2], "iteration of the first frame", "impulse of the floor")
    charts.chart_axes(
        canvas,
        axes,
        x_ticks=columns,
        x_text=[str(round(x * n)) for x in columns],
        y_ticks=[y / top for y in rows],
        y_text=charts.tick_text(rows),
    )
    level = 1.0 / HEADROOM
    canvas.stroke(((0.0, level), (1.0, level)), Ink.TEXT, line=Line.DASHED)
    words = f"weight × $Δt$ = **{fixed(scene.needed)}**"
    canvas.label(words, (0.5, level), Ink.TEXT, toward=(0.0, 1.0), fixed=True)
    if moment.parent is None and moment.latest(WarmStarted) is None:
        return
    last = applied(moment)
    shown = n if last is None else 0
    if moment.parent is not None:
        shown = moment.step.iteration
    for is_other, ink in ((True, Ink.FAULTY), (False, Ink.ANSWER)):
        values = carried(trace_of(moment, is_other=is_other))[: shown + 1]
        xs = [k / n for k in range(len(values))]
        ys = [min(j / top, 1.0) for j in values]
        if len(xs) > 1:
            charts.curve(canvas, xs, ys, ink, fill=0.14 if is_other else 0.0)
        for x, y in zip(xs, ys, strict=True) if n <= 16 else ():
            canvas.dot((x, y), ink, Point.SMALL)
        side = (0.3, -1.0) if is_other else (0.3, 1.0)
        at = (xs[-1], ys[-1])
        canvas.dot(at, ink, Point.FILLED)
        canvas.label(fixed(values[-1]), at, ink, toward=side if shown == 0 else (1.0, 0.0), style=TextStyle.BOLD)


def height_of(energy: float) -> float:
    """In the chart of kinetic energy, which has a log axis."""
    low, high = DECADES
    return min(max((math.log10(max(energy, 1e-30)) - low) / (high - low), 0.0), 1.0)


def _energy(canvas: Canvas, moment: Moment[Stack]) -> None:
    """Kinetic energy up to now, of both."""
    powers = range(round(DECADES[0]), round(DECADES[1]) + 1, 2)
    seconds = np.arange(0.0, SECONDS + 0.1, 0.5)
    charts.chart_axes(
        canvas,
        Axes(*UNIT[:2], "time in seconds", "kinetic energy in joules, log axis"),
        x_ticks=[float(s) / SECONDS for s in seconds],
        x_text=[fixed(float(s), 1) for s in seconds],
        y_ticks=[height_of(10.0**p) for p in powers],
        y_text=[f"{10.0**p:g}" if p else "1" for p in powers],
    )
    k = frames_at(moment)
    places = np.arange(k + 1) / FRAMES
    ends = []
    for is_other, ink in ((True, Ink.FAULTY), (False, Ink.ANSWER)):
        run = run_of(moment, is_other=is_other)
        energies = [0.0, *(each.kinetic for each in run.frames(k))]
        heights = [height_of(e) for e in energies]
        if k:
            charts.curve(canvas, places, heights, ink, fill=0.14 if is_other else 0.0)
        canvas.dot((places[-1], heights[-1]), ink, Point.FILLED)
        ends.append((heights[-1], fixed(energies[-1], 4 if energies[-1] < 0.1 else 2), ink))
    charts.play_head(canvas, moment.time, UNIT, f"{fixed(moment.time * SECONDS)} s")
    for (y, words, ink), up in zip(ends, (1.0, -1.0) if ends[0][0] >= ends[1][0] else (-1.0, 1.0), strict=True):
        at = (moment.time, y)
        side = -1.0 if moment.time > 0.85 else 1.0
        canvas.label(f"{words} J", at, ink, toward=(side, 0.6 * up), style=TextStyle.BOLD)


