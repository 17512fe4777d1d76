"""What is drawn of a stack: the bodies under either rule, the impulses of a frame, and both curves."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Stepped, Trace, rectangle
from geometry.dynamics.contacts import BodyContact, ContactsFound, Motion
from geometry.dynamics.step import GravityApplied, ImpulseApplied, Pushed, WarmStarted
from geometry.feature import FeatureKind, FeatureRef
from geometry.trace import Grouped
from lessons.bodies.resting_scene import BIAS, FRAMES, OTHERS, RATE, SECONDS, G, Stack, State, found, on_floor, state
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
ARROW = 0.8  # of the mean body's height: the arrow of an impulse that is half of what is needed
SLOW = 0.4  # of the mean body's height: the arrow of what gravity adds in a frame
FLOOR = 0.1  # of the height that is shown: the floor's thickness
CLEAR = 0.05  # above the floor: a body has been thrown
LATER = 12  # iterations that the chart shows at least


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


@lru_cache(maxsize=16)
def carried(trace: Trace[Any, Stepped]) -> list[float]:
    """By the floor: before the first iteration, and after each."""
    floor, normal = frozenset(on_floor(found(trace))), sums(trace, 0)
    given = [sum(normal[i] for i in floor)]
    for step in trace:
        if isinstance(step, ImpulseApplied):
            if step.iteration == len(given) - 1:
                given.append(given[-1])
            if not step.is_friction and step.contact in floor:
                given[-1] += step.after - step.before
    return given


def applied(moment: Moment[Stack]) -> int | None:
    """How many impulses are applied at this step; None for all of them."""
    if moment.parent is not None:
        return moment.index + 1
    return 0 if not moment.has_seen(Grouped, ImpulseApplied) else None


def motions(moment: Moment[Stack], trace: Trace[Any, Stepped]) -> tuple[Motion, ...]:
    """Of all bodies, as far as the frame is solved."""
    newest: tuple[Motion, ...] = ()
    count = applied(moment)
    for step in trace:
        if isinstance(step, ImpulseApplied):
            if count == 0:
                break
            count = None if count is None else count - 1
        if isinstance(step, GravityApplied | WarmStarted | ImpulseApplied):
            newest = step.motions
        if isinstance(step, GravityApplied) and moment.parent is None and not moment.has_seen(WarmStarted):
            break
    return newest


def half_width(scene: Stack) -> float:
    """Of what a view shows."""
    return 0.5 * ASPECT * (1.0 + FLOOR) * scene.high


def scales(scene: Stack, compare: str) -> tuple[float, float]:
    """Lengths of the arrows of an impulse and of a speed of 1, the same in both views, in which they have room."""
    runs = scene.right, scene.other(compare)
    ends = [scene.first(run).result for run in runs]
    impulse = max((j.normal for end in ends for j in end.impulses), default=0.0)
    fastest = max(abs(part) for end in ends for b in end.bodies for part in b.velocity.tolist())
    mean = scene.high / len(scene.things)  # height of a body, about
    usual, slow = 2.0 * ARROW * mean / scene.needed, SLOW * mean * RATE / G
    return min(usual, 0.6 * scene.high / max(impulse, 1e-9)), min(slow, 0.4 * scene.high / max(fastest, 1e-9))


def draw_stack(canvas: Canvas, moment: Moment[Stack], *, is_other: bool = False) -> None:
    scene, run = moment.scene, run_of(moment, is_other=is_other)
    is_played = type(moment.step).__name__ == "Played"
    ink = Ink.FAULTY if is_other else Ink.ANSWER
    half, low = half_width(scene), -FLOOR * scene.high
    canvas.stroke(((-half, low), (half, scene.high)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    _titles(canvas, moment, run, (-half, scene.high), is_other=is_other)
    marks.shape(canvas, rectangle((-half, low), (half, 0.0)), Ink.A)
    k = frames_at(moment) if is_played else 0
    for i in range(1, len(scene.rigid)):
        (body,), (start,) = run.placed(i, k / FRAMES * SECONDS), run.placed(i, 0.0)
        if k:
            marks.ghost(canvas, start, Ink.QUIET, Line.START)
        marks.shape(canvas, body, Ink.B, opacity=0.14)
        if abs(body.centroid[0]) < half and body.centroid[1] < scene.high:
            canvas.label(
                str(i), body.centroid, Ink.B, style=TextStyle.BOLD if is_played else TextStyle.NUMBER
            )  # in its own body, however flat
    if not is_played:
        _frame(canvas, moment, trace_of(moment, is_other=is_other), ink, is_other=is_other)
    elif k and (now := state(run, k)).sunk > 0.02:
        _sunk(canvas, run, k, half, now)
    elif k and is_other and moment.compare == BIAS:
        _thrown(canvas, run, k)


def _titles(canvas: Canvas, moment: Moment[Stack], run: Run, at: tuple[float, float], *, is_other: bool) -> None:
    rules = OTHERS[moment.compare]
    x, y = at[0] + 2.0 * canvas.pixel, at[1] + 22.0 * canvas.pixel
    name, ink = (rules.wrong, Ink.FAULTY) if is_other else (rules.right, Ink.TEXT)
    canvas.label(name, (x, y), ink, toward=(1.0, 0.0), style=TextStyle.TITLE, fixed=True)
    words = rules.does_wrong if is_other else rules.does
    if type(moment.step).__name__ == "Played" and moment.time:
        words = state(run, frames_at(moment)).told
    canvas.label(words, (x, y - 20.0 * canvas.pixel), Ink.QUIET, toward=(1.0, 0.0), fixed=True)


def highest(run: Run, k: int) -> tuple[int, float]:
    """The frame up to `k` in which the lowest body is highest, and how far it is above the floor then."""
    heights = [float(run.bodies(n)[1].pose.position[1]) for n in range(k + 1)]
    peak = heights.index(max(heights))
    return peak, float(run.placed(1, peak / RATE)[0].points[:, 1].min())


def _thrown(canvas: Canvas, run: Run, k: int) -> None:
    """Where the lowest body has been highest, above where it rests."""
    peak, low = highest(run, k)
    if low < CLEAR:
        return
    placed = [run.placed(i, peak / RATE)[0] for i in range(1, len(run.bodies(0)))]
    for body in placed:
        marks.ghost(canvas, body, Ink.FAULTY, Line.DOTTED)
    right = float(placed[0].points[:, 0].max())
    x = right + 14.0 * canvas.pixel
    measure(canvas, (x, 0.0), (x, low), Ink.FAULTY)
    canvas.label(
        f"{fixed(low)} high at {fixed(peak / RATE)} s", (x, 0.5 * low), Ink.FAULTY, toward=(1.0, 0.0), fixed=True
    )


def _sunk(canvas: Canvas, run: Run, k: int, half: float, now: State) -> None:
    """How far the body that has sunk furthest has, beside the stack."""
    i = now.lowest
    before, after = (float(run.bodies(n)[i].pose.position[1]) for n in (0, k))
    x = 0.82 * half
    for n, y in ((0, before), (k, after)):  # from the body's middle to the bar
        middle = min(float(run.bodies(n)[i].pose.position[0]), half)
        start, end = min(middle, x - 12.0 * canvas.pixel), max(middle, x + 12.0 * canvas.pixel)
        canvas.stroke(((start, y), (end, y)), Ink.QUIET, line=Line.DASHED)
    measure(canvas, (x, after), (x, before), Ink.OVERLAP)
    at, did = (x, 0.5 * (before + after)), "fell" if now.fell else "sunk"
    marks.pill(canvas, at, f"{i} {did} {fixed(now.sunk)}", Ink.OVERLAP, toward=(-1.0, 0.0))


def _frame(canvas: Canvas, moment: Moment[Stack], trace: Trace[Any, Stepped], ink: Ink, *, is_other: bool) -> None:
    """The first frame, as far as it has come."""
    scene, step = moment.scene, moment.step
    contacts, moved = found(trace), motions(moment, trace)
    is_pushed, has_moved = moment.has_seen(Pushed), isinstance(step, Stepped)
    scale, speed = scales(scene, moment.compare)
    if isinstance(step, GravityApplied):  # all the same: a scale of its own
        speed = SLOW * scene.high / len(scene.things) * RATE / G
    for i, body in enumerate(scene.rigid[1:], 1):
        fall = speed * moved[i].velocity
        if (not is_pushed or has_moved) and math.hypot(*fall) > 10.0 * canvas.pixel:
            x, y = body.pose.position + (0.3 * ARROW, 0.0)
            canvas.arrow((x, y), (x + fall[0], y + fall[1]), Ink.EXAMINED, line=Line.MEASURE)
            if i == len(scene.rigid) - 1 and moment.parent is None:
                symbol = r"\Delta v" if isinstance(step, GravityApplied) else "v"
                canvas.symbol(symbol, (x, y), Ink.EXAMINED, toward=(1.0, 0.0))
    if moment.parent is None and not moment.has_seen(ContactsFound):
        return
    normal = sums(trace, applied(moment)) if moment.parent is not None or moment.has_seen(WarmStarted) else []
    deep = min(range(len(contacts)), key=lambda i: contacts[i].separation, default=-1)
    for i, c in enumerate(contacts):
        is_now = moment.parent is not None and not is_other and step.contact == i
        canvas.dot(c.point, Ink.EXAMINED if is_now else ink, Point.FILLED)
        if is_now and not step.is_friction:
            _examined(canvas, c, speed * step.speed)
        canvas.feature((c.point,), point(i), ink)
        if normal and not is_pushed:
            _impulse(canvas, c, scale * normal[i], ink)
        if not normal and not is_other:
            side = float(c.point[0] - scene.rigid[c.id.pair.body_b].pose.position[0])
            canvas.label(str(i + 1), c.point, Ink.TEXT, toward=(side, 0.3), style=TextStyle.CAPTION)
        if is_pushed and not has_moved and i == deep:
            words = f"{fixed(max(0.0, -c.separation), 3)} deep"
            marks.pill(canvas, c.point, words, Ink.OVERLAP, toward=(1.0, 0.3))
    if isinstance(step, Grouped):  # what is left
        left = [c.normal.speed(moved[c.id.pair.body_a], moved[c.id.pair.body_b]) for c in contacts]
        i = min(range(len(left)), key=lambda i: left[i])
        _examined(canvas, contacts[i], speed * left[i])
    if normal and not is_pushed and (floor := on_floor(contacts)):
        j = fixed(sum(normal[i] for i in floor))
        at = (-half_width(scene) + 8.0 * canvas.pixel, -0.6 * FLOOR * scene.high)
        if scene.is_column:
            _pairs(canvas, scene, contacts, normal, ink)
        canvas.label(f"floor: **{j}** N·s", at, ink, toward=(1.0, 0.0), fixed=True)


def _pairs(canvas: Canvas, scene: Stack, contacts: tuple[BodyContact, ...], normal: list[float], ink: Ink) -> None:
    """What each pair of bodies above the floor gives, beside the stack."""
    x = min(float(body.world.points[:, 0].min()) for body in scene.things) - 14.0 * canvas.pixel
    for body in range(2, len(scene.rigid)):
        mine = [i for i, c in enumerate(contacts) if c.id.pair.body_b == body]
        if mine:
            y = float(contacts[mine[0]].point[1])
            canvas.label(fixed(sum(normal[i] for i in mine)), (x, y), ink, toward=(-1.0, 0.0), fixed=True)


def _examined(canvas: Canvas, c: BodyContact, speed: float) -> None:
    """The speed along a point's normal, beside the bodies."""
    side = math.copysign(1.0, c.arm_b[0])
    at = c.point + (22.0 * side * canvas.pixel, 0.0)
    if abs(speed) > 4.0 * canvas.pixel:
        canvas.arrow(at, at + speed * c.normal.direction, Ink.EXAMINED, line=Line.MEASURE)
        canvas.symbol("v_n", at, Ink.EXAMINED, toward=(side, 0.0))


