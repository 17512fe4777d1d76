"""Faulty loops of GJK beside the right one: what each rule is, what comes of it, and where that is seen."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from geometry.faulty.gjk import FaultySearch
from geometry.minkowski.gjk import SupportTaken
from geometry.vector import left_of
from lessons.stories.gjk import last_bits
from lessons.stories.gjk_formulas import NORM, V, examined
from lessons.stories.gjk_known import known_at
from lessons.stories.grouping import apart
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.page import Page
from viz.lesson.text import fixed, tint

SHOWN = 5e-4  # an error that three decimals show
TOLERANCES = (0.1, 0.01, 0.2, 0.5, 1.0)  # of the distance, that one might choose
LATEST, OLDEST, STRICT = "latest lower bound", "drops the oldest", "equal bounds only"
RULES = {
    LATEST: (
        "**Latest lower bound**: each iteration reports what its own line proves, and forgets the lines before. But "
        "what is proved once stays true."
    ),
    OLDEST: (
        "**Drops the oldest**: the two newest points are kept, in whatever region the origin lies. So an end of the "
        "nearest edge can be lost."
    ),
    STRICT: (
        "**Equal bounds only**: the loop ends when both bounds are equal. It does not ask whether the support point "
        "is in the simplex already."
    ),
}


def told(page: Page, moment: Moment[Any]) -> Page:
    """The last page with a faulty loop beside it: rule, formula, sentence and row are that loop's."""
    faulty: FaultySearch = moment.faulty
    if text := fault(moment):
        rule, formula = RULES[moment.compare], fault_formula(moment)
        page = replace(page, idea=rule, formula=formula, sentence=text)
    if moment.compare == LATEST and faulty.fallen >= SHOWN:
        iteration, _, worst = deepest_fall(faulty)
        upper = faulty.uppers[min(iteration, len(faulty.uppers) - 1)]
        vertex = taken_in(moment, iteration).vertex
        low, high = both_bounds(worst, upper)
        found = str(iteration), moment.scene.operands.pair_text(vertex)
        bounds = tint(low, Ink.FAULTY), tint(high, Ink.GAP)  # nothing else of the row is wrong
        page = page.row(*found, *bounds, key=str(iteration))
    if not faulty.has_ended:
        best = faulty.lowers[-1] if moment.compare == STRICT else max(*faulty.lowers, 0.0)
        cells = str(faulty.iterations), "–", *both_bounds(best, faulty.uppers[-1])
        page = page.row(*cells, faulty=True, key="faulty", mark=f"{moment.compare}: no end")
    return page


