"""Two worlds in step, one tested at samples and one throughout, and the separation over time below them."""

from __future__ import annotations

import math
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
from geometry.vector import Points, Vector, left_of, length
from lessons.motion.tunnelling_lengths import NAME_BELOW, lengths, turned
from lessons.motion.tunnelling_scene import Stepped, reach, shared
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.measures import measure
from viz.lesson.text import fixed

COPIES = 10  # of the trail of a body that turns
MOST_NAMED = 6  # steps whose samples have room for names
ABOVE = 22.0  # pixels above the bodies, for the names of samples
LOWER = 20.0  # pixels: so far below the middle of A its letter stands while the point of its sample is there
THIN = 14.0  # pixels: half of the least width of a body that has room for its letter
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


def is_between(moment: Moment[Any]) -> bool:
    """Whether the sampled bodies move on while they are drawn where their last sample has seen them."""
    is_rescued = isinstance(moment.step, StepsNeeded) and moment.scene.rescue is not None
    return stopped(moment, moment.scene.found) is None and held(moment) != now(moment) and not is_rescued


def sampled_head(moment: Moment[Any]) -> tuple[str, str]:
    """The title of the sampled view and, between two samples, which of its two outlines is which."""
    return "Sampled", "filled: last sample; thin outline: true place now" if is_between(
        moment
    ) else "tested at samples only"


# The worlds.


