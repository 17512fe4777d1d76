"""The bar of all starts below the wall: where the next sample can lie, and what each rule makes of it there."""

from __future__ import annotations

import math
from collections.abc import Callable

from geometry.dynamics.starts import Remedy, StartsRun
from geometry.vector import XY
from lessons.bodies.wrong_side_scene import BOX_HIGH, MARGIN, SUBSTEPS, Fate, Thrown
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import fixed

ROW = BOX_HIGH / 150.0  # the unit of all that stands above and below the box: about a pixel
HIDDEN = 1e-9  # apart: one outline lies on the other
TOP = 94.0  # from the box up to the end of the wall
UNDER = 46.0  # from the box down to the true places
THIN, TALL = 8.0, 44.0  # heights: of the true places and of the least push to compare with; of the bar
FAN = 50.0  # the height in which the true places are spread to the length of the bar
SPAN = 1.9  # world length of the bar, centred below the wall
SAFE = {  # the numerator of the formula, and where it ends, in halves of w + T
    Remedy.LEAST_PUSH: ("$(w+T)/2$", 0.0),
    Remedy.SUBSTEPS: ("$(w+T)/2$", 0.0),
    Remedy.MARGIN: ("$(w+T)/2+m$", 0.0),
    Remedy.LAST_NORMAL: ("$w+T$", 1.0),
}
FATE_INK = {Fate.STOPPED: Ink.GAP, Fate.WRONG_SIDE: Ink.FAULTY, Fate.UNSEEN: Ink.GHOST}


def above(
    canvas: Canvas, scene: Thrown, place: XY, text: str, ink: Ink, *, bold: bool = True, up: float = 12.0
) -> None:
    at = place[0], place[1] + BOX_HIGH / 2.0 + up * ROW
    style = TextStyle.BOLD if bold else TextStyle.LABEL
    canvas.label(text, at, ink, toward=(0.0, 1.0), style=style)


def sample_outline(canvas: Canvas, scene: Thrown, place: XY, solid: XY) -> None:
    """The outline of a sample, without what the `solid` box hides."""
    (x, y), half, tall = place, scene.width / 2.0, BOX_HIGH / 2.0
    dx, dy = x - solid[0], y - solid[1]
    if abs(dy) < HIDDEN and abs(dx) < scene.width:
        near, far = solid[0] + math.copysign(half, dx), x + math.copysign(half, dx)
        ring = (near, y - tall), (far, y - tall), (far, y + tall), (near, y + tall)
    elif abs(dx) < HIDDEN and abs(dy) < BOX_HIGH:
        near, far = solid[1] + math.copysign(tall, dy), y + math.copysign(tall, dy)
        ring = (x - half, near), (x - half, far), (x + half, far), (x + half, near)
    else:
        marks.ghost(canvas, scene.box_at(place), Ink.B, Line.START)
        return
    if max(abs(dx), abs(dy)) > HIDDEN:
        canvas.stroke(ring, Ink.B, line=Line.START)


def noticed(scene: Thrown, starts: StartsRun) -> float:
    """Where this start's first sample that may notice the wall lies."""
    step = scene.step / (SUBSTEPS if starts.remedy is Remedy.SUBSTEPS else 1)
    x = float(scene.start[0])
    return x + max(0.0, math.floor((starts.low - x) / step) + 1.0) * step


class Spread:
    """The true places below the wall, spread so that the longest bar that is shown fills its length."""

    def __init__(self, scene: Thrown, shown: tuple[StartsRun, ...]) -> None:
        ends = [each.high for each in shown]
        ends += [SAFE[each.remedy][1] * scene.half for each in shown if each.remedy in SAFE]
        self.low = min(each.low for each in shown)
        self.times = max(1.0, SPAN / (max(ends) - self.low))
        self.left = -0.5 * self.times * (max(ends) - self.low)

    def __call__(self, x: float) -> float:
        return self.left + self.times * (x - self.low)


def draw_starts(canvas: Canvas, scene: Thrown, starts: StartsRun) -> None:
    """The true places, thin; below them the bar, the least push to compare with, and the lengths of the formula."""
    is_plain = starts.remedy is Remedy.LEAST_PUSH
    base: StartsRun = scene.starts.steps[0]
    spread = Spread(scene, (base,) if is_plain else (base, starts))
    top = -BOX_HIGH / 2.0 - UNDER * ROW
    bar = top - (THIN + FAN) * ROW
    _pieces(canvas, starts, lambda x: x, top, THIN)
    _fan(canvas, scene, starts, spread, top, bar)
    _pieces(canvas, starts, spread, bar, TALL)
    _shares(canvas, starts, spread, bar)
    if not is_plain:
        _pieces(canvas, base, spread, bar - (TALL + 6.0) * ROW, THIN)
        end, side = (base.low, -1.0) if starts.low < base.low else (base.high, 1.0)  # where there is room
        at = spread(end), bar - (TALL + 6.0 + 0.5 * THIN) * ROW
        words = f"least push {100.0 * base.stopped / base.count:.0f} %"
        canvas.label(words, at, Ink.QUIET, toward=(side, 0.0), style=TextStyle.CAPTION)
    _lengths(canvas, scene, starts, spread, bar - (TALL + (18.0 if is_plain else 32.0)) * ROW)


