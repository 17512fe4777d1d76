"""The charts of the precision lab: spacing and answers against the distance, clouds of copies, what is subtracted."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geometry.faulty.contact_rules import ABSOLUTE
from geometry.vector import Vector
from lessons.labs.precision_clouds import JITTER, cloud_axes, draw_bands
from lessons.labs.precision_figure import answer_ink, dots, verdicts
from lessons.labs.precision_kinds import Boxes, Square
from lessons.labs.precision_ruler import draw_ruler, ruler_axes
from lessons.labs.precision_rules import TOLERANT
from lessons.labs.precision_scene import FEW, FURTHEST, SWEPT, Far, Numbers, Stage, step_text
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes, play_head, round_ticks
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Follow, Moment

DECADES = 0.0, 7.0
SPACINGS = -16.5, 1.0  # powers of ten
OUTSIDE = 112.0  # pixels that the words about what lies outside take
MANTISSA = {"float32": 23, "float64": 52}


def axes_of(moment: Moment[Far]) -> Axes:
    scene = moment.scene
    match moment.step.stage:
        case Stage.SPACING:
            return Axes(DECADES, SPACINGS, scene.shift_words, "spacing $u$")
        case Stage.FAR:
            return Axes(DECADES, _far_range(scene), scene.shift_words)
        case Stage.CANCELLATION if isinstance(scene, Square):
            return Axes(_lost_range(scene), (0.0, len(scene.summed.edges) + 2.0), "area, edge by edge")
        case Stage.CANCELLATION:
            return ruler_axes(scene)
        case _:
            return cloud_axes(moment)


def draw_chart(canvas: Canvas, moment: Moment[Far]) -> None:
    match moment.step.stage:
        case Stage.SPACING:
            draw_spacing(canvas, moment)
        case Stage.FAR:
            draw_far(canvas, moment)
        case Stage.CANCELLATION if isinstance(moment.scene, Square):
            draw_lost(canvas, moment)
        case Stage.CANCELLATION:
            draw_ruler(canvas, moment)
        case _:
            draw_bands(canvas, moment)


def take_distance(moment: Moment[Far], _place: Vector) -> Follow | None:
    """A press on a chart over the distance sets the distance."""
    if moment.step.stage not in (Stage.SPACING, Stage.FAR):
        return None

    def follow(scene: Far, _start: Vector, now: Vector) -> Far:
        exact = 10.0 ** min(max(float(now[0]), 0.0), 7.0)
        return scene.with_field("distance", min(float(f"{exact:.1e}"), FURTHEST))

    return follow


def _decades(canvas: Canvas, axes: Axes, y_ticks: Sequence[float], y_text: Sequence[str]) -> None:
    ticks = [float(k) for k in range(8)]
    names = [f"{10**k:,}" for k in range(8)]
    chart_axes(canvas, axes, x_ticks=ticks, x_text=names, y_ticks=y_ticks, y_text=y_text, zero=False)


# Spacing


def draw_spacing(canvas: Canvas, moment: Moment[Far]) -> None:
    scene, axes = moment.scene, axes_of(moment)
    powers = [-15.0, -12.0, -9.0, -6.0, -3.0, 0.0]
    _decades(canvas, axes, powers, [f"$10^{{{int(k)}}}$" if k else "1" for k in powers])
    for name, digits in MANTISSA.items():
        places = []
        for k in range(24):
            y = (k - digits) * math.log10(2.0)
            places += [(k * math.log10(2.0), y), (min((k + 1) * math.log10(2.0), DECADES[1]), y)]
        canvas.stroke(places, Ink.ANSWER, line=Line.CURVE, opacity=1.0 if name == scene.precision else 0.45)
        x, y = places[14]
        canvas.label(name, (x, y), Ink.ANSWER, toward=(-0.6, 1.0), style=TextStyle.BOLD)
    if isinstance(scene, Boxes) and scene.true > 0.0 and not moment.is_open:
        y = math.log10(scene.true)
        canvas.stroke(((DECADES[0], y), (DECADES[1], y)), Ink.GAP, line=Line.DASHED)
        if moment.compare == TOLERANT:
            at = math.log10(ABSOLUTE)
            canvas.stroke(((DECADES[0], at), (DECADES[1], at)), Ink.FAULTY, line=Line.DOTTED)
            canvas.label(f"at most {ABSOLUTE}: touching", (2.4, at), Ink.FAULTY, toward=(0.0, 1.0))
        else:
            _danger(canvas, scene)
        is_far = scene.distance > 100.0  # else the words stand away from the play head
        at, up = (0.1, 1.0) if is_far else (4.6, -1.0)
        canvas.label(f"gap $s$ = {scene.told(scene.true)}", (at, y), Ink.GAP, toward=(1.0, up))
    x, y = math.log10(scene.distance), math.log10(scene.unit)
    play_head(canvas, x, axes)
    canvas.dot((x, y), Ink.EXAMINED, Point.FILLED)
    canvas.label(f"$u$ = {step_text(scene.unit)}", (x, y), Ink.EXAMINED, toward=(-1.0, 1.0), style=TextStyle.PILL)


def _danger(canvas: Canvas, scene: Boxes) -> None:
    """Where the spacing is larger than the gap: there verdicts may be wrong."""
    start = next((k for k in range(24) if scene.spacing(2.0**k) > scene.true), 24) * math.log10(2.0)
    if start >= DECADES[1]:
        return
    (low, high), right = SPACINGS, DECADES[1]
    canvas.area(((start, low), (right, low), (right, high), (start, high)), Ink.FAULTY, opacity=0.12)
    at = (0.5 * (start + right), 0.5 * (math.log10(scene.true) - 9.0))
    canvas.label("spacing\nlarger\nthan gap", at, Ink.FAULTY, style=TextStyle.BOLD, fixed=True)


# Answers against the distance


def hidden_from(scene: Far) -> float:
    """From which distance on the answers come later: of an area, whose own is asked for."""
    return scene.distance / 3.0 if isinstance(scene, Square) else math.inf


def _far_range(scene: Far) -> tuple[float, float]:
    if isinstance(scene, Square):  # as wide as the products' spacing there
        reach = 2.4 * scene.spacing(scene.distance**2) + 2.0 * abs(scene.true)
        return scene.true - reach, scene.true + reach
    away, spread = (1.25 * float(np.abs(x - scene.true).max()) for x in (scene.far, scene.truth))
    size = max(abs(scene.true), spread)
    half = min(max(2.2 * size, away), 4.0 * size)
    return min(scene.true - half, -0.25 * half), max(scene.true + half, 0.25 * half)


def draw_far(canvas: Canvas, moment: Moment[Far]) -> None:
    scene, axes = moment.scene, axes_of(moment)
    (left, right), (low, high) = axes.x, axes.y
    verdicts(canvas, scene, ((left, low), (right, high)), across=True)
    _decades(canvas, axes, ticks := round_ticks(low, high), [scene.told(y) for y in ticks])
    least, most = float(scene.truth.min()), float(scene.truth.max())
    canvas.area(((left, least), (right, least), (right, most), (left, most)), Ink.ANSWER, opacity=0.22)
    canvas.stroke(((left, scene.true), (right, scene.true)), Ink.ANSWER, line=Line.DASHED)
    columns = np.repeat(np.log10(SWEPT), scene.swept.shape[1]).reshape(scene.swept.shape)
    jitter = 0.05 * (JITTER[: scene.swept.shape[1], 0] - 0.5)
    places = np.stack((columns + jitter, scene.swept), axis=-1).reshape(-1, 2)
    near = places[:, 0] < math.log10(hidden_from(scene))
    wrong = ((scene.swept > 0.0) != (scene.truth[:FEW] > 0.0)).ravel()
    shown = (places[:, 1] > low) & (places[:, 1] < high) & near
    for ink, chosen in ((Ink.ANSWER, shown & ~wrong), (Ink.FAULTY, shown & wrong)):
        if chosen.any():
            dots(canvas, places[chosen], ink, size=2.0, fill=0.6)
    _beyond(canvas, axes, places[near])
    if scene.distance < hidden_from(scene):
        _here(canvas, scene, low, high)
    play_head(canvas, math.log10(scene.distance), axes)
    words, up = f"true {scene.told(scene.true)}", max(most, scene.true) + 12.0 * canvas.pixel_y
    canvas.label(words, (0.1, up), Ink.ANSWER, toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)


def _here(canvas: Canvas, scene: Far, low: float, high: float) -> None:
    """The answers at the scene's own distance: a thick column."""
    answers = scene.different.answers
    shown = answers[(answers > low) & (answers < high)]
    h = 2.0 * canvas.pixel_y
    x, w = math.log10(scene.distance), 7.0 * canvas.pixel
    for ink, chosen in (
        (Ink.ANSWER, (shown > 0.0) == (scene.true > 0.0)),
        (Ink.FAULTY, (shown > 0.0) != (scene.true > 0.0)),
    ):
        ys = shown[chosen]
        if len(ys):
            corners = np.stack((np.full_like(ys, x), ys), axis=1)[:, None] + np.array(
                ((-w, -h), (w, -h), (w, h), (-w, h))
            )
            canvas.crowd(ink, triangles=corners[:, ((0, 1, 2), (0, 2, 3))].reshape(-1, 3, 2), fill=1.0, framed=False)


