"""The clouds of the precision lab: every copy a dot at its answer, in bands, one for each way to compute it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np

from geometry.faulty.contact_rules import ABSOLUTE, Flags
from lessons.labs.precision_figure import GREEN, RED, dots, verdicts
from lessons.labs.precision_kinds import Boxes
from lessons.labs.precision_rules import EQUAL, TOLERANT, contact_by
from lessons.labs.precision_scene import COPIES, Far, Numbers, Stage, percent, step_text
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes, round_ticks, tick_text
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import tint, two_digits

MOST_NAMED = 5  # columns with their share written at them
NAMED = 78.0  # pixels that a column takes with its share
MOST_ANSWERS = 24  # of a band whose columns are told apart
HEIGHT = 0.78  # of a band, whose head takes the rest
STRIP = 0.25  # of that, below the dots: for lengths and scales
SMALL = 0.03  # of the chart's width: answers that all lie so near to 0 have a scale of their own
LEAST = 0.36  # of one verdict's width, the other's has at least
APART = 10.0  # pixels between columns that can be told apart
DOT, LIGHT = 1.5, 0.5  # of a copy: its radius in pixels, and how opaque it is; where they lie close they add up
WIDE = 11.0  # pixels to each side of the answer that all copies give, over which its dots are scattered to be seen
SLIVER = WIDE + 3.0  # pixels to each side of 0 that equality tints
_FALL = 0.35  # of the time that a copy takes to come down
JITTER = np.random.default_rng(2).uniform(0.0, 1.0, (COPIES, 2))


class Kind(Enum):
    """Whose answers a band shows."""

    FAR = "far"  # at the distance
    NEAR = "near"  # exact, or local
    GAP = "gap"
    CONTACT = "contact"
    LOCAL = "local"  # gaps and contacts, beside those of a rule

    __hash__ = object.__hash__


class Band(NamedTuple):
    """A row of the chart: all copies' answers by one way to compute them."""

    title: str
    note: str
    values: Numbers
    wrong: Flags  # whose verdict is
    kind: Kind
    scale: float = 1.0  # by which its answers are enlarged, where they would all lie at 0


def bands_of(moment: Moment[Far]) -> tuple[Band, ...]:
    scene, name = moment.scene, moment.scene.precision
    far, contact = two_digits(scene.distance), scene.truth <= 0.0

    def band(title: str, note: str, values: Numbers, kind: Kind = Kind.NEAR) -> Band:
        said = moment.faulty if moment.compare and kind is Kind.FAR else values <= 0.0
        return Band(title, note, values, said != contact, kind)

    there = band(
        name, f"at $d$ = {far}" if moment.compare else f"the same copies at $d$ = {far}", scene.far, Kind.FAR
    )
    match moment.step.stage:
        case Stage.LOCAL:
            minus = band(f"{name}, a point subtracted", "after storing", scene.relative)
            kept = band(f"{name}, {scene.kept_words[0]}", scene.kept_words[1], scene.kept)
            found = [there, kept] if _same(scene) else [there, minus, kept]
        case Stage.TOLERANCE:
            assert isinstance(scene, Boxes)
            return _both_clouds(moment, scene)
        case _:
            found = [band("float64", f"true {scene.told(scene.true)}, and its copies", scene.truth), there]
    return tuple(_enlarged(found))


def _both_clouds(moment: Moment[Far], scene: Boxes) -> tuple[Band, ...]:
    """Of the gap and of contacts; beside a faulty rule those of local coordinates, with the tolerance."""
    up, down = (tint(f"**{limit_text(scene, x)}**", Ink.EXAMINED) for x in limits_of(scene))
    contacts = scene.contacts
    gap = Band(
        f"Gap {scene.told(scene.true)}",
        f"smallest $\\tilde s$ {down}",
        scene.far,
        counts(moment, scene) != (scene.truth <= 0.0),
        Kind.GAP,
    )
    note = f"touching or overlapping; greatest $\\tilde s$ {up}"
    touching = Band("Contact", note, contacts.far, ~counts(moment, contacts), Kind.CONTACT)
    if not moment.compare:
        return gap, touching
    values = np.concatenate((scene.kept[::2], contacts.kept[1::2]))
    truly = np.concatenate((scene.truth[::2] <= 0.0, np.ones(len(contacts.kept[1::2]), dtype=bool)))
    local = Band("Right: local", "gaps and contacts", values, (values <= scene.tolerance) != truly, Kind.LOCAL)
    return gap, touching, local