def _pieces(canvas: Canvas, starts: StartsRun, place: Callable[[float], float], top: float, tall: float) -> None:
    bottom, ends = top - tall * ROW, (starts.low, starts.stops, starts.leaves, starts.high)
    for (fate, ink), left, right in zip(FATE_INK.items(), ends, ends[1:], strict=False):
        if right - left < 1e-9:
            continue
        ring = (place(left), bottom), (place(right), bottom), (place(right), top), (place(left), top)
        canvas.area(ring, ink, opacity=0.4 if fate is Fate.STOPPED else 0.28, hatched=fate is Fate.WRONG_SIDE)
        canvas.stroke(ring, ink, closed=True, line=Line.THIN)


def _shares(canvas: Canvas, starts: StartsRun, spread: Spread, top: float) -> None:
    """In each piece of the bar; beside the last one where it is too short for them."""
    middle, ends = top - 0.5 * TALL * ROW, (starts.low, starts.stops, starts.leaves, starts.high)
    for fate, count, left, right in zip(
        FATE_INK, (starts.stopped, starts.wrong_side, starts.unseen), ends, ends[1:], strict=False
    ):
        share, wide = f"{100.0 * count / starts.count:.0f} %", (spread(right) - spread(left)) / canvas.pixel
        if right - left < 1e-9:
            continue
        if wide > 40.0:
            words = f"{share} {fate.value}" if wide > 130.0 else share
            at = 0.5 * (spread(left) + spread(right)), middle
            canvas.label(words, at, Ink.TEXT, style=TextStyle.BOLD, fixed=True)
        elif right == starts.high:
            canvas.label(f"{share} {fate.value}", (spread(right), middle), FATE_INK[fate], toward=(1.0, 0.0))


def _fan(canvas: Canvas, scene: Thrown, starts: StartsRun, spread: Spread, top: float, bar: float) -> None:
    """How the true places are spread, with the middle of the wall and the sample of this start; a sweep has none."""
    low = top - THIN * ROW
    for end in (starts.low, starts.high, *((0.0,) if starts.low < 0.0 < starts.high else ())):
        canvas.stroke(((end, low), (spread(end), bar)), Ink.CONSTRUCTION, line=Line.DASHED)
    if starts.remedy is not Remedy.SWEEP:
        x = noticed(scene, starts)
        wide, at = 6.0 * canvas.pixel, spread(x)
        canvas.stroke(((x, 0.0), (x, low), (at, bar)), Ink.INTERFACE, line=Line.DASHED)
        tip = (at - wide, bar + 1.6 * wide), (at, bar), (at + wide, bar + 1.6 * wide)
        canvas.area(tip, Ink.INTERFACE, opacity=1.0)
    where = "margin" if starts.remedy is Remedy.MARGIN else "the box just touches"
    canvas.stroke(((starts.low, 0.0), (starts.low, top)), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.dot((starts.low, 0.0), Ink.QUIET, Point.SMALL)
    if starts.remedy is Remedy.SWEEP:
        return
    canvas.label(f"$x$ = {fixed(starts.low)}: {where}", (starts.low, top + 26.0 * ROW), Ink.QUIET, toward=(-1.0, 0.0))
    if starts.remedy is Remedy.LEAST_PUSH:
        place = max(starts.high, 0.5 * scene.thickness), top + 4.0 * ROW
        canvas.label("first sample after that", place, Ink.QUIET, toward=(1.0, 0.0))


def _lengths(canvas: Canvas, scene: Thrown, starts: StartsRun, spread: Spread, y: float) -> None:
    """Of the formula: each at its own bar."""
    low = spread(starts.low)
    words = "$d/2$" if starts.remedy is Remedy.SUBSTEPS else "$d$"
    told = f"{words} = {fixed(starts.high - starts.low)}"
    measures.measure(canvas, (low, y), (spread(starts.high), y), Ink.EXAMINED)
    canvas.label(told, (spread(starts.high), y), Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)
    if starts.remedy in SAFE:
        words, ends_at = SAFE[starts.remedy]
        end, y = ends_at * scene.half, y - 24.0 * ROW
        told = f"{words} = {fixed(end - starts.low)}"
        measures.measure(canvas, (low, y), (spread(end), y), Ink.GAP, told, side=-1.0, style=TextStyle.BOLD)


def draw_remedy(canvas: Canvas, scene: Thrown, remedy: Remedy) -> None:
    """What a remedy adds."""
    near, up = -scene.thickness / 2.0, BOX_HIGH / 2.0 + 86.0 * ROW
    match remedy:
        case Remedy.SUBSTEPS:
            for _, *place in scene.path(remedy):
                canvas.dot(place, Ink.EXAMINED, Point.SMALL)
        case Remedy.MARGIN:
            low = -BOX_HIGH / 2.0 - 20.0 * ROW
            ring = (near - MARGIN, low), (near, low), (near, up), (near - MARGIN, up)
            canvas.area(ring, Ink.INTERFACE, opacity=0.1)
            measures.measure(canvas, ring[3], ring[2], Ink.INTERFACE, f"$m$ = {fixed(MARGIN)}")
        case Remedy.LAST_NORMAL if scene.contact is not None:
            measures.unit_arrow(canvas, (near, 0.3 * BOX_HIGH), (-1.0, 0.0), r"\hat n", Ink.TEXT)
        case Remedy.SWEEP:
            (_, *start), (_, *hit), _ = scene.path(remedy)[-3:]
            canvas.dot(start, Ink.B, Point.SMALL)
            canvas.arrow(start, hit, Ink.ANSWER, line=Line.MEASURE)
            words = rf"first touch, $x_{{\mathrm{{touch}}}}$ = {fixed(hit[0])}"
            at = hit[0], -BOX_HIGH / 2.0 - 20.0 * ROW
            canvas.label(words, at, Ink.ANSWER, toward=(-1.0, 0.0), style=TextStyle.BOLD)
