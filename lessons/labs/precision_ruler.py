"""The ruler of the precision lab: the two numbers that a test subtracts, exactly and as the precision has them."""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

from lessons.labs.precision_figure import STORED, answer_ink
from lessons.labs.precision_kinds import Boxes
from lessons.labs.precision_scene import Far
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.charts import round_ticks, tick_text
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

HIGH = 2.6  # of the chart, in rows
SCALE = -0.08  # height of the scale of the difference that is asked for
EXACT, ROW = 1.55, 0.62  # heights of the exact numbers and of those of the precision
WRITTEN = 2.46, 2.26  # heights of the two differences in digits
ABOVE, RESULT = 0.24, 0.36  # rows above the exact numbers, and below the others: where their difference is measured
TICK = 12.0  # pixels of a number of the precision, to each side of its line
MOST_DIGITS = 8
MOST_TICKS = 1000  # of a ruler whose ticks can be told apart in a pane; a range of more is not looked at one by one


class Ruler(NamedTuple):
    """The two numbers that are subtracted, exactly and in the precision, measured from a base."""

    base: float
    exact: tuple[float, float]  # less the base
    stored: tuple[float, float]
    step: float  # of the precision at the numbers
    range: tuple[float, float]

    @property
    def ticks(self) -> list[float]:
        """The numbers of the precision that are seen, less the base."""
        first, last = (f(x / self.step) for f, x in zip((math.ceil, math.floor), self.range, strict=True))
        return [float(x) for x in np.arange(first, last + 1) * self.step]


def ruler_of(scene: Far) -> Ruler:
    assert scene.subtracted is not None
    exact, stored, _ = scene.subtracted
    step = scene.spacing(scene.size)
    base = math.floor(exact[1] / step) * step
    first, second = (exact[0] - base, exact[1] - base), (stored[0] - base, stored[1] - base)
    low, high = min(*first, *second), max(*first, *second)
    middle, half = 0.5 * (low + high), max(0.75 * (high - low), 2.2 * min(step, 8.0 * abs(scene.true) + 1e-12))
    return Ruler(base, first, second, step, (middle - half, middle + half))


def ruler_axes(scene: Far) -> Axes:
    return Axes(ruler_of(scene).range, (SCALE - 0.2 if is_scaled(scene) else 0.0, HIGH))


def is_scaled(scene: Far) -> bool:
    """Whether the difference has a scale of its own: where it is asked what subtracting a near point makes of the
    stored ends, which changes none of the answers."""
    is_stored = scene.subtracted is not None and scene.subtracted.is_unstored
    return is_stored and scene.wrong(scene.far) > 0.0 and bool((scene.relative == scene.far).all())


def moved_by(scene: Far) -> tuple[str, str]:
    """By how much storing, or rounding, moves the two numbers, with the digits of the grid."""
    assert scene.subtracted is not None
    exact, found, _ = scene.subtracted
    decimals = digits_of(scene.spacing(scene.size))
    first, second = (fixed(f - e, decimals, sign=True) for f, e in zip(found, exact, strict=True))
    return first, second


def digits_of(step: float) -> int:
    """The decimals that a grid has, or three digits of its step, eight at most."""
    return min(max(round(-math.log2(step)), 0), max(math.ceil(-math.log10(step)), 0) + 3, MOST_DIGITS)


def written(scene: Far, pair: tuple[float, float], result: str) -> str:
    """A difference in digits; those that both numbers begin with are grey: they cancel."""
    decimals = digits_of(scene.spacing(scene.size))
    first, second = (_digits(x, decimals) for x in pair)
    same = len(list(itertools.takewhile(lambda both: both[0] == both[1], zip(first, second, strict=False))))
    same = same if len(first) == len(second) else 0
    told = [f"{tint(x[:same], Ink.QUIET)}**{x[same:]}**" if same else f"**{x}**" for x in (first, second)]
    return f"{told[0].replace('****', '')} − {told[1].replace('****', '')} = {result}"


