"""Two runs over one seam, tile by tile and by the contacts of the floor, and their speed in time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Vector
from geometry.dynamics.contacts import Motion
from lessons.bodies.inner_edges_chain import draw_chain, draw_normals
from lessons.bodies.inner_edges_lens import lens_of, rect
from lessons.bodies.inner_edges_now import (
    COMPARED,
    LEAST,
    OFTEN,
    RUNS,
    SEAM,
    acting,
    frames_at,
    is_faulty,
    reached,
    wrong_run,
)
from lessons.bodies.inner_edges_scene import FASTEST, LEFT, RADIUS, RATE, RIGHT, SLOWEST, WAY, Slide
from lessons.bodies.runs import Run
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Follow, Moment
from viz.lesson.mark import Pair
from viz.lesson.text import fixed

BELOW, CHAIN_BELOW = -0.14, -0.34  # the lower end of a view of the runs; under a chain, whose ends are named too
LABEL = 0.14  # metres above a body, for its velocity
TRAIL = 5  # frames between two earlier poses
WIDE = 2.3  # times its height, a view over a step
NORMAL = 40.0  # pixels
NEAR = 24.0  # pixels
PUSH = 1e-6  # N·s: an impulse below this is none
SPIN, TURNS = 40.0, 0.05  # radius of its arrow in pixels; radians a second from which it is drawn
ASIDE = 0.16  # from the ends of the view, where the names of the tiles stand
TILE = 0.2  # opacity of the floor
TILE_2 = 0.93  # where its name stands at least: right of that of the inner edge


def draw_wrong(canvas: Canvas, moment: Moment[Any]) -> None:
    _slide(canvas, moment, wrong_run(moment), Ink.FAULTY)


def draw_solving(canvas: Canvas, moment: Moment[Any], motion: Motion) -> None:
    """The first run while the impulses of its frame give it another motion."""
    _slide(canvas, moment, moment.scene.alone, Ink.FAULTY, motion)
    if abs(motion.spin) > TURNS:
        ends = math.radians(78.0), math.radians(-42.0)
        first, last = ends if motion.spin < 0.0 else ends[::-1]
        at = moment.scene.alone.bodies(moment.scene.frames)[1].pose.position
        words = f"$ω$ = {fixed(motion.spin)}"
        measures.angle_arc(canvas, at, first, last, Ink.EXAMINED, words, radius=SPIN, arrow=True, line=Line.MEASURE)


def draw_right(canvas: Canvas, moment: Moment[Any]) -> None:
    _slide(canvas, moment, moment.scene.right, Ink.ANSWER)
    if _has_chain(moment):
        (draw_chain if moment.index == RUNS else draw_normals)(canvas, moment.scene)


def _has_chain(moment: Moment[Any]) -> bool:
    """Whether the ends of the floor are in view."""
    return moment.index >= COMPARED and not moment.scene.raised


def _span(moment: Moment[Any]) -> Pair:
    """What of x the runs need, and the chain; over a step so much that the width gives both views one scale."""
    scene: Slide = moment.scene
    start = float(scene.motion.start[0])
    far = start + min(scene.count * scene.way, 1.2 * WAY)
    low, high = start - RADIUS - 0.04, max(far + RADIUS, 0.45) + 0.04
    if _has_chain(moment):
        low, high = min(low, LEFT - 0.04), max(high, RIGHT + 0.04)
    more = WIDE * (_top(moment) - _bottom(moment)) - (high - low) if scene.raised else 0.0
    return low - max(0.5 * more, 0.0), high + max(0.5 * more, 0.0)


def _bottom(moment: Moment[Any]) -> float:
    return CHAIN_BELOW if _has_chain(moment) else BELOW


def _top(moment: Moment[Any]) -> float:
    """High enough for both runs, so that both have one scale."""
    scene: Slide = moment.scene
    body = wrong_run(moment).bodies(scene.count)[1].placed[0]
    high = max(y for _, y in body.points_xy) + body.radius
    return max(0.84, high + LABEL)


def _slide(canvas: Canvas, moment: Moment[Any], run: Run, ink: Ink, motion: Motion | None = None) -> None:
    """The floor, where the body was, where it is, its velocity and the normals of its contacts. `motion`: another one
    than that of the run."""
    scene: Slide = moment.scene
    low, high = _span(moment)
    bottom, now = _bottom(moment), frames_at(moment)
    names = (0.82 if _has_chain(moment) else 0.68) * bottom
    canvas.stroke(((low, bottom), (high, _top(moment))), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    is_wrong = ink is Ink.FAULTY
    named = (low + ASIDE, max(high - ASIDE, TILE_2))
    if _has_chain(moment):  # between the names of the ghost vertices
        named = (0.14 * LEFT, 0.14 * RIGHT) if moment.index == RUNS else (0.42 * LEFT, 0.55 * RIGHT)
    for name, end, top, x in (("tile 1", LEFT, 0.0, named[0]), ("tile 2", RIGHT, scene.raised, named[1])):
        corner, far, way = (0.0, top), (end, top), math.copysign(1.0, end)
        canvas.region((corner, corner, far), ((0.0, 1.0), (-way, 0.0), (way, 0.0)), Ink.A, TILE)
        canvas.crowd(Ink.A, segments=((corner, far),), line=Line.OUTLINE, framed=False)
        canvas.unbounded(far, (0.0, -1.0), Ink.A, line=Line.OUTLINE, one_sided=True)
        canvas.label(name, (x, names), Ink.A, fixed=True)
    seam = Line.OUTLINE if is_wrong else Line.DASHED
    canvas.unbounded((0.0, 0.0), (0.0, -1.0), Ink.A, line=seam, one_sided=True)
    canvas.stroke(((0.0, 0.0), (0.0, scene.raised)), Ink.A, line=Line.OUTLINE)
    if LEAST <= moment.index <= COMPARED and not (is_wrong or scene.raised):
        canvas.label("inner edge", (0.0, names), Ink.QUIET, toward=(1.0, 0.0))
    if is_wrong and moment.index < LEAST:  # then a contact is marked there
        lens = lens_of(moment)
        canvas.stroke(rect(lens.x, lens.y), Ink.TEXT, closed=True, line=Line.THIN)
    body, pose = run.placed(1, now / RATE)[0], run.pose(1, now / RATE)
    if now > 1e-6:  # what can be held stands at the start
        canvas.arrow(scene.motion.start, scene.motion.end, Ink.QUIET, line=Line.THIN)
        if min(x for x, _ in body.points_xy) - body.radius > float(scene.motion.start[0]) - 0.06:  # else no room
            canvas.label("start", scene.motion.start, Ink.QUIET, toward=(-1.0, 0.0))
    for k in range(0, math.ceil(now), TRAIL):
        is_off = is_wrong and k > scene.frames and (scene.is_dropped or run is not scene.alone)
        shade, line = (ink, Line.DOTTED) if is_off else (Ink.B, Line.START)
        if scene.is_round and math.dist(run.bodies(k)[1].pose.position, pose.position) < RADIUS:
            continue  # it would run through the letter
        marks.ghost(canvas, run.bodies(k)[1].placed[0], shade, line, opacity=1.0)
    marks.shape(canvas, body, Ink.B)
    x, y = pose.position.tolist()
    canvas.label("B", (x - 0.04, y + 0.06), Ink.B, toward=(-1.0, 1.0), style=TextStyle.LETTER)
    if scene.is_round and moment.index in (SEAM, LEAST):  # in their formulas
        canvas.symbol("c", (x, y), Ink.B, toward=(-1.0, -0.5))
    vx, vy = (run.bodies(reached(moment))[1] if motion is None else motion).velocity.tolist()
    shown = scene.motion.vector[0] / scene.speed
    if math.hypot(vx, vy) * shown > 6.0 * canvas.pixel:
        canvas.arrow((x, y), (x + vx * shown, y + vy * shown), Ink.EXAMINED, line=Line.MEASURE)
    at = (x, max(v for _, v in body.points_xy) + body.radius)
    is_other = (
        motion is None
        and is_faulty(moment)
        and fixed(vx) != fixed(scene.right.bodies(reached(moment))[1].velocity[0])
    )
    canvas.label(f"$v_x$ = **{fixed(vx)}**", at, Ink.FAULTY if is_other else Ink.EXAMINED, toward=(0.0, 1.0))
    if moment.index >= LEAST and abs(now - round(now)) < 1e-6:  # between two frames there are no contacts
        _normals(canvas, run, acting(run, round(now)), ink if scene.is_dropped else Ink.ANSWER)


def _normals(canvas: Canvas, run: Run, k: int, ink: Ink) -> None:
    """The contacts that push in a frame, each with its normal: on the surface of the floor."""
    drawn: list[tuple[Pair, Pair]] = []
    long, near = NORMAL * canvas.pixel, NEAR * canvas.pixel
    for contact, impulse in zip(run.frame(k).contacts, run.frame(k).impulses, strict=True):
        if impulse.normal < PUSH:
            continue
        (x, y), (nx, ny) = contact.contact.on_a.tolist(), contact.normal.direction.tolist()
        is_wrong = ink is Ink.FAULTY and nx < -1e-3
        shade = Ink.FAULTY if is_wrong else Ink.ANSWER
        canvas.dot((x, y), shade, Point.FILLED)  # two stand so close that halos would lie on each other
        # One arrow for two contacts that stand close together and push the same way.
        if all(math.dist(at, (x, y)) > near or math.dist(n, (nx, ny)) > 0.05 for at, n in drawn):
            canvas.arrow((x, y), (x + long * nx, y + long * ny), shade, line=Line.MEASURE)
            drawn.append(((x, y), (nx, ny)))


def chart_axes(moment: Moment[Any]) -> Axes:
    scene: Slide = moment.scene
    if moment.index == OFTEN:
        return Axes((0.0, FASTEST), (0.0, 110.0), "speed $v$", "share $p$, %")
    low = min([0.0, *_speeds(wrong_run(moment), moment)[1]])
    return Axes((0.0, float(scene.count)), (1.15 * low, 1.2 * scene.speed), "frame", "")


def _speeds(run: Run, moment: Moment[Any]) -> tuple[Sequence[float], Sequence[float]]:
    """Up to now: each frame changes the velocity at once, and then moves the body by it."""
    now = frames_at(moment)
    values = [float(run.bodies(k)[1].velocity[0]) for k in range(reached(moment) + 1)]
    steps = [0.0, *(float(k) for k in range(len(values) - 1) for _ in range(2)), max(now, 0.0)]
    return steps, [value for value in values for _ in range(2)]


def draw_chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """The speed of both bodies; at the question how often, the share of all starts for every speed."""
    scene: Slide = moment.scene
    axes = chart_axes(moment)
    charts.chart_axes(canvas, axes)
    if moment.index == OFTEN:
        speeds = np.linspace(SLOWEST, FASTEST, 121)
        charts.curve(canvas, speeds, 100.0 * np.minimum(1.0, scene.limit * RATE / speeds), Ink.FAULTY)
        at = (scene.speed, 100.0 * scene.share)
        charts.drop_line(canvas, at, 0.0)
        canvas.dot(at, Ink.FAULTY, Point.FILLED)
        canvas.label(f"**{fixed(at[1], 0)} %**", at, Ink.FAULTY, toward=(1.0, 1.0))
        return
    for run, ink in ((wrong_run(moment), Ink.FAULTY), (scene.right, Ink.ANSWER)):
        times, values = _speeds(run, moment)
        if len(times) > 1:
            canvas.stroke(tuple(zip(times, values, strict=True)), ink, line=Line.CURVE)
        canvas.dot((times[-1], values[-1]), ink, Point.FILLED)
    charts.play_head(canvas, frames_at(moment), axes)


def take_speed(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on the chart of shares drags the speed."""
    if moment.index != OFTEN or moment.parent is not None:
        return None
    return lambda scene, start, now: scene.with_field("speed", min(max(float(now[0]), SLOWEST), FASTEST))