def _impulse(canvas: Canvas, c: BodyContact, length: float, ink: Ink) -> None:
    """On the upper body, at its point."""
    if length >= 4.0 * canvas.pixel:
        canvas.arrow(c.point, c.point + length * c.normal.direction, ink)


# The curves.


def draw_curves(canvas: Canvas, moment: Moment[Stack]) -> None:
    if type(moment.step).__name__ == "Played":
        _energy(canvas, moment)
    else:
        _floor(canvas, moment)


def reach(scene: Stack) -> int:
    """Iterations that the chart has room for."""
    return max(scene.iterations, LATER)


def top_of(moment: Moment[Stack]) -> float:
    """The greatest impulse that the chart has room for."""
    both = (carried(trace_of(moment, is_other=is_other))[-1] for is_other in (False, True))
    return HEADROOM * max(moment.scene.needed, *both)


def _floor(canvas: Canvas, moment: Moment[Stack]) -> None:
    """What the floor gives after each iteration of the first frame, as far as it has come; then dotted what further
    iterations would add."""
    scene, n = moment.scene, reach(moment.scene)
    top = top_of(moment)
    columns = charts.round_ticks(0.0, n, 9)
    rows = [y for y in charts.round_ticks(0.0, top, 5) if not scene.needed < y < scene.needed + 0.2 * top]  # words
    charts.chart_axes(
        canvas,
        Axes(*UNIT[:2], "iterations of this frame", "impulse of the floor, N·s"),
        x_ticks=[k / n for k in columns],
        x_text=charts.tick_text(columns),
        y_ticks=[y / top for y in rows],
        y_text=charts.tick_text(rows),
    )
    level = scene.needed / top
    canvas.stroke(((0.0, level), (1.0, level)), Ink.TEXT, line=Line.DASHED)
    words = f"needed at rest: weight × $Δt$ = **{fixed(scene.needed)}**"
    is_early = scene.iterations < 0.6 * n  # clear of the values
    canvas.label(words, (0.84 if is_early else 0.45, level), Ink.TEXT, toward=(0.0, 1.0), fixed=True)
    if moment.parent is None and not moment.has_seen(WarmStarted):
        return
    shown = scene.iterations if applied(moment) is None else 0
    if moment.parent is not None:
        shown = moment.step.iteration
    for is_other, ink in ((True, Ink.FAULTY), (False, Ink.ANSWER)):
        run = run_of(moment, is_other=is_other)
        values = carried(scene.first(run, n if is_other and shown == scene.iterations else None))
        xs, ys = [k / n for k in range(len(values))], [min(j / top, 1.0) for j in values]
        if shown:
            charts.curve(
                canvas,
                xs,
                ys,
                ink,
                until=shown / n,
                fill=0.14 if is_other else 0.0,
                show_later=shown == scene.iterations,
            )
        at, words = (xs[shown], ys[shown]), fixed(values[shown])
        canvas.dot(at, ink, Point.FILLED)
        canvas.label(words, at, ink, toward=(0.4, -1.0 if not is_other else 1.0), style=TextStyle.BOLD)


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
        y_text=[("≤ " if p == powers[0] else "") + (f"{10.0**p:g}" if p else "1") for p in powers],
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
    charts.play_head(canvas, moment.time, UNIT, f"{fixed(k / RATE)} s")
    for y, words, ink in ends:
        side = (-1.0 if moment.time > 0.85 else 1.0, 1.0 if y == max(end[0] for end in ends) else 0.3)
        canvas.label(f"{words} J", (moment.time, y), ink, toward=side, style=TextStyle.BOLD)
