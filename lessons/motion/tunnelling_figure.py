"""Two worlds in step, one tested at samples and one throughout, and the separation over time below them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

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
from geometry.transform import Sweep
from geometry.vector import Points, Vector, left_of
from lessons.motion.tunnelling_scene import Stepped, reach, shared
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.measures import angle_arc, measure
from viz.lesson.text import fixed

COPIES = 10  # of the trail of a body that turns
MOST_NAMED = 6  # steps whose samples have room for names
BELOW, ROW = 20.0, 36.0  # pixels from the bodies to the first length below them, and from there to the second
NAME_BELOW = 22.0  # pixels more, where the samples are named below A
ROW_BESIDE = 120.0  # the same where they stand beside the bodies
THIN = 17.0  # pixels: half of the least width of a body that has room for its letter
LONG = 90.0  # pixels: a length that has room for its name below it
NAME = 88.0  # pixels that the name of a sample takes; where they are nearer, its number will do
SNAP = 0.01  # of the whole time: so near to a sample the clock rests on it


def sample(index: int) -> FeatureRef:
    return FeatureRef("", FeatureKind.SAMPLE, index)


def now(moment: Moment[Any]) -> float:
    """The time on the clock; of a single sample that was stepped into, its own."""
    if moment.parent is not None and isinstance(moment.step, MomentTested):
        return moment.step.fraction
    t, n = min(max(moment.time, 0.0), 1.0), moment.scene.count
    nearest: float = round(t * n) / n
    return nearest if abs(nearest - t) < SNAP else t


def is_guessed(moment: Moment[Any]) -> bool:
    """Whether the learner is asked what the samples find: nothing may tell it."""
    return moment.is_open and moment.latest(TimeOfImpact) is None


def stopped(moment: Moment[Any], stop: float | None) -> float | None:
    """When the bodies of a view have stopped, where the clock is there or beyond; while samples are asked, nothing
    stops."""
    return stop if stop is not None and now(moment) >= stop and not is_guessed(moment) else None


def held(moment: Moment[Any]) -> float:
    """The time of the last sample, or of the one that has found an overlap: where the sampled bodies are."""
    stop = stopped(moment, moment.scene.found)
    last: float = math.floor(now(moment) * moment.scene.count + 1e-9) / moment.scene.count
    return last if stop is None else stop


# The worlds.


def sampled(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the last sample, which stop where one finds an overlap; between two samples only outlines."""
    scene, t = moment.scene, now(moment)
    stop, last = stopped(moment, scene.found), held(moment)
    parts = _parts(canvas, scene)
    _samples(canvas, moment, parts[1][0])
    if is_guessed(moment) or parts[0][1].motion.any():
        for outline, sweep, ink in parts:
            if sweep.motion.any() or sweep.turn:
                canvas.stroke(sweep.end.place(outline), ink, closed=True, line=Line.END, opacity=_of_end(moment))
    low = _bodies(canvas, parts, last)
    if stop is None and last != t:
        for outline, sweep, ink in parts:
            if sweep.motion.any() or sweep.turn:
                canvas.stroke(sweep.at(t).place(outline), ink, closed=True, line=Line.THIN)
        _overlap(canvas, scene, parts, t)
    elif stop is not None:
        _overlap(canvas, scene, parts, stop)
    if not is_guessed(moment) and moment.parent is None and moment.latest(CurveSearched) is None:
        _gaps(canvas, scene)
    _lengths(canvas, moment, is_sampled=True)
    if isinstance(moment.step, Tunnelling) and scene.passed is not None and t > scene.passed:
        below = NAME_BELOW * canvas.pixel if parts[0][1].motion.any() else 0.0
        place, beside = (low[0], low[1] - below), (0.0, -1.0)
        if not scene.widths.travel:  # the name of the sample stands at the lower tip
            x, y = max(scene.sweep_a.at(last).place(parts[1][0]).tolist(), key=lambda each: each[1])
            place, beside = (x, y), (math.copysign(1.0, x - low[0]), 0.0)
        canvas.label("missed", place, Ink.FAULTY, toward=beside, style=TextStyle.BOLD)


