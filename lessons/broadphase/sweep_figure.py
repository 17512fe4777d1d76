"""The figure of sweep and prune: a line over the boxes, their intervals below, and two frames' ends joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from geometry.broadphase.structure import CandidatePairs, Pair
from geometry.broadphase.sweep_and_prune import LOW, Began
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.boxes import center, corners
from lessons.broadphase.boxes_figure import draw_boxes, draw_outlines, letters, overlaps, threads
from lessons.broadphase.sweep_state import (
    TOUCHING,
    Ground,
    Swept,
    at_end,
    begun_wrong,
    changed,
    compared,
    order_of,
    profile,
)
from viz.lesson.canvas import Canvas
from viz.lesson.charts import round_ticks, tick_text
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

ROOM = 120.0  # pixels that the words behind an interval need
THREADS = 4  # comparisons for nothing, up to which each is drawn: of more they would hide the boxes


def draw_world(canvas: Canvas, moment: Moment[Swept]) -> None:
    scene, step = moment.scene, moment.step
    ground = Ground(scene, scene.k)
    if isinstance(step, Began):
        _swept(canvas, moment, ground, step)
        _axis(canvas, ground)
    elif moment.index and begun_wrong(moment) is not None:
        draw_boxes(canvas, scene, lettered=False)
        overlaps(canvas, scene, [pair for pair in moment.trace.result.pairs if pair not in moment.faulty.missed])
        _rows(canvas, moment, ground, {})
        _axis(canvas, ground)
        letters(canvas, scene, scene.boxes, {})
    elif isinstance(step, CandidatePairs):
        _both(canvas, moment)
    elif moment.index:
        _next_frame(canvas, moment)
    else:
        draw_boxes(canvas, scene, lettered=False)
        _rows(canvas, moment, ground, {}, projected=range(scene.count))
        _axis(canvas, ground)
        letters(canvas, scene, scene.boxes, {})
    _missed(canvas, moment, seen_of(moment))


def seen_of(moment: Moment[Swept]) -> list[int]:
    """The boxes that have begun."""
    order = order_of(moment.trace[0].ends)
    step = moment.step
    return order[: order.index(step.id) + 1] if isinstance(step, Began) else order if moment.index else []


def _swept(canvas: Canvas, moment: Moment[Swept], ground: Ground, step: Began) -> None:
    scene, seen = moment.scene, seen_of(moment)
    u, back = step.at, ground.low - 0.02 * ground.size
    top = ground.top + 0.03 * ground.size
    wide = max(u - back, 0.1 * ground.size)
    lit = [ground.at(*each) for each in ((u - wide, ground.axis), (u, ground.axis), (u, top), (u - wide, top))]
    way = ground.at(-min(wide, 0.3 * ground.size), 0.0)
    canvas.light(lit, ground.at(u, ground.axis), way, Ink.EXAMINED, 0.3)
    wrong = begun_wrong(moment)
    lost = [] if wrong is None else [i for i in step.active if i not in wrong[step.id][1]]
    now = {**dict.fromkeys(step.active, Ink.A), **dict.fromkeys(lost, Ink.FAULTY), step.id: Ink.EXAMINED}
    later = [i for i in range(scene.count) if i not in seen]
    if not scene.is_crowd:
        before = compared(scene.boxes, scene.k)
        before = [pair for pair in before if set(pair) <= set(seen) and pair not in moment.trace.result.pairs]
        threads(canvas, scene, before if len(before) <= THREADS else (), Ink.QUIET, Line.DASHED)
    draw_boxes(
        canvas, scene, now, quiet=[i for i in range(scene.count) if i not in now], dashed=later, lettered=False
    )
    if scene.is_crowd:
        threads(canvas, scene, [(i, step.id) for i in step.active if i not in lost], Ink.EXAMINED, opacity=0.4)
    missed = () if wrong is None else moment.faulty.missed
    known = [pair for pair in moment.trace.result.pairs if set(pair) <= set(seen) and pair not in missed]
    overlaps(canvas, scene, known)
    _rows(canvas, moment, ground, now, projected=step.active if len(step.active) == 1 else ())
    canvas.stroke((ground.at(u, ground.axis), ground.at(u, top)), Ink.EXAMINED, line=Line.MEASURE)
    tip, half = 12.0 * canvas.pixel, 8.0 * canvas.pixel
    head = (ground.at(u, top), ground.at(u - half, top + tip), ground.at(u + half, top + tip))
    canvas.area(head, Ink.EXAMINED, opacity=1.0)
    name = "" if scene.is_crowd else f" of {scene.names[step.id]}"
    words, at = rf"${scene.axis}_{{\min}}${name} = {fixed(u)}", ground.at(u, top + 2.2 * tip)
    if scene.k == 0:
        canvas.label(words, at, Ink.EXAMINED, style=TextStyle.BOLD, fixed=True)
    else:
        canvas.label(words, ground.at(u, top + tip), Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)
    letters(canvas, scene, scene.boxes, {**dict.fromkeys(range(scene.count), Ink.GHOST), **now})


def _rows(
    canvas: Canvas, moment: Moment[Swept], ground: Ground, inks: dict[int, Ink], projected: Iterable[int] = ()
) -> None:
    """The intervals in the order of their beginnings: those with an ink in use, the others plain before the sweep
    and grey during it."""
    scene, k = moment.scene, ground.k
    order = sorted(range(scene.count), key=lambda i: (scene.boxes[i][k], i))
    step = moment.step
    plain = Ink.GHOST if isinstance(step, Began) else Ink.A
    bars = {i: (ground.row(p), scene.boxes[i][k], scene.boxes[i][k + 2]) for p, i in enumerate(order)}
    if scene.is_crowd:
        _profile(canvas, moment, ground)
        return
    for i in projected:
        w, *ends = bars[i]
        for u in ends:
            side = ground.at(u, scene.boxes[i][1 - k]), ground.at(u, w)
            canvas.stroke(side, inks.get(i, plain), line=Line.DASHED, opacity=0.6)
    aside = 14.0 * canvas.pixel
    for i, (w, u, v) in bars.items():
        ink = inks.get(i, plain)
        canvas.stroke((ground.at(u, w), ground.at(v, w)), ink, line=Line.BAR)
        canvas.feature((ground.at(u, w), ground.at(v, w)), scene.feature(i), ink)
        style = TextStyle.BOLD if i in inks else TextStyle.CAPTION
        if isinstance(step, Began) and k == 0 and i in step.active:
            state = "active" if ink is not Ink.FAULTY else "dropped" if moment.compare == TOUCHING else "not tested"
            words, room = rf"${scene.axis}_{{\max}}$ = {fixed(v)}: {state}", ROOM * canvas.pixel
            canvas.label(words, (v + 0.6 * room, w), ink, style=TextStyle.CAPTION, fixed=True)
        canvas.label(scene.names[i], ground.at(u - aside, w), ink, style=style, fixed=True)


def _profile(canvas: Canvas, moment: Moment[Swept], ground: Ground) -> None:
    """Of a crowd, how many boxes are active at each place: filled where the line has been."""
    scene, step = moment.scene, moment.step
    tall = (ground.first - ground.axis) / max(profile(scene.boxes, k)[1].max() for k in (0, 1))
    at, counts = profile(scene.boxes, ground.k)
    until = step.at if isinstance(step, Began) else at[-1]
    places = np.stack((at.repeat(2)[1:], counts.repeat(2)[:-1] * tall + ground.axis), axis=1)
    canvas.stroke([ground.at(u, w) for u, w in places.tolist()], Ink.QUIET, line=Line.THIN)
    most = int(counts.max())
    for count, text in ((0, "0"), (most, f"{most}")):
        beside = ground.at(ground.low - 14.0 * canvas.pixel, ground.axis + count * tall)
        canvas.label(text, beside, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    middle = ground.at(ground.low - 56.0 * canvas.pixel, ground.axis + 0.5 * most * tall)
    canvas.label("active boxes", middle, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    if not moment.index:
        return  # the line has not moved yet
    past = [(u, w) for u, w in places.tolist() if u <= until]
    outline = [(past[0][0], ground.axis), *past, (past[-1][0], ground.axis)]
    canvas.area([ground.at(*each) for each in outline], Ink.A, opacity=0.4)
    if isinstance(step, Began):
        top = ground.axis + len(step.active) * tall
        canvas.dot(ground.at(until, top), Ink.A, Point.FILLED)
        words = f"{len(step.active)} active"
        canvas.label(words, ground.at(until, top), Ink.A, toward=ground.at(1.0, 0.6), style=TextStyle.PILL)


def _axis(canvas: Canvas, ground: Ground) -> None:
    """The axis below the intervals, with round numbers."""
    ticks = round_ticks(ground.low, ground.high, 10) if ground.high > ground.low else [ground.low]
    ends = min(ground.low, ticks[0]), max(ground.high, ticks[-1])
    canvas.stroke([ground.at(u, ground.axis) for u in ends], Ink.QUIET, line=Line.THIN)
    tick, under = 5.0 * canvas.pixel, (15.0 if ground.k == 0 else 20.0) * canvas.pixel
    for u, text in zip(ticks, tick_text(ticks), strict=True):
        canvas.stroke((ground.at(u, ground.axis - tick), ground.at(u, ground.axis + tick)), Ink.QUIET, line=Line.THIN)
        canvas.label(text, ground.at(u, ground.axis - under), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _both(canvas: Canvas, moment: Moment[Swept]) -> None:
    """The intervals on both axes; between few boxes the comparisons of either sweep."""
    scene = moment.scene
    counts = {scene.k: moment.trace.result.tested, 1 - scene.k: scene.elsewhere}
    inks = {scene.k: Ink.TEXT, 1 - scene.k: Ink.EXAMINED}
    for k in () if scene.is_crowd or moment.is_open else (scene.k, 1 - scene.k):
        wasted = [pair for pair in compared(scene.boxes, k) if pair not in moment.trace.result.pairs]
        threads(canvas, scene, wasted if len(wasted) <= THREADS + 1 else (), inks[k], Line.DASHED)
    draw_boxes(canvas, scene, lettered=False)
    for old, new in zip(scene.boxes, scene.later, strict=True):
        if moment.is_open:  # the question is about where they go
            canvas.arrow(old[2:], new[2:], Ink.EXAMINED, line=Line.MEASURE)
    overlaps(canvas, scene, moment.trace.result.pairs)
    for k, count in counts.items():
        ground = Ground(scene, k)
        _rows(canvas, moment, ground, {})
        _axis(canvas, ground)
        at = (ground.low + ground.high) / 2.0, ground.axis - 40.0 * canvas.pixel
        if k:
            at = ground.at(ground.high + 22.0 * canvas.pixel, (ground.first + ground.axis) / 2.0)
        words = f"along {'xy'[k]}: {count:,} comparison{'' if count == 1 else 's'}"
        canvas.label(words, at, inks[k], style=TextStyle.PILL, fixed=True)
    letters(canvas, scene, scene.boxes, {})


def _next_frame(canvas: Canvas, moment: Moment[Swept]) -> None:
    """The boxes where they were and where they are; below, each end on the axis of either frame, joined: two ends
    that change their order cross."""
    scene, now = moment.scene, moment.scene.later
    ground = Ground(scene, scene.k, (*scene.boxes, *now))
    upper, lower = ground.first - 0.2 * (ground.first - ground.axis), ground.axis
    if scene.is_crowd:
        draw_outlines(canvas, scene.boxes, Ink.GHOST, opacity=0.6)
        draw_outlines(canvas, now, Ink.A)
        lines = [
            (
                *ground.at(at_end(scene.boxes[i], ground.k, side), upper),
                *ground.at(at_end(now[i], ground.k, side), lower),
            )
            for side in (0, 1)
            for i in range(scene.count)
        ]
        canvas.crowd(Ink.A, segments=lines, opacity=0.6)
    else:
        swapped = changed(moment.trace[0].ends, moment.step.ends)
        involved = {each: _swap_ink(*pair) for pair in swapped for each in pair}
        _joined(canvas, scene, ground, involved, upper, lower)
        for (side, i), (turn, j) in swapped:
            u, v = at_end(scene.boxes[i], ground.k, side), at_end(scene.boxes[j], ground.k, turn)
            p, q = at_end(now[i], ground.k, side), at_end(now[j], ground.k, turn)
            t = (v - u) / ((v - u) + (p - q)) if (v - u) + (p - q) > 0.0 else 0.5
            at = ground.at(u + t * (p - u), upper + t * (lower - upper))
            canvas.dot(at, _swap_ink((side, i), (turn, j)), Point.RING)
    ends = [each for box in (*scene.boxes, *now) for each in (box[ground.k], box[ground.k + 2])]
    for w in (upper, lower):
        canvas.stroke((ground.at(min(ends), w), ground.at(max(ends), w)), Ink.QUIET, line=Line.THIN)
    if ground.k == 0:
        for w, words in ((upper, "this frame"), (lower, "next frame")):
            at = min(ends) - 50.0 * canvas.pixel, w
            canvas.label(words, at, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _joined(
    canvas: Canvas, scene: Swept, ground: Ground, involved: dict[tuple[int, int], Ink], upper: float, lower: float
) -> None:
    """Few boxes' ends: filled where a box begins, a ring where it ends, with its letter; arrows between the boxes."""
    now, off = scene.later, 15.0 * canvas.pixel
    for i in range(scene.count):
        canvas.stroke(corners(scene.boxes[i]), Ink.GHOST, closed=True, line=Line.DASHED)
        canvas.stroke(corners(now[i]), Ink.A, closed=True, line=Line.OUTLINE)
        canvas.arrow(scene.boxes[i][2:], now[i][2:], Ink.A, line=Line.MEASURE)
        for side in (0, 1):
            u, v = at_end(scene.boxes[i], ground.k, side), at_end(now[i], ground.k, side)
            ink = involved.get((side, i), Ink.A)
            canvas.stroke((ground.at(u, upper), ground.at(v, lower)), ink, line=Line.MEASURE)
            for at, w in ((u, upper), (v, lower)):
                canvas.dot(ground.at(at, w), ink, Point.FILLED if side == LOW else Point.RING)
    for boxes, w, out in ((scene.boxes, upper, off), (now, lower, -off)):
        ends = sorted((at_end(box, ground.k, side), side, i) for i, box in enumerate(boxes) for side in (0, 1))
        groups: list[list[tuple[float, int, int]]] = []
        for end in ends:  # the letters of ends that lie close together stand side by side
            if groups and end[0] - groups[-1][-1][0] < off:
                groups[-1].append(end)
            else:
                groups.append([end])
        for group in groups:
            middle = (group[0][0] + group[-1][0]) / 2.0
            for place, (_, side, i) in enumerate(group):
                spot = ground.at(middle + (place - (len(group) - 1) / 2.0) * 0.8 * off, w + out)
                canvas.label(
                    scene.names[i], spot, involved.get((side, i), Ink.A), style=TextStyle.CAPTION, fixed=True
                )
    letters(canvas, scene, now, {})


