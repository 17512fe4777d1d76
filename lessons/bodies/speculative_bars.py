"""Gap, closing distance and what is left of it, as bars from one zero line."""

from __future__ import annotations

from typing import Any

import numpy as np

from lessons.bodies.speculative_now import END, GAP, IMPULSE, NEXT, faulty_way, hides_gap, is_next, shown
from lessons.bodies.speculative_scene import OFF, STILL, Lengths, Met
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

ROWS = (3.5, 2.5, 1.5, 0.5)  # heights of the bars; the last: what a rule that is compared closes
BELOW = 2.0  # where the excess is told, between two bars
TOP, BOTTOM = 4.0, 1.0  # of the chart: the last row may stand where others have the numbers of an axis
HALF = 8.0  # pixels of half a bar
NAMED, NUMBERED = 0.28, 0.19  # of the longest length: room for names and numbers beside the bars, at every step alike
BY_FRAME = 0.16, 0.66  # of the whole range: before the bars for the name of a frame, behind them for three numbers
OF_TWO = (3.4, 2.2, 1.0)  # heights of the rows of two frames, and of what is left after them


def frames_of_bars(met: Met) -> range:
    """Those that are told one by one: both that are looked at; of shorter ones all of 1/60 s."""
    return range(met.k, max(met.k + 2, round(met.frame_end)))


def barred(moment: Moment[Any], met: Met) -> Lengths:
    """The lengths of the frame that is looked at, or of the one that follows, while the ball is in that."""
    return met.lengths(round(met.frame_end) if is_next(moment, met) else met.k)


def tells_frames(moment: Moment[Any]) -> bool:
    """Whether each frame is told by itself."""
    return bool(moment.index == NEXT)


def _range(moment: Moment[Any]) -> tuple[float, float]:
    """The least and the greatest length of both balls; while the clock runs, of all frames."""
    found = [met.lengths(met.k) for met in moment.scene.both]
    if moment.index >= END:
        found += [met.lengths(k) for met in moment.scene.both for k in frames_of_bars(met)]
    lengths = [length for each in found for length in (each.gap, each.closing, each.after)]
    lengths += [moment.scene.margin] if moment.index == GAP else []
    return min(0.0, *lengths), max(0.1, *lengths, *(-each.gap for each in found))


def bar_axes(moment: Moment[Any], which: int) -> Axes:
    """One scale for both balls."""
    low, high = _range(moment)
    size = high - low
    before, behind = np.multiply(BY_FRAME, size) if tells_frames(moment) else (NAMED * size, NUMBERED * high)
    return Axes((low - float(before), high + float(behind)), (BOTTOM, TOP))


def draw_bars(canvas: Canvas, moment: Moment[Any], which: int) -> None:
    """s, and at first the margin, which stays without a contact; then what the ball would close along the normal in
    one frame, and what it closes after the impulse, and by a rule that is compared."""
    moment = shown(moment, which)
    met: Met = moment.scene.both[which]
    low, high = _range(moment)
    canvas.stroke(((0.0, ROWS[-1] - 0.5), (0.0, TOP)), Ink.CONSTRUCTION, line=Line.THIN)
    if hides_gap(moment):
        way = float(np.hypot(*met.flight.by))
        _row(canvas, low, r"$\lVert v\rVert\,\Delta t$", way, ROWS[1], Ink.EXAMINED)
        return
    if tells_frames(moment):
        _by_frame(canvas, low, met, is_high=moment.scene.about != "shorter")
        return
    now = barred(moment, met)
    is_compared = moment.faulty is not None and moment.index >= IMPULSE and not is_next(moment, met)
    has_impulse = moment.index >= IMPULSE and not (moment.is_open and moment.index < END)
    _row(canvas, low, "$s$", now.gap, ROWS[0], Ink.GAP if now.gap > -STILL else Ink.OVERLAP)
    if moment.index > GAP:
        _closing(canvas, low, now, ROWS[1])
    if not now.has_contact or moment.index == GAP:
        told = f"{fixed(met.margin)}" if now.has_contact else f"{fixed(met.margin)} < gap: no contact"
        _row(canvas, low, "margin", met.margin, ROWS[1 if moment.index == GAP else 2], Ink.INTERFACE, told)
    elif has_impulse:
        _row(canvas, low, r"$-v_n'\,\Delta t$", now.after, ROWS[2], Ink.ANSWER)
    if is_compared:
        _compared(canvas, moment, met, which, now.after, (low + high) / 2.0)