def _enlarged(bands: Sequence[Band]) -> list[Band]:
    """Exact and local answers that would all lie at 0 in the scale of the others get a scale of their own."""
    low, high = band_range(bands)
    found = []
    for band in bands:
        size = float(np.abs(band.values).max())
        if band.kind is Kind.NEAR and 0.0 < size < SMALL * (high - low):
            note = f"{band.note.split(',')[0]}; a scale of its own"
            band = band._replace(scale=0.2 * min(high, -low) / size, note=note)
        found.append(band)
    return found


def counts(moment: Moment[Far], shown: Boxes) -> Flags:
    """Which copies count as touching, by the tolerance or by the rule that is compared."""
    assert isinstance(moment.scene, Boxes)
    return contact_by(moment.compare, shown) if moment.compare else np.asarray(shown.far <= moment.scene.tolerance)


def _same(scene: Far) -> bool:
    """Whether subtracting a point changes nothing."""
    return bool((scene.relative == scene.far).all())


def band_range(bands: Sequence[Band]) -> tuple[float, float]:
    low, high = (f([f(band.values) for band in bands]) for f in (min, max))
    pad = max(0.14 * (max(float(high), 0.0) - min(float(low), 0.0)), 1e-9)
    low = min(float(low) - (2.3 if low < 0.0 else 1.0) * pad, -pad)  # names stand beside the columns
    high = max(float(high) + 2.3 * pad, pad)
    return min(low, -LEAST * high), max(high, -LEAST * low)  # room for the words of both verdicts


def cloud_axes(moment: Moment[Far]) -> Axes:
    """Of the bands above each other."""
    return _axes(moment.scene, bands_of(moment))


def _axes(scene: Far, bands: Sequence[Band]) -> Axes:
    words = scene.words
    return Axes(band_range(bands), (0.0, float(len(bands))), words.computed)


def draw_bands(canvas: Canvas, moment: Moment[Far]) -> None:
    scene, bands = moment.scene, bands_of(moment)
    axes = _axes(scene, bands)
    chart_axes(canvas, axes, x_ticks=round_ticks(*axes.x, 8 if scene.decimals <= 5 else 5), y_ticks=(), zero=False)
    left, right = axes.x
    for i, band in enumerate(bands):
        low = float(len(bands) - 1 - i)
        high = low + HEIGHT
        is_last = i == len(bands) - 1
        by_rule = bool(moment.compare) and band.kind in (Kind.FAR, Kind.GAP, Kind.CONTACT)
        has_strip = band.scale != 1.0 or (moment.step.stage is Stage.TOLERANCE and not moment.compare)
        floor = low + STRIP * HEIGHT * has_strip  # the dots lie above it
        if by_rule and moment.compare == EQUAL:
            _equal(canvas, ((left, low), (right, high)))
        else:
            named = _named(moment.step.stage, band, i, is_last=is_last)
            border = _border(moment, band, by_rule=by_rule)
            verdicts(canvas, scene, ((left, low), (right, high)), named=named, border=border, floor=floor)
        canvas.stroke(((left, low), (right, low)), Ink.CONSTRUCTION, line=Line.THIN)
        y = high + 0.5 * (1.0 - HEIGHT)
        canvas.label(f"**{band.title}**   {band.note}", (left, y), Ink.TEXT, toward=(1.0, 0.0), fixed=True)
        if band.values is not scene.truth:
            at = (right - 4.0 * canvas.pixel, y)
            canvas.label(_wrong(band), at, Ink.TEXT, toward=(-1.0, 0.0), fixed=True)
        if band.scale != 1.0:
            _scale(canvas, band, low, floor)
        _lines(canvas, moment, band, (low, floor, high), axes.x, by_rule=by_rule)
        _dots(canvas, moment, band, floor, high)
        steps = moment.step.stage is not Stage.TOLERANCE and (is_last if len(bands) == 2 and i else i == 0)
        _columns(canvas, moment, band, ((left, low), (right, high)), steps=steps)


def _lines(
    canvas: Canvas,
    moment: Moment[Far],
    band: Band,
    heights: tuple[float, float, float],
    sides: tuple[float, float],
    *,
    by_rule: bool,
) -> None:
    """The true answer, the border of the verdicts, and how far rounding moves an answer."""
    scene, (low, floor, high), (left, right) = moment.scene, heights, sides
    is_open = not moment.compare and band.kind in (Kind.GAP, Kind.CONTACT)
    if is_open:
        _greatest_error(canvas, scene, band, low, floor)
    if (is_open or band.kind is Kind.LOCAL) and left < scene.tolerance < right:
        canvas.stroke(((scene.tolerance, floor), (scene.tolerance, high)), Ink.INTERFACE, line=Line.MEASURE)
        if band.kind is not Kind.CONTACT:
            canvas.symbol(r"\tau", (scene.tolerance, high), Ink.INTERFACE, toward=(1.0, -1.0))
    if by_rule:
        _rule(canvas, moment, (left, right), (low, high))
    true = 0.0 if band.kind is Kind.CONTACT else scene.true * band.scale
    canvas.stroke(((true, floor), (true, high)), Ink.ANSWER, line=Line.DASHED, opacity=0.8)


