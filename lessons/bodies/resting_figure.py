"""What is drawn of a stack: the bodies under either rule, and the impulses of a frame."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Stepped, Trace
from geometry.dynamics.contacts import BodyContact, ContactsFound, Motion
from geometry.dynamics.step import GravityApplied, ImpulseApplied, Pushed, WarmStarted
from geometry.feature import FeatureKind, FeatureRef
from geometry.trace import Grouped
from lessons.bodies import impulse_told as told
from lessons.bodies.resting_scene import (
    BIAS,
    FRAMES,
    ORDER,
    OTHERS,
    RATE,
    SECONDS,
    G,
    Stack,
    State,
    found,
    on_floor,
    state,
)
from lessons.bodies.runs import Run
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure
from viz.lesson.text import fixed

ASPECT = 1.22  # of the view of a stack
ARROW = 0.8  # of the mean body's height: the arrow of an impulse that is half of what is needed
SLOW = 0.6  # of the mean body's height: the arrow of what gravity adds in a frame
FLOOR = 0.13  # of the height that is shown: the floor's thickness
ASIDE = 11.0  # pixels from a contact point to its impulse, outward
CLEAR = 0.05  # above the floor: a body has been thrown


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
    return told.sums(started, [each for each in trace if isinstance(each, ImpulseApplied)][:count])


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


def done(moment: Moment[Stack]) -> int:
    """How many iterations are complete at this step of the frame."""
    if moment.parent is not None:
        return done(moment.parent)
    for step in reversed(moment.seen):
        if isinstance(step, Grouped):
            return int(step.last.iteration) + 1
        if isinstance(step, ImpulseApplied):
            return step.iteration + 1
    return 0


def applied(moment: Moment[Stack], trace: Trace[Any, Stepped]) -> int:
    """How many impulses of a frame are applied at this step."""
    if (parent := moment.parent) is not None:
        earlier = (step for step in parent.seen[:-1] if isinstance(step, Grouped))
        return sum(len(step.part) for step in earlier) + moment.index + 1
    return sum(isinstance(step, ImpulseApplied) and step.iteration < done(moment) for step in trace)


def motions(moment: Moment[Stack], trace: Trace[Any, Stepped]) -> tuple[Motion, ...]:
    """Of all bodies, as far as the frame is solved."""
    newest: tuple[Motion, ...] = ()
    count = applied(moment, trace)
    for step in trace:
        if isinstance(step, ImpulseApplied):
            if count == 0:
                break
            count -= 1
        if isinstance(step, GravityApplied | WarmStarted | ImpulseApplied):
            newest = step.motions
        if isinstance(step, GravityApplied) and moment.parent is None and not moment.has_seen(WarmStarted):
            break
    return newest


def half_width(scene: Stack) -> float:
    """Of what a view shows while time runs."""
    return 0.5 * ASPECT * (1.0 + FLOOR) * scene.high


def shown(moment: Moment[Stack]) -> tuple[float, float]:
    """From where to where along the floor a view shows: beside bodies at rest there is room for numbers alone."""
    scene, half = moment.scene, half_width(moment.scene)
    if scene.is_given and isinstance(moment.step, GravityApplied):  # with what will become of it
        return -half, half
    if is_played(moment):
        return scene.middle - half, scene.middle + half
    bounds = [body.world.bounds() for body in scene.things]
    low, high = (
        f(float(b[0]) for b in ends) for f, ends in ((min, [b.low for b in bounds]), (max, [b.high for b in bounds]))
    )
    room = 0.2 * scene.high
    return (low - room, high + room) if high - low + 2.0 * room < 2.0 * half else (-half, half)


def is_played(moment: Moment[Stack]) -> bool:
    return type(moment.step).__name__ == "Played"


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
    ink = Ink.FAULTY if is_other else Ink.ANSWER
    left, right = shown(moment)
    canvas.stroke(((left, -FLOOR * scene.high), (right, scene.high)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    canvas.region(((0.0, 0.0),), ((0.0, 1.0),), Ink.A, 0.14)
    canvas.unbounded((0.0, 0.0), (1.0, 0.0), Ink.A, line=Line.OUTLINE)
    runs = is_played(moment)
    k = frames_at(moment) if runs else 0
    for i in range(1, len(scene.rigid)):
        (body,), (start,) = run.placed(i, k / FRAMES * SECONDS), run.placed(i, 0.0)
        if k:
            marks.ghost(canvas, start, Ink.QUIET, Line.START)
        marks.shape(canvas, body, Ink.B, opacity=0.14)
        if left < body.centroid[0] < right and body.centroid[1] < scene.high:
            canvas.label(str(i), body.centroid, Ink.B, style=TextStyle.BOLD, fixed=True)
    if not runs:
        if is_other and scene.is_given and isinstance(moment.step, GravityApplied):
            _fallen(canvas, run)
        _frame(canvas, moment, trace_of(moment, is_other=is_other), ink, is_other=is_other)
    elif k and (now := state(run, k)).sunk > 0.02:
        _sunk(canvas, run, k, right, now)
    elif k and is_other and moment.compare == BIAS:
        _thrown(canvas, run, k)


def _fallen(canvas: Canvas, run: Run) -> None:
    """What will have become of it: so that the first picture tells what is at stake."""
    for i in range(1, len(run.bodies(0))):
        marks.ghost(canvas, run.placed(i, SECONDS)[0], Ink.FAULTY, Line.DOTTED, opacity=0.75)
    last = run.placed(len(run.bodies(0)) - 1, SECONDS)[0].points
    at = float(last[:, 0].mean()), float(last[:, 1].max())
    canvas.label(f"after {fixed(SECONDS, 1)} s", at, Ink.FAULTY, toward=(0.3, 1.0), style=TextStyle.CAPTION)


def stack_head(moment: Moment[Stack], *, is_other: bool = False) -> tuple[str, str]:
    """The title of a view and what happens in it."""
    rules, run = OTHERS[moment.compare], run_of(moment, is_other=is_other)
    name, does = (rules.wrong, rules.does_wrong) if is_other else (rules.right, rules.does)
    if is_played(moment) and moment.time:
        return name, state(run, frames_at(moment)).told
    if not moment.compare and moment.parent is None and not moment.has_seen(WarmStarted):
        return (  # the term is not known yet
            "Begins at 0" if is_other else "Keeps its impulses",
            "in every frame" if is_other else "for the next frame",
        )
    return name, does


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
    at, above = (x + 10.0 * canvas.pixel, 0.5 * low), 9.0 * canvas.pixel
    for words, y in ((f"{fixed(low)} high", at[1] + above), (f"at {fixed(peak / RATE)} s", at[1] - above)):
        canvas.label(words, (at[0], y), Ink.FAULTY, toward=(1.0, 0.0), fixed=True)


def _sunk(canvas: Canvas, run: Run, k: int, right: float, now: State) -> None:
    """How much lower the body is that has sunk furthest, beside the stack."""
    i = now.lowest
    before, after = (float(run.bodies(n)[i].pose.position[1]) for n in (0, k))
    ends = [
        float(run.placed(b, n / RATE)[0].points[:, 0].max()) for b in range(1, len(run.bodies(0))) for n in (0, k)
    ]
    x = min(max(ends) + 26.0 * canvas.pixel, right - 46.0 * canvas.pixel)
    for n, y in ((0, before), (k, after)):  # from the body's middle to the bar
        middle = float(run.bodies(n)[i].pose.position[0])
        canvas.stroke(((middle, y), (x + 12.0 * canvas.pixel, y)), Ink.QUIET, line=Line.DASHED)
    measure(canvas, (x, after), (x, before), Ink.OVERLAP)
    marks.pill(canvas, (x, before), f"{i} lower by {fixed(now.sunk)}", Ink.OVERLAP, toward=(0.0, 1.0))


def _frame(canvas: Canvas, moment: Moment[Stack], trace: Trace[Any, Stepped], ink: Ink, *, is_other: bool) -> None:
    """The first frame, as far as it has come."""
    scene, step = moment.scene, moment.step
    contacts, is_pushed = found(trace), moment.has_seen(Pushed)
    _velocities(canvas, moment, trace)
    if moment.parent is None and not moment.has_seen(ContactsFound):
        return
    has_impulses = moment.parent is not None or moment.has_seen(WarmStarted)
    normal = sums(trace, applied(moment, trace)) if has_impulses and not is_pushed else []
    deep = min(range(len(contacts)), key=lambda i: contacts[i].separation, default=-1)
    for i, c in enumerate(contacts):
        is_now = moment.parent is not None and not is_other and step.contact == i
        canvas.dot(c.point, Ink.EXAMINED if is_now else ink, Point.FILLED)
        canvas.feature((c.point,), point(i), ink)
        if not has_impulses and not is_other:
            side = float(c.point[0] - scene.rigid[c.id.pair.body_b].pose.position[0])
            canvas.label(str(i + 1), c.point, Ink.TEXT, toward=(side, 0.3), style=TextStyle.CAPTION)
        if is_pushed and not isinstance(step, Stepped) and i == deep:
            words = f"{fixed(max(0.0, -c.separation), 3)} deep"
            marks.pill(canvas, c.point, words, Ink.OVERLAP, toward=(1.0, 0.3))
    if normal:
        _impulses(canvas, moment, trace, normal, ink, is_other=is_other)


def _velocities(canvas: Canvas, moment: Moment[Stack], trace: Trace[Any, Stepped]) -> None:
    """Of the bodies; and along the normal, of the point in use or of the one with most of it left."""
    scene, step, contacts = moment.scene, moment.step, found(trace)
    moved, (_, speed) = motions(moment, trace), scales(scene, moment.compare)
    if isinstance(step, GravityApplied):  # all the same: a scale of its own
        speed = SLOW * scene.high / len(scene.things) * RATE / G
    if not moment.has_seen(Pushed) or isinstance(step, Stepped):
        for i, body in enumerate(scene.rigid[1:], 1):
            fall = speed * moved[i].velocity
            if math.hypot(*fall) <= 10.0 * canvas.pixel:
                continue
            x, y = body.pose.position + (0.25 * float(np.ptp(scene.things[i - 1].world.points[:, 0])), 0.0)
            y -= 0.5 * float(fall[1])  # in the middle of its body
            canvas.arrow((x, y), (x + fall[0], y + fall[1]), Ink.EXAMINED, line=Line.MEASURE)
            if i == len(scene.rigid) - 1 and moment.parent is None:
                symbol = r"\Delta v" if isinstance(step, GravityApplied) else "v"
                right = float(scene.things[i - 1].world.points[:, 0].max()) + scene.things[i - 1].world.radius
                canvas.symbol(symbol, (right, y + 0.5 * fall[1]), Ink.EXAMINED, toward=(1.0, 0.0))
    if moment.parent is not None:
        if not step.is_friction and trace is trace_of(moment, is_other=False):
            _examined(canvas, contacts[step.contact], speed, step.speed)
    elif isinstance(step, Grouped) and contacts:
        left = [c.normal.speed(moved[c.id.pair.body_a], moved[c.id.pair.body_b]) for c in contacts]
        worst = min(range(len(left)), key=lambda i: (round(left[i], 3), -contacts[i].arm_b[0]))
        _examined(canvas, contacts[worst], speed, left[worst])


def _examined(canvas: Canvas, c: BodyContact, scale: float, speed: float) -> None:
    """The speed along a point's normal, at the point, and its value beside it."""
    side = 1.0 if abs(c.arm_b[0]) < 1e-9 else math.copysign(1.0, c.arm_b[0])
    if abs(scale * speed) > 5.0 * canvas.pixel:
        canvas.arrow(c.point, c.point + scale * speed * c.normal.direction, Ink.EXAMINED, line=Line.MEASURE)
    at = c.point + (3.0 * ASIDE * side * canvas.pixel, ASIDE * canvas.pixel)
    canvas.label(f"$v_n$ = {fixed(speed, 3)}", at, Ink.EXAMINED, toward=(side, 0.0))