def _swap_ink(first: tuple[int, int], then: tuple[int, int]) -> Ink:
    """Of two ends that swap: an end that falls behind a beginning ends a pair of intervals, the other way round it
    starts one; two of a kind change none."""
    if first[0] == then[0] or first[1] == then[1]:
        return Ink.EXAMINED
    return Ink.GAP if first[0] == LOW else Ink.OVERLAP


def _missed(canvas: Canvas, moment: Moment[Swept], seen: Sequence[int]) -> None:
    """Pairs that the faulty rule has missed so far; those of last frame's order in the next frame."""
    found, scene, is_next = moment.faulty, moment.scene, moment.compare.startswith("last")
    if not isinstance(found, FaultyPairs) or (is_next and not moment.is_last):
        return
    boxes = scene.later if is_next else scene.boxes
    missed: list[Pair] = [pair for pair in found.missed if set(pair) <= set(seen)]
    newest = [pair for pair in missed if isinstance(moment.step, Began) and moment.step.id in pair]
    if newest and not scene.is_crowd:
        ends = [boxes[i] for i in newest[0]]
        at = max(each[0] for each in ends), max(each[3] for each in ends)
        canvas.label("missed", at, Ink.FAULTY, toward=(0.6, 1.0), style=TextStyle.PILL)
    overlaps(canvas, scene, () if is_next or scene.is_crowd else missed, Ink.FAULTY)
    for i, j in missed:
        if scene.is_crowd:
            canvas.stroke((center(boxes[i]), center(boxes[j])), Ink.FAULTY, line=Line.DOTTED)
        for each in (i, j):
            canvas.stroke(corners(boxes[each]), Ink.FAULTY, closed=True, line=Line.DOTTED)
