"""A search in time drawn: the bodies in the world, and the gap over time with the triangle of each iteration."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Convex, Outcome, Pose, Sweep, Vector
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, SweepsMeasured
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.vector import left_of
from lessons.stories.grouping import apart, steps_so_far, whole
from viz.lesson import charts, marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

SAMPLES = 241  # of the curve
HEAD_ROOM = 1.24  # of the greatest gap: above it the bound stands as a bar
FOOT_ROOM = 0.1  # of it below 0: there the step is measured
BAR_AT = 1.14  # of the greatest gap
BESIDE = 20.0  # pixels between the gap and the arrow of its normal
LEAST_ARROW = 56.0  # pixels: the normal's arrow is half of the gap, but never less than half of this
TURN_ARC = 30.0  # pixels, radius of the arrow of a turn
MOST_NAMED = 4  # earlier iterations whose poses are drawn
LAST_NAMED = 5  # of those that have a step of their own

State = Advanced | InTouch


def states_of(moment: Moment[Any]) -> list[State]:
    """The iterations up to the moment's; at the start the first one, whose gap and bound are shown already."""
    found = [step for step in steps_so_far(moment) if isinstance(step, Advanced | InTouch)]
    return found or [next(iter(apart(whole(moment).trace.steps[1:])))]


@lru_cache(maxsize=8)  # of the scene itself: every step of it asks
def gaps_of(scene: Any) -> tuple[np.ndarray, np.ndarray]:
    """Times and the gaps then."""
    times = np.linspace(0.0, 1.0, SAMPLES)
    a, sweep_a, b, sweep_b = scene.sweeps
    return times, separation_over_time(a, sweep_a, b, sweep_b, times)


def curve_of(moment: Moment[Any]) -> tuple[np.ndarray, np.ndarray]:
    """The gap over time, up to the impact if there is one: nothing is asked of what comes after it."""
    answer = whole(moment).trace.result
    times, gaps = gaps_of(moment.scene)
    if answer.outcome is not Outcome.HIT:
        return times, gaps
    seen = times < answer.fraction
    return np.append(times[seen], answer.fraction), np.append(gaps[seen], answer.separation)