def sampled(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the last sample, which stop where one finds an overlap; between two samples only outlines."""
    scene, t = moment.scene, now(moment)
    stop, last = stopped(moment, scene.found), held(moment)
    parts = _parts(canvas, scene)
    _room(canvas, scene)
    _samples(canvas, moment, parts[1][0])
    if is_guessed(moment) or parts[0][1].motion.any():
        for outline, sweep, ink in parts:
            if sweep.motion.any() or sweep.turn:
                canvas.stroke(sweep.end.place(outline), ink, closed=True, line=Line.END, opacity=_of_end(moment))
    low = _bodies(canvas, scene, parts, last, is_asked=is_guessed(moment))
    if is_between(moment):
        for outline, sweep, ink in parts:
            if sweep.motion.any() or sweep.turn:
                canvas.stroke(sweep.at(t).place(outline), ink, closed=True, line=Line.THIN)
        if not is_guessed(moment):
            _overlap(canvas, scene, parts, t)
    elif stop is not None:
        _overlap(canvas, scene, parts, stop)
    is_seen = moment.latest(TimeOfImpact) is not None or scene.count > 1  # of one step it is asked what lies between
    if is_seen and not is_guessed(moment) and moment.parent is None and moment.latest(CurveSearched) is None:
        _gaps(canvas, scene)
    if isinstance(moment.step, StepsNeeded) and scene.rescue is not None:
        _rescued(canvas, scene, parts, scene.rescue[0])
    turned(canvas, moment, is_asked=is_guessed(moment))
    lengths(canvas, moment, parts[1][0], is_sampled=True)
    if isinstance(moment.step, Tunnelling) and scene.passed is not None and t > scene.passed:
        if last == t and not parts[0][1].motion.any():  # of two that move, outlines would go through letters
            _passed(canvas, scene, parts[1])
        below = NAME_BELOW * canvas.pixel if parts[0][1].motion.any() else 0.0
        place, beside = (low[0], low[1] - below), (0.0, -1.0)
        if not scene.widths.travel:  # beside the upper half: the name of the sample stands at the lower tip
            place, beside = _beside(scene.sweep_a.at(last).place(parts[1][0]))
        canvas.label("missed", place, Ink.FAULTY, toward=beside, style=TextStyle.BOLD)


def continuous(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies at the time on the clock, at most at their impact, and all that they have swept over."""
    scene, stop = moment.scene, stopped(moment, moment.scene.impact)
    at = now(moment) if stop is None else stop
    parts = _parts(canvas, scene)
    _room(canvas, scene)
    for outline, sweep, ink in parts:
        if sweep.motion.any() or sweep.turn:
            canvas.stroke(sweep.end.place(outline), ink, closed=True, line=Line.END, opacity=_of_end(moment))
            if at > 0.0:
                canvas.stroke(sweep.start.place(outline), ink, closed=True, line=Line.START)
                _trail(canvas, outline, sweep, at, ink)
    _bodies(canvas, scene, parts, at)
    lengths(canvas, moment, parts[1][0], is_sampled=False)
    touch = scene.verdict.continuous.on_a
    if stop == 0.0:
        _overlap(canvas, scene, parts, stop)
    elif stop is not None and touch is not None and moment.latest(ContinuousAsked) is not None:
        marks.answer(canvas, touch, f"TOI: $t$ = {fixed(stop)}", toward=(-1.0, 1.0), leader=True)
    if moment.faulty is not None:
        _swept_boxes(canvas, moment)


def _of_end(moment: Moment[Any]) -> float:
    """The opacity of the bodies at their ends: unseen while asked of a single step, which they would answer."""
    return 0.0 if is_guessed(moment) and moment.scene.count == 1 else 0.5


def _gaps(canvas: Canvas, scene: Stepped) -> None:
    """The gaps at the two samples between which the separation is least, where neither finds an overlap."""
    if scene.found is not None or scene.impact is None:
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


def _passed(canvas: Canvas, scene: Stepped, part: _Part) -> None:
    """A where no sample has seen it: as deep in B as it comes, with that time where its samples are named."""
    (outline, sweep, ink), t = part, scene.dips.fraction
    placed = sweep.at(t).place(outline)
    canvas.stroke(placed, ink, closed=True, line=Line.THIN)
    _overlap(canvas, scene, _parts(canvas, scene), t)
    if not scene.turns:
        top = placed[int(placed[:, 1].argmax())]
        canvas.label(f"$t$ = {fixed(t)}", top, Ink.OVERLAP, toward=(0.0, 1.0), style=TextStyle.CAPTION)


def _rescued(canvas: Canvas, scene: Stepped, parts: tuple[_Part, _Part], t: float) -> None:
    """The bodies at the first sample that would find the overlap, with as many steps as are enough."""
    for outline, sweep, ink in parts:
        if sweep.motion.any():
            canvas.stroke(sweep.at(t).place(outline), ink, closed=True, line=Line.THIN)
    _overlap(canvas, scene, parts, t)
    (of_b, sweep_b, _), (of_a, sweep_a, _) = parts
    words, placed = f"$n$ = {scene.enough}: found", sweep_a.at(t).place(of_a)
    low, back = placed[int(placed[:, 1].argmin())], math.copysign(1.0, -float(scene.velocity[0]))
    if sweep_b.motion.any():  # above B: below A the samples are named
        placed = sweep_b.at(t).place(of_b)
        canvas.label(words, placed[int(placed[:, 1].argmax())], Ink.OVERLAP, toward=(0.0, 1.0), style=TextStyle.BOLD)
    else:
        canvas.label(words, low, Ink.OVERLAP, toward=(back, -0.8), style=TextStyle.BOLD)


def _room(canvas: Canvas, scene: Stepped) -> None:
    """Unseen points above the bodies, with room for the names of samples: both views have one scale and level."""
    if scene.turns and not scene.widths.travel:
        return
    ends = scene.a.world, scene.a_end.world, scene.b.world, scene.b_end.world
    high = max(reach(each, np.array((0.0, 1.0))) for each in ends) + ABOVE * canvas.pixel
    for pose in (scene.sweep_a.start, scene.sweep_a.end):
        place = float(pose.position[0]), high
        canvas.stroke((place, place), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)


def _bodies(canvas: Canvas, scene: Stepped, parts: tuple[_Part, _Part], t: float, *, is_asked: bool = False) -> Pair:
    """Both bodies at a time; returns the lowest point of A."""
    for outline, sweep, ink in parts:
        pose = sweep.at(t)
        placed = pose.place(outline)
        canvas.area(placed, ink)
        canvas.stroke(placed, ink, closed=True, line=Line.OUTLINE)
        _letter(canvas, placed, ink, lower=is_asked and not scene.turns, depth=-scene.s(t))
    x, y = placed[int(placed[:, 1].argmin())].tolist()
    return (x if sweep.turn else float(pose.position[0])), y


def _letter(canvas: Canvas, placed: Points, ink: Ink, *, lower: bool, depth: float) -> None:
    """A letter in the middle of its body, A's `lower` while its sample is asked for; beside one that is too thin, B's
    at the right of its lower part."""
    middle = placed.mean(axis=0)
    away = placed - middle
    (xx, xy), (_, yy) = (away.T @ away).tolist()
    angle = 0.5 * math.atan2(2.0 * xy, xx - yy)
    long = np.array((math.cos(angle), math.sin(angle)))
    long = -long if long[1] > 0.0 else long  # down along it
    across = left_of(long)  # to the right
    half = float(np.abs(away @ across).max())
    if half > THIN * canvas.pixel:
        is_fixed = ink is Ink.A and depth < 0.5 * half
        down = min(LOWER * canvas.pixel, 0.5 * half) if lower and ink is Ink.A else 0.0
        canvas.label(ink.name, middle - (0.0, down), ink, style=TextStyle.LETTER, fixed=is_fixed)
        return
    side = across if ink is Ink.B else -across
    down = (0.85 if ink is Ink.B else 0.5) * float((away @ long).max())
    canvas.label(ink.name, middle + down * long + half * side, ink, toward=side, style=TextStyle.LETTER)


def _beside(placed: Points) -> tuple[Pair, Pair]:
    """A place at the side of the upper half of a body that turns, on which its tip is, and the way out there."""
    middle, tip = placed.mean(axis=0), placed[int(placed[:, 1].argmax())]
    out = left_of((tip - middle) / float(length(tip - middle)))
    out = -out if out[0] * (tip - middle)[0] < 0.0 else out
    x, y = ((middle + tip) / 2.0 + float(((placed - middle) @ out).max()) * out).tolist()
    return (x, y), (math.copysign(1.0, float(out[0])), 0.0)


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
    _samples_of_b(canvas, moment)
    quiet = Ink.TEXT if scene.turns and is_guessed(moment) else Ink.QUIET  # some stand on the hatch of B
    is_touching = isinstance(moment.step, WidthsMeasured | StepsNeeded) and not scene.turns  # two outlines more
    for k in range(n + 1):
        t = k / n
        pose = scene.sweep_a.at(t)
        placed = pose.place(outline)
        height = reach(scene.a.shape.at(pose), up)
        is_found = t == scene.found and not is_guessed(moment)
        top = pose.position + (max(height, -math.inf if is_found else ceiling) - float(pose.position @ up)) * up
        if scene.turns and (is_guessed(moment) or not scene.widths.travel):
            top = placed[turning]
        elif scene.turns and is_found:  # above B: on its hatch it cannot be read
            top = (
                pose.position
                + (max(height, reach(scene.b.shape.at(scene.sweep_b.at(t)), up)) - float(pose.position @ up)) * up
            )
        is_tested, place = k < len(scene.tested), pose.position
        if is_guessed(moment):
            if scene.turns and not scene.widths.travel:  # a spoke, that turns with A
                canvas.stroke((pose.position, top), Ink.QUIET, line=Line.THIN)
            if scene.turns and not scene.widths.travel:
                place = top
            if scene.turns and not scene.widths.travel and k == 0:
                canvas.dot(pose.position, Ink.QUIET)
            if t != held(moment) or not scene.turns or not scene.widths.travel:
                canvas.dot(place, Ink.QUIET, Point.SMALL)
        if moment.latest(TimeOfImpact) is None:
            canvas.feature((pose.position, top) if scene.turns else (place,), sample(k), Ink.QUIET)
        if is_tested and not is_guessed(moment):
            ink = Ink.OVERLAP if scene.tested[k].overlapped else Ink.QUIET
            canvas.stroke(placed, ink, closed=True, line=Line.END, opacity=0.25 if is_touching else 0.75)
        elif k == n and not is_guessed(moment):
            canvas.stroke(placed, Ink.A, closed=True, line=Line.END, opacity=0.5)
        if n <= MOST_NAMED and (is_tested or is_guessed(moment)):
            away = top - pose.position if scene.turns else up
            if scene.turns and is_guessed(moment) and t != held(moment) and scene.widths.travel:
                top, away = pose.position, up
            if scene.turns and not scene.widths.travel:
                away = (math.copysign(1.0, float(away[0])), 0.0)
            if scene.turns and scene.widths.travel and not is_guessed(moment) and not is_found:
                top, away = pose.position - (0.0, LOWER * canvas.pixel), (0.0, -1.0)  # under the letter or the pivot
            if is_found:
                back = scene.lengths.along if scene.lengths and scene.impact else np.zeros(2)
                away = away - back  # on the side where it comes from
                canvas.label(f"{name}{k}: found", top, Ink.OVERLAP, toward=away, style=TextStyle.BOLD)
            else:
                named, ink = ("A, sample ", Ink.A) if scene.sweep_b.motion.any() else (name, quiet)
                canvas.label(f"{named}{k}", top, ink, toward=away, style=TextStyle.CAPTION)


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


def _swept_boxes(canvas: Canvas, moment: Moment[Any]) -> None:
    """The boxes around both motions, what they have in common, and how near the bodies really come."""
    boxes, scene = moment.faulty, moment.scene
    moving = scene.sweep_a.motion.any() or scene.sweep_a.turn, scene.sweep_b.motion.any() or scene.sweep_b.turn
    for box, moves in zip((boxes.box_a, boxes.box_b), moving, strict=True):
        if moves:
            canvas.stroke(_corners(box.low, box.high), Ink.FAULTY, closed=True, line=Line.DOTTED)
            canvas.label(
                "swept box", (box.low[0], box.low[1]), Ink.FAULTY, toward=(0.6, -1.0), style=TextStyle.CAPTION
            )
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