def _beyond(canvas: Canvas, axes: Axes, places: Numbers) -> None:
    """A small arrow head at the border over each distance at which answers lie beyond the chart."""
    is_named = False
    for border, outside, up in (
        (axes.y[1], places[:, 1] >= axes.y[1], 1.0),
        (axes.y[0], places[:, 1] <= axes.y[0], -1.0),
    ):
        xs = np.unique(np.round(places[outside, 0] / 0.16) * 0.16)
        xs = xs[(xs > axes.x[0]) & (xs < axes.x[1])]
        if len(xs):
            w, h = 4.0 * canvas.pixel, -6.0 * up * canvas.pixel_y
            heads = [((x, border), (x - w, border + h), (x + w, border + h)) for x in xs.tolist()]
            canvas.crowd(Ink.QUIET, triangles=heads, fill=0.9)
            if not is_named:  # once
                is_named, right, y = True, axes.x[1] - OUTSIDE * canvas.pixel, border - 20.0 * up * canvas.pixel_y
                canvas.crowd(Ink.QUIET, triangles=[((right, y - h), (right - w, y), (right + w, y))], fill=0.9)
                at = (right + 2.0 * w, y - 0.5 * h)
                words = "outside the chart"
                canvas.label(words, at, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)


# What an area loses


def _lost_range(scene: Square) -> tuple[float, float]:
    walk = walked(scene)
    low, high = min(0.0, *walk), max(0.0, *walk)
    pad = 0.18 * max(high - low, abs(scene.true), 1e-6)
    return low - pad, high + pad