def _closing(canvas: Canvas, low: float, now: Lengths, row: float) -> None:
    """What the ball would close; beyond the gap of a contact it is the excess."""
    has_excess = _has_excess(now)
    end = now.gap if has_excess else now.closing
    _row(canvas, low, r"$-v_n\,\Delta t$", now.closing, row, Ink.EXAMINED, end=end)
    if has_excess:
        if now.gap > STILL:
            canvas.stroke(((now.gap, ROWS[2] - 0.5), (now.gap, TOP)), Ink.GAP, line=Line.DASHED)
        _bar(canvas, now.gap, now.closing, row, Ink.OVERLAP)
        under = max((now.gap + now.closing) / 2.0, now.gap + 30.0 * canvas.pixel), BELOW  # right of the dashed line
        canvas.label(f"$x$ = **{fixed(now.closing - now.gap)}**", under, Ink.OVERLAP, fixed=True)


def _has_excess(now: Lengths) -> bool:
    """Whether a ball that is apart, or just touches, closes more than its gap."""
    return now.has_contact and -STILL < now.gap < now.closing


def _by_frame(canvas: Canvas, low: float, met: Met, *, is_high: bool) -> None:
    """Frame by frame the gap, and under it what the ball would close; beyond the gap of a contact that is excess. Of
    two frames also what is left after them. `is_high`: the rows share the height of the pane."""
    frames, part, x = frames_of_bars(met), 0.7 if is_high else 0.5, low - 14.0 * canvas.pixel
    rows, half = OF_TWO if is_high else ROWS, part * HALF * canvas.pixel_y
    for i, k in enumerate(frames):
        now, row = met.lengths(k), rows[i]
        canvas.label(f"frame {i + 1}", (x, row), Ink.TEXT, toward=(-1.0, 0.0), fixed=True)
        _bar(canvas, 0.0, now.gap, row + half, Ink.GAP, part)
        _bar(canvas, 0.0, now.closing, row - half, Ink.EXAMINED, part)
        told = f"{tint(fixed(now.gap), Ink.GAP)}   {tint(fixed(now.closing), Ink.EXAMINED)}"
        if _has_excess(now):
            _bar(canvas, max(now.gap, 0.0), now.closing, row - half, Ink.OVERLAP, part)
            told += "   " + tint(f"$x$ = {fixed(now.closing - now.gap)}", Ink.OVERLAP)
        elif not now.has_contact:
            told += "   " + tint("no contact", Ink.INTERFACE)
        at = max(now.gap, now.closing, 0.0), row
        canvas.label(told, at, Ink.TEXT, toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)
    if len(frames) == 2:
        left, row = met.lengths(frames[-1]).after, rows[2]
        canvas.label("after", (x, row), Ink.TEXT, toward=(-1.0, 0.0), fixed=True)
        _bar(canvas, 0.0, left, row, Ink.ANSWER, part)
        at = max(left, 0.0), row
        canvas.label(fixed(left), at, Ink.ANSWER, toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)


def _compared(canvas: Canvas, moment: Moment[Any], met: Met, which: int, after: float, middle: float) -> None:
    """What a ball closes by the rule that is compared, on a line of its own: its words on the side with room."""
    closed = -float(faulty_way(moment, which) @ met.normal)
    if abs(closed - after) > OFF:
        tick, side = 1.3 * HALF * canvas.pixel_y, 1.0 if closed < middle - OFF else -1.0
        canvas.stroke(((closed, ROWS[-1] - tick), (closed, ROWS[-1] + tick)), Ink.FAULTY, line=Line.CURVE)
        at = closed + side * 4.0 * canvas.pixel, ROWS[-1]
        left = -float(moment.faulty[which].bodies(met.k + 1)[1].velocity @ met.normal) * met.flight.dt
        verb = "closes " if abs(left - closed) > OFF else ""  # it did not move with the velocity that it has now
        canvas.label(f"{moment.compare}: {verb}**{fixed(closed)}**", at, Ink.FAULTY, toward=(side, 0.0), fixed=True)


def _row(
    canvas: Canvas,
    low: float,
    name: str,
    length: float,
    row: float,
    ink: Ink,
    told: str = "",
    end: float | None = None,
) -> None:
    """A bar from the zero line with its name before it and its length behind it. `end`: where another goes on."""
    _bar(canvas, 0.0, length if end is None else end, row, ink)
    canvas.label(name, (low - 14.0 * canvas.pixel, row), ink, toward=(-1.0, 0.0), fixed=True)
    at = max(length, 0.0), row
    canvas.label(told or fixed(length), at, ink, toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)


def _bar(canvas: Canvas, start: float, end: float, row: float, ink: Ink, part: float = 1.0) -> None:
    """`part`: of the height of a bar."""
    if abs(end - start) > STILL:
        low, high = row - part * HALF * canvas.pixel_y, row + part * HALF * canvas.pixel_y
        canvas.area(((start, low), (end, low), (end, high), (start, high)), ink, opacity=1.0)