def draw_faulty_bounds(canvas: Canvas, moment: Moment[Any], axes: Axes) -> None:
    """The bound that goes wrong, against the iteration."""
    (left, right), (low, top) = axes.x, axes.y
    faulty: FaultySearch = moment.faulty
    if moment.compare == LATEST:
        values, text = faulty.lowers, moment.compare
    else:
        values, text = faulty.uppers[1:], f"its upper bound{repeats(faulty)}"
    known = [(float(i), min(max(value, low), top)) for i, value in enumerate(values, 1) if left <= i <= right]
    if known:
        canvas.stroke(known, Ink.FAULTY, line=Line.DOTTED)
        if moment.compare == OLDEST and moment.is_last and (rise := first_rise(faulty)) is not None:
            for i in (rise[0], rise[0] + 1):  # what is told of it
                if i <= len(known):
                    canvas.dot(known[i - 1], Ink.FAULTY, Point.RING)
        place, toward, falls = known[-1], (-0.5, 1.0), moment.compare == LATEST and faulty.fallen >= SHOWN
        if falls:
            x, y = known[min(deepest_fall(faulty)[0], len(known)) - 1]
            text, place, toward = f"latest: {fixed(y, 3)}", (x + 0.1, 0.5 * y), (1.0, 0.0)
        elif "repeats" in text:
            place, toward = max(known[len(known) // 2 :], key=lambda point: point[1]), (0.0, 1.0)
        canvas.label(text, place, Ink.FAULTY, toward=toward, style=TextStyle.CAPTION, fixed=falls)


def both_bounds(lower: float, upper: float) -> tuple[str, str]:
    """With three decimals; where these do not tell them apart the upper one by what it differs from the lower."""
    low, high = fixed(lower, 3), fixed(upper, 3)
    if low == high and lower != upper:
        high = f"{low} {'+' if upper > lower else '−'} {last_bits(lower, upper)}"
    return low, high


def repeats(faulty: FaultySearch) -> str:
    """Every how many iterations the upper bounds of a loop without an end come back."""
    end = faulty.uppers[len(faulty.uppers) // 2 :]  # when it has long settled
    period = next((n for n in range(2, len(end) // 2) if end[n:] == end[:-n]), 0)
    return f": repeats every {period} iterations" if period and not faulty.has_ended and len(set(end)) > 1 else ""


def draw_fallen(canvas: Canvas, faulty: FaultySearch) -> None:
    """The ring of a lower bound that is forgotten, where that is far below the one that was known."""
    if faulty.fallen >= SHOWN:
        iteration, forgotten, worst = deepest_fall(faulty)
        marks.circle(canvas, (0.0, 0.0), worst, Ink.FAULTY, Line.DOTTED)
        text = f"in iteration {iteration}: {fixed(worst, 3)},\n{fixed(forgotten - worst, 3)} below the best"
        canvas.label(text, (0.0, worst), Ink.FAULTY, toward=(0.2, 1.0), leader=True)


def draw_forgetful(canvas: Canvas, moment: Moment[Any]) -> None:
    """At the end, of the iteration whose bound is forgotten: v as it was then, and the line through w, across it."""
    if moment.is_last and moment.faulty.fallen >= SHOWN:
        step = taken_in(moment, deepest_fall(moment.faulty)[0])
        v = -step.upper * step.direction
        canvas.unbounded(step.vertex.w, left_of(step.direction), Ink.FAULTY, line=Line.DOTTED)
        canvas.arrow((0.0, 0.0), v, Ink.FAULTY, line=Line.MEASURE)
        canvas.symbol(nearest_after(step.iteration - 1), v, Ink.FAULTY, toward=v)


def taken_in(moment: Moment[Any], iteration: int) -> SupportTaken:
    """The step that takes the support point of an iteration."""
    steps = (step for step in apart(moment.trace) if isinstance(step, SupportTaken))
    return next(step for step in steps if step.iteration == iteration)


def nearest_after(iteration: int) -> str:
    """v as an iteration leaves it."""
    return rf"\boldsymbol{{v}}_{{{iteration}}}"


def deepest_fall(faulty: FaultySearch) -> tuple[int, float, float]:
    """The iteration whose lower bound is farthest below a greater one, that one, and its own (0 at the least)."""
    best = [max(faulty.lowers[: i + 1]) for i in range(len(faulty.lowers))]
    i = max(range(len(best)), key=lambda i: best[i] - max(faulty.lowers[i], 0.0))
    return i + 1, best[i], max(faulty.lowers[i], 0.0)


def stops_at(lowers: Sequence[float], uppers: Sequence[float], tolerance: float) -> int:
    """The first iteration after which bounds are no farther apart than a tolerance; the last, where none is."""
    last = len(lowers)
    gaps = (uppers[min(i, len(uppers) - 1)] - max(lowers[i - 1], 0.0) for i in range(1, last))
    return next((i for i, gap in enumerate(gaps, 1) if gap <= tolerance), last)


def first_rise(faulty: FaultySearch) -> tuple[int, float, float] | None:
    """An iteration, its upper bound, and the greater one of the iteration after it."""
    pairs = enumerate(itertools.pairwise(faulty.uppers))
    return next(((i, before, after) for i, (before, after) in pairs if after - before >= SHOWN), None)


def fault(moment: Moment[Any]) -> str:
    """What comes of a faulty loop; nothing where it goes as it should."""
    faulty: FaultySearch = moment.faulty
    if moment.compare == LATEST:
        if faulty.fallen < SHOWN:
            return ""
        iteration, forgotten, worst = deepest_fall(faulty)
        says = f"Iteration {iteration} replaces {fixed(forgotten, 3)} by {fixed(worst, 3)}. "
        kept = list(itertools.accumulate(faulty.lowers, max))
        for tolerance in TOLERANCES:
            soon, late = (stops_at(lowers, faulty.uppers, tolerance) for lowers in (kept, faulty.lowers))
            if soon < late:
                return f"{says}Stopping at an error of at most {tolerance} takes {late} iterations, not {soon}."
        return says.rstrip()
    if moment.compare == OLDEST:
        if not is_wrong(moment):
            return ""
        ended = "" if faulty.has_ended else " The loop never ends."
        if (rise := first_rise(faulty)) is None:
            return f"The distance is wrong.{ended}"
        i, before, after = rise
        return f"In iteration {i + 1} the upper bound rises from {fixed(before, 3)} to {fixed(after, 3)}.{ended}"
    if faulty.has_ended or (low := faulty.lowers[-1]) == (high := faulty.uppers[-1]):
        return ""
    where = f"{last_bits(low, high)} (unit in the last place) {'below' if high < low else 'above'}"
    return f"Rounding puts the upper bound {where} the lower one: the loop never stops."


def fault_formula(moment: Moment[Any]) -> str:
    """The faulty rule with the numbers that it fails by."""
    faulty: FaultySearch = moment.faulty
    if moment.compare == LATEST:
        iteration, forgotten, _ = deepest_fall(faulty)
        own = fixed(faulty.lowers[iteration - 1], 3).replace("−", "-")
        w, v = known_at(moment).symbol(taken_in(moment, iteration).vertex), nearest_after(iteration - 1)
        proved = rf"\dfrac{{\examined{{{w}}}\cdot\faulty{{{v}}}}}{{\faulty{{\Vert {v}\Vert}}}}"
        return rf"\faulty{{{own}}}={proved}\ <\ \gap{{{fixed(forgotten, 3)}}}"
    if moment.compare == STRICT:
        bits = last_bits(faulty.lowers[-1], faulty.uppers[-1]).replace(" ", r"\ ")
        known = known_at(moment)
        proved = rf"\dfrac{{{examined(known, known.newest)}\cdot{V}}}{{{NORM}}}"
        return rf"{NORM}-{proved}=\faulty{{\mathrm{{{bits}}}}}\ \ne\ 0"
    if (rise := first_rise(faulty)) is None:
        return rf"{NORM}=\faulty{{{fixed(faulty.uppers[-1], 3)}}}\ \ne\ \mathrm{{distance}}"
    i, before, after = rise
    first, then = (rf"\Vert\boldsymbol{{v}}_{{{n}}}\Vert" for n in (i, i + 1))
    return rf"\faulty{{{first}}}={fixed(before, 3)}\ <\ \faulty{{{then}}}=\faulty{{{fixed(after, 3)}}}"


def draw_ghost(canvas: Canvas, moment: Moment[Any]) -> None:
    """The simplex that a faulty loop has at its end, pink and dotted, with how wrong it is."""
    faulty: FaultySearch = moment.faulty
    points, closest = [vertex.w for vertex in faulty.simplex.vertices], faulty.simplex.closest
    canvas.stroke(points, Ink.FAULTY, closed=len(points) > 2, line=Line.DOTTED)
    canvas.stroke(((0.0, 0.0), faulty.simplex.closest_xy), Ink.FAULTY, line=Line.DOTTED)
    canvas.dot(closest, Ink.FAULTY)
    ended = "" if faulty.has_ended else f"no end, stopped\nafter {faulty.iterations} iterations"
    wrong = f"error {fixed(_error(moment), 3)}" if _error(moment) >= SHOWN else ""
    if text := ",\n".join(filter(None, (ended, wrong))):
        canvas.label(text, closest, Ink.FAULTY, toward=(-1.0, 0.6), leader=True)


def _error(moment: Moment[Any]) -> float:
    """Of the distance that a faulty loop ends with."""
    faulty: FaultySearch = moment.faulty
    distance: float = moment.scene.operands.core_distance()
    return abs(faulty.uppers[-1] - distance)


def is_wrong(moment: Moment[Any]) -> bool:
    """Whether the loop never ends, or ends with another distance."""
    return not moment.faulty.has_ended or _error(moment) >= SHOWN
