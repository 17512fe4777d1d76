"""Two worlds in step, one tested at samples and one throughout, and the separation over time below them."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Outcome, gjk
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import boundary
from geometry.time_of_impact.discrete import (
    ContinuousAsked,
    CurveSearched,
    MomentTested,
    StepsNeeded,
    Tunnelling,
    WidthsMeasured,
)
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import Vector, dot, left_of, length
from lessons.motion.tunnelling_scene import TIMES, Stepped
from viz.lesson import charts, marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure
from viz.lesson.text import fixed, tint

COPIES = 16  # of a sweep
MOST_NAMED = 6  # steps whose samples have room for names
BELOW = 30.0  # pixels between the bodies and a length that is measured below them
ROW = 44.0  # and to the next one


def now(moment: Moment[Any]) -> float:
    """The time on the clock; of a single sample that was stepped into, its own."""
    if moment.parent is not None and isinstance(moment.step, MomentTested):
        return moment.step.fraction
    return min(max(moment.time, 0.0), 1.0)


def is_guessed(moment: Moment[Any]) -> bool:
    """Whether the learner is asked what the samples find: nothing may tell it."""
    return moment.is_open and moment.latest(TimeOfImpact) is None


def verdict_of(moment: Moment[Any]) -> Tunnelling:
    scene: Stepped = moment.scene
    return scene.trace.result


def world(canvas: Canvas, moment: Moment[Any], *, is_sampled: bool) -> None:
    """The bodies at the time on the clock. The sampled ones stop where a sample has found an overlap, the continuous
    ones at their impact; while that is asked nothing stops."""
    scene, t = moment.scene, now(moment)
    found, hit = verdict_of(moment).discrete, verdict_of(moment).continuous
    stop = found if is_sampled else hit
    stopped = stop.outcome is not Outcome.SEPARATED and t >= stop.fraction and not is_guessed(moment)
    at = stop.fraction if stopped else t
    _trail(canvas, scene, at)
    if is_sampled:
        _samples(canvas, moment)
    else:
        _path(canvas, moment, hit)
    a, b = scene.at(at)
    marks.shape(canvas, b, Ink.B, "B")
    marks.shape(canvas, a, Ink.A, "A")
    if is_sampled:
        _lengths(canvas, moment, at)
        if stopped and moment.latest(TimeOfImpact) is not None:
            _found(canvas, moment, a, found)
        if isinstance(moment.step, Tunnelling) and moment.step.tunnelled:
            low = (float(a.centroid[0]), float(a.bounds().low[1]))
            canvas.label("missed", low, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)
    elif stopped and hit.on_a is not None:
        marks.answer(canvas, hit.on_a, f"first touch, $t$ = {fixed(hit.fraction)}", toward=(1.0, 0.7), leader=True)
    if moment.faulty is not None:
        _swept_boxes(canvas, moment)


def _trail(canvas: Canvas, scene: Stepped, until: float) -> None:
    """What the bodies have swept over so far, and where they end."""
    times = np.linspace(0.0, until, COPIES).tolist() if until > 0.0 else []
    for body, sweep, ink in ((scene.a, scene.sweep_a, Ink.A), (scene.b, scene.sweep_b, Ink.B)):
        if length(sweep.motion) == 0.0 and sweep.turn == 0.0:
            continue
        if times:
            outline = boundary(body.shape, 2.0 * canvas.pixel)
            marks.sweep(canvas, [sweep.at(t).place(outline) for t in times], ink)
        marks.ghost(canvas, body.shape.at(sweep.end), ink, Line.END, opacity=0.5)


def _samples(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where A is at each sample that was tested: dots on its path, and outlines once their answers are known."""
    scene = moment.scene
    tested = [step for step in scene.trace if isinstance(step, MomentTested)]
    if is_guessed(moment):
        for k in range(scene.count + 1):
            canvas.dot(scene.a.shape.at(scene.sweep_a.at(k / scene.count)).centroid, Ink.A)
        return
    for step in tested:
        a = scene.a.shape.at(step.pose_a)
        marks.ghost(canvas, a, Ink.OVERLAP if step.overlapped else Ink.A, Line.END, opacity=0.75)
        if scene.count <= MOST_NAMED:
            top = (float(a.centroid[0]), float(a.bounds().high[1]))
            canvas.label(f"sample {step.step}", top, Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION)


