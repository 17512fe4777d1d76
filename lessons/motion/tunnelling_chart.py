"""The separation over time: at the samples, then throughout."""

from __future__ import annotations

import math
from typing import Any

from geometry.time_of_impact.discrete import (
    ContinuousAsked,
    CurveSearched,
    MomentTested,
    StepsNeeded,
    WidthsMeasured,
)
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.motion.tunnelling_figure import MOST_NAMED, is_guessed, now, sample
from lessons.motion.tunnelling_scene import Stepped
from viz.lesson import charts, marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.measures import bracket, measure
from viz.lesson.text import fixed


def axes(moment: Moment[Stepped]) -> Axes:
    """All of the curve, and room for a pill below it."""
    scene = moment.scene
    high, low = max(float(scene.curve[1].max()), 0.2), min(scene.dips.least, 0.0)
    return Axes((0.0, 1.0), (min(1.3 * low, -0.25 * high), 1.15 * high))


def chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """The gap over time: rings at the samples, then the whole curve, then its first root."""
    scene, n, t = moment.scene, moment.scene.count, now(moment)
    ranges = axes(moment)
    low, high = ranges.y
    times = [k / n for k in range(n + 1)] if n <= 2 * MOST_NAMED else []
    texts = [f"sample {k} · {fixed(place)}" if n <= MOST_NAMED else fixed(place) for k, place in enumerate(times)]
    rows = [s for s in charts.round_ticks(low, high, 4) if s <= scene.curve[1].max()]  # above it are words
    charts.chart_axes(canvas, ranges, x_ticks=times, x_text=texts, y_ticks=rows)
    for k in range(n + 1):
        line = ((k / n, low), (k / n, high))
        canvas.stroke(line, Ink.CONSTRUCTION, line=Line.THIN, opacity=0.4)
        canvas.feature(line, sample(k), Ink.CONSTRUCTION)
    if is_guessed(moment):
        words = f"$Δt$ = **{fixed(1.0 / n)}**"
        level, off = (0.35 * high, 12.0) if n == 1 else (0.0, -12.0)
        bracket(canvas, (0.0, level), (1.0 / n, level), Ink.TEXT, words, off=off)
        x = 1.0 - 0.5 / n if n > 1 else 0.8
        canvas.label("$s$ > 0: apart", (x, 0.0), Ink.GAP, toward=(0.0, 1.0), style=TextStyle.CAPTION)
        canvas.label("$s$ < 0: overlap", (x, 0.0), Ink.OVERLAP, toward=(0.0, -1.0), style=TextStyle.CAPTION)
    if moment.latest(CurveSearched) is not None:
        charts.curve(canvas, *scene.curve, until=1.0 if scene.found is None else scene.found)
        _pill(canvas, scene, is_answered=moment.latest(ContinuousAsked) is not None)
    if isinstance(moment.step, StepsNeeded):
        _finer(canvas, scene)
    if moment.latest(TimeOfImpact) is not None or (moment.parent is None and not is_guessed(moment)):
        _rings(canvas, scene, scene.tested, is_why=isinstance(moment.step, WidthsMeasured))
    elif moment.parent is None:
        _rings(canvas, scene, scene.tested[:1])  # while the others are asked: how things stand at the start
    else:
        _rings(canvas, scene, [each for each in moment.seen if isinstance(each, MomentTested)])
    if moment.latest(ContinuousAsked) is not None and scene.impact is not None:
        place = (scene.impact, 0.0 if scene.impact else scene.s(0.0))
        side = (1.0, 0.6) if scene.found is None else (-1.0, -1.0)
        marks.answer(canvas, place, f"TOI: $t$ = {fixed(scene.impact)}" if scene.impact else "", toward=side)
    charts.play_head(canvas, t, ranges, f"$t$ = {fixed(t)}" if t > 0.0 else "")  # there the sample says it


def _pill(canvas: Canvas, scene: Stepped, *, is_answered: bool) -> None:
    """How deep and how long an overlap is that no sample finds, or how late it is found: in words until the time of
    impact stands there."""
    if scene.dips.unseen:
        start, end = scene.dips.unseen[0]
        inside = min(max(scene.dips.fraction, start), end)
        if (depth := -scene.s(inside)) >= 0.005:
            charts.drop_line(canvas, (inside, -depth), 0.0, Ink.OVERLAP)
        words = f"{fixed(depth)} deep, $t$ = {fixed(start)} to {fixed(end)}"
        marks.pill(canvas, (inside, scene.s(inside)), words, Ink.OVERLAP, toward=(0.0, -1.0))
    elif scene.found and scene.dips.overlaps:
        late = scene.found - scene.dips.overlaps[0][0]
        measure(canvas, (scene.found - late, 0.0), (scene.found, 0.0), Ink.FAULTY)
        if not is_answered:
            words = f"found {fixed(late)} late"
            marks.pill(canvas, (scene.found - late / 2.0, 0.0), words, Ink.FAULTY, toward=(0.0, 1.0))


def _rings(canvas: Canvas, scene: Stepped, tested: list[MomentTested], *, is_why: bool = False) -> None:
    """Samples on the curve, each with its separation on the side where the curve leaves room; both gaps that are
    compared with the path of a body that turns, by name."""
    k = scene.gaps_beside[0] if is_why and scene.turns and scene.gaps_beside is not None else math.inf
    for step in tested:
        s, ink = step.separation, separation_ink(step.separation)
        canvas.dot((step.fraction, s), ink)
        if scene.count <= 2 * MOST_NAMED:
            falls = step.fraction < scene.dips.fraction
            toward = (1.0 if step.step == 0 or falls is (s > 0.0) else -1.0, 1.0 if s > 0.0 else -1.0)
            if s > 0.0 and step.fraction in (0.0, 1.0):  # below the play head's time
                toward = (1.0 - 2.0 * step.fraction, 0.5)
            name = f"$s_{{{step.step}}}$ = " if k <= step.step <= k + 1 else ""
            canvas.label(f"{name}**{fixed(s, sign=s > 0.0 and not name)}**", (step.fraction, s), ink, toward=toward)


def _finer(canvas: Canvas, scene: Stepped) -> None:
    """The samples of as many steps as are enough, and what the first one shows that finds the overlap."""
    for t, s in scene.finer[1:-1]:
        canvas.dot((t, s), Ink.EXAMINED)
    if scene.rescue is not None:
        t, s = scene.rescue
        words = f"$n$ = {scene.enough}: **{fixed(s)}**"
        canvas.label(words, (t, s), Ink.OVERLAP, toward=(-1.0, -0.6))