def continuous(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the time on the clock, at most at their impact, and all that they have swept over."""
    scene, stop = moment.scene, stopped(moment, moment.scene.impact)
    at = now(moment) if stop is None else stop
    parts = _parts(canvas, scene)
    for outline, sweep, ink in parts:
        if sweep.motion.any() or sweep.turn:
            canvas.stroke(sweep.end.place(outline), ink, closed=True, line=Line.END, opacity=_of_end(moment))
            if at > 0.0:
                canvas.stroke(sweep.start.place(outline), ink, closed=True, line=Line.START)
                _trail(canvas, outline, sweep, at, ink)
    _bodies(canvas, parts, at)
    _lengths(canvas, moment, is_sampled=False)
    touch = scene.verdict.continuous.on_a
    if stop == 0.0:
        _overlap(canvas, scene, parts, stop)
    elif stop is not None and touch is not None:
        words = "" if moment.latest(ContinuousAsked) is None else f"TOI: $t$ = {fixed(stop)}"
        marks.answer(canvas, touch, words, toward=(-1.0, 1.0), leader=True)
    if moment.faulty is not None:
        _swept_boxes(canvas, moment)


def _of_end(moment: Moment[Any]) -> float:
    """The opacity of the bodies at their ends: unseen while asked of a single step, which they would answer."""
    return 0.0 if is_guessed(moment) and moment.scene.count == 1 else 0.5


def _gaps(canvas: Canvas, scene: Stepped) -> None:
    """The gaps at the two samples between which the separation is least, where neither finds an overlap."""
    if scene.found is not None:
        return
    before = min(int(scene.dips.fraction * scene.count), scene.count - 1)
    for k in (before, before + 1):
        measure(canvas, *scene.nearest(k / scene.count), Ink.GAP)


_Part = tuple[Points, Sweep, Ink]


def _parts(canvas: Canvas, scene: Stepped) -> tuple[_Part, _Part]:
    """The outline of B and that of A, each with its motion."""
    smooth = marks.SMOOTH * canvas.pixel
    a, b = boundary(scene.a.shape, smooth), boundary(scene.b.shape, smooth)
    return (b, scene.sweep_b, Ink.B), (a, scene.sweep_a, Ink.A)


def _overlap(canvas: Canvas, scene: Stepped, parts: tuple[_Part, _Part], t: float) -> None:
    """What A and B have in common at a time, red."""
    if scene.s(t) < 0.0:
        b, a = ([(x, y) for x, y in sweep.at(t).place(outline).tolist()] for outline, sweep, _ in parts)
        if len(common := shared(a, b)) > 2:
            canvas.area(common, Ink.OVERLAP, opacity=0.45)


def _bodies(canvas: Canvas, parts: tuple[_Part, _Part], t: float) -> Pair:
    """Both bodies at a time; returns the lowest point of A."""
    for outline, sweep, ink in parts:
        pose = sweep.at(t)
        placed = pose.place(outline)
        canvas.area(placed, ink)
        canvas.stroke(placed, ink, closed=True, line=Line.OUTLINE)
        _letter(canvas, placed, ink)
    x, y = placed[int(placed[:, 1].argmin())].tolist()
    return (x if sweep.turn else float(pose.position[0])), y


def _letter(canvas: Canvas, placed: Points, ink: Ink) -> None:
    """A letter in the middle of its body; beside one that is too thin, B's at the right of its lower part."""
    middle = placed.mean(axis=0)
    away = placed - middle
    (xx, xy), (_, yy) = (away.T @ away).tolist()
    angle = 0.5 * math.atan2(2.0 * xy, xx - yy)
    long = np.array((math.cos(angle), math.sin(angle)))
    long = -long if long[1] > 0.0 else long  # down along it
    across = left_of(long)  # to the right
    half = float(np.abs(away @ across).max())
    if half > THIN * canvas.pixel:
        canvas.label(ink.name, middle, ink, style=TextStyle.LETTER)
        return
    side = across if ink is Ink.B else -across
    down = 0.85 * float((away @ long).max()) if ink is Ink.B else 0.0
    canvas.label(ink.name, middle + down * long + half * side, ink, toward=side, style=TextStyle.LETTER)


def _trail(canvas: Canvas, outline: Points, sweep: Sweep, until: float, ink: Ink) -> None:
    """What a body has swept over so far: light that fades towards its start."""
    if sweep.turn:
        coarse = outline[:: max(1, len(outline) // 16)]
        marks.sweep(canvas, [sweep.at(until * i / COPIES).place(coarse) for i in range(COPIES)], ink)
        return
    start, end = sweep.start.place(outline), sweep.at(until).place(outline)
    way = end[0] - start[0]
    across = start @ (-way[1], way[0])
    count, right, left = len(start), int(across.argmin()), int(across.argmax())
    front = [end[(right + i) % count] for i in range((left - right) % count + 1)]
    back = [start[(left + i) % count] for i in range((right - left) % count + 1)]
    canvas.light(front + back, sweep.at(until).position, -way, ink, 0.3)


def _samples(canvas: Canvas, moment: Moment[Any], outline: Points) -> None:
    """Where A is at each sample: points while that is asked, and then outlines."""
    scene, n = moment.scene, moment.scene.count
    up = -scene.lengths.down if scene.lengths else np.array((0.0, 1.0))
    up = -up if scene.sweep_b.motion.any() else up  # below A: B may stand above it
    nearer = NAME * canvas.pixel
    is_short = bool(scene.widths.travel) if scene.turns else scene.lengths and scene.widths.step < nearer
    name = "" if is_short else "sample "
    turning = _tip(scene, outline, up)
    ceiling = _ceiling(canvas, scene, up)
    if scene.turns and not scene.widths.travel and (is_guessed(moment) or isinstance(moment.step, WidthsMeasured)):
        x, y = (scene.sweep_a.start.place(outline)[turning] - scene.sweep_a.start.position).tolist()
        begin, by = math.atan2(y, x), scene.sweep_a.turn
        words, radius = f"{abs(math.degrees(by)):.0f}°", 0.24 * math.hypot(x, y) / canvas.pixel
        angle_arc(canvas, scene.sweep_a.start.position, begin, begin + by, Ink.A, words, radius=radius, arrow=True)
        if isinstance(moment.step, WidthsMeasured):
            pivot, tip = scene.sweep_a.start.position, scene.sweep_a.start.place(outline)[turning]
            measure(canvas, pivot, tip, Ink.EXAMINED, f"$r$ = **{fixed(math.hypot(x, y))}**", off=-24.0)
    _samples_of_b(canvas, moment)
    for k in range(n + 1):
        t = k / n
        pose = scene.sweep_a.at(t)
        placed = pose.place(outline)
        heights = (placed - pose.position) @ up
        top = pose.position + max(float(heights.max()), ceiling - float(pose.position @ up)) * up
        if scene.turns and (is_guessed(moment) or not scene.widths.travel):
            top = placed[turning]
        is_tested, place = k < len(scene.tested), pose.position
        if is_guessed(moment):
            if scene.turns and not scene.widths.travel:  # a spoke, that turns with A
                canvas.stroke((pose.position, top), Ink.QUIET, line=Line.THIN)
            if scene.turns and not scene.widths.travel:
                place = top
            elif k == 0 and held(moment) == 0.0 and not scene.turns:  # in the middle stands the letter
                place, _ = scene.nearest(0.0)
            if scene.turns and not scene.widths.travel and k == 0:
                canvas.dot(pose.position, Ink.QUIET)
            if t != held(moment) or (scene.turns and not scene.widths.travel):
                canvas.dot(place, Ink.QUIET, Point.SMALL)
        if moment.latest(TimeOfImpact) is None:
            canvas.feature((pose.position, top) if scene.turns else (place,), sample(k), Ink.QUIET)
        if is_tested and not is_guessed(moment):
            ink = Ink.OVERLAP if scene.tested[k].overlapped else Ink.QUIET
            canvas.stroke(placed, ink, closed=True, line=Line.END, opacity=0.75)
        elif k == n and not is_guessed(moment):
            canvas.stroke(placed, Ink.A, closed=True, line=Line.END, opacity=0.5)
        if n <= MOST_NAMED and (is_tested or is_guessed(moment)):
            away = top - pose.position if scene.turns else up
            if scene.turns and is_guessed(moment) and t != held(moment) and scene.widths.travel:
                top, away = pose.position, up
            if scene.turns and not scene.widths.travel:
                away = (math.copysign(1.0, float(away[0])), 0.0)
            if k / n == scene.found and not is_guessed(moment):
                canvas.label(f"{name}{k}: found", top, Ink.OVERLAP, toward=away, style=TextStyle.BOLD)
            else:
                name = "A, sample " if scene.sweep_b.motion.any() else name
                canvas.label(f"{name}{k}", top, Ink.QUIET, toward=away, style=TextStyle.CAPTION)


def _tip(scene: Stepped, outline: Points, up: Vector) -> int:
    """Which point of A says how far it has turned: the highest; of a body that only turns the farthest of those above
    its middle."""
    away = scene.sweep_a.start.place(outline) - scene.sweep_a.start.position
    heights = away @ up
    if scene.widths.travel:
        return int(heights.argmax())
    return int(np.where(heights > 0.0, np.hypot(away[:, 0], away[:, 1]), 0.0).argmax())


def _samples_of_b(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where B is at the first sample and the last, named above it where it moves."""
    scene = moment.scene
    if scene.sweep_b.motion.any():
        if is_guessed(moment):
            canvas.dot(scene.sweep_b.end.position, Ink.B, Point.SMALL)
        for k in (0, scene.count):
            x, y = max(
                scene.sweep_b.at(k / scene.count).place(scene.b.shape.points).tolist(), key=lambda each: each[1]
            )
            words, up = f"B, sample {k}", (0.0, 1.0)
            canvas.label(words, (x, y + scene.b.shape.radius), Ink.B, toward=up, style=TextStyle.CAPTION)


def _ceiling(canvas: Canvas, scene: Stepped, up: Vector) -> float:
    """How high the names of samples stand, where B reaches little higher than A: above both."""
    if scene.lengths is None or scene.sweep_b.motion.any():
        return -math.inf
    a, b = (float((body.world.points @ up).max()) + body.shape.radius for body in (scene.a, scene.b))
    return b if a < b < a + NAME_BELOW * canvas.pixel else -math.inf


def _lengths(canvas: Canvas, moment: Moment[Any], *, is_sampled: bool) -> None:
    """How far A moves in a step, and both extents; in the whole time, and up to its impact. They have one scale and
    lie below the bodies where they are in the motion as seen from B, B being where the gap is least."""
    scene, widths, lengths = moment.scene, moment.scene.widths, moment.scene.lengths
    if lengths is None:
        return
    along, down = lengths.along, lengths.down
    moves = scene.sweep_b.motion.any()
    below = BELOW + (NAME_BELOW if moves else 0.0)
    pitch = ROW + (ROW_BESIDE - ROW) * abs(float(along[1]))

    def at(place: float, row: float) -> Pair:
        x, y = (place * along + (lengths.low + (below + (1.0 - row) * pitch) * canvas.pixel) * down).tolist()
        return x, y

    def named(start: float, length: float, ink: Ink, symbol: str, row: int, side: float) -> None:
        first, last = at(start, row), at(start + length, row)
        if row:
            measure(canvas, first, last, ink)
        else:
            canvas.arrow(first, last, ink)
        text = f"${symbol}$ = **{fixed(length)}**" + (", as seen from B" if moves and not row else "")
        if row and length < LONG * canvas.pixel:
            canvas.label(text, first if side < 0.0 else last, ink, toward=side * along)
        else:
            canvas.label(text, at(start + length / 2.0, row), ink, toward=down)

    begin, ahead = lengths.begin, 0.0 if moves else lengths.ahead
    step = min(int(scene.dips.fraction * scene.count), scene.count - 1)
    if is_sampled:
        named(begin + step * widths.step, widths.step, Ink.EXAMINED, r"\|v\|\,Δt", 0, 0.0)
    else:
        named(begin + ahead, widths.travel, Ink.EXAMINED, r"\|v\|", 0, 0.0)
    # Two unseen points keep the room of both rows, so that all stages and both views have one scale.
    for corner in (at(begin, -0.95), at(begin + ahead + widths.travel, -0.95)):
        canvas.stroke((corner, corner), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    if is_sampled and isinstance(moment.step, WidthsMeasured | StepsNeeded):
        if scene.is_broad and not moves:
            _touches(canvas, scene, at)
        first, second = lengths.near, lengths.near + widths.width_a
        if moves:  # each below its own body, at the start
            first, second = (-reach(body.world, -along) for body in (scene.a, scene.b))
        named(first, widths.width_a, Ink.A, "w_A", 1, -1.0)
        named(second, widths.width_b, Ink.B, "w_B", 1, 1.0)
    elif not is_sampled and scene.impact is not None and moment.latest(ContinuousAsked) is not None:
        free, symbol = scene.impact * widths.travel, r"t\,\|v\|"
        if scene.is_head_on:
            free, symbol = scene.s(0.0), "s(0)"
        named(begin + ahead, free, Ink.GAP, symbol, 1, 1.0)


def _touches(canvas: Canvas, scene: Stepped, at: Callable[[float, float], Pair]) -> None:
    """A where it first touches B and where it last does, and lines down below its middle."""
    lengths = scene.lengths
    if lengths is None:
        return
    outline, sweep, ink = _parts(canvas, scene)[1]
    for t, end in zip(
        scene.dips.overlaps[0],
        (lengths.near, lengths.near + scene.widths.width_a + scene.widths.width_b),
        strict=True,
    ):
        placed = sweep.at(t).place(outline)
        canvas.stroke(placed, ink, closed=True, line=Line.THIN)
        middle, foot = sweep.at(t).position, np.array(at(end, 1))
        low = middle + float(((placed - middle) @ lengths.down).max()) * lengths.down
        canvas.stroke((low, foot), Ink.CONSTRUCTION, line=Line.DASHED)
        name, side = ("first touch", -1.0) if end == lengths.near else ("last touch", 1.0)
        canvas.label(name, (low + foot) / 2.0, ink, toward=side * lengths.along, style=TextStyle.CAPTION)


def _swept_boxes(canvas: Canvas, moment: Moment[Any]) -> None:
    """The boxes around both motions, what they have in common, and how near the bodies really come."""
    boxes, scene = moment.faulty, moment.scene
    moving = scene.sweep_a.motion.any() or scene.sweep_a.turn, scene.sweep_b.motion.any() or scene.sweep_b.turn
    for box, moves in zip((boxes.box_a, boxes.box_b), moving, strict=True):
        if moves:
            canvas.stroke(_corners(box.low, box.high), Ink.FAULTY, closed=True, line=Line.DOTTED)
    if not boxes.is_hit or scene.dips.least <= 0.0 or is_guessed(moment):
        return
    low, high = np.maximum(boxes.box_a.low, boxes.box_b.low), np.minimum(boxes.box_a.high, boxes.box_b.high)
    canvas.area(_corners(low, high), Ink.FAULTY, opacity=0.45)
    canvas.label("false positive", low, Ink.FAULTY, toward=(-1.0, -1.0), style=TextStyle.BOLD)
    if moment.latest(CurveSearched) is not None:
        (outline, sweep, ink), t = _parts(canvas, scene)[1], scene.dips.fraction
        canvas.stroke(sweep.at(t).place(outline), ink, closed=True, line=Line.THIN)
        words = f"least gap **{fixed(scene.dips.least)}**"
        here, there = scene.nearest(t)
        measure(canvas, here, there, Ink.GAP)
        canvas.label(words, (here + there) / 2.0, Ink.GAP, toward=(1.0, 0.0))


def _corners(low: Vector, high: Vector) -> list[Pair]:
    (x, y), (u, v) = low.tolist(), high.tolist()
    return [(x, y), (u, y), (u, v), (x, v)]
