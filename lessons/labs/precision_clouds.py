"""The clouds of the precision lab: every copy a dot at its answer, in bands, one for each way to compute it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from geometry.faulty.contact_rules import ABSOLUTE
from lessons.labs.precision_figure import answer_ink, dots, verdicts
from lessons.labs.precision_kinds import Boxes
from lessons.labs.precision_rules import EQUAL, RULES, SINGLE, TOLERANT, contact_by, wrong_by
from lessons.labs.precision_scene import COPIES, Far, Numbers, Stage, percent
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes, round_ticks
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import tint, two_digits

MOST_NAMED = 5  # columns with their share written at them
NAMED = 84.0  # pixels that a column takes with its share
MOST_ANSWERS = 24  # of a band whose columns are told apart
HEIGHT = 0.78  # of a band, whose head takes the rest
LEAST = 0.32  # of one verdict's width, the other's has at least
APART = 10.0  # pixels between columns that can be told apart
RADIUS, WIDEST = 3.0, 22.0  # pixels: of a dot and more, of a column
_FALL = 0.35  # of the time that a copy takes to come down
JITTER = np.random.default_rng(2).uniform(0.0, 1.0, (COPIES, 2))


class Band(NamedTuple):
    """A row of the chart: all copies' answers by one way to compute them."""

    title: str
    note: str
    values: Numbers
    ink: Ink


def bands_of(moment: Moment[Far]) -> tuple[Band, ...]:
    scene, name = moment.scene, moment.scene.precision
    ink, far = answer_ink(scene), two_digits(scene.distance)
    there = Band(
        name,
        f"at $d$ = {far}" if moment.compare else f"the same copies at $d$ = {far}",
        scene.far,
        ink,
    )
    match moment.step.stage:
        case Stage.LOCAL:
            minus = Band(f"{name}, a point subtracted", "after they were stored far away", scene.relative, ink)
            kept = Band(f"{name}, {scene.kept_words[0]}", scene.kept_words[1], scene.kept, ink)
            return (there, kept) if _same(scene) else (there, minus, kept)
        case Stage.TOLERANCE:
            assert isinstance(scene, Boxes)
            return (
                Band("These shapes", f"{name} at {far}", scene.far, ink),
                Band(
                    "Just touching",
                    "B translated until they touch"
                    if moment.compare
                    else f"B translated until they touch; {name} at {far}",
                    scene.twin.far,
                    ink,
                ),
            )
        case _:
            return Band(
                "float64", f"true {scene.told(scene.true)}, and its copies, near the origin", scene.truth, Ink.ANSWER
            ), there


def _same(scene: Far) -> bool:
    """Whether subtracting a point changes nothing."""
    return bool((scene.relative == scene.far).all())


def band_range(bands: Sequence[Band]) -> tuple[float, float]:
    low, high = (f([f(band.values) for band in bands]) for f in (min, max))
    pad = max(0.14 * (max(float(high), 0.0) - min(float(low), 0.0)), 1e-9)
    low, high = min(float(low) - pad, -pad), max(float(high) + 2.3 * pad, pad)  # names stand at the right of columns
    return min(low, -LEAST * high), max(high, -LEAST * low)  # room for the words of both verdicts


def cloud_axes(moment: Moment[Far]) -> Axes:
    """Of the bands above each other."""
    words, bands = moment.scene.words, bands_of(moment)
    return Axes(band_range(bands), (0.0, float(len(bands))), words.axis)


def draw_bands(canvas: Canvas, moment: Moment[Far]) -> None:
    scene, bands = moment.scene, bands_of(moment)
    axes = cloud_axes(moment)
    chart_axes(canvas, axes, x_ticks=round_ticks(*axes.x, 8 if scene.decimals <= 5 else 5), y_ticks=(), zero=False)
    left, right = axes.x
    for i, band in enumerate(bands):
        low = float(len(bands) - 1 - i)
        high = low + HEIGHT
        is_last = i == len(bands) - 1
        verdicts(canvas, scene, ((left, low), (right, high)), named=_named(moment.step.stage, i, is_last=is_last))
        canvas.stroke(((left, low), (right, low)), Ink.CONSTRUCTION, line=Line.THIN)
        ink = Ink.TEXT if band.ink is Ink.ANSWER else band.ink
        head = f"**{band.title}**   {{}}".format(band.note)
        canvas.label(head, (left, high + 0.5 * (1.0 - HEIGHT)), ink, toward=(1.0, 0.0), fixed=True)
        if band.ink is not Ink.ANSWER and (moment.step.stage is not Stage.TOLERANCE or moment.compare):
            at = (right - 4.0 * canvas.pixel, high + 0.5 * (1.0 - HEIGHT))
            canvas.label(_wrong(moment, band, i), at, Ink.TEXT, toward=(-1.0, 0.0), fixed=True)
        if moment.compare and (band.values is scene.far or moment.step.stage is Stage.TOLERANCE):
            _rule(canvas, moment, low, high, axes)
        elif moment.step.stage is Stage.TOLERANCE:
            _tolerance(canvas, scene, low, high, axes, named=i == 0)
        canvas.stroke(((scene.true, low), (scene.true, high)), Ink.ANSWER, line=Line.DASHED, opacity=0.8)
        places = cloud(band.values, low, high, canvas.pixel, moment.time)
        dots(canvas, places, band.ink, fill=0.6)
        _columns(canvas, moment, band, low, high, steps=is_last if len(bands) == 2 else i == 0)