def draw_ruler(canvas: Canvas, moment: Moment[Far]) -> None:
    scene = moment.scene
    assert scene.subtracted is not None
    ruler, (exact, stored, _) = ruler_of(scene), scene.subtracted
    left, _ = ruler.range
    ink = answer_ink(scene, stored[0] - stored[1])
    result = tint(f"**{scene.told(stored[0] - stored[1])}**", ink)
    true = tint(f"**{scene.told(exact[0] - exact[1])}**", Ink.GAP if exact[0] > exact[1] else Ink.OVERLAP)
    indent = left + 66.0 * canvas.pixel
    both = ("exact", written(scene, exact, true)), (scene.precision, written(scene, stored, result))
    for y, (name, words) in zip(WRITTEN, both[: 1 if moment.is_open else 2], strict=False):
        canvas.label(name, (left, y), Ink.QUIET, toward=(1.0, 0.0), fixed=True)
        canvas.label(words, (indent, y), Ink.TEXT, toward=(1.0, 0.0), fixed=True)
    _line(canvas, ruler, EXACT, "exact")
    _line(canvas, ruler, ROW, scene.precision)
    _ends(canvas, scene, ruler, is_open=moment.is_open)
    _result(canvas, scene, ruler.exact, EXACT + ABOVE, 1.0)
    if is_scaled(scene):
        _scale(canvas, ruler)
    if not moment.is_open:
        _result(canvas, scene, ruler.stored, ROW - RESULT, -1.0)
    for x in ruler.ticks[:: max(len(ruler.ticks) // 6, 1)] if _is_seen(canvas, ruler) else (0.0,):
        below = (x, ROW - 26.0 * canvas.pixel_y)
        words = on_grid(ruler.base + x, ruler.step)
        canvas.label(words, below, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _ends(canvas: Canvas, scene: Far, ruler: Ruler, *, is_open: bool) -> None:
    """Both numbers exactly, each with its name; unless it is asked for, where the precision has them, and by how much
    that moves them."""
    inks = [Ink.A if name == "a" else Ink.B for name, _ in scene.projected] if isinstance(scene, Boxes) else []
    names = scene.words.first, scene.words.second
    for i, side in enumerate((1.0, -1.0)):
        exact, seen = (ruler.exact[i], EXACT), (ruler.stored[i], ROW)
        canvas.dot(exact, Ink.ANSWER, Point.ANSWER)
        canvas.label(names[i], exact, inks[i] if inks else Ink.TEXT, toward=(side, -0.8))
        if is_open:
            continue
        canvas.stroke((exact, seen), Ink.QUIET, line=Line.DASHED)
        middle = (0.5 * (exact[0] + seen[0]), 0.5 * (EXACT + ROW))
        canvas.label(moved_by(scene)[i], middle, STORED, toward=(side, 0.0), style=TextStyle.BOLD)
        canvas.dot(seen, STORED, Point.FILLED)


def _is_seen(canvas: Canvas, ruler: Ruler) -> bool:
    """Whether the numbers of the precision can be told apart; from very near a part of a long ruler could, but all of
    them would be drawn."""
    low, high = ruler.range
    return ruler.step >= 4.0 * canvas.pixel and high - low <= MOST_TICKS * ruler.step


def _line(canvas: Canvas, ruler: Ruler, y: float, name: str) -> None:
    """A line of numbers, with a tick at each number that the precision has."""
    left, right = ruler.range
    canvas.stroke(((left, y), (right, y)), Ink.CONSTRUCTION, line=Line.THIN)
    if _is_seen(canvas, ruler):
        h = TICK * canvas.pixel_y
        canvas.crowd(Ink.QUIET, segments=[((x, y - h), (x, y + h)) for x in ruler.ticks], line=Line.THIN)
    canvas.label(name, (left, y + 22.0 * canvas.pixel_y), Ink.QUIET, toward=(1.0, 0.0), fixed=True)


def _result(canvas: Canvas, scene: Far, pair: tuple[float, float], y: float, up: float) -> None:
    """The difference of two numbers, measured beside their line."""
    gap = pair[0] - pair[1]
    ink = Ink.GAP if gap > 0.0 else Ink.OVERLAP
    if gap:
        measures.measure(canvas, (pair[1], y), (pair[0], y), ink)
    at = (0.5 * (pair[0] + pair[1]), y)
    canvas.label(scene.told(gap), at, ink, toward=(0.0, up), style=TextStyle.PILL)


def _scale(canvas: Canvas, ruler: Ruler) -> None:
    """Of the difference that is asked for: it begins below the second end, and the true one lies below the first."""
    zero, right = ruler.exact[1], ruler.range[1]
    ticks = round_ticks(0.0, right - zero, 8)
    h = 5.0 * canvas.pixel_y
    canvas.stroke(((zero, SCALE), (right, SCALE)), Ink.INTERFACE, line=Line.THIN)
    for by, words in zip(ticks, tick_text(ticks), strict=True):
        x = zero + by
        canvas.stroke(((x, SCALE - h), (x, SCALE + h)), Ink.INTERFACE, line=Line.THIN)
        at = (x, SCALE - 18.0 * canvas.pixel_y)
        canvas.label(words, at, Ink.INTERFACE, style=TextStyle.CAPTION, fixed=True)
    at = (zero - 12.0 * canvas.pixel, SCALE)
    canvas.label(r"computed $\tilde s$", at, Ink.INTERFACE, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)


def on_grid(number: float, step: float) -> str:
    """A number with the decimals of its grid, five at most."""
    return _digits(number, min(digits_of(step), 5))


def _digits(number: float, decimals: int) -> str:
    """With so many decimals; a half behind the last one is rounded away from 0."""
    return f"{number * (1.0 + 1e-15):,.{decimals}f}".replace("-", "−")
