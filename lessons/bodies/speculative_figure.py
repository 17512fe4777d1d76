"""A ball beside its obstacle, with the contact at a distance; and gap against closing distance as bars below it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.sat.closest_points import closest_points
from geometry.shape import Convex, boundary
from geometry.vector import Vector, left_of
from lessons.bodies.speculative_scene import OFF, Met
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.screen import pitch
from viz.lesson.text import fixed

GAP, CLOSING, IMPULSE, END, NEXT = range(5)
COPIES = 14  # of the trail
ASIDE = 50.0  # pixels from the gap to its normal
UNDER = 34.0  # and below what stands beside it
BESIDE = 12.0  # pixels from a ball to a length beside it
ROOM = 0.25  # metres around what both views show, for words
THIN = 0.3  # an obstacle thinner than this has its name beside it
ROWS = (2.0, 1.0, 0.0)  # heights of the bars
UNDER_BARS = -0.65  # where round lengths stand


def hides_gap(moment: Moment[Any]) -> bool:
    """While the margin is asked for, nothing may tell it."""
    return moment.is_open and moment.index == GAP


def frames_of(moment: Moment[Any], met: Met) -> float:
    """How far the ball has come; no farther than the frame that is asked about."""
    frames: float = moment.scene.frames(met, moment.time)
    return min(frames, met.k) if moment.is_open else frames


def draw_flight(canvas: Canvas, moment: Moment[Any], which: int) -> None:
    met: Met = moment.scene.both[which]
    frames, is_later = frames_of(moment, met), moment.index >= END and not moment.is_open
    _zone(canvas, met)
    marks.shape(canvas, met.flight.obstacle, Ink.A)
    _name(canvas, met)
    if frames > met.k + 1e-9 and met.error(frames) > OFF:
        marks.ghost(canvas, met.ball_at(frames, met.truth), Ink.TEXT, Line.END)
    _balls(canvas, met, frames)
    if is_later:
        _plane(canvas, met)
        _errors(canvas, met, frames)
    else:
        _contact(canvas, moment, met)
        _arrows(canvas, moment, met, rings=which == 1)
    if moment.index == GAP:
        _margin(canvas, met)
    if moment.faulty is not None and is_later:  # before, the balls stand at the start of the frame
        _faulty(canvas, moment, met, which, frames)
    if moment.scene.about == "shorter":  # both views show the same places
        _same_view(canvas, moment.scene.both)


def _same_view(canvas: Canvas, both: tuple[Met, Met]) -> None:
    """What either of two flights needs."""
    found = [boundary(each.ball_at(0).moved(part * each.flight.by), 0.01) for each in both for part in (0.0, 1.0)]
    found += [each.flight.obstacle.points + side * each.margin for each in both for side in (-1.0, 1.0)]
    corners = np.concatenate(found)
    ends = corners.min(axis=0) - ROOM, corners.max(axis=0) + ROOM
    canvas.stroke(ends, Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)


def _zone(canvas: Canvas, met: Met) -> None:
    """Where a ball's surface has a contact with the obstacle: grown by the margin."""
    if met.margin > 0.0:
        grown = Convex(met.flight.obstacle.points, met.flight.obstacle.radius + met.margin)
        outline = boundary(grown, marks.SMOOTH * canvas.pixel)
        middle = np.broadcast_to(outline.mean(axis=0), outline.shape)
        fan = np.stack((middle, outline, np.roll(outline, -1, axis=0)), axis=1)
        canvas.crowd(Ink.INTERFACE, triangles=fan, fill=0.1, framed=False)
        ring = np.stack((outline, np.roll(outline, -1, axis=0)), axis=1)
        canvas.crowd(Ink.INTERFACE, segments=ring, opacity=0.35, framed=False)


def _margin(canvas: Canvas, met: Met) -> None:
    """Its length, at the edge that faces the ball most, at the end that is farther away."""
    shape, at = met.flight.obstacle, met.centre(met.k)
    if met.margin == 0.0 or len(shape.points) < 3 or not met.normal.any():
        return
    edge = int(np.argmax(shape.normals @ met.normal))
    ends = sorted(shape.edges[edge], key=lambda end: float(np.hypot(*(end - at))))
    out = shape.normals[edge]
    start = 0.12 * ends[0] + 0.88 * ends[1] + shape.radius * out
    measures.measure(
        canvas, start, start + met.margin * out, Ink.INTERFACE, f"margin {fixed(met.margin)}", line=Line.THIN
    )