def _path(canvas: Canvas, moment: Moment[Any], hit: TimeOfImpact) -> None:
    """The start of A, and its path up to the impact."""
    scene = moment.scene
    a = scene.a.world
    marks.ghost(canvas, a, Ink.A, Line.START)
    end = hit.fraction if hit.outcome is not Outcome.SEPARATED and not is_guessed(moment) else 1.0
    points = [scene.a.shape.at(scene.sweep_a.at(t)).centroid for t in np.linspace(0.0, end, 2)]
    if length(scene.sweep_a.motion) > 0.0 and end > 0.0:
        canvas.stroke(points, Ink.EXAMINED, line=Line.DASHED)
    if isinstance(moment.step, ContinuousAsked) and hit.outcome is Outcome.HIT:
        nearest = gjk(scene.a.world, scene.b.world)
        if nearest.normal is not None:
            gap = fixed(length(nearest.on_b - nearest.on_a))
            side = 1.0 if float(nearest.on_b[0]) < float(nearest.on_a[0]) else -1.0
            measure(canvas, nearest.on_a, nearest.on_b, Ink.GAP, f"$s$ = **{gap}**", side=side)


def _found(canvas: Canvas, moment: Moment[Any], a: Convex, found: TimeOfImpact) -> None:
    late = verdict_of(moment).late
    words = f"found at $t$ = {fixed(found.fraction)}"
    if late and moment.latest(ContinuousAsked) is not None:
        words += f", late by {fixed(late)}"
    top = (float(a.centroid[0]), float(a.bounds().low[1]))
    canvas.label(words, top, Ink.OVERLAP, toward=(0.0, -1.0), style=TextStyle.BOLD)


def _lengths(canvas: Canvas, moment: Moment[Any], at: float) -> None:
    """One step of the motion, and both widths, at one scale below the bodies; only while no body turns."""
    widths = moment.latest(WidthsMeasured)
    if widths is None or not isinstance(moment.step, WidthsMeasured | StepsNeeded):
        return
    if widths.turns or widths.travel == 0.0:
        return
    scene = moment.scene
    along = scene.velocity / widths.travel
    down = -left_of(along) if float(left_of(along)[1]) > 0.0 else left_of(along)
    a, b = scene.at(at)
    low = max(_reach(a, down), _reach(b, down)) + BELOW * canvas.pixel
    curve = next(step for step in scene.trace if isinstance(step, CurveSearched))
    k = min(int(curve.fraction * scene.count), scene.count - 1)
    start, end = (_center_seen_from_b(scene, (k + i) / scene.count, at) for i in (0, 1))

    def below(p: Vector, row: int) -> Vector:
        return p + (low + row * ROW * canvas.pixel - dot(p, down)) * down

    first, second = below(start, 0), below(end, 0)
    canvas.arrow(first, second, Ink.EXAMINED)
    canvas.dot(first, Ink.EXAMINED)
    words = rf"$\|v\|\,\Delta t$ = **{fixed(widths.step)}**"
    canvas.label(words, (first + second) / 2.0, Ink.EXAMINED, toward=down)
    center = a.centroid
    ahead, behind = _reach(a, along) - dot(center, along), _reach(a, -along) + dot(center, along)
    near, far = -_reach(b, -along) - ahead, _reach(b, along) + behind
    onto = start - dot(start, along) * along
    names = f"{tint('$w_A$', Ink.A)} + {tint('$w_B$', Ink.B)} = **{fixed(far - near)}**"
    low_end, high_end = below(onto + near * along, 1), below(onto + far * along, 1)
    measure(canvas, low_end, high_end, Ink.TEXT, names, side=-1.0 if dot(left_of(along), down) < 0.0 else 1.0)