def _wrong(moment: Moment[Far], band: Band, i: int) -> str:
    """What is wrong of a band's verdicts."""
    scene = moment.scene
    if moment.step.stage is Stage.TOLERANCE:
        shown = scene.twin if i and isinstance(scene, Boxes) else scene
        contact = contact_by(moment.compare, shown)
        share, what = (float(np.mean(contact)), "touching") if i == 0 else (float(np.mean(~contact)), "apart")
        return tint(f"**{percent(share)}** called {what}", Ink.FAULTY)
    if moment.compare and band.values is scene.far:
        return tint(f"{moment.compare}: **{percent(wrong_by(moment))}** wrong", Ink.FAULTY)
    share = scene.wrong(band.values)
    return tint(f"**{percent(share)}** wrong", Ink.OVERLAP if share else Ink.GAP)


def _named(stage: Stage, band: int, *, is_last: bool) -> str:
    """Which verdicts are named in a band: where the stage's clouds leave room."""
    if stage is Stage.TOLERANCE:
        return "high" if is_last else "low"
    return "both" if is_last == (stage is Stage.LOCAL) and (is_last or band == 0) else ""


def cloud(values: Numbers, low: float, high: float, pixel: float, time: float) -> Numbers:
    """Where each copy's dot lies in a band: at its answer, aside by as much as others share it, away from the
    border at 0, at a height of its own. At a time between 0 and 1 they are still coming down,
    those at the left of the list first."""
    near = np.round(values / pixel).astype(np.int64)
    _, index, count = np.unique(near, return_inverse=True, return_counts=True)
    share = count[index] / len(values)
    aside = (RADIUS + JITTER[: len(values), 0] * np.minimum(3.0 + 60.0 * share, WIDEST)) * (share > 0.02)
    x = values + np.where(values > 0.0, pixel, -pixel) * aside
    span = high - low
    y = low + span * (0.08 + 0.84 * JITTER[: len(values), 1])
    if 0.0 < time < 1.0:
        begun = np.arange(len(values)) / len(values) * (1.0 - _FALL)
        part = np.clip((time - begun) / _FALL, 0.0, 1.0)
        y = high - (high - y) * part**2
        return np.stack((x, y), axis=1)[part > 0.0]
    return np.stack((x, y), axis=1)


def _columns(canvas: Canvas, moment: Moment[Far], band: Band, low: float, high: float, *, steps: bool) -> None:
    """The share of each column, and the step between the last two."""
    scene, (left, right) = moment.scene, cloud_axes(moment).x
    touching = RULES[moment.compare] if moment.compare and band.values is not scene.truth else RULES[SINGLE]
    answers, copies = np.unique(band.values, return_counts=True)
    starts = np.flatnonzero(np.diff(answers, prepend=-np.inf) > APART * canvas.pixel)
    places = answers[starts].tolist()
    if len(answers) > MOST_ANSWERS or len(starts) > MOST_NAMED or band.ink is Ink.ANSWER:
        return
    low_side, high_side = ([x for x in places if (x > 0.0) == is_high] for is_high in (False, True))
    room = NAMED * canvas.pixel
    if any(b - a < room for side in ((left, *low_side), (*high_side, right)) for a, b in itertools.pairwise(side)):
        return
    shares = 100.0 * np.add.reduceat(copies, starts) / COPIES
    for value, share in zip(places, shares.tolist(), strict=True):
        ink = Ink.OVERLAP if touching(np.array((value,)))[0] else Ink.GAP
        side = 1.0 if value > 0.0 else -1.0
        at = (value + side * (WIDEST + 10.0) * canvas.pixel, high - 26.0 * canvas.pixel_y)
        words = f"**{share:.0f} %**\n{scene.told(value)}"
        canvas.label(words, at, ink, toward=(side, 0.0), style=TextStyle.TITLE, fixed=True)
    if steps and len(places) > 1:
        y, (first, last) = low + 0.1 * (high - low), places[-2:]
        measures.measure(canvas, (first, y), (last, y), Ink.EXAMINED)
        words = f"step {scene.told(last - first)}"
        canvas.label(words, (0.5 * (first + last), y), Ink.EXAMINED, toward=(0.0, 1.0), style=TextStyle.BOLD)


def _tolerance(canvas: Canvas, scene: Far, low: float, high: float, axes: Axes, *, named: bool) -> None:
    right = min(scene.tolerance, axes.x[1])
    canvas.area(((axes.x[0], low), (right, low), (right, high), (axes.x[0], high)), Ink.INTERFACE, opacity=0.16)
    canvas.stroke(((right, low), (right, high)), Ink.INTERFACE, line=Line.MEASURE)
    if named:
        canvas.symbol(r"\tau", (right, high), Ink.INTERFACE, toward=(1.0, -1.0))


def _rule(canvas: Canvas, moment: Moment[Far], low: float, high: float, axes: Axes) -> None:
    """The answers that the faulty rule takes for contact."""
    (left, right), at = axes.x, ABSOLUTE if moment.compare == TOLERANT else 0.0
    start, end = (-4.0 * canvas.pixel, 4.0 * canvas.pixel) if moment.compare == EQUAL else (left, min(at, right))
    canvas.area(((start, low), (end, low), (end, high), (start, high)), Ink.FAULTY, opacity=0.22)
    if left < at < right:
        canvas.stroke(((at, low), (at, high)), Ink.FAULTY, line=Line.DOTTED)
