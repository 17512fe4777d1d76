"""The funnel of a frame: the count after each stage, and the chapters behind it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from geometry.feature import FeatureKind, FeatureRef
from lessons import CURRICULUM
from lessons.broadphase.pipeline_figure import (
    BOX_TEST,
    BROAD,
    MANIFOLD,
    MOVE,
    NARROW,
    ROWS,
    SOLVER,
    Row,
    counts_of,
    pushing,
    wrong_counts,
)
from lessons.broadphase.pipeline_scene import Framed
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair as XY

WIDE, HIGH, SLIM, GAP = 200.0, 78.0, 54.0, 7.0  # of the funnel, its rows, and those that no longer narrow
BREAK = 14.0  # more, where something else is counted: contact points instead of pairs, bodies instead of these
SYMBOLS = "NPKSC"  # of the counts, as in the formulas
_LETTERS = 31  # of a line of chapters


def taught_by(row: Row) -> list[str]:
    """The chapters and lessons of a stage by their names in the curriculum."""
    found = []
    for chapter in CURRICULUM:
        found += [f"{chapter.number} {chapter.title}"] if chapter.number in row.taught else []
        found += [f"{number} {each.title}" for number, each in chapter.numbered() if each.id in row.taught]
    return found


def band(row: int) -> FeatureRef:
    """A row of the funnel as something to click."""
    return FeatureRef(ROWS[row].leaves, FeatureKind.PART)


def top_of(row: int) -> float:
    breaks = (row >= MANIFOLD) + (row >= MOVE)
    return -min(row, SOLVER) * (HIGH + GAP) - max(row - SOLVER, 0) * (SLIM + GAP) - breaks * BREAK


def outline_of(row: int, counts: Sequence[int]) -> tuple[XY, ...]:
    """Of a row: above as wide as what comes in, below as what it leaves, on one scale of logarithms. Contact points
    do not come in as such."""
    above, below = (
        WIDE / 2.0 * math.log1p(counts[k]) / math.log1p(max(counts))
        for k in (row - (0 < row < MANIFOLD), row)
    )  # fmt: skip
    top, low = top_of(row), top_of(row) - (HIGH if row < SOLVER else SLIM)
    return (-above, top), (-below, low), (below, low), (above, top)


def draw_funnel(canvas: Canvas, moment: Moment[Framed]) -> None:
    """Each stage as wide as the logarithm of what comes in and of what it leaves; what it leaves and who teaches it
    stand beside it."""
    counts, wrong = counts_of(moment), wrong_counts(moment)
    by_rule = [wrong.get(i, count) for i, count in enumerate(counts)]
    for i, row in enumerate(ROWS):
        reached, now, high = i <= moment.index, i == moment.index, HIGH if i < SOLVER else SLIM
        middle, outline = top_of(i) - high / 2.0, outline_of(i, counts)
        if reached:
            canvas.area(outline, row.ink, opacity=0.34 if now else 0.14)
            canvas.stroke(outline, row.ink, closed=True, line=Line.MEASURE if now else Line.THIN)
            canvas.feature((*outline, outline[0]), band(i), row.ink)
            if i in wrong:
                canvas.stroke(outline_of(i, by_rule), Ink.FAULTY, closed=True, line=Line.DOTTED)
            up = 10.0 * canvas.pixel if i in wrong else 0.0
            words = f"{SYMBOLS[i]} = {counts[i]:,}" if i < SOLVER else f"{counts[i]:,}"
            canvas.label(words, (0.0, middle + up), row.ink, style=TextStyle.TITLE, feature=band(i), fixed=True)
            if i in wrong:
                canvas.label(f"rule: {wrong[i]:,}", (0.0, middle - up), Ink.FAULTY, style=TextStyle.BOLD, fixed=True)
        lines = [(row.stage, row.ink if now else Ink.TEXT, TextStyle.BOLD if now else TextStyle.LABEL)]
        lines.append((row.leaves + (_more(moment, i) if reached else ""), row.ink, TextStyle.CAPTION))
        lines += [(each, Ink.QUIET, TextStyle.CAPTION) for each in _packed(taught_by(row))]
        for k, (words, ink, style) in enumerate(lines):
            at = (0.54 * WIDE, middle + (8.0 * (len(lines) - 1) - 16.0 * k) * canvas.pixel)
            ink = ink if reached else Ink.QUIET
            canvas.label(words, at, ink, toward=(1.0, 0.0), style=style, feature=band(i), fixed=True)


def _more(moment: Moment[Framed], row: int) -> str:
    """What a stage has done besides: how many pairs it has dropped, how many contact points push."""
    counts = counts_of(moment)
    if row in (BROAD, BOX_TEST, NARROW):
        return f" · {counts[row - 1] - counts[row]:,} dropped"
    return f" · {pushing(moment):,} push" if row == SOLVER else ""


def _packed(names: Sequence[str]) -> list[str]:
    """Names on as few lines as they need."""
    lines: list[str] = []
    for name in names:
        joined = f"{lines[-1]} · {name}" if lines else name
        lines[-1:] = [joined] if len(joined) <= _LETTERS else [*lines[-1:], name]
    return lines