def _name(canvas: Canvas, met: Met) -> None:
    corners = met.flight.obstacle.points
    if min(np.ptp(corners, axis=0)) > THIN:
        canvas.label(met.flight.name, met.flight.obstacle.centroid, Ink.A, style=TextStyle.BOLD)
        return
    x, y = max(corners.tolist(), key=lambda p: (p[0], -p[1]))
    canvas.label(met.flight.name, (x, y), Ink.A, toward=(1.0, -0.4), style=TextStyle.BOLD)


def _balls(canvas: Canvas, met: Met, frames: float) -> None:
    """The ball, its trail, and where it began each frame."""
    if frames > 1e-9:
        outlines = [
            boundary(met.ball_at(frames * i / COPIES), 2.0 * marks.SMOOTH * canvas.pixel) for i in range(COPIES)
        ]
        marks.sweep(canvas, outlines, Ink.B)
        for start in range(math.ceil(frames - 1e-9)):
            marks.ghost(canvas, met.ball_at(start), Ink.B, Line.START)
    marks.shape(canvas, met.ball_at(frames), Ink.B)
    canvas.dot(met.centre(frames), Ink.B, Point.SMALL)


def _contact(canvas: Canvas, moment: Moment[Any], met: Met) -> None:
    """The closest points, the gap and the normal; then what the ball would close beyond the gap."""
    on_a, on_b = met.ends
    n = met.normal
    if hides_gap(moment) or not n.any():
        return
    if met.contact is None:
        measures.measure(canvas, on_b, on_a, Ink.CONSTRUCTION, f"**{fixed(met.gap)}**: no contact")
        return
    off = _aside(canvas, met)
    if met.gap > 0.0:
        _length(canvas, on_b, on_a, Ink.GAP, "s", off)
    if moment.index == CLOSING and met.is_ahead and met.excess > 0.0:
        _length(canvas, on_a, on_a - met.excess * n, Ink.OVERLAP, "x", off)
    for point, name, way in ((on_a, "p_A", -n), (on_b, "p_B", n)):
        canvas.dot(point, Ink.ANSWER, Point.FILLED)
        if moment.index == GAP and met.is_ahead:
            canvas.symbol(name, point, Ink.ANSWER, toward=(0.8 if name == "p_A" else 0.3) * way - _up(n))
    side = _up(n) if off.any() else left_of(n) * np.sign(met.velocity(met.k) @ left_of(n))
    down = float(np.hypot(*off)) + (UNDER if off.any() else ASIDE) * canvas.pixel
    start = (on_a + on_b) / 2.0 - down * side - 24.0 * canvas.pixel * n
    measures.unit_arrow(canvas, start, n, r"\hat n")


def _aside(canvas: Canvas, met: Met) -> Vector:
    """From the gap to where its length stands: beside the way of the ball, if that runs along the normal."""
    way = met.velocity(met.k)
    is_along = abs(float(way @ left_of(met.normal))) < 0.2 * float(np.hypot(*way))
    return _up(met.normal) * (met.flight.ball.radius + BESIDE * canvas.pixel if is_along else 0.0)


def _length(canvas: Canvas, start: Vector, end: Vector, ink: Ink, symbol: str, off: Vector) -> None:
    """A length with its symbol, `off` from where it lies."""
    if off.any():
        for at in (start, end):
            canvas.stroke((at, at + off), Ink.CONSTRUCTION, line=Line.DASHED)
    if float(np.abs(end - start).max()) > 0.0:
        measures.measure(canvas, start + off, end + off, ink)
        canvas.symbol(symbol, (start + end) / 2.0 + off, ink, toward=_up(end - start))