def walked(scene: Square) -> list[float]:
    """The area that would come out if only so many edges were rounded: the true one, that of the stored vertices,
    then one edge more each time."""
    found = [scene.true, scene.summed.exact]
    for edge in scene.summed.edges:
        found.append(found[-1] + 0.5 * edge.lost)
    return found


def draw_lost(canvas: Canvas, moment: Moment[Far]) -> None:
    scene = moment.scene
    assert isinstance(scene, Square)
    axes, walk = axes_of(moment), walked(scene)
    (left, right), top = axes.x, axes.y[1]
    verdicts(canvas, scene, ((left, 0.0), (right, top)), named="")
    chart_axes(canvas, axes, y_ticks=(), zero=False)
    canvas.stroke(((scene.true, 0.0), (scene.true, top)), Ink.ANSWER, line=Line.DASHED, opacity=0.8)
    names = ["true", "stored", *(f"edge {edge.edge}" for edge in scene.summed.edges)]
    for i, (name, value) in enumerate(zip(names, walk, strict=True)):
        y = top - 0.55 - i
        before = walk[max(i - 1, 0)]
        ink = Ink.ANSWER if i == 0 else answer_ink(scene, value)
        if value != before:
            canvas.arrow((before, y), (value, y), ink, line=Line.CURVE)
            canvas.stroke(((value, y), (value, y - 1.0 if i + 1 < len(walk) else y - 0.3)), ink, line=Line.DOTTED)
        canvas.dot((value, y), ink, Point.ANSWER if i == 0 else Point.FILLED)
        words = f"{name}: {scene.told(value)}"
        canvas.label(words, (max(value, before), y), ink if i else Ink.ANSWER, toward=(1.0, 0.5))