def _dots(canvas: Canvas, moment: Moment[Far], band: Band, floor: float, high: float) -> None:
    """The copies, pink where their verdict is wrong."""
    is_equality = moment.compare == EQUAL and band.kind in (Kind.FAR, Kind.GAP, Kind.CONTACT)
    border = None if is_equality else 0.0
    places = cloud(band.values * band.scale, floor, high, canvas.pixel, moment.time, border)
    wrong = band.wrong[: len(places)]
    for ink, chosen in ((Ink.FAULTY, wrong), (Ink.ANSWER, ~wrong)):
        if chosen.any():
            dots(canvas, places[chosen], ink, size=DOT, fill=LIGHT)


def _scale(canvas: Canvas, band: Band, low: float, floor: float) -> None:
    """The scale of a band that has one of its own, below its dots."""
    ticks = round_ticks(0.0, 2.0 * float(np.abs(band.values).max()), 3)
    for x, words in zip(ticks, tick_text(ticks), strict=True):
        at = x * band.scale
        canvas.stroke(((at, floor), (at, floor - 5.0 * canvas.pixel_y)), Ink.QUIET, line=Line.THIN)
        canvas.label(words, (at, 0.4 * floor + 0.6 * low), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    canvas.stroke(((0.0, floor), (ticks[-1] * band.scale, floor)), Ink.QUIET, line=Line.THIN)


def _wrong(band: Band) -> str:
    """What is wrong of a band's verdicts."""
    words = f"**{percent(float(np.mean(band.wrong)))}** wrong"
    return tint(words, Ink.FAULTY) if band.wrong.any() else words


def _border(moment: Moment[Far], band: Band, *, by_rule: bool) -> float:
    """From where on an answer counts as apart."""
    if by_rule:
        return ABSOLUTE if moment.compare == TOLERANT else 0.0
    return moment.scene.tolerance if moment.step.stage is Stage.TOLERANCE else 0.0


def _named(stage: Stage, band: Band, index: int, *, is_last: bool) -> str:
    """Which verdicts are named in a band: where the stage's clouds leave room."""
    if stage is Stage.TOLERANCE:
        return {Kind.GAP: "low", Kind.CONTACT: "high"}.get(band.kind, "")
    return "both" if is_last == (stage is Stage.LOCAL) and (is_last or index == 0) else ""


def cloud(values: Numbers, low: float, high: float, pixel: float, time: float, border: float | None = 0.0) -> Numbers:
    """Where each copy's dot lies in a band: at its answer, in a column that others share scattered evenly
    to both sides, at a height of its own. A column beside the border of the verdicts keeps to its own side.
    At a time between 0 and 1 they are still coming down, those at the left of the list first."""
    answers, index, count = np.unique(values, return_inverse=True, return_counts=True)
    is_column = (count[index] > 0.02 * len(values)) & (len(answers) <= MOST_ANSWERS)
    wide = WIDE * np.sqrt(count[index] / len(values))  # a column of more copies is wider, and denser
    aside = wide * (2.0 * JITTER[: len(values), 0] - 1.0) * is_column
    if border is not None:
        at_border = (np.abs(values - border) < WIDE * pixel) & (values != border)
        aside = np.where(at_border, np.where(values > border, 1.0, -1.0) * np.abs(aside), aside)
    x = values + pixel * aside
    span = high - low
    y = low + span * (0.08 + 0.84 * JITTER[: len(values), 1])
    if 0.0 < time < 1.0:
        begun = np.arange(len(values)) / len(values) * (1.0 - _FALL)
        part = np.clip((time - begun) / _FALL, 0.0, 1.0)
        y = high - (high - y) * part**2
        return np.stack((x, y), axis=1)[part > 0.0]
    return np.stack((x, y), axis=1)


def _columns(
    canvas: Canvas, moment: Moment[Far], band: Band, box: Sequence[tuple[float, float]], *, steps: bool
) -> None:
    """The share of each column, and the step between the last two."""
    scene, ((left, low), (right, high)) = moment.scene, box
    by_rule = bool(moment.compare) and band.kind in (Kind.FAR, Kind.GAP, Kind.CONTACT)
    border = _border(moment, band, by_rule=by_rule)
    answers, copies = np.unique(band.values, return_counts=True)
    shown = answers * band.scale
    starts = np.flatnonzero(np.diff(shown, prepend=-np.inf) > APART * canvas.pixel)
    places = shown[starts].tolist()
    if len(answers) > MOST_ANSWERS or len(starts) > MOST_NAMED or band.values is scene.truth:
        return
    room = NAMED * canvas.pixel
    words = step_words(scene, places[-1] - places[-2]) if steps and len(places) > 1 else ""
    if words and places[-1] - places[-2] > room:
        y, (first, last) = low + 0.1 * (high - low), places[-2:]
        measures.measure(canvas, (first, y), (last, y), Ink.EXAMINED)
        at = (0.5 * (first + last), y)
        canvas.label(words, at, Ink.EXAMINED, toward=(0.0, 1.0), style=TextStyle.BOLD)
    low_side, high_side = ([x for x in places if (x > 0.0) == is_high] for is_high in (False, True))
    if any(b - a < room for side in ((left, *low_side), (*high_side, right)) for a, b in itertools.pairwise(side)):
        return
    shares = np.add.reduceat(copies, starts) / COPIES
    merged = np.diff((*starts.tolist(), len(answers))).tolist()
    for value, share, count in zip(places, shares.tolist(), merged, strict=True):
        is_contact = value == 0.0 if by_rule and moment.compare == EQUAL else value <= border
        ink = Ink.OVERLAP if is_contact else Ink.GAP
        side = 1.0 if value > 0.0 else -1.0
        at = (value + side * (WIDE + 12.0) * canvas.pixel, high - 26.0 * canvas.pixel_y)
        name = scene.told(value / band.scale)
        words = f"**{percent(share)}**\n" + (f"{count} answers\nnear {name}" if count > 1 else name)
        canvas.label(words, at, ink, toward=(side, 0.0), style=TextStyle.TITLE, fixed=True)


def step_words(scene: Far, step: float) -> str:
    """What parts two columns: the grid's step, or that of larger numbers that the test subtracts; "" for neither."""
    if isinstance(scene, Boxes) and scene.is_aligned and step == scene.unit:
        return f"$u$ = {step_text(step)}"
    if step == scene.spacing(scene.size) and scene.words.large != "x":
        return f"$u({scene.words.large})$ = {step_text(step)}"
    return ""


def _equal(canvas: Canvas, box: Sequence[tuple[float, float]]) -> None:
    """Of equality: all is apart but a sliver at 0."""
    (left, low), (right, high) = box
    sliver = SLIVER * canvas.pixel
    for start, end, ink, tinted in ((left, right, Ink.GAP, GREEN), (-sliver, sliver, Ink.OVERLAP, 3.0 * RED)):
        canvas.area(((start, low), (end, low), (end, high), (start, high)), ink, opacity=tinted)


def limits_of(scene: Boxes) -> tuple[float, float]:
    """The greatest answer of shapes in contact, and the least one of these: between them a tolerance must lie."""
    return float(scene.contacts.far.max()), float(scene.far.min())


def limit_text(scene: Boxes, limit: float) -> str:
    """One of these, with more digits where it is above 0 but would be told as 0."""
    return step_text(limit) if 0.0 < limit < 0.5 * 10.0**-scene.decimals else scene.told(limit)


def _greatest_error(canvas: Canvas, scene: Far, band: Band, low: float, floor: float) -> None:
    """Below the dots: how far rounding moves the answer of the copy that it moves most."""
    assert isinstance(scene, Boxes)
    shown = scene.contacts if band.kind is Kind.CONTACT else scene
    worst = int(np.abs(shown.far - shown.truth).argmax())
    true, end = float(shown.truth[worst]), float(shown.far[worst])
    if abs(end - true) <= 4.0 * canvas.pixel:
        return
    y, side = low + 0.7 * (floor - low), math.copysign(1.0, true - end)
    canvas.stroke(((true, y), (end, y)), Ink.EXAMINED, line=Line.MEASURE)
    canvas.dot((true, y), Ink.ANSWER, Point.RING)
    canvas.dot((end, y), Ink.EXAMINED, Point.FILLED)
    away = (true + 11.0 * side * canvas.pixel, y)
    canvas.label("exact $s$", away, Ink.TEXT, toward=(side, 0.0), style=TextStyle.CAPTION, fixed=True)
    at = (0.5 * (true + end), low + 0.26 * (floor - low))
    words = f"off by {limit_text(scene, abs(end - true))}"
    canvas.label(words, at, Ink.EXAMINED, style=TextStyle.BOLD, fixed=True)


def _rule(canvas: Canvas, moment: Moment[Far], sides: tuple[float, float], heights: tuple[float, float]) -> None:
    """The border of the faulty rule."""
    (left, right), (low, high), at = sides, heights, ABSOLUTE if moment.compare == TOLERANT else 0.0
    if left < at < right:
        canvas.stroke(((at, low), (at, high)), Ink.FAULTY, line=Line.DOTTED)