def _arrows(canvas: Canvas, moment: Moment[Any], met: Met, *, rings: bool) -> None:
    """Where the ball would go in this frame; and how the impulse changes that."""
    start, way = met.centre(met.k), met.velocity(met.k) * met.flight.dt
    if met.k:
        canvas.arrow(met.centre(0), met.centre(0) + met.flight.by, Ink.EXAMINED, line=Line.THIN)
    if rings:  # what can be held
        canvas.dot(met.centre(0) + met.flight.by, Ink.EXAMINED)
    if not way.any():
        return
    tip = start + way
    marks.ghost(canvas, met.ball_at(met.k).moved(way), Ink.QUIET, Line.DASHED)
    if moment.index == GAP:
        top = tip + (0.0, met.flight.ball.radius)
        canvas.label("without a contact", top, Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    canvas.arrow(start, tip, Ink.EXAMINED, line=Line.MEASURE)
    canvas.symbol(r"v\,\Delta t", tip, Ink.EXAMINED, toward=way + _up(way))
    if moment.index == IMPULSE and met.impulse > 0.0 and not moment.is_open:
        after = start + met.velocity(met.k + 1) * met.flight.dt
        off = -0.6 * _aside(canvas, met)
        canvas.arrow(tip + off, after + off, Ink.ANSWER)
        canvas.symbol(r"j\,\Delta t/m", (tip + after) / 2.0 + off, Ink.ANSWER, toward=-off if off.any() else way)
        if float(np.abs(after - start).max()) > 1e-9:
            canvas.arrow(start + off, after + off, Ink.B)
            side = off if off.any() else _up(way)
            canvas.symbol(r"v'\Delta t", (start + after) / 2.0 + off, Ink.B, toward=side)


def _up(way: Vector) -> Vector:
    """Across a direction, upwards."""
    across = left_of(way)
    return across if across[1] >= 0.0 else -across


def _plane(canvas: Canvas, met: Met) -> None:
    """The plane that stands for the obstacle."""
    if met.is_ahead and met.impulse > 0.0:
        at, along = met.ends[0], left_of(met.normal)
        canvas.unbounded(at, along, Ink.ANSWER, line=Line.DASHED)
        marks.answer(canvas, at)
        word = at + (1.6 * met.flight.ball.radius + 0.08) * -_up(along if abs(along[1]) > 1e-9 else met.normal)
        if abs(along[1]) > 0.5:
            word = at + 0.42 * (along if along[1] < 0.0 else -along)
        canvas.label("plane", word, Ink.ANSWER, toward=met.normal)


def _errors(canvas: Canvas, met: Met, frames: float) -> None:
    """How far the ball is from where it would really be."""
    if frames > met.k + 1e-9 and (error := met.error(frames)) > OFF:
        here, there = met.centre(frames), met.centre(frames, met.truth)
        (gap, part), r = met.free, met.flight.ball.radius
        words = f"{'ghost hit: ' if gap > OFF else ''}off by **{fixed(error)}**"
        measures.measure(canvas, here, there, Ink.FAULTY, words)
        canvas.label("real place", there + (0.0, -r), Ink.TEXT, toward=(0.6, -1.0), style=TextStyle.CAPTION)
        if gap > OFF:
            end = met.centre(met.k + part * (met.frame_end - met.k), met.truth)
            core = closest_points(met.flight.obstacle, Convex((end,), r))
            n = (core.on_b - core.on_a) / float(np.hypot(*(core.on_b - core.on_a)))
            measures.measure(
                canvas, core.on_b - r * n, core.on_a + met.flight.obstacle.radius * n, Ink.GAP, fixed(gap)
            )


def _faulty(canvas: Canvas, moment: Moment[Any], met: Met, which: int, now: float) -> None:
    """Where the rule that is compared has the ball, at the end of the frame at the earliest, and how far that is off;
    or that it is right, where the contact at a distance is not."""
    frames, run, r = max(now, met.frame_end), moment.faulty[which], met.flight.ball.radius
    error, when = met.error(frames, run), ", frame end" if now < met.frame_end - 1e-9 else ""
    ball, top = met.ball_at(frames, run), met.centre(frames, run) + (0.0, r)
    if error > OFF:
        marks.ghost(canvas, ball, Ink.FAULTY, Line.DOTTED)
        if when:  # what it is measured to
            marks.ghost(canvas, met.ball_at(frames, met.truth), Ink.TEXT, Line.END)
        words = f"{moment.compare}{when}: off by **{fixed(error)}**"
        canvas.label(words, top, Ink.FAULTY, toward=(0.0, 1.0))
    elif met.error(frames) > OFF:
        canvas.label(f"{moment.compare}: right", top, Ink.TEXT, toward=(0.0, 1.0))


# The bars.


def bar_axes(moment: Moment[Any], which: int) -> Axes:
    """One scale for both balls."""
    lows, highs = [0.0], [0.1]
    for met in moment.scene.both:
        lengths = met.gap, met.closing, -met.speeds[1] * met.flight.dt
        lows.append(min(lengths))
        highs.append(max(abs(met.gap), *lengths[1:]))
    return Axes((1.1 * min(lows), 1.35 * max(highs)), (-1.3, 2.35))


def _ruler(canvas: Canvas, low: float, high: float) -> None:
    """The zero line, and round lengths under the bars."""
    canvas.stroke(((0.0, UNDER_BARS), (0.0, 2.35)), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.stroke(((low, UNDER_BARS), (high, UNDER_BARS)), Ink.CONSTRUCTION, line=Line.THIN)
    reach = max(high, -0.2 * low)
    unit = next((each for each in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0) if reach <= 5.0 * each), 0.0)
    unit = unit or 10.0 * pitch(reach / 10.0, 5)
    for i in range(math.ceil(low / unit), int(high / unit) + 1):
        canvas.label(
            f"{fixed(i * unit, 1)} m",
            (i * unit, UNDER_BARS - 0.05),
            Ink.QUIET,
            toward=(0.0, -1.0),
            style=TextStyle.CAPTION,
        )
        canvas.stroke(((i * unit, UNDER_BARS), (i * unit, UNDER_BARS + 0.13)), Ink.CONSTRUCTION, line=Line.THIN)


def draw_bars(canvas: Canvas, moment: Moment[Any], which: int) -> None:
    """s, what the ball would close along the normal in one frame, and what it closes after the impulse."""
    met: Met = moment.scene.both[which]
    (low, high), _ = bar_axes(moment, which)[:2]
    _ruler(canvas, low, high)
    if met.contact is None and not hides_gap(moment):
        told = f"gap {fixed(met.gap)} > margin {fixed(met.margin)}: no contact"
        canvas.label(told, ((low + high) / 2.0, 1.0), Ink.TEXT, fixed=True)
        return
    known = range(1, 2) if hides_gap(moment) else range(1 + min(moment.index, 2 - moment.is_open))
    if met.is_ahead and met.excess > 0.0 and 1 in known and 0 in known:
        row = ROWS[1]
        canvas.stroke(((met.gap, -0.35), (met.gap, 2.35)), Ink.GAP, line=Line.DASHED)
        canvas.stroke(((met.gap, row), (met.closing, row)), Ink.OVERLAP, line=Line.BAR)
        middle = (met.gap + met.closing) / 2.0, row + 6.0 * canvas.pixel_y
        canvas.label(f"$x$ = **{fixed(met.excess)}**", middle, Ink.OVERLAP, toward=(0.0, 1.0))
    after = -met.speeds[1] * met.flight.dt
    names = (r"s", r"-v_n\,\Delta t", r"-v_n'\,\Delta t")
    inks = (Ink.GAP if met.gap > 0.0 else Ink.OVERLAP, Ink.EXAMINED, Ink.ANSWER)
    for i in known:
        length = (met.gap, met.closing, after)[i]
        end = min(length, met.gap) if i == 1 and met.is_ahead and 0 in known else length
        canvas.stroke(((0.0, ROWS[i]), (end, ROWS[i])), inks[i], line=Line.BAR)
        at = low - 14.0 * canvas.pixel, ROWS[i]
        if hides_gap(moment):  # its frame has no room beside the bars
            canvas.label(f"${names[i]}$", (0.0, ROWS[i]), inks[i], toward=(0.5, 1.0))
        else:
            canvas.label(f"${names[i]}$", at, inks[i], toward=(-1.0, 0.0), fixed=True)
        canvas.label(fixed(length), (max(length, 0.0), ROWS[i]), inks[i], toward=(1.0, 0.0), style=TextStyle.BOLD)