def axes_of(moment: Moment[Any]) -> Axes:
    """Time from 0 to somewhat beyond the impact, and the gap, with room above it for the bound."""
    times, gaps = curve_of(moment)
    high = max(float(gaps.max()), 2.0 * moment.scene.target)
    low = min(max(float(gaps.min()), -0.5 * high), -FOOT_ROOM * high)
    last = max(float(times[-1]), *(() if moment.faulty is None else moment.faulty.times[-1:]), 0.05)
    return Axes((0.0, min(1.0, 1.1 * last)), (low, HEAD_ROOM * high), "time t")


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, states = moment.scene, states_of(moment)
    state = states[-1]
    ends(canvas, scene)
    told = [earlier for earlier in states[:-1] if earlier.iteration <= LAST_NAMED]
    for earlier in told[-MOST_NAMED:]:
        shape, ink = mover(scene, earlier.pose_a, earlier.pose_b)
        marks.ghost(canvas, shape, ink, Line.START)
        text, far = f"iteration {earlier.iteration}", shape.points[int(shape.points[:, 0].argmax())]
        canvas.label(text, far, Ink.QUIET, toward=(1.0, -0.3), style=TextStyle.CAPTION)
    following = next_time(moment, state)
    if following is not None:
        ghost_at(canvas, scene, following, f"next: t = {fixed(following, 3)}")
    a, b = scene.at(moment.time)
    for shape, body, sweep, ink, letter in (
        (a, scene.a, scene.sweep_a, Ink.A, "A"),
        (b, scene.b, scene.sweep_b, Ink.B, "B"),
    ):
        center, arm = arm_of(body.shape, sweep.at(moment.time))
        marks.shape(canvas, shape, ink, letter, numbered=False, letter_at=center - 0.6 * arm if sweep.turn else None)
    if abs(moment.time - state.fraction) > 1e-9:
        return  # the clock is elsewhere: what was measured is not measured here
    if not isinstance(state, Advanced):
        contact(canvas, whole(moment).trace.result)
        return
    top = b.points[int(b.points[:, 1].argmax())]
    canvas.label(f"now: t = {fixed(state.fraction, 3)}", top, Ink.B, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    turns(canvas, moment, state)
    gap(canvas, moment, state)


def ends(canvas: Canvas, scene: Any) -> None:
    """Where the bodies end, dashed, and the way of what moves."""
    for body, end, ink in ((scene.a, scene.a_end, Ink.A), (scene.b, scene.b_end, Ink.B)):
        if moves(body, end):
            canvas.stroke((body.pose.position, end.pose.position), Ink.CONSTRUCTION, line=Line.DASHED, opacity=0.6)
            marks.ghost(canvas, body.world, ink, Line.START)
            marks.ghost(canvas, end.world, ink, Line.END)
            canvas.label("t = 1", end.pose.position, ink, style=TextStyle.CAPTION)


def ghost_at(canvas: Canvas, scene: Any, t: float, text: str, ink: Ink | None = None) -> None:
    """Where a body will be, or would wrongly be, dotted and named."""
    shape, own = mover(scene, scene.sweep_a.at(t), scene.sweep_b.at(t))
    marks.ghost(canvas, shape, ink or own, Line.DOTTED)
    low = shape.points[int(shape.points[:, 1].argmin())]
    canvas.label(text, low, ink or own, toward=(0.2, -1.0), style=TextStyle.CAPTION)


def mover(scene: Any, pose_a: Pose, pose_b: Pose) -> tuple[Convex, Ink]:
    """The body whose motion is drawn: B, unless only A moves."""
    if moves(scene.b, scene.b_end) or not moves(scene.a, scene.a_end):
        return scene.b.shape.at(pose_b), Ink.B
    return scene.a.shape.at(pose_a), Ink.A


def arm_of(shape: Convex, pose: Pose) -> tuple[Vector, Vector]:
    """A body's centre of rotation, and from there to its farthest vertex."""
    far = pose.place(shape.points[int(np.hypot(*shape.points.T).argmax())])
    return pose.position, far - pose.position


def moves(start: Any, end: Any) -> bool:
    """Whether a body is anywhere else at the end, or has turned."""
    p, q = start.pose, end.pose
    return p.angle != q.angle or bool((p.position != q.position).any())


def next_time(moment: Moment[Any], state: State) -> float | None:
    """Where this iteration advances to; at the start that is still asked."""
    if isinstance(moment.step, SweepsMeasured) or not isinstance(state, Advanced) or state.step <= 0.0:
        return None
    return min(state.fraction + state.step, 1.0)


def gap(canvas: Canvas, moment: Moment[Any], state: Advanced) -> None:
    """The gap between the nearest points, and its normal beside it."""
    canvas.glow((state.on_a, state.on_b), Ink.GAP)
    measures.measure(canvas, state.on_a, state.on_b, Ink.GAP)
    middle = (state.on_a + state.on_b) / 2.0
    side = left_of(state.normal)
    marks.pill(canvas, middle, f"s = {fixed(state.separation)}", Ink.GAP, toward=side)
    start = state.on_a - BESIDE * canvas.pixel * side
    at_most = max(state.separation, LEAST_ARROW * canvas.pixel)
    measures.unit_arrow(canvas, start, state.normal, r"\hat n", at_most=at_most)


def contact(canvas: Canvas, found: TimeOfImpact) -> None:
    """How deep bodies overlap that were never apart, or where they touch."""
    assert found.separation is not None
    assert found.normal is not None
    assert found.on_a is not None
    assert found.on_b is not None
    if found.separation < -1e-9:
        measures.measure(canvas, found.on_a, found.on_b, Ink.OVERLAP)
        middle = (found.on_a + found.on_b) / 2.0
        marks.pill(canvas, middle, f"overlap {fixed(-found.separation)}", Ink.OVERLAP, toward=left_of(found.normal))
    else:
        marks.answer(canvas, found.on_a, "contact")


def turns(canvas: Canvas, moment: Moment[Any], state: Advanced) -> None:
    """What can close the gap: the velocity of A seen from B, and of each body that turns its radius and its turn."""
    scene = moment.scene
    v = scene.sweep_a.motion - scene.sweep_b.motion
    sides = ((scene.a.shape, state.pose_a, scene.sweep_a, "A"), (scene.b.shape, state.pose_b, scene.sweep_b, "B"))
    for shape, pose, sweep, letter in sides:
        if sweep.turn:
            turn(canvas, shape, pose, sweep, letter)
    if v.any():
        measures.unit_arrow(canvas, state.pose_a.position, v, r"\boldsymbol{v}")


def turn(canvas: Canvas, shape: Convex, pose: Pose, sweep: Sweep, letter: str) -> None:
    """The radius to the vertex farthest from the centre, and the sense of the turn."""
    center, arm = arm_of(shape, pose)
    canvas.dot(center, Ink.EXAMINED)
    if arm.any():
        canvas.stroke((center, center + arm), Ink.EXAMINED, line=Line.DASHED)
        canvas.symbol(f"r_{letter}", center + 0.6 * arm, Ink.EXAMINED, toward=left_of(arm))
    start = math.atan2(-float(arm[1]), -float(arm[0])) - math.copysign(0.95, sweep.turn)
    end = start + math.copysign(1.9, sweep.turn)
    measures.angle_arc(canvas, center, start, end, Ink.EXAMINED, radius=TURN_ARC, arrow=True)
    middle = (start + end) / 2.0
    way = np.array((math.cos(middle), math.sin(middle)))
    canvas.symbol(rf"\omega_{letter}", center + TURN_ARC * canvas.pixel * way, Ink.EXAMINED, toward=way)


def draw_curve(canvas: Canvas, moment: Moment[Any]) -> None:
    """s(t) as far as it has been reached, the triangles that cannot be crossed, and the clock."""
    scene, axes, states = moment.scene, axes_of(moment), states_of(moment)
    state, is_start = states[-1], isinstance(moment.step, SweepsMeasured)
    charts.chart_axes(canvas, axes, y_ticks=charts.round_ticks(axes.y[0], axes.y[1] / HEAD_ROOM * 1.02))
    target = scene.target
    canvas.stroke(((0.0, target), (axes.x[1], target)), Ink.TEXT, line=Line.DASHED)
    canvas.label("$s_0$ target gap", (axes.x[1], target), Ink.TEXT, toward=(-0.8, 1.0), style=TextStyle.CAPTION)
    charts.curve(canvas, *curve_of(moment), until=state.fraction, fill=0.06)
    charts.play_head(canvas, min(moment.time, axes.x[1]), axes)
    known = [each for each in states if isinstance(each, Advanced)]
    for earlier in known[:-1]:
        triangle(canvas, earlier)
        canvas.dot((earlier.fraction, earlier.separation), Ink.GAP)
        if earlier.iteration <= MOST_NAMED:
            at = (earlier.fraction, earlier.separation)
            text = f"iteration {earlier.iteration}"
            canvas.label(text, at, Ink.QUIET, toward=(1.0, 0.5), style=TextStyle.CAPTION)
    if isinstance(state, Advanced):
        newest(canvas, moment, state, is_start=is_start)


def triangle(canvas: Canvas, state: Advanced, *, is_newest: bool = False) -> None:
    """Below the line from the gap down with slope −μ the curve cannot come."""
    if state.bound <= 0.0:
        return
    t, s = state.fraction, state.separation
    foot = (t + s / state.bound, 0.0)
    canvas.area(((t, 0.0), foot, (t, s)), Ink.EXAMINED, opacity=0.16 if is_newest else 0.05)
    if is_newest:
        canvas.glow(((t, s), foot), Ink.EXAMINED)
        canvas.stroke(((t, s), foot), Ink.EXAMINED, line=Line.FEATURE)
    else:
        canvas.stroke(((t, s), foot), Ink.EXAMINED, line=Line.DASHED, opacity=0.6)


def newest(canvas: Canvas, moment: Moment[Any], state: Advanced, *, is_start: bool) -> None:
    """The gap of this iteration, its bound, and the step that is safe: once it is told, not while it is asked."""
    scene, t, s = moment.scene, state.fraction, state.separation
    target = scene.target
    if not state.hit:
        bound_bar(canvas, moment, state)
    if is_start or state.hit or state.bound <= 0.0:
        point = Point.ANSWER if state.hit else Point.FILLED
        canvas.dot((t, s), Ink.ANSWER if state.hit else Ink.GAP, point)
        text = f"time of impact {fixed(t, 3)}" if state.hit else f"s = {fixed(s, 3)}"
        canvas.label(text, (t, s), Ink.ANSWER if state.hit else Ink.GAP, toward=(0.6, 1.0), style=TextStyle.BOLD)
        return
    triangle(canvas, state, is_newest=True)
    canvas.dot((t, s), Ink.GAP, Point.FILLED)
    canvas.label(f"iteration {state.iteration}", (t, s), Ink.GAP, toward=(1.0, 0.6), style=TextStyle.BOLD)
    middle = (t + 0.45 * s / state.bound, 0.55 * s)
    canvas.label(r"slope $-\mu$", middle, Ink.EXAMINED, toward=(1.0, 0.3))
    if state.step <= 0.0:
        return
    after = t + state.step
    measures.measure(canvas, (t, target), (t, s), Ink.GAP)
    side = (-1.0, 0.0) if t > 0.25 * axes_of(moment).x[1] else (1.0, 0.0)
    canvas.label(rf"$s-s_0$ = **{fixed(s - target, 3)}**", (t, 0.5 * (s + target)), Ink.GAP, toward=side)
    canvas.stroke(((t, target), (after, target)), Ink.ANSWER, line=Line.MEASURE)
    measures.right_angle(canvas, (t, target), (1.0, 0.0), (0.0, 1.0))
    text = rf"step $\Delta{{t}}$ = **{fixed(state.step, 3)}**"
    canvas.label(text, (t + 0.5 * state.step, min(0.0, target)), Ink.TEXT, toward=(0.0, -1.0))
    canvas.dot((after, target), Ink.ANSWER, Point.FILLED)
    times, gaps = curve_of(moment)
    if after <= times[-1]:
        then = float(np.interp(after, times, gaps))
        canvas.stroke(((after, target), (after, then)), Ink.CONSTRUCTION, line=Line.DASHED)


def bound_bar(canvas: Canvas, moment: Moment[Any], state: Advanced) -> None:
    """The bound above the curve: its parts end to end, each with its symbol."""
    axes = axes_of(moment)
    top, end = axes.y[1] / HEAD_ROOM, axes.x[1]
    measured = whole(moment).trace.steps[0]
    arcs = (measured.radius_a * abs(measured.turn_a), measured.radius_b * abs(measured.turn_b))
    symbols = (r"\boldsymbol{v}\cdot{\hat n}", r"r_A|\omega_A|", r"r_B|\omega_B|")
    values = (state.bound - sum(arcs), *arcs)
    size = sum(abs(value) for value in values)
    text = rf"$\mu$ = **{fixed(state.bound, 3)}**"
    start, room = 0.34 * end, 0.64 * end
    y = BAR_AT * top
    canvas.label(text, (start, y), Ink.EXAMINED, toward=(-1.0, 0.0))
    if size == 0.0:
        return
    shown = [
        projections.Part(room * abs(value) / size, Ink.EXAMINED if value > 0.0 else Ink.QUIET, "", opacity)
        for value, opacity in zip(values, (0.85, 0.6, 0.4), strict=True)
    ]
    projections.stacked_bar(canvas, (start, y), shown, thickness=18.0)
    terms = [rf"${symbol}$ {fixed(value)}" for value, symbol in zip(values, symbols, strict=True) if value != 0.0]
    below = (start + room / 2.0, y - 22.0 * canvas.pixel_y)
    canvas.label(" + ".join(terms), below, Ink.EXAMINED, style=TextStyle.CAPTION, fixed=True)