def _impulses(
    canvas: Canvas,
    moment: Moment[Stack],
    trace: Trace[Any, Stepped],
    normal: list[float],
    ink: Ink,
    *,
    is_other: bool,
) -> None:
    """Beside the bodies: at each point its impulse, in grey what it would be at rest, or in the other order; for each
    pair the sum."""
    scene, contacts, (scale, _) = moment.scene, found(trace), scales(moment.scene, moment.compare)
    known = {name: j.normal for name, j in scene.memory.impulses} if is_other and not moment.compare else {}
    if is_other and moment.compare == ORDER:
        usual = scene.first(scene.other(""))
        known = {c.id: j for c, j in zip(found(usual), sums(usual, applied(moment, usual)), strict=True)}
    for i, c in enumerate(contacts):
        side = 1.0 if c.arm_b[0] > 0.0 else -1.0
        at = c.point + (ASIDE * side * canvas.pixel, 0.0)
        if c.id in known:
            end = at + scale * known[c.id] * c.normal.direction
            canvas.stroke((at, end), Ink.CONSTRUCTION, line=Line.DASHED)
            tick = 4.0 * canvas.pixel
            canvas.stroke((end - (tick, 0.0), end + (tick, 0.0)), Ink.CONSTRUCTION, line=Line.THIN)
        length = scale * normal[i]
        if length >= 12.0 * canvas.pixel:
            canvas.arrow(at, at + length * c.normal.direction, ink)
        elif length >= 1.0 * canvas.pixel:  # too short for a head
            canvas.stroke((at, at + length * c.normal.direction), ink, line=Line.FEATURE)
        if c.id.pair.body_a == 0 and side > 0.0 and length >= 1.0 * canvas.pixel:
            canvas.symbol("j", at + 0.5 * length * c.normal.direction, ink, toward=(1.0, 0.0))
    if not (floor := on_floor(contacts)):
        return
    if scene.is_column:
        _pairs(canvas, scene, contacts, normal, scale, ink)
        return
    j = fixed(sum(normal[i] for i in floor))
    x = min(float(contacts[i].point[0]) for i in floor) - ASIDE * canvas.pixel
    canvas.label(
        f"floor: Σ$j$ = **{j}** N·s", (x - ASIDE * canvas.pixel, -0.5 * FLOOR * scene.high), ink, toward=(-1.0, 0.0)
    )


def _pairs(
    canvas: Canvas, scene: Stack, contacts: tuple[BodyContact, ...], normal: list[float], scale: float, ink: Ink
) -> None:
    """What each pair of bodies gives, beside the left one of its impulses."""
    for body in range(1, len(scene.rigid)):
        mine = [i for i, c in enumerate(contacts) if c.id.pair.body_b == body]
        if mine:
            left = min(mine, key=lambda i: float(contacts[i].point[0]))
            x, y = contacts[left].point.tolist()
            side = -1.0 if contacts[left].arm_b[0] < 0.0 else 1.0
            clear = (2.0 if side < 0.0 or body > 1 else 3.0) * ASIDE * side  # right of j
            at = x + clear * canvas.pixel, y + max(0.5 * scale * normal[left], 13.0 * canvas.pixel)
            words = fixed(sum(normal[i] for i in mine))
            canvas.label(f"**{words}**" if body == 1 else words, at, ink, toward=(side, 0.0))
            if body == 1:
                under = at[0], -0.5 * FLOOR * scene.high
                canvas.label("floor Σ$j$", under, ink, toward=(side, 0.0), style=TextStyle.CAPTION)