def _center_seen_from_b(scene: Stepped, t: float, at: float) -> Vector:
    """Where A's middle is at a time, with B put where it is at another one."""
    moved = scene.sweep_b.at(at).position - scene.sweep_b.at(t).position
    center: Vector = scene.a.shape.at(scene.sweep_a.at(t)).centroid + moved
    return center


def _reach(shape: Convex, direction: Vector) -> float:
    """How far a shape extends along a unit vector, from the origin."""
    return float((shape.points @ direction).max()) + shape.radius


def _swept_boxes(canvas: Canvas, moment: Moment[Any]) -> None:
    """The boxes around both motions, and what the rule answers."""
    boxes = moment.faulty
    for box in (boxes.box_a, boxes.box_b):
        (x, y), (u, v) = box.low.tolist(), box.high.tolist()
        canvas.stroke(((x, y), (u, y), (u, v), (x, v)), Ink.FAULTY, closed=True, line=Line.DOTTED)
    least = next(step for step in moment.scene.trace if isinstance(step, CurveSearched)).least
    top = ((float(boxes.box_a.low[0]) + float(boxes.box_a.high[0])) / 2.0, float(boxes.box_a.high[1]))
    if boxes.is_hit and least > 0.0:
        words = f"boxes overlap: a hit, error {fixed(least)}"
        canvas.label(words, top, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)


# The chart.


def chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """The gap over time: rings at the samples, then the whole curve, then its first root."""
    scene, axes = moment.scene, moment.scene.axes
    times = [k / scene.count for k in range(scene.count + 1)]
    many = scene.count > 2 * MOST_NAMED
    texts = [f"sample {k} · {fixed(t)}" if scene.count <= MOST_NAMED else fixed(t) for k, t in enumerate(times)]
    charts.chart_axes(canvas, axes, x_ticks=[] if many else times, x_text=[] if many else texts)
    for k, t in enumerate(times):
        line = ((t, axes.y[0]), (t, axes.y[1]))
        canvas.stroke(line, Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.feature(line, FeatureRef("", FeatureKind.SAMPLE, k), Ink.CONSTRUCTION)
    curve = moment.latest(CurveSearched)
    if not is_guessed(moment):
        charts.curve(canvas, TIMES, scene.curve, until=1.0 if curve is not None else -1.0)
    _rings(canvas, moment)
    if curve is not None and curve.overlaps:
        start, end = next(iter(curve.unseen), curve.overlaps[0])
        words = f"{'unseen' if curve.unseen else 'overlap'} for {fixed(end - start)}"
        inside = min(max(curve.fraction, start), end)
        marks.pill(canvas, (inside, scene.s(inside)), words, Ink.OVERLAP, toward=(0.0, -1.0))
    hit = verdict_of(moment).continuous
    if moment.latest(ContinuousAsked) is not None and hit.outcome is not Outcome.SEPARATED:
        words = f"first touch, $t$ = {fixed(hit.fraction)}"
        marks.answer(canvas, (hit.fraction, max(scene.s(hit.fraction), 0.0)), words, toward=(1.0, 1.0), leader=True)
    t = now(moment)
    charts.play_head(canvas, t, axes, f"$t$ = {fixed(t)}")


def _rings(canvas: Canvas, moment: Moment[Any]) -> None:
    """The samples that were tested, each with its separation."""
    scene = moment.scene
    if moment.latest(TimeOfImpact) is None and moment.parent is None:
        return
    tested = [step for step in scene.trace if isinstance(step, MomentTested)]
    if moment.parent is not None:
        tested = [step for step in moment.seen if isinstance(step, MomentTested)]
    for step in tested:
        s, ink = step.separation, separation_ink(step.separation)
        canvas.dot((step.fraction, s), ink)
        if scene.count <= 2 * MOST_NAMED:
            side = 1.0 if step.fraction < 0.5 else -1.0
            canvas.label(f"**{fixed(s, sign=s > 0.0)}**", (step.fraction, s), ink, toward=(side, 0.6))
